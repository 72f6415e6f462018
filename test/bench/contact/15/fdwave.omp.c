/*
 * fdwave - 2-D acoustic wave propagation, 4th order in space, sponge borders.
 *
 * Shot gather over a layered model with a salt body; several shots, the
 * receiver line is stacked into an offset section.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define BORDER 40

static float **alloc2d(int nz, int nx)
{
    float **p = malloc(nz * sizeof(float *));
    p[0] = calloc((size_t)nz * nx, sizeof(float));
    for (int z = 1; z < nz; z++)
        p[z] = p[z - 1] + nx;
    return p;
}

static void free2d(float **p)
{
    free(p[0]);
    free(p);
}

static void build_model(float **vel, int nz, int nx, float h)
{
    for (int z = 0; z < nz; z++)
        for (int x = 0; x < nx; x++) {
            float depth = z * h + 60.0f * sinf(x * 0.02f);
            float v = 1500.0f;
            if (depth > 500.0f) v = 2000.0f;
            if (depth > 900.0f) v = 2400.0f + 0.3f * (depth - 900.0f);
            if (depth > 1500.0f) v = 3200.0f;
            float ex = (x - nx * 0.55f) / (nx * 0.15f), ez = (z - nz * 0.6f) / (nz * 0.13f);
            if (ex * ex + ez * ez < 1.0f) v = 4500.0f;
            vel[z][x] = v;
        }
}

static void build_sponge(float **damp, int nz, int nx)
{
    for (int z = 0; z < nz; z++)
        for (int x = 0; x < nx; x++) {
            int d = BORDER;
            if (x < d) d = x;
            if (nx - 1 - x < d) d = nx - 1 - x;
            if (nz - 1 - z < d) d = nz - 1 - z;
            float a = 0.015f * (BORDER - d);
            damp[z][x] = expf(-a * a * 0.25f);
        }
}

static float ricker(float t, float f0)
{
    float a = (float)M_PI * f0 * (t - 1.2f / f0);
    a *= a;
    return (1.0f - 2.0f * a) * expf(-a);
}

/* the step functions contain orphaned work sharing loops: they are called by
   all threads of the team in main */
static void laplace_step(float **next, float **cur, float **prev, float **c2, int nz, int nx)
{
    #pragma omp for schedule(static)
    for (int z = 2; z < nz - 2; z++)
        #pragma omp simd
        for (int x = 2; x < nx - 2; x++) {
            float lap = -5.0f * cur[z][x]
                + (4.0f / 3.0f) * (cur[z][x - 1] + cur[z][x + 1] + cur[z - 1][x] + cur[z + 1][x])
                - (1.0f / 12.0f) * (cur[z][x - 2] + cur[z][x + 2] + cur[z - 2][x] + cur[z + 2][x]);
            next[z][x] = 2.0f * cur[z][x] - prev[z][x] + c2[z][x] * lap;
        }
}

static void apply_sponge(float **a, float **b, float **damp, int nz, int nx)
{
    #pragma omp for schedule(static)
    for (int z = 0; z < nz; z++)
        #pragma omp simd
        for (int x = 0; x < nx; x++) {
            a[z][x] *= damp[z][x];
            b[z][x] *= damp[z][x];
        }
}

int main(int argc, char **argv)
{
    int nz = argc > 1 ? atoi(argv[1]) : 360;
    int nx = argc > 2 ? atoi(argv[2]) : 600;
    int nt = argc > 3 ? atoi(argv[3]) : 850;
    int nshots = argc > 4 ? atoi(argv[4]) : 3;
    float h = 7.5f, dt = 0.0008f, f0 = 14.0f;
    int noff = 48;
    struct timespec t0, t1;

    float **vel = alloc2d(nz, nx), **c2 = alloc2d(nz, nx), **damp = alloc2d(nz, nx);
    float **p0 = alloc2d(nz, nx), **p1 = alloc2d(nz, nx), **p2 = alloc2d(nz, nx);
    float **section = alloc2d(noff, nt);

    build_model(vel, nz, nx, h);
    build_sponge(damp, nz, nx);
    for (int z = 0; z < nz; z++)
        for (int x = 0; x < nx; x++)
            c2[z][x] = vel[z][x] * vel[z][x] * dt * dt / (h * h);

    clock_gettime(CLOCK_MONOTONIC, &t0);
    for (int s = 0; s < nshots; s++) {
        int sx = nx / 4 + s * nx / (2 * nshots), sz = 6;
        memset(p0[0], 0, (size_t)nz * nx * sizeof(float));
        memset(p1[0], 0, (size_t)nz * nx * sizeof(float));
        memset(p2[0], 0, (size_t)nz * nx * sizeof(float));
        #pragma omp parallel
        for (int t = 0; t < nt; t++) {
            laplace_step(p2, p1, p0, c2, nz, nx);
            #pragma omp single
            p2[sz][sx] += ricker(t * dt, f0) * dt * dt * 1e6f;
            apply_sponge(p1, p2, damp, nz, nx);
            #pragma omp single
            {
                for (int k = 0; k < noff; k++) {
                    int rx = sx + (k - noff / 2) * 3;
                    if (rx > 2 && rx < nx - 2)
                        section[k][t] += p2[sz][rx];
                }
                float **tmp = p0;
                p0 = p1;
                p1 = p2;
                p2 = tmp;
            }
        }
        double e = 0.0;
        for (int z = 0; z < nz; z++)
            for (int x = 0; x < nx; x++)
                e += p1[z][x] * p1[z][x];
        printf("shot %d at x=%.1f m, residual energy %.6e\n", s, sx * h, e);
    }
    clock_gettime(CLOCK_MONOTONIC, &t1);
    fprintf(stderr, "modelling: %.3f s\n", (t1.tv_sec - t0.tv_sec) + (t1.tv_nsec - t0.tv_nsec) * 1e-9);

    for (int k = 0; k < noff; k += 6) {
        int pick = 0;
        double rms = 0.0;
        for (int t = 0; t < nt; t++) {
            rms += section[k][t] * section[k][t];
            if (fabsf(section[k][t]) > fabsf(section[k][pick]))
                pick = t;
        }
        printf("offset %6.1f m: max %.5e at %.4f s, rms %.5e\n", (k - noff / 2) * 3 * h, section[k][pick], pick * dt,
               sqrt(rms / nt));
    }
    free2d(vel); free2d(c2); free2d(damp);
    free2d(p0); free2d(p1); free2d(p2);
    free2d(section);
    return 0;
}
