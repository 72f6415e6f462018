// SPDX-License-Identifier: Apache-2.0
/*
 * Gradient boosted regression trees on binned features (squared loss,
 * shrinkage, row subsampling), trained on a noisy synthetic function and
 * tested on fresh rows.
 *
 *   boost [rows] [trees] [features] [depth]
 */
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BINS 64
#define MIN_LEAF 20

struct dataset {
    int rows, features;
    uint8_t **bin;              /* [feature][row] */
    double *target;
};

struct node {
    int feature;                /* -1 in a leaf */
    int threshold;              /* bins <= threshold go left */
    int left, right;
    double value;
};

struct tree {
    struct node *nodes;
    int count, cap;
};

struct bin_stat {
    double sum;
    int n;
};

struct split {
    int feature, threshold;
    double gain;
};

struct trainer {
    const struct dataset *data;
    double *residual;
    int *index, *scratch;
    struct bin_stat hist[BINS];
    int max_depth;
    double *importance;
    long histograms;
};

static uint32_t state = 1234567;

static double uniform01(void)
{
    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    return state / 4294967296.0;
}

static struct dataset *make_data(int rows, int features)
{
    struct dataset *d = malloc(sizeof *d);
    double *x = malloc(features * sizeof *x);
    d->rows = rows;
    d->features = features;
    d->target = malloc(rows * sizeof *d->target);
    d->bin = malloc(features * sizeof *d->bin);
    for (int f = 0; f < features; f++)
        d->bin[f] = malloc(rows);
    for (int i = 0; i < rows; i++) {
        for (int f = 0; f < features; f++) {
            x[f] = uniform01();
            if (f >= 10)
                x[f] = 0.5 * x[f] + 0.5 * x[f - 10];
            d->bin[f][i] = (uint8_t)(x[f] * BINS);
        }
        d->target[i] = 10 * sin(3.14159265358979 * x[0] * x[1]) + 20 * (x[2] - 0.5) * (x[2] - 0.5)
                     + 10 * x[3] + 5 * x[4] + 2 * (uniform01() - 0.5);
    }
    free(x);
    return d;
}

static void free_data(struct dataset *d)
{
    for (int f = 0; f < d->features; f++)
        free(d->bin[f]);
    free(d->bin);
    free(d->target);
    free(d);
}

static int new_node(struct tree *t, double value)
{
    if (t->count == t->cap) {
        t->cap = t->cap ? 2 * t->cap : 16;
        t->nodes = realloc(t->nodes, t->cap * sizeof *t->nodes);
    }
    t->nodes[t->count] = (struct node){ -1, 0, -1, -1, value };
    return t->count++;
}

static void build_histogram(struct trainer *tr, int feature, const int *idx, int n)
{
    const uint8_t *bin = tr->data->bin[feature];
    memset(tr->hist, 0, sizeof tr->hist);
    for (int i = 0; i < n; i++) {
        struct bin_stat *b = &tr->hist[bin[idx[i]]];
        b->sum += tr->residual[idx[i]];
        b->n++;
    }
    tr->histograms++;
}

static void scan_histogram(const struct trainer *tr, int feature, double sum, int n, struct split *best)
{
    double lsum = 0.0, base = sum * sum / n;
    int ln = 0;
    for (int b = 0; b < BINS - 1; b++) {
        lsum += tr->hist[b].sum;
        ln += tr->hist[b].n;
        if (ln < MIN_LEAF || n - ln < MIN_LEAF)
            continue;
        double rsum = sum - lsum;
        double gain = lsum * lsum / ln + rsum * rsum / (n - ln) - base;
        if (gain > best->gain) {
            best->gain = gain;
            best->feature = feature;
            best->threshold = b;
        }
    }
}

static int partition(struct trainer *tr, int *idx, int n, const struct split *s)
{
    const uint8_t *bin = tr->data->bin[s->feature];
    int l = 0, r = 0;
    for (int i = 0; i < n; i++) {
        if (bin[idx[i]] <= s->threshold)
            idx[l++] = idx[i];
        else
            tr->scratch[r++] = idx[i];
    }
    memcpy(idx + l, tr->scratch, r * sizeof *idx);
    return l;
}

static int grow(struct trainer *tr, struct tree *t, int *idx, int n, int depth)
{
    double sum = 0.0;
    for (int i = 0; i < n; i++)
        sum += tr->residual[idx[i]];
    int self = new_node(t, sum / n);
    if (depth == tr->max_depth || n < 2 * MIN_LEAF)
        return self;

    struct split best = { -1, 0, 1e-9 };
    for (int f = 0; f < tr->data->features; f++) {
        build_histogram(tr, f, idx, n);
        scan_histogram(tr, f, sum, n, &best);
    }
    if (best.feature < 0)
        return self;
    tr->importance[best.feature] += best.gain;
    int nl = partition(tr, idx, n, &best);
    int left = grow(tr, t, idx, nl, depth + 1);
    int right = grow(tr, t, idx + nl, n - nl, depth + 1);
    t->nodes[self].feature = best.feature;
    t->nodes[self].threshold = best.threshold;
    t->nodes[self].left = left;
    t->nodes[self].right = right;
    return self;
}

static double predict(const struct tree *t, const struct dataset *d, int row)
{
    int k = 0;
    while (t->nodes[k].feature >= 0) {
        const struct node *nd = &t->nodes[k];
        k = d->bin[nd->feature][row] <= nd->threshold ? nd->left : nd->right;
    }
    return t->nodes[k].value;
}

static double rmse(const double *pred, const struct dataset *d)
{
    double s = 0.0;
    for (int i = 0; i < d->rows; i++)
        s += (d->target[i] - pred[i]) * (d->target[i] - pred[i]);
    return sqrt(s / d->rows);
}

static void add_tree(double *pred, const struct tree *t, const struct dataset *d, double rate)
{
    for (int i = 0; i < d->rows; i++)
        pred[i] += rate * predict(t, d, i);
}

int main(int argc, char **argv)
{
    int rows = argc > 1 ? atoi(argv[1]) : 60000;
    int trees = argc > 2 ? atoi(argv[2]) : 80;
    int features = argc > 3 ? atoi(argv[3]) : 20;
    int depth = argc > 4 ? atoi(argv[4]) : 5;
    const double rate = 0.15;
    if (rows < 100 || features < 5) {
        fprintf(stderr, "too little data\n");
        return 1;
    }
    struct dataset *train = make_data(rows, features), *test = make_data(rows / 3, features);
    double *ptrain = malloc(train->rows * sizeof(double)), *ptest = malloc(test->rows * sizeof(double));
    struct trainer tr = { .data = train, .max_depth = depth };
    tr.residual = malloc(rows * sizeof(double));
    tr.index = malloc(rows * sizeof(int));
    tr.scratch = malloc(rows * sizeof(int));
    tr.importance = calloc(features, sizeof(double));

    double mean = 0.0;
    for (int i = 0; i < rows; i++)
        mean += train->target[i] / rows;
    for (int i = 0; i < train->rows; i++)
        ptrain[i] = mean;
    for (int i = 0; i < test->rows; i++)
        ptest[i] = mean;

    int leaves = 0;
    for (int k = 0; k < trees; k++) {
        struct tree t = {0};
        int n = 0;
        for (int i = 0; i < rows; i++) {
            tr.residual[i] = train->target[i] - ptrain[i];
            if (uniform01() < 0.8)
                tr.index[n++] = i;
        }
        grow(&tr, &t, tr.index, n, 0);
        add_tree(ptrain, &t, train, rate);
        add_tree(ptest, &t, test, rate);
        leaves += (t.count + 1) / 2;
        if (k % 10 == 9 || k == trees - 1)
            printf("tree %3d: train %.9f test %.9f\n", k + 1, rmse(ptrain, train), rmse(ptest, test));
        free(t.nodes);
    }
    printf("%d leaves, %ld histograms\n", leaves, tr.histograms);
    for (int f = 0; f < features; f++)
        printf("feature %2d: %.6e\n", f, tr.importance[f]);
    free(ptrain); free(ptest);
    free(tr.residual); free(tr.index); free(tr.scratch); free(tr.importance);
    free_data(train);
    free_data(test);
    return 0;
}
