// SPDX-License-Identifier: Apache-2.0
/* JPEG-like coder for grey pictures: 8x8 DCT, quantization, zigzag,
 * run-length size estimate, reconstruction and PSNR per quality. */
#include <stdio.h>
#include <stdlib.h>
#include <math.h>
#include <time.h>

typedef unsigned char u8;

static const int base_q[64] = {
    16, 11, 10, 16, 24, 40, 51, 61,     12, 12, 14, 19, 26, 58, 60, 55,
    14, 13, 16, 24, 40, 57, 69, 56,     14, 17, 22, 29, 51, 87, 80, 62,
    18, 22, 37, 56, 68, 109, 103, 77,   24, 35, 55, 64, 81, 104, 113, 92,
    49, 64, 78, 87, 103, 121, 120, 101, 72, 92, 95, 98, 112, 100, 103, 99};

static int zigzag[64];
static float cosine[8][8];
static int quant[64];

static void init_tables(void)
{
    int i = 0, j = 0;
    for (int k = 0; k < 64; k++) {
        zigzag[k] = i * 8 + j;
        if ((i + j) % 2 == 0) {
            if (j == 7) i++;
            else if (i == 0) j++;
            else i--, j++;
        } else {
            if (i == 7) j++;
            else if (j == 0) i++;
            else i++, j--;
        }
    }
    for (int u = 0; u < 8; u++)
        for (int x = 0; x < 8; x++)
            cosine[u][x] = (u ? 0.5f : 0.353553391f) * cosf((2 * x + 1) * u * (float)M_PI / 16);
}

static void set_quality(int q)
{
    int scale = q < 50 ? 5000 / q : 200 - 2 * q;
    for (int k = 0; k < 64; k++) {
        quant[k] = (base_q[k] * scale + 50) / 100;
        if (quant[k] < 1)
            quant[k] = 1;
    }
}

static void fdct(float in[8][8], float out[8][8])
{
    float t[8][8];
    for (int u = 0; u < 8; u++)
        for (int y = 0; y < 8; y++) {
            float s = 0;
            for (int x = 0; x < 8; x++)
                s += cosine[u][x] * in[y][x];
            t[y][u] = s;
        }
    for (int v = 0; v < 8; v++)
        for (int u = 0; u < 8; u++) {
            float s = 0;
            for (int y = 0; y < 8; y++)
                s += cosine[v][y] * t[y][u];
            out[v][u] = s;
        }
}

static void idct(float in[8][8], float out[8][8])
{
    float t[8][8];
    for (int v = 0; v < 8; v++)
        for (int x = 0; x < 8; x++) {
            float s = 0;
            for (int u = 0; u < 8; u++)
                s += cosine[u][x] * in[v][u];
            t[v][x] = s;
        }
    for (int y = 0; y < 8; y++)
        for (int x = 0; x < 8; x++) {
            float s = 0;
            for (int v = 0; v < 8; v++)
                s += cosine[v][y] * t[v][x];
            out[y][x] = s;
        }
}

static int code_block(const u8 *src, u8 *dst, int stride)
{
    float b[8][8], f[8][8];
    int coef[64], bits = 0, run = 0;
    for (int y = 0; y < 8; y++)
        for (int x = 0; x < 8; x++)
            b[y][x] = src[y * stride + x] - 128.0f;
    fdct(b, f);
    for (int k = 0; k < 64; k++)
        coef[k] = (int)lrintf(f[k / 8][k % 8] / quant[k]);
    for (int k = 0; k < 64; k++) {
        int c = abs(coef[zigzag[k]]);
        if (c == 0) {
            run++;
            continue;
        }
        while (run > 15) bits += 11, run -= 16;
        bits += 4 + run / 2;
        while (c) bits++, c >>= 1;
        run = 0;
    }
    for (int k = 0; k < 64; k++)
        f[k / 8][k % 8] = (float)(coef[k] * quant[k]);
    idct(f, b);
    for (int y = 0; y < 8; y++)
        for (int x = 0; x < 8; x++) {
            float v = b[y][x] + 128.5f;
            dst[y * stride + x] = v < 0 ? 0 : v > 255 ? 255 : (u8)v;
        }
    return bits + 4;
}

static long code_image(const u8 *src, u8 *dst, int w, int h)
{
    long bits = 0;
#pragma omp parallel for schedule(static) reduction(+:bits)
    for (int y = 0; y < h; y += 8)
        for (int x = 0; x < w; x += 8)
            bits += code_block(src + (size_t)y * w + x, dst + (size_t)y * w + x, w);
    return bits;
}

int main(int argc, char **argv)
{
    int w = (argc > 1 ? atoi(argv[1]) : 3200) & ~7, h = (argc > 2 ? atoi(argv[2]) : 2048) & ~7;
    u8 *img = malloc((size_t)w * h), *rec = malloc((size_t)w * h);
    struct timespec a, b;
    unsigned r = 7;
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            r = r * 1664525u + 1013904223u;
            double v = 128 + 60 * sin(x * 0.021 + y * 0.003) * cos(y * 0.017) + 20 * sin(x * y * 1e-4);
            if ((x / 64 + y / 48) % 5 == 0) v += 30;
            img[(size_t)y * w + x] = (u8)(v + (r >> 24) % 9);
        }
    init_tables();
    clock_gettime(CLOCK_MONOTONIC, &a);
    for (int q = 10; q <= 95; q += 5) {
        set_quality(q);
        long bits = code_image(img, rec, w, h);
        long long se = 0;
#pragma omp parallel for reduction(+:se)
        for (int i = 0; i < w * h; i++) {
            int d = img[i] - rec[i];
            se += d * d;
        }
        double mse = (double)se / ((double)w * h);
        printf("quality %2d: %7.4f bits/pixel, PSNR %.3f dB\n", q, (double)bits / w / h,
               mse > 0 ? 10 * log10(255.0 * 255.0 / mse) : 99.0);
    }
    clock_gettime(CLOCK_MONOTONIC, &b);
    fprintf(stderr, "time %.3f\n", b.tv_sec - a.tv_sec + (b.tv_nsec - a.tv_nsec) * 1e-9);
    free(img);
    free(rec);
    return 0;
}
