/*
 * lbflow - flow past obstacles in a channel with the D2Q9 lattice Boltzmann
 * method (BGK collision, bounce back walls, forced inflow).
 *
 * usage: lbflow [nx] [ny] [steps]
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define Q 9
#define IDX(l, x, y) ((y) * (l)->nx + (x))

static const int cx[Q] = { 0, 1, 0, -1, 0, 1, -1, -1, 1 };
static const int cy[Q] = { 0, 0, 1, 0, -1, 1, 1, -1, -1 };
static const int opposite[Q] = { 0, 3, 4, 1, 2, 7, 8, 5, 6 };
static const double wt[Q] = { 4. / 9, 1. / 9, 1. / 9, 1. / 9, 1. / 9,
                              1. / 36, 1. / 36, 1. / 36, 1. / 36 };

typedef struct lattice {
    int nx, ny;
    double omega, u_in;
    char *solid;
    double *f[Q], *g[Q];
    double *ux, *uy, *rho;
} lattice;

static double *field(size_t n)
{
    double *p = calloc(n, sizeof *p);
    if (p == NULL) {
        fprintf(stderr, "lbflow: out of memory\n");
        exit(EXIT_FAILURE);
    }
    return p;
}

static double equilibrium(int k, double rho, double ux, double uy)
{
    double cu = 3.0 * (cx[k] * ux + cy[k] * uy);
    return wt[k] * rho * (1.0 + cu + 0.5 * cu * cu - 1.5 * (ux * ux + uy * uy));
}

static lattice *lattice_create(int nx, int ny)
{
    lattice *l = malloc(sizeof *l);
    size_t n = (size_t)nx * ny;

    if (!l || !(l->solid = calloc(n, 1)))
        exit(EXIT_FAILURE);
    l->nx = nx;
    l->ny = ny;
    l->omega = 1.0 / (3.0 * 0.03 + 0.5);
    l->u_in = 0.08;
    for (int k = 0; k < Q; k++) {
        l->f[k] = field(n);
        l->g[k] = field(n);
    }
    l->ux = field(n);
    l->uy = field(n);
    l->rho = field(n);
    for (int y = 0; y < ny; y++)
        for (int x = 0; x < nx; x++) {
            int i = IDX(l, x, y), r = ny / 9;
            int dx = x - nx / 5, dy = y - ny / 2 - 1;
            l->solid[i] = y == 0 || y == ny - 1 || dx * dx + dy * dy <= r * r ||
                          (x > nx / 2 && x < nx / 2 + 4 && y > ny * 2 / 3);
            for (int k = 0; k < Q; k++)
                l->f[k][i] = equilibrium(k, 1.0, l->solid[i] ? 0 : l->u_in, 0);
        }
    return l;
}

static void lattice_destroy(lattice *l)
{
    for (int k = 0; k < Q; k++) {
        free(l->f[k]);
        free(l->g[k]);
    }
    free(l->ux);
    free(l->uy);
    free(l->rho);
    free(l->solid);
    free(l);
}

static void collide(lattice *l)
{
#pragma omp parallel for schedule(static)
    for (int y = 0; y < l->ny; y++)
        for (int x = 0; x < l->nx; x++) {
            int i = IDX(l, x, y);
            double rho = 0, ux = 0, uy = 0;
            if (l->solid[i]) {
                for (int k = 0; k < Q; k++)
                    l->g[k][i] = l->f[opposite[k]][i];
                continue;
            }
            for (int k = 0; k < Q; k++) {
                rho += l->f[k][i];
                ux += cx[k] * l->f[k][i];
                uy += cy[k] * l->f[k][i];
            }
            ux /= rho;
            uy /= rho;
            l->rho[i] = rho;
            l->ux[i] = ux;
            l->uy[i] = uy;
            for (int k = 0; k < Q; k++)
                l->g[k][i] = l->f[k][i] + l->omega * (equilibrium(k, rho, ux, uy) - l->f[k][i]);
        }
}

static void stream(lattice *l)
{
#pragma omp parallel for schedule(static) collapse(2)
    for (int k = 0; k < Q; k++)
        for (int y = 0; y < l->ny; y++) {
            int ys = y - cy[k];
            if (ys < 0)
                ys += l->ny;
            else if (ys >= l->ny)
                ys -= l->ny;
            for (int x = 0; x < l->nx; x++) {
                int xs = x - cx[k];
                xs = xs < 0 ? xs + l->nx : xs >= l->nx ? xs - l->nx : xs;
                l->f[k][IDX(l, x, y)] = l->g[k][IDX(l, xs, ys)];
            }
        }
}

static void boundaries(lattice *l, int step)
{
    double ramp = step < 100 ? step / 100.0 : 1.0;
    for (int y = 1; y < l->ny - 1; y++) {
        int in = IDX(l, 0, y), out = IDX(l, l->nx - 1, y);
        double s = (double)y / (l->ny - 1), u = l->u_in * (1 + 0.3 * ramp * 4 * s * (1 - s));
        for (int k = 0; k < Q; k++) {
            l->f[k][in] = equilibrium(k, 1.0, u, 0.001 * ramp * (y % 3));
            l->f[k][out] = l->f[k][out - 1];
        }
    }
}

static double drag(const lattice *l)
{
    double fx = 0;
    for (int y = 1; y < l->ny - 1; y++)
        for (int x = 1; x < l->nx - 1; x++) {
            if (!l->solid[IDX(l, x, y)])
                continue;
            for (int k = 1; k < Q; k++) {
                int nb = IDX(l, x + cx[k], y + cy[k]);
                if (!l->solid[nb])
                    fx -= cx[k] * (l->g[k][IDX(l, x, y)] + l->g[opposite[k]][nb]);
            }
        }
    return fx;
}

int main(int argc, char **argv)
{
    int nx = argc > 1 ? atoi(argv[1]) : 400;
    int ny = argc > 2 ? atoi(argv[2]) : 160;
    int steps = argc > 3 ? atoi(argv[3]) : 240;
    double ke = 0;

    if (nx < 20 || ny < 20) {
        fprintf(stderr, "lbflow: the channel is too small\n");
        return EXIT_FAILURE;
    }
    lattice *l = lattice_create(nx, ny);
    for (int s = 1; s <= steps; s++) {
        collide(l);
        stream(l);
        boundaries(l, s);
        if (s % 40 == 0)
            printf("step %d: force on obstacles %.8f\n", s, drag(l));
    }
    for (int i = 0; i < nx * ny; i++)
        ke += 0.5 * l->rho[i] * (l->ux[i] * l->ux[i] + l->uy[i] * l->uy[i]);
    printf("kinetic energy %.10f\n", ke);
    for (int k = 1; k < 8; k++) {
        int i = IDX(l, nx * k / 8, ny / 3);
        printf("  u(%d,%d) = %+.7f %+.7f\n", nx * k / 8, ny / 3, l->ux[i], l->uy[i]);
    }
    lattice_destroy(l);
    return 0;
}
