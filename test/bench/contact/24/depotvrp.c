/* depotvrp - assigns stops to depots and plans capacitated rounds for each depot
 * (giant tour by sweep, 2-opt + or-opt improvement, then greedy trip splitting).
 * usage: depotvrp [stops] [depots] [seed] */
#include <stdio.h>
#include <stdlib.h>
#include <stdint.h>
#include <math.h>

typedef struct Stop {
    double x, y;
    int demand, id;
    struct Stop *next;
} Stop;

typedef struct {
    double x, y;
    Stop *head;
    int count;
    int *sequence;      /* stop ids in driving order */
    double length;
    int trips;
} Depot;

typedef struct {
    long swaps, shifts, passes;
} Effort;

static const int CAPACITY = 120;
static uint64_t rng_state;
static const Depot *sort_origin;     /* used by the qsort callback */
static Effort effort;

static uint32_t rnd(void)
{
    rng_state ^= rng_state << 13;
    rng_state ^= rng_state >> 7;
    rng_state ^= rng_state << 17;
    return (uint32_t)(rng_state >> 32);
}
static double rnd01(void) { return rnd() / 4294967296.0; }

static double dist(const Stop *a, const Stop *b)
{
    double dx = a->x - b->x, dy = a->y - b->y;
    return sqrt(dx * dx + dy * dy);
}

static int by_angle(const void *pa, const void *pb)
{
    const Stop *a = *(Stop *const *)pa, *b = *(Stop *const *)pb;
    double ta = atan2(a->y - sort_origin->y, a->x - sort_origin->x);
    double tb = atan2(b->y - sort_origin->y, b->x - sort_origin->x);
    if (ta < tb) return -1;
    if (ta > tb) return 1;
    return a->id - b->id;
}

static void reverse(Stop **t, int i, int j)
{
    while (i < j) {
        Stop *s = t[i];
        t[i++] = t[j];
        t[j--] = s;
    }
}

/* t[0] and t[n+1] are the depot itself */
static int two_opt_pass(Stop **t, int n)
{
    int improved = 0;
    for (int i = 0; i < n; i++)
        for (int j = i + 1; j <= n; j++) {
            double before = dist(t[i], t[i + 1]) + dist(t[j], t[j + 1]);
            double after = dist(t[i], t[j]) + dist(t[i + 1], t[j + 1]);
            if (after < before - 1e-7) {
                reverse(t, i + 1, j);
                effort.swaps++;
                improved = 1;
            }
        }
    return improved;
}

static int or_opt_pass(Stop **t, int n)
{
    int improved = 0;
    for (int i = 1; i <= n; i++) {
        double gain = dist(t[i - 1], t[i]) + dist(t[i], t[i + 1]) - dist(t[i - 1], t[i + 1]);
        for (int j = 0; j <= n; j++) {
            if (j == i || j == i - 1) continue;
            double cost = dist(t[j], t[i]) + dist(t[i], t[j + 1]) - dist(t[j], t[j + 1]);
            if (cost >= gain - 1e-7) continue;
            Stop *s = t[i];
            if (j > i)
                for (int k = i; k < j; k++) t[k] = t[k + 1];
            else
                for (int k = i; k > j + 1; k--) t[k] = t[k - 1];
            t[j > i ? j : j + 1] = s;
            effort.shifts++;
            improved = 1;
            break;
        }
    }
    return improved;
}

static void plan_depot(Depot *d)
{
    Stop home = { d->x, d->y, 0, -1, NULL };
    Stop **t = malloc((d->count + 2) * sizeof *t);
    int n = 0, load = 0;
    t[0] = &home;
    for (Stop *s = d->head; s; s = s->next) t[++n] = s;
    t[n + 1] = &home;
    sort_origin = d;
    qsort(t + 1, n, sizeof *t, by_angle);
    for (;;) {
        effort.passes++;
        int a = two_opt_pass(t, n);
        int b = or_opt_pass(t, n);
        if (!a && !b) break;
    }
    d->sequence = malloc((n + 1) * sizeof *d->sequence);
    d->length = 0;
    d->trips = n > 0;
    const Stop *prev = &home;
    for (int i = 1; i <= n; i++) {
        if (load + t[i]->demand > CAPACITY) {
            d->length += dist(prev, &home);
            prev = &home;
            load = 0;
            d->trips++;
        }
        d->length += dist(prev, t[i]);
        load += t[i]->demand;
        prev = t[i];
        d->sequence[i - 1] = t[i]->id;
    }
    d->length += dist(prev, &home);
    free(t);
}

int main(int argc, char **argv)
{
    int nstops = argc > 1 ? atoi(argv[1]) : 17000;
    int ndepots = argc > 2 ? atoi(argv[2]) : 48;
    rng_state = (argc > 3 ? strtoull(argv[3], NULL, 10) : 77) * 0x9E3779B97F4A7C15ull + 1;
    if (nstops < 1 || ndepots < 1) return 1;

    Depot *depots = calloc(ndepots, sizeof *depots);
    Stop *stops = calloc(nstops, sizeof *stops);
    for (int i = 0; i < ndepots; i++) {
        depots[i].x = rnd01() * 1000;
        depots[i].y = rnd01() * 1000;
    }
    for (int i = 0; i < nstops; i++) {
        stops[i].x = rnd01() * 1000;
        stops[i].y = (rnd01() + rnd01()) * 500;
        stops[i].demand = 1 + rnd() % 15;
        stops[i].id = i;
    }
    for (int i = 0; i < nstops; i++) {
        Depot *best = NULL;
        double bd = 1e30;
        for (int k = 0; k < ndepots; k++) {
            double dx = depots[k].x - stops[i].x, dy = depots[k].y - stops[i].y;
            if (dx * dx + dy * dy < bd) {
                bd = dx * dx + dy * dy;
                best = &depots[k];
            }
        }
        stops[i].next = best->head;
        best->head = &stops[i];
        best->count++;
    }

    for (int k = 0; k < ndepots; k++)
        plan_depot(&depots[k]);

    double total = 0;
    int trips = 0;
    uint64_t digest = 14695981039346656037ull;
    for (int k = 0; k < ndepots; k++) {
        total += depots[k].length;
        trips += depots[k].trips;
        for (int i = 0; i < depots[k].count; i++)
            digest = (digest ^ (uint64_t)depots[k].sequence[i]) * 1099511628211ull;
        free(depots[k].sequence);
    }
    printf("stops %d depots %d trips %d length %.9f\n", nstops, ndepots, trips, total);
    printf("swaps %ld shifts %ld passes %ld digest %016llx\n", effort.swaps, effort.shifts,
           effort.passes, (unsigned long long)digest);
    free(stops);
    free(depots);
    return 0;
}
