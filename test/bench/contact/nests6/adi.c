/* Reaction-diffusion (two species, Gray-Scott kinetics) with Peaceman-Rachford
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

/* tridiagonal solve along a line of the plane; a and c are the half-cell weights */
static void thomas(double *x, const double *g, size_t n, size_t stride, double r, double *cp)
{
    double lo = 0.0, prev_c = 0.0, prev_x = 0.0;
    for (size_t k = 0; k < n; k++) {
        double up = k + 1 < n ? r * (g[k * stride] + g[(k + 1) * stride]) : 0.0;
        double den = 1.0 + lo + up - lo * prev_c;
        prev_c = up / den;
        prev_x = (x[k * stride] + lo * prev_x) / den;
        cp[k] = prev_c;
        x[k * stride] = prev_x;
        lo = up;
    }
    for (size_t k = n - 1; k-- > 0;) x[k * stride] += cp[k] * x[(k + 1) * stride];
}

/* explicit half: out = u + r * d/dx (g du/dx) along j (axis 1) or i (axis 0) */
static void explicit_half(struct plane *out, const struct plane *u, const struct plane *g,
                          double r, int axis)
{
    for (size_t i = 0; i < u->nx; i++)
        for (size_t j = 0; j < u->ny; j++) {
            double c = u->v[i][j], k = g->v[i][j], s = 0.0;
            if (axis) {
                if (j > 0) s += (k + g->v[i][j - 1]) * (u->v[i][j - 1] - c);
                if (j + 1 < u->ny) s += (k + g->v[i][j + 1]) * (u->v[i][j + 1] - c);
            } else {
                if (i > 0) s += (k + g->v[i - 1][j]) * (u->v[i - 1][j] - c);
                if (i + 1 < u->nx) s += (k + g->v[i + 1][j]) * (u->v[i + 1][j] - c);
            }
            out->v[i][j] = c + r * s;
        }
}

static void diffuse(struct plane *u, struct plane *tmp, const struct plane *g, double r, double *cp)
{
    size_t nx = u->nx, ny = u->ny;
    explicit_half(tmp, u, g, r, 1);
    for (size_t j = 0; j < ny; j++) thomas(&tmp->v[0][j], &g->v[0][j], nx, ny, r, cp);
    explicit_half(u, tmp, g, r, 0);
    for (size_t i = 0; i < nx; i++) thomas(u->v[i], g->v[i], ny, 1, r, cp);
}

static void react(struct plane *u, struct plane *w, double dt, double feed, double kill)
{
    for (size_t i = 0; i < u->nx; i++)
        for (size_t j = 0; j < u->ny; j++) {
            double a = u->v[i][j], b = w->v[i][j], abb = a * b * b;
            u->v[i][j] = a + dt * (feed * (1.0 - a) - abb);
            w->v[i][j] = b + dt * (abb - (feed + kill) * b);
        }
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
    double *cp = malloc((nx > ny ? nx : ny) * sizeof *cp);
    if (!cp) return 1;
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
    for (int k = 0; k < steps; k++) {
        diffuse(&u, &t, &g, 0.16, cp);
        diffuse(&w, &t, &g, 0.08, cp);
        react(&u, &w, 1.0, 0.037, 0.060);
    }
    report("u", &u);
    report("w", &w);
    plane_free(&u); plane_free(&w); plane_free(&t); plane_free(&g);
    free(cp);
    return 0;
}
