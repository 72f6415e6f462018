/* (collide, stream and bounce in one vectorized pass) Lattice Boltzmann, D2Q9 BGK: channel with a body force, periodic in x, walls by
 * bounce-back at the top and bottom, round obstacles.  usage: lbm [nx] [ny] [steps] */
#include <omp.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define Q 9
static const int cx[Q] = { 0, 1, 0, -1, 0, 1, -1, -1, 1 };
static const int cy[Q] = { 0, 0, 1, 0, -1, 1, 1, -1, -1 };
static const int opp[Q] = { 0, 3, 4, 1, 2, 7, 8, 5, 6 };
static const double wt[Q] = { 4.0 / 9, 1.0 / 9, 1.0 / 9, 1.0 / 9, 1.0 / 9,
                              1.0 / 36, 1.0 / 36, 1.0 / 36, 1.0 / 36 };

static int nx, ny;
static double *f[Q], *fnew[Q];
static unsigned char *solid;

static void *must(void *p)
{
    if (!p) { perror("malloc"); exit(1); }
    return p;
}

static void setup(void)
{
    size_t n = (size_t)nx * ny;
    for (int q = 0; q < Q; q++) {
        f[q] = must(malloc(n * sizeof(double)));
        fnew[q] = must(malloc(n * sizeof(double)));
    }
    solid = must(calloc(n, 1));
    for (int y = 0; y < ny; y++)
        for (int x = 0; x < nx; x++) {
            int p = y * nx + x;
            int dx = x % 64 - 32, dy = y - ny / 2 + (x / 64 % 2 ? ny / 6 : -ny / 6);
            solid[p] = y == 0 || y == ny - 1 || dx * dx + dy * dy < ny * ny / 100;
            for (int q = 0; q < Q; q++)
                f[q][p] = wt[q] * (1.0 + 0.01 * ((x * 7 + y * 13) % 11) * (q % 3));
        }
}

enum { B = 64 };

/* one batch of a row: collide into t[][], the scalar program's sums in its order
 * (terms with a factor 0 left out, which cannot change a sum that is not -0) */
static inline void collide_batch(double t[Q][B], int p, int n, double omega, double force)
{
    const double *restrict f0 = f[0] + p, *restrict f1 = f[1] + p, *restrict f2 = f[2] + p;
    const double *restrict f3 = f[3] + p, *restrict f4 = f[4] + p, *restrict f5 = f[5] + p;
    const double *restrict f6 = f[6] + p, *restrict f7 = f[7] + p, *restrict f8 = f[8] + p;
    const unsigned char *restrict so = solid + p;
    #pragma omp simd
    for (int x = 0; x < n; x++) {
        double a0 = f0[x], a1 = f1[x], a2 = f2[x], a3 = f3[x], a4 = f4[x];
        double a5 = f5[x], a6 = f6[x], a7 = f7[x], a8 = f8[x];
        double rho = 0.0 + a0 + a1 + a2 + a3 + a4 + a5 + a6 + a7 + a8;
        double ux = a1 - a3 + a5 - a6 - a7 + a8, uy = a2 - a4 + a5 + a6 - a7 - a8;
        ux = ux / rho + force;
        uy /= rho;
        double usq = 1.5 * (ux * ux + uy * uy), cu, eq;
        int s = so[x];
#define RELAX(q, a, dir)                                              \
        cu = 3.0 * (dir);                                             \
        eq = wt[q] * rho * (1.0 + cu + 0.5 * cu * cu - usq);          \
        eq = a + omega * (eq - a);                                    \
        t[q][x] = s ? a : eq;
        RELAX(0, a0, 0.0)
        RELAX(1, a1, ux)
        RELAX(2, a2, uy)
        RELAX(3, a3, -ux)
        RELAX(4, a4, -uy)
        RELAX(5, a5, ux + uy)
        RELAX(6, a6, uy - ux)
        RELAX(7, a7, -ux - uy)
        RELAX(8, a8, ux - uy)
#undef RELAX
    }
}

/* a value that arrives at a solid cell is turned round on arrival */
static inline void put(int q, int x, int y, double v)
{
    int p = y * nx + x;
    fnew[solid[p] ? opp[q] : q][p] = v;
}

static void step_rows(double omega, double force, const unsigned char *near)
{
    #pragma omp for schedule(static) nowait
    for (int y = 0; y < ny; y++) {
        for (int x0 = 0; x0 < nx; x0 += B) {
            double t[Q][B];
            int n = nx - x0 < B ? nx - x0 : B;
            collide_batch(t, y * nx + x0, n, omega, force);
            int plain = x0 > 0 && x0 + n < nx && y > 0 && y < ny - 1 && !near[y * (nx / B + 1) + x0 / B];
            for (int q = 0; q < Q; q++) {
                int yt = y + cy[q];
                if (yt < 0 || yt >= ny) continue;
                if (plain)
                    memcpy(fnew[q] + yt * nx + x0 + cx[q], t[q], n * sizeof(double));
                else
                    for (int x = 0; x < n; x++) {
                        int xt = x0 + x + cx[q];
                        put(q, xt < 0 ? nx - 1 : xt >= nx ? 0 : xt, yt, t[q][x]);
                    }
            }
        }
    }
}

/* Into row 0 nothing streams with cy > 0 (row ny - 1: cy < 0): there fnew keeps the
 * content of two steps ago, and the bounce swaps it with what did arrive. */
static void save_edges(double *keep)
{
    for (int q = 0; q < Q; q++)
        for (int x = 0; x < nx; x++) {
            keep[q * nx + x] = fnew[q][x];
            keep[(Q + q) * nx + x] = fnew[q][(ny - 1) * nx + x];
        }
}

static void edge_rows(const double *keep)
{
    for (int q = 0; q < Q; q++)
        for (int x = 0; x < nx; x++) {
            if (cy[q] > 0) put(q, x, 0, keep[q * nx + x]);
            if (cy[q] < 0) put(q, x, ny - 1, keep[(Q + q) * nx + x]);
        }
}

/* One meeting per step: the last to arrive finishes the step alone and lets the
 * others go, who yield the core while they wait. */
static atomic_int waiting, turn;

static int arrive(void)
{
    int r = atomic_load(&turn), spin = 0;
    if (atomic_fetch_add(&waiting, 1) == omp_get_num_threads() - 1) return 1;
    while (atomic_load(&turn) == r)
        if (++spin > 2000) spin = sched_yield();
    return 0;
}

static void run(int steps, double omega, double force)
{
    int nb = nx / B + 1;
    double *keep = must(malloc((size_t)2 * Q * nx * sizeof *keep));
    unsigned char *near = must(calloc((size_t)ny * nb, 1));
    for (int y = 0; y < ny; y++)
        for (int b = 0; b < nb; b++)
            for (int v = y > 0 ? y - 1 : 0; v <= y + 1 && v < ny; v++)
                for (int x = b * B > 0 ? b * B - 1 : 0; x <= b * B + B && x < nx; x++)
                    near[y * nb + b] |= solid[v * nx + x];
    save_edges(keep);
    #pragma omp parallel
    for (int t = 0; t < steps; t++) {
        step_rows(omega, force, near);
        if (arrive()) {
            /* what no cell sends to (walls) is the turned-round old content */
            edge_rows(keep);
            for (int q = 0; q < Q; q++) {
                double *s = f[q];
                f[q] = fnew[q];
                fnew[q] = s;
            }
            save_edges(keep);
            atomic_store(&waiting, 0);
            atomic_fetch_add(&turn, 1);
        }
    }
    free(near);
    free(keep);
}

int main(int argc, char **argv)
{
    nx = argc > 1 ? atoi(argv[1]) : 256;
    ny = argc > 2 ? atoi(argv[2]) : 130;
    int steps = argc > 3 ? atoi(argv[3]) : 360;
    if (nx < 4 || ny < 4) return 1;
    setup();
    for (int q = 0; q < Q; q++) memcpy(fnew[q], f[q], (size_t)nx * ny * sizeof(double));
    run(steps, 1.6, 1e-5);
    double mass = 0.0, mx = 0.0, my = 0.0;
    uint64_t h = 14695981039346656037ULL;
    for (int p = 0; p < nx * ny; p++)
        for (int q = 0; q < Q; q++) {
            unsigned char b[sizeof(double)];
            memcpy(b, &f[q][p], sizeof b);
            for (size_t k = 0; k < sizeof b; k++) h = (h ^ b[k]) * 1099511628211ULL;
            mass += f[q][p];
            mx += f[q][p] * cx[q];
            my += f[q][p] * cy[q];
        }
    printf("mass %.17g momentum %.17g %.17g\nhash %016llx\n", mass, mx, my, (unsigned long long)h);
    for (int y = 0; y < ny; y += (ny + 3) / 4) {
        double u = 0.0;
        for (int x = 0; x < nx; x++)
            u += f[1][y * nx + x] - f[3][y * nx + x];
        printf("row %d flow %.17g\n", y, u);
    }
    for (int q = 0; q < Q; q++) { free(f[q]); free(fnew[q]); }
    free(solid);
    return 0;
}
