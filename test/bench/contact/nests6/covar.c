/* Multivariate statistics: standardize a table, covariance, leading components by
 * power iteration with deflation, distance matrix, k nearest neighbours, and
 * silhouette-like class scores.   usage: covar [samples] [features] [k] */
#include <float.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define NCLASS 5
#define KMAX 16

typedef struct {
    int n, d;
    float *x;           /* n x d */
    int *label;
} Table;

static uint32_t lcg = 2463534242u;
static double urand(void)
{
    lcg = lcg * 1664525u + 1013904223u;
    return (lcg >> 8) / 16777216.0;
}

static void *xalloc(size_t count, size_t size)
{
    void *p = calloc(count, size);
    if (p == NULL) { fprintf(stderr, "cannot allocate\n"); exit(EXIT_FAILURE); }
    return p;
}

static Table make_table(int n, int d)
{
    Table t = { n, d, xalloc((size_t)n * d, sizeof(float)), xalloc(n, sizeof(int)) };
    for (int i = 0; i < n; i++) {
        int c = t.label[i] = (int)(urand() * NCLASS);
        double common = urand();
        for (int j = 0; j < d; j++)
            t.x[(size_t)i * d + j] = (float)(0.04 * ((c * (j + 3)) % 7) + common * (j % 4)
                                             + urand() + urand());
    }
    return t;
}

static void standardize(Table *t)
{
    for (int j = 0; j < t->d; j++) {
        double mean = 0.0, var = 0.0;
        for (int i = 0; i < t->n; i++) mean += t->x[(size_t)i * t->d + j];
        mean /= t->n;
        for (int i = 0; i < t->n; i++) {
            double e = t->x[(size_t)i * t->d + j] - mean;
            var += e * e;
        }
        double s = 1.0 / sqrt(var / (t->n - 1));
        for (int i = 0; i < t->n; i++) {
            float *p = &t->x[(size_t)i * t->d + j];
            *p = (float)((*p - mean) * s);
        }
    }
}

static void covariance(const Table *t, double *cov)
{
    for (int a = 0; a < t->d; a++)
        for (int b = a; b < t->d; b++) {
            double s = 0.0;
            for (int i = 0; i < t->n; i++)
                s += (double)t->x[(size_t)i * t->d + a] * t->x[(size_t)i * t->d + b];
            cov[a * t->d + b] = cov[b * t->d + a] = s / (t->n - 1);
        }
}

/* returns the eigenvalue, leaves the unit vector in v and deflates */
static double component(double *cov, double *v, double *w, int d, int iters)
{
    double norm = 0.0;
    for (int i = 0; i < d; i++) v[i] = 1.0 + 0.01 * i;
    for (int k = 0; k < iters; k++) {
        norm = 0.0;
        for (int i = 0; i < d; i++) {
            double s = 0.0;
            for (int j = 0; j < d; j++) s += cov[i * d + j] * v[j];
            w[i] = s;
            norm += s * s;
        }
        norm = sqrt(norm);
        for (int i = 0; i < d; i++) v[i] = w[i] / norm;
    }
    for (int i = 0; i < d; i++)
        for (int j = 0; j < d; j++) cov[i * d + j] -= norm * v[i] * v[j];
    return norm;
}

static void distances(const Table *t, float *dist)
{
    for (int i = 0; i < t->n; i++) {
        dist[(size_t)i * t->n + i] = 0.0f;
        for (int j = 0; j < i; j++) {
            float s = 0.0f;
            for (int k = 0; k < t->d; k++) {
                float e = t->x[(size_t)i * t->d + k] - t->x[(size_t)j * t->d + k];
                s += e * e;
            }
            dist[(size_t)i * t->n + j] = dist[(size_t)j * t->n + i] = sqrtf(s);
        }
    }
}

/* indices of the k nearest others, by insertion; returns the share of own class */
static double neighbours(const Table *t, const float *dist, int k, int *nn)
{
    long same = 0;
    for (int i = 0; i < t->n; i++) {
        float best[KMAX];
        int *id = nn + (size_t)i * k;
        for (int q = 0; q < k; q++) { best[q] = FLT_MAX; id[q] = -1; }
        for (int j = 0; j < t->n; j++) {
            float e = dist[(size_t)i * t->n + j];
            if (j == i || e >= best[k - 1]) continue;
            int q = k - 1;
            for (; q > 0 && best[q - 1] > e; q--) { best[q] = best[q - 1]; id[q] = id[q - 1]; }
            best[q] = e;
            id[q] = j;
        }
        for (int q = 0; q < k; q++) same += id[q] >= 0 && t->label[id[q]] == t->label[i];
    }
    return (double)same / ((double)t->n * k);
}

static double silhouette(const Table *t, const float *dist)
{
    double total = 0.0;
    for (int i = 0; i < t->n; i++) {
        double sum[NCLASS] = { 0 }, own, other = DBL_MAX;
        int cnt[NCLASS] = { 0 };
        for (int j = 0; j < t->n; j++) {
            sum[t->label[j]] += dist[(size_t)i * t->n + j];
            cnt[t->label[j]]++;
        }
        own = cnt[t->label[i]] > 1 ? sum[t->label[i]] / (cnt[t->label[i]] - 1) : 0.0;
        for (int c = 0; c < NCLASS; c++)
            if (c != t->label[i] && cnt[c] && sum[c] / cnt[c] < other) other = sum[c] / cnt[c];
        total += (other - own) / (other > own ? other : own);
    }
    return total / t->n;
}

static unsigned long long fnv(const void *p, size_t n)
{
    uint64_t h = 14695981039346656037ULL;
    for (size_t i = 0; i < n; i++) h = (h ^ ((const unsigned char *)p)[i]) * 1099511628211ULL;
    return h;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 2700, d = argc > 2 ? atoi(argv[2]) : 200;
    int k = argc > 3 ? atoi(argv[3]) : 8;
    if (n < 3 || d < 2 || k < 1 || k > KMAX) return EXIT_FAILURE;
    Table t = make_table(n, d);
    double *cov = xalloc((size_t)d * d, sizeof *cov), *v = xalloc(d, sizeof *v), *w = xalloc(d, sizeof *w);
    float *dist = xalloc((size_t)n * n, sizeof *dist);
    int *nn = xalloc((size_t)n * k, sizeof *nn);
    standardize(&t);
    printf("table %016llx\n", fnv(t.x, (size_t)n * d * sizeof(float)));
    covariance(&t, cov);
    printf("cov %016llx\n", fnv(cov, (size_t)d * d * sizeof *cov));
    for (int c = 0; c < 3; c++) {
        double e = component(cov, v, w, d, 60);
        printf("component %d %.17g %016llx\n", c, e, fnv(v, d * sizeof *v));
    }
    distances(&t, dist);
    double s = 0.0;
    for (size_t i = 0; i < (size_t)n * n; i++) s += dist[i];
    printf("dist %.17g %016llx\n", s, fnv(dist, (size_t)n * n * sizeof *dist));
    double share = neighbours(&t, dist, k, nn);
    printf("knn %.17g %016llx\n", share, fnv(nn, (size_t)n * k * sizeof *nn));
    printf("silhouette %.17g\n", silhouette(&t, dist));
    free(t.x); free(t.label); free(cov); free(v); free(w); free(dist); free(nn);
    return 0;
}
