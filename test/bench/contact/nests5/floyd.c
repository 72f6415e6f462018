/* All pairs shortest routes in a road network, with successor matrix so that
 * routes can be listed. */
#include <stdio.h>
#include <stdlib.h>
#include <limits.h>

#define FAR (INT_MAX / 2 - 1)
#define D(i, j) dist[(i) * n + (j)]
#define S(i, j) succ[(i) * n + (j)]

static unsigned rs = 31337u;

static int rnd(int k)
{
    rs = rs * 1103515245u + 12345u;
    return (int)((rs >> 16) % (unsigned)k);
}

static void road(int *dist, short *succ, int n, int a, int b, int len)
{
    if (a == b)
        return;
    if (len < D(a, b)) {
        D(a, b) = len;
        S(a, b) = (short)b;
    }
    if (len + 2 < D(b, a)) {
        D(b, a) = len + 2;
        S(b, a) = (short)a;
    }
}

static void make_network(int *dist, short *succ, int n)
{
    int i, j, w = 1;

    while (w * w < n)
        w++;
    for (i = 0; i < n; i++)
        for (j = 0; j < n; j++) {
            D(i, j) = i == j ? 0 : FAR;
            S(i, j) = i == j ? (short)i : -1;
        }
    for (i = 0; i < n; i++) {
        /* grid of local roads with gaps */
        if ((i + 1) % w != 0 && i + 1 < n && rnd(10) < 8)
            road(dist, succ, n, i, i + 1, 10 + rnd(30));
        if (i + w < n && rnd(10) < 8)
            road(dist, succ, n, i, i + w, 10 + rnd(30));
    }
    /* a few motorways */
    for (i = 0; i < n / 12; i++) {
        int from = rnd(n), to = rnd(n);
        road(dist, succ, n, from, to, 20 + rnd(60));
    }
}

static void floyd_warshall(int *dist, short *succ, int n)
{
    int i, j, k;

    for (k = 0; k < n; k++)
        for (i = 0; i < n; i++)
            for (j = 0; j < n; j++)
                if (D(i, k) + D(k, j) < D(i, j)) {
                    D(i, j) = D(i, k) + D(k, j);
                    S(i, j) = S(i, k);
                }
}

static int route_hops(const short *succ, int n, int from, int to)
{
    int hops = 0;

    if (S(from, to) < 0)
        return -1;
    while (from != to && hops <= n) {
        from = S(from, to);
        hops++;
    }
    return hops;
}

int main(int argc, char **argv)
{
    int n = 900, i, j, unreachable = 0, diameter = 0, di = 0, dj = 0;
    long long total = 0, bestsum = -1;
    unsigned hash = 0;
    int *dist, centre = 0;
    short *succ;

    if (argc > 1)
        n = atoi(argv[1]);
    if (argc > 2)
        rs = (unsigned)atoi(argv[2]);
    if (n < 2 || n > 4000) {
        fprintf(stderr, "usage: floyd [nodes [seed]]\n");
        return 1;
    }
    dist = malloc(sizeof(int) * n * n);
    succ = malloc(sizeof(short) * n * n);
    if (!dist || !succ) {
        fprintf(stderr, "out of memory\n");
        return 1;
    }
    make_network(dist, succ, n);
    floyd_warshall(dist, succ, n);

    for (i = 0; i < n; i++) {
        long long sum = 0;
        for (j = 0; j < n; j++) {
            hash = hash * 31u + (unsigned)(D(i, j) % 65521) * 7u + (unsigned)S(i, j);
            if (D(i, j) >= FAR) {
                unreachable++;
                sum += 100000;
                continue;
            }
            sum += D(i, j);
            if (D(i, j) > diameter) {
                diameter = D(i, j);
                di = i;
                dj = j;
            }
        }
        total += sum;
        if (bestsum < 0 || sum < bestsum) {
            bestsum = sum;
            centre = i;
        }
    }
    printf("%d nodes, %d unreachable pairs\n", n, unreachable);
    printf("total %lld, centre %d (%lld)\n", total, centre, bestsum);
    printf("diameter %d from %d to %d in %d hops\n", diameter, di, dj,
           route_hops(succ, n, di, dj));
    printf("hash %08x\n", hash);
    free(dist);
    free(succ);
    return 0;
}
