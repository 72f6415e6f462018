/* Shallow water in a closed basin: first-order finite volumes with Rusanov
 * fluxes, reflecting walls, dry cells, bed friction and an adaptive time step.
 *
 *   usage: shallow [cells-x [cells-y [steps]]]
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define GRAV 9.81
#define DRY 1e-4

/* conserved quantities, one array each */
struct state {
    double *h, *hu, *hv;
};

struct basin {
    int nx, ny;
    double dx, dy, friction, time;
    struct state q;
    struct state fx; /* (nx + 1) x ny: flux through the west face of a cell */
    struct state fy; /* nx x (ny + 1): flux through the south face */
};

static int state_alloc(struct state *s, size_t n)
{
    s->h = calloc(3 * n, sizeof(double));
    if (!s->h)
        return -1;
    s->hu = s->h + n;
    s->hv = s->hu + n;
    return 0;
}

static unsigned lcg = 77;

static double rnd(void)
{
    lcg = lcg * 1664525u + 1013904223u;
    return lcg / 4294967296.0;
}

static void dam_break(struct basin *b)
{
    for (int y = 0; y < b->ny; y++)
        for (int x = 0; x < b->nx; x++) {
            size_t c = (size_t)y * b->nx + x;
            int reservoir = x < b->nx / 3 || (x - b->nx / 2) * (x - b->nx / 2) +
                                                 (y - b->ny / 2) * (y - b->ny / 2) < 100;
            b->q.h[c] = reservoir ? 2.0 : x > 4 * b->nx / 5 ? 0.0 : 0.6;
            b->q.h[c] += b->q.h[c] > 0.0 ? 0.02 * rnd() : 0.0;
        }
}

/* flux normal to a face; un and ut are the normal and transverse momentum */
static void rusanov(double hl, double unl, double utl, double hr, double unr, double utr, double *f)
{
    double vl = hl > DRY ? unl / hl : 0.0;
    double vr = hr > DRY ? unr / hr : 0.0;
    double sl = fabs(vl) + sqrt(GRAV * hl);
    double sr = fabs(vr) + sqrt(GRAV * hr);
    double s = sl > sr ? sl : sr;

    f[0] = 0.5 * (unl + unr) - 0.5 * s * (hr - hl);
    f[1] = 0.5 * (unl * vl + 0.5 * GRAV * hl * hl + unr * vr + 0.5 * GRAV * hr * hr) -
           0.5 * s * (unr - unl);
    f[2] = 0.5 * (utl * vl + utr * vr) - 0.5 * s * (utr - utl);
}

static void fluxes(struct basin *b)
{
    const struct state *q = &b->q;
    int nx = b->nx, ny = b->ny;
    double f[3];

    for (int y = 0; y < ny; y++)
        for (int x = 0; x <= nx; x++) {
            size_t c = (size_t)y * nx + x, t = (size_t)y * (nx + 1) + x;
            size_t l = x > 0 ? c - 1 : c, r = x < nx ? c : c - 1;
            double ml = x > 0 ? q->hu[l] : -q->hu[l];
            double mr = x < nx ? q->hu[r] : -q->hu[r];
            rusanov(q->h[l], ml, q->hv[l], q->h[r], mr, q->hv[r], f);
            b->fx.h[t] = f[0];
            b->fx.hu[t] = f[1];
            b->fx.hv[t] = f[2];
        }
    for (int y = 0; y <= ny; y++)
        for (int x = 0; x < nx; x++) {
            size_t c = (size_t)y * nx + x;
            size_t s = y > 0 ? c - nx : c, n = y < ny ? c : c - nx;
            double ms = y > 0 ? q->hv[s] : -q->hv[s];
            double mn = y < ny ? q->hv[n] : -q->hv[n];
            rusanov(q->h[s], ms, q->hu[s], q->h[n], mn, q->hu[n], f);
            b->fy.h[c] = f[0];
            b->fy.hv[c] = f[1];
            b->fy.hu[c] = f[2];
        }
}

static double max_speed(const struct basin *b)
{
    double top = 1e-6;
    for (size_t c = 0; c < (size_t)b->nx * b->ny; c++) {
        double h = b->q.h[c];
        if (h <= DRY)
            continue;
        double u = fabs(b->q.hu[c] / h), v = fabs(b->q.hv[c] / h);
        double s = (u > v ? u : v) + sqrt(GRAV * h);
        top = s > top ? s : top;
    }
    return top;
}

static void update(struct basin *b, double dt)
{
    int nx = b->nx;
    double cx = dt / b->dx, cy = dt / b->dy;

    for (int y = 0; y < b->ny; y++)
        for (int x = 0; x < nx; x++) {
            size_t c = (size_t)y * nx + x, w = (size_t)y * (nx + 1) + x, e = w + 1, n = c + nx;
            double h = b->q.h[c] - cx * (b->fx.h[e] - b->fx.h[w]) - cy * (b->fy.h[n] - b->fy.h[c]);
            double hu = b->q.hu[c] - cx * (b->fx.hu[e] - b->fx.hu[w]) -
                        cy * (b->fy.hu[n] - b->fy.hu[c]);
            double hv = b->q.hv[c] - cx * (b->fx.hv[e] - b->fx.hv[w]) -
                        cy * (b->fy.hv[n] - b->fy.hv[c]);
            double damp = 1.0 / (1.0 + dt * b->friction);
            h = h < 0.0 ? 0.0 : h;
            b->q.h[c] = h;
            b->q.hu[c] = h > DRY ? hu * damp : 0.0;
            b->q.hv[c] = h > DRY ? hv * damp : 0.0;
        }
}

int main(int argc, char **argv)
{
    struct basin b = { .nx = argc > 1 ? atoi(argv[1]) : 560,
                       .ny = argc > 2 ? atoi(argv[2]) : 400,
                       .dx = 1.0, .dy = 1.2, .friction = 0.01 };
    int steps = argc > 3 ? atoi(argv[3]) : 200;
    if (b.nx < 3 || b.ny < 3 || steps < 1) {
        fprintf(stderr, "usage: %s [cells-x [cells-y [steps]]]\n", argv[0]);
        return 2;
    }
    size_t cells = (size_t)b.nx * b.ny;
    if (state_alloc(&b.q, cells) || state_alloc(&b.fx, cells + b.ny) ||
        state_alloc(&b.fy, cells + b.nx)) {
        fprintf(stderr, "out of memory\n");
        return 1;
    }
    dam_break(&b);

    for (int s = 0; s < steps; s++) {
        double dt = 0.4 * (b.dx < b.dy ? b.dx : b.dy) / max_speed(&b);
        fluxes(&b);
        update(&b, dt);
        b.time += dt;
    }

    double volume = 0.0, energy = 0.0, check = 0.0;
    int wet = 0;
    for (size_t c = 0; c < cells; c++) {
        volume += b.q.h[c];
        wet += b.q.h[c] > DRY;
        energy += 0.5 * GRAV * b.q.h[c] * b.q.h[c];
        check += b.q.hu[c] * (double)(c % 7) + b.q.hv[c] * (double)(c % 5);
    }
    printf("time %.12g, volume %.12g, wet cells %d\n", b.time, volume * b.dx * b.dy, wet);
    printf("energy %.12g, momenta %.12g\n", energy, check);
    printf("gauges %.12g %.12g\n", b.q.h[cells / 2], b.q.h[(size_t)b.ny / 3 * b.nx + b.nx / 2]);
    free(b.q.h);
    free(b.fx.h);
    free(b.fy.h);
    return 0;
}
