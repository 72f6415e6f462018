/* jenc: JPEG-like grey scale encoder: integer DCT, quantiser, zigzag RLE,
 * two-pass Huffman, bit stream.  Encodes a synthetic picture at several
 * quality settings and prints sizes, code tables and checksums. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef uint8_t u8;
typedef int16_t s16;
typedef int32_t s32;
typedef uint32_t u32;
typedef uint64_t u64;

#define NSYM 256
#define FIX(x) ((s32)((x) * 8192.0 + 0.5))

typedef struct { int w, h; u8 *pix; } Image;
typedef struct { u8 *buf; size_t len, cap; u64 acc; int nacc; } BitWriter;
typedef struct { u32 code[NSYM]; u8 bits[NSYM]; } Huff;
typedef struct { int bw, bh; s16 (*coef)[64]; } Plane;

static const u8 zigzag[64] = {
    0, 1, 8, 16, 9, 2, 3, 10, 17, 24, 32, 25, 18, 11, 4, 5, 12, 19, 26, 33, 40, 48, 41, 34, 27, 20, 13, 6, 7, 14, 21, 28,
    35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51, 58, 59, 52, 45, 38, 31, 39, 46, 53, 60, 61, 54, 47, 55, 62, 63
};
static const u8 base_q[64] = {
    16, 11, 10, 16, 24, 40, 51, 61, 12, 12, 14, 19, 26, 58, 60, 55, 14, 13, 16, 24, 40, 57, 69, 56, 14, 17, 22, 29, 51, 87, 80, 62,
    18, 22, 37, 56, 68, 109, 103, 77, 24, 35, 55, 64, 81, 104, 113, 92, 49, 64, 78, 87, 103, 121, 120, 101, 72, 92, 95, 98, 112, 100, 103, 99
};

static void bw_put(BitWriter *b, u32 v, int n)
{
    b->acc = b->acc << n | (v & ((n < 32 ? 1u << n : 0u) - 1u));
    b->nacc += n;
    while (b->nacc >= 8) {
        if (b->len == b->cap) {
            b->cap = b->cap ? 2 * b->cap : 4096;
            if (!(b->buf = realloc(b->buf, b->cap))) exit(1);
        }
        b->nacc -= 8;
        b->buf[b->len++] = (u8)(b->acc >> b->nacc);
    }
}

static Image make_image(int w, int h)
{
    Image im = { w, h, malloc((size_t)w * (size_t)h) };
    u32 s = 7;
    if (!im.pix) exit(1);
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            int v = (x * 3 + y * 2) / 16 % 200;
            int dx = x % 256 - 128, dy = y % 192 - 96, d = dx * dx + dy * dy;
            if (d < 6400) v = 230 - d / 40;
            if ((x / 4 ^ y / 4) % 64 == 0) v = 20;
            s = s * 1664525u + 1013904223u;
            v += (int)(s >> 28) - 8;
            im.pix[(size_t)y * (size_t)w + (size_t)x] = (u8)(v < 0 ? 0 : v > 255 ? 255 : v);
        }
    return im;
}

/* eight point DCT on a strided vector, fixed point */
static void dct8(s32 *v, int st, int shift)
{
    s32 r = 1 << (shift - 1);
    s32 a0 = v[0] + v[7 * st], a7 = v[0] - v[7 * st], a1 = v[st] + v[6 * st], a6 = v[st] - v[6 * st];
    s32 a2 = v[2 * st] + v[5 * st], a5 = v[2 * st] - v[5 * st], a3 = v[3 * st] + v[4 * st], a4 = v[3 * st] - v[4 * st];
    s32 b0 = a0 + a3, b3 = a0 - a3, b1 = a1 + a2, b2 = a1 - a2;
    v[0]      = (s32)((b0 + b1) * FIX(0.353553391) + r) >> shift;
    v[4 * st] = (s32)((b0 - b1) * FIX(0.353553391) + r) >> shift;
    v[2 * st] = (s32)(b3 * FIX(0.461939766) + b2 * FIX(0.191341716) + r) >> shift;
    v[6 * st] = (s32)(b3 * FIX(0.191341716) - b2 * FIX(0.461939766) + r) >> shift;
    v[st]     = (s32)(a7 * FIX(0.490392640) + a6 * FIX(0.415734806) + a5 * FIX(0.277785117) + a4 * FIX(0.097545161) + r) >> shift;
    v[3 * st] = (s32)(a7 * FIX(0.415734806) - a6 * FIX(0.097545161) - a5 * FIX(0.490392640) - a4 * FIX(0.277785117) + r) >> shift;
    v[5 * st] = (s32)(a7 * FIX(0.277785117) - a6 * FIX(0.490392640) + a5 * FIX(0.097545161) + a4 * FIX(0.415734806) + r) >> shift;
    v[7 * st] = (s32)(a7 * FIX(0.097545161) - a6 * FIX(0.277785117) + a5 * FIX(0.415734806) - a4 * FIX(0.490392640) + r) >> shift;
}

static void transform(const Image *im, Plane *pl, const s32 *q)
{
    for (int by = 0; by < pl->bh; by++)
        for (int bx = 0; bx < pl->bw; bx++) {
            s32 blk[64];
            s16 *out = pl->coef[by * pl->bw + bx];
            for (int i = 0; i < 64; i++) blk[i] = im->pix[(by * 8 + i / 8) * im->w + bx * 8 + i % 8] - 128;
            for (int i = 0; i < 8; i++) dct8(blk + 8 * i, 1, 10);
            for (int i = 0; i < 8; i++) dct8(blk + i, 8, 13);
            for (int i = 0; i < 64; i++) {
                s32 c = blk[zigzag[i]], d = q[zigzag[i]] * 8;
                out[i] = (s16)(c < 0 ? -((-c + d / 2) / d) : (c + d / 2) / d);
            }
        }
}

static int category(int v)
{
    int n = 0;
    for (v = abs(v); v; v >>= 1) n++;
    return n;
}

typedef void (*SymFn)(void *ctx, int sym, int extra, int nextra);

/* run-length model of one block: calls back for every symbol */
static void code_block(const s16 *c, int pred, SymFn fn, void *ctx)
{
    int d = c[0] - pred, n = category(d), run = 0;
    fn(ctx, 0x0c0 | n, d < 0 ? d - 1 : d, n);
    for (int i = 1; i < 64; i++) {
        if (!c[i]) { run++; continue; }
        for (; run > 11; run -= 12) fn(ctx, 0xbf, 0, 0);
        n = category(c[i]);
        fn(ctx, run << 4 | n, c[i] < 0 ? c[i] - 1 : c[i], n);
        run = 0;
    }
    if (run) fn(ctx, 0, 0, 0);
}

static void count_sym(void *ctx, int sym, int extra, int nextra)
{
    (void)extra; (void)nextra;
    ((u32 *)ctx)[sym]++;
}

typedef struct { BitWriter *bw; const Huff *hf; } Emit;
static void emit_sym(void *ctx, int sym, int extra, int nextra)
{
    Emit *e = ctx;
    bw_put(e->bw, e->hf->code[sym], e->hf->bits[sym]);
    if (nextra) bw_put(e->bw, (u32)extra, nextra);
}

static void walk(const Plane *pl, SymFn fn, void *ctx)
{
    int pred = 0;
    for (int b = 0; b < pl->bw * pl->bh; b++) {
        code_block(pl->coef[b], pred, fn, ctx);
        pred = pl->coef[b][0];
    }
}

static void build_huff(const u32 *freq, Huff *hf)
{
    u64 w[2 * NSYM];
    int par[2 * NSYM], n = NSYM, alive[2 * NSYM], na = 0;
    memset(hf, 0, sizeof *hf);
    for (int i = 0; i < NSYM; i++) { w[i] = freq[i]; if (freq[i]) alive[na++] = i; }
    while (na > 1) {
        int a = 0, b = 1;
        if (w[alive[b]] < w[alive[a]]) { a = 1; b = 0; }
        for (int i = 2; i < na; i++)
            if (w[alive[i]] < w[alive[a]]) { b = a; a = i; }
            else if (w[alive[i]] < w[alive[b]]) b = i;
        w[n] = w[alive[a]] + w[alive[b]];
        par[alive[a]] = par[alive[b]] = n;
        alive[a] = n++;
        alive[b] = alive[--na];
    }
    for (int i = 0; i < NSYM; i++)
        if (freq[i]) for (int k = i; k != n - 1; k = par[k]) hf->bits[i]++;
    u32 code = 0;
    for (int len = 1; len < 32; len++, code <<= 1)
        for (int i = 0; i < NSYM; i++) if (hf->bits[i] == len) hf->code[i] = code++;
}

static u32 crc32(const u8 *p, size_t n)
{
    static u32 tab[256];
    u32 c = 0xffffffffu;
    if (!tab[1])
        for (u32 i = 0; i < 256; i++) {
            u32 v = i;
            for (int k = 0; k < 8; k++) v = v & 1 ? v >> 1 ^ 0xedb88320u : v >> 1;
            tab[i] = v;
        }
    while (n--) c = c >> 8 ^ tab[(c ^ *p++) & 255];
    return ~c;
}

int main(int argc, char **argv)
{
    int w = argc > 1 ? atoi(argv[1]) & ~7 : 2560, h = argc > 2 ? atoi(argv[2]) & ~7 : 1920;
    Image im = make_image(w, h);
    Plane pl = { w / 8, h / 8, malloc((size_t)w * (size_t)h * sizeof(s16)) };
    if (!pl.coef) return 1;
    printf("picture %d x %d crc %08x\n", w, h, (unsigned)crc32(im.pix, (size_t)w * (size_t)h));
    for (int quality = 10; quality <= 90; quality += 5) {
        s32 q[64];
        u32 freq[NSYM] = { 0 };
        int scale = quality < 50 ? 5000 / quality : 200 - 2 * quality, used = 0, longest = 0;
        Huff hf;
        BitWriter bw = { 0 };
        Emit e = { &bw, &hf };
        for (int i = 0; i < 64; i++) {
            q[i] = (base_q[i] * scale + 50) / 100;
            if (q[i] < 1) q[i] = 1;
        }
        transform(&im, &pl, q);
        walk(&pl, count_sym, freq);
        build_huff(freq, &hf);
        walk(&pl, emit_sym, &e);
        bw_put(&bw, 0x7f, 7);
        for (int i = 0; i < NSYM; i++) {
            used += freq[i] != 0;
            if (hf.bits[i] > longest) longest = hf.bits[i];
        }
        printf("q %d bytes %zu symbols %d longest %d crc %08x\n", quality, bw.len, used, longest, (unsigned)crc32(bw.buf, bw.len));
        free(bw.buf);
    }
    free(pl.coef);
    free(im.pix);
    return 0;
}
