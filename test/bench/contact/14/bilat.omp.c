// Edge-preserving smoothing of a grey image plus rank filter for salt noise.
// Filters are selected through a table, the way the batch tool does it.
#include <stdio.h>
#include <stdlib.h>
#include <stdint.h>
#include <string.h>
#include <math.h>

typedef uint8_t u8;

typedef struct Image {
    int w, h, stride;
    u8 *pix;
} Image;

typedef struct FilterCtx {
    int radius;
    float spatial[15][15];
    float range[256];
    int hist[256];
    long touched;       // pixels changed by the filter
} FilterCtx;

typedef int (*FilterFn)(FilterCtx *ctx, const Image *src, Image *dst);

static Image *imgNew(int w, int h)
{
    Image *im = malloc(sizeof(Image));
    if (!im) return NULL;
    im->w = w; im->h = h;
    im->stride = (w + 15) & ~15;
    im->pix = calloc((size_t)im->stride * h, 1);
    if (!im->pix) { free(im); return NULL; }
    return im;
}

static void imgFree(Image *im) { if (im) { free(im->pix); free(im); } }

static inline int clampi(int v, int lo, int hi) { return v < lo ? lo : v > hi ? hi : v; }

static inline u8 px(const Image *im, int x, int y)
{
    x = clampi(x, 0, im->w - 1);
    y = clampi(y, 0, im->h - 1);
    return im->pix[(size_t)y * im->stride + x];
}

// Sliding histogram median along each row; restarts at row start.
static int medianFilter(FilterCtx *ctx, const Image *src, Image *dst)
{
    int r = ctx->radius, full = (2 * r + 1) * (2 * r + 1);
    if (r < 1 || r > 7) return -1;
    long touched = 0;
    #pragma omp parallel for reduction(+:touched) schedule(static)
    for (int y = 0; y < src->h; y++) {
        int hist[256];
        memset(hist, 0, sizeof hist);
        for (int dy = -r; dy <= r; dy++)
            for (int dx = -r; dx <= r; dx++)
                hist[px(src, dx, y + dy)]++;
        for (int x = 0; x < src->w; x++) {
            if (x > 0) {
                for (int dy = -r; dy <= r; dy++) {
                    hist[px(src, x - r - 1, y + dy)]--;
                    hist[px(src, x + r, y + dy)]++;
                }
            }
            int acc = 0, v = 0;
            while (acc + hist[v] <= full / 2) acc += hist[v++];
            u8 old = px(src, x, y);
            if (old != v) touched++;
            dst->pix[(size_t)y * dst->stride + x] = (u8)v;
        }
    }
    ctx->touched += touched;
    return 0;
}

static int bilateralFilter(FilterCtx *ctx, const Image *src, Image *dst)
{
    int r = ctx->radius;
    if (r < 1 || r > 7) return -1;
    for (int dy = -r; dy <= r; dy++)
        for (int dx = -r; dx <= r; dx++)
            ctx->spatial[dy + r][dx + r] = expf(-(float)(dx * dx + dy * dy) / (2.0f * r));
    for (int i = 0; i < 256; i++)
        ctx->range[i] = expf(-(float)(i * i) / (2.0f * 25 * 25));

    long touched = 0;
    #pragma omp parallel for reduction(+:touched) schedule(static)
    for (int y = 0; y < src->h; y++) {
        for (int x = 0; x < src->w; x++) {
            int c = px(src, x, y);
            float num = 0, den = 0;
            for (int dy = -r; dy <= r; dy++) {
                for (int dx = -r; dx <= r; dx++) {
                    int p = px(src, x + dx, y + dy);
                    float w = ctx->spatial[dy + r][dx + r] * ctx->range[abs(p - c)];
                    num += w * p;
                    den += w;
                }
            }
            int v = (int)(num / den + 0.5f);
            if (v != c) touched++;
            dst->pix[(size_t)y * dst->stride + x] = (u8)v;
        }
    }
    ctx->touched += touched;
    return 0;
}

static const struct { const char *name; FilterFn fn; int radius; } pipeline[] = {
    { "median3",  medianFilter,    1 },
    { "bilat5",   bilateralFilter, 2 },
    { "median9",  medianFilter,    4 },
    { "bilat9",   bilateralFilter, 4 },
};

static void synth(Image *im)
{
    uint32_t s = 99991;
    for (int y = 0; y < im->h; y++)
        for (int x = 0; x < im->w; x++) {
            int v = 128 + (int)(60 * sin(x * 0.02) * cos(y * 0.031));
            if ((x / 37 + y / 53) & 1) v += 40;
            s = s * 1664525u + 1013904223u;
            v += (int)(s >> 27) - 16;
            if ((s & 0x3f00) == 0) v = s & 0x10000 ? 255 : 0;
            im->pix[(size_t)y * im->stride + x] = (u8)clampi(v, 0, 255);
        }
}

static uint32_t adler(const Image *im)
{
    uint32_t a = 1, b = 0;
    for (int y = 0; y < im->h; y++)
        for (int x = 0; x < im->w; x++) {
            a = (a + im->pix[(size_t)y * im->stride + x]) % 65521;
            b = (b + a) % 65521;
        }
    return b << 16 | a;
}

int main(int argc, char **argv)
{
    int w = argc > 1 ? atoi(argv[1]) : 1800;
    int h = argc > 2 ? atoi(argv[2]) : 1500;
    if (w < 8 || h < 8) { fprintf(stderr, "image too small\n"); return 1; }

    Image *cur = imgNew(w, h), *nxt = imgNew(w, h);
    FilterCtx *ctx = calloc(1, sizeof *ctx);
    if (!cur || !nxt || !ctx) return 1;
    synth(cur);
    printf("input   %dx%d adler %08x\n", w, h, adler(cur));
    for (size_t i = 0; i < sizeof pipeline / sizeof pipeline[0]; i++) {
        ctx->radius = pipeline[i].radius;
        ctx->touched = 0;
        if (pipeline[i].fn(ctx, cur, nxt) != 0) {
            fprintf(stderr, "%s failed\n", pipeline[i].name);
            return 1;
        }
        printf("%-8s changed %ld adler %08x\n", pipeline[i].name, ctx->touched, adler(nxt));
        Image *t = cur; cur = nxt; nxt = t;
    }
    imgFree(cur); imgFree(nxt); free(ctx);
    return 0;
}
