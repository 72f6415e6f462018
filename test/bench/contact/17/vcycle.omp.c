/*
 * vcycle - Poisson equation with variable permittivity on a square, solved
 * by a geometric multigrid method with red-black Gauss-Seidel smoothing.
 *
 * usage: vcycle [levels] [cycles]
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAXLEVEL 12

struct level {
    int n;              /* interior points per side, n = 2^k - 1 */
    double h2;
    double *u, *f, *r, *eps;
};

struct solver {
    int nlevels;
    int pre, post;
    struct level lv[MAXLEVEL];
};

static double *grid_alloc(int n)
{
    double *g = calloc((size_t)(n + 2) * (n + 2), sizeof *g);
    if (!g) {
        fprintf(stderr, "vcycle: out of memory\n");
        exit(1);
    }
    return g;
}

static void solver_init(struct solver *s, int levels)
{
    s->nlevels = levels;
    s->pre = 2;
    s->post = 2;
    for (int k = 0; k < levels; k++) {
        struct level *l = &s->lv[k];
        l->n = (1 << (levels - k)) - 1;
        l->h2 = 1.0 / ((double)(l->n + 1) * (l->n + 1));
        l->u = grid_alloc(l->n);
        l->f = grid_alloc(l->n);
        l->r = grid_alloc(l->n);
        l->eps = grid_alloc(l->n);
        for (int y = 0; y < l->n + 2; y++)
            for (int x = 0; x < l->n + 2; x++) {
                double px = (double)x / (l->n + 1), py = (double)y / (l->n + 1);
                l->eps[y * (l->n + 2) + x] = 1.0 + 0.8 * sin(5.0 * px) * cos(4.0 * py) +
                                             (px > 0.6 && py < 0.3 ? 3.0 : 0.0);
            }
    }
}

static void solver_free(struct solver *s)
{
    for (int k = 0; k < s->nlevels; k++) {
        free(s->lv[k].u);
        free(s->lv[k].f);
        free(s->lv[k].r);
        free(s->lv[k].eps);
    }
}

static void smooth(struct level *l, int sweeps)
{
    int n = l->n, w = n + 2;

    while (sweeps-- > 0)
        for (int color = 0; color < 2; color++)
#pragma omp parallel for schedule(static) if (n > 60)
            for (int y = 1; y <= n; y++)
                for (int x = 1 + (y + color) % 2; x <= n; x += 2) {
                    int i = y * w + x;
                    double e = 0.5 * (l->eps[i] + l->eps[i + 1]), ww = 0.5 * (l->eps[i] + l->eps[i - 1]);
                    double no = 0.5 * (l->eps[i] + l->eps[i + w]), so = 0.5 * (l->eps[i] + l->eps[i - w]);
                    l->u[i] = (l->h2 * l->f[i] + e * l->u[i + 1] + ww * l->u[i - 1] +
                               no * l->u[i + w] + so * l->u[i - w]) / (e + ww + no + so);
                }
}

static void residual(struct level *l)
{
    int n = l->n, w = n + 2;

#pragma omp parallel for schedule(static) if (n > 60)
    for (int y = 1; y <= n; y++)
        for (int x = 1; x <= n; x++) {
            int i = y * w + x;
            double e = 0.5 * (l->eps[i] + l->eps[i + 1]), ww = 0.5 * (l->eps[i] + l->eps[i - 1]);
            double no = 0.5 * (l->eps[i] + l->eps[i + w]), so = 0.5 * (l->eps[i] + l->eps[i - w]);
            double lap = e * (l->u[i + 1] - l->u[i]) + ww * (l->u[i - 1] - l->u[i]) +
                         no * (l->u[i + w] - l->u[i]) + so * (l->u[i - w] - l->u[i]);
            l->r[i] = l->f[i] + lap / l->h2;
        }
}

static void restrict_to(const struct level *fine, struct level *coarse)
{
    int wf = fine->n + 2, wc = coarse->n + 2;

    memset(coarse->u, 0, (size_t)wc * wc * sizeof *coarse->u);
#pragma omp parallel for schedule(static) if (coarse->n > 60)
    for (int y = 1; y <= coarse->n; y++)
        for (int x = 1; x <= coarse->n; x++) {
            const double *r = fine->r + 2 * y * wf + 2 * x;
            coarse->f[y * wc + x] = 0.25 * r[0] + 0.125 * (r[1] + r[-1] + r[wf] + r[-wf]) +
                                    0.0625 * (r[wf + 1] + r[wf - 1] + r[-wf + 1] + r[-wf - 1]);
        }
}

static void prolong_add(const struct level *coarse, struct level *fine)
{
    int wf = fine->n + 2, wc = coarse->n + 2;

#pragma omp parallel for schedule(static) if (fine->n > 60)
    for (int y = 1; y <= fine->n; y++)
        for (int x = 1; x <= fine->n; x++) {
            const double *c = coarse->u + (y / 2) * wc + x / 2;
            double v;
            switch ((y & 1) * 2 + (x & 1)) {
            case 0: v = c[0]; break;
            case 1: v = 0.5 * (c[0] + c[1]); break;
            case 2: v = 0.5 * (c[0] + c[wc]); break;
            default: v = 0.25 * (c[0] + c[1] + c[wc] + c[wc + 1]); break;
            }
            fine->u[y * wf + x] += v;
        }
}

static void cycle(struct solver *s, int k, int gamma)
{
    struct level *l = &s->lv[k];

    if (k == s->nlevels - 1) {
        smooth(l, 4);
        return;
    }
    smooth(l, s->pre);
    residual(l);
    restrict_to(l, &s->lv[k + 1]);
    for (int g = 0; g < gamma; g++)
        cycle(s, k + 1, k < 2 ? gamma : 1);
    prolong_add(&s->lv[k + 1], l);
    smooth(l, s->post);
}

static double norm(struct level *l)
{
    double worst = 0.0;

    residual(l);
#pragma omp parallel for schedule(static) reduction(max : worst)
    for (int i = 0; i < (l->n + 2) * (l->n + 2); i++)
        worst = fmax(worst, fabs(l->r[i]));
    return worst;
}

static void place_charges(struct level *l, int count)
{
    unsigned seed = 7;

    for (int k = 0; k < count; k++) {
        int x, y;
        seed = seed * 1664525u + 1013904223u;
        x = 1 + (int)((seed >> 10) % (unsigned)l->n);
        seed = seed * 1664525u + 1013904223u;
        y = 1 + (int)((seed >> 10) % (unsigned)l->n);
        l->f[y * (l->n + 2) + x] += (k % 2 ? -1.0 : 1.5) / l->h2;
    }
}

int main(int argc, char **argv)
{
    int levels = argc > 1 ? atoi(argv[1]) : 10;
    int cycles = argc > 2 ? atoi(argv[2]) : 12;
    struct solver s;
    double before, total = 0.0;

    if (levels < 2 || levels > MAXLEVEL) {
        fprintf(stderr, "usage: vcycle [levels 2..%d] [cycles]\n", MAXLEVEL);
        return 1;
    }
    solver_init(&s, levels);
    struct level *top = &s.lv[0];
    place_charges(top, 40);
    before = norm(top);
    printf("%d levels, finest %dx%d, initial residual %.6e\n", levels, top->n, top->n, before);
    for (int c = 1; c <= cycles; c++) {
        double now;
        cycle(&s, 0, c <= 3 ? 2 : 1);
        now = norm(top);
        printf("cycle %2d  residual %.6e  rate %.4f\n", c, now, now / before);
        before = now;
    }
    for (int i = 0; i < (top->n + 2) * (top->n + 2); i++)
        total += top->u[i] * top->f[i] * top->h2;
    printf("energy %.12f\n", 0.5 * total);
    for (int k = 1; k < 6; k++) {
        int y = (top->n + 1) * k / 6;
        printf("  u[%d] = %+.10f\n", y, top->u[y * (top->n + 2) + y]);
    }
    solver_free(&s);
    return 0;
}
