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

/* one lexicographic sweep, newest values used as soon as they exist */
static void sor_sweep(struct grid *g, double omega)
{
    int pitch = g->pitch;
    for (int i = 1; i <= g->ny; i++) {
        double *row = g->u + (size_t)i * pitch;
        double *rhs = g->f + (size_t)i * pitch;
        for (int j = 1; j <= g->nx; j++) {
            double gs = 0.25 * (row[j - 1] + row[j + 1] + row[j - pitch] + row[j + pitch]
                                - g->h2 * rhs[j]);
            row[j] = row[j] + omega * (gs - row[j]);
        }
    }
}

static double residual_max(const struct grid *g)
{
    double worst = 0.0;
    int pitch = g->pitch;
    for (int i = 1; i <= g->ny; i++)
        for (int j = 1; j <= g->nx; j++) {
            size_t p = (size_t)i * pitch + j;
            double r = g->u[p - 1] + g->u[p + 1] + g->u[p - pitch] + g->u[p + pitch]
                       - 4.0 * g->u[p] - g->h2 * g->f[p];
            r = fabs(r);
            if (r > worst)
                worst = r;
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
        for (int s = 0; s < SWEEPS_PER_CHECK; s++)
            sor_sweep(g, omega);
        r = residual_max(g);
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
