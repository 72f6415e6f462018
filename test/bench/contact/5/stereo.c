// SPDX-License-Identifier: Apache-2.0
/* stereo: dense disparity by semi-global matching.
 *   census transform -> Hamming cost volume -> four aggregation paths ->
 *   winner takes all -> left/right check -> 3x3 median
 * The scene is synthetic, so the error against the truth can be printed.
 *   stereo [width] [height] [disparities]
 */
#define _POSIX_C_SOURCE 200809L
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define P1 4
#define P2 40

static int width, height, ndisp;
static uint8_t *left, *right, *truth, *cost;
static uint32_t *census_l, *census_r;
static uint16_t *total;
static int16_t *disp_l, *disp_r, *result;

static void *need(size_t n)
{
    void *p = calloc(n, 1);
    if (!p) { perror("stereo"); exit(1); }
    return p;
}

static uint32_t noise(uint32_t a)
{
    a = (a ^ 61) ^ (a >> 16);
    a *= 9; a ^= a >> 4; a *= 0x27d4eb2d;
    return a ^ a >> 15;
}

static int texture(int x, int y)
{
    int fine = noise(x * 7919 + y * 104729) & 63;
    int coarse = noise((x >> 2) * 31 + (y >> 2) * 65537) & 127;
    return 32 + fine + coarse;
}

static void make_scene(void)
{
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            int d = ndisp / 8 + y * (ndisp / 4) / height;          /* floor */
            if (x > width / 5 && x < width / 2 && y > height / 4 && y < 3 * height / 4)
                d = ndisp / 2 + (x - width / 5) * 6 / width;       /* slanted box */
            int cx = x - 7 * width / 10, cy = y - height / 2;
            if (cx * cx + cy * cy < height * height / 16)
                d = 3 * ndisp / 4;                                 /* disc */
            truth[y * width + x] = (uint8_t)d;
            left[y * width + x] = (uint8_t)texture(x + 4096, y);
            right[y * width + x] = (uint8_t)(texture(x + 9999, y + 77) >> 1);
        }
    for (int y = 0; y < height; y++)                               /* far to near */
        for (int pass = 0; pass < ndisp; pass++)
            for (int x = pass; x < width; x++)
                if (truth[y * width + x] == pass)
                    right[y * width + x - pass] =
                        (uint8_t)(left[y * width + x] + noise(x + y * width) % 9);
}

static void census(const uint8_t *im, uint32_t *out)
{
    for (int y = 2; y < height - 2; y++)
        for (int x = 2; x < width - 2; x++) {
            uint32_t bits = 0;
            uint8_t c = im[y * width + x];
            for (int j = -2; j <= 2; j++)
                for (int i = -2; i <= 2; i++)
                    bits = bits << 1 | (im[(y + j) * width + x + i] < c);
            out[y * width + x] = bits;
        }
}

static void matching_cost(void)
{
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            uint8_t *c = cost + ((size_t)y * width + x) * ndisp;
            for (int d = 0; d < ndisp; d++)
                c[d] = x < d ? 25 : (uint8_t)__builtin_popcount(census_l[y * width + x] ^ census_r[y * width + x - d]);
        }
}

/* one step of a path: cur = cost + min(prev[d], prev[d+-1]+P1, min+P2) - min */
static int path_step(const uint8_t *c, const int *prev, int prev_min, int *cur, uint16_t *sum)
{
    int low = 1 << 20;
    for (int d = 0; d < ndisp; d++) {
        int m = prev[d];
        int a = d > 0 ? prev[d - 1] + P1 : 1 << 20;
        int b = d < ndisp - 1 ? prev[d + 1] + P1 : 1 << 20;
        if (a < m) m = a;
        if (b < m) m = b;
        if (prev_min + P2 < m) m = prev_min + P2;
        cur[d] = c[d] + m - prev_min;
        sum[d] = (uint16_t)(sum[d] + cur[d]);
        if (cur[d] < low) low = cur[d];
    }
    return low;
}

static void aggregate_rows(int dir)
{
    int *a = need(ndisp * sizeof *a), *b = need(ndisp * sizeof *b);
    for (int y = 0; y < height; y++) {
        int low = 0;
        memset(a, 0, ndisp * sizeof *a);
        for (int k = 0; k < width; k++) {
            size_t at = ((size_t)y * width + (dir > 0 ? k : width - 1 - k)) * ndisp;
            low = path_step(cost + at, a, low, b, total + at);
            int *t = a; a = b; b = t;
        }
    }
    free(a); free(b);
}

static void aggregate_columns(int dir)
{
    size_t line = (size_t)width * ndisp;
    int *a = need(line * sizeof *a), *b = need(line * sizeof *b);
    int *low = need(width * sizeof *low);
    for (int k = 0; k < height; k++) {
        int y = dir > 0 ? k : height - 1 - k;
        for (int x = 0; x < width; x++) {
            size_t at = ((size_t)y * width + x) * ndisp, o = (size_t)x * ndisp;
            low[x] = path_step(cost + at, a + o, low[x], b + o, total + at);
        }
        int *t = a; a = b; b = t;
    }
    free(a); free(b); free(low);
}

static void winners(void)
{
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            int bl = 0, br = 0;
            const uint16_t *s = total + ((size_t)y * width + x) * ndisp;
            for (int d = 1; d < ndisp; d++) {
                if (s[d] < s[bl]) bl = d;
                if (x + d < width && s[(size_t)d * ndisp + d] < s[(size_t)br * ndisp + br]) br = d;
            }
            disp_l[y * width + x] = (int16_t)bl;
            disp_r[y * width + x] = (int16_t)br;
        }
}

static long check_and_median(void)
{
    long rejected = 0;
    for (int i = 0; i < width * height; i++) {
        int x = i % width, d = disp_l[i];
        if (x < d || abs(disp_r[i - d] - d) > 1) {
            disp_l[i] = -1;
            rejected++;
        }
    }
    for (int y = 1; y < height - 1; y++)
        for (int x = 1; x < width - 1; x++) {
            int16_t w[9];
            int n = 0;
            for (int j = -1; j <= 1; j++)
                for (int i = -1; i <= 1; i++) {
                    int16_t v = disp_l[(y + j) * width + x + i];
                    int k = n++;
                    for (; k > 0 && w[k - 1] > v; k--)
                        w[k] = w[k - 1];
                    w[k] = v;
                }
            result[y * width + x] = w[4];
        }
    return rejected;
}

int main(int argc, char **argv)
{
    width = argc > 1 ? atoi(argv[1]) : 1100;
    height = argc > 2 ? atoi(argv[2]) : 800;
    ndisp = argc > 3 ? atoi(argv[3]) : 64;
    if (width < 16 || height < 16 || ndisp < 8 || ndisp > 192 || ndisp >= width || width > 8192 || height > 8192)
        return 1;
    size_t n = (size_t)width * height;
    left = need(n); right = need(n); truth = need(n); cost = need(n * ndisp);
    census_l = need(n * 4); census_r = need(n * 4); total = need(n * ndisp * 2);
    disp_l = need(n * 2); disp_r = need(n * 2); result = need(n * 2);
    make_scene();

    struct timespec a, b;
    clock_gettime(CLOCK_MONOTONIC, &a);
    census(left, census_l);
    census(right, census_r);
    matching_cost();
    aggregate_rows(1);
    aggregate_rows(-1);
    aggregate_columns(1);
    aggregate_columns(-1);
    winners();
    long rejected = check_and_median();
    clock_gettime(CLOCK_MONOTONIC, &b);

    long good = 0, valid = 0;
    uint32_t sum = 1;
    for (size_t i = 0; i < n; i++) {
        sum = sum * 16777619u ^ (uint16_t)result[i];
        valid += result[i] > 0;
        good += result[i] > 0 && abs(result[i] - truth[i]) <= 1;
    }
    printf("%dx%d, %d disparities: rejected %ld, within one %.2f%%, checksum %08x\n", width, height, ndisp,
           rejected, 100.0 * good / (valid + !valid), (unsigned)sum);
    fprintf(stderr, "time %.3f\n", b.tv_sec - a.tv_sec + 1e-9 * (b.tv_nsec - a.tv_nsec));
    void *all[] = { left, right, truth, cost, census_l, census_r, total, disp_l, disp_r, result };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) free(all[i]);
    return 0;
}
