/* edges.c -- Canny style edge detection on a synthetic picture.
 *
 *   edges [width] [height] [sigma] [low] [high]
 *
 * Gaussian smoothing, Sobel gradients, non-maximum suppression and
 * hysteresis by flood fill from the strong edge pixels.
 */
#include <stdio.h>
#include <stdlib.h>
#include <math.h>
#include <stdint.h>

typedef struct image {
    int w, h;
    float *data;
} image;

typedef struct bitmap {
    int w, h;
    uint8_t *data;
} bitmap;

enum { EDGE_NONE = 0, EDGE_WEAK = 1, EDGE_STRONG = 2 };

static void die(const char *msg)
{
    fprintf(stderr, "edges: %s\n", msg);
    exit(EXIT_FAILURE);
}

static image *image_new(int w, int h)
{
    image *im = malloc(sizeof(image));
    if (!im) die("out of memory");
    im->w = w;
    im->h = h;
    im->data = calloc((size_t)w * h, sizeof(float));
    if (!im->data) die("out of memory");
    return im;
}

static void image_free(image *im)
{
    free(im->data);
    free(im);
}

static bitmap *bitmap_new(int w, int h)
{
    bitmap *b = malloc(sizeof(bitmap));
    if (!b) die("out of memory");
    b->w = w;
    b->h = h;
    b->data = calloc((size_t)w * h, 1);
    if (!b->data) die("out of memory");
    return b;
}

static inline int clampi(int v, int lo, int hi)
{
    if (v < lo) return lo;
    if (v > hi) return hi;
    return v;
}

static inline float image_get(const image *im, int x, int y)
{
    x = clampi(x, 0, im->w - 1);
    y = clampi(y, 0, im->h - 1);
    return im->data[(size_t)y * im->w + x];
}

static inline void image_set(image *im, int x, int y, float v)
{
    im->data[(size_t)y * im->w + x] = v;
}

/* discs and stripes on a gradient with a bit of noise */
static void paint(image *im)
{
    uint32_t seed = 77u;
    for (int y = 0; y < im->h; y++)
        for (int x = 0; x < im->w; x++) {
            seed = seed * 1103515245u + 12345u;
            float noise = (float)((seed >> 16) & 0x7fff) / 32768.0f;
            float v = 60.0f + 40.0f * x / im->w + 12.0f * noise;
            if (((x + 2 * y) / 97) % 5 == 0)
                v += 35.0f;
            image_set(im, x, y, v);
        }
    for (int k = 0; k < 60; k++) {
        seed = seed * 1103515245u + 12345u;
        int cx = (int)((seed >> 8) % (uint32_t)im->w);
        seed = seed * 1103515245u + 12345u;
        int cy = (int)((seed >> 8) % (uint32_t)im->h);
        int r = 10 + (int)((seed >> 4) % 90);
        for (int y = clampi(cy - r, 0, im->h); y < clampi(cy + r + 1, 0, im->h); y++)
            for (int x = clampi(cx - r, 0, im->w); x < clampi(cx + r + 1, 0, im->w); x++)
                if ((x - cx) * (x - cx) + (y - cy) * (y - cy) <= r * r)
                    image_set(im, x, y, image_get(im, x, y) * 0.5f + 60.0f * (k % 3));
    }
}

static float *gauss_kernel(float sigma, int *radius)
{
    int r = (int)ceilf(3.0f * sigma);
    float *k = malloc((2 * r + 1) * sizeof *k);
    float sum = 0;
    if (!k) die("out of memory");
    for (int i = -r; i <= r; i++) {
        k[i + r] = expf(-0.5f * i * i / (sigma * sigma));
        sum += k[i + r];
    }
    for (int i = 0; i <= 2 * r; i++)
        k[i] /= sum;
    *radius = r;
    return k;
}

static void smooth(const image *src, image *dst, float sigma)
{
    int r;
    float *k = gauss_kernel(sigma, &r);
    image *tmp = image_new(src->w, src->h);

#pragma omp parallel for schedule(static)
    for (int y = 0; y < src->h; y++)
        for (int x = 0; x < src->w; x++) {
            float s = 0;
            for (int i = -r; i <= r; i++)
                s += k[i + r] * image_get(src, x + i, y);
            image_set(tmp, x, y, s);
        }
#pragma omp parallel for schedule(static)
    for (int y = 0; y < src->h; y++)
    {
        float *out = dst->data + (size_t)y * dst->w;
        for (int x = 0; x < src->w; x++)
            out[x] = 0;
        for (int i = -r; i <= r; i++) {
            const float *row = tmp->data + (size_t)clampi(y + i, 0, tmp->h - 1) * tmp->w;
            float c = k[i + r];
            for (int x = 0; x < src->w; x++)
                out[x] += c * row[x];
        }
    }
    image_free(tmp);
    free(k);
}

static void gradients(const image *im, image *mag, bitmap *dir)
{
#pragma omp parallel for schedule(static)
    for (int y = 0; y < im->h; y++) {
        for (int x = 0; x < im->w; x++) {
            float gx = image_get(im, x + 1, y - 1) + 2 * image_get(im, x + 1, y) + image_get(im, x + 1, y + 1)
                     - image_get(im, x - 1, y - 1) - 2 * image_get(im, x - 1, y) - image_get(im, x - 1, y + 1);
            float gy = image_get(im, x - 1, y + 1) + 2 * image_get(im, x, y + 1) + image_get(im, x + 1, y + 1)
                     - image_get(im, x - 1, y - 1) - 2 * image_get(im, x, y - 1) - image_get(im, x + 1, y - 1);
            float angle = atan2f(gy, gx) * (float)(180.0 / M_PI);
            int d;

            image_set(mag, x, y, sqrtf(gx * gx + gy * gy));
            if (angle < 0) angle += 180.0f;
            if (angle < 22.5f || angle >= 157.5f) d = 0;
            else if (angle < 67.5f) d = 1;
            else if (angle < 112.5f) d = 2;
            else d = 3;
            dir->data[(size_t)y * im->w + x] = (uint8_t)d;
        }
    }
}

static void suppress(const image *mag, const bitmap *dir, bitmap *out, float lo, float hi)
{
    static const int step[4][2] = { { 1, 0 }, { 1, 1 }, { 0, 1 }, { -1, 1 } };
#pragma omp parallel for schedule(static)
    for (int y = 0; y < mag->h; y++)
        for (int x = 0; x < mag->w; x++) {
            size_t at = (size_t)y * mag->w + x;
            const int *s = step[dir->data[at]];
            float m = mag->data[at];
            if (m < lo || m < image_get(mag, x + s[0], y + s[1]) || m <= image_get(mag, x - s[0], y - s[1]))
                out->data[at] = EDGE_NONE;
            else
                out->data[at] = m >= hi ? EDGE_STRONG : EDGE_WEAK;
        }
}

/* grow strong edges into connected weak ones, then drop the rest */
static long hysteresis(bitmap *b)
{
    size_t n = (size_t)b->w * b->h, top = 0;
    uint32_t *stack = malloc(n * sizeof *stack);
    long kept = 0;
    if (!stack) die("out of memory");
    for (size_t i = 0; i < n; i++)
        if (b->data[i] == EDGE_STRONG)
            stack[top++] = (uint32_t)i;
    while (top > 0) {
        uint32_t p = stack[--top];
        int px = (int)(p % (uint32_t)b->w), py = (int)(p / (uint32_t)b->w);
        for (int dy = -1; dy <= 1; dy++)
            for (int dx = -1; dx <= 1; dx++) {
                int x = px + dx, y = py + dy;
                if (x < 0 || y < 0 || x >= b->w || y >= b->h)
                    continue;
                size_t q = (size_t)y * b->w + x;
                if (b->data[q] == EDGE_WEAK) {
                    b->data[q] = EDGE_STRONG;
                    stack[top++] = (uint32_t)q;
                }
            }
    }
#pragma omp parallel for schedule(static) reduction(+:kept)
    for (size_t i = 0; i < n; i++) {
        b->data[i] = b->data[i] == EDGE_STRONG ? 255 : 0;
        kept += b->data[i] != 0;
    }
    free(stack);
    return kept;
}

int main(int argc, char *argv[])
{
    int w = argc > 1 ? atoi(argv[1]) : 3600;
    int h = argc > 2 ? atoi(argv[2]) : 2600;
    float sigma = argc > 3 ? (float)atof(argv[3]) : 1.6f;
    float lo = argc > 4 ? (float)atof(argv[4]) : 18.0f;
    float hi = argc > 5 ? (float)atof(argv[5]) : 55.0f;

    if (w < 3 || h < 3 || sigma <= 0 || sigma > 20 || lo > hi) {
        fprintf(stderr, "usage: %s [width] [height] [sigma] [low] [high]\n", argv[0]);
        return 1;
    }
    image *src = image_new(w, h), *soft = image_new(w, h), *mag = image_new(w, h);
    bitmap *dir = bitmap_new(w, h), *edge = bitmap_new(w, h);

    paint(src);
    smooth(src, soft, sigma);
    gradients(soft, mag, dir);
    suppress(mag, dir, edge, lo, hi);
    long kept = hysteresis(edge);

    double total = 0;
    uint32_t hash = 2166136261u;
    for (size_t i = 0; i < (size_t)w * h; i++) {
        total += mag->data[i];
        hash = (hash ^ edge->data[i]) * 16777619u;
    }
    printf("image %dx%d sigma %.2f\n", w, h, sigma);
    printf("edge pixels %ld\nmean gradient %.6f\nhash %08x\n", kept, total / ((double)w * h), hash);
    for (int i = 1; i < 5; i++)
        printf("mag[%d/5] = %.4f\n", i, image_get(mag, w * i / 5, h * i / 5));
    image_free(src); image_free(soft); image_free(mag);
    free(dir->data); free(dir);
    free(edge->data); free(edge);
    return 0;
}
