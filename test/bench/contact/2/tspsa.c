// SPDX-License-Identifier: Apache-2.0
/* Travelling salesman by simulated annealing with 2-opt moves and
 * several independent restarts; keeps the best tour. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>
#include <time.h>

typedef struct { double x, y; } City;

struct rng { unsigned long long s; };

struct result {
    double length;
    long accepted;
    int *tour;
};

static double uniform(struct rng *r)
{
    r->s = r->s * 6364136223846793005ULL + 1442695040888963407ULL;
    return (r->s >> 11) / 9007199254740992.0;
}

static double dist(City a, City b)
{
    return sqrt((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y));
}

static double tour_length(const City *c, const int *t, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        s += dist(c[t[i]], c[t[(i + 1) % n]]);
    return s;
}

static void anneal(const City *c, int n, long moves, unsigned seed, struct result *out)
{
    struct rng r = {seed * 7919ULL + 1};
    int *t = malloc(n * sizeof(int));
    double temp = 0.5, cool = pow(0.002 / temp, 1.0 / moves);
    long acc = 0;
    for (int i = 0; i < n; i++)
        t[i] = i;
    for (int i = n - 1; i > 0; i--) {
        int j = (int)(uniform(&r) * (i + 1)), x = t[i];
        t[i] = t[j];
        t[j] = x;
    }
    for (long m = 0; m < moves; m++, temp *= cool) {
        int i = (int)(uniform(&r) * (n - 1)), j = i + 1 + (int)(uniform(&r) * (n - 1 - i));
        if (i == 0 && j == n - 1)
            continue;
        City a = c[t[(i + n - 1) % n]], b = c[t[i]], d = c[t[j]], e = c[t[(j + 1) % n]];
        double delta = dist(a, d) + dist(b, e) - dist(a, b) - dist(d, e);
        if (delta < 0 || uniform(&r) < exp(-delta / temp)) {
            for (int p = i, q = j; p < q; p++, q--) {
                int x = t[p];
                t[p] = t[q];
                t[q] = x;
            }
            acc++;
        }
    }
    out->tour = t;
    out->accepted = acc;
    out->length = tour_length(c, t, n);
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 200;
    int restarts = argc > 2 ? atoi(argv[2]) : 16;
    long moves = argc > 3 ? atol(argv[3]) : 2300000;
    City *c = malloc(n * sizeof *c);
    struct result *res = calloc(restarts, sizeof *res);
    struct rng r = {2024};
    struct timespec a, b;
    for (int i = 0; i < n; i++) {
        c[i].x = uniform(&r);
        c[i].y = uniform(&r);
    }
    clock_gettime(CLOCK_MONOTONIC, &a);
    for (int k = 0; k < restarts; k++)
        anneal(c, n, moves, 100 + k, &res[k]);
    int best = 0;
    for (int k = 1; k < restarts; k++)
        if (res[k].length < res[best].length)
            best = k;
    clock_gettime(CLOCK_MONOTONIC, &b);
    for (int k = 0; k < restarts; k++)
        printf("run %2d length %.6f accepted %ld%s\n", k, res[k].length, res[k].accepted,
               k == best ? "  <- best" : "");
    printf("tour:");
    for (int i = 0; i < 10 && i < n; i++)
        printf(" %d", res[best].tour[i]);
    printf(" ...\n");
    fprintf(stderr, "%.3f s\n", b.tv_sec - a.tv_sec + (b.tv_nsec - a.tv_nsec) * 1e-9);
    for (int k = 0; k < restarts; k++)
        free(res[k].tour);
    free(res);
    free(c);
    return 0;
}
