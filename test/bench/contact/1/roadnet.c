// SPDX-License-Identifier: Apache-2.0
/* roadnet.c
 * Shortest travel times in a synthetic road network: Dijkstra from many
 * depots (binary heap, adjacency in CSR form).  Prints eccentricity of the
 * depots, the mean travel time and the busiest "median" crossing.
 */
#include <stdio.h>
#include <stdlib.h>
#include <limits.h>
#include <time.h>

typedef struct { int to; int cost; } Edge;

typedef struct {
    int nv, ne;
    int *first;      /* nv + 1 */
    Edge *edge;
} Graph;

typedef struct { int dist; int v; } HeapItem;

typedef struct {
    HeapItem *a;
    int n, cap;
} Heap;

static unsigned rs = 42;
static int rndInt(int n) { rs = rs * 1664525u + 1013904223u; return (int)((rs >> 8) % (unsigned)n); }

/* grid of crossings, some streets missing, plus a few highways */
Graph *buildNetwork(int w, int h)
{
    int n = w * h, i, pass, m = 0;
    int maxe = 4 * n + n / 50 * 2 + 16;
    int *from = malloc(maxe * sizeof(int));
    Edge *tmp = malloc(maxe * sizeof(Edge));
    Graph *g = malloc(sizeof(Graph));

    for (i = 0; i < n; i++) {
        int x = i % w, y = i / w;
        if (x + 1 < w && (y % 8 == 0 || rndInt(10) > 0)) {
            int c = 20 + rndInt(60);
            from[m] = i;     tmp[m].to = i + 1; tmp[m++].cost = c;
            from[m] = i + 1; tmp[m].to = i;     tmp[m++].cost = c;
        }
        if (y + 1 < h && (x % 8 == 0 || rndInt(10) > 0)) {
            int c = 20 + rndInt(60);
            from[m] = i;     tmp[m].to = i + w; tmp[m++].cost = c;
            from[m] = i + w; tmp[m].to = i;     tmp[m++].cost = c;
        }
    }
    for (i = 0; i < n / 50; i++) {
        int a = rndInt(n), b = rndInt(n);
        int d = 5 * (abs(a % w - b % w) + abs(a / w - b / w)) + 1;
        from[m] = a; tmp[m].to = b; tmp[m++].cost = d * 4;
        from[m] = b; tmp[m].to = a; tmp[m++].cost = d * 4;
    }
    g->nv = n;
    g->ne = m;
    g->first = calloc(n + 2, sizeof(int));
    g->edge = malloc(m * sizeof(Edge));
    for (pass = 0; pass < m; pass++) g->first[from[pass] + 2]++;
    for (i = 1; i <= n + 1; i++) g->first[i] += g->first[i - 1];
    for (pass = 0; pass < m; pass++) g->edge[g->first[from[pass] + 1]++] = tmp[pass];
    free(from);
    free(tmp);
    return g;
}

void heapPush(Heap *h, int dist, int v)
{
    int i;
    if (h->n == h->cap) {
        h->cap = h->cap ? 2 * h->cap : 256;
        h->a = realloc(h->a, h->cap * sizeof(HeapItem));
    }
    i = h->n++;
    while (i > 0 && h->a[(i - 1) / 2].dist > dist) {
        h->a[i] = h->a[(i - 1) / 2];
        i = (i - 1) / 2;
    }
    h->a[i].dist = dist;
    h->a[i].v = v;
}

HeapItem heapPop(Heap *h)
{
    HeapItem top = h->a[0], last = h->a[--h->n];
    int i = 0, c;
    while ((c = 2 * i + 1) < h->n) {
        if (c + 1 < h->n && h->a[c + 1].dist < h->a[c].dist) c++;
        if (h->a[c].dist >= last.dist) break;
        h->a[i] = h->a[c];
        i = c;
    }
    h->a[i] = last;
    return top;
}

void dijkstra(const Graph *g, int src, int *dist, Heap *heap)
{
    int i;
    for (i = 0; i < g->nv; i++) dist[i] = INT_MAX;
    dist[src] = 0;
    heap->n = 0;
    heapPush(heap, 0, src);
    while (heap->n > 0) {
        HeapItem it = heapPop(heap);
        if (it.dist > dist[it.v]) continue;
        for (i = g->first[it.v]; i < g->first[it.v + 1]; i++) {
            int nd = it.dist + g->edge[i].cost;
            if (nd < dist[g->edge[i].to]) {
                dist[g->edge[i].to] = nd;
                heapPush(heap, nd, g->edge[i].to);
            }
        }
    }
}

int main(int argc, char **argv)
{
    int side = argc > 1 ? atoi(argv[1]) : 200;
    int depots = argc > 2 ? atoi(argv[2]) : 400;
    int i, v, worst = 0, worstDepot = -1, bestV = -1;
    long long total = 0;
    long reached = 0;
    struct timespec t0, t1;
    Heap heap = { NULL, 0, 0 };
    Graph *g = buildNetwork(side, side);
    int *dist = malloc(g->nv * sizeof(int));
    long long *load = calloc(g->nv, sizeof(long long));
    int *depot = malloc(depots * sizeof(int));

    for (i = 0; i < depots; i++) depot[i] = rndInt(g->nv);
    clock_gettime(CLOCK_MONOTONIC, &t0);
    for (i = 0; i < depots; i++) {
        int ecc = 0;
        dijkstra(g, depot[i], dist, &heap);
        for (v = 0; v < g->nv; v++) {
            if (dist[v] == INT_MAX) continue;
            reached++;
            total += dist[v];
            load[v] += dist[v];
            if (dist[v] > ecc) ecc = dist[v];
        }
        if (ecc > worst) { worst = ecc; worstDepot = i; }
    }
    clock_gettime(CLOCK_MONOTONIC, &t1);
    for (v = 0; v < g->nv; v++)
        if (load[v] > 0 && (bestV < 0 || load[v] < load[bestV])) bestV = v;

    printf("%d crossings, %d arcs, %d depots\n", g->nv, g->ne, depots);
    printf("largest eccentricity %d (depot %d at %d)\n", worst, worstDepot, depot[worstDepot]);
    printf("mean travel time %.4f over %ld pairs\n", (double)total / reached, reached);
    printf("median crossing %d, total %lld\n", bestV, load[bestV]);
    fprintf(stderr, "%.3f seconds\n", (t1.tv_sec - t0.tv_sec) + 1e-9 * (t1.tv_nsec - t0.tv_nsec));
    free(heap.a); free(dist); free(load); free(depot);
    free(g->first); free(g->edge); free(g);
    return 0;
}
