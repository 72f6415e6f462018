// SPDX-License-Identifier: Apache-2.0
/* Transient heat conduction in a plate of mixed material, alternating
 * direction implicit (Peaceman-Rachford), Thomas solver along each line.
 * Edges: left held hot, right held cold, top and bottom insulated.
 *
 *   adiheat [nx] [ny] [steps]
 */
#define _POSIX_C_SOURCE 200809L
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define HOT 100.0
#define COLD 20.0
#define AT(f, i, j) ((f)[(size_t)(j) * nx + (i)])

static int nx, ny;
static double dx, dt;
static double *temp, *half;     /* temperature, and after the first half step */
static double *cond, *cap;      /* conductivity, heat capacity per volume */
static double *heat;            /* source, W per volume */

static double *field(void)
{
    double *p = calloc((size_t)nx * ny, sizeof *p);
    if (!p) {
        perror("adiheat");
        exit(1);
    }
    return p;
}

static void materials(void)
{
    for (int j = 0; j < ny; j++)
        for (int i = 0; i < nx; i++) {
            double u = (double)i / nx, v = (double)j / ny;
            int rib = (int)(8 * u + 3 * v) % 2;
            AT(cond, i, j) = rib ? 50.0 : 12.0 + 4 * sin(9 * v);
            AT(cap, i, j) = rib ? 3.4e6 : 2.1e6;
            AT(heat, i, j) = hypot(u - 0.6, v - 0.4) < 0.08 ? 4e6 : 0.0;
            AT(temp, i, j) = COLD;
        }
}

/* conductance between neighbours: harmonic mean over the face */
static double face(double a, double b)
{
    return 2 * a * b / (a + b) / (dx * dx);
}

static void thomas(int n, const double *lo, double *di, const double *up, double *rhs)
{
    for (int k = 1; k < n; k++) {
        double m = lo[k] / di[k - 1];
        di[k] -= m * up[k - 1];
        rhs[k] -= m * rhs[k - 1];
    }
    rhs[n - 1] /= di[n - 1];
    for (int k = n - 2; k >= 0; k--)
        rhs[k] = (rhs[k] - up[k] * rhs[k + 1]) / di[k];
}

/* implicit in x, explicit in y */
static void sweep_rows(double *lo, double *di, double *up, double *rhs)
{
    #pragma omp for schedule(static)
    for (int j = 0; j < ny; j++) {
        for (int i = 0; i < nx; i++) {
            double k = AT(cond, i, j), t = AT(temp, i, j), c = 2 * AT(cap, i, j) / dt;
            double west = i > 0 ? face(k, AT(cond, i - 1, j)) : 2 * k / (dx * dx);
            double east = i < nx - 1 ? face(k, AT(cond, i + 1, j)) : 2 * k / (dx * dx);
            double flux = 0;
            if (j > 0)
                flux += face(k, AT(cond, i, j - 1)) * (AT(temp, i, j - 1) - t);
            if (j < ny - 1)
                flux += face(k, AT(cond, i, j + 1)) * (AT(temp, i, j + 1) - t);
            lo[i] = -west;
            up[i] = -east;
            di[i] = c + west + east;
            rhs[i] = c * t + flux + AT(heat, i, j);
            if (i == 0)
                rhs[i] += west * HOT;
            if (i == nx - 1)
                rhs[i] += east * COLD;
        }
        thomas(nx, lo, di, up, rhs);
        for (int i = 0; i < nx; i++)
            AT(half, i, j) = rhs[i];
    }
}

static double change;

/* implicit in y, explicit in x; finds the largest change of the whole step */
static void sweep_columns(double *lo, double *di, double *up, double *rhs)
{
    #pragma omp for schedule(static) reduction(max:change)
    for (int i = 0; i < nx; i++) {
        for (int j = 0; j < ny; j++) {
            double k = AT(cond, i, j), t = AT(half, i, j), c = 2 * AT(cap, i, j) / dt;
            double north = j > 0 ? face(k, AT(cond, i, j - 1)) : 0;
            double south = j < ny - 1 ? face(k, AT(cond, i, j + 1)) : 0;
            double west = i > 0 ? face(k, AT(cond, i - 1, j)) : 2 * k / (dx * dx);
            double east = i < nx - 1 ? face(k, AT(cond, i + 1, j)) : 2 * k / (dx * dx);
            double tw = i > 0 ? AT(half, i - 1, j) : HOT;
            double te = i < nx - 1 ? AT(half, i + 1, j) : COLD;
            lo[j] = -north;
            up[j] = -south;
            di[j] = c + north + south;
            rhs[j] = c * t + west * (tw - t) + east * (te - t) + AT(heat, i, j);
        }
        thomas(ny, lo, di, up, rhs);
        for (int j = 0; j < ny; j++) {
            double d = fabs(rhs[j] - AT(temp, i, j));
            if (d > change)
                change = d;
            AT(temp, i, j) = rhs[j];
        }
    }
}

static double stored_energy(void)
{
    double e = 0;
    for (int j = 0; j < ny; j++) {
        double row = 0;
        for (int i = 0; i < nx; i++)
            row += AT(cap, i, j) * (AT(temp, i, j) - COLD);
        e += row * dx * dx;
    }
    return e;
}

int main(int argc, char **argv)
{
    nx = argc > 1 ? atoi(argv[1]) : 420;
    ny = argc > 2 ? atoi(argv[2]) : 360;
    int steps = argc > 3 ? atoi(argv[3]) : 70;
    if (nx < 3 || ny < 3 || steps < 1) {
        fprintf(stderr, "usage: adiheat [nx >= 3] [ny >= 3] [steps]\n");
        return 1;
    }
    int longest = nx > ny ? nx : ny;
    temp = field(); half = field(); cond = field(); cap = field(); heat = field();

    dx = 0.4 / nx;
    dt = 0.25;
    materials();

    struct timespec a, b;
    clock_gettime(CLOCK_MONOTONIC, &a);
    for (int s = 1; s <= steps; s++) {
        change = 0;
        #pragma omp parallel
        {
            double *line = malloc(4 * ((size_t)longest + 16) * sizeof *line);
            if (!line)
                exit(1);
            double *lo = line, *di = lo + longest, *up = di + longest, *rhs = up + longest;
            sweep_rows(lo, di, up, rhs);
            sweep_columns(lo, di, up, rhs);
            free(line);
        }
        if (s % 15 == 0 || s == steps)
            printf("t %7.2f s  energy %.6f J/m  largest change %.9f\n", s * dt, stored_energy(), change);
        if (change < 1e-9)
            break;
    }
    clock_gettime(CLOCK_MONOTONIC, &b);

    unsigned check = 17;
    double top = 0;
    for (int j = 0; j < ny; j++)
        for (int i = 0; i < nx; i++) {
            check = check * 31 + (unsigned)(int)lrint(AT(temp, i, j) * 1e5);
            if (AT(temp, i, j) > top)
                top = AT(temp, i, j);
        }
    for (int p = 1; p < 8; p++)
        printf("probe %d: %.6f\n", p, AT(temp, p * nx / 8, ny / 2));
    printf("hottest %.9f check %08x\n", top, check);
    fprintf(stderr, "time %.3f\n", b.tv_sec - a.tv_sec + 1e-9 * (b.tv_nsec - a.tv_nsec));
    free(temp); free(half); free(cond); free(cap); free(heat);
    return 0;
}
