/*
 * forest - random forest classifier: bootstrap sampling, random feature
 * subsets, Gini splits on sorted values, out-of-bag error and importance.
 *
 * usage: forest [samples] [trees]
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FEATURES 12
#define CLASSES 4
#define TRY 4
#define MAXDEPTH 14
#define MINLEAF 3

typedef struct { int n; float (*x)[FEATURES]; unsigned char *y; } dataset;

typedef struct node {
    int feature;                /* -1: leaf */
    float cut;
    unsigned char label;
    struct node *left, *right;
} node;

typedef struct { float value; unsigned char label; } pair;

typedef struct {
    node *root;
    unsigned char *in_bag;
    int nodes;
    double importance[FEATURES];
} tree;

typedef struct {
    const dataset *d;
    unsigned rng;
    pair *sorted;               /* scratch */
    int *spare;
} trainer;

static unsigned rnd(unsigned *s, unsigned n)
{
    *s = *s * 1664525u + 1013904223u;
    return (*s >> 9) % n;
}

static void make_data(dataset *d, int n, unsigned seed)
{
    d->n = n;
    d->x = malloc((size_t)n * sizeof *d->x);
    d->y = malloc((size_t)n);
    if (!d->x || !d->y)
        exit(1);
    for (int i = 0; i < n; i++) {
        float *x = d->x[i];
        for (int f = 0; f < FEATURES; f++)
            x[f] = (float)(rnd(&seed, 1000) + rnd(&seed, 1000)) / 1000.0f;
        int c = (x[0] + x[3] * x[5] > 1.8f) * 2 + (x[1] * x[1] > 1.1f + 0.2f * x[7]);
        d->y[i] = (unsigned char)(rnd(&seed, 20) == 0 ? rnd(&seed, CLASSES) : (unsigned)c);
    }
}

static int by_value(const void *a, const void *b)
{
    float x = ((const pair *)a)->value, y = ((const pair *)b)->value;
    return x < y ? -1 : x > y ? 1 : 0;
}

static double gini(const int *count, int n)
{
    double s = 0;
    for (int c = 0; c < CLASSES; c++)
        s += (double)count[c] * count[c];
    return 1.0 - s / ((double)n * n);
}

/* best cut of one feature; returns the weighted impurity */
static double best_cut(trainer *t, const int *idx, int n, int f, const int *total, float *cut)
{
    int left[CLASSES] = { 0 }, right[CLASSES];
    double best = 1e9;
    for (int i = 0; i < n; i++) {
        t->sorted[i].value = t->d->x[idx[i]][f];
        t->sorted[i].label = t->d->y[idx[i]];
    }
    qsort(t->sorted, (size_t)n, sizeof *t->sorted, by_value);
    memcpy(right, total, sizeof right);
    for (int i = 0; i + 1 < n; i++) {
        double g;
        left[t->sorted[i].label]++;
        right[t->sorted[i].label]--;
        if (t->sorted[i].value == t->sorted[i + 1].value || i + 1 < MINLEAF || n - i - 1 < MINLEAF)
            continue;
        g = ((i + 1) * gini(left, i + 1) + (n - i - 1) * gini(right, n - i - 1)) / n;
        if (g < best) {
            best = g;
            *cut = 0.5f * (t->sorted[i].value + t->sorted[i + 1].value);
        }
    }
    return best;
}

static node *grow(trainer *t, tree *out, int *idx, int n, int depth)
{
    node *nd = calloc(1, sizeof *nd);
    int total[CLASSES] = { 0 }, nl = 0, nr = 0;
    double here, best;
    if (!nd)
        exit(1);
    out->nodes++;
    nd->feature = -1;
    for (int i = 0; i < n; i++)
        total[t->d->y[idx[i]]]++;
    for (int c = 1; c < CLASSES; c++)
        if (total[c] > total[nd->label])
            nd->label = (unsigned char)c;
    here = best = gini(total, n);
    if (depth == MAXDEPTH || n < 2 * MINLEAF || total[nd->label] == n)
        return nd;
    for (int k = 0; k < TRY; k++) {
        int f = (int)rnd(&t->rng, FEATURES);
        float cut = 0;
        double g = best_cut(t, idx, n, f, total, &cut);
        if (g < best) {
            best = g;
            nd->feature = f;
            nd->cut = cut;
        }
    }
    if (nd->feature < 0)
        return nd;
    out->importance[nd->feature] += (here - best) * n;
    for (int i = 0; i < n; i++)
        if (t->d->x[idx[i]][nd->feature] < nd->cut)
            idx[nl++] = idx[i];
        else
            t->spare[nr++] = idx[i];
    memcpy(idx + nl, t->spare, (size_t)nr * sizeof *idx);
    nd->left = grow(t, out, idx, nl, depth + 1);
    nd->right = grow(t, out, idx + nl, nr, depth + 1);
    return nd;
}

static void train_tree(trainer *t, tree *out, unsigned seed)
{
    int n = t->d->n, *idx = malloc((size_t)n * sizeof *idx);

    memset(out, 0, sizeof *out);
    out->in_bag = calloc((size_t)n, 1);
    if (!idx || !out->in_bag)
        exit(1);
    t->rng = seed * 2654435761u + 1u;
    for (int i = 0; i < n; i++) {
        idx[i] = (int)rnd(&t->rng, (unsigned)n);
        out->in_bag[idx[i]] = 1;
    }
    out->root = grow(t, out, idx, n, 0);
    free(idx);
}

static int classify(const node *nd, const float *x)
{
    while (nd->feature >= 0)
        nd = x[nd->feature] < nd->cut ? nd->left : nd->right;
    return nd->label;
}

static void free_nodes(node *nd)
{
    if (nd) {
        free_nodes(nd->left);
        free_nodes(nd->right);
    }
    free(nd);
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 3000, ntrees = argc > 2 ? atoi(argv[2]) : 40;
    int wrong = 0, voted = 0, nodes = 0, confusion[CLASSES][CLASSES] = { { 0 } };
    double importance[FEATURES] = { 0 };
    dataset d;

    if (n < 20 || ntrees < 1)
        return 1;
    make_data(&d, n, 77);
    tree *trees = calloc((size_t)ntrees, sizeof *trees);
    if (!trees)
        return 1;
#pragma omp parallel
    {
        trainer t;
        t.d = &d;
        t.sorted = malloc((size_t)n * sizeof *t.sorted);
        t.spare = malloc((size_t)n * sizeof *t.spare);
        if (!t.sorted || !t.spare)
            exit(1);
#pragma omp for schedule(dynamic, 1)
        for (int k = 0; k < ntrees; k++)
            train_tree(&t, &trees[k], (unsigned)k + 1);
        free(t.sorted);
        free(t.spare);
    }
    for (int k = 0; k < ntrees; k++) {
        nodes += trees[k].nodes;
        for (int f = 0; f < FEATURES; f++)
            importance[f] += trees[k].importance[f] / n;
        if (k % 10 == 9)
            printf("tree %3d: %d nodes so far\n", k + 1, nodes);
    }
#pragma omp parallel for schedule(static) reduction(+ : wrong, voted, confusion)
    for (int i = 0; i < n; i++) {
        int votes[CLASSES] = { 0 }, best = 0, any = 0;
        for (int k = 0; k < ntrees; k++) {
            if (!trees[k].in_bag[i]) {
                votes[classify(trees[k].root, d.x[i])]++;
                any = 1;
            }
        }
        for (int c = 1; c < CLASSES; c++)
            best = votes[c] > votes[best] ? c : best;
        if (!any)
            continue;
        confusion[d.y[i]][best]++;
        voted++;
        wrong += best != d.y[i];
    }
    printf("out-of-bag error %.4f (%d of %d)\n", (double)wrong / voted, wrong, voted);
    for (int c = 0; c < CLASSES; c++)
        printf("  %5d %5d %5d %5d\n", confusion[c][0], confusion[c][1], confusion[c][2], confusion[c][3]);
    for (int f = 0; f < FEATURES; f++)
        printf("feature %2d importance %.8f\n", f, importance[f] / ntrees);
    for (int k = 0; k < ntrees; k++) {
        free_nodes(trees[k].root);
        free(trees[k].in_bag);
    }
    free(trees); free(d.x); free(d.y);
    return 0;
}
