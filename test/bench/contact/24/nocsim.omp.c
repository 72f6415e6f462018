/* nocsim - cycle-level network-on-chip simulation: mesh of input-queued routers, XY routing,
 * credits, round-robin arbitration, bursty sources.
 * usage: nocsim [side] [cycles] [seed] */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>

#define DEPTH 8
#define BUCKETS 16

enum { NORTH, EAST, SOUTH, WEST, LOCAL, PORTS };

typedef struct {
    uint16_t dx, dy;
    uint16_t hops;
    int born;
    uint32_t tag;
} Flit;

typedef struct {
    Flit ring[DEPTH];
    int first, count;
} Fifo;

typedef struct Router {
    int x, y;
    Fifo in[PORTS];
    int room[PORTS];            /* free places seen at the start of the cycle, per output */
    Flit latch[PORTS];
    uint8_t latched[PORTS];
    uint8_t turn[PORTS];        /* round-robin pointer */
    struct Router *next[PORTS]; /* neighbour reached through an output, or NULL */
    uint32_t rng;
    int burst;
} Router;

typedef struct {
    long injected, refused, delivered, hops, latency, stalls;
    long histogram[BUCKETS];
    int slowest;
    uint32_t checksum;
} Stats;

static uint32_t rnd(Router *r)
{
    r->rng = r->rng * 1664525u + 1013904223u;
    return r->rng >> 8;
}

static int route(const Router *r, const Flit *f)
{
    if (f->dx != r->x) return f->dx > r->x ? EAST : WEST;
    if (f->dy != r->y) return f->dy > r->y ? SOUTH : NORTH;
    return LOCAL;
}

static int push(Fifo *q, const Flit *f)
{
    if (q->count == DEPTH) return 0;
    q->ring[(q->first + q->count++) % DEPTH] = *f;
    return 1;
}

static void source(Router *r, int side, int cycle, Stats *st)
{
    if (r->burst == 0) {
        if (rnd(r) % 1000 >= 12) return;
        r->burst = 2 + rnd(r) % 10;
    }
    r->burst--;
    Flit f = { 0, 0, 0, cycle, rnd(r) };
    if (rnd(r) % 200 == 0) {        /* hot spot traffic */
        f.dx = (uint16_t)(side / 2 + rnd(r) % 3);
        f.dy = (uint16_t)(rnd(r) % side);
    } else {
        int reach = side / 4 + 1;
        int tx = r->x + (int)(rnd(r) % (2 * reach + 1)) - reach, ty = r->y + (int)(rnd(r) % (2 * reach + 1)) - reach;
        f.dx = (uint16_t)(tx < 0 ? 0 : tx >= side ? side - 1 : tx);
        f.dy = (uint16_t)(ty < 0 ? 0 : ty >= side ? side - 1 : ty);
    }
    if (push(&r->in[LOCAL], &f)) st->injected++;
    else st->refused++;
}

static void look_at_credits(Router *r)
{
    for (int o = 0; o < LOCAL; o++)
        r->room[o] = r->next[o] ? DEPTH - r->next[o]->in[(o + 2) % 4].count : 0;
    r->room[LOCAL] = 1;
}

static void arbitrate(Router *r, Stats *st)
{
    int want[PORTS];
    for (int i = 0; i < PORTS; i++)
        want[i] = r->in[i].count ? route(r, &r->in[i].ring[r->in[i].first]) : -1;
    for (int o = 0; o < PORTS; o++) {
        r->latched[o] = 0;
        for (int k = 0; k < PORTS; k++) {
            int i = (r->turn[o] + k) % PORTS;
            if (want[i] != o) continue;
            if (r->room[o] == 0) {
                st->stalls++;
                break;
            }
            Fifo *q = &r->in[i];
            r->latch[o] = q->ring[q->first];
            q->first = (q->first + 1) % DEPTH;
            q->count--;
            want[i] = -1;
            r->latched[o] = 1;
            r->turn[o] = (uint8_t)((i + 1) % PORTS);
            break;
        }
    }
}

static void deliver(const Flit *f, int cycle, Stats *st)
{
    int lat = cycle - f->born, b = 0;
    st->delivered++;
    st->hops += f->hops;
    st->latency += lat;
    if (lat > st->slowest) st->slowest = lat;
    while (b < BUCKETS - 1 && lat >= 2 << b) b++;
    st->histogram[b]++;
    st->checksum += f->tag * (uint32_t)(lat + 1);
}

static void forward(Router *r, int cycle, Stats *st)
{
    for (int o = 0; o < PORTS; o++) {
        if (!r->latched[o]) continue;
        if (o == LOCAL) {
            deliver(&r->latch[o], cycle, st);
            continue;
        }
        r->latch[o].hops++;
        push(&r->next[o]->in[(o + 2) % 4], &r->latch[o]);
    }
}

static void add_stats(Stats *to, const Stats *from)
{
    to->injected += from->injected;
    to->refused += from->refused;
    to->delivered += from->delivered;
    to->hops += from->hops;
    to->latency += from->latency;
    to->stalls += from->stalls;
    to->checksum += from->checksum;
    if (from->slowest > to->slowest) to->slowest = from->slowest;
    for (int b = 0; b < BUCKETS; b++) to->histogram[b] += from->histogram[b];
}

int main(int argc, char **argv)
{
    int side = argc > 1 ? atoi(argv[1]) : 80;
    int cycles = argc > 2 ? atoi(argv[2]) : 1000;
    uint32_t seed = argc > 3 ? (uint32_t)atoi(argv[3]) : 55;
    if (side < 4 || side > 1000 || cycles < 1) return 1;

    int n = side * side;
    Router *mesh = calloc(n, sizeof *mesh);
    for (int i = 0; i < n; i++) {
        Router *r = &mesh[i];
        r->x = i % side;
        r->y = i / side;
        r->rng = seed * 747796405u + (uint32_t)i * 2891336453u;
        r->next[NORTH] = r->y > 0 ? r - side : NULL;
        r->next[SOUTH] = r->y < side - 1 ? r + side : NULL;
        r->next[WEST] = r->x > 0 ? r - 1 : NULL;
        r->next[EAST] = r->x < side - 1 ? r + 1 : NULL;
    }

    Stats stats = { 0 };
    long arrived[200] = { 0 };      /* deliveries of each draining cycle */
    #pragma omp parallel
    {
        Stats st = { 0 };
        for (int cycle = 0; cycle < cycles + 200; cycle++) {
            long before = st.delivered;
            #pragma omp for schedule(static)
            for (int i = 0; i < n; i++) look_at_credits(&mesh[i]);
            #pragma omp for schedule(static)
            for (int i = 0; i < n; i++) {
                arbitrate(&mesh[i], &st);
                if (cycle < cycles) source(&mesh[i], side, cycle, &st);
            }
            /* every input queue has exactly one upstream router, so pushes do not collide */
            #pragma omp for schedule(static) nowait
            for (int i = 0; i < n; i++) forward(&mesh[i], cycle, &st);
            if (cycle >= cycles) {
                #pragma omp atomic
                arrived[cycle - cycles] += st.delivered - before;
            }
            #pragma omp barrier
            if (cycle >= cycles && arrived[cycle - cycles] == 0) break;     /* empty or deadlocked */
        }
        #pragma omp critical
        add_stats(&stats, &st);
    }

    long stuck = 0;
    for (int i = 0; i < n; i++)
        for (int p = 0; p < PORTS; p++) stuck += mesh[i].in[p].count;
    printf("routers %d injected %ld refused %ld delivered %ld stuck %ld\n", n, stats.injected, stats.refused,
           stats.delivered, stuck);
    printf("hops %.6f latency %.6f slowest %d stalls %ld\n", stats.delivered ? (double)stats.hops / stats.delivered : 0,
           stats.delivered ? (double)stats.latency / stats.delivered : 0, stats.slowest, stats.stalls);
    uint32_t digest = stats.checksum;
    for (int b = 0; b < BUCKETS; b++) digest = digest * 31u + (uint32_t)stats.histogram[b];
    printf("digest %08x\n", digest);
    free(mesh);
    return 0;
}
