/* (eight columns or rows per Thomas solve, explicit halves fused) Reaction-diffusion (two species, Gray-Scott kinetics) with Peaceman-Rachford
 * ADI for the diffusion; diffusivity varies in space, walls insulated.
 * usage: adi [n] [m] [steps] */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

struct plane {
    size_t nx, ny;
    double **v;         /* v[i][j], i = 0..nx-1, j = 0..ny-1 */
};

static struct plane plane_make(size_t nx, size_t ny)
{
    struct plane p = { nx, ny, malloc(nx * sizeof(double *)) };
    double *d = calloc(nx * ny, sizeof *d);
    if (!p.v || !d) { fprintf(stderr, "out of memory\n"); exit(1); }
    for (size_t i = 0; i < nx; i++) p.v[i] = d + i * ny;
    return p;
}

static void plane_free(struct plane *p)
{
    free(p->v[0]);
    free(p->v);
}

enum { W = 16 };        /* lines per solve: two vectors of eight */
typedef double v8 __attribute__((vector_size(64), aligned(8)));

/* The column half: explicit along j, implicit along i, columns j0..j0+w) in one go.
 * x[k] and c[k] hold the lines side by side. */
static void column_half(double *restrict x, double *restrict c, const struct plane *u,
                        const struct plane *g, struct plane *out, size_t j0, size_t w, double r)
{
    size_t n = u->nx, ny = u->ny;
    double lo[W] = { 0 }, pc[W] = { 0 }, px[W] = { 0 };
    double *restrict e = x + n * W;
    for (size_t k = 0; k < n; k++) {
        const double *ui = u->v[k] + j0, *gi = g->v[k] + j0, *gn = k + 1 < n ? g->v[k + 1] + j0 : gi;
        double last = k + 1 < n ? r : 0.0;
        if (w == W && j0 > 0 && j0 + W < ny) {
            #pragma omp simd
            for (int q = 0; q < W; q++) {
                double s = 0.0;
                s += (gi[q] + gi[q - 1]) * (ui[q - 1] - ui[q]);
                s += (gi[q] + gi[q + 1]) * (ui[q + 1] - ui[q]);
                e[q] = ui[q] + r * s;
            }
        } else
            for (size_t q = 0; q < w; q++) {
                double s = 0.0;
                if (j0 + q > 0) s += (gi[q] + gi[(long)q - 1]) * (ui[(long)q - 1] - ui[q]);
                if (j0 + q + 1 < ny) s += (gi[q] + gi[q + 1]) * (ui[q + 1] - ui[q]);
                e[q] = ui[q] + r * s;
            }
        #pragma omp simd
        for (size_t q = 0; q < w; q++) {
            double up = last * (gi[q] + gn[q]);
            double den = 1.0 + lo[q] + up - lo[q] * pc[q];
            pc[q] = up / den;
            px[q] = (e[q] + lo[q] * px[q]) / den;
            c[k * W + q] = pc[q];
            x[k * W + q] = px[q];
            lo[q] = up;
        }
    }
    for (size_t q = 0; q < w; q++) out->v[n - 1][j0 + q] = px[q];
    for (size_t k = n - 1; k-- > 0;) {
        double *o = out->v[k] + j0;
        #pragma omp simd
        for (size_t q = 0; q < w; q++) {
            px[q] = x[k * W + q] + c[k * W + q] * px[q];
            o[q] = px[q];
        }
    }
}

/* The row half: explicit along i, implicit along j, rows i0..i0+8) transposed */
static void row_half(double *restrict x, double *restrict c, const struct plane *t,
                     const struct plane *g, struct plane *out, size_t i0, double r)
{
    size_t n = t->ny, nx = t->nx, h = nx - i0 < 8 ? nx - i0 : 8;
    double *restrict gt = c + n * 8, *restrict row = gt + (n + 1) * 8;
    for (size_t q = 0; q < 8; q++) {
        size_t i = i0 + (q < h ? q : h - 1);
        const double *u = t->v[i], *k = g->v[i];
        const double *um = i > 0 ? t->v[i - 1] : NULL, *km = i > 0 ? g->v[i - 1] : NULL;
        const double *un = i + 1 < nx ? t->v[i + 1] : NULL, *kn = i + 1 < nx ? g->v[i + 1] : NULL;
        if (um && un) {
            #pragma omp simd
            for (size_t j = 0; j < n; j++) {
                double s = 0.0;
                s += (k[j] + km[j]) * (um[j] - u[j]);
                s += (k[j] + kn[j]) * (un[j] - u[j]);
                row[j] = u[j] + r * s;
            }
        } else
            for (size_t j = 0; j < n; j++) {
                double s = 0.0;
                if (um) s += (k[j] + km[j]) * (um[j] - u[j]);
                if (un) s += (k[j] + kn[j]) * (un[j] - u[j]);
                row[j] = u[j] + r * s;
            }
        for (size_t j = 0; j < n; j++) { x[j * 8 + q] = row[j]; gt[j * 8 + q] = k[j]; }
    }
    v8 lo = { 0 }, pc = lo, px = lo;
    for (size_t k = 0; k < n; k++) {
        v8 up = lo * 0.0;
        if (k + 1 < n) up = r * (*(v8 *)(gt + k * 8) + *(v8 *)(gt + k * 8 + 8));
        v8 den = 1.0 + lo + up - lo * pc;
        pc = up / den;
        px = (*(v8 *)(x + k * 8) + lo * px) / den;
        *(v8 *)(c + k * 8) = pc;
        *(v8 *)(x + k * 8) = px;
        lo = up;
    }
    for (size_t k = n - 1; k-- > 0;) {
        px = *(v8 *)(x + k * 8) + *(v8 *)(c + k * 8) * px;
        *(v8 *)(x + k * 8) = px;
    }
    for (size_t q = 0; q < h; q++)
        for (size_t j = 0; j < n; j++) out->v[i0 + q][j] = x[j * 8 + q];
}

struct model { double dt, feed, kill, ru, rw; };

static void run(struct plane *u, struct plane *w, struct plane *t, const struct plane *g,
                int steps, const struct model *m)
{
    size_t nx = u->nx, ny = u->ny, mx = nx > ny ? nx : ny;
    struct plane t2 = plane_make(nx, ny);
    #pragma omp parallel
    {
        double *x = malloc((mx + 2) * W * 4 * sizeof *x), *c = x + (mx + 1) * W;
        if (!x) exit(1);
        for (int k = 0; k < steps; k++) {
            #pragma omp for schedule(static)
            for (size_t j = 0; j < ny; j += W) {
                size_t wd = ny - j < W ? ny - j : W;
                column_half(x, c, u, g, t, j, wd, m->ru);
                column_half(x, c, w, g, &t2, j, wd, m->rw);
            }
            #pragma omp for schedule(static)
            for (size_t i = 0; i < nx; i += 8) {
                row_half(x, c, t, g, u, i, m->ru);
                row_half(x, c, &t2, g, w, i, m->rw);
                for (size_t r = i; r < i + 8 && r < nx; r++) {
                    double *restrict ur = u->v[r], *restrict wr = w->v[r];
                    #pragma omp simd
                    for (size_t j = 0; j < ny; j++) {
                        double a = ur[j], b = wr[j], abb = a * b * b;
                        ur[j] = a + m->dt * (m->feed * (1.0 - a) - abb);
                        wr[j] = b + m->dt * (abb - (m->feed + m->kill) * b);
                    }
                }
            }
        }
        free(x);
    }
    plane_free(&t2);
}

static void report(const char *what, const struct plane *p)
{
    uint64_t h = 14695981039346656037ULL;
    double s = 0.0, q = 0.0;
    for (size_t i = 0; i < p->nx; i++) {
        const unsigned char *b = (const unsigned char *)p->v[i];
        for (size_t k = 0; k < p->ny * sizeof(double); k++) h = (h ^ b[k]) * 1099511628211ULL;
        for (size_t j = 0; j < p->ny; j++) { s += p->v[i][j]; q += p->v[i][j] * p->v[i][j]; }
    }
    printf("%s %.17g %.17g %016llx\n", what, s, q, (unsigned long long)h);
}

int main(int argc, char **argv)
{
    size_t nx = argc > 1 ? strtoul(argv[1], NULL, 10) : 500;
    size_t ny = argc > 2 ? strtoul(argv[2], NULL, 10) : 420;
    int steps = argc > 3 ? atoi(argv[3]) : 50;
    if (nx < 2 || ny < 2) return 1;
    struct plane u = plane_make(nx, ny), w = plane_make(nx, ny), t = plane_make(nx, ny);
    struct plane g = plane_make(nx, ny);
    unsigned s = 99;
    for (size_t i = 0; i < nx; i++)
        for (size_t j = 0; j < ny; j++) {
            int spot = ((int)(i % 50) - 25) * ((int)(i % 50) - 25)
                     + ((int)(j % 60) - 30) * ((int)(j % 60) - 30) < 60;
            s = s * 1664525u + 1013904223u;
            u.v[i][j] = spot ? 0.5 : 1.0;
            w.v[i][j] = (spot ? 0.25 : 0.0) + (s >> 8) * 1e-9;
            g.v[i][j] = 0.4 + 0.2 * (i * ny + j) / (nx * ny) + ((i / 16 + j / 16) & 1) * 0.1;
        }
    run(&u, &w, &t, &g, steps, &(struct model){ 1.0, 0.037, 0.060, 0.16, 0.08 });
    report("u", &u);
    report("w", &w);
    plane_free(&u); plane_free(&w); plane_free(&t); plane_free(&g);
    return 0;
}
