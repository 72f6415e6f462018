/* Random forest classifier: bagging, random feature subsets, Gini splits,
 * out-of-bag error and permutation importance. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>
#include <math.h>

#define NFEAT 12
#define NCLASS 3

typedef struct {
    int n;
    float (*x)[NFEAT];
    int *y;
} Data;

typedef struct TreeNode {
    int feature;            /* -1: leaf */
    int label;
    float threshold;
    struct TreeNode *lo, *hi;
} TreeNode;

typedef struct { float key; int label; } Pair;

typedef struct {
    const Data *data;
    uint64_t rng;
    Pair *pairs;            /* sort buffer */
    int *rows;              /* bootstrap sample, reordered while splitting */
    unsigned char *inbag;
    int nodes;
    int max_depth, min_leaf, mtry;
} Builder;

typedef struct {
    TreeNode *root;
    int nodes;
} Tree;

static uint32_t next32(uint64_t *s)
{
    uint64_t z = (*s += 0x9E3779B97F4A7C15ULL);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
    return (uint32_t)(z >> 32);
}

static float unit(uint64_t *s) { return next32(s) / 4294967296.0f; }

static void *check(void *p)
{
    if (!p) {
        fprintf(stderr, "forest: out of memory\n");
        exit(1);
    }
    return p;
}

static void make_data(Data *d, int n)
{
    uint64_t s = 2024;
    d->n = n;
    d->x = check(malloc(n * sizeof *d->x));
    d->y = check(malloc(n * sizeof *d->y));
    for (int i = 0; i < n; i++) {
        float *x = d->x[i];
        for (int f = 0; f < NFEAT; f++)
            x[f] = unit(&s) + unit(&s) + unit(&s) - 1.5f;
        float a = x[0] * x[1] + 0.5f * x[2], b = sinf(4 * x[3]) - x[4] * x[4] + 0.3f * x[0];
        d->y[i] = a > 0.12f ? 0 : b > 0.1f ? 1 : 2;
        if (next32(&s) % 20 == 0)
            d->y[i] = next32(&s) % NCLASS;
    }
}

static int by_key(const void *a, const void *b)
{
    float x = ((const Pair *)a)->key, y = ((const Pair *)b)->key;
    return (x > y) - (x < y);
}

static double impurity(const int *c, int n)
{
    double s = 0;
    for (int k = 0; k < NCLASS; k++)
        s += (double)c[k] * c[k];
    return n - s / n;
}

static double best_split(Builder *b, int lo, int hi, int f, float *thr)
{
    int n = hi - lo, left[NCLASS] = { 0 }, right[NCLASS] = { 0 };
    double best = 1e300;
    for (int i = 0; i < n; i++) {
        int r = b->rows[lo + i];
        b->pairs[i].key = b->data->x[r][f];
        b->pairs[i].label = b->data->y[r];
        right[b->pairs[i].label]++;
    }
    qsort(b->pairs, n, sizeof *b->pairs, by_key);
    for (int i = 0; i < n - 1; i++) {
        left[b->pairs[i].label]++;
        right[b->pairs[i].label]--;
        if (b->pairs[i].key == b->pairs[i + 1].key || i + 1 < b->min_leaf || n - i - 1 < b->min_leaf)
            continue;
        double g = impurity(left, i + 1) + impurity(right, n - i - 1);
        if (g < best) {
            best = g;
            *thr = 0.5f * (b->pairs[i].key + b->pairs[i + 1].key);
        }
    }
    return best;
}

static TreeNode *grow(Builder *b, int lo, int hi, int depth)
{
    TreeNode *t = check(calloc(1, sizeof *t));
    int count[NCLASS] = { 0 }, n = hi - lo;
    b->nodes++;
    for (int i = lo; i < hi; i++)
        count[b->data->y[b->rows[i]]]++;
    for (int k = 1; k < NCLASS; k++)
        if (count[k] > count[t->label])
            t->label = k;
    t->feature = -1;
    if (depth >= b->max_depth || n < 2 * b->min_leaf || count[t->label] == n)
        return t;

    double parent = impurity(count, n), best = parent - 1e-9;
    for (int k = 0; k < b->mtry; k++) {
        float thr = 0;
        int f = next32(&b->rng) % NFEAT;
        double g = best_split(b, lo, hi, f, &thr);
        if (g < best) {
            best = g;
            t->feature = f;
            t->threshold = thr;
        }
    }
    if (t->feature < 0)
        return t;
    int i = lo, j = hi;
    while (i < j) {
        if (b->data->x[b->rows[i]][t->feature] < t->threshold)
            i++;
        else {
            int r = b->rows[i];
            b->rows[i] = b->rows[--j];
            b->rows[j] = r;
        }
    }
    t->lo = grow(b, lo, i, depth + 1);
    t->hi = grow(b, i, hi, depth + 1);
    return t;
}

static int classify(const TreeNode *t, const float *x)
{
    while (t->feature >= 0)
        t = x[t->feature] < t->threshold ? t->lo : t->hi;
    return t->label;
}

static void release(TreeNode *t)
{
    if (!t)
        return;
    release(t->lo);
    release(t->hi);
    free(t);
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 4000, ntree = argc > 2 ? atoi(argv[2]) : 40;
    Data d;
    if (n < 20 || ntree < 1)
        return 2;
    make_data(&d, n);
    Tree *trees = check(calloc(ntree, sizeof *trees));
    int (*votes)[NCLASS] = check(calloc(n, sizeof *votes));
    long hurt[NFEAT] = { 0 }, tested = 0;

#pragma omp parallel reduction(+ : hurt, tested)
    {
    Builder b = { .data = &d, .max_depth = 14, .min_leaf = 3, .mtry = 4 };
    b.pairs = check(malloc(n * sizeof *b.pairs));
    b.rows = check(malloc(n * sizeof *b.rows));
    b.inbag = check(malloc(n));
#pragma omp for schedule(dynamic)
    for (int t = 0; t < ntree; t++) {
        b.rng = 1000003ULL * t + 17;
        b.nodes = 0;
        memset(b.inbag, 0, n);
        for (int i = 0; i < n; i++) {
            b.rows[i] = next32(&b.rng) % n;
            b.inbag[b.rows[i]] = 1;
        }
        trees[t].root = grow(&b, 0, n, 0);
        trees[t].nodes = b.nodes;
        /* out of bag rows vote, then once more with each feature scrambled */
        for (int i = 0; i < n; i++) {
            if (b.inbag[i])
                continue;
            int c = classify(trees[t].root, d.x[i]);
#pragma omp atomic
            votes[i][c]++;
            tested++;
            for (int f = 0; f < NFEAT; f++) {
                float x[NFEAT];
                memcpy(x, d.x[i], sizeof x);
                x[f] = d.x[next32(&b.rng) % n][f];
                hurt[f] += (c == d.y[i]) - (classify(trees[t].root, x) == d.y[i]);
            }
        }
    }

    free(b.pairs); free(b.rows); free(b.inbag);
    }

    int wrong = 0, judged = 0, nodes = 0, confusion[NCLASS][NCLASS] = { { 0 } };
    for (int i = 0; i < n; i++) {
        int c = 0;
        for (int k = 1; k < NCLASS; k++)
            if (votes[i][k] > votes[i][c])
                c = k;
        if (votes[i][c] == 0)
            continue;
        judged++;
        wrong += c != d.y[i];
        confusion[d.y[i]][c]++;
    }
    for (int t = 0; t < ntree; t++)
        nodes += trees[t].nodes;
    printf("%d trees, %d nodes, out-of-bag error %.6f (%d judged)\n", ntree, nodes, (double)wrong / judged, judged);
    for (int a = 0; a < NCLASS; a++)
        printf("class %d: %5d %5d %5d\n", a, confusion[a][0], confusion[a][1], confusion[a][2]);
    for (int f = 0; f < NFEAT; f++)
        printf("x%-2d %.6f%c", f, (double)hurt[f] / tested, f % 4 == 3 ? '\n' : ' ');
    for (int t = 0; t < ntree; t++)
        release(trees[t].root);
    free(trees); free(votes); free(d.x); free(d.y);
    return 0;
}
