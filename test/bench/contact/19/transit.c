/* transit - accessibility study of a public transport timetable
 * (connection scan from every stop at several departure times) */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>
#include <limits.h>

#define NEVER   INT_MAX
#define HORIZON 90          /* minutes */
#define CHANGE  2

typedef struct { float x, y; char name[8]; } Stop;
typedef struct { int dep, arr, from, to, trip; } Conn;
typedef struct { int to, minutes; } Walk;

typedef struct {
    int nstops, nconns, ntrips, capconns;
    Stop *stops;
    Conn *conns;
    int *walk_at;           /* nstops + 1 */
    Walk *walks;
    int first_at[1441];     /* first connection departing at or after minute */
} Net;

typedef struct {
    long long reached, minutes, scanned, queries, isolated;
    int worst, worst_from, worst_to, worst_dep;
    int *visits;            /* per stop: how often reached */
    long long *delay;       /* per stop: total minutes when reached */
} Result;

static int *arrive, *touched, ntouched;
static unsigned char *aboard;

static unsigned long long state = 0x1234567;
static int rnd(int m)
{
    state = state * 6364136223846793005ULL + 1442695040888963407ULL;
    return (int)((state >> 33) % (unsigned)m);
}
static void *need(void *p) { if (!p) { fprintf(stderr, "transit: no memory\n"); exit(1); } return p; }

static void add_conn(Net *g, int from, int to, int dep, int arr, int trip)
{
    if (dep >= 1440) return;
    if (g->nconns == g->capconns) {
        g->capconns = g->capconns * 2 + 1024;
        g->conns = need(realloc(g->conns, sizeof(Conn) * g->capconns));
    }
    g->conns[g->nconns++] = (Conn){ dep, arr, from, to, trip };
}

static void run_line(Net *g, const int *path, int len, int first, int last, int headway)
{
    for (int t = first; t < last; t += headway) {
        int now = t, trip = g->ntrips++;
        for (int k = 0; k + 1 < len; k++) {
            Stop *a = &g->stops[path[k]], *b = &g->stops[path[k + 1]];
            int ride = 1 + (int)(hypotf(a->x - b->x, a->y - b->y) * 1.3f);
            int peak = (now > 420 && now < 560) || (now > 960 && now < 1100);
            add_conn(g, path[k], path[k + 1], now, now + ride + peak, trip);
            now += ride + peak + (k % 5 == 4);
        }
    }
}

static int by_dep(const void *pa, const void *pb)
{
    const Conn *a = pa, *b = pb;
    if (a->dep != b->dep) return a->dep - b->dep;
    if (a->arr != b->arr) return a->arr - b->arr;
    if (a->trip != b->trip) return a->trip - b->trip;
    return a->from - b->from;
}

static Net *build(int side, int nlines)
{
    Net *g = need(calloc(1, sizeof *g));
    g->nstops = side * side;
    g->stops = need(malloc(sizeof(Stop) * g->nstops));
    for (int i = 0; i < g->nstops; i++) {
        g->stops[i].x = (float)(i % side) + rnd(100) * 0.006f;
        g->stops[i].y = (float)(i / side) + rnd(100) * 0.006f;
        snprintf(g->stops[i].name, sizeof g->stops[i].name, "S%d", i % 100000);
    }
    for (int l = 0; l < nlines; l++) {
        int path[64], back[64], len = 0, x = rnd(side), y = rnd(side), dir = rnd(4);
        while (len < 16 + l % 24) {
            path[len++] = y * side + x;
            if (rnd(5) == 0) dir = (dir + 1 + 2 * rnd(2)) & 3;
            int nx = x + (dir == 0) - (dir == 2), ny = y + (dir == 1) - (dir == 3);
            if (nx < 0 || ny < 0 || nx >= side || ny >= side) { dir = (dir + 1) & 3; len--; continue; }
            x = nx; y = ny;
        }
        for (int k = 0; k < len; k++) back[k] = path[len - 1 - k];
        int head = 6 + rnd(14);
        run_line(g, path, len, 300 + rnd(30), 1380, head);
        run_line(g, back, len, 300 + rnd(30), 1380, head);
    }
    qsort(g->conns, g->nconns, sizeof(Conn), by_dep);
    for (int m = 0, c = 0; m <= 1440; m++) {
        while (c < g->nconns && g->conns[c].dep < m) c++;
        g->first_at[m] = c;
    }
    g->walk_at = need(malloc(sizeof(int) * (g->nstops + 1)));
    g->walks = need(malloc(sizeof(Walk) * (size_t)g->nstops * 8));
    int w = 0;
    for (int i = 0; i < g->nstops; i++) {
        g->walk_at[i] = w;
        for (int d = 0; d < 9; d++) {
            int x = i % side + d % 3 - 1, y = i / side + d / 3 - 1, j = y * side + x;
            if (d == 4 || x < 0 || y < 0 || x >= side || y >= side) continue;
            float dist = hypotf(g->stops[i].x - g->stops[j].x, g->stops[i].y - g->stops[j].y);
            if (dist < 0.8f) g->walks[w++] = (Walk){ j, 2 + (int)(dist * 10) };
        }
    }
    g->walk_at[g->nstops] = w;
    return g;
}

static void relax(const Net *g, int stop, int t)
{
    if (t >= arrive[stop]) return;
    arrive[stop] = t;
    for (int w = g->walk_at[stop]; w < g->walk_at[stop + 1]; w++)
        if (t + g->walks[w].minutes < arrive[g->walks[w].to])
            arrive[g->walks[w].to] = t + g->walks[w].minutes;
}

static void query(const Net *g, int src, int dep, Result *res)
{
    for (int i = 0; i < g->nstops; i++) arrive[i] = NEVER;
    while (ntouched) aboard[touched[--ntouched]] = 0;
    relax(g, src, dep);
    arrive[src] = dep - CHANGE;
    int i;
    for (i = g->first_at[dep]; i < g->nconns; i++) {
        const Conn *c = &g->conns[i];
        if (c->dep > dep + HORIZON) break;
        if (!aboard[c->trip]) {
            if (arrive[c->from] == NEVER || arrive[c->from] + CHANGE > c->dep) continue;
            aboard[c->trip] = 1;
            touched[ntouched++] = c->trip;
        }
        relax(g, c->to, c->arr);
    }
    res->scanned += i - g->first_at[dep];
    res->queries++;
    long n = 0;
    for (int s = 0; s < g->nstops; s++) {
        if (s == src || arrive[s] == NEVER || arrive[s] > dep + HORIZON) continue;
        int m = arrive[s] - dep;
        n++;
        res->minutes += m;
        res->visits[s]++;
        res->delay[s] += m;
        if (m > res->worst) { res->worst = m; res->worst_from = src; res->worst_to = s; res->worst_dep = dep; }
    }
    res->reached += n;
    if (n < 10) res->isolated++;
}

int main(int argc, char **argv)
{
    int side = argc > 1 ? atoi(argv[1]) : 36;
    int nlines = argc > 2 ? atoi(argv[2]) : 130;
    static const int departures[] = { 330, 450, 510, 720, 1020, 1260 };
    if (side < 3 || side > 300 || nlines < 1) { fprintf(stderr, "usage: transit [side] [lines]\n"); return 2; }
    Net *g = build(side, nlines);
    arrive = need(malloc(sizeof(int) * g->nstops));
    touched = need(malloc(sizeof(int) * g->ntrips));
    aboard = need(calloc(g->ntrips, 1));
    Result res = { .worst = -1 };
    res.visits = need(calloc(g->nstops, sizeof(int)));
    res.delay = need(calloc(g->nstops, sizeof(long long)));
    for (int s = 0; s < g->nstops; s++)
        for (size_t d = 0; d < sizeof departures / sizeof *departures; d++)
            query(g, s, departures[d], &res);
    printf("stops %d trips %d connections %d\n", g->nstops, g->ntrips, g->nconns);
    printf("queries %lld scanned %lld reached %lld isolated %lld mean %.4f min\n", res.queries, res.scanned,
           res.reached, res.isolated, res.reached ? (double)res.minutes / res.reached : 0.0);
    if (res.worst >= 0)
        printf("longest %d min: %s -> %s at %02d:%02d\n", res.worst, g->stops[res.worst_from].name,
               g->stops[res.worst_to].name, res.worst_dep / 60, res.worst_dep % 60);
    for (int k = 0; k < 12 && k < g->nstops; k++) {
        int best = 0;
        for (int s = 1; s < g->nstops; s++) if (res.visits[s] > res.visits[best]) best = s;
        printf("%-7s reached %d mean %.3f\n", g->stops[best].name, res.visits[best],
               res.visits[best] > 0 ? (double)res.delay[best] / res.visits[best] : 0.0);
        res.visits[best] = -1;
    }
    free(res.visits); free(res.delay); free(arrive); free(touched); free(aboard);
    free(g->walks); free(g->walk_at); free(g->conns); free(g->stops); free(g);
    return 0;
}
