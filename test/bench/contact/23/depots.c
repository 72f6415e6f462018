/*
 * depots.c - daily planning for a parcel network: drive times on a road
 * graph from every depot, assignment of stops to depots under capacity,
 * and improvement of each depot's tours.
 *
 * usage: depots [side] [depots] [stops] [seed]
 */
#include <stdio.h>
#include <stdlib.h>
#include <stdint.h>
#include <string.h>
#include <limits.h>

#define VANCAP  60
#define MAXVAN  24

typedef struct { int to, sec; } Arc;
typedef struct { int n, *first; Arc *arc; int *x, *y; } Graph;
typedef struct { int node, parcels, depot, drive; } Stop;
typedef struct { int node, capacity, load, nstop; int *stop; long sec, saved; int vans, moves; } Depot;
typedef struct { int key, node; } Heap;
static uint32_t seed;

static int rnd(int n)
{
    seed = seed * 1103515245u + 12345u;
    return (int)((uint64_t)(seed >> 4) * (uint64_t)n >> 28);
}

static void *get(size_t n)
{
    void *p = malloc(n ? n : 1);
    if (!p) { fprintf(stderr, "depots: out of memory\n"); exit(1); }
    return p;
}

/* a slightly irregular street grid with some fast roads and closed blocks */
static void build_roads(Graph *g, int side)
{
    int n = g->n = side * side, m = 0;
    g->first = get(sizeof(int) * (n + 1));
    g->arc = get(sizeof(Arc) * 4 * n);
    g->x = get(sizeof(int) * n);
    g->y = get(sizeof(int) * n);
    for (int i = 0; i < n; i++) {
        g->x[i] = i % side * 100 + rnd(60);
        g->y[i] = i / side * 100 + rnd(60);
    }
    for (int i = 0; i < n; i++) {
        static const int dx[4] = { 1, -1, 0, 0 }, dy[4] = { 0, 0, 1, -1 };
        g->first[i] = m;
        for (int k = 0; k < 4; k++) {
            int x = i % side + dx[k], y = i / side + dy[k];
            if (x < 0 || y < 0 || x >= side || y >= side) continue;
            int fast = k < 2 ? y % 16 == 8 : x % 16 == 8;
            if (!fast && rnd(12) == 0) continue;                /* one way or closed */
            g->arc[m++] = (Arc){ y * side + x, fast ? 5 + rnd(3) : 10 + rnd(15) };
        }
    }
    g->first[n] = m;
}

/* label-setting search; workspace is kept between calls */
static int *dist;
static Heap *heap;
static int nheap;
static long settled, relaxed;

static void push(int key, int node)
{
    int i = nheap++;
    while (i > 0 && heap[(i - 1) / 2].key > key) { heap[i] = heap[(i - 1) / 2]; i = (i - 1) / 2; }
    heap[i] = (Heap){ key, node };
}

static Heap pop(void)
{
    Heap top = heap[0], last = heap[--nheap];
    int i = 0;
    for (;;) {
        int c = 2 * i + 1;
        if (c >= nheap) break;
        if (c + 1 < nheap && heap[c + 1].key < heap[c].key) c++;
        if (heap[c].key >= last.key) break;
        heap[i] = heap[c];
        i = c;
    }
    heap[i] = last;
    return top;
}

/* drive times from one depot; stops when all wanted nodes are settled */
static int drive_times(const Graph *g, int from, const uint8_t *wanted, int nwanted)
{
    for (int i = 0; i < g->n; i++) dist[i] = INT_MAX;
    nheap = 0;
    dist[from] = 0;
    push(0, from);
    while (nheap && nwanted) {
        Heap h = pop();
        if (h.key > dist[h.node]) continue;
        settled++;
        if (wanted[h.node]) nwanted--;
        for (int a = g->first[h.node]; a < g->first[h.node + 1]; a++) {
            int t = g->arc[a].to, d = h.key + g->arc[a].sec;
            if (d < dist[t]) { dist[t] = d; relaxed++; push(d, t); }
        }
    }
    return nwanted;                                             /* unreachable */
}

static void assign(Stop *st, int nstop, Depot *dp, int ndep, const int *matrix)
{
    for (int s = 0; s < nstop; s++) {
        int best = -1, second = -1;
        for (int d = 0; d < ndep; d++) {
            int t = matrix[(size_t)d * nstop + s];
            if (t == INT_MAX || dp[d].load + st[s].parcels > dp[d].capacity) continue;
            if (best < 0 || t < matrix[(size_t)best * nstop + s]) { second = best; best = d; }
            else if (second < 0 || t < matrix[(size_t)second * nstop + s]) second = d;
        }
        if (best < 0) { st[s].depot = -1; continue; }
        /* nearly equal: prefer the emptier depot */
        if (second >= 0 && matrix[(size_t)second * nstop + s] < st[s].parcels / 2 + matrix[(size_t)best * nstop + s] &&
            dp[second].load < dp[best].load) best = second;
        st[s].depot = best;
        st[s].drive = matrix[(size_t)best * nstop + s];
        dp[best].load += st[s].parcels;
        dp[best].stop[dp[best].nstop++] = s;
    }
}

static int between(const Graph *g, int a, int b)
{
    return (abs(g->x[a] - g->x[b]) + abs(g->y[a] - g->y[b])) / 8 + 20;
}

static int leg(const Graph *g, const Stop *st, const Depot *d, const int *t, int n, int i)
{
    int a = i == 0 ? d->node : st[t[i - 1]].node, b = i == n ? d->node : st[t[i]].node;
    return between(g, a, b);
}

/* 2-opt until no gain; returns the tour time */
static long improve(const Graph *g, const Stop *st, Depot *d, int *t, int n)
{
    long before = 0, after = 0;
    for (int i = 0; i <= n; i++) before += leg(g, st, d, t, n, i);
    for (int again = 1, round = 0; again && round < 60; round++) {
        again = 0;
        for (int i = 0; i < n - 1; i++)
            for (int j = i + 1; j < n; j++) {
                int a = i ? st[t[i - 1]].node : d->node, b = j < n - 1 ? st[t[j + 1]].node : d->node;
                int ti = st[t[i]].node, tj = st[t[j]].node;
                if (between(g, a, tj) + between(g, ti, b) >= between(g, a, ti) + between(g, tj, b)) continue;
                for (int p = i, q = j; p < q; p++, q--) { int x = t[p]; t[p] = t[q]; t[q] = x; }
                d->moves++;
                again = 1;
            }
    }
    for (int i = 0; i <= n; i++) after += leg(g, st, d, t, n, i);
    d->saved += before - after;
    return after;
}

static void plan(const Graph *g, const Stop *st, Depot *d)
{
    int lo = 0;
    while (lo < d->nstop && d->vans < MAXVAN) {
        int hi = lo, load = 0;
        while (hi < d->nstop && load + st[d->stop[hi]].parcels <= VANCAP * 12) load += st[d->stop[hi++]].parcels;
        d->sec += improve(g, st, d, d->stop + lo, hi - lo);
        d->vans++;
        lo = hi;
    }
}

int main(int argc, char **argv)
{
    int side = argc > 1 ? atoi(argv[1]) : 200, ndep = argc > 2 ? atoi(argv[2]) : 100;
    int nstop = argc > 3 ? atoi(argv[3]) : 14000;
    seed = argc > 4 ? (uint32_t)strtoul(argv[4], 0, 10) : 90210;
    if (side < 8 || ndep < 1 || nstop < 1) { fprintf(stderr, "usage: depots [side] [depots] [stops] [seed]\n"); return 2; }
    Graph g;
    build_roads(&g, side);
    dist = get(sizeof(int) * g.n);
    heap = get(sizeof(Heap) * (g.first[g.n] + 1));
    Stop *st = get(sizeof *st * nstop);
    Depot *dp = get(sizeof *dp * ndep);
    int *matrix = get(sizeof(int) * (size_t)ndep * nstop), nwanted = 0;
    uint8_t *wanted = calloc(g.n, 1);
    long unreachable = 0, refused = 0, sec = 0, saved = 0;
    for (int s = 0; s < nstop && wanted; s++) {
        st[s] = (Stop){ rnd(g.n), 1 + rnd(9), -1, 0 };
        if (!wanted[st[s].node]) { wanted[st[s].node] = 1; nwanted++; }
    }
    for (int d = 0; d < ndep; d++) {
        memset(&dp[d], 0, sizeof dp[d]);
        dp[d].node = rnd(g.n);
        dp[d].capacity = 5 * nstop / ndep * (80 + rnd(60)) / 100;
        dp[d].stop = get(sizeof(int) * nstop);
        unreachable += drive_times(&g, dp[d].node, wanted, nwanted);
        for (int s = 0; s < nstop; s++) matrix[(size_t)d * nstop + s] = dist[st[s].node];
    }
    assign(st, nstop, dp, ndep, matrix);
    for (int d = 0; d < ndep; d++) {
        plan(&g, st, &dp[d]);
        if (d % 10 == 0) printf("depot %2d: %4d stops %5d/%5d parcels %2d vans %7ld s\n", d, dp[d].nstop, dp[d].load, dp[d].capacity, dp[d].vans, dp[d].sec);
        sec += dp[d].sec; saved += dp[d].saved;
    }
    uint64_t sum = 7;
    for (int s = 0; s < nstop; s++) refused += st[s].depot < 0, sum = sum * 1000003 + (uint64_t)(st[s].drive + st[s].depot + 1);
    for (int d = 0; d < ndep; d++)
        for (int k = 0; k < dp[d].nstop; k++) sum = sum * 1000003 + (uint64_t)dp[d].stop[k];
    printf("settled %ld relaxed %ld unreachable %ld refused %ld\n", settled, relaxed, unreachable, refused);
    printf("tours %ld s, saved %ld s, checksum %016llx\n", sec, saved, (unsigned long long)sum);
    for (int d = 0; d < ndep; d++) free(dp[d].stop);
    free(g.first); free(g.arc); free(g.x); free(g.y); free(dist); free(heap); free(st); free(dp); free(matrix); free(wanted);
    return 0;
}
