// bootci.c  Bootstrap confidence intervals (percentile and BCa) for several
// statistics of paired measurements, and a permutation test.
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct { double x, y; } Obs;
typedef struct { Obs *o; int n; double *tmp; int *rank; } Sample;
typedef double (*Statistic)(Sample *s);

static uint64_t splitmix(uint64_t *s)
{
    uint64_t z = (*s += 0x9E3779B97F4A7C15ULL);
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ z >> 27) * 0x94D049BB133111EBULL;
    return z ^ z >> 31;
}

static double u01(uint64_t *s) { return (splitmix(s) >> 11) * 0x1p-53; }

static int cmpDouble(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static int sampleNew(Sample *s, int n)
{
    s->n = n;
    s->o = malloc(n * sizeof(Obs));
    s->tmp = malloc(n * sizeof(double));
    s->rank = malloc(n * sizeof(int));
    return s->o && s->tmp && s->rank ? 0 : -1;
}

static void sampleFree(Sample *s)
{
    free(s->o);
    free(s->tmp);
    free(s->rank);
}

// ---- statistics

static double correlation(Sample *s)
{
    double mx = 0, my = 0, sxx = 0, syy = 0, sxy = 0;
    for (int i = 0; i < s->n; i++) { mx += s->o[i].x; my += s->o[i].y; }
    mx /= s->n; my /= s->n;
    for (int i = 0; i < s->n; i++) {
        double dx = s->o[i].x - mx, dy = s->o[i].y - my;
        sxx += dx * dx; syy += dy * dy; sxy += dx * dy;
    }
    return sxy / sqrt(sxx * syy);
}

static double trimmedMean(Sample *s)
{
    int cut = s->n / 10;
    double sum = 0;
    for (int i = 0; i < s->n; i++) s->tmp[i] = s->o[i].y - s->o[i].x;
    qsort(s->tmp, s->n, sizeof(double), cmpDouble);
    for (int i = cut; i < s->n - cut; i++) sum += s->tmp[i];
    return sum / (s->n - 2 * cut);
}

static double medianRatio(Sample *s)
{
    for (int i = 0; i < s->n; i++) s->tmp[i] = s->o[i].y / s->o[i].x;
    qsort(s->tmp, s->n, sizeof(double), cmpDouble);
    return 0.5 * (s->tmp[(s->n - 1) / 2] + s->tmp[s->n / 2]);
}

// Theil-Sen slope on a thinned set of pairs
static double theilSen(Sample *s)
{
    int m = 0;
    for (int i = 0; i < s->n; i++) {
        int j = (i + 1 + i % 7 * (s->n / 8)) % s->n;
        double dx = s->o[j].x - s->o[i].x;
        if (fabs(dx) > 1e-9) s->tmp[m++] = (s->o[j].y - s->o[i].y) / dx;
    }
    if (m == 0) return 0;
    qsort(s->tmp, m, sizeof(double), cmpDouble);
    return s->tmp[m / 2];
}

static const struct { const char *name; Statistic fn; } stats[] = {
    { "correlation", correlation }, { "trimmed diff", trimmedMean },
    { "median ratio", medianRatio }, { "theil-sen", theilSen },
};

// ---- normal distribution helpers

static double phi(double z) { return 0.5 * erfc(-z / sqrt(2.0)); }

static double phiInv(double p)
{
    double lo = -8, hi = 8;
    for (int k = 0; k < 80; k++) {
        double mid = 0.5 * (lo + hi);
        if (phi(mid) < p) lo = mid; else hi = mid;
    }
    return 0.5 * (lo + hi);
}

// ---- resampling

static void resample(const Sample *from, Sample *to, uint64_t *rng)
{
    for (int i = 0; i < from->n; i++) to->o[i] = from->o[splitmix(rng) % from->n];
}

// each thread resamples into a work space of its own
static void workNew(Sample *w, int n)
{
    if (sampleNew(w, n)) { fprintf(stderr, "bootci: memory\n"); exit(1); }
}

static void bootstrap(const Sample *data, Statistic fn, int B, double *out)
{
#pragma omp parallel
    {
        Sample work;
        workNew(&work, data->n);
#pragma omp for schedule(static)
        for (int b = 0; b < B; b++) {
            uint64_t rng = 77 + (uint64_t)b * 1000003;
            resample(data, &work, &rng);
            out[b] = fn(&work);
        }
        sampleFree(&work);
    }
}

static double acceleration(const Sample *data, Statistic fn)
{
    int n = data->n;
    double *jack = malloc(n * sizeof *jack), mean = 0, num = 0, den = 0;
    if (!jack) { fprintf(stderr, "bootci: memory\n"); exit(1); }
#pragma omp parallel
    {
        Sample work;
        workNew(&work, n);
        work.n = n - 1;
#pragma omp for
        for (int k = 0; k < n; k++) {
            memcpy(work.o, data->o, k * sizeof(Obs));
            memcpy(work.o + k, data->o + k + 1, (n - 1 - k) * sizeof(Obs));
            jack[k] = fn(&work);
        }
        sampleFree(&work);
    }
    for (int k = 0; k < n; k++) mean += jack[k];
    mean /= n;
    for (int k = 0; k < n; k++) {
        double d = mean - jack[k];
        num += d * d * d;
        den += d * d;
    }
    free(jack);
    return den > 0 ? num / (6 * pow(den, 1.5)) : 0;
}

static double quantile(const double *sorted, int n, double p)
{
    double h = (n - 1) * p;
    int i = (int)h;
    if (i < 0) return sorted[0];
    if (i >= n - 1) return sorted[n - 1];
    return sorted[i] + (h - i) * (sorted[i + 1] - sorted[i]);
}

// two sided p value: swap x and y within pairs
static double permutation(const Sample *data, Statistic fn, double seen, int rounds)
{
    int extreme = 0;
#pragma omp parallel
    {
        Sample work;
        workNew(&work, data->n);
#pragma omp for schedule(static) reduction(+ : extreme)
        for (int r = 0; r < rounds; r++) {
            uint64_t rng = 991 * (uint64_t)(r + 1);
            memcpy(work.o, data->o, data->n * sizeof(Obs));
            for (int i = 0; i < data->n; i++)
                if (splitmix(&rng) & 1) {
                    double t = work.o[i].x;
                    work.o[i].x = work.o[i].y;
                    work.o[i].y = t;
                }
            if (fabs(fn(&work)) >= fabs(seen)) extreme++;
        }
        sampleFree(&work);
    }
    return (extreme + 1.0) / (rounds + 1.0);
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 220, B = argc > 2 ? atoi(argv[2]) : 15000;
    Sample data, work;
    double *boot = malloc((B > 0 ? B : 1) * sizeof *boot);
    if (n < 20 || B < 100 || !boot || sampleNew(&data, n) || sampleNew(&work, n)) {
        fprintf(stderr, "usage: bootci [n>=20] [B>=100]\n");
        return 2;
    }
    uint64_t rng = 1;
    for (int i = 0; i < n; i++) {
        double g = sqrt(-2 * log(u01(&rng) + 1e-12)) * cos(2 * M_PI * u01(&rng));
        data.o[i].x = exp(0.4 * g) + 0.5;
        data.o[i].y = 0.9 * data.o[i].x + 0.25 + 0.3 * (u01(&rng) - 0.5) + (u01(&rng) < 0.05 ? 2.5 : 0);
    }
    for (size_t k = 0; k < sizeof stats / sizeof stats[0]; k++) {
        memcpy(work.o, data.o, n * sizeof(Obs));
        double est = stats[k].fn(&work), mean = 0, var = 0;
        int below = 0;
        bootstrap(&data, stats[k].fn, B, boot);
        for (int b = 0; b < B; b++) { mean += boot[b]; below += boot[b] < est; }
        mean /= B;
        for (int b = 0; b < B; b++) var += (boot[b] - mean) * (boot[b] - mean);
        qsort(boot, B, sizeof *boot, cmpDouble);
        double z0 = phiInv((below + 0.5) / (B + 1.0)), a = acceleration(&data, stats[k].fn);
        double zl = z0 + phiInv(0.025), zh = z0 + phiInv(0.975);
        double pl = phi(z0 + zl / (1 - a * zl)), ph = phi(z0 + zh / (1 - a * zh));
        printf("%-12s %.8f  se %.8f  percentile [%.8f %.8f]  BCa [%.8f %.8f]\n", stats[k].name, est, sqrt(var / (B - 1)),
               quantile(boot, B, 0.025), quantile(boot, B, 0.975), quantile(boot, B, pl), quantile(boot, B, ph));
    }
    memcpy(work.o, data.o, n * sizeof(Obs));
    double seen = trimmedMean(&work);
    printf("permutation p (trimmed diff) %.6f\n", permutation(&data, trimmedMean, seen, B / 2));
    memcpy(work.o, data.o, n * sizeof(Obs));
    printf("permutation p (theil-sen)    %.6f\n", permutation(&data, theilSen, theilSen(&work), B / 4));
    sampleFree(&data);
    sampleFree(&work);
    free(boot);
    return 0;
}
