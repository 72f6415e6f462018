// SPDX-License-Identifier: Apache-2.0
/* dctcodec - JPEG-like grayscale block codec: 8x8 DCT, quantization at several
 * quality settings, zig-zag run-length size estimate, decode, PSNR.
 *
 *   dctcodec [width] [height] [lowest quality] [highest quality] */
#include <stdio.h>
#include <stdlib.h>
#include <math.h>
#include <time.h>

#define N 8

typedef unsigned char u8;

static const int base_quant[N * N] = {
    16, 11, 10, 16,  24,  40,  51,  61,   12, 12, 14, 19,  26,  58,  60,  55,
    14, 13, 16, 24,  40,  57,  69,  56,   14, 17, 22, 29,  51,  87,  80,  62,
    18, 22, 37, 56,  68, 109, 103,  77,   24, 35, 55, 64,  81, 104, 113,  92,
    49, 64, 78, 87, 103, 121, 120, 101,   72, 92, 95, 98, 112, 100, 103,  99
};

static float basis[N][N];       /* basis[k][x] */
static int zigzag[N * N];

struct codec_stats {
    long bits, nonzero;
    long long sq_error;
};

static void init_tables(void)
{
    for (int k = 0; k < N; k++)
        for (int x = 0; x < N; x++)
            basis[k][x] = (float)((k == 0 ? sqrt(0.125) : 0.5) * cos((2 * x + 1) * k * M_PI / 16.0));

    int pos = 0;
    for (int d = 0; d < 2 * N - 1; d++)
        for (int i = 0; i <= d; i++) {
            int r = d % 2 ? i : d - i, c = d - r;
            if (r < N && c < N)
                zigzag[pos++] = r * N + c;
        }
}

static void make_quant(int quality, int *q)
{
    int scale = quality < 50 ? 5000 / quality : 200 - 2 * quality;
    for (int i = 0; i < N * N; i++) {
        int v = (base_quant[i] * scale + 50) / 100;
        q[i] = v < 1 ? 1 : v > 255 ? 255 : v;
    }
}

static void fdct(const float *in, float *out)
{
    float t[N * N];
    for (int y = 0; y < N; y++)
        for (int k = 0; k < N; k++) {
            float s = 0.0f;
            for (int x = 0; x < N; x++)
                s += in[y * N + x] * basis[k][x];
            t[y * N + k] = s;
        }
    for (int k = 0; k < N; k++)
        for (int x = 0; x < N; x++) {
            float s = 0.0f;
            for (int y = 0; y < N; y++)
                s += t[y * N + x] * basis[k][y];
            out[k * N + x] = s;
        }
}

static void idct(const float *in, float *out)
{
    float t[N * N];
    for (int y = 0; y < N; y++)
        for (int x = 0; x < N; x++) {
            float s = 0.0f;
            for (int k = 0; k < N; k++)
                s += in[y * N + k] * basis[k][x];
            t[y * N + x] = s;
        }
    for (int y = 0; y < N; y++)
        for (int x = 0; x < N; x++) {
            float s = 0.0f;
            for (int k = 0; k < N; k++)
                s += t[k * N + x] * basis[k][y];
            out[y * N + x] = s;
        }
}

static int magnitude_bits(int v)
{
    int n = 0;
    for (v = abs(v); v; v >>= 1)
        n++;
    return n;
}

/* approximate entropy-coded size of one quantized block */
static int block_bits(const int *coef, int *nonzero)
{
    int bits = 4 + magnitude_bits(coef[0]), run = 0;
    for (int i = 1; i < N * N; i++) {
        int v = coef[zigzag[i]];
        if (v == 0) {
            run++;
            continue;
        }
        bits += 4 + run / 4 + 2 * magnitude_bits(v);
        run = 0;
        (*nonzero)++;
    }
    return run ? bits + 4 : bits;
}

static void code_image(const u8 *src, u8 *dst, int w, int h, const int *q, struct codec_stats *st)
{
    long bits = 0, nonzero = 0;
    long long sq_error = 0;

    #pragma omp parallel for schedule(static) reduction(+:bits, nonzero, sq_error)
    for (int by = 0; by < h; by += N) {
        for (int bx = 0; bx < w; bx += N) {
            float px[N * N], co[N * N];
            int qc[N * N];
            for (int i = 0; i < N * N; i++)
                px[i] = (float)src[(by + i / N) * w + bx + i % N] - 128.0f;
            fdct(px, co);
            for (int i = 0; i < N * N; i++)
                qc[i] = (int)lrintf(co[i] / q[i]);
            int nz = 0;
            bits += block_bits(qc, &nz);
            nonzero += nz;
            for (int i = 0; i < N * N; i++)
                co[i] = (float)(qc[i] * q[i]);
            idct(co, px);
            for (int i = 0; i < N * N; i++) {
                int k = (by + i / N) * w + bx + i % N;
                int v = (int)lrintf(px[i]) + 128;
                dst[k] = (u8)(v < 0 ? 0 : v > 255 ? 255 : v);
                int d = dst[k] - src[k];
                sq_error += d * d;
            }
        }
    }
    st->bits += bits;
    st->nonzero += nonzero;
    st->sq_error += sq_error;
}

int main(int argc, char **argv)
{
    int w = argc > 1 ? atoi(argv[1]) : 2432;
    int h = argc > 2 ? atoi(argv[2]) : 2432;
    int qlo = argc > 3 ? atoi(argv[3]) : 10;
    int qhi = argc > 4 ? atoi(argv[4]) : 95;
    w = (w + N - 1) / N * N;
    h = (h + N - 1) / N * N;
    u8 *src = malloc((size_t)w * h), *dst = malloc((size_t)w * h);
    if (!src || !dst || qlo < 1 || qhi > 100)
        return 1;

    unsigned seed = 12345;
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            seed = seed * 1103515245u + 12345u;
            double v = 120 + 50 * sin(x * 0.02) * cos(y * 0.031) + ((x / 37 + y / 29) % 2 ? 25 : -25);
            src[y * w + x] = (u8)(v + (seed >> 16) % 9);
        }
    init_tables();

    struct timespec t0, t1;
    clock_gettime(CLOCK_MONOTONIC, &t0);
    for (int quality = qlo; quality <= qhi; quality += 7) {
        struct codec_stats st = { 0, 0, 0 };
        int q[N * N];
        make_quant(quality, q);
        code_image(src, dst, w, h, q, &st);
        printf("q=%2d  %7.4f bpp  %6.3f%% nonzero  psnr %.3f dB\n", quality, (double)st.bits / w / h,
               100.0 * st.nonzero / w / h, 10 * log10(65025.0 * w * h / (double)st.sq_error));
    }
    clock_gettime(CLOCK_MONOTONIC, &t1);
    fprintf(stderr, "coding time %.3f s\n", (t1.tv_sec - t0.tv_sec) + (t1.tv_nsec - t0.tv_nsec) / 1e9);
    free(src), free(dst);
    return 0;
}
