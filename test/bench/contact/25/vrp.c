/* vrp - capacitated delivery routes: nearest-neighbour start, then repeated
 * best-improvement moves (relocate, exchange, tail swap) until none helps.
 * usage: vrp [stops] [capacity] [max_moves] */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>

struct stop { int x, y, demand; };

/* Routes are doubly linked through next/prev; a depot sentinel per route is numbered n + r. */
static struct stop *stops;
static int *dist;                /* (n+1)^2, index n is the depot */
static int *next, *prev, *route_of, *order;
static int *load, *pre_load;
static int n, nroutes, cap;

static unsigned lcg = 20240101;
static int rnd(int lim) { lcg = lcg * 1103515245u + 12345u; return (int)((lcg >> 8) % (unsigned)lim); }

static int d(int a, int b)
{
    if (a >= n) a = n;
    if (b >= n) b = n;
    return dist[a * (n + 1) + b];
}

enum kind { NONE, RELOCATE, EXCHANGE, TAILS };
struct move { enum kind kind; int a, b, gain; };

static void link_nodes(int a, int b) { next[a] = b; prev[b] = a; }

static void make_instance(void)
{
    for (int i = 0; i < n; i++) {
        int cx = rnd(6) * 1700, cy = rnd(6) * 1700;
        stops[i].x = cx + rnd(1500);
        stops[i].y = cy + rnd(1500);
        stops[i].demand = 1 + rnd(30);
    }
    stops[n].x = stops[n].y = 5000;
    stops[n].demand = 0;
    for (int i = 0; i <= n; i++)
        for (int j = 0; j <= n; j++) {
            double dx = stops[i].x - stops[j].x, dy = stops[i].y - stops[j].y;
            dist[i * (n + 1) + j] = (int)(sqrt(dx * dx + dy * dy) + 0.5);
        }
}

static void initial_routes(void)
{
    char *done = calloc(n, 1);
    int left = n;
    if (!done) exit(1);
    nroutes = 0;
    while (left) {
        int dep = n + nroutes, at = dep, used = 0;
        for (;;) {
            int best = -1;
            for (int j = 0; j < n; j++)
                if (!done[j] && used + stops[j].demand <= cap && (best < 0 || d(at, j) < d(at, best)))
                    best = j;
            if (best < 0) break;
            link_nodes(at, best);
            done[best] = 1;
            route_of[best] = nroutes;
            used += stops[best].demand;
            at = best;
            left--;
        }
        link_nodes(at, dep);
        route_of[dep] = nroutes;
        load[nroutes++] = used;
    }
    free(done);
}

/* refresh order-in-route and load up to and including each stop */
static void renumber(int r)
{
    int k = 0, sum = 0, dep = n + r;
    order[dep] = 0;
    pre_load[dep] = 0;
    for (int v = next[dep]; v != dep; v = next[v]) {
        order[v] = ++k;
        sum += stops[v].demand;
        pre_load[v] = sum;
        route_of[v] = r;
    }
    load[r] = sum;
}

static int gain_relocate(int a, int b)      /* put a behind b */
{
    if (b == a || b == prev[a]) return 0;
    if (route_of[a] != route_of[b] && load[route_of[b]] + stops[a].demand > cap) return 0;
    int p = prev[a], q = next[a];
    return d(p, a) + d(a, q) - d(p, q) + d(b, next[b]) - d(b, a) - d(a, next[b]);
}

static int gain_exchange(int a, int b)
{
    int ra = route_of[a], rb = route_of[b];
    int diff = stops[b].demand - stops[a].demand;
    if (next[a] == b || next[b] == a || a == b) return 0;
    if (ra != rb && (load[ra] + diff > cap || load[rb] - diff > cap)) return 0;
    return d(prev[a], a) + d(a, next[a]) + d(prev[b], b) + d(b, next[b])
         - d(prev[a], b) - d(b, next[a]) - d(prev[b], a) - d(a, next[b]);
}

static int gain_tails(int a, int b)         /* a -> next[b], b -> next[a] */
{
    int ra = route_of[a], rb = route_of[b];
    if (ra == rb) return 0;
    if (pre_load[a] + load[rb] - pre_load[b] > cap || pre_load[b] + load[ra] - pre_load[a] > cap) return 0;
    return d(a, next[a]) + d(b, next[b]) - d(a, next[b]) - d(b, next[a]);
}

static struct move find_best(void)
{
    struct move best = { NONE, 0, 0, 0 };
    for (int a = 0; a < n + nroutes; a++)
        for (int b = 0; b < n + nroutes; b++) {
            int g;
            if (a < n && (g = gain_relocate(a, b)) > best.gain) best = (struct move){ RELOCATE, a, b, g };
            if (a < b && b < n && (g = gain_exchange(a, b)) > best.gain) best = (struct move){ EXCHANGE, a, b, g };
            if (a < b && (g = gain_tails(a, b)) > best.gain) best = (struct move){ TAILS, a, b, g };
        }
    return best;
}

static void unlink_node(int a) { link_nodes(prev[a], next[a]); }
static void insert_after(int a, int b) { int q = next[b]; link_nodes(b, a); link_nodes(a, q); }

static void apply(struct move m)
{
    int ra = route_of[m.a], rb = route_of[m.b];
    if (m.kind == RELOCATE) {
        unlink_node(m.a);
        insert_after(m.a, m.b);
    } else if (m.kind == EXCHANGE) {
        int pa = prev[m.a], pb = prev[m.b];
        unlink_node(m.a);
        unlink_node(m.b);
        insert_after(m.b, pa);
        insert_after(m.a, pb);
    } else {
        int na = next[m.a], nb = next[m.b], da = n + ra, db = n + rb;
        int la = prev[da], lb = prev[db];        /* last stops (maybe the depot itself) */
        if (nb == db) link_nodes(m.a, da); else { link_nodes(m.a, nb); link_nodes(lb, da); }
        if (na == da) link_nodes(m.b, db); else { link_nodes(m.b, na); link_nodes(la, db); }
    }
    renumber(ra);
    renumber(rb);
}

static long cost(void)
{
    long c = 0;
    for (int r = 0; r < nroutes; r++) {
        int dep = n + r, v = dep;
        do { c += d(v, next[v]); v = next[v]; } while (v != dep);
    }
    return c;
}

int main(int argc, char **argv)
{
    int moves = 0, used = 0, count[4] = { 0 };
    n = argc > 1 ? atoi(argv[1]) : 620;
    cap = argc > 2 ? atoi(argv[2]) : 300;
    int maxmoves = argc > 3 ? atoi(argv[3]) : 1000;
    if (n < 2 || cap < 30) { fprintf(stderr, "usage: vrp [stops>=2] [capacity>=30] [max_moves]\n"); return 2; }
    stops = malloc(sizeof *stops * (n + 1));
    dist = malloc(sizeof *dist * (n + 1) * (n + 1));
    int *pool = calloc(10 * n, sizeof *pool);
    if (!stops || !dist || !pool) { perror("vrp"); return 1; }
    next = pool; prev = pool + 2 * n; route_of = pool + 4 * n; order = pool + 6 * n; pre_load = pool + 8 * n;
    load = calloc(n, sizeof *load);
    if (!load) { perror("vrp"); return 1; }
    make_instance();
    initial_routes();
    for (int r = 0; r < nroutes; r++) renumber(r);
    long start = cost(), now = start;
    while (moves < maxmoves) {
        struct move m = find_best();
        if (m.kind == NONE) break;
        apply(m);
        now -= m.gain;
        count[m.kind]++;
        moves++;
    }
    if (now != cost()) { fprintf(stderr, "vrp: bookkeeping error %ld %ld\n", now, cost()); return 1; }
    unsigned sig = 0;
    for (int r = 0; r < nroutes; r++) {
        used += load[r] > 0;
        for (int v = next[n + r]; v != n + r; v = next[v]) sig = sig * 33 + (unsigned)v * (unsigned)order[v];
    }
    printf("stops %d routes %d (of %d)\n", n, used, nroutes);
    printf("cost %ld -> %ld in %d moves (relocate %d exchange %d tails %d)\n", start, now, moves, count[1], count[2], count[3]);
    printf("signature %08x\n", sig);
    free(stops); free(dist); free(pool); free(load);
    return 0;
}
