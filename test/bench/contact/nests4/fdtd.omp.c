/* 2-D electromagnetic field (TM), dispersive slab, absorbing frame by a graded loss.
 * usage: fdtd [nx ny steps] */
#include <stdio.h>
#include <stdlib.h>
#include <math.h>

typedef double real;

typedef struct {
    int nx, ny;
    real **ez, **hx, **hy, **jz;
    real **ca, **cb;      /* electric update coefficients */
    real *dx, *dy;        /* magnetic damping per column / row */
    real kj, bj;
} Fdtd;

static real **field(int nx, int ny)
{
    real **f = malloc(nx * sizeof(real *));
    for (int i = 0; i < nx; i++)
        f[i] = calloc(ny, sizeof(real));
    return f;
}

static void drop(real **f, int nx)
{
    for (int i = 0; i < nx; i++)
        free(f[i]);
    free(f);
}

static real loss(int i, int n, int width)
{
    int d = i < width ? width - i : i >= n - width ? i - (n - width) + 1 : 0;
    return 0.3 * d * d / ((real)width * width);
}

static void setup(Fdtd *s, int nx, int ny)
{
    s->nx = nx;
    s->ny = ny;
    s->ez = field(nx, ny);
    s->hx = field(nx, ny);
    s->hy = field(nx, ny);
    s->jz = field(nx, ny);
    s->ca = field(nx, ny);
    s->cb = field(nx, ny);
    s->dx = malloc(nx * sizeof(real));
    s->dy = malloc(ny * sizeof(real));
    s->kj = 0.98;
    s->bj = 0.002;
    for (int i = 0; i < nx; i++)
        s->dx[i] = 1.0 - loss(i, nx, nx / 12 + 1);
    for (int j = 0; j < ny; j++)
        s->dy[j] = 1.0 - loss(j, ny, ny / 12 + 1);
    for (int i = 0; i < nx; i++)
        for (int j = 0; j < ny; j++) {
            real eps = i > nx / 2 && i < 2 * nx / 3 ? 3.5 : 1.0;
            real sig = loss(i, nx, nx / 12 + 1) + loss(j, ny, ny / 12 + 1);
            s->ca[i][j] = (1.0 - sig / (2 * eps)) / (1.0 + sig / (2 * eps));
            s->cb[i][j] = 0.5 / eps / (1.0 + sig / (2 * eps));
        }
}

/* Time skewing over rows i: TS steps travel down the grid together, step l two row
 * blocks behind step l-1, so a block is used TS times while in cache; the steps of one wave are
 * shared between the threads.  h, e and current of a row are fused. */
#ifndef TS
#define TS 16
#endif
#ifndef RBLK
#define RBLK 8
#endif

static void h_row(Fdtd *s, int i)
{
    const int ny = s->ny;
    real *hx = s->hx[i], *hy = s->hy[i];
    const real *e = s->ez[i], *dy = s->dy;
    if (i + 1 < s->nx) {
        const real *n = s->ez[i + 1], d = s->dx[i];
#pragma omp simd
        for (int j = 0; j < ny - 1; j++) {
            hx[j] = dy[j] * hx[j] - 0.5 * (e[j + 1] - e[j]);
            hy[j] = d * hy[j] + 0.5 * (n[j] - e[j]);
        }
        hy[ny - 1] = d * hy[ny - 1] + 0.5 * (n[ny - 1] - e[ny - 1]);
    } else {
#pragma omp simd
        for (int j = 0; j < ny - 1; j++)
            hx[j] = dy[j] * hx[j] - 0.5 * (e[j + 1] - e[j]);
    }
}

static void e_row(Fdtd *s, int i)
{
    const int ny = s->ny;
    real *e = s->ez[i], *jz = s->jz[i];
    if (i >= 1 && i < s->nx - 1) {
        const real *ca = s->ca[i], *cb = s->cb[i], *hy = s->hy[i], *hp = s->hy[i - 1], *hx = s->hx[i];
#pragma omp simd
        for (int j = 1; j < ny - 1; j++) {
            real curl = (hy[j] - hp[j]) - (hx[j] - hx[j - 1]);
            e[j] = ca[j] * e[j] + cb[j] * (curl - jz[j]);
        }
    }
    if (i > s->nx / 2 && i < 2 * s->nx / 3) {
        const real kj = s->kj, bj = s->bj;
#pragma omp simd
        for (int j = 0; j < ny; j++)
            jz[j] = kj * jz[j] + bj * e[j];
    }
}

/* everything of step t for rows i: h row i needs e rows i, i+1 of step t-1; e row i needs h
 * rows i-1, i of step t.  A block of rows at step t may follow when step t-1 has done one
 * row more; it must not overtake. */
static void block_rows(Fdtd *s, int t, int i0, int i1, real *probe)
{
    for (int i = i0; i < i1; i++) {
        h_row(s, i);
        e_row(s, i);
        if (i == s->nx / 3)
            s->ez[i][s->ny / 2] += exp(-0.002 * (t - 40) * (t - 40)) * sin(0.3 * t);
        if (i == 5 * s->nx / 12)
            probe[t] = fabs(s->ez[i][s->ny / 2]);
    }
}

static void run(Fdtd *s, int steps, real *probe)
{
    const int nx = s->nx;
    const int nb = (nx + RBLK - 1) / RBLK;
#pragma omp parallel
    {
        for (int t0 = 0; t0 < steps; t0 += TS) {
            int m = steps - t0 < TS ? steps - t0 : TS;
            /* wave w: level l does block w - 2l, all levels of a wave are independent */
            for (int w = 0; w < nb + 2 * (m - 1); w++) {
#pragma omp for schedule(static)
                for (int l = 0; l < m; l++) {
                    int b = w - 2 * l;
                    if (b >= 0 && b < nb)
                        block_rows(s, t0 + l, b * RBLK, (b + 1) * RBLK < nx ? (b + 1) * RBLK : nx, probe);
                }
            }
        }
    }
}

int main(int argc, char **argv)
{
    Fdtd s;
    int nx = argc > 1 ? atoi(argv[1]) : 700;
    int ny = argc > 2 ? atoi(argv[2]) : 600;
    int steps = argc > 3 ? atoi(argv[3]) : 340;
    real energy = 0, probe = 0;
    setup(&s, nx, ny);
    real *pr = malloc((steps + 1) * sizeof(real));
    run(&s, steps, pr);
    for (int t = 0; t < steps; t++)
        probe += pr[t];
    free(pr);
    for (int i = 0; i < nx; i++)
        for (int j = 0; j < ny; j++)
            energy += s.ez[i][j] * s.ez[i][j] + s.hx[i][j] * s.hx[i][j] + s.hy[i][j] * s.hy[i][j];
    printf("energy %.10g\nprobe %.10g\n", energy, probe);
    drop(s.ez, nx);
    drop(s.hx, nx);
    drop(s.hy, nx);
    drop(s.jz, nx);
    drop(s.ca, nx);
    drop(s.cb, nx);
    free(s.dx);
    free(s.dy);
    return 0;
}
