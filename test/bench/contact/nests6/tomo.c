/* Parallel-beam tomography: project a phantom of ellipses, filter the projections,
 * back-project, and improve the image by a few SIRT iterations.
 * usage: tomo [size] [angles] [iterations] */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define PI 3.14159265358979323846

typedef struct {
    int n, nang, ndet;      /* image n x n, ndet detector cells per angle */
    float *cosa, *sina;
} Scan;

typedef struct { double x, y, a, b, phi, v; } Ellipse;

static const Ellipse phantom[] = {
    { 0, 0, .69, .90, 0, 1.0 }, { 0, -.02, .66, .87, 0, -.8 }, { .22, 0, .11, .31, -.31, -.2 },
    { -.22, 0, .16, .41, .31, -.2 }, { 0, .35, .21, .25, 0, .1 }, { 0, .1, .046, .046, 0, .1 },
    { -.08, -.6, .046, .023, 0, .1 }, { .06, -.6, .023, .046, 0, .1 } };

static float *alloc(size_t n)
{
    float *p = calloc(n, sizeof *p);
    if (!p) exit(1);
    return p;
}

static void draw(float *img, int n)
{
    for (int y = 0; y < n; y++)
        for (int x = 0; x < n; x++) {
            double v = 0.0, px = (2.0 * x - n + 1) / n, py = (2.0 * y - n + 1) / n;
            for (size_t e = 0; e < sizeof phantom / sizeof *phantom; e++) {
                const Ellipse *p = &phantom[e];
                double dx = px - p->x, dy = py - p->y, c = cos(p->phi), s = sin(p->phi);
                double u = (dx * c + dy * s) / p->a, w = (dy * c - dx * s) / p->b;
                if (u * u + w * w <= 1.0) v += p->v;
            }
            img[y * n + x] = (float)v;
        }
}

/* line integrals, bilinear samples at unit steps along every ray */
static void project(const Scan *sc, const float *img, float *sino)
{
    int n = sc->n;
    float mid = 0.5f * (n - 1), half = 0.5f * (sc->ndet - 1);
    for (int a = 0; a < sc->nang; a++)
        for (int d = 0; d < sc->ndet; d++) {
            float c = sc->cosa[a], s = sc->sina[a], r = d - half, sum = 0.0f;
            for (int k = 0; k < sc->ndet; k++) {
                float t = k - half;
                float x = mid + r * c - t * s, y = mid + r * s + t * c;
                if (x < 0.0f || y < 0.0f || x >= n - 1 || y >= n - 1) continue;
                int ix = (int)x, iy = (int)y;
                float fx = x - ix, fy = y - iy;
                const float *p = img + iy * n + ix;
                sum += (1.0f - fy) * ((1.0f - fx) * p[0] + fx * p[1])
                     + fy * ((1.0f - fx) * p[n] + fx * p[n + 1]);
            }
            sino[a * sc->ndet + d] = sum;
        }
}

/* ramp filter by direct convolution (Ramachandran-Lakshminarayanan) */
static void filter(const Scan *sc, const float *in, float *out)
{
    for (int a = 0; a < sc->nang; a++)
        for (int d = 0; d < sc->ndet; d++) {
            float s = 0.0f;
            for (int k = 0; k < sc->ndet; k++) {
                int m = d - k;
                if (m == 0) s += 0.25f * in[a * sc->ndet + k];
                else if (m & 1) s -= in[a * sc->ndet + k] * (float)(1.0 / (PI * PI * m * m));
            }
            out[a * sc->ndet + d] = s;
        }
}

/* img += gain * sum over the angles of the interpolated projections */
static void backproject(const Scan *sc, const float *sino, float *img, float gain)
{
    int n = sc->n;
    float mid = 0.5f * (n - 1), half = 0.5f * (sc->ndet - 1);
    for (int a = 0; a < sc->nang; a++) {
        const float *p = sino + a * sc->ndet;
        for (int y = 0; y < n; y++)
            for (int x = 0; x < n; x++) {
                float r = (x - mid) * sc->cosa[a] + (y - mid) * sc->sina[a] + half;
                if (r < 0.0f || r >= sc->ndet - 1) continue;
                int i = (int)r;
                float f = r - i;
                img[y * n + x] += gain * ((1.0f - f) * p[i] + f * p[i + 1]);
            }
    }
}

static void sums(const char *what, const float *v, size_t n)
{
    double s = 0.0, q = 0.0;
    uint64_t h = 14695981039346656037ULL;
    const unsigned char *b = (const unsigned char *)v;
    for (size_t i = 0; i < n; i++) { s += v[i]; q += (double)v[i] * v[i]; }
    for (size_t i = 0; i < n * sizeof *v; i++) h = (h ^ b[i]) * 1099511628211ULL;
    printf("%s %.17g %.17g %016llx\n", what, s, q, (unsigned long long)h);
}

int main(int argc, char **argv)
{
    Scan sc = { argc > 1 ? atoi(argv[1]) : 224, argc > 2 ? atoi(argv[2]) : 200, 0, NULL, NULL };
    int iters = argc > 3 ? atoi(argv[3]) : 4;
    if (sc.n < 4 || sc.nang < 1) return 1;
    sc.ndet = (int)(sc.n * 1.42) + 3;
    size_t ni = (size_t)sc.n * sc.n, ns = (size_t)sc.nang * sc.ndet;
    float *img = alloc(ni), *rec = alloc(ni), *meas = alloc(ns), *tmp = alloc(ns);
    sc.cosa = alloc(sc.nang);
    sc.sina = alloc(sc.nang);
    for (int a = 0; a < sc.nang; a++) {
        sc.cosa[a] = (float)cos(PI * a / sc.nang);
        sc.sina[a] = (float)sin(PI * a / sc.nang);
    }
    draw(img, sc.n);
    project(&sc, img, meas);
    sums("sinogram", meas, ns);
    filter(&sc, meas, tmp);
    backproject(&sc, tmp, rec, (float)(PI / sc.nang));
    sums("fbp", rec, ni);
    for (int k = 0; k < iters; k++) {
        project(&sc, rec, tmp);
        for (size_t i = 0; i < ns; i++) tmp[i] = (meas[i] - tmp[i]) / sc.n;
        backproject(&sc, tmp, rec, 1.0f / sc.nang);
    }
    sums("sirt", rec, ni);
    double err = 0.0;
    for (size_t i = 0; i < ni; i++) err += (rec[i] - img[i]) * (rec[i] - img[i]);
    printf("error %.17g\n", err);
    free(img); free(rec); free(meas); free(tmp); free(sc.cosa); free(sc.sina);
    return 0;
}
