/* (vector over rays and pixels, two threads) Parallel-beam tomography: project a phantom of ellipses, filter the projections,
 * back-project, and improve the image by a few SIRT iterations.
 * usage: tomo [size] [angles] [iterations] */
#include <immintrin.h>
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
    #pragma omp parallel for schedule(dynamic, 4)
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

/* sixteen lanes; the operators of gcc's vector types, gathers under a mask */
#pragma GCC diagnostic ignored "-Wpsabi"
typedef float f16 __attribute__((vector_size(64), aligned(4)));
typedef int i16 __attribute__((vector_size(64)));
#ifdef __AVX512F__
typedef __mmask16 mask;
static inline mask between(f16 x, float hi)
{
    return _mm512_cmp_ps_mask((__m512)x, _mm512_setzero_ps(), _CMP_GE_OQ)
         & _mm512_cmp_ps_mask((__m512)x, _mm512_set1_ps(hi), _CMP_LT_OQ);
}
static inline i16 whole(f16 x) { return (i16)_mm512_cvttps_epi32((__m512)x); }
static inline f16 real(i16 x) { return (f16)_mm512_cvtepi32_ps((__m512i)x); }
static inline f16 pick(const float *p, i16 i, mask m)
{
    return (f16)_mm512_mask_i32gather_ps(_mm512_setzero_ps(), m, (__m512i)i, p, 4);
}
static inline f16 merge(mask m, f16 yes, f16 no)
{
    return (f16)_mm512_mask_blend_ps(m, (__m512)no, (__m512)yes);
}
#else
typedef unsigned mask;
#define EACH for (int q = 0; q < 16; q++)
static inline mask between(f16 x, float hi) { mask m = 0; EACH m |= (unsigned)(x[q] >= 0.0f && x[q] < hi) << q; return m; }
static inline i16 whole(f16 x) { i16 r; EACH r[q] = (int)x[q]; return r; }
static inline f16 real(i16 x) { f16 r; EACH r[q] = (float)x[q]; return r; }
static inline f16 pick(const float *p, i16 i, mask m) { f16 r; EACH r[q] = m >> q & 1 ? p[i[q]] : 0.0f; return r; }
static inline f16 merge(mask m, f16 yes, f16 no) { EACH if (m >> q & 1) no[q] = yes[q]; return no; }
#endif

static const i16 lanes = { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15 };

/* 16 neighbouring rays side by side, each with its own sum along k; samples
 * outside are not added, steps with none inside skipped */
static void project(const Scan *sc, const float *img, float *sino)
{
    const int n = sc->n, nd = sc->ndet;
    const float mid = 0.5f * (n - 1), half = 0.5f * (nd - 1), lim = n - 1;
    #pragma omp parallel for schedule(dynamic, 2)
    for (int a = 0; a < sc->nang; a++)
        for (int d0 = 0; d0 < nd; d0 += 16) {
            const float c = sc->cosa[a], s = sc->sina[a];
            f16 sum = { 0 }, r = real(lanes + d0) - half, rx = mid + r * c, ry = mid + r * s;
            for (int k = 0; k < nd; k++) {
                float t = k - half;
                f16 x = rx - t * s, y = ry + t * c;
                mask in = between(x, lim) & between(y, lim);
                if (!in) continue;
                i16 ix = whole(x), iy = whole(y), o = iy * n + ix;
                f16 fx = x - real(ix), fy = y - real(iy), gx = 1.0f - fx;
                f16 v = (1.0f - fy) * (gx * pick(img, o, in) + fx * pick(img + 1, o, in))
                      + fy * (gx * pick(img + n, o, in) + fx * pick(img + n + 1, o, in));
                sum = merge(in, sum + v, sum);
            }
            for (int q = 0; q < 16 && d0 + q < nd; q++) sino[a * nd + d0 + q] = sum[q];
        }
}

static void filter(const Scan *sc, const float *in, float *out)
{
    int nd = sc->ndet, wb = nd | 1;     /* odd: d - k + wb is even for an odd tap */
    float *wo = alloc(nd + 34);
    for (int m = 1 - nd; m < nd; m++)
        if (m & 1) wo[(m + wb) >> 1] = (float)(1.0 / (PI * PI * m * m));
    #pragma omp parallel for schedule(static)
    for (int a = 0; a < sc->nang; a++) {
        /* even and odd cells apart: those of one parity take the taps of the other */
        const float *p = in + a * nd;
        for (int par = 0; par < 2; par++)
            for (int d0 = par; d0 < nd; d0 += 32) {
                f16 s = { 0 };      /* wo: the odd taps in a row */
                for (int k = 0; k < nd; k++) {
                    if ((k ^ par) & 1) s -= p[k] * *(const f16 *)(wo + ((d0 - k + wb) >> 1));
                    else if (k >= d0 && k < d0 + 32) s[(k - d0) / 2] += 0.25f * p[k];
                }
                for (int q = 0; q < 16 && d0 + 2 * q < nd; q++) out[a * nd + d0 + 2 * q] = s[q];
            }
    }
    free(wo);
}

/* a tile of pixels stays in registers while the angles go by */
static void backproject(const Scan *sc, const float *sino, float *img, float gain)
{
    const int n = sc->n, nd = sc->ndet;
    const float mid = 0.5f * (n - 1), half = 0.5f * (nd - 1), lim = nd - 1;
    #pragma omp parallel for schedule(dynamic, 4)
    for (int y = 0; y < n; y++)
        for (int x0 = 0; x0 < n; x0 += 32) {
            f16 acc[2];
            int m = n - x0 < 32 ? n - x0 : 32;
            for (int q = 0; q < 32; q++) acc[q / 16][q % 16] = q < m ? img[y * n + x0 + q] : 0.0f;
            for (int a = 0; a < sc->nang; a++) {
                const float *p = sino + a * nd, c = sc->cosa[a], ys = (y - mid) * sc->sina[a];
                #pragma GCC unroll 2
                for (int h = 0; h < 2; h++) {
                    f16 r = (real(lanes + (x0 + 16 * h)) - mid) * c + ys + half;
                    mask in = between(r, lim);
                    i16 i = whole(merge(in, r, r * 0.0f));
                    f16 f = r - real(i);
                    f16 v = acc[h] + gain * ((1.0f - f) * pick(p, i, in) + f * pick(p + 1, i, in));
                    acc[h] = merge(in, v, acc[h]);
                }
            }
            for (int q = 0; q < m; q++) img[y * n + x0 + q] = acc[q / 16][q % 16];
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
