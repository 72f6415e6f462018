/* (sweeps in a pipeline: several per thread in lock step) Steady heat flow with variable conductivity on a rectangle: lexicographic SOR
 * on a five-point stencil, Neumann wall on the left, Dirichlet elsewhere, residual
 * after every cycle of sweeps.   usage: gseid [rows] [cols] [cycles] [sweeps] */
#include <math.h>
#include <omp.h>
#include <sched.h>
#include <stdatomic.h>
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
    #pragma omp parallel for schedule(static)
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

/* what does not depend on the cell to the left comes first; the chain is then
 * one multiplication, one addition, and the relaxation */
#define CELL(x, i, j)                                                              \
    do {                                                                           \
        size_t p_ = (size_t)IDX(i, j);                                             \
        double a_ = b[p_] + ce[p_] * u[p_ + 1] + cs[p_] * u[p_ + ld]            \
                  + cn[p_] * u[p_ - ld], o_ = u[p_];                           \
        double v_ = a_ + cw[p_] * (x);                                             \
        u[p_] = (x) = o_ + omega * (v_ - o_);                                      \
    } while (0)

/* row i for sweep 0, row i - 1 for sweep 1, ... each lagging two columns more */
#define LAG 6
static void rows_in_lockstep(double *restrict u, const double *cw, const double *ce,
                             const double *cn, const double *cs, const double *b, double omega,
                             int i, int ns)
{
    double x[LAG];
    int q0 = i > ni ? i - ni : 0, q1 = i - 1 < ns - 1 ? i - 1 : ns - 1;
    const int ld = nj + 2;
    for (int q = q0; q <= q1; q++) x[q] = u[IDX(i - q, 0)];
    if (q0 == 0 && q1 == LAG - 1 && nj >= 2 * LAG) {
        for (int j = 1; j <= 2 * LAG - 2; j++)
            for (int q = 0; q < LAG; q++)
                if (j - 2 * q >= 1) CELL(x[q], i - q, j - 2 * q);
        double x0 = x[0], x1 = x[1], x2 = x[2], x3 = x[3], x4 = x[4], x5 = x[5];
        for (int j = 2 * LAG - 1; j <= nj; j++) {
            CELL(x0, i, j);
            CELL(x1, i - 1, j - 2);
            CELL(x2, i - 2, j - 4);
            CELL(x3, i - 3, j - 6);
            CELL(x4, i - 4, j - 8);
            CELL(x5, i - 5, j - 10);
        }
        x[1] = x1; x[2] = x2; x[3] = x3; x[4] = x4; x[5] = x5;
        for (int j = nj + 1; j <= nj + 2 * (LAG - 1); j++)
            for (int q = 1; q < LAG; q++)
                if (j - 2 * q <= nj) CELL(x[q], i - q, j - 2 * q);
    } else {
        for (int j = 1; j <= nj + 2 * (ns - 1); j++)
            for (int q = q0; q <= q1; q++)
                if (j - 2 * q >= 1 && j - 2 * q <= nj) CELL(x[q], i - q, j - 2 * q);
    }
}

/* all sweeps of a cycle: groups of LAG sweeps, dealt to the threads in turn; a
 * group may start row i when the group before has finished row i + LAG - its own */
static void smooth(double *u, const double *cw, const double *ce, const double *cn,
                   const double *cs, const double *b, double omega, int sweeps)
{
    int ng = (sweeps + LAG - 1) / LAG;
    struct { _Alignas(64) atomic_int v; } *done = aligned_alloc(64, (size_t)ng * 64);
    if (!done) exit(1);
    for (int g = 0; g < ng; g++) atomic_init(&done[g].v, 0);
    #pragma omp parallel
    for (int g = omp_get_thread_num(); g < ng; g += omp_get_num_threads()) {
        int ns = sweeps - g * LAG < LAG ? sweeps - g * LAG : LAG;
        int last = ni + ns - 1, plast = ni + LAG - 1;
        for (int i = 1; i <= last; i++) {
            if (g > 0) {    /* rows up to i + 1 complete in the last sweep of group g - 1 */
                int need = i + LAG + 1 < plast ? i + LAG + 1 : plast, spin = 0;
                while (atomic_load_explicit(&done[g - 1].v, memory_order_acquire) < need)
                    if (++spin > 2000) spin = sched_yield();
            }
            rows_in_lockstep(u, cw, ce, cn, cs, b, omega, i, ns);
            atomic_store_explicit(&done[g].v, i, memory_order_release);
        }
    }
    free(done);
}

static double residual(const double *u, const double *cw, const double *ce, const double *cn,
                       const double *cs, const double *b, double *rowsum)
{
    double worst = 0.0;
    #pragma omp parallel for schedule(static) reduction(max : worst)
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
        smooth(u, cw, ce, cn, cs, b, 1.7, sweeps);
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
