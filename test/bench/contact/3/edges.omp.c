// SPDX-License-Identifier: Apache-2.0
/*
 * edges.c -- Canny style edge detector
 *
 * Synthesises a noisy grey image of discs and rectangles, then runs
 * Gaussian blur -> Sobel -> non-maximum suppression -> hysteresis.
 *
 * usage: edges [width] [height] [frames]
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>
#include <time.h>

typedef struct {
    int w, h;
    float *pix;
} Image;

static const float kernel[5] = { 1 / 16.0f, 4 / 16.0f, 6 / 16.0f, 4 / 16.0f, 1 / 16.0f };

static Image image_new(int w, int h)
{
    Image im = { w, h, calloc((size_t)w * h, sizeof(float)) };
    if (!im.pix) {
        fputs("edges: no memory\n", stderr);
        exit(1);
    }
    return im;
}

static unsigned rnd_state;
#pragma omp threadprivate(rnd_state)
static unsigned rnd(void)
{
    rnd_state = rnd_state * 1103515245u + 12345u;
    return (rnd_state >> 16) & 0x7fff;
}

static void paint_scene(Image *im, int frame)
{
    rnd_state = 77u + 131u * frame;
    for (int i = 0; i < im->w * im->h; i++)
        im->pix[i] = 40.0f + rnd() % 12;
    for (int s = 0; s < 24; s++) {
        int cx = rnd() % im->w, cy = rnd() % im->h, r = 6 + rnd() % 60;
        float level = 60 + rnd() % 180;
        int disc = s & 1;
        for (int y = cy - r < 0 ? 0 : cy - r; y < im->h && y <= cy + r; y++)
            for (int x = cx - r < 0 ? 0 : cx - r; x < im->w && x <= cx + r; x++)
                if (!disc || (x - cx) * (x - cx) + (y - cy) * (y - cy) <= r * r)
                    im->pix[y * im->w + x] = level;
    }
}

static int clampi(int v, int hi)
{
    return v < 0 ? 0 : v > hi ? hi : v;
}

static void blur(const Image *src, Image *tmp, Image *dst)
{
    int w = src->w, h = src->h;
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            float acc = 0;
            for (int k = -2; k <= 2; k++)
                acc += kernel[k + 2] * src->pix[y * w + clampi(x + k, w - 1)];
            tmp->pix[y * w + x] = acc;
        }
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            float acc = 0;
            for (int k = -2; k <= 2; k++)
                acc += kernel[k + 2] * tmp->pix[clampi(y + k, h - 1) * w + x];
            dst->pix[y * w + x] = acc;
        }
}

static void sobel(const Image *im, Image *mag, unsigned char *dir)
{
    int w = im->w, h = im->h;
    for (int y = 1; y < h - 1; y++)
        for (int x = 1; x < w - 1; x++) {
            const float *p = im->pix + y * w + x;
            float gx = p[-w + 1] + 2 * p[1] + p[w + 1] - p[-w - 1] - 2 * p[-1] - p[w - 1];
            float gy = p[w - 1] + 2 * p[w] + p[w + 1] - p[-w - 1] - 2 * p[-w] - p[-w + 1];
            float ax = fabsf(gx), ay = fabsf(gy);
            mag->pix[y * w + x] = sqrtf(gx * gx + gy * gy);
            if (ay < 0.4142f * ax)
                dir[y * w + x] = 0;
            else if (ay > 2.4142f * ax)
                dir[y * w + x] = 2;
            else
                dir[y * w + x] = gx * gy > 0 ? 1 : 3;
        }
}

/* 0 = nothing, 1 = weak, 2 = strong */
static void suppress(const Image *mag, const unsigned char *dir, unsigned char *cls,
                     float lo, float hi)
{
    int w = mag->w, h = mag->h;
    const int off[4] = { 1, w + 1, w, w - 1 };
    memset(cls, 0, (size_t)w * h);
    for (int y = 1; y < h - 1; y++)
        for (int x = 1; x < w - 1; x++) {
            int i = y * w + x, o = off[dir[i]];
            float m = mag->pix[i];
            if (m >= lo && m >= mag->pix[i - o] && m > mag->pix[i + o])
                cls[i] = m >= hi ? 2 : 1;
        }
}

/* grow strong edges into connected weak ones; returns number of promoted pixels */
static int hysteresis(unsigned char *cls, int w, int h, int *stack)
{
    int top = 0, promoted = 0;
    for (int i = 0; i < w * h; i++)
        if (cls[i] == 2)
            stack[top++] = i;
    while (top > 0) {
        int i = stack[--top];
        for (int dy = -1; dy <= 1; dy++)
            for (int dx = -1; dx <= 1; dx++) {
                int j = i + dy * w + dx;
                if (cls[j] == 1) {
                    cls[j] = 2;
                    promoted++;
                    stack[top++] = j;
                }
            }
    }
    return promoted;
}

int main(int argc, char **argv)
{
    int w = argc > 1 ? atoi(argv[1]) : 1600;
    int h = argc > 2 ? atoi(argv[2]) : 1200;
    int frames = argc > 3 ? atoi(argv[3]) : 26;
    int *strong = calloc(frames > 0 ? frames : 1, sizeof(int));
    int *grown = calloc(frames > 0 ? frames : 1, sizeof(int));
    struct timespec a, b;
    if (!strong || !grown)
        return 1;

    clock_gettime(CLOCK_MONOTONIC, &a);
    /* frames are independent: every thread gets its own set of buffers */
#pragma omp parallel
    {
        Image src = image_new(w, h), tmp = image_new(w, h), smooth = image_new(w, h);
        Image mag = image_new(w, h);
        unsigned char *dir = calloc((size_t)w * h, 1), *cls = calloc((size_t)w * h, 1);
        int *stack = malloc(sizeof(int) * w * h);
        if (!dir || !cls || !stack)
            exit(1);
#pragma omp for schedule(dynamic, 1)
        for (int f = 0; f < frames; f++) {
            paint_scene(&src, f);
            blur(&src, &tmp, &smooth);
            sobel(&smooth, &mag, dir);
            suppress(&mag, dir, cls, 30.0f, 90.0f);
            grown[f] = hysteresis(cls, w, h, stack);
            int count = 0;
            for (int i = 0; i < w * h; i++)
                count += cls[i] == 2;
            strong[f] = count;
        }
        free(src.pix); free(tmp.pix); free(smooth.pix); free(mag.pix);
        free(dir); free(cls); free(stack);
    }
    for (int f = 0; f < frames; f++)
        printf("frame %2d: %6d edge pixels (%d by hysteresis)\n", f, strong[f], grown[f]);
    clock_gettime(CLOCK_MONOTONIC, &b);
    fprintf(stderr, "elapsed %.3f s\n", (b.tv_sec - a.tv_sec) + (b.tv_nsec - a.tv_nsec) / 1e9);
    free(strong);
    free(grown);
    return 0;
}
