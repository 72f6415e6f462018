/* Feature statistics: mean, covariance (rank-k update), its Cholesky factor,
 * whitening of all samples, pairwise distance matrix, k nearest neighbours and
 * a leave-one-out class vote.     usage: covar [samples] [features] [k] */
#include <stdio.h>
#include <stdlib.h>
#include <stdint.h>
#include <math.h>

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

static void covariance(Data *t)
{
    for (size_t j = 0; j < t->d; j++) {
        double s = 0;
        for (size_t i = 0; i < t->n; i++)
            s += t->x[i * t->d + j];
        t->mean[j] = s / (double)t->n;
    }
    for (size_t a = 0; a < t->d; a++)
        for (size_t b = 0; b <= a; b++) {
            double s = 0;
            for (size_t i = 0; i < t->n; i++)
                s += (t->x[i * t->d + a] - t->mean[a]) * (t->x[i * t->d + b] - t->mean[b]);
            t->cov[a * t->d + b] = s / (double)(t->n - 1);
        }
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

static void whiten(Data *t)
{
    for (size_t i = 0; i < t->n; i++) {
        double *w = t->white + i * t->d;
        for (size_t j = 0; j < t->d; j++) {
            double s = t->x[i * t->d + j] - t->mean[j];
            for (size_t k = 0; k < j; k++)
                s -= t->cov[j * t->d + k] * w[k];
            w[j] = s / t->cov[j * t->d + j];
        }
    }
}

static void distances(Data *t)
{
    for (size_t a = 0; a < t->n; a++)
        for (size_t b = 0; b < t->n; b++) {
            double s = 0;
            for (size_t j = 0; j < t->d; j++) {
                double v = t->white[a * t->d + j] - t->white[b * t->d + j];
                s += v * v;
            }
            t->dist[a * t->n + b] = (float)s;
        }
}

/* the k nearest of every sample by insertion, ties to the lower number */
static size_t classify(const Data *t, int k, int *nn)
{
    size_t right = 0;
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
    whiten(&t);
    for (size_t i = 0; i < t.n * t.d; i++)
        sw += fabs(t.white[i]);
    show("white", t.white, t.n * t.d * sizeof *t.white, sw);
    distances(&t);
    for (size_t i = 0; i < t.n * t.n; i += t.n / 2 + 3)
        sd += sqrt(t.dist[i]);
    show("dist", t.dist, t.n * t.n * sizeof *t.dist, sd);
    size_t right = classify(&t, k, nn);
    show("nearest", nn, t.n * (size_t)k * sizeof *nn, (double)right / (double)t.n);
    free(t.x);
    free(t.label);
    free(t.mean);
    free(t.cov);
    free(t.white);
    free(t.dist);
    free(nn);
    return 0;
}
