/* Random forest for a small tabular classification job: bootstrap rows, gini
 * splits on random feature subsets with 64-bin histograms, OOB error. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>

#define NF 16
#define NC 4
#define BINS 64

typedef struct node {
    int feature, bin;           /* feature < 0: leaf */
    int label, n;
    struct node *lo, *hi;
} node;

typedef struct table {
    int n;
    uint8_t (*x)[NF];           /* quantised features */
    uint8_t *y;
} table;

typedef struct forest {
    const table *t;
    node **tree;
    int ntree, maxdepth, minleaf;
    /* work area of the tree in progress */
    int *rows;
    uint64_t rng;
    int hist[BINS][NC];
    double gain[NF];            /* importance */
    long nodes, leaves, splits_tried;
    uint16_t (*votes)[NC];      /* out-of-bag votes */
    char *inbag;
} forest;

static uint64_t rnd(uint64_t *s)
{
    *s += 0x9e3779b97f4a7c15ULL;
    uint64_t z = *s;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ z >> 27) * 0x94d049bb133111ebULL;
    return z ^ z >> 31;
}

static double gini(const int *c, int n)
{
    double s = 1;
    if (n == 0) return 0;
    for (int k = 0; k < NC; k++) s -= (double)c[k] * c[k] / ((double)n * n);
    return s;
}

static node *grow(forest *f, int *rows, int n, int depth)
{
    const table *t = f->t;
    node *nd = calloc(1, sizeof *nd);
    if (!nd) { fprintf(stderr, "out of memory\n"); exit(1); }
    int tot[NC] = { 0 };
    for (int i = 0; i < n; i++) tot[t->y[rows[i]]]++;
    for (int k = 1; k < NC; k++) if (tot[k] > tot[nd->label]) nd->label = k;
    nd->n = n;
    nd->feature = -1;
    f->nodes++;
    double g0 = gini(tot, n), best = 1e-7;
    if (depth >= f->maxdepth || n < 2 * f->minleaf || g0 == 0) { f->leaves++; return nd; }

    for (int k = 0; k < 5; k++) {
        int ft = (int)(rnd(&f->rng) % NF);
        memset(f->hist, 0, sizeof f->hist);
        for (int i = 0; i < n; i++) f->hist[t->x[rows[i]][ft]][t->y[rows[i]]]++;
        int left[NC] = { 0 }, nl = 0;
        for (int b = 0; b < BINS - 1; b++) {
            int right[NC];
            for (int c = 0; c < NC; c++) { left[c] += f->hist[b][c]; nl += f->hist[b][c]; }
            if (nl < f->minleaf) continue;
            if (n - nl < f->minleaf) break;
            for (int c = 0; c < NC; c++) right[c] = tot[c] - left[c];
            double g = g0 - ((double)nl * gini(left, nl) + (double)(n - nl) * gini(right, n - nl)) / n;
            f->splits_tried++;
            if (g > best) { best = g; nd->feature = ft; nd->bin = b; }
        }
    }
    if (nd->feature < 0) { f->leaves++; return nd; }
    int i = 0, j = n - 1;
    while (i <= j) {
        if (t->x[rows[i]][nd->feature] <= nd->bin) i++;
        else { int s = rows[i]; rows[i] = rows[j]; rows[j] = s; j--; }
    }
    f->gain[nd->feature] += best * n;
    nd->lo = grow(f, rows, i, depth + 1);
    nd->hi = grow(f, rows + i, n - i, depth + 1);
    return nd;
}

static int predict(const node *nd, const uint8_t *x)
{
    while (nd->feature >= 0) nd = x[nd->feature] <= nd->bin ? nd->lo : nd->hi;
    return nd->label;
}

static void tree_free(node *nd)
{
    if (!nd) return;
    tree_free(nd->lo);
    tree_free(nd->hi);
    free(nd);
}

static void add_tree(forest *f, int k)
{
    const table *t = f->t;
    f->rng = 0xabcdef12u + 977ULL * (unsigned)k;
    memset(f->inbag, 0, t->n);
    for (int i = 0; i < t->n; i++) {
        f->rows[i] = (int)(rnd(&f->rng) % (unsigned)t->n);
        f->inbag[f->rows[i]] = 1;
    }
    f->tree[k] = grow(f, f->rows, t->n, 0);
    for (int i = 0; i < t->n; i++)
        if (!f->inbag[i]) f->votes[i][predict(f->tree[k], t->x[i])]++;
}

static int forest_init(forest *f, const table *t, int ntree)
{
    memset(f, 0, sizeof *f);
    f->t = t;
    f->ntree = ntree;
    f->maxdepth = 14;
    f->minleaf = 4;
    f->tree = calloc(ntree, sizeof *f->tree);
    f->rows = malloc(t->n * sizeof *f->rows);
    f->votes = calloc(t->n, sizeof *f->votes);
    f->inbag = malloc(t->n);
    return f->tree && f->rows && f->votes && f->inbag ? 0 : -1;
}

static int make_table(table *t, int n)
{
    uint64_t s = 5;
    t->n = n;
    t->x = malloc(n * sizeof *t->x);
    t->y = malloc(n);
    if (!t->x || !t->y) return -1;
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < NF; k++) t->x[i][k] = (uint8_t)((rnd(&s) % 64 + rnd(&s) % 64) / 2);
        int a = t->x[i][0] + t->x[i][3] > 60, b = t->x[i][7] * 2 > t->x[i][2] + 30;
        t->y[i] = (uint8_t)(a * 2 + b);
        if (rnd(&s) % 12 == 0) t->y[i] = (uint8_t)(rnd(&s) % NC);
    }
    return 0;
}

int main(int argc, char **argv)
{
    table tr, te;
    forest f;
    int n = argc > 1 ? atoi(argv[1]) : 26000, ntree = argc > 2 ? atoi(argv[2]) : 90;
    if (n < 50 || ntree < 1 || make_table(&tr, n) || make_table(&te, n / 2) || forest_init(&f, &tr, ntree)) {
        fprintf(stderr, "forest: cannot start\n");
        return 1;
    }
    for (int k = 0; k < ntree; k++)
        add_tree(&f, k);

    int oob = 0, seen = 0, conf[NC][NC] = { { 0 } };
    for (int i = 0; i < n; i++) {
        int b = 0, tot = 0;
        for (int c = 0; c < NC; c++) { tot += f.votes[i][c]; if (f.votes[i][c] > f.votes[i][b]) b = c; }
        if (!tot) continue;
        seen++;
        oob += b != tr.y[i];
    }
    for (int i = 0; i < te.n; i++) {
        int v[NC] = { 0 }, b = 0;
        for (int k = 0; k < ntree; k++) v[predict(f.tree[k], te.x[i])]++;
        for (int c = 1; c < NC; c++) if (v[c] > v[b]) b = c;
        conf[te.y[i]][b]++;
    }
    printf("trees %d nodes %ld leaves %ld splits %ld\n", ntree, f.nodes, f.leaves, f.splits_tried);
    printf("oob %d/%d = %.4f\n", oob, seen, seen ? (double)oob / seen : 0.0);
    for (int a = 0; a < NC; a++) printf("class %d: %d %d %d %d\n", a, conf[a][0], conf[a][1], conf[a][2], conf[a][3]);
    printf("importance");
    for (int k = 0; k < NF; k++) printf(" %.2f", f.gain[k] / ntree);
    printf("\n");
    for (int k = 0; k < ntree; k++) tree_free(f.tree[k]);
    free(f.tree); free(f.rows); free(f.votes); free(f.inbag);
    free(tr.x); free(tr.y); free(te.x); free(te.y);
    return 0;
}
