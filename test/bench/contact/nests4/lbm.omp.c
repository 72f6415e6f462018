/* Lattice Boltzmann, nine velocities, channel with a round obstacle.
 * usage: lbm [width height steps] */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <omp.h>

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

/* Nine separate planes instead of cells, collision vectorised along a row.  Streaming
 * of step s and collision of step s+1 are one pass over memory: a row is gathered from
 * its neighbours into a row buffer (copies with shift plus a list of bounce-back links)
 * and collided from there into the other set of planes. */
typedef struct {
    double *pl[2][Q];
    int nlinks, *start;      /* links by row */
    int *cell;
    unsigned char *dir;
} Planes;

/* f: nine source rows, g: nine destination rows (row y of the planes) */
static void collide_row(const Lattice *l, const double *fluid, double *const f[Q], double *const g[Q], int y)
{
    const int w = l->width;
    const double *fl = fluid + (size_t)y * w;
    const double *f0 = f[0], *f1 = f[1], *f2 = f[2], *f3 = f[3], *f4 = f[4], *f5 = f[5], *f6 = f[6], *f7 = f[7],
                 *f8 = f[8];
    double *g0 = g[0], *g1 = g[1], *g2 = g[2], *g3 = g[3], *g4 = g[4], *g5 = g[5], *g6 = g[6], *g7 = g[7], *g8 = g[8];
    const double om = l->omega;
#pragma omp simd
    for (int x = 0; x < w; x++) {
        double a0 = f0[x], a1 = f1[x], a2 = f2[x], a3 = f3[x], a4 = f4[x], a5 = f5[x], a6 = f6[x], a7 = f7[x],
               a8 = f8[x];
        double rho = a0 + a1 + a2 + a3 + a4 + a5 + a6 + a7 + a8;
        double ux = a1 - a3 + a5 - a6 - a7 + a8;
        double uy = a2 - a4 + a5 + a6 - a7 - a8;
        int on = fl[x] != 0.0;
        rho = on ? rho : 1.0;
        ux /= rho;
        uy /= rho;
        double k = 1.5 * (ux * ux + uy * uy);
        double w0 = weight[0] * rho, w1 = weight[1] * rho, w5 = weight[5] * rho;
#define EQ(W, cu) (W) * (1.0 + 3.0 * (cu) + 4.5 * (cu) * (cu) - k)
        double p = ux + uy, m = -ux + uy, n = -ux - uy, r = ux - uy;
        double b0 = a0 + om * (EQ(w0, 0.0) - a0);
        double b1 = a1 + om * (EQ(w1, ux) - a1);
        double b2 = a2 + om * (EQ(w1, uy) - a2);
        double b3 = a3 + om * (EQ(w1, -ux) - a3);
        double b4 = a4 + om * (EQ(w1, -uy) - a4);
        double b5 = a5 + om * (EQ(w5, p) - a5);
        double b6 = a6 + om * (EQ(w5, m) - a6);
        double b7 = a7 + om * (EQ(w5, n) - a7);
        double b8 = a8 + om * (EQ(w5, r) - a8);
        g0[x] = on ? b0 : a0;
        g1[x] = on ? b1 : a1;
        g2[x] = on ? b2 : a2;
        g3[x] = on ? b3 : a3;
        g4[x] = on ? b4 : a4;
        g5[x] = on ? b5 : a5;
        g6[x] = on ? b6 : a6;
        g7[x] = on ? b7 : a7;
        g8[x] = on ? b8 : a8;
    }
}

/* gather row y after streaming from planes f into the nine rows g */
static void stream_row(const Lattice *l, const Planes *pl, double *const f[Q], double *const g[Q], int y)
{
    const int w = l->width, h = l->height;
    for (int q = 0; q < Q; q++) {
        int sy = y - cy[q];
        double *d = g[q];
        if (sy < 0 || sy >= h) {
            memcpy(d, f[q] + (size_t)y * w, w * sizeof(double));
            continue;
        }
        const double *s = f[q] + (size_t)sy * w;
        if (cx[q] == 0)
            memcpy(d, s, w * sizeof(double));
        else if (cx[q] > 0) {
            memcpy(d + 1, s, (w - 1) * sizeof(double));
            d[0] = s[w - 1];
        } else {
            memcpy(d, s + 1, (w - 1) * sizeof(double));
            d[w - 1] = s[0];
        }
    }
    for (int k = pl->start[y]; k < pl->start[y + 1]; k++)
        g[pl->dir[k]][pl->cell[k] - y * w] = f[opposite[pl->dir[k]]][pl->cell[k]];
}

static int find_links(const Lattice *l, int y, int *cell, unsigned char *dir)
{
    int w = l->width, h = l->height, n = 0;
    for (int x = 0; x < w; x++)
        for (int q = 0; q < Q; q++) {
            int sx = (x - cx[q] + w) % w, sy = y - cy[q];
            if (sy < 0 || sy >= h || l->solid[y * w + x] || !l->solid[sy * w + sx])
                continue;
            if (cell) {
                cell[n] = y * w + x;
                dir[n] = (unsigned char)q;
            }
            n++;
        }
    return n;
}

static void simulate(Lattice *l, int steps)
{
    const int w = l->width, h = l->height;
    const size_t n = (size_t)w * h;
    Planes pl;
    double *fluid = malloc(n * sizeof(double));
    for (size_t p = 0; p < n; p++)
        fluid[p] = !l->solid[p];
    for (int b = 0; b < 2; b++)
        for (int q = 0; q < Q; q++)
            pl.pl[b][q] = malloc((n + 64 + 24 * q) * sizeof(double));
    pl.start = malloc((h + 1) * sizeof(int));
    pl.start[0] = 0;
    for (int y = 0; y < h; y++)
        pl.start[y + 1] = pl.start[y] + find_links(l, y, NULL, NULL);
    pl.cell = malloc((pl.start[h] + 1) * sizeof(int));
    pl.dir = malloc(pl.start[h] + 1);
    for (int y = 0; y < h; y++)
        find_links(l, y, pl.cell + pl.start[y], pl.dir + pl.start[y]);
#pragma omp parallel
    {
        const int me = omp_get_thread_num(), nt = omp_get_num_threads();
        const int y0 = (int)((long)h * me / nt), y1 = (int)((long)h * (me + 1) / nt);
        double *buf[Q], *out[Q], *mem = malloc((size_t)Q * (w + 24) * sizeof(double));
        for (int q = 0; q < Q; q++)
            buf[q] = mem + (size_t)q * (w + 24);
        for (int y = y0; y < y1; y++) {
            for (int q = 0; q < Q; q++) {
                out[q] = pl.pl[0][q] + (size_t)y * w;
                for (int x = 0; x < w; x++)
                    buf[q][x] = l->now[(size_t)y * w + x].f[q];
            }
            collide_row(l, fluid, buf, out, y);
        }
#pragma omp barrier
        for (int s = 0; s < steps - 1; s++) {
            double **f = pl.pl[s & 1], **g = pl.pl[!(s & 1)];
            for (int y = y0; y < y1; y++) {
                for (int q = 0; q < Q; q++)
                    out[q] = g[q] + (size_t)y * w;
                stream_row(l, &pl, f, buf, y);
                collide_row(l, fluid, buf, out, y);
            }
#pragma omp barrier
        }
        for (int y = y0; y < y1; y++) {
            stream_row(l, &pl, pl.pl[(steps - 1) & 1], buf, y);
            for (int x = 0; x < w; x++)
                for (int q = 0; q < Q; q++)
                    l->now[(size_t)y * w + x].f[q] = buf[q][x];
        }
        free(mem);
    }
    for (int b = 0; b < 2; b++)
        for (int q = 0; q < Q; q++)
            free(pl.pl[b][q]);
    free(fluid);
    free(pl.start);
    free(pl.cell);
    free(pl.dir);
}

int main(int argc, char **argv)
{
    Lattice l;
    int steps = argc > 3 ? atoi(argv[3]) : 72;
    if (lattice_init(&l, argc > 1 ? atoi(argv[1]) : 600, argc > 2 ? atoi(argv[2]) : 300, 1.7) != 0)
        return 1;
    if (steps > 0)
        simulate(&l, steps);
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
