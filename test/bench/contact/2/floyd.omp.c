// SPDX-License-Identifier: Apache-2.0
/* All pairs shortest travel times between towns (Floyd-Warshall with
 * successor matrix), then a few statistics and sample routes. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define INF 1000000000

static int n;
static int *dist, *next;

#define D(i, j) dist[(size_t)(i) * n + (j)]
#define NX(i, j) next[(size_t)(i) * n + (j)]

static unsigned rng = 2463534242u;
static unsigned rnd(void)
{
    rng = rng * 1103515245u + 12345u;
    return (rng >> 8) & 0xffffff;
}

static void add_road(int a, int b, int minutes)
{
    if (minutes < D(a, b)) {
        D(a, b) = D(b, a) = minutes;
        NX(a, b) = b;
        NX(b, a) = a;
    }
}

static void build(void)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            D(i, j) = i == j ? 0 : INF;
            NX(i, j) = i == j ? i : -1;
        }
    for (int i = 0; i < n; i++) {
        add_road(i, (i + 1) % n, 20 + rnd() % 60);
        for (int e = 0; e < 3; e++)
            add_road(i, (i + 1 + rnd() % 40) % n, 15 + rnd() % 120);
    }
    for (int e = 0; e < n / 20; e++)
        add_road(rnd() % n, rnd() % n, 60 + rnd() % 60);
}

static void floyd(void)
{
    for (int k = 0; k < n; k++) {
#pragma omp parallel for schedule(static)
        for (int i = 0; i < n; i++) {
            if (D(i, k) >= INF)
                continue;
            for (int j = 0; j < n; j++) {
                int t = D(i, k) + D(k, j);
                if (t < D(i, j)) {
                    D(i, j) = t;
                    NX(i, j) = NX(i, k);
                }
            }
        }
    }
}

static void print_route(int a, int b)
{
    printf("%d -> %d (%d min):", a, b, D(a, b));
    int hops = 0;
    while (a != b && hops++ < 12) {
        a = NX(a, b);
        printf(" %d", a);
    }
    printf(a != b ? " ...\n" : "\n");
}

int main(int argc, char **argv)
{
    struct timespec s, e;
    n = argc > 1 ? atoi(argv[1]) : 1380;
    dist = malloc(sizeof(int) * n * n);
    next = malloc(sizeof(int) * n * n);
    if (!dist || !next)
        return 1;
    build();
    clock_gettime(CLOCK_MONOTONIC, &s);
    floyd();
    long long total = 0;
    int diam = 0;
#pragma omp parallel for reduction(+:total) reduction(max:diam)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            total += D(i, j);
            if (D(i, j) > diam)
                diam = D(i, j);
        }
    clock_gettime(CLOCK_MONOTONIC, &e);
    printf("towns %d, diameter %d min, mean %.4f min\n", n, diam,
           (double)total / ((double)n * n));
    print_route(0, n / 2);
    print_route(n / 3, n - 1);
    print_route(1, n / 5);
    unsigned h = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            h = h * 31 + (unsigned)NX(i, j);
    printf("route hash %08x\n", h);
    fprintf(stderr, "elapsed %.3f s\n", e.tv_sec - s.tv_sec + (e.tv_nsec - s.tv_nsec) / 1e9);
    free(dist);
    free(next);
    return 0;
}
