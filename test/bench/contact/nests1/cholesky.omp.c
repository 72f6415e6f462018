/*
 * Gaussian-process regression on scattered points in the plane.  The kernel
 * matrix is factored as K = U^T U (Cholesky, upper triangle) and used for the
 * log marginal likelihood and for predictions at a few new points.
 *
 * usage: cholesky [n]
 *
 * OpenMP version: blocked right-looking factorisation, rows of U walked.
 */
#include <stdio.h>
#include <stdlib.h>
#include <math.h>

#define NTEST 5

static unsigned int seed = 12345u;

static double rnd(void)
{
    seed = seed * 1664525u + 1013904223u;
    return (seed >> 8) / 16777216.0;
}

static double kernel(double x0, double y0, double x1, double y1)
{
    double dx = x0 - x1, dy = y0 - y1;
    return exp(-(dx * dx + dy * dy) / (2.0 * 0.15 * 0.15));
}

/* factor the upper triangle of a (n x n, row major); returns 0 on success */
#define NB 64        /* block of pivots */
#define TI 32        /* tile sizes of the trailing update */
#define TJ 256

static int min(int a, int b)
{
    return a < b ? a : b;
}

/* row i, columns [j0,j1): subtract u[k][i] * u[k][j] for k in [k0,k1) */
static void row_update(double *a, int n, int i, int k0, int k1, int j0, int j1)
{
    double *restrict c = a + (size_t)i * n;
    int k = k0;
    for (; k + 3 < k1; k += 4) {
        const double *u0 = a + (size_t)k * n, *u1 = u0 + n, *u2 = u1 + n, *u3 = u2 + n;
        double f0 = u0[i], f1 = u1[i], f2 = u2[i], f3 = u3[i];
#pragma omp simd
        for (int j = j0; j < j1; j++)
            c[j] = (((c[j] - f0 * u0[j]) - f1 * u1[j]) - f2 * u2[j]) - f3 * u3[j];
    }
    for (; k < k1; k++) {
        const double *u = a + (size_t)k * n;
        double f = u[i];
#pragma omp simd
        for (int j = j0; j < j1; j++)
            c[j] -= f * u[j];
    }
}

/* blocked, right looking, upper triangle; returns 0 on success */
static int cholesky(double *a, int n)
{
    for (int k0 = 0; k0 < n; k0 += NB) {
        int k1 = min(k0 + NB, n);

        for (int k = k0; k < k1; k++) {
            row_update(a, n, k, k0, k, k, k1);
            if (a[k * n + k] <= 0.0)
                return k + 1;
            a[k * n + k] = sqrt(a[k * n + k]);
            for (int j = k + 1; j < k1; j++)
                a[k * n + j] /= a[k * n + k];
        }
#pragma omp parallel
        {
#pragma omp for schedule(static)
            for (int jj = k1; jj < n; jj += TJ) {
                int j1 = min(jj + TJ, n);
                for (int k = k0; k < k1; k++) {
                    row_update(a, n, k, k0, k, jj, j1);
                    for (int j = jj; j < j1; j++)
                        a[k * n + j] /= a[k * n + k];
                }
            }
#pragma omp for collapse(2) schedule(dynamic)
            for (int ii = k1; ii < n; ii += TI)
                for (int jj = k1; jj < n; jj += TJ)
                    for (int i = ii; i < min(ii + TI, n); i++)
                        row_update(a, n, i, k0, k1, i > jj ? i : jj, min(jj + TJ, n));
        }
    }
    return 0;
}

/* b := (U^T U)^{-1} b */
static void solve(const double *u, int n, double *b)
{
    for (int i = 0; i < n; i++) {
        double s = b[i];
        for (int k = 0; k < i; k++)
            s -= u[k * n + i] * b[k];
        b[i] = s / u[i * n + i];
    }
    for (int i = n - 1; i >= 0; i--) {
        double s = b[i];
        for (int k = i + 1; k < n; k++)
            s -= u[i * n + k] * b[k];
        b[i] = s / u[i * n + i];
    }
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 1600;
    double *x = malloc(n * sizeof(double));
    double *y = malloc(n * sizeof(double));
    double *f = malloc(n * sizeof(double));
    double *alpha = malloc(n * sizeof(double));
    double *k = malloc((size_t)n * n * sizeof(double));

    for (int i = 0; i < n; i++) {
        x[i] = rnd();
        y[i] = rnd();
        f[i] = sin(6.0 * x[i]) * cos(4.0 * y[i]) + 0.05 * (rnd() - 0.5);
        alpha[i] = f[i];
    }
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        for (int j = i; j < n; j++)
            k[i * n + j] = kernel(x[i], y[i], x[j], y[j]) + (i == j ? 0.01 : 0.0);

    int info = cholesky(k, n);
    if (info != 0) {
        printf("matrix not positive definite at %d\n", info);
        return 1;
    }
    solve(k, n, alpha);

    double loglik = 0.0;
    for (int i = 0; i < n; i++)
        loglik -= 0.5 * f[i] * alpha[i] + log(k[i * n + i]);
    loglik -= 0.5 * n * log(2.0 * 3.14159265358979323846);
    printf("n = %d  log likelihood = %.17g\n", n, loglik);

    for (int t = 0; t < NTEST; t++) {
        double px = (t + 0.5) / NTEST, py = 1.0 - px * px;
        double mean = 0.0;
        for (int i = 0; i < n; i++)
            mean += kernel(px, py, x[i], y[i]) * alpha[i];
        printf("f(%.3f, %.3f) = %.17g\n", px, py, mean);
    }
    free(x);
    free(y);
    free(f);
    free(alpha);
    free(k);
    return 0;
}
