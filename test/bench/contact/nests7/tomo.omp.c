/* Parallel beam tomography: forward projection of a phantom along rays, ramp
 * filtering in space, filtered back projection, then a few SART-like steps.
 * usage: tomo [image size] [views] [iterations] */
#include <stdio.h>
#include <stdlib.h>
#include <stdint.h>
#include <math.h>
#include <string.h>

#define PI 3.14159265358979323846

typedef struct {
    int n, views, bins;
    float *cs, *sn;             /* per view */
} geometry;

static float *vec(size_t n)
{
    float *p = calloc(n, sizeof(float));
    if (!p) {
        fprintf(stderr, "calloc failed\n");
        exit(1);
    }
    return p;
}

static void phantom(int n, float *img)
{
    static const float e[6][5] = {      /* x0 y0 a b value */
        { 0, 0, .69f, .92f, 1 }, { 0, -.02f, .66f, .87f, -.6f }, { .22f, 0, .11f, .31f, .2f },
        { -.22f, 0, .16f, .41f, .25f }, { 0, .35f, .21f, .25f, .3f }, { -.08f, -.6f, .05f, .03f, .4f }
    };
    for (int y = 0; y < n; y++)
        for (int x = 0; x < n; x++)
            for (int k = 0; k < 6; k++) {
                float u = ((2 * x + 1) / (float)n - 1 - e[k][0]) / e[k][2];
                float v = ((2 * y + 1) / (float)n - 1 - e[k][1]) / e[k][3];
                if (u * u + v * v < 1)
                    img[y * n + x] += e[k][4];
            }
}

enum { L = 64, V = 16 };
typedef float vf __attribute__((vector_size(4 * V)));
typedef int vi __attribute__((vector_size(4 * V)));

static const vf ramp16 = { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15 };

/* a sum that starts at +0 never becomes -0: adding +0 changes nothing */
static inline vf keep(vf v, vi mask)
{
    return (vf)((vi)v & mask);
}

/* pairs p[pos], p[pos+1] by 8 byte moves; gather instructions are slow here, and
 * the empty asm keeps the compiler from using them */
static inline void fetch(const float *p, vi pos, vf *lo, vf *hi)
{
    float t[V][2];
    vf a, b;
#pragma GCC unroll 16
    for (int l = 0; l < V; l++) {
        memcpy(t[l], p + pos[l], sizeof t[l]);
        __asm__ volatile ("");
    }
    memcpy(&a, t, sizeof a);
    memcpy(&b, t + V / 2, sizeof b);
    *lo = __builtin_shuffle(a, b, (vi){ 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30 });
    *hi = __builtin_shuffle(a, b, (vi){ 1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31 });
}

static inline int any(vi m)
{
    int s = 0;
    for (int l = 0; l < V; l++)
        s |= m[l];
    return s;
}

/* line integrals with bilinear interpolation, unit step: vectors of rays, every
 * ray adds its samples in order; a sample outside leaves the sum alone. */
static void project(const geometry *g, const float *img, float *sino)
{
    const int n = g->n, bins = g->bins;
    const float mid = 0.5f * (n - 1), half = 0.5f * (bins - 1), end = n - 1;
#pragma omp parallel for collapse(2) schedule(dynamic, 4)
    for (int a = 0; a < g->views; a++)
        for (int b0 = 0; b0 < bins; b0 += L) {
            int m = bins - b0 < L ? bins - b0 : L;
            const float cs = g->cs[a], sn = g->sn[a];
            vf sum[L / V] = { 0 };
            for (int s = 0; s < bins; s++) {
                const float t = s - half;
                /* monotone in the ray number: both ends on the same far side
                 * means that no ray of the vector is inside */
                float xa = mid + (b0 - half) * cs - t * sn, xb = mid + (b0 + m - 1 - half) * cs - t * sn;
                float ya = mid + (b0 - half) * sn + t * cs, yb = mid + (b0 + m - 1 - half) * sn + t * cs;
                if ((xa < -1 && xb < -1) || (xa > n && xb > n) || (ya < -1 && yb < -1) || (ya > n && yb > n))
                    continue;
                for (int q = 0; q < L / V; q++) {
                    vf r = ((float)(b0 + q * V) + ramp16) - half;
                    vf x = mid + r * cs - t * sn, y = mid + r * sn + t * cs, up[2], dn[2];
                    vi in = (x >= 0) & (y >= 0) & (x < end) & (y < end);
                    if (!any(in))
                        continue;
                    x = keep(x, in);
                    y = keep(y, in);
                    vi ix = __builtin_convertvector(x, vi), iy = __builtin_convertvector(y, vi);
                    vi pos = iy * n + ix;
                    vf fx = x - __builtin_convertvector(ix, vf), fy = y - __builtin_convertvector(iy, vf);
                    fetch(img, pos, &up[0], &up[1]);
                    fetch(img + n, pos, &dn[0], &dn[1]);
                    sum[q] += keep((1 - fy) * ((1 - fx) * up[0] + fx * up[1])
                                   + fy * ((1 - fx) * dn[0] + fx * dn[1]), in);
                }
            }
            memcpy(sino + a * bins + b0, sum, sizeof(float) * m);
        }
}

/* Ram-Lak kernel from a table; blocks of 32 bins share the input. */
static void ramp(const geometry *g, const float *in, float *out)
{
    int bins = g->bins;
    double *tab = malloc(sizeof(double) * 2 * bins), *h = tab + bins;
    if (!tab)
        exit(1);
    for (int d = -bins; d < bins; d++)
        h[d] = d == 0 ? 0.25 : d % 2 ? -1.0 / (PI * PI * d * d) : 0;
#pragma omp parallel for schedule(static)
    for (int a = 0; a < g->views; a++)
        for (int b0 = 0; b0 < bins; b0 += 32) {
            int m = bins - b0 < 32 ? bins - b0 : 32;
            double s[32] = { 0 };
            if (m == 32)
                for (int k = 0; k < bins; k++) {
                    double v = in[a * bins + k];
                    const double *hb = h + b0 - k;
#pragma omp simd
                    for (int b = 0; b < 32; b++)
                        s[b] += hb[b] * v;
                }
            else
                for (int k = 0; k < bins; k++)
#pragma omp simd
                    for (int b = 0; b < m; b++)
                        s[b] += h[b0 - k + b] * in[a * bins + k];
            for (int b = 0; b < m; b++)
                out[a * bins + b0 + b] = (float)s[b];
        }
    free(tab);
}

/* img += scale * backprojection: a strip of a row, all views in order */
static void backproject(const geometry *g, const float *sino, float scale, float *img)
{
    const int n = g->n, bins = g->bins;
    const float mid = 0.5f * (n - 1), half = 0.5f * (bins - 1);
#pragma omp parallel for collapse(2) schedule(static)
    for (int y = 0; y < n; y++)
        for (int x0 = 0; x0 < n; x0 += L) {
            int m = n - x0 < L ? n - x0 : L;
            vf sum[L / V] = { 0 };
            float out[L];
            for (int a = 0; a < g->views; a++) {
                const float cs = g->cs[a], ys = (y - mid) * g->sn[a], *row = sino + a * bins;
                for (int q = 0; q < L / V; q++) {
                    vf r = ((float)(x0 + q * V) + ramp16 - mid) * cs + ys + half, p[2];
                    vi i = __builtin_convertvector(r, vi), in = (r >= 0) & (i < bins - 1);
                    i &= in;
                    vf f = r - __builtin_convertvector(i, vf);
                    fetch(row, i, &p[0], &p[1]);
                    sum[q] += keep((1 - f) * p[0] + f * p[1], in);
                }
            }
            memcpy(out, sum, sizeof out);
            for (int l = 0; l < m; l++)
                img[y * n + x0 + l] += scale * out[l];
        }
}

static unsigned long long digest(const char *name, const float *v, size_t n)
{
    const uint8_t *p = (const uint8_t *)v;
    uint64_t h = 14695981039346656037u;
    double s = 0;
    for (size_t i = 0; i < n; i++)
        s += v[i];
    for (size_t i = 0; i < n * sizeof *v; i++)
        h = (h ^ p[i]) * 1099511628211u;
    printf("%s %.17g %016llx\n", name, s, (unsigned long long)h);
    return h;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 192, views = argc > 2 ? atoi(argv[2]) : 180;
    int iters = argc > 3 ? atoi(argv[3]) : 6;
    if (n < 4 || views < 1)
        return 2;
    geometry g = { n, views, (int)(n * 1.42) + 3, vec(views), vec(views) };
    for (int a = 0; a < views; a++) {
        g.cs[a] = (float)cos(PI * a / views);
        g.sn[a] = (float)sin(PI * a / views);
    }
    size_t ns = (size_t)views * g.bins, ni = (size_t)n * n;
    float *truth = vec(ni), *rec = vec(ni), *meas = vec(ns), *sino = vec(ns), *filt = vec(ns);
    phantom(n, truth);
    project(&g, truth, meas);
    digest("sinogram", meas, ns);
    ramp(&g, meas, filt);
    backproject(&g, filt, (float)(PI / views), rec);
    digest("fbp", rec, ni);
    for (int it = 0; it < iters; it++) {
        double err = 0;
        project(&g, rec, sino);
        for (size_t i = 0; i < ns; i++) {
            sino[i] = meas[i] - sino[i];
            err += (double)sino[i] * sino[i];
        }
        ramp(&g, sino, filt);
        backproject(&g, filt, (float)(0.7 * PI / views), rec);
        for (size_t i = 0; i < ni; i++)
            if (rec[i] < 0)
                rec[i] = 0;
        printf("iteration %d error %.17g\n", it, sqrt(err));
    }
    digest("image", rec, ni);
    float *all[] = { truth, rec, meas, sino, filt, g.cs, g.sn };
    for (int i = 0; i < 7; i++)
        free(all[i]);
    return 0;
}
