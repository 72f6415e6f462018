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

static void update_h(Fdtd *s)
{
    for (int i = 0; i < s->nx; i++)
        for (int j = 0; j < s->ny; j++) {
            if (j + 1 < s->ny)
                s->hx[i][j] = s->dy[j] * s->hx[i][j] - 0.5 * (s->ez[i][j + 1] - s->ez[i][j]);
            if (i + 1 < s->nx)
                s->hy[i][j] = s->dx[i] * s->hy[i][j] + 0.5 * (s->ez[i + 1][j] - s->ez[i][j]);
        }
}

static void update_e(Fdtd *s)
{
    for (int i = 1; i < s->nx - 1; i++)
        for (int j = 1; j < s->ny - 1; j++) {
            real curl = (s->hy[i][j] - s->hy[i - 1][j]) - (s->hx[i][j] - s->hx[i][j - 1]);
            s->ez[i][j] = s->ca[i][j] * s->ez[i][j] + s->cb[i][j] * (curl - s->jz[i][j]);
        }
}

static void update_current(Fdtd *s)
{
    for (int i = s->nx / 2 + 1; i < 2 * s->nx / 3; i++)
        for (int j = 0; j < s->ny; j++)
            s->jz[i][j] = s->kj * s->jz[i][j] + s->bj * s->ez[i][j];
}

int main(int argc, char **argv)
{
    Fdtd s;
    int nx = argc > 1 ? atoi(argv[1]) : 700;
    int ny = argc > 2 ? atoi(argv[2]) : 600;
    int steps = argc > 3 ? atoi(argv[3]) : 340;
    real energy = 0, probe = 0;
    setup(&s, nx, ny);
    for (int t = 0; t < steps; t++) {
        update_h(&s);
        update_e(&s);
        update_current(&s);
        s.ez[nx / 3][ny / 2] += exp(-0.002 * (t - 40) * (t - 40)) * sin(0.3 * t);
        probe += fabs(s.ez[5 * nx / 12][ny / 2]);
    }
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
