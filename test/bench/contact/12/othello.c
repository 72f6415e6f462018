/* othello.c - analyse a number of Othello middle game positions
 *
 * Iterative deepening alpha-beta with a transposition table, killer moves
 * and a positional evaluation.     usage: othello [positions [depth]]
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>

#define EMPTY 0
#define BLACK 1
#define WHITE 2
#define EDGE  3
#define OPP(c) (3 - (c))

#define INF      100000
#define MAXPLY   16
#define TTSIZE   32768
#define MAXMOVES 34

/* 10x10 board with a border */
static unsigned char board[100];
static int disc[3];

static const int dirs[8] = { -11, -10, -9, -1, 1, 9, 10, 11 };

static const int weight[100] = {
    0,   0,   0,  0,  0,  0,  0,   0,   0, 0,
    0, 100, -20, 10,  5,  5, 10, -20, 100, 0,
    0, -20, -50, -2, -2, -2, -2, -50, -20, 0,
    0,  10,  -2, -1, -1, -1, -1,  -2,  10, 0,
    0,   5,  -2, -1, -1, -1, -1,  -2,   5, 0,
    0,   5,  -2, -1, -1, -1, -1,  -2,   5, 0,
    0,  10,  -2, -1, -1, -1, -1,  -2,  10, 0,
    0, -20, -50, -2, -2, -2, -2, -50, -20, 0,
    0, 100, -20, 10,  5,  5, 10, -20, 100, 0,
    0,   0,   0,  0,  0,  0,  0,   0,   0, 0,
};

struct tt_entry {
    uint64_t key;
    short value;
    signed char depth, flag;    /* flag 0 exact, 1 lower, 2 upper */
    unsigned char move;
};
static struct tt_entry tt[TTSIZE];
static uint64_t zobrist[3][100], zside, key;
static int killer[MAXPLY][2];

static long nodes, tt_hits;

static uint64_t rstate = 0x123456789ABCDEFULL;
static uint64_t rand64(void)
{
    rstate = rstate * 6364136223846793005ULL + 1442695040888963407ULL;
    return rstate ^ (rstate >> 29);
}

static void new_game(void)
{
    memset(board, EDGE, sizeof board);
    for (int r = 1; r <= 8; r++)
        for (int c = 1; c <= 8; c++)
            board[10 * r + c] = EMPTY;
    board[44] = board[55] = WHITE;
    board[45] = board[54] = BLACK;
    disc[BLACK] = disc[WHITE] = 2;
    key = zobrist[WHITE][44] ^ zobrist[WHITE][55] ^ zobrist[BLACK][45] ^ zobrist[BLACK][54];
}

static int can_flip(int sq, int who)
{
    for (int d = 0; d < 8; d++) {
        int p = sq + dirs[d];
        if (board[p] != OPP(who))
            continue;
        while (board[p] == OPP(who))
            p += dirs[d];
        if (board[p] == who)
            return 1;
    }
    return 0;
}

static int gen_moves(int who, int *list)
{
    int n = 0;
    for (int sq = 11; sq <= 88; sq++)
        if (board[sq] == EMPTY && can_flip(sq, who))
            list[n++] = sq;
    return n;
}

/* plays the move, stores the flipped squares, returns their number */
static int make(int sq, int who, unsigned char *flips)
{
    int n = 0;
    for (int d = 0; d < 8; d++) {
        int p = sq + dirs[d];
        while (board[p] == OPP(who))
            p += dirs[d];
        if (board[p] != who)
            continue;
        for (p -= dirs[d]; p != sq; p -= dirs[d])
            flips[n++] = (unsigned char)p;
    }
    for (int i = 0; i < n; i++) {
        board[flips[i]] = (unsigned char)who;
        key ^= zobrist[BLACK][flips[i]] ^ zobrist[WHITE][flips[i]];
    }
    board[sq] = (unsigned char)who;
    key ^= zobrist[who][sq] ^ zside;
    disc[who] += n + 1;
    disc[OPP(who)] -= n;
    return n;
}

static void unmake(int sq, int who, const unsigned char *flips, int n)
{
    for (int i = 0; i < n; i++) {
        board[flips[i]] = (unsigned char)OPP(who);
        key ^= zobrist[BLACK][flips[i]] ^ zobrist[WHITE][flips[i]];
    }
    board[sq] = EMPTY;
    key ^= zobrist[who][sq] ^ zside;
    disc[who] -= n + 1;
    disc[OPP(who)] += n;
}

static int evaluate(int who)
{
    int pos = 0, mob = 0, frontier = 0;
    for (int sq = 11; sq <= 88; sq++) {
        if (board[sq] == who)
            pos += weight[sq];
        else if (board[sq] == OPP(who))
            pos -= weight[sq];
        else if (board[sq] == EMPTY) {
            mob += can_flip(sq, who) - can_flip(sq, OPP(who));
            for (int d = 0; d < 8; d++) {
                if (board[sq + dirs[d]] == who) frontier--;
                else if (board[sq + dirs[d]] == OPP(who)) frontier++;
            }
        }
    }
    return 2 * pos + 8 * mob + frontier + (disc[who] - disc[OPP(who)]);
}

static int final_score(int who)
{
    int d = disc[who] - disc[OPP(who)];
    return d > 0 ? 10000 + d : d < 0 ? -10000 + d : 0;
}

static void order(int *list, int n, int ttmove, int ply)
{
    int score[MAXMOVES];
    for (int i = 0; i < n; i++) {
        int sq = list[i];
        score[i] = weight[sq];
        if (sq == ttmove) score[i] += 1000;
        if (sq == killer[ply][0]) score[i] += 60;
        else if (sq == killer[ply][1]) score[i] += 40;
    }
    for (int i = 1; i < n; i++) {
        int s = score[i], m = list[i], j = i;
        for (; j > 0 && score[j - 1] < s; j--) {
            score[j] = score[j - 1];
            list[j] = list[j - 1];
        }
        score[j] = s;
        list[j] = m;
    }
}

static int search(int who, int depth, int ply, int alpha, int beta, int passed, int *best_move)
{
    int list[MAXMOVES], best = -INF, bm = 0, a0 = alpha;
    unsigned char flips[64];

    nodes++;
    if (depth == 0)
        return evaluate(who);
    struct tt_entry *e = &tt[key % TTSIZE];
    int ttmove = 0;
    if (e->key == key) {
        ttmove = e->move;
        if (e->depth >= depth && ply > 0) {
            if (e->flag == 0 || (e->flag == 1 && e->value >= beta) || (e->flag == 2 && e->value <= alpha)) {
                tt_hits++;
                return e->value;
            }
        }
    }
    int n = gen_moves(who, list);
    if (n == 0) {
        if (passed)
            return final_score(who);
        key ^= zside;
        int v = -search(OPP(who), depth - 1, ply + 1, -beta, -alpha, 1, NULL);
        key ^= zside;
        return v;
    }
    order(list, n, ttmove, ply);
    for (int i = 0; i < n; i++) {
        int k = make(list[i], who, flips);
        int v = -search(OPP(who), depth - 1, ply + 1, -beta, -alpha, 0, NULL);
        unmake(list[i], who, flips, k);
        if (v > best) {
            best = v;
            bm = list[i];
            if (v > alpha)
                alpha = v;
            if (alpha >= beta) {
                if (killer[ply][0] != bm) {
                    killer[ply][1] = killer[ply][0];
                    killer[ply][0] = bm;
                }
                break;
            }
        }
    }
    e->key = key;
    e->value = (short)best;
    e->depth = (signed char)depth;
    e->flag = best >= beta ? 1 : best <= a0 ? 2 : 0;
    e->move = (unsigned char)bm;
    if (best_move)
        *best_move = bm;
    return best;
}

/* set up a random middle game position; returns the side to move */
static int random_position(int plies)
{
    int who, list[MAXMOVES], n;
    unsigned char flips[64];
again:
    new_game();
    who = BLACK;
    for (int i = 0; i < plies; i++) {
        n = gen_moves(who, list);
        if (n == 0) {
            who = OPP(who);
            key ^= zside;
            n = gen_moves(who, list);
            if (n == 0)
                goto again;
        }
        make(list[rand64() % (unsigned)n], who, flips);
        who = OPP(who);
    }
    if (gen_moves(who, list) == 0)
        goto again;
    return who;
}

struct problem { unsigned char board[100]; int who, disc[3]; uint64_t key; };
struct answer  { int move, value; };

static void load(const struct problem *p)
{
    memcpy(board, p->board, sizeof board);
    memcpy(disc, p->disc, sizeof disc);
    key = p->key;
}

int main(int argc, char **argv)
{
    int count = argc > 1 ? atoi(argv[1]) : 128, depth = argc > 2 ? atoi(argv[2]) : 6;
    if (count < 1 || depth < 1 || depth >= MAXPLY)
        return 1;
    for (int i = 0; i < 100; i++) {
        zobrist[BLACK][i] = rand64();
        zobrist[WHITE][i] = rand64();
    }
    zside = rand64();

    struct problem *prob = calloc(count, sizeof *prob);
    struct answer *ans = calloc(count, sizeof *ans);
    if (!prob || !ans)
        return 1;
    for (int i = 0; i < count; i++) {
        prob[i].who = random_position(8 + i % 30);
        memcpy(prob[i].board, board, sizeof board);
        memcpy(prob[i].disc, disc, sizeof disc);
        prob[i].key = key;
    }

    for (int i = 0; i < count; i++) {
        load(&prob[i]);
        memset(tt, 0, sizeof tt);
        memset(killer, 0, sizeof killer);
        for (int d = 1; d <= depth; d++)
            ans[i].value = search(prob[i].who, d, 0, -INF, INF, 0, &ans[i].move);
    }

    long sum = 0;
    unsigned h = 0;
    int best = 0;
    for (int i = 0; i < count; i++) {
        sum += ans[i].value;
        h = h * 33 + (unsigned)ans[i].move;
        if (ans[i].value > ans[best].value)
            best = i;
    }
    printf("%d positions to depth %d\n", count, depth);
    for (int i = 0; i < count && i < 5; i++)
        printf("  %d: %s plays %c%d, value %d\n", i, prob[i].who == BLACK ? "black" : "white",
               'a' + ans[i].move % 10 - 1, ans[i].move / 10, ans[i].value);
    printf("value sum %ld, best position %d, move hash %08x\n", sum, best, h);
    printf("%ld nodes, %ld table cutoffs\n", nodes, tt_hits);
    free(prob);
    free(ans);
    return 0;
}
