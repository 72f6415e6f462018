// gboost.c - gradient boosted regression trees, histogram method, early stopping.
// Synthetic "house price" data; prints learning curve, feature gains and one tree.
//
//     gboost [samples] [trees] [depth]
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NFEAT = 14, NBINS = 64, MINLEAF = 20 };

typedef struct Tree Tree;
struct Tree
{
    int feature;            // -1 for a leaf
    int bin;                // go left when code <= bin
    float value;
    int count;
    Tree *left, *right;
};

typedef struct
{
    int n;
    uint8_t *code[NFEAT];   // binned, one column per feature
    float edge[NFEAT][NBINS];
    float *x[NFEAT];
    float *y;
} Data;

typedef struct { double sum; int cnt; } Bin;

typedef struct { double gain; int feature, bin, nleft; } Split;

typedef struct { int depth, trees, patience; double rate, lambda; } Params;

static const char *names[NFEAT] = {
    "area", "rooms", "age", "dist", "crime", "school", "tax", "noise", "view", "floor",
    "heat", "garden", "lon", "lat"
};
static double feature_gain[NFEAT];

static uint64_t state = 88172645463325252ULL;

static double unif(void)
{
    state ^= state << 7;
    state ^= state >> 9;
    return (state >> 11) / 9007199254740992.0;
}

static void *get(size_t bytes)
{
    void *p = malloc(bytes ? bytes : 1);
    if (!p)
        fprintf(stderr, "gboost: out of memory\n"), exit(3);
    return p;
}

static double truth(const float *v)
{
    double p = 3.0 * v[0] + (v[1] > 0.5f ? 1.0 : 0.2) * v[5] - 0.8 * v[2] * v[2];
    p += sin(6.0 * v[12]) * cos(4.0 * v[13]) - 0.5 * v[4] * (1 - v[8]);
    if (v[3] < 0.3f && v[7] < 0.4f)
        p += 1.2;
    return p;
}

static Data make_data(int n)
{
    Data d = { .n = n };
    d.y = get(n * sizeof(float));
    for (int f = 0; f < NFEAT; f++) {
        d.x[f] = get(n * sizeof(float));
        d.code[f] = get(n);
    }
    for (int i = 0; i < n; i++) {
        float v[NFEAT];
        for (int f = 0; f < NFEAT; f++)
            d.x[f][i] = v[f] = (float)(f % 3 == 1 ? unif() * unif() : unif());
        d.y[i] = (float)(truth(v) + 0.3 * (unif() + unif() + unif() - 1.5));
    }
    return d;
}

static int by_value(const void *a, const void *b)
{
    float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

// quantile bins estimated from a sample of the column
static void quantize(Data *d)
{
    enum { SAMPLE = 4096 };
    float s[SAMPLE];
    for (int f = 0; f < NFEAT; f++) {
        int m = 0, stride = d->n / SAMPLE + 1;
        for (int i = 0; i < d->n && m < SAMPLE; i += stride)
            s[m++] = d->x[f][i];
        qsort(s, m, sizeof *s, by_value);
        for (int b = 0; b < NBINS; b++)
            d->edge[f][b] = b == NBINS - 1 ? INFINITY : s[(long)(b + 1) * m / NBINS];
        for (int i = 0; i < d->n; i++) {
            int lo = 0, hi = NBINS - 1;
            while (lo < hi) {
                int mid = (lo + hi) / 2;
                if (d->x[f][i] <= d->edge[f][mid])
                    hi = mid;
                else
                    lo = mid + 1;
            }
            d->code[f][i] = (uint8_t)lo;
        }
    }
}

static Split best_split(const Data *d, const float *grad, const int *rows, int n,
                        double total, double lambda)
{
    Split best = { 1e-9, -1, 0, 0 };
    double base = total * total / (n + lambda);
    for (int f = 0; f < NFEAT; f++) {
        Bin h[NBINS] = { { 0, 0 } };
        const uint8_t *code = d->code[f];
        for (int i = 0; i < n; i++) {
            Bin *b = &h[code[rows[i]]];
            b->sum += grad[rows[i]];
            b->cnt++;
        }
        double sl = 0;
        int nl = 0;
        for (int b = 0; b < NBINS - 1; b++) {
            sl += h[b].sum;
            nl += h[b].cnt;
            if (nl < MINLEAF)
                continue;
            if (n - nl < MINLEAF)
                break;
            double sr = total - sl;
            double gain = sl * sl / (nl + lambda) + sr * sr / (n - nl + lambda) - base;
            if (gain > best.gain)
                best = (Split){ gain, f, b, nl };
        }
    }
    return best;
}

// rows[] is partitioned in place (stably, through tmp) as the recursion descends
static Tree *grow(const Data *d, const float *grad, int *rows, int *tmp, int n, int depth,
                  const Params *par)
{
    Tree *t = get(sizeof *t);
    double total = 0;
    for (int i = 0; i < n; i++)
        total += grad[rows[i]];
    *t = (Tree){ -1, 0, (float)(par->rate * total / (n + par->lambda)), n, NULL, NULL };
    if (depth == 0 || n < 2 * MINLEAF)
        return t;
    Split s = best_split(d, grad, rows, n, total, par->lambda);
    if (s.feature < 0)
        return t;
    feature_gain[s.feature] += s.gain;
    int l = 0, r = 0;
    for (int i = 0; i < n; i++)
        if (d->code[s.feature][rows[i]] <= s.bin)
            rows[l++] = rows[i];
        else
            tmp[r++] = rows[i];
    memcpy(rows + l, tmp, r * sizeof *rows);
    t->feature = s.feature;
    t->bin = s.bin;
    t->left = grow(d, grad, rows, tmp, l, depth - 1, par);
    t->right = grow(d, grad, rows + l, tmp, r, depth - 1, par);
    return t;
}

static float predict(const Tree *t, const Data *d, int i)
{
    while (t->feature >= 0)
        t = d->code[t->feature][i] <= t->bin ? t->left : t->right;
    return t->value;
}

static void show(const Tree *t, const Data *d, int indent)
{
    if (t->feature < 0) {
        printf("%*s-> %+.5f (%d)\n", indent, "", t->value, t->count);
        return;
    }
    printf("%*s%s <= %.4f\n", indent, "", names[t->feature], d->edge[t->feature][t->bin]);
    if (indent < 4)
        show(t->left, d, indent + 2), show(t->right, d, indent + 2);
}

static void drop(Tree *t)
{
    if (t)
        drop(t->left), drop(t->right), free(t);
}

int main(int argc, char **argv)
{
    Params par = { .depth = 5, .trees = 80, .patience = 5, .rate = 0.2, .lambda = 1.0 };
    int n = argc > 1 ? atoi(argv[1]) : 120000;
    if (argc > 2) par.trees = atoi(argv[2]);
    if (argc > 3) par.depth = atoi(argv[3]);
    if (n < 500 || par.trees < 1 || par.depth < 1 || par.depth > 16) {
        fprintf(stderr, "usage: gboost [samples>=500] [trees] [depth 1..16]\n");
        return 2;
    }
    Data d = make_data(n);
    quantize(&d);
    int ntrain = n - n / 5, stale = 0;
    float *pred = get(n * sizeof *pred), *grad = get(n * sizeof *grad);
    int *rows = get(n * sizeof *rows), *tmp = get(n * sizeof *tmp);
    Tree *last = NULL;
    double best = INFINITY;
    for (int i = 0; i < n; i++)
        pred[i] = 0;
    for (int k = 0; k < par.trees; k++) {
        double train = 0, test = 0;
        for (int i = 0; i < ntrain; i++) {
            grad[i] = d.y[i] - pred[i];
            rows[i] = i;
        }
        drop(last);
        last = grow(&d, grad, rows, tmp, ntrain, par.depth, &par);
        for (int i = 0; i < n; i++) {
            pred[i] += predict(last, &d, i);
            double e = d.y[i] - pred[i];
            *(i < ntrain ? &train : &test) += e * e;
        }
        test = sqrt(test / (n - ntrain));
        if (k % 8 == 0)
            printf("tree %3d  train %.6f  test %.6f\n", k, sqrt(train / ntrain), test);
        if (test < best - 1e-5)
            best = test, stale = 0;
        else if (++stale == par.patience) {
            printf("stopped after %d trees\n", k + 1);
            break;
        }
    }
    for (int f = 0; f < NFEAT; f++)
        printf("%-7s %12.3f%s", names[f], feature_gain[f], f % 3 == 2 ? "\n" : "   ");
    printf("\nlast tree:\n");
    show(last, &d, 0);
    return 0;
}
