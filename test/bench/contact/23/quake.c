/*
 * quake.c - ground motion in a sedimentary basin: antiplane (SH) waves on a
 * staggered grid with soil that yields and softens, absorbing edges, a few
 * stations at the surface and a map of peak velocities.
 *
 * usage: quake [nx] [nz] [steps]
 */
#include <stdio.h>
#include <stdlib.h>
#include <stdint.h>
#include <string.h>
#include <math.h>

#define NSTA   6
#define SPONGE 24
#define DX     25.0f

typedef struct { float rho, mu, yield, soft; int layer; } Soil;
typedef struct { int ix; float peak; int tpeak; float *trace; int clipped; } Station;

typedef struct {
    int nx, nz;
    float dt;
    float *v, *sx, *sz;                 /* velocity and the two shear stresses */
    float *peak;
    Soil *soil;
    float *damp;                        /* sponge factors along one side */
    Station sta[NSTA];
    double spent;                       /* plastic work */
    long yields, quiet;
} Basin;

static uint32_t seed = 777;

static float frand(void)
{
    seed ^= seed << 13; seed ^= seed >> 17; seed ^= seed << 5;
    return (float)(seed >> 8) / 16777216.0f;
}

static void *zalloc(size_t n)
{
    void *p = calloc(n, 1);
    if (!p) { fprintf(stderr, "quake: out of memory\n"); exit(1); }
    return p;
}

/* depth of the basin floor, in cells */
static int basin_floor(int nx, int nz, int i)
{
    double x = (i - 0.45 * nx) / (0.33 * nx);
    double d = 0.055 * nz * (1 - x * x);
    return d < 3 ? 3 : (int)d;
}

static void build(Basin *b, int nx, int nz, int steps)
{
    size_t n = (size_t)nx * nz;
    b->nx = nx;
    b->nz = nz;
    b->v = zalloc(n * sizeof(float));
    b->sx = zalloc(n * sizeof(float));
    b->sz = zalloc(n * sizeof(float));
    b->peak = zalloc(n * sizeof(float));
    b->soil = zalloc(n * sizeof(Soil));
    b->damp = zalloc((size_t)(nx > nz ? nx : nz) * sizeof(float));
    float cmax = 0;
    for (int j = 0; j < nz; j++)
        for (int i = 0; i < nx; i++) {
            Soil *s = &b->soil[(size_t)j * nx + i];
            int fl = basin_floor(nx, nz, i);
            float rough = 1 + 0.08f * (frand() - 0.5f);
            s->layer = j < fl / 3 ? 0 : j < fl ? 1 : 2;
            float c = (s->layer == 0 ? 600 : s->layer == 1 ? 1000 : 2200) * rough;
            s->rho = s->layer == 0 ? 1800 : s->layer == 1 ? 2000 : 2500;
            s->mu = s->rho * c * c;
            s->yield = s->layer == 0 ? 6e3f + 300.0f * j : s->layer == 1 ? 2e5f : 1e9f;
            s->soft = 1;
            if (c > cmax) cmax = c;
        }
    b->dt = 0.6f * DX / cmax;
    for (int k = 0; k < (nx > nz ? nx : nz); k++) {
        float q = k < SPONGE ? 0.015f * (SPONGE - k) : 0;
        b->damp[k] = expf(-q * q);
    }
    for (int k = 0; k < NSTA; k++) {
        b->sta[k].ix = (int)((0.55 + 0.022 * k) * nx);
        b->sta[k].trace = zalloc(sizeof(float) * steps);
    }
}

static float source(float t)
{
    float a = 3.14159265f * 1.6f * (t - 0.45f);
    return 5e7f * (1 - 2 * a * a) * expf(-a * a);
}

static void inject(Basin *b, float t)
{
    int ci = b->nx * 3 / 5, cj = b->nz / 8;
    for (int k = -8; k <= 8; k++) {                 /* a short dipping rupture */
        float s = source(t - 0.012f * (k + 8));
        size_t p = (size_t)(cj - k / 2) * b->nx + ci + k;
        b->sx[p] += s * b->dt * 8;
        b->sz[p] -= s * b->dt * 4;
    }
}

static float edge(const Basin *b, int i, int j)
{
    int d = i < b->nx - 1 - i ? i : b->nx - 1 - i;
    if (b->nz - 1 - j < d) d = b->nz - 1 - j;
    return b->damp[d];
}

static void velocities(Basin *b)
{
    int nx = b->nx;
    for (int j = 0; j < b->nz; j++)
        for (int i = 1; i < nx - 1; i++) {
            size_t p = (size_t)j * nx + i;
            float up = j > 0 ? b->sz[p - nx] : 0;               /* free surface */
            float f = (b->sx[p] - b->sx[p - 1] + b->sz[p] - up) / DX;
            b->v[p] = (b->v[p] + b->dt * f / b->soil[p].rho) * edge(b, i, j);
            float a = fabsf(b->v[p]);
            if (a > b->peak[p]) b->peak[p] = a;
            if (a < 1e-12f) b->quiet++;
        }
}

static void stresses(Basin *b)
{
    int nx = b->nx;
    for (int j = 0; j < b->nz - 1; j++)
        for (int i = 0; i < nx - 1; i++) {
            size_t p = (size_t)j * nx + i;
            Soil *s = &b->soil[p];
            float g = s->mu * s->soft * b->dt / DX, e = edge(b, i, j);
            float tx = (b->sx[p] + g * (b->v[p + 1] - b->v[p])) * e;
            float tz = (b->sz[p] + g * (b->v[p + nx] - b->v[p])) * e;
            float m2 = tx * tx + tz * tz;
            if (m2 > s->yield * s->yield) {                     /* radial return */
                float m = sqrtf(m2), r = s->yield / m;
                tx *= r;
                tz *= r;
                b->spent += (double)(m - s->yield) * s->yield / s->mu;
                if (s->soft > 0.4f) s->soft *= 0.998f;
                b->yields++;
            }
            b->sx[p] = tx;
            b->sz[p] = tz;
        }
}

static void record(Basin *b, int step)
{
    for (int k = 0; k < NSTA; k++) {
        Station *s = &b->sta[k];
        float v = b->v[s->ix];
        if (fabsf(v) > 0.5f) { s->clipped++; v = v > 0 ? 0.5f : -0.5f; }
        s->trace[step] = v;
        if (fabsf(v) > s->peak) { s->peak = fabsf(v); s->tpeak = step; }
    }
}

static double energy(const Basin *b)
{
    double e = 0;
    for (size_t p = 0; p < (size_t)b->nx * b->nz; p++)
        e += 0.5 * b->soil[p].rho * b->v[p] * b->v[p];
    return e * DX * DX;
}

int main(int argc, char **argv)
{
    int nx = argc > 1 ? atoi(argv[1]) : 1250, nz = argc > 2 ? atoi(argv[2]) : 400;
    int steps = argc > 3 ? atoi(argv[3]) : 180, n;
    if (nx < 80 || nz < 60 || steps < 1) { fprintf(stderr, "usage: quake [nx>=80] [nz>=60] [steps]\n"); return 2; }
    static Basin b;
    build(&b, nx, nz, steps);
    for (n = 0; n < steps; n++) {
        inject(&b, n * b.dt);
        velocities(&b);
        stresses(&b);
        record(&b, n);
        if (n % 30 == 29) {
            double e = energy(&b);
            printf("t %.4f  energy %.9e  yields %ld  work %.9e\n", (n + 1) * b.dt, e, b.yields, b.spent);
            if (!(e < 1e18)) { printf("unstable, giving up\n"); break; }
        }
    }
    for (int k = 0; k < NSTA; k++) {
        double arias = 0;
        for (int i = 0; i < steps; i++) arias += (double)b.sta[k].trace[i] * b.sta[k].trace[i];
        printf("station %d x %6.0f m  pgv %.8e at %.4f s  int %.9e clipped %d\n", k, b.sta[k].ix * DX,
               b.sta[k].peak, b.sta[k].tpeak * b.dt, arias * b.dt, b.sta[k].clipped);
    }
    double sum[3] = { 0 }, soft = 0;
    for (size_t p = 0; p < (size_t)nx * nz; p++) { sum[b.soil[p].layer] += b.peak[p]; soft += 1 - b.soil[p].soft; }
    printf("steps %d  quiet %ld  peaks %.9e %.9e %.9e  softening %.9f\n", n, b.quiet, sum[0], sum[1], sum[2], soft);
    for (int k = 0; k < NSTA; k++) free(b.sta[k].trace);
    free(b.v); free(b.sx); free(b.sz); free(b.peak); free(b.soil); free(b.damp);
    return 0;
}
