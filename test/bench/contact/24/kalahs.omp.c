/* kalahs - exhaustive kalah game-tree census: minimax value of an opening position plus
 * statistics of every line up to a given depth.
 * usage: kalahs [depth] [openings] [seed] */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>
#include <omp.h>

#define PITS 6
#define SLOTS (2 * PITS + 2)      /* 0..5 south, 6 south store, 7..12 north, 13 north store */
#define SPAN 49
#define GRAIN 6          /* deeper levels run inside one task */

typedef struct {
    int8_t seeds[SLOTS];
    int8_t side;
} Board;

typedef struct {
    long nodes, captures, extra, finished;
    long leaf_hist[2 * SPAN];
    int longest_chain;
} Census;

static Census **census_of;      /* one per thread */

static Census *mine(void) { return census_of[omp_get_thread_num()]; }

static unsigned lcg(unsigned *s)
{
    *s = *s * 1103515245u + 12345u;
    return *s >> 16;
}

static int own_store(const Board *b) { return b->side ? 2 * PITS + 1 : PITS; }

/* plays a pit; returns 0 if the pit is empty, 1 after an ordinary move, 2 for an extra turn */
static int play(Board *b, int pit, Census *cs)
{
    int at = b->side * (PITS + 1) + pit, hand = b->seeds[at];
    int store = own_store(b), rival = b->side ? PITS : 2 * PITS + 1;
    if (!hand) return 0;
    b->seeds[at] = 0;
    while (hand > 0) {
        at = at + 1 == SLOTS ? 0 : at + 1;
        if (at == rival) continue;
        b->seeds[at]++;
        hand--;
    }
    if (at == store) {
        cs->extra++;
        return 2;
    }
    if (b->seeds[at] == 1 && at / (PITS + 1) == b->side) {
        int facing = 2 * PITS - at;
        if (b->seeds[facing] > 0) {
            b->seeds[store] += b->seeds[facing] + 1;
            b->seeds[facing] = b->seeds[at] = 0;
            cs->captures++;
        }
    }
    b->side ^= 1;
    return 1;
}

static int row_sum(const Board *b, int side)
{
    int n = 0;
    for (int i = 0; i < PITS; i++) n += b->seeds[side * (PITS + 1) + i];
    return n;
}

static int margin(const Board *b) { return b->seeds[PITS] - b->seeds[2 * PITS + 1]; }

/* value from south's point of view */
static int explore(const Board *b, int depth, int chain, Census *cs)
{
    cs->nodes++;
    if (chain > cs->longest_chain) cs->longest_chain = chain;
    if (row_sum(b, b->side) == 0) {
        int rest = row_sum(b, !b->side);
        int v = margin(b) + (b->side ? rest : -rest);
        cs->finished++;
        cs->leaf_hist[v + SPAN - 1]++;
        return v * 4;
    }
    if (depth == 0) {
        int v = margin(b);
        cs->leaf_hist[v + SPAN - 1]++;
        return v * 4 + (row_sum(b, 0) > row_sum(b, 1));
    }
    int best = b->side ? 1000 : -1000;
    if (depth > GRAIN) {
        int got[PITS], used[PITS];
        for (int p = 0; p < PITS; p++) {
            Board next = *b;
            used[p] = play(&next, p, cs);
            if (!used[p]) continue;
            #pragma omp task shared(got) firstprivate(next, p) firstprivate(used)
            got[p] = explore(&next, depth - 1, used[p] == 2 ? chain + 1 : 0, mine());
        }
        #pragma omp taskwait
        for (int p = 0; p < PITS; p++)
            if (used[p] && (b->side ? got[p] < best : got[p] > best)) best = got[p];
        return best;
    }
    for (int p = 0; p < PITS; p++) {
        Board next = *b;
        int kind = play(&next, p, cs);
        if (!kind) continue;
        int v = explore(&next, depth - 1, kind == 2 ? chain + 1 : 0, cs);
        if (b->side ? v < best : v > best) best = v;
    }
    return best;
}

int main(int argc, char **argv)
{
    int depth = argc > 1 ? atoi(argv[1]) : 9;
    int openings = argc > 2 ? atoi(argv[2]) : 20;
    unsigned seed = argc > 3 ? (unsigned)atoi(argv[3]) : 3;
    if (depth < 1 || openings < 1) return 1;

    Board *start = malloc(openings * sizeof *start);
    Census census;
    int nthreads = omp_get_max_threads();
    int *value = malloc(openings * sizeof *value);
    for (int i = 0; i < openings; i++) {
        Board *b = &start[i];
        for (int k = 0; k < SLOTS; k++) b->seeds[k] = 3;
        b->seeds[PITS] = b->seeds[2 * PITS + 1] = 0;
        b->side = 0;
        for (int moves = lcg(&seed) % 6; moves > 0 && row_sum(b, b->side) > 0;)
            if (play(b, lcg(&seed) % PITS, &census)) moves--;
    }
    memset(&census, 0, sizeof census);

    census_of = calloc(nthreads, sizeof *census_of);
    #pragma omp parallel
    {
        census_of[omp_get_thread_num()] = calloc(1, sizeof(Census));
        #pragma omp barrier
        #pragma omp single
        for (int i = 0; i < openings; i++) {
            #pragma omp task firstprivate(i)
            value[i] = explore(&start[i], depth, 0, mine());
        }
    }
    for (int t = 0; t < nthreads; t++) {
        Census *c = census_of[t];
        if (!c) continue;
        census.nodes += c->nodes;
        census.captures += c->captures;
        census.extra += c->extra;
        census.finished += c->finished;
        if (c->longest_chain > census.longest_chain) census.longest_chain = c->longest_chain;
        for (int k = 0; k < 2 * SPAN; k++) census.leaf_hist[k] += c->leaf_hist[k];
        free(c);
    }
    free(census_of);

    unsigned digest = 17;
    for (int i = 0; i < openings; i++) {
        printf("opening %d value %+.2f\n", i, value[i] / 4.0);
        digest = digest * 131u + (unsigned)value[i];
    }
    for (int k = 0; k < 2 * SPAN; k++) digest = digest * 131u + (unsigned)census.leaf_hist[k];
    printf("nodes %ld captures %ld extra %ld finished %ld chain %d digest %08x\n", census.nodes,
           census.captures, census.extra, census.finished, census.longest_chain, digest);
    free(start);
    free(value);
    return 0;
}
