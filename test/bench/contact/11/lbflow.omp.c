/* lbflow.c - D2Q9 lattice Boltzmann (BGK), channel flow past obstacles
 *
 * Usage: lbflow [nx ny steps]
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>

#define Q 9

typedef struct {
    int     nx, ny;
    double  omega;              /* relaxation parameter */
    double  force;              /* body force along x */
    double *f;                  /* populations, f[(k*ny + y)*nx + x] */
    double *tmp;
    unsigned char *solid;
    double *rho, *ux, *uy;
} Lattice;

static const int    ex[Q]  = { 0, 1, 0, -1,  0, 1, -1, -1,  1 };
static const int    ey[Q]  = { 0, 0, 1,  0, -1, 1,  1, -1, -1 };
static const int    opp[Q] = { 0, 3, 4,  1,  2, 7,  8,  5,  6 };
static const double wt[Q]  = { 4.0/9, 1.0/9, 1.0/9, 1.0/9, 1.0/9, 1.0/36, 1.0/36, 1.0/36, 1.0/36 };

static inline size_t cell(const Lattice *L, int x, int y)
{
    return (size_t)y * L->nx + x;
}

static inline size_t pop(const Lattice *L, int k, int x, int y)
{
    return ((size_t)k * L->ny + y) * L->nx + x;
}

static inline int wrap(int v, int n)
{
    return v < 0 ? v + n : v >= n ? v - n : v;
}

static double equilibrium(int k, double rho, double ux, double uy)
{
    double eu = ex[k] * ux + ey[k] * uy;
    double uu = ux * ux + uy * uy;
    return wt[k] * rho * (1.0 + 3.0 * eu + 4.5 * eu * eu - 1.5 * uu);
}

static void *get_mem(size_t n, size_t s)
{
    void *p = calloc(n, s);
    if (p == NULL) {
        fprintf(stderr, "lbflow: not enough memory\n");
        exit(EXIT_FAILURE);
    }
    return p;
}

static Lattice *lattice_create(int nx, int ny, double viscosity, double force)
{
    Lattice *L = get_mem(1, sizeof *L);
    size_t n = (size_t)nx * ny;

    L->nx = nx;
    L->ny = ny;
    L->omega = 1.0 / (3.0 * viscosity + 0.5);
    L->force = force;
    L->f = get_mem(n * Q, sizeof(double));
    L->tmp = get_mem(n * Q, sizeof(double));
    L->solid = get_mem(n, 1);
    L->rho = get_mem(n, sizeof(double));
    L->ux = get_mem(n, sizeof(double));
    L->uy = get_mem(n, sizeof(double));
    return L;
}

static void lattice_destroy(Lattice *L)
{
    free(L->f);
    free(L->tmp);
    free(L->solid);
    free(L->rho);
    free(L->ux);
    free(L->uy);
    free(L);
}

static void add_disc(Lattice *L, double cx, double cy, double r)
{
    for (int y = 0; y < L->ny; y++)
        for (int x = 0; x < L->nx; x++) {
            double dx = x - cx, dy = y - cy;
            if (dx * dx + dy * dy < r * r)
                L->solid[cell(L, x, y)] = 1;
        }
}

static void build_geometry(Lattice *L)
{
    unsigned s = 2463534242u;

    for (int x = 0; x < L->nx; x++) {
        L->solid[cell(L, x, 0)] = 1;
        L->solid[cell(L, x, L->ny - 1)] = 1;
    }
    for (int i = 0; i < 12; i++) {
        double p[3];
        for (int j = 0; j < 3; j++) {
            s ^= s << 13; s ^= s >> 17; s ^= s << 5;
            p[j] = (s & 0xffff) / 65536.0;
        }
        add_disc(L, p[0] * L->nx, p[1] * L->ny, (0.02 + 0.04 * p[2]) * L->ny);
    }
}

static void initialize(Lattice *L)
{
    for (int y = 0; y < L->ny; y++)
        for (int x = 0; x < L->nx; x++) {
            double u = 0.04 * sin(M_PI * y / (L->ny - 1));
            double v = 0.002 * sin(6 * M_PI * x / L->nx);
            for (int k = 0; k < Q; k++)
                L->f[pop(L, k, x, y)] = equilibrium(k, 1.0, u, v);
        }
}

/* density and velocity of one cell */
static inline void cell_moments(const Lattice *L, int x, int y, double *rho, double *ux, double *uy)
{
    double r = 0, mx = 0, my = 0;
    for (int k = 0; k < Q; k++) {
        double v = L->f[pop(L, k, x, y)];
        r += v;
        mx += v * ex[k];
        my += v * ey[k];
    }
    int solid = L->solid[cell(L, x, y)];
    *rho = r;
    *ux = solid ? 0.0 : mx / r + 0.5 * L->force / r;
    *uy = solid ? 0.0 : my / r;
}

static void moments(Lattice *L)
{
#pragma omp parallel for schedule(static)
    for (int y = 0; y < L->ny; y++)
        for (int x = 0; x < L->nx; x++) {
            size_t c = cell(L, x, y);
            cell_moments(L, x, y, &L->rho[c], &L->ux[c], &L->uy[c]);
        }
}

/* fused moments, collision and push streaming: one pass over the lattice */
static void step(Lattice *L)
{
#pragma omp parallel for schedule(static)
    for (int y = 0; y < L->ny; y++) {
        int yd[3] = { wrap(y - 1, L->ny), y, wrap(y + 1, L->ny) };
        for (int x = 0; x < L->nx; x++) {
            size_t c = cell(L, x, y);
            int xd[3] = { wrap(x - 1, L->nx), x, wrap(x + 1, L->nx) };
            double r, ux, uy;
            cell_moments(L, x, y, &r, &ux, &uy);
            L->rho[c] = r;
            L->ux[c] = ux;
            L->uy[c] = uy;
            if (L->solid[c]) {
#pragma GCC unroll 9
                for (int k = 0; k < Q; k++)
                    L->tmp[pop(L, opp[k], xd[1 - ex[k]], yd[1 - ey[k]])] = L->f[pop(L, k, x, y)];
                continue;
            }
#pragma GCC unroll 9
            for (int k = 0; k < Q; k++) {
                double f = L->f[pop(L, k, x, y)];
                double feq = equilibrium(k, r, ux, uy);
                f += L->omega * (feq - f) + 3.0 * wt[k] * ex[k] * L->force;
                L->tmp[pop(L, k, xd[1 + ex[k]], yd[1 + ey[k]])] = f;
            }
        }
    }
    double *t = L->f;
    L->f = L->tmp;
    L->tmp = t;
}

static double total_mass(const Lattice *L)
{
    double m = 0;
    for (size_t i = 0; i < (size_t)L->nx * L->ny * Q; i++)
        m += L->f[i];
    return m;
}

static double max_speed(const Lattice *L)
{
    double best = 0;
    for (size_t i = 0; i < (size_t)L->nx * L->ny; i++) {
        double v = sqrt(L->ux[i] * L->ux[i] + L->uy[i] * L->uy[i]);
        if (v > best)
            best = v;
    }
    return best;
}

static void profile(const Lattice *L, int x)
{
    printf("ux at x=%d:", x);
    for (int i = 1; i < 8; i++)
        printf(" %.6f", L->ux[cell(L, x, L->ny * i / 8)]);
    printf("\n");
}

int main(int argc, char **argv)
{
    int nx = 360, ny = 180, steps = 300;

    if (argc != 1 && argc != 4) {
        fprintf(stderr, "usage: %s [nx ny steps]\n", argv[0]);
        return EXIT_FAILURE;
    }
    if (argc == 4) {
        nx = atoi(argv[1]);
        ny = atoi(argv[2]);
        steps = atoi(argv[3]);
    }
    if (nx < 8 || ny < 8 || steps < 0) {
        fprintf(stderr, "%s: lattice too small\n", argv[0]);
        return EXIT_FAILURE;
    }
    Lattice *L = lattice_create(nx, ny, 0.03, 2e-6);
    build_geometry(L);
    initialize(L);
    double m0 = total_mass(L);
    for (int t = 0; t < steps; t++) {
        step(L);
        if (t % 100 == 0) {
            double v = max_speed(L);
            printf("step %5d max speed %.9f\n", t, v);
            if (!(v < 0.5)) {
                fprintf(stderr, "lbflow: unstable\n");
                return EXIT_FAILURE;
            }
        }
    }
    moments(L);
    double m1 = total_mass(L), sum = 0, vort = 0;
    for (int y = 1; y < ny - 1; y++)
        for (int x = 1; x < nx - 1; x++) {
            sum += L->ux[cell(L, x, y)];
            vort += fabs(L->uy[cell(L, x + 1, y)] - L->uy[cell(L, x - 1, y)]
                       - L->ux[cell(L, x, y + 1)] + L->ux[cell(L, x, y - 1)]) / 2;
        }
    printf("mass %.6f -> %.6f\nflow %.9f vorticity %.9f\n", m0, m1, sum / ((double)nx * ny), vort);
    profile(L, nx / 4);
    profile(L, nx / 2);
    lattice_destroy(L);
    return 0;
}
