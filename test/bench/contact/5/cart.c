// SPDX-License-Identifier: Apache-2.0
/* Grows one classification tree (CART, Gini impurity) on generated data,
 * prunes it on a validation set by reduced error and reports the accuracy
 * on a test set.
 *
 *   cart [samples] [features] [depth]
 */
#define _POSIX_C_SOURCE 200809L
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define CLASSES 4
#define MIN_LEAF 5

typedef struct node {
    int feature;                /* -1: leaf */
    float threshold;
    int label, count, errors;   /* errors on the validation set as a leaf */
    struct node *lo, *hi;
} node;

typedef struct { float value; int label; } sample_t;

typedef struct { double score; int feature; float threshold; } split_t;

static int features, max_depth;
static float *data;             /* row major: sample, feature */
static int *label;
static sample_t *column;        /* scratch of best_split */

static uint32_t s0 = 2463534242u;

static float uniform(void)
{
    s0 ^= s0 << 13; s0 ^= s0 >> 17; s0 ^= s0 << 5;
    return (float)(s0 >> 8) / 16777216.0f;
}

static float normal(void)
{
    float s = 0;
    for (int i = 0; i < 6; i++)
        s += uniform();
    return (s - 3.0f) * 1.41421356f;
}

static void generate(int n)
{
    for (int i = 0; i < n; i++) {
        float *x = data + (size_t)i * features;
        for (int f = 0; f < features; f++)
            x[f] = f % 3 == 2 ? floorf(10 * uniform()) : normal();
        float a = x[0] + 0.5f * x[1] * x[1], b = x[1] - x[features / 2] + 0.3f * normal();
        label[i] = (a > 0.4f ? 1 : 0) + (b > 0.0f ? 2 : 0);
        if (x[2] > 7 && a < 0)
            label[i] = 3 - label[i];
        if (uniform() < 0.05f)
            label[i] = (int)(CLASSES * uniform());
    }
}

static int by_value(const void *a, const void *b)
{
    const sample_t *x = a, *y = b;
    if (x->value != y->value) return x->value < y->value ? -1 : 1;
    return x->label - y->label;
}

static double sum_of_squares(const long *c)
{
    double s = 0;
    for (int k = 0; k < CLASSES; k++)
        s += (double)c[k] * c[k];
    return s;
}

static split_t best_split(const int *idx, int n, const long *total)
{
    split_t best = { sum_of_squares(total) / n + 1e-7 * n, -1, 0 };

    for (int f = 0; f < features; f++) {
        long below[CLASSES] = { 0 }, above[CLASSES];
        memcpy(above, total, sizeof above);
        for (int i = 0; i < n; i++) {
            column[i].value = data[(size_t)idx[i] * features + f];
            column[i].label = label[idx[i]];
        }
        qsort(column, n, sizeof *column, by_value);
        for (int i = 0; i + 1 < n; i++) {
            below[column[i].label]++;
            above[column[i].label]--;
            if (column[i].value == column[i + 1].value || i + 1 < MIN_LEAF || n - i - 1 < MIN_LEAF)
                continue;
            double s = sum_of_squares(below) / (i + 1) + sum_of_squares(above) / (n - i - 1);
            if (s > best.score) {
                best.score = s;
                best.feature = f;
                best.threshold = 0.5f * (column[i].value + column[i + 1].value);
            }
        }
    }
    return best;
}

/* stable, so that the tree does not depend on the order of the work */
static int partition(int *idx, int n, int feature, float threshold)
{
    int *right = malloc(n * sizeof *right), nl = 0, nr = 0;
    if (!right) exit(1);
    for (int i = 0; i < n; i++) {
        if (data[(size_t)idx[i] * features + feature] <= threshold)
            idx[nl++] = idx[i];
        else
            right[nr++] = idx[i];
    }
    memcpy(idx + nl, right, nr * sizeof *right);
    free(right);
    return nl;
}

static node *grow(int *idx, int n, int depth)
{
    node *t = calloc(1, sizeof *t);
    long total[CLASSES] = { 0 };
    if (!t) exit(1);
    for (int i = 0; i < n; i++)
        total[label[idx[i]]]++;
    for (int k = 1; k < CLASSES; k++)
        if (total[k] > total[t->label])
            t->label = k;
    t->count = n;
    t->feature = -1;
    if (depth == 0 || n < 2 * MIN_LEAF || total[t->label] == n)
        return t;
    split_t s = best_split(idx, n, total);
    if (s.feature < 0) return t;
    int nl = partition(idx, n, s.feature, s.threshold);
    if (nl == 0 || nl == n) return t;
    t->feature = s.feature;
    t->threshold = s.threshold;
    t->lo = grow(idx, nl, depth - 1);
    t->hi = grow(idx + nl, n - nl, depth - 1);
    return t;
}

static int classify(node *t, const float *x, int truth, int mark)
{
    for (;;) {
        if (mark) t->errors += t->label != truth;
        if (t->feature < 0) return t->label;
        t = x[t->feature] <= t->threshold ? t->lo : t->hi;
    }
}

static void drop(node *t)
{
    if (t) { drop(t->lo); drop(t->hi); free(t); }
}

static int prune(node *t)
{
    if (t->feature < 0) return t->errors;
    int below = prune(t->lo) + prune(t->hi);
    if (below < t->errors) return below;
    drop(t->lo);
    drop(t->hi);
    t->lo = t->hi = NULL;
    t->feature = -1;
    return t->errors;
}

static int walk(const node *t, uint32_t *hash)
{
    *hash = (*hash ^ (uint32_t)(t->feature * 64 + t->label) ^ (uint32_t)t->count * 2654435761u) * 16777619u;
    *hash ^= (uint32_t)(int32_t)lrintf(t->threshold * 4096);
    return t->feature < 0 ? 1 : 1 + walk(t->lo, hash) + walk(t->hi, hash);
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 68000;
    features = argc > 2 ? atoi(argv[2]) : 12;
    max_depth = argc > 3 ? atoi(argv[3]) : 12;
    if (n < 50 || features < 3 || max_depth < 1 || max_depth > 60) return 1;
    int train = n * 7 / 10, valid = n * 17 / 20, confusion[CLASSES][CLASSES] = { { 0 } };
    data = malloc((size_t)n * features * sizeof *data);
    label = malloc(n * sizeof *label);
    column = malloc(n * sizeof *column);
    int *idx = malloc(n * sizeof *idx);
    if (!data || !label || !column || !idx) return 1;
    generate(n);

    struct timespec a, b;
    clock_gettime(CLOCK_MONOTONIC, &a);
    for (int i = 0; i < train; i++) idx[i] = i;
    node *root = grow(idx, train, max_depth);
    uint32_t full = 1, pruned = 1;
    int grown = walk(root, &full);
    for (int i = train; i < valid; i++)
        classify(root, data + (size_t)i * features, label[i], 1);
    prune(root);
    for (int i = valid; i < n; i++)
        confusion[label[i]][classify(root, data + (size_t)i * features, 0, 0)]++;
    clock_gettime(CLOCK_MONOTONIC, &b);

    int left = walk(root, &pruned), good = 0;
    for (int i = 0; i < CLASSES; i++) {
        for (int j = 0; j < CLASSES; j++) printf("%6d", confusion[i][j]);
        printf("\n");
        good += confusion[i][i];
    }
    printf("nodes %d (%08x) pruned to %d (%08x) accuracy %.5f\n", grown, (unsigned)full, left,
           (unsigned)pruned, (double)good / (n - valid));
    fprintf(stderr, "time %.3f\n", b.tv_sec - a.tv_sec + 1e-9 * (b.tv_nsec - a.tv_nsec));
    drop(root); free(data); free(label); free(column); free(idx);
    return 0;
}
