/* GP regression, hand optimised: the factor is kept transposed (rows of U=L'),
 * augmented with the right hand sides, blocked right-looking, packed panels,
 * register tiles 8 x 24; every sum in the original order. */
#pragma GCC target("prefer-vector-width=512")
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <omp.h>

#define NB 48
#define TW 24

typedef double vd __attribute__((vector_size(64)));
typedef double vdu __attribute__((vector_size(64), aligned(8)));

static unsigned long long rng = 88172645463325252ULL;

static double uniform(void)
{
    rng ^= rng << 13;
    rng ^= rng >> 7;
    rng ^= rng << 17;
    return (double)(rng >> 11) / 9007199254740992.0;
}

static void *get(size_t bytes)
{
    void *p = aligned_alloc(64, (bytes + 63) / 64 * 64);
    if (!p) {
        fprintf(stderr, "out of memory\n");
        exit(1);
    }
    return p;
}

static double target(const double *p, int dim)
{
    double s = 0.0;
    for (int d = 0; d < dim; d++)
        s += (d + 1) * p[d] * (1.0 - p[d]);
    return s;
}

/* out[i] = kernel(p, points[i]) for i in [i0,i1), points transposed [dim][np] */
static void kernel_row(double *restrict out, const double *p, const double *restrict pts,
                       size_t np, int i0, int i1, int dim, double scale)
{
    for (int i = i0; i < i1; i++)
        out[i] = 0.0;
    for (int d = 0; d < dim; d++) {
        double a = p[d];
        const double *restrict q = pts + d * np;
        for (int i = i0; i < i1; i++)
            out[i] += (a - q[i]) * (a - q[i]);
    }
#pragma omp simd simdlen(8)
    for (int i = i0; i < i1; i++) {
        double r = __builtin_sqrt(out[i]) / scale;
        double t = 1.0 - r;
        double k = t * t * t * t * (4.0 * r + 1.0);
        out[i] = r >= 1.0 ? 0.0 : k;
    }
}

static double *U, *pack;
static size_t ld;

/* rows j0..j0+7, columns c0..c0+23: subtract the products of panel k0.. */
static void tile(int j0, int nj, int c0, int kb)
{
    const double *pa = pack + (size_t)(j0 / TW) * TW * NB + j0 % TW;
    const double *pb = pack + (size_t)(c0 / TW) * TW * NB;
    double *out = U + (size_t)j0 * ld + c0;
    vd acc[8][3];

    if (nj < 8) {       /* the last rows; rows beyond are padding */
        double t[8][TW];
        for (int i = 0; i < nj; i++)
            for (int c = 0; c < TW; c++)
                t[i][c] = out[i * ld + c];
        for (int k = 0; k < kb; k++)
            for (int i = 0; i < nj; i++)
                for (int c = 0; c < TW; c++)
                    t[i][c] -= pa[k * TW + i] * pb[k * TW + c];
        for (int i = 0; i < nj; i++)
            for (int c = 0; c < TW; c++)
                out[i * ld + c] = t[i][c];
        return;
    }
#pragma GCC unroll 8
    for (int i = 0; i < 8; i++)
#pragma GCC unroll 3
        for (int v = 0; v < 3; v++)
            acc[i][v] = *(vdu *)(out + i * ld + 8 * v);
    for (int k = 0; k < kb; k++) {
        vd b0 = *(vd *)pb, b1 = *(vd *)(pb + 8), b2 = *(vd *)(pb + 16);
#pragma GCC unroll 8
        for (int i = 0; i < 8; i++) {
            double l = pa[i];
            acc[i][0] = acc[i][0] - l * b0;
            acc[i][1] = acc[i][1] - l * b1;
            acc[i][2] = acc[i][2] - l * b2;
        }
        pa += TW;
        pb += TW;
    }
#pragma GCC unroll 8
    for (int i = 0; i < 8; i++)
#pragma GCC unroll 3
        for (int v = 0; v < 3; v++)
            *(vdu *)(out + i * ld + 8 * v) = acc[i][v];
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 1700;
    int m = argc > 2 ? atoi(argv[2]) : 250;
    int dim = argc > 3 ? atoi(argv[3]) : 3;

    if (n < 1 || m < 1 || dim < 1) {
        fprintf(stderr, "usage: gpchol n m dim\n");
        return 1;
    }
    int cols = n + 1 + m, ntile = (cols + TW - 1) / TW;
    ld = (size_t)ntile * TW;
    if (ld % 64 == 0)
        ld += 8;
    double *X = get(sizeof(double) * n * dim), *T = get(sizeof(double) * m * dim);
    double *Xt = get(sizeof(double) * n * dim), *Tt = get(sizeof(double) * m * dim);
    U = get(sizeof(double) * n * ld);
    pack = get(sizeof(double) * ntile * TW * NB);
    for (int i = 0; i < n * dim; i++)
        X[i] = uniform();
    for (int i = 0; i < m * dim; i++)
        T[i] = uniform();
    for (int d = 0; d < dim; d++) {
        for (int i = 0; i < n; i++)
            Xt[(size_t)d * n + i] = X[(size_t)i * dim + d];
        for (int t = 0; t < m; t++)
            Tt[(size_t)d * m + t] = T[(size_t)t * dim + d];
    }
    double *y = get(sizeof(double) * n);
    for (int i = 0; i < n; i++)
        y[i] = target(X + (size_t)i * dim, dim) + 0.01 * (uniform() - 0.5);

    int bad = 0;
#pragma omp parallel
    {
#pragma omp for schedule(static, 8)
        for (int i = 0; i < n; i++) {
            double *row = U + i * ld;
            memset(row, 0, ld * sizeof(double));
            kernel_row(row, X + (size_t)i * dim, Xt, n, i, n, dim, 0.9);
            row[i] = row[i] + 1e-2;
            row[n] = y[i];
            kernel_row(row + n + 1, X + (size_t)i * dim, Tt, m, 0, m, dim, 0.9);
        }
        for (int k0 = 0; k0 < n && !bad; k0 += NB) {
            int kb = n - k0 < NB ? n - k0 : NB, k1 = k0 + kb;
            int t0 = k0 / TW, t1 = k1 / TW;     /* NB is a multiple of TW */
            /* diagonal block */
#pragma omp single
            for (int j = k0; j < k1; j++) {
                double *uj = U + j * ld;
                if (uj[j] <= 0.0) {
                    bad = j + 1;
                    break;
                }
                double piv = uj[j] = sqrt(uj[j]);
                for (int c = j + 1; c < k1; c++)
                    uj[c] /= piv;
                for (int i = j + 1; i < k1; i++) {
                    double l = uj[i], *restrict ui = U + i * ld;
                    for (int c = i; c < k1; c++)
                        ui[c] -= l * uj[c];
                }
            }
            if (bad)
                break;
            /* the rest of the block row, tile by tile, and its packed copy */
#pragma omp for schedule(static)
            for (int t = t0; t < ntile; t++) {
                int c0 = t * TW;
                double *p = pack + (size_t)t * TW * NB;
                if (c0 + TW <= k1)
                    continue;
                if (c0 >= k1) {
                    for (int j = 0; j < kb; j++) {
                        double *uj = U + (k0 + j) * ld + c0, piv = U[(k0 + j) * ld + k0 + j];
                        vd s[3];
                        for (int v = 0; v < 3; v++)
                            s[v] = *(vdu *)(uj + 8 * v);
                        for (int k = 0; k < j; k++) {
                            double l = U[(k0 + k) * ld + k0 + j];
                            for (int v = 0; v < 3; v++)
                                s[v] = s[v] - l * *(vd *)(p + k * TW + 8 * v);
                        }
                        for (int v = 0; v < 3; v++) {
                            s[v] = s[v] / piv;
                            *(vdu *)(uj + 8 * v) = s[v];
                            *(vd *)(p + j * TW + 8 * v) = s[v];
                        }
                    }
                } else {        /* last block: columns k1.. of a mixed tile */
                    for (int j = k0; j < k1; j++) {
                        double *uj = U + j * ld;
                        for (int c = k1; c < c0 + TW; c++) {
                            double s = uj[c];
                            for (int k = k0; k < j; k++)
                                s -= U[k * ld + j] * U[k * ld + c];
                            uj[c] = s / uj[j];
                        }
                    }
                }
            }
            /* trailing matrix: only reached when k1 is a multiple of TW */
            if (k1 < n) {
                int nj8 = (n - k1 + 7) / 8;
#pragma omp for schedule(dynamic, 2)
                for (int q = 0; q < nj8; q++) {
                    int j0 = k1 + 8 * q, nj = n - j0 < 8 ? n - j0 : 8;
                    for (int t = j0 / TW; t < ntile; t++)
                        tile(j0, nj, t * TW, kb);
                }
            }
            (void)t1;
        }
    }
    if (bad) {
        printf("not positive definite at row %d\n", bad);
        return 0;
    }

    double logdet = 0.0, quad = 0.0;
    for (int i = 0; i < n; i++) {
        logdet += 2.0 * log(U[i * ld + i]);
        quad += U[i * ld + n] * U[i * ld + n];
    }
    printf("logdet %.10g quadratic form %.10g\n", logdet, quad);

    double *mean = get(sizeof(double) * m), *var = get(sizeof(double) * m);
    for (int t = 0; t < m; t++) {
        mean[t] = 0.0;
        var[t] = 1.0;
    }
    for (int i = 0; i < n; i++) {
        const double *restrict k = U + i * ld + n + 1;
        double yi = U[i * ld + n];
        for (int t = 0; t < m; t++) {
            mean[t] += k[t] * yi;
            var[t] -= k[t] * k[t];
        }
    }
    double rms = 0.0, meanvar = 0.0;
    for (int t = 0; t < m; t++) {
        double err = mean[t] - target(T + (size_t)t * dim, dim);
        rms += err * err;
        meanvar += var[t];
        if (t < 3)
            printf("test %d: mean %.9g var %.6g\n", t, mean[t], var[t]);
    }
    printf("rms error %.8g mean variance %.8g\n", sqrt(rms / m), meanvar / m);
    return 0;
}
