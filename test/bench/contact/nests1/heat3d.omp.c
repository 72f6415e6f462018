/*
 * 3-D heat equation on a cube, explicit scheme, with a variable conductivity
 * and two heated spots.  Converted from an older code: the z, y, x loop order
 * of the original has been kept.
 *
 * OpenMP version: loops interchanged to x, y, z; faces fused into the update.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>

#ifndef N
#define N 116
#endif
#ifndef STEPS
#define STEPS 45
#endif

typedef double grid[N][N];

static double source(int x, int y, int z)
{
    int dx = x - N / 4, dy = y - N / 3, dz = z - N / 2;
    int ex = x - 3 * N / 4, ey = y - N / 2, ez = z - N / 3;
    if (dx * dx + dy * dy + dz * dz < N * N / 100)
        return 1.0;
    if (ex * ex + ey * ey + ez * ez < N * N / 150)
        return -0.6;
    return 0.0;
}

static void init(grid *u, grid *k, grid *q)
{
#pragma omp parallel for
    for (int x = 0; x < N; x++)
        for (int y = 0; y < N; y++)
            for (int z = 0; z < N; z++) {
                u[x][y][z] = sin(3.1 * x / N) * sin(3.1 * y / N) * z / N;
                k[x][y][z] = 0.05 + 0.1 * ((x / 9 + y / 7 + z / 11) % 2);
                q[x][y][z] = 0.02 * source(x, y, z);
            }
}

/* one plane, its four edges included; ends of the cube are copies of their neighbour */
static void plane(grid *v, grid *u, grid *k, grid *q, int x)
{
    for (int y = 1; y < N - 1; y++) {
        double *restrict o = v[x][y];
        const double *c = u[x][y], *e = u[x + 1][y], *w = u[x - 1][y];
        const double *n = u[x][y + 1], *s = u[x][y - 1];
        const double *kk = k[x][y], *qq = q[x][y];
#pragma omp simd
        for (int z = 1; z < N - 1; z++)
            o[z] = c[z]
                + kk[z] * (e[z] + w[z] + n[z] + s[z] + c[z + 1] + c[z - 1] - 6.0 * c[z])
                + qq[z];
        o[0] = o[1];
        o[N - 1] = o[N - 2];
    }
    memcpy(v[x][0], v[x][1], sizeof v[x][0]);
    memcpy(v[x][N - 1], v[x][N - 2], sizeof v[x][0]);
    if (x == 1)
        memcpy(v[0], v[1], sizeof v[0]);
    if (x == N - 2)
        memcpy(v[N - 1], v[N - 2], sizeof v[0]);
}

static void advance(grid *v, grid *u, grid *k, grid *q)
{
#pragma omp parallel for schedule(static)
    for (int x = 1; x < N - 1; x++)
        plane(v, u, k, q, x);
}

int main(void)
{
    grid *u = malloc(N * sizeof(grid));
    grid *v = malloc(N * sizeof(grid));
    grid *k = malloc(N * sizeof(grid));
    grid *q = malloc(N * sizeof(grid));

    init(u, k, q);
    for (int s = 0; s < STEPS; s++) {
        advance(v, u, k, q);
        grid *t = u;
        u = v;
        v = t;
    }

    double sum = 0.0, max = u[0][0][0], min = u[0][0][0];
    for (int z = 0; z < N; z++)
        for (int y = 0; y < N; y++)
            for (int x = 0; x < N; x++) {
                double t = u[x][y][z];
                sum += t;
                if (t > max)
                    max = t;
                if (t < min)
                    min = t;
            }
    printf("total heat %.17g\n", sum);
    printf("max %.17g  min %.17g\n", max, min);
    printf("centre %.17g\n", u[N / 2][N / 2][N / 2]);
    free(u);
    free(v);
    free(k);
    free(q);
    return 0;
}
