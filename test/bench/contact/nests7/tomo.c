/* Parallel beam tomography: forward projection of a phantom along rays, ramp
 * filtering in space, filtered back projection, then a few SART-like steps.
 * usage: tomo [image size] [views] [iterations] */
#include <stdio.h>
#include <stdlib.h>
#include <stdint.h>
#include <math.h>

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

/* line integrals with bilinear interpolation, unit step */
static void project(const geometry *g, const float *img, float *sino)
{
    int n = g->n;
    float mid = 0.5f * (n - 1), half = 0.5f * (g->bins - 1);
    for (int a = 0; a < g->views; a++)
        for (int b = 0; b < g->bins; b++) {
            float r = b - half, sum = 0;
            for (int s = 0; s < g->bins; s++) {
                float t = s - half;
                float x = mid + r * g->cs[a] - t * g->sn[a];
                float y = mid + r * g->sn[a] + t * g->cs[a];
                if (x < 0 || y < 0 || x >= n - 1 || y >= n - 1)
                    continue;
                int ix = (int)x, iy = (int)y;
                float fx = x - ix, fy = y - iy;
                const float *p = img + iy * n + ix;
                sum += (1 - fy) * ((1 - fx) * p[0] + fx * p[1])
                     + fy * ((1 - fx) * p[n] + fx * p[n + 1]);
            }
            sino[a * g->bins + b] = sum;
        }
}

/* Ram-Lak kernel, direct convolution of every view */
static void ramp(const geometry *g, const float *in, float *out)
{
    for (int a = 0; a < g->views; a++)
        for (int b = 0; b < g->bins; b++) {
            double s = 0;
            for (int k = 0; k < g->bins; k++) {
                int d = b - k;
                double h = 0;
                if (d == 0)
                    h = 0.25;
                else if (d % 2)
                    h = -1.0 / (PI * PI * d * d);
                s += h * in[a * g->bins + k];
            }
            out[a * g->bins + b] = (float)s;
        }
}

/* img += scale * backprojection */
static void backproject(const geometry *g, const float *sino, float scale, float *img)
{
    int n = g->n;
    float mid = 0.5f * (n - 1), half = 0.5f * (g->bins - 1);
    for (int y = 0; y < n; y++)
        for (int x = 0; x < n; x++) {
            float sum = 0;
            for (int a = 0; a < g->views; a++) {
                float r = (x - mid) * g->cs[a] + (y - mid) * g->sn[a] + half;
                int i = (int)r;
                if (r >= 0 && i < g->bins - 1) {
                    float f = r - i;
                    sum += (1 - f) * sino[a * g->bins + i] + f * sino[a * g->bins + i + 1];
                }
            }
            img[y * n + x] += scale * sum;
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
