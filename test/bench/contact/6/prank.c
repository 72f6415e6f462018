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
    to_csr(n, m, b, a, &g->off, &g->src);
    to_csr(n, m, a, b, &g->ooff, &g->dst);
    free(a);
    free(b);
    return g;
}

static int pagerank(const graph *g, double *rank, double tol, int maxit)
{
    int n = g->n, it;
    double *contrib = malloc(n * sizeof(double)), *next = malloc(n * sizeof(double));
    for (int i = 0; i < n; i++)
        rank[i] = 1.0 / n;
    for (it = 1; it <= maxit; it++) {
        double dangling = 0;
        for (int i = 0; i < n; i++) {
            long deg = g->ooff[i + 1] - g->ooff[i];
            if (deg)
                contrib[i] = rank[i] / deg;
            else {
                contrib[i] = 0;
                dangling += rank[i];
            }
        }
        double base = 0.15 / n + 0.85 * dangling / n, worst = 0;
        for (int i = 0; i < n; i++) {
            double s = 0;
            for (long e = g->off[i]; e < g->off[i + 1]; e++)
                s += contrib[g->src[e]];
            next[i] = base + 0.85 * s;
            double d = fabs(next[i] - rank[i]);
            if (d > worst)
                worst = d;
        }
        memcpy(rank, next, n * sizeof(double));
        if (worst < tol)
            break;
    }
    free(contrib);
    free(next);
    return it;
}

static int bfs(const graph *g, int root, int *level)
{
    int *queue = malloc(g->n * sizeof(int)), head = 0, tail = 0;
    memset(level, -1, g->n * sizeof(int));
    level[root] = 0;
    queue[tail++] = root;
    while (head < tail) {
        int u = queue[head++];
        for (long e = g->ooff[u]; e < g->ooff[u + 1]; e++) {
            int v = g->dst[e];
            if (level[v] < 0) {
                level[v] = level[u] + 1;
                queue[tail++] = v;
            }
        }
    }
    free(queue);
    return tail;
}

static int find(int *p, int x)
{
    while (p[x] != x)
        x = p[x] = p[p[x]];
    return x;
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
    for (int u = 0; u < n; u++)
        for (long e = g->ooff[u]; e < g->ooff[u + 1]; e++) {
            int a = find(parent, u), b = find(parent, g->dst[e]);
            if (a != b) {
                if (a < b) parent[b] = a; else parent[a] = b;
                comps--;
            }
        }
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
