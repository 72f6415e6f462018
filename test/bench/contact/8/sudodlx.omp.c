// SPDX-License-Identifier: Apache-2.0
// Solves a batch of generated Sudoku puzzles as exact-cover problems with
// dancing links, counting solutions (up to a limit) and search effort.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NCOLS 324
#define NROWS 729
#define NNODES (1 + NCOLS + 4 * NROWS)
#define LIMIT 100

typedef struct {
    char cell[81];
    int clues;
} Puzzle;

typedef struct {
    int solutions;
    long visits;
    long updates;
    int depth;
    char first[81];
} Result;

static int L[NNODES], R[NNODES], U[NNODES], D[NNODES], C[NNODES], S[NCOLS + 1], rowof[NNODES];
static int firstnode[NROWS];
static int stack[81], nstack;
static Result *cur;
#pragma omp threadprivate(L, R, U, D, C, S, rowof, firstnode, stack, nstack, cur)

static uint64_t rng = 0x2545F4914F6CDD1DULL;

static unsigned rnd(unsigned n)
{
    rng ^= rng >> 12;
    rng ^= rng << 25;
    rng ^= rng >> 27;
    return (unsigned)((rng * 0x2545F4914F6CDD1DULL) >> 33) % n;
}

static void shuffle(int *a, int n)
{
    for (int i = n - 1; i > 0; i--) {
        int j = rnd(i + 1), t = a[i];
        a[i] = a[j];
        a[j] = t;
    }
}

/* Permute rows, columns and digits of a regular grid, then blank some cells. */
static void make_puzzle(Puzzle *p, int clues)
{
    int rows[9], cols[9], digit[9], band[3], inner[3], order[81];
    for (int pass = 0; pass < 2; pass++) {
        int *line = pass ? cols : rows;
        for (int i = 0; i < 3; i++) band[i] = i;
        shuffle(band, 3);
        for (int b = 0; b < 3; b++) {
            for (int i = 0; i < 3; i++) inner[i] = i;
            shuffle(inner, 3);
            for (int i = 0; i < 3; i++) line[3 * b + i] = 3 * band[b] + inner[i];
        }
    }
    for (int i = 0; i < 9; i++) digit[i] = i;
    shuffle(digit, 9);
    for (int r = 0; r < 9; r++)
        for (int c = 0; c < 9; c++)
            p->cell[9 * r + c] = (char)('1' + digit[(3 * (rows[r] % 3) + rows[r] / 3 + cols[c]) % 9]);
    for (int i = 0; i < 81; i++) order[i] = i;
    shuffle(order, 81);
    for (int i = clues; i < 81; i++) p->cell[order[i]] = '.';
    p->clues = clues;
}

static void build_matrix(void)
{
    int n = NCOLS + 1;
    for (int c = 0; c <= NCOLS; c++) {
        L[c] = c ? c - 1 : NCOLS;
        R[c] = c < NCOLS ? c + 1 : 0;
        U[c] = D[c] = C[c] = c;
        S[c] = 0;
    }
    for (int row = 0; row < NROWS; row++) {
        int r = row / 81, c = row / 9 % 9, d = row % 9, b = r / 3 * 3 + c / 3;
        int col[4] = {r * 9 + c, 81 + r * 9 + d, 162 + c * 9 + d, 243 + b * 9 + d};
        firstnode[row] = n;
        for (int k = 0; k < 4; k++, n++) {
            int h = col[k] + 1;
            C[n] = h;
            rowof[n] = row;
            U[n] = U[h];
            D[n] = h;
            D[U[h]] = n;
            U[h] = n;
            L[n] = k ? n - 1 : n + 3;
            R[n] = k < 3 ? n + 1 : n - 3;
            S[h]++;
        }
    }
}

static void cover(int c)
{
    R[L[c]] = R[c];
    L[R[c]] = L[c];
    for (int i = D[c]; i != c; i = D[i])
        for (int j = R[i]; j != i; j = R[j]) {
            U[D[j]] = U[j];
            D[U[j]] = D[j];
            S[C[j]]--;
            cur->updates++;
        }
}

static void uncover(int c)
{
    for (int i = U[c]; i != c; i = U[i])
        for (int j = L[i]; j != i; j = L[j]) {
            S[C[j]]++;
            U[D[j]] = j;
            D[U[j]] = j;
        }
    R[L[c]] = c;
    L[R[c]] = c;
}

static void search(void)
{
    cur->visits++;
    if (nstack > cur->depth) cur->depth = nstack;
    if (R[0] == 0) {
        if (cur->solutions++ == 0)
            for (int i = 0; i < nstack; i++) cur->first[stack[i] / 9] = (char)('1' + stack[i] % 9);
        return;
    }
    int best = R[0];
    for (int c = R[0]; c != 0; c = R[c])
        if (S[c] < S[best]) best = c;
    if (S[best] == 0) return;
    cover(best);
    for (int r = D[best]; r != best && cur->solutions < LIMIT; r = D[r]) {
        stack[nstack++] = rowof[r];
        for (int j = R[r]; j != r; j = R[j]) cover(C[j]);
        search();
        for (int j = L[r]; j != r; j = L[j]) uncover(C[j]);
        nstack--;
    }
    uncover(best);
}

static void solve(const Puzzle *p, Result *out)
{
    memset(out, 0, sizeof *out);
    cur = out;
    nstack = 0;
    build_matrix();
    for (int i = 0; i < 81; i++) {
        if (p->cell[i] == '.') continue;
        int row = i * 9 + p->cell[i] - '1', n = firstnode[row];
        for (int k = 0; k < 4; k++) cover(C[n + k]);
        stack[nstack++] = row;
    }
    search();
}

static int valid(const char *g)
{
    for (int u = 0; u < 27; u++) {
        unsigned seen = 0;
        for (int k = 0; k < 9; k++) {
            int r = u < 9 ? u : u < 18 ? k : (u - 18) / 3 * 3 + k / 3;
            int c = u < 9 ? k : u < 18 ? u - 9 : (u - 18) % 3 * 3 + k % 3;
            seen |= 1u << (g[9 * r + c] - '1');
        }
        if (seen != 0x1ff) return 0;
    }
    return 1;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 11000;
    Puzzle *puz = malloc(sizeof *puz * n);
    Result *res = malloc(sizeof *res * n);
    for (int i = 0; i < n; i++) make_puzzle(&puz[i], 26 + rnd(13));
#pragma omp parallel for schedule(dynamic, 8)
    for (int i = 0; i < n; i++) solve(&puz[i], &res[i]);

    long hist[LIMIT + 1] = {0}, visits = 0, updates = 0, byclue[40] = {0}, nclue[40] = {0};
    int hardest = 0, wrong = 0;
    uint64_t sum = 14695981039346656037ULL;
    for (int i = 0; i < n; i++) {
        hist[res[i].solutions]++;
        visits += res[i].visits;
        updates += res[i].updates;
        nclue[puz[i].clues]++;
        byclue[puz[i].clues] += res[i].visits;
        if (res[i].visits > res[hardest].visits) hardest = i;
        wrong += !valid(res[i].first);
        for (int k = 0; k < 81; k++) sum = (sum ^ (unsigned char)res[i].first[k]) * 1099511628211ULL;
    }
    printf("%d puzzles, %ld unique, %ld many, %d wrong\n", n, hist[1], hist[LIMIT], wrong);
    for (int k = 0; k <= 12; k++) printf("%d:%ld ", k, hist[k]);
    printf("\nvisits %ld updates %ld checksum %016llx\n", visits, updates, (unsigned long long)sum);
    for (int k = 0; k < 40; k++)
        if (nclue[k]) printf("%d clues: %ld puzzles, %.3f visits each\n", k, nclue[k], (double)byclue[k] / nclue[k]);
    printf("hardest #%d (%ld visits)\n%.81s\n%.81s\n", hardest, res[hardest].visits, puz[hardest].cell, res[hardest].first);
    free(puz);
    free(res);
    return 0;
}
