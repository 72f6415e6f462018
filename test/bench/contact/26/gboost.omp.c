// gboost: gradient boosted regression trees on binned features
// usage: gboost [samples] [trees] [depth]
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FEATURES 24
#define BINS 64
#define TASK_ROWS 600       // smaller nodes are grown without new tasks

struct node {
    int feature;             // -1: leaf
    int threshold;           // bin <= threshold goes left
    double value;
    struct node *left, *right;
};

struct bin_stat {
    double sum;
    int count;
};

struct split {
    double gain;
    int feature, threshold;
};

static int num_samples, max_depth, min_leaf = 20;
static uint8_t *bins[FEATURES];    // column-wise
static double *target, *prediction, *gradient;
static int *rows, *spare;          // sample indices, partitioned in place
static double importance[FEATURES];
static uint64_t rng = 42;

static double rand01(void) {
    rng = rng * 2862933555777941757ULL + 3037000493ULL;
    return (double)(rng >> 40) / 16777216.0;
}

static void *must_alloc(size_t n) {
    void *p = malloc(n);
    if (p == NULL) {
        fputs("gboost: out of memory\n", stderr);
        exit(EXIT_FAILURE);
    }
    return p;
}

static void make_data(void) {
    for (int f = 0; f < FEATURES; f++) bins[f] = must_alloc((size_t)num_samples);
    target = must_alloc(sizeof(double) * (size_t)num_samples);
    prediction = must_alloc(sizeof(double) * (size_t)num_samples);
    gradient = must_alloc(sizeof(double) * (size_t)num_samples);
    rows = must_alloc(sizeof(int) * (size_t)num_samples);
    spare = must_alloc(sizeof(int) * (size_t)num_samples);
    for (int i = 0; i < num_samples; i++) {
        double x[FEATURES];
        for (int f = 0; f < FEATURES; f++) {
            x[f] = rand01();
            if (f % 3 == 2) x[f] = 0.5 * (x[f] + x[f - 1]);
            bins[f][i] = (uint8_t)(x[f] * BINS);
        }
        target[i] = 10.0 * sin(3.14159 * x[0] * x[1]) + 20.0 * (x[2] - 0.5) * (x[2] - 0.5)
                  + 10.0 * x[3] + (x[4] > 0.6 && x[7] < 0.3 ? 6.0 : 0.0) + rand01();
    }
}

// best threshold of one feature over rows[lo..hi)
static struct split scan_feature(int f, int lo, int hi, double total) {
    struct bin_stat hist[BINS];
    struct split best = { 0.0, -1, 0 };
    const uint8_t *col = bins[f];
    for (int b = 0; b < BINS; b++) {
        hist[b].sum = 0.0;
        hist[b].count = 0;
    }
    for (int i = lo; i < hi; i++) {
        struct bin_stat *h = &hist[col[rows[i]]];
        h->sum += gradient[rows[i]];
        h->count++;
    }
    double left = 0.0, parent = total * total / (hi - lo);
    int nl = 0;
    for (int b = 0; b < BINS - 1; b++) {
        left += hist[b].sum;
        nl += hist[b].count;
        int nr = hi - lo - nl;
        if (nl < min_leaf || nr < min_leaf) continue;
        double right = total - left;
        double gain = left * left / nl + right * right / nr - parent;
        if (gain > best.gain) {
            best.gain = gain;
            best.feature = f;
            best.threshold = b;
        }
    }
    return best;
}

static int partition(const struct split *s, int lo, int hi) {
    int l = lo, r = 0;
    int *right = spare + lo;
    for (int i = lo; i < hi; i++) {
        if (bins[s->feature][rows[i]] <= s->threshold) rows[l++] = rows[i];
        else right[r++] = rows[i];
    }
    memcpy(rows + l, right, sizeof(int) * (size_t)r);
    return l;
}

static struct node *new_leaf(double value) {
    struct node *n = must_alloc(sizeof *n);
    n->feature = -1;
    n->threshold = 0;
    n->value = value;
    n->left = n->right = NULL;
    return n;
}

static struct node *grow(int lo, int hi, int depth) {
    double total = 0.0;
    for (int i = lo; i < hi; i++) total += gradient[rows[i]];
    struct node *n = new_leaf(0.15 * total / (hi - lo));
    if (depth == max_depth || hi - lo < 2 * min_leaf) {
        for (int i = lo; i < hi; i++) prediction[rows[i]] += n->value;
        return n;
    }
    struct split best = { 1e-9, -1, 0 };
    struct split cand[FEATURES];
    #pragma omp taskloop shared(cand) if (hi - lo > 2 * TASK_ROWS) grainsize(3)
    for (int f = 0; f < FEATURES; f++) cand[f] = scan_feature(f, lo, hi, total);
    for (int f = 0; f < FEATURES; f++)
        if (cand[f].feature >= 0 && cand[f].gain > best.gain) best = cand[f];
    if (best.feature < 0) {
        for (int i = lo; i < hi; i++) prediction[rows[i]] += n->value;
        return n;
    }
    int mid = partition(&best, lo, hi);
    n->feature = best.feature;
    n->threshold = best.threshold;
    n->value = best.gain;
    #pragma omp task if (mid - lo > TASK_ROWS)
    n->left = grow(lo, mid, depth + 1);
    n->right = grow(mid, hi, depth + 1);
    #pragma omp taskwait
    return n;
}

// walk a finished tree: importances, shape, hash; releases it
static int retire(struct node *n, uint64_t *hash, int *leaves) {
    uint64_t bits;
    int a = 0, b = 0;
    memcpy(&bits, &n->value, sizeof bits);
    *hash = (*hash ^ bits) * 0x100000001B3ULL + (uint64_t)(n->feature + 1) * 64 + (uint64_t)n->threshold;
    if (n->feature >= 0) {
        importance[n->feature] += n->value;
        a = retire(n->left, hash, leaves);
        b = retire(n->right, hash, leaves);
    } else {
        ++*leaves;
    }
    free(n);
    return 1 + (a > b ? a : b);
}

int main(int argc, char **argv) {
    num_samples = argc > 1 ? atoi(argv[1]) : 24000;
    int trees = argc > 2 ? atoi(argv[2]) : 85;
    max_depth = argc > 3 ? atoi(argv[3]) : 7;
    if (num_samples < 100 || trees < 1 || max_depth < 1) {
        fprintf(stderr, "usage: %s [samples >= 100] [trees] [depth]\n", argv[0]);
        return EXIT_FAILURE;
    }
    make_data();

    uint64_t hash = 0xCBF29CE484222325ULL;
    int leaves = 0, tallest = 0;
    double mean = 0.0, mse = 0.0;
    for (int i = 0; i < num_samples; i++) mean += target[i];
    mean /= num_samples;
    for (int i = 0; i < num_samples; i++) prediction[i] = mean;
    for (int t = 0; t < trees; t++) {
        mse = 0.0;
        for (int i = 0; i < num_samples; i++) {
            gradient[i] = target[i] - prediction[i];
            mse += gradient[i] * gradient[i];
            rows[i] = i;
        }
        if (t % 10 == 0) printf("tree %3d  mse %.12f\n", t, mse / num_samples);
        struct node *root = NULL;
        #pragma omp parallel
        #pragma omp single
        root = grow(0, num_samples, 0);
        int h = retire(root, &hash, &leaves);
        if (h > tallest) tallest = h;
    }
    int top = 0;
    for (int f = 0; f < FEATURES; f++)
        if (importance[f] > importance[top]) top = f;
    printf("%d trees, %d leaves, height %d, main feature %d (%.9f)\n",
           trees, leaves, tallest, top, importance[top]);
    printf("model %016llx\n", (unsigned long long)hash);
    for (int f = 0; f < FEATURES; f++) free(bins[f]);
    free(target); free(prediction); free(gradient); free(rows); free(spare);
    return EXIT_SUCCESS;
}
