/*
 * heatadi - 2D heat conduction in a plate of two materials,
 * Peaceman-Rachford alternating direction implicit scheme.
 *
 * usage: heatadi [n] [steps]
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>
#include <omp.h>

/* tridiagonal scratch, long enough for a row or a column; one per thread */
typedef struct {
    double *lo, *di, *up, *rhs;
} Line;

typedef struct {
    int nx, ny;
    double dx, dt;
    double *u;          /* temperature, row major */
    double *half;       /* result of the first half step */
    double *kx, *ky;    /* face conductivities, to the right / below a cell */
    double *src;        /* heat source per cell */
    int nlines;
    Line *lines;
} Plate;

#define AT(p, i, j) ((size_t)(i) * (p)->nx + (j))

static void *xcalloc(size_t n, size_t sz)
{
    void *p = calloc(n, sz);
    if (!p) {
        fprintf(stderr, "heatadi: out of memory\n");
        exit(1);
    }
    return p;
}

static double conductivity(double x, double y)
{
    double r = hypot(x - 0.6, y - 0.4);
    if (r < 0.2)
        return 5.0;
    if (fabs(x - y) < 0.02)
        return 0.05;
    return 1.0 + 0.3 * sin(9.0 * x) * cos(7.0 * y);
}

static double harmonic(double a, double b)
{
    return 2.0 * a * b / (a + b);
}

static Plate *plate_new(int nx, int ny, double dt)
{
    Plate *p = xcalloc(1, sizeof *p);
    size_t n = (size_t)nx * ny;
    int m = nx > ny ? nx : ny;

    p->nx = nx;
    p->ny = ny;
    p->dx = 1.0 / nx;
    p->dt = dt;
    p->u = xcalloc(n, sizeof(double));
    p->half = xcalloc(n, sizeof(double));
    p->kx = xcalloc(n, sizeof(double));
    p->ky = xcalloc(n, sizeof(double));
    p->src = xcalloc(n, sizeof(double));
    p->nlines = omp_get_max_threads();
    p->lines = xcalloc(p->nlines, sizeof(Line));
    for (int t = 0; t < p->nlines; t++) {
        /* padded so that two threads never share a cache line */
        p->lines[t].lo = xcalloc(m + 16, sizeof(double));
        p->lines[t].di = xcalloc(m + 16, sizeof(double));
        p->lines[t].up = xcalloc(m + 16, sizeof(double));
        p->lines[t].rhs = xcalloc(m + 16, sizeof(double));
    }

#pragma omp parallel for schedule(static)
    for (int i = 0; i < ny; i++) {
        for (int j = 0; j < nx; j++) {
            double x = (j + 0.5) * p->dx, y = (i + 0.5) * p->dx;
            double k = conductivity(x, y);
            /* no flux through the last faces */
            p->kx[AT(p, i, j)] = j + 1 < nx ? harmonic(k, conductivity(x + p->dx, y)) : 0.0;
            p->ky[AT(p, i, j)] = i + 1 < ny ? harmonic(k, conductivity(x, y + p->dx)) : 0.0;
            p->u[AT(p, i, j)] = 20.0;
            if (hypot(x - 0.25, y - 0.75) < 0.05)
                p->src[AT(p, i, j)] = 4000.0;
        }
    }
    return p;
}

static void plate_free(Plate *p)
{
    free(p->u); free(p->half); free(p->kx); free(p->ky); free(p->src);
    for (int t = 0; t < p->nlines; t++) {
        free(p->lines[t].lo); free(p->lines[t].di); free(p->lines[t].up); free(p->lines[t].rhs);
    }
    free(p->lines);
    free(p);
}

/* Thomas algorithm; destroys up and rhs, solution left in rhs */
static void thomas(int n, const double *lo, const double *di, double *up, double *rhs)
{
    up[0] /= di[0];
    rhs[0] /= di[0];
    for (int i = 1; i < n; i++) {
        double m = 1.0 / (di[i] - lo[i] * up[i - 1]);
        up[i] *= m;
        rhs[i] = (rhs[i] - lo[i] * rhs[i - 1]) * m;
    }
    for (int i = n - 2; i >= 0; i--)
        rhs[i] -= up[i] * rhs[i + 1];
}

static void sweep_row(Plate *p, const Line *ln, int i)
{
    double r = 0.5 * p->dt / (p->dx * p->dx);
    for (int j = 0; j < p->nx; j++) {
        size_t c = AT(p, i, j);
        double kl = j > 0 ? p->kx[c - 1] : 0.0, kr = p->kx[c];
        double ku = i > 0 ? p->ky[c - p->nx] : 0.0, kd = p->ky[c];
        double uc = p->u[c], e = 0.0;
        if (i > 0)
            e += ku * (p->u[c - p->nx] - uc);
        if (i + 1 < p->ny)
            e += kd * (p->u[c + p->nx] - uc);
        ln->lo[j] = -r * kl;
        ln->up[j] = -r * kr;
        ln->di[j] = 1.0 + r * (kl + kr);
        ln->rhs[j] = uc + r * e + 0.5 * p->dt * p->src[c];
    }
    thomas(p->nx, ln->lo, ln->di, ln->up, ln->rhs);
    memcpy(p->half + AT(p, i, 0), ln->rhs, p->nx * sizeof(double));
}

static void sweep_col(Plate *p, const Line *ln, int j)
{
    double r = 0.5 * p->dt / (p->dx * p->dx);
    for (int i = 0; i < p->ny; i++) {
        size_t c = AT(p, i, j);
        double kl = j > 0 ? p->kx[c - 1] : 0.0, kr = p->kx[c];
        double ku = i > 0 ? p->ky[c - p->nx] : 0.0, kd = p->ky[c];
        double uc = p->half[c], e = 0.0;
        if (j > 0)
            e += kl * (p->half[c - 1] - uc);
        if (j + 1 < p->nx)
            e += kr * (p->half[c + 1] - uc);
        ln->lo[i] = -r * ku;
        ln->up[i] = -r * kd;
        ln->di[i] = 1.0 + r * (ku + kd);
        ln->rhs[i] = uc + r * e + 0.5 * p->dt * p->src[c];
    }
    thomas(p->ny, ln->lo, ln->di, ln->up, ln->rhs);
    for (int i = 0; i < p->ny; i++)
        p->u[AT(p, i, j)] = ln->rhs[i];
}

static void plate_step(Plate *p)
{
#pragma omp parallel num_threads(p->nlines)
    {
        const Line *ln = &p->lines[omp_get_thread_num()];
#pragma omp for schedule(static)
        for (int i = 0; i < p->ny; i++)
            sweep_row(p, ln, i);
#pragma omp for schedule(static)
        for (int j = 0; j < p->nx; j++)
            sweep_col(p, ln, j);
    }
}

static void report(const Plate *p, int step)
{
    double sum = 0.0, hi = -1e300, lo = 1e300;
    size_t n = (size_t)p->nx * p->ny;
    for (size_t c = 0; c < n; c++) {
        sum += p->u[c];
        if (p->u[c] > hi) hi = p->u[c];
        if (p->u[c] < lo) lo = p->u[c];
    }
    printf("step %4d  mean %.10f  min %.8f  max %.8f  centre %.8f\n", step,
           sum / n, lo, hi, p->u[AT(p, p->ny / 2, p->nx / 2)]);
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 384;
    int steps = argc > 2 ? atoi(argv[2]) : 120;
    if (n < 8 || steps < 1) {
        fprintf(stderr, "usage: heatadi [n>=8] [steps>=1]\n");
        return 2;
    }
    Plate *p = plate_new(n, n, 2e-4);
    report(p, 0);
    for (int s = 1; s <= steps; s++) {
        plate_step(p);
        if (s % 40 == 0 || s == steps)
            report(p, s);
    }
    plate_free(p);
    return 0;
}
