/*
 * Iterative (SIRT) reconstruction of a parallel beam CT slice.
 *
 * A phantom of random ellipses is projected analytically, noise is added,
 * and the image is rebuilt with a ray driven forward projector and a pixel
 * driven back projector.
 *
 *   sirt [image size] [angles] [iterations]
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct ellipse {
    float cx, cy, a, b, phi, rho;
};

struct image {
    int n;                      /* n x n pixels covering [-1,1]^2 */
    float *px;
};

struct sinogram {
    int nang, ndet;
    float **row;                /* row[angle][detector] */
};

struct scanner {
    int nang, ndet;
    float spacing;
    float *cosv, *sinv;
};

static uint64_t seed = 88172645463325252ull;

static float frand(void)
{
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return (float)(seed >> 40) / 16777216.0f;
}

static struct image *image_new(int n)
{
    struct image *im = malloc(sizeof *im);
    im->n = n;
    im->px = calloc((size_t)n * n, sizeof(float));
    return im;
}

static void image_free(struct image *im)
{
    free(im->px);
    free(im);
}

static struct sinogram *sino_new(const struct scanner *sc)
{
    struct sinogram *s = malloc(sizeof *s);
    s->nang = sc->nang;
    s->ndet = sc->ndet;
    s->row = malloc(sizeof(float *) * s->nang);
    for (int a = 0; a < s->nang; a++)
        s->row[a] = calloc(s->ndet, sizeof(float));
    return s;
}

static void sino_free(struct sinogram *s)
{
    for (int a = 0; a < s->nang; a++)
        free(s->row[a]);
    free(s->row);
    free(s);
}

static void scanner_init(struct scanner *sc, int nang, int ndet)
{
    sc->nang = nang;
    sc->ndet = ndet;
    sc->spacing = 2.9f / ndet;
    sc->cosv = malloc(sizeof(float) * nang);
    sc->sinv = malloc(sizeof(float) * nang);
    for (int a = 0; a < nang; a++) {
        sc->cosv[a] = (float)cos(M_PI * a / nang);
        sc->sinv[a] = (float)sin(M_PI * a / nang);
    }
}

static int make_phantom(struct ellipse *e, int max)
{
    int n = 0;
    e[n++] = (struct ellipse){ 0, 0, 0.72f, 0.92f, 0, 1.0f };
    e[n++] = (struct ellipse){ 0, -0.02f, 0.66f, 0.87f, 0, -0.7f };
    while (n < max) {
        struct ellipse t;
        t.cx = 1.0f * frand() - 0.5f;
        t.cy = 1.3f * frand() - 0.65f;
        if (t.cx * t.cx / 0.25f + t.cy * t.cy / 0.45f > 1.0f)
            continue;
        t.a = 0.03f + 0.12f * frand();
        t.b = 0.03f + 0.12f * frand();
        t.phi = (float)M_PI * frand();
        t.rho = 0.3f * frand() - 0.1f;
        e[n++] = t;
    }
    return n;
}

static void rasterize(struct image *im, const struct ellipse *e, int ne)
{
    float h = 2.0f / im->n;
    for (int k = 0; k < ne; k++) {
        float c = cosf(e[k].phi), s = sinf(e[k].phi);
        for (int j = 0; j < im->n; j++)
            for (int i = 0; i < im->n; i++) {
                float x = -1 + (i + 0.5f) * h - e[k].cx, y = -1 + (j + 0.5f) * h - e[k].cy;
                float u = (c * x + s * y) / e[k].a, v = (c * y - s * x) / e[k].b;
                if (u * u + v * v <= 1.0f)
                    im->px[j * im->n + i] += e[k].rho;
            }
    }
}

/* line integrals through ellipses in closed form, plus detector noise */
static void measure(const struct scanner *sc, const struct ellipse *e, int ne,
                    struct sinogram *out)
{
    for (int k = 0; k < ne; k++)
        for (int a = 0; a < sc->nang; a++) {
            float th = (float)M_PI * a / sc->nang - e[k].phi;
            float w = e[k].a * e[k].a * cosf(th) * cosf(th) + e[k].b * e[k].b * sinf(th) * sinf(th);
            float s0 = e[k].cx * sc->cosv[a] + e[k].cy * sc->sinv[a];
            for (int d = 0; d < sc->ndet; d++) {
                float t = (d - 0.5f * (sc->ndet - 1)) * sc->spacing - s0;
                if (t * t < w)
                    out->row[a][d] += 2 * e[k].rho * e[k].a * e[k].b * sqrtf(w - t * t) / w;
            }
        }
    for (int a = 0; a < sc->nang; a++)
        for (int d = 0; d < sc->ndet; d++)
            out->row[a][d] += 0.01f * (frand() + frand() + frand() - 1.5f);
}

static float bilinear(const struct image *im, float x, float y)
{
    int n = im->n, i = (int)floorf(x), j = (int)floorf(y);
    if (i < 0 || j < 0 || i >= n - 1 || j >= n - 1)
        return 0.0f;
    float fx = x - i, fy = y - j;
    const float *p = im->px + (size_t)j * n + i;
    return (1 - fy) * ((1 - fx) * p[0] + fx * p[1]) + fy * ((1 - fx) * p[n] + fx * p[n + 1]);
}

static void forward(const struct scanner *sc, const struct image *im, struct sinogram *out)
{
    float half = 0.5f * im->n, step = 2.0f / im->n;
    int ns = (int)(1.42f / step) + 1;
    #pragma omp parallel for collapse(2) schedule(static)
    for (int a = 0; a < sc->nang; a++)
        for (int d = 0; d < sc->ndet; d++) {
            float t = (d - 0.5f * (sc->ndet - 1)) * sc->spacing, sum = 0;
            for (int k = -ns; k <= ns; k++) {
                float x = t * sc->cosv[a] - k * step * sc->sinv[a];
                float y = t * sc->sinv[a] + k * step * sc->cosv[a];
                sum += bilinear(im, (x + 1) * half - 0.5f, (y + 1) * half - 0.5f);
            }
            out->row[a][d] = sum * step;
        }
}

static void back(const struct scanner *sc, const struct sinogram *s, struct image *out)
{
    int n = out->n;
    float h = 2.0f / n;
    memset(out->px, 0, sizeof(float) * n * n);
    #pragma omp parallel for schedule(static)
    for (int j = 0; j < n; j++)
        for (int a = 0; a < sc->nang; a++)
            for (int i = 0; i < n; i++) {
                float x = -1 + (i + 0.5f) * h, y = -1 + (j + 0.5f) * h;
                float t = (x * sc->cosv[a] + y * sc->sinv[a]) / sc->spacing + 0.5f * (sc->ndet - 1);
                int d = (int)t;
                if (d >= 0 && d < sc->ndet - 1)
                    out->px[j * n + i] += (1 - (t - d)) * s->row[a][d] + (t - d) * s->row[a][d + 1];
            }
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 160;
    int nang = argc > 2 ? atoi(argv[2]) : 120;
    int iters = argc > 3 ? atoi(argv[3]) : 15;
    struct scanner sc;
    struct ellipse e[14];

    scanner_init(&sc, nang, (int)(1.45 * n));
    struct image *truth = image_new(n), *rec = image_new(n), *upd = image_new(n), *wgt = image_new(n);
    struct sinogram *meas = sino_new(&sc), *est = sino_new(&sc), *len = sino_new(&sc);
    int ne = make_phantom(e, 14);
    rasterize(truth, e, ne);
    measure(&sc, e, ne, meas);

    for (int i = 0; i < n * n; i++)     /* row and column sums of the system */
        rec->px[i] = 1.0f;
    forward(&sc, rec, len);
    back(&sc, len, wgt);
    memset(rec->px, 0, sizeof(float) * n * n);

    for (int it = 0; it < iters; it++) {
        double res = 0, err = 0;
        forward(&sc, rec, est);
        for (int a = 0; a < nang; a++)
            for (int d = 0; d < sc.ndet; d++) {
                float r = len->row[a][d] > 0.05f ? meas->row[a][d] - est->row[a][d] : 0.0f;
                res += r * r;
                est->row[a][d] = r;
            }
        back(&sc, est, upd);
        for (int i = 0; i < n * n; i++) {
            float v = rec->px[i] + 1.8f * upd->px[i] / wgt->px[i];
            rec->px[i] = v < 0 ? 0 : v;
            err += (rec->px[i] - truth->px[i]) * (rec->px[i] - truth->px[i]);
        }
        if (it % 5 == 4 || it == iters - 1)
            printf("iteration %2d  residual %.5f  rmse %.5f\n", it + 1,
                   sqrt(res / (nang * sc.ndet)), sqrt(err / n / n));
    }
    double mean = 0, max = 0;
    for (int i = 0; i < n * n; i++) {
        mean += rec->px[i];
        max = rec->px[i] > max ? rec->px[i] : max;
    }
    printf("mean %.6f max %.6f centre %.6f\n", mean / n / n, max, rec->px[(n / 2) * n + n / 2]);
    image_free(truth); image_free(rec); image_free(upd); image_free(wgt);
    sino_free(meas); sino_free(est); sino_free(len);
    free(sc.cosv); free(sc.sinv);
    return 0;
}
