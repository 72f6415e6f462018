/* Lattice Boltzmann, nine velocities, channel with a round obstacle.
 * usage: lbm [width height steps] */
#include <stdio.h>
#include <stdlib.h>

#define Q 9

static const int cx[Q] = { 0, 1, 0, -1, 0, 1, -1, -1, 1 };
static const int cy[Q] = { 0, 0, 1, 0, -1, 1, 1, -1, -1 };
static const int opposite[Q] = { 0, 3, 4, 1, 2, 7, 8, 5, 6 };
static const double weight[Q] = { 4. / 9, 1. / 9, 1. / 9, 1. / 9, 1. / 9, 1. / 36, 1. / 36, 1. / 36, 1. / 36 };

typedef struct {
    double f[Q];
} Cell;

typedef struct {
    int width, height;
    double omega;
    Cell *now, *next;
    unsigned char *solid;
} Lattice;

static double feq(int q, double rho, double ux, double uy)
{
    double cu = cx[q] * ux + cy[q] * uy;
    return weight[q] * rho * (1.0 + 3.0 * cu + 4.5 * cu * cu - 1.5 * (ux * ux + uy * uy));
}

static int lattice_init(Lattice *l, int width, int height, double omega)
{
    int x, y, q, r = height / 6;
    size_t n = (size_t)width * height;
    l->width = width;
    l->height = height;
    l->omega = omega;
    l->now = malloc(n * sizeof(Cell));
    l->next = malloc(n * sizeof(Cell));
    l->solid = calloc(n, 1);
    if (!l->now || !l->next || !l->solid)
        return -1;
    for (y = 0; y < height; y++)
        for (x = 0; x < width; x++) {
            int dx = x - width / 4, dy = y - height / 2 - 1;
            size_t p = (size_t)y * width + x;
            if (y == 0 || y == height - 1 || dx * dx + dy * dy < r * r)
                l->solid[p] = 1;
            for (q = 0; q < Q; q++)
                l->now[p].f[q] = feq(q, 1.0 + 0.001 * ((x * 7 + y * 3) % 5), 0.08, 0.0);
        }
    return 0;
}

static void collide(Lattice *l)
{
    int p, q, n = l->width * l->height;
    for (p = 0; p < n; p++) {
        Cell *c = &l->now[p];
        double rho = 0, ux = 0, uy = 0;
        if (l->solid[p])
            continue;
        for (q = 0; q < Q; q++) {
            rho += c->f[q];
            ux += cx[q] * c->f[q];
            uy += cy[q] * c->f[q];
        }
        ux /= rho;
        uy /= rho;
        for (q = 0; q < Q; q++)
            c->f[q] += l->omega * (feq(q, rho, ux, uy) - c->f[q]);
    }
}

static void stream(Lattice *l)
{
    int w = l->width, h = l->height;
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            size_t p = (size_t)y * w + x;
            for (int q = 0; q < Q; q++) {
                int sx = x - cx[q], sy = y - cy[q];
                if (sx < 0)
                    sx += w;
                if (sx >= w)
                    sx -= w;
                if (sy < 0 || sy >= h) {
                    l->next[p].f[q] = l->now[p].f[q];
                    continue;
                }
                size_t s = (size_t)sy * w + sx;
                if (l->solid[s] && !l->solid[p])
                    l->next[p].f[q] = l->now[p].f[opposite[q]];   /* bounce back */
                else
                    l->next[p].f[q] = l->now[s].f[q];
            }
        }
    Cell *t = l->now;
    l->now = l->next;
    l->next = t;
}

int main(int argc, char **argv)
{
    Lattice l;
    int steps = argc > 3 ? atoi(argv[3]) : 72;
    if (lattice_init(&l, argc > 1 ? atoi(argv[1]) : 600, argc > 2 ? atoi(argv[2]) : 300, 1.7) != 0)
        return 1;
    for (int s = 0; s < steps; s++) {
        collide(&l);
        stream(&l);
    }
    double mass = 0, mx = 0, my = 0;
    for (int p = 0; p < l.width * l.height; p++)
        if (!l.solid[p])
            for (int q = 0; q < Q; q++) {
                mass += l.now[p].f[q];
                mx += cx[q] * l.now[p].f[q];
                my += cy[q] * l.now[p].f[q];
            }
    printf("mass %.10g momentum %.10g %.8g\n", mass, mx, my);
    Cell *c = &l.now[(size_t)(l.height / 2) * l.width + l.width / 2];
    for (int q = 0; q < Q; q++)
        printf("%.10g%c", c->f[q], q < Q - 1 ? ' ' : '\n');
    free(l.now);
    free(l.next);
    free(l.solid);
    return 0;
}
