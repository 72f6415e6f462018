// SPDX-License-Identifier: Apache-2.0
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>
#include <time.h>

/* Bilateral filter of an 8-bit RGB picture (edge preserving smoothing).
   The test picture is drawn here so the program needs no input file. */

struct image
{
    int width, height;
    unsigned char *pix;         /* 3 bytes per pixel */
};

static unsigned int seed = 2463534242u;

static unsigned int rnd(void)
{
    seed ^= seed << 13;
    seed ^= seed >> 17;
    seed ^= seed << 5;
    return seed;
}

struct image *image_create(int w, int h)
{
    struct image *im = malloc(sizeof(struct image));
    if (!im) return NULL;
    im->width = w;
    im->height = h;
    im->pix = calloc((size_t)w * h, 3);
    if (!im->pix) { free(im); return NULL; }
    return im;
}

void image_destroy(struct image *im)
{
    free(im->pix);
    free(im);
}

static unsigned char clamp8(int v)
{
    if (v < 0) return 0;
    if (v > 255) return 255;
    return (unsigned char)v;
}

static void draw_test(struct image *im)
{
    int x, y, k;

    for (y = 0; y < im->height; y++)
    {
        for (x = 0; x < im->width; x++)
        {
            unsigned char *p = im->pix + 3 * (y * im->width + x);
            int cell = ((x / 48) + (y / 32)) & 1;
            int base = cell ? 170 : 60;
            int dx = x - im->width / 2, dy = y - im->height / 2;
            if (dx * dx + dy * dy < im->height * im->height / 10)
                base = 230 - base / 2;
            p[0] = base;
            p[1] = (base + x / 8) & 255;
            p[2] = (base * 3 / 4 + y / 6) & 255;
        }
    }
    for (k = 0; k < im->width * im->height * 3; k++)
    {
        int noise = (int)(rnd() % 31) - 15;
        im->pix[k] = clamp8(im->pix[k] + noise);
    }
}

void bilateral(const struct image *src, struct image *dst, int radius,
               double sigma_s, double sigma_r)
{
    int x, y, i, j;
    int size = 2 * radius + 1;
    float *spatial = malloc(size * size * sizeof(float));
    float range[3 * 255 + 1];

    for (j = -radius; j <= radius; j++)
        for (i = -radius; i <= radius; i++)
            spatial[(j + radius) * size + i + radius] =
                (float)exp(-(i * i + j * j) / (2.0 * sigma_s * sigma_s));
    for (i = 0; i <= 3 * 255; i++)
        range[i] = (float)exp(-(double)i * i / (2.0 * sigma_r * sigma_r));

    #pragma omp parallel for private(x, i, j) schedule(static)
    for (y = 0; y < src->height; y++)
    {
        for (x = 0; x < src->width; x++)
        {
            const unsigned char *c = src->pix + 3 * (y * src->width + x);
            unsigned char *o = dst->pix + 3 * (y * dst->width + x);
            float sr = 0, sg = 0, sb = 0, sw = 0;

            for (j = -radius; j <= radius; j++)
            {
                int yy = y + j;
                if (yy < 0 || yy >= src->height)
                    continue;
                for (i = -radius; i <= radius; i++)
                {
                    int xx = x + i;
                    const unsigned char *q;
                    int d;
                    float w;
                    if (xx < 0 || xx >= src->width)
                        continue;
                    q = src->pix + 3 * (yy * src->width + xx);
                    d = abs(q[0] - c[0]) + abs(q[1] - c[1]) + abs(q[2] - c[2]);
                    w = spatial[(j + radius) * size + i + radius] * range[d];
                    sr += w * q[0];
                    sg += w * q[1];
                    sb += w * q[2];
                    sw += w;
                }
            }
            o[0] = (unsigned char)(sr / sw + 0.5f);
            o[1] = (unsigned char)(sg / sw + 0.5f);
            o[2] = (unsigned char)(sb / sw + 0.5f);
        }
    }
    free(spatial);
}

/* mean squared difference of two pictures */
static double mse(const struct image *a, const struct image *b)
{
    long sum = 0;
    int i, n = a->width * a->height * 3;
    #pragma omp parallel for reduction(+:sum)
    for (i = 0; i < n; i++)
    {
        int d = a->pix[i] - b->pix[i];
        sum += d * d;
    }
    return (double)sum / n;
}

int main(int argc, char *argv[])
{
    int w = argc > 1 ? atoi(argv[1]) : 1024;
    int h = argc > 2 ? atoi(argv[2]) : 768;
    int radius = argc > 3 ? atoi(argv[3]) : 12;
    int i;
    unsigned int crc = 0;
    struct timespec a, b;
    struct image *in = image_create(w, h), *out = image_create(w, h);

    if (!in || !out)
    {
        fprintf(stderr, "cannot allocate %dx%d image\n", w, h);
        return EXIT_FAILURE;
    }
    draw_test(in);

    clock_gettime(CLOCK_MONOTONIC, &a);
    bilateral(in, out, radius, radius / 2.0, 40.0);
    clock_gettime(CLOCK_MONOTONIC, &b);
    fprintf(stderr, "filter: %.3f s\n", b.tv_sec - a.tv_sec + (b.tv_nsec - a.tv_nsec) * 1e-9);

    for (i = 0; i < w * h * 3; i++)
        crc = crc * 31 + out->pix[i];
    printf("checksum %08x\n", crc);
    printf("mse in/out %.6f\n", mse(in, out));
    i = 3 * ((h / 2) * w + w / 2);
    printf("centre pixel %d %d %d\n", out->pix[i], out->pix[i + 1], out->pix[i + 2]);
    image_destroy(in);
    image_destroy(out);
    return EXIT_SUCCESS;
}
