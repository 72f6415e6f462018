/* forest - random decision forest on quantised features: bagging, random
 * feature subsets, Gini splits found from 32-bin histograms, majority vote. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BINS 32
#define MAXCLS 8

typedef unsigned char byte;

typedef struct Node {
    int feature, cut, label;
    struct Node *left, *right;
} Node;

typedef struct {
    int rows, feats, classes;
    byte *x;                /* rows x feats */
    byte *y;
} Data;

typedef struct {
    unsigned state;
    int *rows;
    const Data *data;
    int max_depth, min_rows, tries;
    int nodes;
} Grower;

static unsigned next_rand(unsigned *s)
{
    *s ^= *s << 13;
    *s ^= *s >> 17;
    *s ^= *s << 5;
    return *s;
}

static void make_data(Data *d, int rows, int feats, int classes, unsigned seed)
{
    d->rows = rows;
    d->feats = feats;
    d->classes = classes;
    d->x = malloc((size_t)rows * (size_t)feats);
    d->y = malloc((size_t)rows);
    if (!d->x || !d->y)
        exit(1);
    for (int i = 0; i < rows; i++) {
        byte *r = d->x + (size_t)i * feats;
        for (int j = 0; j < feats; j++)
            r[j] = (byte)(next_rand(&seed) >> 27);
        int score = r[0] + (r[1 % feats] > 15 ? r[2 % feats] : 31 - r[3 % feats]) + (r[4 % feats] ^ 5) / 2;
        score += (int)(next_rand(&seed) >> 29);
        d->y[i] = (byte)(score * classes / 90 % classes);
    }
}

static Node *leaf(Grower *g, const int *count)
{
    Node *n = calloc(1, sizeof *n);
    if (!n)
        exit(1);
    for (int c = 1; c < g->data->classes; c++)
        if (count[c] > count[n->label])
            n->label = c;
    g->nodes++;
    return n;
}

static double side_purity(const int *count, int k, int n)
{
    double s = 0.0;
    for (int c = 0; c < k; c++)
        s += (double)count[c] * count[c];
    return n ? s / n : 0.0;
}

static Node *grow(Grower *g, int lo, int hi, int depth)
{
    const Data *d = g->data;
    int total[MAXCLS] = { 0 }, k = d->classes, n = hi - lo;
    for (int i = lo; i < hi; i++)
        total[d->y[g->rows[i]]]++;
    double base = side_purity(total, k, n), best = base + 1e-9;
    int bf = -1, bc = 0;
    if (depth < g->max_depth && n >= g->min_rows)
        for (int t = 0; t < g->tries; t++) {
            int f = (int)(next_rand(&g->state) % (unsigned)d->feats);
            int hist[BINS][MAXCLS];
            memset(hist, 0, sizeof hist);
            for (int i = lo; i < hi; i++) {
                int r = g->rows[i];
                hist[d->x[(size_t)r * d->feats + f]][d->y[r]]++;
            }
            int l[MAXCLS] = { 0 }, rgt[MAXCLS], nl = 0;
            memcpy(rgt, total, sizeof rgt);
            for (int b = 0; b < BINS - 1; b++) {
                for (int c = 0; c < k; c++) {
                    l[c] += hist[b][c];
                    rgt[c] -= hist[b][c];
                    nl += hist[b][c];
                }
                double s = side_purity(l, k, nl) + side_purity(rgt, k, n - nl);
                if (s > best) {
                    best = s;
                    bf = f;
                    bc = b;
                }
            }
        }
    Node *node = leaf(g, total);
    if (bf < 0)
        return node;
    int m = lo;
    for (int i = lo; i < hi; i++)
        if (d->x[(size_t)g->rows[i] * d->feats + bf] <= bc) {
            int t = g->rows[i];
            g->rows[i] = g->rows[m];
            g->rows[m++] = t;
        }
    node->feature = bf;
    node->cut = bc;
    node->left = grow(g, lo, m, depth + 1);
    node->right = grow(g, m, hi, depth + 1);
    return node;
}

static void fell(Node *n)
{
    if (!n)
        return;
    fell(n->left);
    fell(n->right);
    free(n);
}

static int classify(const Node *n, const byte *x)
{
    while (n->left)
        n = x[n->feature] <= n->cut ? n->left : n->right;
    return n->label;
}

int main(int argc, char **argv)
{
    int trees = argc > 1 ? atoi(argv[1]) : 80;
    int rows = argc > 2 ? atoi(argv[2]) : 10000;
    Data train, test;
    make_data(&train, rows, 20, 5, 77u);
    make_data(&test, rows, 20, 5, 4242u);
    Node **forest = malloc(sizeof *forest * (size_t)trees);
    int *bag = malloc(sizeof *bag * (size_t)rows);
    if (!forest || !bag)
        return 1;
    long nodes = 0;
    for (int t = 0; t < trees; t++) {
        Grower g = { 1000003u * (unsigned)(t + 1), bag, &train, 14, 6, 6, 0 };
        for (int i = 0; i < rows; i++)
            bag[i] = (int)(next_rand(&g.state) % (unsigned)rows);
        forest[t] = grow(&g, 0, rows, 0);
        nodes += g.nodes;
    }
    int hits = 0, confusion[MAXCLS][MAXCLS] = { { 0 } };
    for (int i = 0; i < rows; i++) {
        int vote[MAXCLS] = { 0 }, win = 0;
        for (int t = 0; t < trees; t++)
            vote[classify(forest[t], test.x + (size_t)i * test.feats)]++;
        for (int c = 1; c < test.classes; c++)
            if (vote[c] > vote[win])
                win = c;
        confusion[test.y[i]][win]++;
        hits += win == test.y[i];
    }
    printf("trees %d nodes %ld accuracy %d / %d\n", trees, nodes, hits, rows);
    for (int a = 0; a < test.classes; a++) {
        for (int b = 0; b < test.classes; b++)
            printf(" %6d", confusion[a][b]);
        printf("\n");
    }
    for (int t = 0; t < trees; t++)
        fell(forest[t]);
    free(forest);
    free(bag);
    free(train.x); free(train.y); free(test.x); free(test.y);
    return 0;
}
