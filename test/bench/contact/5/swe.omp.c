// SPDX-License-Identifier: Apache-2.0
/* swe - shallow water over topography, HLL fluxes on a regular grid
 *
 * usage: swe [nx] [ny] [steps]
 *
 * Radial dam break next to an island in a closed basin with bottom friction.
 * Hydrostatic reconstruction keeps the lake at rest; a passive tracer rides
 * along with the mass flux.
 */
#define _POSIX_C_SOURCE 200809L
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { H, U, V, C, NV };                /* depth, x and y momentum, tracer mass */

#define G 9.81
#define DRY 1e-4

static void *grid(size_t cells)
{
    void *p = calloc(cells, sizeof(double));
    if (!p) { perror("swe"); exit(1); }
    return p;
}

static inline double fmax2(double a, double b) { return a > b ? a : b; }
static inline double fmin2(double a, double b) { return a < b ? a : b; }

/* HLL flux in the direction of n (n is the normal momentum, t the tangential one) */
static inline void hll(double hl, double ul, double tl, double cl,
                       double hr, double ur, double tr, double cr, double f[NV])
{
    if (hl < DRY && hr < DRY) {
        f[0] = f[1] = f[2] = f[3] = 0;
        return;
    }
    double al = sqrt(G * hl), ar = sqrt(G * hr);
    double sl = fmin2(ul - al, ur - ar), sr = fmax2(ul + al, ur + ar);
    double fl0 = hl * ul, fl1 = hl * ul * ul + 0.5 * G * hl * hl;
    double fr0 = hr * ur, fr1 = hr * ur * ur + 0.5 * G * hr * hr;
    if (sl >= 0) {
        f[0] = fl0; f[1] = fl1;
    } else if (sr <= 0) {
        f[0] = fr0; f[1] = fr1;
    } else {
        double w = 1 / (sr - sl);
        f[0] = (sr * fl0 - sl * fr0 + sl * sr * (hr - hl)) * w;
        f[1] = (sr * fl1 - sl * fr1 + sl * sr * (fr0 - fl0)) * w;
    }
    f[2] = f[0] * (f[0] > 0 ? tl : tr);
    f[3] = f[0] * (f[0] > 0 ? cl : cr);
}

static void init(int ny, int nx, double q[NV][ny + 2][nx + 2], double z[ny + 2][nx + 2])
{
    for (int j = 0; j < ny + 2; j++)
        for (int i = 0; i < nx + 2; i++) {
            double x = (i - 0.5) / nx, y = (j - 0.5) / ny;
            double r1 = hypot(x - 0.3, y - 0.4), r2 = hypot(x - 0.65, y - 0.6);
            z[j][i] = 1.6 * exp(-r2 * r2 * 90) + 0.1 * sin(9 * x) * cos(7 * y) + 0.15;
            double level = r1 < 0.13 ? 2.2 : 1.0;
            q[H][j][i] = fmax2(level - z[j][i], 0);
            q[U][j][i] = q[V][j][i] = 0;
            q[C][j][i] = r1 < 0.2 ? q[H][j][i] : 0;
        }
    for (int j = 0; j < ny + 2; j++) { z[j][0] = z[j][1]; z[j][nx + 1] = z[j][nx]; }
    for (int i = 0; i < nx + 2; i++) { z[0][i] = z[1][i]; z[ny + 1][i] = z[ny][i]; }
}

/* reflecting walls */
static void walls(int ny, int nx, double q[NV][ny + 2][nx + 2])
{
    for (int v = 0; v < NV; v++) {
        double sx = v == U ? -1 : 1, sy = v == V ? -1 : 1;
        for (int j = 0; j < ny + 2; j++) {
            q[v][j][0] = sx * q[v][j][1];
            q[v][j][nx + 1] = sx * q[v][j][nx];
        }
        for (int i = 0; i < nx + 2; i++) {
            q[v][0][i] = sy * q[v][1][i];
            q[v][ny + 1][i] = sy * q[v][ny][i];
        }
    }
}

static double max_speed(int ny, int nx, double q[NV][ny + 2][nx + 2])
{
    double m = 1e-9;
#pragma omp parallel for schedule(static) reduction(max : m)
    for (int j = 1; j <= ny; j++)
        for (int i = 1; i <= nx; i++) {
            double h = q[H][j][i];
            if (h < DRY)
                continue;
            double s = fmax2(fabs(q[U][j][i]), fabs(q[V][j][i])) / h + sqrt(G * h);
            m = fmax2(m, s);
        }
    return m;
}

/* one flux sweep; dir 0 is x, 1 is y.  d collects the change of q per unit dt/dx */
static void sweep(int ny, int nx, double q[NV][ny + 2][nx + 2], double z[ny + 2][nx + 2],
                  double d[NV][ny + 2][nx + 2], int dir)
{
    int dj = dir, di = 1 - dir, N = dir ? V : U, T = dir ? U : V;
    /* the x sweep stays in its row; the y sweep also writes row j + 1, so every
       thread takes a band of columns there and walks down the rows */
    int bands = dir ? (nx + 31) / 32 : ny;
#pragma omp parallel for schedule(static)
    for (int b = 0; b < bands; b++)
    for (int j = dir ? 0 : b + 1; j <= (dir ? ny : b + 1); j++)
        for (int i = dir ? 32 * b + 1 : 0; i <= (dir && 32 * b + 32 < nx ? 32 * b + 32 : nx); i++) {
            int jr = j + dj, ir = i + di;
            double hl = q[H][j][i], hr = q[H][jr][ir], zf = fmax2(z[j][i], z[jr][ir]);
            double il = hl > DRY ? 1 / hl : 0, irv = hr > DRY ? 1 / hr : 0;
            double hls = fmax2(hl + z[j][i] - zf, 0), hrs = fmax2(hr + z[jr][ir] - zf, 0), f[NV];
            hll(hls, q[N][j][i] * il, q[T][j][i] * il, q[C][j][i] * il,
                hrs, q[N][jr][ir] * irv, q[T][jr][ir] * irv, q[C][jr][ir] * irv, f);
            d[H][j][i] -= f[0];
            d[H][jr][ir] += f[0];
            d[N][j][i] -= f[1] + 0.5 * G * (hl * hl - hls * hls);
            d[N][jr][ir] += f[1] + 0.5 * G * (hr * hr - hrs * hrs);
            d[T][j][i] -= f[2];
            d[T][jr][ir] += f[2];
            d[C][j][i] -= f[3];
            d[C][jr][ir] += f[3];
        }
}

static void update(int ny, int nx, double q[NV][ny + 2][nx + 2], double d[NV][ny + 2][nx + 2], double lambda, double dt)
{
    const double manning2 = 0.0004;
#pragma omp parallel for schedule(static)
    for (int j = 0; j < ny + 2; j++)
        for (int i = 0; i < nx + 2; i++) {
            for (int v = 0; v < NV; v++) {
                q[v][j][i] += lambda * d[v][j][i];
                d[v][j][i] = 0;
            }
            double h = q[H][j][i];
            if (h < DRY) {
                q[U][j][i] = q[V][j][i] = 0;
                if (h < 0) q[H][j][i] = 0;
            } else {
                double u = q[U][j][i] / h, v = q[V][j][i] / h;
                double fr = 1 / (1 + dt * G * manning2 * sqrt(u * u + v * v) / (h * cbrt(h)));
                q[U][j][i] *= fr;
                q[V][j][i] *= fr;
            }
        }
}

static void report(int ny, int nx, double q[NV][ny + 2][nx + 2], double z[ny + 2][nx + 2], int step, double t)
{
    double mass = 0, tracer = 0, energy = 0, top = 0;
    int wet = 0;
    for (int j = 1; j <= ny; j++)
        for (int i = 1; i <= nx; i++) {
            double h = q[H][j][i];
            mass += h;
            tracer += q[C][j][i];
            if (h < DRY)
                continue;
            wet++;
            energy += 0.5 * G * h * (h + 2 * z[j][i]) + 0.5 * (q[U][j][i] * q[U][j][i] + q[V][j][i] * q[V][j][i]) / h;
            top = fmax2(top, h + z[j][i]);
        }
    double cells = (double)nx * ny;
    printf("step %4d t %.9f mass %.12f tracer %.12f energy %.12f top %.9f wet %d\n",
           step, t, mass / cells, tracer / cells, energy / cells, top, wet);
}

int main(int argc, char **argv)
{
    int nx = argc > 1 ? atoi(argv[1]) : 280, ny = argc > 2 ? atoi(argv[2]) : 240;
    int steps = argc > 3 ? atoi(argv[3]) : 200;
    if (nx < 8 || ny < 8 || steps < 0) { fputs("usage: swe [nx] [ny] [steps]\n", stderr); return 1; }
    size_t n = (size_t)(nx + 2) * (ny + 2);
    double (*q)[ny + 2][nx + 2] = grid(NV * n), (*d)[ny + 2][nx + 2] = grid(NV * n), (*z)[nx + 2] = grid(n);
    double t = 0, dx = 1.0;
    struct timespec t0, t1;

    init(ny, nx, q, z);
    report(ny, nx, q, z, 0, t);
    clock_gettime(CLOCK_MONOTONIC, &t0);
    for (int s = 1; s <= steps; s++) {
        walls(ny, nx, q);
        double dt = 0.4 * dx / max_speed(ny, nx, q);
        sweep(ny, nx, q, z, d, 0);
        sweep(ny, nx, q, z, d, 1);
        update(ny, nx, q, d, dt / dx, dt);
        t += dt;
        if (s % 50 == 0)
            report(ny, nx, q, z, s, t);
    }
    clock_gettime(CLOCK_MONOTONIC, &t1);
    fprintf(stderr, "integrate %.3f s\n", (double)(t1.tv_sec - t0.tv_sec) + 1e-9 * (double)(t1.tv_nsec - t0.tv_nsec));
    for (int i = 1; i <= 8; i++)
        printf("gauge %d: h %.12f c %.12f\n", i, q[H][ny * i / 9][nx / 2], q[C][ny * i / 9][nx / 2]);
    free(q); free(d); free(z);
    return 0;
}
