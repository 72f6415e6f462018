// SPDX-License-Identifier: Apache-2.0
/* wavelet.c - multi-level 2-D CDF 9/7 lifting transform of a synthetic image,
 * hard thresholding, inverse transform, PSNR.   wavelet [width] [height] [rounds] */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>
#include <time.h>

#define LEVELS 5

static const float A1 = -1.586134342f, A2 = -0.05298011854f;
static const float A3 = 0.8829110762f, A4 = 0.4435068522f;
static const float KL = 1.149604398f;

typedef struct {
    int width, height;
    float *pix;
} Image;

static Image image_alloc(int w, int h)
{
    Image im = { w, h, malloc((size_t)w * h * sizeof(float)) };
    if (!im.pix) {
        fprintf(stderr, "image_alloc: no memory\n");
        exit(2);
    }
    return im;
}

static void image_fill(Image *im)
{
    for (int y = 0; y < im->height; y++)
        for (int x = 0; x < im->width; x++) {
            float u = (float)x / im->width, v = (float)y / im->height;
            float g = 128.0f + 60.0f * sinf(12.0f * u) * cosf(9.0f * v);
            if ((u - 0.5f) * (u - 0.5f) + (v - 0.4f) * (v - 0.4f) < 0.04f)
                g += 40.0f;
            unsigned r = (unsigned)(y * 7919 + x) * 2654435761u;
            im->pix[(size_t)y * im->width + x] = g + (float)((r >> 24) & 7);
        }
}

static void lift(float *x, int n, int start, float a)
{
    /* x[i] += a * (x[i-1] + x[i+1]) for every second i, mirrored at the ends */
    for (int i = start; i < n; i += 2) {
        float l = i > 0 ? x[i - 1] : x[i + 1];
        float r = i < n - 1 ? x[i + 1] : x[i - 1];
        x[i] += a * (l + r);
    }
}

static void fwd97(float *x, int n, float *tmp)
{
    lift(x, n, 1, A1);
    lift(x, n, 0, A2);
    lift(x, n, 1, A3);
    lift(x, n, 0, A4);
    int half = (n + 1) / 2;
    for (int i = 0; i < n; i++)
        tmp[i % 2 ? half + i / 2 : i / 2] = i % 2 ? x[i] * KL : x[i] / KL;
    memcpy(x, tmp, n * sizeof *x);
}

static void inv97(float *x, int n, float *tmp)
{
    int half = (n + 1) / 2;
    for (int i = 0; i < n; i++)
        tmp[i] = i % 2 ? x[half + i / 2] / KL : x[i / 2] * KL;
    memcpy(x, tmp, n * sizeof *x);
    lift(x, n, 0, -A4);
    lift(x, n, 1, -A3);
    lift(x, n, 0, -A2);
    lift(x, n, 1, -A1);
}

static void do_rows(Image *im, int w, int h, int inverse, float *tmp)
{
    for (int y = 0; y < h; y++) {
        float *row = im->pix + (size_t)y * im->width;
        if (inverse)
            inv97(row, w, tmp);
        else
            fwd97(row, w, tmp);
    }
}

static void do_cols(Image *im, int w, int h, int inverse, float *col, float *tmp)
{
    for (int x = 0; x < w; x++) {
        for (int y = 0; y < h; y++)
            col[y] = im->pix[(size_t)y * im->width + x];
        if (inverse)
            inv97(col, h, tmp);
        else
            fwd97(col, h, tmp);
        for (int y = 0; y < h; y++)
            im->pix[(size_t)y * im->width + x] = col[y];
    }
}

static void transform(Image *im, int inverse, float *col, float *tmp)
{
    for (int k = 0; k < LEVELS; k++) {
        int l = inverse ? LEVELS - 1 - k : k;
        int w = im->width >> l, h = im->height >> l;
        if (inverse) {
            do_cols(im, w, h, 1, col, tmp);
            do_rows(im, w, h, 1, tmp);
        } else {
            do_rows(im, w, h, 0, tmp);
            do_cols(im, w, h, 0, col, tmp);
        }
    }
}

static long threshold(Image *im, float t)
{
    long kept = 0, n = (long)im->width * im->height;
    for (long i = 0; i < n; i++) {
        if (fabsf(im->pix[i]) < t)
            im->pix[i] = 0.0f;
        else
            kept++;
    }
    return kept;
}

static double psnr(const Image *a, const Image *b)
{
    double se = 0.0;
    long n = (long)a->width * a->height;
    for (long i = 0; i < n; i++) {
        double d = a->pix[i] - b->pix[i];
        se += d * d;
    }
    return 10.0 * log10(255.0 * 255.0 * n / se);
}

int main(int argc, char **argv)
{
    int w = argc > 1 ? atoi(argv[1]) : 2048;
    int h = argc > 2 ? atoi(argv[2]) : 1536;
    int rounds = argc > 3 ? atoi(argv[3]) : 8;
    struct timespec t0, t1;

    w = w < 64 ? 64 : w & ~31;
    h = h < 64 ? 64 : h & ~31;
    Image orig = image_alloc(w, h), work = image_alloc(w, h);
    int longest = w > h ? w : h;
    float *col = malloc(longest * sizeof *col), *tmp = malloc(longest * sizeof *tmp);
    if (!col || !tmp)
        return 2;
    image_fill(&orig);

    clock_gettime(CLOCK_MONOTONIC, &t0);
    for (int r = 0; r < rounds; r++) {
        memcpy(work.pix, orig.pix, (size_t)w * h * sizeof(float));
        transform(&work, 0, col, tmp);
        long kept = threshold(&work, 1.0f + 2.0f * r);
        transform(&work, 1, col, tmp);
        printf("threshold %4.1f  kept %7.3f%%  psnr %.4f dB\n", 1.0 + 2.0 * r,
               100.0 * kept / ((double)w * h), psnr(&orig, &work));
    }
    clock_gettime(CLOCK_MONOTONIC, &t1);
    fprintf(stderr, "%.3f s\n", (t1.tv_sec - t0.tv_sec) + 1e-9 * (t1.tv_nsec - t0.tv_nsec));
    free(col);
    free(tmp);
    free(orig.pix);
    free(work.pix);
    return 0;
}
