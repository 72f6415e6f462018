/*
 * Dense linear solver: LU with partial pivoting over double **, applied to
 * the moment matrix of a small boundary element problem plus random noise.
 * Solves for a few right hand sides and reports residuals.
 */
#include <stdio.h>
#include <stdlib.h>
#include <math.h>

static double **dmatrix(int n, int m)
{
    int i;
    double **a = (double **)malloc((size_t)n * sizeof(double *));

    if (!a) { fprintf(stderr, "dmatrix: allocation failure\n"); exit(1); }
    for (i = 0; i < n; i++) {
        a[i] = (double *)malloc((size_t)m * sizeof(double));
        if (!a[i]) { fprintf(stderr, "dmatrix: allocation failure\n"); exit(1); }
    }
    return a;
}

static void free_dmatrix(double **a, int n)
{
    int i;
    for (i = 0; i < n; i++) free(a[i]);
    free(a);
}

static double urand(unsigned *s)
{
    *s = *s * 1664525u + 1013904223u;
    return (double)(*s >> 8) / 16777216.0;
}

static void fill(double **a, double **b, int n, int nrhs)
{
    unsigned s = 4711u;
    int i, j;

    for (i = 0; i < n; i++) {
        for (j = 0; j < n; j++) {
            double d = i > j ? i - j : j - i;
            a[i][j] = 1.0 / (1.0 + 0.1 * d) + 0.8 * (urand(&s) - 0.5);
        }
    }
    for (i = 0; i < n; i++)
        for (j = 0; j < nrhs; j++)
            b[i][j] = j == 0 ? 1.0 : urand(&s) - 0.5;
}

/* factor in place, perm[k] = row exchanged with k; returns sign or 0 */
static int factor(double **a, int n, int *perm)
{
    int i, j, k, p, sign = 1;

    for (k = 0; k < n; k++) {
        double big = fabs(a[k][k]);
        p = k;
        for (i = k + 1; i < n; i++)
            if (fabs(a[i][k]) > big) {
                big = fabs(a[i][k]);
                p = i;
            }
        perm[k] = p;
        if (big == 0.0)
            return 0;
        if (p != k) {
            double *t = a[k];
            a[k] = a[p];
            a[p] = t;
            sign = -sign;
        }
        for (i = k + 1; i < n; i++) {
            a[i][k] /= a[k][k];
            for (j = k + 1; j < n; j++)
                a[i][j] -= a[i][k] * a[k][j];
        }
    }
    return sign;
}

/* b is overwritten with the solutions, one per column */
static void solve(double **a, int n, const int *perm, double **b, int nrhs)
{
    int i, j, r;

    for (i = 0; i < n; i++)
        if (perm[i] != i)
            for (r = 0; r < nrhs; r++) {
                double t = b[i][r];
                b[i][r] = b[perm[i]][r];
                b[perm[i]][r] = t;
            }
    for (r = 0; r < nrhs; r++) {
        for (i = 0; i < n; i++) {
            double s = b[i][r];
            for (j = 0; j < i; j++)
                s -= a[i][j] * b[j][r];
            b[i][r] = s;
        }
        for (i = n - 1; i >= 0; i--) {
            double s = b[i][r];
            for (j = i + 1; j < n; j++)
                s -= a[i][j] * b[j][r];
            b[i][r] = s / a[i][i];
        }
    }
}

static double max_residual(double **a, double **x, double **b, int n, int r)
{
    double worst = 0.0;
    int i, j;

    for (i = 0; i < n; i++) {
        double s = -b[i][r];
        for (j = 0; j < n; j++)
            s += a[i][j] * x[j][r];
        if (fabs(s) > worst)
            worst = fabs(s);
    }
    return worst;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 1300;
    int nrhs = argc > 2 ? atoi(argv[2]) : 8;
    double **a, **lu, **b, **x, logdet = 0.0;
    int *perm, i, j, r, sign;

    if (n < 1 || nrhs < 1) {
        fprintf(stderr, "usage: %s [n [nrhs]]\n", argv[0]);
        return 1;
    }
    a = dmatrix(n, n);
    lu = dmatrix(n, n);
    b = dmatrix(n, nrhs);
    x = dmatrix(n, nrhs);
    perm = malloc((size_t)n * sizeof *perm);
    if (!perm)
        return 1;
    fill(a, b, n, nrhs);
    for (i = 0; i < n; i++) {
        for (j = 0; j < n; j++)
            lu[i][j] = a[i][j];
        for (j = 0; j < nrhs; j++)
            x[i][j] = b[i][j];
    }

    sign = factor(lu, n, perm);
    if (!sign) {
        printf("singular\n");
        return 0;
    }
    solve(lu, n, perm, x, nrhs);

    for (i = 0; i < n; i++) {
        if (lu[i][i] < 0)
            sign = -sign;
        logdet += log(fabs(lu[i][i]));
    }
    printf("n=%d det sign %d log|det| %.10g\n", n, sign, logdet);
    for (r = 0; r < nrhs; r++) {
        double s = 0.0;
        for (i = 0; i < n; i++)
            s += x[i][r] * x[i][r];
        printf("rhs %d: |x|^2 %.9g x0 %.9g residual %s\n", r, s, x[0][r],
               max_residual(a, x, b, n, r) < 1e-6 ? "ok" : "LARGE");
    }

    free_dmatrix(a, n);
    free_dmatrix(lu, n);
    free_dmatrix(b, n);
    free_dmatrix(x, n);
    free(perm);
    return 0;
}
