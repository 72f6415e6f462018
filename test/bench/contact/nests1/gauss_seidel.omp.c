/*
 * Electrostatic potential in a box with charged plates: Poisson's equation
 * solved with a fixed number of lexicographic Gauss-Seidel sweeps.
 *
 * usage: gauss_seidel [sweeps]
 *
 * OpenMP version: sweeps are time skewed; twelve sweeps form a stage (four
 * rows advance together), and the stages form a pipeline.
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

#define DEPTH 12     /* sweeps carried by one stage */
#define CHUNK 32     /* wavefronts between two barriers, at least 2 * DEPTH */

static void row(int i)
{
    for (int j = 1; j < N - 1; j++)
        u[i][j] = 0.25 * (u[i - 1][j] + u[i][j - 1] + u[i][j + 1] + u[i + 1][j]
                          + f[i][j]);
}

/* rows i, i-2, i-4, i-6 belong to four consecutive sweeps; independent */
static void four_rows(int i)
{
    double (*a)[N] = u + i - 7;
    double w0 = u[i][0], w1 = u[i - 2][0], w2 = u[i - 4][0], w3 = u[i - 6][0];
    for (int j = 1; j < N - 1; j++) {
        w0 = 0.25 * (a[6][j] + w0 + a[7][j + 1] + a[8][j] + f[i][j]);
        w1 = 0.25 * (a[4][j] + w1 + a[5][j + 1] + a[6][j] + f[i - 2][j]);
        w2 = 0.25 * (a[2][j] + w2 + a[3][j + 1] + a[4][j] + f[i - 4][j]);
        w3 = 0.25 * (a[0][j] + w3 + a[1][j + 1] + a[2][j] + f[i - 6][j]);
        a[7][j] = w0;
        a[5][j] = w1;
        a[3][j] = w2;
        a[1][j] = w3;
    }
}

/* wavefront w of a stage: sweep t of the stage is at row w - 2t */
static void wavefront(int w, int depth)
{
    int t = 0;
    while (t < depth) {
        int i = w - 2 * t;
        if (t + 4 <= depth && i <= N - 2 && i - 6 >= 1) {
            four_rows(i);
            t += 4;
        } else {
            if (i >= 1 && i <= N - 2)
                row(i);
            t++;
        }
    }
}

/* time skewing: stage p trails stage p-1 by two chunks of wavefronts */
static void sweeps_skewed(int sweeps)
{
    int stages = (sweeps + DEPTH - 1) / DEPTH;
    int fronts = (N - 2) + 2 * (DEPTH - 1);
    int chunks = (fronts + CHUNK - 1) / CHUNK;

#pragma omp parallel
    for (int c = 0; c < chunks + 2 * (stages - 1); c++) {
        int lo = c - chunks + 1 > 0 ? (c - chunks + 2) / 2 : 0;
        int hi = c / 2 < stages - 1 ? c / 2 : stages - 1;
#pragma omp for schedule(static)
        for (int p = lo; p <= hi; p++) {
            int depth = p == stages - 1 ? sweeps - p * DEPTH : DEPTH;
            int w0 = 1 + (c - 2 * p) * CHUNK;
            for (int w = w0; w < w0 + CHUNK && w <= fronts; w++)
                wavefront(w, depth);
        }
    }
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
    sweeps_skewed(sweeps);
    printf("after %d sweeps  %.17g\n", sweeps, residual());

    double energy = 0.0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            energy += 0.5 * f[i][j] * u[i][j];
    printf("field energy %.17g\n", energy);
    printf("potential between plates %.17g\n", u[N / 2][N / 3 + 4]);
    return 0;
}
