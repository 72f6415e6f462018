// SPDX-License-Identifier: Apache-2.0
/* anneal - quadratic assignment by simulated annealing with many restarts
 *
 * usage: anneal [facilities] [restarts] [sweeps] [seed]
 *
 * Places facilities with mutual traffic on the nodes of a grid.  Every restart
 * has its own generator, a cooling schedule picked in turn and a final
 * best-improvement descent.
 */
#define _POSIX_C_SOURCE 200809L
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define MAXN 128

typedef struct { uint64_t s; } rng_t;
typedef double (*cooling)(double t0, double t1, double frac);

typedef struct {
    int cost, start, restart;
    long accepted, uphill, descents;
    int perm[MAXN];
} result_t;

static int N = 30;
static int flow[MAXN][MAXN], dist[MAXN][MAXN];
static int perm[MAXN];                  /* facility -> location, of the current run */
static int best_perm[MAXN];
static int delta_tab[MAXN][MAXN];       /* swap gains for the descent */

static uint32_t next(rng_t *r)
{
    uint64_t x = r->s;
    r->s = x * 6364136223846793005ull + 1442695040888963407ull;
    x ^= x >> 22;
    return (uint32_t)(x >> (22 + (x >> 61)));
}

static int below(rng_t *r, int n) { return (int)(((uint64_t)next(r) * (uint32_t)n) >> 32); }
static double unit(rng_t *r) { return next(r) / 4294967296.0; }

static double cool_geometric(double t0, double t1, double f) { return t0 * pow(t1 / t0, f); }
static double cool_linear(double t0, double t1, double f) { return t0 + (t1 - t0) * f; }
static double cool_cosine(double t0, double t1, double f) { return t1 + (t0 - t1) * 0.5 * (1 + cos(3.14159265358979 * f)); }
static double cool_reheat(double t0, double t1, double f)
{
    double g = f < 0.5 ? 2 * f : 2 * f - 1;
    return cool_geometric(f < 0.5 ? t0 : t0 / 3, t1, g);
}

static const struct { const char *name; cooling fn; } schedules[] = {
    { "geometric", cool_geometric }, { "linear", cool_linear }, { "cosine", cool_cosine }, { "reheat", cool_reheat },
};
#define NSCHED ((int)(sizeof schedules / sizeof schedules[0]))

static void make_instance(uint64_t seed)
{
    rng_t r = { seed * 2654435761u + 12345 };
    int w = (int)ceil(sqrt(N));
    for (int i = 0; i < N; i++)
        for (int j = 0; j < i; j++) {
            dist[i][j] = dist[j][i] = abs(i / w - j / w) + abs(i % w - j % w);
            flow[i][j] = flow[j][i] = below(&r, 3) ? 0 : 1 + below(&r, 9) * (1 + 4 * (below(&r, 8) == 0));
        }
}

static int full_cost(const int *p)
{
    int c = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < i; j++)
            c += flow[i][j] * dist[p[i]][p[j]];
    return c;
}

static int swap_delta(int a, int b)
{
    const int *fa = flow[a], *fb = flow[b], *da = dist[perm[a]], *db = dist[perm[b]];
    int d = 0;
    for (int k = 0; k < N; k++)
        if (k != a && k != b)
            d += (fa[k] - fb[k]) * (db[perm[k]] - da[perm[k]]);
    return d;
}

static void swap(int a, int b)
{
    int t = perm[a];
    perm[a] = perm[b];
    perm[b] = t;
}

static void shuffle(rng_t *r)
{
    for (int i = 0; i < N; i++)
        perm[i] = i;
    for (int i = N - 1; i > 0; i--)
        swap(i, below(r, i + 1));
}

/* steepest descent until no swap helps */
static int descend(int cost, long *moves)
{
    for (;;) {
        int best = 0, bi = 0, bj = 0;
        for (int i = 0; i < N; i++)
            for (int j = 0; j < i; j++) {
                delta_tab[i][j] = swap_delta(i, j);
                if (delta_tab[i][j] < best) {
                    best = delta_tab[i][j];
                    bi = i;
                    bj = j;
                }
            }
        if (best == 0)
            return cost;
        swap(bi, bj);
        cost += best;
        ++*moves;
    }
}

static void run(result_t *res, int restart, int sweeps, uint64_t seed)
{
    rng_t r = { seed * 0x9e3779b97f4a7c15ull + (uint64_t)restart * 0xd1342543de82ef95ull };
    cooling cool = schedules[restart % NSCHED].fn;
    double sum = 0, t = 0;
    int cost, best, sample = 40;

    memset(res, 0, sizeof *res);
    next(&r);
    shuffle(&r);
    res->restart = restart;
    res->start = best = cost = full_cost(perm);
    memcpy(best_perm, perm, sizeof best_perm);
    for (int i = 0; i < sample; i++) {          /* the spread of random moves sets the temperature */
        int a = below(&r, N), b = (a + 1 + below(&r, N - 1)) % N;
        sum += abs(swap_delta(a, b));
    }
    double t0 = 0.6 * sum / sample + 1, t1 = 0.01 * t0;
    for (int s = 0; s < sweeps; s++) {
        t = cool(t0, t1, (double)s / sweeps);
        for (int m = 0; m < N * 4; m++) {
            int a = below(&r, N), b = (a + 1 + below(&r, N - 1)) % N, d = swap_delta(a, b);
            if (d > 0 && unit(&r) >= exp(-d / t))
                continue;
            swap(a, b);
            cost += d;
            res->accepted++;
            res->uphill += d > 0;
            if (cost < best) {
                best = cost;
                memcpy(best_perm, perm, sizeof best_perm);
            }
        }
    }
    memcpy(perm, best_perm, sizeof perm);
    res->cost = descend(best, &res->descents);
    memcpy(res->perm, perm, sizeof perm);
}

int main(int argc, char **argv)
{
    if (argc > 1) N = atoi(argv[1]);
    int restarts = argc > 2 ? atoi(argv[2]) : 320, sweeps = argc > 3 ? atoi(argv[3]) : 300;
    uint64_t seed = argc > 4 ? strtoull(argv[4], NULL, 10) : 7;
    if (N < 4 || N > MAXN || restarts < 1 || sweeps < 1) {
        fprintf(stderr, "usage: anneal [4..%d facilities] [restarts] [sweeps] [seed]\n", MAXN);
        return 1;
    }
    result_t best = { .cost = -1 }, one;
    long accepted = 0, uphill = 0, descents = 0, mean[NSCHED];
    int wins[NSCHED], count[NSCHED];
    struct timespec t0, t1;

    memset(mean, 0, sizeof mean); memset(wins, 0, sizeof wins); memset(count, 0, sizeof count);
    make_instance(seed);
    clock_gettime(CLOCK_MONOTONIC, &t0);
    for (int i = 0; i < restarts; i++) {
        run(&one, i, sweeps, seed);
        accepted += one.accepted;
        uphill += one.uphill;
        descents += one.descents;
        mean[i % NSCHED] += one.cost;
        count[i % NSCHED]++;
        if (best.cost < 0 || one.cost < best.cost) {
            best = one;
            wins[i % NSCHED]++;
            printf("restart %4d %-9s: %d -> %d\n", i, schedules[i % NSCHED].name, one.start, one.cost);
        }
    }
    clock_gettime(CLOCK_MONOTONIC, &t1);
    fprintf(stderr, "anneal %.3f s\n", (double)(t1.tv_sec - t0.tv_sec) + 1e-9 * (double)(t1.tv_nsec - t0.tv_nsec));

    printf("best %d (check %d) by restart %d; accepted %ld uphill %ld descent moves %ld\n", best.cost,
           full_cost(best.perm), best.restart, accepted, uphill, descents);
    for (int s = 0; s < NSCHED; s++)
        if (count[s])
            printf("%-9s mean %.3f records %d\n", schedules[s].name, (double)mean[s] / count[s], wins[s]);
    for (int i = 0; i < N; i++)
        printf("%d%c", best.perm[i], i == N - 1 ? '\n' : ' ');
    return 0;
}
