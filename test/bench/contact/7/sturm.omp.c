// SPDX-License-Identifier: Apache-2.0
/*
 * Spectrum of a dense symmetric matrix.
 *
 * The matrix is brought to tridiagonal form with Householder reflections and
 * the eigenvalues are then found one by one with bisection on the Sturm
 * sequence count.  Usage: sturm [n [seed]]
 */
#include <stdio.h>
#include <stdlib.h>
#include <math.h>

static int n = 1200;
static unsigned long long rng = 12345;
static double **a;          /* row pointers into one block */
static double *diag, *off;  /* the tridiagonal matrix      */

static double uniform(void)
{
    rng ^= rng << 13;
    rng ^= rng >> 7;
    rng ^= rng << 17;
    return (double)(rng >> 11) / 9007199254740992.0;
}

static double **new_matrix(int rows, int cols)
{
    double **m = malloc(rows * sizeof *m);
    if (!m)
        return NULL;
    m[0] = calloc((size_t)rows * cols, sizeof **m);
    if (!m[0]) {
        free(m);
        return NULL;
    }
    for (int i = 1; i < rows; i++)
        m[i] = m[i - 1] + cols;
    return m;
}

static void fill(void)
{
    for (int i = 0; i < n; i++) {
        for (int j = 0; j <= i; j++) {
            double x = uniform() - 0.5;
            if (i == j)
                x = 4.0 + 3.0 * sin(0.05 * i) + x;
            else
                x /= 1.0 + 0.05 * (i - j);
            a[i][j] = a[j][i] = x;
        }
    }
}

static void tridiagonalize(void)
{
    double *v = malloc(n * sizeof *v);
    double *p = malloc(n * sizeof *p);

    for (int k = 0; k < n - 2; k++) {
        double norm2 = 0.0;
        for (int i = k + 1; i < n; i++) {
            v[i] = a[i][k];
            norm2 += v[i] * v[i];
        }
        double tail = norm2 - v[k + 1] * v[k + 1];
        diag[k] = a[k][k];
        if (tail < 1e-300) {
            off[k] = v[k + 1];
            continue;
        }
        double alpha = v[k + 1] > 0 ? -sqrt(norm2) : sqrt(norm2);
        off[k] = alpha;
        v[k + 1] -= alpha;
        double vv = tail + v[k + 1] * v[k + 1];
        double beta = 2.0 / vv;

        #pragma omp parallel for schedule(static) if (n - k > 100)
        for (int i = k + 1; i < n; i++) {
            double s = 0.0;
            for (int j = k + 1; j < n; j++)
                s += a[i][j] * v[j];
            p[i] = beta * s;
        }
        double pv = 0.0;
        for (int i = k + 1; i < n; i++)
            pv += p[i] * v[i];
        double half = 0.5 * beta * pv;
        for (int i = k + 1; i < n; i++)
            p[i] -= half * v[i];

        #pragma omp parallel for schedule(static) if (n - k > 100)
        for (int i = k + 1; i < n; i++) {
            double vi = v[i], pi = p[i];
            for (int j = k + 1; j < n; j++)
                a[i][j] -= vi * p[j] + pi * v[j];
        }
    }
    diag[n - 2] = a[n - 2][n - 2];
    diag[n - 1] = a[n - 1][n - 1];
    off[n - 2] = a[n - 1][n - 2];
    free(v);
    free(p);
}

/* number of eigenvalues below x */
static int count_below(double x)
{
    int count = 0;
    double q = diag[0] - x;
    if (q < 0)
        count++;
    for (int i = 1; i < n; i++) {
        if (fabs(q) < 1e-290)
            q = 1e-290;
        q = diag[i] - x - off[i - 1] * off[i - 1] / q;
        if (q < 0)
            count++;
    }
    return count;
}

static double bisect(int k, double lo, double hi)
{
    for (int it = 0; it < 100; it++) {
        double mid = 0.5 * (lo + hi);
        if (hi - lo < 1e-11 * (fabs(lo) + fabs(hi)) + 1e-13)
            break;
        if (count_below(mid) > k)
            hi = mid;
        else
            lo = mid;
    }
    return 0.5 * (lo + hi);
}

int main(int argc, char **argv)
{
    if (argc > 1)
        n = atoi(argv[1]);
    if (argc > 2)
        rng = strtoull(argv[2], NULL, 10) | 1;
    if (n < 3) {
        fprintf(stderr, "usage: %s [n [seed]]\n", argv[0]);
        return 2;
    }
    a = new_matrix(n, n);
    diag = malloc(n * sizeof *diag);
    off = calloc(n, sizeof *off);
    double *ev = malloc(n * sizeof *ev);
    if (!a || !diag || !off || !ev) {
        fprintf(stderr, "out of memory\n");
        return 1;
    }
    fill();
    double trace = 0.0;
    for (int i = 0; i < n; i++)
        trace += a[i][i];
    tridiagonalize();

    /* Gershgorin bounds */
    double lo = diag[0], hi = diag[0];
    for (int i = 0; i < n; i++) {
        double r = (i > 0 ? fabs(off[i - 1]) : 0) + (i < n - 1 ? fabs(off[i]) : 0);
        if (diag[i] - r < lo)
            lo = diag[i] - r;
        if (diag[i] + r > hi)
            hi = diag[i] + r;
    }
    #pragma omp parallel for schedule(dynamic, 8)
    for (int k = 0; k < n; k++)
        ev[k] = bisect(k, lo, hi);

    double sum = 0.0;
    for (int k = 0; k < n; k++)
        sum += ev[k];
    printf("n %d\ntrace %.8f\nsum of eigenvalues %.8f\n", n, trace, sum);
    for (int k = 0; k < n; k += (n + 15) / 16)
        printf("%5d %16.9f\n", k, ev[k]);
    printf("%5d %16.9f\n", n - 1, ev[n - 1]);
    free(a[0]);
    free(a);
    free(diag);
    free(off);
    free(ev);
    return 0;
}
