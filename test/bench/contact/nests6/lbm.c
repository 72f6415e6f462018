/* Lattice Boltzmann, D2Q9 BGK: channel with a body force, periodic in x, walls by
 * bounce-back at the top and bottom, round obstacles.  usage: lbm [nx] [ny] [steps] */
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

static void collide(double omega, double force)
{
    for (int p = 0; p < nx * ny; p++) {
        if (solid[p]) continue;
        double rho = 0.0, ux = 0.0, uy = 0.0;
        for (int q = 0; q < Q; q++) {
            rho += f[q][p];
            ux += f[q][p] * cx[q];
            uy += f[q][p] * cy[q];
        }
        ux = ux / rho + force;
        uy /= rho;
        double usq = 1.5 * (ux * ux + uy * uy);
        for (int q = 0; q < Q; q++) {
            double cu = 3.0 * (cx[q] * ux + cy[q] * uy);
            double eq = wt[q] * rho * (1.0 + cu + 0.5 * cu * cu - usq);
            f[q][p] += omega * (eq - f[q][p]);
        }
    }
}

static void stream(void)
{
    for (int q = 0; q < Q; q++)
        for (int y = 0; y < ny; y++)
            for (int x = 0; x < nx; x++) {
                int xt = (x + cx[q] + nx) % nx, yt = y + cy[q];
                if (yt < 0 || yt >= ny) continue;
                fnew[q][yt * nx + xt] = f[q][y * nx + x];
            }
}

static void bounce(void)
{
    for (int p = 0; p < nx * ny; p++) {
        double t[Q];
        if (!solid[p]) continue;
        for (int q = 0; q < Q; q++) t[q] = fnew[q][p];
        for (int q = 0; q < Q; q++) fnew[opp[q]][p] = t[q];
    }
}

int main(int argc, char **argv)
{
    nx = argc > 1 ? atoi(argv[1]) : 256;
    ny = argc > 2 ? atoi(argv[2]) : 130;
    int steps = argc > 3 ? atoi(argv[3]) : 360;
    if (nx < 4 || ny < 4) return 1;
    setup();
    for (int q = 0; q < Q; q++) memcpy(fnew[q], f[q], (size_t)nx * ny * sizeof(double));
    for (int t = 0; t < steps; t++) {
        collide(1.6, 1e-5);
        stream();
        bounce();
        for (int q = 0; q < Q; q++) {
            double *s = f[q];
            f[q] = fnew[q];
            fnew[q] = s;
        }
    }
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
