/*
 * Scale-space blob detection: blur a grey image with Gaussians of growing
 * width (separable: rows first, then columns) and count the strong responses
 * in the differences of consecutive blurs.
 *
 * usage: blur [width] [height]
 *
 * OpenMP version: both passes fused over bands of rows, all walks along rows.
 */
#include <stdio.h>
#include <stdlib.h>
#include <math.h>

#define MAXR   24
#define SCALES 5

typedef struct {
    int width, height;
    float *pix;
} Image;

static Image image_new(int w, int h)
{
    Image im = { w, h, malloc((size_t)w * h * sizeof(float)) };
    return im;
}

static void scene(unsigned char *p, int w, int h)
{
    unsigned int s = 99u;
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            s = s * 1664525u + 1013904223u;
            int blob = ((x / 37) * 5 + (y / 29) * 3) % 11;
            p[y * w + x] = (unsigned char)(blob * 18 + (s >> 27));
        }
}

static int gaussian(float *k, double sigma)
{
    int r = (int)ceil(2.5 * sigma);
    double sum = 0.0;
    for (int i = -r; i <= r; i++)
        sum += exp(-i * i / (2.0 * sigma * sigma));
    for (int i = -r; i <= r; i++)
        k[i + r] = (float)(exp(-i * i / (2.0 * sigma * sigma)) / sum);
    return r;
}

static int clamp(int v, int hi)
{
    if (v < 0)
        return 0;
    return v > hi ? hi : v;
}

#define BAND 64      /* output rows per task */

static void blur(const Image *src, Image *dst, double sigma)
{
    float k[2 * MAXR + 1];
    int r = gaussian(k, sigma);
    int w = src->width, h = src->height;

#pragma omp parallel
    {
        float *row = malloc((w + 2 * r) * sizeof(float));
        float *tmp = malloc((size_t)(BAND + 2 * r) * w * sizeof(float));
#pragma omp for schedule(dynamic)
        for (int y0 = 0; y0 < h; y0 += BAND) {
            int y1 = y0 + BAND < h ? y0 + BAND : h;
            int lo = clamp(y0 - r, h - 1), hi = clamp(y1 - 1 + r, h - 1);

            for (int y = lo; y <= hi; y++) {
                float *restrict t = tmp + (size_t)(y - lo) * w;
                for (int x = -r; x < w + r; x++)
                    row[x + r] = src->pix[y * w + clamp(x, w - 1)];
                for (int x = 0; x < w; x++)
                    t[x] = 0.0f;
                for (int i = 0; i <= 2 * r; i++) {
                    float c = k[i];
#pragma omp simd
                    for (int x = 0; x < w; x++)
                        t[x] += c * row[x + i];
                }
            }
            for (int y = y0; y < y1; y++) {
                float *restrict d = dst->pix + (size_t)y * w;
                for (int x = 0; x < w; x++)
                    d[x] = 0.0f;
                for (int i = -r; i <= r; i++) {
                    float c = k[i + r];
                    const float *t = tmp + (size_t)(clamp(y + i, h - 1) - lo) * w;
#pragma omp simd
                    for (int x = 0; x < w; x++)
                        d[x] += c * t[x];
                }
            }
        }
        free(row);
        free(tmp);
    }
}

int main(int argc, char **argv)
{
    int w = argc > 1 ? atoi(argv[1]) : 2400;
    int h = argc > 2 ? atoi(argv[2]) : 1600;
    unsigned char *raw = malloc((size_t)w * h);
    Image im = image_new(w, h);
    Image a = image_new(w, h), b = image_new(w, h);

    scene(raw, w, h);
    for (int i = 0; i < w * h; i++)
        im.pix[i] = raw[i];

    double sigma = 1.0;
    blur(&im, &a, sigma);
    for (int s = 0; s < SCALES; s++) {
        sigma *= 1.5;
        blur(&im, &b, sigma);

        int count = 0;
        double energy = 0.0;
        for (int y = 0; y < h; y++)
            for (int x = 0; x < w; x++) {
                float d = b.pix[y * w + x] - a.pix[y * w + x];
                energy += d * d;
                if (d > 10.0f || d < -10.0f)
                    count++;
            }
        printf("sigma %.4f: %d strong responses, energy %.17g\n", sigma, count, energy);

        Image t = a;
        a = b;
        b = t;
    }
    free(raw);
    free(im.pix);
    free(a.pix);
    free(b.pix);
    return 0;
}
