/* elevsim - compare lift dispatching policies by discrete simulation.
 * usage: elevsim [replicates] [minutes]
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>
#include <math.h>

#define MAXFLOOR 32
#define MAXCAR 6
#define CAPACITY 10

struct pax { int from, to, born; struct pax *next; };
struct car { int floor, dir, door, load, goal; struct pax *aboard; int stops[MAXFLOOR]; };
struct building {
    int nfloor, ncar, clock;
    struct pax *queue[MAXFLOOR];
    int waiting[MAXFLOOR];
    struct car car[MAXCAR];
    uint32_t seed;
};
struct outcome { int served, left; double wait, wait2, ride; int worst; long travel; };
struct policy { const char *name; int (*choose)(struct building *, struct car *); };
struct plant { int floors, cars; double rate; };

static struct pax *freelist;
static struct outcome cur;
#pragma omp threadprivate(freelist, cur)

static uint32_t next_rand(struct building *b)
{
    uint32_t x = b->seed;
    x ^= x << 13; x ^= x >> 17; x ^= x << 5;
    return b->seed = x;
}
static double next_unit(struct building *b) { return next_rand(b) / 4294967296.0; }

static struct pax *new_pax(void)
{
    struct pax *p = freelist;
    if (!p) {
        p = malloc(sizeof *p);
        if (!p) { fprintf(stderr, "elevsim: out of memory\n"); exit(1); }
        return p;
    }
    freelist = p->next;
    return p;
}
static void drop_pax(struct pax *p) { p->next = freelist; freelist = p; }

static int any_stop(const struct car *c, int nf)
{
    for (int f = 0; f < nf; f++) if (c->stops[f]) return 1;
    return 0;
}

/* next floor in the present direction at which somebody waits or alights */
static int choose_scan(struct building *b, struct car *c)
{
    for (int pass = 0; pass < 2; pass++) {
        for (int f = c->floor + c->dir; f >= 0 && f < b->nfloor; f += c->dir)
            if (c->stops[f] || (b->waiting[f] && c->load < CAPACITY)) return f;
        c->dir = -c->dir;
    }
    return c->floor;
}

static int choose_nearest(struct building *b, struct car *c)
{
    int best = c->floor, bd = 1000;
    for (int f = 0; f < b->nfloor; f++) {
        int want = c->stops[f] || (b->waiting[f] && c->load < CAPACITY);
        int d = abs(f - c->floor);
        if (want && d && d < bd) { bd = d; best = f; }
    }
    return best;
}

static int choose_oldest(struct building *b, struct car *c)
{
    if (any_stop(c, b->nfloor)) {
        int best = c->floor, bd = 1000;
        for (int f = 0; f < b->nfloor; f++)
            if (c->stops[f] && f != c->floor && abs(f - c->floor) < bd) { bd = abs(f - c->floor); best = f; }
        return best;
    }
    int best = c->floor, oldest = b->clock + 1;
    for (int f = 0; f < b->nfloor; f++) {
        int taken = 0;
        for (int k = 0; k < b->ncar; k++) if (&b->car[k] != c && b->car[k].goal == f) taken = 1;
        if (taken || !b->queue[f]) continue;
        for (struct pax *p = b->queue[f]; p; p = p->next)
            if (p->born < oldest) { oldest = p->born; best = f; }
    }
    return best;
}

static void arrivals(struct building *b, double rate)
{
    while (next_unit(b) < rate) {
        struct pax *p = new_pax(), **at;
        double morning = exp(-pow((b->clock - 1200.0) / 900.0, 2));
        p->from = next_unit(b) < 0.3 + 0.5 * morning ? 0 : (int)(next_rand(b) % (uint32_t)b->nfloor);
        do p->to = (int)(next_rand(b) % (uint32_t)b->nfloor); while (p->to == p->from);
        p->born = b->clock;
        p->next = NULL;
        for (at = &b->queue[p->from]; *at; at = &(*at)->next) ;
        *at = p;
        b->waiting[p->from]++;
    }
}

static void open_doors(struct building *b, struct car *c)
{
    struct pax **at = &c->aboard, *p;
    while ((p = *at)) {
        if (p->to != c->floor) { at = &p->next; continue; }
        *at = p->next;
        c->load--; cur.served++;
        cur.ride += b->clock - p->born;
        drop_pax(p);
    }
    c->stops[c->floor] = 0;
    while (c->load < CAPACITY && (p = b->queue[c->floor])) {
        int w = b->clock - p->born;
        b->queue[c->floor] = p->next;
        b->waiting[c->floor]--;
        p->next = c->aboard; c->aboard = p;
        c->load++; c->stops[p->to] = 1;
        cur.wait += w; cur.wait2 += (double)w * w;
        if (w > cur.worst) cur.worst = w;
        c->door++;
    }
    c->door += 3;
}

static void simulate(const struct plant *pl, const struct policy *po, int minutes, uint32_t seed)
{
    struct building b;
    memset(&b, 0, sizeof b);
    memset(&cur, 0, sizeof cur);
    b.nfloor = pl->floors; b.ncar = pl->cars; b.seed = seed * 2654435761u | 1;
    for (int k = 0; k < b.ncar; k++) { b.car[k].dir = 1; b.car[k].floor = b.car[k].goal = k * b.nfloor / b.ncar; }
    for (b.clock = 0; b.clock < minutes * 60; b.clock++) {
        arrivals(&b, pl->rate);
        for (int k = 0; k < b.ncar; k++) {
            struct car *c = &b.car[k];
            if (c->door > 0) { c->door--; continue; }
            if (c->stops[c->floor] || (b.waiting[c->floor] && c->load < CAPACITY)) { open_doors(&b, c); continue; }
            c->goal = po->choose(&b, c);
            if (c->goal != c->floor) { c->floor += c->goal > c->floor ? 1 : -1; cur.travel++; }
        }
    }
    for (int f = 0; f < b.nfloor; f++)
        for (struct pax *p = b.queue[f], *n; p; p = n) { n = p->next; cur.left++; drop_pax(p); }
    for (int k = 0; k < b.ncar; k++)
        for (struct pax *p = b.car[k].aboard, *n; p; p = n) { n = p->next; cur.left++; drop_pax(p); }
}

int main(int argc, char **argv)
{
    static const struct policy policies[] = { { "scan", choose_scan }, { "nearest", choose_nearest }, { "oldest", choose_oldest } };
    static const struct plant plants[] = { { 12, 3, 0.06 }, { 20, 4, 0.09 }, { 30, 6, 0.11 }, { 24, 5, 0.15 } };
    int reps = argc > 1 ? atoi(argv[1]) : 24, minutes = argc > 2 ? atoi(argv[2]) : 240;
    double grand = 0;

    if (reps < 1 || minutes < 1) { fprintf(stderr, "usage: elevsim [replicates] [minutes]\n"); return 2; }
    int nplant = (int)(sizeof plants / sizeof plants[0]), npol = (int)(sizeof policies / sizeof policies[0]);
    struct outcome *res = malloc(sizeof *res * (size_t)nplant * (size_t)npol * (size_t)reps);
    if (!res) { fprintf(stderr, "elevsim: out of memory\n"); return 1; }
    #pragma omp parallel
    {
        #pragma omp for collapse(3) schedule(dynamic)
        for (int i = 0; i < nplant; i++)
            for (int j = 0; j < npol; j++)
                for (int r = 0; r < reps; r++) {
                    simulate(&plants[i], &policies[j], minutes, (uint32_t)(r * 977 + i * 13 + 5));
                    res[(i * npol + j) * reps + r] = cur;
                }
        while (freelist) { struct pax *p = freelist; freelist = p->next; free(p); }
    }
    for (size_t i = 0; i < sizeof plants / sizeof plants[0]; i++)
        for (size_t j = 0; j < sizeof policies / sizeof policies[0]; j++) {
            double wait = 0, sq = 0, ride = 0; long n = 0, left = 0, travel = 0; int worst = 0;
            for (int r = 0; r < reps; r++) {
                const struct outcome cur = res[((int)i * npol + (int)j) * reps + r];
                wait += cur.wait / (cur.served + 1); sq += sqrt(cur.wait2 / (cur.served + 1)); ride += cur.ride / (cur.served + 1);
                n += cur.served; left += cur.left; travel += cur.travel;
                if (cur.worst > worst) worst = cur.worst;
            }
            printf("floors %2d cars %d %-8s served %7ld left %6ld wait %9.3f rms %9.3f trip %9.3f worst %5d travel %ld\n",
                   plants[i].floors, plants[i].cars, policies[j].name, n, left, wait / reps, sq / reps, ride / reps, worst, travel);
            grand += wait + 0.5 * ride + (double)left * 0.01;
        }
    printf("index %.6f\n", grand);
    free(res);
    return 0;
}
