/* othello.c - solves a set of Othello endgame positions exactly.
 * Bitboards, negamax with alpha-beta, hash table, fastest-first ordering. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>

typedef uint64_t bb;

#define HASH_BITS 15
#define HASH_SIZE (1 << HASH_BITS)
#define INF 100

struct entry {
    bb me, opp;
    int8_t lo, hi;
};

struct position {
    bb me, opp;
    int empties;
    int score;
    int best;
    long nodes;
};

static struct entry table[HASH_SIZE];
static long nodes;
#pragma omp threadprivate(table, nodes)
static uint64_t rng = 0x9E3779B97F4A7C15ULL;

static uint32_t rand32(void)
{
    rng ^= rng >> 12;
    rng ^= rng << 25;
    rng ^= rng >> 27;
    return (uint32_t)((rng * 2685821657736338717ULL) >> 32);
}

static bb shift(bb b, int dir)
{
    switch (dir) {
    case 0: return b << 8;
    case 1: return b >> 8;
    case 2: return (b & 0x7f7f7f7f7f7f7f7fULL) << 1;
    case 3: return (b & 0xfefefefefefefefeULL) >> 1;
    case 4: return (b & 0x7f7f7f7f7f7f7f7fULL) << 9;
    case 5: return (b & 0xfefefefefefefefeULL) >> 9;
    case 6: return (b & 0xfefefefefefefefeULL) << 7;
    default: return (b & 0x7f7f7f7f7f7f7f7fULL) >> 7;
    }
}

static bb legal(bb me, bb opp)
{
    bb empty = ~(me | opp), moves = 0;
    for (int d = 0; d < 8; d++) {
        bb x = shift(me, d) & opp;
        for (int k = 0; k < 5; k++)
            x |= shift(x, d) & opp;
        moves |= shift(x, d) & empty;
    }
    return moves;
}

static bb flips(bb me, bb opp, int sq)
{
    bb all = 0, m = 1ULL << sq;
    for (int d = 0; d < 8; d++) {
        bb run = 0, x = shift(m, d);
        while (x & opp) {
            run |= x;
            x = shift(x, d);
        }
        if (x & me)
            all |= run;
    }
    return all;
}

static int final_score(bb me, bb opp)
{
    int a = __builtin_popcountll(me), b = __builtin_popcountll(opp);
    if (a > b) return 64 - 2 * b;
    if (a < b) return 2 * a - 64;
    return 0;
}

static struct entry *probe(bb me, bb opp)
{
    bb h = (me * 0x9E3779B97F4A7C15ULL) ^ (opp * 0xC2B2AE3D27D4EB4FULL);
    return &table[h >> (64 - HASH_BITS)];
}

static int search(bb me, bb opp, int alpha, int beta, int passed)
{
    bb moves = legal(me, opp);
    nodes++;
    if (!moves) {
        if (passed)
            return final_score(me, opp);
        return -search(opp, me, -beta, -alpha, 1);
    }

    int empties = 64 - __builtin_popcountll(me | opp);
    struct entry *e = NULL;
    if (empties > 4) {
        e = probe(me, opp);
        if (e->me == me && e->opp == opp) {
            if (e->lo >= beta) return e->lo;
            if (e->hi <= alpha) return e->hi;
            if (e->lo == e->hi) return e->lo;
        }
    }

    int list[32], key[32], n = 0;
    for (bb m = moves; m; m &= m - 1) {
        int sq = __builtin_ctzll(m), k = 0;
        if (empties > 4) {
            bb f = flips(me, opp, sq);
            k = __builtin_popcountll(legal(opp & ~f, me | f | 1ULL << sq));
            if (0x8100000000000081ULL >> sq & 1)
                k -= 4;
        }
        int i = n++;
        while (i > 0 && key[i - 1] > k) {
            key[i] = key[i - 1];
            list[i] = list[i - 1];
            i--;
        }
        key[i] = k;
        list[i] = sq;
    }

    int best = -INF, a = alpha;
    for (int i = 0; i < n; i++) {
        bb f = flips(me, opp, list[i]);
        int v = -search(opp & ~f, me | f | 1ULL << list[i], -beta, -a, 0);
        if (v > best) best = v;
        if (best > a) a = best;
        if (a >= beta) break;
    }
    if (e) {
        e->me = me;
        e->opp = opp;
        e->lo = best > alpha ? best : -INF;
        e->hi = best < beta ? best : INF;
    }
    return best;
}

static void solve(struct position *p)
{
    int alpha = -64;
    memset(table, 0, sizeof table);
    nodes = 0;
    p->best = -1;
    for (bb m = legal(p->me, p->opp); m; m &= m - 1) {
        int sq = __builtin_ctzll(m);
        bb f = flips(p->me, p->opp, sq);
        int v = -search(p->opp & ~f, p->me | f | 1ULL << sq, -64, -alpha, 0);
        if (p->best < 0 || v > alpha) {
            p->best = sq;
            alpha = v;
        }
    }
    p->score = alpha;
    p->nodes = nodes;
}

/* random play until the wanted number of empty squares is left */
static int make_position(struct position *p, int empties)
{
    bb me = 0x0000000810000000ULL, opp = 0x0000001008000000ULL;
    for (;;) {
        bb m = legal(me, opp);
        if (!m) {
            if (!legal(opp, me)) return 0;
            bb t = me; me = opp; opp = t;
            continue;
        }
        if (64 - __builtin_popcountll(me | opp) <= empties) break;
        for (int skip = rand32() % __builtin_popcountll(m); skip > 0; skip--)
            m &= m - 1;
        int sq = __builtin_ctzll(m);
        bb f = flips(me, opp, sq);
        me |= f | 1ULL << sq;
        opp &= ~f;
        bb t = me; me = opp; opp = t;
    }
    p->me = me;
    p->opp = opp;
    p->empties = 64 - __builtin_popcountll(me | opp);
    return 1;
}

int main(int argc, char **argv)
{
    int count = argc > 1 ? atoi(argv[1]) : 60;
    int empties = argc > 2 ? atoi(argv[2]) : 13;
    struct position *set = calloc(count > 0 ? count : 1, sizeof *set);
    long total = 0;
    int sum = 0;
    if (!set || empties < 1 || empties > 20) {
        fprintf(stderr, "usage: othello [positions] [empties 1-20]\n");
        return 2;
    }
    for (int i = 0; i < count; i++)
        while (!make_position(&set[i], empties))
            ;
    /* every position starts from an empty table, so each thread keeps its own */
#pragma omp parallel for schedule(dynamic)
    for (int i = 0; i < count; i++)
        solve(&set[i]);
    for (int i = 0; i < count; i++) {
        struct position *p = &set[i];
        if (i < 10)
            printf("#%02d empties %d  %+3d at %c%d  %ld nodes\n", i, p->empties, p->score,
                   'a' + p->best % 8, 1 + p->best / 8, p->nodes);
        total += p->nodes;
        sum += p->score;
    }
    printf("%d positions, %ld nodes, score sum %d\n", count, total, sum);
    free(set);
    return 0;
}
