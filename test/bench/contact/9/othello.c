/*
 * Othello analysis: positions made by random play are searched (alpha-beta)
 * to a fixed depth, or to the end of the game when few squares are empty.
 * usage: othello [positions [depth]]
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { EMPTY = 0, BLACK = 1, WHITE = 2, EDGE = 3 };
#define OPP(c) (3 - (c))
#define INF 100000

typedef struct {
    signed char sq[100];
    int disc[3];
    int moves;
} Board;

typedef struct { int move, score; } Choice;

typedef struct {
    Board start;
    int to_move;
    int best, score;
    long nodes;
} Problem;

static const int dirs[8] = { -11, -10, -9, -1, 1, 9, 10, 11 };
static int weight[100];
static long nodes;
static int cutoffs[100];        /* how often a square refuted, for ordering */

static unsigned long long rng_state = 88172645463325252ULL;

static unsigned rnd(unsigned n)
{
    rng_state ^= rng_state << 7;
    rng_state ^= rng_state >> 9;
    return (unsigned)((rng_state >> 20) % n);
}

static void init_weights(void)
{
    static const int quarter[4][4] = {
        { 90, -25, 12, 6 }, { -25, -40, -3, -2 }, { 12, -3, 4, 1 }, { 6, -2, 1, 1 }
    };
    for (int r = 0; r < 8; r++)
        for (int c = 0; c < 8; c++)
            weight[(r + 1) * 10 + c + 1] = quarter[r < 4 ? r : 7 - r][c < 4 ? c : 7 - c];
}

static void new_game(Board *b)
{
    memset(b, 0, sizeof *b);
    for (int i = 0; i < 100; i++)
        if (i < 10 || i >= 90 || i % 10 == 0 || i % 10 == 9)
            b->sq[i] = EDGE;
    b->sq[44] = b->sq[55] = WHITE;
    b->sq[45] = b->sq[54] = BLACK;
    b->disc[BLACK] = b->disc[WHITE] = 2;
}

static int legal(const Board *b, int at, int me)
{
    if (b->sq[at] != EMPTY)
        return 0;
    for (int d = 0; d < 8; d++) {
        int p = at + dirs[d];
        if (b->sq[p] != OPP(me))
            continue;
        while (b->sq[p] == OPP(me))
            p += dirs[d];
        if (b->sq[p] == me)
            return 1;
    }
    return 0;
}

static int list_moves(const Board *b, int me, int *list)
{
    int n = 0;
    for (int r = 1; r <= 8; r++)
        for (int c = 1; c <= 8; c++)
            if (legal(b, r * 10 + c, me))
                list[n++] = r * 10 + c;
    return n;
}

static int play(Board *b, int at, int me, int *flipped)
{
    int n = 0;
    for (int d = 0; d < 8; d++) {
        int p = at + dirs[d];
        while (b->sq[p] == OPP(me))
            p += dirs[d];
        if (b->sq[p] != me)
            continue;
        for (p -= dirs[d]; p != at; p -= dirs[d]) {
            b->sq[p] = me;
            flipped[n++] = p;
        }
    }
    b->sq[at] = me;
    b->disc[me] += n + 1;
    b->disc[OPP(me)] -= n;
    b->moves++;
    return n;
}

static void take_back(Board *b, int at, int me, const int *flipped, int n)
{
    for (int i = 0; i < n; i++)
        b->sq[flipped[i]] = OPP(me);
    b->sq[at] = EMPTY;
    b->disc[me] -= n + 1;
    b->disc[OPP(me)] += n;
    b->moves--;
}

static int evaluate(const Board *b, int me)
{
    int list[64], v = 0;
    for (int i = 11; i < 89; i++)
        if (b->sq[i] == me)
            v += weight[i];
        else if (b->sq[i] == OPP(me))
            v -= weight[i];
    v += 5 * list_moves(b, me, list);
    v -= 5 * list_moves(b, OPP(me), list);
    return v;
}

static void order(int *list, int n)
{
    for (int i = 1; i < n; i++) {
        int m = list[i], j = i;
        int key = weight[m] * 8 + cutoffs[m];
        for (; j > 0 && key > weight[list[j - 1]] * 8 + cutoffs[list[j - 1]]; j--)
            list[j] = list[j - 1];
        list[j] = m;
    }
}

static Choice negamax(Board *b, int me, int depth, int alpha, int beta, int passed)
{
    Choice best = { 0, -INF };
    int list[64], flips[64], n;

    nodes++;
    if (depth == 0) {
        best.score = evaluate(b, me);
        return best;
    }
    n = list_moves(b, me, list);
    if (n == 0) {
        if (passed) {
            best.score = 1000 * (b->disc[me] - b->disc[OPP(me)]);
            return best;
        }
        best.score = -negamax(b, OPP(me), depth, -beta, -alpha, 1).score;
        return best;
    }
    order(list, n);
    for (int i = 0; i < n; i++) {
        int k = play(b, list[i], me, flips);
        int s = -negamax(b, OPP(me), depth - 1, -beta, -alpha, 0).score;
        take_back(b, list[i], me, flips, k);
        if (s > best.score) {
            best.score = s;
            best.move = list[i];
        }
        if (s > alpha)
            alpha = s;
        if (alpha >= beta) {
            cutoffs[list[i]] += depth * depth;
            break;
        }
    }
    return best;
}

static void solve(Problem *p, int depth)
{
    Board b = p->start;
    int empties = 64 - b.disc[BLACK] - b.disc[WHITE];
    Choice c = { 0, 0 };

    memset(cutoffs, 0, sizeof cutoffs);
    nodes = 0;
    if (empties <= depth + 2)
        depth = empties;
    for (int d = depth > 2 ? 2 : depth; d <= depth; d++)
        c = negamax(&b, p->to_move, d, -INF, INF, 0);
    p->best = c.move;
    p->score = c.score;
    p->nodes = nodes;
}

int main(int argc, char **argv)
{
    int count = argc > 1 ? atoi(argv[1]) : 80;
    int depth = argc > 2 ? atoi(argv[2]) : 6;
    Problem *set = malloc(count * sizeof *set);
    long total = 0;
    int made = 0, wins = 0, losses = 0;
    unsigned hash = 5381;

    init_weights();
    while (made < count) {
        Board b;
        int me = BLACK, list[64], flips[64], n, skips = 0;
        int target = 8 + rnd(44);
        new_game(&b);
        while (b.moves < target && skips < 2) {
            n = list_moves(&b, me, list);
            if (n > 0) {
                play(&b, list[rnd(n)], me, flips);
                skips = 0;
            } else {
                skips++;
            }
            me = OPP(me);
        }
        if (list_moves(&b, me, list) == 0)
            continue;
        set[made].start = b;
        set[made++].to_move = me;
    }

    for (int i = 0; i < count; i++)
        solve(&set[i], depth);

    for (int i = 0; i < count; i++) {
        total += set[i].nodes;
        hash = hash * 33 + set[i].best;
        hash = hash * 33 + (unsigned)set[i].score;
        wins += set[i].score > 0;
        losses += set[i].score < 0;
        if (i < 5)
            printf("position %d: %s plays %c%d, score %d\n", i,
                   set[i].to_move == BLACK ? "black" : "white",
                   'a' + set[i].best % 10 - 1, set[i].best / 10, set[i].score);
    }
    printf("%d positions, depth %d: %d good, %d bad, %ld nodes, check %08x\n",
           count, depth, wins, losses, total, hash);
    free(set);
    return 0;
}
