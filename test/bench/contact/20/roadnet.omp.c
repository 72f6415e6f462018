/* roadnet - depots on a synthetic road network
 * Dijkstra from every depot: service areas, worst travel time, road load
 * (how many shortest paths run through a crossing), network diameter bound.
 *
 *   roadnet [side] [depots]
 */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct edge { int to, cost; };
struct item { int key, node; };

static int side = 330, ndepot = 36, nv, ne;
static int *first;              /* first[v] .. first[v+1] edges of v */
static struct edge *edges;

struct work {                   /* everything one thread needs */
    int *dist, *parent, *order, *weight;
    struct item *heap;
    int hn;
    int *best_dist, *best_depot;
    long long *load;
};

static int *best_dist, *best_depot;
static long long *load;

static unsigned state = 777;
static unsigned rnd(unsigned n)
{
    state = state * 214013u + 2531011u;
    return (state >> 16 & 0x7fff) % n;
}

static int random_node(void)
{
    unsigned hi = rnd(32768);
    return (int)((hi * 32768u + rnd(32768)) % (unsigned)nv);
}

/* ---- union-find, to keep only the main component ---- */
static int *uf;
static int find(int x)
{
    return uf[x] == x ? x : (uf[x] = find(uf[x]));
}

struct link { int a, b, cost; };

static void build(void)
{
    struct link *l = malloc(sizeof *l * nv * 4);
    int n = 0;
    for (int y = 0; y < side; y++)
        for (int x = 0; x < side; x++) {
            int v = y * side + x;
            int fast = y % 16 == 0 || x % 16 == 0;      /* main roads */
            if (x + 1 < side && (rnd(10) < 8 || y % 16 == 0))
                l[n++] = (struct link){ v, v + 1, (y % 16 ? 40 : 12) + (int)rnd(20) };
            if (y + 1 < side && (rnd(10) < 8 || x % 16 == 0))
                l[n++] = (struct link){ v, v + side, (x % 16 ? 40 : 12) + (int)rnd(20) };
            if (x + 1 < side && y + 1 < side && rnd(10) == 0)
                l[n++] = (struct link){ v, v + side + 1, 60 + (int)rnd(30) };
            if (fast && rnd(400) == 0) {                /* tunnels */
                int w = random_node();
                if (w != v) l[n++] = (struct link){ v, w, 900 + (int)rnd(600) };
            }
        }
    uf = malloc(sizeof *uf * nv);
    for (int v = 0; v < nv; v++) uf[v] = v;
    first = calloc(nv + 2, sizeof *first);
    for (int i = 0; i < n; i++) {
        uf[find(l[i].a)] = find(l[i].b);
        first[l[i].a + 2]++;
        first[l[i].b + 2]++;
    }
    for (int v = 0; v < nv; v++) first[v + 2] += first[v + 1];
    ne = 2 * n;
    edges = malloc(sizeof *edges * ne);
    for (int i = 0; i < n; i++) {
        edges[first[l[i].a + 1]++] = (struct edge){ l[i].b, l[i].cost };
        edges[first[l[i].b + 1]++] = (struct edge){ l[i].a, l[i].cost };
    }
    free(l);
}

/* ---- binary heap with lazy deletion ---- */
static int less(struct item a, struct item b)
{
    return a.key < b.key || (a.key == b.key && a.node < b.node);
}

static void push(struct work *w, int key, int node)
{
    struct item *heap = w->heap;
    struct item it = { key, node };
    int i = w->hn++;
    while (i > 0 && less(it, heap[(i - 1) / 2])) {
        heap[i] = heap[(i - 1) / 2];
        i = (i - 1) / 2;
    }
    heap[i] = it;
}

static struct item pop(struct work *w)
{
    struct item *heap = w->heap, top = heap[0], last = heap[--w->hn];
    int i = 0, hn = w->hn;
    for (;;) {
        int c = 2 * i + 1;
        if (c >= hn) break;
        if (c + 1 < hn && less(heap[c + 1], heap[c])) c++;
        if (!less(heap[c], last)) break;
        heap[i] = heap[c];
        i = c;
    }
    heap[i] = last;
    return top;
}

static int dijkstra(struct work *w, int src)
{
    int settled = 0, *dist = w->dist, *parent = w->parent, *order = w->order;
    for (int v = 0; v < nv; v++) {
        dist[v] = INT_MAX;
        parent[v] = -1;
    }
    w->hn = 0;
    dist[src] = 0;
    push(w, 0, src);
    while (w->hn) {
        struct item it = pop(w);
        if (it.key != dist[it.node]) continue;
        order[settled++] = it.node;
        for (int e = first[it.node]; e < first[it.node + 1]; e++) {
            int nd = it.key + edges[e].cost;
            if (nd < dist[edges[e].to]) {
                dist[edges[e].to] = nd;
                parent[edges[e].to] = it.node;
                push(w, nd, edges[e].to);
            }
        }
    }
    return settled;
}

/* adds the number of tree paths through each node to the thread's load */
static void add_load(struct work *w, int settled)
{
    int *order = w->order, *weight = w->weight, *parent = w->parent;
    long long *load = w->load;
    for (int i = 0; i < settled; i++) weight[order[i]] = 1;
    for (int i = settled - 1; i > 0; i--) {
        int v = order[i];
        weight[parent[v]] += weight[v];
        load[v] += weight[v];
    }
}

static void work_init(struct work *w)
{
    w->dist = malloc(sizeof *w->dist * nv);
    w->parent = malloc(sizeof *w->parent * nv);
    w->order = malloc(sizeof *w->order * nv);
    w->weight = malloc(sizeof *w->weight * nv);
    w->heap = malloc(sizeof *w->heap * (ne + 1));
    w->best_dist = malloc(sizeof *w->best_dist * nv);
    w->best_depot = malloc(sizeof *w->best_depot * nv);
    w->load = calloc(nv, sizeof *w->load);
    for (int v = 0; v < nv; v++) { w->best_dist[v] = INT_MAX; w->best_depot[v] = INT_MAX; }
}

static void work_free(struct work *w)
{
    free(w->dist); free(w->parent); free(w->order); free(w->weight);
    free(w->heap); free(w->best_dist); free(w->best_depot); free(w->load);
}

/* nearest depot wins, the lower number on ties */
static void offer(int *bd, int *bi, int d, int i)
{
    if (d < *bd || (d == *bd && i < *bi)) { *bd = d; *bi = i; }
}

int main(int argc, char **argv)
{
    if (argc > 1) side = atoi(argv[1]);
    if (argc > 2) ndepot = atoi(argv[2]);
    if (side < 20 || side > 3000 || ndepot < 1) {
        fprintf(stderr, "roadnet [side 20..3000] [depots]\n");
        return 1;
    }
    struct timespec a, b;
    clock_gettime(CLOCK_MONOTONIC, &a);
    nv = side * side;
    build();
    int root = find(side / 2 * side + side / 2), comp = 0;
    for (int v = 0; v < nv; v++) comp += find(v) == root;
    printf("%d crossings, %d arcs, main component %d\n", nv, ne, comp);

    best_dist = malloc(sizeof *best_dist * nv);
    best_depot = malloc(sizeof *best_depot * nv);
    load = calloc(nv, sizeof *load);
    for (int v = 0; v < nv; v++) { best_dist[v] = INT_MAX; best_depot[v] = INT_MAX; }

    int far_max = 0;
    int *src = malloc(sizeof *src * ndepot), *ecc = malloc(sizeof *ecc * ndepot);
    double *mean = malloc(sizeof *mean * ndepot);
    for (int d = 0; d < ndepot; d++)
        do src[d] = random_node(); while (find(src[d]) != root);

    #pragma omp parallel
    {
        struct work w;
        work_init(&w);
        #pragma omp for schedule(dynamic, 1) nowait
        for (int d = 0; d < ndepot; d++) {
            int n = dijkstra(&w, src[d]);
            add_load(&w, n);
            long long sum = 0;
            for (int i = 0; i < n; i++) {
                int v = w.order[i];
                sum += w.dist[v];
                offer(&w.best_dist[v], &w.best_depot[v], w.dist[v], d);
            }
            ecc[d] = w.dist[w.order[n - 1]];
            mean[d] = (double)sum / n;
        }
        #pragma omp critical
        for (int v = 0; v < nv; v++) {
            load[v] += w.load[v];
            offer(&best_dist[v], &best_depot[v], w.best_dist[v], w.best_depot[v]);
        }
        work_free(&w);
    }
    for (int d = 0; d < ndepot; d++) {
        if (ecc[d] > far_max) far_max = ecc[d];
        printf("depot %2d at (%3d,%3d): farthest %d, mean %.3f\n", d, src[d] % side, src[d] / side, ecc[d], mean[d]);
    }

    int *served = calloc(ndepot, sizeof *served), *worst = calloc(ndepot, sizeof *worst);
    int busiest = 0;
    unsigned hash = 0;
    for (int v = 0; v < nv; v++) {
        int d = best_depot[v];
        if (load[v] > load[busiest]) busiest = v;
        hash = hash * 131u + (unsigned)load[v];
        if (d == INT_MAX) continue;
        served[d]++;
        if (best_dist[v] > worst[d]) worst[d] = best_dist[v];
    }
    for (int d = 0; d < ndepot; d++)
        printf("area %2d: %d crossings, worst %d\n", d, served[d], worst[d]);
    printf("max eccentricity %d, busiest (%d,%d) load %lld, hash %08x\n", far_max,
           busiest % side, busiest / side, load[busiest], hash);
    clock_gettime(CLOCK_MONOTONIC, &b);
    fprintf(stderr, "%.3f s\n", (b.tv_sec - a.tv_sec) + 1e-9 * (b.tv_nsec - a.tv_nsec));
    free(src); free(ecc); free(mean); free(served); free(worst);
    free(best_dist); free(best_depot); free(load); free(uf); free(first); free(edges);
    return 0;
}
