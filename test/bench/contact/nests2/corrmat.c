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

/* column by column: mean, deviation, clamp; returns number of dead columns */
static size_t standardise(size_t n, size_t m, double x[n][m], double limit)
{
    size_t dead = 0;

    for (size_t j = 0; j < m; j++) {
        double sum = 0.0, ss = 0.0;
        size_t cnt = 0;
        for (size_t k = 0; k < n; k++)
            if (!isnan(x[k][j])) {
                sum += x[k][j];
                cnt++;
            }
        double mean = cnt ? sum / (double)cnt : 0.0;
        for (size_t k = 0; k < n; k++) {
            x[k][j] = isnan(x[k][j]) ? 0.0 : x[k][j] - mean;
            ss += x[k][j] * x[k][j];
        }
        double sd = sqrt(ss / (double)(n - 1));
        if (sd < 1e-9) {
            dead++;
            sd = 1.0;
        }
        for (size_t k = 0; k < n; k++) {
            double z = x[k][j] / sd;
            x[k][j] = z > limit ? limit : z < -limit ? -limit : z;
        }
    }
    return dead;
}

static void correlate(size_t n, size_t m, double x[n][m], double r[m][m])
{
    double scale = 1.0 / (double)(n - 1);

    for (size_t i = 0; i < m; i++) {
        r[i][i] = 1.0;
        for (size_t j = i + 1; j < m; j++) {
            double s = 0.0;
            for (size_t k = 0; k < n; k++)
                s += x[k][i] * x[k][j];
            s *= scale;
            s = s > 1.0 ? 1.0 : s < -1.0 ? -1.0 : s;
            r[i][j] = s;
            r[j][i] = s;
        }
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
