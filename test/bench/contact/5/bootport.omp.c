// SPDX-License-Identifier: Apache-2.0
/* bootport - stationary block bootstrap of a mean-variance portfolio
 *
 * usage: bootport [assets] [days] [replicates] [mean block]
 *
 * Daily returns come from a small factor model with GARCH volatility.  Every
 * replicate redraws days in blocks, re-estimates mean and shrunk covariance and
 * its tangency and minimum variance weights are judged on the original sample.
 */
#define _POSIX_C_SOURCE 200809L
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef double (*statistic)(const double *ret, int n);

static uint64_t state = 0x853c49e6748fea9bull;

static double uniform(void)
{
    uint64_t z = (state += 0x9e3779b97f4a7c15ull);
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ z >> 27) * 0x94d049bb133111ebull;
    return (double)((z ^ z >> 31) >> 11) / 9007199254740992.0;
}

static double normal(void)
{
    double u = 1 - uniform(), v = uniform();
    return sqrt(-2 * log(u)) * cos(6.283185307179586 * v);
}

static double **matrix(int r, int c)
{
    double **m = malloc(sizeof *m * (size_t)r);
    double *block = calloc((size_t)r * c, sizeof *block);
    if (!m || !block) { fputs("bootport: no memory\n", stderr); exit(1); }
    for (int i = 0; i < r; i++)
        m[i] = block + (size_t)i * c;
    return m;
}

static void release(double **m) { free(m[0]); free(m); }

static void simulate(double **ret, int days, int k)
{
    double var = 1e-4, beta[3] = { 0, 0, 0 };
    for (int t = 0; t < days; t++) {
        double f[3];
        for (int i = 0; i < 3; i++)
            f[i] = beta[i] = 0.05 * beta[i] + sqrt(var) * normal() * (i ? 0.5 : 1);
        for (int j = 0; j < k; j++)
            ret[t][j] = 2e-4 + 1e-5 * j + f[0] * (0.6 + 0.02 * j) + f[1] * sin(j) + f[2] * cos(2.0 * j)
                      + 0.008 * normal();
        var = 4e-6 + 0.08 * f[0] * f[0] + 0.88 * var;
    }
}

/* one resampled history: geometric block lengths, wrapping round at the end */
static void resample(int *day, int days, double mean_block)
{
    int at = 0;
    for (int t = 0; t < days; t++) {
        if (t == 0 || uniform() < 1 / mean_block)
            at = (int)(uniform() * days);
        else
            at = at + 1 == days ? 0 : at + 1;
        day[t] = at;
    }
}

static void moments(double **ret, const int *day, int days, int k, double *mu, double **cov, double shrink)
{
    memset(mu, 0, sizeof *mu * (size_t)k);
    memset(cov[0], 0, sizeof **cov * (size_t)k * k);
    for (int t = 0; t < days; t++)
        for (int j = 0; j < k; j++)
            mu[j] += ret[day[t]][j];
    for (int j = 0; j < k; j++)
        mu[j] /= days;
    for (int t = 0; t < days; t++) {
        const double *r = ret[day[t]];
        for (int i = 0; i < k; i++) {
            double di = r[i] - mu[i];
            for (int j = 0; j <= i; j++)
                cov[i][j] += di * (r[j] - mu[j]);
        }
    }
    double trace = 0;
    for (int i = 0; i < k; i++) trace += cov[i][i];
    for (int i = 0; i < k; i++)
        for (int j = 0; j <= i; j++) {
            double c = cov[i][j] * (1 - shrink) + (i == j ? shrink * trace / k : 0);
            cov[i][j] = cov[j][i] = c / (days - 1);
        }
}

static int cholesky(double **a, int k)
{
    for (int j = 0; j < k; j++) {
        double s = a[j][j];
        for (int p = 0; p < j; p++) s -= a[j][p] * a[j][p];
        if (s <= 0)
            return -1;
        a[j][j] = sqrt(s);
        for (int i = j + 1; i < k; i++) {
            double v = a[i][j];
            for (int p = 0; p < j; p++) v -= a[i][p] * a[j][p];
            a[i][j] = v / a[j][j];
        }
    }
    return 0;
}

/* solves L L' x = b and scales x to sum one */
static void weights(double **l, int k, const double *b, double *x)
{
    double sum = 0;
    for (int i = 0; i < k; i++) {
        x[i] = b ? b[i] : 1;
        for (int p = 0; p < i; p++) x[i] -= l[i][p] * x[p];
        x[i] /= l[i][i];
    }
    for (int i = k - 1; i >= 0; i--) {
        for (int p = i + 1; p < k; p++) x[i] -= l[p][i] * x[p];
        x[i] /= l[i][i];
        sum += x[i];
    }
    for (int i = 0; i < k; i++) x[i] /= sum;
}

static void backtest(double **ret, int days, int k, const double *w, double *out)
{
    for (int t = 0; t < days; t++) {
        out[t] = 0;
        for (int j = 0; j < k; j++) out[t] += w[j] * ret[t][j];
    }
}

static double sharpe(const double *r, int n)
{
    double s = 0, q = 0;
    for (int i = 0; i < n; i++) s += r[i];
    s /= n;
    for (int i = 0; i < n; i++) q += (r[i] - s) * (r[i] - s);
    return s / sqrt(q / (n - 1)) * sqrt(252.0);
}

static double drawdown(const double *r, int n)
{
    double wealth = 0, top = 0, worst = 0;
    for (int i = 0; i < n; i++) {
        wealth += r[i];
        if (wealth > top) top = wealth;
        if (top - wealth > worst) worst = top - wealth;
    }
    return 1 - exp(-worst);
}

static double volatility(const double *r, int n)
{
    double q = 0;
    for (int i = 0; i < n; i++) q += r[i] * r[i];
    return sqrt(q / n * 252);
}

static const struct { const char *name; statistic fn; } stats[] = {
    { "sharpe", sharpe }, { "drawdown", drawdown }, { "volatility", volatility },
};
enum { NSTAT = sizeof stats / sizeof stats[0] };

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

int main(int argc, char **argv)
{
    int k = argc > 1 ? atoi(argv[1]) : 24, days = argc > 2 ? atoi(argv[2]) : 1250, reps = argc > 3 ? atoi(argv[3]) : 4000;
    double mean_block = argc > 4 ? atof(argv[4]) : 12, check = 0;
    if (k < 2 || days < 10 || reps < 1 || mean_block < 1) { fputs("usage: bootport [assets] [days] [reps] [block]\n", stderr); return 1; }
    double **ret = matrix(days, k), **dist = matrix(2 * NSTAT, reps), **picked = matrix(reps, 2);
    int *draws = malloc(sizeof *draws * (size_t)days * reps), bad = 0;
    struct timespec t0, t1;
    if (!draws) { fputs("bootport: no memory\n", stderr); return 1; }
    simulate(ret, days, k);
    clock_gettime(CLOCK_MONOTONIC, &t0);
    for (int r = 0; r < reps; r++)              /* one random stream, drawn in order */
        resample(draws + (size_t)r * days, days, mean_block);
#pragma omp parallel reduction(+ : bad)
    {
    double **cov = matrix(k, k), **vec = matrix(2, k), **line = matrix(1, days);
    double *mu = vec[0], *w = vec[1], *path = line[0];
#pragma omp for schedule(dynamic, 4)
    for (int r = 0; r < reps; r++) {
        moments(ret, draws + (size_t)r * days, days, k, mu, cov, 0.1);
        if (cholesky(cov, k) != 0) { bad++; continue; }
        for (int kind = 0; kind < 2; kind++) {
            weights(cov, k, kind ? NULL : mu, w);
            backtest(ret, days, k, w, path);
            for (int s = 0; s < NSTAT; s++)
                dist[kind * NSTAT + s][r] = stats[s].fn(path, days);
            picked[r][kind] = w[r % k];
        }
    }
    release(cov); release(vec); release(line);
    }
    for (int r = 0; r < reps; r++)
        for (int kind = 0; kind < 2; kind++)
            check += picked[r][kind];
#pragma omp parallel for schedule(dynamic)
    for (int s = 0; s < 2 * NSTAT; s++)
        qsort(dist[s], (size_t)reps, sizeof **dist, ascending);
    clock_gettime(CLOCK_MONOTONIC, &t1);
    fprintf(stderr, "bootstrap %.3f s\n", (double)(t1.tv_sec - t0.tv_sec) + 1e-9 * (double)(t1.tv_nsec - t0.tv_nsec));
    printf("%d assets, %d days, %d replicates, %d singular, weights %.12f\n", k, days, reps, bad, check);
    for (int s = 0; s < 2 * NSTAT; s++) {
        printf("%-8s %-10s", s < NSTAT ? "tangency" : "minvar", stats[s % NSTAT].name);
        for (int p = 0; p < 5; p++) {
            static const double level[5] = { 0.05, 0.25, 0.5, 0.75, 0.95 };
            printf(" %13.9f", dist[s][(int)(level[p] * (reps - 1))]);
        }
        putchar('\n');
    }
    release(ret); release(dist); release(picked);
    free(draws);
    return 0;
}
