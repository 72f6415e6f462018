// SPDX-License-Identifier: Apache-2.0
/*
 * mgpoisson - geometric multigrid for -laplace(u) = f on the unit square,
 * homogeneous Dirichlet boundary, red-black Gauss-Seidel smoothing.
 *
 * usage: mgpoisson [log2(n)] [vcycles]
 */
#include <stdio.h>
#include <stdlib.h>
#include <math.h>
#include <string.h>
#include <time.h>
#include <omp.h>

#define PAR_MIN 128    /* grids smaller than this stay serial */

typedef struct {
    int n;              /* interior+1: the grid has (n+1)^2 points */
    double h;
    double *u, *f, *r;
} Level;

static double now(void)
{
    struct timespec ts;
    clock_gettime(CLOCK_MONOTONIC, &ts);
    return ts.tv_sec + 1e-9 * ts.tv_nsec;
}

static void level_init(Level *lv, int n)
{
    size_t sz = (size_t)(n + 1) * (n + 1);
    lv->n = n;
    lv->h = 1.0 / n;
    lv->u = calloc(sz, sizeof(double));
    lv->f = calloc(sz, sizeof(double));
    lv->r = calloc(sz, sizeof(double));
    if (!lv->u || !lv->f || !lv->r) {
        fprintf(stderr, "out of memory\n");
        exit(1);
    }
}

static void level_free(Level *lv)
{
    free(lv->u);
    free(lv->f);
    free(lv->r);
}

static void smooth(Level *lv, int sweeps)
{
    int n = lv->n, w = n + 1;
    double h2 = lv->h * lv->h;

    for (int s = 0; s < sweeps; s++) {
        for (int color = 0; color < 2; color++) {
            #pragma omp parallel for schedule(static) if (n >= PAR_MIN)
            for (int i = 1; i < n; i++) {
                for (int j = 1 + ((i + color) & 1); j < n; j += 2) {
                    double *p = lv->u + (size_t)i * w + j;
                    *p = 0.25 * (p[-1] + p[1] + p[-w] + p[w] + h2 * lv->f[(size_t)i * w + j]);
                }
            }
        }
    }
}

static double residual(Level *lv)
{
    int n = lv->n, w = n + 1;
    double ih2 = 1.0 / (lv->h * lv->h), norm = 0.0;

    #pragma omp parallel for schedule(static) reduction(+:norm) if (n >= PAR_MIN)
    for (int i = 1; i < n; i++) {
        for (int j = 1; j < n; j++) {
            size_t k = (size_t)i * w + j;
            double lap = 4.0 * lv->u[k] - lv->u[k - 1] - lv->u[k + 1] - lv->u[k - w] - lv->u[k + w];
            lv->r[k] = lv->f[k] - lap * ih2;
            norm += lv->r[k] * lv->r[k];
        }
    }
    return sqrt(norm) * lv->h;
}

static void restrict_full(const Level *fine, Level *coarse)
{
    int nc = coarse->n, wc = nc + 1, wf = fine->n + 1;
    const double *r = fine->r;

    #pragma omp parallel for schedule(static) if (nc >= PAR_MIN)
    for (int i = 1; i < nc; i++) {
        for (int j = 1; j < nc; j++) {
            size_t c = (size_t)(2 * i) * wf + 2 * j;
            double corners = r[c - wf - 1] + r[c - wf + 1] + r[c + wf - 1] + r[c + wf + 1];
            double edges = r[c - wf] + r[c + wf] + r[c - 1] + r[c + 1];
            coarse->f[(size_t)i * wc + j] = 0.25 * r[c] + 0.125 * edges + 0.0625 * corners;
        }
    }
    memset(coarse->u, 0, sizeof(double) * wc * wc);
}

static void prolong_add(const Level *coarse, Level *fine)
{
    int nf = fine->n, wf = nf + 1, wc = coarse->n + 1;

    #pragma omp parallel for schedule(static) if (nf >= PAR_MIN)
    for (int i = 1; i < nf; i++) {
        const double *lo = coarse->u + (size_t)(i / 2) * wc;
        const double *hi = coarse->u + (size_t)((i + 1) / 2) * wc;
        for (int j = 1; j < nf; j++) {
            int a = j / 2, b = (j + 1) / 2;
            fine->u[(size_t)i * wf + j] += 0.25 * (lo[a] + lo[b] + hi[a] + hi[b]);
        }
    }
}

static void vcycle(Level *lv, int nlev, int l)
{
    if (l == nlev - 1) {
        smooth(&lv[l], 20);
        return;
    }
    smooth(&lv[l], 2);
    residual(&lv[l]);
    restrict_full(&lv[l], &lv[l + 1]);
    vcycle(lv, nlev, l + 1);
    prolong_add(&lv[l + 1], &lv[l]);
    smooth(&lv[l], 2);
}

int main(int argc, char **argv)
{
    int lg = argc > 1 ? atoi(argv[1]) : 10;
    int cycles = argc > 2 ? atoi(argv[2]) : 90;
    if (lg < 2 || lg > 14) {
        fprintf(stderr, "log2(n) must be 2..14\n");
        return 1;
    }
    int nlev = lg;
    Level *lv = malloc(nlev * sizeof *lv);
    for (int l = 0; l < nlev; l++)
        level_init(&lv[l], 1 << (lg - l));

    int n = lv[0].n, w = n + 1;
    double h = lv[0].h;
    #pragma omp parallel for schedule(static)
    for (int i = 1; i < n; i++)
        for (int j = 1; j < n; j++)
            lv[0].f[(size_t)i * w + j] = 2.0 * M_PI * M_PI * sin(M_PI * i * h) * sin(M_PI * j * h);

    double t0 = now();
    printf("cycle 0: residual %.5e\n", residual(&lv[0]));
    for (int c = 1; c <= cycles; c++) {
        vcycle(lv, nlev, 0);
        if (c <= 5)
            printf("cycle %d: residual %.5e\n", c, residual(&lv[0]));
    }
    double t1 = now();

    double err = 0.0;
    #pragma omp parallel for schedule(static) reduction(max:err)
    for (int i = 0; i <= n; i++) {
        for (int j = 0; j <= n; j++) {
            double e = fabs(lv[0].u[(size_t)i * w + j] - sin(M_PI * i * h) * sin(M_PI * j * h));
            if (e > err)
                err = e;
        }
    }
    printf("max error %.4e  u(mid) %.10f\n", err, lv[0].u[(size_t)(n / 2) * w + n / 2]);
    fprintf(stderr, "time %.3f s\n", t1 - t0);
    for (int l = 0; l < nlev; l++)
        level_free(&lv[l]);
    free(lv);
    return 0;
}
