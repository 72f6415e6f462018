// SPDX-License-Identifier: Apache-2.0
/* phylo - Kimura distances and neighbour joining of simulated sequences
 *
 * usage: phylo [taxa] [sites] [seed] [bootstraps]
 * A random tree is grown and DNA is evolved along it; the alignment is then
 * turned into a distance matrix and joined.  Bootstrap replicates give the
 * support of every cluster of the main tree.
 */
#define _POSIX_C_SOURCE 200809L
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct node {
    struct node *left, *right;
    double len_left, len_right;
    int taxon;                  /* -1 for inner nodes */
    uint64_t key;               /* xor of the taxon codes below */
} node;

static uint64_t rng;

static uint32_t rnd(void)
{
    rng ^= rng << 13; rng ^= rng >> 7; rng ^= rng << 17;
    return (uint32_t)(rng >> 32);
}

static double unif(void) { return rnd() / 4294967296.0; }
static void *need(void *p)
{
    if (!p) { fputs("phylo: no memory\n", stderr); exit(1); }
    return p;
}

/* evolve seq down a random binary tree with n leaves, filling rows of aln */
static void evolve(const char *seq, int n, int sites, char **aln, int *next)
{
    if (n == 1) {
        memcpy(aln[(*next)++], seq, (size_t)sites);
        return;
    }
    int part = 1 + (int)(rnd() % (uint32_t)(n - 1));
    char *child = need(malloc((size_t)sites));
    for (int side = 0; side < 2; side++) {
        double ts = 0.01 + 0.03 * unif(), tv = ts * 0.3;
        for (int i = 0; i < sites; i++) {
            double u = unif();
            char b = seq[i];
            if (u < ts)
                b ^= 2;                 /* A<->G, C<->T with A=0 C=1 G=2 T=3 */
            else if (u < ts + tv)
                b = (char)((b ^ 1) ^ (rnd() & 2));
            child[i] = b;
        }
        evolve(child, side ? n - part : part, sites, aln, next);
    }
    free(child);
}
static double kimura(const char *a, const char *b, const int *weight, int sites)
{
    int ts = 0, tv = 0, tot = 0;
    for (int i = 0; i < sites; i++) {
        int x = a[i] ^ b[i], w = weight[i];
        tot += w;
        ts += x == 2 ? w : 0;
        tv += x & 1 ? w : 0;
    }
    double p = (double)ts / tot, q = (double)tv / tot;
    double u = 1 - 2 * p - q, v = 1 - 2 * q;
    if (u < 0.05) u = 0.05;
    if (v < 0.05) v = 0.05;
    return -0.5 * log(u) - 0.25 * log(v);
}

static void distances(char **aln, const int *weight, int n, int sites, double **d)
{
#pragma omp parallel for schedule(dynamic, 4)
    for (int i = n - 1; i >= 0; i--) {          /* long rows first */
        d[i][i] = 0;
        for (int j = 0; j < i; j++)
            d[i][j] = d[j][i] = kimura(aln[i], aln[j], weight, sites);
    }
}

/* joins until one node is left; pool must hold 2n-1 nodes.  d is destroyed. */
static node *join(double **d, int n, node *pool, const uint64_t *code)
{
    node **act = need(malloc(sizeof *act * (size_t)n));
    double *r = need(malloc(sizeof *r * (size_t)n));
    int used = n, m = n;
    for (int i = 0; i < n; i++) {
        node leaf = { NULL, NULL, 0, 0, i, code[i] };
        pool[i] = leaf;
        act[i] = &pool[i];
        r[i] = 0;
        for (int j = 0; j < n; j++)
            r[i] += d[i][j];
    }
    while (m > 2) {
        double best = INFINITY;
        int bi = 0, bj = 1;
        for (int i = 1; i < m; i++)
            for (int j = 0; j < i; j++) {
                double q = (m - 2) * d[i][j] - r[i] - r[j];
                if (q < best) { best = q; bi = j; bj = i; }
            }
        double dij = d[bi][bj], li = 0.5 * dij + (r[bi] - r[bj]) / (2.0 * (m - 2));
        node u = { act[bi], act[bj], li, dij - li, -1, act[bi]->key ^ act[bj]->key };
        pool[used] = u;
        act[bi] = &pool[used++];
        r[bi] = 0;
        for (int k = 0; k < m; k++) {
            if (k == bi || k == bj)
                continue;
            double nd = 0.5 * (d[bi][k] + d[bj][k] - dij);
            r[k] += nd - d[bi][k] - d[bj][k];
            r[bi] += nd;
            d[bi][k] = d[k][bi] = nd;
        }
        m--;                    /* last row and column move into the hole bj */
        act[bj] = act[m];
        r[bj] = r[m];
        for (int k = 0; k < m; k++)
            if (k != bj)
                d[bj][k] = d[k][bj] = d[m][k];
    }
    node top = { act[0], act[1], d[0][1] / 2, d[0][1] / 2, -1, act[0]->key ^ act[1]->key };
    pool[used] = top;
    free(act); free(r);
    return &pool[used];
}

static int cmp_key(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

static double walk(const node *t, int depth, int *deepest, uint32_t *sum)
{
    *sum = *sum * 31u + (uint32_t)(t->taxon + 2);
    if (depth > *deepest)
        *deepest = depth;
    if (!t->left)
        return 0;
    return t->len_left + t->len_right + walk(t->left, depth + 1, deepest, sum)
         + walk(t->right, depth + 1, deepest, sum);
}

static double **square(int n)
{
    double **d = need(malloc(sizeof *d * (size_t)n));
    for (int i = 0; i < n; i++)
        d[i] = need(malloc(sizeof **d * (size_t)n));
    return d;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 240, sites = argc > 2 ? atoi(argv[2]) : 1500;
    rng = 88172645463325252ull + (argc > 3 ? strtoull(argv[3], NULL, 10) : 1);
    int reps = argc > 4 ? atoi(argv[4]) : 60;
    if (n < 4 || sites < 10 || reps < 0) { fputs("usage: phylo [taxa] [sites] [seed] [bootstraps]\n", stderr); return 1; }

    char **aln = need(malloc(sizeof *aln * (size_t)n)), *root = need(malloc((size_t)sites));
    int *weight = need(malloc(sizeof *weight * (size_t)sites)), next = 0;
    uint64_t *code = need(malloc(sizeof *code * (size_t)n));
    for (int i = 0; i < n; i++) {
        aln[i] = need(malloc((size_t)sites));
        code[i] = (uint64_t)rnd() << 32;
        code[i] |= rnd();
    }
    for (int i = 0; i < sites; i++) {
        root[i] = (char)(rnd() & 3); weight[i] = 1;
    }
    evolve(root, n, sites, aln, &next);
    struct timespec t0, t1;
    clock_gettime(CLOCK_MONOTONIC, &t0);
    double **d = square(n);
    node *pool = need(calloc((size_t)(2 * n), sizeof *pool));
    distances(aln, weight, n, sites, d);
    double corner = d[0][n - 1], mean = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++)
            mean += d[i][j];
    node *tree = join(d, n, pool, code);

    int *support = need(calloc((size_t)n, sizeof *support));
    /* one random stream: draw all replicates first, then treat them in parallel */
    int *draws = need(calloc((size_t)reps * sites + 1, sizeof *draws));
    for (int b = 0; b < reps; b++)
        for (int i = 0; i < sites; i++)
            draws[(size_t)b * sites + rnd() % (uint32_t)sites]++;
#pragma omp parallel
    {
    double **md = square(n);
    node *other = need(calloc((size_t)(2 * n), sizeof *other));
    uint64_t *keys = need(malloc(sizeof *keys * (size_t)n));
#pragma omp for schedule(dynamic)
    for (int b = 0; b < reps; b++) {
        distances(aln, draws + (size_t)b * sites, n, sites, md);
        join(md, n, other, code);
        for (int i = 0; i < n - 1; i++)
            keys[i] = other[n + i].key;
        qsort(keys, (size_t)(n - 1), sizeof *keys, cmp_key);
        for (int i = 0; i < n - 1; i++)
            if (bsearch(&pool[n + i].key, keys, (size_t)(n - 1), sizeof *keys, cmp_key))
#pragma omp atomic
                support[i]++;
    }
    for (int i = 0; i < n; i++)
        free(md[i]);
    free(md); free(other); free(keys);
    }
    free(draws);
    clock_gettime(CLOCK_MONOTONIC, &t1);
    fprintf(stderr, "trees %.3f s\n", (double)(t1.tv_sec - t0.tv_sec) + 1e-9 * (double)(t1.tv_nsec - t0.tv_nsec));
    int deepest = 0, hist[11] = { 0 };
    uint32_t sum = 0;
    double total = walk(tree, 0, &deepest, &sum);
    printf("%d taxa, %d sites, d(first,last) %.12f mean %.12f\n", n, sites, corner, mean / (n * (n - 1) / 2.0));
    printf("tree length %.12f, depth %d, topology %08x\n", total, deepest, sum);
    for (int i = 0; i < n - 1; i++)
        hist[reps ? support[i] * 10 / reps : 0]++;
    for (int i = 0; i <= 10; i++)
        printf("%s%d", i ? " " : "support per decile: ", hist[i]);
    putchar('\n');
    for (int i = 0; i < n; i++) { free(aln[i]); free(d[i]); }
    free(aln); free(d); free(root); free(weight); free(code); free(pool); free(support);
    return 0;
}
