/*
 * nlmeans - non-local means noise reduction of a grey scale picture,
 * followed by unsharp masking and a histogram stretch.
 *
 * usage: nlmeans [width] [height] [strength]
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PATCH 2     /* patch radius  */
#define SEARCH 5    /* search radius */

typedef struct image {
    int w, h;
    uint8_t *px;
} image;

static image *image_new(int w, int h)
{
    image *im = malloc(sizeof *im);
    if (!im || !(im->px = malloc((size_t)w * h))) {
        fputs("nlmeans: no memory\n", stderr);
        exit(2);
    }
    im->w = w;
    im->h = h;
    return im;
}

static void image_free(image *im)
{
    free(im->px);
    free(im);
}

static inline int clampi(int v, int lo, int hi)
{
    return v < lo ? lo : v > hi ? hi : v;
}

static inline int at(const image *im, int x, int y)
{
    return im->px[clampi(y, 0, im->h - 1) * im->w + clampi(x, 0, im->w - 1)];
}

static void draw_scene(image *im)
{
    uint32_t s = 2463534242u;
    for (int y = 0; y < im->h; y++)
        for (int x = 0; x < im->w; x++) {
            int v = 60 + (x * 80) / im->w;
            int dx = x - im->w / 3, dy = y - im->h / 2;
            if (dx * dx + dy * dy < im->h * im->h / 16)
                v = 190;
            if ((x / 16 + y / 16) % 2 && x > im->w * 2 / 3)
                v = 120;
            if (y % 40 < 2)
                v = 20;
            s ^= s << 13;
            s ^= s >> 17;
            s ^= s << 5;
            v += (int)(s & 31) + (int)((s >> 8) & 31) - 31;
            im->px[y * im->w + x] = (uint8_t)clampi(v, 0, 255);
        }
}

static int patch_distance(const image *im, int x0, int y0, int x1, int y1)
{
    int d = 0;
    for (int j = -PATCH; j <= PATCH; j++)
        for (int i = -PATCH; i <= PATCH; i++) {
            int e = at(im, x0 + i, y0 + j) - at(im, x1 + i, y1 + j);
            d += e * e;
        }
    return d;
}

static void denoise(const image *in, image *out, double strength)
{
    static float weight[4096];
    int area = (2 * PATCH + 1) * (2 * PATCH + 1);

    for (int i = 0; i < 4096; i++)
        weight[i] = (float)exp(-(double)i * 16.0 / area / (strength * strength));
    for (int y = 0; y < in->h; y++) {
        for (int x = 0; x < in->w; x++) {
            float sum = 0.0f, norm = 0.0f;
            for (int j = -SEARCH; j <= SEARCH; j++) {
                int yy = y + j;
                if (yy < 0 || yy >= in->h)
                    continue;
                for (int i = -SEARCH; i <= SEARCH; i++) {
                    int xx = x + i, d;
                    if (xx < 0 || xx >= in->w)
                        continue;
                    d = patch_distance(in, x, y, xx, yy) / 16;
                    if (d >= 4096)
                        continue;
                    sum += weight[d] * in->px[yy * in->w + xx];
                    norm += weight[d];
                }
            }
            out->px[y * in->w + x] = (uint8_t)clampi((int)(sum / norm + 0.5f), 0, 255);
        }
    }
}

static void unsharp(const image *in, image *out, int amount)
{
    for (int y = 0; y < in->h; y++)
        for (int x = 0; x < in->w; x++) {
            int blur = 0, c = at(in, x, y);
            for (int j = -1; j <= 1; j++)
                for (int i = -1; i <= 1; i++)
                    blur += at(in, x + i, y + j) * (2 - abs(i)) * (2 - abs(j));
            out->px[y * in->w + x] = (uint8_t)clampi(c + (c * 16 - blur) * amount / 64, 0, 255);
        }
}

static void stretch(image *im, int cut_permille)
{
    long hist[256] = { 0 }, n = (long)im->w * im->h, acc;
    uint8_t lut[256];
    int lo = 0, hi = 255;

    for (long i = 0; i < n; i++)
        hist[im->px[i]]++;
    for (acc = 0; lo < 255 && (acc += hist[lo]) * 1000 < n * cut_permille; lo++)
        ;
    for (acc = 0; hi > lo + 1 && (acc += hist[hi]) * 1000 < n * cut_permille; hi--)
        ;
    for (int i = 0; i < 256; i++)
        lut[i] = (uint8_t)clampi((i - lo) * 255 / (hi - lo), 0, 255);
    for (long i = 0; i < n; i++)
        im->px[i] = lut[im->px[i]];
    printf("stretch: black %d white %d\n", lo, hi);
}

static void summary(const char *what, const image *im)
{
    uint32_t crc = 2166136261u;
    long sum = 0;
    for (int i = 0; i < im->w * im->h; i++) {
        crc = (crc ^ im->px[i]) * 16777619u;
        sum += im->px[i];
    }
    printf("%-8s mean %7.3f  hash %08x  centre %d\n", what, (double)sum / (im->w * im->h), crc,
           at(im, im->w / 2, im->h / 2));
}

int main(int argc, char **argv)
{
    int w = argc > 1 ? atoi(argv[1]) : 360;
    int h = argc > 2 ? atoi(argv[2]) : 300;
    double strength = argc > 3 ? atof(argv[3]) : 18.0;

    if (w < 16 || h < 16 || strength <= 0) {
        fputs("usage: nlmeans [width] [height] [strength]\n", stderr);
        return 2;
    }
    image *a = image_new(w, h), *b = image_new(w, h);
    draw_scene(a);
    summary("input", a);
    denoise(a, b, strength);
    summary("denoised", b);
    unsharp(b, a, 3);
    summary("sharp", a);
    stretch(a, 5);
    summary("final", a);
    image_free(a);
    image_free(b);
    return 0;
}
