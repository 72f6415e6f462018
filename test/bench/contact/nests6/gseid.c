/* Steady heat flow with variable conductivity on a rectangle: lexicographic SOR
 * on a five-point stencil, Neumann wall on the left, Dirichlet elsewhere, residual
 * after every cycle of sweeps.   usage: gseid [rows] [cols] [cycles] [sweeps] */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static int ni = 700, nj = 640;

#define IDX(i, j) ((i) * (nj + 2) + (j))

static double conductivity(int i, int j)
{
    int band = (i / 37 + j / 53) & 3;
    return 1.0 + 0.75 * band + 0.001 * ((i * 31 + j * 17) % 101);
}

/* coefficients of a cell: west, east, north, south, source; all divided by the sum */
static void assemble(double *cw, double *ce, double *cn, double *cs, double *b)
{
    for (int i = 1; i <= ni; i++)
        for (int j = 1; j <= nj; j++) {
            double k = conductivity(i, j);
            double w = 2.0 / (1.0 / k + 1.0 / conductivity(i, j - 1));
            double e = 2.0 / (1.0 / k + 1.0 / conductivity(i, j + 1));
            double n = 2.0 / (1.0 / k + 1.0 / conductivity(i - 1, j));
            double s = 2.0 / (1.0 / k + 1.0 / conductivity(i + 1, j));
            if (j == 1) w = 0.0;
            double d = w + e + n + s;
            cw[IDX(i, j)] = w / d;
            ce[IDX(i, j)] = e / d;
            cn[IDX(i, j)] = n / d;
            cs[IDX(i, j)] = s / d;
            b[IDX(i, j)] = ((i - ni / 3) * (i - ni / 3) + (j - nj / 2) * (j - nj / 2) < 400) / d;
        }
}

static void sweep(double *u, const double *cw, const double *ce, const double *cn,
                  const double *cs, const double *b, double omega)
{
    for (int i = 1; i <= ni; i++)
        for (int j = 1; j <= nj; j++) {
            double v = b[IDX(i, j)] + ce[IDX(i, j)] * u[IDX(i, j + 1)]
                     + cs[IDX(i, j)] * u[IDX(i + 1, j)] + cn[IDX(i, j)] * u[IDX(i - 1, j)]
                     + cw[IDX(i, j)] * u[IDX(i, j - 1)];
            u[IDX(i, j)] += omega * (v - u[IDX(i, j)]);
        }
}

static double residual(const double *u, const double *cw, const double *ce, const double *cn,
                       const double *cs, const double *b, double *rowsum)
{
    double worst = 0.0;
    for (int i = 1; i <= ni; i++) {
        rowsum[i] = 0.0;
        for (int j = 1; j <= nj; j++) {
            double r = b[IDX(i, j)] + ce[IDX(i, j)] * u[IDX(i, j + 1)]
                     + cs[IDX(i, j)] * u[IDX(i + 1, j)] + cn[IDX(i, j)] * u[IDX(i - 1, j)]
                     + cw[IDX(i, j)] * u[IDX(i, j - 1)] - u[IDX(i, j)];
            rowsum[i] += r * r;
            if (fabs(r) > worst) worst = fabs(r);
        }
    }
    return worst;
}

static double *grid(void)
{
    double *p = calloc((size_t)(ni + 2) * (nj + 2), sizeof *p);
    if (!p) exit(1);
    return p;
}

int main(int argc, char **argv)
{
    int cycles = 20, sweeps = 12;
    if (argc > 1) ni = atoi(argv[1]);
    if (argc > 2) nj = atoi(argv[2]);
    if (argc > 3) cycles = atoi(argv[3]);
    if (argc > 4) sweeps = atoi(argv[4]);
    if (ni < 2 || nj < 2 || sweeps < 1) return 1;
    double *u = grid(), *cw = grid(), *ce = grid(), *cn = grid(), *cs = grid(), *b = grid();
    double *rowsum = calloc(ni + 2, sizeof *rowsum);
    if (!rowsum) return 1;
    assemble(cw, ce, cn, cs, b);
    for (int i = 0; i <= ni + 1; i++) u[IDX(i, nj + 1)] = 3.0 * i / ni;
    for (int j = 0; j <= nj + 1; j++) u[IDX(ni + 1, j)] = 3.0 * j / nj;
    for (int c = 0; c < cycles; c++) {
        for (int s = 0; s < sweeps; s++) sweep(u, cw, ce, cn, cs, b, 1.7);
        double worst = residual(u, cw, ce, cn, cs, b, rowsum), sum = 0.0;
        for (int i = 1; i <= ni; i++) sum += rowsum[i];
        if (c % 5 == 4 || c == cycles - 1) printf("cycle %d: worst %.17g norm %.17g\n", c, worst, sqrt(sum));
    }
    uint64_t h = 14695981039346656037ULL;
    double total = 0.0;
    const unsigned char *p = (const unsigned char *)u;
    for (size_t i = 0; i < (size_t)(ni + 2) * (nj + 2) * sizeof *u; i++)
        h = (h ^ p[i]) * 1099511628211ULL;
    for (int i = 1; i <= ni; i++)
        for (int j = 1; j <= nj; j++) total += u[IDX(i, j)];
    printf("u %.17g %016llx\n", total, (unsigned long long)h);
    free(u); free(cw); free(ce); free(cn); free(cs); free(b); free(rowsum);
    return 0;
}
