// SPDX-License-Identifier: Apache-2.0
// Generates fractal terrain from noise octaves, erodes it with a virtual-pipe
// water model and slumping, then computes hill shading and elevation statistics.
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

typedef float **Grid; /* pointers to rows */

static int W, H;
static uint32_t world_seed;

struct world {
    Grid rock, water, sediment, carried;
    Grid left, right, up, down; /* outflow through the four pipes */
    Grid vx, vy, scratch;
};

static Grid new_grid(void)
{
    Grid g = malloc(sizeof *g * H);
    for (int y = 0; y < H; y++) g[y] = calloc(W, sizeof **g);
    return g;
}

static float lattice(int x, int y, uint32_t salt)
{
    uint32_t h = (uint32_t)x * 374761393u + (uint32_t)y * 668265263u + salt * 2246822519u + world_seed;
    h = (h ^ (h >> 13)) * 1274126177u;
    h ^= h >> 16;
    return (h & 0xffffff) / 16777215.0f;
}

static float smooth(float t) { return t * t * t * (t * (t * 6 - 15) + 10); }

static float value_noise(float x, float y, uint32_t salt)
{
    int ix = (int)floorf(x), iy = (int)floorf(y);
    float fx = smooth(x - ix), fy = smooth(y - iy);
    float a = lattice(ix, iy, salt), b = lattice(ix + 1, iy, salt);
    float c = lattice(ix, iy + 1, salt), d = lattice(ix + 1, iy + 1, salt);
    return (a + (b - a) * fx) * (1 - fy) + (c + (d - c) * fx) * fy;
}

static float elevation(float x, float y)
{
    float h = 0, amp = 0.5f, freq = 4.0f;
    float wx = x + 0.1f * value_noise(3 * x, 3 * y, 91), wy = y + 0.1f * value_noise(3 * x, 3 * y, 92);
    for (int o = 0; o < 8; o++) {
        float n = value_noise(wx * freq, wy * freq, o);
        if (o < 3) n = 1 - fabsf(2 * n - 1); /* ridges in the coarse octaves */
        h += amp * n;
        amp *= 0.5f;
        freq *= 2.03f;
    }
    return 60 * h;
}

static void generate(struct world *w)
{
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++) w->rock[y][x] = elevation((float)x / W, (float)y / W);
}

static float surface(const struct world *w, int y, int x) { return w->rock[y][x] + w->water[y][x]; }

static float pipe(float flux, float head)
{
    float f = flux * 0.98f + 0.35f * head;
    return f > 0 ? f : 0;
}

/* New outflows, limited so that no cell gives away more water than it has. */
static void update_flux(struct world *w, float rain)
{
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++) w->water[y][x] += rain;
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++) {
            float s = surface(w, y, x);
            float l = x > 0 ? pipe(w->left[y][x], s - surface(w, y, x - 1)) : 0;
            float r = x < W - 1 ? pipe(w->right[y][x], s - surface(w, y, x + 1)) : 0;
            float u = y > 0 ? pipe(w->up[y][x], s - surface(w, y - 1, x)) : 0;
            float d = y < H - 1 ? pipe(w->down[y][x], s - surface(w, y + 1, x)) : 0;
            float out = 0.1f * (l + r + u + d);
            float k = out > w->water[y][x] ? w->water[y][x] / out : 1;
            w->left[y][x] = k * l;
            w->right[y][x] = k * r;
            w->up[y][x] = k * u;
            w->down[y][x] = k * d;
        }
}

static void move_water(struct world *w)
{
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++) {
            float fl = x > 0 ? w->right[y][x - 1] : 0, fr = x < W - 1 ? w->left[y][x + 1] : 0;
            float fu = y > 0 ? w->down[y - 1][x] : 0, fd = y < H - 1 ? w->up[y + 1][x] : 0;
            float out = w->left[y][x] + w->right[y][x] + w->up[y][x] + w->down[y][x];
            float before = w->water[y][x], after = before + 0.1f * (fl + fr + fu + fd - out);
            if (after < 0) after = 0;
            float mean = 0.5f * (before + after) + 0.01f;
            w->vx[y][x] = 0.5f * (fl - w->left[y][x] + w->right[y][x] - fr) / mean;
            w->vy[y][x] = 0.5f * (fu - w->up[y][x] + w->down[y][x] - fd) / mean;
            w->water[y][x] = after * 0.985f;
        }
}

/* Pick up or drop sediment according to slope and speed. */
static void erode(struct world *w)
{
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++) {
            int x0 = x ? x - 1 : 0, x1 = x < W - 1 ? x + 1 : x, y0 = y ? y - 1 : 0, y1 = y < H - 1 ? y + 1 : y;
            float gx = 0.5f * (w->rock[y][x1] - w->rock[y][x0]), gy = 0.5f * (w->rock[y1][x] - w->rock[y0][x]);
            float g2 = gx * gx + gy * gy, slope = sqrtf(g2 / (1 + g2));
            float speed = sqrtf(w->vx[y][x] * w->vx[y][x] + w->vy[y][x] * w->vy[y][x]);
            float depth = w->water[y][x] < 1 ? w->water[y][x] : 1;
            float capacity = 0.6f * (slope + 0.02f) * (speed < 8 ? speed : 8) * depth;
            float diff = capacity - w->sediment[y][x];
            float moved = diff > 0 ? 0.15f * diff : 0.25f * diff;
            w->scratch[y][x] = w->rock[y][x] - moved;
            w->carried[y][x] = w->sediment[y][x] + moved;
        }
    Grid t = w->rock;
    w->rock = w->scratch;
    w->scratch = t;
}

static float clampf(float v, float hi) { return v < 0 ? 0 : v > hi ? hi : v; }

static void advect_sediment(struct world *w)
{
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++) {
            float sx = clampf(x - 0.1f * w->vx[y][x], W - 1.001f), sy = clampf(y - 0.1f * w->vy[y][x], H - 1.001f);
            int ix = (int)sx, iy = (int)sy;
            float fx = sx - ix, fy = sy - iy;
            float top = w->carried[iy][ix] * (1 - fx) + w->carried[iy][ix + 1] * fx;
            float bot = w->carried[iy + 1][ix] * (1 - fx) + w->carried[iy + 1][ix + 1] * fx;
            w->sediment[y][x] = top * (1 - fy) + bot * fy;
        }
}

/* Material above the talus slope slides to lower neighbours. */
static float slide(float from, float to)
{
    float d = from - to;
    return d > 1.2f ? 0.1f * (d - 1.2f) : d < -1.2f ? 0.1f * (d + 1.2f) : 0;
}

static void slump(struct world *w)
{
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++) {
            float h = w->rock[y][x], d = 0;
            if (x > 0) d -= slide(h, w->rock[y][x - 1]);
            if (x < W - 1) d -= slide(h, w->rock[y][x + 1]);
            if (y > 0) d -= slide(h, w->rock[y - 1][x]);
            if (y < H - 1) d -= slide(h, w->rock[y + 1][x]);
            w->scratch[y][x] = h + d;
        }
    Grid t = w->rock;
    w->rock = w->scratch;
    w->scratch = t;
}

static void hill_shade(const struct world *w, Grid shade)
{
    const float az = 2.356f, alt = 0.785f;
    float lx = cosf(alt) * cosf(az), ly = cosf(alt) * sinf(az), lz = sinf(alt);
    for (int y = 1; y < H - 1; y++)
        for (int x = 1; x < W - 1; x++) {
            Grid r = w->rock;
            float gx = (r[y - 1][x + 1] + 2 * r[y][x + 1] + r[y + 1][x + 1] - r[y - 1][x - 1] - 2 * r[y][x - 1] - r[y + 1][x - 1]) / 8;
            float gy = (r[y + 1][x - 1] + 2 * r[y + 1][x] + r[y + 1][x + 1] - r[y - 1][x - 1] - 2 * r[y - 1][x] - r[y - 1][x + 1]) / 8;
            float s = (lz - gx * lx - gy * ly) / sqrtf(1 + gx * gx + gy * gy);
            shade[y][x] = s > 0 ? s : 0;
        }
}

static double total(Grid g)
{
    double s = 0;
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++) s += g[y][x];
    return s;
}

int main(int argc, char **argv)
{
    W = argc > 1 ? atoi(argv[1]) : 640;
    H = argc > 2 ? atoi(argv[2]) : 512;
    int steps = argc > 3 ? atoi(argv[3]) : 100;
    world_seed = argc > 4 ? (uint32_t)atoi(argv[4]) : 2024;
    struct world w;
    Grid *all[] = {&w.rock, &w.water, &w.sediment, &w.carried, &w.left, &w.right, &w.up, &w.down, &w.vx, &w.vy, &w.scratch};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) *all[i] = new_grid();
    generate(&w);
    printf("raw      rock %.6f\n", total(w.rock));
    for (int s = 1; s <= steps; s++) {
        update_flux(&w, s % 40 < 20 ? 0.03f : 0.002f);
        move_water(&w);
        erode(&w);
        advect_sediment(&w);
        if (s % 4 == 0) slump(&w);
        if (s % 20 == 0)
            printf("step %3d rock %.6f water %.6f sediment %.6f\n", s, total(w.rock), total(w.water), total(w.sediment));
    }

    Grid shade = new_grid();
    hill_shade(&w, shade);
    int relief[20] = {0}, tone[10] = {0};
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++) {
            relief[(int)clampf(w.rock[y][x] / 3.5f, 19)]++;
            tone[(int)clampf(shade[y][x] * 10, 9)]++;
        }
    printf("shade %.6f\nrelief", total(shade));
    for (int i = 0; i < 20; i++) printf(" %d", relief[i]);
    printf("\ntone");
    for (int i = 0; i < 10; i++) printf(" %d", tone[i]);
    printf("\n");
    return 0;
}
