/*
 * Long-run behaviour of a queueing system: build the one-step transition
 * matrix of a finite Markov chain and raise it to a high power by binary
 * exponentiation; then the same for a cycle of two alternating regimes.
 *
 * usage: markov [states] [steps]
 *
 * OpenMP version: i-k-j product, tiled in i and k.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static double **new_matrix(int n)
{
    double **m = malloc(n * sizeof *m);
    for (int i = 0; i < n; i++)
        m[i] = calloc(n, sizeof **m);
    return m;
}

static void free_matrix(double **m, int n)
{
    for (int i = 0; i < n; i++)
        free(m[i]);
    free(m);
}

static void copy_matrix(double **dst, double **src, int n)
{
    for (int i = 0; i < n; i++)
        memcpy(dst[i], src[i], n * sizeof(double));
}

#define TI 16
#define TK 64

static void multiply(double **c, double **a, double **b, int n)
{
#pragma omp parallel for schedule(static)
    for (int ii = 0; ii < n; ii += TI) {
        int i1 = ii + TI < n ? ii + TI : n;
        for (int i = ii; i < i1; i++)
            memset(c[i], 0, n * sizeof(double));
        for (int kk = 0; kk < n; kk += TK) {
            int k1 = kk + TK < n ? kk + TK : n;
            for (int i = ii; i < i1; i++) {
                double *restrict ci = c[i];
                const double *ai = a[i];
                int k = kk;
                for (; k + 3 < k1; k += 4) {
                    const double *b0 = b[k], *b1 = b[k + 1], *b2 = b[k + 2], *b3 = b[k + 3];
                    double a0 = ai[k], a1 = ai[k + 1], a2 = ai[k + 2], a3 = ai[k + 3];
#pragma omp simd
                    for (int j = 0; j < n; j++)
                        ci[j] = (((ci[j] + a0 * b0[j]) + a1 * b1[j]) + a2 * b2[j]) + a3 * b3[j];
                }
                for (; k < k1; k++) {
                    double aik = ai[k];
                    const double *bk = b[k];
#pragma omp simd
                    for (int j = 0; j < n; j++)
                        ci[j] += aik * bk[j];
                }
            }
        }
    }
}

/* arrivals weighted by 'load', services by 1/load; rows sum to one */
static void transition(double **p, int n, double load)
{
    for (int i = 0; i < n; i++) {
        double total = 0.0;
        for (int j = 0; j < n; j++) {
            int d = j > i ? j - i : i - j;
            double w = 1.0 / (1.0 + d * d);
            if (j > i)
                w *= load;
            p[i][j] = w;
            total += w;
        }
        for (int j = 0; j < n; j++)
            p[i][j] /= total;
    }
}

static void power(double **result, double **base, int n, int e)
{
    double **tmp = new_matrix(n);
    double **sq = new_matrix(n);

    copy_matrix(sq, base, n);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            result[i][j] = i == j ? 1.0 : 0.0;
    while (e > 0) {
        if (e & 1) {
            multiply(tmp, result, sq, n);
            copy_matrix(result, tmp, n);
        }
        e >>= 1;
        if (e > 0) {
            multiply(tmp, sq, sq, n);
            copy_matrix(sq, tmp, n);
        }
    }
    free_matrix(tmp, n);
    free_matrix(sq, n);
}

static void report(const char *name, double **p, int n)
{
    double mean = 0.0, tail = 0.0;
    for (int j = 0; j < n; j++) {
        mean += j * p[0][j];
        if (j >= 3 * n / 4)
            tail += p[0][j];
    }
    printf("%s: mean length %.17g  P(tail) %.17g  P(0) %.17g\n",
           name, mean, tail, p[0][0]);
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 400;
    int steps = argc > 2 ? atoi(argv[2]) : 75;
    double **day = new_matrix(n), **night = new_matrix(n);
    double **cycle = new_matrix(n), **r = new_matrix(n);

    transition(day, n, 1.1);
    transition(night, n, 0.7);

    power(r, day, n, steps);
    report("day only", r, n);

    multiply(cycle, day, night, n);
    power(r, cycle, n, steps / 2);
    report("day/night", r, n);

    free_matrix(day, n);
    free_matrix(night, n);
    free_matrix(cycle, n);
    free_matrix(r, n);
    return 0;
}
