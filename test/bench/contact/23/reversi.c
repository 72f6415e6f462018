/*
 * reversi.c - opening book builder: analyses a batch of mid-game reversi
 * positions with iterative deepening alpha-beta, a transposition table
 * and history ordering, and prints the recommended moves.
 *
 * usage: reversi [positions] [depth] [seed]
 */
#include <stdio.h>
#include <stdlib.h>
#include <stdint.h>
#include <string.h>

#define TTBITS 14
#define TTSIZE (1 << TTBITS)
#define INF    30000
#define MAXMOV 32

typedef uint64_t Board;
typedef struct { Board me, op; } Pos;
typedef struct { Board me, op; int16_t score; int8_t depth, flag, move; } Entry;
typedef struct { int move, score, depth; long nodes; int unstable; } Result;

enum { EXACT, LOWER, UPPER };

static const int8_t square_value[64] = {
    40,-8, 6, 3, 3, 6,-8,40,  -8,-14,-2,-1,-1,-2,-14,-8,
     6,-2, 2, 1, 1, 2,-2, 6,   3,-1, 1, 0, 0, 1,-1, 3,
     3,-1, 1, 0, 0, 1,-1, 3,   6,-2, 2, 1, 1, 2,-2, 6,
    -8,-14,-2,-1,-1,-2,-14,-8, 40,-8, 6, 3, 3, 6,-8,40 };

static Entry *tt;
static int history[64];
static long nodes, tthits, cutoffs;
static Board zkey = 0x9E3779B97F4A7C15ULL;

static uint64_t seed;

static uint32_t rnd(uint32_t n)
{
    seed = seed * 2862933555777941757ULL + 3037000493ULL;
    return (uint32_t)(seed >> 33) % n;
}

static Board shift(Board b, int d)
{
    static const Board notA = 0xfefefefefefefefeULL, notH = 0x7f7f7f7f7f7f7f7fULL;
    switch (d) {
    case 0: return (b << 1) & notA;
    case 1: return (b >> 1) & notH;
    case 2: return b << 8;
    case 3: return b >> 8;
    case 4: return (b << 9) & notA;
    case 5: return (b >> 9) & notH;
    case 6: return (b << 7) & notH;
    default: return (b >> 7) & notA;
    }
}

static Board legal(const Pos *p)
{
    Board empty = ~(p->me | p->op), out = 0;
    for (int d = 0; d < 8; d++) {
        Board x = shift(p->me, d) & p->op;
        for (int k = 0; k < 5; k++) x |= shift(x, d) & p->op;
        out |= shift(x, d) & empty;
    }
    return out;
}

static Pos play(const Pos *p, int sq)
{
    Board m = 1ULL << sq, flips = 0;
    for (int d = 0; d < 8; d++) {
        Board x = shift(m, d), line = 0;
        while (x & p->op) { line |= x; x = shift(x, d); }
        if (x & p->me) flips |= line;
    }
    return (Pos){ p->op & ~flips, p->me | flips | m };
}

static int popcount(Board b) { return __builtin_popcountll(b); }

static int evaluate(const Pos *p)
{
    int s = 0;
    for (Board b = p->me; b; b &= b - 1) s += square_value[__builtin_ctzll(b)];
    for (Board b = p->op; b; b &= b - 1) s -= square_value[__builtin_ctzll(b)];
    Pos q = { p->op, p->me };
    return s + 5 * (popcount(legal(p)) - popcount(legal(&q)));
}

static Entry *slot(const Pos *p)
{
    return &tt[(p->me * zkey ^ (p->op * 0xD6E8FEB86659FD93ULL >> 7)) >> (64 - TTBITS)];
}

static int order(const Pos *p, int ttmove, int *list)
{
    int key[MAXMOV], n = 0;
    for (Board b = legal(p); b && n < MAXMOV; b &= b - 1) {
        int sq = __builtin_ctzll(b), i;
        int k = sq == ttmove ? 1 << 30 : history[sq] + 64 * square_value[sq];
        for (i = n++; i > 0 && key[i - 1] < k; i--) { key[i] = key[i - 1]; list[i] = list[i - 1]; }
        key[i] = k;
        list[i] = sq;
    }
    return n;
}

static int search(const Pos *p, int depth, int alpha, int beta, int passed)
{
    int list[MAXMOV], best = -INF, bestmove = -1, a0 = alpha;
    nodes++;
    if (depth <= 0) return evaluate(p);
    Entry *e = slot(p);
    int ttmove = -1;
    if (e->me == p->me && e->op == p->op) {
        ttmove = e->move;
        if (e->depth >= depth && (e->flag == EXACT || (e->flag == LOWER && e->score >= beta) ||
                                  (e->flag == UPPER && e->score <= alpha))) {
            tthits++;
            return e->score;
        }
    }
    int n = order(p, ttmove, list);
    if (n == 0) {
        Pos q = { p->op, p->me };
        if (passed) return 100 * (popcount(p->me) - popcount(p->op));
        return -search(&q, depth, -beta, -alpha, 1);
    }
    for (int i = 0; i < n; i++) {
        Pos q = play(p, list[i]);
        int v;
        if (i == 0) v = -search(&q, depth - 1, -beta, -alpha, 0);
        else {
            v = -search(&q, depth - 1, -alpha - 1, -alpha, 0);
            if (v > alpha && v < beta) v = -search(&q, depth - 1, -beta, -alpha, 0);
        }
        if (v > best) { best = v; bestmove = list[i]; }
        if (v > alpha) alpha = v;
        if (alpha >= beta) {
            cutoffs++;
            history[list[i]] += depth * depth;
            break;
        }
    }
    *e = (Entry){ p->me, p->op, (int16_t)best, (int8_t)depth,
                  best >= beta ? LOWER : best > a0 ? EXACT : UPPER, (int8_t)bestmove };
    return best;
}

static Result analyse(const Pos *p, int maxdepth)
{
    Result r = { -1, 0, 0, 0, 0 };
    long before = nodes;
    memset(tt, 0, sizeof(Entry) * TTSIZE);
    memset(history, 0, sizeof history);
    for (int d = 1; d <= maxdepth; d++) {
        r.score = search(p, d, -INF, INF, 0);
        r.depth = d;
        Entry *e = slot(p);
        if (e->me != p->me || e->op != p->op) break;
        if (r.move >= 0 && e->move != r.move) r.unstable++;
        r.move = e->move;
        if (abs(r.score) > 6000) break;                 /* decided */
    }
    r.nodes = nodes - before;
    return r;
}

static Pos random_position(void)
{
    for (;;) {
        Pos p = { 1ULL << 28 | 1ULL << 35, 1ULL << 27 | 1ULL << 36 };
        int plies = 8 + rnd(20), k;
        for (k = 0; k < plies; k++) {
            Board b = legal(&p);
            if (!b) break;
            for (int skip = rnd(popcount(b)); skip > 0; skip--) b &= b - 1;
            p = play(&p, __builtin_ctzll(b));
        }
        if (k == plies && legal(&p)) return p;
    }
}

int main(int argc, char **argv)
{
    int npos = argc > 1 ? atoi(argv[1]) : 64;
    int depth = argc > 2 ? atoi(argv[2]) : 8;
    seed = argc > 3 ? strtoull(argv[3], 0, 10) : 1977;
    if (npos < 1 || depth < 1 || depth > 30) { fprintf(stderr, "usage: reversi [positions] [depth] [seed]\n"); return 2; }
    tt = malloc(sizeof(Entry) * TTSIZE);
    if (!tt) return 1;
    long unstable = 0;
    uint64_t sum = 0;
    for (int i = 0; i < npos; i++) {
        Pos p = random_position();
        Result r = analyse(&p, depth);
        printf("%3d: %016llx/%016llx  %c%d  score %6d  depth %d  nodes %ld\n", i, (unsigned long long)p.me,
               (unsigned long long)p.op, 'a' + (r.move & 7), 1 + r.move / 8, r.score, r.depth, r.nodes);
        unstable += r.unstable;
        sum = (sum ^ (uint64_t)(r.score + 40000) ^ (uint64_t)r.nodes << 20) * 0x100000001b3ULL;
    }
    printf("nodes %ld  tt hits %ld  cutoffs %ld  unstable %ld\n", nodes, tthits, cutoffs, unstable);
    printf("checksum %016llx\n", (unsigned long long)sum);
    free(tt);
    return 0;
}
