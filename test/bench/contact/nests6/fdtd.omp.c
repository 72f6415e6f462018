/* (blocks of time-skewed steps, threads in a pipeline) 3-D finite-difference time-domain (Yee) cavity with a dielectric sphere,
 * conducting walls in x and y, first-order Mur walls in z, a soft dipole source
 * and probes.  usage: fdtd [n] [steps] */
#include <math.h>
#include <omp.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    int nx, ny, nz;
    float *ex, *ey, *ez, *hx, *hy, *hz;
    float *ca, *cb;             /* update coefficients of E in each cell */
    float *oex, *oey;           /* E next to the z walls, of the step before */
} Grid;

#define AT(g, i, j, k) (((size_t)(i) * (g)->ny + (j)) * (g)->nz + (k))

static float *field(size_t n)
{
    float *p = calloc(n, sizeof *p);
    if (!p) { fputs("no memory\n", stderr); exit(1); }
    return p;
}

static void grid_init(Grid *g, int nx, int ny, int nz)
{
    size_t n = (size_t)nx * ny * nz;
    *g = (Grid){ nx, ny, nz, field(n), field(n), field(n), field(n), field(n), field(n),
                 field(n), field(n), field((size_t)nx * ny * 4), field((size_t)nx * ny * 4) };
    for (int i = 0; i < nx; i++)
        for (int j = 0; j < ny; j++)
            for (int k = 0; k < nz; k++) {
                float x = i - 0.6f * nx, y = j - 0.5f * ny, z = k - 0.45f * nz;
                float r2 = x * x + y * y + z * z, rad = 0.2f * nx;
                float eps = r2 < rad * rad ? 4.0f : 1.0f, sig = r2 < rad * rad ? 0.02f : 0.0f;
                g->ca[AT(g, i, j, k)] = (1.0f - sig / eps) / (1.0f + sig / eps);
                g->cb[AT(g, i, j, k)] = 0.5f / eps / (1.0f + sig / eps);
            }
}

static float pulse(int t)
{
    float a = (t - 25.0f) / 8.0f;
    return expf(-a * a) * sinf(0.3f * t);
}

static inline void mur_row(float *r, float *o, int nz)
{
    const float m = (0.5f - 1.0f) / (0.5f + 1.0f);
    r[0] = o[1] + m * (r[1] - o[0]);
    r[nz - 1] = o[2] + m * (r[nz - 2] - o[3]);
    o[0] = r[0];
    o[1] = r[1];
    o[2] = r[nz - 2];
    o[3] = r[nz - 1];
}

static void e_row(Grid *g, int i, int j)
{
    const int ny = g->ny, nz = g->nz;
    const size_t sx = (size_t)ny * nz, sy = nz, c = AT(g, i, j, 0);
    float *restrict ex = g->ex + c, *restrict ey = g->ey + c, *restrict ez = g->ez + c;
    const float *ca = g->ca + c, *cb = g->cb + c, *hx = g->hx + c, *hy = g->hy + c, *hz = g->hz + c;
    if (i >= g->nx - 1 || j >= ny - 1) return;
    if (i > 0 && j > 0) {
        const float *hxj = hx - sy, *hzj = hz - sy, *hyi = hy - sx, *hzi = hz - sx;
        ez[0] = ca[0] * ez[0] + cb[0] * ((hy[0] - hyi[0]) - (hx[0] - hxj[0]));
        #pragma omp simd
        for (int k = 1; k < nz; k++) {
            ex[k] = ca[k] * ex[k] + cb[k] * ((hz[k] - hzj[k]) - (hy[k] - hy[k - 1]));
            ey[k] = ca[k] * ey[k] + cb[k] * ((hx[k] - hx[k - 1]) - (hz[k] - hzi[k]));
            ez[k] = ca[k] * ez[k] + cb[k] * ((hy[k] - hyi[k]) - (hx[k] - hxj[k]));
        }
        mur_row(ex, g->oex + ((size_t)i * ny + j) * 4, nz);
        mur_row(ey, g->oey + ((size_t)i * ny + j) * 4, nz);
    } else if (j > 0) {
        #pragma omp simd
        for (int k = 1; k < nz; k++)
            ex[k] = ca[k] * ex[k] + cb[k] * ((hz[k] - hz[k - (int)sy]) - (hy[k] - hy[k - 1]));
    } else if (i > 0) {
        #pragma omp simd
        for (int k = 1; k < nz; k++)
            ey[k] = ca[k] * ey[k] + cb[k] * ((hx[k] - hx[k - 1]) - (hz[k] - hz[k - (int)sx]));
    }
}

static void h_row(Grid *g, int i, int j)
{
    const int ny = g->ny, nz = g->nz;
    const size_t sx = (size_t)ny * nz, sy = nz, c = AT(g, i, j, 0);
    const float d = 0.5f, *ex = g->ex + c, *ey = g->ey + c, *ez = g->ez + c;
    float *restrict hx = g->hx + c, *restrict hy = g->hy + c, *restrict hz = g->hz + c;
    #pragma omp simd
    for (int k = 0; k < nz - 1; k++) {
        hx[k] += d * ((ey[k + 1] - ey[k]) - (ez[k + sy] - ez[k]));
        hy[k] += d * ((ez[k + sx] - ez[k]) - (ex[k + 1] - ex[k]));
        hz[k] += d * ((ex[k + sy] - ex[k]) - (ey[k + sx] - ey[k]));
    }
}

/* Blocks of TB steps, dealt to the threads in turn.  In position s, step q of a
 * block works on plane s - 2q (E) and then on plane s - 2q - 1 (H); a block follows
 * the one before it at the distance that the planes' dependences ask for. */
enum { TB = 3 };

static void run(Grid *g, int steps, float *probe)
{
    const int nx = g->nx, ny = g->ny, nb = (steps + TB - 1) / TB;
    const int si = nx / 4, sj = ny / 2, pi = 3 * nx / 4;
    const size_t src = AT(g, si, sj, g->nz / 2), prb = AT(g, pi, ny / 3, g->nz / 3);
    atomic_int *done = malloc(nb * sizeof *done);
    if (!done) exit(1);
    for (int b = 0; b < nb; b++) atomic_init(&done[b], -1);
    #pragma omp parallel
    for (int b = omp_get_thread_num(); b < nb; b += omp_get_num_threads()) {
        int t0 = b * TB, nq = steps - t0 < TB ? steps - t0 : TB, plast = nx + 2 * (TB - 1);
        for (int s = 0; s <= nx + 2 * (nq - 1); s++) {
            int need = s + 2 * TB - 1 < plast ? s + 2 * TB - 1 : plast, spin = 0;
            while (b > 0 && atomic_load_explicit(&done[b - 1], memory_order_acquire) < need)
                if (++spin > 1000) spin = sched_yield();
            for (int q = 0; q < nq; q++) {
                int i = s - 2 * q;
                if (i >= 0 && i < nx) {
                    for (int j = 0; j < ny; j++) e_row(g, i, j);
                    if (i == si) g->ez[src] += pulse(t0 + q);
                    if (i == pi) probe[t0 + q] = g->ez[prb];
                }
                if (i >= 1 && i < nx)
                    for (int j = 0; j < ny - 1; j++) h_row(g, i - 1, j);
            }
            atomic_store_explicit(&done[b], s, memory_order_release);
        }
    }
    free(done);
}

static void report(const char *what, const float *v, size_t n)
{
    double s = 0.0, e = 0.0;
    uint64_t h = 14695981039346656037ULL;
    for (size_t i = 0; i < n; i++) {
        unsigned char b[sizeof(float)];
        memcpy(b, v + i, sizeof b);
        s += v[i];
        e += (double)v[i] * v[i];
        for (size_t k = 0; k < sizeof b; k++) h = (h ^ b[k]) * 1099511628211ULL;
    }
    printf("%s %.17g %.17g %016llx\n", what, s, e, (unsigned long long)h);
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 84;
    int steps = argc > 2 ? atoi(argv[2]) : 110;
    if (n < 8 || steps < 1) return 1;
    Grid g;
    grid_init(&g, n, n - 2, n + 4);
    float *probe = field(steps);
    run(&g, steps, probe);
    size_t c = (size_t)g.nx * g.ny * g.nz;
    report("Ex", g.ex, c); report("Ey", g.ey, c); report("Ez", g.ez, c);
    report("Hx", g.hx, c); report("Hy", g.hy, c); report("Hz", g.hz, c);
    report("probe", probe, steps);
    free(g.ex); free(g.ey); free(g.ez); free(g.hx); free(g.hy); free(g.hz);
    free(g.ca); free(g.cb); free(g.oex); free(g.oey); free(probe);
    return 0;
}
