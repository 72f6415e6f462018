/*
 * Correlation matrix of a data table: one row per observation, one column
 * per variable.  Measurements are floats, statistics are doubles.
 *
 * usage: covar [observations] [variables]
 *
 * OpenMP version: centred data packed in column strips, tiles of the
 * correlation matrix accumulated row by row.
 */
#include <stdio.h>
#include <stdlib.h>
#include <math.h>

typedef struct {
    int rows, cols;
    float *value;      /* rows x cols */
} Table;

static Table load_table(int rows, int cols)
{
    Table t;
    unsigned int s = 2463534242u;
    t.rows = rows;
    t.cols = cols;
    t.value = malloc((size_t)rows * cols * sizeof(float));
    for (int i = 0; i < rows; i++) {
        float trend = (float)i / rows;
        for (int j = 0; j < cols; j++) {
            s ^= s << 13;
            s ^= s >> 17;
            s ^= s << 5;
            t.value[i * cols + j] = (s % 1000) / 1000.0f + trend * (j % 7)
                                  - (j % 3) * 0.25f;
        }
    }
    return t;
}

static void column_means(const Table *t, double *mean)
{
    for (int j = 0; j < t->cols; j++)
        mean[j] = 0.0;
    for (int i = 0; i < t->rows; i++)
        for (int j = 0; j < t->cols; j++)
            mean[j] += t->value[i * t->cols + j];
    for (int j = 0; j < t->cols; j++)
        mean[j] /= t->rows;
}

static void column_stddev(const Table *t, const double *mean, double *sd)
{
    for (int j = 0; j < t->cols; j++)
        sd[j] = 0.0;
    for (int i = 0; i < t->rows; i++)
        for (int j = 0; j < t->cols; j++) {
            double d = t->value[i * t->cols + j] - mean[j];
            sd[j] += d * d;
        }
    for (int j = 0; j < t->cols; j++) {
        sd[j] = sqrt(sd[j] / (t->rows - 1));
        if (sd[j] < 1e-9)
            sd[j] = 1.0;
    }
}

#define TJ 8         /* variables per task */
#define TK 32        /* variables per packed strip */

static void correlation(const Table *t, const double *mean, const double *sd,
                        double *corr)
{
    int n = t->cols, rows = t->rows;
    int strips = (n + TK - 1) / TK;
    /* centred data, strip by strip: x[strip][row][TK] */
    double (*x)[TK] = calloc((size_t)strips * rows, sizeof *x);

#pragma omp parallel
    {
#pragma omp for
        for (int i = 0; i < rows; i++)
            for (int j = 0; j < n; j++)
                x[(size_t)(j / TK) * rows + i][j % TK] = t->value[i * n + j] - mean[j];
#pragma omp for schedule(dynamic)
        for (int j0 = 0; j0 < strips * TK; j0 += TJ) {
            double (*xj)[TK] = x + (size_t)(j0 / TK) * rows;
            int off = j0 % TK;
            for (int s = j0 / TK; s < strips; s++) {
                double (*xk)[TK] = x + (size_t)s * rows;
                double acc[TJ][TK] = { { 0.0 } };
                for (int i = 0; i < rows; i++)
                    for (int j = 0; j < TJ; j++) {
                        double d = xj[i][off + j];
#pragma omp simd
                        for (int k = 0; k < TK; k++)
                            acc[j][k] += d * xk[i][k];
                    }
                for (int j = j0; j < j0 + TJ && j < n; j++)
                    for (int k = s * TK; k < (s + 1) * TK && k < n; k++)
                        if (k >= j) {
                            double v = acc[j - j0][k - s * TK];
                            v /= (rows - 1) * sd[j] * sd[k];
                            corr[j * n + k] = v;
                            corr[k * n + j] = v;
                        }
            }
        }
    }
    free(x);
}

int main(int argc, char **argv)
{
    int rows = argc > 1 ? atoi(argv[1]) : 3000;
    int cols = argc > 2 ? atoi(argv[2]) : 700;
    Table t = load_table(rows, cols);
    double *mean = malloc(cols * sizeof(double));
    double *sd = malloc(cols * sizeof(double));
    double *corr = malloc((size_t)cols * cols * sizeof(double));

    column_means(&t, mean);
    column_stddev(&t, mean, sd);
    correlation(&t, mean, sd, corr);

    double total = 0.0, best = 0.0;
    int bj = 0, bk = 0, strong = 0;
    for (int j = 0; j < cols; j++) {
        for (int k = 0; k < cols; k++) {
            double c = corr[j * cols + k];
            total += c;
            if (j < k && fabs(c) > best) {
                best = fabs(c);
                bj = j;
                bk = k;
            }
            if (j < k && fabs(c) > 0.5)
                strong++;
        }
    }
    printf("%d observations of %d variables\n", rows, cols);
    printf("mean[1] %.17g sd[1] %.17g\n", mean[1], sd[1]);
    printf("sum of correlations %.17g, %d strong pairs\n", total, strong);
    printf("strongest pair (%d,%d): %.17g\n", bj, bk, best);
    free(t.value);
    free(mean);
    free(sd);
    free(corr);
    return 0;
}
