/* Shallow water in a closed basin: first-order finite volumes with Rusanov
 * fluxes, reflecting walls, dry cells, bed friction and an adaptive time step.
 *
 *   usage: shallow [cells-x [cells-y [steps]]]
 */
#pragma GCC optimize("no-trapping-math") /* lets selects of quotients go into vectors */
#include <math.h>
#include <omp.h>
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
    double *cel;     /* wave speed sqrt(g h) of every cell, set by max_speed() */
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
static inline void rusanov(double hl, double unl, double utl, double cl, double hr, double unr,
                           double utr, double cr, double *restrict f0, double *restrict f1, double *restrict f2)
{
    double vl = unl / (hl > DRY ? hl : 1.0);
    double vr = unr / (hr > DRY ? hr : 1.0);
    vl = hl > DRY ? vl : 0.0;
    vr = hr > DRY ? vr : 0.0;
    double sl = fabs(vl) + cl;
    double sr = fabs(vr) + cr;
    double s = sl > sr ? sl : sr;

    *f0 = 0.5 * (unl + unr) - 0.5 * s * (hr - hl);
    *f1 = 0.5 * (unl * vl + 0.5 * GRAV * hl * hl + unr * vr + 0.5 * GRAV * hr * hr) -
           0.5 * s * (unr - unl);
    *f2 = 0.5 * (utl * vl + utr * vr) - 0.5 * s * (utr - utl);
}

static double max_speed(const struct basin *b)
{
    double top = 1e-6;
#pragma omp parallel for schedule(static) reduction(max : top)
    for (int y = 0; y < b->ny; y++) {
        const size_t c = (size_t)y * b->nx;
        const double *restrict qh = b->q.h + c, *restrict qu = b->q.hu + c;
        const double *restrict qv = b->q.hv + c;
        double *restrict ce = b->cel + c;
        for (int x = 0; x < b->nx; x++)
            ce[x] = sqrt(GRAV * qh[x]);
#pragma omp simd reduction(max : top)
        for (int x = 0; x < b->nx; x++) {
            double d = qh[x] > DRY ? qh[x] : 1.0;
            double u = fabs(qu[x] / d), v = fabs(qv[x] / d);
            double s = (u > v ? u : v) + ce[x];
            s = qh[x] > DRY ? s : 0.0;
            top = s > top ? s : top;
        }
    }
    return top;
}

/* flux through the west faces 0..nx of row y */
static void x_row(const struct basin *b, int y, const struct state *f)
{
    const int nx = b->nx, l = nx - 1;
    const size_t c = (size_t)y * nx;
    const double *restrict h = b->q.h + c, *restrict hu = b->q.hu + c, *restrict hv = b->q.hv + c;
    const double *restrict ce = b->cel + c;
    double *restrict fh = f->h, *restrict fu = f->hu, *restrict fv = f->hv;

    rusanov(h[0], -hu[0], hv[0], ce[0], h[0], hu[0], hv[0], ce[0], fh, fu, fv);
    rusanov(h[l], hu[l], hv[l], ce[l], h[l], -hu[l], hv[l], ce[l], fh + nx, fu + nx, fv + nx);
#pragma omp simd
    for (int x = 1; x < nx; x++)
        rusanov(h[x - 1], hu[x - 1], hv[x - 1], ce[x - 1], h[x], hu[x], hv[x], ce[x], &fh[x],
                &fu[x], &fv[x]);
}

/* flux through the south faces of row y, 0 <= y <= ny */
static void y_row(const struct basin *b, int y, const struct state *f)
{
    const int nx = b->nx;
    const size_t c = (size_t)y * nx, s = y > 0 ? c - nx : c, n = y < b->ny ? c : c - nx;
    const double ss = y > 0 ? 1.0 : -1.0, sn = y < b->ny ? 1.0 : -1.0;
    const double *restrict hs = b->q.h + s, *restrict hus = b->q.hu + s, *restrict hvs = b->q.hv + s;
    const double *restrict hn = b->q.h + n, *restrict hun = b->q.hu + n, *restrict hvn = b->q.hv + n;
    const double *restrict cs = b->cel + s, *restrict cn = b->cel + n;
    double *restrict fh = f->h, *restrict fu = f->hu, *restrict fv = f->hv;

#pragma omp simd
    for (int x = 0; x < nx; x++)
        rusanov(hs[x], ss * hvs[x], hus[x], cs[x], hn[x], sn * hvn[x], hun[x], cn[x], &fh[x],
                &fv[x], &fu[x]);
}

static void update_row(struct basin *b, int y, double dt, const struct state *fx,
                       const struct state *south, const struct state *north)
{
    const size_t c = (size_t)y * b->nx;
    const double cx = dt / b->dx, cy = dt / b->dy, damp = 1.0 / (1.0 + dt * b->friction);
    double *restrict qh = b->q.h + c, *restrict qu = b->q.hu + c, *restrict qv = b->q.hv + c;
    const double *restrict xh = fx->h, *restrict xu = fx->hu, *restrict xv = fx->hv;
    const double *restrict sh = south->h, *restrict su = south->hu, *restrict sv = south->hv;
    const double *restrict nh = north->h, *restrict nu = north->hu, *restrict nv = north->hv;

#pragma omp simd
    for (int x = 0; x < b->nx; x++) {
        double h = qh[x] - cx * (xh[x + 1] - xh[x]) - cy * (nh[x] - sh[x]);
        double hu = qu[x] - cx * (xu[x + 1] - xu[x]) - cy * (nu[x] - su[x]);
        double hv = qv[x] - cx * (xv[x + 1] - xv[x]) - cy * (nv[x] - sv[x]);
        h = h < 0.0 ? 0.0 : h;
        hu *= damp;
        hv *= damp;
        qh[x] = h;
        qu[x] = h > DRY ? hu : 0.0;
        qv[x] = h > DRY ? hv : 0.0;
    }
}

/* Fluxes and update in one sweep.  Every thread owns a band of rows; the
 * fluxes through the ends of the band are taken before anybody moves, the
 * others from rolling row buffers just ahead of the update. */
static void advance(struct basin *b, double dt)
{
#pragma omp parallel
    {
        long nt = omp_get_num_threads(), id = omp_get_thread_num();
        int y0 = (int)(b->ny * id / nt), y1 = (int)(b->ny * (id + 1) / nt);
        struct state fx, south, north, last;
        if (state_alloc(&fx, b->nx + 1) || state_alloc(&south, b->nx) ||
            state_alloc(&north, b->nx) || state_alloc(&last, b->nx))
            abort();
        y_row(b, y0, &south);
        y_row(b, y1, &last);
#pragma omp barrier
        double *mem[4] = { fx.h, south.h, north.h, last.h };
        for (int y = y0; y < y1; y++) {
            const struct state *top = y + 1 < y1 ? &north : &last;
            x_row(b, y, &fx);
            if (y + 1 < y1)
                y_row(b, y + 1, &north);
            update_row(b, y, dt, &fx, &south, top);
            struct state t = south;
            south = north;
            north = t;
        }
        for (int k = 0; k < 4; k++)
            free(mem[k]);
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
    b.cel = malloc(cells * sizeof *b.cel);
    if (!b.cel || state_alloc(&b.q, cells)) {
        fprintf(stderr, "out of memory\n");
        return 1;
    }
    dam_break(&b);

    for (int s = 0; s < steps; s++) {
        double dt = 0.4 * (b.dx < b.dy ? b.dx : b.dy) / max_speed(&b);
        advance(&b, dt);
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
    free(b.cel);
    free(b.q.h);
    return 0;
}
