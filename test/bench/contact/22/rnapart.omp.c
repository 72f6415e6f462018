/*
 * rnapart -- partition function of RNA secondary structure (simplified
 * nearest-neighbour energies), stochastic traceback, pair frequencies.
 *
 *   Q [i][j]  all structures of i..j
 *   Qb[i][j]  i pairs with j
 *   Qm[i][j]  one or more branches inside a multiloop
 *   Q1[i][j]  exactly one branch starting at i, ending at or before j
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>

#define MAXLOOP 16
#define MINHP   3
#define TILE    24

static const double RT = 0.61632;       /* kcal/mol at 37 C */
static int n;
static char *seq;
static int *code;
static double **Q, **Qb, **Qm, **Q1;
static double ml_close, ml_branch, ml_base;
static double hp_w[64], il_w[MAXLOOP + 2], bulge_w[MAXLOOP + 2];
static double stack_w[6][6];

static unsigned lcg(unsigned *s) { return (*s = *s * 1664525u + 1013904223u) >> 8; }
static double uniform(unsigned *s) { return lcg(s) / 16777216.0; }
static double boltz(double e) { return exp(-e / RT); }

static double **matrix(int m)
{
    double **a = malloc((size_t)m * sizeof *a);
    double *s = calloc((size_t)m * m, sizeof *s);
    if (!a || !s) { fputs("rnapart: no memory\n", stderr); exit(1); }
    for (int i = 0; i < m; i++) a[i] = s + (size_t)i * m;
    return a;
}

/* pair types AU CG GC GU UA UG -> 0..5, or -1 */
static int ptype(int i, int j)
{
    static const signed char t[4][4] = {
        { -1, -1, -1, 0 }, { -1, -1, 1, -1 }, { -1, 2, -1, 3 }, { 4, -1, 5, -1 } };
    return t[code[i]][code[j]];
}

static void tables(void)
{
    static const double str[6] = { 0.9, 2.4, 2.4, 0.4, 0.9, 0.4 };
    for (int a = 0; a < 6; a++)
        for (int b = 0; b < 6; b++)
            stack_w[a][b] = boltz(-0.5 * (str[a] + str[b]) + 0.1 * ((a * 5 + b * 3) % 4));
    for (int l = 0; l < 64; l++)
        hp_w[l] = boltz(l < 3 ? 99 : 4.6 + 1.07 * log(l / 3.0) + (l == 3 ? 0.8 : 0));
    for (int l = 1; l <= MAXLOOP + 1; l++) {
        bulge_w[l] = boltz(2.8 + 0.9 * log(l));
        il_w[l] = boltz(l < 2 ? 2.0 : 0.6 + 1.08 * log(l / 2.0));
    }
    ml_close = boltz(3.4);
    ml_branch = boltz(0.4);
    ml_base = boltz(0.05);
}

static double hairpin(int i, int j)
{
    int l = j - i - 1;
    return l < 64 ? hp_w[l] : hp_w[63];
}

static double interior(int i, int j, int k, int l)
{
    int a = k - i - 1, b = j - l - 1, t = ptype(i, j), u = ptype(k, l);
    if (a == 0 && b == 0) return stack_w[t][u];
    if (a == 0 || b == 0) return a + b == 1 ? bulge_w[1] * stack_w[t][u] : bulge_w[a + b];
    return il_w[a + b] * (abs(a - b) > 4 ? 0.5 : 1.0);
}

static void fill_cell(int i, int j)
{
    double z = 0, m = 0;
    if (j - i > MINHP && ptype(i, j) >= 0) {
        z = hairpin(i, j);
        for (int k = i + 1; k <= i + MAXLOOP + 1 && k < j - MINHP - 1; k++)
            for (int l = j - 1; l > k + MINHP && (k - i - 1) + (j - l - 1) <= MAXLOOP; l--)
                if (Qb[k][l] > 0)
                    z += interior(i, j, k, l) * Qb[k][l];
        for (int k = i + 2 + MINHP; k < j - MINHP - 1; k++)
            m += Qm[i + 1][k - 1] * Q1[k][j - 1];
        z += m * ml_close * ml_branch;
    }
    Qb[i][j] = z;
    Q1[i][j] = Qb[i][j] * ml_branch + (j > i ? Q1[i][j - 1] * ml_base : 0);
    double left = 1;                            /* weight of unpaired i..k-1 */
    m = 0;
    for (int k = i; k < j - MINHP; k++) {
        m += (left + (k > i ? Qm[i][k - 1] : 0)) * Q1[k][j];
        left *= ml_base;
    }
    Qm[i][j] = m;
    z = (j > i ? Q[i][j - 1] : 1) + Qb[i][j];   /* j unpaired, or pairs with k */
    for (int k = i + 1; k < j - MINHP; k++)
        z += Q[i][k - 1] * Qb[k][j];
    Q[i][j] = z;
}

/* all cells of one tile, rows from the bottom up so that i+1.. is ready */
static void fill_tile(int ti, int tj)
{
    int i1 = (ti + 1) * TILE < n ? (ti + 1) * TILE : n, j1 = (tj + 1) * TILE < n ? (tj + 1) * TILE : n;
    for (int i = i1 - 1; i >= ti * TILE; i--)
        for (int j = i > tj * TILE ? i : tj * TILE; j < j1; j++)
            fill_cell(i, j);
}

static void sample_pair(int i, int j, unsigned *s, char *db);

static void sample_one(int i, int j, unsigned *s, char *db)
{
    double r = uniform(s) * Q1[i][j];
    while (j > i + MINHP && (r -= Qb[i][j] * ml_branch) >= 0) {
        j--;
        r = uniform(s) * Q1[i][j];
    }
    sample_pair(i, j, s, db);
}

static void sample_multi(int i, int j, unsigned *s, char *db)
{
    double r = uniform(s) * Qm[i][j], left = 1;
    for (int k = i; k < j - MINHP; k++) {
        if ((r -= left * Q1[k][j]) < 0) { sample_one(k, j, s, db); return; }
        if (k > i && (r -= Qm[i][k - 1] * Q1[k][j]) < 0) {
            sample_multi(i, k - 1, s, db);
            sample_one(k, j, s, db);
            return;
        }
        left *= ml_base;
    }
}

static void sample_pair(int i, int j, unsigned *s, char *db)
{
    if (Qb[i][j] <= 0) return;
    double r = uniform(s) * Qb[i][j] - hairpin(i, j);
    db[i] = '(';
    db[j] = ')';
    if (r < 0) return;
    for (int k = i + 1; k <= i + MAXLOOP + 1 && k < j - MINHP - 1; k++)
        for (int l = j - 1; l > k + MINHP && (k - i - 1) + (j - l - 1) <= MAXLOOP; l--)
            if (Qb[k][l] > 0 && (r -= interior(i, j, k, l) * Qb[k][l]) < 0) {
                sample_pair(k, l, s, db);
                return;
            }
    for (int k = i + 2 + MINHP; k < j - MINHP - 1; k++)
        if ((r -= Qm[i + 1][k - 1] * Q1[k][j - 1] * ml_close * ml_branch) < 0) {
            sample_multi(i + 1, k - 1, s, db);
            sample_one(k, j - 1, s, db);
            return;
        }
}

static void sample_open(int j, unsigned *s, char *db)
{
    while (j > MINHP) {
        double r = uniform(s) * Q[0][j];
        if ((r -= Q[0][j - 1]) < 0) { j--; continue; }
        int k;
        for (k = 0; k < j - MINHP; k++)
            if ((r -= (k ? Q[0][k - 1] : 1) * Qb[k][j]) < 0) break;
        if (k >= j - MINHP) { j--; continue; }
        sample_pair(k, j, s, db);
        j = k - 1;
    }
}

int main(int argc, char **argv)
{
    n = argc > 1 ? atoi(argv[1]) : 1050;
    int nsample = argc > 2 ? atoi(argv[2]) : 400;
    unsigned seed = 99;
    if (n < 20 || n > 1200) { fputs("usage: rnapart [20..1200] [samples]\n", stderr); return 1; }
    seq = calloc((size_t)n + 1, 1);
    code = malloc((size_t)n * sizeof *code);
    for (int i = 0; i < n; i++) {               /* random, with inverted repeats planted */
        code[i] = (int)(lcg(&seed) % 4);
        if (i % 80 >= 44 && i % 80 < 54) code[i] = 3 - code[i - 2 * (i % 80 - 44) - 7];
        seq[i] = "ACGU"[code[i]];
    }
    printf("sequence %.60s... (%d nt)\n", seq, n);
    tables();
    Q = matrix(n); Qb = matrix(n); Qm = matrix(n); Q1 = matrix(n);
    int nt = (n + TILE - 1) / TILE;
    #pragma omp parallel
    for (int d = 0; d < nt; d++) {
        #pragma omp for schedule(dynamic, 1)
        for (int i = 0; i < nt - d; i++)
            fill_tile(i, i + d);
    }
    printf("ensemble free energy %.4f kcal/mol\n", -RT * log(Q[0][n - 1]));

    int *partner = calloc((size_t)n, sizeof *partner), *stk = malloc((size_t)n * sizeof *stk);
    char *all = calloc((size_t)nsample + 1, (size_t)n + 1);
    long pairs = 0, span = 0;
    #pragma omp parallel for schedule(dynamic, 8)
    for (int t = 0; t < nsample; t++) {
        unsigned s = 12345u + 7919u * (unsigned)t;
        memset(all + (size_t)t * (n + 1), '.', (size_t)n);
        sample_open(n - 1, &s, all + (size_t)t * (n + 1));
    }
    for (int t = 0; t < nsample; t++) {
        const char *db = all + (size_t)t * (n + 1);
        int sp = 0;
        for (int i = 0; i < n; i++) {
            if (db[i] == '(') stk[sp++] = i;
            if (db[i] != ')') continue;
            partner[i]++, partner[stk[--sp]]++;
            pairs++, span += i - stk[sp];
        }
        if (t % (nsample / 4 + 1) == 0) printf("sample %3d %.70s\n", t, db);
    }
    printf("%.2f pairs per sample, mean span %.2f\n", (double)pairs / nsample, (double)span / pairs);
    for (int i = 0; i < n; i += 60) {
        printf("%4d ", i);
        for (int k = i; k < i + 60 && k < n; k++) putchar('0' + partner[k] * 9 / nsample);
        putchar('\n');
    }
    free(*Q); free(*Qb); free(*Qm); free(*Q1); free(Q); free(Qb); free(Qm); free(Q1);
    free(partner); free(stk); free(all); free(seq); free(code);
    return 0;
}
