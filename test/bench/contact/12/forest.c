/* forest.c
 *
 * Random forest classifier on synthetic tabular data: bootstrap samples,
 * random feature subsets, gini splits, out-of-bag error, test accuracy and
 * feature importance.
 *
 * usage: forest [trees [samples]]
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NFEAT    16
#define NCLASS   4
#define MTRY     4
#define MAXDEPTH 14
#define MINLEAF  3

struct dataset {
    int n;
    float (*x)[NFEAT];
    unsigned char *y;
};

struct node {
    int feature;                /* -1: leaf */
    float thresh;
    int label;
    struct node *lo, *hi;
};

struct tree {
    struct node *root;
    unsigned seed;
    int nodes, depth;
};

struct forest {
    int ntrees;
    struct tree *trees;
    double importance[NFEAT];
    int (*oob)[NCLASS];         /* out-of-bag votes per sample */
};

struct item { float v; unsigned char y; };

static struct item *work;       /* for sorting one feature at a node */

static unsigned rand_u(unsigned *s)
{
    *s ^= *s << 13;
    *s ^= *s >> 17;
    *s ^= *s << 5;
    return *s;
}

static float rand_f(unsigned *s) { return (float)(rand_u(s) >> 8) / 16777216.0f; }

static void *get(size_t bytes)
{
    void *p = malloc(bytes);
    if (!p) { fprintf(stderr, "forest: malloc failed\n"); exit(1); }
    return p;
}

/* ------------------------------------------------------------------ data */
static void generate(struct dataset *d, int n, unsigned seed)
{
    d->n = n;
    d->x = get(n * sizeof *d->x);
    d->y = get(n);
    for (int i = 0; i < n; i++) {
        float *x = d->x[i];
        for (int f = 0; f < NFEAT; f++)
            x[f] = rand_f(&seed) + rand_f(&seed) - 1;
        float a = x[0] * x[0] + x[1] * x[1] - 0.3f, b = x[2] + 0.8f * x[3] * x[4];
        int c = (a > 0) + 2 * (b > 0);
        if (x[5] > 0.6f) c = 3 - c;
        if (rand_u(&seed) % 20 == 0) c = (int)(rand_u(&seed) % NCLASS);
        x[6] = 0.5f * x[0] + 0.5f * x[6];           /* correlated column */
        x[7] = (float)(int)(8 * x[7]);              /* categorical column */
        d->y[i] = (unsigned char)c;
    }
}

static int cmp_item(const void *a, const void *b)
{
    const struct item *p = a, *q = b;
    if (p->v != q->v)
        return p->v < q->v ? -1 : 1;
    return (int)p->y - (int)q->y;
}

/* ------------------------------------------------------------------ tree */
static double gini(const int *cnt, int n)
{
    double s = 1;
    for (int c = 0; c < NCLASS; c++) {
        double p = (double)cnt[c] / n;
        s -= p * p;
    }
    return s;
}

/* best threshold of one feature; returns the weighted impurity */
static double best_split(const struct dataset *d, const int *idx, int n, int f,
                         const int *total, float *thresh)
{
    int left[NCLASS] = { 0 }, right[NCLASS];
    double best = 1e9;
    memcpy(right, total, sizeof right);
    for (int i = 0; i < n; i++) {
        work[i].v = d->x[idx[i]][f];
        work[i].y = d->y[idx[i]];
    }
    qsort(work, n, sizeof *work, cmp_item);
    for (int i = 0; i < n - 1; i++) {
        left[work[i].y]++;
        right[work[i].y]--;
        if (work[i].v == work[i + 1].v || i + 1 < MINLEAF || n - i - 1 < MINLEAF)
            continue;
        double g = ((i + 1) * gini(left, i + 1) + (n - i - 1) * gini(right, n - i - 1)) / n;
        if (g < best) {
            best = g;
            *thresh = 0.5f * (work[i].v + work[i + 1].v);
        }
    }
    return best;
}

static struct node *grow(struct forest *fo, struct tree *t, const struct dataset *d,
                         int *idx, int n, int depth)
{
    struct node *nd = get(sizeof *nd);
    int cnt[NCLASS] = { 0 };
    for (int i = 0; i < n; i++)
        cnt[d->y[idx[i]]]++;
    nd->label = 0;
    for (int c = 1; c < NCLASS; c++)
        if (cnt[c] > cnt[nd->label])
            nd->label = c;
    nd->feature = -1;
    nd->thresh = 0;
    nd->lo = nd->hi = NULL;
    t->nodes++;
    if (depth > t->depth)
        t->depth = depth;
    if (depth == MAXDEPTH || n < 2 * MINLEAF || cnt[nd->label] == n)
        return nd;

    double g0 = gini(cnt, n), best = g0 - 1e-7;
    int feats[NFEAT];
    for (int f = 0; f < NFEAT; f++)
        feats[f] = f;
    for (int k = 0; k < MTRY; k++) {
        int r = k + (int)(rand_u(&t->seed) % (unsigned)(NFEAT - k));
        int f = feats[r];
        feats[r] = feats[k];
        feats[k] = f;
        float th = 0;
        double g = best_split(d, idx, n, f, cnt, &th);
        if (g < best) {
            best = g;
            nd->feature = f;
            nd->thresh = th;
        }
    }
    if (nd->feature < 0)
        return nd;
    fo->importance[nd->feature] += (g0 - best) * n / d->n;

    int i = 0, j = n;               /* partition in place */
    while (i < j) {
        if (d->x[idx[i]][nd->feature] <= nd->thresh)
            i++;
        else {
            int tmp = idx[i];
            idx[i] = idx[--j];
            idx[j] = tmp;
        }
    }
    nd->lo = grow(fo, t, d, idx, i, depth + 1);
    nd->hi = grow(fo, t, d, idx + i, n - i, depth + 1);
    return nd;
}

static int classify(const struct node *nd, const float *x)
{
    while (nd->feature >= 0)
        nd = x[nd->feature] <= nd->thresh ? nd->lo : nd->hi;
    return nd->label;
}

static void free_node(struct node *nd)
{
    if (!nd)
        return;
    free_node(nd->lo);
    free_node(nd->hi);
    free(nd);
}

/* ---------------------------------------------------------------- forest */
static void train(struct forest *fo, const struct dataset *d)
{
    int *idx = get(d->n * sizeof *idx);
    char *used = get(d->n);
    work = get(d->n * sizeof *work);
    for (int k = 0; k < fo->ntrees; k++) {
        struct tree *t = &fo->trees[k];
        memset(t, 0, sizeof *t);
        t->seed = 1000003u * (unsigned)(k + 1);
        memset(used, 0, d->n);
        for (int i = 0; i < d->n; i++) {
            idx[i] = (int)(rand_u(&t->seed) % (unsigned)d->n);
            used[idx[i]] = 1;
        }
        t->root = grow(fo, t, d, idx, d->n, 0);
        for (int i = 0; i < d->n; i++)
            if (!used[i])
                fo->oob[i][classify(t->root, d->x[i])]++;
    }
    free(idx);
    free(used);
    free(work);
}

static int argmax(const int *v)
{
    int b = 0;
    for (int c = 1; c < NCLASS; c++)
        if (v[c] > v[b])
            b = c;
    return b;
}

static int predict(const struct forest *fo, const float *x)
{
    int votes[NCLASS] = { 0 };
    for (int k = 0; k < fo->ntrees; k++)
        votes[classify(fo->trees[k].root, x)]++;
    return argmax(votes);
}

int main(int argc, char **argv)
{
    struct forest fo = { 0 };
    struct dataset tr, te;
    int confusion[NCLASS][NCLASS] = { { 0 } };

    fo.ntrees = argc > 1 ? atoi(argv[1]) : 110;
    int n = argc > 2 ? atoi(argv[2]) : 3000;
    if (fo.ntrees < 1 || n < 20) {
        fprintf(stderr, "usage: forest [trees [samples]]\n");
        return 1;
    }
    generate(&tr, n, 4711);
    generate(&te, 2 * n, 815);
    fo.trees = get(fo.ntrees * sizeof *fo.trees);
    fo.oob = get(n * sizeof *fo.oob);
    memset(fo.oob, 0, n * sizeof *fo.oob);

    train(&fo, &tr);

    int oob_n = 0, oob_bad = 0;
    for (int i = 0; i < n; i++) {
        int s = 0;
        for (int c = 0; c < NCLASS; c++)
            s += fo.oob[i][c];
        if (s) {
            oob_n++;
            oob_bad += argmax(fo.oob[i]) != tr.y[i];
        }
    }
    for (int i = 0; i < te.n; i++)
        confusion[te.y[i]][predict(&fo, te.x[i])]++;

    long nodes = 0;
    int depth = 0, right = 0;
    for (int k = 0; k < fo.ntrees; k++) {
        nodes += fo.trees[k].nodes;
        if (fo.trees[k].depth > depth)
            depth = fo.trees[k].depth;
    }
    printf("%d trees, %ld nodes, depth %d\n", fo.ntrees, nodes, depth);
    printf("oob error %.5f (%d samples)\n", (double)oob_bad / oob_n, oob_n);
    for (int c = 0; c < NCLASS; c++) {
        right += confusion[c][c];
        for (int p = 0; p < NCLASS; p++)
            printf("%6d", confusion[c][p]);
        printf("\n");
    }
    printf("test accuracy %.5f\nimportance", (double)right / te.n);
    for (int f = 0; f < NFEAT; f++)
        printf(" %.9f", fo.importance[f] / fo.ntrees);
    printf("\n");

    for (int k = 0; k < fo.ntrees; k++)
        free_node(fo.trees[k].root);
    free(fo.trees);
    free(fo.oob);
    free(tr.x); free(tr.y);
    free(te.x); free(te.y);
    return 0;
}
