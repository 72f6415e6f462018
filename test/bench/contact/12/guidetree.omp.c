/* guidetree.c
 * Pairwise global protein alignment (Gotoh, affine gaps, BLOSUM62), distance
 * matrix and neighbour joining tree of a set of simulated sequences.
 *
 * usage: guidetree [nseq [length]]
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>

#define GAP_OPEN   11
#define GAP_EXT    1
#define NEG        (-1000000000)

static const char AA[] = "ARNDCQEGHILKMFPSTWYV";

static const signed char blosum62[20][20] = {
    { 4,-1,-2,-2, 0,-1,-1, 0,-2,-1,-1,-1,-1,-2,-1, 1, 0,-3,-2, 0},
    {-1, 5, 0,-2,-3, 1, 0,-2, 0,-3,-2, 2,-1,-3,-2,-1,-1,-3,-2,-3},
    {-2, 0, 6, 1,-3, 0, 0, 0, 1,-3,-3, 0,-2,-3,-2, 1, 0,-4,-2,-3},
    {-2,-2, 1, 6,-3, 0, 2,-1,-1,-3,-4,-1,-3,-3,-1, 0,-1,-4,-3,-3},
    { 0,-3,-3,-3, 9,-3,-4,-3,-3,-1,-1,-3,-1,-2,-3,-1,-1,-2,-2,-1},
    {-1, 1, 0, 0,-3, 5, 2,-2, 0,-3,-2, 1, 0,-3,-1, 0,-1,-2,-1,-2},
    {-1, 0, 0, 2,-4, 2, 5,-2, 0,-3,-3, 1,-2,-3,-1, 0,-1,-3,-2,-2},
    { 0,-2, 0,-1,-3,-2,-2, 6,-2,-4,-4,-2,-3,-3,-2, 0,-2,-2,-3,-3},
    {-2, 0, 1,-1,-3, 0, 0,-2, 8,-3,-3,-1,-2,-1,-2,-1,-2,-2, 2,-3},
    {-1,-3,-3,-3,-1,-3,-3,-4,-3, 4, 2,-3, 1, 0,-3,-2,-1,-3,-1, 3},
    {-1,-2,-3,-4,-1,-2,-3,-4,-3, 2, 4,-2, 2, 0,-3,-2,-1,-2,-1, 1},
    {-1, 2, 0,-1,-3, 1, 1,-2,-1,-3,-2, 5,-1,-3,-1, 0,-1,-3,-2,-2},
    {-1,-1,-2,-3,-1, 0,-2,-3,-2, 1, 2,-1, 5, 0,-2,-1,-1,-1,-1, 1},
    {-2,-3,-3,-3,-2,-3,-3,-3,-1, 0, 0,-3, 0, 6,-4,-2,-2, 1, 3,-1},
    {-1,-2,-2,-1,-3,-1,-1,-2,-2,-3,-3,-1,-2,-4, 7,-1,-1,-4,-3,-2},
    { 1,-1, 1, 0,-1, 0, 0, 0,-1,-2,-2, 0,-1,-2,-1, 4, 1,-3,-2,-2},
    { 0,-1, 0,-1,-1,-1,-1,-2,-2,-1,-1,-1,-1,-2,-1, 1, 5,-2,-2, 0},
    {-3,-3,-4,-4,-2,-2,-3,-2,-2,-3,-2,-3,-1, 1,-4,-3,-2,11, 2,-3},
    {-2,-2,-2,-3,-2,-1,-2,-3, 2,-1,-1,-2,-1, 3,-3,-2,-2, 2, 7,-1},
    { 0,-3,-3,-3,-1,-2,-2,-3,-3, 3, 1,-2, 1,-1,-2,-2, 0,-3,-1, 4},
};

typedef struct {
    char name[16];
    char *res;          /* residues as numbers 0..19 */
    int   len;
} Seq;

/* dynamic programming tables, big enough for the longest sequence */
static int **M, **X, **Y;
#pragma omp threadprivate(M, X, Y)
static int maxlen;

static Seq *seqs;
static int nseq;

static unsigned long long rs = 0x9E3779B97F4A7C15ULL;
static double rnd(void)
{
    rs = rs * 2862933555777941757ULL + 3037000493ULL;
    return (rs >> 11) * (1.0 / 9007199254740992.0);
}

static void *need(void *p)
{
    if (!p) {
        fprintf(stderr, "guidetree: out of memory\n");
        exit(1);
    }
    return p;
}

static int **matrix(int n, int m)
{
    int **a = need(malloc(n * sizeof(int *)));
    for (int i = 0; i < n; i++)
        a[i] = need(malloc(m * sizeof(int)));
    return a;
}

/* ---- simulated evolution: recursive splitting --------------------- */
static void mutate(const Seq *from, Seq *to, double rate)
{
    to->res = need(malloc(2 * from->len + 16));
    to->len = 0;
    for (int i = 0; i < from->len; i++) {
        double r = rnd();
        if (r < rate * 0.06)
            continue;                               /* deletion */
        if (r < rate * 0.12 && to->len < from->len + 8)
            to->res[to->len++] = (char)(int)(20 * rnd());   /* insertion */
        to->res[to->len++] = r > 1 - rate ? (char)(int)(20 * rnd()) : from->res[i];
    }
}

static void evolve(const Seq *anc, int lo, int hi)
{
    if (hi - lo == 1) {
        mutate(anc, &seqs[lo], 0.05);
        sprintf(seqs[lo].name, "seq%03d", lo);
        return;
    }
    int mid = lo + 1 + (int)((hi - lo - 1) * rnd());
    Seq a, b;
    mutate(anc, &a, 0.04 + 0.12 * rnd());
    mutate(anc, &b, 0.04 + 0.12 * rnd());
    evolve(&a, lo, mid);
    evolve(&b, mid, hi);
    free(a.res);
    free(b.res);
}

/* ---- alignment ---------------------------------------------------- */
static int max2(int a, int b) { return a > b ? a : b; }

static int fill(const Seq *a, const Seq *b)
{
    int n = a->len, m = b->len;
    M[0][0] = 0;
    X[0][0] = Y[0][0] = NEG;
    for (int i = 1; i <= n; i++) {
        M[i][0] = Y[i][0] = NEG;
        X[i][0] = -GAP_OPEN - (i - 1) * GAP_EXT;
    }
    for (int j = 1; j <= m; j++) {
        M[0][j] = X[0][j] = NEG;
        Y[0][j] = -GAP_OPEN - (j - 1) * GAP_EXT;
    }
    for (int i = 1; i <= n; i++) {
        const signed char *sub = blosum62[(int)a->res[i - 1]];
        for (int j = 1; j <= m; j++) {
            int d = max2(M[i - 1][j - 1], max2(X[i - 1][j - 1], Y[i - 1][j - 1]));
            M[i][j] = d + sub[(int)b->res[j - 1]];
            X[i][j] = max2(max2(M[i - 1][j], Y[i - 1][j]) - GAP_OPEN, X[i - 1][j] - GAP_EXT);
            Y[i][j] = max2(max2(M[i][j - 1], X[i][j - 1]) - GAP_OPEN, Y[i][j - 1] - GAP_EXT);
        }
    }
    return max2(M[n][m], max2(X[n][m], Y[n][m]));
}

/* walk back, counting identities and aligned columns */
static void traceback(const Seq *a, const Seq *b, int *ident, int *cols)
{
    int i = a->len, j = b->len;
    char st = 'M';
    if (X[i][j] > M[i][j]) st = 'X';
    if (Y[i][j] > max2(M[i][j], X[i][j])) st = 'Y';
    *ident = *cols = 0;
    while (i > 0 || j > 0) {
        if (st == 'M') {
            ++*cols;
            if (a->res[i - 1] == b->res[j - 1])
                ++*ident;
            i--, j--;
            int d = max2(M[i][j], max2(X[i][j], Y[i][j]));
            st = d == M[i][j] ? 'M' : d == X[i][j] ? 'X' : 'Y';
        } else if (st == 'X') {
            int s = X[i][j];
            i--;
            if (s == X[i][j] - GAP_EXT) st = 'X';
            else st = M[i][j] >= Y[i][j] ? 'M' : 'Y';
        } else {
            int s = Y[i][j];
            j--;
            if (s == Y[i][j] - GAP_EXT) st = 'Y';
            else st = M[i][j] >= X[i][j] ? 'M' : 'X';
        }
    }
}

static double kimura(int ident, int cols)
{
    double p = cols ? 1.0 - (double)ident / cols : 1.0;
    double d = 1 - p - 0.2 * p * p;
    return d < 0.05 ? 3.0 : -log(d);
}

/* ---- neighbour joining -------------------------------------------- */
typedef struct Tree { struct Tree *l, *r; double bl, br; int leaf; } Tree;

static double neighbour_joining(double **D, Tree **root)
{
    int n = nseq;
    Tree **node = need(malloc(n * sizeof *node));
    double *sum = need(malloc(n * sizeof *sum)), total = 0;
    for (int i = 0; i < n; i++) {
        node[i] = need(calloc(1, sizeof(Tree)));
        node[i]->leaf = i;
    }
    while (n > 2) {
        int bi = 0, bj = 1;
        double best = 1e300;
        for (int i = 0; i < n; i++) {
            sum[i] = 0;
            for (int j = 0; j < n; j++)
                sum[i] += D[i][j];
        }
        for (int i = 0; i < n; i++)
            for (int j = i + 1; j < n; j++) {
                double q = (n - 2) * D[i][j] - sum[i] - sum[j];
                if (q < best) { best = q; bi = i; bj = j; }
            }
        Tree *t = need(calloc(1, sizeof(Tree)));
        t->leaf = -1;
        t->l = node[bi];
        t->r = node[bj];
        t->bl = 0.5 * D[bi][bj] + (sum[bi] - sum[bj]) / (2.0 * (n - 2));
        t->br = D[bi][bj] - t->bl;
        total += t->bl + t->br;
        double dij = D[bi][bj];
        for (int k = 0; k < n; k++)
            if (k != bi && k != bj)
                D[bi][k] = D[k][bi] = 0.5 * (D[bi][k] + D[bj][k] - dij);
        node[bi] = t;
        n--;                        /* move the last one into place bj */
        for (int k = 0; k < n; k++)
            if (k != bj)
                D[bj][k] = D[k][bj] = D[n][k];
        D[bj][bj] = 0;
        node[bj] = node[n];
    }
    Tree *t = need(calloc(1, sizeof(Tree)));
    t->leaf = -1;
    t->l = node[0];
    t->r = node[1];
    t->bl = t->br = D[0][1] / 2;
    total += D[0][1];
    *root = t;
    free(node);
    free(sum);
    return total;
}

static unsigned order_hash;
static int depth_of(const Tree *t)      /* also hashes the leaf order */
{
    if (t->leaf >= 0) {
        order_hash = order_hash * 131 + (unsigned)t->leaf;
        return 0;
    }
    int a = depth_of(t->l), b = depth_of(t->r);
    return 1 + max2(a, b);
}

int main(int argc, char **argv)
{
    Seq root;
    nseq = argc > 1 ? atoi(argv[1]) : 110;
    root.len = argc > 2 ? atoi(argv[2]) : 300;
    if (nseq < 3 || nseq > 900 || root.len < 10 || root.len > 5000) {
        fprintf(stderr, "usage: guidetree [nseq [length]]\n");
        return 1;
    }
    root.res = need(malloc(root.len));
    for (int i = 0; i < root.len; i++)
        root.res[i] = (char)(int)(20 * rnd());
    seqs = need(calloc(nseq, sizeof *seqs));
    evolve(&root, 0, nseq);

    for (int i = 0; i < nseq; i++)
        maxlen = max2(maxlen, seqs[i].len);
    double **D = need(malloc(nseq * sizeof *D));
    for (int i = 0; i < nseq; i++)
        D[i] = need(calloc(nseq, sizeof **D));

    long score_sum = 0, cells = 0;
    int best = NEG, bi = 0, bj = 0;
    #pragma omp parallel reduction(+:score_sum, cells)
    {
        int tbest = NEG, ti = 0, tj = 0;
        M = matrix(maxlen + 1, maxlen + 1);
        X = matrix(maxlen + 1, maxlen + 1);
        Y = matrix(maxlen + 1, maxlen + 1);
        /* all pairs as one loop, pair number p = i * nseq + j */
        #pragma omp for schedule(dynamic, 8)
        for (int p = 0; p < nseq * nseq; p++) {
            int i = p / nseq, j = p % nseq;
            if (j <= i)
                continue;
            int ident, cols;
            int s = fill(&seqs[i], &seqs[j]);
            traceback(&seqs[i], &seqs[j], &ident, &cols);
            D[i][j] = D[j][i] = kimura(ident, cols);
            score_sum += s;
            cells += (long)seqs[i].len * seqs[j].len;
            if (s > tbest) {
                tbest = s;
                ti = i;
                tj = j;
            }
        }
        #pragma omp critical
        if (tbest > best || (tbest == best && (ti < bi || (ti == bi && tj < bj)))) {
            best = tbest;
            bi = ti;
            bj = tj;
        }
    }

    double dsum = 0;
    for (int i = 0; i < nseq; i++)
        for (int j = 0; j < i; j++)
            dsum += D[i][j];
    printf("%d sequences, longest %d, first residue %c, %ld cells\n", nseq, maxlen,
           AA[(int)seqs[0].res[0]], cells);
    printf("score sum %ld, best %d (%s %s)\n", score_sum, best, seqs[bi].name, seqs[bj].name);
    printf("mean distance %.9f\n", dsum / (0.5 * nseq * (nseq - 1)));
    Tree *tree;
    double len = neighbour_joining(D, &tree);
    int depth = depth_of(tree);
    printf("tree length %.9f depth %d order %08x\n", len, depth, order_hash);
    return 0;
}
