/*
 * dctcode - still picture coder: 8x8 DCT, quantisation, zig-zag run length
 * coding with Exp-Golomb codes, DC prediction along each row of blocks, plus
 * a decoder to measure the quality.
 *
 * usage: dctcode [width] [height] [quality]
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define B 8

struct bits {
    uint8_t *buf;
    size_t cap, len;
    uint64_t acc;
    int fill;
};

struct coder {
    int w, h, bw, bh;
    double quant[B * B];
    long zeros, coded;
};

static double basis[B][B];

static const uint8_t zigzag[B * B] = {
    0, 1, 8, 16, 9, 2, 3, 10, 17, 24, 32, 25, 18, 11, 4, 5, 12, 19, 26, 33, 40, 48,
    41, 34, 27, 20, 13, 6, 7, 14, 21, 28, 35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23,
    30, 37, 44, 51, 58, 59, 52, 45, 38, 31, 39, 46, 53, 60, 61, 54, 47, 55, 62, 63
};

static void put_bits(struct bits *b, uint32_t v, int n)
{
    b->acc = b->acc << n | v;
    b->fill += n;
    while (b->fill >= 8) {
        if (b->len == b->cap) {
            b->cap = b->cap ? b->cap * 2 : 4096;
            b->buf = realloc(b->buf, b->cap);
            if (!b->buf)
                exit(1);
        }
        b->fill -= 8;
        b->buf[b->len++] = (uint8_t)(b->acc >> b->fill);
    }
}

static void put_ue(struct bits *b, uint32_t v)
{
    int n = 31 - __builtin_clz(v + 1);
    put_bits(b, 0, n);
    put_bits(b, v + 1, n + 1);
}

static void put_se(struct bits *b, int v)
{
    put_ue(b, v > 0 ? (uint32_t)(2 * v - 1) : (uint32_t)(-2 * v));
}

static int get_bit(struct bits *b)
{
    int r;
    if (b->len / 8 >= b->cap)
        return 1;
    r = b->buf[b->len / 8] >> (7 - b->len % 8) & 1;
    b->len++;
    return r;
}

static uint32_t get_ue(struct bits *b)
{
    int n = 0;
    uint32_t v = 1;
    while (!get_bit(b))
        n++;
    while (n-- > 0)
        v = v << 1 | (uint32_t)get_bit(b);
    return v - 1;
}

static int get_se(struct bits *b)
{
    uint32_t v = get_ue(b);
    return v & 1 ? (int)(v / 2 + 1) : -(int)(v / 2);
}

static void transform(const double *in, double *out, int inverse)
{
    double tmp[B * B];
    for (int y = 0; y < B; y++)
        for (int u = 0; u < B; u++) {
            double s = 0;
            for (int x = 0; x < B; x++)
                s += in[y * B + x] * (inverse ? basis[x][u] : basis[u][x]);
            tmp[y * B + u] = s;
        }
    for (int v = 0; v < B; v++)
        for (int u = 0; u < B; u++) {
            double s = 0;
            for (int y = 0; y < B; y++)
                s += tmp[y * B + u] * (inverse ? basis[y][v] : basis[v][y]);
            out[v * B + u] = s;
        }
}

static void encode_block(struct coder *c, struct bits *out, const uint8_t *px, int *dc)
{
    double blk[B * B], co[B * B];
    int q[B * B], run = 0;

    for (int y = 0; y < B; y++)
        for (int x = 0; x < B; x++)
            blk[y * B + x] = px[y * c->w + x] - 128.0;
    transform(blk, co, 0);
    for (int i = 0; i < B * B; i++)
        q[i] = (int)lrint(co[zigzag[i]] / c->quant[zigzag[i]]);
    put_se(out, q[0] - *dc);
    *dc = q[0];
    for (int i = 1; i < B * B; i++) {
        if (q[i] == 0) {
            run++;
            c->zeros++;
            continue;
        }
        put_ue(out, (uint32_t)run);
        put_se(out, q[i]);
        c->coded++;
        run = 0;
    }
    put_ue(out, 63);        /* end of block */
}

static void encode(struct coder *c, const uint8_t *img, struct bits *out)
{
    for (int by = 0; by < c->bh; by++) {
        int dc = 0;
        for (int bx = 0; bx < c->bw; bx++)
            encode_block(c, out, img + by * B * c->w + bx * B, &dc);
        if (out->fill)      /* rows start at a byte */
            put_bits(out, 0, 8 - out->fill);
    }
}

static void decode(const struct coder *c, struct bits *in, uint8_t *img)
{
    for (int by = 0; by < c->bh; by++) {
        int dc = 0;
        for (int bx = 0; bx < c->bw; bx++) {
            double co[B * B] = { 0 }, px[B * B];
            uint32_t run;
            int i = 0;
            dc += get_se(in);
            co[0] = dc * c->quant[0];
            while ((run = get_ue(in)) != 63) {
                i += (int)run + 1;
                if (i >= B * B)
                    break;
                co[zigzag[i]] = get_se(in) * c->quant[zigzag[i]];
            }
            transform(co, px, 1);
            for (int k = 0; k < B * B; k++) {
                long v = lrint(px[k] + 128.0);
                img[(by * B + k / B) * c->w + bx * B + k % B] = (uint8_t)(v < 0 ? 0 : v > 255 ? 255 : v);
            }
        }
        in->len = (in->len + 7) / 8 * 8;
    }
}

static double psnr(const struct coder *c, const uint8_t *a, const uint8_t *b)
{
    long err = 0;
    for (int i = 0; i < c->w * c->h; i++)
        err += (a[i] - b[i]) * (a[i] - b[i]);
    return err ? 10 * log10(255.0 * 255.0 * c->w * c->h / (double)err) : 99.0;
}

int main(int argc, char **argv)
{
    struct coder c = { 0 };
    uint32_t seed = 1;

    c.w = (argc > 1 ? atoi(argv[1]) : 1280) / B * B;
    c.h = (argc > 2 ? atoi(argv[2]) : 960) / B * B;
    int worst = argc > 3 ? atoi(argv[3]) : 36;
    if (c.w < B || c.h < B || worst < 1)
        return 1;
    c.bw = c.w / B;
    c.bh = c.h / B;
    for (int u = 0; u < B; u++)
        for (int x = 0; x < B; x++)
            basis[u][x] = sqrt((u ? 2.0 : 1.0) / B) * cos((2 * x + 1) * u * 3.14159265358979 / (2 * B));
    uint8_t *img = malloc((size_t)c.w * c.h), *dec = malloc((size_t)c.w * c.h);
    if (!img || !dec)
        return 1;
    for (int y = 0; y < c.h; y++)
        for (int x = 0; x < c.w; x++) {
            seed = seed * 1664525u + 1013904223u;
            img[y * c.w + x] = (uint8_t)((x * y / 300 + ((x / 37 ^ y / 29) & 7) * 16 + (int)(seed >> 28)) & 255);
        }
    for (int quality = worst; quality > 0; quality -= 2) {
        struct bits bs = { 0 }, rd = { 0 };
        uint32_t hash = 2166136261u;
        for (int i = 0; i < B * B; i++)
            c.quant[i] = 3.0 + quality * (1 + i / B + i % B) / 2.0;
        c.zeros = c.coded = 0;
        encode(&c, img, &bs);
        rd.buf = bs.buf;
        rd.cap = bs.len;
        decode(&c, &rd, dec);
        for (size_t i = 0; i < bs.len; i += 16)
            hash = (hash ^ bs.buf[i]) * 16777619u;
        printf("quality %2d: %7zu bytes %.3f bpp, %7ld coefficients, psnr %.4f dB, hash %08x\n", quality, bs.len,
               bs.len * 8.0 / ((double)c.w * c.h), c.coded, psnr(&c, img, dec), hash);
        free(bs.buf);
    }
    printf("%ld zeros at the finest setting, pixel %d -> %d\n", c.zeros, img[c.w * 9 + 5], dec[c.w * 9 + 5]);
    free(img); free(dec);
    return 0;
}
