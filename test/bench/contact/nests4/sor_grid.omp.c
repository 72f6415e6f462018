/* Successive over-relaxation for the Poisson equation on a rectangular grid.
 * usage: sor_grid [nx ny cycles]
 */
#include <stdio.h>
#include <stdlib.h>
#include <math.h>

#define SWEEPS_PER_CHECK 10

struct grid {
    int nx, ny;      /* interior points */
    int pitch;
    double h2;
    double *u;
    double *f;
};

static struct grid *grid_new(int nx, int ny)
{
    struct grid *g = malloc(sizeof *g);
    if (!g) exit(1);
    g->nx = nx;
    g->ny = ny;
    g->pitch = nx + 2;
    g->h2 = 1.0 / ((double)(nx + 1) * (nx + 1));
    g->u = calloc((size_t)g->pitch * (ny + 2), sizeof(double));
    g->f = calloc((size_t)g->pitch * (ny + 2), sizeof(double));
    if (!g->u || !g->f) exit(1);
    return g;
}

static void grid_free(struct grid *g)
{
    free(g->u);
    free(g->f);
    free(g);
}

static void set_problem(struct grid *g)
{
    int i, j;
    unsigned s = 12345;
    for (i = 0; i < g->ny + 2; i++)
        for (j = 0; j < g->nx + 2; j++) {
            double x = (double)j / (g->nx + 1);
            double y = (double)i / (g->ny + 1);
            s = s * 1664525u + 1013904223u;
            g->f[i * g->pitch + j] = 10.0 * (x - y) * (1.0 - x * y) + (s >> 20) * 1e-3;
            if (i == 0 || j == 0 || i == g->ny + 1 || j == g->nx + 1)
                g->u[i * g->pitch + j] = x * x - y * y;
        }
}

/* SWEEPS_PER_CHECK sweeps at once: sweep k works two rows behind sweep k-1, so that
 * at one step all sweeps are independent chains.  Each thread interleaves five of
 * them column by column; a barrier follows every BR steps. */
#define CH 5
#define BR 8   /* rows between barriers; the second half lags that much more */
static inline double upd(const double *p, int pitch, double west, double rhs, double h2, double omega)
{
    double gs = 0.25 * (west + p[1] + p[-pitch] + p[pitch] - h2 * rhs);
    return p[0] + omega * (gs - p[0]);
}

static void row_one(struct grid *g, double omega, int i)
{
    int pitch = g->pitch;
    double *row = g->u + (size_t)i * pitch;
    const double *rhs = g->f + (size_t)i * pitch;
    double w = row[0], h2 = g->h2;
    for (int j = 1; j <= g->nx; j++)
        row[j] = w = upd(row + j, pitch, w, rhs[j], h2, omega);
}

static void row_five(struct grid *g, double omega, int i)
{
    const int pitch = g->pitch, nx = g->nx;
    const double h2 = g->h2;
    double *r0 = g->u + (size_t)i * pitch, *r1 = r0 - 2 * pitch, *r2 = r1 - 2 * pitch,
           *r3 = r2 - 2 * pitch, *r4 = r3 - 2 * pitch;
    const double *f0 = g->f + (size_t)i * pitch, *f1 = f0 - 2 * pitch, *f2 = f1 - 2 * pitch,
                 *f3 = f2 - 2 * pitch, *f4 = f3 - 2 * pitch;
    double a = r0[0], b = r1[0], c = r2[0], d = r3[0], e = r4[0];
    for (int j = 1; j <= nx; j++) {
        a = upd(r0 + j, pitch, a, f0[j], h2, omega);
        b = upd(r1 + j, pitch, b, f1[j], h2, omega);
        c = upd(r2 + j, pitch, c, f2[j], h2, omega);
        d = upd(r3 + j, pitch, d, f3[j], h2, omega);
        e = upd(r4 + j, pitch, e, f4[j], h2, omega);
        r0[j] = a; r1[j] = b; r2[j] = c; r3[j] = d; r4[j] = e;
    }
}

static double sweeps_and_residual(struct grid *g, double omega)
{
    double worst = 0.0;
    const int pitch = g->pitch, nx = g->nx, ny = g->ny;
    const int last = ny + 2 * (SWEEPS_PER_CHECK - 1);
#pragma omp parallel reduction(max : worst)
    {
        for (int t = 0; t * BR <= last + BR; t++) {
#pragma omp for schedule(static, 1)
            for (int half = 0; half < SWEEPS_PER_CHECK / CH; half++)
                for (int w = (t - half) * BR; w < (t - half) * BR + BR; w++) {
                    int top = w - 2 * CH * half, low = top - 2 * (CH - 1);
                    if (low >= 1 && top <= ny)
                        row_five(g, omega, top);
                    else
                        for (int k = 0; k < CH; k++) {
                            int i = top - 2 * k;
                            if (i >= 1 && i <= ny)
                                row_one(g, omega, i);
                        }
                }
        }
#pragma omp for schedule(static)
        for (int i = 1; i <= ny; i++) {
            const double *u = g->u + (size_t)i * pitch, *f = g->f + (size_t)i * pitch;
            double m = 0.0, h2 = g->h2;
#pragma omp simd reduction(max : m)
            for (int j = 1; j <= nx; j++) {
                double r = fabs(u[j - 1] + u[j + 1] + u[j - pitch] + u[j + pitch]
                                - 4.0 * u[j] - h2 * f[j]);
                m = r > m ? r : m;
            }
            worst = m > worst ? m : worst;
        }
    }
    return worst;
}

int main(int argc, char **argv)
{
    int nx = argc > 1 ? atoi(argv[1]) : 900;
    int ny = argc > 2 ? atoi(argv[2]) : 800;
    int cycles = argc > 3 ? atoi(argv[3]) : 15;
    struct grid *g = grid_new(nx, ny);
    double omega, r = 0.0, sum = 0.0;
    int c;

    set_problem(g);
    omega = 2.0 / (1.0 + sin(3.14159265358979 / (nx + 1)));
    for (c = 0; c < cycles; c++) {
        r = sweeps_and_residual(g, omega);
        if (c % 5 == 0)
            printf("cycle %d residual %.10g\n", c, r);
        if (r < 1e-12)
            break;
    }
    for (int i = 1; i <= ny; i += 7)
        for (int j = 1; j <= nx; j += 5)
            sum += g->u[(size_t)i * g->pitch + j];
    printf("final residual %.10g\nchecksum %.10g\n", r, sum);
    grid_free(g);
    return 0;
}
