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

static int *dist, *parent, *order, *weight;     /* per-run arrays */
static struct item *heap;
static int hn;

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

static void push(int key, int node)
{
    struct item it = { key, node };
    int i = hn++;
    while (i > 0 && less(it, heap[(i - 1) / 2])) {
        heap[i] = heap[(i - 1) / 2];
        i = (i - 1) / 2;
    }
    heap[i] = it;
}

static struct item pop(void)
{
    struct item top = heap[0], last = heap[--hn];
    int i = 0;
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

static int dijkstra(int src)
{
    int settled = 0;
    for (int v = 0; v < nv; v++) {
        dist[v] = INT_MAX;
        parent[v] = -1;
    }
    hn = 0;
    dist[src] = 0;
    push(0, src);
    while (hn) {
        struct item it = pop();
        if (it.key != dist[it.node]) continue;
        order[settled++] = it.node;
        for (int e = first[it.node]; e < first[it.node + 1]; e++) {
            int nd = it.key + edges[e].cost;
            if (nd < dist[edges[e].to]) {
                dist[edges[e].to] = nd;
                parent[edges[e].to] = it.node;
                push(nd, edges[e].to);
            }
        }
    }
    return settled;
}

/* adds the number of tree paths through each node to the global load */
static void add_load(int settled)
{
    for (int i = 0; i < settled; i++) weight[order[i]] = 1;
    for (int i = settled - 1; i > 0; i--) {
        int v = order[i];
        weight[parent[v]] += weight[v];
        load[v] += weight[v];
    }
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

    dist = malloc(sizeof *dist * nv);
    parent = malloc(sizeof *parent * nv);
    order = malloc(sizeof *order * nv);
    weight = malloc(sizeof *weight * nv);
    heap = malloc(sizeof *heap * (ne + 1));
    best_dist = malloc(sizeof *best_dist * nv);
    best_depot = malloc(sizeof *best_depot * nv);
    load = calloc(nv, sizeof *load);
    for (int v = 0; v < nv; v++) { best_dist[v] = INT_MAX; best_depot[v] = -1; }

    int far_max = 0;
    for (int d = 0; d < ndepot; d++) {
        int src;
        do src = random_node(); while (find(src) != root);
        int n = dijkstra(src);
        add_load(n);
        long long sum = 0;
        for (int i = 0; i < n; i++) {
            int v = order[i];
            sum += dist[v];
            if (dist[v] < best_dist[v]) { best_dist[v] = dist[v]; best_depot[v] = d; }
        }
        int ecc = dist[order[n - 1]];
        if (ecc > far_max) far_max = ecc;
        printf("depot %2d at (%3d,%3d): farthest %d, mean %.3f\n", d, src % side, src / side, ecc, (double)sum / n);
    }

    int *served = calloc(ndepot, sizeof *served), *worst = calloc(ndepot, sizeof *worst);
    int busiest = 0;
    unsigned hash = 0;
    for (int v = 0; v < nv; v++) {
        int d = best_depot[v];
        if (load[v] > load[busiest]) busiest = v;
        hash = hash * 131u + (unsigned)load[v];
        if (d < 0) continue;
        served[d]++;
        if (best_dist[v] > worst[d]) worst[d] = best_dist[v];
    }
    for (int d = 0; d < ndepot; d++)
        printf("area %2d: %d crossings, worst %d\n", d, served[d], worst[d]);
    printf("max eccentricity %d, busiest (%d,%d) load %lld, hash %08x\n", far_max,
           busiest % side, busiest / side, load[busiest], hash);
    clock_gettime(CLOCK_MONOTONIC, &b);
    fprintf(stderr, "%.3f s\n", (b.tv_sec - a.tv_sec) + 1e-9 * (b.tv_nsec - a.tv_nsec));
    free(dist); free(parent); free(order); free(weight); free(heap); free(served); free(worst);
    free(best_dist); free(best_depot); free(load); free(uf); free(first); free(edges);
    return 0;
}
