// SPDX-License-Identifier: Apache-2.0
/* gridpaths - facility location on a terrain: travel times from many candidate
 * sites to every cell of a weighted 8-connected grid (Dijkstra with a binary
 * heap), traffic over the shortest path trees, and the best site. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define UNREACHED 0x7fffffff
#define WALL 255

typedef struct {
    int w, h;
    unsigned char *cost;
} Grid;

typedef struct {
    int *key;           /* tentative distance of every node */
    int *where;         /* heap slot of a node, -1 when not in the heap */
    int *item;
    int n;
} Heap;

typedef struct {
    int cell;
    int reached, farthest;
    long long total;
} Site;

static unsigned rstate = 20240607u;

static unsigned rnd(void)
{
    rstate ^= rstate << 13;
    rstate ^= rstate >> 17;
    rstate ^= rstate << 5;
    return rstate;
}

static void make_terrain(Grid *g)
{
    int n = g->w * g->h;
    for (int i = 0; i < n; i++)
        g->cost[i] = (unsigned char)(2 + rnd() % 6);
    for (int k = 0; k < n / 400; k++) {                 /* hills */
        int cx = (int)(rnd() % (unsigned)g->w), cy = (int)(rnd() % (unsigned)g->h), r = 3 + (int)(rnd() % 9);
        for (int y = cy - r; y <= cy + r; y++)
            for (int x = cx - r; x <= cx + r; x++) {
                int d = (x - cx) * (x - cx) + (y - cy) * (y - cy);
                if (x < 0 || y < 0 || x >= g->w || y >= g->h || d > r * r)
                    continue;
                int c = g->cost[y * g->w + x] + (r * r - d) / 4;
                g->cost[y * g->w + x] = (unsigned char)(c > 60 ? 60 : c);
            }
    }
    for (int k = 0; k < n / 900; k++) {                 /* walls */
        int x = (int)(rnd() % (unsigned)g->w), y = (int)(rnd() % (unsigned)g->h), len = 5 + (int)(rnd() % 20);
        int dx = rnd() & 1, dy = !dx;
        for (; len > 0 && x < g->w && y < g->h; len--, x += dx, y += dy)
            g->cost[y * g->w + x] = WALL;
    }
    for (int k = 0; k < 6; k++) {                       /* roads */
        int y = (int)(rnd() % (unsigned)g->h);
        for (int x = 0; x < g->w; x++) {
            g->cost[y * g->w + x] = 1;
            if (rnd() % 4 == 0 && y + 1 < g->h)
                g->cost[++y * g->w + x] = 1;
        }
    }
}

static void heap_init(Heap *h, int nodes)
{
    h->where = malloc(nodes * sizeof *h->where);
    h->item = malloc(nodes * sizeof *h->item);
    h->n = 0;
    for (int i = 0; i < nodes; i++)
        h->where[i] = -1;
}

static void heap_free(Heap *h)
{
    free(h->where);
    free(h->item);
}

static void place(Heap *h, int slot, int node)
{
    h->item[slot] = node;
    h->where[node] = slot;
}

static void sift_up(Heap *h, int slot, int node)
{
    while (slot > 0) {
        int up = (slot - 1) / 2;
        if (h->key[h->item[up]] <= h->key[node])
            break;
        place(h, slot, h->item[up]);
        slot = up;
    }
    place(h, slot, node);
}

static void heap_update(Heap *h, int node)
{
    int slot = h->where[node];
    sift_up(h, slot < 0 ? h->n++ : slot, node);
}

static int heap_pop(Heap *h)
{
    int top = h->item[0], node = h->item[--h->n], slot = 0;
    h->where[top] = -1;
    if (h->n == 0)
        return top;
    for (;;) {
        int kid = 2 * slot + 1;
        if (kid >= h->n)
            break;
        if (kid + 1 < h->n && h->key[h->item[kid + 1]] < h->key[h->item[kid]])
            kid++;
        if (h->key[h->item[kid]] >= h->key[node])
            break;
        place(h, slot, h->item[kid]);
        slot = kid;
    }
    place(h, slot, node);
    return top;
}

/* fills dist, parent and the order in which cells were settled; returns how
 * many there are */
static int shortest_paths(const Grid *g, int src, int *dist, int *parent, int *order, Heap *heap)
{
    int n = g->w * g->h, settled = 0;
    for (int i = 0; i < n; i++)
        dist[i] = UNREACHED;
    dist[src] = 0;
    parent[src] = -1;
    heap->key = dist;
    heap_update(heap, src);
    while (heap->n > 0) {
        int u = heap_pop(heap), ux = u % g->w, uy = u / g->w;
        order[settled++] = u;
        for (int dy = -1; dy <= 1; dy++)
            for (int dx = -1; dx <= 1; dx++) {
                int x = ux + dx, y = uy + dy;
                if ((dx == 0 && dy == 0) || x < 0 || y < 0 || x >= g->w || y >= g->h)
                    continue;
                int v = y * g->w + x;
                if (g->cost[v] == WALL)
                    continue;
                int step = (g->cost[u] + g->cost[v]) * (dx && dy ? 7 : 5);
                if (dist[u] + step < dist[v]) {
                    dist[v] = dist[u] + step;
                    parent[v] = u;
                    heap_update(heap, v);
                }
            }
    }
    return settled;
}

static void add_traffic(const int *order, int n, const int *parent, int *subtree, long long *traffic)
{
    for (int i = 0; i < n; i++)
        subtree[order[i]] = 1;
    for (int i = n - 1; i > 0; i--) {
        int u = order[i];
        traffic[u] += subtree[u];
        subtree[parent[u]] += subtree[u];
    }
}

int main(int argc, char **argv)
{
    int size = argc > 1 ? atoi(argv[1]) : 200;
    int nsites = argc > 2 ? atoi(argv[2]) : 170;
    if (size < 1 || nsites < 1)
        return 1;
    Grid g = { size, size, malloc((size_t)size * size) };
    int n = size * size, nearest_changes = 0;
    Site *site = malloc(nsites * sizeof *site);
    int *distances = malloc((size_t)nsites * n * sizeof(int));    /* of every site */
    int *nearest = malloc(n * sizeof(int)), *owner = malloc(n * sizeof(int));
    long long *traffic = calloc(n, sizeof *traffic);
    struct timespec t0, t1;

    make_terrain(&g);
    for (int s = 0; s < nsites; s++) {
        do
            site[s].cell = (int)(rnd() % (unsigned)n);
        while (g.cost[site[s].cell] == WALL);
    }

    clock_gettime(CLOCK_MONOTONIC, &t0);
    #pragma omp parallel
    {
        int *parent = malloc(n * sizeof(int)), *order = malloc(n * sizeof(int));
        int *subtree = malloc(n * sizeof(int));
        long long *mine = calloc(n, sizeof *mine);
        Heap heap;
        heap_init(&heap, n);
        #pragma omp for schedule(dynamic, 1)
        for (int s = 0; s < nsites; s++) {
            Site *p = &site[s];
            int *dist = distances + (size_t)s * n;
            p->reached = shortest_paths(&g, p->cell, dist, parent, order, &heap);
            p->total = 0;
            for (int i = 0; i < p->reached; i++)
                p->total += dist[order[i]];
            p->farthest = dist[order[p->reached - 1]];
            add_traffic(order, p->reached, parent, subtree, mine);
        }
        #pragma omp critical
        for (int i = 0; i < n; i++)
            traffic[i] += mine[i];
        #pragma omp for schedule(static) reduction(+:nearest_changes)
        for (int block = 0; block < n; block += 1024) {
            int stop = n - block < 1024 ? n : block + 1024;
            for (int i = block; i < stop; i++) {
                nearest[i] = UNREACHED;
                owner[i] = -1;
            }
            for (int s = 0; s < nsites; s++)
                for (int i = block; i < stop; i++)
                    if (distances[(size_t)s * n + i] < nearest[i]) {
                        nearest[i] = distances[(size_t)s * n + i];
                        owner[i] = s;
                        nearest_changes++;
                    }
        }
        heap_free(&heap);
        free(parent);
        free(order);
        free(subtree);
        free(mine);
    }
    clock_gettime(CLOCK_MONOTONIC, &t1);

    int best = 0, busiest = 0;
    for (int s = 1; s < nsites; s++)
        if (site[s].total < site[best].total)
            best = s;
    unsigned long long check = 0;
    for (int i = 0; i < n; i++) {
        if (traffic[i] > traffic[busiest])
            busiest = i;
        check = check * 1099511628211ull + (unsigned long long)traffic[i] * 31
              + (unsigned)nearest[i] + (unsigned)(owner[i] + 1) * 7u;
    }
    printf("best site %d at (%d,%d): reached %d total %lld farthest %d\n", best, site[best].cell % size,
           site[best].cell / size, site[best].reached, site[best].total, site[best].farthest);
    printf("busiest cell (%d,%d) traffic %lld, owner changes %d\n", busiest % size, busiest / size,
           traffic[busiest], nearest_changes);
    printf("check %016llx\n", check);
    fprintf(stderr, "%d searches in %.3f s\n", nsites,
            (double)(t1.tv_sec - t0.tv_sec) + (double)(t1.tv_nsec - t0.tv_nsec) * 1e-9);
    free(g.cost); free(site); free(distances);
    free(nearest); free(owner); free(traffic);
    return 0;
}
