// SPDX-License-Identifier: Apache-2.0
/* Permutation test for differential expression, with Westfall-Young
   step-down style max-T correction.

   genes x samples matrix, two groups; t statistic for each gene; labels are
   permuted B times; adjusted p = P(max |t*| >= |t|). */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>
#include <math.h>
#include <time.h>

typedef struct {
    int genes;
    int samples;
    double **expr;      /* [gene][sample] */
    int *group;         /* 0 or 1 */
} Study;

typedef struct {
    int gene;
    double t;
    int count_raw;
    int count_max;
} GeneResult;

static uint64_t splitmix(uint64_t *s)
{
    uint64_t z = (*s += UINT64_C(0x9e3779b97f4a7c15));
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

static double u01(uint64_t *s) { return (splitmix(s) >> 11) * 0x1p-53; }

static double normal(uint64_t *s)
{
    double v = 0;
    for (int i = 0; i < 12; i++)
        v += u01(s);
    return v - 6.0;
}

static Study *simulate(int genes, int samples)
{
    Study *st = malloc(sizeof *st);
    uint64_t seed = 2024;
    st->genes = genes;
    st->samples = samples;
    st->group = malloc(samples * sizeof(int));
    for (int s = 0; s < samples; s++)
        st->group[s] = s % 2;
    st->expr = malloc(genes * sizeof(double *));
    for (int g = 0; g < genes; g++) {
        double base = 6 + 2 * normal(&seed), sd = 0.5 + u01(&seed);
        double effect = g % 50 == 7 ? 1.2 : 0.0;
        st->expr[g] = malloc(samples * sizeof(double));
        for (int s = 0; s < samples; s++)
            st->expr[g][s] = base + sd * normal(&seed) + effect * st->group[s];
    }
    return st;
}

static void study_free(Study *st)
{
    for (int g = 0; g < st->genes; g++)
        free(st->expr[g]);
    free(st->expr);
    free(st->group);
    free(st);
}

/* Welch t */
static double t_stat(const double *row, const int *group, int n)
{
    double sum[2] = { 0, 0 }, sq[2] = { 0, 0 };
    int cnt[2] = { 0, 0 };
    for (int s = 0; s < n; s++) {
        int k = group[s];
        cnt[k]++;
        sum[k] += row[s];
        sq[k] += row[s] * row[s];
    }
    double m0 = sum[0] / cnt[0], m1 = sum[1] / cnt[1];
    double v0 = (sq[0] - cnt[0] * m0 * m0) / (cnt[0] - 1);
    double v1 = (sq[1] - cnt[1] * m1 * m1) / (cnt[1] - 1);
    return (m1 - m0) / sqrt(v0 / cnt[0] + v1 / cnt[1] + 1e-12);
}

static void shuffle(int *a, int n, uint64_t *seed)
{
    for (int i = n - 1; i > 0; i--) {
        int j = splitmix(seed) % (i + 1);
        int t = a[i];
        a[i] = a[j];
        a[j] = t;
    }
}

static int cmp_result(const void *a, const void *b)
{
    const GeneResult *p = a, *q = b;
    double x = fabs(p->t), y = fabs(q->t);
    if (x != y)
        return x < y ? 1 : -1;
    return p->gene - q->gene;
}

int main(int argc, char **argv)
{
    int genes = argc > 1 ? atoi(argv[1]) : 4000;
    int samples = argc > 2 ? atoi(argv[2]) : 40;
    int perms = argc > 3 ? atoi(argv[3]) : 4000;
    struct timespec start, stop;

    Study *st = simulate(genes, samples);
    GeneResult *res = calloc(genes, sizeof *res);
    int *label = malloc(samples * sizeof(int));
    double *tp = malloc(genes * sizeof(double));
    uint64_t seed = 99;

    clock_gettime(CLOCK_MONOTONIC, &start);
#pragma omp parallel for
    for (int g = 0; g < genes; g++) {
        res[g].gene = g;
        res[g].t = t_stat(st->expr[g], st->group, samples);
    }
    memcpy(label, st->group, samples * sizeof(int));
    for (int b = 0; b < perms; b++) {
        double maxt = 0;
        shuffle(label, samples, &seed);
#pragma omp parallel for reduction(max:maxt) schedule(static)
        for (int g = 0; g < genes; g++) {
            tp[g] = fabs(t_stat(st->expr[g], label, samples));
            if (tp[g] > maxt)
                maxt = tp[g];
        }
#pragma omp parallel for schedule(static)
        for (int g = 0; g < genes; g++) {
            double t = fabs(res[g].t);
            if (tp[g] >= t)
                res[g].count_raw++;
            if (maxt >= t)
                res[g].count_max++;
        }
    }
    qsort(res, genes, sizeof *res, cmp_result);
    clock_gettime(CLOCK_MONOTONIC, &stop);
    fprintf(stderr, "%d permutations in %.3f s\n", perms,
            (stop.tv_sec - start.tv_sec) + 1e-9 * (stop.tv_nsec - start.tv_nsec));

    int nraw = 0, nadj = 0;
    long chk = 0;
    for (int i = 0; i < genes; i++) {
        nraw += (res[i].count_raw + 1.0) / (perms + 1) < 0.05;
        nadj += (res[i].count_max + 1.0) / (perms + 1) < 0.05;
        chk += (long)(i + 1) * (res[i].count_raw + 3 * res[i].count_max);
    }
    printf("significant: %d raw, %d after max-T\n", nraw, nadj);
    for (int i = 0; i < 5 && i < genes; i++)
        printf("gene %5d  t % .8f  p %.5f  padj %.5f\n", res[i].gene, res[i].t,
               (res[i].count_raw + 1.0) / (perms + 1), (res[i].count_max + 1.0) / (perms + 1));
    printf("check %ld\n", chk);
    free(res);
    free(label);
    free(tp);
    study_free(st);
    return 0;
}
