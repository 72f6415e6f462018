// gbtree: gradient boosted decision trees for binary classification,
// histogram split search, on a synthetic "loan default" table.
// usage: gbtree [rows] [trees] [depth]
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { NFEAT = 26, NBIN = 64, MINROWS = 40 };
static const double LAMBDA = 1.0, RATE = 0.15;

typedef struct Node {
    int feature;            // -1 for a leaf
    uint8_t bin;            // go left if value <= bin
    double value, gain;
    struct Node *left, *right;
} Node;

typedef struct { double g, h; int n; } Stat;

typedef struct {
    int rows;
    uint8_t *col[NFEAT];    // binned, one array per feature
    uint8_t *label;
    double *score, *grad, *hess;
} Table;

typedef struct {
    int feature, bin;
    double gain;
    Stat left;
} Split;

static double importance[NFEAT];
static int node_count;
static uint32_t rng_s[4] = { 0x12345678, 0x9abcdef0, 0x0badcafe, 0x31415926 };

static uint32_t rng_next(void)
{
    uint32_t t = rng_s[3], s = rng_s[0];
    rng_s[3] = rng_s[2], rng_s[2] = rng_s[1], rng_s[1] = s;
    t ^= t << 11, t ^= t >> 8;
    return rng_s[0] = t ^ s ^ (s >> 19);
}

static double rng_unit(void) { return rng_next() / 4294967296.0; }

static void *need(void *p)
{
    if (!p) exit(fputs("gbtree: out of memory\n", stderr) >= 0);
    return p;
}

static void table_alloc(Table *t, int rows)
{
    t->rows = rows;
    t->score = need(calloc((size_t)rows * 3, sizeof(double)));
    t->grad = t->score + rows;
    t->hess = t->grad + rows;
    t->label = need(malloc((size_t)rows * (NFEAT + 1)));
    for (int f = 0; f < NFEAT; f++)
        t->col[f] = t->label + (size_t)rows * (f + 1);
}

// income, debt, age ... are latent; the columns are noisy mixtures of them
static void table_fill(Table *t)
{
    for (int i = 0; i < t->rows; i++) {
        double z[5];
        for (int k = 0; k < 5; k++) z[k] = rng_unit() + rng_unit() + rng_unit() - 1.5;
        for (int f = 0; f < NFEAT; f++) {
            double v = z[f % 5] * (f < 10 ? 1.0 : 0.3) + 0.4 * z[(f * 3 + 1) % 5] * z[f % 4];
            v += (rng_unit() - 0.5) * (0.5 + 0.05 * f);
            int b = (int)(NBIN * (0.5 + v / 4));
            t->col[f][i] = (uint8_t)(b < 0 ? 0 : b >= NBIN ? NBIN - 1 : b);
        }
        double logit = 2.2 * z[0] - 1.4 * z[1] * z[2] + (z[3] > 0.4 ? 1.5 : -0.4) - 1.1 * z[4] * z[4];
        t->label[i] = rng_unit() < 1 / (1 + exp(-1.6 * logit));
    }
}

static double gain_of(Stat a) { return a.g * a.g / (a.h + LAMBDA); }
// scan one feature's histogram for the best cut
static Split best_cut(const Table *t, const int *row, int n, int f, Stat all)
{
    Stat hist[NBIN] = { { 0, 0, 0 } }, acc = { 0, 0, 0 };
    Split s = { -1, 0, 1e-3, acc };
    const uint8_t *col = t->col[f];
    for (int i = 0; i < n; i++) {
        Stat *b = &hist[col[row[i]]];
        b->g += t->grad[row[i]], b->h += t->hess[row[i]], b->n++;
    }
    for (int b = 0; b < NBIN - 1; b++) {
        acc.g += hist[b].g, acc.h += hist[b].h, acc.n += hist[b].n;
        if (acc.n < MINROWS || all.n - acc.n < MINROWS) continue;
        Stat rest = { all.g - acc.g, all.h - acc.h, all.n - acc.n };
        double gain = gain_of(acc) + gain_of(rest) - gain_of(all);
        if (gain > s.gain) s = (Split){ f, b, gain, acc };
    }
    return s;
}

static Split find_split(const Table *t, const int *row, int n, Stat all)
{
    Split best = { -1, 0, 0, { 0, 0, 0 } };
    for (int f = 0; f < NFEAT; f++) {
        Split s = best_cut(t, row, n, f, all);
        if (s.feature >= 0 && s.gain > best.gain) best = s;
    }
    return best;
}

// rows going left to the front, order kept on both sides
static int partition(const Table *t, int *row, int n, const Split *s)
{
    int *tmp = need(malloc((size_t)n * sizeof *tmp)), nl = 0, nr = 0;
    for (int i = 0; i < n; i++)
        if (t->col[s->feature][row[i]] <= s->bin) row[nl++] = row[i];
        else tmp[nr++] = row[i];
    for (int i = 0; i < nr; i++) row[nl + i] = tmp[i];
    free(tmp);
    return nl;
}

static Node *grow(Table *t, int *row, int n, Stat all, int depth)
{
    Node *nd = need(calloc(1, sizeof *nd));
    node_count++;
    nd->feature = -1;
    nd->value = -RATE * all.g / (all.h + LAMBDA);
    Split s = { -1, 0, 0, { 0, 0, 0 } };
    if (depth > 0 && n >= 2 * MINROWS)
        s = find_split(t, row, n, all);
    if (s.feature < 0) {
        for (int i = 0; i < n; i++)
            t->score[row[i]] += nd->value;
        return nd;
    }
    int nl = partition(t, row, n, &s);
    Stat right = { all.g - s.left.g, all.h - s.left.h, all.n - s.left.n };
    nd->feature = s.feature;
    nd->bin = (uint8_t)s.bin;
    importance[s.feature] += nd->gain = s.gain;
    nd->left = grow(t, row, nl, s.left, depth - 1);
    nd->right = grow(t, row + nl, n - nl, right, depth - 1);
    return nd;
}

static void node_free(Node *nd)
{
    if (!nd) return;
    node_free(nd->left), node_free(nd->right);
    free(nd);
}

static void apply(const Node *root, Table *t)
{
    for (int i = 0; i < t->rows; i++) {
        const Node *nd = root;
        while (nd->feature >= 0)
            nd = t->col[nd->feature][i] <= nd->bin ? nd->left : nd->right;
        t->score[i] += nd->value;
    }
}

static Stat gradients(Table *t)
{
    Stat all = { 0, 0, t->rows };
    for (int i = 0; i < t->rows; i++) {
        double p = 1 / (1 + exp(-t->score[i]));
        t->grad[i] = p - t->label[i];
        t->hess[i] = p * (1 - p);
        all.g += t->grad[i];
        all.h += t->hess[i];
    }
    return all;
}

static double logloss(const Table *t)
{
    double s = 0;
    for (int i = 0; i < t->rows; i++)
        s += log1p(exp(t->label[i] ? -t->score[i] : t->score[i]));
    return s / t->rows;
}

static double accuracy(const Table *t)
{
    int ok = 0;
    for (int i = 0; i < t->rows; i++)
        ok += (t->score[i] > 0) == t->label[i];
    return 100.0 * ok / t->rows;
}

int main(int argc, char **argv)
{
    int rows = argc > 1 ? atoi(argv[1]) : 50000, trees = argc > 2 ? atoi(argv[2]) : 80;
    int depth = argc > 3 ? atoi(argv[3]) : 6;
    if (rows < 200 || trees < 1 || depth < 1 || depth > 20) return 1;
    Table train, test;
    table_alloc(&train, rows), table_fill(&train);
    table_alloc(&test, rows / 4), table_fill(&test);
    int *row = need(malloc((size_t)rows * sizeof *row));
    for (int k = 1; k <= trees; k++) {
        Stat all = gradients(&train);
        for (int i = 0; i < rows; i++) row[i] = i;
        Node *root = grow(&train, row, rows, all, depth);
        apply(root, &test);
        node_free(root);
        if (k == 1 || k % 10 == 0)
            printf("tree %3d  nodes %5d  train %.5f  test %.5f\n", k, node_count, logloss(&train), logloss(&test));
    }
    printf("test accuracy %.2f %%\n", accuracy(&test));
    for (int f = 0; f < NFEAT; f++)
        printf("f%02d %9.1f%s", f, importance[f], f % 5 == 4 || f == NFEAT - 1 ? "\n" : "  ");
    free(row);
    free(train.score), free(train.label);
    free(test.score), free(test.label);
    return 0;
}
