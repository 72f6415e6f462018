// gbtree: gradient boosted regression trees on binned features.
// usage: gbtree [rows] [trees] [depth]
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>
#include <math.h>

enum { NF = 28, NB = 64, MIN_ROWS = 20 };

struct hist { double g[NF][NB]; int n[NF][NB]; };

struct node {
    int feature, cut;          // feature < 0 : leaf
    double value, gain;
    struct node *left, *right;
};

struct data {
    int n;
    uint8_t *bins;             // n * NF
    double *y, *pred, *grad;
    int *order, *tmp;
};

struct split { int feature, cut, nl; double gain, gl; };

static uint64_t seed = 88172645463325252ULL;
static double frand(void)
{
    seed ^= seed << 7;
    seed ^= seed >> 9;
    return (double)(seed >> 11) / 9007199254740992.0;
}

static void make_data(struct data *d, int n)
{
    d->n = n;
    d->bins = malloc((size_t)n * NF);
    d->y = malloc(sizeof(double) * n);
    d->pred = calloc(n, sizeof(double));
    d->grad = malloc(sizeof(double) * n);
    d->order = malloc(sizeof(int) * n);
    d->tmp = malloc(sizeof(int) * n);
    for (int i = 0; i < n; i++) {
        double x[NF];
        for (int f = 0; f < NF; f++) {
            x[f] = frand();
            d->bins[(size_t)i * NF + f] = (uint8_t)(x[f] * NB);
        }
        d->y[i] = 4 * x[0] * x[1] + sin(6 * x[2]) + (x[3] > 0.6 ? 2 * x[4] : -x[5])
                + fabs(x[6] - x[7]) + 0.3 * (frand() - 0.5);
    }
}

static inline __attribute__((always_inline)) void hist_part(const struct data *d, const int *rows, int n, struct hist *h, int f0, int f1)
{
    for (int k = 0; k < n; k++) {
        int r = rows[k];
        const uint8_t *b = d->bins + (size_t)r * NF;
        double g = d->grad[r];
        for (int f = f0; f < f1; f++) {
            h->g[f][b[f]] += g;
            h->n[f][b[f]]++;
        }
    }
}

static void build_hist(const struct data *d, const int *rows, int n, struct hist *h)
{
    memset(h, 0, sizeof *h);
    if (n * 4 < d->n) { hist_part(d, rows, n, h, 0, NF); return; }
#pragma omp task
    hist_part(d, rows, n, h, 0, NF / 2);
    hist_part(d, rows, n, h, NF / 2, NF);
#pragma omp taskwait
}

static struct split best_split(const struct hist *h, int n, double gsum)
{
    struct split best = { -1, 0, 0, 1e-6, 0 };
    double base = gsum * gsum / (n + 1.0);
    for (int f = 0; f < NF; f++) {
        double gl = 0;
        int nl = 0;
        for (int c = 0; c < NB - 1; c++) {
            gl += h->g[f][c];
            nl += h->n[f][c];
            if (nl < MIN_ROWS) continue;
            if (n - nl < MIN_ROWS) break;
            double gr = gsum - gl;
            double gain = gl * gl / (nl + 1.0) + gr * gr / (n - nl + 1.0) - base;
            if (gain > best.gain) {
                best.gain = gain;
                best.feature = f;
                best.cut = c;
                best.nl = nl;
                best.gl = gl;
            }
        }
    }
    return best;
}

static struct node *grow(struct data *d, int *rows, int n, int depth, double gsum)
{
    struct node *nd = calloc(1, sizeof *nd);
    if (!nd) { perror("calloc"); exit(1); }
    nd->feature = -1;
    nd->value = 0.15 * gsum / (n + 1.0);
    if (depth == 0 || n < 2 * MIN_ROWS) return nd;

    struct hist *h = malloc(sizeof *h);
    build_hist(d, rows, n, h);
    struct split s = best_split(h, n, gsum);
    free(h);
    if (s.feature < 0) return nd;

    int a = 0, b = 0;
    int *tmp = d->tmp + (rows - d->order);
    for (int k = 0; k < n; k++) {
        if (d->bins[(size_t)rows[k] * NF + s.feature] <= s.cut) rows[a++] = rows[k];
        else tmp[b++] = rows[k];
    }
    memcpy(rows + a, tmp, sizeof(int) * b);
    nd->feature = s.feature;
    nd->cut = s.cut;
    nd->gain = s.gain;
#pragma omp task if (n > 1000)
    nd->left = grow(d, rows, a, depth - 1, s.gl);
    nd->right = grow(d, rows + a, b, depth - 1, gsum - s.gl);
#pragma omp taskwait
    return nd;
}

static double score(const struct node *t, const uint8_t *b)
{
    while (t->feature >= 0) t = b[t->feature] <= t->cut ? t->left : t->right;
    return t->value;
}

static void importance(const struct node *t, double *imp, int *leaves)
{
    if (t->feature < 0) { ++*leaves; return; }
    imp[t->feature] += t->gain;
    importance(t->left, imp, leaves);
    importance(t->right, imp, leaves);
}

static void drop(struct node *t)
{
    if (!t) return;
    drop(t->left);
    drop(t->right);
    free(t);
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 180000;
    int ntree = argc > 2 ? atoi(argv[2]) : 64;
    int depth = argc > 3 ? atoi(argv[3]) : 6;
    if (n < 100 || ntree < 1 || depth < 1) { fprintf(stderr, "usage: gbtree rows trees depth\n"); return 1; }
    struct data d;
    make_data(&d, n);
    struct node **model = malloc(sizeof *model * ntree);
    double imp[NF] = { 0 };
    int leaves = 0;

    for (int t = 0; t < ntree; t++) {
        double gsum = 0, loss = 0;
        for (int i = 0; i < n; i++) {
            d.order[i] = i;
            d.grad[i] = d.y[i] - d.pred[i];
            gsum += d.grad[i];
            loss += d.grad[i] * d.grad[i];
        }
#pragma omp parallel
#pragma omp single
        model[t] = grow(&d, d.order, n, depth, gsum);
#pragma omp parallel for
        for (int i = 0; i < n; i++) d.pred[i] += score(model[t], d.bins + (size_t)i * NF);
        importance(model[t], imp, &leaves);
        if (t % 5 == 0) printf("tree %3d  mse %.9f\n", t, loss / n);
    }
    for (int f = 0; f < NF; f++)
        if (imp[f] > 2) printf("feature %2d gain %.4f\n", f, imp[f]);
    printf("leaves %d\n", leaves);

    // hold-out: fresh rows through the whole model
    struct data test;
    make_data(&test, n / 2);
    double err = 0;
#pragma omp parallel for
    for (int i = 0; i < test.n; i++) {
        double p = 0;
        for (int t = 0; t < ntree; t++) p += score(model[t], test.bins + (size_t)i * NF);
        test.pred[i] = p;
    }
    for (int i = 0; i < test.n; i++)
        err += (test.pred[i] - test.y[i]) * (test.pred[i] - test.y[i]);
    printf("hold-out mse %.9f\n", err / test.n);
    for (int t = 0; t < ntree; t++) drop(model[t]);
    free(model);
    return 0;
}
