/* mgrid, optimized by hand: see mgrid.c.
 * A row of n (odd) values is stored as its (n+1)/2 even columns followed by its
 * odd columns.
 * SMALL: 5 3
 */
#include <math.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

#define SWEEPS 3
#define SERIAL 140 /* grids up to this side are done by one thread */

struct Level {
    int n, ne; /* ne: even columns */
    double h;
    double *u, *f, *k;
};

static double *row(const double *g, const struct Level *l, int i)
{
    return (double *)g + (size_t)i * l->n;
}

static int split(const struct Level *l, int j)
{
    return j % 2 ? l->ne + j / 2 : j / 2;
}

static double *new_grid(int n)
{
    size_t count = (size_t)n * n;
    double *g = malloc(sizeof(double) * count);
#pragma omp parallel for
    for (size_t i = 0; i < count; i++)
        g[i] = 0.0;
    return g;
}

static double conductivity(double x, double y)
{
    double k = 1.0 + 0.5 * sin(5.0 * x) * cos(4.0 * y);
    if ((x - 0.6) * (x - 0.6) + (y - 0.4) * (y - 0.4) < 0.04)
        k *= 5.0;
    return k;
}

static int above(const struct Level *l, int i)
{
    return i == l->n - 1 ? i - 1 : i + 1;
}

/* pointers to the columns of one parity in the rows i-1, i, i+1, and to the
 * western and eastern neighbours in row i */
struct Near {
    const double *c, *w, *e, *s, *n;
};

static inline struct Near near(const double *g, const struct Level *l, int i, int odd)
{
    const double *m = row(g, l, i);
    const double *s = row(g, l, i - 1), *n = row(g, l, above(l, i));
    struct Near p;
    if (odd) {
        p.c = m + l->ne;
        p.w = m;
        p.e = m + 1;
        p.s = s + l->ne;
        p.n = n + l->ne;
    } else {
        p.c = m;
        p.w = m + l->ne - 1;
        p.e = m + l->ne;
        p.s = s;
        p.n = n;
    }
    return p;
}

static void relax_row(struct Level *l, int i, int odd)
{
    struct Near k = near(l->k, l, i, odd), u = near(l->u, l, i, odd);
    const double *f = row(l->f, l, i) + (odd ? l->ne : 0);
    double *out = (double *)u.c, hh = l->h;
    int from = odd ? 0 : 1, to = l->ne - 1;
#pragma omp simd
    for (int q = from; q < to; q++) {
        double kc = k.c[q];
        double c0 = 0.5 * (kc + k.w[q]), c1 = 0.5 * (kc + k.e[q]);
        double c2 = 0.5 * (kc + k.s[q]), c3 = 0.5 * (kc + k.n[q]);
        double sum = c0 * u.w[q] + c1 * u.e[q] + c2 * u.s[q] + c3 * u.n[q];
        out[q] = (hh * hh * f[q] + sum) / (c0 + c1 + c2 + c3);
    }
}

static void residual_row(const struct Level *l, int i, double *r)
{
    for (int odd = 0; odd < 2; odd++) {
        struct Near k = near(l->k, l, i, odd), u = near(l->u, l, i, odd);
        const double *f = row(l->f, l, i) + (odd ? l->ne : 0);
        double *out = r + (odd ? l->ne : 0), hh = l->h;
        int from = odd ? 0 : 1, to = l->ne - 1;
#pragma omp simd
        for (int q = from; q < to; q++) {
            double kc = k.c[q];
            double c0 = 0.5 * (kc + k.w[q]), c1 = 0.5 * (kc + k.e[q]);
            double c2 = 0.5 * (kc + k.s[q]), c3 = 0.5 * (kc + k.n[q]);
            double sum = c0 * u.w[q] + c1 * u.e[q] + c2 * u.s[q] + c3 * u.n[q];
            double diag = c0 + c1 + c2 + c3;
            out[q] = f[q] - (diag * u.c[q] - sum) / (hh * hh);
        }
    }
}

/* row i - half in half sweep number half, if it is between from + slope * half
 * and to - slope' * half (slopes are 0 at the sides of the grid) */
static void sweep_part(struct Level *l, int halves, int from, int up, int to, int down)
{
    int first = from < from + up * halves ? from : from + up * halves;
    for (int s = first; s < to + 2 * halves; s++)
        for (int half = 0; half < halves; half++) {
            int i = s - half;
            if (i >= from + up * half && i < to - down * half)
                relax_row(l, i, (i + half) % 2);
        }
}

static void relax(struct Level *l, int sweeps)
{
    int halves = 2 * sweeps, rows = l->n - 1;
    if (l->n <= SERIAL) {
        sweep_part(l, halves, 1, 0, l->n, 0);
        return;
    }
#pragma omp parallel
    {
        int chunks = omp_get_num_threads(), c = omp_get_thread_num();
        if (rows / chunks < 4 * halves)
            chunks = rows / (4 * halves);
        /* every thread its own rows, one row less at the inner ends per half sweep */
        if (c < chunks)
            sweep_part(l, halves, 1 + rows * c / chunks, c > 0, 1 + rows * (c + 1) / chunks,
                       c + 1 < chunks);
#pragma omp barrier
        /* what is missing around the ends */
        if (c > 0 && c < chunks) {
            int b = 1 + rows * c / chunks;
            sweep_part(l, halves, b, -1, b, -1);
        }
    }
}

static void residual_restrict(const struct Level *l, struct Level *coarse)
{
    int nc = coarse->n;
#pragma omp parallel if (l->n > SERIAL)
    {
        double *r[3];
        for (int t = 0; t < 3; t++) {
            r[t] = malloc(sizeof(double) * l->n);
            for (int j = 0; j < l->n; j++)
                r[t][j] = 0.0;
        }
        int last = -1; /* the fine row held in r[2] */
#pragma omp for schedule(static)
        for (int i = 1; i < nc; i++) {
            if (last == 2 * i - 1) {
                double *t = r[0];
                r[0] = r[2];
                r[2] = t;
            } else
                residual_row(l, 2 * i - 1, r[0]);
            residual_row(l, 2 * i, r[1]);
            const double *n = r[0];
            if (2 * i + 1 < l->n) {
                residual_row(l, 2 * i + 1, r[2]);
                last = 2 * i + 1;
                n = r[2];
            }
            const double *s = r[0], *m = r[1];
            const double *so = s + l->ne, *mo = m + l->ne, *no = n + l->ne;
            double *out = row(coarse->f, coarse, i), *z = row(coarse->u, coarse, i);
            for (int odd = 0; odd < 2; odd++) {
                double *o = out + (odd ? coarse->ne : 0);
                for (int p = odd ? 0 : 1; p < coarse->ne - 1; p++) {
                    int j = 2 * p + odd;
                    o[p] = 0.25 * m[j] + 0.125 * (mo[j - 1] + mo[j] + s[j] + n[j]) +
                           0.0625 * (so[j - 1] + so[j] + no[j - 1] + no[j]);
                }
            }
            for (int j = 0; j < nc; j++)
                z[j] = 0.0;
        }
        for (int t = 0; t < 3; t++)
            free(r[t]);
    }
}

static void unsplit(const struct Level *l, int i, double *out)
{
    const double *u = row(l->u, l, i);
    for (int q = 0; q < l->ne - 1; q++) {
        out[2 * q] = u[q];
        out[2 * q + 1] = u[l->ne + q];
    }
    out[l->n - 1] = u[l->ne - 1];
}

static void correct(struct Level *fine, const struct Level *coarse)
{
    int nc = coarse->n, ne = fine->ne; /* ne == nc */
#pragma omp parallel if (fine->n > SERIAL)
    {
        double *a = malloc(sizeof(double) * nc), *b = malloc(sizeof(double) * nc);
        int held = -1;
#pragma omp for schedule(static)
        for (int i = 0; i < nc; i++) {
            if (held == i) {
                double *t = a;
                a = b;
                b = t;
            } else
                unsplit(coarse, i, a);
            if (i > 0) {
                double *e = row(fine->u, fine, 2 * i), *o = e + ne;
#pragma omp simd
                for (int q = 1; q < ne - 1; q++)
                    e[q] += a[q];
#pragma omp simd
                for (int q = 0; q < ne - 1; q++)
                    o[q] += 0.5 * (a[q] + a[q + 1]);
            }
            if (i + 1 < nc) {
                unsplit(coarse, i + 1, b);
                held = i + 1;
                double *e = row(fine->u, fine, 2 * i + 1), *o = e + ne;
#pragma omp simd
                for (int q = 1; q < ne - 1; q++)
                    e[q] += 0.5 * (a[q] + b[q]);
#pragma omp simd
                for (int q = 0; q < ne - 1; q++)
                    o[q] += 0.25 * (a[q] + a[q + 1] + b[q] + b[q + 1]);
            }
        }
        free(a);
        free(b);
    }
}

static void cycle(struct Level *l, int depth)
{
    if (depth == 0) {
        relax(l, 20);
        return;
    }
    relax(l, SWEEPS);
    residual_restrict(l, l + 1);
    cycle(l + 1, depth - 1);
    correct(l, l + 1);
    relax(l, SWEEPS);
}

static double largest_residual(const struct Level *l)
{
    double worst = 0.0;
#pragma omp parallel reduction(max : worst)
    {
        double *r = malloc(sizeof(double) * l->n);
        for (int j = 0; j < l->n; j++)
            r[j] = 0.0;
#pragma omp for schedule(static)
        for (int i = 1; i < l->n; i++) {
            residual_row(l, i, r);
#pragma omp simd reduction(max : worst)
            for (int j = 0; j < l->n; j++)
                worst = fabs(r[j]) > worst ? fabs(r[j]) : worst;
        }
        free(r);
    }
    return worst;
}

int main(int argc, char **argv)
{
    int levels = argc > 1 ? atoi(argv[1]) : 11;
    int cycles = argc > 2 ? atoi(argv[2]) : 5;
    struct Level level[16];
    if (levels < 2 || levels > 14)
        return 1;
    for (int d = 0; d < levels; d++) {
        struct Level *l = &level[d];
        l->n = (1 << (levels - d)) + 1;
        l->ne = (l->n + 1) / 2;
        l->h = 1.0 / (l->n - 1);
        l->u = new_grid(l->n);
        l->f = new_grid(l->n);
        l->k = new_grid(l->n);
#pragma omp parallel for
        for (int i = 0; i < l->n; i++)
            for (int j = 0; j < l->n; j++)
                row(l->k, l, i)[split(l, j)] = conductivity(j * l->h, i * l->h);
    }
    struct Level *top = &level[0];
#pragma omp parallel for
    for (int i = 0; i < top->n; i++)
        for (int j = 0; j < top->n; j++) {
            double x = j * top->h, y = i * top->h;
            row(top->f, top, i)[split(top, j)] =
                8.0 * (x - 0.5) * y + (x > 0.2 && x < 0.3 ? 20.0 : 0.0);
            if (i == 0 || j == 0 || j == top->n - 1)
                row(top->u, top, i)[split(top, j)] = x * x - y + 1.0;
        }
    printf("grid %d x %d, %d levels\n", top->n, top->n, levels);
    for (int c = 0; c < cycles; c++) {
        cycle(top, levels - 1);
        printf("cycle %d: largest residual %.10g\n", c + 1, largest_residual(top));
    }
    double sum = 0.0;
    for (int i = 0; i < top->n; i++)
        for (int j = 0; j < top->n; j++)
            sum += row(top->u, top, i)[split(top, j)] * ((i * 3 + j) % 5 + 1);
    for (int q = 1; q < 5; q++)
        printf("u(%d/5, %d/5) = %.15g\n", q, q,
               row(top->u, top, q * top->n / 5)[split(top, q * top->n / 5)]);
    printf("top middle %.15g\n", row(top->u, top, top->n - 1)[split(top, top->n / 2)]);
    printf("checksum %.15g\n", sum);
    for (int d = 0; d < levels; d++) {
        free(level[d].u);
        free(level[d].f);
        free(level[d].k);
    }
    return 0;
}
