// SPDX-License-Identifier: Apache-2.0
/* gmm - Gaussian mixture with full covariances, k-means++ start, model selection by BIC
 *
 * usage: gmm [points] [dimensions] [max components] [iterations]
 */
#define _POSIX_C_SOURCE 200809L
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define MAXD 16
#define LOG2PI 1.8378770664093453

struct gauss {
    double weight, mean[MAXD];
    double cov[MAXD][MAXD];
    double chol[MAXD][MAXD];    /* lower factor, diagonal holds the inverse */
    double logdet;
};

struct model { int k, dim, iters; double loglik, bic; struct gauss *g; };

static uint64_t rng = 0x2545F4914F6CDD1Dull;

static double uniform(void)
{
    rng ^= rng << 13; rng ^= rng >> 7; rng ^= rng << 17;
    return (double)(rng >> 11) / 9007199254740992.0;
}

static double normal(void)
{
    double s = 0;
    for (int i = 0; i < 12; i++) s += uniform();
    return s - 6;
}

static double **alloc2(int rows, int cols)
{
    double **m = malloc((size_t)rows * sizeof *m);
    if (!m) exit(1);
    for (int i = 0; i < rows; i++)
        if (!(m[i] = calloc((size_t)cols, sizeof **m))) exit(1);
    return m;
}

static void free2(double **m, int rows)
{
    while (rows-- > 0) free(m[rows]);
    free(m);
}

/* a few stretched clouds plus uniform background */
static void make_data(double **x, int n, int dim, int clouds)
{
    double centre[32][MAXD], axis[32][MAXD];
    for (int c = 0; c < clouds; c++)
        for (int d = 0; d < dim; d++) {
            centre[c][d] = 12 * uniform() - 6;
            axis[c][d] = 2 * uniform() - 1;
        }
    for (int i = 0; i < n; i++) {
        int c = (int)(uniform() * clouds);
        double along = normal() * 1.5;
        for (int d = 0; d < dim; d++)
            x[i][d] = i % 50 == 0 ? 16 * uniform() - 8 : centre[c][d] + along * axis[c][d] + 0.6 * normal();
    }
}

static double dist2(const double *a, const double *b, int dim)
{
    double s = 0;
    for (int d = 0; d < dim; d++) s += (a[d] - b[d]) * (a[d] - b[d]);
    return s;
}

static void plusplus(double **x, int n, int dim, struct gauss *g, int k, double *near)
{
    int pick = (int)(uniform() * n);
    for (int c = 0; c < k; c++) {
        double total = 0;
        memset(&g[c], 0, sizeof g[c]);
        memcpy(g[c].mean, x[pick], (size_t)dim * sizeof(double));
        g[c].weight = 1.0 / k;
        for (int d = 0; d < dim; d++) g[c].cov[d][d] = 4;
        for (int i = 0; i < n; i++) {
            double r = dist2(x[i], g[c].mean, dim);
            if (c == 0 || r < near[i]) near[i] = r;
            total += near[i];
        }
        double target = uniform() * total;
        for (pick = 0; pick < n - 1 && (target -= near[pick]) > 0; pick++) ;
    }
}

static void factor(struct gauss *g, int dim)
{
    g->logdet = 0;
    for (int j = 0; j < dim; j++) {
        for (int i = j; i < dim; i++) {
            double s = g->cov[i][j];
            for (int p = 0; p < j; p++) s -= g->chol[i][p] * g->chol[j][p];
            if (i == j) {
                double root = sqrt(s > 1e-9 ? s : 1e-9);
                g->logdet += 2 * log(root);
                g->chol[j][j] = 1 / root;
            } else {
                g->chol[i][j] = s * g->chol[j][j];
            }
        }
    }
}

static double log_density(const struct gauss *g, const double *x, int dim)
{
    double y[MAXD], m = 0;
    for (int i = 0; i < dim; i++) {
        double s = x[i] - g->mean[i];
        for (int p = 0; p < i; p++) s -= g->chol[i][p] * y[p];
        y[i] = s * g->chol[i][i];
        m += y[i] * y[i];
    }
    return log(g->weight) - 0.5 * (m + g->logdet + dim * LOG2PI);
}

/* responsibilities of all points; returns the log likelihood */
static double expect(double **x, int n, const struct model *m, double **resp)
{
    double total = 0;
    for (int i = 0; i < n; i++) {
        double top = -INFINITY, sum = 0;
        for (int c = 0; c < m->k; c++) {
            resp[i][c] = log_density(&m->g[c], x[i], m->dim);
            if (resp[i][c] > top) top = resp[i][c];
        }
        for (int c = 0; c < m->k; c++) sum += resp[i][c] = exp(resp[i][c] - top);
        for (int c = 0; c < m->k; c++)
            resp[i][c] /= sum;
        total += top + log(sum);
    }
    return total;
}

static void maximize(double **x, int n, struct model *m, double **resp)
{
    for (int c = 0; c < m->k; c++) {
        struct gauss *g = &m->g[c];
        double nk = 1e-10;
        memset(g->mean, 0, sizeof g->mean);
        memset(g->cov, 0, sizeof g->cov);
        for (int i = 0; i < n; i++) {
            double r = resp[i][c];
            nk += r;
            for (int d = 0; d < m->dim; d++) g->mean[d] += r * x[i][d];
        }
        for (int d = 0; d < m->dim; d++)
            g->mean[d] /= nk;
        for (int i = 0; i < n; i++) {
            double r = resp[i][c], dev[MAXD];
            if (r < 1e-12) continue;
            for (int d = 0; d < m->dim; d++) dev[d] = x[i][d] - g->mean[d];
            for (int a = 0; a < m->dim; a++)
                for (int b = 0; b <= a; b++) g->cov[a][b] += r * dev[a] * dev[b];
        }
        for (int a = 0; a < m->dim; a++) {
            for (int b = 0; b <= a; b++)
                g->cov[b][a] = g->cov[a][b] /= nk;
            g->cov[a][a] += 1e-6;
        }
        g->weight = nk / n;
    }
}

static void fit(double **x, int n, struct model *m, int maxit, double **resp, double *near)
{
    double last = -INFINITY;
    plusplus(x, n, m->dim, m->g, m->k, near);
    for (m->iters = 0; m->iters < maxit; m->iters++) {
        for (int c = 0; c < m->k; c++) factor(&m->g[c], m->dim);
        m->loglik = expect(x, n, m, resp);
        if (m->loglik - last < 1e-7 * fabs(last) && m->iters > 2) break;
        last = m->loglik;
        maximize(x, n, m, resp);
    }
    double params = m->k * (1 + m->dim + m->dim * (m->dim + 1) / 2.0) - 1;
    m->bic = params * log(n) - 2 * m->loglik;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 18000, dim = argc > 2 ? atoi(argv[2]) : 6;
    int maxk = argc > 3 ? atoi(argv[3]) : 8, maxit = argc > 4 ? atoi(argv[4]) : 16, best = 0;
    if (n < 50 || dim < 1 || dim > MAXD || maxk < 1 || maxk > 32) {
        fputs("usage: gmm [points >= 50] [dimensions <= 16] [components <= 32] [iterations]\n", stderr);
        return 1;
    }
    double **x = alloc2(n, dim), **resp = alloc2(n, maxk), *near = calloc((size_t)n, sizeof *near);
    struct model *m = calloc((size_t)maxk, sizeof *m);
    struct timespec t0, t1;
    if (!near || !m) return 1;
    make_data(x, n, dim, 5);
    clock_gettime(CLOCK_MONOTONIC, &t0);
    for (int k = 1; k <= maxk; k++) {
        m[k - 1] = (struct model){ .k = k, .dim = dim, .g = calloc((size_t)k, sizeof(struct gauss)) };
        if (!m[k - 1].g) return 1;
        fit(x, n, &m[k - 1], maxit, resp, near);
        if (m[k - 1].bic < m[best].bic) best = k - 1;
    }
    clock_gettime(CLOCK_MONOTONIC, &t1);
    fprintf(stderr, "fit %.3f s\n", (double)(t1.tv_sec - t0.tv_sec) + 1e-9 * (double)(t1.tv_nsec - t0.tv_nsec));
    for (int k = 1; k <= maxk; k++)
        printf("k %2d iterations %3d loglik %.9f bic %.9f%s\n", k, m[k - 1].iters, m[k - 1].loglik, m[k - 1].bic, k - 1 == best ? " *" : "");
    for (int c = 0; c < m[best].k; c++)
        printf("component %d weight %.12f mean[0] %.12f logdet %.12f\n", c, m[best].g[c].weight, m[best].g[c].mean[0], m[best].g[c].logdet);
    for (int k = 0; k < maxk; k++) free(m[k].g);
    free2(x, n); free2(resp, n); free(m); free(near);
    return 0;
}
