/* wave3d, optimized by hand: see wave3d.c.
 * In a group of TG steps, step t is at plane z = s - 2 t, so that a plane is
 * advanced TG times while its neighbours are in cache.  Every thread does so in
 * its own planes, two less at the inner ends per step; the gaps follow.
 * SMALL: 26 22 24 12
 */
#include <math.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

#define RECEIVERS 5
#define LAYER 10
#define TG 3

static int nx, ny, nz;
static double *field[2], *cc, *spx, *spy, *spz;
static double *trace; /* [steps][RECEIVERS] */

static double sponge(int p, int n)
{
    int d = p < n - 1 - p ? p : n - 1 - p;
    if (d >= LAYER)
        return 0.0;
    double t = (double)(LAYER - d) / LAYER;
    return 0.25 * t * t;
}

static double velocity(int x, int y, int z)
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

/* columns x0..x1-1 of a row: v is the squared velocity, sy and sz the sponge */
static inline void update_span(double *restrict out, const double *restrict c,
                               const double *restrict v, double sy, double sz, int x0, int x1)
{
    const double c0 = -2.5, c1 = 4.0 / 3.0, c2 = -1.0 / 12.0;
    int ly = nx, lz = nx * ny;
#pragma omp simd
    for (int x = x0; x < x1; x++) {
        double d = spx[x] + sy + sz;
        double u = c[x];
        double ax = c[x - 1] + c[x + 1], ay = c[x - ly] + c[x + ly], az = c[x - lz] + c[x + lz];
        double bx = c[x - 2] + c[x + 2], by = c[x - 2 * ly] + c[x + 2 * ly];
        double bz = c[x - 2 * lz] + c[x + 2 * lz];
        double lap = 3.0 * c0 * u + c1 * (ax + ay + az) + c2 * (bx + by + bz);
        double push = v[x] * lap;
        out[x] = (2.0 * u - (1.0 - d) * out[x] + push) / (1.0 + d);
    }
}

/* the same where there is no sponge: times 1 and divided by 1 */
static inline void update_free(double *restrict out, const double *restrict c,
                               const double *restrict v, int x0, int x1)
{
    const double c0 = -2.5, c1 = 4.0 / 3.0, c2 = -1.0 / 12.0;
    int ly = nx, lz = nx * ny;
#pragma omp simd
    for (int x = x0; x < x1; x++) {
        double u = c[x];
        double ax = c[x - 1] + c[x + 1], ay = c[x - ly] + c[x + ly], az = c[x - lz] + c[x + lz];
        double bx = c[x - 2] + c[x + 2], by = c[x - 2 * ly] + c[x + 2 * ly];
        double bz = c[x - 2 * lz] + c[x + 2 * lz];
        double lap = 3.0 * c0 * u + c1 * (ax + ay + az) + c2 * (bx + by + bz);
        double push = v[x] * lap;
        out[x] = 2.0 * u - out[x] + push;
    }
}

/* step t on plane z, with the source and the receivers there */
static void update(int t, int z)
{
    double *prev = field[t % 2], *cur = field[(t + 1) % 2];
    for (int y = 2; y < ny - 2; y++) {
        size_t at = ((size_t)z * ny + y) * nx;
        if (spy[y] == 0.0 && spz[z] == 0.0 && nx > 2 * LAYER) {
            update_span(prev + at, cur + at, cc + at, 0.0, 0.0, 2, LAYER);
            update_free(prev + at, cur + at, cc + at, LAYER, nx - LAYER);
            update_span(prev + at, cur + at, cc + at, 0.0, 0.0, nx - LAYER, nx - 2);
        } else
            update_span(prev + at, cur + at, cc + at, spy[y], spz[z], 2, nx - 2);
        if (z == nz / 4 && y == ny / 2)
            prev[at + nx / 3] += ricker(t);
        if (z == 4 && y == ny / 2)
            for (int r = 0; r < RECEIVERS; r++)
                trace[t * RECEIVERS + r] = prev[at + 4 + r * (nx - 8) / RECEIVERS];
    }
}

/* step t0 + t on the planes from + up * t .. to - down * t - 1, for t < tn */
static void group(int t0, int tn, int from, int up, int to, int down)
{
    int first = from + (up < 0 ? up * tn : 0), last = to + (down < 0 ? -down * tn : 0);
    for (int s = first; s < last + 2 * tn; s++)
        for (int t = 0; t < tn; t++) {
            int z = s - 2 * t;
            if (z >= from + up * t && z < to - down * t)
                update(t0 + t, z);
        }
}

int main(int argc, char **argv)
{
    nx = argc > 1 ? atoi(argv[1]) : 128;
    ny = argc > 2 ? atoi(argv[2]) : 110;
    nz = argc > 3 ? atoi(argv[3]) : 96;
    int steps = argc > 4 ? atoi(argv[4]) : 180;
    if (nx < 12 || ny < 12 || nz < 12)
        return 1;
    size_t count = (size_t)nx * ny * nz;
    field[0] = malloc(sizeof(double) * count);
    field[1] = malloc(sizeof(double) * count);
    cc = malloc(sizeof(double) * count);
    spx = malloc(sizeof(double) * nx);
    spy = malloc(sizeof(double) * ny);
    spz = malloc(sizeof(double) * nz);
    trace = malloc(sizeof(double) * (steps + 1) * RECEIVERS);
    for (int i = 0; i < nx; i++)
        spx[i] = sponge(i, nx);
    for (int i = 0; i < ny; i++)
        spy[i] = sponge(i, ny);
    for (int i = 0; i < nz; i++)
        spz[i] = sponge(i, nz);
#pragma omp parallel for
    for (int z = 0; z < nz; z++)
        for (int y = 0; y < ny; y++)
            for (int x = 0; x < nx; x++) {
                size_t at = ((size_t)z * ny + y) * nx + x;
                double v = velocity(x, y, z);
                cc[at] = v * v;
                field[0][at] = field[1][at] = 0.0;
            }
#pragma omp parallel
    {
        int chunks = omp_get_num_threads(), c = omp_get_thread_num(), planes = nz - 4;
        if (planes / chunks < 4 * TG)
            chunks = planes / (4 * TG) > 0 ? planes / (4 * TG) : 1;
        int from = 2 + planes * c / chunks, to = 2 + planes * (c + 1) / chunks;
        for (int t0 = 0; t0 < steps; t0 += TG) {
            int tn = steps - t0 < TG ? steps - t0 : TG;
            if (c < chunks)
                group(t0, tn, from, c > 0 ? 2 : 0, to, c + 1 < chunks ? 2 : 0);
#pragma omp barrier
            if (c > 0 && c < chunks)
                group(t0, tn, from, -2, from, -2);
#pragma omp barrier
        }
    }
    const double *u = field[(steps + 1) % 2];
    double energy_at[RECEIVERS] = { 0 }, peak[RECEIVERS] = { 0 };
    for (int t = 0; t < steps; t++)
        for (int r = 0; r < RECEIVERS; r++) {
            double p = trace[t * RECEIVERS + r];
            energy_at[r] += p * p;
            if (fabs(p) > peak[r])
                peak[r] = fabs(p);
        }
    printf("grid %d %d %d, %d steps\n", nx, ny, nz, steps);
    for (int r = 0; r < RECEIVERS; r++)
        printf("receiver %d: energy %.12g peak %.12g\n", r, energy_at[r], peak[r]);
    double sum = 0.0, energy = 0.0;
    size_t at = 0;
    for (int z = 0; z < nz; z++)
        for (int y = 0; y < ny; y++)
            for (int x = 0; x < nx; x++, at++) {
                energy += u[at] * u[at];
                sum += u[at] * ((x + 2 * y + 3 * z) % 7 - 3);
            }
    printf("energy %.15g checksum %.15g\n", energy, sum);
    for (int z = 2; z < nz; z += nz / 6)
        printf("u on the axis, plane %d: %.15g\n", z, u[((size_t)z * ny + ny / 2) * nx + nx / 2]);
    free(field[0]);
    free(field[1]);
    free(cc);
    free(spx);
    free(spy);
    free(spz);
    free(trace);
    return 0;
}
