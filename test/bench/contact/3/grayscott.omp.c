// SPDX-License-Identifier: Apache-2.0
/*
 * Gray-Scott reaction-diffusion on a periodic square grid.
 *
 *   du/dt = Du lap(u) - u v^2 + F (1 - u)
 *   dv/dt = Dv lap(v) + u v^2 - (F + k) v
 *
 * Usage: grayscott [n] [steps] [report_every]
 */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

struct params {
    double Du, Dv, F, k, dt;
};

struct grid {
    int n;
    double *u, *v;       /* current state */
    double *un, *vn;     /* next state */
};

static double *field(int n, double value)
{
    double *f = malloc((size_t)n * n * sizeof(double));
    if (!f) {
        fprintf(stderr, "cannot allocate %d x %d field\n", n, n);
        exit(2);
    }
    for (size_t i = 0; i < (size_t)n * n; i++)
        f[i] = value;
    return f;
}

static void grid_init(struct grid *g, int n)
{
    g->n = n;
    g->u = field(n, 1.0);
    g->v = field(n, 0.0);
    g->un = field(n, 0.0);
    g->vn = field(n, 0.0);
}

static void grid_free(struct grid *g)
{
    free(g->u);
    free(g->v);
    free(g->un);
    free(g->vn);
}

static void seed_spots(struct grid *g, int spots)
{
    unsigned long s = 2463534242UL;
    int n = g->n;
    for (int k = 0; k < spots; k++) {
        s = (s * 1103515245UL + 12345UL) & 0x7fffffffUL;
        int ci = (int)((s >> 8) % (unsigned long)n);
        s = (s * 1103515245UL + 12345UL) & 0x7fffffffUL;
        int cj = (int)((s >> 8) % (unsigned long)n);
        for (int di = -3; di <= 3; di++)
            for (int dj = -3; dj <= 3; dj++) {
                int i = (ci + di + n) % n, j = (cj + dj + n) % n;
                g->u[(size_t)i * n + j] = 0.50;
                g->v[(size_t)i * n + j] = 0.25;
            }
    }
}

static void react_cell(struct grid *g, const struct params *p, size_t row, size_t up,
                       size_t down, int j, int left, int right)
{
    double u = g->u[row + j], v = g->v[row + j];
    double lu = g->u[up + j] + g->u[down + j] + g->u[row + left] + g->u[row + right] - 4.0 * u;
    double lv = g->v[up + j] + g->v[down + j] + g->v[row + left] + g->v[row + right] - 4.0 * v;
    double uvv = u * v * v;
    g->un[row + j] = u + p->dt * (p->Du * lu - uvv + p->F * (1.0 - u));
    g->vn[row + j] = v + p->dt * (p->Dv * lv + uvv - (p->F + p->k) * v);
}

static void step(struct grid *g, const struct params *p)
{
    int n = g->n;
#pragma omp parallel for schedule(static)
    for (int i = 0; i < n; i++) {
        size_t row = (size_t)i * n;
        size_t up = (size_t)((i + n - 1) % n) * n;
        size_t down = (size_t)((i + 1) % n) * n;
        react_cell(g, p, row, up, down, 0, n - 1, 1);
        for (int j = 1; j < n - 1; j++)
            react_cell(g, p, row, up, down, j, j - 1, j + 1);
        react_cell(g, p, row, up, down, n - 1, n - 2, 0);
    }
    double *t;
    t = g->u; g->u = g->un; g->un = t;
    t = g->v; g->v = g->vn; g->vn = t;
}

static void report(const struct grid *g, int when)
{
    double su = 0.0, sv = 0.0, vmax = 0.0;
    int n = g->n, active = 0;
#pragma omp parallel for schedule(static) reduction(+:su,sv,active) reduction(max:vmax)
    for (int i = 0; i < n * n; i++) {
        su += g->u[i];
        sv += g->v[i];
        if (g->v[i] > vmax)
            vmax = g->v[i];
        if (g->v[i] > 0.1)
            active++;
    }
    printf("step %5d  mean u %.6f  mean v %.6f  max v %.6f  active %d\n", when,
           su / ((double)n * n), sv / ((double)n * n), vmax, active);
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 400;
    int steps = argc > 2 ? atoi(argv[2]) : 2000;
    int every = argc > 3 ? atoi(argv[3]) : 500;
    struct params p = { 0.16, 0.08, 0.035, 0.060, 1.0 };
    struct grid g;
    struct timespec a, b;

    if (n < 8 || every < 1) {
        fprintf(stderr, "need n >= 8 and report_every >= 1\n");
        return 1;
    }
    grid_init(&g, n);
    seed_spots(&g, 20);
    clock_gettime(CLOCK_MONOTONIC, &a);
    for (int s = 1; s <= steps; s++) {
        step(&g, &p);
        if (s % every == 0)
            report(&g, s);
    }
    clock_gettime(CLOCK_MONOTONIC, &b);
    fprintf(stderr, "%.3f seconds\n", (b.tv_sec - a.tv_sec) + (b.tv_nsec - a.tv_nsec) * 1e-9);
    grid_free(&g);
    return 0;
}
