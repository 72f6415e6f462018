// SPDX-License-Identifier: Apache-2.0
/* Trains a random forest on synthetic binned features and reports training, hold-out accuracy and feature importance. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>

#define NFEAT 24
#define NCLASS 4
#define NBIN 64
#define MAXDEPTH 12
#define MINLEAF 5

typedef struct node {
    int feature, cut;           /* go left if bin <= cut */
    int label;                  /* leaf only */
    struct node *left, *right;
} Node;

typedef struct {
    int n;
    uint8_t (*x)[NFEAT];
    uint8_t *y;
} Dataset;

typedef struct {
    Node *root;
    int nodes, depth;
    long importance[NFEAT];
} Tree;

typedef struct {
    const Dataset *ds;
    Tree *tree;
    uint64_t rng;
} Builder;

static uint32_t draw(uint64_t *s, uint32_t n)
{
    *s = *s * 6364136223846793005ull + 1442695040888963407ull;
    return (uint32_t)((*s >> 33) % n);
}

static Dataset make_data(int n, uint64_t seed)
{
    Dataset d = { n, malloc(n * sizeof *d.x), malloc(n) };
    for (int i = 0; i < n; i++) {
        uint8_t *x = d.x[i];
        for (int f = 0; f < NFEAT; f++)
            x[f] = (uint8_t)draw(&seed, NBIN);
        int c = 0;
        if (x[3] + x[7] > 70) c ^= 1;
        if (x[1] > 30 && x[12] < 40) c ^= 2;
        if ((int)x[5] - (int)x[9] > 20) c ^= 1;
        if (draw(&seed, 100) < 5) c = (int)draw(&seed, NCLASS);
        d.y[i] = (uint8_t)c;
    }
    return d;
}

/* larger is purer: sum of squares / size for both sides, in fixed point */
static int64_t purity(const int *cnt, int n)
{
    int64_t s = 0;
    for (int c = 0; c < NCLASS; c++)
        s += (int64_t)cnt[c] * cnt[c];
    return n ? s * 1024 / n : 0;
}

static int majority(const int *cnt)
{
    int b = 0;
    for (int c = 1; c < NCLASS; c++)
        if (cnt[c] > cnt[b]) b = c;
    return b;
}

static Node *grow(Builder *b, int *idx, int n, int depth)
{
    Node *nd = calloc(1, sizeof *nd);
    int total[NCLASS] = {0};
    for (int i = 0; i < n; i++)
        total[b->ds->y[idx[i]]]++;
    nd->label = majority(total);
    b->tree->nodes++;
    if (depth > b->tree->depth) b->tree->depth = depth;
    if (depth >= MAXDEPTH || n < 2 * MINLEAF || total[nd->label] == n)
        return nd;

    int64_t base = purity(total, n), best = base;
    int bf = -1, bc = 0;
    for (int t = 0; t < 6; t++) {
        int f = (int)draw(&b->rng, NFEAT);
        int hist[NBIN][NCLASS] = {{0}};
        for (int i = 0; i < n; i++)
            hist[b->ds->x[idx[i]][f]][b->ds->y[idx[i]]]++;
        int left[NCLASS] = {0}, nl = 0;
        for (int v = 0; v < NBIN - 1; v++) {
            int right[NCLASS];
            for (int c = 0; c < NCLASS; c++) {
                left[c] += hist[v][c];
                nl += hist[v][c];
                right[c] = total[c] - left[c];
            }
            if (nl < MINLEAF || n - nl < MINLEAF) continue;
            int64_t g = purity(left, nl) + purity(right, n - nl);
            if (g > best) { best = g; bf = f; bc = v; }
        }
    }
    if (bf < 0) return nd;
    b->tree->importance[bf] += (long)((best - base) / 1024);
    int m = 0;
    for (int i = 0; i < n; i++)
        if (b->ds->x[idx[i]][bf] <= bc) {
            int t = idx[i];
            idx[i] = idx[m];
            idx[m++] = t;
        }
    nd->feature = bf;
    nd->cut = bc;
    nd->left = grow(b, idx, m, depth + 1);
    nd->right = grow(b, idx + m, n - m, depth + 1);
    return nd;
}

static void train_tree(Tree *t, const Dataset *ds, int number)
{
    Builder b = { ds, t, 1000003ull * (uint64_t)(number + 1) };
    int *idx = malloc(ds->n * sizeof *idx);
    memset(t, 0, sizeof *t);
    for (int i = 0; i < ds->n; i++)
        idx[i] = (int)draw(&b.rng, (uint32_t)ds->n);
    t->root = grow(&b, idx, ds->n, 0);
    free(idx);
}

static int predict(const Node *nd, const uint8_t *x)
{
    while (nd->left)
        nd = x[nd->feature] <= nd->cut ? nd->left : nd->right;
    return nd->label;
}

static long accuracy(const Tree *f, int nt, const Dataset *d, long conf[NCLASS][NCLASS])
{
    long ok = 0;
    for (int i = 0; i < d->n; i++) {
        int votes[NCLASS] = {0};
        for (int t = 0; t < nt; t++)
            votes[predict(f[t].root, d->x[i])]++;
        int p = majority(votes);
        conf[d->y[i]][p]++;
        ok += p == d->y[i];
    }
    return ok;
}

static void chop(Node *n)
{
    if (!n) return;
    chop(n->left);
    chop(n->right);
    free(n);
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 16000;
    int nt = argc > 2 ? atoi(argv[2]) : 150;
    Dataset train = make_data(n, 11), test = make_data(n / 2, 22);
    Tree *forest = malloc(nt * sizeof *forest);
    for (int t = 0; t < nt; t++)
        train_tree(&forest[t], &train, t);

    long ctrain[NCLASS][NCLASS] = {{0}}, ctest[NCLASS][NCLASS] = {{0}}, nodes = 0, imp[NFEAT] = {0};
    long a = accuracy(forest, nt, &train, ctrain), b = accuracy(forest, nt, &test, ctest);
    for (int t = 0; t < nt; t++) {
        nodes += forest[t].nodes;
        for (int f = 0; f < NFEAT; f++) imp[f] += forest[t].importance[f];
    }
    printf("trees %d nodes %ld train %ld/%d test %ld/%d\n", nt, nodes, a, train.n, b, test.n);
    for (int i = 0; i < NCLASS; i++) {
        for (int j = 0; j < NCLASS; j++) printf("%8ld", ctest[i][j]);
        printf("\n");
    }
    for (int f = 0; f < NFEAT; f++) printf("%s%ld", f ? " " : "importance ", imp[f]);
    printf("\n");
    for (int t = 0; t < nt; t++) chop(forest[t].root);
    free(forest); free(train.x); free(train.y); free(test.x); free(test.y);
    return 0;
}
