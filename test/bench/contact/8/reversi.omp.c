// SPDX-License-Identifier: Apache-2.0
// Reversi engine on bitboards: counts moves to a fixed depth (perft) from the
// start, then runs an alpha-beta search on a set of middle-game positions.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

typedef uint64_t bits;

typedef struct {
    bits own, opp; /* discs of the side to move and of the other side */
} Board;

typedef struct {
    Board board;
    int score, best, plies;
    long nodes;
} Problem;

#define INF 100000
#define CORNERS 0x8100000000000081ull
#define X_SQUARES 0x0042000000004200ull
#define C_SQUARES 0x4281000000008142ull

static const int shifts[8] = {1, -1, 8, -8, 9, -9, 7, -7};
static const bits guard[8] = {
    0xfefefefefefefefeull, 0x7f7f7f7f7f7f7f7full, ~0ull, ~0ull,
    0xfefefefefefefefeull, 0x7f7f7f7f7f7f7f7full, 0x7f7f7f7f7f7f7f7full, 0xfefefefefefefefeull,
};

static uint64_t seed = 0x6a09e667f3bcc909ull;

static unsigned pick(unsigned n) {
    seed ^= seed >> 12;
    seed ^= seed << 25;
    seed ^= seed >> 27;
    return (unsigned)((seed * 0x2545F4914F6CDD1Dull) >> 33) % n;
}

static int count(bits b) { return __builtin_popcountll(b); }

static bits slide(bits b, int dir) {
    b = shifts[dir] > 0 ? b << shifts[dir] : b >> -shifts[dir];
    return b & guard[dir];
}

static bits legal_moves(Board b) {
    bits empty = ~(b.own | b.opp), moves = 0;
    for (int d = 0; d < 8; d++) {
        bits run = slide(b.own, d) & b.opp;
        for (int i = 0; i < 5; i++)
            run |= slide(run, d) & b.opp;
        moves |= slide(run, d) & empty;
    }
    return moves;
}

/* the position after the side to move places a disc; the sides swap */
static Board play(Board b, bits move) {
    bits flipped = 0;
    for (int d = 0; d < 8; d++) {
        bits line = 0, at = slide(move, d);
        while (at & b.opp) {
            line |= at;
            at = slide(at, d);
        }
        if (at & b.own)
            flipped |= line;
    }
    return (Board){b.opp & ~flipped, b.own | move | flipped};
}

static Board pass(Board b) { return (Board){b.opp, b.own}; }

static Board start_position(void) {
    return (Board){(1ull << 28) | (1ull << 35), (1ull << 27) | (1ull << 36)};
}

static long perft(Board b, int depth) {
    if (depth == 0)
        return 1;
    bits moves = legal_moves(b);
    if (!moves) {
        if (!legal_moves(pass(b)))
            return 1;
        return perft(pass(b), depth - 1);
    }
    long total = 0;
    for (; moves; moves &= moves - 1)
        total += perft(play(b, moves & -moves), depth - 1);
    return total;
}

/* same count, with the two top levels of the tree spread over the threads */
static long perft_split(Board b, int depth) {
    bits first = legal_moves(b);
    Board list[1024];
    int n = 0;
    if (depth < 5)
        return perft(b, depth);
    for (; first; first &= first - 1) {
        Board c = play(b, first & -first);
        bits second = legal_moves(c);
        if (!second)
            return perft(b, depth);
        for (; second; second &= second - 1)
            list[n++] = play(c, second & -second);
    }
    long total = 0;
#pragma omp parallel for schedule(dynamic, 1) reduction(+ : total)
    for (int i = 0; i < n; i++)
        total += perft(list[i], depth - 2);
    return total;
}

static int evaluate(Board b) {
    bits mine = legal_moves(b), theirs = legal_moves(pass(b));
    int mobility = 8 * (count(mine) - count(theirs));
    int corners = 60 * (count(b.own & CORNERS) - count(b.opp & CORNERS));
    int danger = -20 * (count(b.own & X_SQUARES) - count(b.opp & X_SQUARES)) -
                 7 * (count(b.own & C_SQUARES) - count(b.opp & C_SQUARES));
    bits empty = ~(b.own | b.opp), around = 0;
    for (int d = 0; d < 8; d++)
        around |= slide(empty, d);
    int frontier = -3 * (count(b.own & around) - count(b.opp & around));
    return mobility + corners + danger + frontier;
}

static int final_score(Board b) { return 1000 * (count(b.own) - count(b.opp)); }

/* cheap ordering: corners first, X squares last */
static int order_moves(Board b, bits moves, bits *list) {
    int key[40], n = 0;
    for (; moves; moves &= moves - 1) {
        bits m = moves & -moves;
        int k = m & CORNERS ? -100 : m & X_SQUARES ? 50 : m & C_SQUARES ? 20 : 0;
        k += count(legal_moves(play(b, m)));
        int i = n++;
        for (; i > 0 && key[i - 1] > k; i--) {
            key[i] = key[i - 1];
            list[i] = list[i - 1];
        }
        key[i] = k;
        list[i] = m;
    }
    return n;
}

static int alphabeta(Board b, int depth, int alpha, int beta, long *nodes) {
    ++*nodes;
    bits moves = legal_moves(b);
    if (!moves) {
        if (!legal_moves(pass(b)))
            return final_score(b);
        return -alphabeta(pass(b), depth, -beta, -alpha, nodes);
    }
    if (depth == 0)
        return evaluate(b);
    bits list[40];
    int n = 0;
    if (depth > 1)
        n = order_moves(b, moves, list);
    else
        for (; moves; moves &= moves - 1)
            list[n++] = moves & -moves;
    for (int i = 0; i < n; i++) {
        int v = -alphabeta(play(b, list[i]), depth - 1, -beta, -alpha, nodes);
        if (v > alpha)
            alpha = v;
        if (alpha >= beta)
            break;
    }
    return alpha;
}

static void search(Problem *p, int depth) {
    bits list[40], moves = legal_moves(p->board);
    int n = order_moves(p->board, moves, list);
    p->score = -INF;
    p->best = -1;
    for (int i = 0; i < n; i++) {
        int v = -alphabeta(play(p->board, list[i]), depth - 1, -INF, -p->score, &p->nodes);
        if (v > p->score) {
            p->score = v;
            p->best = __builtin_ctzll(list[i]);
        }
    }
}

/* random play from the start until the wanted number of discs is down */
static Board random_position(int discs, int *plies) {
    for (;;) {
        Board b = start_position();
        *plies = 0;
        while (count(b.own | b.opp) < discs) {
            bits moves = legal_moves(b);
            if (!moves) {
                b = pass(b);
                moves = legal_moves(b);
                if (!moves)
                    break;
                continue;
            }
            for (int skip = (int)pick((unsigned)count(moves)); skip > 0; skip--)
                moves &= moves - 1;
            b = play(b, moves & -moves);
            ++*plies;
        }
        if (count(b.own | b.opp) == discs && legal_moves(b))
            return b;
    }
}

static void print_board(Board b) {
    for (int r = 0; r < 8; r++) {
        for (int c = 0; c < 8; c++) {
            bits at = 1ull << (8 * r + c);
            putchar(b.own & at ? 'X' : b.opp & at ? 'O' : '.');
        }
        putchar('\n');
    }
}

int main(int argc, char **argv) {
    int perft_depth = argc > 1 ? atoi(argv[1]) : 9;
    int depth = argc > 2 ? atoi(argv[2]) : 8;
    int nproblems = argc > 3 ? atoi(argv[3]) : 72;

    for (int d = 1; d <= perft_depth; d++)
        printf("perft %d = %ld\n", d, perft_split(start_position(), d));

    Problem *set = calloc((size_t)nproblems, sizeof *set);
    if (!set)
        return 1;
    for (int i = 0; i < nproblems; i++)
        set[i].board = random_position(16 + i % 30, &set[i].plies);
#pragma omp parallel for schedule(dynamic, 1)
    for (int i = 0; i < nproblems; i++)
        search(&set[i], depth);

    long nodes = 0;
    for (int i = 0; i < nproblems; i++) {
        if (i < 10)
            printf("position %2d (%d plies): best %c%d score %+d, %ld nodes\n", i, set[i].plies,
                   'a' + set[i].best % 8, 1 + set[i].best / 8, set[i].score, set[i].nodes);
        nodes += set[i].nodes;
    }
    print_board(set[nproblems - 1].board);
    long sum = 0;
    for (int i = 0; i < nproblems; i++)
        sum = (sum * 31 + set[i].score + 64 * set[i].best) % 1000000007;
    printf("%ld nodes in all, checksum %ld\n", nodes, sum);
    free(set);
    return 0;
}
