/*
 * kinetic.c - operator-split model of a catalytic plate reactor: adaptive
 * kinetics in every cell, then transport of species and heat between cells.
 *
 * usage: kinetic [nx] [ny] [steps]
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>

#define NS     5                     /* A, B, C, D species and T */
#define T      4
#define RGAS   8.314
#define MAXSUB 400

typedef struct { double c[NS]; double activity; int flag; } Cell;
typedef struct { double k0, ea, heat; int in1, in2, out1, out2; } Reaction;

typedef struct {
    int nx, ny;
    double dt, h;                    /* step and cell size */
    Cell *cell;
    double *flux;                    /* new values while transporting */
    double *hsub;                    /* last accepted substep, per cell */
} Reactor;

typedef struct { long evals, accepted, rejected, failed, hot; double tmax; int xmax, ymax; } Stats;

static const Reaction rx[] = {
    { 8.0e5, 52000, 41000, 0, 1, 2, -1 },       /* A + B -> C     */
    { 3.0e4, 47000, -9000, 2, -1, 0, 3 },       /* C -> A + D     */
    { 2.5e7, 78000, 90000, 2, 1, 3, -1 },       /* C + B -> D     */
    { 6.0e3, 39000, 5000, 3, 0, 2, 1 },         /* D + A -> C + B */
};
#define NRX ((int)(sizeof rx / sizeof rx[0]))

static const double diffusivity[NS] = { 1.1e-5, 1.6e-5, 0.8e-5, 0.9e-5, 2.2e-5 };

/* scratch of the integrator */
static double k1[NS], k2[NS], k3[NS], k4[NS], trial[NS];

static unsigned lcg = 12345;
static double frand(void)
{
    lcg = lcg * 1664525u + 1013904223u;
    return (lcg >> 8) * (1.0 / 16777216.0);
}

static void setup(Reactor *r, int nx, int ny)
{
    r->nx = nx;
    r->ny = ny;
    r->dt = 0.1;
    r->h = 1.5e-3;
    r->cell = malloc(sizeof(Cell) * nx * ny);
    r->flux = malloc(sizeof(double) * NS * nx * ny);
    r->hsub = malloc(sizeof(double) * nx * ny);
    if (!r->cell || !r->flux || !r->hsub) { fprintf(stderr, "kinetic: out of memory\n"); exit(1); }
    for (int j = 0; j < ny; j++)
        for (int i = 0; i < nx; i++) {
            Cell *c = &r->cell[j * nx + i];
            memset(c, 0, sizeof *c);
            c->c[0] = 0.2;
            c->c[1] = 0.05 + 0.02 * frand();
            c->c[T] = 520 + 4 * frand();
            /* the coating is thick in the middle and patchy elsewhere */
            double dx = (i - 0.5 * nx) / nx, dy = (j - 0.4 * ny) / ny;
            c->activity = 0.3 + exp(-14 * (dx * dx + dy * dy)) + (frand() < 0.08 ? 1.2 : 0);
            r->hsub[j * nx + i] = r->dt / 4;
        }
}

static void rates(const double *c, double activity, double *d, Stats *st)
{
    for (int s = 0; s < NS; s++) d[s] = 0;
    for (int k = 0; k < NRX; k++) {
        const Reaction *q = &rx[k];
        double v = activity * q->k0 * exp(-q->ea / (RGAS * c[T])) * c[q->in1];
        if (q->in2 >= 0) v *= c[q->in2];
        if (v <= 0) continue;
        d[q->in1] -= v;
        if (q->in2 >= 0) d[q->in2] -= v;
        d[q->out1] += v;
        if (q->out2 >= 0) d[q->out2] += v;
        d[T] += v * q->heat / 85.0;
    }
    st->evals++;
}

/* one Bogacki-Shampine step; returns the scaled error */
static double attempt(const double *c, double activity, double h, Stats *st)
{
    double err = 0;
    rates(c, activity, k1, st);
    for (int s = 0; s < NS; s++) trial[s] = c[s] + 0.5 * h * k1[s];
    rates(trial, activity, k2, st);
    for (int s = 0; s < NS; s++) trial[s] = c[s] + 0.75 * h * k2[s];
    rates(trial, activity, k3, st);
    for (int s = 0; s < NS; s++) trial[s] = c[s] + h * (2 * k1[s] + 3 * k2[s] + 4 * k3[s]) / 9;
    rates(trial, activity, k4, st);
    for (int s = 0; s < NS; s++) {
        double e = h * (-5 * k1[s] / 72 + k2[s] / 12 + k3[s] / 9 - k4[s] / 8);
        double tol = s == T ? 2e-3 : 1e-7 + 1e-5 * fabs(c[s]);
        if (fabs(e) / tol > err) err = fabs(e) / tol;
    }
    return err;
}

static int react(Cell *c, double dt, double *hs, Stats *st)
{
    double t = 0, h = *hs;
    for (int n = 0; n < MAXSUB; n++) {
        if (h > dt - t) h = dt - t;
        double err = attempt(c->c, c->activity, h, st);
        if (err <= 1) {
            st->accepted++;
            memcpy(c->c, trial, sizeof trial);
            for (int s = 0; s < T; s++) if (c->c[s] < 0) c->c[s] = 0;
            t += h;
            if (t >= dt * (1 - 1e-12)) { *hs = h * 1.5 < dt ? h * 1.5 : dt; return 0; }
            h *= err < 0.1 ? 2.0 : 1.2;
        } else {
            st->rejected++;
            h *= err > 20 ? 0.2 : 0.6;
        }
        if (h < 1e-9) break;
    }
    *hs = dt / 16;
    return -1;
}

static void transport(Reactor *r)
{
    int nx = r->nx, ny = r->ny;
    double q = r->dt / (r->h * r->h), u = 0.006 * r->dt / r->h;
    for (int j = 0; j < ny; j++)
        for (int i = 0; i < nx; i++) {
            const Cell *c = &r->cell[j * nx + i];
            const Cell *w = i > 0 ? c - 1 : c, *e = i < nx - 1 ? c + 1 : c;
            const Cell *n = j > 0 ? c - nx : c, *s = j < ny - 1 ? c + nx : c;
            for (int k = 0; k < NS; k++) {
                double lap = w->c[k] + e->c[k] + n->c[k] + s->c[k] - 4 * c->c[k];
                double in = i > 0 ? w->c[k] : k == 0 ? 0.2 : k == 1 ? 0.06 : k == T ? 520 : 0;
                double v = c->c[k] + diffusivity[k] * q * lap * 0.1 + u * (in - c->c[k]);
                if (k == T && (j == 0 || j == ny - 1)) v += 0.02 * (500 - v);
                r->flux[(j * nx + i) * NS + k] = v;
            }
        }
    for (int p = 0; p < nx * ny; p++)
        memcpy(r->cell[p].c, r->flux + p * NS, sizeof r->cell[p].c);
}

static void step(Reactor *r, Stats *st)
{
    for (int j = 0; j < r->ny; j++)
        for (int i = 0; i < r->nx; i++) {
            int p = j * r->nx + i;
            Cell *c = &r->cell[p];
            if (react(c, r->dt, &r->hsub[p], st) < 0) { st->failed++; c->flag = 1; continue; }
            if (c->c[T] > 550) { st->hot++; c->activity *= 0.995; }         /* sintering */
            if (c->c[T] > st->tmax) { st->tmax = c->c[T]; st->xmax = i; st->ymax = j; }
        }
    transport(r);
}

int main(int argc, char **argv)
{
    int nx = argc > 1 ? atoi(argv[1]) : 180, ny = argc > 2 ? atoi(argv[2]) : 120;
    int steps = argc > 3 ? atoi(argv[3]) : 40;
    if (nx < 2 || ny < 2 || steps < 1) { fprintf(stderr, "usage: kinetic [nx] [ny] [steps]\n"); return 2; }
    Reactor r;
    Stats st = { 0 };
    setup(&r, nx, ny);
    for (int n = 1; n <= steps; n++) {
        step(&r, &st);
        if (n % (steps / 8 + 1) == 0) {
            double sum[NS] = { 0 };
            for (int p = 0; p < nx * ny; p++)
                for (int k = 0; k < NS; k++) sum[k] += r.cell[p].c[k] / (nx * ny);
            printf("t %6.2f  A %.9f B %.9f C %.9f D %.9f  T %.7f\n", n * r.dt, sum[0], sum[1], sum[2], sum[3], sum[T]);
        }
    }
    int flags = 0;
    double act = 0;
    for (int p = 0; p < nx * ny; p++) { flags += r.cell[p].flag; act += r.cell[p].activity; }
    printf("substeps %ld rejected %ld evaluations %ld failed %ld cells %d\n", st.accepted, st.rejected, st.evals, st.failed, flags);
    printf("hot %ld  tmax %.8f at (%d,%d)  activity %.10f\n", st.hot, st.tmax, st.xmax, st.ymax, act);
    free(r.cell); free(r.flux); free(r.hsub);
    return 0;
}
