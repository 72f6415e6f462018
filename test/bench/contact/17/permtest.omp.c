/*
 * permtest - differential expression by permutation tests: for each gene a
 * rank sum and a trimmed mean statistic, adaptive number of permutations
 * (stops early when clearly not significant), Benjamini-Hochberg at the end.
 *
 * usage: permtest [genes] [samples] [permutations]
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAXSAMPLES 256

typedef struct {
    int genes, samples, cases;      /* the first samples are the cases */
    double *level;                  /* genes x samples */
} matrix;

typedef struct {
    int gene;
    double observed, p, q;
    int permutations;
    char stopped;
} finding;

typedef struct {
    double value;
    int sample;
} ranked;

typedef double (*statistic)(const double *v, int cases, int n);

struct test {
    const char *name;
    statistic stat;
};

static unsigned rng_next(unsigned *s)
{
    *s += 0x9e3779b9u;
    unsigned z = *s;
    z = (z ^ z >> 16) * 0x21f0aaadu;
    z = (z ^ z >> 15) * 0x735a2d97u;
    return z ^ z >> 15;
}

static double gauss(unsigned *s)
{
    double u = (rng_next(s) + 1.0) / 4294967297.0, v = rng_next(s) / 4294967296.0;
    return sqrt(-2 * log(u)) * cos(6.283185307179586 * v);
}

static void simulate(matrix *m, unsigned seed)
{
    for (int g = 0; g < m->genes; g++) {
        double base = 5 + 3 * gauss(&seed), sd = 0.5 + 0.2 * fabs(gauss(&seed));
        double effect = g % 12 == 0 ? 0.5 * gauss(&seed) : 0;
        for (int i = 0; i < m->samples; i++) {
            double v = base + sd * gauss(&seed) + (i < m->cases ? effect : 0);
            if (rng_next(&seed) % 60 == 0)
                v += 4;             /* outlier */
            m->level[(size_t)g * m->samples + i] = v;
        }
    }
}

static int by_value(const void *a, const void *b)
{
    const ranked *x = a, *y = b;
    if (x->value != y->value)
        return x->value < y->value ? -1 : 1;
    return x->sample - y->sample;
}

/* replaces the levels of a gene by their ranks, ties share the mean rank */
static void to_ranks(const double *v, double *rank, int n)
{
    ranked r[MAXSAMPLES];
    for (int i = 0; i < n; i++) {
        r[i].value = v[i];
        r[i].sample = i;
    }
    qsort(r, (size_t)n, sizeof *r, by_value);
    for (int i = 0, j; i < n; i = j) {
        for (j = i + 1; j < n && r[j].value == r[i].value; j++)
            ;
        for (int k = i; k < j; k++)
            rank[r[k].sample] = 0.5 * (i + j + 1);
    }
}

static double rank_sum(const double *v, int cases, int n)
{
    double s = 0;
    for (int i = 0; i < cases; i++)
        s += v[i];
    return fabs(s - cases * (n + 1) / 2.0);
}

static double trimmed_difference(const double *v, int cases, int n)
{
    double s[2] = { 0, 0 }, lo[2] = { 1e300, 1e300 }, hi[2] = { -1e300, -1e300 };
    for (int i = 0; i < n; i++) {
        int k = i >= cases;
        s[k] += v[i];
        if (v[i] < lo[k])
            lo[k] = v[i];
        if (v[i] > hi[k])
            hi[k] = v[i];
    }
    return fabs((s[0] - lo[0] - hi[0]) / (cases - 2) - (s[1] - lo[1] - hi[1]) / (n - cases - 2));
}

static const struct test tests[] = { { "rank sum", rank_sum }, { "trimmed mean", trimmed_difference } };

static finding test_gene(const matrix *m, int gene, const struct test *t, double *work, int perms)
{
    finding f = { gene, 0, 1, 1, 0, 0 };
    int n = m->samples, extreme = 0;
    unsigned seed = 77u + (unsigned)gene * 2654435761u;

    if (t->stat == rank_sum)
        to_ranks(m->level + (size_t)gene * n, work, n);
    else
        memcpy(work, m->level + (size_t)gene * n, (size_t)n * sizeof *work);
    f.observed = t->stat(work, m->cases, n);
    while (f.permutations < perms) {
        for (int i = 0; i < m->cases; i++) {
            int j = i + (int)(rng_next(&seed) % (unsigned)(n - i));
            double x = work[i];
            work[i] = work[j];
            work[j] = x;
        }
        extreme += t->stat(work, m->cases, n) >= f.observed - 1e-9;
        f.permutations++;
        if (extreme >= 60) {
            f.stopped = 1;
            break;
        }
    }
    f.p = (extreme + 1.0) / (f.permutations + 1.0);
    return f;
}

static int by_p(const void *a, const void *b)
{
    const finding *x = a, *y = b;
    if (x->p != y->p)
        return x->p < y->p ? -1 : 1;
    return x->gene - y->gene;
}

static void adjust(finding *f, int n)
{
    double q = 1.0;
    qsort(f, (size_t)n, sizeof *f, by_p);
    for (int i = n - 1; i >= 0; i--) {
        double v = f[i].p * n / (i + 1);
        q = v < q ? v : q;
        f[i].q = q;
    }
}

int main(int argc, char **argv)
{
    matrix m;
    int perms = argc > 3 ? atoi(argv[3]) : 3000;

    m.genes = argc > 1 ? atoi(argv[1]) : 2600;
    m.samples = argc > 2 ? atoi(argv[2]) : 80;
    m.cases = m.samples * 2 / 5;
    if (m.genes < 10 || m.samples < 10 || m.samples > MAXSAMPLES)
        return 1;
    m.level = malloc((size_t)m.genes * m.samples * sizeof *m.level);
    finding *found = malloc((size_t)m.genes * sizeof *found);
    if (!m.level || !found)
        return 1;
    simulate(&m, 1u);
    for (size_t t = 0; t < sizeof tests / sizeof tests[0]; t++) {
        long done = 0;
        int stopped = 0, hits = 0;
#pragma omp parallel for schedule(dynamic, 8) reduction(+ : done, stopped)
        for (int g = 0; g < m.genes; g++) {
            double work[MAXSAMPLES];
            found[g] = test_gene(&m, g, &tests[t], work, perms);
            done += found[g].permutations;
            stopped += found[g].stopped;
        }
        adjust(found, m.genes);
        while (hits < m.genes && found[hits].q < 0.1)
            hits++;
        printf("%s: %ld permutations, %d genes stopped early, %d hits\n", tests[t].name, done, stopped, hits);
        for (int i = 0; i < 12; i++)
            printf("  gene %4d  statistic %10.5f  p %.6f  q %.6f\n", found[i].gene, found[i].observed, found[i].p,
                   found[i].q);
    }
    free(m.level); free(found);
    return 0;
}
