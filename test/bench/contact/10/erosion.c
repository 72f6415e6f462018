/* erosion.c -- hydraulic erosion of a fractal terrain (virtual pipe model),
 * D8 flow accumulation on the result and a hillshade with cast shadows.
 *
 *     erosion [size] [iterations] [seed]
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define AT(x, y) ((size_t)(y) * size + (x))

static int size = 512;
static unsigned seed = 7;
static float *ground, *water, *sediment;
static float *flow[4];     /* outflow to W, E, N, S */
static float *velx, *vely, *bite; /* bite: softness of the rock */
static float *carried;     /* capacity, later the sediment after transport */

static const int DX[8] = {-1, 1, 0, 0, -1, 1, -1, 1}, DY[8] = {0, 0, -1, 1, -1, -1, 1, 1};
static const float dt = 0.02f, gravity = 9.81f, pipe = 20.0f, rain = 0.012f, evaporation = 0.015f;
static const float capacity = 0.2f, dissolve = 0.5f, deposit = 0.6f, top_speed = 8.0f;

static float *grid(void)
{
    float *g = calloc((size_t)size * size, sizeof *g);
    return g ? g : (exit(1), NULL);
}

static float maxf(float a, float b) { return a > b ? a : b; }
static float minf(float a, float b) { return a < b ? a : b; }

static float lattice(int x, int y)
{
    uint32_t h = (uint32_t)x * 374761393u + (uint32_t)y * 668265263u + seed * 974711u;
    h = (h ^ (h >> 13)) * 1274126177u;
    return (float)((h ^ (h >> 16)) & 0xffffff) / 16777216.0f;
}

static float value_noise(float x, float y)
{
    int ix = (int)floorf(x), iy = (int)floorf(y);
    float fx = x - ix, fy = y - iy;
    fx *= fx * (3 - 2 * fx), fy *= fy * (3 - 2 * fy);
    float a = lattice(ix, iy), b = lattice(ix + 1, iy);
    float c = lattice(ix, iy + 1), d = lattice(ix + 1, iy + 1);
    return a + fx * (b - a) + fy * (c - a) + fx * fy * (a - b - c + d);
}

static float fractal(float x, float y)
{
    float sum = 0, amp = 1, freq = 3.0f;
    for (int octave = 0; octave < 7; octave++, amp *= 0.5f, freq *= 2.03f)
        sum += amp * fabsf(2 * value_noise(x * freq, y * freq) - 1);
    return sum;
}

static void make_terrain(void)
{
    for (int y = 0; y < size; y++)
        for (int x = 0; x < size; x++) {
            float u = (float)x / size, v = (float)y / size;
            ground[AT(x, y)] = 45.0f * fractal(u, v) + 25.0f * (1 - v);
            water[AT(x, y)] = dt * rain;
            bite[AT(x, y)] = 0.4f + 0.6f * value_noise(x * 0.05f, y * 0.05f);
        }
}

static int inside(int x, int y) { return x >= 0 && y >= 0 && x < size && y < size; }
static float surface(size_t i) { return ground[i] + water[i]; }

/* New outflow of one cell through its four pipes, limited by the water it holds. */
static void update_flow(int x, int y)
{
    size_t i = AT(x, y);
    float total = 0, scale = 1;
    for (int k = 0; k < 4; k++) {
        int nx = x + DX[k], ny = y + DY[k];
        float head = inside(nx, ny) ? surface(i) - surface(AT(nx, ny)) : -1e9f;
        flow[k][i] = maxf(0, flow[k][i] + dt * pipe * gravity * head);
        total += flow[k][i];
    }
    if (total * dt > water[i]) scale = water[i] / (total * dt);
    for (int k = 0; k < 4; k++) flow[k][i] *= scale;
}

/* Water balance of the cell and the velocity through it. */
static void update_water(int x, int y)
{
    size_t i = AT(x, y);
    float in_w = x > 0 ? flow[1][i - 1] : 0, in_e = x < size - 1 ? flow[0][i + 1] : 0;
    float in_n = y > 0 ? flow[3][i - size] : 0, in_s = y < size - 1 ? flow[2][i + size] : 0;
    float out = flow[0][i] + flow[1][i] + flow[2][i] + flow[3][i];
    float before = water[i], after = maxf(0, before + dt * (in_w + in_e + in_n + in_s - out));
    float depth = 0.5f * (before + after);
    water[i] = after;
    velx[i] = vely[i] = 0;
    if (depth < 1e-4f) return;
    velx[i] = 0.5f * (in_w - flow[0][i] + flow[1][i] - in_e) / depth;
    vely[i] = 0.5f * (in_n - flow[2][i] + flow[3][i] - in_s) / depth;
}

static float slope(int x, int y)
{
    int w = x > 0 ? x - 1 : x, e = x < size - 1 ? x + 1 : x;
    int n = y > 0 ? y - 1 : y, s = y < size - 1 ? y + 1 : y;
    float gx = 0.5f * (ground[AT(e, y)] - ground[AT(w, y)]);
    float gy = 0.5f * (ground[AT(x, s)] - ground[AT(x, n)]);
    float g2 = gx * gx + gy * gy;
    return sqrtf(g2 / (1 + g2));
}

static float advected(int x, int y)
{
    float px = x - velx[AT(x, y)] * dt, py = y - vely[AT(x, y)] * dt;
    px = minf(maxf(px, 0), size - 1.001f), py = minf(maxf(py, 0), size - 1.001f);
    int ix = (int)px, iy = (int)py;
    float fx = px - ix, fy = py - iy;
    const float *s = sediment + AT(ix, iy);
    return (1 - fy) * ((1 - fx) * s[0] + fx * s[1]) + fy * ((1 - fx) * s[size] + fx * s[size + 1]);
}

static void erode_step(void)
{
    for (int y = 0; y < size; y++)
        for (int x = 0; x < size; x++)
            update_flow(x, y);
    for (int y = 0; y < size; y++)
        for (int x = 0; x < size; x++)
            update_water(x, y);
    for (int y = 0; y < size; y++)
        for (int x = 0; x < size; x++) {
            size_t i = AT(x, y);
            float speed = minf(top_speed, sqrtf(velx[i] * velx[i] + vely[i] * vely[i]));
            carried[i] = capacity * speed * maxf(0.05f, slope(x, y)) * minf(1, 10 * water[i]);
        }
    for (int i = 0; i < size * size; i++) {
        float d = carried[i] - sediment[i];
        float moved = dt * d * (d > 0 ? dissolve * bite[i] : deposit);
        ground[i] -= moved;
        sediment[i] += moved;
    }
    for (int y = 0; y < size; y++)
        for (int x = 0; x < size; x++) {
            carried[AT(x, y)] = advected(x, y);
            water[AT(x, y)] += dt * (rain - evaporation * water[AT(x, y)]);
        }
    float *t = sediment;
    sediment = carried, carried = t;
}

/* index of the steepest lower neighbour, or -1 in a pit */
static int downhill(int x, int y)
{
    int best = -1;
    float drop = 0;
    for (int k = 0; k < 8; k++) {
        if (!inside(x + DX[k], y + DY[k])) continue;
        size_t j = AT(x + DX[k], y + DY[k]);
        float d = (ground[AT(x, y)] - ground[j]) * (k >= 4 ? 0.70710678f : 1.0f);
        if (d > drop) drop = d, best = (int)j;
    }
    return best;
}

/* Number of cells draining through each cell; follows every stream from its
 * source and stops where a tributary is still missing. */
static int *accumulate(void)
{
    int n = size * size, *to = calloc(n, sizeof *to), *source = calloc(n, sizeof *source);
    int *waiting = calloc(n, sizeof *waiting), *acc = calloc(n, sizeof *acc), nsource = 0;
    for (int i = 0; i < n; i++) {
        to[i] = downhill(i % size, i / size);
        acc[i] = 1;
        if (to[i] >= 0) waiting[to[i]]++;
    }
    for (int i = 0; i < n; i++)
        if (waiting[i] == 0) source[nsource++] = i;
    for (int s = 0; s < nsource; s++) {
        int c = source[s];
        while (to[c] >= 0) {
            int d = to[c];
            acc[d] += acc[c];
            if (--waiting[d] > 0) break;
            c = d;
        }
    }
    free(source), free(to), free(waiting);
    return acc;
}

static int shade(int x, int y)
{
    const float lx = -0.55f, ly = -0.45f, lz = 0.70f;
    int i = (int)AT(x, y), e = x < size - 1 ? 1 : 0, s = y < size - 1 ? size : 0;
    float gx = ground[i + e] - ground[i], gy = ground[i + s] - ground[i];
    float light = (-gx * lx - gy * ly + lz) / sqrtf(gx * gx + gy * gy + 1);
    float px = x, py = y, h = ground[i] + 0.05f;
    for (;;) { /* march to the sun */
        px += lx, py += ly, h += lz;
        if (px < 0 || py < 0 || h > 130) break;
        if (ground[AT((int)px, (int)py)] > h)
            return (int)(40 * maxf(0, light));
    }
    return (int)(40 + 215 * minf(1, maxf(0, light)));
}

int main(int argc, char **argv)
{
    int iterations = argc > 2 ? atoi(argv[2]) : 80, histogram[8] = {0};
    if (argc > 1) size = atoi(argv[1]);
    if (argc > 3) seed = (unsigned)atoi(argv[3]);
    ground = grid(), water = grid(), sediment = grid(), carried = grid();
    velx = grid(), vely = grid(), bite = grid();
    for (int k = 0; k < 4; k++) flow[k] = grid();
    float *before = grid();
    make_terrain();
    memcpy(before, ground, (size_t)size * size * sizeof *before);
    for (int it = 0; it < iterations; it++)
        erode_step();

    double eroded = 0, deposited = 0, wet = 0, mud = 0;
    for (int i = 0; i < size * size; i++) {
        float d = ground[i] - before[i];
        eroded += maxf(0, -d), deposited += maxf(0, d);
        wet += water[i], mud += sediment[i];
    }
    printf("eroded %.4f  deposited %.4f  suspended %.4f  water %.4f\n", eroded, deposited, mud, wet);
    int *acc = accumulate(), big = 0, rivers = 0;
    for (int i = 0; i < size * size; i++) {
        big = acc[i] > acc[big] ? i : big;
        rivers += acc[i] > 100;
    }
    printf("largest basin %d cells at (%d,%d), %d river cells\n", acc[big], big % size, big / size, rivers);
    unsigned char *image = calloc(size, size);
    for (int y = 0; y < size; y++)
        for (int x = 0; x < size; x++)
            image[AT(x, y)] = (unsigned char)shade(x, y);
    uint32_t crc = 2166136261u;
    for (int i = 0; i < size * size; i++) {
        histogram[image[i] >> 5]++;
        crc = (crc ^ image[i]) * 16777619u;
    }
    printf("shade histogram:");
    for (int b = 0; b < 8; b++)
        printf(" %d", histogram[b]);
    printf("\nimage hash %08x\n", crc);
    return 0;
}
