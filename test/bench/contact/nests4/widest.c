/* Widest paths between all pairs of stations, with the cheapest toll as a second closure.
 * Square tables with a row stride, integers. */
#include <stdio.h>
#include <stdlib.h>
#include <limits.h>

struct net {
    int n, stride;
    int *cap;        /* bottleneck capacity, 0 = no link */
    int *toll;       /* cheapest toll, NOWAY = no link */
};

#define NOWAY 1000000000

static void net_init(struct net *g, int n, int degree)
{
    unsigned s = 31337;
    g->n = n;
    g->stride = (n + 7) & ~7;
    g->cap = malloc((size_t)n * g->stride * sizeof(int));
    g->toll = malloc((size_t)n * g->stride * sizeof(int));
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            g->cap[i * g->stride + j] = i == j ? INT_MAX : 0;
            g->toll[i * g->stride + j] = i == j ? 0 : NOWAY;
        }
    for (int i = 0; i < n; i++)
        for (int d = 0; d < degree; d++) {
            s = s * 22695477u + 1u;
            int j = (int)((s >> 10) % (unsigned)n);
            if (j == i)
                continue;
            g->cap[i * g->stride + j] = 1 + (int)(s >> 8) % 500;
            g->toll[i * g->stride + j] = 5 + (int)(s >> 16) % 95;
        }
}

static void close_capacity(struct net *g)
{
    for (int k = 0; k < g->n; k++)
        for (int i = 0; i < g->n; i++) {
            int ik = g->cap[i * g->stride + k];
            if (ik == 0)
                continue;
            for (int j = 0; j < g->n; j++) {
                int kj = g->cap[k * g->stride + j];
                int through = ik < kj ? ik : kj;
                if (through > g->cap[i * g->stride + j])
                    g->cap[i * g->stride + j] = through;
            }
        }
}

static void close_toll(struct net *g)
{
    for (int k = 0; k < g->n; k++)
        for (int i = 0; i < g->n; i++) {
            int ik = g->toll[i * g->stride + k];
            if (ik >= NOWAY)
                continue;
            for (int j = 0; j < g->n; j++) {
                int t = ik + g->toll[k * g->stride + j];
                if (t < g->toll[i * g->stride + j])
                    g->toll[i * g->stride + j] = t;
            }
        }
}

int main(int argc, char **argv)
{
    struct net g;
    int n = argc > 1 ? atoi(argv[1]) : 1500;
    int degree = argc > 2 ? atoi(argv[2]) : 6;
    net_init(&g, n, degree);
    close_capacity(&g);
    close_toll(&g);

    long wsum = 0, tsum = 0;
    int unreachable = 0, worst = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            int t = g.toll[i * g.stride + j];
            if (i == j)
                continue;
            wsum += (long)g.cap[i * g.stride + j] * ((i ^ j) & 7);
            if (t >= NOWAY) {
                unreachable++;
                continue;
            }
            tsum += (long)t * ((i + j) % 5);
            if (t > worst)
                worst = t;
        }
    printf("width %ld toll %ld worst %d unreachable %d\n", wsum, tsum, worst, unreachable);
    free(g.cap);
    free(g.toll);
    return 0;
}
