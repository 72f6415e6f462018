/*
 * forest.c: random forest classifier
 * Bootstrap samples, random subsets of the features, Gini impurity; synthetic
 * sensor data.  Reports accuracy, confusion matrix and use of the features.
 * usage: forest [trees [training samples]]
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NFEATURES  16
#define NCLASSES    4
#define NTRY        5       /* features looked at per split */
#define MAXDEPTH   12
#define MINLEAF     3

typedef struct {
    float x[NFEATURES];
    int label;
} Sample;

typedef struct {
    int count;
    Sample *samples;
} Dataset;

typedef struct Node {
    int feature;            /* -1: leaf */
    float threshold;
    int label;
    struct Node *left, *right;
} Node;

typedef struct {
    float value;
    int label;
} Pair;

/* what the training of a tree needs besides the data */
typedef struct {
    const Dataset *data;
    unsigned seed;
    Pair *pairs;
    int *scratch;
    int used[NFEATURES];
    int nnodes;
} Trainer;

static unsigned next_random(unsigned *seed)
{
    unsigned s = *seed;
    s ^= s << 13;
    s ^= s >> 17;
    s ^= s << 5;
    return *seed = s;
}

static float noise(unsigned *seed)
{
    float sum = 0;
    for (int i = 0; i < 4; i++)
        sum += (float)(next_random(seed) >> 8) / 16777216.0f;
    return sum - 2.0f;
}

static void make_data(Dataset *d, int count, unsigned seed)
{
    d->count = count;
    d->samples = malloc((size_t)count * sizeof(Sample));
    if (d->samples == NULL)
        abort();
    for (int i = 0; i < count; i++) {
        Sample *s = &d->samples[i];
        s->label = (int)(next_random(&seed) % NCLASSES);
        for (int f = 0; f < NFEATURES; f++)
            s->x[f] = noise(&seed);
        s->x[2] += 0.35f * (float)s->label;
        s->x[5] += s->label & 1 ? 0.8f : 0.0f;
        s->x[7] *= s->label & 2 ? 2.5f : 1.0f;
        s->x[11] = s->x[3] * (s->label == 2 ? -1.0f : 1.0f) + 0.4f * s->x[11];
        s->x[14] = floorf(4.0f * s->x[14]);
        if (next_random(&seed) % 20 == 0)
            s->label = (int)(next_random(&seed) % NCLASSES);
    }
}

static int compare_pairs(const void *a, const void *b)
{
    float u = ((const Pair *)a)->value, v = ((const Pair *)b)->value;
    return (u > v) - (u < v);
}

static double gini(const int *hist, int total)
{
    double sum = 1.0;
    for (int c = 0; c < NCLASSES; c++) {
        double p = (double)hist[c] / total;
        sum -= p * p;
    }
    return sum;
}

static int majority(const int *hist)
{
    int best = 0;
    for (int c = 1; c < NCLASSES; c++)
        if (hist[c] > hist[best])
            best = c;
    return best;
}

/* best threshold of one feature; returns the impurity of the split */
static double try_feature(Trainer *t, const int *idx, int n, int f, float *threshold)
{
    int left[NCLASSES] = { 0 }, right[NCLASSES] = { 0 };
    double best = 1e9;
    for (int i = 0; i < n; i++) {
        t->pairs[i].value = t->data->samples[idx[i]].x[f];
        t->pairs[i].label = t->data->samples[idx[i]].label;
        right[t->pairs[i].label]++;
    }
    qsort(t->pairs, (size_t)n, sizeof(Pair), compare_pairs);
    for (int i = 0; i + 1 < n; i++) {
        left[t->pairs[i].label]++;
        right[t->pairs[i].label]--;
        if (t->pairs[i].value == t->pairs[i + 1].value || i + 1 < MINLEAF || n - i - 1 < MINLEAF)
            continue;
        double g = (gini(left, i + 1) * (i + 1) + gini(right, n - i - 1) * (n - i - 1)) / n;
        if (g < best) {
            best = g;
            *threshold = 0.5f * (t->pairs[i].value + t->pairs[i + 1].value);
        }
    }
    return best;
}

static Node *grow(Trainer *t, int *idx, int n, int depth)
{
    int hist[NCLASSES] = { 0 };
    double best = 1e9;
    Node *node = calloc(1, sizeof *node);
    if (node == NULL)
        abort();
    t->nnodes++;
    for (int i = 0; i < n; i++)
        hist[t->data->samples[idx[i]].label]++;
    node->feature = -1;
    node->label = majority(hist);
    if (depth == MAXDEPTH || n < 2 * MINLEAF || hist[node->label] == n)
        return node;

    for (int k = 0; k < NTRY; k++) {
        int f = (int)(next_random(&t->seed) % NFEATURES);
        float threshold = 0.0f;
        double g = try_feature(t, idx, n, f, &threshold);
        if (g < best) {
            best = g;
            node->feature = f;
            node->threshold = threshold;
        }
    }
    if (node->feature < 0 || best >= gini(hist, n) - 1e-9) {
        node->feature = -1;
        return node;
    }
    t->used[node->feature]++;
    /* stable partition of the index list */
    int nl = 0, nr = 0;
    for (int i = 0; i < n; i++)
        if (t->data->samples[idx[i]].x[node->feature] < node->threshold)
            idx[nl++] = idx[i];
        else
            t->scratch[nr++] = idx[i];
    memcpy(idx + nl, t->scratch, (size_t)nr * sizeof *idx);
    node->left = grow(t, idx, nl, depth + 1);
    node->right = grow(t, idx + nl, nr, depth + 1);
    return node;
}

static void tree_free(Node *n)
{
    if (n == NULL)
        return;
    tree_free(n->left);
    tree_free(n->right);
    free(n);
}

static int tree_predict(const Node *n, const float *x)
{
    if (n->feature < 0)
        return n->label;
    return tree_predict(x[n->feature] < n->threshold ? n->left : n->right, x);
}

static int forest_predict(Node **trees, int ntrees, const float *x)
{
    int votes[NCLASSES] = { 0 };
    for (int t = 0; t < ntrees; t++)
        votes[tree_predict(trees[t], x)]++;
    return majority(votes);
}

int main(int argc, char **argv)
{
    int ntrees = argc > 1 ? atoi(argv[1]) : 70;
    int ntrain = argc > 2 ? atoi(argv[2]) : 3000;
    if (ntrees < 1 || ntrain < 10)
        return 1;
    Dataset train, test;
    make_data(&train, ntrain, 17u);
    make_data(&test, 2 * ntrain, 4242u);
    Trainer t = { .data = &train };
    t.pairs = malloc((size_t)ntrain * sizeof *t.pairs);
    t.scratch = malloc((size_t)ntrain * sizeof *t.scratch);
    int *bag = malloc((size_t)ntrain * sizeof *bag);
    Node **trees = malloc((size_t)ntrees * sizeof *trees);
    if (!t.pairs || !t.scratch || !bag || !trees)
        abort();

    for (int k = 0; k < ntrees; k++) {
        t.seed = 1000003u * (unsigned)(k + 1);
        for (int i = 0; i < ntrain; i++)
            bag[i] = (int)(next_random(&t.seed) % (unsigned)ntrain);
        trees[k] = grow(&t, bag, ntrain, 0);
    }

    int confusion[NCLASSES][NCLASSES] = { { 0 } }, correct = 0;
    for (int i = 0; i < test.count; i++) {
        int guess = forest_predict(trees, ntrees, test.samples[i].x);
        confusion[test.samples[i].label][guess]++;
        correct += guess == test.samples[i].label;
    }
    printf("%d trees, %d nodes, accuracy %.4f\n", ntrees, t.nnodes, (double)correct / test.count);
    for (int a = 0; a < NCLASSES; a++)
        for (int b = 0; b < NCLASSES; b++)
            printf(" %6d%s", confusion[a][b], b + 1 < NCLASSES ? "" : "\n");
    for (int f = 0; f < NFEATURES; f++)
        printf("%d%c", t.used[f], f + 1 < NFEATURES ? ' ' : '\n');
    for (int k = 0; k < ntrees; k++)
        tree_free(trees[k]);
    free(trees);
    free(bag);
    free(t.pairs);
    free(t.scratch);
    free(train.samples);
    free(test.samples);
    return 0;
}
