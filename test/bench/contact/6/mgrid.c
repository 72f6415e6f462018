// SPDX-License-Identifier: Apache-2.0
/* Solves the 2-D Poisson equation with a geometric multigrid V-cycle (red-black Gauss-Seidel smoother). */
#include <stdio.h>
#include <stdlib.h>
#include <math.h>

typedef struct {
    int n;              /* points per side, 2^k + 1 */
    double h2;
    double **u, **f, **r;
} Level;

static double **alloc2d(int n)
{
    double **a = malloc(n * sizeof *a);
    a[0] = calloc((size_t)n * n, sizeof **a);
    for (int i = 1; i < n; i++)
        a[i] = a[0] + (size_t)i * n;
    return a;
}

static void free2d(double **a)
{
    free(a[0]);
    free(a);
}

static void smooth(Level *L, int sweeps)
{
    int n = L->n;
    double **u = L->u, **f = L->f, h2 = L->h2;
    for (int s = 0; s < sweeps; s++)
        for (int color = 0; color < 2; color++)
            for (int i = 1; i < n - 1; i++)
                for (int j = 1 + ((i + color) & 1); j < n - 1; j += 2)
                    u[i][j] = 0.25 * (u[i-1][j] + u[i+1][j] + u[i][j-1] + u[i][j+1] + h2 * f[i][j]);
}

static double residual(Level *L)
{
    int n = L->n;
    double **u = L->u, **f = L->f, **r = L->r;
    double ih2 = 1.0 / L->h2, worst = 0.0;
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < n - 1; j++) {
            r[i][j] = f[i][j] + ih2 * (u[i-1][j] + u[i+1][j] + u[i][j-1] + u[i][j+1] - 4.0 * u[i][j]);
            double a = fabs(r[i][j]);
            if (a > worst)
                worst = a;
        }
    return worst;
}

static void restrict_full(const Level *F, Level *C)
{
    double **r = F->r;
    for (int i = 1; i < C->n - 1; i++)
        for (int j = 1; j < C->n - 1; j++) {
            int a = 2 * i, b = 2 * j;
            C->f[i][j] = 0.25 * r[a][b]
                + 0.125 * (r[a-1][b] + r[a+1][b] + r[a][b-1] + r[a][b+1])
                + 0.0625 * (r[a-1][b-1] + r[a-1][b+1] + r[a+1][b-1] + r[a+1][b+1]);
            C->u[i][j] = 0.0;
        }
}

static void prolong_add(const Level *C, Level *F)
{
    double **c = C->u, **u = F->u;
    for (int i = 1; i < F->n - 1; i++) {
        int a = i >> 1;
        for (int j = 1; j < F->n - 1; j++) {
            int b = j >> 1;
            double v;
            if (i & 1)
                v = (j & 1) ? 0.25 * (c[a][b] + c[a+1][b] + c[a][b+1] + c[a+1][b+1])
                            : 0.5 * (c[a][b] + c[a+1][b]);
            else
                v = (j & 1) ? 0.5 * (c[a][b] + c[a][b+1]) : c[a][b];
            u[i][j] += v;
        }
    }
}

static void vcycle(Level *lv, int k, int nlev)
{
    if (k == nlev - 1) {
        smooth(&lv[k], 40);
        return;
    }
    smooth(&lv[k], 2);
    residual(&lv[k]);
    restrict_full(&lv[k], &lv[k+1]);
    vcycle(lv, k + 1, nlev);
    prolong_add(&lv[k+1], &lv[k]);
    smooth(&lv[k], 2);
}

int main(int argc, char **argv)
{
    int logn = argc > 1 ? atoi(argv[1]) : 11;
    int cycles = argc > 2 ? atoi(argv[2]) : 16;
    int nlev = logn - 1;
    Level *lv = malloc(nlev * sizeof *lv);
    for (int k = 0; k < nlev; k++) {
        int n = (1 << (logn - k)) + 1;
        lv[k].n = n;
        lv[k].h2 = 1.0 / ((double)(n - 1) * (n - 1));
        lv[k].u = alloc2d(n);
        lv[k].f = alloc2d(n);
        lv[k].r = alloc2d(n);
    }
    unsigned seed = 12345;
    int n = lv[0].n;
    for (int q = 0; q < 60; q++) {          /* point-ish charges */
        seed = seed * 1664525u + 1013904223u;
        int i = 2 + (seed >> 8) % (n - 4);
        seed = seed * 1664525u + 1013904223u;
        int j = 2 + (seed >> 8) % (n - 4);
        lv[0].f[i][j] += (q & 1) ? 1000.0 : -1000.0;
    }
    for (int i = 0; i < n; i++)             /* warm top edge */
        lv[0].u[0][i] = sin(3.14159265358979 * i / (n - 1));

    for (int c = 0; c < cycles; c++) {
        vcycle(lv, 0, nlev);
        double r = residual(&lv[0]);
        if (c % 4 == 3 || c == cycles - 1)
            printf("cycle %2d  max residual %.6e\n", c + 1, r);
    }
    double lo = 1e300, hi = -1e300, sum = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            double v = lv[0].u[i][j];
            if (v < lo) lo = v;
            if (v > hi) hi = v;
            sum += v;
        }
    printf("min %.9f max %.9f mean %.12f\n", lo, hi, sum / ((double)n * n));
    for (int k = 0; k < nlev; k++) {
        free2d(lv[k].u); free2d(lv[k].f); free2d(lv[k].r);
    }
    free(lv);
    return 0;
}
