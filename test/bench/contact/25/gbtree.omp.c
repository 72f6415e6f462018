/* gbtree - gradient boosted regression trees on binned features (histogram method).
 * usage: gbtree [rows] [trees] [depth] [learning_rate] */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NF 24
#define NB 64

typedef unsigned char u8;

typedef struct Node {
    int feature, bin;            /* go left when code <= bin */
    double value, gain;
    struct Node *left, *right;
} Node;

typedef struct { double g; int n; } Cell;

/* Nodes live in chunks, freed together at the end. */
typedef struct Chunk { struct Chunk *next; int used; Node node[256]; } Chunk;

static Chunk *pool;
static int nrows;
static u8 *codes;                /* NF columns of nrows bin codes */
static double *target, *pred, *grad;
static int *rows, *scratch;      /* row numbers, each node owns a range */
static double importance[NF];

static Node *new_node(void)
{
    if (!pool || pool->used == 256) {
        Chunk *c = malloc(sizeof *c);
        if (!c) { perror("gbtree"); exit(1); }
        c->used = 0;
        c->next = pool;
        pool = c;
    }
    Node *n = &pool->node[pool->used++];
    memset(n, 0, sizeof *n);
    n->feature = -1;
    return n;
}

static unsigned long long lcg = 12345;
static double frand(void)
{
    lcg = lcg * 2862933555777941757ULL + 3037000493ULL;
    return (double)(lcg >> 33) / 2147483648.0;
}

static int cmp_double(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Turn a raw column into codes by (sampled) quantiles. */
static void bin_column(const double *x, u8 *code)
{
    enum { SAMPLE = 4000 };
    double s[SAMPLE];
    double cut[NB - 1];
    int n = nrows < SAMPLE ? nrows : SAMPLE;
    for (int i = 0; i < n; i++) s[i] = x[(long)i * nrows / n];
    qsort(s, n, sizeof *s, cmp_double);
    for (int b = 0; b < NB - 1; b++) cut[b] = s[(long)(b + 1) * n / NB];
    for (int i = 0; i < nrows; i++) {
        int lo = 0, hi = NB - 1;
        while (lo < hi) {
            int mid = (lo + hi) / 2;
            if (x[i] <= cut[mid]) hi = mid; else lo = mid + 1;
        }
        code[i] = (u8)lo;
    }
}

static int make_data(void)
{
    double *x = malloc(sizeof *x * NF * nrows);
    if (!x) return -1;
    for (int i = 0; i < nrows; i++) {
        double v[NF];
        for (int f = 0; f < NF; f++) {
            v[f] = f % 3 == 2 ? -log(frand() + 1e-9) : frand() * 2 - 1;
            if (f % 5 == 4) v[f] = floor(v[f] * 4);
            x[(long)f * nrows + i] = v[f];
        }
        target[i] = 3 * sin(3 * v[0]) + 2 * (v[1] > 0.2) * v[3] + v[2] * v[2] * 0.3
                  + (v[4] > 1 && v[6] < 0 ? 2.5 : 0) - fabs(v[7]) + 0.3 * (frand() + frand() - 1);
    }
    #pragma omp parallel for schedule(dynamic, 1)
    for (int f = 0; f < NF; f++) bin_column(x + (long)f * nrows, codes + (long)f * nrows);
    free(x);
    return 0;
}

static void find_split(Node *nd, int lo, int hi, double total)
{
    int n = hi - lo;
    double parent = total * total / (n + 1.0);
    static double gains[NF][NB];
    #pragma omp parallel for schedule(dynamic, 2) if (n > 400)
    for (int f = 0; f < NF; f++) {
        const u8 *c = codes + (long)f * nrows;
        Cell hist[NB];
        double gl = 0;
        int nl = 0;
        memset(hist, 0, sizeof hist);
        for (int b = 0; b < NB; b++) gains[f][b] = 0;
        for (int i = lo; i < hi; i++) {
            Cell *h = &hist[c[rows[i]]];
            h->g += grad[rows[i]];
            h->n++;
        }
        for (int b = 0; b < NB - 1; b++) {
            gl += hist[b].g;
            nl += hist[b].n;
            if (nl < 20) continue;
            if (n - nl < 20) break;
            double gr = total - gl;
            gains[f][b] = gl * gl / (nl + 1.0) + gr * gr / (n - nl + 1.0) - parent;
        }
    }
    for (int f = 0; f < NF; f++)
        for (int b = 0; b < NB - 1; b++)
            if (gains[f][b] > nd->gain + 1e-9) {
                nd->gain = gains[f][b];
                nd->feature = f;
                nd->bin = b;
            }
}

/* stable partition of rows[lo..hi) by the node's test, returns the boundary */
static int partition(const Node *nd, int lo, int hi)
{
    const u8 *c = codes + (long)nd->feature * nrows;
    int l = lo, r = 0;
    for (int i = lo; i < hi; i++) {
        if (c[rows[i]] <= nd->bin) rows[l++] = rows[i];
        else scratch[r++] = rows[i];
    }
    memcpy(rows + l, scratch, sizeof *rows * r);
    return l;
}

static Node *grow(int lo, int hi, int depth, double rate)
{
    Node *nd = new_node();
    double total = 0;
    for (int i = lo; i < hi; i++) total += grad[rows[i]];
    nd->value = rate * total / (hi - lo + 1.0);
    if (depth > 0 && hi - lo >= 40) find_split(nd, lo, hi, total);
    if (nd->feature < 0) {
        for (int i = lo; i < hi; i++) pred[rows[i]] += nd->value;
        return nd;
    }
    importance[nd->feature] += nd->gain;
    int mid = partition(nd, lo, hi);
    nd->left = grow(lo, mid, depth - 1, rate);
    nd->right = grow(mid, hi, depth - 1, rate);
    return nd;
}

static double eval_tree(const Node *nd, int row)
{
    while (nd->feature >= 0)
        nd = codes[(long)nd->feature * nrows + row] <= nd->bin ? nd->left : nd->right;
    return nd->value;
}

static int leaves(const Node *nd) { return nd->feature < 0 ? 1 : leaves(nd->left) + leaves(nd->right); }

int main(int argc, char **argv)
{
    nrows = argc > 1 ? atoi(argv[1]) : 60000;
    int ntrees = argc > 2 ? atoi(argv[2]) : 56, depth = argc > 3 ? atoi(argv[3]) : 5, nleaf = 0;
    double rate = argc > 4 ? atof(argv[4]) : 0.15, base = 0, err = 0, check = 0;
    if (nrows < 100 || ntrees < 1 || depth < 1 || depth > 12) {
        fprintf(stderr, "usage: gbtree [rows>=100] [trees] [depth 1..12] [rate]\n");
        return 2;
    }
    codes = malloc((size_t)NF * nrows);
    target = malloc(sizeof *target * nrows * 3);
    rows = malloc(sizeof *rows * nrows * 2);
    Node **forest = malloc(sizeof *forest * ntrees);
    if (!codes || !target || !rows || !forest) { perror("gbtree"); return 1; }
    pred = target + nrows;
    grad = pred + nrows;
    scratch = rows + nrows;
    if (make_data()) { perror("gbtree"); return 1; }
    for (int i = 0; i < nrows; i++) base += target[i];
    base /= nrows;
    for (int i = 0; i < nrows; i++) pred[i] = base;
    for (int t = 0; t < ntrees; t++) {
        #pragma omp parallel for schedule(static)
        for (int i = 0; i < nrows; i++) {
            grad[i] = target[i] - pred[i];
            rows[i] = i;
        }
        forest[t] = grow(0, nrows, depth, rate);
        nleaf += leaves(forest[t]);
        if ((t + 1) % 10 == 0 || t + 1 == ntrees) {
            double e = 0;
            for (int i = 0; i < nrows; i++) e += (target[i] - pred[i]) * (target[i] - pred[i]);
            printf("tree %3d rmse %.8f\n", t + 1, sqrt(e / nrows));
        }
    }
    #pragma omp parallel for schedule(static) reduction(max : err)
    for (int i = 0; i < nrows; i += 7) {           /* the stored forest must agree with pred */
        double p = base;
        for (int t = 0; t < ntrees; t++) p += eval_tree(forest[t], i);
        err = fmax(err, fabs(p - pred[i]));
        grad[i] = p;
    }
    for (int i = 0; i < nrows; i += 7) check += grad[i];
    printf("leaves %d check %.8f consistent %s\n", nleaf, check, err < 1e-9 ? "yes" : "no");
    for (int f = 0; f < NF; f++) printf("%s%.3f", f ? " " : "importance ", importance[f]);
    printf("\n");
    while (pool) { Chunk *c = pool; pool = c->next; free(c); }
    free(codes); free(target); free(rows); free(forest);
    return 0;
}
