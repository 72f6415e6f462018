// SPDX-License-Identifier: Apache-2.0
/* Builds a random scale-free web graph in CSR form, ranks it with PageRank, finds BFS levels from the top page and weak components. */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>
#include <time.h>

typedef struct {
    int n;
    long m;
    long *off;          /* incoming edges */
    int *src;
    long *ooff;         /* outgoing edges */
    int *dst;
} graph;

static unsigned long long rng = 1234567;

static unsigned r32(void)
{
    rng ^= rng << 13;
    rng ^= rng >> 7;
    rng ^= rng << 17;
    return (unsigned)(rng >> 20);
}

static void to_csr(int n, long m, const int *key, const int *val, long **offp, int **adjp)
{
    long *off = calloc(n + 1, sizeof(long));
    int *adj = malloc(m * sizeof(int));
    for (long e = 0; e < m; e++)
        off[key[e] + 1]++;
    for (int i = 0; i < n; i++)
        off[i + 1] += off[i];
    long *cur = malloc(n * sizeof(long));
    memcpy(cur, off, n * sizeof(long));
    for (long e = 0; e < m; e++)
        adj[cur[key[e]]++] = val[e];
    free(cur);
    *offp = off;
    *adjp = adj;
}

static graph *build(int n, int avg)
{
    graph *g = malloc(sizeof *g);
    long m = (long)n * avg;
    int *a = malloc(m * sizeof(int)), *b = malloc(m * sizeof(int));
    for (long e = 0; e < m; e++) {
        double x = r32() / 4294967296.0;
        a[e] = (int)(r32() % (unsigned)n);
        b[e] = (int)(x * x * x * n);            /* skewed popularity */
        if (a[e] % 17 == 0)
            a[e] = (a[e] + 1) % n;              /* dangling pages */
        if (b[e] % 5 == 0 && e % 3)
            b[e] = a[e] / 2;
    }
    g->n = n;
    g->m = m;
    #pragma omp parallel sections
    {
        #pragma omp section
        to_csr(n, m, b, a, &g->off, &g->src);
        #pragma omp section
        to_csr(n, m, a, b, &g->ooff, &g->dst);
    }
    free(a);
    free(b);
    return g;
}

static int pagerank(const graph *g, double *rank, double tol, int maxit)
{
    int n = g->n, it;
    double *contrib = malloc(n * sizeof(double)), *next = malloc(n * sizeof(double));
    int *dang = malloc(n * sizeof(int)), ndang = 0;
    for (int i = 0; i < n; i++) {
        rank[i] = 1.0 / n;
        if (g->ooff[i + 1] == g->ooff[i])
            dang[ndang++] = i;
    }
    for (it = 1; it <= maxit; it++) {
        double dangling = 0;
        #pragma omp parallel for schedule(static)
        for (int i = 0; i < n; i++) {
            long deg = g->ooff[i + 1] - g->ooff[i];
            contrib[i] = deg ? rank[i] / deg : 0;
        }
        for (int i = 0; i < ndang; i++)         /* in page order */
            dangling += rank[dang[i]];
        double base = 0.15 / n + 0.85 * dangling / n, worst = 0;
        #pragma omp parallel for schedule(dynamic, 2048) reduction(max:worst)
        for (int i = 0; i < n; i++) {
            double s = 0;
            for (long e = g->off[i]; e < g->off[i + 1]; e++)
                s += contrib[g->src[e]];
            next[i] = base + 0.85 * s;
            double d = fabs(next[i] - rank[i]);
            if (d > worst)
                worst = d;
        }
        #pragma omp parallel for schedule(static)
        for (int i = 0; i < n; i++)
            rank[i] = next[i];
        if (worst < tol)
            break;
    }
    free(dang);
    free(contrib);
    free(next);
    return it;
}

/* level-synchronous; levels do not depend on who claims a page first */
static int bfs(const graph *g, int root, int *level)
{
    int *cur = malloc(g->n * sizeof(int)), *next = malloc(g->n * sizeof(int));
    int nc = 1, nn = 0, total = 1, depth = 0;
    memset(level, -1, g->n * sizeof(int));
    level[root] = 0;
    cur[0] = root;
    while (nc > 0) {
        nn = 0;
        depth++;
        #pragma omp parallel if(nc > 500)
        {
            int buf[1024], k = 0;
            #pragma omp for schedule(dynamic, 256) nowait
            for (int i = 0; i < nc; i++) {
                int u = cur[i];
                for (long e = g->ooff[u]; e < g->ooff[u + 1]; e++) {
                    int v = g->dst[e], none = -1;
                    if (__atomic_load_n(&level[v], __ATOMIC_RELAXED) >= 0)
                        continue;
                    if (!__atomic_compare_exchange_n(&level[v], &none, depth, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
                        continue;
                    buf[k++] = v;
                    if (k == 1024) {
                        memcpy(next + __atomic_fetch_add(&nn, k, __ATOMIC_RELAXED), buf, sizeof buf);
                        k = 0;
                    }
                }
            }
            if (k)
                memcpy(next + __atomic_fetch_add(&nn, k, __ATOMIC_RELAXED), buf, k * sizeof(int));
        }
        int *t = cur;
        cur = next;
        next = t;
        nc = nn;
        total += nc;
    }
    free(cur);
    free(next);
    return total;
}

/* lock-free union-find: roots only ever hook to smaller numbers */
static int find(int *p, int x)
{
    for (;;) {
        int q = __atomic_load_n(&p[x], __ATOMIC_RELAXED);
        if (q == x)
            return x;
        int r = __atomic_load_n(&p[q], __ATOMIC_RELAXED);
        if (r != q)
            __atomic_compare_exchange_n(&p[x], &q, r, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
        x = r;
    }
}

static int unite(int *p, int a, int b)
{
    for (;;) {
        a = find(p, a);
        b = find(p, b);
        if (a == b)
            return 0;
        if (a > b) { int t = a; a = b; b = t; }
        int expect = b;
        if (__atomic_compare_exchange_n(&p[b], &expect, a, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
            return 1;
    }
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 900000;
    int avg = argc > 2 ? atoi(argv[2]) : 10;
    struct timespec t0, t1;
    graph *g = build(n, avg);
    double *rank = malloc(n * sizeof(double));
    int *level = malloc(n * sizeof(int)), *parent = malloc(n * sizeof(int));

    clock_gettime(CLOCK_MONOTONIC, &t0);
    int it = pagerank(g, rank, 1e-10, 60);
    clock_gettime(CLOCK_MONOTONIC, &t1);
    fprintf(stderr, "pagerank %.3f s\n", (t1.tv_sec - t0.tv_sec) + 1e-9 * (t1.tv_nsec - t0.tv_nsec));

    int top = 0;
    double sum = 0;
    for (int i = 0; i < n; i++) {
        sum += rank[i];
        if (rank[i] > rank[top])
            top = i;
    }
    int reached = bfs(g, top, level), hist[64] = {0};
    for (int i = 0; i < n; i++)
        if (level[i] >= 0)
            hist[level[i] < 63 ? level[i] : 63]++;

    for (int i = 0; i < n; i++)
        parent[i] = i;
    int comps = n;
    #pragma omp parallel for schedule(dynamic, 2048) reduction(+:comps)
    for (int u = 0; u < n; u++)
        for (long e = g->ooff[u]; e < g->ooff[u + 1]; e++)
            comps -= unite(parent, u, g->dst[e]);
    printf("nodes %d edges %ld iterations %d sum %.12f top page %d rank %.12f\n", n, g->m, it, sum, top, rank[top]);
    printf("reached %d:", reached);
    for (int l = 0; l < 64; l++)
        if (hist[l])
            printf(" %d", hist[l]);
    printf("\nweak components %d\n", comps);
    free(g->off); free(g->src); free(g->ooff); free(g->dst); free(g);
    free(rank); free(level); free(parent);
    return 0;
}
