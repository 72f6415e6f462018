/* gbhist.c - histogram gradient boosting for binary classification.
 * Column-major uint8 bins, level-wise trees, logistic loss, row subsampling. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NFEAT     18
#define NBIN      64
#define DEPTH     5
#define MAXLEAF   (1 << DEPTH)
#define NNODE     (2 * MAXLEAF)

typedef struct { double g, h; } gh_t;

typedef struct {
    int8_t  feat[NNODE];              /* -1: leaf */
    uint8_t cut[NNODE];
    double  leaf[NNODE];
} tree_t;

typedef struct {
    int      n;
    float   *x[NFEAT];
    uint8_t *bin[NFEAT], *y;
    double  *score;
} dataset_t;

static float  edges[NFEAT][NBIN - 1];
static double gain_total[NFEAT];
static const double lambda = 1.0, eta = 0.15, min_h = 5.0;

static uint64_t seed = 0x853c49e6748fea9bULL;
static double rnd(void)
{
    seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
    return (double)(seed >> 33) / 2147483648.0;
}
static double gauss(void)
{
    double s = 0.0;
    for (int i = 0; i < 6; i++) s += rnd();
    return (s - 3.0) * 1.4142;
}

static void *need(size_t n)
{
    void *p = malloc(n);
    if (!p) { perror("malloc"); exit(1); }
    return p;
}

static void make_data(dataset_t *d, int n)
{
    d->n = n; d->y = need((size_t)n);
    d->score = need((size_t)n * sizeof(double));
    for (int f = 0; f < NFEAT; f++) {
        d->x[f] = need((size_t)n * sizeof(float)); d->bin[f] = need((size_t)n);
    }
    for (int i = 0; i < n; i++) {
        double v[NFEAT], z, common = gauss();
        for (int f = 0; f < NFEAT; f++) {
            v[f] = gauss() + (f % 3 == 0 ? 0.5 * common : 0.0);
            d->x[f][i] = (float)(f % 5 == 4 ? exp(v[f]) : v[f]);
        }
        z = 1.2 * v[0] - 0.8 * v[1] * v[2] + (v[3] > 0.4 ? 1.5 : -0.5)
          + sin(2.0 * v[4]) + 0.6 * v[5] * v[0] - (fabs(v[7]) < 0.5 ? 1.0 : 0.0);
        d->y[i] = rnd() < 1.0 / (1.0 + exp(-z));
    }
}

static void drop(dataset_t *d)
{
    for (int f = 0; f < NFEAT; f++) { free(d->x[f]); free(d->bin[f]); }
    free(d->y); free(d->score);
}

static int cmp_float(const void *a, const void *b)
{
    float x = *(const float *)a, y = *(const float *)b;
    return x < y ? -1 : x > y;
}

static void quantiles(const dataset_t *d)
{
    int m = d->n < 8192 ? d->n : 8192;
    #pragma omp parallel for schedule(dynamic)
    for (int f = 0; f < NFEAT; f++) {
        float *s = need((size_t)m * sizeof *s);
        memcpy(s, d->x[f], (size_t)m * sizeof *s);
        qsort(s, (size_t)m, sizeof *s, cmp_float);
        for (int b = 0; b < NBIN - 1; b++)
            edges[f][b] = s[(long)(b + 1) * m / NBIN];
        free(s);
    }
}

static void apply_bins(dataset_t *d)
{
    #pragma omp parallel for
    for (int f = 0; f < NFEAT; f++)
        for (int i = 0; i < d->n; i++) {
            int lo = 0, hi = NBIN - 1;
            while (lo < hi) {
                int mid = (lo + hi) / 2;
                if (d->x[f][i] > edges[f][mid]) lo = mid + 1; else hi = mid;
            }
            d->bin[f][i] = (uint8_t)lo;
        }
}

static double objective(double g, double h) { return g * g / (h + lambda); }

/* node numbering: root 1, children 2k and 2k+1 */
static void grow(tree_t *t, const dataset_t *d, const float *grad, const float *hess,
                 uint8_t *node, const uint8_t *used)
{
    static gh_t hist[NFEAT][NNODE][NBIN];
    static gh_t total[NNODE];

    memset(t->feat, -1, sizeof t->feat);
    memset(total, 0, sizeof total);
    for (int i = 0; i < d->n; i++) {
        node[i] = 1;
        if (used[i]) { total[1].g += grad[i]; total[1].h += hess[i]; }
    }
    for (int level = 0; level < DEPTH; level++) {
        int first = 1 << level, last = 2 << level;
        #pragma omp parallel for schedule(dynamic)
        for (int f = 0; f < NFEAT; f++) {          /* each feature owns its histograms */
            const uint8_t *bin = d->bin[f];
            memset(hist[f][first], 0, (size_t)(last - first) * sizeof hist[f][0]);
            for (int i = 0; i < d->n; i++) {
                if (!used[i] || node[i] < first) continue;
                gh_t *c = &hist[f][node[i]][bin[i]];
                c->g += grad[i]; c->h += hess[i];
            }
        }
        for (int k = first; k < last; k++) {
            double best = 1e-3, base = objective(total[k].g, total[k].h);
            for (int f = 0; f < NFEAT; f++) {
                double gl = 0.0, hl = 0.0;
                for (int b = 0; b < NBIN - 1; b++) {
                    gl += hist[f][k][b].g; hl += hist[f][k][b].h;
                    double gr = total[k].g - gl, hr = total[k].h - hl;
                    if (hl < min_h || hr < min_h) continue;
                    double gain = objective(gl, hl) + objective(gr, hr) - base;
                    if (gain <= best) continue;
                    best = gain;
                    t->feat[k] = (int8_t)f; t->cut[k] = (uint8_t)b;
                    total[2 * k] = (gh_t){ gl, hl };
                    total[2 * k + 1] = (gh_t){ gr, hr };
                }
            }
            if (t->feat[k] >= 0) gain_total[t->feat[k]] += best;
        }
        #pragma omp parallel for
        for (int i = 0; i < d->n; i++) {
            int k = node[i];
            if (k >= first && t->feat[k] >= 0)
                node[i] = (uint8_t)(2 * k + (d->bin[t->feat[k]][i] > t->cut[k]));
        }
    }
    for (int k = 1; k < NNODE; k++)
        t->leaf[k] = -eta * total[k].g / (total[k].h + lambda);
}

static void add_scores(const tree_t *t, dataset_t *d)
{
    #pragma omp parallel for
    for (int i = 0; i < d->n; i++) {
        int k = 1;
        while (k < MAXLEAF && t->feat[k] >= 0)
            k = 2 * k + (d->bin[t->feat[k]][i] > t->cut[k]);
        d->score[i] += t->leaf[k];
    }
}

static void evaluate(const dataset_t *d, double *loss, double *acc)
{
    double s = 0.0; int right = 0;
    #pragma omp parallel for reduction(+: s, right)
    for (int i = 0; i < d->n; i++) {
        double m = d->y[i] ? d->score[i] : -d->score[i];
        s += m > 0.0 ? log1p(exp(-m)) : -m + log1p(exp(m));
        right += m > 0.0;
    }
    *loss = s / d->n;
    *acc = 100.0 * right / d->n;
}

int main(int argc, char **argv)
{
    int ntree = argc > 1 ? atoi(argv[1]) : 70, n = argc > 2 ? atoi(argv[2]) : 75000;
    static dataset_t train, valid;
    tree_t t;

    make_data(&train, n);
    make_data(&valid, n / 4);
    quantiles(&train);
    apply_bins(&train); apply_bins(&valid);
    float *grad = need((size_t)n * sizeof *grad), *hess = need((size_t)n * sizeof *hess);
    uint8_t *node = need((size_t)n), *used = need((size_t)n);
    memset(train.score, 0, (size_t)n * sizeof(double));
    memset(valid.score, 0, (size_t)(n / 4) * sizeof(double));

    for (int k = 1; k <= ntree; k++) {
        for (int i = 0; i < n; i++) used[i] = rnd() < 0.8;      /* serial generator */
        #pragma omp parallel for
        for (int i = 0; i < n; i++) {
            double p = 1.0 / (1.0 + exp(-train.score[i]));
            grad[i] = (float)(p - train.y[i]);
            hess[i] = (float)(p * (1.0 - p));
        }
        grow(&t, &train, grad, hess, node, used);
        add_scores(&t, &train);
        add_scores(&t, &valid);
        if (k % 10 == 0 || k == 1) {
            double lt, at, lv, av;
            evaluate(&train, &lt, &at); evaluate(&valid, &lv, &av);
            printf("[%3d] train loss %.5f acc %.2f%%   valid loss %.5f acc %.2f%%\n", k, lt, at, lv, av);
        }
    }
    printf("gain per feature:\n");
    for (int f = 0; f < NFEAT; f++)
        printf("  f%02d %10.1f%s", f, gain_total[f], f % 6 == 5 ? "\n" : "");
    drop(&train); drop(&valid); free(grad); free(hess); free(node); free(used);
    return 0;
}
