/*
 * swe2d: 2-D shallow water equations, finite volumes.
 * MUSCL reconstruction with selectable limiter, HLL fluxes, Heun in time,
 * reflecting walls. Initial state: circular dam break next to a pillar-shaped
 * depression.
 *
 * usage: swe2d [nx ny [steps [limiter]]]   limiter: minmod | mc | vanleer
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>
#include <omp.h>

#define NG 2                    /* ghost cells on each side */
#define GRAV 9.81
#define HMIN 1e-6

typedef double (*limiter_fn)(double, double);

typedef struct { double h, hu, hv; } State;

typedef struct {
    int nx, ny;                 /* interior cells */
    int sx, sy;                 /* with ghosts */
    double dx, dy;
    State **u;                  /* row table over one block */
} Field;

static inline double minmod(double a, double b)
{
    if (a * b <= 0.0)
        return 0.0;
    return fabs(a) < fabs(b) ? a : b;
}

static inline double monotonized(double a, double b)
{
    return minmod(0.5 * (a + b), 2.0 * minmod(a, b));
}

static inline double vanleer(double a, double b)
{
    double p = a * b;
    return p > 0.0 ? 2.0 * p / (a + b) : 0.0;
}

static const struct { const char *name; limiter_fn fn; } limiters[] = {
    { "minmod", minmod }, { "mc", monotonized }, { "vanleer", vanleer },
};

static int field_init(Field *f, int nx, int ny)
{
    f->nx = nx;
    f->ny = ny;
    f->sx = nx + 2 * NG;
    f->sy = ny + 2 * NG;
    f->dx = 100.0 / nx;
    f->dy = 100.0 / ny;
    f->u = malloc(f->sy * sizeof *f->u);
    if (!f->u)
        return -1;
    f->u[0] = calloc((size_t)f->sx * f->sy, sizeof(State));
    if (!f->u[0]) {
        free(f->u);
        f->u = NULL;
        return -1;
    }
    for (int j = 1; j < f->sy; j++)
        f->u[j] = f->u[0] + (size_t)j * f->sx;
    return 0;
}

static void field_release(Field *f)
{
    if (f->u) {
        free(f->u[0]);
        free(f->u);
    }
    f->u = NULL;
}

static void set_initial(Field *f)
{
#pragma omp parallel for schedule(static)
    for (int j = 0; j < f->ny; j++) {
        for (int i = 0; i < f->nx; i++) {
            double x = (i + 0.5) * f->dx, y = (j + 0.5) * f->dy;
            double r1 = hypot(x - 38.0, y - 55.0);
            double r2 = hypot(x - 70.0, y - 30.0);
            State *s = &f->u[j + NG][i + NG];
            s->h = r1 < 18.0 ? 5.0 : 1.0;
            if (r2 < 10.0)
                s->h -= 0.6 * (1.0 - r2 / 10.0);
            s->hu = 0.1 * s->h * sin(0.05 * y);
            s->hv = 0.0;
        }
    }
}

static void apply_walls(Field *f)
{
    for (int j = NG; j < f->ny + NG; j++) {
        for (int g = 0; g < NG; g++) {
            State *l = &f->u[j][NG - 1 - g], *r = &f->u[j][f->nx + NG + g];
            *l = f->u[j][NG + g];
            l->hu = -l->hu;
            *r = f->u[j][f->nx + NG - 1 - g];
            r->hu = -r->hu;
        }
    }
    for (int g = 0; g < NG; g++) {
        memcpy(f->u[NG - 1 - g], f->u[NG + g], f->sx * sizeof(State));
        memcpy(f->u[f->ny + NG + g], f->u[f->ny + NG - 1 - g], f->sx * sizeof(State));
        for (int i = 0; i < f->sx; i++) {
            f->u[NG - 1 - g][i].hv = -f->u[NG - 1 - g][i].hv;
            f->u[f->ny + NG + g][i].hv = -f->u[f->ny + NG + g][i].hv;
        }
    }
}

static inline State edge_value(const State *m, const State *c, const State *p, double side, limiter_fn lim)
{
    State e;
    e.h = c->h + 0.5 * side * lim(c->h - m->h, p->h - c->h);
    e.hu = c->hu + 0.5 * side * lim(c->hu - m->hu, p->hu - c->hu);
    e.hv = c->hv + 0.5 * side * lim(c->hv - m->hv, p->hv - c->hv);
    if (e.h < HMIN) {
        e.h = HMIN;
        e.hu = e.hv = 0.0;
    }
    return e;
}

/* HLL flux in x direction */
static inline State hll(State l, State r)
{
    double ul = l.hu / l.h, ur = r.hu / r.h;
    double cl = sqrt(GRAV * l.h), cr = sqrt(GRAV * r.h);
    double sl = fmin(ul - cl, ur - cr), sr = fmax(ul + cl, ur + cr);
    State fl = { l.hu, l.hu * ul + 0.5 * GRAV * l.h * l.h, l.hv * ul };
    State fr = { r.hu, r.hu * ur + 0.5 * GRAV * r.h * r.h, r.hv * ur };
    if (sl >= 0.0)
        return fl;
    if (sr <= 0.0)
        return fr;
    double inv = 1.0 / (sr - sl);
    State f;
    f.h = (sr * fl.h - sl * fr.h + sl * sr * (r.h - l.h)) * inv;
    f.hu = (sr * fl.hu - sl * fr.hu + sl * sr * (r.hu - l.hu)) * inv;
    f.hv = (sr * fl.hv - sl * fr.hv + sl * sr * (r.hv - l.hv)) * inv;
    return f;
}

static inline State swap_xy(State s)
{
    State t = { s.h, s.hv, s.hu };
    return t;
}

static inline State face_flux(const State *a, const State *b, const State *c, const State *d, int vertical, limiter_fn lim)
{
    State l = edge_value(a, b, c, 1.0, lim);
    State r = edge_value(b, c, d, -1.0, lim);
    if (vertical)
        return swap_xy(hll(swap_xy(l), swap_xy(r)));
    return hll(l, r);
}

/* One row of y fluxes between rows j-1 and j. */
static inline __attribute__((always_inline))
void flux_row(const Field *f, int j, State *fy, limiter_fn lim)
{
    for (int i = NG; i < f->nx + NG; i++)
        fy[i] = face_flux(&f->u[j - 2][i], &f->u[j - 1][i], &f->u[j][i], &f->u[j + 1][i], 1, lim);
}

/*
 * rhs = -div F(u) on the interior. Every thread sweeps a band of rows and
 * keeps the flux row below in a private buffer; only the first row of a band
 * is computed twice. The limiter is a constant in each call, so it is inlined.
 */
static inline __attribute__((always_inline))
void rhs_bands(const Field *f, Field *rhs, limiter_fn lim)
{
    int failed = 0;
#pragma omp parallel reduction(|:failed)
    {
        int nt = omp_get_num_threads(), me = omp_get_thread_num();
        int j0 = NG + (int)((long)f->ny * me / nt), j1 = NG + (int)((long)f->ny * (me + 1) / nt);
        State *south = malloc(2 * f->sx * sizeof *south), *north = south + f->sx;
        if (!south) {
            failed = 1;
            j1 = j0;
        }
        State *block = south;
        if (j0 < j1)
            flux_row(f, j0, south, lim);
        for (int j = j0; j < j1; j++) {
            const State *row = f->u[j];
            State *out = rhs->u[j];
            flux_row(f, j + 1, north, lim);
            State left = face_flux(&row[NG - 2], &row[NG - 1], &row[NG], &row[NG + 1], 0, lim);
            for (int i = NG; i < f->nx + NG; i++) {
                State right = face_flux(&row[i - 1], &row[i], &row[i + 1], &row[i + 2], 0, lim);
                out[i].h = 0.0 + left.h / f->dx - right.h / f->dx + south[i].h / f->dy - north[i].h / f->dy;
                out[i].hu = 0.0 + left.hu / f->dx - right.hu / f->dx + south[i].hu / f->dy - north[i].hu / f->dy;
                out[i].hv = 0.0 + left.hv / f->dx - right.hv / f->dx + south[i].hv / f->dy - north[i].hv / f->dy;
                left = right;
            }
            State *tmp = south;
            south = north;
            north = tmp;
        }
        free(block);
    }
    if (failed) {
        fprintf(stderr, "swe2d: out of memory\n");
        exit(EXIT_FAILURE);
    }
}

static void compute_rhs(const Field *f, Field *rhs, limiter_fn lim)
{
    if (lim == minmod)
        rhs_bands(f, rhs, minmod);
    else if (lim == monotonized)
        rhs_bands(f, rhs, monotonized);
    else
        rhs_bands(f, rhs, vanleer);
}

static double stable_dt(const Field *f, double cfl)
{
    double smax = 0.0;
#pragma omp parallel for schedule(static) reduction(max:smax)
    for (int j = NG; j < f->ny + NG; j++) {
        for (int i = NG; i < f->nx + NG; i++) {
            const State *s = &f->u[j][i];
            double c = sqrt(GRAV * s->h);
            double sp = fmax((fabs(s->hu / s->h) + c) / f->dx, (fabs(s->hv / s->h) + c) / f->dy);
            if (sp > smax)
                smax = sp;
        }
    }
    return cfl / smax;
}

static void combine(Field *out, const Field *a, double wa, const Field *b, double wb, const Field *rhs, double dt)
{
#pragma omp parallel for schedule(static)
    for (int j = NG; j < out->ny + NG; j++) {
        for (int i = NG; i < out->nx + NG; i++) {
            const State *p = &a->u[j][i], *q = &b->u[j][i], *r = &rhs->u[j][i];
            State *o = &out->u[j][i];
            o->h = wa * p->h + wb * (q->h + dt * r->h);
            o->hu = wa * p->hu + wb * (q->hu + dt * r->hu);
            o->hv = wa * p->hv + wb * (q->hv + dt * r->hv);
            if (o->h < HMIN) {
                o->h = HMIN;
                o->hu = o->hv = 0.0;
            }
        }
    }
}

int main(int argc, char **argv)
{
    int nx = 320, ny = 320, steps = 60, status = EXIT_FAILURE;
    limiter_fn lim = limiters[1].fn;
    const char *lname = limiters[1].name;
    Field u = { 0 }, v = { 0 }, rhs = { 0 };

    if (argc > 2) { nx = atoi(argv[1]); ny = atoi(argv[2]); }
    if (argc > 3) steps = atoi(argv[3]);
    if (argc > 4) {
        lim = NULL;
        for (size_t k = 0; k < sizeof limiters / sizeof *limiters; k++)
            if (strcmp(argv[4], limiters[k].name) == 0) {
                lim = limiters[k].fn;
                lname = limiters[k].name;
            }
    }
    if (argc == 2 || nx < 8 || ny < 8 || steps < 1 || !lim) {
        fprintf(stderr, "usage: %s [nx ny [steps [minmod|mc|vanleer]]]\n", argv[0]);
        return 2;
    }
    if (field_init(&u, nx, ny) || field_init(&v, nx, ny) || field_init(&rhs, nx, ny)) {
        fprintf(stderr, "swe2d: out of memory\n");
        goto out;
    }
    set_initial(&u);
    double t = 0.0;
    for (int n = 0; n < steps; n++) {
        double dt = stable_dt(&u, 0.4);
        apply_walls(&u);
        compute_rhs(&u, &rhs, lim);
        combine(&v, &u, 0.0, &u, 1.0, &rhs, dt);
        apply_walls(&v);
        compute_rhs(&v, &rhs, lim);
        combine(&u, &u, 0.5, &v, 0.5, &rhs, dt);
        t += dt;
    }
    double mass = 0.0, energy = 0.0, hmax = 0.0;
    for (int j = NG; j < ny + NG; j++)
        for (int i = NG; i < nx + NG; i++) {
            State *s = &u.u[j][i];
            mass += s->h;
            energy += 0.5 * (s->hu * s->hu + s->hv * s->hv) / s->h + 0.5 * GRAV * s->h * s->h;
            if (s->h > hmax)
                hmax = s->h;
        }
    printf("%d x %d cells, %d steps, limiter %s, t = %.9f\n", nx, ny, steps, lname, t);
    printf("mass %.10f energy %.8f hmax %.10f\n", mass * u.dx * u.dy, energy * u.dx * u.dy, hmax);
    for (int k = 1; k < 6; k++) {
        State *s = &u.u[NG + k * ny / 6][NG + k * nx / 6];
        printf("probe %d: h %.10f hu %.10f hv %.10f\n", k, s->h, s->hu, s->hv);
    }
    status = EXIT_SUCCESS;
out:
    field_release(&u);
    field_release(&v);
    field_release(&rhs);
    return status;
}
