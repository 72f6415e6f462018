/* tinyjpg - a small DCT still-image codec, encoder and decoder in one file.
 * A picture is drawn (gradients, discs, stripes, grain), coded as YCbCr 4:2:0,
 * decoded again and compared.  usage: tinyjpg [width] [height] [quality] */
#include <stdio.h>
#include <stdlib.h>
#include <stdint.h>
#include <string.h>
#include <math.h>
#include <omp.h>

typedef struct { int w, h; uint8_t *p; } Plane;
typedef struct { uint8_t *buf; size_t len, cap; uint64_t acc; int nbits; } BitW;
typedef struct { const uint8_t *buf; size_t len, at; uint64_t acc; int nbits; } BitR;

static const uint8_t zig[64] = {
    0, 1, 8, 16, 9, 2, 3, 10, 17, 24, 32, 25, 18, 11, 4, 5, 12, 19, 26, 33, 40, 48, 41, 34, 27, 20, 13, 6, 7, 14, 21, 28,
    35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51, 58, 59, 52, 45, 38, 31, 39, 46, 53, 60, 61, 54, 47, 55, 62, 63 };
static float basis[8][8];
static int quant[2][64];
static long nz_total;

static void init_tables(int quality)
{
    for (int u = 0; u < 8; u++)
        for (int x = 0; x < 8; x++)
            basis[u][x] = (float)((u ? 0.5 : 0.5 / sqrt(2.0)) * cos((2 * x + 1) * u * M_PI / 16));
    for (int i = 0; i < 64; i++) {
        int r = i / 8 + i % 8;
        quant[0][i] = 1 + (8 + r * 5) * (101 - quality) / 50;
        quant[1][i] = 1 + (12 + r * 9) * (101 - quality) / 50;
    }
}

static int plane_alloc(Plane *p, int w, int h)
{
    p->w = w;
    p->h = h;
    p->p = calloc((size_t)w * h, 1);
    return p->p ? 0 : -1;
}

static uint8_t clamp8(float v) { return v < 0 ? 0 : v > 255 ? 255 : (uint8_t)(v + 0.5f); }

/* n steps of the grain generator */
static uint32_t skip(uint32_t s, uint64_t n)
{
    uint32_t a = 1664525u, b = 1013904223u;
    for (; n; n >>= 1) {
        if (n & 1) s = s * a + b;
        b = b * a + b;
        a *= a;
    }
    return s;
}

static void draw(uint8_t *rgb, int w, int h)
{
    #pragma omp parallel for schedule(static)
    for (int y = 0; y < h; y++) {
        uint32_t s = skip(7, (uint64_t)y * (uint64_t)w);
        for (int x = 0; x < w; x++) {
            uint8_t *q = rgb + 3 * ((size_t)y * w + x);
            int cx = x % 160 - 80, cy = y % 120 - 60, k = (x / 160 + y / 120 * 3) % 5;
            s = s * 1664525u + 1013904223u;
            int grain = (int)(s >> 29) - 4;
            if (cx * cx + cy * cy < 2200 + k * 300) {
                q[0] = (uint8_t)(60 + 35 * k + grain); q[1] = (uint8_t)(200 - cy + grain); q[2] = (uint8_t)(90 + cx + grain);
            } else {
                int stripe = ((x + 2 * y) >> 4) & 1 ? 30 : 0;
                q[0] = (uint8_t)(x * 200 / w + stripe + 8 + grain);
                q[1] = (uint8_t)(y * 200 / h + 20 + grain);
                q[2] = (uint8_t)(128 + stripe - k * 10 + grain);
            }
        }
    }
}

static void to_planes(const uint8_t *rgb, int w, int h, Plane *pl)
{
    #pragma omp parallel for schedule(static)
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            const uint8_t *q = rgb + 3 * ((size_t)y * w + x);
            pl[0].p[(size_t)y * w + x] = clamp8(0.299f * q[0] + 0.587f * q[1] + 0.114f * q[2]);
            if (x % 2 || y % 2) continue;
            float r = 0, g = 0, b = 0;
            for (int k = 0; k < 4; k++) {
                const uint8_t *t = q + 3 * ((k & 1) + (size_t)(k >> 1) * w);
                r += t[0] / 4.0f; g += t[1] / 4.0f; b += t[2] / 4.0f;
            }
            size_t at = (size_t)(y / 2) * (w / 2) + x / 2;
            pl[1].p[at] = clamp8(128 - 0.1687f * r - 0.3313f * g + 0.5f * b);
            pl[2].p[at] = clamp8(128 + 0.5f * r - 0.4187f * g - 0.0813f * b);
        }
}

static void put_bits(BitW *b, uint32_t v, int n)
{
    b->acc = b->acc << n | v;
    b->nbits += n;
    while (b->nbits >= 8) {
        if (b->len == b->cap) {
            b->buf = realloc(b->buf, b->cap = b->cap ? b->cap * 2 : 65536);
            if (!b->buf) { perror("tinyjpg"); exit(1); }
        }
        b->nbits -= 8;
        b->buf[b->len++] = (uint8_t)(b->acc >> b->nbits);
    }
}

/* Exp-Golomb; signed values are folded onto 0, 1, -1, 2, -2 ... */
static void put_ue(BitW *b, uint32_t v) { int n = 31 - __builtin_clz(v + 1); put_bits(b, 0, n); put_bits(b, v + 1, n + 1); }
static void put_se(BitW *b, int v) { put_ue(b, v > 0 ? 2u * (uint32_t)v - 1 : 2u * (uint32_t)-v); }

static uint32_t get_bits(BitR *b, int n)
{
    while (b->nbits < n) { b->acc = b->acc << 8 | (b->at < b->len ? b->buf[b->at++] : 0xff); b->nbits += 8; }
    b->nbits -= n;
    return (uint32_t)(b->acc >> b->nbits) & ((1u << n) - 1);
}

static uint32_t get_ue(BitR *b) { int n = 0; while (n < 20 && !get_bits(b, 1)) n++; return (1u << n | get_bits(b, n)) - 1; }
static int get_se(BitR *b) { uint32_t u = get_ue(b); return u & 1 ? (int)(u / 2 + 1) : -(int)(u / 2); }

static void transform(const float *in, float *out, int inverse)
{
    float t[64];
    for (int y = 0; y < 8; y++)
        for (int u = 0; u < 8; u++) {
            float s = 0;
            for (int x = 0; x < 8; x++) s += in[y * 8 + x] * (inverse ? basis[x][u] : basis[u][x]);
            t[y * 8 + u] = s;
        }
    for (int x = 0; x < 8; x++)
        for (int v = 0; v < 8; v++) {
            float s = 0;
            for (int y = 0; y < 8; y++) s += t[y * 8 + x] * (inverse ? basis[y][v] : basis[v][y]);
            out[v * 8 + x] = s;
        }
}

/* Every thread codes a band of block rows into its own writer (DC of the last
 * block above it is known after the first pass); the bits are then joined. */
static void encode_plane(BitW *b, const Plane *p, const int *q)
{
    int bw = p->w / 8, bh = p->h / 8, bands = omp_get_max_threads();
    int16_t (*coef)[64] = malloc((size_t)bw * bh * sizeof *coef);
    BitW *part = calloc(bands, sizeof *part);
    long nz = 0;
    if (!coef || !part) { perror("tinyjpg"); exit(1); }
    #pragma omp parallel for schedule(static) reduction(+ : nz)
    for (int row = 0; row < bh; row++)
        for (int col = 0; col < bw; col++) {
            int16_t *c = coef[(size_t)row * bw + col];
            float in[64], co[64];
            for (int i = 0; i < 64; i++) in[i] = (float)p->p[(size_t)(row * 8 + i / 8) * p->w + col * 8 + i % 8] - 128;
            transform(in, co, 0);
            for (int i = 0; i < 64; i++) {
                c[i] = (int16_t)lrintf(co[zig[i]] / (float)q[zig[i]]);
                nz += c[i] != 0;
            }
        }
    nz_total += nz;
    #pragma omp parallel for schedule(static, 1)
    for (int k = 0; k < bands; k++) {
        size_t from = (size_t)bw * bh * k / bands, to = (size_t)bw * bh * (k + 1) / bands;
        BitW w = { 0 };
        int dc = from ? coef[from - 1][0] : 0;
        for (size_t n = from; n < to; n++) {
            const int16_t *c = coef[n];
            int last = 63, run = 0;
            while (last > 0 && !c[last]) last--;
            put_se(&w, c[0] - dc);
            dc = c[0];
            put_ue(&w, last);
            for (int i = 1; i <= last; i++) {
                if (!c[i]) { run++; continue; }
                put_ue(&w, run);
                put_se(&w, c[i]);
                run = 0;
            }
        }
        part[k] = w;
    }
    for (int k = 0; k < bands; k++) {
        for (size_t i = 0; i < part[k].len; i++) put_bits(b, part[k].buf[i], 8);
        put_bits(b, (uint32_t)part[k].acc & ((1u << part[k].nbits) - 1), part[k].nbits);
        free(part[k].buf);
    }
    free(part);
    free(coef);
}

static int decode_plane(BitR *b, Plane *p, const int *q)
{
    int bw = p->w / 8, bh = p->h / 8, dc = 0;
    int16_t (*coef)[64] = calloc((size_t)bw * bh, sizeof *coef);
    if (!coef) return -1;
    for (size_t n = 0; n < (size_t)bw * bh; n++) {          /* the bit stream is serial */
        int16_t *co = coef[n];
        dc += get_se(b);
        co[0] = (int16_t)dc;
        int last = (int)get_ue(b), bad = last > 63;
        for (int i = 0; !bad && i < last; ) {
            i += (int)get_ue(b) + 1;
            if (i > last) bad = 1;
            else co[zig[i]] = (int16_t)get_se(b);
        }
        if (bad) { free(coef); return -1; }
    }
    #pragma omp parallel for schedule(static)
    for (int row = 0; row < bh; row++)
        for (int col = 0; col < bw; col++) {
            float co[64], px[64];
            for (int i = 0; i < 64; i++) co[i] = (float)(coef[(size_t)row * bw + col][i] * q[i]);
            transform(co, px, 1);
            for (int i = 0; i < 64; i++) p->p[(size_t)(row * 8 + i / 8) * p->w + col * 8 + i % 8] = clamp8(px[i] + 128);
        }
    free(coef);
    return 0;
}

int main(int argc, char **argv)
{
    int w = argc > 1 ? atoi(argv[1]) & ~15 : 4800, h = argc > 2 ? atoi(argv[2]) & ~15 : 4800, quality = argc > 3 ? atoi(argv[3]) : 80;
    if (w < 16 || h < 16 || quality < 1 || quality > 100) { fprintf(stderr, "usage: tinyjpg [width] [height] [quality 1..100]\n"); return 2; }
    Plane src[3], dst[3];
    BitW out = { 0 };
    uint8_t *rgb = malloc((size_t)w * h * 3);
    for (int k = 0; k < 3; k++)
        if (!rgb || plane_alloc(&src[k], k ? w / 2 : w, k ? h / 2 : h) || plane_alloc(&dst[k], k ? w / 2 : w, k ? h / 2 : h)) { perror("tinyjpg"); return 1; }
    init_tables(quality);
    draw(rgb, w, h);
    to_planes(rgb, w, h, src);
    for (int k = 0; k < 3; k++) encode_plane(&out, &src[k], quant[k > 0]);
    put_bits(&out, 0x7f, 7);
    BitR in = { out.buf, out.len, 0, 0, 0 };
    uint32_t hash = 2166136261u;
    for (size_t i = 0; i < out.len; i++) hash = (hash ^ out.buf[i]) * 16777619u;
    printf("%dx%d q%d: %zu bytes, %.4f bits/pixel, %ld coefficients, hash %08x\n", w, h, quality, out.len, 8.0 * (double)out.len / w / h, nz_total, hash);
    for (int k = 0; k < 3; k++) {
        double se = 0;
        int worst = 0;
        if (decode_plane(&in, &dst[k], quant[k > 0])) { fprintf(stderr, "tinyjpg: corrupt stream\n"); return 1; }
        #pragma omp parallel for schedule(static) reduction(+ : se) reduction(max : worst)
        for (size_t i = 0; i < (size_t)src[k].w * src[k].h; i++) {
            int d = abs(src[k].p[i] - dst[k].p[i]);
            se += d * d;
            if (d > worst) worst = d;
        }
        printf("plane %d psnr %.5f worst %d\n", k, 10 * log10(255.0 * 255.0 * (double)src[k].w * src[k].h / (se + 1e-9)), worst);
        free(src[k].p); free(dst[k].p);
    }
    free(rgb); free(out.buf);
    return 0;
}
