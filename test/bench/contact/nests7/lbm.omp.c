/* D2Q9 lattice Boltzmann (BGK), flow around cylinders in a channel that is
 * periodic in x; bounce-back walls and obstacles; body force.
 * usage: lbm [width] [height] [steps] */
#include <stdio.h>
#include <stdlib.h>
#include <stdint.h>
#include <string.h>

enum { Q = 9 };
static const int cx[Q] = { 0, 1, 0, -1, 0, 1, -1, -1, 1 };
static const int cy[Q] = { 0, 0, 1, 0, -1, 1, 1, -1, -1 };
static const int opp[Q] = { 0, 3, 4, 1, 2, 7, 8, 5, 6 };
static const double wt[Q] = { 4. / 9, 1. / 9, 1. / 9, 1. / 9, 1. / 9,
                              1. / 36, 1. / 36, 1. / 36, 1. / 36 };

typedef struct {
    int w, h;
    double omega, force;
    double *f, *g;              /* [Q][h][w] */
    unsigned char *solid;
} Lattice;

static void lattice_init(Lattice *l, int w, int h)
{
    size_t n = (size_t)w * h;
    l->w = w;
    l->h = h;
    l->omega = 1.7;
    l->force = 2e-5;
    l->f = malloc(Q * n * sizeof(double));
    l->g = malloc(Q * n * sizeof(double));
    l->solid = malloc(n);
    if (!l->f || !l->g || !l->solid)
        exit(1);
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            int s = y == 0 || y == h - 1;
            for (int c = 0; c < 3; c++) {
                double dx = x - w * (0.2 + 0.3 * c), dy = y - h * (0.35 + 0.17 * c);
                s |= dx * dx + dy * dy < h * h / 100.0;
            }
            l->solid[(size_t)y * w + x] = s;
            for (int q = 0; q < Q; q++)
                l->f[q * n + (size_t)y * w + x] =
                    wt[q] * (1.0 + 0.01 * ((x * 7 + y * 13 + q * 3) % 11) / 11.0);
        }
}

/* Collision of one row, pushed straight to where it streams: the row of g that
 * direction q reaches is written shifted by cx[q], the wrapped cell apart. */
static void row_step(const Lattice *l, int y)
{
    enum { CH = 64 };
    int w = l->w, h = l->h;
    size_t n = (size_t)w * h;
    const double omega = l->omega, force = l->force;
    double *dst[Q];
    for (int q = 0; q < Q; q++)
        dst[q] = l->g + q * n + (size_t)((y + cy[q] + h) % h) * w;
    for (int x0 = 0; x0 < w; x0 += CH) {
        int m = w - x0 < CH ? w - x0 : CH;
        double o[Q][CH] __attribute__((aligned(64)));
        const double *f = l->f + (size_t)y * w + x0;
        const unsigned char *sol = l->solid + (size_t)y * w + x0;
#pragma omp simd
        for (int x = 0; x < m; x++) {
            double t[Q], r[Q], rho = 0, ux = 0, uy = 0;
#pragma GCC unroll 9
            for (int q = 0; q < Q; q++) {
                t[q] = f[q * n + x];
                rho += t[q];
                ux += cx[q] * t[q];
                uy += cy[q] * t[q];
            }
            ux = ux / rho + force;
            uy = uy / rho;
            double usq = 1.5 * (ux * ux + uy * uy);
            int s = sol[x];
#pragma GCC unroll 9
            for (int q = 0; q < Q; q++) {
                double cu = 3.0 * (cx[q] * ux + cy[q] * uy);
                double eq = wt[q] * rho * (1.0 + cu + 0.5 * cu * cu - usq);
                r[q] = t[q] + omega * (eq - t[q]);
            }
#pragma GCC unroll 9
            for (int q = 0; q < Q; q++)
                o[q][x] = s ? t[opp[q]] : r[q];
        }
        for (int q = 0; q < Q; q++) {
            int a = 0, b = m, d = x0 + cx[q];
            if (d < 0)
                dst[q][w - 1] = o[q][a++];
            if (d + b > w)
                dst[q][0] = o[q][--b];
            memcpy(dst[q] + d + a, o[q] + a, (b - a) * sizeof(double));
        }
    }
}

static uint64_t fnv(uint64_t h, double v)
{
    uint64_t u;
    memcpy(&u, &v, 8);
    for (int i = 0; i < 8; i++, u >>= 8)
        h = (h ^ (u & 0xff)) * 0x100000001b3;
    return h;
}

int main(int argc, char **argv)
{
    int w = argc > 1 ? atoi(argv[1]) : 320;
    int h = argc > 2 ? atoi(argv[2]) : 120;
    int steps = argc > 3 ? atoi(argv[3]) : 320;
    if (w < 3 || h < 3)
        return 2;
    Lattice l;
    lattice_init(&l, w, h);
#pragma omp parallel
    for (int s = 0; s < steps; s++) {
#pragma omp for schedule(static)
        for (int y = 0; y < h; y++)
            row_step(&l, y);
#pragma omp single
        {
            double *t = l.f;
            l.f = l.g;
            l.g = t;
        }
    }
    size_t n = (size_t)w * h;
    double mass = 0, mx = 0, my = 0;
    uint64_t hv = 0xcbf29ce484222325;
    for (int q = 0; q < Q; q++)
        for (size_t p = 0; p < n; p++) {
            double v = l.f[q * n + p];
            mass += v;
            mx += cx[q] * v;
            my += cy[q] * v;
            hv = fnv(hv, v);
        }
    printf("mass %.17g\nmomentum %.17g %.17g\nhash %016llx\n", mass, mx, my,
           (unsigned long long)hv);
    free(l.f);
    free(l.g);
    free(l.solid);
    return 0;
}
