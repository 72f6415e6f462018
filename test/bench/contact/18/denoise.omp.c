/* denoise.c - photo cleanup: bilateral filter, 3x3 median on chroma, unsharp.
   Builds a synthetic photo, adds noise, filters, reports PSNR.             */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>
#include <math.h>

typedef struct { int w, h; uint8_t *px; } Gray;     /* one plane */
typedef struct { Gray y, cb, cr; } Photo;

static uint32_t lfsr = 0xACE1u;
static int noise(int amp)
{
    int s = 0;
    for (int k = 0; k < 3; k++) {
        lfsr ^= lfsr << 13; lfsr ^= lfsr >> 17; lfsr ^= lfsr << 5;
        s += (int)(lfsr % (2 * amp + 1)) - amp;
    }
    return s / 2;
}

static uint8_t clamp8(int v) { return v < 0 ? 0 : v > 255 ? 255 : (uint8_t)v; }

static int grayInit(Gray *g, int w, int h)
{
    g->w = w; g->h = h;
    g->px = malloc((size_t)w * h);
    return g->px ? 0 : -1;
}

static int photoInit(Photo *p, int w, int h)
{
    if (grayInit(&p->y, w, h) || grayInit(&p->cb, w, h) || grayInit(&p->cr, w, h)) return -1;
    return 0;
}

static void photoFree(Photo *p) { free(p->y.px); free(p->cb.px); free(p->cr.px); }

static void paint(Photo *p)
{
    int w = p->y.w, h = p->y.h;
#pragma omp parallel for
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            size_t o = (size_t)y * w + x;
            int base = 90 + 100 * x / w;
            if (((x / 37) ^ (y / 29)) & 1) base += 35;
            int dx = x - w / 3, dy = y - h / 2;
            if (dx * dx + dy * dy < w * h / 30) base = 230 - base / 2;
            p->y.px[o] = clamp8(base);
            p->cb.px[o] = clamp8(128 + (int)(60 * sin(x * 0.011)));
            p->cr.px[o] = clamp8(128 + (int)(60 * cos(y * 0.017)));
        }
}

static void addNoise(Gray *g, int amp)
{
    for (int i = 0; i < g->w * g->h; i++) g->px[i] = clamp8(g->px[i] + noise(amp));
}

typedef struct {
    int radius;
    float spatial[31 * 31];
    float range[256];
} Bilateral;

static void bilateralSetup(Bilateral *b, int radius, float sigmaS, float sigmaR)
{
    b->radius = radius;
    int d = 2 * radius + 1;
    for (int j = -radius; j <= radius; j++)
        for (int i = -radius; i <= radius; i++)
            b->spatial[(j + radius) * d + i + radius] = expf(-(i * i + j * j) / (2 * sigmaS * sigmaS));
    for (int k = 0; k < 256; k++) b->range[k] = expf(-(k * k) / (2 * sigmaR * sigmaR));
}

static void bilateral(const Bilateral *b, const Gray *in, Gray *out)
{
    int r = b->radius, d = 2 * r + 1;
#pragma omp parallel for schedule(dynamic, 8)
    for (int y = 0; y < in->h; y++)
        for (int x = 0; x < in->w; x++) {
            int c = in->px[(size_t)y * in->w + x];
            float num = 0, den = 0;
            for (int j = -r; j <= r; j++) {
                int yy = y + j;
                if (yy < 0 || yy >= in->h) continue;
                for (int i = -r; i <= r; i++) {
                    int xx = x + i;
                    if (xx < 0 || xx >= in->w) continue;
                    int v = in->px[(size_t)yy * in->w + xx];
                    float wgt = b->spatial[(j + r) * d + i + r] * b->range[abs(v - c)];
                    num += wgt * v;
                    den += wgt;
                }
            }
            out->px[(size_t)y * in->w + x] = clamp8((int)(num / den + 0.5f));
        }
}

static uint8_t median9(uint8_t *v)
{
    for (int i = 1; i < 9; i++) {           /* insertion sort */
        uint8_t t = v[i];
        int j = i - 1;
        while (j >= 0 && v[j] > t) { v[j + 1] = v[j]; j--; }
        v[j + 1] = t;
    }
    return v[4];
}

/* Median from a full copy of the plane: rows are then independent */
static int medianInPlace(Gray *g)
{
    int w = g->w, h = g->h;
    uint8_t *copy = malloc((size_t)w * h);
    if (!copy) return -1;
    memcpy(copy, g->px, (size_t)w * h);
#pragma omp parallel for schedule(static)
    for (int y = 1; y < h - 1; y++) {
        uint8_t *row = g->px + (size_t)y * w;
        const uint8_t *cur = copy + (size_t)y * w, *prev = cur - w, *next = cur + w;
        for (int x = 1; x < w - 1; x++) {
            uint8_t v[9] = { prev[x-1], prev[x], prev[x+1], cur[x-1], cur[x], cur[x+1],
                             next[x-1], next[x], next[x+1] };
            row[x] = median9(v);
        }
    }
    free(copy);
    return 0;
}

static int unsharp(Gray *g, int percent)
{
    int w = g->w, h = g->h;
    uint8_t *copy = malloc((size_t)w * h);
    if (!copy) return -1;
    memcpy(copy, g->px, (size_t)w * h);
#pragma omp parallel for schedule(static)
    for (int y = 1; y < h - 1; y++)
        for (int x = 1; x < w - 1; x++) {
            int s = 0;
            for (int j = -1; j <= 1; j++)
                for (int i = -1; i <= 1; i++) s += copy[(size_t)(y + j) * w + x + i];
            int v = copy[(size_t)y * w + x];
            g->px[(size_t)y * w + x] = clamp8(v + (9 * v - s) * percent / 900);
        }
    free(copy);
    return 0;
}

static double psnr(const Gray *a, const Gray *b)
{
    long long e = 0;
#pragma omp parallel for schedule(static) reduction(+ : e)
    for (int i = 0; i < a->w * a->h; i++) {
        int d = a->px[i] - b->px[i];
        e += d * d;
    }
    return e ? 10 * log10(255.0 * 255.0 * a->w * a->h / (double)e) : 99;
}

static uint32_t adler(const Gray *g)
{
    uint32_t a = 1, b = 0;
    for (int i = 0; i < g->w * g->h; i++) { a = (a + g->px[i]) % 65521; b = (b + a) % 65521; }
    return b << 16 | a;
}

int main(int argc, char **argv)
{
    int w = argc > 1 ? atoi(argv[1]) : 1200, h = argc > 2 ? atoi(argv[2]) : 900;
    int radius = argc > 3 ? atoi(argv[3]) : 6;
    Photo ref, img;
    Gray tmp;
    Bilateral bl;
    if (w < 8 || h < 8 || radius < 1 || radius > 15) { fprintf(stderr, "bad size\n"); return 2; }
    if (photoInit(&ref, w, h) || photoInit(&img, w, h) || grayInit(&tmp, w, h)) {
        fprintf(stderr, "no memory\n");
        return 1;
    }
    paint(&ref);
    paint(&img);
    addNoise(&img.y, 14); addNoise(&img.cb, 20); addNoise(&img.cr, 20);
    printf("noisy    y %.4f cb %.4f cr %.4f\n", psnr(&img.y, &ref.y), psnr(&img.cb, &ref.cb), psnr(&img.cr, &ref.cr));

    bilateralSetup(&bl, radius, radius / 2.0f, 30.0f);
    bilateral(&bl, &img.y, &tmp);
    memcpy(img.y.px, tmp.px, (size_t)w * h);
    for (int k = 0; k < 3; k++)
        if (medianInPlace(&img.cb) || medianInPlace(&img.cr)) return 1;
    printf("filtered y %.4f cb %.4f cr %.4f\n", psnr(&img.y, &ref.y), psnr(&img.cb, &ref.cb), psnr(&img.cr, &ref.cr));
    if (unsharp(&img.y, 40)) return 1;
    printf("sharp    y %.4f\n", psnr(&img.y, &ref.y));
    printf("adler %08x %08x %08x\n", adler(&img.y), adler(&img.cb), adler(&img.cr));
    photoFree(&ref); photoFree(&img); free(tmp.px);
    return 0;
}
