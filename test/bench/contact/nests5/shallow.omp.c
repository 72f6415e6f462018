/* Shallow water, hand optimised: all fields double buffered, momentum and
 * continuity fused row by row, split time tiling over rows (trapezoids between
 * the threads), branch free vector rows. */
#pragma GCC target("prefer-vector-width=512")
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <omp.h>

#define TB 16
#define OFF 15

static int nx, ny;
static size_t ld;
static float *eta[2], *u[2], *v[2], *dep;
static const float dt = 2.0f, dx = 200.0f, g = 9.81f, fcor = 1.0e-4f, drag = 2.0e-5f;

#define ROW(a, j) ((a) + (size_t)(j) * ld + OFF)

static float *grid(void)
{
    float *p = aligned_alloc(64, (size_t)(ny + 2) * ld * sizeof(float));
    if (!p) {
        perror("alloc");
        exit(2);
    }
    return p;
}

static void init_row(int j)
{
    size_t o = (size_t)j * ld, n = ld * sizeof(float);
    float *d = ROW(dep, j), *e = ROW(eta[0], j);

    for (int b = 0; b < 2; b++) {
        memset(eta[b] + o, 0, n);
        memset(u[b] + o, 0, n);
        memset(v[b] + o, 0, n);
    }
    memset(dep + o, 0, n);
    if (j < 1 || j > ny)
        return;
    for (int i = 1; i <= nx; i++) {
        float x = (float)i / nx, y = (float)j / ny;
        float h = 60.0f * x * (1.0f - x) * 4.0f + 20.0f * y;
        float ix = x - 0.7f, iy = y - 0.4f;
        if (ix * ix + iy * iy < 0.006f)
            h = 0.0f;
        d[i] = h < 3.0f ? 0.0f : h;
        if (d[i] > 0.0f)
            e[i] = 0.02f * (x - 0.5f);
        ix = x - 0.3f;
        iy = y - 0.6f;
        if (d[i] > 0.0f && ix * ix + iy * iy < 0.01f)
            e[i] = 2.0f - 200.0f * (ix * ix + iy * iy);
    }
}

static void momentum(int b, int j)
{
    const float c = dt * g / dx, fr = 1.0f - dt * drag;
    const float *restrict u0 = ROW(u[b ^ 1], j), *restrict us = ROW(u[b ^ 1], j - 1);
    const float *restrict v0 = ROW(v[b ^ 1], j), *restrict vs = ROW(v[b ^ 1], j - 1);
    const float *restrict vn = ROW(v[b ^ 1], j + 1);
    const float *restrict e0 = ROW(eta[b ^ 1], j), *restrict es = ROW(eta[b ^ 1], j - 1);
    const float *restrict d0 = ROW(dep, j), *restrict ds = ROW(dep, j - 1);
    float *restrict un = ROW(u[b], j), *restrict vnew = ROW(v[b], j);
    int n = nx;

#pragma omp simd simdlen(16)
    for (int i = 1; i <= n; i++) {
        float vb = 0.25f * (v0[i] + v0[i - 1] + vn[i] + vn[i - 1]);
        float adv = u0[i] * (u0[i + 1] - u0[i - 1]);
        float a = fr * u0[i] - c * (e0[i] - e0[i - 1])
                + dt * (fcor * vb - 0.5f * adv / dx);
        float ub = 0.25f * (u0[i] + us[i] + u0[i + 1] + us[i + 1]);
        float adw = v0[i] * (vn[i] - vs[i]);
        float w = fr * v0[i] - c * (e0[i] - es[i])
                - dt * (fcor * ub + 0.5f * adw / dx);
        float m = d0[i], mw = d0[i - 1], ms = ds[i];
        a = m > 0.0f ? a : 0.0f;
        w = m > 0.0f ? w : 0.0f;
        un[i] = mw > 0.0f ? a : 0.0f;
        vnew[i] = ms > 0.0f ? w : 0.0f;
    }
}

/* dep and eta are both zero on land and outside, so h = dep + eta everywhere */
static void continuity(int b, int j)
{
    const float c = dt / dx;
    const float *restrict e0 = ROW(eta[b ^ 1], j), *restrict es = ROW(eta[b ^ 1], j - 1);
    const float *restrict en = ROW(eta[b ^ 1], j + 1);
    const float *restrict d0 = ROW(dep, j), *restrict ds = ROW(dep, j - 1);
    const float *restrict dn = ROW(dep, j + 1);
    const float *restrict u0 = ROW(u[b], j), *restrict v0 = ROW(v[b], j);
    const float *restrict vn = ROW(v[b], j + 1);
    float *restrict e = ROW(eta[b], j);
    int n = nx;

#pragma omp simd simdlen(16)
    for (int i = 1; i <= n; i++) {
        float h = d0[i] + e0[i], hw = d0[i - 1] + e0[i - 1], he = d0[i + 1] + e0[i + 1];
        float hs = ds[i] + es[i], hn = dn[i] + en[i];
        float fw = 0.5f * (h + hw) * u0[i];
        float fe = 0.5f * (he + h) * u0[i + 1];
        float fs = 0.5f * (h + hs) * v0[i];
        float fn = 0.5f * (hn + h) * vn[i];
        float x = e0[i] - c * (fe - fw + fn - fs);
        e[i] = d0[i] > 0.0f ? x : e0[i];
    }
}

static void block(int b0, int tb, int nc, const int *cut)
{
#pragma omp for schedule(static, 1)
    for (int q = 0; q < nc; q++) {
        int lo = cut[q], hi = cut[q + 1] - 1;
        int sl = q > 0, sr = q < nc - 1;
        /* front r: momentum of row r-(s-1), continuity of the row before */
        for (int r = lo; r <= hi + tb + 1; r++)
            for (int s = 1; s <= tb; s++) {
                int j = r - (s - 1), b = (b0 + s) & 1;
                int first = lo + sl * (s - 1), last = hi - sr * (s - 1);
                if (j >= first && j <= last)
                    momentum(b, j);
                if (j - 1 >= first && j - 1 <= last - sr)
                    continuity(b, j - 1);
            }
    }
#pragma omp for schedule(static, 1)
    for (int q = 1; q < nc; q++)
        for (int s = 1; s <= tb; s++) {
            int b = (b0 + s) & 1;
            for (int j = cut[q] - (s - 1); j <= cut[q] + s - 2; j++)
                momentum(b, j);
            for (int j = cut[q] - s; j <= cut[q] + s - 2; j++)
                continuity(b, j);
        }
}

static void gauge(int b, int step)
{
    double vol = 0.0, ke = 0.0;

    for (int j = 1; j <= ny; j++) {
        const float *e = ROW(eta[b], j), *d = ROW(dep, j), *p = ROW(u[b], j), *q = ROW(v[b], j);
        for (int i = 1; i <= nx; i++) {
            vol += e[i];
            ke += d[i] * (p[i] * p[i] + q[i] * q[i]);
        }
    }
    printf("%5d volume %.9g ke %.9g gauge %.7g\n", step, vol, ke,
           ROW(eta[b], (ny + 1) / 2)[(nx + 1) / 2]);
}

int main(int argc, char **argv)
{
    nx = argc > 1 ? atoi(argv[1]) : 480;
    ny = argc > 2 ? atoi(argv[2]) : 360;
    int steps = argc > 3 ? atoi(argv[3]) : 400;

    if (nx < 1 || ny < 1) {
        fprintf(stderr, "usage: shallow nx ny steps\n");
        return 1;
    }
    ld = ((size_t)nx + 2 + OFF + 15) / 16 * 16;
    if (ld % 128 == 0)
        ld += 16;
    for (int b = 0; b < 2; b++) {
        eta[b] = grid();
        u[b] = grid();
        v[b] = grid();
    }
    dep = grid();

    int nc = omp_get_max_threads(), tbmax = TB;
    if (nc > ny / 8)
        nc = ny / 8 > 0 ? ny / 8 : 1;
    int *cut = malloc((nc + 1) * sizeof(int));
    for (int q = 0; q <= nc; q++)
        cut[q] = 1 + (int)((long)ny * q / nc);
    if (nc > 1 && ny / nc / 2 < tbmax)
        tbmax = ny / nc / 2;

#pragma omp parallel
    {
#pragma omp for schedule(static)
        for (int j = 0; j <= ny + 1; j++)
            init_row(j);
#pragma omp single
        gauge(0, 0);
        for (int n = 0; n < steps; ) {
            int tb = 100 - n % 100;
            if (tb > tbmax)
                tb = tbmax;
            if (tb > steps - n)
                tb = steps - n;
            block(n & 1, tb, nc, cut);
            n += tb;
            if (n % 100 == 0) {
#pragma omp single
                gauge(n & 1, n);
            }
        }
    }
    gauge(steps > 0 ? steps & 1 : 0, steps);
    return 0;
}
