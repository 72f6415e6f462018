/*
 * Orthonormalise sampled basis functions with the modified Gram-Schmidt
 * process, in place, then fit a signal in that basis.
 *
 * usage: gram_schmidt [samples] [functions]
 *
 * OpenMP version: columns packed into panels; each finished panel is removed
 * from all later panels in parallel.
 */
#include <stdio.h>
#include <stdlib.h>
#include <math.h>

/* a is m x n, row major: column j holds basis function j at all samples */
static void sample_basis(double *a, int m, int n)
{
    for (int i = 0; i < m; i++) {
        double x = (i + 0.5) / m;
        for (int j = 0; j < n; j++) {
            double c = (j + 1.0) / (n + 1.0);
            double w = 0.8 / n;
            a[i * n + j] = exp(-(x - c) * (x - c) / (2.0 * w * w))
                         + 0.1 * cos((j + 1) * 3.0 * x);
        }
    }
}

#define W 32         /* columns per packed panel */

/* remove direction qk from columns c0..W-1 of panel p */
static void deflate(const double *restrict qk, double (*restrict p)[W], int c0, int m, double *s)
{
    double t[W] = { 0.0 };
    for (int i = 0; i < m; i++)
#pragma omp simd
        for (int c = 0; c < W; c++)
            t[c] += qk[i] * p[i][c];
    for (int c = 0; c < c0; c++)
        t[c] = 0.0;
    for (int i = 0; i < m; i++)
#pragma omp simd
        for (int c = 0; c < W; c++)
            p[i][c] = c < c0 ? p[i][c] : p[i][c] - qk[i] * t[c];
    for (int c = c0; c < W; c++)
        s[c] = t[c];
}

static void gram_schmidt(double *a, double *r, int m, int n)
{
    int panels = (n + W - 1) / W;
    double (*pack)[W] = calloc((size_t)panels * m, sizeof *pack);
    double *q = malloc((size_t)W * m * sizeof(double));

#pragma omp parallel
    {
#pragma omp for
        for (int i = 0; i < m; i++)
            for (int j = 0; j < n; j++)
                pack[(size_t)(j / W) * m + i][j % W] = a[(size_t)i * n + j];
        for (int b = 0; b < panels; b++) {
            int w = n - b * W < W ? n - b * W : W;
            double (*p)[W] = pack + (size_t)b * m;
            double s[W];
#pragma omp single
            for (int k = 0; k < w; k++) {
                int kk = b * W + k;
                double nrm = 0.0;
                for (int i = 0; i < m; i++)
                    nrm += p[i][k] * p[i][k];
                nrm = sqrt(nrm);
                r[kk * n + kk] = nrm;
                for (int i = 0; i < m; i++) {
                    p[i][k] /= nrm;
                    q[k * m + i] = p[i][k];
                }
                deflate(q + k * m, p, k + 1, m, s);
                for (int c = k + 1; c < w; c++)
                    r[kk * n + b * W + c] = s[c];
            }
#pragma omp for schedule(dynamic)
            for (int o = b + 1; o < panels; o++) {
                double (*po)[W] = pack + (size_t)o * m;
                int wo = n - o * W < W ? n - o * W : W;
                for (int k = 0; k < w; k++) {
                    deflate(q + k * m, po, 0, m, s);
                    for (int c = 0; c < wo; c++)
                        r[(b * W + k) * n + o * W + c] = s[c];
                }
            }
        }
#pragma omp for
        for (int i = 0; i < m; i++)
            for (int j = 0; j < n; j++)
                a[(size_t)i * n + j] = pack[(size_t)(j / W) * m + i][j % W];
    }
    free(pack);
    free(q);
}

/* coefficients of the projection of f onto the orthonormal columns */
static double fit(const double *q, const double *f, double *coef, int m, int n)
{
    double energy = 0.0;
    for (int j = 0; j < n; j++) {
        double s = 0.0;
        for (int i = 0; i < m; i++)
            s += q[i * n + j] * f[i];
        coef[j] = s;
        energy += s * s;
    }
    return energy;
}

int main(int argc, char **argv)
{
    int m = argc > 1 ? atoi(argv[1]) : 1600;
    int n = argc > 2 ? atoi(argv[2]) : 700;
    double *a = malloc((size_t)m * n * sizeof(double));
    double *r = calloc((size_t)n * n, sizeof(double));
    double *f = malloc(m * sizeof(double));
    double *coef = malloc(n * sizeof(double));

    sample_basis(a, m, n);
    gram_schmidt(a, r, m, n);

    double ftot = 0.0;
    for (int i = 0; i < m; i++) {
        double x = (i + 0.5) / m;
        f[i] = fabs(x - 0.4) + 0.3 * sin(25.0 * x);
        ftot += f[i] * f[i];
    }
    double e = fit(a, f, coef, m, n);

    double rsum = 0.0, diag = 0.0, worst = 0.0;
    for (int k = 0; k < n; k++) {
        diag += log(r[k * n + k]);
        for (int j = k; j < n; j++)
            rsum += r[k * n + j];
    }
    for (int j = 1; j < n; j++) {
        double s = 0.0;
        for (int i = 0; i < m; i++)
            s += a[i * n + j - 1] * a[i * n + j];
        if (fabs(s) > worst)
            worst = fabs(s);
    }
    printf("samples %d, functions %d\n", m, n);
    printf("sum R %.17g  log det R %.17g\n", rsum, diag);
    printf("captured energy %.17g of %.17g\n", e, ftot);
    printf("worst neighbour overlap %.17g\n", worst);
    free(a);
    free(r);
    free(f);
    free(coef);
    return 0;
}
