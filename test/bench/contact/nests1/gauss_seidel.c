/*
 * Electrostatic potential in a box with charged plates: Poisson's equation
 * solved with a fixed number of lexicographic Gauss-Seidel sweeps.
 *
 * usage: gauss_seidel [sweeps]
 */
#include <stdio.h>
#include <stdlib.h>
#include <math.h>

#ifndef N
#define N 900
#endif

static double u[N][N];
static double f[N][N];

static void setup(void)
{
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < N; j++) {
            u[i][j] = 0.0;
            f[i][j] = 0.0;
        }
    }
    for (int i = N / 4; i < 3 * N / 4; i++) {
        f[i][N / 3] = 4.0;
        f[i][2 * N / 3] = -4.0;
    }
    for (int j = 0; j < N; j++) {
        u[0][j] = sin(3.0 * j / N);
        u[N - 1][j] = 1.0 - 2.0 * j / N;
    }
}

static void sweep(void)
{
    for (int i = 1; i < N - 1; i++)
        for (int j = 1; j < N - 1; j++)
            u[i][j] = 0.25 * (u[i - 1][j] + u[i][j - 1] + u[i][j + 1] + u[i + 1][j]
                              + f[i][j]);
}

static double residual(void)
{
    double r = 0.0;
    for (int i = 1; i < N - 1; i++)
        for (int j = 1; j < N - 1; j++) {
            double d = u[i - 1][j] + u[i][j - 1] + u[i][j + 1] + u[i + 1][j]
                     + f[i][j] - 4.0 * u[i][j];
            r += d * d;
        }
    return sqrt(r);
}

int main(int argc, char **argv)
{
    int sweeps = argc > 1 ? atoi(argv[1]) : 260;

    setup();
    printf("initial residual %.17g\n", residual());
    for (int s = 0; s < sweeps; s++)
        sweep();
    printf("after %d sweeps  %.17g\n", sweeps, residual());

    double energy = 0.0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            energy += 0.5 * f[i][j] * u[i][j];
    printf("field energy %.17g\n", energy);
    printf("potential between plates %.17g\n", u[N / 2][N / 3 + 4]);
    return 0;
}
