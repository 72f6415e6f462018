/* shrub - a small random forest classifier.
 * Synthesizes a 3-class data set, grows bagged CART trees (gini), reports
 * out-of-bag error, test accuracy, confusion matrix and importances.
 *   shrub [rows] [trees]
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>
#include <math.h>
#include <time.h>

#define NFEAT   12
#define NCLASS  3
#define MTRY    4
#define MINLEAF 3
#define MAXDEPTH 24

struct node {
    int feat;                   /* -1: leaf */
    int label;
    float thr;
    struct node *lo, *hi;
};

struct dataset {
    int n;
    float (*x)[NFEAT];
    int *y;
};

struct pair { float v; int y; };

static struct pair *scratch;            /* sorted values of one feature */
static double importance[NFEAT], tree_gain[NFEAT];     /* forest, current tree */
static uint32_t rng;

static uint32_t rnd(void)
{
    rng ^= rng << 13; rng ^= rng >> 17; rng ^= rng << 5;
    return rng;
}

static float frnd(void) { return (float)(rnd() >> 8) / 16777216.0f; }

static struct dataset make_data(int n, uint32_t seed)
{
    struct dataset d = { n, malloc(n * sizeof *d.x), malloc(n * sizeof *d.y) };
    if (!d.x || !d.y) exit(1);
    rng = seed;
    for (int i = 0; i < n; i++) {
        for (int f = 0; f < NFEAT; f++) d.x[i][f] = frnd() + frnd() - 1.0f;
        float *x = d.x[i];
        float s = 3 * x[0] * x[1] + x[2] + sinf(4 * x[3]) * 0.7f + (x[4] > 0.2f ? 0.5f : 0.0f);
        d.y[i] = s < -0.35f ? 0 : s < 0.55f ? 1 : 2;
        if (frnd() < 0.06f) d.y[i] = rnd() % NCLASS;          /* label noise */
        if (frnd() < 0.5f) x[5] = x[2] + 0.3f * frnd();       /* correlated feature */
    }
    return d;
}

static int cmp_pair(const void *a, const void *b)
{
    float x = ((const struct pair *)a)->v, y = ((const struct pair *)b)->v;
    return (x > y) - (x < y);
}

static double gini(const int *c, int n)
{
    double s = 1.0;
    for (int k = 0; k < NCLASS; k++) s -= (double)c[k] * c[k] / ((double)n * n);
    return s;
}

static struct node *leaf(const int *cnt)
{
    struct node *t = calloc(1, sizeof *t);
    t->feat = -1;
    for (int k = 1; k < NCLASS; k++)
        if (cnt[k] > cnt[t->label]) t->label = k;
    return t;
}

/* grows a subtree on rows idx[0..n) */
static struct node *grow(const struct dataset *d, int *idx, int n, int depth)
{
    int cnt[NCLASS] = { 0 }, best_f = -1;
    float best_t = 0;
    double best = 1e-9;
    for (int i = 0; i < n; i++) cnt[d->y[idx[i]]]++;
    double g0 = gini(cnt, n);
    if (n < 2 * MINLEAF || depth >= MAXDEPTH || g0 < 1e-9) return leaf(cnt);

    for (int m = 0; m < MTRY; m++) {
        int f = rnd() % NFEAT;
        for (int i = 0; i < n; i++)
            scratch[i] = (struct pair){ d->x[idx[i]][f], d->y[idx[i]] };
        qsort(scratch, n, sizeof *scratch, cmp_pair);
        int l[NCLASS] = { 0 }, r[NCLASS];
        memcpy(r, cnt, sizeof r);
        for (int i = 0; i + 1 < n; i++) {
            l[scratch[i].y]++;
            r[scratch[i].y]--;
            if (scratch[i].v == scratch[i + 1].v || i + 1 < MINLEAF || n - i - 1 < MINLEAF) continue;
            double gain = g0 - ((i + 1) * gini(l, i + 1) + (n - i - 1) * gini(r, n - i - 1)) / n;
            if (gain > best) {
                best = gain;
                best_f = f;
                best_t = 0.5f * (scratch[i].v + scratch[i + 1].v);
            }
        }
    }
    if (best_f < 0) return leaf(cnt);

    int a = 0, b = n;
    while (a < b) {
        if (d->x[idx[a]][best_f] <= best_t) a++;
        else { int t = idx[a]; idx[a] = idx[--b]; idx[b] = t; }
    }
    if (a == 0 || a == n) return leaf(cnt);
    tree_gain[best_f] += best * n;
    struct node *t = calloc(1, sizeof *t);
    t->feat = best_f;
    t->thr = best_t;
    t->lo = grow(d, idx, a, depth + 1);
    t->hi = grow(d, idx + a, n - a, depth + 1);
    return t;
}

static int predict(const struct node *t, const float *x)
{
    while (t->feat >= 0) t = x[t->feat] <= t->thr ? t->lo : t->hi;
    return t->label;
}

static void shape(const struct node *t, int d, int *leaves, int *depth)
{
    if (d > *depth) *depth = d;
    if (t->feat < 0) { ++*leaves; return; }
    shape(t->lo, d + 1, leaves, depth);
    shape(t->hi, d + 1, leaves, depth);
}

static void prune(struct node *t)
{
    if (!t) return;
    prune(t->lo);
    prune(t->hi);
    free(t);
}

static int majority(const int *v)
{
    int b = 0;
    for (int k = 1; k < NCLASS; k++) if (v[k] > v[b]) b = k;
    return b;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 6000;
    int ntree = argc > 2 ? atoi(argv[2]) : 40;
    if (n < 50 || ntree < 1) { fprintf(stderr, "shrub [rows] [trees]\n"); return 1; }
    struct timespec t0, t1;
    clock_gettime(CLOCK_MONOTONIC, &t0);
    struct dataset train = make_data(n, 2463534242u), test = make_data(n / 2, 991u);
    struct node **forest = malloc(ntree * sizeof *forest);
    int (*oob)[NCLASS] = calloc(n, sizeof *oob);
    int *idx = malloc(n * sizeof *idx);
    char *in_bag = malloc(n);
    scratch = malloc(n * sizeof *scratch);
    if (!forest || !oob || !idx || !in_bag || !scratch) return 1;

    int leaves = 0, depth = 0;
    for (int t = 0; t < ntree; t++) {
        rng = 7919u * (t + 1);
        memset(in_bag, 0, n);
        memset(tree_gain, 0, sizeof tree_gain);
        for (int i = 0; i < n; i++) {
            idx[i] = rnd() % n;
            in_bag[idx[i]] = 1;
        }
        forest[t] = grow(&train, idx, n, 0);
        for (int i = 0; i < n; i++)
            if (!in_bag[i]) oob[i][predict(forest[t], train.x[i])]++;
        double sum = 0;
        for (int f = 0; f < NFEAT; f++) sum += tree_gain[f];
        for (int f = 0; f < NFEAT; f++) importance[f] += tree_gain[f] / (sum > 0 ? sum : 1);
        shape(forest[t], 0, &leaves, &depth);
    }

    int seen = 0, wrong = 0;
    for (int i = 0; i < n; i++) {
        if (oob[i][0] + oob[i][1] + oob[i][2] == 0) continue;
        seen++;
        wrong += majority(oob[i]) != train.y[i];
    }
    printf("%d trees, %d leaves, depth %d, oob error %.6f\n", ntree, leaves, depth, seen ? (double)wrong / seen : 0.0);

    int conf[NCLASS][NCLASS] = { { 0 } };
    for (int i = 0; i < test.n; i++) {
        int v[NCLASS] = { 0 };
        for (int t = 0; t < ntree; t++) v[predict(forest[t], test.x[i])]++;
        conf[test.y[i]][majority(v)]++;
    }
    int ok = 0;
    for (int k = 0; k < NCLASS; k++) {
        for (int j = 0; j < NCLASS; j++) printf("%7d", conf[k][j]);
        printf("\n");
        ok += conf[k][k];
    }
    printf("accuracy %.6f\n", (double)ok / test.n);
    for (int f = 0; f < NFEAT; f++) printf("x%-2d %.9f\n", f, importance[f] / ntree);

    clock_gettime(CLOCK_MONOTONIC, &t1);
    fprintf(stderr, "%.3f s\n", (t1.tv_sec - t0.tv_sec) + 1e-9 * (t1.tv_nsec - t0.tv_nsec));
    for (int t = 0; t < ntree; t++) prune(forest[t]);
    free(forest); free(oob); free(idx); free(in_bag); free(scratch); free(train.x); free(train.y); free(test.x); free(test.y);
    return 0;
}
