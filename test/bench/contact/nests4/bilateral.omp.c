/* Edge-preserving smoothing of a grey photograph (bilateral window) followed by a detail
 * boost.  Spatial weights from a table, range weights from a table of 256 entries. */
#include <stdio.h>
#include <stdlib.h>
#include <math.h>

typedef struct image {
    int width, height;
    unsigned char *data;
} image_t;

typedef struct {
    int radius;
    float *spatial;     /* (2r+1)^2 */
    float range[256];
} kernel_t;

static image_t *image_create(int width, int height)
{
    image_t *im = malloc(sizeof *im);
    im->width = width;
    im->height = height;
    im->data = malloc((size_t)width * height);
    return im;
}

static void image_destroy(image_t *im)
{
    free(im->data);
    free(im);
}

static int clampi(int v, int lo, int hi)
{
    return v < lo ? lo : v > hi ? hi : v;
}

static void kernel_init(kernel_t *k, int radius, float ss, float sr)
{
    int side = 2 * radius + 1;
    k->radius = radius;
    k->spatial = malloc(side * side * sizeof(float));
    for (int y = -radius; y <= radius; y++)
        for (int x = -radius; x <= radius; x++)
            k->spatial[(y + radius) * side + x + radius] = expf(-(x * x + y * y) / (2 * ss * ss));
    for (int i = 0; i < 256; i++)
        k->range[i] = expf(-(float)(i * i) / (2 * sr * sr));
}

#ifndef XB
#define XB 32     /* pixels of a row side by side */
#endif

/* Replicated border once as int, then XB pixels per group, the window in the same order for
 * every lane, range weights by gather from the table indexed by v - centre (511 entries). */
static void bilateral(const image_t *src, image_t *dst, const kernel_t *k)
{
    const int r = k->radius, side = 2 * r + 1, w = src->width, h = src->height;
    const int pw = (w + XB - 1) / XB * XB + 2 * r, ph = h + 2 * r;
    int *pad = malloc((size_t)pw * ph * sizeof(int));
    float table[511];
    const float *range = table + 255;
    for (int i = -255; i <= 255; i++)
        table[i + 255] = k->range[abs(i)];
#pragma omp parallel
    {
#pragma omp for schedule(static)
        for (int y = 0; y < ph; y++)
            for (int x = 0; x < pw; x++)
                pad[(size_t)y * pw + x] = src->data[clampi(y - r, 0, h - 1) * w + clampi(x - r, 0, w - 1)];
#pragma omp for schedule(dynamic, 4)
        for (int y = 0; y < h; y++)
            for (int x0 = 0; x0 < w; x0 += XB) {
                float sum[XB], norm[XB];
                int c[XB];
                for (int l = 0; l < XB; l++) {
                    sum[l] = norm[l] = 0.0f;
                    c[l] = pad[(size_t)(y + r) * pw + x0 + r + l];
                }
                for (int dy = 0; dy < side; dy++)
                    for (int dx = 0; dx < side; dx++) {
                        const int *p = pad + (size_t)(y + dy) * pw + x0 + dx;
                        const float sp = k->spatial[dy * side + dx];
#pragma omp simd
                        for (int l = 0; l < XB; l++) {
                            int v = p[l];
                            float wt = sp * range[v - c[l]];
                            sum[l] += wt * v;
                            norm[l] += wt;
                        }
                    }
                int m = w - x0 < XB ? w - x0 : XB;
                for (int l = 0; l < m; l++)
                    dst->data[y * w + x0 + l] = (unsigned char)(sum[l] / norm[l] + 0.5f);
            }
    }
    free(pad);
}

static void boost(const image_t *orig, const image_t *smooth, image_t *out, float gain)
{
    int n = orig->width * orig->height;
#pragma omp parallel for schedule(static)
    for (int i = 0; i < n; i++) {
        float v = smooth->data[i] + gain * (orig->data[i] - smooth->data[i]);
        out->data[i] = (unsigned char)clampi((int)(v + 0.5f), 0, 255);
    }
}

int main(int argc, char **argv)
{
    int width = argc > 1 ? atoi(argv[1]) : 1000;
    int height = argc > 2 ? atoi(argv[2]) : 640;
    int radius = argc > 3 ? atoi(argv[3]) : 6;
    image_t *a = image_create(width, height), *b = image_create(width, height);
    image_t *c = image_create(width, height);
    kernel_t k;
    unsigned s = 42;
    unsigned long h = 0, sum = 0;

    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            int base = (x / 40 + y / 30) % 2 ? 170 : 70;
            s = s * 1103515245u + 12345u;
            a->data[y * width + x] = (unsigned char)(base + (x + y) % 20 + (s >> 16) % 40);
        }
    kernel_init(&k, radius, 3.0f, 25.0f);
    bilateral(a, b, &k);
    boost(a, b, c, 1.6f);
    bilateral(c, a, &k);
    for (int i = 0; i < width * height; i++) {
        h = (h * 131 + a->data[i]) % 1000000007UL;
        sum += b->data[i];
    }
    printf("hash %lu sum %lu\n", h, sum);
    printf("pixels %d %d %d\n", a->data[0], a->data[width * height / 2], a->data[width * height - 1]);
    image_destroy(a);
    image_destroy(b);
    image_destroy(c);
    free(k.spatial);
    return 0;
}
