// SPDX-License-Identifier: Apache-2.0
/* Othello: fixed-depth alpha-beta from a number of openings.
   8x8 board in a 10x10 mailbox with borders. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { EMPTY, BLACK, WHITE, EDGE };

#define OTHER(p) ((p) == BLACK ? WHITE : BLACK)
#define INF 100000

typedef unsigned char board[100];

static const int dirs[8] = { -11, -10, -9, -1, 1, 9, 10, 11 };

static const int weight[100] = {
    0,   0,   0,  0,  0,  0,  0,   0,   0, 0,
    0, 120, -20, 20,  5,  5, 20, -20, 120, 0,
    0, -20, -40, -5, -5, -5, -5, -40, -20, 0,
    0,  20,  -5, 15,  3,  3, 15,  -5,  20, 0,
    0,   5,  -5,  3,  3,  3,  3,  -5,   5, 0,
    0,   5,  -5,  3,  3,  3,  3,  -5,   5, 0,
    0,  20,  -5, 15,  3,  3, 15,  -5,  20, 0,
    0, -20, -40, -5, -5, -5, -5, -40, -20, 0,
    0, 120, -20, 20,  5,  5, 20, -20, 120, 0,
    0,   0,   0,  0,  0,  0,  0,   0,   0, 0
};

static long nodes;
#pragma omp threadprivate(nodes)

static void start(board b)
{
    int i;
    for (i = 0; i < 100; i++)
        b[i] = (i % 10 == 0 || i % 10 == 9 || i < 10 || i >= 90) ? EDGE : EMPTY;
    b[44] = b[55] = WHITE;
    b[45] = b[54] = BLACK;
}

static int legal(const board b, int sq, int who)
{
    int d, s;
    if (b[sq] != EMPTY)
        return 0;
    for (d = 0; d < 8; d++) {
        s = sq + dirs[d];
        if (b[s] != OTHER(who))
            continue;
        while (b[s] == OTHER(who))
            s += dirs[d];
        if (b[s] == who)
            return 1;
    }
    return 0;
}

static void play(board b, int sq, int who)
{
    int d, s;
    b[sq] = who;
    for (d = 0; d < 8; d++) {
        s = sq + dirs[d];
        while (b[s] == OTHER(who))
            s += dirs[d];
        if (b[s] == who)
            for (s -= dirs[d]; s != sq; s -= dirs[d])
                b[s] = who;
    }
}

static int moves(const board b, int who, int *list)
{
    int r, c, n = 0;
    for (r = 1; r <= 8; r++)
        for (c = 1; c <= 8; c++)
            if (legal(b, r * 10 + c, who))
                list[n++] = r * 10 + c;
    return n;
}

static int evaluate(const board b, int who)
{
    int i, v = 0;
    for (i = 11; i <= 88; i++) {
        if (b[i] == who)
            v += weight[i];
        else if (b[i] == OTHER(who))
            v -= weight[i];
    }
    return v;
}

static int search(const board b, int who, int depth, int alpha, int beta, int passed)
{
    int list[64], n, i, v;
    board nb;

    nodes++;
    if (depth == 0)
        return evaluate(b, who);
    n = moves(b, who, list);
    if (n == 0) {
        if (passed)
            return evaluate(b, who) * 10;
        return -search(b, OTHER(who), depth - 1, -beta, -alpha, 1);
    }
    for (i = 0; i < n; i++) {
        memcpy(nb, b, sizeof nb);
        play(nb, list[i], who);
        v = -search(nb, OTHER(who), depth - 1, -beta, -alpha, 0);
        if (v > alpha) {
            alpha = v;
            if (alpha >= beta)
                break;
        }
    }
    return alpha;
}

/* play a few pseudo-random moves from the start to get a test position */
static int opening(board b, unsigned id)
{
    int list[64], n, k, who = BLACK;
    unsigned r = id * 2654435761u + 1;

    start(b);
    for (k = 0; k < 10; k++) {
        n = moves(b, who, list);
        if (n > 0) {
            r = r * 1103515245u + 12345u;
            play(b, list[(r >> 16) % n], who);
        }
        who = OTHER(who);
    }
    return who;
}

int main(int argc, char **argv)
{
    int depth = argc > 1 ? atoi(argv[1]) : 8;
    int positions = argc > 2 ? atoi(argv[2]) : 7;
    int p;
    long total = 0;
    struct timespec ts, te;

    clock_gettime(CLOCK_MONOTONIC, &ts);
    for (p = 0; p < positions; p++) {
        board b;
        int value[64];
        int list[64], n, i, best = -INF, bestmove = 0, who;

        who = opening(b, p);
        n = moves(b, who, list);
#pragma omp parallel for schedule(dynamic, 1)
        for (i = 0; i < n; i++) {
            board nb;
            memcpy(nb, b, sizeof nb);
            play(nb, list[i], who);
            value[i] = -search(nb, OTHER(who), depth - 1, -INF, INF, 0);
        }
        for (i = 0; i < n; i++) {
            if (value[i] > best) {
                best = value[i];
                bestmove = list[i];
            }
        }
        printf("position %2d: %c to move, %2d moves, best %c%d score %d\n", p,
               who == BLACK ? 'x' : 'o', n,
               bestmove ? 'a' + bestmove % 10 - 1 : '-', bestmove / 10, best);
    }
    clock_gettime(CLOCK_MONOTONIC, &te);
#pragma omp parallel reduction(+:total)
    total += nodes;
    printf("nodes %ld\n", total);
    fprintf(stderr, "%.3f s\n", te.tv_sec - ts.tv_sec + (te.tv_nsec - ts.tv_nsec) / 1e9);
    return 0;
}
