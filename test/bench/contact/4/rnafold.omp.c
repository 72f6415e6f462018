// SPDX-License-Identifier: Apache-2.0
/*
 * rnafold - minimum free energy secondary structure, simplified nearest
 * neighbour model (stacking, hairpins, bulges/interior loops up to MAXLOOP
 * unpaired bases, linear multiloops).  Energies in 1/100 kcal.
 *
 * usage: rnafold [length] [seed]
 */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAXLOOP 14
#define MINHAIRPIN 3
#define INF 1000000
#define ML_CLOSE 340
#define ML_STEM 40
#define ML_BASE 10

static int n;
static char *seq;               /* 0..3 = A C G U */
static int **V, **WM;           /* V: i-j paired, WM: part of a multiloop */
static int *W;                  /* best energy of the prefix [0,j) */
static char *fold;

/* pair types: 0 none, 1 CG, 2 GC, 3 GU, 4 UG, 5 AU, 6 UA */
static const int pair_type[4][4] = {
    {0, 0, 0, 5}, {0, 0, 1, 0}, {0, 2, 0, 3}, {6, 0, 4, 0}
};

static const int stack_energy[7][7] = {
    {INF, INF, INF, INF, INF, INF, INF},
    {INF, -240, -330, -210, -140, -210, -210},
    {INF, -330, -340, -250, -150, -220, -240},
    {INF, -210, -250, 130, -50, -140, -130},
    {INF, -140, -150, -50, 30, -60, -100},
    {INF, -210, -220, -140, -60, -110, -90},
    {INF, -210, -240, -130, -100, -90, -130}
};

static int loop_init[3][MAXLOOP + 1];

static void init_tables(void)
{
    for (int k = 0; k <= MAXLOOP; k++) {
        loop_init[0][k] = k < MINHAIRPIN ? INF : 540 + 12 * (k - 3);    /* hairpin */
        loop_init[1][k] = 260 + 35 * k;                                /* bulge */
        loop_init[2][k] = 110 + 22 * k;                                /* interior */
    }
}

static int pt(int i, int j)
{
    return pair_type[(int)seq[i]][(int)seq[j]];
}

static int terminal(int type)
{
    return type > 2 ? 50 : 0;
}

static int hairpin(int i, int j)
{
    int len = j - i - 1;
    if (len < MINHAIRPIN)
        return INF;
    int e = len <= MAXLOOP ? loop_init[0][len] : loop_init[0][MAXLOOP] + 3 * (len - MAXLOOP);
    return e + terminal(pt(i, j)) - (seq[i + 1] == 2 && seq[j - 1] == 0 ? 80 : 0);
}

static int interior(int i, int j, int p, int q)
{
    int l1 = p - i - 1, l2 = j - q - 1;
    int t1 = pt(i, j), t2 = pt(q, p);
    if (l1 + l2 == 0)
        return stack_energy[t1][t2];
    if (l1 == 0 || l2 == 0) {
        if (l1 + l2 == 1)
            return 380 + stack_energy[t1][t2];
        return loop_init[1][l1 + l2] + terminal(t1) + terminal(t2);
    }
    int d = abs(l1 - l2) * 60;
    return loop_init[2][l1 + l2] + (d < 300 ? d : 300) + terminal(t1) + terminal(t2);
}

static int best_split(int i, int j)
{
    int best = INF;
    for (int k = i + 1; k < j; k++) {
        int e = WM[i][k] + WM[k + 1][j];
        if (e < best)
            best = e;
    }
    return best;
}

static int paired_energy(int i, int j)
{
    int best = hairpin(i, j);
    for (int p = i + 1; p <= i + MAXLOOP + 1 && p < j - MINHAIRPIN - 1; p++) {
        int lowest = j - 1 - (MAXLOOP - (p - i - 1));
        for (int q = j - 1; q >= lowest && q > p + MINHAIRPIN; q--) {
            if (V[p][q] >= INF)
                continue;
            int e = V[p][q] + interior(i, j, p, q);
            if (e < best)
                best = e;
        }
    }
    if (j - i > 2 * MINHAIRPIN + 4) {
        int e = best_split(i + 1, j - 1) + ML_CLOSE + ML_STEM + terminal(pt(i, j));
        if (e < best)
            best = e;
    }
    return best;
}

static void fill(void)
{
#pragma omp parallel for schedule(static)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            V[i][j] = WM[i][j] = INF;
    /* the cells of an anti-diagonal only need shorter spans */
#pragma omp parallel
    for (int d = MINHAIRPIN + 1; d < n; d++) {
        int cells = n - d;
#pragma omp for schedule(dynamic, 8)
        for (int i = 0; i < cells; i++) {
            int j = i + d;
            if (pt(i, j))
                V[i][j] = paired_energy(i, j);
            int best = V[i][j] + ML_STEM + terminal(pt(i, j));
            if (WM[i + 1][j] + ML_BASE < best)
                best = WM[i + 1][j] + ML_BASE;
            if (WM[i][j - 1] + ML_BASE < best)
                best = WM[i][j - 1] + ML_BASE;
            int s = best_split(i, j);
            WM[i][j] = s < best ? s : best;
        }
    }
    W[0] = 0;
    for (int j = 1; j <= n; j++) {
        W[j] = W[j - 1];
        for (int i = 0; i < j - MINHAIRPIN - 1; i++)
            if (V[i][j - 1] < INF && W[i] + V[i][j - 1] + terminal(pt(i, j - 1)) < W[j])
                W[j] = W[i] + V[i][j - 1] + terminal(pt(i, j - 1));
    }
}

static void trace_pair(int i, int j);

static void trace_multi(int i, int j)
{
    for (;;) {
        int e = WM[i][j];
        if (e == V[i][j] + ML_STEM + terminal(pt(i, j))) {
            trace_pair(i, j);
            return;
        }
        if (e == WM[i + 1][j] + ML_BASE) {
            i++;
        } else if (e == WM[i][j - 1] + ML_BASE) {
            j--;
        } else {
            int k = i + 1;
            while (WM[i][k] + WM[k + 1][j] != e)
                k++;
            trace_multi(i, k);
            i = k + 1;
        }
    }
}

static void trace_pair(int i, int j)
{
    fold[i] = '(';
    fold[j] = ')';
    if (V[i][j] == hairpin(i, j))
        return;
    for (int p = i + 1; p <= i + MAXLOOP + 1 && p < j - MINHAIRPIN - 1; p++) {
        int lowest = j - 1 - (MAXLOOP - (p - i - 1));
        for (int q = j - 1; q >= lowest && q > p + MINHAIRPIN; q--)
            if (V[p][q] < INF && V[i][j] == V[p][q] + interior(i, j, p, q)) {
                trace_pair(p, q);
                return;
            }
    }
    int want = V[i][j] - ML_CLOSE - ML_STEM - terminal(pt(i, j));
    int k = i + 2;
    while (WM[i + 1][k] + WM[k + 1][j - 1] != want)
        k++;
    trace_multi(i + 1, k);
    trace_multi(k + 1, j - 1);
}

static void trace_exterior(void)
{
    int j = n;
    while (j > 0) {
        if (W[j] == W[j - 1]) {
            j--;
            continue;
        }
        int i = 0;
        while (V[i][j - 1] >= INF || W[i] + V[i][j - 1] + terminal(pt(i, j - 1)) != W[j])
            i++;
        trace_pair(i, j - 1);
        j = i;
    }
}

int main(int argc, char **argv)
{
    unsigned seed = argc > 2 ? (unsigned)atoi(argv[2]) : 7;
    n = argc > 1 ? atoi(argv[1]) : 1300;
    if (n < 1 || n > 20000) {
        fprintf(stderr, "length must be 1 to 20000\n");
        return 1;
    }
    seq = malloc(n);
    fold = malloc(n + 1);
    W = malloc((n + 1) * sizeof(int));
    V = malloc(n * sizeof(int *));
    WM = malloc(n * sizeof(int *));
    for (int i = 0; i < n; i++) {
        V[i] = malloc(n * sizeof(int));
        WM[i] = malloc(n * sizeof(int));
        seed = seed * 69069u + 1u;
        seq[i] = (seed >> 20) & 3;
    }
    memset(fold, '.', n);
    fold[n] = '\0';

    init_tables();
    fill();
    trace_exterior();

    int pairs = 0, stacks = 0, depth = 0, deepest = 0;
    for (int i = 0; i < n; i++) {
        if (fold[i] == '(') {
            pairs++;
            if (i > 0 && fold[i - 1] == '(')
                stacks++;
            if (++depth > deepest)
                deepest = depth;
        } else if (fold[i] == ')') {
            depth--;
        }
    }
    printf("length %d energy %.2f kcal/mol\n", n, W[n] / 100.0);
    printf("pairs %d stacked %d depth %d\n", pairs, stacks, deepest);
    for (int i = 0; i < n; i += 60)
        printf("%4d %.60s\n", i, fold + i);
    for (int i = 0; i < n; i++) {
        free(V[i]);
        free(WM[i]);
    }
    free(V); free(WM); free(W); free(seq); free(fold);
    return 0;
}
