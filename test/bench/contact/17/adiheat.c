/*
 * adiheat - transient heat conduction in a layered plate.
 *
 * Peaceman-Rachford alternating direction implicit scheme with harmonic
 * averaging of the conductivity at layer interfaces, convective loss through
 * the surface and a handful of pulsed heat sources.
 *
 * usage: adiheat [nx] [ny] [steps]
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct material {
    const char *name;
    double conductivity;
    double capacity;
};

static const struct material materials[] = {
    { "copper", 3.90, 3.45 },
    { "epoxy", 0.21, 1.80 },
    { "alumina", 0.95, 3.00 },
    { "steel", 1.40, 3.80 },
};
#define NMATERIALS ((int)(sizeof materials / sizeof materials[0]))

struct source {
    int x, y, radius;
    double power;
    int on, period;
};

struct plate {
    int nx, ny;
    double dt, loss, ambient;
    unsigned char *kind;
    double *t;          /* temperature */
    double *half;       /* after the x sweep */
    double *kx, *ky;    /* face conductivities */
    double *c;          /* capacity */
    double *q;          /* heat input of this step */
};

static void *xcalloc(size_t n, size_t size)
{
    void *p = calloc(n, size);
    if (!p) {
        fprintf(stderr, "adiheat: out of memory\n");
        exit(1);
    }
    return p;
}

static double harmonic(double a, double b)
{
    return 2.0 * a * b / (a + b);
}

static void plate_init(struct plate *p, int nx, int ny)
{
    size_t n = (size_t)nx * ny;

    p->nx = nx;
    p->ny = ny;
    p->dt = 0.35;
    p->loss = 0.002;
    p->ambient = 20.0;
    p->kind = xcalloc(n, 1);
    p->t = xcalloc(n, sizeof *p->t);
    p->half = xcalloc(n, sizeof *p->half);
    p->kx = xcalloc(n, sizeof *p->kx);
    p->ky = xcalloc(n, sizeof *p->ky);
    p->c = xcalloc(n, sizeof *p->c);
    p->q = xcalloc(n, sizeof *p->q);

    for (int y = 0; y < ny; y++)
        for (int x = 0; x < nx; x++) {
            int layer = (y * 7 / ny + (x * 3 / nx) * 2) % NMATERIALS;
            if ((x / 9 + y / 13) % 11 == 0)
                layer = 0;
            p->kind[y * nx + x] = (unsigned char)layer;
            p->t[y * nx + x] = p->ambient;
            p->c[y * nx + x] = materials[layer].capacity;
        }
    for (int y = 0; y < ny; y++)
        for (int x = 0; x < nx; x++) {
            int i = y * nx + x;
            double k = materials[p->kind[i]].conductivity;
            if (x + 1 < nx)
                p->kx[i] = harmonic(k, materials[p->kind[i + 1]].conductivity);
            if (y + 1 < ny)
                p->ky[i] = harmonic(k, materials[p->kind[i + nx]].conductivity);
        }
}

static void apply_sources(struct plate *p, const struct source *s, int ns, int step)
{
    memset(p->q, 0, (size_t)p->nx * p->ny * sizeof *p->q);
    for (int k = 0; k < ns; k++) {
        if (step % s[k].period >= s[k].on)
            continue;
        for (int y = s[k].y - s[k].radius; y <= s[k].y + s[k].radius; y++)
            for (int x = s[k].x - s[k].radius; x <= s[k].x + s[k].radius; x++)
                if (x >= 0 && y >= 0 && x < p->nx && y < p->ny)
                    p->q[y * p->nx + x] += s[k].power;
    }
}

/* Thomas algorithm; the right hand side is replaced by the solution */
static void tridiag(int n, const double *lo, const double *di, const double *up,
                    double *rhs, double *cp)
{
    cp[0] = up[0] / di[0];
    rhs[0] /= di[0];
    for (int i = 1; i < n; i++) {
        double m = 1.0 / (di[i] - lo[i] * cp[i - 1]);
        cp[i] = up[i] * m;
        rhs[i] = (rhs[i] - lo[i] * rhs[i - 1]) * m;
    }
    for (int i = n - 2; i >= 0; i--)
        rhs[i] -= cp[i] * rhs[i + 1];
}

static void sweep_x(struct plate *p, double *work)
{
    int nx = p->nx, ny = p->ny, m = nx > ny ? nx : ny;
    double *lo = work, *di = work + m, *up = work + 2 * m, *r = work + 3 * m, *cp = work + 4 * m;

    for (int y = 0; y < ny; y++) {
        for (int x = 0; x < nx; x++) {
            int i = y * nx + x;
            double w = x > 0 ? p->kx[i - 1] : 0.0, e = p->kx[i];
            double s = y > 0 ? p->ky[i - nx] : 0.0, n = p->ky[i];
            double g = 2.0 * p->c[i] / p->dt;
            double flux = p->q[i] + p->loss * p->ambient;
            if (y > 0)
                flux += s * (p->t[i - nx] - p->t[i]);
            if (y + 1 < ny)
                flux += n * (p->t[i + nx] - p->t[i]);
            lo[x] = -w;
            up[x] = -e;
            di[x] = g + w + e + p->loss;
            r[x] = g * p->t[i] + flux;
        }
        tridiag(nx, lo, di, up, r, cp);
        memcpy(p->half + (size_t)y * nx, r, (size_t)nx * sizeof *r);
    }
}

static void sweep_y(struct plate *p, double *work)
{
    int nx = p->nx, ny = p->ny, m = nx > ny ? nx : ny;
    double *lo = work, *di = work + m, *up = work + 2 * m, *r = work + 3 * m, *cp = work + 4 * m;

    for (int x = 0; x < nx; x++) {
        for (int y = 0; y < ny; y++) {
            int i = y * nx + x;
            double w = x > 0 ? p->kx[i - 1] : 0.0, e = p->kx[i];
            double s = y > 0 ? p->ky[i - nx] : 0.0, n = p->ky[i];
            double g = 2.0 * p->c[i] / p->dt;
            double flux = p->q[i] + p->loss * p->ambient;
            if (x > 0)
                flux += w * (p->half[i - 1] - p->half[i]);
            if (x + 1 < nx)
                flux += e * (p->half[i + 1] - p->half[i]);
            lo[y] = -s;
            up[y] = -n;
            di[y] = g + s + n + p->loss;
            r[y] = g * p->half[i] + flux;
        }
        tridiag(ny, lo, di, up, r, cp);
        for (int y = 0; y < ny; y++)
            p->t[y * nx + x] = r[y];
    }
}

static void report(const struct plate *p, int step)
{
    double hot = p->t[0], sum = 0.0;
    int at = 0;

    for (int i = 0; i < p->nx * p->ny; i++) {
        sum += p->t[i] * p->c[i];
        if (p->t[i] > hot) {
            hot = p->t[i];
            at = i;
        }
    }
    printf("step %4d  max %9.4f at (%d,%d) in %s  heat %.6e\n", step, hot, at % p->nx,
           at / p->nx, materials[p->kind[at]].name, sum);
}

int main(int argc, char **argv)
{
    int nx = argc > 1 ? atoi(argv[1]) : 360;
    int ny = argc > 2 ? atoi(argv[2]) : 320;
    int steps = argc > 3 ? atoi(argv[3]) : 150;
    struct plate p;
    struct source src[6];
    unsigned seed = 12345;

    if (nx < 8 || ny < 8 || steps < 1) {
        fprintf(stderr, "usage: adiheat [nx] [ny] [steps]\n");
        return 1;
    }
    plate_init(&p, nx, ny);
    for (int k = 0; k < 6; k++) {
        seed = seed * 1103515245u + 12345u;
        src[k].x = (int)((seed >> 8) % (unsigned)nx);
        seed = seed * 1103515245u + 12345u;
        src[k].y = (int)((seed >> 8) % (unsigned)ny);
        src[k].radius = 2 + k;
        src[k].power = 8.0 - k;
        src[k].period = 10 + 3 * k;
        src[k].on = 4 + k;
    }
    double *work = xcalloc((size_t)5 * (nx > ny ? nx : ny), sizeof *work);
    for (int step = 0; step < steps; step++) {
        apply_sources(&p, src, 6, step);
        sweep_x(&p, work);
        sweep_y(&p, work);
        if ((step + 1) % 25 == 0)
            report(&p, step + 1);
    }
    free(work);
    free(p.kind); free(p.t); free(p.half); free(p.kx); free(p.ky); free(p.c); free(p.q);
    return 0;
}
