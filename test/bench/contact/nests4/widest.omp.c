/* Widest paths between all pairs of stations, with the cheapest toll as a second closure.
 * Square tables with a row stride, integers. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
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

/* Blocked closure: tables copied to tiles of B x B, phases pivot / cross / rest, and the
 * rest tile update is a min-plus product with 4 x 32 results in registers. */
#ifndef B
#define B 32
#endif

#define DEFINE_CLOSURE(NAME, JOIN, BETTER)                                                         \
    /* c may be a or b: plain order k, i, j */                                                      \
    static void NAME##_dep(int *c, const int *a, const int *b)                                      \
    {                                                                                               \
        for (int k = 0; k < B; k++)                                                                 \
            for (int i = 0; i < B; i++) {                                                           \
                int x = a[i * B + k];                                                               \
                _Pragma("omp simd") for (int j = 0; j < B; j++)                                      \
                {                                                                                   \
                    int t = JOIN(x, b[k * B + j]), o = c[i * B + j];                                \
                    c[i * B + j] = BETTER(t, o);                                                    \
                }                                                                                   \
            }                                                                                       \
    }                                                                                               \
    static void NAME##_free(int *c, const int *a, const int *b)                                     \
    {                                                                                               \
        for (int i = 0; i < B; i += 4)                                                              \
            for (int j0 = 0; j0 < B; j0 += 32) {                                                    \
                int r[4][32];                                                                       \
                for (int q = 0; q < 4; q++)                                                         \
                    memcpy(r[q], c + (i + q) * B + j0, sizeof r[q]);                                \
                for (int k = 0; k < B; k++)                                                         \
                    for (int q = 0; q < 4; q++) {                                                   \
                        int x = a[(i + q) * B + k];                                                 \
                        _Pragma("omp simd") for (int j = 0; j < 32; j++)                            \
                        {                                                                           \
                            int t = JOIN(x, b[k * B + j0 + j]), o = r[q][j];                        \
                            r[q][j] = BETTER(t, o);                                                 \
                        }                                                                           \
                    }                                                                               \
                for (int q = 0; q < 4; q++)                                                         \
                    memcpy(c + (i + q) * B + j0, r[q], sizeof r[q]);                                \
            }                                                                                       \
    }                                                                                               \
    static void NAME(int *tab, int n, int stride, int none)                                         \
    {                                                                                               \
        const int nb = (n + B - 1) / B;                                                             \
        int *t = aligned_alloc(64, (size_t)nb * nb * B * B * sizeof(int));                          \
        _Pragma("omp parallel")                                                                     \
        {                                                                                           \
            _Pragma("omp for") for (int i = 0; i < nb * B; i++) for (int j = 0; j < nb * B; j++)    \
                t[(((size_t)(i / B) * nb + j / B) * B + i % B) * B + j % B] =                       \
                    i < n && j < n ? tab[i * stride + j] : none;                                    \
            for (int k = 0; k < nb; k++) {                                                          \
                int *kk = t + ((size_t)k * nb + k) * B * B;                                         \
                _Pragma("omp single") NAME##_dep(kk, kk, kk);                                       \
                _Pragma("omp for schedule(static)") for (int p = 0; p < 2 * nb; p++)                \
                {                                                                                   \
                    int q = p / 2;                                                                  \
                    int *x = t + (p & 1 ? (size_t)k * nb + q : (size_t)q * nb + k) * B * B;         \
                    if (q == k)                                                                     \
                        continue;                                                                   \
                    if (p & 1)                                                                      \
                        NAME##_dep(x, kk, x);                                                       \
                    else                                                                            \
                        NAME##_dep(x, x, kk);                                                       \
                }                                                                                   \
                _Pragma("omp for schedule(static)") for (int i = 0; i < nb; i++)                    \
                {                                                                                   \
                    for (int j = 0; j < nb; j++)                                                    \
                        if (i != k && j != k)                                                       \
                            NAME##_free(t + ((size_t)i * nb + j) * B * B,                           \
                                        t + ((size_t)i * nb + k) * B * B,                           \
                                        t + ((size_t)k * nb + j) * B * B);                          \
                }                                                                                   \
            }                                                                                       \
            _Pragma("omp for") for (int i = 0; i < n; i++) for (int j = 0; j < n; j++)              \
                tab[i * stride + j] = t[(((size_t)(i / B) * nb + j / B) * B + i % B) * B + j % B];  \
        }                                                                                           \
        free(t);                                                                                    \
    }

#define LESSER(a, b) ((a) < (b) ? (a) : (b))
#define GREATER(a, b) ((a) > (b) ? (a) : (b))
#define SUM(a, b) ((a) + (b))

DEFINE_CLOSURE(widest, LESSER, GREATER)
DEFINE_CLOSURE(cheapest, SUM, LESSER)

static void close_capacity(struct net *g)
{
    widest(g->cap, g->n, g->stride, 0);
}

static void close_toll(struct net *g)
{
    cheapest(g->toll, g->n, g->stride, NOWAY);      /* NOWAY + NOWAY fits in int */
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
