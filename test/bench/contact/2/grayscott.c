// SPDX-License-Identifier: Apache-2.0
/* Gray-Scott reaction-diffusion on a periodic grid. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static int N;
static const float Du = 0.16f, Dv = 0.08f, F = 0.035f, K = 0.060f;

static float **new_field(void)
{
    float **a = malloc(N * sizeof(float *));
    for (int i = 0; i < N; i++)
        a[i] = malloc(N * sizeof(float));
    return a;
}

static void free_field(float **a)
{
    for (int i = 0; i < N; i++)
        free(a[i]);
    free(a);
}

static unsigned seed = 12345;
static float frand(void)
{
    seed = seed * 1664525u + 1013904223u;
    return (seed >> 8) / 16777216.0f;
}

static void init(float **u, float **v)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            u[i][j] = 1.0f;
            v[i][j] = 0.0f;
        }
    for (int s = 0; s < 20; s++) {
        int ci = (int)(frand() * N), cj = (int)(frand() * N);
        for (int di = -4; di <= 4; di++)
            for (int dj = -4; dj <= 4; dj++) {
                int i = (ci + di + N) % N, j = (cj + dj + N) % N;
                u[i][j] = 0.5f + 0.02f * frand();
                v[i][j] = 0.25f + 0.02f * frand();
            }
    }
}

static float lap(float **a, int i, int j)
{
    int im = i == 0 ? N - 1 : i - 1, ip = i == N - 1 ? 0 : i + 1;
    int jm = j == 0 ? N - 1 : j - 1, jp = j == N - 1 ? 0 : j + 1;
    return a[im][j] + a[ip][j] + a[i][jm] + a[i][jp] - 4.0f * a[i][j];
}

static void step(float **u, float **v, float **un, float **vn)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            float uvv = u[i][j] * v[i][j] * v[i][j];
            un[i][j] = u[i][j] + Du * lap(u, i, j) - uvv + F * (1.0f - u[i][j]);
            vn[i][j] = v[i][j] + Dv * lap(v, i, j) + uvv - (F + K) * v[i][j];
        }
}

int main(int argc, char **argv)
{
    N = argc > 1 ? atoi(argv[1]) : 320;
    int steps = argc > 2 ? atoi(argv[2]) : 3000;
    float **u = new_field(), **v = new_field();
    float **u2 = new_field(), **v2 = new_field();
    struct timespec a, b;

    init(u, v);
    clock_gettime(CLOCK_MONOTONIC, &a);
    for (int t = 0; t < steps; t++) {
        step(u, v, u2, v2);
        float **tmp = u; u = u2; u2 = tmp;
        tmp = v; v = v2; v2 = tmp;
    }
    clock_gettime(CLOCK_MONOTONIC, &b);

    int hist[10] = {0};
    double sum = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            int k = (int)(v[i][j] * 20);
            if (k < 0) k = 0;
            if (k > 9) k = 9;
            hist[k]++;
            sum += v[i][j];
        }
    printf("grid %dx%d steps %d\n", N, N, steps);
    for (int k = 0; k < 10; k++)
        printf("v in [%.2f,%.2f): %d\n", k / 20.0, (k + 1) / 20.0, hist[k]);
    printf("total v %.6f\n", sum);
    fprintf(stderr, "time: %.3f\n", (b.tv_sec - a.tv_sec) + 1e-9 * (b.tv_nsec - a.tv_nsec));
    free_field(u); free_field(v); free_field(u2); free_field(v2);
    return 0;
}
