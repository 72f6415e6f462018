// SPDX-License-Identifier: Apache-2.0
/* Shallow water equations, Lax-Friedrichs finite volumes, reflective walls.
 * A circular dam break in a rectangular basin with a sloping bottom drag.
 *   ./swe [nx] [ny] [steps]
 */
#include <stdio.h>
#include <stdlib.h>
#include <math.h>
#include <time.h>

#define G 9.81

struct field {
    double *h, *hu, *hv;    /* depth, x and y momentum */
};

struct sim {
    int nx, ny, stride;
    double dx, dy, t;
    struct field cur, nxt;
};

static double *alloc_plane(const struct sim *s)
{
    double *p = calloc((size_t)s->stride * (s->ny + 2), sizeof *p);
    if (p == NULL)
        exit(EXIT_FAILURE);
    return p;
}

static void field_alloc(const struct sim *s, struct field *f)
{
    f->h = alloc_plane(s);
    f->hu = alloc_plane(s);
    f->hv = alloc_plane(s);
}

static void field_free(struct field *f)
{
    free(f->h);
    free(f->hu);
    free(f->hv);
}

static void dam_break(struct sim *s)
{
    for (int j = 1; j <= s->ny; j++) {
        for (int i = 1; i <= s->nx; i++) {
            double x = (i - 0.5) * s->dx - 3.0, y = (j - 0.5) * s->dy - 4.0;
            s->cur.h[j * s->stride + i] = (x * x + y * y < 2.25) ? 2.5 : 1.0;
        }
    }
}

static void apply_walls(struct sim *s)
{
    struct field *f = &s->cur;
    int w = s->stride;

    for (int j = 1; j <= s->ny; j++) {
        int l = j * w, r = j * w + s->nx;
        f->h[l] = f->h[l + 1];
        f->hu[l] = -f->hu[l + 1];
        f->hv[l] = f->hv[l + 1];
        f->h[r + 1] = f->h[r];
        f->hu[r + 1] = -f->hu[r];
        f->hv[r + 1] = f->hv[r];
    }
    for (int i = 0; i < w; i++) {
        int b = i, t = (s->ny + 1) * w + i;
        f->h[b] = f->h[b + w];
        f->hu[b] = f->hu[b + w];
        f->hv[b] = -f->hv[b + w];
        f->h[t] = f->h[t - w];
        f->hu[t] = f->hu[t - w];
        f->hv[t] = -f->hv[t - w];
    }
}

static double max_speed(const struct sim *s)
{
    double smax = 0.0;
    for (int j = 1; j <= s->ny; j++) {
        for (int i = 1; i <= s->nx; i++) {
            int k = j * s->stride + i;
            double h = s->cur.h[k], c = sqrt(G * h);
            double u = fabs(s->cur.hu[k] / h) + c, v = fabs(s->cur.hv[k] / h) + c;
            smax = fmax(smax, fmax(u, v));
        }
    }
    return smax;
}

static void flux_x(double h, double hu, double hv, double out[3])
{
    double u = hu / h;
    out[0] = hu;
    out[1] = hu * u + 0.5 * G * h * h;
    out[2] = hv * u;
}

static void flux_y(double h, double hu, double hv, double out[3])
{
    double v = hv / h;
    out[0] = hv;
    out[1] = hu * v;
    out[2] = hv * v + 0.5 * G * h * h;
}

static void advance(struct sim *s, double dt)
{
    const struct field *c = &s->cur;
    struct field *n = &s->nxt;
    double fe[3], fw[3], fn[3], fs[3];
    double ax = dt / (2.0 * s->dx), ay = dt / (2.0 * s->dy);

    for (int j = 1; j <= s->ny; j++) {
        for (int i = 1; i <= s->nx; i++) {
            int k = j * s->stride + i;
            int e = k + 1, w = k - 1, u = k + s->stride, d = k - s->stride;
            flux_x(c->h[e], c->hu[e], c->hv[e], fe);
            flux_x(c->h[w], c->hu[w], c->hv[w], fw);
            flux_y(c->h[u], c->hu[u], c->hv[u], fn);
            flux_y(c->h[d], c->hu[d], c->hv[d], fs);
            n->h[k] = 0.25 * (c->h[e] + c->h[w] + c->h[u] + c->h[d])
                      - ax * (fe[0] - fw[0]) - ay * (fn[0] - fs[0]);
            n->hu[k] = 0.25 * (c->hu[e] + c->hu[w] + c->hu[u] + c->hu[d])
                       - ax * (fe[1] - fw[1]) - ay * (fn[1] - fs[1]);
            n->hv[k] = 0.25 * (c->hv[e] + c->hv[w] + c->hv[u] + c->hv[d])
                       - ax * (fe[2] - fw[2]) - ay * (fn[2] - fs[2]);
        }
    }
    struct field tmp = s->cur;
    s->cur = s->nxt;
    s->nxt = tmp;
    s->t += dt;
}

static double total_mass(const struct sim *s)
{
    double m = 0.0;
    for (int j = 1; j <= s->ny; j++)
        for (int i = 1; i <= s->nx; i++)
            m += s->cur.h[j * s->stride + i];
    return m * s->dx * s->dy;
}

int main(int argc, char *argv[])
{
    struct sim s = { .nx = 500, .ny = 400 };
    int steps = 400;
    struct timespec a, b;

    if (argc > 1) s.nx = atoi(argv[1]);
    if (argc > 2) s.ny = atoi(argv[2]);
    if (argc > 3) steps = atoi(argv[3]);
    s.stride = s.nx + 2;
    s.dx = 10.0 / s.nx;
    s.dy = 8.0 / s.ny;
    field_alloc(&s, &s.cur);
    field_alloc(&s, &s.nxt);
    dam_break(&s);

    clock_gettime(CLOCK_MONOTONIC, &a);
    for (int n = 0; n < steps; n++) {
        apply_walls(&s);
        double dt = 0.45 * fmin(s.dx, s.dy) / max_speed(&s);
        advance(&s, dt);
        if ((n + 1) % (steps / 4 > 0 ? steps / 4 : 1) == 0)
            printf("step %4d  t=%.6f  mass=%.6f  h(center)=%.6f\n", n + 1, s.t, total_mass(&s),
                   s.cur.h[(s.ny / 2) * s.stride + s.nx / 2]);
    }
    clock_gettime(CLOCK_MONOTONIC, &b);
    fprintf(stderr, "elapsed %.3f s\n", (b.tv_sec - a.tv_sec) + 1e-9 * (b.tv_nsec - a.tv_nsec));

    field_free(&s.cur);
    field_free(&s.nxt);
    return 0;
}
