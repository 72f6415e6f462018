/* wave3d: acoustic waves in a layered block of rock, fourth order in space,
 * second in time, with a sponge that absorbs the waves at all six sides; a
 * Ricker source and a line of receivers.
 * Expert: several steps pass over the planes at once, two planes behind each
 * other, each thread in a trapezoid of planes, then the gaps between them;
 * separable damping precomputed and left out in the middle, vectors along x.
 * SMALL: 26 22 24 12
 * Usage: wave3d [nx] [ny] [nz] [steps]
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define RECEIVERS 5
#define LAYER 10

struct Field {
    int nx, ny, nz;
    double **plane; /* plane[z][y * nx + x] */
};

static struct Field new_field(int nx, int ny, int nz)
{
    struct Field f = { nx, ny, nz, malloc(sizeof(double *) * nz) };
    for (int z = 0; z < nz; z++) {
        f.plane[z] = malloc(sizeof(double) * nx * ny);
        for (int i = 0; i < nx * ny; i++)
            f.plane[z][i] = 0.0;
    }
    return f;
}

static void free_field(struct Field *f)
{
    for (int z = 0; z < f->nz; z++)
        free(f->plane[z]);
    free(f->plane);
}

static double value(const struct Field *f, int x, int y, int z)
{
    return f->plane[z][y * f->nx + x];
}

/* second differences of fourth order, summed over the three directions */
static double laplacian(const struct Field *f, int x, int y, int z)
{
    const double c0 = -2.5, c1 = 4.0 / 3.0, c2 = -1.0 / 12.0;
    double sx = value(f, x - 1, y, z) + value(f, x + 1, y, z);
    double sy = value(f, x, y - 1, z) + value(f, x, y + 1, z);
    double sz = value(f, x, y, z - 1) + value(f, x, y, z + 1);
    double tx = value(f, x - 2, y, z) + value(f, x + 2, y, z);
    double ty = value(f, x, y - 2, z) + value(f, x, y + 2, z);
    double tz = value(f, x, y, z - 2) + value(f, x, y, z + 2);
    return 3.0 * c0 * value(f, x, y, z) + c1 * (sx + sy + sz) + c2 * (tx + ty + tz);
}

/* how strong the sponge is at place p of n */
static double sponge(int p, int n)
{
    int d = p < n - 1 - p ? p : n - 1 - p;
    if (d >= LAYER)
        return 0.0;
    double t = (double)(LAYER - d) / LAYER;
    return 0.25 * t * t;
}

static double velocity(int x, int y, int z, int nx, int ny, int nz)
{
    double depth = (double)z / nz + 0.06 * sin(6.0 * x / nx) * cos(5.0 * y / ny);
    double v = depth < 0.35 ? 0.30 : depth < 0.6 ? 0.38 : 0.46;
    double dx = x - 0.6 * nx, dy = y - 0.5 * ny, dz = z - 0.5 * nz;
    if (dx * dx + dy * dy + dz * dz < 0.01 * nx * nx)
        v = 0.22;
    return v;
}

static double ricker(int t)
{
    double a = 0.16 * (t - 18);
    return (1.0 - 2.0 * a * a) * exp(-a * a);
}

/* one step; the new values replace those of the step before the last */
static void step(struct Field *prev, const struct Field *cur, const struct Field *cc)
{
    int nx = cur->nx, ny = cur->ny, nz = cur->nz;
    for (int z = 2; z < nz - 2; z++)
        for (int y = 2; y < ny - 2; y++)
            for (int x = 2; x < nx - 2; x++) {
                double d = sponge(x, nx) + sponge(y, ny) + sponge(z, nz);
                double u = value(cur, x, y, z);
                double push = value(cc, x, y, z) * laplacian(cur, x, y, z);
                double *p = &prev->plane[z][y * nx + x];
                *p = (2.0 * u - (1.0 - d) * *p + push) / (1.0 + d);
            }
}

int main(int argc, char **argv)
{
    int nx = argc > 1 ? atoi(argv[1]) : 128;
    int ny = argc > 2 ? atoi(argv[2]) : 110;
    int nz = argc > 3 ? atoi(argv[3]) : 96;
    int steps = argc > 4 ? atoi(argv[4]) : 180;
    if (nx < 12 || ny < 12 || nz < 12)
        return 1;
    struct Field a = new_field(nx, ny, nz), b = new_field(nx, ny, nz);
    struct Field cc = new_field(nx, ny, nz);
    for (int z = 0; z < nz; z++)
        for (int y = 0; y < ny; y++)
            for (int x = 0; x < nx; x++) {
                double v = velocity(x, y, z, nx, ny, nz);
                cc.plane[z][y * nx + x] = v * v;
            }
    int sx = nx / 3, sy = ny / 2, sz = nz / 4;
    double trace[RECEIVERS] = { 0 }, peak[RECEIVERS] = { 0 };
    struct Field *prev = &a, *cur = &b;
    for (int t = 0; t < steps; t++) {
        step(prev, cur, &cc);
        struct Field *swap = prev;
        prev = cur;
        cur = swap;
        cur->plane[sz][sy * nx + sx] += ricker(t);
        for (int r = 0; r < RECEIVERS; r++) {
            double p = value(cur, 4 + r * (nx - 8) / RECEIVERS, ny / 2, 4);
            trace[r] += p * p;
            if (fabs(p) > peak[r])
                peak[r] = fabs(p);
        }
    }
    printf("grid %d %d %d, %d steps\n", nx, ny, nz, steps);
    for (int r = 0; r < RECEIVERS; r++)
        printf("receiver %d: energy %.12g peak %.12g\n", r, trace[r], peak[r]);
    double sum = 0.0, energy = 0.0;
    for (int z = 0; z < nz; z++)
        for (int y = 0; y < ny; y++)
            for (int x = 0; x < nx; x++) {
                double u = value(cur, x, y, z);
                energy += u * u;
                sum += u * ((x + 2 * y + 3 * z) % 7 - 3);
            }
    printf("energy %.15g checksum %.15g\n", energy, sum);
    for (int z = 2; z < nz; z += nz / 6)
        printf("u on the axis, plane %d: %.15g\n", z, value(cur, nx / 2, ny / 2, z));
    free_field(&a);
    free_field(&b);
    free_field(&cc);
    return 0;
}
