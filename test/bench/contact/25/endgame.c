/* endgame - perfect play for the last moves of Othello (bitboards).
 * Positions come from a deterministic stream of semi-random games; each is
 * solved with alpha-beta and a hash table.  usage: endgame [positions] [empties] [seed] */
#include <stdio.h>
#include <stdlib.h>
#include <stdint.h>
#include <string.h>

typedef uint64_t bb;
typedef struct { bb me, op; } Pos;
typedef struct { bb me, op; int8_t lo, hi; } Entry;

#define TTBITS 16
static Entry *tt;
static uint64_t rs;

static const uint64_t NOT_A = 0xfefefefefefefefeull, NOT_H = 0x7f7f7f7f7f7f7f7full;
static const uint64_t CORNERS = 0x8100000000000081ull;

static unsigned rnd(unsigned n)
{
    rs += 0x9e3779b97f4a7c15ull;
    uint64_t z = rs;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
    return (unsigned)((z ^ (z >> 31)) % n);
}

static bb shift(bb b, int dir)
{
    switch (dir) {
    case 0: return (b << 1) & NOT_A;
    case 1: return (b >> 1) & NOT_H;
    case 2: return b << 8;
    case 3: return b >> 8;
    case 4: return (b << 9) & NOT_A;
    case 5: return (b >> 9) & NOT_H;
    case 6: return (b << 7) & NOT_H;
    default: return (b >> 7) & NOT_A;
    }
}

static bb legal(Pos p)
{
    bb empty = ~(p.me | p.op), res = 0;
    for (int d = 0; d < 8; d++) {
        bb x = shift(p.me, d) & p.op;
        for (int k = 0; k < 5; k++) x |= shift(x, d) & p.op;
        res |= shift(x, d) & empty;
    }
    return res;
}

static bb flips(Pos p, bb mv)
{
    bb res = 0;
    for (int d = 0; d < 8; d++) {
        bb line = 0, x = shift(mv, d);
        while (x & p.op) { line |= x; x = shift(x, d); }
        if (x & p.me) res |= line;
    }
    return res;
}

static Pos play(Pos p, bb mv)
{
    bb f = flips(p, mv);
    Pos q = { p.op & ~f, p.me | f | mv };
    return q;
}

static Pos pass(Pos p) { Pos q = { p.op, p.me }; return q; }

static int final_score(Pos p)
{
    int a = __builtin_popcountll(p.me), b = __builtin_popcountll(p.op), e = 64 - a - b;
    return a > b ? a - b + e : a < b ? a - b - e : 0;
}

static unsigned hash(Pos p)
{
    uint64_t h = p.me * 0x9e3779b97f4a7c15ull ^ (p.op + 0x632be59bd9b4e019ull) * 0xd6e8feb86659fd93ull;
    return (unsigned)(h >> (64 - TTBITS));
}

struct cand { bb mv; int key; };

/* corners first, then whatever leaves the opponent fewest replies */
static int order_moves(Pos p, bb moves, struct cand *c)
{
    int n = 0;
    for (; moves; moves &= moves - 1) {
        bb mv = moves & -moves;
        struct cand x = { mv, __builtin_popcountll(legal(play(p, mv))) - (mv & CORNERS ? 20 : 0) };
        int i = n++;
        while (i > 0 && c[i - 1].key > x.key) { c[i] = c[i - 1]; i--; }
        c[i] = x;
    }
    return n;
}

static int search(Pos p, int alpha, int beta, int passed)
{
    int empties = 64 - __builtin_popcountll(p.me | p.op), best = -65, a0 = alpha;
    bb moves = legal(p);
    Entry *e = NULL;
    if (!moves) return passed ? final_score(p) : -search(pass(p), -beta, -alpha, 1);
    if (empties > 4) {
        e = &tt[hash(p)];
        if (e->me == p.me && e->op == p.op) {
            if (e->lo >= beta) return e->lo;
            if (e->hi <= alpha) return e->hi;
            if (e->lo == e->hi) return e->lo;
        }
        struct cand c[32];
        int n = order_moves(p, moves, c);
        for (int i = 0; i < n && best < beta; i++) {
            int v = -search(play(p, c[i].mv), -beta, -alpha, 0);
            if (v > best) best = v;
            if (best > alpha) alpha = best;
        }
        e->me = p.me;
        e->op = p.op;
        e->lo = (int8_t)(best > a0 ? best : -64);
        e->hi = (int8_t)(best < beta ? best : 64);
        return best;
    }
    for (; moves && best < beta; moves &= moves - 1) {
        int v = -search(play(p, moves & -moves), -beta, -alpha, 0);
        if (v > best) best = v;
        if (best > alpha) alpha = best;
    }
    return best;
}

/* Root: the first move reaching the maximum, in ordered sequence, is chosen. */
static int solve(Pos p, int *square)
{
    struct cand c[32];
    int best = -65, n = order_moves(p, legal(p), c);
    *square = -1;
    if (!n) return -search(pass(p), -64, 64, 1);
    for (int i = 0; i < n; i++) {
        int v = -search(play(p, c[i].mv), -64, best < -64 ? 64 : -best, 0);
        if (v > best) { best = v; *square = __builtin_ctzll(c[i].mv); }
    }
    return best;
}

static Pos random_game(int empties)
{
    for (;;) {
        Pos p = { 0x0000000810000000ull, 0x0000001008000000ull };
        int passes = 0;
        while (64 - __builtin_popcountll(p.me | p.op) > empties && passes < 2) {
            bb m = legal(p);
            if (!m) { passes++; p = pass(p); continue; }
            passes = 0;
            struct cand c[32];
            int n = order_moves(p, m, c);
            p = play(p, c[rnd(3) ? rnd((n + 1) / 2) : rnd(n)].mv);
        }
        if (passes < 2 && legal(p)) return p;
    }
}

int main(int argc, char **argv)
{
    int npos = argc > 1 ? atoi(argv[1]) : 46, empties = argc > 2 ? atoi(argv[2]) : 14;
    int wins = 0, draws = 0, total = 0, hist[13] = { 0 };
    uint32_t digest = 2166136261u;
    rs = argc > 3 ? strtoull(argv[3], NULL, 0) : 5;
    if (npos < 1 || empties < 1 || empties > 30) {
        fprintf(stderr, "usage: endgame [positions] [empties 1..30] [seed]\n");
        return 2;
    }
    tt = calloc((size_t)1 << TTBITS, sizeof *tt);
    if (!tt) { perror("endgame"); return 1; }
    for (int i = 0; i < npos; i++) {
        Pos p = random_game(empties);
        int sq, v = solve(p, &sq);
        wins += v > 0;
        draws += v == 0;
        total += v;
        hist[(v + 64) / 10]++;
        digest = (digest ^ (uint32_t)(v + 64) ^ (uint32_t)(sq << 8)) * 16777619u;
        if (i < 8) printf("%2d: %c%d score %+d\n", i, sq < 0 ? '-' : 'a' + sq % 8, sq < 0 ? 0 : sq / 8 + 1, v);
    }
    printf("positions %d wins %d draws %d losses %d mean %+.3f\n", npos, wins, draws, npos - wins - draws, (double)total / npos);
    for (int i = 0; i < 13; i++) printf("%d%c", hist[i], i < 12 ? ' ' : '\n');
    printf("digest %08x\n", digest);
    free(tt);
    return 0;
}
