// SPDX-License-Identifier: Apache-2.0
/* 2-D FDTD (TM mode): a sinusoidal source in front of a dielectric lens
 * with lossy borders; prints probe values and field energy. */
#include <stdio.h>
#include <stdlib.h>
#include <math.h>
#include <time.h>

static double *alloc2(int nx, int ny)
{
    double *p = calloc((size_t)nx * ny, sizeof(double));
    if (!p) {
        fprintf(stderr, "no memory\n");
        exit(EXIT_FAILURE);
    }
    return p;
}

static void update_h(double *hx, double *hy, const double *ez, int nx, int ny)
{
    for (int i = 0; i < nx - 1; i++)
        for (int j = 0; j < ny - 1; j++) {
            hx[i * ny + j] -= 0.5 * (ez[i * ny + j + 1] - ez[i * ny + j]);
            hy[i * ny + j] += 0.5 * (ez[(i + 1) * ny + j] - ez[i * ny + j]);
        }
}

static void update_e(double *ez, const double *hx, const double *hy, const double *ca,
                     const double *cb, int nx, int ny)
{
    for (int i = 1; i < nx; i++)
        for (int j = 1; j < ny; j++) {
            int k = i * ny + j;
            ez[k] = ca[k] * ez[k] + cb[k] * (hy[k] - hy[k - ny] - hx[k] + hx[k - 1]);
        }
}

static void materials(double *ca, double *cb, int nx, int ny)
{
    for (int i = 0; i < nx; i++)
        for (int j = 0; j < ny; j++) {
            double eps = 1, sigma = 0;
            double dx = i - 0.5 * nx, dy = j - 0.5 * ny;
            if (dx * dx / (0.01 * nx * nx) + dy * dy / (0.06 * ny * ny) < 1)
                eps = 2.25;
            int edge = i < nx - 1 - i ? i : nx - 1 - i;
            int ej = j < ny - 1 - j ? j : ny - 1 - j;
            if (ej < edge)
                edge = ej;
            if (edge < 20)
                sigma = 0.15 * pow((20 - edge) / 20.0, 3);
            ca[i * ny + j] = (1 - sigma) / (1 + sigma);
            cb[i * ny + j] = 0.5 / eps / (1 + sigma);
        }
}

int main(int argc, char **argv)
{
    int nx = argc > 1 ? atoi(argv[1]) : 500, ny = argc > 2 ? atoi(argv[2]) : 400;
    int steps = argc > 3 ? atoi(argv[3]) : 4000;
    double *ez = alloc2(nx, ny), *hx = alloc2(nx, ny), *hy = alloc2(nx, ny);
    double *ca = alloc2(nx, ny), *cb = alloc2(nx, ny);
    double probe[3] = {0, 0, 0};
    struct timespec t0, t1;

    materials(ca, cb, nx, ny);
    clock_gettime(CLOCK_MONOTONIC, &t0);
    for (int t = 0; t < steps; t++) {
        update_h(hx, hy, ez, nx, ny);
        update_e(ez, hx, hy, ca, cb, nx, ny);
        ez[(nx / 5) * ny + ny / 2] += sin(0.25 * t) * (1 - exp(-t / 50.0));
        for (int p = 0; p < 3; p++) {
            double v = ez[(nx * 3 / 4) * ny + ny * (p + 1) / 4];
            probe[p] += v * v;
        }
        if (t % 200 == 199)
            printf("t %5d  probes %.6e %.6e %.6e\n", t + 1, probe[0], probe[1], probe[2]);
    }
    double e = 0;
    for (int k = 0; k < nx * ny; k++)
        e += ez[k] * ez[k] + hx[k] * hx[k] + hy[k] * hy[k];
    clock_gettime(CLOCK_MONOTONIC, &t1);
    printf("field energy %.9e\n", e);
    fprintf(stderr, "%.3f s\n", t1.tv_sec - t0.tv_sec + (t1.tv_nsec - t0.tv_nsec) * 1e-9);
    free(ez); free(hx); free(hy); free(ca); free(cb);
    return 0;
}
