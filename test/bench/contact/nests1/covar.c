/*
 * Correlation matrix of a data table: one row per observation, one column
 * per variable.  Measurements are floats, statistics are doubles.
 *
 * usage: covar [observations] [variables]
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
    for (int j = 0; j < t->cols; j++) {
        double s = 0.0;
        for (int i = 0; i < t->rows; i++)
            s += t->value[i * t->cols + j];
        mean[j] = s / t->rows;
    }
}

static void column_stddev(const Table *t, const double *mean, double *sd)
{
    for (int j = 0; j < t->cols; j++) {
        double s = 0.0;
        for (int i = 0; i < t->rows; i++) {
            double d = t->value[i * t->cols + j] - mean[j];
            s += d * d;
        }
        sd[j] = sqrt(s / (t->rows - 1));
        if (sd[j] < 1e-9)
            sd[j] = 1.0;
    }
}

static void correlation(const Table *t, const double *mean, const double *sd,
                        double *corr)
{
    int n = t->cols;
    for (int j = 0; j < n; j++) {
        for (int k = j; k < n; k++) {
            double s = 0.0;
            for (int i = 0; i < t->rows; i++)
                s += (t->value[i * n + j] - mean[j]) * (t->value[i * n + k] - mean[k]);
            s /= (t->rows - 1) * sd[j] * sd[k];
            corr[j * n + k] = s;
            corr[k * n + j] = s;
        }
    }
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
