// SPDX-License-Identifier: Apache-2.0
// Block transform image codec: 8x8 DCT, quantisation, zigzag run-length size
// estimate, then dequantise and inverse transform; reports PSNR per quality.
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define N 8

typedef struct {
    int width, height;
    uint8_t *pix;
} Image;

typedef struct {
    long bits;
    long zero_blocks;
    long nonzero;
    long sq_err;
    uint32_t hash;
} Stats;

static const int base_quant[64] = {
    16, 11, 10, 16, 24, 40, 51, 61, 12, 12, 14, 19, 26, 58, 60, 55,
    14, 13, 16, 24, 40, 57, 69, 56, 14, 17, 22, 29, 51, 87, 80, 62,
    18, 22, 37, 56, 68, 109, 103, 77, 24, 35, 55, 64, 81, 104, 113, 92,
    49, 64, 78, 87, 103, 121, 120, 101, 72, 92, 95, 98, 112, 100, 103, 99};

static float cosine[N][N];
static int zigzag[64];

static uint32_t rng_state = 20240611u;

static uint32_t next_random(void) {
    rng_state = rng_state * 1664525u + 1013904223u;
    return rng_state >> 8;
}

static void init_tables(void) {
    for (int u = 0; u < N; u++)
        for (int x = 0; x < N; x++) {
            double s = u == 0 ? sqrt(1.0 / N) : sqrt(2.0 / N);
            cosine[u][x] = (float)(s * cos((2 * x + 1) * u * M_PI / (2 * N)));
        }
    int i = 0, j = 0;
    for (int k = 0; k < 64; k++) {
        zigzag[k] = i * N + j;
        if ((i + j) % 2 == 0) {
            if (j == N - 1)
                i++;
            else if (i == 0)
                j++;
            else
                i--, j++;
        } else {
            if (i == N - 1)
                j++;
            else if (j == 0)
                i++;
            else
                i++, j--;
        }
    }
}

static Image image_new(int w, int h) {
    Image im = {w, h, malloc((size_t)w * h)};
    if (!im.pix) {
        fprintf(stderr, "out of memory\n");
        exit(1);
    }
    return im;
}

static uint8_t clamp8(float v) {
    if (v < 0.0f)
        return 0;
    if (v > 255.0f)
        return 255;
    return (uint8_t)(v + 0.5f);
}

/* smooth shading, a few discs with hard edges, and grain */
static void paint(Image *im) {
    int w = im->width, h = im->height;
    int cx[12], cy[12], rad[12], shade[12];
    for (int d = 0; d < 12; d++) {
        cx[d] = next_random() % w;
        cy[d] = next_random() % h;
        rad[d] = w / 20 + next_random() % (w / 8 + 1);
        shade[d] = (int)(next_random() % 120) - 60;
    }
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            float v = 110.0f + 60.0f * (float)x / w - 30.0f * (float)y / h;
            for (int d = 0; d < 12; d++) {
                int dx = x - cx[d], dy = y - cy[d];
                if (dx * dx + dy * dy < rad[d] * rad[d])
                    v += shade[d];
            }
            v += (float)(next_random() % 17) - 8.0f;
            im->pix[(size_t)y * w + x] = clamp8(v);
        }
}

static void make_quant(int quality, int *q) {
    int scale = quality < 50 ? 5000 / quality : 200 - 2 * quality;
    for (int k = 0; k < 64; k++) {
        int v = (base_quant[k] * scale + 50) / 100;
        q[k] = v < 1 ? 1 : v > 255 ? 255 : v;
    }
}

static void forward_dct(float in[N][N], float out[N][N]) {
    float tmp[N][N];
    for (int y = 0; y < N; y++)
        for (int u = 0; u < N; u++) {
            float s = 0;
            for (int x = 0; x < N; x++)
                s += in[y][x] * cosine[u][x];
            tmp[y][u] = s;
        }
    for (int v = 0; v < N; v++)
        for (int u = 0; u < N; u++) {
            float s = 0;
            for (int y = 0; y < N; y++)
                s += tmp[y][u] * cosine[v][y];
            out[v][u] = s;
        }
}

static void inverse_dct(float in[N][N], float out[N][N]) {
    float tmp[N][N];
    for (int v = 0; v < N; v++)
        for (int x = 0; x < N; x++) {
            float s = 0;
            for (int u = 0; u < N; u++)
                s += in[v][u] * cosine[u][x];
            tmp[v][x] = s;
        }
    for (int y = 0; y < N; y++)
        for (int x = 0; x < N; x++) {
            float s = 0;
            for (int v = 0; v < N; v++)
                s += tmp[v][x] * cosine[v][y];
            out[y][x] = s;
        }
}

static int magnitude_bits(int v) {
    int n = 0;
    for (v = abs(v); v; v >>= 1)
        n++;
    return n;
}

/* size of the AC part under a fixed (run, size) code-length model */
static int ac_bits(const int *coef, int *nonzero) {
    int bits = 0, run = 0;
    for (int k = 1; k < 64; k++) {
        int c = coef[zigzag[k]];
        if (c == 0) {
            run++;
            continue;
        }
        while (run > 15) {
            bits += 11;
            run -= 16;
        }
        int size = magnitude_bits(c);
        bits += 2 + run / 2 + size / 2 + size;
        (*nonzero)++;
        run = 0;
    }
    return run > 0 ? bits + 4 : bits;
}

static int code_block(const Image *src, Image *dst, int bx, int by, const int *q, Stats *st) {
    float px[N][N], co[N][N];
    int level[64], nonzero = 0;
    for (int y = 0; y < N; y++)
        for (int x = 0; x < N; x++)
            px[y][x] = src->pix[(size_t)(by * N + y) * src->width + bx * N + x] - 128.0f;
    forward_dct(px, co);
    for (int k = 0; k < 64; k++) {
        level[k] = (int)lrintf(co[k / N][k % N] / q[k]);
        co[k / N][k % N] = (float)(level[k] * q[k]);
    }
    st->bits += ac_bits(level, &nonzero);
    st->nonzero += nonzero;
    if (nonzero == 0)
        st->zero_blocks++;
    inverse_dct(co, px);
    for (int y = 0; y < N; y++)
        for (int x = 0; x < N; x++) {
            size_t at = (size_t)(by * N + y) * src->width + bx * N + x;
            dst->pix[at] = clamp8(px[y][x] + 128.0f);
            int d = dst->pix[at] - src->pix[at];
            st->sq_err += d * d;
        }
    return level[0];
}

static Stats encode(const Image *src, Image *dst, int quality, int *dc) {
    int q[64], bw = src->width / N, bh = src->height / N;
    Stats st;
    memset(&st, 0, sizeof st);
    make_quant(quality, q);
    long bits = 0, zero_blocks = 0, nonzero = 0, sq_err = 0;
#pragma omp parallel for schedule(static) reduction(+ : bits, zero_blocks, nonzero, sq_err)
    for (int by = 0; by < bh; by++) {
        Stats row = {0, 0, 0, 0, 0};
        for (int bx = 0; bx < bw; bx++)
            dc[by * bw + bx] = code_block(src, dst, bx, by, q, &row);
        bits += row.bits;
        zero_blocks += row.zero_blocks;
        nonzero += row.nonzero;
        sq_err += row.sq_err;
    }
    st.bits = bits;
    st.zero_blocks = zero_blocks;
    st.nonzero = nonzero;
    st.sq_err = sq_err;
    int pred = 0;
    for (int b = 0; b < bw * bh; b++) {
        int size = magnitude_bits(dc[b] - pred);
        st.bits += 2 + size / 2 + size;
        pred = dc[b];
        st.hash = st.hash * 31u + (uint32_t)dc[b];
    }
    return st;
}

int main(int argc, char **argv) {
    int w = (argc > 1 ? atoi(argv[1]) : 2048) / N * N;
    int h = (argc > 2 ? atoi(argv[2]) : 1536) / N * N;
    int step = argc > 3 ? atoi(argv[3]) : 2;
    init_tables();
    Image src = image_new(w, h), dst = image_new(w, h);
    int *dc = malloc(sizeof *dc * (size_t)(w / N) * (h / N));
    paint(&src);
    for (int quality = 6; quality <= 96; quality += step) {
        Stats st = encode(&src, &dst, quality, dc);
        double mse = (double)st.sq_err / ((double)w * h);
        printf("q=%2d  %8ld bytes  %.3f bpp  psnr %.3f dB  flat %ld  nz %ld  %08x\n", quality,
               st.bits / 8, (double)st.bits / ((double)w * h), 10.0 * log10(255.0 * 255.0 / mse),
               st.zero_blocks, st.nonzero, st.hash);
    }
    uint32_t sum = 0;
    for (size_t k = 0; k < (size_t)w * h; k++)
        sum = sum * 16777619u ^ dst.pix[k];
    printf("reconstruction %08x\n", sum);
    free(dc);
    free(src.pix);
    free(dst.pix);
    return 0;
}
