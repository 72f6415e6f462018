// SPDX-License-Identifier: Apache-2.0
/* Contrast limited adaptive histogram equalization of a frame sequence. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>
#include <time.h>

#define TX 8
#define TY 8
#define BINS 256

typedef struct {
    int w, h;
    unsigned char *pix;
} Image;

static Image image_new(int w, int h)
{
    Image im = {w, h, malloc((size_t)w * h)};
    if (!im.pix) {
        perror("malloc");
        exit(1);
    }
    return im;
}

static void synth(Image *im, int frame)
{
    for (int y = 0; y < im->h; y++) {
        unsigned r = 1000u + frame * 7919u + y * 104729u;
        for (int x = 0; x < im->w; x++) {
            r = r * 1664525u + 1013904223u;
            int v = 70 + ((x + frame * 3) * y / 977) % 60 + (r >> 28);
            if (((x + frame * 5) / 40 + y / 40) % 3 == 0)
                v += 25;
            im->pix[(size_t)y * im->w + x] = (unsigned char)v;
        }
    }
}

static void tile_map(const Image *im, int tx, int ty, double clip, unsigned char *map)
{
    int hist[BINS] = {0};
    int x0 = tx * im->w / TX, x1 = (tx + 1) * im->w / TX;
    int y0 = ty * im->h / TY, y1 = (ty + 1) * im->h / TY;
    int n = (x1 - x0) * (y1 - y0), limit = (int)(clip * n / BINS), excess = 0;

    for (int y = y0; y < y1; y++)
        for (int x = x0; x < x1; x++)
            hist[im->pix[(size_t)y * im->w + x]]++;
    for (int i = 0; i < BINS; i++)
        if (hist[i] > limit) {
            excess += hist[i] - limit;
            hist[i] = limit;
        }
    int sum = 0;
    for (int i = 0; i < BINS; i++) {
        sum += hist[i] + excess / BINS;
        map[i] = (unsigned char)(sum >= n ? 255 : 255L * sum / n);
    }
}

static void apply(const Image *in, Image *out, unsigned char maps[TY][TX][BINS])
{
    for (int y = 0; y < in->h; y++) {
        float fy = (y + 0.5f) * TY / in->h - 0.5f;
        int ya = (int)floorf(fy), yb = ya + 1;
        float wy = fy - ya;
        if (ya < 0) ya = 0;
        if (yb > TY - 1) yb = TY - 1;
        for (int x = 0; x < in->w; x++) {
            float fx = (x + 0.5f) * TX / in->w - 0.5f;
            int xa = (int)floorf(fx), xb = xa + 1;
            float wx = fx - xa;
            if (xa < 0) xa = 0;
            if (xb > TX - 1) xb = TX - 1;
            int v = in->pix[(size_t)y * in->w + x];
            float top = maps[ya][xa][v] * (1 - wx) + maps[ya][xb][v] * wx;
            float bot = maps[yb][xa][v] * (1 - wx) + maps[yb][xb][v] * wx;
            out->pix[(size_t)y * in->w + x] = (unsigned char)(top * (1 - wy) + bot * wy + 0.5f);
        }
    }
}

static void clahe(const Image *in, Image *out, double clip)
{
    static unsigned char maps[TY][TX][BINS];
    for (int ty = 0; ty < TY; ty++)
        for (int tx = 0; tx < TX; tx++)
            tile_map(in, tx, ty, clip, maps[ty][tx]);
    apply(in, out, maps);
}

int main(int argc, char **argv)
{
    int w = argc > 1 ? atoi(argv[1]) : 1280, h = argc > 2 ? atoi(argv[2]) : 720;
    int frames = argc > 3 ? atoi(argv[3]) : 140;
    Image in = image_new(w, h), out = image_new(w, h);
    struct timespec a, b;
    clock_gettime(CLOCK_MONOTONIC, &a);
    for (int f = 0; f < frames; f++) {
        synth(&in, f);
        clahe(&in, &out, 3.0);
        if (f % 10)
            continue;
        long long s1 = 0, s2 = 0;
        for (int i = 0; i < w * h; i++) {
            s1 += out.pix[i];
            s2 += out.pix[i] * out.pix[i];
        }
        double m = (double)s1 / (w * h);
        printf("frame %3d mean %.4f sd %.4f\n", f, m, sqrt((double)s2 / (w * h) - m * m));
    }
    clock_gettime(CLOCK_MONOTONIC, &b);
    fprintf(stderr, "%.3f s\n", b.tv_sec - a.tv_sec + (b.tv_nsec - a.tv_nsec) * 1e-9);
    free(in.pix);
    free(out.pix);
    return 0;
}
