/* lsqfit, optimized by hand: see lsqfit.c.
 * The matrix lives in tiles of TW columns, tile[i][TW]; right-hand sides are
 * one more tile.  Right-looking by tiles; every dot product still runs down
 * the rows in order.
 * SMALL: 200 8
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define NRHS 3
#define TW 16

typedef double v8 __attribute__((vector_size(64)));

static int m, n, ntile;
static double *tiles; /* [ntile + 1][m][TW] */

static double *tile(int t)
{
    return tiles + (size_t)t * m * TW;
}

static double *at(int i, int j)
{
    return tile(j / TW) + (size_t)i * TW + j % TW;
}

static unsigned int seed = 20240131u;

static double uniform(void)
{
    seed = seed * 1664525u + 1013904223u;
    return (seed >> 8) / 16777216.0;
}

static double truth(int which, double x, double y)
{
    switch (which) {
    case 0:
        return exp(-3.0 * (x * x + y * y));
    case 1:
        return 1.0 / (1.0 + 4.0 * (x - 0.2) * (x - 0.2) + 2.0 * y * y);
    default:
        return sin(4.0 * x + 1.0) * cos(3.0 * y);
    }
}

static void chebyshev_all(int degree, double x, double *t)
{
    t[0] = 1.0;
    if (degree > 0)
        t[1] = x;
    for (int k = 2; k <= degree; k++)
        t[k] = 2.0 * x * t[k - 1] - t[k - 2];
}

static void fill(int degree)
{
    double *tx = malloc(sizeof(double) * (degree + 1));
    double *ty = malloc(sizeof(double) * (degree + 1));
    for (int i = 0; i < m; i++) {
        double x = 2.0 * uniform() - 1.0;
        double y = 2.0 * uniform() - 1.0;
        int col = 0;
        chebyshev_all(degree, x, tx);
        chebyshev_all(degree, y, ty);
        for (int p = 0; p <= degree; p++)
            for (int q = 0; p + q <= degree; q++)
                *at(i, col++) = tx[p] * ty[q];
        double *b = tile(ntile) + (size_t)i * TW;
        for (int r = 0; r < NRHS; r++)
            b[r] = truth(r, x, y) + 1e-3 * (uniform() - 0.5);
    }
    free(tx);
    free(ty);
}

/* factor the tile t (columns k0..k0+nk-1), leaving the reflectors in v[kk][i] */
static void factor_tile(int t, int k0, int nk, double *diag, double *beta, double *v)
{
    double *P = tile(t);
    for (int kk = 0; kk < nk; kk++) {
        int k = k0 + kk;
        double *vk = v + (size_t)kk * m;
        double sum = 0.0;
        for (int i = k; i < m; i++) {
            vk[i] = P[(size_t)i * TW + kk];
            sum += vk[i] * vk[i];
        }
        double norm = sqrt(sum), akk = vk[k];
        double alpha = akk > 0 ? -norm : norm;
        beta[kk] = norm > 0 ? 1.0 / (norm * (norm + fabs(akk))) : 0.0;
        vk[k] = akk - alpha;
        P[(size_t)k * TW + kk] = vk[k];
        diag[k] = alpha;
        double w[TW] = { 0 };
        for (int i = k; i < m; i++) {
            double *row = P + (size_t)i * TW;
#pragma omp simd
            for (int j = 0; j < TW; j++)
                w[j] += vk[i] * row[j];
        }
        for (int j = 0; j < TW; j++)
            w[j] = j > kk ? w[j] * beta[kk] : 0.0;
        /* columns up to kk get -= 0 * v, which leaves them as they are */
        for (int i = k; i < m; i++) {
            double *row = P + (size_t)i * TW;
#pragma omp simd
            for (int j = 0; j < TW; j++)
                row[j] -= w[j] * vk[i];
        }
    }
}

/* apply the nk reflectors to a tile */
static void apply(double *C, int k0, int nk, const double *beta, const double *v)
{
    v8 w0 = { 0 }, w1 = { 0 };
    const double *va = v;
    for (int i = k0; i < m; i++) {
        v8 *c = (v8 *)(C + (size_t)i * TW);
        w0 += va[i] * c[0];
        w1 += va[i] * c[1];
    }
    for (int kk = 0; kk < nk; kk++) {
        int k = k0 + kk;
        const double *vk = v + (size_t)kk * m, *vn = vk + m;
        w0 *= beta[kk];
        w1 *= beta[kk];
        v8 *c = (v8 *)(C + (size_t)k * TW);
        c[0] -= w0 * vk[k];
        c[1] -= w1 * vk[k];
        if (kk + 1 == nk) {
            for (int i = k + 1; i < m; i++) {
                c = (v8 *)(C + (size_t)i * TW);
                c[0] -= w0 * vk[i];
                c[1] -= w1 * vk[i];
            }
        } else {
            v8 x0 = { 0 }, x1 = { 0 };
            for (int i = k + 1; i < m; i++) {
                c = (v8 *)(C + (size_t)i * TW);
                v8 c0 = c[0] - w0 * vk[i], c1 = c[1] - w1 * vk[i];
                c[0] = c0;
                c[1] = c1;
                x0 += vn[i] * c0;
                x1 += vn[i] * c1;
            }
            w0 = x0;
            w1 = x1;
        }
    }
}

int main(int argc, char **argv)
{
    m = argc > 1 ? atoi(argv[1]) : 1500;
    int degree = argc > 2 ? atoi(argv[2]) : 36;
    n = (degree + 1) * (degree + 2) / 2;
    if (degree < 0 || m < n) {
        fprintf(stderr, "too few points\n");
        return 1;
    }
    ntile = (n + TW - 1) / TW;
    size_t bytes = sizeof(double) * (size_t)(ntile + 1) * m * TW;
    tiles = aligned_alloc(64, bytes);
    for (size_t i = 0; i < bytes / sizeof(double); i++)
        tiles[i] = 0.0;
    double *diag = malloc(sizeof(double) * n), *X = malloc(sizeof(double) * n * NRHS);
    double *v = malloc(sizeof(double) * m * TW), beta[TW];
    fill(degree);

#pragma omp parallel
    for (int t = 0; t < ntile; t++) {
        int k0 = t * TW, nk = n - k0 < TW ? n - k0 : TW;
#pragma omp single
        factor_tile(t, k0, nk, diag, beta, v);
#pragma omp for schedule(dynamic, 1)
        for (int s = t + 1; s <= ntile; s++)
            apply(tile(s), k0, nk, beta, v);
    }

    double *B = tile(ntile);
    for (int i = n - 1; i >= 0; i--) {
        double s[NRHS];
        for (int r = 0; r < NRHS; r++)
            s[r] = B[(size_t)i * TW + r];
        for (int j = i + 1; j < n; j++) {
            double aij = *at(i, j);
            for (int r = 0; r < NRHS; r++)
                s[r] -= aij * X[j * NRHS + r];
        }
        for (int r = 0; r < NRHS; r++)
            X[i * NRHS + r] = s[r] / diag[i];
    }

    printf("points %d coefficients %d\n", m, n);
    double logdet = 0.0, big = 0.0, small = INFINITY;
    for (int i = 0; i < n; i++) {
        double d = fabs(diag[i]);
        logdet += log(d);
        if (d > big)
            big = d;
        if (d < small)
            small = d;
    }
    printf("log|det R| %.12g, diagonal from %.12g to %.12g\n", logdet, small, big);
    for (int r = 0; r < NRHS; r++) {
        double res = 0.0, sum = 0.0;
        for (int i = n; i < m; i++)
            res += B[(size_t)i * TW + r] * B[(size_t)i * TW + r];
        for (int i = 0; i < n; i++)
            sum += X[i * NRHS + r] * X[i * NRHS + r];
        printf("function %d: rms residual %.17g, coefficient norm %.17g\n", r,
               sqrt(res / m), sqrt(sum));
        for (int i = 0; i < n; i += n / 3 + 1)
            printf("   coefficient %d: %.17g\n", i, X[i * NRHS + r]);
    }
    double check = 0.0;
    for (int i = 0; i < n; i++)
        for (int j = i + 1; j < n; j++)
            check += *at(i, j) * (1 + (i + 3 * j) % 7);
    printf("checksum of R %.17g\n", check);
    free(tiles);
    free(diag);
    free(X);
    free(v);
    return 0;
}
