// SPDX-License-Identifier: Apache-2.0
/*
 * elastic: P-SV waves in a layered two-dimensional medium.
 * Velocity-stress staggered grid, 4th order in space, 2nd order in time,
 * absorbing sponge along all four sides.
 *
 * usage: elastic [nx] [nz] [steps]
 */
#define _POSIX_C_SOURCE 199309L
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define PAD 2
#define C1 1.125f
#define C2 (-1.0f / 24.0f)

typedef struct {
    int nx, nz;             /* interior size */
    int stride;
    float dx, dt;
    float *vx, *vz;
    float *sxx, *szz, *sxz;
    float *lam, *mu, *buoy; /* Lame parameters, 1/density */
    float *damp;
} Model;

typedef struct {
    int x, z;
    float *trace;
} Receiver;

static float *field(const Model *m)
{
    float *f = calloc((size_t)(m->nz + 2 * PAD) * m->stride, sizeof(float));
    if (!f) {
        perror("elastic");
        exit(1);
    }
    return f;
}

static size_t at(const Model *m, int x, int z)
{
    return (size_t)(z + PAD) * m->stride + x + PAD;
}

static void set_rock(Model *m, int x, int z)
{
    float depth = z * m->dx, wavy = 60.0f * sinf(x * m->dx / 400.0f);
    float vp, vs, rho;
    if (depth < 500.0f + wavy) {
        vp = 1800.0f; vs = 900.0f; rho = 2000.0f;
    } else if (depth < 1200.0f - 0.15f * x * m->dx) {
        vp = 2600.0f; vs = 1400.0f; rho = 2200.0f;
    } else {
        vp = 3400.0f; vs = 1900.0f; rho = 2400.0f;
    }
    float cx = x * m->dx - 1400.0f, cz = depth - 900.0f;
    if (cx * cx + cz * cz < 150.0f * 150.0f) {
        vp = 4500.0f; vs = 2500.0f; rho = 2300.0f;    /* salt body */
    }
    size_t i = at(m, x, z);
    m->mu[i] = rho * vs * vs;
    m->lam[i] = rho * vp * vp - 2 * m->mu[i];
    m->buoy[i] = 1.0f / rho;
}

static void model_init(Model *m, int nx, int nz)
{
    m->nx = nx;
    m->nz = nz;
    m->stride = nx + 2 * PAD;
    m->dx = 5.0f;
    m->dt = 0.5f * m->dx / 4500.0f;
    m->vx = field(m); m->vz = field(m);
    m->sxx = field(m); m->szz = field(m); m->sxz = field(m);
    m->lam = field(m); m->mu = field(m); m->buoy = field(m);
    m->damp = field(m);
    const int width = 30;
    for (int z = 0; z < nz; z++)
        for (int x = 0; x < nx; x++) {
            int d = x < nx - 1 - x ? x : nx - 1 - x;
            if (nz - 1 - z < d)
                d = nz - 1 - z;
            if (z < d)
                d = z;
            float g = d < width ? 0.0045f * (width - d) : 0.0f;
            m->damp[at(m, x, z)] = expf(-g * g);
            set_rock(m, x, z);
        }
}

static void model_free(Model *m)
{
    free(m->vx); free(m->vz); free(m->sxx); free(m->szz); free(m->sxz);
    free(m->lam); free(m->mu); free(m->buoy); free(m->damp);
}

/* differences centred half a cell ahead of or behind p */
static inline float fwd(const float *p, int s)
{
    return C1 * (p[s] - p[0]) + C2 * (p[2 * s] - p[-s]);
}

static inline float bwd(const float *p, int s)
{
    return C1 * (p[0] - p[-s]) + C2 * (p[s] - p[-2 * s]);
}

static void update_velocity(Model *m)
{
    int s = m->stride;
    float k = m->dt / m->dx;
    for (int z = 0; z < m->nz; z++)
        for (int x = 0; x < m->nx; x++) {
            size_t i = at(m, x, z);
            float ax = bwd(m->sxx + i, 1) + bwd(m->sxz + i, s);
            float az = fwd(m->sxz + i, 1) + fwd(m->szz + i, s);
            m->vx[i] = m->damp[i] * (m->vx[i] + k * m->buoy[i] * ax);
            m->vz[i] = m->damp[i] * (m->vz[i] + k * m->buoy[i] * az);
        }
}

static void update_stress(Model *m)
{
    int s = m->stride;
    float k = m->dt / m->dx;
    for (int z = 0; z < m->nz; z++)
        for (int x = 0; x < m->nx; x++) {
            size_t i = at(m, x, z);
            float exx = fwd(m->vx + i, 1), ezz = bwd(m->vz + i, s);
            float exz = fwd(m->vx + i, s) + bwd(m->vz + i, 1);
            float l = m->lam[i], l2m = l + 2 * m->mu[i];
            m->sxx[i] = m->damp[i] * (m->sxx[i] + k * (l2m * exx + l * ezz));
            m->szz[i] = m->damp[i] * (m->szz[i] + k * (l * exx + l2m * ezz));
            m->sxz[i] = m->damp[i] * (m->sxz[i] + k * m->mu[i] * exz);
        }
}

static float ricker(float t, float f)
{
    float a = 3.14159265f * f * (t - 1.2f / f);
    return (1 - 2 * a * a) * expf(-a * a);
}

static void inject(Model *m, int x, int z, float amp)
{
    size_t i = at(m, x, z);
    m->sxx[i] += amp;
    m->szz[i] += amp;
}

static double kinetic_energy(const Model *m, float *vmax)
{
    double e = 0.0;
    *vmax = 0.0f;
    for (int z = 0; z < m->nz; z++)
        for (int x = 0; x < m->nx; x++) {
            size_t i = at(m, x, z);
            float v2 = m->vx[i] * m->vx[i] + m->vz[i] * m->vz[i];
            e += 0.5 * v2 / m->buoy[i];
            if (v2 > *vmax)
                *vmax = v2;
        }
    *vmax = sqrtf(*vmax);
    return e * m->dx * m->dx;
}

static void record(const Model *m, Receiver *r, int n, int step)
{
    for (int k = 0; k < n; k++)
        r[k].trace[step] = m->vz[at(m, r[k].x, r[k].z)];
}

int main(int argc, char **argv)
{
    int nx = argc > 1 ? atoi(argv[1]) : 540;
    int nz = argc > 2 ? atoi(argv[2]) : 400;
    int steps = argc > 3 ? atoi(argv[3]) : 1300;
    enum { NREC = 12 };
    Receiver rec[NREC];
    Model m;
    struct timespec t0, t1;

    if (nx < 20 || nz < 20) {
        fprintf(stderr, "grid too small\n");
        return 1;
    }
    model_init(&m, nx, nz);
    for (int k = 0; k < NREC; k++) {
        rec[k].x = (k + 1) * nx / (NREC + 1);
        rec[k].z = nz / 8;
        rec[k].trace = calloc(steps + 1, sizeof(float));
    }
    clock_gettime(CLOCK_MONOTONIC, &t0);
    for (int n = 0; n < steps; n++) {
        update_velocity(&m);
        update_stress(&m);
        inject(&m, nx / 3, nz / 6, 1e4f * ricker(n * m.dt, 18.0f));
        record(&m, rec, NREC, n);
        if (n % 100 == 99) {
            float vmax;
            double e = kinetic_energy(&m, &vmax);
            printf("step %4d  t=%.4f  energy %.6e  vmax %.6e\n", n + 1, (n + 1) * m.dt, e, vmax);
        }
    }
    clock_gettime(CLOCK_MONOTONIC, &t1);

    for (int k = 0; k < NREC; k++) {
        int first = 0, arrive = -1;
        double sq = 0.0;
        for (int n = 0; n < steps; n++) {
            sq += (double)rec[k].trace[n] * rec[k].trace[n];
            if (fabsf(rec[k].trace[n]) > fabsf(rec[k].trace[first]))
                first = n;
        }
        for (int n = 0; n < steps && arrive < 0; n++)
            if (fabsf(rec[k].trace[n]) > 0.01f * fabsf(rec[k].trace[first]))
                arrive = n;
        printf("receiver %2d at %3d: arrival %d, peak %d (%.6e), rms %.6e\n", k, rec[k].x, arrive, first,
               rec[k].trace[first], sqrt(sq / (steps + !steps)));
        free(rec[k].trace);
    }
    fprintf(stderr, "time loop %.3f s\n", (t1.tv_sec - t0.tv_sec) + 1e-9 * (t1.tv_nsec - t0.tv_nsec));
    model_free(&m);
    return 0;
}
