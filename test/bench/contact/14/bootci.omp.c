/* Bootstrap confidence intervals for robust statistics of a two-group
 * experiment (difference of medians, trimmed means, AUC-like win rate). */
#include <stdio.h>
#include <stdlib.h>
#include <stdint.h>
#include <string.h>
#include <math.h>

typedef struct {
    double *v;
    int n;
    const char *label;
} sample_t;

typedef double (*stat_fn)(double *a, int na, double *b, int nb);

struct result {
    double point, lo, hi, se;
    int degenerate;
};

static uint64_t splitmix(uint64_t *s)
{
    uint64_t z = (*s += 0x9E3779B97F4A7C15ULL);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
    return z ^ (z >> 31);
}

static double u01(uint64_t *s) { return (splitmix(s) >> 11) * (1.0 / 9007199254740992.0); }

static double gauss(uint64_t *s)
{
    double u = u01(s), v = u01(s);
    if (u < 1e-300) u = 1e-300;
    return sqrt(-2 * log(u)) * cos(6.283185307179586 * v);
}

static int cmpd(const void *pa, const void *pb)
{
    double a = *(const double *)pa, b = *(const double *)pb;
    return (a > b) - (a < b);
}

/* Hoare quickselect; reorders v */
static double kth(double *v, int n, int k)
{
    int lo = 0, hi = n - 1;
    while (lo < hi) {
        double p = v[(lo + hi) / 2];
        int i = lo, j = hi;
        while (i <= j) {
            while (v[i] < p) i++;
            while (v[j] > p) j--;
            if (i <= j) { double t = v[i]; v[i] = v[j]; v[j] = t; i++; j--; }
        }
        if (k <= j) hi = j;
        else if (k >= i) lo = i;
        else break;
    }
    return v[k];
}

static double stat_median(double *a, int na, double *b, int nb)
{
    return kth(b, nb, nb / 2) - kth(a, na, na / 2);
}

static double trimmed(double *v, int n, double frac)
{
    int cut = (int)(n * frac);
    double lo = kth(v, n, cut), hi = kth(v, n, n - 1 - cut), s = 0;
    int c = 0;
    for (int i = 0; i < n; i++)
        if (v[i] >= lo && v[i] <= hi) { s += v[i]; c++; }
    return c ? s / c : 0;
}

static double stat_trim(double *a, int na, double *b, int nb)
{
    return trimmed(b, nb, 0.1) - trimmed(a, na, 0.1);
}

static double stat_win(double *a, int na, double *b, int nb)
{
    qsort(a, na, sizeof *a, cmpd);
    long wins = 0;
    for (int i = 0; i < nb; i++) {
        int lo = 0, hi = na;
        while (lo < hi) {
            int m = (lo + hi) / 2;
            if (a[m] < b[i]) lo = m + 1; else hi = m;
        }
        wins += lo;
    }
    return (double)wins / ((double)na * nb);
}

static int bootstrap(const sample_t *a, const sample_t *b, stat_fn f, int reps,
                     uint64_t seed, struct result *out)
{
    double *ra = malloc(a->n * sizeof *ra);
    double *rb = malloc(b->n * sizeof *rb);
    double *stats = malloc(reps * sizeof *stats);
    if (!ra || !rb || !stats) { free(ra); free(rb); free(stats); return -1; }

    memcpy(ra, a->v, a->n * sizeof *ra);
    memcpy(rb, b->v, b->n * sizeof *rb);
    out->point = f(ra, a->n, rb, b->n);
    out->degenerate = 0;

    double sum = 0, sum2 = 0;
    int degenerate = 0, failed = 0;
#pragma omp parallel reduction(+:sum, sum2, degenerate, failed)
    {
    double *ra = malloc(a->n * sizeof *ra);
    double *rb = malloc(b->n * sizeof *rb);
    if (!ra || !rb) failed = 1;
#pragma omp for schedule(dynamic, 8)
    for (int r = 0; r < reps; r++) {
        if (failed) continue;
        uint64_t s = seed + 1000003ULL * r;
        for (int i = 0; i < a->n; i++) ra[i] = a->v[splitmix(&s) % a->n];
        for (int i = 0; i < b->n; i++) rb[i] = b->v[splitmix(&s) % b->n];
        double t = f(ra, a->n, rb, b->n);
        if (fabs(t - out->point) < 1e-12) degenerate++;
        stats[r] = t;
        sum += t;
        sum2 += t * t;
    }
    free(ra); free(rb);
    }
    if (failed) { free(ra); free(rb); free(stats); return -1; }
    out->degenerate = degenerate;
    qsort(stats, reps, sizeof *stats, cmpd);
    out->lo = stats[(int)(0.025 * reps)];
    out->hi = stats[(int)(0.975 * reps)];
    out->se = sqrt(fmax(0, sum2 / reps - (sum / reps) * (sum / reps)));
    free(ra); free(rb); free(stats);
    return 0;
}

int main(int argc, char **argv)
{
    int reps = argc > 1 ? atoi(argv[1]) : 3200;
    int n = argc > 2 ? atoi(argv[2]) : 3000;
    if (reps < 40 || n < 20) { fprintf(stderr, "usage: bootci [reps>=40] [n>=20]\n"); return 2; }

    sample_t g[2] = { { NULL, n, "control" }, { NULL, n - n / 7, "treated" } };
    uint64_t s = 2024;
    for (int k = 0; k < 2; k++) {
        g[k].v = malloc(g[k].n * sizeof(double));
        if (!g[k].v) return 1;
        for (int i = 0; i < g[k].n; i++) {
            double x = exp(0.4 * gauss(&s)) + 0.03 * k;
            if (splitmix(&s) % 50 == 0) x *= 8;     /* outliers */
            g[k].v[i] = floor(x * 10000) / 10000;
        }
        printf("%s: n=%d\n", g[k].label, g[k].n);
    }

    const struct { const char *name; stat_fn f; } tests[] = {
        { "median diff", stat_median },
        { "trimmed mean diff", stat_trim },
        { "win rate", stat_win },
    };
    for (int t = 0; t < 3; t++) {
        struct result r;
        int nr = tests[t].f == stat_win ? reps / 3 : reps;
        if (bootstrap(&g[0], &g[1], tests[t].f, nr, 77 + t, &r) != 0) return 1;
        printf("%-18s %.5f [%.5f, %.5f] se %.6f (%d same)\n", tests[t].name,
               r.point, r.lo, r.hi, r.se, r.degenerate);
    }
    free(g[0].v); free(g[1].v);
    return 0;
}
