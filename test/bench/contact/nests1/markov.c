/*
 * Long-run behaviour of a queueing system: build the one-step transition
 * matrix of a finite Markov chain and raise it to a high power by binary
 * exponentiation; then the same for a cycle of two alternating regimes.
 *
 * usage: markov [states] [steps]
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

static void multiply(double **c, double **a, double **b, int n)
{
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
            double sum = 0.0;
            for (int k = 0; k < n; k++)
                sum += a[i][k] * b[k][j];
            c[i][j] = sum;
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
