/* denoise, optimized by hand: see denoise.c.
 * SMALL: 60 40
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define MAXW 1600
#define MAXH 1200
#define RADIUS 4
#define SIDE (2 * RADIUS + 1)

static unsigned char noisy[3][MAXH][MAXW];
static unsigned char clean[3][MAXH][MAXW];
static unsigned char smooth[3][MAXH][MAXW];
static float near_weight[SIDE][SIDE], like_weight[3 * 255 + 1];

static unsigned rng = 99;

static unsigned next(void)
{
    rng = rng * 1664525u + 1013904223u;
    return rng >> 10;
}

static int clamp(int v, int low, int high)
{
    return v < low ? low : v > high ? high : v;
}

static void paint(int w, int h)
{
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            int disc = (x - w / 3) * (x - w / 3) + (y - h / 2) * (y - h / 2) < h * h / 9;
            int stripe = (x / 23 + y / 17) % 2;
            for (int c = 0; c < 3; c++) {
                int v = 40 + 60 * c + (disc ? 90 - 70 * c : 0) + stripe * (c == 1 ? 40 : 10);
                v += (x * (c + 1)) * 30 / w + (int)(next() % 25) - 12;
                if (next() % 20 == 0)
                    v = next() % 2 ? 255 : 0;
                noisy[c][y][x] = (unsigned char)clamp(v, 0, 255);
            }
        }
}

#define CHUNK 64
#define PADW (MAXW + 2 * RADIUS + CHUNK)

static unsigned char padded[3][MAXH + 2 * RADIUS][PADW];

/* image with a border of RADIUS repeated pixels, and rows filled up for whole chunks */
static void pad(unsigned char image[3][MAXH][MAXW], int w, int h)
{
#pragma omp parallel for collapse(2) schedule(static)
    for (int c = 0; c < 3; c++)
        for (int y = 0; y < h + 2 * RADIUS; y++) {
            const unsigned char *src = image[c][clamp(y - RADIUS, 0, h - 1)];
            unsigned char *dst = padded[c][y];
            for (int x = 0; x < RADIUS; x++)
                dst[x] = src[0];
            for (int x = 0; x < w; x++)
                dst[RADIUS + x] = src[x];
            for (int x = RADIUS + w; x < w + 2 * RADIUS + CHUNK; x++)
                dst[x] = src[w - 1];
        }
}

static inline void exchange(unsigned char *restrict a, unsigned char *restrict b)
{
#pragma omp simd
    for (int l = 0; l < CHUNK; l++) {
        unsigned char p = a[l], q = b[l];
        a[l] = p < q ? p : q;
        b[l] = p < q ? q : p;
    }
}

/* median of 25 for 64 neighbouring pixels: of 14 values neither the smallest nor
 * the largest can be the median, so drop both and take in another one, and so on */
static void median_chunk(int c, int y, int x, unsigned char *out)
{
    unsigned char v[14][CHUNK];
    int taken = 0, n;
    for (; taken < 14; taken++)
        for (int l = 0; l < CHUNK; l++)
            v[taken][l] = padded[c][y + RADIUS - 2 + taken / 5][x + RADIUS - 2 + taken % 5 + l];
    for (n = 14; n > 2; n--) {
        /* smallest to v[0], largest to v[n-1] */
        int half = n / 2;
        for (int i = 0; i < half; i++)
            exchange(v[i], v[n - 1 - i]);
        for (int i = 1; i < n - half; i++)
            exchange(v[0], v[i]);
        for (int i = half; i < n - 1; i++)
            exchange(v[i], v[n - 1]);
        if (taken < 25) {
            /* the new one replaces v[0]; v[n-1] is dropped by n-- */
            for (int l = 0; l < CHUNK; l++)
                v[0][l] = padded[c][y + RADIUS - 2 + taken / 5][x + RADIUS - 2 + taken % 5 + l];
            taken++;
        }
    }
    for (int l = 0; l < CHUNK; l++)
        out[l] = v[1][l];
}

static void remove_outliers(int w, int h)
{
    pad(noisy, w, h);
#pragma omp parallel for collapse(2) schedule(static)
    for (int c = 0; c < 3; c++)
        for (int y = 0; y < h; y++)
            for (int x = 0; x < w; x += CHUNK) {
                unsigned char out[CHUNK];
                median_chunk(c, y, x, out);
                for (int l = 0; l < CHUNK && x + l < w; l++)
                    clean[c][y][x + l] = out[l];
            }
}

#define BW 32

static void bilateral_chunk(int y, int x, int n)
{
    float s0[BW] = { 0 }, s1[BW] = { 0 }, s2[BW] = { 0 }, total[BW] = { 0 };
    const unsigned char *m0 = padded[0][y + RADIUS] + RADIUS + x;
    const unsigned char *m1 = padded[1][y + RADIUS] + RADIUS + x;
    const unsigned char *m2 = padded[2][y + RADIUS] + RADIUS + x;
    for (int dy = 0; dy < SIDE; dy++)
        for (int dx = 0; dx < SIDE; dx++) {
            const unsigned char *p0 = padded[0][y + dy] + x + dx;
            const unsigned char *p1 = padded[1][y + dy] + x + dx;
            const unsigned char *p2 = padded[2][y + dy] + x + dx;
            float near = near_weight[dy][dx];
#pragma omp simd
            for (int l = 0; l < BW; l++) {
                int a = p0[l], b = p1[l], c = p2[l];
                int da = a - m0[l], db = b - m1[l], dc = c - m2[l];
                int diff = (da < 0 ? -da : da) + (db < 0 ? -db : db) + (dc < 0 ? -dc : dc);
                float weight = near * like_weight[diff];
                s0[l] += weight * (float)a;
                s1[l] += weight * (float)b;
                s2[l] += weight * (float)c;
                total[l] += weight;
            }
        }
    for (int l = 0; l < n; l++) {
        smooth[0][y][x + l] = (unsigned char)(s0[l] / total[l] + 0.5f);
        smooth[1][y][x + l] = (unsigned char)(s1[l] / total[l] + 0.5f);
        smooth[2][y][x + l] = (unsigned char)(s2[l] / total[l] + 0.5f);
    }
}

static void bilateral(int w, int h)
{
    pad(clean, w, h);
#pragma omp parallel for schedule(static)
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x += BW)
            bilateral_chunk(y, x, w - x < BW ? w - x : BW);
}

static void report(const char *name, unsigned char image[3][MAXH][MAXW], int w, int h)
{
    for (int c = 0; c < 3; c++) {
        long long sum = 0, steps = 0;
        unsigned hash = 2166136261u;
        for (int y = 0; y < h; y++)
            for (int x = 0; x < w; x++) {
                sum += image[c][y][x];
                hash = (hash ^ image[c][y][x]) * 16777619u;
                if (x > 0)
                    steps += abs(image[c][y][x] - image[c][y][x - 1]);
            }
        printf("%s plane %d: mean %.9g roughness %.9g hash %08x\n", name, c,
               (double)sum / ((double)w * h), (double)steps / ((double)w * h), hash);
    }
}

int main(int argc, char **argv)
{
    int w = argc > 1 ? atoi(argv[1]) : 1300;
    int h = argc > 2 ? atoi(argv[2]) : 1000;
    if (w < 1 || w > MAXW || h < 1 || h > MAXH) {
        fprintf(stderr, "picture too large\n");
        return 1;
    }
    for (int dy = -RADIUS; dy <= RADIUS; dy++)
        for (int dx = -RADIUS; dx <= RADIUS; dx++)
            near_weight[dy + RADIUS][dx + RADIUS] = expf(-(float)(dx * dx + dy * dy) / 12.0f);
    for (int d = 0; d <= 3 * 255; d++)
        like_weight[d] = expf(-(float)(d * d) / 3000.0f);
    paint(w, h);
    remove_outliers(w, h);
    bilateral(w, h);
    printf("picture %d x %d\n", w, h);
    report("noisy", noisy, w, h);
    report("clean", clean, w, h);
    report("smooth", smooth, w, h);
    for (int q = 1; q < 4; q++)
        printf("pixel at %d/4: %d %d %d\n", q, smooth[0][q * h / 4][q * w / 4],
               smooth[1][q * h / 4][q * w / 4], smooth[2][q * h / 4][q * w / 4]);
    return 0;
}
