/* 3-D FDTD (Yee) in a box with conducting walls at x and z ends and first
 * order Mur absorbers at the y ends; lossy dielectric ball; soft source.
 * usage: fdtd [nx] [ny] [nz] [steps] */
#include <stdio.h>
#include <stdlib.h>
#include <stdint.h>
#include <math.h>
#include <string.h>
#include <stdatomic.h>
#include <omp.h>
#include <sched.h>

struct grid {
    int nx, ny, nz;
    float *ex, *ey, *ez, *hx, *hy, *hz;
    float *ca, *cb;             /* material coefficients of the E update */
    float ch, mur;
};

#define IX(g, i, j, k) (((size_t)(i) * (g)->ny + (j)) * (g)->nz + (k))

static float *zeros(size_t n)
{
    float *p = calloc(n, sizeof *p);
    if (!p) {
        fputs("no memory\n", stderr);
        exit(1);
    }
    return p;
}

static void grid_init(struct grid *g, int nx, int ny, int nz)
{
    size_t n = (size_t)nx * ny * nz;
    float **f[] = { &g->ex, &g->ey, &g->ez, &g->hx, &g->hy, &g->hz, &g->ca, &g->cb };
    g->nx = nx;
    g->ny = ny;
    g->nz = nz;
    for (int q = 0; q < 8; q++)
        *f[q] = zeros(n);
    g->ch = 0.5f;
    g->mur = (0.5f - 1.0f) / (0.5f + 1.0f);
    for (int i = 0; i < nx; i++)
        for (int j = 0; j < ny; j++)
            for (int k = 0; k < nz; k++) {
                float x = i - 0.6f * nx, y = j - 0.5f * ny, z = k - 0.5f * nz;
                int in = x * x + y * y + z * z < 0.04f * nx * ny;
                float eps = in ? 3.0f : 1.0f, sig = in ? 0.02f : 0.0f;
                g->ca[IX(g, i, j, k)] = (1 - sig / eps) / (1 + sig / eps);
                g->cb[IX(g, i, j, k)] = 0.5f / eps / (1 + sig / eps);
            }
}

/* E of one x plane with the Mur walls of that plane.  old: 4 rows of nz. */
static void plane_e(struct grid *g, int i, float *old)
{
    int ny = g->ny, nz = g->nz;
    size_t si = (size_t)ny * nz, base = i * si;
    float *rows[4] = { g->ex + base + nz, g->ez + base + nz,
                       g->ex + base + (size_t)(ny - 2) * nz, g->ez + base + (size_t)(ny - 2) * nz };
    for (int q = 0; q < 4; q++)
        memcpy(old + q * nz, rows[q], sizeof(float) * nz);
    if (i < g->nx - 1)
        for (int j = 0; j < ny - 1; j++) {
            size_t p = base + (size_t)j * nz;
            float *restrict ex = g->ex + p, *restrict ey = g->ey + p, *restrict ez = g->ez + p;
            const float *restrict a = g->ca + p, *restrict b = g->cb + p;
            const float *hx = g->hx + p, *hy = g->hy + p, *hz = g->hz + p;
            if (j > 0)
#pragma omp simd
                for (int k = 1; k < nz - 1; k++)
                    ex[k] = a[k] * ex[k] + b[k] * ((hz[k] - hz[k - nz]) - (hy[k] - hy[k - 1]));
            if (i > 0)
#pragma omp simd
                for (int k = 1; k < nz - 1; k++)
                    ey[k] = a[k] * ey[k] + b[k] * ((hx[k] - hx[k - 1]) - (hz[k] - (hz - si)[k]));
            if (i > 0 && j > 0)
#pragma omp simd
                for (int k = 0; k < nz - 1; k++)
                    ez[k] = a[k] * ez[k] + b[k] * ((hy[k] - (hy - si)[k]) - (hx[k] - hx[k - nz]));
        }
    if (i > 0 && i < g->nx - 1) {
        float m = g->mur;
        float *wall[4] = { g->ex + base, g->ez + base,
                           g->ex + base + (size_t)(ny - 1) * nz, g->ez + base + (size_t)(ny - 1) * nz };
        for (int q = 0; q < 4; q++) {
            float *restrict w = wall[q];
            const float *restrict r = rows[q], *restrict o = old + q * nz;
#pragma omp simd
            for (int k = 1; k < nz - 1; k++)
                w[k] = o[k] + m * (r[k] - w[k]);
        }
    }
}

static void plane_h(struct grid *g, int i)
{
    int ny = g->ny, nz = g->nz;
    size_t si = (size_t)ny * nz;
    float c = g->ch;
    for (int j = 0; j < ny - 1; j++) {
        size_t p = i * si + (size_t)j * nz;
        float *restrict hx = g->hx + p, *restrict hy = g->hy + p, *restrict hz = g->hz + p;
        const float *ex = g->ex + p, *ey = g->ey + p, *ez = g->ez + p;
#pragma omp simd
        for (int k = 0; k < nz - 1; k++) {
            hx[k] += c * ((ey[k + 1] - ey[k]) - (ez[k + nz] - ez[k]));
            hy[k] += c * ((ez[k + si] - ez[k]) - (ex[k + 1] - ex[k]));
            hz[k] += c * ((ex[k + nz] - ex[k]) - (ey[k + si] - ey[k]));
        }
    }
}

/* Time skewing: step t does E of plane i, then H of plane i-1; step t+1 may
 * follow one plane behind.  Batches of TB steps go round robin over the
 * threads, each batch following its predecessor through the planes. */
enum { TB = 5 };

static void run(struct grid *g, int steps, float *probe, size_t src, size_t pr)
{
    int nx = g->nx, nb = (steps + TB - 1) / TB;
    size_t si = (size_t)g->ny * g->nz;
    atomic_int *done = calloc(nb + 1, sizeof *done);
    if (!done)
        exit(1);
#pragma omp parallel
    {
        float *old = zeros((size_t)4 * g->nz);
        int nth = omp_get_num_threads();
        for (int b = omp_get_thread_num(); b < nb; b += nth)
            for (int w = 0; w < nx + TB - 1; w++) {
                /* planes up to w of the last step of the batch before */
                int need = w + TB + 1 < nx + TB - 1 ? w + TB + 1 : nx + TB - 1;
                for (int spin = 0; b > 0 && atomic_load_explicit(&done[b - 1], memory_order_acquire) < need;)
                    if (++spin > 200) {
                        sched_yield();
                    }
                for (int s = 0; s < TB && b * TB + s < steps; s++) {
                    int i = w - s, t = b * TB + s;
                    if (i < 0 || i >= nx)
                        continue;
                    plane_e(g, i, old);
                    if (src / si == (size_t)i) {
                        float u = (t - 30) / 10.0f;
                        g->ez[src] += expf(-u * u);
                    }
                    if (pr / si == (size_t)i)
                        probe[t] = g->ez[pr];
                    if (i > 0)
                        plane_h(g, i - 1);
                }
                atomic_store_explicit(&done[b], w + 1, memory_order_release);
            }
        free(old);
    }
    free(done);
}

static uint64_t hash(uint64_t h, const float *f, size_t n)
{
    const unsigned char *p = (const unsigned char *)f;
    for (size_t i = 0; i < n * sizeof *f; i++)
        h = (h ^ p[i]) * 1099511628211ull;
    return h;
}

int main(int argc, char **argv)
{
    int nx = argc > 1 ? atoi(argv[1]) : 60, ny = argc > 2 ? atoi(argv[2]) : 64;
    int nz = argc > 3 ? atoi(argv[3]) : 72, steps = argc > 4 ? atoi(argv[4]) : 200;
    if (nx < 4 || ny < 4 || nz < 4 || steps < 0)
        return 2;
    struct grid g;
    grid_init(&g, nx, ny, nz);
    float *probe = zeros(steps + 1);
    size_t src = IX(&g, nx / 4, ny / 2, nz / 2), pr = IX(&g, nx - 3, ny / 3, nz / 2);

    run(&g, steps, probe, src, pr);

    size_t n = (size_t)nx * ny * nz;
    double we = 0, wh = 0;
    for (size_t p = 0; p < n; p++) {
        we += (double)g.ex[p] * g.ex[p] + (double)g.ey[p] * g.ey[p] + (double)g.ez[p] * g.ez[p];
        wh += (double)g.hx[p] * g.hx[p] + (double)g.hy[p] * g.hy[p] + (double)g.hz[p] * g.hz[p];
    }
    uint64_t h = 14695981039346656037ull, hp = hash(h, probe, steps);
    float *f[] = { g.ex, g.ey, g.ez, g.hx, g.hy, g.hz };
    for (int q = 0; q < 6; q++)
        h = hash(h, f[q], n);
    printf("electric %.17g magnetic %.17g\n", we, wh);
    printf("fields %016llx probe %016llx\n", (unsigned long long)h, (unsigned long long)hp);
    for (int q = 0; q < 6; q++)
        free(f[q]);
    free(g.ca);
    free(g.cb);
    free(probe);
    return 0;
}
