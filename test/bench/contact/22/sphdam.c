// sphdam.c - 2D weakly compressible SPH dam break with an obstacle.
// Structure of arrays, particles re-sorted into grid cells every step.
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_PARTICLES 16384
#define SMOOTH_H      0.025f
#define CELL          (2.0f * SMOOTH_H)
#define WORLD_W       2.4f
#define WORLD_H       1.6f
#define GRID_W        50
#define GRID_H        34
#define NUM_CELLS     (GRID_W * GRID_H)

typedef float f32;
typedef int32_t i32;

typedef struct {
    f32 x[MAX_PARTICLES], y[MAX_PARTICLES];
    f32 vx[MAX_PARTICLES], vy[MAX_PARTICLES];
    i32 tag[MAX_PARTICLES];
} State;

static State g_a, g_b;
static f32 g_rho[MAX_PARTICLES], g_prs[MAX_PARTICLES];
static f32 g_ax[MAX_PARTICLES], g_ay[MAX_PARTICLES];
static i32 g_cell[MAX_PARTICLES];
static i32 g_start[NUM_CELLS + 1];
static i32 g_count;

static f32 g_mass;
static const f32 kRho0 = 1000.0f, kSound = 30.0f, kVisc = 0.12f, kGrav = -9.81f;
static const f32 kBoxX0 = 1.5f, kBoxX1 = 1.62f, kBoxTop = 0.18f;

static inline f32 clampf(f32 v, f32 lo, f32 hi) { return v < lo ? lo : v > hi ? hi : v; }
static inline i32 clampi(i32 v, i32 lo, i32 hi) { return v < lo ? lo : v > hi ? hi : v; }

// Wendland C2 in 2D, support 2h
static inline f32 kernelW(f32 r2)
{
    const f32 c = 7.0f / (4.0f * 3.14159265f * SMOOTH_H * SMOOTH_H);
    f32 q = sqrtf(r2) / SMOOTH_H, t = 1.0f - 0.5f * q;
    t = t * t;
    return q < 2.0f ? c * t * t * (2.0f * q + 1.0f) : 0.0f;
}

// (dW/dr)/r
static inline f32 kernelG(f32 r2)
{
    const f32 c = -35.0f / (4.0f * 3.14159265f * SMOOTH_H * SMOOTH_H * SMOOTH_H * SMOOTH_H);
    f32 q = sqrtf(r2) / SMOOTH_H, t = 1.0f - 0.5f * q;
    return q < 2.0f ? c * t * t * t : 0.0f;
}

static void SpawnFluid(i32 rows)
{
    uint32_t s = 777u;
    const f32 dx = 0.8f * SMOOTH_H;
    i32 cols = 52, n = 0;
    for (i32 j = 0; j < rows; j++)
        for (i32 i = 0; i < cols && n < MAX_PARTICLES; i++, n++) {
            s = s * 1664525u + 1013904223u;
            g_a.x[n] = dx * ((f32)i + 0.75f) + 1e-4f * (f32)(s >> 24) / 256.0f;
            g_a.y[n] = dx * ((f32)j + 0.75f);
            g_a.vx[n] = g_a.vy[n] = 0.0f;
            g_a.tag[n] = n;
        }
    g_count = n;
    g_mass = kRho0 * dx * dx;
}

static void SortIntoCells(void)
{
    static i32 cursor[NUM_CELLS];
    memset(g_start, 0, sizeof g_start);
    for (i32 i = 0; i < g_count; i++) {
        i32 cx = clampi((i32)(g_a.x[i] / CELL), 0, GRID_W - 1);
        i32 cy = clampi((i32)(g_a.y[i] / CELL), 0, GRID_H - 1);
        g_cell[i] = cy * GRID_W + cx;
        g_start[g_cell[i] + 1]++;
    }
    for (i32 c = 0; c < NUM_CELLS; c++) {
        cursor[c] = g_start[c];
        g_start[c + 1] += g_start[c];
    }
    for (i32 i = 0; i < g_count; i++) {
        i32 d = cursor[g_cell[i]]++;
        g_b.x[d] = g_a.x[i];   g_b.y[d] = g_a.y[i];
        g_b.vx[d] = g_a.vx[i]; g_b.vy[d] = g_a.vy[i];
        g_b.tag[d] = g_a.tag[i];
    }
}

static void ComputeDensity(void)
{
    for (i32 cy = 0; cy < GRID_H; cy++)
        for (i32 cx = 0; cx < GRID_W; cx++) {
            i32 x0 = cx > 0 ? cx - 1 : 0, x1 = cx < GRID_W - 1 ? cx + 1 : cx;
            i32 y0 = cy > 0 ? cy - 1 : 0, y1 = cy < GRID_H - 1 ? cy + 1 : cy;
            for (i32 i = g_start[cy * GRID_W + cx]; i < g_start[cy * GRID_W + cx + 1]; i++) {
                f32 px = g_b.x[i], py = g_b.y[i], sum = 0.0f;
                for (i32 ny = y0; ny <= y1; ny++)
                    for (i32 j = g_start[ny * GRID_W + x0]; j < g_start[ny * GRID_W + x1 + 1]; j++) {
                        f32 dx = px - g_b.x[j], dy = py - g_b.y[j];
                        sum += kernelW(dx * dx + dy * dy);
                    }
                g_rho[i] = g_mass * sum;
                f32 c = g_rho[i] / kRho0, c2 = c * c;
                g_prs[i] = fmaxf(0.0f, kRho0 * kSound * kSound / 7.0f * (c2 * c2 * c2 * c - 1.0f));
            }
        }
}

static void ComputeForces(void)
{
    for (i32 cy = 0; cy < GRID_H; cy++)
        for (i32 cx = 0; cx < GRID_W; cx++) {
            i32 x0 = cx > 0 ? cx - 1 : 0, x1 = cx < GRID_W - 1 ? cx + 1 : cx;
            i32 y0 = cy > 0 ? cy - 1 : 0, y1 = cy < GRID_H - 1 ? cy + 1 : cy;
            for (i32 i = g_start[cy * GRID_W + cx]; i < g_start[cy * GRID_W + cx + 1]; i++) {
                f32 ax = 0.0f, ay = 0.0f, pi = g_prs[i] / (g_rho[i] * g_rho[i]);
                for (i32 ny = y0; ny <= y1; ny++)
                    for (i32 j = g_start[ny * GRID_W + x0]; j < g_start[ny * GRID_W + x1 + 1]; j++) {
                        f32 dx = g_b.x[i] - g_b.x[j], dy = g_b.y[i] - g_b.y[j];
                        f32 r2 = dx * dx + dy * dy;
                        if (r2 >= CELL * CELL) continue;
                        f32 ux = g_b.vx[i] - g_b.vx[j], uy = g_b.vy[i] - g_b.vy[j];
                        f32 uv = ux * dx + uy * dy, visc = 0.0f;
                        if (uv < 0.0f)
                            visc = -2.0f * kVisc * kSound * SMOOTH_H * uv
                                 / ((r2 + 0.01f * SMOOTH_H * SMOOTH_H) * (g_rho[i] + g_rho[j]));
                        f32 k = g_mass * (pi + g_prs[j] / (g_rho[j] * g_rho[j]) + visc) * kernelG(r2);
                        ax -= k * dx;
                        ay -= k * dy;
                    }
                g_ax[i] = ax;
                g_ay[i] = ay + kGrav;
            }
        }
}

static inline void Bounce(f32 *pos, f32 *vel, f32 wall, f32 sign)
{
    if ((*pos - wall) * sign < 0.0f) {
        *pos = wall + (wall - *pos) * 0.3f;
        if (*vel * sign < 0.0f) *vel *= -0.3f;
    }
}

static void Integrate(f32 dt)
{
    const f32 m = 0.25f * SMOOTH_H;
    for (i32 i = 0; i < g_count; i++) {
        f32 vx = g_b.vx[i] + dt * g_ax[i], vy = g_b.vy[i] + dt * g_ay[i];
        vx = clampf(vx, -12.0f, 12.0f);
        vy = clampf(vy, -12.0f, 12.0f);
        f32 x = g_b.x[i] + dt * vx, y = g_b.y[i] + dt * vy;
        if (x > kBoxX0 && x < kBoxX1 && y < kBoxTop) {
            if (y > kBoxTop - 0.03f) Bounce(&y, &vy, kBoxTop, 1.0f);
            else if (x < 0.5f * (kBoxX0 + kBoxX1)) Bounce(&x, &vx, kBoxX0, -1.0f);
            else Bounce(&x, &vx, kBoxX1, 1.0f);
        }
        Bounce(&x, &vx, m, 1.0f);
        Bounce(&x, &vx, WORLD_W - m, -1.0f);
        Bounce(&y, &vy, m, 1.0f);
        Bounce(&y, &vy, WORLD_H - m, -1.0f);
        g_a.x[i] = x;   g_a.y[i] = y;
        g_a.vx[i] = vx; g_a.vy[i] = vy;
        g_a.tag[i] = g_b.tag[i];
    }
}

int main(int argc, char **argv)
{
    i32 steps = argc > 1 ? atoi(argv[1]) : 800;
    SpawnFluid(48);
    printf("particles %d\n", g_count);
    for (i32 step = 1; step <= steps; step++) {
        SortIntoCells();
        ComputeDensity();
        ComputeForces();
        Integrate(4.0e-4f);
        if (step % 100 == 0) {
            double ke = 0.0, pe = 0.0;
            f32 front = 0.0f, top = 0.0f, rmax = 0.0f;
            for (i32 i = 0; i < g_count; i++) {
                ke += 0.5 * g_mass * (g_a.vx[i] * g_a.vx[i] + g_a.vy[i] * g_a.vy[i]);
                pe -= (double)g_mass * kGrav * g_a.y[i];
                front = fmaxf(front, g_a.x[i]);
                top = fmaxf(top, g_a.y[i]);
                rmax = fmaxf(rmax, g_rho[i]);
            }
            printf("step %5d  ke %9.3f  pe %9.3f  front %.4f  top %.4f  rho_max %.1f\n", step, ke, pe, front, top, rmax);
        }
    }
    uint32_t h = 2166136261u;
    for (i32 i = 0; i < g_count; i++)
        h = (h ^ (uint32_t)g_a.tag[i] ^ ((uint32_t)(g_a.x[i] * 1e5f) << 8)) * 16777619u;
    printf("state hash %08x\n", h);
    return 0;
}
