/*
 * Optimal parenthesisation of a long chain of matrix products (interval
 * dynamic programming).  Prints the optimal cost, the cost of plain
 * left-to-right evaluation, and the shape of the optimal tree.
 *
 * usage: parenthesize [chain length]
 *
 * OpenMP version: block diagonals in parallel, with a transposed copy of the
 * table so that both operands are walked along rows.
 */
#include <stdio.h>
#include <stdlib.h>

typedef long long cost_t;

static int *dims(int n)
{
    int *p = malloc((n + 1) * sizeof(int));
    unsigned int s = 2024u;
    for (int i = 0; i <= n; i++) {
        s = s * 1664525u + 1013904223u;
        p[i] = 5 + (s >> 16) % 96;
    }
    return p;
}

#define TB 32        /* block of the table */

/* block (bi, bj) of the table; mt is the transposed copy of m */
static void block(cost_t **m, cost_t **mt, int **split, const int *p, int n, int bi, int bj)
{
    int i1 = (bi + 1) * TB < n ? (bi + 1) * TB : n;
    int j1 = (bj + 1) * TB < n ? (bj + 1) * TB : n;

    for (int i = i1 - 1; i >= bi * TB; i--) {
        for (int j = bj * TB > i + 1 ? bj * TB : i + 1; j < j1; j++) {
            const cost_t *row = m[i], *col = mt[j] + 1;
            const int *q = p + 1;
            int pp = p[i] * p[j + 1];
            cost_t best = row[i] + col[i] + (cost_t)pp * q[i];
#pragma omp simd reduction(min:best)
            for (int k = i; k < j; k++) {
                cost_t c = row[k] + col[k] + (cost_t)pp * q[k];
                best = c < best ? c : best;
            }
            int where = i;
            while (row[where] + col[where] + (cost_t)pp * q[where] != best)
                where++;
            m[i][j] = best;
            mt[j][i] = best;
            split[i][j] = where;
        }
    }
}

static void solve(cost_t **m, int **split, const int *p, int n)
{
    int blocks = (n + TB - 1) / TB;
    cost_t **mt = malloc((size_t)n * sizeof *mt);
    for (int i = 0; i < n; i++) {
        mt[i] = calloc(n, sizeof **mt);
        m[i][i] = 0;
    }
#pragma omp parallel
    for (int d = 0; d < blocks; d++)
#pragma omp for schedule(dynamic)
        for (int b = 0; b < blocks - d; b++)
            block(m, mt, split, p, n, b, b + d);
    for (int i = 0; i < n; i++)
        free(mt[i]);
    free(mt);
}

static int depth(int **split, int i, int j)
{
    if (i == j)
        return 0;
    int l = depth(split, i, split[i][j]);
    int r = depth(split, split[i][j] + 1, j);
    return 1 + (l > r ? l : r);
}

static unsigned int signature(int **split, int i, int j)
{
    if (i == j)
        return (unsigned int)i;
    unsigned int l = signature(split, i, split[i][j]);
    unsigned int r = signature(split, split[i][j] + 1, j);
    return l * 31u + r * 17u + (unsigned int)split[i][j];
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 1500;
    if (n < 2)
        return 1;
    int *p = dims(n);
    cost_t **m = malloc((size_t)n * sizeof *m);
    int **split = malloc((size_t)n * sizeof *split);
    for (int i = 0; i < n; i++) {
        m[i] = calloc(n, sizeof **m);
        split[i] = calloc(n, sizeof **split);
    }

    solve(m, split, p, n);

    cost_t plain = 0;
    for (int i = 1; i < n; i++)
        plain += (cost_t)p[0] * p[i] * p[i + 1];
    cost_t total = 0;
    for (int i = 0; i < n; i++)
        for (int j = i; j < n; j++)
            total += m[i][j];
    printf("chain of %d matrices\n", n);
    printf("optimal cost %lld, left to right %lld\n", m[0][n - 1], plain);
    printf("sum over all chains %lld\n", total);
    printf("tree depth %d, signature %u\n", depth(split, 0, n - 1),
           signature(split, 0, n - 1));
    for (int i = 0; i < n; i++) {
        free(m[i]);
        free(split[i]);
    }
    free(m);
    free(split);
    free(p);
    return 0;
}
