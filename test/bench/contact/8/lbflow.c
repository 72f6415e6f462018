// SPDX-License-Identifier: Apache-2.0
// Two-dimensional lattice-Boltzmann (D2Q9, BGK) channel flow past circular
// obstacles; reports drag, mean velocity and vorticity along the way.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define Q 9

struct lattice {
    int nx, ny;
    double *f[Q], *fnew[Q];
    double *rho, *ux, *uy;
    unsigned char *solid;
};

static const int ex[Q] = {0, 1, 0, -1, 0, 1, -1, -1, 1};
static const int ey[Q] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
static const int opposite[Q] = {0, 3, 4, 1, 2, 7, 8, 5, 6};
static const double weight[Q] = {4.0 / 9,  1.0 / 9,  1.0 / 9,  1.0 / 9, 1.0 / 9,
                                 1.0 / 36, 1.0 / 36, 1.0 / 36, 1.0 / 36};

static void *allocate(size_t count, size_t size) {
    void *p = calloc(count, size);
    if (p == NULL) {
        fprintf(stderr, "cannot allocate %zu bytes\n", count * size);
        exit(1);
    }
    return p;
}

static double equilibrium(int k, double rho, double ux, double uy) {
    double eu = ex[k] * ux + ey[k] * uy;
    return weight[k] * rho * (1.0 + 3.0 * eu + 4.5 * eu * eu - 1.5 * (ux * ux + uy * uy));
}

static void add_disc(struct lattice *l, double cx, double cy, double r) {
    for (int y = 0; y < l->ny; y++)
        for (int x = 0; x < l->nx; x++)
            if ((x - cx) * (x - cx) + (y - cy) * (y - cy) <= r * r)
                l->solid[y * l->nx + x] = 1;
}

static void setup(struct lattice *l, int nx, int ny, double u0) {
    size_t n = (size_t)nx * ny;
    unsigned s = 12345;
    l->nx = nx;
    l->ny = ny;
    for (int k = 0; k < Q; k++) {
        l->f[k] = allocate(n, sizeof(double));
        l->fnew[k] = allocate(n, sizeof(double));
    }
    l->rho = allocate(n, sizeof(double));
    l->ux = allocate(n, sizeof(double));
    l->uy = allocate(n, sizeof(double));
    l->solid = allocate(n, 1);

    add_disc(l, nx * 0.22, ny * 0.51, ny * 0.1);
    for (int i = 0; i < 5; i++) {
        double p[3];
        for (int j = 0; j < 3; j++) {
            s = s * 1103515245u + 12345u;
            p[j] = (s >> 16 & 0x7fff) / 32768.0;
        }
        add_disc(l, nx * (0.4 + 0.45 * p[0]), ny * (0.15 + 0.7 * p[1]), ny * (0.03 + 0.03 * p[2]));
    }
    for (int x = 0; x < nx; x++)
        l->solid[x] = l->solid[(ny - 1) * nx + x] = 1;

    for (int y = 0; y < ny; y++)
        for (int x = 0; x < nx; x++) {
            double u = u0 * (1.0 + 0.01 * sin(2 * M_PI * y / ny));
            for (int k = 0; k < Q; k++)
                l->f[k][y * nx + x] = equilibrium(k, 1.0, l->solid[y * nx + x] ? 0 : u, 0);
        }
}

static void macroscopic(struct lattice *l) {
    for (int y = 0; y < l->ny; y++)
        for (int x = 0; x < l->nx; x++) {
            int i = y * l->nx + x;
            double rho = 0, mx = 0, my = 0;
            for (int k = 0; k < Q; k++) {
                double v = l->f[k][i];
                rho += v;
                mx += ex[k] * v;
                my += ey[k] * v;
            }
            l->rho[i] = rho;
            l->ux[i] = l->solid[i] ? 0 : mx / rho;
            l->uy[i] = l->solid[i] ? 0 : my / rho;
        }
}

static void collide(struct lattice *l, double omega) {
    for (int y = 0; y < l->ny; y++)
        for (int k = 0; k < Q; k++) {
            double *f = l->f[k] + (size_t)y * l->nx;
            const double *rho = l->rho + (size_t)y * l->nx;
            const double *ux = l->ux + (size_t)y * l->nx, *uy = l->uy + (size_t)y * l->nx;
            const unsigned char *solid = l->solid + (size_t)y * l->nx;
            for (int x = 0; x < l->nx; x++)
                if (!solid[x])
                    f[x] += omega * (equilibrium(k, rho[x], ux[x], uy[x]) - f[x]);
        }
}

/* pull scheme, half-way bounce-back at solid neighbours, periodic in x */
static void stream(struct lattice *l) {
    int nx = l->nx, ny = l->ny;
    for (int y = 0; y < ny; y++)
        for (int k = 0; k < Q; k++) {
            int ys = y - ey[k];
            double *dst = l->fnew[k] + (size_t)y * nx;
            if (ys < 0 || ys >= ny) {
                for (int x = 0; x < nx; x++)
                    dst[x] = l->f[opposite[k]][y * nx + x];
                continue;
            }
            for (int x = 0; x < nx; x++) {
                int xs = x - ex[k];
                if (xs < 0)
                    xs += nx;
                else if (xs >= nx)
                    xs -= nx;
                int from = ys * nx + xs;
                dst[x] = l->solid[from] ? l->f[opposite[k]][y * nx + x] : l->f[k][from];
            }
        }
    for (int k = 0; k < Q; k++) {
        double *t = l->f[k];
        l->f[k] = l->fnew[k];
        l->fnew[k] = t;
    }
}

static void drive_inlet(struct lattice *l, double u0) {
    for (int y = 1; y < l->ny - 1; y++) {
        int i = y * l->nx, o = i + l->nx - 1;
        for (int k = 0; k < Q; k++) {
            l->f[k][i] = equilibrium(k, 1.0, u0, 0);
            l->f[k][o] = l->f[k][o - 1];
        }
    }
}

/* momentum handed to the obstacles (not the walls) by bounce-back */
static void obstacle_force(const struct lattice *l, double *fx, double *fy) {
    *fx = *fy = 0;
    for (int y = 1; y < l->ny - 1; y++)
        for (int x = 1; x < l->nx - 1; x++) {
            int i = y * l->nx + x;
            if (l->solid[i])
                continue;
            for (int k = 1; k < Q; k++) {
                int j = i + ey[k] * l->nx + ex[k], yy = y + ey[k];
                if (l->solid[j] && yy > 0 && yy < l->ny - 1) {
                    *fx += 2 * ex[k] * l->f[k][i];
                    *fy += 2 * ey[k] * l->f[k][i];
                }
            }
        }
}

static void report(const struct lattice *l, int step) {
    double fx, fy, sx = 0, sy = 0, enstrophy = 0, mass = 0;
    int fluid = 0, nx = l->nx;
    obstacle_force(l, &fx, &fy);
    for (int y = 1; y < l->ny - 1; y++)
        for (int x = 1; x < nx - 1; x++) {
            int i = y * nx + x;
            if (l->solid[i])
                continue;
            double curl = 0.5 * (l->uy[i + 1] - l->uy[i - 1] - l->ux[i + nx] + l->ux[i - nx]);
            enstrophy += curl * curl;
            sx += l->ux[i];
            sy += l->uy[i];
            mass += l->rho[i];
            fluid++;
        }
    printf("%5d  rho %.10f  u %.10f %+.10f  drag %.8f lift %+.8f  enstrophy %.8e\n", step, mass / fluid, sx / fluid,
           sy / fluid, fx, fy, enstrophy);
}

int main(int argc, char **argv) {
    int nx = argc > 1 ? atoi(argv[1]) : 360;
    int ny = argc > 2 ? atoi(argv[2]) : 140;
    int steps = argc > 3 ? atoi(argv[3]) : 720;
    double u0 = 0.08, viscosity = 0.02;
    double omega = 1.0 / (3.0 * viscosity + 0.5);
    struct lattice l;

    setup(&l, nx, ny, u0);
    for (int t = 1; t <= steps; t++) {
        macroscopic(&l);
        if (t % (steps / 8 > 0 ? steps / 8 : 1) == 0)
            report(&l, t);
        collide(&l, omega);
        stream(&l);
        drive_inlet(&l, u0);
    }
    double sum = 0;
    for (int k = 0; k < Q; k++)
        for (int i = 0; i < nx * ny; i++)
            sum += l.f[k][i] * (1 + (i + k) % 7);
    printf("checksum %.15e\n", sum);

    for (int k = 0; k < Q; k++) {
        free(l.f[k]);
        free(l.fnew[k]);
    }
    free(l.rho);
    free(l.ux);
    free(l.uy);
    free(l.solid);
    return 0;
}
