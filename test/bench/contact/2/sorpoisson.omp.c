// SPDX-License-Identifier: Apache-2.0
/* Steady temperature in a plate with a hole: red-black SOR. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>
#include <time.h>

typedef struct {
    int nx, ny;
    double *u;              /* temperature */
    double *f;              /* heat source */
    unsigned char *fixed;   /* 1 where the value is prescribed */
} Plate;

static double seconds(void)
{
    struct timespec ts;
    clock_gettime(CLOCK_MONOTONIC, &ts);
    return ts.tv_sec + 1e-9 * ts.tv_nsec;
}

static Plate *plate_new(int nx, int ny)
{
    Plate *p = malloc(sizeof *p);
    p->nx = nx;
    p->ny = ny;
    p->u = calloc((size_t)nx * ny, sizeof *p->u);
    p->f = calloc((size_t)nx * ny, sizeof *p->f);
    p->fixed = calloc((size_t)nx * ny, 1);
    if (!p->u || !p->f || !p->fixed) {
        fprintf(stderr, "out of memory\n");
        exit(1);
    }
    return p;
}

static void plate_setup(Plate *p)
{
    int nx = p->nx, ny = p->ny;
    double cx = 0.6 * nx, cy = 0.4 * ny, r = 0.12 * nx;
    for (int j = 0; j < ny; j++)
        for (int i = 0; i < nx; i++) {
            int k = j * nx + i;
            double dx = i - cx, dy = j - cy;
            if (i == 0 || j == 0 || i == nx - 1 || j == ny - 1) {
                p->fixed[k] = 1;
                p->u[k] = (i == 0) ? 100.0 : 20.0;
            } else if (dx * dx + dy * dy < r * r) {
                p->fixed[k] = 1;
                p->u[k] = 55.0;
            }
            if (i > nx / 5 && i < nx / 4 && j > ny / 2 && j < 3 * ny / 4)
                p->f[k] = 0.05;
        }
}

/* one half sweep over the cells of one colour; returns largest change */
static double half_sweep(Plate *p, int colour, double omega)
{
    int nx = p->nx;
    double worst = 0.0;
#pragma omp parallel for reduction(max:worst) schedule(static)
    for (int j = 1; j < p->ny - 1; j++) {
        for (int i = 1 + (j + colour) % 2; i < nx - 1; i += 2) {
            int k = j * nx + i;
            if (p->fixed[k])
                continue;
            double gs = 0.25 * (p->u[k - 1] + p->u[k + 1] + p->u[k - nx] +
                                p->u[k + nx] + p->f[k]);
            double d = omega * (gs - p->u[k]);
            p->u[k] += d;
            if (fabs(d) > worst)
                worst = fabs(d);
        }
    }
    return worst;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 500;
    int maxit = argc > 2 ? atoi(argv[2]) : 2200;
    Plate *p = plate_new(n, n);
    plate_setup(p);
    double omega = 2.0 / (1.0 + sin(M_PI / n));
    double t0 = seconds(), err = 0;
    int it;

    for (it = 0; it < maxit; it++) {
        double e0 = half_sweep(p, 0, omega);
        double e1 = half_sweep(p, 1, omega);
        err = e0 > e1 ? e0 : e1;
        if (it % 200 == 0)
            printf("it %5d  max change %.6e\n", it, err);
        if (err < 1e-11)
            break;
    }
    double mean = 0;
    for (int k = 0; k < n * n; k++)
        mean += p->u[k];
    printf("iterations %d, change %.3e\n", it, err);
    printf("mean %.8f  centre %.8f\n", mean / ((double)n * n), p->u[(n / 2) * n + n / 2]);
    fprintf(stderr, "time %.3f s\n", seconds() - t0);
    free(p->u);
    free(p->f);
    free(p->fixed);
    free(p);
    return 0;
}
