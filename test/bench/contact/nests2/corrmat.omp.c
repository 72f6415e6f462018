/* Correlation matrix of the columns of a sensor log, after replacing missing
 * cells by the column mean and winsorising the standardised values.
 *
 *   usage: corrmat [samples [sensors]]
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

struct table {
    size_t nrow, ncol;
    double *cell;
};

struct pair {
    size_t a, b;
    double r;
};

static unsigned long long seed = 1234567ULL;

static double uniform(void)
{
    seed = (seed * 25214903917ULL + 11ULL) & ((1ULL << 48) - 1);
    return (double)(seed >> 16) / 4294967296.0;
}

static void simulate(struct table *t)
{
    size_t m = t->ncol;
    double(*x)[m] = (double(*)[m])t->cell;
    double common[8] = { 0 };

    for (size_t k = 0; k < t->nrow; k++) {
        for (int f = 0; f < 8; f++)
            common[f] = 0.9 * common[f] + uniform() - 0.5;
        for (size_t j = 0; j < m; j++) {
            double v = common[j % 8] + 0.4 * common[j / 3 % 8];
            v += 2.0 * (uniform() - 0.5) + 0.001 * (double)j;
            x[k][j] = uniform() < 0.002 ? NAN : v;
        }
    }
}

#define SW 16 /* columns standardised together */
#define JB 64 /* columns of a correlation tile */
#define KB 64 /* samples per pass */

static inline size_t smin(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* SW columns at a time, walking along the rows; returns number of dead columns */
static size_t standardise(size_t n, size_t m, double x[n][m], double limit)
{
    size_t dead = 0;

#pragma omp parallel for schedule(static) reduction(+ : dead)
    for (size_t j0 = 0; j0 < m; j0 += SW) {
        size_t w = smin(SW, m - j0);
        double sum[SW] = { 0 }, ss[SW] = { 0 }, cnt[SW] = { 0 }, mean[SW], sd[SW];
        for (size_t k = 0; k < n; k++)
            for (size_t j = 0; j < w; j++)
                if (!isnan(x[k][j0 + j])) {
                    sum[j] += x[k][j0 + j];
                    cnt[j] += 1.0;
                }
        for (size_t j = 0; j < w; j++)
            mean[j] = cnt[j] > 0.0 ? sum[j] / cnt[j] : 0.0;
        for (size_t k = 0; k < n; k++) {
            double *restrict row = &x[k][j0];
#pragma omp simd
            for (size_t j = 0; j < w; j++) {
                double v = isnan(row[j]) ? 0.0 : row[j] - mean[j];
                row[j] = v;
                ss[j] += v * v;
            }
        }
        for (size_t j = 0; j < w; j++) {
            sd[j] = sqrt(ss[j] / (double)(n - 1));
            if (sd[j] < 1e-9) {
                dead++;
                sd[j] = 1.0;
            }
        }
        for (size_t k = 0; k < n; k++) {
            double *restrict row = &x[k][j0];
#pragma omp simd
            for (size_t j = 0; j < w; j++) {
                double z = row[j] / sd[j];
                row[j] = z > limit ? limit : z < -limit ? -limit : z;
            }
        }
    }
    return dead;
}

/* r[i][j0..] += x^T x over samples k0..k1, ascending k for every element */
static inline void rank_update(size_t m, size_t nk, double (*restrict xk)[m], size_t i,
                               double (*restrict pack)[JB], double *restrict c)
{
    size_t k = 0;
    for (; k + 4 <= nk; k += 4) {
        double f0 = xk[k][i], f1 = xk[k + 1][i], f2 = xk[k + 2][i], f3 = xk[k + 3][i];
#pragma omp simd
        for (size_t j = 0; j < JB; j++) {
            double s = c[j];
            s += f0 * pack[k][j];
            s += f1 * pack[k + 1][j];
            s += f2 * pack[k + 2][j];
            s += f3 * pack[k + 3][j];
            c[j] = s;
        }
    }
    for (; k < nk; k++) {
        double f0 = xk[k][i];
#pragma omp simd
        for (size_t j = 0; j < JB; j++)
            c[j] += f0 * pack[k][j];
    }
}

static void correlate(size_t n, size_t m, double x[n][m], double r[m][m])
{
    double scale = 1.0 / (double)(n - 1);
    size_t nblk = (m + JB - 1) / JB;

#pragma omp parallel for schedule(dynamic, 1)
    for (size_t bb = 0; bb < nblk; bb++) {
        size_t j0 = (nblk - 1 - bb) * JB; /* longest first */
        size_t w = smin(JB, m - j0), iend = j0 + w;
        double(*acc)[JB] = calloc(iend, sizeof *acc);
        double(*pack)[JB] = calloc(KB, sizeof *pack);
        if (!acc || !pack)
            abort();
        for (size_t k0 = 0; k0 < n; k0 += KB) {
            size_t nk = smin(KB, n - k0);
            for (size_t k = 0; k < nk; k++)
                for (size_t j = 0; j < w; j++)
                    pack[k][j] = x[k0 + k][j0 + j];
            for (size_t i = 0; i < iend; i++)
                rank_update(m, nk, &x[k0], i, pack, acc[i]);
        }
        for (size_t i = 0; i < iend; i++)
            for (size_t j = i < j0 ? 0 : i - j0; j < w; j++) {
                double s = acc[i][j] * scale;
                s = s > 1.0 ? 1.0 : s < -1.0 ? -1.0 : s;
                s = i == j0 + j ? 1.0 : s;
                r[i][j0 + j] = s;
                r[j0 + j][i] = s;
            }
        free(acc);
        free(pack);
    }
}

static struct pair strongest(size_t m, double r[m][m])
{
    struct pair best = { 0, 0, 0.0 };

    for (size_t i = 0; i < m; i++)
        for (size_t j = i + 1; j < m; j++)
            if (fabs(r[i][j]) > fabs(best.r))
                best = (struct pair){ i, j, r[i][j] };
    return best;
}

int main(int argc, char **argv)
{
    struct table t;
    t.nrow = argc > 1 ? strtoul(argv[1], NULL, 10) : 1500;
    t.ncol = argc > 2 ? strtoul(argv[2], NULL, 10) : 700;
    if (t.nrow < 3 || t.ncol < 2) {
        fprintf(stderr, "usage: %s [samples [sensors]]\n", argv[0]);
        return 2;
    }
    t.cell = malloc(t.nrow * t.ncol * sizeof *t.cell);
    double *r = malloc(t.ncol * t.ncol * sizeof *r);
    if (t.cell == NULL || r == NULL) {
        fprintf(stderr, "cannot allocate %zu x %zu\n", t.nrow, t.ncol);
        return 1;
    }
    size_t m = t.ncol;
    simulate(&t);
    size_t dead = standardise(t.nrow, m, (double(*)[m])t.cell, 2.5);
    correlate(t.nrow, m, (double(*)[m])t.cell, (double(*)[m])r);

    double sum = 0.0, sq = 0.0;
    for (size_t i = 0; i < m * m; i++) {
        sum += r[i] * (double)(i % 11);
        sq += r[i] * r[i];
    }
    struct pair p = strongest(m, (double(*)[m])r);
    printf("dead columns %zu\n", dead);
    printf("checksum %.12g, frobenius %.12g\n", sum, sqrt(sq));
    printf("strongest pair %zu %zu: %.12g\n", p.a, p.b, p.r);
    printf("corner %.12g %.12g\n", r[1], r[m * m - 2]);
    free(t.cell);
    free(r);
    return 0;
}
