// SPDX-License-Identifier: Apache-2.0
/* Solves a collection of sudoku puzzles by backtracking with the
 * fewest-candidates rule, checks that solutions are unique. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct {
    char cell[81];
    int rows[9], cols[9], boxes[9];     /* bit masks of used digits */
} Grid;

typedef struct {
    char given[81];
    char answer[81];
    int solutions;
    long guesses;
} Puzzle;

static unsigned seed = 31337;
static int rnd(int m)
{
    seed = seed * 1103515245u + 12345u;
    return (int)((seed >> 9) % (unsigned)m);
}

static void make_puzzle(Puzzle *p, int holes)
{
    int digit[9], row[9], col[9];
    for (int i = 0; i < 9; i++)
        digit[i] = row[i] = col[i] = i;
    for (int i = 8; i > 0; i--) {
        int j = rnd(i + 1), t = digit[i];
        digit[i] = digit[j];
        digit[j] = t;
    }
    for (int b = 0; b < 9; b += 3)
        for (int k = 0; k < 4; k++) {
            int i = b + rnd(3), j = b + rnd(3), t = row[i];
            row[i] = row[j], row[j] = t;
            i = b + rnd(3), j = b + rnd(3), t = col[i];
            col[i] = col[j], col[j] = t;
        }
    for (int r = 0; r < 9; r++)
        for (int c = 0; c < 9; c++)
            p->given[r * 9 + c] = (char)(1 + digit[(row[r] * 3 + row[r] / 3 + col[c]) % 9]);
    for (int k = 0; k < holes;) {
        int i = rnd(81);
        if (p->given[i]) {
            p->given[i] = 0;
            k++;
        }
    }
    p->solutions = 0;
    p->guesses = 0;
}

static void place(Grid *g, int i, int d)
{
    int r = i / 9, c = i % 9, m = 1 << d;
    g->cell[i] = (char)d;
    g->rows[r] |= m;
    g->cols[c] |= m;
    g->boxes[r / 3 * 3 + c / 3] |= m;
}

static void clear(Grid *g, int i)
{
    int r = i / 9, c = i % 9, m = ~(1 << g->cell[i]);
    g->cell[i] = 0;
    g->rows[r] &= m;
    g->cols[c] &= m;
    g->boxes[r / 3 * 3 + c / 3] &= m;
}

static void search(Grid *g, Puzzle *p, int limit)
{
    int best = -1, bestn = 10, bestmask = 0;
    for (int i = 0; i < 81; i++) {
        if (g->cell[i])
            continue;
        int r = i / 9, c = i % 9;
        int free = 0x3fe & ~(g->rows[r] | g->cols[c] | g->boxes[r / 3 * 3 + c / 3]);
        int n = __builtin_popcount(free);
        if (n < bestn) {
            best = i, bestn = n, bestmask = free;
            if (n <= 1)
                break;
        }
    }
    if (best < 0) {
        if (p->solutions++ == 0)
            memcpy(p->answer, g->cell, 81);
        return;
    }
    for (int d = 1; d <= 9 && p->solutions < limit; d++)
        if (bestmask & 1 << d) {
            p->guesses++;
            place(g, best, d);
            search(g, p, limit);
            clear(g, best);
        }
}

static void solve(Puzzle *p)
{
    Grid g;
    memset(&g, 0, sizeof g);
    for (int i = 0; i < 81; i++)
        if (p->given[i])
            place(&g, i, p->given[i]);
    search(&g, p, 50);
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 12000, holes = argc > 2 ? atoi(argv[2]) : 56;
    Puzzle *p = malloc(n * sizeof *p);
    struct timespec a, b;
    for (int i = 0; i < n; i++)
        make_puzzle(&p[i], holes - 3 + rnd(7));
    clock_gettime(CLOCK_MONOTONIC, &a);
#pragma omp parallel for schedule(dynamic, 8)
    for (int i = 0; i < n; i++)
        solve(&p[i]);
    clock_gettime(CLOCK_MONOTONIC, &b);
    int unique = 0, many = 0;
    long guesses = 0;
    unsigned h = 2166136261u;
    for (int i = 0; i < n; i++) {
        unique += p[i].solutions == 1;
        many += p[i].solutions >= 50;
        guesses += p[i].guesses;
        for (int k = 0; k < 81; k++)
            h = (h ^ (unsigned)p[i].answer[k]) * 16777619u;
    }
    printf("%d puzzles: %d unique, %d with 50 or more solutions\n", n, unique, many);
    printf("guesses %ld, answers hash %08x\n", guesses, h);
    fprintf(stderr, "%.3f s\n", b.tv_sec - a.tv_sec + (b.tv_nsec - a.tv_nsec) * 1e-9);
    free(p);
    return 0;
}
