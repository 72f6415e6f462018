/* Flow past a cylinder with a D2Q9 lattice Boltzmann scheme (BGK).
 *   karman [nx] [ny] [steps]
 * Units: lattice units, inflow at the left, free outflow at the right,
 * walls (bounce back) on top and bottom.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>
#include <time.h>

#define Q 9
static const int    ex[Q]  = {0, 1, 0, -1, 0, 1, -1, -1, 1};
static const int    ey[Q]  = {0, 0, 1, 0, -1, 1, 1, -1, -1};
static const int    opp[Q] = {0, 3, 4, 1, 2, 7, 8, 5, 6};
static const double wt[Q]  = {4./9, 1./9, 1./9, 1./9, 1./9, 1./36, 1./36, 1./36, 1./36};

typedef struct {
    int     nx, ny;
    double  tau, u0;
    double *f, *g;          /* populations, [q][y][x], current and next */
    double *rho, *ux, *uy;
    char   *solid;
} lattice;

#define AT(L, y, x)     ((size_t)(y) * (L)->nx + (x))
#define PLANE(L)        ((size_t)(L)->nx * (L)->ny)

static double feq(int q, double rho, double u, double v)
{
    double cu = 3.0 * (ex[q] * u + ey[q] * v);
    return wt[q] * rho * (1.0 + cu + 0.5 * cu * cu - 1.5 * (u * u + v * v));
}

static double *grid(size_t n)
{
    double *a = calloc(n, sizeof(double));
    if (a == NULL) {
        fprintf(stderr, "no memory for %zu cells\n", n);
        exit(EXIT_FAILURE);
    }
    return a;
}

static void setup(lattice *L, int nx, int ny, double reynolds)
{
    double r = ny / 9.0, cx = nx / 5.0, cy = ny / 2.0 + 0.7;
    L->nx = nx;
    L->ny = ny;
    L->u0 = 0.08;
    L->tau = 0.5 + 3.0 * L->u0 * 2.0 * r / reynolds;
    L->f = grid(Q * PLANE(L));
    L->g = grid(Q * PLANE(L));
    L->rho = grid(PLANE(L));
    L->ux = grid(PLANE(L));
    L->uy = grid(PLANE(L));
    L->solid = calloc(PLANE(L), 1);
    if (L->solid == NULL) exit(EXIT_FAILURE);
    for (int y = 0; y < ny; y++)
        for (int x = 0; x < nx; x++) {
            if (y == 0 || y == ny - 1) L->solid[AT(L, y, x)] = 1;
            if ((x - cx) * (x - cx) + (y - cy) * (y - cy) < r * r) L->solid[AT(L, y, x)] = 2;
            for (int q = 0; q < Q; q++)
                L->f[q * PLANE(L) + AT(L, y, x)] = feq(q, 1.0, L->u0 * (1 + 0.01 * sin(0.1 * y)), 0.0);
        }
}

static void moments(lattice *L)
{
    size_t n = PLANE(L);
    for (size_t i = 0; i < n; i++) {
        double r = 0, u = 0, v = 0;
        if (L->solid[i]) {
            L->rho[i] = 1.0;
            L->ux[i] = L->uy[i] = 0.0;
            continue;
        }
        for (int q = 0; q < Q; q++) {
            double fq = L->f[q * n + i];
            r += fq;
            u += ex[q] * fq;
            v += ey[q] * fq;
        }
        L->rho[i] = r;
        L->ux[i] = u / r;
        L->uy[i] = v / r;
    }
}

static void collide(lattice *L)
{
    size_t n = PLANE(L);
    double om = 1.0 / L->tau;
    for (int q = 0; q < Q; q++)
        for (size_t i = 0; i < n; i++)
            if (!L->solid[i])
                L->f[q * n + i] += om * (feq(q, L->rho[i], L->ux[i], L->uy[i]) - L->f[q * n + i]);
}

/* pull streaming with half way bounce back */
static void stream(lattice *L)
{
    size_t n = PLANE(L);
    for (int q = 0; q < Q; q++)
        for (int y = 0; y < L->ny; y++)
            for (int x = 0; x < L->nx; x++) {
                int sx = x - ex[q], sy = y - ey[q];
                size_t i = AT(L, y, x);
                if (L->solid[i]) continue;
                if (sx < 0 || sx >= L->nx) sx = x;
                if (L->solid[AT(L, sy, sx)])
                    L->g[q * n + i] = L->f[opp[q] * n + i];
                else
                    L->g[q * n + i] = L->f[q * n + AT(L, sy, sx)];
            }
    double *t = L->f; L->f = L->g; L->g = t;
}

static void boundaries(lattice *L)
{
    size_t n = PLANE(L);
    for (int y = 1; y < L->ny - 1; y++) {
        size_t in = AT(L, y, 0), out = AT(L, y, L->nx - 1);
        for (int q = 0; q < Q; q++) {
            L->f[q * n + in] = feq(q, 1.0, L->u0, 0.0);
            L->f[q * n + out] = L->f[q * n + out - 1];
        }
    }
}

/* momentum given to the cylinder by the populations that hit it */
static void force(const lattice *L, double *fx, double *fy)
{
    size_t n = PLANE(L);
    *fx = *fy = 0.0;
    for (int y = 1; y < L->ny - 1; y++)
        for (int x = 1; x < L->nx / 2; x++) {
            if (L->solid[AT(L, y, x)]) continue;
            for (int q = 1; q < Q; q++)
                if (L->solid[AT(L, y + ey[q], x + ex[q])] == 2) {
                    *fx += 2.0 * ex[q] * L->f[q * n + AT(L, y, x)];
                    *fy += 2.0 * ey[q] * L->f[q * n + AT(L, y, x)];
                }
        }
}

static void diagnostics(const lattice *L, int step)
{
    double mass = 0.0, umax = 0.0, enst = 0.0, fx, fy;
    for (int y = 1; y < L->ny - 1; y++)
        for (int x = 1; x < L->nx - 1; x++) {
            size_t i = AT(L, y, x);
            double s = sqrt(L->ux[i] * L->ux[i] + L->uy[i] * L->uy[i]);
            double w = L->uy[i + 1] - L->uy[i - 1] - L->ux[i + L->nx] + L->ux[i - L->nx];
            mass += L->rho[i];
            enst += 0.125 * w * w;
            if (s > umax) umax = s;
        }
    force(L, &fx, &fy);
    printf("%6d mass %.9f umax %.9f enstrophy %.9e force %+.6e %+.6e\n", step, mass, umax, enst, fx, fy);
}

int main(int argc, char **argv)
{
    int nx = argc > 1 ? atoi(argv[1]) : 480;
    int ny = argc > 2 ? atoi(argv[2]) : 200;
    int steps = argc > 3 ? atoi(argv[3]) : 240;
    lattice L;
    struct timespec a, b;

    if (nx < 20 || ny < 20 || steps < 1) {
        fprintf(stderr, "usage: %s nx ny steps (nx, ny >= 20)\n", argv[0]);
        return EXIT_FAILURE;
    }
    clock_gettime(CLOCK_MONOTONIC, &a);
    setup(&L, nx, ny, 120.0);
    printf("lattice %d x %d tau %.6f\n", nx, ny, L.tau);
    for (int s = 1; s <= steps; s++) {
        moments(&L);
        if (s % 40 == 0 || s == 1) diagnostics(&L, s);
        collide(&L);
        stream(&L);
        boundaries(&L);
    }
    moments(&L);
    diagnostics(&L, steps + 1);
    for (int x = nx / 4; x < nx; x += nx / 8)
        printf("u(%d, mid) = %.12f %.12f\n", x, L.ux[AT(&L, ny / 2, x)], L.uy[AT(&L, ny / 2, x)]);
    clock_gettime(CLOCK_MONOTONIC, &b);
    fprintf(stderr, "%.3f s\n", b.tv_sec - a.tv_sec + 1e-9 * (b.tv_nsec - a.tv_nsec));
    free(L.f); free(L.g); free(L.rho); free(L.ux); free(L.uy); free(L.solid);
    return EXIT_SUCCESS;
}
