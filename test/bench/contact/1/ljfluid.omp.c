// SPDX-License-Identifier: Apache-2.0
/* Molecular dynamics of a Lennard-Jones fluid (reduced units), velocity
   Verlet, neighbour list with a skin, periodic cubic box. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>
#include <time.h>
#include <omp.h>

#define RCUT 2.5
#define SKIN 0.4

int     natoms;
double  box;
double *x, *y, *z;          /* positions */
double *vx, *vy, *vz;
double *fx, *fy, *fz;
double *xref, *yref, *zref;       /* positions at the last list build */
int    *nbr_start, *nbr;    /* half list */
int     nbr_cap;
int     rebuilds;
double *fpriv;              /* 3 * natoms forces for each thread */
double  epot, virial;

static double *dalloc(int n)
{
    double *p = calloc(n, sizeof(double));
    if (!p) {
        fprintf(stderr, "alloc failed\n");
        exit(1);
    }
    return p;
}

static double rand01(void)
{
    static unsigned int s = 987654321u;
    s = 1664525u * s + 1013904223u;
    return (s >> 8) / 16777216.0;
}

static double min_image(double d)
{
    if (d > 0.5 * box)
        d -= box;
    else if (d < -0.5 * box)
        d += box;
    return d;
}

static void init_fcc(int cells, double density, double temp)
{
    static const double b[4][3] = { {0, 0, 0}, {.5, .5, 0}, {.5, 0, .5}, {0, .5, .5} };
    int i, j, k, m, n = 0;
    double a, px = 0, py = 0, pz = 0, ke = 0, scale;

    natoms = 4 * cells * cells * cells;
    box = cbrt(natoms / density);
    a = box / cells;
    x = dalloc(natoms); y = dalloc(natoms); z = dalloc(natoms);
    vx = dalloc(natoms); vy = dalloc(natoms); vz = dalloc(natoms);
    fx = dalloc(natoms); fy = dalloc(natoms); fz = dalloc(natoms);
    xref = dalloc(natoms); yref = dalloc(natoms); zref = dalloc(natoms);
    nbr_start = malloc((natoms + 1) * sizeof(int));
    nbr_cap = natoms * 60;
    nbr = malloc(nbr_cap * sizeof(int));
    fpriv = dalloc(3 * natoms * omp_get_max_threads());

    for (i = 0; i < cells; i++)
        for (j = 0; j < cells; j++)
            for (k = 0; k < cells; k++)
                for (m = 0; m < 4; m++, n++) {
                    x[n] = (i + b[m][0]) * a;
                    y[n] = (j + b[m][1]) * a;
                    z[n] = (k + b[m][2]) * a;
                    vx[n] = rand01() - 0.5;
                    vy[n] = rand01() - 0.5;
                    vz[n] = rand01() - 0.5;
                    px += vx[n]; py += vy[n]; pz += vz[n];
                }
    for (n = 0; n < natoms; n++) {
        vx[n] -= px / natoms; vy[n] -= py / natoms; vz[n] -= pz / natoms;
        ke += vx[n] * vx[n] + vy[n] * vy[n] + vz[n] * vz[n];
    }
    scale = sqrt(3.0 * natoms * temp / ke);
    for (n = 0; n < natoms; n++) {
        vx[n] *= scale; vy[n] *= scale; vz[n] *= scale;
    }
}

static void build_list(void)
{
    double r2max = (RCUT + SKIN) * (RCUT + SKIN);
    int i, j, n = 0;

    /* each thread lists a few rows at a time in its own buffer, then the
       rows are put together in order */
    static int *cnt, **row;
    if (!cnt) {
        cnt = malloc(natoms * sizeof(int));
        row = malloc(natoms * sizeof(int *));
    }
    #pragma omp parallel private(j)
    {
        int *tmp = malloc(natoms * sizeof(int));
        #pragma omp for schedule(dynamic, 32)
        for (i = 0; i < natoms; i++) {
            int m = 0;
            for (j = i + 1; j < natoms; j++) {
                double dx = min_image(x[i] - x[j]);
                double dy = min_image(y[i] - y[j]);
                double dz = min_image(z[i] - z[j]);
                if (dx * dx + dy * dy + dz * dz < r2max)
                    tmp[m++] = j;
            }
            cnt[i] = m;
            row[i] = malloc((m + 1) * sizeof(int));
            memcpy(row[i], tmp, m * sizeof(int));
        }
        free(tmp);
        #pragma omp single
        {
            for (i = 0; i < natoms; i++) {
                nbr_start[i] = n;
                n += cnt[i];
            }
            nbr_start[natoms] = n;
            if (n > nbr_cap) {
                nbr_cap = 2 * n;
                nbr = realloc(nbr, nbr_cap * sizeof(int));
            }
        }
        #pragma omp for schedule(static)
        for (i = 0; i < natoms; i++) {
            memcpy(nbr + nbr_start[i], row[i], cnt[i] * sizeof(int));
            free(row[i]);
        }
    }
    memcpy(xref, x, natoms * sizeof(double));
    memcpy(yref, y, natoms * sizeof(double));
    memcpy(zref, z, natoms * sizeof(double));
    rebuilds++;
}

static int list_is_stale(void)
{
    int i;
    for (i = 0; i < natoms; i++) {
        double dx = min_image(x[i] - xref[i]);
        double dy = min_image(y[i] - yref[i]);
        double dz = min_image(z[i] - zref[i]);
        if (dx * dx + dy * dy + dz * dz > 0.25 * SKIN * SKIN)
            return 1;
    }
    return 0;
}

static void forces(void)
{
    int i, k;
    double ep = 0, vi = 0;

    #pragma omp parallel private(k)
    {
    int nt = omp_get_num_threads(), t;
    double *gx = fpriv + 3 * natoms * omp_get_thread_num();
    double *gy = gx + natoms, *gz = gy + natoms;
    memset(gx, 0, 3 * natoms * sizeof(double));
    #pragma omp for schedule(guided) reduction(+:ep, vi)
    for (i = 0; i < natoms; i++) {
        for (k = nbr_start[i]; k < nbr_start[i + 1]; k++) {
            int j = nbr[k];
            double dx = min_image(x[i] - x[j]);
            double dy = min_image(y[i] - y[j]);
            double dz = min_image(z[i] - z[j]);
            double r2 = dx * dx + dy * dy + dz * dz;
            if (r2 < RCUT * RCUT) {
                double ir2 = 1.0 / r2;
                double ir6 = ir2 * ir2 * ir2;
                double f = 48.0 * ir2 * ir6 * (ir6 - 0.5);
                ep += 4.0 * ir6 * (ir6 - 1.0);
                vi += f * r2;
                gx[i] += f * dx; gy[i] += f * dy; gz[i] += f * dz;
                gx[j] -= f * dx; gy[j] -= f * dy; gz[j] -= f * dz;
            }
        }
    }
    #pragma omp for schedule(static)
    for (i = 0; i < natoms; i++) {
        fx[i] = fy[i] = fz[i] = 0;
        for (t = 0; t < nt; t++) {
            fx[i] += fpriv[3 * natoms * t + i];
            fy[i] += fpriv[3 * natoms * t + natoms + i];
            fz[i] += fpriv[3 * natoms * t + 2 * natoms + i];
        }
    }
    }
    epot = ep;
    virial = vi;
}

static double wrap(double v)
{
    return v >= box ? v - box : v < 0 ? v + box : v;
}

int main(int argc, char **argv)
{
    int cells = argc > 1 ? atoi(argv[1]) : 10;
    int steps = argc > 2 ? atoi(argv[2]) : 400;
    double dt = 0.004, ke;
    int s, i;
    struct timespec t0, t1;

    init_fcc(cells, 0.8442, 1.44);
    clock_gettime(CLOCK_MONOTONIC, &t0);
    build_list();
    forces();
    for (s = 1; s <= steps; s++) {
        for (i = 0; i < natoms; i++) {
            vx[i] += 0.5 * dt * fx[i]; vy[i] += 0.5 * dt * fy[i]; vz[i] += 0.5 * dt * fz[i];
            x[i] = wrap(x[i] + dt * vx[i]);
            y[i] = wrap(y[i] + dt * vy[i]);
            z[i] = wrap(z[i] + dt * vz[i]);
        }
        if (list_is_stale())
            build_list();
        forces();
        ke = 0;
        for (i = 0; i < natoms; i++) {
            vx[i] += 0.5 * dt * fx[i]; vy[i] += 0.5 * dt * fy[i]; vz[i] += 0.5 * dt * fz[i];
            ke += 0.5 * (vx[i] * vx[i] + vy[i] * vy[i] + vz[i] * vz[i]);
        }
        if (s % 50 == 0) {
            double temp = 2.0 * ke / (3.0 * natoms);
            printf("%4d  T %.6f  E/N %.6f  P %.5f\n", s, temp, (ke + epot) / natoms,
                   (natoms * temp + virial / 3.0) / (box * box * box));
        }
    }
    clock_gettime(CLOCK_MONOTONIC, &t1);
    printf("%d atoms, %d list builds\n", natoms, rebuilds);
    fprintf(stderr, "%.3f s\n", t1.tv_sec - t0.tv_sec + (t1.tv_nsec - t0.tv_nsec) * 1e-9);
    return 0;
}
