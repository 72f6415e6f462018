/* 3-D finite-difference time-domain (Yee) cavity with a dielectric sphere,
 * conducting walls in x and y, first-order Mur walls in z, a soft dipole source
 * and probes.  usage: fdtd [n] [steps] */
#include <math.h>
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

static void update_e(Grid *g)
{
    const int ny = g->ny, nz = g->nz;
    const size_t sx = (size_t)ny * nz, sy = nz;
    for (int i = 0; i < g->nx; i++)
        for (int j = 0; j < ny; j++)
            for (int k = 0; k < nz; k++) {
                size_t c = AT(g, i, j, k);
                if (j > 0 && k > 0 && i < g->nx - 1 && j < ny - 1)
                    g->ex[c] = g->ca[c] * g->ex[c]
                             + g->cb[c] * ((g->hz[c] - g->hz[c - sy]) - (g->hy[c] - g->hy[c - 1]));
                if (i > 0 && k > 0 && i < g->nx - 1 && j < ny - 1)
                    g->ey[c] = g->ca[c] * g->ey[c]
                             + g->cb[c] * ((g->hx[c] - g->hx[c - 1]) - (g->hz[c] - g->hz[c - sx]));
                if (i > 0 && j > 0 && i < g->nx - 1 && j < ny - 1)
                    g->ez[c] = g->ca[c] * g->ez[c]
                             + g->cb[c] * ((g->hy[c] - g->hy[c - sx]) - (g->hx[c] - g->hx[c - sy]));
            }
}

/* first-order Mur condition for one component at z = 0 and z = nz - 1 */
static void mur_z(Grid *g, float *e, float *old)
{
    const float m = (0.5f - 1.0f) / (0.5f + 1.0f);
    const int nz = g->nz;
    for (int i = 1; i < g->nx - 1; i++)
        for (int j = 1; j < g->ny - 1; j++) {
            float *r = e + AT(g, i, j, 0), *o = old + ((size_t)i * g->ny + j) * 4;
            r[0] = o[1] + m * (r[1] - o[0]);
            r[nz - 1] = o[2] + m * (r[nz - 2] - o[3]);
            o[0] = r[0];
            o[1] = r[1];
            o[2] = r[nz - 2];
            o[3] = r[nz - 1];
        }
}

static void update_h(Grid *g)
{
    const int ny = g->ny, nz = g->nz;
    const size_t sx = (size_t)ny * nz, sy = nz;
    const float d = 0.5f;
    for (int i = 0; i < g->nx - 1; i++)
        for (int j = 0; j < ny - 1; j++)
            for (int k = 0; k < nz - 1; k++) {
                size_t c = AT(g, i, j, k);
                g->hx[c] += d * ((g->ey[c + 1] - g->ey[c]) - (g->ez[c + sy] - g->ez[c]));
                g->hy[c] += d * ((g->ez[c + sx] - g->ez[c]) - (g->ex[c + 1] - g->ex[c]));
                g->hz[c] += d * ((g->ex[c + sy] - g->ex[c]) - (g->ey[c + sx] - g->ey[c]));
            }
}

static float pulse(int t)
{
    float a = (t - 25.0f) / 8.0f;
    return expf(-a * a) * sinf(0.3f * t);
}

static void run(Grid *g, int steps, float *probe)
{
    size_t src = AT(g, g->nx / 4, g->ny / 2, g->nz / 2);
    size_t prb = AT(g, 3 * g->nx / 4, g->ny / 3, g->nz / 3);
    for (int t = 0; t < steps; t++) {
        update_e(g);
        mur_z(g, g->ex, g->oex);
        mur_z(g, g->ey, g->oey);
        g->ez[src] += pulse(t);
        update_h(g);
        probe[t] = g->ez[prb];
    }
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
