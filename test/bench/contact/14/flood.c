/* Dam break over terrain: finite volume shallow water with wet/dry cells,
 * Rusanov fluxes, adaptive step, gauges and arrival time map. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>

#define G 9.81
#define DRY 1e-3

typedef struct { double h, hu, hv; } cell_t;

typedef struct {
    int nx, ny;
    double dx, t, dt;
    cell_t *q, *dq;
    double *bed, *arrive;
    int steps, wet, clipped;
    double outflow;
} basin_t;

typedef struct { const char *name; int i, j; double hmax; } gauge_t;

#define AT(b, i, j) ((size_t)(j) * (b)->nx + (i))

static double speed(const cell_t *c, int dir)
{
    if (c->h < DRY) return 0;
    return fabs((dir ? c->hv : c->hu) / c->h) + sqrt(G * c->h);
}

/* flux through the face between l and r; dir 0 is x */
static cell_t face(const cell_t *l, const cell_t *r, double zl, double zr, int dir, double *pl, double *pr)
{
    cell_t a = *l, b = *r, f;
    double z = zl > zr ? zl : zr;
    double hl = l->h + zl - z, hr = r->h + zr - z;
    if (hl < 0) hl = 0;
    if (hr < 0) hr = 0;
    double ul = l->h > DRY ? l->hu / l->h : 0, vl = l->h > DRY ? l->hv / l->h : 0;
    double ur = r->h > DRY ? r->hu / r->h : 0, vr = r->h > DRY ? r->hv / r->h : 0;
    a.h = hl; a.hu = hl * ul; a.hv = hl * vl;
    b.h = hr; b.hu = hr * ur; b.hv = hr * vr;
    double s = fmax(speed(&a, dir), speed(&b, dir));
    double wl = dir ? vl : ul, wr = dir ? vr : ur;
    f.h = 0.5 * (hl * wl + hr * wr) - 0.5 * s * (b.h - a.h);
    f.hu = 0.5 * (a.hu * wl + b.hu * wr) - 0.5 * s * (b.hu - a.hu);
    f.hv = 0.5 * (a.hv * wl + b.hv * wr) - 0.5 * s * (b.hv - a.hv);
    double p = 0.25 * G * (hl * hl + hr * hr);
    if (dir) f.hv += p; else f.hu += p;
    *pl = 0.5 * G * (l->h * l->h - hl * hl);
    *pr = 0.5 * G * (r->h * r->h - hr * hr);
    return f;
}

static void fluxes(basin_t *b)
{
    memset(b->dq, 0, sizeof(cell_t) * b->nx * b->ny);
    for (int j = 0; j < b->ny; j++)
        for (int i = 0; i < b->nx; i++) {
            size_t c = AT(b, i, j);
            for (int dir = 0; dir < 2; dir++) {
                size_t n = dir ? c + b->nx : c + 1;
                if ((dir ? j + 1 : i + 1) >= (dir ? b->ny : b->nx)) continue;
                if (b->q[c].h < DRY && b->q[n].h < DRY) continue;
                double pl, pr;
                cell_t f = face(&b->q[c], &b->q[n], b->bed[c], b->bed[n], dir, &pl, &pr);
                b->dq[c].h -= f.h;   b->dq[n].h += f.h;
                b->dq[c].hu -= f.hu; b->dq[n].hu += f.hu;
                b->dq[c].hv -= f.hv; b->dq[n].hv += f.hv;
                if (dir) { b->dq[c].hv -= pl; b->dq[n].hv += pr; }
                else     { b->dq[c].hu -= pl; b->dq[n].hu += pr; }
            }
            /* outer walls keep the pressure of the cell */
            double p = 0.5 * G * b->q[c].h * b->q[c].h;
            if (i == 0) b->dq[c].hu += p;
            if (i == b->nx - 1) b->dq[c].hu -= p;
            if (j == 0) b->dq[c].hv += p;
            if (j == b->ny - 1) {                   /* weir at the lower side */
                double over = b->q[c].h - 0.5;
                b->dq[c].hv -= p;
                if (over > 0) {
                    double w = 0.4 * over * sqrt(G * over);
                    b->dq[c].h -= w;
                    b->outflow += w * b->dt * b->dx;
                }
            }
        }
}

static double choose_dt(const basin_t *b)
{
    double s = 1e-6;
    for (size_t c = 0; c < (size_t)b->nx * b->ny; c++) {
        s = fmax(s, speed(&b->q[c], 0));
        s = fmax(s, speed(&b->q[c], 1));
    }
    return fmin(0.4 * b->dx / s, 1.0);
}

static void advance(basin_t *b)
{
    double k = b->dt / b->dx;
    b->wet = 0;
    for (size_t c = 0; c < (size_t)b->nx * b->ny; c++) {
        cell_t *q = &b->q[c];
        const cell_t *d = &b->dq[c];
        q->h += k * d->h;
        if (q->h < DRY) {
            if (q->h < 0) { q->h = 0; b->clipped++; }
            q->hu = q->hv = 0;
            continue;
        }
        q->hu += k * d->hu;
        q->hv += k * d->hv;
        double u = q->hu / q->h, v = q->hv / q->h, sp = sqrt(u * u + v * v);
        double fr = 1 + b->dt * G * 0.0009 * sp / pow(q->h, 4.0 / 3);
        q->hu /= fr; q->hv /= fr;
        b->wet++;
        if (b->arrive[c] < 0) b->arrive[c] = b->t;
    }
    b->t += b->dt;
    b->steps++;
}

int main(int argc, char **argv)
{
    basin_t b = { 0 };
    b.nx = argc > 1 ? atoi(argv[1]) : 150;
    double tend = argc > 2 ? atof(argv[2]) : 90.0;
    if (b.nx < 20) return 1;
    b.ny = b.nx * 3 / 2;
    b.dx = 1000.0 / b.nx;
    size_t n = (size_t)b.nx * b.ny;
    b.q = calloc(n, sizeof *b.q); b.dq = calloc(n, sizeof *b.dq);
    b.bed = malloc(n * sizeof *b.bed); b.arrive = malloc(n * sizeof *b.arrive);
    if (!b.q || !b.dq || !b.bed || !b.arrive) { perror("flood"); return 1; }
    for (int j = 0; j < b.ny; j++)
        for (int i = 0; i < b.nx; i++) {
            double x = i * b.dx, y = j * b.dx;
            double z = 30 - 0.02 * y + 8 * pow((x - 500) / 500, 2) + 1.5 * sin(x * 0.03) * sin(y * 0.025);
            b.bed[AT(&b, i, j)] = z;
            b.arrive[AT(&b, i, j)] = -1;
            if (y < 350) { double d = 42 - z; b.q[AT(&b, i, j)].h = d > 0 ? d : 0; }
        }
    gauge_t g[] = { { "dam", b.nx / 2, b.ny / 4, 0 }, { "bridge", b.nx / 2, b.ny / 2, 0 }, { "town", b.nx / 3, b.ny * 3 / 4, 0 } };
    double next = 30;
    while (b.t < tend) {
        b.dt = choose_dt(&b);
        fluxes(&b);
        advance(&b);
        for (int k = 0; k < 3; k++) {
            double h = b.q[AT(&b, g[k].i, g[k].j)].h;
            if (h > g[k].hmax) g[k].hmax = h;
        }
        if (b.t >= next) {
            double vol = 0, e = 0;
            for (size_t c = 0; c < n; c++) {
                vol += b.q[c].h;
                if (b.q[c].h > DRY) e += 0.5 * (b.q[c].hu * b.q[c].hu + b.q[c].hv * b.q[c].hv) / b.q[c].h;
            }
            printf("t %.4f steps %d wet %d vol %.4f kin %.4f out %.5f\n", b.t, b.steps, b.wet, vol * b.dx * b.dx, e, b.outflow);
            next += 30;
        }
    }
    for (int k = 0; k < 3; k++)
        printf("%s: max %.6f arrival %.4f\n", g[k].name, g[k].hmax, b.arrive[AT(&b, g[k].i, g[k].j)]);
    printf("clipped %d\n", b.clipped);
    free(b.q); free(b.dq); free(b.bed); free(b.arrive);
    return 0;
}
