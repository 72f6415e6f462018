/* Principal components of a table of measurements: standardise the columns,
 * covariance matrix, cyclic Jacobi on a deflated block by subspace iteration.
 */
#include <stdio.h>
#include <stdlib.h>
#include <math.h>

#define NCOMP 4

static double **table(int n, int m)
{
    double **t = malloc(n * sizeof(double *));
    double *block = calloc((size_t)n * m, sizeof(double));
    if (!t || !block) {
        fprintf(stderr, "pca: no memory\n");
        exit(1);
    }
    for (int i = 0; i < n; i++)
        t[i] = block + (size_t)i * m;
    return t;
}

static void drop(double **t)
{
    free(t[0]);
    free(t);
}

static double gauss_like(unsigned *s)
{
    double g = 0.0;
    for (int i = 0; i < 4; i++) {
        *s = *s * 1103515245u + 12345u;
        g += ((*s >> 16) & 32767) / 32768.0 - 0.5;
    }
    return g;
}

static void measure(double **x, int n, int m)
{
    unsigned s = 8u;
    for (int i = 0; i < n; i++) {
        double f1 = 3.0 * gauss_like(&s), f2 = 2.0 * gauss_like(&s), f3 = gauss_like(&s);
        for (int j = 0; j < m; j++)
            x[i][j] = 5.0 + f1 * ((j % 5) - 2) * 0.4 + f2 * (j % 3) * 0.5
                    + f3 * (j % 7 == 0) + 0.8 * gauss_like(&s);
    }
}

static void standardise(double **x, int n, int m, double *mean, double *sdev)
{
    for (int j = 0; j < m; j++) {
        mean[j] = 0.0;
        for (int i = 0; i < n; i++)
            mean[j] += x[i][j];
        mean[j] /= n;
    }
    for (int j = 0; j < m; j++) {
        sdev[j] = 0.0;
        for (int i = 0; i < n; i++)
            sdev[j] += (x[i][j] - mean[j]) * (x[i][j] - mean[j]);
        sdev[j] = sqrt(sdev[j] / n);
        if (sdev[j] < 1e-12)
            sdev[j] = 1.0;
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            x[i][j] = (x[i][j] - mean[j]) / (sqrt((double)n) * sdev[j]);
}

static void correlation(double **x, int n, int m, double **c)
{
    for (int j1 = 0; j1 < m; j1++)
        for (int j2 = j1; j2 < m; j2++) {
            c[j1][j2] = 0.0;
            for (int i = 0; i < n; i++)
                c[j1][j2] += x[i][j1] * x[i][j2];
            c[j2][j1] = c[j1][j2];
        }
}

static double power_step(double **c, double *v, double *w, int m)
{
    double norm = 0.0;
    for (int i = 0; i < m; i++) {
        w[i] = 0.0;
        for (int j = 0; j < m; j++)
            w[i] += c[i][j] * v[j];
    }
    for (int i = 0; i < m; i++)
        norm += w[i] * w[i];
    norm = sqrt(norm);
    for (int i = 0; i < m; i++)
        v[i] = norm > 0.0 ? w[i] / norm : 0.0;
    return norm;
}

static void deflate(double **c, const double *v, double lambda, int m)
{
    for (int i = 0; i < m; i++)
        for (int j = 0; j < m; j++)
            c[i][j] -= lambda * v[i] * v[j];
}

int main(int argc, char **argv)
{
    int n = 1800, m = 600, iters = 60;
    if (argc > 1) n = atoi(argv[1]);
    if (argc > 2) m = atoi(argv[2]);
    if (argc > 3) iters = atoi(argv[3]);
    if (n < 1 || m < 1 || iters < 1) {
        fprintf(stderr, "usage: pca [observations [variables [iterations]]]\n");
        return 1;
    }

    double **x = table(n, m), **c = table(m, m);
    double *mean = calloc(m, sizeof(double)), *sdev = calloc(m, sizeof(double));
    double *v = calloc(m, sizeof(double)), *w = calloc(m, sizeof(double));
    if (!mean || !sdev || !v || !w)
        return 1;

    measure(x, n, m);
    standardise(x, n, m, mean, sdev);
    correlation(x, n, m, c);

    double trace = 0.0, all = 0.0, left;
    for (int i = 0; i < m; i++) {
        trace += c[i][i];
        for (int j = 0; j < m; j++)
            all += c[i][j] * c[i][j];
    }
    printf("mean[0] %.10g sdev[0] %.10g\n", mean[0], sdev[0]);
    printf("trace %.10g frobenius %.10g\n", trace, sqrt(all));
    left = trace;
    for (int k = 0; k < NCOMP && k < m; k++) {
        double lambda = 0.0;
        for (int i = 0; i < m; i++)
            v[i] = 1.0 + 0.01 * ((i * 13 + k) % 11);
        for (int t = 0; t < iters; t++)
            lambda = power_step(c, v, w, m);
        deflate(c, v, lambda, m);
        left -= lambda;
        printf("component %d: eigenvalue %.8g  v[0] %.6f v[last] %.6f\n",
               k, lambda, v[0], v[m - 1]);
    }
    printf("unexplained %.8g\n", left);

    /* scores of the first observations on the last component */
    for (int i = 0; i < n && i < 3; i++) {
        double s = 0.0;
        for (int j = 0; j < m; j++)
            s += x[i][j] * v[j];
        printf("score %d %.7f\n", i, s);
    }
    drop(x);
    drop(c);
    free(mean); free(sdev); free(v); free(w);
    return 0;
}
