/* Modified Gram-Schmidt with one re-orthogonalization pass, then a least-squares
 * fit by back substitution.   usage: mgs [rows] [cols] */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static double **columns(int m, int n)
{
    double **c = malloc(n * sizeof *c);
    if (!c) exit(1);
    for (int j = 0; j < n; j++)
        if (!(c[j] = malloc(m * sizeof **c))) exit(1);
    return c;
}

static void drop(double **c, int n)
{
    for (int j = 0; j < n; j++) free(c[j]);
    free(c);
}

static uint64_t hash = 14695981039346656037ULL;
static void mix(const double *v, int n)
{
    const unsigned char *p = (const unsigned char *)v;
    for (size_t i = 0; i < n * sizeof *v; i++) hash = (hash ^ p[i]) * 1099511628211ULL;
}

/* damped, shifted cosines: increasingly dependent columns */
static void fill(double **a, double *rhs, int m, int n)
{
    unsigned s = 4711;
    for (int j = 0; j < n; j++)
        for (int i = 0; i < m; i++) {
            s = s * 1664525u + 1013904223u;
            double x = (double)i / m, w = (double)(s >> 8) / 16777216.0;
            a[j][i] = (1.0 - x * x) / (1.0 + x * (j % 17)) + 0.05 * (w - 0.5);
        }
    for (int i = 0; i < m; i++) {
        s = s * 1664525u + 1013904223u;
        rhs[i] = (double)i / m - (double)(s >> 16) / 65536.0;
    }
}

/* a := Q, upper triangle of r += R (row k of R is r[k]) */
static void mgs(double **a, double **r, int m, int n)
{
    for (int k = 0; k < n; k++) {
        double *q = a[k], nrm = 0.0;
        for (int i = 0; i < m; i++) nrm += q[i] * q[i];
        nrm = sqrt(nrm);
        r[k][k] = nrm;
        for (int i = 0; i < m; i++) q[i] /= nrm;
        for (int j = k + 1; j < n; j++) {
            double *v = a[j], d = 0.0;
            for (int i = 0; i < m; i++) d += q[i] * v[i];
            r[k][j] = d;
            for (int i = 0; i < m; i++) v[i] -= d * q[i];
        }
    }
}

/* r1 := r2 * r1, both upper triangular */
static void combine(double **r2, double **r1, int n)
{
    for (int j = 0; j < n; j++)
        for (int i = 0; i <= j; i++) {
            double s = 0.0;
            for (int k = i; k <= j; k++) s += r2[i][k] * r1[k][j];
            r1[i][j] = s;
        }
}

/* largest |Q^T Q - I| and its sum */
static void orthogonality(double **q, int m, int n, double *worst, double *sum)
{
    *worst = *sum = 0.0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++) {
            double d = 0.0;
            for (int k = 0; k < m; k++) d += q[i][k] * q[j][k];
            if (i == j) d -= 1.0;
            d = fabs(d);
            *sum += d;
            if (d > *worst) *worst = d;
        }
}

static void lsq(double **q, double **r, const double *rhs, double *x, int m, int n)
{
    for (int j = 0; j < n; j++) {
        double d = 0.0;
        for (int i = 0; i < m; i++) d += q[j][i] * rhs[i];
        x[j] = d;
    }
    for (int i = n - 1; i >= 0; i--) {
        double s = x[i];
        for (int j = i + 1; j < n; j++) s -= r[i][j] * x[j];
        x[i] = s / r[i][i];
    }
}

int main(int argc, char **argv)
{
    int m = argc > 1 ? atoi(argv[1]) : 3600;
    int n = argc > 2 ? atoi(argv[2]) : 288;
    if (n < 1 || m < n) return 1;
    double **a = columns(m, n), **r1 = columns(n, n), **r2 = columns(n, n);
    double *rhs = malloc(m * sizeof *rhs), *x = malloc(n * sizeof *x), worst, sum;
    if (!rhs || !x) return 1;
    fill(a, rhs, m, n);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) r1[i][j] = r2[i][j] = 0.0;
    mgs(a, r1, m, n);
    orthogonality(a, m, n, &worst, &sum);
    printf("pass 1: worst %.17g sum %.17g\n", worst, sum);
    mgs(a, r2, m, n);
    orthogonality(a, m, n, &worst, &sum);
    printf("pass 2: worst %.17g sum %.17g\n", worst, sum);
    combine(r2, r1, n);
    lsq(a, r1, rhs, x, m, n);
    double t = 0.0;
    for (int j = 0; j < n; j++) {
        mix(a[j], m);
        mix(r1[j], n);
        t += x[j] * (j + 1);
    }
    mix(x, n);
    printf("x %.17g r %.17g hash %016llx\n", t, r1[0][0] + r1[n - 1][n - 1],
           (unsigned long long)hash);
    drop(a, n); drop(r1, n); drop(r2, n);
    free(rhs); free(x);
    return 0;
}
