/*
 * 3-D heat equation on a cube, explicit scheme, with a variable conductivity
 * and two heated spots.  Converted from an older code: the z, y, x loop order
 * of the original has been kept.
 */
#include <stdio.h>
#include <stdlib.h>
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
    for (int z = 0; z < N; z++)
        for (int y = 0; y < N; y++)
            for (int x = 0; x < N; x++) {
                u[x][y][z] = sin(3.1 * x / N) * sin(3.1 * y / N) * z / N;
                k[x][y][z] = 0.05 + 0.1 * ((x / 9 + y / 7 + z / 11) % 2);
                q[x][y][z] = 0.02 * source(x, y, z);
            }
}

static void advance(grid *v, grid *u, grid *k, grid *q)
{
    for (int z = 1; z < N - 1; z++)
        for (int y = 1; y < N - 1; y++)
            for (int x = 1; x < N - 1; x++)
                v[x][y][z] = u[x][y][z]
                    + k[x][y][z] * (u[x + 1][y][z] + u[x - 1][y][z]
                                  + u[x][y + 1][z] + u[x][y - 1][z]
                                  + u[x][y][z + 1] + u[x][y][z - 1]
                                  - 6.0 * u[x][y][z])
                    + q[x][y][z];
}

/* insulated faces */
static void faces(grid *v)
{
    for (int z = 1; z < N - 1; z++)
        for (int y = 1; y < N - 1; y++) {
            v[0][y][z] = v[1][y][z];
            v[N - 1][y][z] = v[N - 2][y][z];
        }
    for (int z = 1; z < N - 1; z++)
        for (int x = 0; x < N; x++) {
            v[x][0][z] = v[x][1][z];
            v[x][N - 1][z] = v[x][N - 2][z];
        }
    for (int y = 0; y < N; y++)
        for (int x = 0; x < N; x++) {
            v[x][y][0] = v[x][y][1];
            v[x][y][N - 1] = v[x][y][N - 2];
        }
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
        faces(v);
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
