/*
 * kalah.c -- evaluates random Kalah positions by alpha-beta search.
 *
 * The search knows nothing of the game but a table of functions, so that other
 * games could be put in.  It uses a transposition table, a history heuristic
 * for the order of moves, and iterative deepening, all started afresh for each
 * position.
 *
 *     kalah [positions] [depth] [seed]
 *
 * In parallel: the positions, each thread with a transposition table and a
 * history of its own.
 *
 * SMALL: 3 4 1
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>

/* ------------------------------------------------------------ game interface */

#define MAX_MOVES 16

typedef struct board board_t;

typedef struct game {
    const char *name;
    int (*moves)(const board_t *b, int *list);
    void (*play)(board_t *b, int move);
    int (*score)(const board_t *b);             /* for the player to move */
    int (*over)(const board_t *b);
    uint64_t (*hash)(const board_t *b);
} game_t;

#define PITS  6
#define SIDE  (PITS + 1)
#define HOLES (2 * SIDE)

struct board {
    uint8_t hole[HOLES];        /* pits 0..5, store 6, pits 7..12, store 13 */
    uint8_t turn;
};

static int side_sum(const board_t *b, int side)
{
    int s = 0;
    for (int i = 0; i < PITS; i++) s += b->hole[side * SIDE + i];
    return s;
}

static int kalah_over(const board_t *b)
{
    return side_sum(b, 0) == 0 || side_sum(b, 1) == 0;
}

static int kalah_moves(const board_t *b, int *list)
{
    int n = 0;
    if (kalah_over(b)) return 0;
    for (int i = PITS - 1; i >= 0; i--)
        if (b->hole[b->turn * SIDE + i]) list[n++] = i;
    return n;
}

static void kalah_play(board_t *b, int move)
{
    int me = b->turn, at = me * SIDE + move, stones = b->hole[at];
    int mine = me * SIDE + PITS, theirs = (1 - me) * SIDE + PITS;
    b->hole[at] = 0;
    while (stones > 0) {
        at = (at + 1) % HOLES;
        if (at != theirs) b->hole[at]++, stones--;
    }
    if (at / SIDE == me && at != mine && b->hole[at] == 1) {
        int opposite = 2 * PITS - at;
        if (b->hole[opposite]) {
            b->hole[mine] = (uint8_t)(b->hole[mine] + b->hole[opposite] + 1);
            b->hole[opposite] = b->hole[at] = 0;
        }
    }
    if (at != mine) b->turn = (uint8_t)(1 - me);
}

static int kalah_score(const board_t *b)
{
    int me = b->turn;
    int d = b->hole[me * SIDE + PITS] - b->hole[(1 - me) * SIDE + PITS];
    if (kalah_over(b)) return 100 * (d + side_sum(b, me) - side_sum(b, 1 - me));
    int mobility = 0;
    for (int i = 0; i < PITS; i++) mobility += b->hole[me * SIDE + i] == PITS - i;
    return 20 * d + 2 * (side_sum(b, me) - side_sum(b, 1 - me)) + 5 * mobility;
}

static uint64_t kalah_hash(const board_t *b)
{
    uint64_t h = b->turn + 1;
    for (int i = 0; i < HOLES; i++) h = (h ^ b->hole[i]) * 0x9e3779b97f4a7c15ULL, h ^= h >> 29;
    return h;
}

static const game_t kalah = { "kalah", kalah_moves, kalah_play, kalah_score, kalah_over, kalah_hash };

/* ------------------------------------------------------------------- search */

#define TT_BITS 16
#define INF 1000000

typedef enum { EXACT, LOWER, UPPER } bound_t;
typedef struct { uint64_t key; int value; int8_t depth, bound, move; uint32_t era; } entry_t;

static entry_t table[1 << TT_BITS];
static uint32_t era;                            /* entries of other eras are void */
static int history[2][MAX_MOVES];
static long nodes, hits;

typedef struct { int move, key; } ranked_t;

static int by_key(const ranked_t *a, const ranked_t *b)
{
    return a->key != b->key ? a->key > b->key : a->move > b->move;
}

static int order(const board_t *b, const int *list, int n, int first, ranked_t *out)
{
    for (int i = 0; i < n; i++) {
        ranked_t r = { list[i], list[i] == first ? INF : history[b->turn][list[i]] };
        int j = i;
        for (; j > 0 && by_key(&r, &out[j - 1]); j--) out[j] = out[j - 1];
        out[j] = r;
    }
    return n;
}

static int search(const game_t *g, const board_t *b, int depth, int alpha, int beta, int *best)
{
    int list[MAX_MOVES], first = -1, a0 = alpha, value = -INF, dummy;
    ranked_t ranked[MAX_MOVES];
    nodes++;
    *best = -1;
    if (depth <= 0 || g->over(b)) return g->score(b);

    uint64_t key = g->hash(b);
    entry_t *e = &table[key >> (64 - TT_BITS)];
    if (e->era == era && e->key == key) {
        first = e->move;
        if (e->depth >= depth) {
            if (e->bound == EXACT || (e->bound == LOWER && e->value >= beta) || (e->bound == UPPER && e->value <= alpha)) {
                hits++;
                *best = e->move;
                return e->value;
            }
        }
    }

    int n = order(b, list, g->moves(b, list), first, ranked);
    for (int i = 0; i < n; i++) {
        board_t c = *b;
        int v;
        g->play(&c, ranked[i].move);
        if (c.turn == b->turn) v = search(g, &c, depth - 1, alpha, beta, &dummy);
        else v = -search(g, &c, depth - 1, -beta, -alpha, &dummy);
        if (v > value) { value = v; *best = ranked[i].move; }
        if (v > alpha) alpha = v;
        if (alpha >= beta) {
            if (history[b->turn][ranked[i].move] < INF / 2) history[b->turn][ranked[i].move] += depth * depth;
            break;
        }
    }
    *e = (entry_t){ key, value, (int8_t)depth, value <= a0 ? UPPER : value >= beta ? LOWER : EXACT, (int8_t)*best, era };
    return value;
}

typedef struct { int move, value; long nodes; } verdict_t;

static verdict_t evaluate(const game_t *g, const board_t *b, int depth)
{
    verdict_t v = { -1, 0, 0 };
    long before = nodes;
    era++;
    memset(history, 0, sizeof history);
    for (int d = 1; d <= depth; d++) v.value = search(g, b, d, -INF, INF, &v.move);
    v.nodes = nodes - before;
    return v;
}

/* --------------------------------------------------------------------- main */

static uint64_t rstate;

static unsigned rnd(unsigned n)
{
    rstate = rstate * 2862933555777941757ULL + 3037000493ULL;
    return (unsigned)(rstate >> 35) % n;
}

static board_t random_position(const game_t *g)
{
    for (;;) {
        board_t b = { {0}, 0 };
        int list[MAX_MOVES], n = 1, plies = 2 + (int)rnd(12);
        for (int i = 0; i < HOLES; i++) b.hole[i] = i % SIDE == PITS ? 0 : 4;
        while (plies-- > 0 && (n = g->moves(&b, list)) > 0) g->play(&b, list[rnd((unsigned)n)]);
        if (!g->over(&b)) return b;
    }
}

static void show(const board_t *b)
{
    for (int s = 0; s < 2; s++) {
        printf("%s", s == b->turn ? " >" : "  ");
        for (int i = 0; i < PITS; i++) printf("%d%c", b->hole[s * SIDE + i], i + 1 < PITS ? ',' : '|');
        printf("%d", b->hole[s * SIDE + PITS]);
    }
}

int main(int argc, char **argv)
{
    int count = argc > 1 ? atoi(argv[1]) : 60, depth = argc > 2 ? atoi(argv[2]) : 12;
    rstate = argc > 3 ? strtoull(argv[3], NULL, 10) : 1789;
    const game_t *g = &kalah;
    int bymove[PITS] = {0}, wins = 0, losses = 0;
    long sum = 0;
    if (count < 1 || depth < 1 || depth > 60) { fprintf(stderr, "kalah: bad arguments\n"); return 1; }
    board_t *start = malloc(count * sizeof *start);
    verdict_t *res = malloc(count * sizeof *res);
    if (!start || !res) { fprintf(stderr, "kalah: no memory\n"); return 1; }

    for (int i = 0; i < count; i++) start[i] = random_position(g);
    for (int i = 0; i < count; i++) res[i] = evaluate(g, &start[i], depth);

    for (int i = 0; i < count; i++) {
        if (i < 20) {
            printf("%3d", i);
            show(&start[i]);
            printf("  move %d value %d nodes %ld\n", res[i].move, res[i].value, res[i].nodes);
        }
        if (res[i].move >= 0) bymove[res[i].move]++;
        wins += res[i].value > 0;
        losses += res[i].value < 0;
        sum = (sum * 31 + res[i].value * 7 + res[i].nodes) % 1000000007L;
    }
    printf("%s, %d positions to depth %d: good for the mover %d, bad %d\nbest moves:", g->name, count, depth, wins, losses);
    for (int i = 0; i < PITS; i++) printf(" %d", bymove[i]);
    printf("\nnodes %ld, table hits %ld, checksum %ld\n", nodes, hits, sum);
    free(start);
    free(res);
    return 0;
}
