// terrain.c - raster terrain analysis
// synthetic DEM -> hillshade/slope classes -> D8 drainage -> cumulative viewshed
//   terrain [size] [observers] [radius]
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define CELL 25.0f          // metres

typedef struct {
    int rows, cols;
    float *z;
} Raster;

static const int drow[8] = { -1, -1, 0, 1, 1, 1, 0, -1 };
static const int dcol[8] = { 0, 1, 1, 1, 0, -1, -1, -1 };

static float at(const Raster *r, int i, int j) { return r->z[(size_t)i * r->cols + j]; }

static float lattice(int x, int y, int seed)
{
    uint32_t h = (uint32_t)x * 0x8da6b343u ^ (uint32_t)y * 0xd8163841u ^ (uint32_t)seed * 0xcb1ab31fu;
    h ^= h >> 15; h *= 0x2c1b3c6du; h ^= h >> 12; h *= 0x297a2d39u; h ^= h >> 15;
    return (float)(h & 0xffff) / 65535.0f;
}

static float smooth_noise(float x, float y, int seed)
{
    int ix = (int)floorf(x), iy = (int)floorf(y);
    float fx = x - ix, fy = y - iy;
    fx = fx * fx * (3 - 2 * fx);
    fy = fy * fy * (3 - 2 * fy);
    float a = lattice(ix, iy, seed), b = lattice(ix + 1, iy, seed);
    float c = lattice(ix, iy + 1, seed), d = lattice(ix + 1, iy + 1, seed);
    return (a + (b - a) * fx) * (1 - fy) + (c + (d - c) * fx) * fy;
}

static Raster make_dem(int n)
{
    Raster r = { n, n, malloc(sizeof(float) * n * n) };
    if (!r.z) exit(1);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            float amp = 600, f = 1.0f / 180, h = 0;
            for (int o = 0; o < 7; o++, amp *= 0.45f, f *= 2.1f) {
                float v = smooth_noise(j * f, i * f, o);
                h += amp * (o < 3 ? 1 - fabsf(2 * v - 1) : v);    // ridged at large scale
            }
            r.z[(size_t)i * n + j] = h;
        }
    return r;
}

// Horn's gradient; shade in 0..255, slope classes per 5 degrees
static void hillshade(const Raster *r, uint8_t *shade, long *slope_class)
{
    float az = 315.0f * 3.14159265f / 180, alt = 45.0f * 3.14159265f / 180;
    for (int i = 1; i < r->rows - 1; i++)
        for (int j = 1; j < r->cols - 1; j++) {
            float dzdx = ((at(r, i-1, j+1) + 2 * at(r, i, j+1) + at(r, i+1, j+1)) -
                          (at(r, i-1, j-1) + 2 * at(r, i, j-1) + at(r, i+1, j-1))) / (8 * CELL);
            float dzdy = ((at(r, i+1, j-1) + 2 * at(r, i+1, j) + at(r, i+1, j+1)) -
                          (at(r, i-1, j-1) + 2 * at(r, i-1, j) + at(r, i-1, j+1))) / (8 * CELL);
            float slope = atanf(sqrtf(dzdx * dzdx + dzdy * dzdy)), aspect = atan2f(dzdy, -dzdx);
            float s = sinf(alt) * cosf(slope) + cosf(alt) * sinf(slope) * cosf(az - aspect);
            shade[(size_t)i * r->cols + j] = s > 0 ? (uint8_t)(255 * s) : 0;
            int c = (int)(slope * 180 / 3.14159265f / 5);
            slope_class[c > 9 ? 9 : c]++;
        }
}

static void flow_directions(const Raster *r, int8_t *dir)
{
    for (int i = 0; i < r->rows; i++)
        for (int j = 0; j < r->cols; j++) {
            float best = 0;
            int8_t d = -1;
            for (int k = 0; k < 8; k++) {
                int a = i + drow[k], b = j + dcol[k];
                if (a < 0 || b < 0 || a >= r->rows || b >= r->cols) continue;
                float s = (at(r, i, j) - at(r, a, b)) / (k & 1 ? 1.41421356f : 1.0f);
                if (s > best) { best = s; d = (int8_t)k; }
            }
            dir[(size_t)i * r->cols + j] = d;
        }
}

// upstream area by peeling off the cells without unprocessed inflow
static int drainage(const Raster *r, const int8_t *dir, int *acc)
{
    int n = r->rows * r->cols, sp = 0, pits = 0;
    uint8_t *in = calloc(n, 1);
    int *stack = malloc(sizeof(int) * n);
    if (!in || !stack) exit(1);
    for (int c = 0; c < n; c++)
        if (dir[c] >= 0) in[c + drow[dir[c]] * r->cols + dcol[dir[c]]]++;
        else pits++;
    for (int c = 0; c < n; c++) {
        acc[c] = 1;
        if (!in[c]) stack[sp++] = c;
    }
    while (sp) {
        int c = stack[--sp];
        if (dir[c] < 0) continue;
        int d = c + drow[dir[c]] * r->cols + dcol[dir[c]];
        acc[d] += acc[c];
        if (--in[d] == 0) stack[sp++] = d;
    }
    free(in);
    free(stack);
    return pits;
}

// one line of sight from (r0,c0) to (r1,c1): marks what is visible with stamp
static void cast_ray(const Raster *r, int r0, int c0, int r1, int c1, float eye, int *seen, int stamp)
{
    int dr = r1 - r0, dc = c1 - c0, n = abs(dr) > abs(dc) ? abs(dr) : abs(dc);
    float max = -1e30f;
    float len = sqrtf((float)dr * dr + (float)dc * dc) / n * CELL;
    for (int s = 1; s <= n; s++) {
        int i = r0 + (int)lrintf((float)dr * s / n), j = c0 + (int)lrintf((float)dc * s / n);
        if (i < 0 || j < 0 || i >= r->rows || j >= r->cols) return;
        float d = s * len, curv = d * d / (2 * 6371000.0f) * 0.87f;
        float tan_ = (at(r, i, j) - curv - eye) / d;
        if (tan_ >= max) {
            max = tan_;
            seen[(size_t)i * r->cols + j] = stamp;
        }
    }
}

static long viewshed(const Raster *r, int row, int col, int radius, int *seen, int stamp, int *count)
{
    float eye = at(r, row, col) + 15.0f;
    for (int k = -radius; k <= radius; k++) {
        cast_ray(r, row, col, row - radius, col + k, eye, seen, stamp);
        cast_ray(r, row, col, row + radius, col + k, eye, seen, stamp);
        cast_ray(r, row, col, row + k, col - radius, eye, seen, stamp);
        cast_ray(r, row, col, row + k, col + radius, eye, seen, stamp);
    }
    long vis = 0;
    for (int i = row - radius < 0 ? 0 : row - radius; i <= row + radius && i < r->rows; i++)
        for (int j = col - radius < 0 ? 0 : col - radius; j <= col + radius && j < r->cols; j++)
            if (seen[(size_t)i * r->cols + j] == stamp) {
                vis++;
                count[(size_t)i * r->cols + j]++;
            }
    return vis;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 900;
    int nobs = argc > 2 ? atoi(argv[2]) : 180;
    int radius = argc > 3 ? atoi(argv[3]) : 250;
    if (n < 32 || nobs < 1 || radius < 1) return fprintf(stderr, "bad arguments\n"), 1;
    struct timespec t0, t1;
    clock_gettime(CLOCK_MONOTONIC, &t0);
    Raster dem = make_dem(n);
    size_t nc = (size_t)n * n;
    uint8_t *shade = calloc(nc, 1);
    int8_t *dir = malloc(nc);
    int *acc = malloc(nc * sizeof *acc), *seen = calloc(nc, sizeof *seen), *count = calloc(nc, sizeof *count);
    if (!shade || !dir || !acc || !seen || !count) return 1;

    long classes[10] = { 0 }, shade_sum = 0;
    hillshade(&dem, shade, classes);
    for (size_t c = 0; c < nc; c++) shade_sum += shade[c];
    printf("mean shade %.4f, slope classes", (double)shade_sum / nc);
    for (int k = 0; k < 10; k++) printf(" %ld", classes[k]);
    flow_directions(&dem, dir);
    int pits = drainage(&dem, dir, acc), big = 0;
    for (size_t c = 0; c < nc; c++) if (acc[c] > acc[big]) big = (int)c;
    printf("\n%d pits, largest basin %d cells at (%d,%d)\n", pits, acc[big], big / n, big % n);

    for (int k = 0; k < nobs; k++) {        // observers on local highs of a jittered grid
        int row = (int)(lattice(k, 1, 77) * (n - 1)), col = (int)(lattice(k, 2, 78) * (n - 1)), moved = 1;
        while (moved) {
            moved = 0;
            for (int d = 0; d < 8; d++) {
                int a = row + drow[d], b = col + dcol[d];
                if (a >= 0 && b >= 0 && a < n && b < n && at(&dem, a, b) > at(&dem, row, col)) { row = a; col = b; moved = 1; }
            }
        }
        long vis = viewshed(&dem, row, col, radius, seen, k + 1, count);
        if (k % 30 == 0) printf("observer %d (%d,%d) %.2f m sees %ld cells\n", k, row, col, at(&dem, row, col), vis);
    }
    int hist[8] = { 0 };
    uint32_t sum = 0;
    for (size_t c = 0; c < nc; c++) { hist[count[c] > 7 ? 7 : count[c]]++; sum = sum * 33 + (uint32_t)count[c]; }
    for (int k = 0; k < 8; k++) printf("seen by %d%s: %d\n", k, k == 7 ? "+" : "", hist[k]);
    printf("checksum %08x\n", sum);
    clock_gettime(CLOCK_MONOTONIC, &t1);
    fprintf(stderr, "%.3f s\n", (t1.tv_sec - t0.tv_sec) + 1e-9 * (t1.tv_nsec - t0.tv_nsec));
    free(dem.z); free(shade); free(dir); free(acc); free(seen); free(count);
    return 0;
}
