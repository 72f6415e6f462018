// roads.c -- centrality and traffic assignment on a generated road network
//
//   roads [grid width] [grid height] [sources] [trips] [seed]
//
// Nodes are jittered grid points, streets have travel times in tenths of a
// second, a few motorways cut across.  Part 1 runs Brandes' betweenness from
// sampled sources (Dijkstra with an indexed binary heap); part 2 routes trips
// between random pairs and counts the vehicles on every street.

#include <limits.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Edge {
    int to, cost, trips;
    struct Edge *next;          // next street leaving the same node
} Edge;

typedef struct {
    double x, y;
    Edge *out;
    double between;
} Node;

typedef struct {
    Node *node;
    int n, nedges, ncap;
    Edge *pool;
} Network;

typedef struct {
    int *heap, *where, size;    // where[v]: slot in heap, -1 never seen, -2 settled
    int *dist, *order, settled;
    Edge **via;                 // street used to reach the node
    int *from;
    double *paths, *delta;
} Search;

static uint64_t seed64;

static uint32_t rand32(void)
{
    seed64 ^= seed64 >> 12; seed64 ^= seed64 << 25; seed64 ^= seed64 >> 27;
    return (uint32_t)((seed64 * 2685821657736338717ull) >> 32);
}

static double rand01(void) { return rand32() / 4294967296.0; }

// ------------------------------------------------------------------ network

static void connect_one(Network *g, int a, int b, double speed)
{
    double dx = g->node[a].x - g->node[b].x, dy = g->node[a].y - g->node[b].y;
    Edge *e = &g->pool[g->nedges++];
    e->to = b;
    e->cost = 1 + (int)(10.0 * sqrt(dx * dx + dy * dy) / speed);
    e->next = g->node[a].out;
    g->node[a].out = e;
}

static void connect(Network *g, int a, int b, double speed, double oneway)
{
    if (g->nedges + 2 > g->ncap) return;
    connect_one(g, a, b, speed);
    if (rand01() >= oneway) connect_one(g, b, a, speed);
}

static Network make_network(int w, int h)
{
    Network g = { calloc((size_t)(w * h), sizeof(Node)), w * h, 0, 8 * w * h, NULL };
    g.pool = calloc((size_t)g.ncap, sizeof(Edge));
    for (int i = 0; i < g.n; i++) {
        g.node[i].x = 100.0 * (i % w + 0.6 * rand01());
        g.node[i].y = 100.0 * (i / w + 0.6 * rand01());
    }
    for (int i = 0; i < g.n; i++) {
        double speed = 8.0 + 6.0 * rand01();
        if (i % w + 1 < w && rand01() < 0.93) connect(&g, i, i + 1, speed, 0.1);
        if (i / w + 1 < h && rand01() < 0.93) connect(&g, i, i + w, speed, 0.1);
        if (i % w + 1 < w && i / w + 1 < h && rand01() < 0.15) connect(&g, i, i + w + 1, speed, 0.3);
    }
    for (int k = 0; k < 6; k++) {               // motorways with exits every few blocks
        int x = (int)(rand01() * w), y = 0, gap = 4 + k;
        while (y + gap < h) {
            int nx = x + (int)(rand01() * 5) - 2;
            nx = nx < 0 ? 0 : nx >= w ? w - 1 : nx;
            connect(&g, y * w + x, (y + gap) * w + nx, 30.0, 0.0);
            x = nx;
            y += gap;
        }
    }
    return g;
}

// ----------------------------------------------------------------- Dijkstra

static Search *new_search(int n)
{
    Search *s = calloc(1, sizeof *s);
    size_t m = (size_t)n;
    s->heap = malloc(m * sizeof(int)); s->where = malloc(m * sizeof(int));
    s->dist = malloc(m * sizeof(int)); s->order = malloc(m * sizeof(int));
    s->from = malloc(m * sizeof(int)); s->via = malloc(m * sizeof *s->via);
    s->paths = malloc(m * sizeof(double)); s->delta = malloc(m * sizeof(double));
    return s;
}

static void free_search(Search *s)
{
    free(s->heap); free(s->where); free(s->dist); free(s->order);
    free(s->from); free(s->via); free(s->paths); free(s->delta);
    free(s);
}

static void put(Search *s, int slot, int v) { s->heap[slot] = v; s->where[v] = slot; }

static void sift_up(Search *s, int v)
{
    int i = s->where[v];
    while (i > 0) {
        int p = (i - 1) / 2;
        if (s->dist[s->heap[p]] <= s->dist[v]) break;
        put(s, i, s->heap[p]);
        i = p;
    }
    put(s, i, v);
}

static int pop(Search *s)
{
    int top = s->heap[0], v = s->heap[--s->size], i = 0;
    s->where[top] = -2;
    if (s->size == 0) return top;
    for (;;) {
        int c = 2 * i + 1;
        if (c >= s->size) break;
        if (c + 1 < s->size && s->dist[s->heap[c + 1]] < s->dist[s->heap[c]]) c++;
        if (s->dist[s->heap[c]] >= s->dist[v]) break;
        put(s, i, s->heap[c]);
        i = c;
    }
    put(s, i, v);
    return top;
}

// shortest routes from src; stops once target is settled (-1: settle everything)
static int dijkstra(Search *s, const Network *g, int src, int target)
{
    for (int v = 0; v < g->n; v++) {
        s->where[v] = -1;
        s->dist[v] = INT_MAX;
    }
    s->settled = s->size = 0;
    s->dist[src] = 0;
    s->via[src] = NULL;
    s->paths[src] = 1.0;
    put(s, s->size++, src);
    while (s->size > 0) {
        int u = pop(s);
        s->order[s->settled++] = u;
        if (u == target) return 1;
        for (Edge *e = g->node[u].out; e; e = e->next) {
            int v = e->to, d = s->dist[u] + e->cost;
            if (d > s->dist[v]) continue;
            if (d == s->dist[v]) { s->paths[v] += s->paths[u]; continue; }
            s->dist[v] = d;
            s->via[v] = e;
            s->from[v] = u;
            s->paths[v] = s->paths[u];
            if (s->where[v] < 0) put(s, s->size++, v);
            sift_up(s, v);
        }
    }
    return target < 0;
}

// dependency of src on every node (Brandes), in s->delta
static void dependencies(Search *s, const Network *g, int src)
{
    memset(s->delta, 0, sizeof *s->delta * (size_t)g->n);
    for (int k = s->settled - 1; k >= 0; k--) {
        int u = s->order[k];
        double sum = 0.0;
        for (const Edge *e = g->node[u].out; e; e = e->next)
            if (s->dist[e->to] == s->dist[u] + e->cost)
                sum += s->paths[u] / s->paths[e->to] * (1.0 + s->delta[e->to]);
        s->delta[u] = sum;
    }
    s->delta[src] = 0.0;
}

static long summarise(const Search *s, int *farthest)
{
    long total = 0;
    for (int k = 0; k < s->settled; k++) total += s->dist[s->order[k]];
    *farthest = s->dist[s->order[s->settled - 1]];
    return total;
}

int main(int argc, char **argv)
{
    int w = argc > 1 ? atoi(argv[1]) : 80, h = argc > 2 ? atoi(argv[2]) : 70;
    int nsrc = argc > 3 ? atoi(argv[3]) : 700, ntrips = argc > 4 ? atoi(argv[4]) : 900;
    seed64 = argc > 5 ? strtoull(argv[5], NULL, 10) | 1u : 60221407u;
    Network g = make_network(w, h);
    int *src = malloc(sizeof *src * (size_t)(nsrc + 1)), diameter = 0;
    double closeness = 0.0;
    printf("%d nodes, %d streets\n", g.n, g.nedges);

    for (int k = 0; k < nsrc; k++) src[k] = (int)(rand32() % (uint32_t)g.n);
    // Sources in batches: one workspace per thread, one dependency vector per
    // source of the batch; the vectors are added to the nodes in source order.
    enum { BATCH = 64, STRIP = 256 };
    double *dep = malloc(sizeof *dep * BATCH * (size_t)g.n), *close = calloc((size_t)nsrc + 1, sizeof *close);
    #pragma omp parallel
    {
        Search *s = new_search(g.n);
        double *own = s->delta;
        for (int first = 0; first < nsrc; first += BATCH) {
            int last = first + BATCH < nsrc ? first + BATCH : nsrc;
            #pragma omp for schedule(dynamic) reduction(max : diameter)
            for (int k = first; k < last; k++) {
                int far;
                dijkstra(s, &g, src[k], -1);
                long total = summarise(s, &far);
                if (far > diameter) diameter = far;
                if (total > 0) close[k] = (double)(s->settled - 1) / (double)total;
                s->delta = dep + (size_t)(k - first) * (size_t)g.n;
                dependencies(s, &g, src[k]);
            }
            #pragma omp for schedule(static)
            for (int v0 = 0; v0 < g.n; v0 += STRIP)
                for (int k = 0; k < last - first; k++)
                    for (int v = v0; v < v0 + STRIP && v < g.n; v++)
                        g.node[v].between += dep[(size_t)k * (size_t)g.n + (size_t)v];
        }
        s->delta = own;
        free_search(s);
    }
    for (int k = 0; k < nsrc; k++) closeness += close[k];
    free(dep);
    free(close);
    double sum = 0.0;
    for (int v = 0; v < g.n; v++) sum += g.node[v].between;
    printf("eccentricity %d, mean closeness %.12e, betweenness sum %.9e\n", diameter, closeness / nsrc, sum);
    for (int k = 0; k < 6; k++) {
        int best = 0;
        for (int v = 1; v < g.n; v++)
            if (g.node[v].between > g.node[best].between) best = v;
        printf("  node %5d at (%8.2f,%8.2f)  %.8f\n", best, g.node[best].x, g.node[best].y, g.node[best].between / nsrc);
        g.node[best].between = -1.0;
    }

    long minutes = 0, visited = 0;
    int failed = 0;
    int *od = malloc(sizeof *od * 2 * ((size_t)ntrips + 1));
    for (int t = 0; t < 2 * ntrips; t++) od[t] = (int)(rand32() % (uint32_t)g.n);
    #pragma omp parallel reduction(+ : minutes, visited, failed)
    {
        Search *s = new_search(g.n);
        #pragma omp for schedule(dynamic, 4)
        for (int t = 0; t < ntrips; t++) {
            int a = od[2 * t], b = od[2 * t + 1];
            if (!dijkstra(s, &g, a, b)) { failed++; continue; }
            for (int v = b; v != a; v = s->from[v]) {
                int *trips = &s->via[v]->trips;
                #pragma omp atomic
                ++*trips;
            }
            minutes += s->dist[b];
            visited += s->settled;
        }
        free_search(s);
    }
    free(od);
    int busiest = 0, used = 0;
    for (int e = 0; e < g.nedges; e++) {
        if (g.pool[e].trips > g.pool[busiest].trips) busiest = e;
        used += g.pool[e].trips > 0;
    }
    printf("%d trips, %d impossible, total %.1f min, %ld nodes settled\n", ntrips, failed, (double)minutes / 600.0, visited);
    printf("%d streets used, busiest leads to node %d with %d trips\n", used, g.pool[busiest].to, g.pool[busiest].trips);
    return 0;
}
