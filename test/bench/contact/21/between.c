// between.c -- Brandes betweenness + closeness on a preferential attachment graph,
// then greedy removal of the top hub to see how the centre moves.
//   ./between [vertices] [edges per vertex] [rounds]
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct edge_list { int (*e)[2]; size_t n, cap; } edge_list;

typedef struct graph {
    int n;
    size_t m;
    size_t *off;   // CSR
    int *adj;
    bool *gone;
} graph;

typedef struct scratch {
    int *queue, *dist;
    double *sigma, *delta;
} scratch;

static uint64_t seed = 0x9E3779B97F4A7C15u;

static uint32_t rnd(void) {
    seed ^= seed >> 12;
    seed ^= seed << 25;
    seed ^= seed >> 27;
    return (uint32_t)((seed * 2685821657736338717u) >> 32);
}

static void *need(void *p) {
    if (p) return p;
    fputs("between: allocation failed\n", stderr);
    exit(EXIT_FAILURE);
}

static void push_edge(edge_list *l, int a, int b) {
    if (l->n == l->cap) {
        l->cap = l->cap ? l->cap * 2 : 1024;
        l->e = need(realloc(l->e, l->cap * sizeof *l->e));
    }
    l->e[l->n][0] = a;
    l->e[l->n++][1] = b;
}

static int by_ints(const void *pa, const void *pb) {
    const int *a = pa, *b = pb;
    if (a[0] != b[0]) return a[0] < b[0] ? -1 : 1;
    return (a[1] > b[1]) - (a[1] < b[1]);
}

// attach each new vertex to k endpoints of random existing edges, a few at random
static edge_list generate(int n, int k) {
    edge_list l = {0};
    push_edge(&l, 0, 1);
    for (int v = 2; v < n; v++) {
        size_t have = l.n;
        for (int j = 0; j < k && j < v; j++) {
            int t = rnd() % 10 == 0 ? (int)(rnd() % v) : l.e[rnd() % have][rnd() & 1];
            if (t != v) push_edge(&l, v < t ? v : t, v < t ? t : v);
        }
    }
    qsort(l.e, l.n, sizeof *l.e, by_ints);
    size_t w = 0;
    for (size_t i = 0; i < l.n; i++)
        if (w == 0 || by_ints(l.e[i], l.e[w - 1]) != 0) memcpy(l.e[w++], l.e[i], sizeof *l.e);
    l.n = w;
    return l;
}

static graph build(int n, const edge_list *l) {
    graph g = {.n = n, .m = l->n};
    g.off = need(calloc(n + 1, sizeof *g.off));
    g.adj = need(malloc(2 * l->n * sizeof *g.adj));
    g.gone = need(calloc(n, sizeof *g.gone));
    for (size_t i = 0; i < l->n; i++) g.off[l->e[i][0] + 1]++, g.off[l->e[i][1] + 1]++;
    for (int v = 0; v < n; v++) g.off[v + 1] += g.off[v];
    size_t *fill = need(malloc(n * sizeof *fill));
    memcpy(fill, g.off, n * sizeof *fill);
    for (size_t i = 0; i < l->n; i++) {
        int a = l->e[i][0], b = l->e[i][1];
        g.adj[fill[a]++] = b;
        g.adj[fill[b]++] = a;
    }
    free(fill);
    return g;
}

static scratch scratch_new(int n) {
    scratch s;
    s.queue = need(malloc(n * sizeof *s.queue));
    s.dist = need(malloc(n * sizeof *s.dist));
    s.sigma = need(malloc(n * sizeof *s.sigma));
    s.delta = need(malloc(n * sizeof *s.delta));
    return s;
}

static void scratch_free(scratch *s) {
    free(s->queue);
    free(s->dist);
    free(s->sigma);
    free(s->delta);
}

// one source: forward BFS counting shortest paths, backward accumulation into bc
static double from_source(const graph *g, int src, scratch *s, double *bc, int *ecc) {
    int head = 0, tail = 0;
    long total = 0;
    for (int v = 0; v < g->n; v++) s->dist[v] = -1, s->sigma[v] = 0, s->delta[v] = 0;
    s->dist[src] = 0;
    s->sigma[src] = 1;
    s->queue[tail++] = src;
    while (head < tail) {
        int v = s->queue[head++];
        total += s->dist[v];
        for (size_t k = g->off[v]; k < g->off[v + 1]; k++) {
            int w = g->adj[k];
            if (g->gone[w]) continue;
            if (s->dist[w] < 0) {
                s->dist[w] = s->dist[v] + 1;
                s->queue[tail++] = w;
            }
            if (s->dist[w] == s->dist[v] + 1) s->sigma[w] += s->sigma[v];
        }
    }
    *ecc = s->dist[s->queue[tail - 1]];
    while (tail-- > 1) {
        int w = s->queue[tail];
        double coef = (1.0 + s->delta[w]) / s->sigma[w];
        for (size_t k = g->off[w]; k < g->off[w + 1]; k++) {
            int v = g->adj[k];
            if (s->dist[v] == s->dist[w] - 1) s->delta[v] += s->sigma[v] * coef;
        }
        bc[w] += s->delta[w];
    }
    return total > 0 ? (double)(head - 1) / total : 0.0;
}

static void centrality(const graph *g, double *bc, double *close, int *diameter) {
    scratch s = scratch_new(g->n);
    *diameter = 0;
    for (int v = 0; v < g->n; v++) bc[v] = close[v] = 0;
    for (int v = 0; v < g->n; v++) {
        int ecc;
        if (g->gone[v]) continue;
        close[v] = from_source(g, v, &s, bc, &ecc);
        if (ecc > *diameter) *diameter = ecc;
    }
    scratch_free(&s);
}

static const double *sort_key;

static int by_key(const void *pa, const void *pb) {
    int a = *(const int *)pa, b = *(const int *)pb;
    if (sort_key[a] != sort_key[b]) return sort_key[a] > sort_key[b] ? -1 : 1;
    return (a > b) - (a < b);
}

static uint64_t digest(const double *x, int n) {
    uint64_t h = 14695981039346656037u, bits;
    for (int i = 0; i < n; i++) {
        memcpy(&bits, &x[i], sizeof bits);
        h = (h ^ bits) * 1099511628211u;
        h ^= h >> 29;
    }
    return h;
}

int main(int argc, char **argv) {
    int n = argc > 1 ? atoi(argv[1]) : 2200;
    int k = argc > 2 ? atoi(argv[2]) : 5;
    int rounds = argc > 3 ? atoi(argv[3]) : 4;
    if (n < 10 || n > 1000000 || k < 1 || rounds < 1) {
        fprintf(stderr, "usage: between [vertices>=10] [edges>=1] [rounds>=1]\n");
        return EXIT_FAILURE;
    }
    edge_list l = generate(n, k);
    graph g = build(n, &l);
    free(l.e);

    double *bc = need(malloc(n * sizeof *bc)), *cl = need(malloc(n * sizeof *cl));
    int *rank = need(malloc(n * sizeof *rank));
    printf("%d vertices, %zu edges\n", g.n, g.m);
    for (int r = 0; r < rounds; r++) {
        int diameter;
        centrality(&g, bc, cl, &diameter);
        for (int v = 0; v < n; v++) rank[v] = v;
        sort_key = bc;
        qsort(rank, n, sizeof *rank, by_key);
        printf("round %d: diameter %d, betweenness %016llx, closeness %016llx\n", r, diameter,
               (unsigned long long)digest(bc, n), (unsigned long long)digest(cl, n));
        for (int i = 0; i < 5; i++) {
            int v = rank[i];
            printf("  #%d v%-5d deg %3zu  bc %.3f  cl %.6f\n", i + 1, v, g.off[v + 1] - g.off[v],
                   bc[v] / 2, cl[v]);
        }
        g.gone[rank[0]] = true;
    }
    free(bc), free(cl), free(rank);
    free(g.off), free(g.adj), free(g.gone);
    return 0;
}
