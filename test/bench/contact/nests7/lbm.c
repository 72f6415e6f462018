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

static void collide(Lattice *l)
{
    size_t n = (size_t)l->w * l->h;
    for (size_t p = 0; p < n; p++) {
        double t[Q];
        for (int q = 0; q < Q; q++)
            t[q] = l->f[q * n + p];
        if (l->solid[p]) {
            for (int q = 0; q < Q; q++)
                l->f[q * n + p] = t[opp[q]];
            continue;
        }
        double rho = 0, ux = 0, uy = 0;
        for (int q = 0; q < Q; q++) {
            rho += t[q];
            ux += cx[q] * t[q];
            uy += cy[q] * t[q];
        }
        ux = ux / rho + l->force;
        uy = uy / rho;
        double usq = 1.5 * (ux * ux + uy * uy);
        for (int q = 0; q < Q; q++) {
            double cu = 3.0 * (cx[q] * ux + cy[q] * uy);
            double eq = wt[q] * rho * (1.0 + cu + 0.5 * cu * cu - usq);
            l->f[q * n + p] = t[q] + l->omega * (eq - t[q]);
        }
    }
}

static void stream(Lattice *l)
{
    int w = l->w, h = l->h;
    size_t n = (size_t)w * h;
    for (int q = 0; q < Q; q++)
        for (int y = 0; y < h; y++)
            for (int x = 0; x < w; x++) {
                int sx = (x - cx[q] + w) % w, sy = (y - cy[q] + h) % h;
                l->g[q * n + (size_t)y * w + x] = l->f[q * n + (size_t)sy * w + sx];
            }
    double *t = l->f;
    l->f = l->g;
    l->g = t;
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
    for (int s = 0; s < steps; s++) {
        collide(&l);
        stream(&l);
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
