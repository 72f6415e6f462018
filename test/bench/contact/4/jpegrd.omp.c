// SPDX-License-Identifier: Apache-2.0
// Rate/distortion sweep of a small JPEG-like codec.
// A synthetic RGB picture is converted to YCbCr 4:2:0 and coded at several
// qualities; every block row is its own (byte aligned) restart interval.
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef unsigned char u8;

struct plane {
    int w, h;               // multiples of 8
    u8 *pix;
    u8 *rec;
};

struct bitwriter {
    u8 *buf;
    size_t len;
    uint32_t acc;
    int nbits;
};

static const u8 zigzag[64] = {
     0,  1,  8, 16,  9,  2,  3, 10, 17, 24, 32, 25, 18, 11,  4,  5,
    12, 19, 26, 33, 40, 48, 41, 34, 27, 20, 13,  6,  7, 14, 21, 28,
    35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51,
    58, 59, 52, 45, 38, 31, 39, 46, 53, 60, 61, 54, 47, 55, 62, 63
};
static const u8 base_luma[64] = {
    16, 11, 10, 16,  24,  40,  51,  61, 12, 12, 14, 19,  26,  58,  60,  55,
    14, 13, 16, 24,  40,  57,  69,  56, 14, 17, 22, 29,  51,  87,  80,  62,
    18, 22, 37, 56,  68, 109, 103,  77, 24, 35, 55, 64,  81, 104, 113,  92,
    49, 64, 78, 87, 103, 121, 120, 101, 72, 92, 95, 98, 112, 100, 103,  99
};

static float cosines[8][8];
static int qtab[64];

struct stats { long zero_blocks, nonzero; };

static u8 clamp255(float v)
{
    int i = (int)floorf(v + 0.5f);
    return i < 0 ? 0 : i > 255 ? 255 : (u8)i;
}

static void put_bits(struct bitwriter *bw, uint32_t v, int n)
{
    while (n > 0) {
        int take = n < 8 - bw->nbits ? n : 8 - bw->nbits;
        uint32_t part = (v >> (n - take)) & ((1u << take) - 1);
        bw->acc = bw->acc << take | part;
        bw->nbits += take;
        n -= take;
        if (bw->nbits == 8) {
            bw->buf[bw->len++] = (u8)bw->acc;
            bw->acc = 0;
            bw->nbits = 0;
        }
    }
}

static void flush_bits(struct bitwriter *bw)
{
    if (bw->nbits)
        put_bits(bw, 0, 8 - bw->nbits);
}

// exp-golomb
static void put_ue(struct bitwriter *bw, uint32_t v)
{
    int n = 0;
    while ((v + 1) >> (n + 1))
        n++;
    put_bits(bw, 0, n);
    put_bits(bw, v + 1, n + 1);
}

static void put_se(struct bitwriter *bw, int v)
{
    put_ue(bw, v > 0 ? 2u * (uint32_t)v - 1 : 2u * (uint32_t)-v);
}

static void init_tables(void)
{
    for (int k = 0; k < 8; k++)
        for (int n = 0; n < 8; n++)
            cosines[k][n] = (float)((k ? 0.5 : sqrt(0.125)) * cos((2 * n + 1) * k * M_PI / 16));
}

static void set_quality(int q)
{
    int scale = q < 50 ? 5000 / q : 200 - 2 * q;
    for (int i = 0; i < 64; i++) {
        int v = (base_luma[i] * scale + 50) / 100;
        qtab[i] = v < 1 ? 1 : v > 255 ? 255 : v;
    }
}

static void fdct(const float *in, float *out)
{
    float tmp[64];
    for (int y = 0; y < 8; y++)
        for (int k = 0; k < 8; k++) {
            float s = 0;
            for (int n = 0; n < 8; n++)
                s += in[y * 8 + n] * cosines[k][n];
            tmp[y * 8 + k] = s;
        }
    for (int k = 0; k < 8; k++)
        for (int x = 0; x < 8; x++) {
            float s = 0;
            for (int n = 0; n < 8; n++)
                s += tmp[n * 8 + x] * cosines[k][n];
            out[k * 8 + x] = s;
        }
}

static void idct(const float *in, float *out)
{
    float tmp[64];
    for (int y = 0; y < 8; y++)
        for (int n = 0; n < 8; n++) {
            float s = 0;
            for (int k = 0; k < 8; k++)
                s += in[y * 8 + k] * cosines[k][n];
            tmp[y * 8 + n] = s;
        }
    for (int n = 0; n < 8; n++)
        for (int x = 0; x < 8; x++) {
            float s = 0;
            for (int k = 0; k < 8; k++)
                s += tmp[k * 8 + x] * cosines[k][n];
            out[n * 8 + x] = s;
        }
}

// code one block; returns its DC level for the prediction of the next one
static int code_block(struct plane *p, int bx, int by, int pred, struct bitwriter *bw, struct stats *st)
{
    float block[64], coef[64];
    int level[64];
    const u8 *src = p->pix + (size_t)by * 8 * p->w + bx * 8;
    u8 *dst = p->rec + (size_t)by * 8 * p->w + bx * 8;
    for (int y = 0; y < 8; y++)
        for (int x = 0; x < 8; x++)
            block[y * 8 + x] = src[y * p->w + x] - 128.0f;
    fdct(block, coef);
    int last = 0;
    for (int i = 0; i < 64; i++) {
        int z = zigzag[i];
        level[i] = (int)lrintf(coef[z] / qtab[z]);
        if (level[i]) {
            st->nonzero++;
            last = i;
        }
    }
    if (last == 0)
        st->zero_blocks++;
    put_se(bw, level[0] - pred);
    int run = 0;
    for (int i = 1; i <= last; i++) {
        if (level[i] == 0) {
            run++;
            continue;
        }
        put_ue(bw, run + 1);
        put_se(bw, level[i]);
        run = 0;
    }
    put_ue(bw, 0);
    for (int i = 0; i < 64; i++)
        coef[zigzag[i]] = (float)(level[i] * qtab[zigzag[i]]);
    idct(coef, block);
    for (int y = 0; y < 8; y++)
        for (int x = 0; x < 8; x++)
            dst[y * p->w + x] = clamp255(block[y * 8 + x] + 128.0f);
    return level[0];
}

// rows are coded into slots of their own and then closed up
static void code_plane(struct plane *p, struct bitwriter *bw, struct stats *st, u8 *slots, size_t *rowlen)
{
    int rows = p->h / 8;
    size_t stride = (size_t)64 * p->w;
    long zero = 0, nonzero = 0;
    #pragma omp parallel for schedule(dynamic, 4) reduction(+:zero, nonzero)
    for (int by = 0; by < rows; by++) {
        struct stats mine = { 0, 0 };
        struct bitwriter row = { slots + by * stride, 0, 0, 0 };
        int dc = 0;
        for (int bx = 0; bx < p->w / 8; bx++)
            dc = code_block(p, bx, by, dc, &row, &mine);
        flush_bits(&row);
        rowlen[by] = row.len;
        zero += mine.zero_blocks;
        nonzero += mine.nonzero;
    }
    for (int by = 0; by < rows; by++) {
        memcpy(bw->buf + bw->len, slots + by * stride, rowlen[by]);
        bw->len += rowlen[by];
    }
    st->zero_blocks += zero;
    st->nonzero += nonzero;
}

static void make_image(u8 *rgb, int w, int h)
{
    uint32_t seed = 12345;
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            u8 *p = rgb + 3 * ((size_t)y * w + x);
            seed = seed * 1664525u + 1013904223u;
            int noise = (int)(seed >> 28);
            int tex = ((x * x / 64 + y * 3) ^ (y * y / 128 + x)) & 63;
            p[0] = (u8)((x * 160 / w + noise + tex / 2) & 255);
            p[1] = (u8)((y * 180 / h + noise + ((x / 50 + y / 40) & 1) * 50) & 255);
            p[2] = (u8)(((x + y) * 120 / (w + h) + noise / 2 + tex) & 255);
        }
}

static void split_planes(const u8 *rgb, int w, int h, struct plane pl[3])
{
    #pragma omp parallel for
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            const u8 *p = rgb + 3 * ((size_t)y * w + x);
            pl[0].pix[(size_t)y * w + x] = clamp255(0.299f * p[0] + 0.587f * p[1] + 0.114f * p[2]);
        }
    #pragma omp parallel for
    for (int y = 0; y < h / 2; y++)
        for (int x = 0; x < w / 2; x++) {
            float r = 0, g = 0, b = 0;
            for (int k = 0; k < 4; k++) {
                const u8 *p = rgb + 3 * ((size_t)(2 * y + k / 2) * w + 2 * x + k % 2);
                r += p[0]; g += p[1]; b += p[2];
            }
            size_t o = (size_t)y * (w / 2) + x;
            pl[1].pix[o] = clamp255(128 + (-0.1687f * r - 0.3313f * g + 0.5f * b) / 4);
            pl[2].pix[o] = clamp255(128 + (0.5f * r - 0.4187f * g - 0.0813f * b) / 4);
        }
}

int main(int argc, char **argv)
{
    int w = (argc > 1 ? atoi(argv[1]) : 2560) & ~15;
    int h = (argc > 2 ? atoi(argv[2]) : 1920) & ~15;
    static const int qualities[] = { 20, 40, 60, 75, 85, 95 };
    struct plane pl[3];
    u8 *rgb = malloc((size_t)3 * w * h);
    for (int i = 0; i < 3; i++) {
        pl[i].w = i ? w / 2 : w;
        pl[i].h = i ? h / 2 : h;
        pl[i].pix = malloc((size_t)pl[i].w * pl[i].h);
        pl[i].rec = malloc((size_t)pl[i].w * pl[i].h);
    }
    struct bitwriter bw = { malloc((size_t)8 * w * h), 0, 0, 0 };
    u8 *slots = malloc((size_t)8 * w * h);
    size_t *rowlen = malloc(sizeof *rowlen * (h / 8 + 1));
    struct timespec a, b;

    clock_gettime(CLOCK_MONOTONIC, &a);
    init_tables();
    make_image(rgb, w, h);
    split_planes(rgb, w, h, pl);
    for (size_t q = 0; q < sizeof qualities / sizeof *qualities; q++) {
        set_quality(qualities[q]);
        bw.len = 0;
        struct stats st = { 0, 0 };
        printf("q=%d", qualities[q]);
        for (int i = 0; i < 3; i++) {
            code_plane(&pl[i], &bw, &st, slots, rowlen);
            int64_t sse = 0;
            #pragma omp parallel for reduction(+:sse)
            for (size_t k = 0; k < (size_t)pl[i].w * pl[i].h; k++) {
                int d = pl[i].pix[k] - pl[i].rec[k];
                sse += d * d;
            }
            printf(" psnr%d=%.4f", i, 10 * log10(65025.0 * pl[i].w * pl[i].h / (double)(sse ? sse : 1)));
        }
        uint32_t sum = 2166136261u;
        for (size_t k = 0; k < bw.len; k++)
            sum = (sum ^ bw.buf[k]) * 16777619u;
        printf(" bytes=%zu flat=%ld nz=%ld fnv=%08x\n", bw.len, st.zero_blocks, st.nonzero, sum);
    }
    clock_gettime(CLOCK_MONOTONIC, &b);
    fprintf(stderr, "%.3f s\n", (double)(b.tv_sec - a.tv_sec) + (double)(b.tv_nsec - a.tv_nsec) * 1e-9);
    for (int i = 0; i < 3; i++) { free(pl[i].pix); free(pl[i].rec); }
    free(rgb);
    free(bw.buf);
    free(slots);
    free(rowlen);
    return 0;
}
