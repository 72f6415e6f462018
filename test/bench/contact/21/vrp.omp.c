/*
 * Capacitated vehicle routing: nearest-neighbour construction, then
 * best-improvement local search (relocate, swap, 2-opt inside a route)
 * restarted from random kicks.  All distances are integers (decimetres).
 */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>

#ifndef MAXC
#define MAXC 512           /* customers, depot is node 0 */
#endif
#define MAXR 96
#define CAP  100

typedef int32_t i32;

typedef struct { i32 len, load, stop[MAXC + 2]; } Route;   /* stop[0] and stop[len+1] are the depot */

typedef struct { i32 delta; int kind, r1, p1, r2, p2; } Move;

static i32   dist[MAXC][MAXC];
static i32   demand[MAXC];
static Route route[MAXR];
static int   n, nroutes;
static long  moves_done[3];

static uint64_t rng_state = 88172645463325252ull;

static uint32_t rng(void)
{
    rng_state ^= rng_state << 13;
    rng_state ^= rng_state >> 7;
    rng_state ^= rng_state << 17;
    return (uint32_t)(rng_state >> 32);
}

static void make_instance(void)
{
    static double x[MAXC], y[MAXC];
    for (int i = 0; i < n; i++) {
        int c = (int)(rng() % 7);
        x[i] = 1000.0 * (c % 3) + rng() % 900;
        y[i] = 1000.0 * (c / 3) + rng() % 900;
        demand[i] = i ? 1 + (i32)(rng() % 15) : 0;
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            dist[i][j] = (i32)(10.0 * sqrt((x[i] - x[j]) * (x[i] - x[j]) + (y[i] - y[j]) * (y[i] - y[j])) + 0.5);
}

static void construct(void)
{
    bool used[MAXC] = { false };
    int left = n - 1;
    nroutes = 0;
    while (left > 0) {
        Route *r = &route[nroutes++];
        if (nroutes > MAXR) { fprintf(stderr, "too many routes\n"); exit(1); }
        memset(r, 0, sizeof *r);
        for (int at = 0;;) {
            int best = -1;
            for (int j = 1; j < n; j++)
                if (!used[j] && r->load + demand[j] <= CAP && (best < 0 || dist[at][j] < dist[at][best]))
                    best = j;
            if (best < 0) break;
            used[best] = true;
            r->stop[++r->len] = best;
            r->load += demand[best];
            at = best;
            left--;
        }
        r->stop[r->len + 1] = 0;
    }
}

static i32 total_length(void)
{
    i32 t = 0;
    for (int k = 0; k < nroutes; k++)
        for (int i = 0; i <= route[k].len; i++)
            t += dist[route[k].stop[i]][route[k].stop[i + 1]];
    return t;
}

static void consider(Move *m, i32 d, int kind, int r1, int p1, int r2, int p2)
{
    if (d < m->delta) {
        Move t = { d, kind, r1, p1, r2, p2 };
        *m = t;
    }
}

static void scan_customer(Move *m, int r1, int p1)
{
    const Route *A = &route[r1];
    const i32 *s = A->stop;
    int c = s[p1];
    i32 gain = dist[s[p1 - 1]][s[p1 + 1]] - dist[s[p1 - 1]][c] - dist[c][s[p1 + 1]];

    for (int r2 = 0; r2 < nroutes; r2++) {
        const Route *B = &route[r2];
        const i32 *t = B->stop;
        if (r2 == r1) {                                    /* 2-opt: reverse p1..q */
            for (int q = p1 + 1; q <= A->len; q++)
                consider(m, dist[s[p1 - 1]][s[q]] + dist[c][s[q + 1]] - dist[s[p1 - 1]][c] - dist[s[q]][s[q + 1]],
                         2, r1, p1, r1, q);
            continue;
        }
        if (B->load + demand[c] <= CAP)                    /* relocate c behind position q of B */
            for (int q = 0; q <= B->len; q++)
                consider(m, gain + dist[t[q]][c] + dist[c][t[q + 1]] - dist[t[q]][t[q + 1]], 0, r1, p1, r2, q);
        if (r2 > r1)
            for (int q = 1; q <= B->len; q++) {            /* swap */
                int d = t[q];
                if (A->load - demand[c] + demand[d] > CAP || B->load - demand[d] + demand[c] > CAP)
                    continue;
                consider(m, dist[s[p1 - 1]][d] + dist[d][s[p1 + 1]] - dist[s[p1 - 1]][c] - dist[c][s[p1 + 1]]
                          + dist[t[q - 1]][c] + dist[c][t[q + 1]] - dist[t[q - 1]][d] - dist[d][t[q + 1]],
                         1, r1, p1, r2, q);
            }
    }
}

/* Same choice as a serial scan: smallest delta, earliest customer on ties. */
static Move best_move(void)
{
    static short cr[MAXC], cp[MAXC];
    Move best = { 0, -1, 0, 0, 0, 0 };
    int nc = 0, bestfrom = 0;
    for (int r1 = 0; r1 < nroutes; r1++)
        for (int p1 = 1; p1 <= route[r1].len; p1++) {
            cr[nc] = (short)r1;
            cp[nc++] = (short)p1;
        }
    #pragma omp parallel
    {
        Move m = { 0, -1, 0, 0, 0, 0 };
        int from = 0;
        #pragma omp for schedule(dynamic, 32) nowait
        for (int i = 0; i < nc; i++) {
            i32 old = m.delta;
            scan_customer(&m, cr[i], cp[i]);
            if (m.delta < old) from = i;
        }
        #pragma omp critical
        if (m.kind >= 0 && (m.delta < best.delta || (m.delta == best.delta && from < bestfrom))) {
            best = m;
            bestfrom = from;
        }
    }
    return best;
}

static void apply(const Move *m)
{
    Route *A = &route[m->r1], *B = &route[m->r2];
    i32 c = A->stop[m->p1];
    switch (m->kind) {
    case 0:
        memmove(A->stop + m->p1, A->stop + m->p1 + 1, sizeof(i32) * (size_t)(A->len + 1 - m->p1));
        A->len--; A->load -= demand[c];
        memmove(B->stop + m->p2 + 2, B->stop + m->p2 + 1, sizeof(i32) * (size_t)(B->len + 1 - m->p2));
        B->stop[m->p2 + 1] = c;
        B->len++; B->load += demand[c];
        break;
    case 1:
        A->load += demand[B->stop[m->p2]] - demand[c];
        B->load += demand[c] - demand[B->stop[m->p2]];
        A->stop[m->p1] = B->stop[m->p2];
        B->stop[m->p2] = c;
        break;
    default:
        for (int i = m->p1, j = m->p2; i < j; i++, j--) {
            i32 t = A->stop[i]; A->stop[i] = A->stop[j]; A->stop[j] = t;
        }
    }
    moves_done[m->kind]++;
}

static void kick(int times)
{
    while (times > 0) {
        Route *A = &route[rng() % (uint32_t)nroutes];
        if (A->len < 3) continue;
        int i = 1 + (int)(rng() % (uint32_t)A->len), j = 1 + (int)(rng() % (uint32_t)A->len);
        i32 t = A->stop[i]; A->stop[i] = A->stop[j]; A->stop[j] = t;
        times--;
    }
}

int main(int argc, char **argv)
{
    n = argc > 1 ? atoi(argv[1]) : 480;
    int rounds = argc > 2 ? atoi(argv[2]) : 110;
    if (n < 10 || n > MAXC) { fprintf(stderr, "10..%d customers\n", MAXC); return 1; }
    make_instance();
    construct();
    printf("start  routes %d length %d\n", nroutes, (int)total_length());
    static Route best[MAXR];
    i32 bestlen = INT32_MAX;
    for (int k = 0; k < rounds; k++) {
        Move m;
        while ((m = best_move()).kind >= 0)
            apply(&m);
        i32 len = total_length();
        if (len < bestlen) {
            bestlen = len;
            memcpy(best, route, sizeof best);
        } else
            memcpy(route, best, sizeof best);
        printf("round %2d length %d best %d\n", k, (int)len, (int)bestlen);
        kick(12);
    }
    printf("moves relocate %ld swap %ld 2opt %ld\n", moves_done[0], moves_done[1], moves_done[2]);
    for (int k = 0; k < nroutes; k++) {
        uint32_t h = 2166136261u;
        for (int i = 1; i <= best[k].len; i++) h = (h ^ (uint32_t)best[k].stop[i]) * 16777619u;
        printf("%2d: stops %d load %d hash %08x\n", k, (int)best[k].len, (int)best[k].load, (unsigned)h);
    }
    return 0;
}
