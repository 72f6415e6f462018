// SPDX-License-Identifier: Apache-2.0
/* Counts n-queens placements for every size up to n, together with how
 * many of them have a queen in the corner, by plain backtracking. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct board {
    int n;
    int row_of[32];             /* row of the queen in each column */
    char row_used[32];
    char diag_up[64], diag_down[64];
};

struct tally {
    long long solutions;
    long long corner;
    long long nodes;
};

static int can_place(const struct board *b, int col, int row)
{
    return !b->row_used[row] && !b->diag_up[row + col] &&
           !b->diag_down[row - col + b->n];
}

static void put(struct board *b, int col, int row, char v)
{
    b->row_of[col] = row;
    b->row_used[row] = v;
    b->diag_up[row + col] = v;
    b->diag_down[row - col + b->n] = v;
}

static void solve(struct board *b, int col, struct tally *t)
{
    t->nodes++;
    if (col == b->n) {
        t->solutions++;
        if (b->row_of[0] == 0 || b->row_of[0] == b->n - 1 ||
            b->row_of[b->n - 1] == 0 || b->row_of[b->n - 1] == b->n - 1)
            t->corner++;
        return;
    }
    for (int row = 0; row < b->n; row++)
        if (can_place(b, col, row)) {
            put(b, col, row, 1);
            solve(b, col + 1, t);
            put(b, col, row, 0);
        }
}

static struct tally count(int n)
{
    struct board b;
    struct tally t = {0, 0, 0};
    memset(&b, 0, sizeof b);
    b.n = n;
    solve(&b, 0, &t);
    return t;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 14;
    struct timespec a, b;
    if (n < 1 || n > 18) {
        fprintf(stderr, "size 1..18\n");
        return 1;
    }
    clock_gettime(CLOCK_MONOTONIC, &a);
    printf(" n   solutions      corner       nodes\n");
    for (int i = 4; i <= n; i++) {
        struct tally t = count(i);
        printf("%2d %11lld %11lld %11lld\n", i, t.solutions, t.corner, t.nodes);
    }
    clock_gettime(CLOCK_MONOTONIC, &b);
    fprintf(stderr, "%.3f s\n", b.tv_sec - a.tv_sec + (b.tv_nsec - a.tv_nsec) * 1e-9);
    return 0;
}
