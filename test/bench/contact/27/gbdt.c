/* Gradient boosted regression trees on binned features (squared error).
 * The data are made up: a nonlinear response with noise, a part held out.
 * usage: gbdt [rows] [features] [trees] [depth] */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>

#define BINS 64
#define SHRINK 0.15
#define LAMBDA 1.0
#define MIN_ROWS 20

typedef struct Tree Tree;
struct Tree {
    int feature, cut;           /* go left if bin <= cut */
    double value, gain;
    Tree *left, *right;
};

typedef struct { double g; int n; } Cell;
typedef struct { int feature, cut; double gain; } Split;

typedef struct {
    int rows, features, train;
    float *x;                   /* rows x features */
    double *y, *pred, *grad;
    unsigned char *bin;         /* rows x features */
    float *edge;                /* features x BINS */
} Data;

static unsigned seed = 20261201u;

static double frand(void)
{
    seed ^= seed << 13; seed ^= seed >> 17; seed ^= seed << 5;
    return seed / 4294967296.0;
}

static void *zalloc(size_t n)
{
    void *p = calloc(1, n);
    if (!p) { fprintf(stderr, "gbdt: out of memory\n"); exit(1); }
    return p;
}

static Data *make_data(int rows, int features)
{
    Data *d = zalloc(sizeof *d);
    size_t cells = (size_t)rows * features;
    d->rows = rows; d->features = features; d->train = rows * 4 / 5;
    d->x = zalloc(cells * sizeof *d->x);
    d->bin = zalloc(cells);
    d->y = zalloc(rows * sizeof(double));
    d->pred = zalloc(rows * sizeof(double));
    d->grad = zalloc(rows * sizeof(double));
    d->edge = zalloc((size_t)features * BINS * sizeof(float));
    for (int i = 0; i < rows; i++) {
        float *x = d->x + (size_t)i * features;
        for (int f = 0; f < features; f++)
            x[f] = (float)(f % 3 == 0 ? frand() * frand() : f % 3 == 1 ? frand() : floor(frand() * 12));
        d->y[i] = 3 * sin(6 * x[0]) + 2 * x[1] * x[4] + (x[2] > 6 ? 1.5 * x[3] : -x[4])
                + 0.2 * x[5] * (x[0] > 0.3) + 0.4 * (frand() + frand() - 1);
    }
    return d;
}

static int by_value(const void *a, const void *b)
{
    float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

/* quantile edges from the training rows, then a bin for every row */
static void bin_features(Data *d)
{
    float *col = zalloc(d->train * sizeof *col);
    for (int f = 0; f < d->features; f++) {
        float *e = d->edge + f * BINS;
        for (int i = 0; i < d->train; i++) col[i] = d->x[(size_t)i * d->features + f];
        qsort(col, d->train, sizeof *col, by_value);
        for (int b = 0; b < BINS - 1; b++) e[b] = col[(long)d->train * (b + 1) / BINS];
        e[BINS - 1] = INFINITY;
        for (int i = 0; i < d->rows; i++) {
            float v = d->x[(size_t)i * d->features + f];
            int lo = 0, hi = BINS - 1;
            while (lo < hi) {
                int mid = (lo + hi) / 2;
                if (v <= e[mid]) hi = mid;
                else lo = mid + 1;
            }
            d->bin[(size_t)i * d->features + f] = (unsigned char)lo;
        }
    }
    free(col);
}

static double score(double g, int n) { return g * g / (n + LAMBDA); }

static void histogram(const Data *d, const int *rows, int n, Cell *hist)
{
    memset(hist, 0, (size_t)d->features * BINS * sizeof *hist);
    for (int i = 0; i < n; i++) {
        const unsigned char *b = d->bin + (size_t)rows[i] * d->features;
        double g = d->grad[rows[i]];
        for (int f = 0; f < d->features; f++) {
            hist[f * BINS + b[f]].g += g;
            hist[f * BINS + b[f]].n++;
        }
    }
}

static Split best_split(const Data *d, const Cell *hist, double g, int n)
{
    Split s = { -1, 0, 1e-6 };
    for (int f = 0; f < d->features; f++) {
        double gl = 0;
        int nl = 0;
        for (int b = 0; b < BINS - 1; b++) {
            gl += hist[f * BINS + b].g;
            nl += hist[f * BINS + b].n;
            if (nl < MIN_ROWS || n - nl < MIN_ROWS) continue;
            double gain = score(gl, nl) + score(g - gl, n - nl) - score(g, n);
            if (gain > s.gain) s = (Split){ f, b, gain };
        }
    }
    return s;
}

/* stable partition; returns the size of the left part */
static int partition(const Data *d, int *rows, int n, int f, int cut)
{
    int *right = zalloc((n + 1) * sizeof *right), nl = 0, nr = 0;
    for (int i = 0; i < n; i++) {
        if (d->bin[(size_t)rows[i] * d->features + f] <= cut) rows[nl++] = rows[i];
        else right[nr++] = rows[i];
    }
    memcpy(rows + nl, right, nr * sizeof *rows);
    free(right);
    return nl;
}

static Tree *grow(Data *d, int *rows, int n, int depth, double *importance)
{
    Tree *t = zalloc(sizeof *t);
    double g = 0;
    for (int i = 0; i < n; i++) g += d->grad[rows[i]];
    t->feature = -1;
    t->value = SHRINK * g / (n + LAMBDA);
    if (depth > 0 && n >= 2 * MIN_ROWS) {
        Cell *hist = zalloc((size_t)d->features * BINS * sizeof *hist);
        histogram(d, rows, n, hist);
        Split s = best_split(d, hist, g, n);
        free(hist);
        if (s.feature >= 0) {
            int nl = partition(d, rows, n, s.feature, s.cut);
            t->feature = s.feature; t->cut = s.cut; t->gain = s.gain;
            importance[s.feature] += s.gain;
            t->left = grow(d, rows, nl, depth - 1, importance);
            t->right = grow(d, rows + nl, n - nl, depth - 1, importance);
        }
    }
    return t;
}

static double predict(const Tree *t, const unsigned char *bin)
{
    while (t->feature >= 0) t = bin[t->feature] <= t->cut ? t->left : t->right;
    return t->value;
}

static int free_tree(Tree *t)
{
    if (!t) return 0;
    int n = 1 + free_tree(t->left) + free_tree(t->right);
    free(t);
    return n;
}

static double rmse(const Data *d, int from, int to)
{
    double s = 0;
    for (int i = from; i < to; i++) s += (d->y[i] - d->pred[i]) * (d->y[i] - d->pred[i]);
    return sqrt(s / (to - from));
}

int main(int argc, char **argv)
{
    int rows = argc > 1 ? atoi(argv[1]) : 40000, features = argc > 2 ? atoi(argv[2]) : 24;
    int trees = argc > 3 ? atoi(argv[3]) : 60, depth = argc > 4 ? atoi(argv[4]) : 5, nodes = 0;
    if (rows < 100 || features < 6 || trees < 1) { fprintf(stderr, "gbdt [rows>=100] [features>=6] [trees] [depth]\n"); return 1; }
    Data *d = make_data(rows, features);
    bin_features(d);
    double mean = 0, *importance = zalloc(features * sizeof(double));
    int *index = zalloc(rows * sizeof *index);
    for (int i = 0; i < d->train; i++) mean += d->y[i];
    mean /= d->train;
    for (int i = 0; i < rows; i++) d->pred[i] = mean;
    printf("start rmse %.12f %.12f\n", rmse(d, 0, d->train), rmse(d, d->train, rows));
    for (int k = 1; k <= trees; k++) {
        for (int i = 0; i < d->train; i++) {
            d->grad[i] = d->y[i] - d->pred[i];
            index[i] = i;
        }
        Tree *t = grow(d, index, d->train, depth, importance);
        for (int i = 0; i < rows; i++) d->pred[i] += predict(t, d->bin + (size_t)i * features);
        nodes += free_tree(t);
        if (k % 10 == 0 || k == trees)
            printf("tree %3d rmse %.15f %.15f nodes %d\n", k, rmse(d, 0, d->train), rmse(d, d->train, rows), nodes);
    }
    for (int f = 0; f < features; f++) printf("%s%.6g", f ? " " : "importance ", importance[f]);
    printf("\n");
    free(d->x); free(d->bin); free(d->y); free(d->pred); free(d->grad); free(d->edge); free(d);
    free(importance); free(index);
    return 0;
}
