// SPDX-License-Identifier: Apache-2.0
/*
 * betweenness.c - Brandes betweenness centrality on an unweighted graph
 * (ring lattice plus skewed random edges), CSR storage.
 *
 * usage: betweenness [vertices] [random edges per vertex]
 */
#include <stdio.h>
#include <stdlib.h>
#include <stdint.h>
#include <time.h>

struct graph {
    int nv;
    long ne;            /* directed edge count */
    int *start;         /* nv + 1 offsets */
    int *adj;
};

struct workspace {
    int *dist, *queue;
    double *sigma, *delta;
};

static uint64_t seed = 7;

static int rand_below(int n)
{
    seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
    return (int)((seed >> 33) % (uint64_t)n);
}

static void *xcalloc(size_t n, size_t sz)
{
    void *p = calloc(n, sz);
    if (p == NULL) {
        perror("calloc");
        exit(EXIT_FAILURE);
    }
    return p;
}

static struct graph *graph_build(int nv, int per_vertex)
{
    struct graph *g = xcalloc(1, sizeof *g);
    long m = (long)nv * (per_vertex + 1), k = 0;
    int *from = xcalloc(m, sizeof *from), *to = xcalloc(m, sizeof *to);

    for (int v = 0; v < nv; v++) {
        from[k] = v;
        to[k++] = (v + 1) % nv;
        for (int e = 0; e < per_vertex; e++) {
            from[k] = v;
            to[k++] = rand_below(rand_below(nv) + 1);   /* favours low numbers */
        }
    }
    g->nv = nv;
    g->ne = 2 * m;
    g->start = xcalloc(nv + 2, sizeof *g->start);
    g->adj = xcalloc(2 * m, sizeof *g->adj);
    for (long i = 0; i < m; i++) {
        g->start[from[i] + 2]++;
        g->start[to[i] + 2]++;
    }
    for (int v = 2; v <= nv + 1; v++)
        g->start[v] += g->start[v - 1];
    for (long i = 0; i < m; i++) {
        g->adj[g->start[from[i] + 1]++] = to[i];
        g->adj[g->start[to[i] + 1]++] = from[i];
    }
    free(from);
    free(to);
    return g;
}

static void ws_init(struct workspace *ws, int nv)
{
    ws->dist = xcalloc(nv, sizeof(int));
    ws->queue = xcalloc(nv, sizeof(int));
    ws->sigma = xcalloc(nv, sizeof(double));
    ws->delta = xcalloc(nv, sizeof(double));
}

static void ws_free(struct workspace *ws)
{
    free(ws->dist);
    free(ws->queue);
    free(ws->sigma);
    free(ws->delta);
}

/* one BFS plus dependency accumulation; returns the eccentricity of s */
static int accumulate(const struct graph *g, int s, struct workspace *ws, double *bc)
{
    int head = 0, tail = 0;

    for (int v = 0; v < g->nv; v++) {
        ws->dist[v] = -1;
        ws->sigma[v] = 0.0;
        ws->delta[v] = 0.0;
    }
    ws->dist[s] = 0;
    ws->sigma[s] = 1.0;
    ws->queue[tail++] = s;
    while (head < tail) {
        int v = ws->queue[head++];
        for (int e = g->start[v]; e < g->start[v + 1]; e++) {
            int w = g->adj[e];
            if (ws->dist[w] < 0) {
                ws->dist[w] = ws->dist[v] + 1;
                ws->queue[tail++] = w;
            }
            if (ws->dist[w] == ws->dist[v] + 1)
                ws->sigma[w] += ws->sigma[v];
        }
    }
    for (int i = tail - 1; i > 0; i--) {
        int w = ws->queue[i];
        for (int e = g->start[w]; e < g->start[w + 1]; e++) {
            int v = g->adj[e];
            if (ws->dist[v] == ws->dist[w] - 1)
                ws->delta[v] += ws->sigma[v] / ws->sigma[w] * (1.0 + ws->delta[w]);
        }
        bc[w] += ws->delta[w];
    }
    return ws->dist[ws->queue[tail - 1]];
}

int main(int argc, char **argv)
{
    int nv = argc > 1 ? atoi(argv[1]) : 3600;
    int per_vertex = argc > 2 ? atoi(argv[2]) : 4;
    struct timespec a, b;

    if (nv < 3 || per_vertex < 0) {
        fprintf(stderr, "usage: %s [vertices] [edges per vertex]\n", argv[0]);
        return EXIT_FAILURE;
    }
    struct graph *g = graph_build(nv, per_vertex);
    double *bc = xcalloc(nv, sizeof *bc);
    int diameter = 0;

    clock_gettime(CLOCK_MONOTONIC, &a);
    #pragma omp parallel reduction(max:diameter)
    {
        struct workspace ws;
        double *local = xcalloc(nv, sizeof *local);     /* this thread's share of bc */
        ws_init(&ws, nv);

        #pragma omp for schedule(dynamic, 16) nowait
        for (int s = 0; s < nv; s++) {
            int ecc = accumulate(g, s, &ws, local);
            if (ecc > diameter)
                diameter = ecc;
        }
        #pragma omp critical
        for (int v = 0; v < nv; v++)
            bc[v] += local[v];
        free(local);
        ws_free(&ws);
    }
    clock_gettime(CLOCK_MONOTONIC, &b);

    double total = 0.0;
    for (int v = 0; v < nv; v++)
        total += bc[v];
    printf("%d vertices, %ld edges, diameter %d, total %.3f\n", nv, g->ne / 2, diameter, total);
    for (int rank = 1; rank <= 5 && rank <= nv; rank++) {
        int best = 0;
        for (int v = 1; v < nv; v++)
            if (bc[v] > bc[best])
                best = v;
        printf("%d. vertex %5d  %.4f\n", rank, best, bc[best] / 2.0);
        bc[best] = -1.0;
    }
    fprintf(stderr, "betweenness: %.3f s\n", (b.tv_sec - a.tv_sec) + 1e-9 * (b.tv_nsec - a.tv_nsec));
    free(g->start);
    free(g->adj);
    free(g);
    free(bc);
    return 0;
}
