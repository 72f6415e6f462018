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

static void bilateral(const image_t *src, image_t *dst, const kernel_t *k)
{
    int r = k->radius, side = 2 * r + 1;
    for (int y = 0; y < src->height; y++) {
        for (int x = 0; x < src->width; x++) {
            int centre = src->data[y * src->width + x];
            float sum = 0.0f, norm = 0.0f;
            for (int dy = -r; dy <= r; dy++) {
                int yy = clampi(y + dy, 0, src->height - 1);
                for (int dx = -r; dx <= r; dx++) {
                    int xx = clampi(x + dx, 0, src->width - 1);
                    int v = src->data[yy * src->width + xx];
                    int diff = v > centre ? v - centre : centre - v;
                    float w = k->spatial[(dy + r) * side + dx + r] * k->range[diff];
                    sum += w * v;
                    norm += w;
                }
            }
            dst->data[y * dst->width + x] = (unsigned char)(sum / norm + 0.5f);
        }
    }
}

static void boost(const image_t *orig, const image_t *smooth, image_t *out, float gain)
{
    for (int i = 0; i < orig->width * orig->height; i++) {
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
