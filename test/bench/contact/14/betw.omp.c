#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>

/*
 * Network audit: betweenness of routers (sampled Brandes), eccentricity,
 * hop histogram and unreachable pairs on a generated road-like network with
 * a few hubs.  Unweighted.
 */

struct edge { int to; struct edge *next; };

struct graph {
    int n, m;
    struct edge **adj;
    struct edge *pool;
};

struct brandes {
    const struct graph *g;
    int *dist, *queue;
    double *sigma, *delta;
    double *score;
    long hops[64];
    long unreachable;
    int diameter, far_a, far_b;
};

static uint32_t z1 = 362436069, w1 = 521288629;
static uint32_t mwc(void)
{
    z1 = 36969 * (z1 & 65535) + (z1 >> 16);
    w1 = 18000 * (w1 & 65535) + (w1 >> 16);
    return (z1 << 16) + w1;
}

static void link2(struct graph *g, int a, int b)
{
    struct edge *e = &g->pool[g->m++];
    e->to = b; e->next = g->adj[a]; g->adj[a] = e;
    e = &g->pool[g->m++];
    e->to = a; e->next = g->adj[b]; g->adj[b] = e;
}

static struct graph *make_graph(int side)
{
    struct graph *g = calloc(1, sizeof *g);
    if (!g) return NULL;
    g->n = side * side;
    g->adj = calloc(g->n, sizeof *g->adj);
    g->pool = malloc((size_t)g->n * 6 * sizeof *g->pool);
    if (!g->adj || !g->pool) return NULL;
    for (int y = 0; y < side; y++)
        for (int x = 0; x < side; x++) {
            int v = y * side + x;
            if (mwc() % 50 == 0) continue;              /* closed junction */
            if (x + 1 < side && mwc() % 10 < 8) link2(g, v, v + 1);
            if (y + 1 < side && mwc() % 10 < 8) link2(g, v, v + side);
        }
    for (int k = 0; k < side; k++) {                    /* long links to hubs */
        int hub = (int)(mwc() % 5) * (g->n / 5) + side / 2;
        int v = (int)(mwc() % g->n);
        if (v != hub && hub < g->n) link2(g, v, hub);
    }
    return g;
}

static int brandes_alloc(struct brandes *b, const struct graph *g)
{
    memset(b, 0, sizeof *b);
    b->g = g;
    b->dist = malloc(g->n * sizeof *b->dist);
    b->queue = malloc(g->n * sizeof *b->queue);
    b->sigma = malloc(g->n * sizeof *b->sigma);
    b->delta = malloc(g->n * sizeof *b->delta);
    b->score = calloc(g->n, sizeof *b->score);
    return b->dist && b->queue && b->sigma && b->delta && b->score ? 0 : -1;
}

static void brandes_free(struct brandes *b)
{
    free(b->dist); free(b->queue); free(b->sigma); free(b->delta); free(b->score);
}

static void from_source(struct brandes *b, int s)
{
    const struct graph *g = b->g;
    int head = 0, tail = 0;
    for (int i = 0; i < g->n; i++) { b->dist[i] = -1; b->sigma[i] = b->delta[i] = 0; }
    b->dist[s] = 0;
    b->sigma[s] = 1;
    b->queue[tail++] = s;
    while (head < tail) {
        int v = b->queue[head++], d = b->dist[v];
        for (const struct edge *e = g->adj[v]; e; e = e->next) {
            if (b->dist[e->to] < 0) {
                b->dist[e->to] = d + 1;
                b->queue[tail++] = e->to;
            }
            if (b->dist[e->to] == d + 1) b->sigma[e->to] += b->sigma[v];
        }
        b->hops[d < 63 ? d : 63]++;
    }
    b->unreachable += g->n - tail;
    int last = b->queue[tail - 1];
    if (b->dist[last] > b->diameter) { b->diameter = b->dist[last]; b->far_a = s; b->far_b = last; }
    while (--tail > 0) {
        int v = b->queue[tail];
        for (const struct edge *e = g->adj[v]; e; e = e->next)
            if (b->dist[e->to] == b->dist[v] - 1)
                b->delta[e->to] += b->sigma[e->to] / b->sigma[v] * (1.0 + b->delta[v]);
        b->score[v] += b->delta[v];
    }
}

static const double *sort_key;
static int by_score(const void *a, const void *b)
{
    int x = *(const int *)a, y = *(const int *)b;
    if (sort_key[x] != sort_key[y]) return sort_key[x] < sort_key[y] ? 1 : -1;
    return x - y;
}

int main(int argc, char **argv)
{
    int side = argc > 1 ? atoi(argv[1]) : 130;
    int samples = argc > 2 ? atoi(argv[2]) : 900;
    struct graph *g = side > 3 ? make_graph(side) : NULL;
    struct brandes b;
    if (!g || brandes_alloc(&b, g)) { fprintf(stderr, "setup failed\n"); return 1; }

    int step = g->n / samples;
    if (step < 1) step = 1;
    int done = 0, fail = 0;
    int *src = malloc((samples + 1) * sizeof *src);
    if (!src) return 1;
    for (int s = 0; s < g->n && done < samples; s += step)
        if (g->adj[s]) src[done++] = s;
    b.far_a = g->n;
#pragma omp parallel
    {
        struct brandes my;
        int rc = brandes_alloc(&my, g);
        if (rc) {
#pragma omp atomic write
            fail = 1;
        }
        my.far_a = g->n;
#pragma omp for schedule(static)
        for (int i = 0; i < done; i++)
            if (!rc) from_source(&my, src[i]);
#pragma omp critical
        if (!rc) {
            for (int i = 0; i < g->n; i++) b.score[i] += my.score[i];
            for (int i = 0; i < 64; i++) b.hops[i] += my.hops[i];
            b.unreachable += my.unreachable;
            if (my.diameter > b.diameter || (my.diameter == b.diameter && my.far_a < b.far_a)) {
                b.diameter = my.diameter;
                b.far_a = my.far_a;
                b.far_b = my.far_b;
            }
        }
        brandes_free(&my);
    }
    free(src);
    if (fail) { fprintf(stderr, "no memory\n"); return 1; }

    int *order = malloc(g->n * sizeof *order);
    double total = 0;
    for (int i = 0; i < g->n; i++) { order[i] = i; total += b.score[i]; }
    sort_key = b.score;
    qsort(order, g->n, sizeof *order, by_score);
    printf("nodes %d edges %d sources %d unreachable %ld diameter>=%d (%d-%d)\n", g->n, g->m / 2, done, b.unreachable, b.diameter, b.far_a, b.far_b);
    for (int i = 0; i < 5; i++) printf("top %d: %d %.4f\n", i, order[i], b.score[order[i]]);
    printf("total %.3f median %.4f\nhops", total, b.score[order[g->n / 2]]);
    for (int i = 0; i < 64; i += 9) printf(" %ld", b.hops[i]);
    printf("\n");
    brandes_free(&b);
    free(order); free(g->adj); free(g->pool); free(g);
    return 0;
}
