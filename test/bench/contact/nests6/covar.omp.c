/* (packed columns, register tiles, two threads) Multivariate statistics: standardize a table, covariance, leading components by
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

typedef double v8 __attribute__((vector_size(64), aligned(8)));
typedef float f16 __attribute__((vector_size(64), aligned(4)));

static void standardize(Table *t)
{
    enum { B = 32 };
    #pragma omp parallel for schedule(static)
    for (int j0 = 0; j0 < t->d; j0 += B) {
        int m = t->d - j0 < B ? t->d - j0 : B;
        double mean[B] = { 0 }, var[B] = { 0 };
        for (int i = 0; i < t->n; i++)
            for (int q = 0; q < m; q++) mean[q] += t->x[(size_t)i * t->d + j0 + q];
        for (int q = 0; q < m; q++) mean[q] /= t->n;
        for (int i = 0; i < t->n; i++)
            for (int q = 0; q < m; q++) {
                double e = t->x[(size_t)i * t->d + j0 + q] - mean[q];
                var[q] += e * e;
            }
        for (int q = 0; q < m; q++) var[q] = 1.0 / sqrt(var[q] / (t->n - 1));
        for (int i = 0; i < t->n; i++)
            for (int q = 0; q < m; q++) {
                float *p = &t->x[(size_t)i * t->d + j0 + q];
                *p = (float)((*p - mean[q]) * var[q]);
            }
    }
}

/* 8 x 16 sums in registers, from a padded copy in double */
static void covariance(const Table *t, double *cov)
{
    int n = t->n, d = t->d, ld = (d + 15) / 16 * 16;
    double *x = xalloc((size_t)n * ld, sizeof *x);
    #pragma omp parallel
    {
        #pragma omp for schedule(static)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < d; j++) x[(size_t)i * ld + j] = t->x[(size_t)i * d + j];
        #pragma omp for schedule(dynamic, 1)
        for (int a0 = 0; a0 < d; a0 += 8)
            for (int b0 = a0 / 16 * 16; b0 < d; b0 += 16) {
                v8 s[8], u[8];
                for (int r = 0; r < 8; r++) s[r] = u[r] = (v8){ 0 };
                for (int i = 0; i < n; i++) {
                    const double *p = x + (size_t)i * ld;
                    v8 y = *(const v8 *)(p + b0), z = *(const v8 *)(p + b0 + 8);
                    #pragma GCC unroll 8
                    for (int r = 0; r < 8; r++) {
                        s[r] += p[a0 + r] * y;
                        u[r] += p[a0 + r] * z;
                    }
                }
                for (int r = 0; r < 8 && a0 + r < d; r++)
                    for (int q = 0; q < 16 && b0 + q < d; q++)
                        if (b0 + q >= a0 + r) {
                            double v = (q < 8 ? s[r][q] : u[r][q - 8]) / (n - 1);
                            cov[(a0 + r) * d + b0 + q] = cov[(b0 + q) * d + a0 + r] = v;
                        }
            }
    }
    free(x);
}

/* returns the eigenvalue, leaves the unit vector in v and deflates */
static double component(double *cov, double *v, double *w, int d, int iters)
{
    double norm = 0.0, *tr = xalloc((size_t)d * d, sizeof *tr);     /* transposed */
    for (int i = 0; i < d; i++)
        for (int j = 0; j < d; j++) tr[j * d + i] = cov[i * d + j];
    for (int i = 0; i < d; i++) v[i] = 1.0 + 0.01 * i;
    for (int k = 0; k < iters; k++) {
        norm = 0.0;
        /* all sums at once */
        for (int i = 0; i < d; i++) w[i] = 0.0;
        for (int j = 0; j < d; j++) {
            double x = v[j];
            #pragma omp simd
            for (int i = 0; i < d; i++) w[i] += tr[j * d + i] * x;
        }
        for (int i = 0; i < d; i++) norm += w[i] * w[i];
        norm = sqrt(norm);
        for (int i = 0; i < d; i++) v[i] = w[i] / norm;
    }
    for (int i = 0; i < d; i++)
        for (int j = 0; j < d; j++) cov[i * d + j] -= norm * v[i] * v[j];
    free(tr);
    return norm;
}

/* 6 rows against 32 packed columns at once */
static void distances(const Table *t, float *dist)
{
    int n = t->n, d = t->d, nb = (n + 31) / 32;
    float *pk = xalloc((size_t)nb * 32 * d, sizeof *pk);
    #pragma omp parallel
    {
        #pragma omp for schedule(static)
        for (int b = 0; b < nb; b++)
            for (int q = 0; q < 32 && b * 32 + q < n; q++)
                for (int k = 0; k < d; k++)
                    pk[((size_t)b * d + k) * 32 + q] = t->x[(size_t)(b * 32 + q) * d + k];
        /* tiles of 96 rows, so that the packed columns stay in cache */
        #pragma omp for schedule(dynamic, 1)
        for (int ib = (n - 1) / 96; ib >= 0; ib--)
            for (int b = 0; b < nb && b * 32 < ib * 96 + 96; b++)
                for (int i0 = ib * 96; i0 < n && i0 < ib * 96 + 96; i0 += 6) {
                    f16 s[6], u[6];
                    const float *x[6], *p = pk + (size_t)b * d * 32;
                    if (b * 32 > i0 + 5) continue;
                    for (int r = 0; r < 6; r++) {
                        s[r] = u[r] = (f16){ 0 };
                        x[r] = t->x + (size_t)(i0 + r < n ? i0 + r : n - 1) * d;
                    }
                    for (int k = 0; k < d; k++) {
                        f16 y = *(const f16 *)(p + k * 32), z = *(const f16 *)(p + k * 32 + 16);
                        #pragma GCC unroll 6
                        for (int r = 0; r < 6; r++) {
                            f16 e = x[r][k] - y, f = x[r][k] - z;
                            s[r] += e * e;
                            u[r] += f * f;
                        }
                    }
                    for (int r = 0; r < 6 && i0 + r < n; r++)
                        for (int q = 0; q < 32 && b * 32 + q <= i0 + r; q++) {
                            float e = sqrtf(q < 16 ? s[r][q] : u[r][q - 16]);
                            dist[(size_t)(i0 + r) * n + b * 32 + q] = e;
                            dist[(size_t)(b * 32 + q) * n + i0 + r] = e;
                        }
                }
    }
    free(pk);
}

/* indices of the k nearest others, by insertion; returns the share of own class */
static double neighbours(const Table *t, const float *dist, int k, int *nn)
{
    long same = 0;
    #pragma omp parallel for schedule(static) reduction(+ : same)
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
    double total = 0.0, *term = xalloc(t->n, sizeof *term);
    #pragma omp parallel for schedule(static)
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
        term[i] = (other - own) / (other > own ? other : own);
    }
    for (int i = 0; i < t->n; i++) total += term[i];
    free(term);
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
