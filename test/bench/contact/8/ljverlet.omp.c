// SPDX-License-Identifier: Apache-2.0
// Lennard-Jones fluid in a periodic box: velocity Verlet with neighbour lists
// built from linked cells, reporting energies, pressure and a radial distribution.
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define MAXNB 160
#define NBIN 50

static int natoms;
static double box;
static double rcut = 2.5, skin = 0.35, dt = 0.004;
static double *x, *y, *z, *vx, *vy, *vz, *fx, *fy, *fz;
static double *xold, *yold, *zold; /* positions at the last list build */
static double *epot, *virial;
static int *nbr, *nnbr;
static int ncell, *head, *next;
static int rebuilds;
static uint32_t rng_state = 2463534242u;

static double uniform(void)
{
    rng_state ^= rng_state << 13;
    rng_state ^= rng_state >> 17;
    rng_state ^= rng_state << 5;
    return rng_state / 4294967296.0;
}

static double *vec(int n)
{
    double *p = calloc(n, sizeof *p);
    if (!p) exit(1);
    return p;
}

static void setup(int side, double density, double temperature)
{
    natoms = 4 * side * side * side;
    box = cbrt(natoms / density);
    x = vec(natoms); y = vec(natoms); z = vec(natoms);
    vx = vec(natoms); vy = vec(natoms); vz = vec(natoms);
    fx = vec(natoms); fy = vec(natoms); fz = vec(natoms);
    xold = vec(natoms); yold = vec(natoms); zold = vec(natoms);
    epot = vec(natoms);
    virial = vec(natoms);
    nbr = malloc(sizeof *nbr * MAXNB * natoms);
    nnbr = malloc(sizeof *nnbr * natoms);
    next = malloc(sizeof *next * natoms);
    ncell = (int)(box / (rcut + skin));
    if (ncell < 3) {
        fprintf(stderr, "box too small\n");
        exit(1);
    }
    head = malloc(sizeof *head * ncell * ncell * ncell);

    static const double basis[4][3] = {{0, 0, 0}, {0.5, 0.5, 0}, {0.5, 0, 0.5}, {0, 0.5, 0.5}};
    double a = box / side;
    int n = 0;
    for (int i = 0; i < side; i++)
        for (int j = 0; j < side; j++)
            for (int k = 0; k < side; k++)
                for (int b = 0; b < 4; b++, n++) {
                    x[n] = (i + basis[b][0] + 0.25) * a;
                    y[n] = (j + basis[b][1] + 0.25) * a;
                    z[n] = (k + basis[b][2] + 0.25) * a;
                }

    double sx = 0, sy = 0, sz = 0, ke = 0;
    for (int i = 0; i < natoms; i++) {
        sx += vx[i] = uniform() + uniform() + uniform() - 1.5;
        sy += vy[i] = uniform() + uniform() + uniform() - 1.5;
        sz += vz[i] = uniform() + uniform() + uniform() - 1.5;
    }
    for (int i = 0; i < natoms; i++) {
        vx[i] -= sx / natoms;
        vy[i] -= sy / natoms;
        vz[i] -= sz / natoms;
        ke += vx[i] * vx[i] + vy[i] * vy[i] + vz[i] * vz[i];
    }
    double scale = sqrt(3.0 * natoms * temperature / ke);
    for (int i = 0; i < natoms; i++) vx[i] *= scale, vy[i] *= scale, vz[i] *= scale;
}

static double wrap(double p)
{
    if (p < 0) p += box;
    if (p >= box) p -= box;
    return p;
}

static double nearest(double d)
{
    if (d > 0.5 * box) return d - box;
    if (d < -0.5 * box) return d + box;
    return d;
}

static int cell_coord(double p)
{
    int c = (int)(p / box * ncell);
    return c >= ncell ? ncell - 1 : c;
}

static void collect_neighbours(int i)
{
    double r2max = (rcut + skin) * (rcut + skin);
    int cx = cell_coord(x[i]), cy = cell_coord(y[i]), cz = cell_coord(z[i]);
    int n = 0, *mine = nbr + (size_t)i * MAXNB;
    for (int dx = -1; dx <= 1; dx++)
        for (int dy = -1; dy <= 1; dy++)
            for (int dz = -1; dz <= 1; dz++) {
                int c = (((cx + dx + ncell) % ncell) * ncell + (cy + dy + ncell) % ncell) * ncell +
                        (cz + dz + ncell) % ncell;
                for (int j = head[c]; j >= 0; j = next[j]) {
                    if (j == i) continue;
                    double ex = nearest(x[i] - x[j]), ey = nearest(y[i] - y[j]), ez = nearest(z[i] - z[j]);
                    if (ex * ex + ey * ey + ez * ez < r2max && n < MAXNB) mine[n++] = j;
                }
            }
    nnbr[i] = n;
}

static void build_lists(void)
{
    for (int c = 0; c < ncell * ncell * ncell; c++) head[c] = -1;
    for (int i = 0; i < natoms; i++) {
        int c = (cell_coord(x[i]) * ncell + cell_coord(y[i])) * ncell + cell_coord(z[i]);
        next[i] = head[c];
        head[c] = i;
    }
#pragma omp parallel for schedule(dynamic, 64)
    for (int i = 0; i < natoms; i++) {
        collect_neighbours(i);
        xold[i] = x[i];
        yold[i] = y[i];
        zold[i] = z[i];
    }
    rebuilds++;
}

static int lists_stale(void)
{
    double worst = 0;
#pragma omp parallel for reduction(max : worst)
    for (int i = 0; i < natoms; i++) {
        double dx = nearest(x[i] - xold[i]), dy = nearest(y[i] - yold[i]), dz = nearest(z[i] - zold[i]);
        double d2 = dx * dx + dy * dy + dz * dz;
        if (d2 > worst) worst = d2;
    }
    return worst > 0.25 * skin * skin;
}

static void forces(void)
{
    double rc2 = rcut * rcut, ir6c = 1.0 / (rc2 * rc2 * rc2);
    double shift = 4 * ir6c * (ir6c - 1);
#pragma omp parallel for schedule(dynamic, 128)
    for (int i = 0; i < natoms; i++) {
        double ax = 0, ay = 0, az = 0, e = 0, w = 0;
        const int *mine = nbr + (size_t)i * MAXNB;
        for (int k = 0; k < nnbr[i]; k++) {
            int j = mine[k];
            double dx = nearest(x[i] - x[j]), dy = nearest(y[i] - y[j]), dz = nearest(z[i] - z[j]);
            double r2 = dx * dx + dy * dy + dz * dz;
            if (r2 >= rc2) continue;
            double ir2 = 1.0 / r2, ir6 = ir2 * ir2 * ir2;
            double f = 48 * ir2 * ir6 * (ir6 - 0.5);
            ax += f * dx;
            ay += f * dy;
            az += f * dz;
            e += 2 * ir6 * (ir6 - 1) - 0.5 * shift;
            w += 0.5 * f * r2;
        }
        fx[i] = ax;
        fy[i] = ay;
        fz[i] = az;
        epot[i] = e;
        virial[i] = w;
    }
}

static void step(void)
{
#pragma omp parallel for
    for (int i = 0; i < natoms; i++) {
        vx[i] += 0.5 * dt * fx[i];
        vy[i] += 0.5 * dt * fy[i];
        vz[i] += 0.5 * dt * fz[i];
        x[i] = wrap(x[i] + dt * vx[i]);
        y[i] = wrap(y[i] + dt * vy[i]);
        z[i] = wrap(z[i] + dt * vz[i]);
    }
    if (lists_stale()) build_lists();
    forces();
#pragma omp parallel for
    for (int i = 0; i < natoms; i++) {
        vx[i] += 0.5 * dt * fx[i];
        vy[i] += 0.5 * dt * fy[i];
        vz[i] += 0.5 * dt * fz[i];
    }
}

static void report(int s)
{
    double ke = 0, pe = 0, w = 0;
    for (int i = 0; i < natoms; i++) {
        ke += 0.5 * (vx[i] * vx[i] + vy[i] * vy[i] + vz[i] * vz[i]);
        pe += epot[i];
        w += virial[i];
    }
    double t = 2 * ke / (3.0 * natoms);
    printf("step %5d T %.9f Ekin %.9f Epot %.9f Etot %.9f P %.9f\n", s, t, ke / natoms, pe / natoms,
           (ke + pe) / natoms, (natoms * t + w / 3) / (box * box * box));
}

static void radial_histogram(long *hist)
{
#pragma omp parallel for reduction(+ : hist[:NBIN])
    for (int i = 0; i < natoms; i++)
        for (int k = 0; k < nnbr[i]; k++) {
            int j = nbr[(size_t)i * MAXNB + k];
            double dx = nearest(x[i] - x[j]), dy = nearest(y[i] - y[j]), dz = nearest(z[i] - z[j]);
            double r = sqrt(dx * dx + dy * dy + dz * dz);
            if (r < rcut) hist[(int)(r / rcut * NBIN)]++;
        }
}

int main(int argc, char **argv)
{
    int side = argc > 1 ? atoi(argv[1]) : 15;
    int steps = argc > 2 ? atoi(argv[2]) : 90;
    long hist[NBIN] = {0};
    setup(side, 0.8, 1.4);
    build_lists();
    forces();
    report(0);
    for (int s = 1; s <= steps; s++) {
        step();
        if (s % 20 == 0) report(s);
        if (s % 10 == 0) radial_histogram(hist);
    }
    printf("atoms %d cells %d rebuilds %d\n", natoms, ncell, rebuilds);
    for (int b = 0; b < NBIN; b++) printf("%ld%c", hist[b], b % 10 == 9 ? '\n' : ' ');
    return 0;
}
