/*
 * bootci: bootstrap confidence intervals (percentile and BCa) for a set of
 * statistics of a bivariate sample.
 *
 * usage: bootci [sample size] [replicates]
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>
#include <math.h>

struct sample {
    int n;
    double *x, *y;
};

typedef double (*statistic)(const struct sample *);

struct result {
    const char *name;
    double estimate, bias, stderr_;
    double pct[2], bca[2];
};

static uint64_t state;

static void seed_rng(uint64_t s)
{
    state = (s ^ 0x5DEECE66Dull) * 0xD1342543DE82EF95ull;
}

static uint64_t next(void)
{
    uint64_t z = (state += 0x9E3779B97F4A7C15ull);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
    return z ^ (z >> 31);
}

static double unif(void)
{
    return ((next() >> 11) + 0.5) / 9007199254740992.0;
}

static double normal(void)
{
    return sqrt(-2.0 * log(unif())) * cos(2.0 * M_PI * unif());
}

static struct sample *sample_new(int n)
{
    struct sample *s = malloc(sizeof *s);
    s->n = n;
    s->x = malloc(n * sizeof(double));
    s->y = malloc(n * sizeof(double));
    return s;
}

static void sample_free(struct sample *s)
{
    free(s->x);
    free(s->y);
    free(s);
}

static void generate(struct sample *s)
{
    for (int i = 0; i < s->n; i++) {
        s->x[i] = exp(0.5 * normal());
        s->y[i] = 2.0 + 0.8 * s->x[i] + 0.7 * normal();
        if (unif() < 0.02)
            s->y[i] += 8.0 * unif();    /* a few outliers */
    }
}

static void draw(const struct sample *from, struct sample *to)
{
    to->n = from->n;
    for (int i = 0; i < from->n; i++) {
        int k = (int)(next() % (uint64_t)from->n);
        to->x[i] = from->x[k];
        to->y[i] = from->y[k];
    }
}

static void leave_out(const struct sample *from, int k, struct sample *to)
{
    to->n = from->n - 1;
    memcpy(to->x, from->x, k * sizeof(double));
    memcpy(to->y, from->y, k * sizeof(double));
    memcpy(to->x + k, from->x + k + 1, (from->n - k - 1) * sizeof(double));
    memcpy(to->y + k, from->y + k + 1, (from->n - k - 1) * sizeof(double));
}

/* ---- statistics --------------------------------------------------------- */

static int cmp_double(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double mean(const double *v, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        s += v[i];
    return s / n;
}

static double stat_cv(const struct sample *s)
{
    double m = mean(s->y, s->n), q = 0;
    for (int i = 0; i < s->n; i++)
        q += (s->y[i] - m) * (s->y[i] - m);
    return sqrt(q / (s->n - 1)) / m;
}

static double stat_trimmed(const struct sample *s)
{
    double *t = malloc(s->n * sizeof *t);
    int cut = s->n / 10;
    memcpy(t, s->y, s->n * sizeof *t);
    qsort(t, s->n, sizeof *t, cmp_double);
    double m = mean(t + cut, s->n - 2 * cut);
    free(t);
    return m;
}

static double stat_gini(const struct sample *s)
{
    double *t = malloc(s->n * sizeof *t), num = 0, den = 0;
    memcpy(t, s->x, s->n * sizeof *t);
    qsort(t, s->n, sizeof *t, cmp_double);
    for (int i = 0; i < s->n; i++) {
        num += (2.0 * (i + 1) - s->n - 1) * t[i];
        den += t[i];
    }
    free(t);
    return num / (s->n * den);
}

static double stat_slope(const struct sample *s)
{
    double mx = mean(s->x, s->n), my = mean(s->y, s->n), sxy = 0, sxx = 0;
    for (int i = 0; i < s->n; i++) {
        sxy += (s->x[i] - mx) * (s->y[i] - my);
        sxx += (s->x[i] - mx) * (s->x[i] - mx);
    }
    return sxy / sxx;
}

/* ---- the bootstrap ------------------------------------------------------- */

static double norm_cdf(double z)
{
    return 0.5 * erfc(-z / sqrt(2.0));
}

static double norm_quantile(double p)
{
    double lo = -10, hi = 10;
    for (int i = 0; i < 80; i++) {
        double mid = 0.5 * (lo + hi);
        if (norm_cdf(mid) < p)
            lo = mid;
        else
            hi = mid;
    }
    return 0.5 * (lo + hi);
}

static double quantile(const double *sorted, int n, double p)
{
    double pos = p * (n - 1);
    int k = (int)pos;
    if (k >= n - 1)
        return sorted[n - 1];
    return sorted[k] + (pos - k) * (sorted[k + 1] - sorted[k]);
}

static void bootstrap(const struct sample *data, statistic f, int reps, uint64_t seed, struct result *r)
{
    double *theta = malloc(reps * sizeof *theta), *jack = malloc(data->n * sizeof *jack);
    struct sample *work = sample_new(data->n);
    int below = 0;
    double sum = 0, sq = 0;

    r->estimate = f(data);
    for (int b = 0; b < reps; b++) {
        seed_rng(seed + b);
        draw(data, work);
        theta[b] = f(work);
        if (theta[b] < r->estimate)
            below++;
    }
    for (int b = 0; b < reps; b++)
        sum += theta[b];
    r->bias = sum / reps - r->estimate;
    for (int b = 0; b < reps; b++)
        sq += (theta[b] - sum / reps) * (theta[b] - sum / reps);
    r->stderr_ = sqrt(sq / (reps - 1));

    for (int i = 0; i < data->n; i++) {
        leave_out(data, i, work);
        jack[i] = f(work);
    }
    double jm = mean(jack, data->n), d2 = 0, d3 = 0;
    for (int i = 0; i < data->n; i++) {
        double d = jm - jack[i];
        d2 += d * d;
        d3 += d * d * d;
    }
    double acc = d3 / (6.0 * pow(d2, 1.5)), z0 = norm_quantile((below + 0.5) / (reps + 1.0));

    qsort(theta, reps, sizeof *theta, cmp_double);
    for (int side = 0; side < 2; side++) {
        double p = side ? 0.975 : 0.025, z = z0 + norm_quantile(p);
        r->pct[side] = quantile(theta, reps, p);
        r->bca[side] = quantile(theta, reps, norm_cdf(z0 + z / (1 - acc * z)));
    }
    sample_free(work);
    free(theta);
    free(jack);
}

int main(int argc, char **argv)
{
    static const struct { const char *name; statistic f; } table[] = {
        { "cv(y)", stat_cv }, { "trimmed mean", stat_trimmed },
        { "gini(x)", stat_gini }, { "slope", stat_slope },
    };
    int n = argc > 1 ? atoi(argv[1]) : 1000;
    int reps = argc > 2 ? atoi(argv[2]) : 4000;
    struct sample *data = sample_new(n);

    seed_rng(2024);
    generate(data);
    printf("n = %d, %d replicates\n", n, reps);
    for (size_t k = 0; k < sizeof table / sizeof *table; k++) {
        struct result r = { .name = table[k].name };
        bootstrap(data, table[k].f, reps, 100000 * (k + 1), &r);
        printf("%-13s %9.6f bias %+.6f se %.6f  pct [%.6f, %.6f]  bca [%.6f, %.6f]\n",
               r.name, r.estimate, r.bias, r.stderr_, r.pct[0], r.pct[1], r.bca[0], r.bca[1]);
    }
    sample_free(data);
    return 0;
}
