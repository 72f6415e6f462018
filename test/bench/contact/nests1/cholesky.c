/*
 * Gaussian-process regression on scattered points in the plane.  The kernel
 * matrix is factored as K = U^T U (Cholesky, upper triangle) and used for the
 * log marginal likelihood and for predictions at a few new points.
 *
 * usage: cholesky [n]
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
static int cholesky(double *a, int n)
{
    for (int j = 0; j < n; j++) {
        for (int i = 0; i < j; i++) {
            double s = a[i * n + j];
            for (int k = 0; k < i; k++)
                s -= a[k * n + i] * a[k * n + j];
            a[i * n + j] = s / a[i * n + i];
        }
        double d = a[j * n + j];
        for (int k = 0; k < j; k++)
            d -= a[k * n + j] * a[k * n + j];
        if (d <= 0.0)
            return j + 1;
        a[j * n + j] = sqrt(d);
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
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
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
