/* grains - two-dimensional granular discs settling in a shaken hopper.
 * usage: grains [ndiscs] [nsteps]
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>
#include <omp.h>

#define KN    4.0e4
#define GN    6.0
#define MU    0.4
#define GT    4.0
#define GRAV  9.81
#define RMAX  0.5

static int n, ncx, ncy;
static double boxw, boxh, cell, dt;
static double *px, *py, *vx, *vy, *om, *fx, *fy, *tq, *rad, *mass;
static int *head, *next_in_cell, *cell_of;
static long ncontacts;
static double floor_y, floor_v;

static unsigned long long rs = 88172645463325252ULL;
static double frand(void)
{
    rs ^= rs << 13; rs ^= rs >> 7; rs ^= rs << 17;
    return (double)(rs >> 11) / 9007199254740992.0;
}

static double *dvec(int m)
{
    double *p = calloc((size_t)m, sizeof *p);
    if (!p) { fprintf(stderr, "grains: out of memory\n"); exit(1); }
    return p;
}

static void setup(void)
{
    int cols = (int)(sqrt((double)n) * 1.1) + 1;
    boxw = cols * 1.9 * RMAX;
    boxh = (n / cols + 8) * 2.4 * RMAX;
    cell = 2.0 * RMAX;
    ncx = (int)(boxw / cell) + 1;
    ncy = (int)(boxh / cell) + 3;
    px = dvec(n); py = dvec(n); vx = dvec(n); vy = dvec(n); om = dvec(n);
    fx = dvec(n); fy = dvec(n); tq = dvec(n); rad = dvec(n); mass = dvec(n);
    next_in_cell = malloc(sizeof(int) * (size_t)n);
    cell_of = malloc(sizeof(int) * (size_t)n);
    head = malloc(sizeof(int) * (size_t)(ncx * ncy));
    if (!next_in_cell || !cell_of || !head) exit(1);
    for (int i = 0; i < n; i++) {
        rad[i] = RMAX * (0.7 + 0.3 * frand());
        mass[i] = 3.14159265358979 * rad[i] * rad[i];
        px[i] = (i % cols + 0.5) * 1.9 * RMAX + 0.02 * (frand() - 0.5);
        py[i] = (i / cols + 0.5) * 1.9 * RMAX + 0.02 * frand();
        vx[i] = frand() - 0.5;
        vy[i] = frand() - 0.5;
    }
}

static int clampi(int v, int lo, int hi) { return v < lo ? lo : v > hi ? hi : v; }

static void locate(int i)
{
    int cx = clampi((int)(px[i] / cell), 0, ncx - 1);
    int cy = clampi((int)(py[i] / cell), 0, ncy - 1);
    cell_of[i] = cy * ncx + cx;
}

/* cell_of[] is kept up to date by move() */
static void bin_discs(void)
{
    memset(head, 0xff, sizeof(int) * (size_t)(ncx * ncy));
    for (int i = n - 1; i >= 0; i--) {
        int c = cell_of[i];
        next_in_cell[i] = head[c];
        head[c] = i;
    }
}

/* Rows of cells are split between the threads. A thread visits the pairs of its
 * own rows and of the row below them in sequential order, and updates only
 * discs that it owns, so every disc gets its contributions in the same order. */
static inline long collide(int i, int j, int own_i, int own_j)
{
    double dx = px[j] - px[i], dy = py[j] - py[i];
    double rr = rad[i] + rad[j];
    double d2 = dx * dx + dy * dy;
    if (d2 >= rr * rr || d2 == 0.0)
        return 0;
    double d = sqrt(d2), nx = dx / d, ny = dy / d;
    double wx = vx[j] - vx[i], wy = vy[j] - vy[i];
    double vn = wx * nx + wy * ny;
    double vt = -wx * ny + wy * nx - (om[i] * rad[i] + om[j] * rad[j]);
    double fn = KN * pow(rr - d, 1.5) - GN * vn;
    if (fn < 0) fn = 0;
    double ft = -GT * vt;
    if (fabs(ft) > MU * fn) ft = copysign(MU * fn, ft);
    double gx = fn * nx - ft * ny, gy = fn * ny + ft * nx;
    if (own_i) { fx[i] -= gx; fy[i] -= gy; tq[i] -= ft * rad[i]; }
    if (own_j) { fx[j] += gx; fy[j] += gy; tq[j] -= ft * rad[j]; }
    return own_i;
}

/* fx, fy, tq were reset by the previous move(); kept out of line, where gcc
 * allocates registers better than inside the parallel region */
static __attribute__((noinline)) long forces(int r0, int r1)
{
    long nc = 0;
    for (int cy = r0 > 0 && r0 < r1 ? r0 - 1 : r0; cy < r1; cy++) {
        int mine = cy >= r0, above = cy + 1 < r1;
        for (int cx = 0; cx < ncx; cx++)
            for (int i = head[cy * ncx + cx]; i >= 0; i = next_in_cell[i]) {
                if (mine) for (int j = next_in_cell[i]; j >= 0; j = next_in_cell[j])
                    nc += collide(i, j, 1, 1);
                if (mine && cx + 1 < ncx)
                    for (int j = head[cy * ncx + cx + 1]; j >= 0; j = next_in_cell[j])
                        nc += collide(i, j, 1, 1);
                if (cy + 1 == ncy)
                    continue;
                for (int k = cx - 1; k <= cx + 1; k++) {
                    if (k < 0 || k >= ncx) continue;
                    for (int j = head[(cy + 1) * ncx + k]; j >= 0; j = next_in_cell[j])
                        nc += collide(i, j, mine, above);
                }
            }
    }
    return nc;
}

static void move(void)
{
    #pragma omp for schedule(static)
    for (int i = 0; i < n; i++) {
        double o;
        if ((o = rad[i] - px[i]) > 0)          fx[i] += KN * o * sqrt(o) - GN * vx[i];
        if ((o = px[i] + rad[i] - boxw) > 0)   fx[i] -= KN * o * sqrt(o) + GN * vx[i];
        if ((o = rad[i] + floor_y - py[i]) > 0) {
            fy[i] += KN * o * sqrt(o) - GN * (vy[i] - floor_v);
            fx[i] -= 0.5 * GT * (vx[i] + om[i] * rad[i]);
        }
        double im = 1.0 / mass[i];
        vx[i] += dt * fx[i] * im;
        vy[i] += dt * fy[i] * im;
        om[i] += dt * tq[i] * im * 2.0 / (rad[i] * rad[i]);
        px[i] += dt * vx[i];
        py[i] += dt * vy[i];
        fx[i] = 0; fy[i] = -mass[i] * GRAV; tq[i] = 0;
        locate(i);
    }
}

static void report(int step)
{
    double ke = 0, rot = 0, h = 0, top = 0;
    for (int i = 0; i < n; i++) {
        ke += 0.5 * mass[i] * (vx[i] * vx[i] + vy[i] * vy[i]);
        rot += 0.25 * mass[i] * rad[i] * rad[i] * om[i] * om[i];
        h += mass[i] * GRAV * py[i];
        if (py[i] > top) top = py[i];
    }
    printf("step %6d  ke %.9e  rot %.9e  pot %.9e  top %.6f  contacts %ld\n",
           step, ke, rot, h, top, ncontacts);
}

int main(int argc, char **argv)
{
    n = argc > 1 ? atoi(argv[1]) : 60000;
    int steps = argc > 2 ? atoi(argv[2]) : 600;
    if (n < 1 || steps < 1) { fprintf(stderr, "usage: grains [ndiscs] [nsteps]\n"); return 2; }
    dt = 5e-4;
    setup();
    for (int i = 0; i < n; i++) { fy[i] = -mass[i] * GRAV; locate(i); }
    int nt = omp_get_max_threads();
    int *rowcut = malloc(sizeof(int) * (size_t)(nt + 1));
    if (!rowcut) return 1;
    #pragma omp parallel num_threads(nt)
    {
        int me = omp_get_thread_num(), team = omp_get_num_threads();
        for (int s = 1; s <= steps; s++) {
            #pragma omp single
            {
                floor_y = 0.1 * sin(20.0 * s * dt) + 0.1;
                floor_v = 2.0 * cos(20.0 * s * dt);
                bin_discs();
                if (s % 50 == 1) {      /* rebalance: equal discs per band of rows */
                    int *cnt = calloc((size_t)ncy, sizeof *cnt);
                    if (!cnt) exit(1);
                    for (int i = 0; i < n; i++) cnt[cell_of[i] / ncx]++;
                    int r = 0, seen = 0;
                    rowcut[0] = 0;
                    for (int t = 1; t < team; t++) {
                        while (r < ncy && seen < (long)n * t / team) seen += cnt[r++];
                        rowcut[t] = r;
                    }
                    rowcut[team] = ncy;
                    free(cnt);
                }
            }
            long nc = forces(rowcut[me], rowcut[me + 1]);
            #pragma omp atomic
            ncontacts += nc;
            #pragma omp barrier
            move();
            if (s % (steps / 8 > 0 ? steps / 8 : 1) == 0) {
                #pragma omp single
                report(s);
            }
        }
    }
    free(rowcut);
    return 0;
}
