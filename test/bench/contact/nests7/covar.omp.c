/* Feature statistics: mean, covariance (rank-k update), its Cholesky factor,
 * whitening of all samples, pairwise distance matrix, k nearest neighbours and
 * a leave-one-out class vote.     usage: covar [samples] [features] [k] */
#include <stdio.h>
#include <stdlib.h>
#include <stdint.h>
#include <math.h>
#include <string.h>

typedef struct {
    size_t n, d;
    float *x;                   /* n x d samples */
    int *label;
    double *mean;               /* d */
    double *cov;                /* d x d, lower part; then its factor */
    double *white;              /* n x d */
    float *dist;                /* n x n, squared distances */
} Data;

static void *get(size_t count, size_t size)
{
    void *p = calloc(count, size);
    if (p == NULL) {
        fprintf(stderr, "covar: %zu bytes not available\n", count * size);
        exit(EXIT_FAILURE);
    }
    return p;
}

static uint32_t next_random(uint32_t *s)
{
    *s += 0x9e3779b9u;
    uint32_t z = *s;
    z = (z ^ (z >> 16)) * 0x85ebca6bu;
    z = (z ^ (z >> 13)) * 0xc2b2ae35u;
    return z ^ (z >> 16);
}

static void generate(Data *t)
{
    uint32_t s = 7;
    for (size_t i = 0; i < t->n; i++) {
        t->label[i] = (int)(next_random(&s) % 5);
        float common = (float)(next_random(&s) & 0xffff) / 65536.0f;
        for (size_t j = 0; j < t->d; j++) {
            float r = (float)(next_random(&s) >> 8) / 16777216.0f;
            t->x[i * t->d + j] = r + common * (float)(j % 4) * 0.4f
                               + (j % 5 == (size_t)t->label[i] ? 0.35f : 0.0f);
        }
    }
}

typedef double vd __attribute__((vector_size(64), aligned(8), may_alias));
static inline vd ld(const double *p) { return *(const vd *)p; }

/* centered samples in double, rows padded with zeros to a multiple of 16 */
static void covariance(Data *t)
{
    const size_t n = t->n, d = t->d, dp = (d + 15) / 16 * 16;
    double *c = get(n * dp, sizeof *c), *sum = get(d, sizeof *sum);
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < d; j++)
            sum[j] += t->x[i * d + j];
    for (size_t j = 0; j < d; j++)
        t->mean[j] = sum[j] / (double)n;
#pragma omp parallel
    {
#pragma omp for schedule(static)
        for (size_t i = 0; i < n; i++)
            for (size_t j = 0; j < d; j++)
                c[i * dp + j] = t->x[i * d + j] - t->mean[j];
#pragma omp for schedule(dynamic, 1) collapse(2)
        for (size_t a0 = 0; a0 < dp; a0 += 8)
            for (size_t b0 = 0; b0 < dp; b0 += 16) {
                if (a0 >= d || b0 > a0 + 7)
                    continue;
                vd s[8][2] = { 0 };
                for (size_t i = 0; i < n; i++) {
                    const double *r = c + i * dp;
                    vd v0 = ld(r + b0), v1 = ld(r + b0 + 8);
#pragma GCC unroll 8
                    for (int a = 0; a < 8; a++) {
                        s[a][0] += r[a0 + a] * v0;
                        s[a][1] += r[a0 + a] * v1;
                    }
                }
                for (size_t a = a0; a < a0 + 8 && a < d; a++)
                    for (size_t b = b0; b < b0 + 16 && b <= a; b++)
                        t->cov[a * d + b] = ((double *)s[a - a0])[b - b0] / (double)(n - 1);
            }
    }
    free(c);
    free(sum);
}

static void factor(double *a, size_t d)
{
    for (size_t j = 0; j < d; j++)
        for (size_t i = j; i < d; i++) {
            double s = a[i * d + j];
            for (size_t k = 0; k < j; k++)
                s -= a[i * d + k] * a[j * d + k];
            a[i * d + j] = i == j ? sqrt(s + 1e-9) : s / a[j * d + j];
        }
}

/* samples in groups of G side by side: wt[group][feature][G], kept for the
 * distances */
enum { G = 32 };

static double *whiten(Data *t)
{
    const size_t n = t->n, d = t->d, ng = (n + G - 1) / G;
    double *wt = get(ng * d * G, sizeof *wt);
#pragma omp parallel for schedule(static)
    for (size_t g = 0; g < ng; g++) {
        double *w = wt + g * d * G;
        size_t m = n - g * G < G ? n - g * G : G;
        for (size_t j = 0; j < d; j++) {
            double b[G];
            for (size_t l = 0; l < G; l++)
                b[l] = t->x[(g * G + (l < m ? l : 0)) * d + j] - t->mean[j];
            vd s0 = ld(b), s1 = ld(b + 8), s2 = ld(b + 16), s3 = ld(b + 24);
            for (size_t k = 0; k < j; k++) {
                double f = t->cov[j * d + k];
                const double *p = w + k * G;
                s0 -= f * ld(p);
                s1 -= f * ld(p + 8);
                s2 -= f * ld(p + 16);
                s3 -= f * ld(p + 24);
            }
            double f = t->cov[j * d + j];
            vd *o = (vd *)(w + j * G);
            o[0] = s0 / f;
            o[1] = s1 / f;
            o[2] = s2 / f;
            o[3] = s3 / f;
        }
        for (size_t l = 0; l < m; l++)
            for (size_t j = 0; j < d; j++)
                t->white[(g * G + l) * d + j] = w[j * G + l];
    }
    return wt;
}

/* 4 samples against a group; (a-b)^2 = (b-a)^2 exactly, so the upper groups
 * are mirrored to the lower ones */
static void distances(Data *t, const double *wt)
{
    const size_t n = t->n, d = t->d, ng = (n + G - 1) / G;
#pragma omp parallel for schedule(dynamic, 1)
    for (size_t ga = 0; ga < ng; ga++)
        for (size_t gb = ga; gb < ng; gb++) {
            size_t mb = n - gb * G < G ? n - gb * G : G, ma = n - ga * G < G ? n - ga * G : G;
            float out[G][G];
            for (size_t a = 0; a < ma; a += 4) {
                vd s[4][4] = { 0 };
                const double *pa = wt + ga * d * G + a, *pb = wt + gb * d * G;
                for (size_t j = 0; j < d; j++, pa += G, pb += G) {
                    vd b0 = ld(pb), b1 = ld(pb + 8), b2 = ld(pb + 16), b3 = ld(pb + 24);
#pragma GCC unroll 4
                    for (int r = 0; r < 4; r++) {
                        vd v0 = pa[r] - b0, v1 = pa[r] - b1, v2 = pa[r] - b2, v3 = pa[r] - b3;
                        s[r][0] += v0 * v0;
                        s[r][1] += v1 * v1;
                        s[r][2] += v2 * v2;
                        s[r][3] += v3 * v3;
                    }
                }
                for (int r = 0; r < 4; r++) {
                    double row[G];
                    memcpy(row, s[r], sizeof row);
                    for (int l = 0; l < G; l++)
                        out[a + r][l] = (float)row[l];
                }
            }
            for (size_t a = 0; a < ma; a++)
                memcpy(t->dist + (ga * G + a) * n + gb * G, out[a], mb * sizeof(float));
            if (gb != ga)
                for (size_t b = 0; b < mb; b++)
                    for (size_t a = 0; a < ma; a++)
                        t->dist[(gb * G + b) * n + ga * G + a] = out[a][b];
        }
}

/* the k nearest of every sample by insertion, ties to the lower number */
static size_t classify(const Data *t, int k, int *nn)
{
    size_t right = 0;
#pragma omp parallel for schedule(static) reduction(+:right)
    for (size_t a = 0; a < t->n; a++) {
        int *best = nn + a * (size_t)k, have = 0, votes[5] = { 0 }, top = 0;
        const float *row = t->dist + a * t->n;
        for (size_t b = 0; b < t->n; b++) {
            if (b == a || (have == k && row[b] >= row[best[k - 1]]))
                continue;
            int p = have < k ? have++ : k - 1;
            for (; p > 0 && row[best[p - 1]] > row[b]; p--)
                best[p] = best[p - 1];
            best[p] = (int)b;
        }
        for (int p = 0; p < have; p++)
            votes[t->label[best[p]]]++;
        for (int c = 1; c < 5; c++)
            if (votes[c] > votes[top])
                top = c;
        right += top == t->label[a];
    }
    return right;
}

static void show(const char *name, const void *data, size_t bytes, double sum)
{
    const unsigned char *p = data;
    uint64_t h = 14695981039346656037u;
    for (size_t i = 0; i < bytes; i++)
        h = (h ^ p[i]) * 1099511628211u;
    printf("%-9s %016llx %.17g\n", name, (unsigned long long)h, sum);
}

int main(int argc, char **argv)
{
    Data t = { .n = argc > 1 ? strtoul(argv[1], NULL, 10) : 2400,
               .d = argc > 2 ? strtoul(argv[2], NULL, 10) : 160 };
    int k = argc > 3 ? atoi(argv[3]) : 9;
    if (t.n < 2 || t.d < 1 || k < 1)
        return 2;
    t.x = get(t.n * t.d, sizeof *t.x);
    t.label = get(t.n, sizeof *t.label);
    t.mean = get(t.d, sizeof *t.mean);
    t.cov = get(t.d * t.d, sizeof *t.cov);
    t.white = get(t.n * t.d, sizeof *t.white);
    t.dist = get(t.n * t.n, sizeof *t.dist);
    int *nn = get(t.n * (size_t)k, sizeof *nn);

    generate(&t);
    covariance(&t);
    double trace = 0, sw = 0, sd = 0;
    for (size_t j = 0; j < t.d; j++)
        trace += t.cov[j * t.d + j];
    show("cov", t.cov, t.d * t.d * sizeof *t.cov, trace);
    factor(t.cov, t.d);
    double *wt = whiten(&t);
    for (size_t i = 0; i < t.n * t.d; i++)
        sw += fabs(t.white[i]);
    show("white", t.white, t.n * t.d * sizeof *t.white, sw);
    distances(&t, wt);
    for (size_t i = 0; i < t.n * t.n; i += t.n / 2 + 3)
        sd += sqrt(t.dist[i]);
    show("dist", t.dist, t.n * t.n * sizeof *t.dist, sd);
    size_t right = classify(&t, k, nn);
    show("nearest", nn, t.n * (size_t)k * sizeof *nn, (double)right / (double)t.n);
    free(wt);
    free(t.x);
    free(t.label);
    free(t.mean);
    free(t.cov);
    free(t.white);
    free(t.dist);
    free(nn);
    return 0;
}
