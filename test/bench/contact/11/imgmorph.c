/*
 * imgmorph - median and morphological filters on an 8-bit greyscale image.
 *
 * Generates a synthetic "document scan" (gradient, blobs, strokes, salt and
 * pepper noise), cleans it with a median filter, and computes opening,
 * closing, morphological gradient and top-hat.
 *
 * usage: imgmorph [width height [median_radius [element_radius]]]
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>
#include <math.h>

typedef struct {
    int width, height;
    uint8_t *data;
} Image;

typedef enum { BORDER_REPLICATE, BORDER_MIRROR } BorderMode;

typedef struct {
    int n;
    int *dx;
    int *dy;
} StructElem;

static uint32_t rng_state = 2463534242u;

static uint32_t rng_next(void)
{
    rng_state ^= rng_state << 13;
    rng_state ^= rng_state >> 17;
    rng_state ^= rng_state << 5;
    return rng_state;
}

static Image image_new(int w, int h)
{
    Image im;
    im.width = w;
    im.height = h;
    im.data = calloc((size_t)w * h, 1);
    if (!im.data) {
        fprintf(stderr, "imgmorph: out of memory (%d x %d)\n", w, h);
        exit(1);
    }
    return im;
}

static void image_free(Image *im)
{
    free(im->data);
    im->data = NULL;
    im->width = im->height = 0;
}

static int border_index(int i, int n, BorderMode mode)
{
    if (i >= 0 && i < n)
        return i;
    if (mode == BORDER_REPLICATE)
        return i < 0 ? 0 : n - 1;
    if (i < 0)
        i = -i - 1;
    if (i >= n)
        i = 2 * n - 1 - i;
    return i < 0 ? 0 : (i >= n ? n - 1 : i);
}

static uint8_t image_get(const Image *im, int x, int y, BorderMode mode)
{
    x = border_index(x, im->width, mode);
    y = border_index(y, im->height, mode);
    return im->data[(size_t)y * im->width + x];
}

static void draw_disc(Image *im, int cx, int cy, int r, int level)
{
    for (int y = cy - r; y <= cy + r; y++) {
        if (y < 0 || y >= im->height)
            continue;
        for (int x = cx - r; x <= cx + r; x++) {
            if (x < 0 || x >= im->width)
                continue;
            if ((x - cx) * (x - cx) + (y - cy) * (y - cy) <= r * r)
                im->data[(size_t)y * im->width + x] = (uint8_t)level;
        }
    }
}

static void image_synthesize(Image *im)
{
    int w = im->width, h = im->height;
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            im->data[(size_t)y * w + x] = (uint8_t)(60 + (100 * x) / w + (60 * y) / h);
    int blobs = w * h / 9000 + 3;
    for (int b = 0; b < blobs; b++) {
        int cx = rng_next() % w, cy = rng_next() % h;
        int r = 2 + rng_next() % 24;
        draw_disc(im, cx, cy, r, rng_next() & 255);
    }
    size_t noisy = (size_t)w * h / 12;
    for (size_t i = 0; i < noisy; i++) {
        size_t p = (size_t)(rng_next() % h) * w + rng_next() % w;
        im->data[p] = (rng_next() & 1) ? 255 : 0;
    }
}

/* Huang's sliding histogram median, one row at a time. */
static void median_filter(const Image *src, Image *dst, int r, BorderMode mode)
{
    int w = src->width, h = src->height;
    int half = (2 * r + 1) * (2 * r + 1) / 2;
    int hist[256];

    for (int y = 0; y < h; y++) {
        int med = 0, below = 0;
        memset(hist, 0, sizeof hist);
        for (int dy = -r; dy <= r; dy++)
            for (int dx = -r; dx <= r; dx++)
                hist[image_get(src, dx, y + dy, mode)]++;
        while (below + hist[med] <= half)
            below += hist[med++];
        dst->data[(size_t)y * w] = (uint8_t)med;
        for (int x = 1; x < w; x++) {
            for (int dy = -r; dy <= r; dy++) {
                int out = image_get(src, x - r - 1, y + dy, mode);
                int in = image_get(src, x + r, y + dy, mode);
                hist[out]--;
                if (out < med)
                    below--;
                hist[in]++;
                if (in < med)
                    below++;
            }
            while (below > half)
                below -= hist[--med];
            while (below + hist[med] <= half)
                below += hist[med++];
            dst->data[(size_t)y * w + x] = (uint8_t)med;
        }
    }
}

static StructElem disc_element(int r)
{
    StructElem se = { 0, NULL, NULL };
    int cap = (2 * r + 1) * (2 * r + 1);
    se.dx = malloc(cap * sizeof(int));
    se.dy = malloc(cap * sizeof(int));
    if (!se.dx || !se.dy) {
        fprintf(stderr, "imgmorph: out of memory\n");
        exit(1);
    }
    for (int y = -r; y <= r; y++)
        for (int x = -r; x <= r; x++)
            if (x * x + y * y <= r * r + r) {
                se.dx[se.n] = x;
                se.dy[se.n] = y;
                se.n++;
            }
    return se;
}

typedef int (*pick_fn)(int a, int b);
static int pick_min(int a, int b) { return a < b ? a : b; }
static int pick_max(int a, int b) { return a > b ? a : b; }

static void rank_filter(const Image *src, Image *dst, const StructElem *se,
                        pick_fn pick, int init, BorderMode mode)
{
    for (int y = 0; y < src->height; y++) {
        for (int x = 0; x < src->width; x++) {
            int v = init;
            for (int k = 0; k < se->n; k++)
                v = pick(v, image_get(src, x + se->dx[k], y + se->dy[k], mode));
            dst->data[(size_t)y * src->width + x] = (uint8_t)v;
        }
    }
}

static void erode(const Image *src, Image *dst, const StructElem *se)
{
    rank_filter(src, dst, se, pick_min, 255, BORDER_REPLICATE);
}

static void dilate(const Image *src, Image *dst, const StructElem *se)
{
    rank_filter(src, dst, se, pick_max, 0, BORDER_REPLICATE);
}

static void image_diff(const Image *a, const Image *b, Image *out)
{
    size_t n = (size_t)a->width * a->height;
    for (size_t i = 0; i < n; i++) {
        int d = a->data[i] - b->data[i];
        out->data[i] = (uint8_t)(d < 0 ? 0 : d);
    }
}

static void report(const char *name, const Image *im)
{
    size_t n = (size_t)im->width * im->height;
    uint64_t sum = 0;
    uint32_t hash = 2166136261u;
    size_t hist[256] = { 0 };
    for (size_t i = 0; i < n; i++) {
        sum += im->data[i];
        hash = (hash ^ im->data[i]) * 16777619u;
        hist[im->data[i]]++;
    }
    int mode = 0;
    for (int i = 1; i < 256; i++)
        if (hist[i] > hist[mode])
            mode = i;
    printf("%-10s mean %8.4f  mode %3d (%zu)  fnv %08x  centre %d\n", name,
           (double)sum / n, mode, hist[mode], hash,
           im->data[(size_t)(im->height / 2) * im->width + im->width / 2]);
}

int main(int argc, char **argv)
{
    int w = 1920, h = 1440, mr = 4, er = 2;
    if (argc > 2) { w = atoi(argv[1]); h = atoi(argv[2]); }
    if (argc > 3) mr = atoi(argv[3]);
    if (argc > 4) er = atoi(argv[4]);
    if (argc == 2 || w < 16 || h < 16 || mr < 1 || mr > 7 || er < 1 || er > 7) {
        fprintf(stderr, "usage: %s [width height [median_radius [element_radius]]]\n", argv[0]);
        return 2;
    }

    Image src = image_new(w, h), clean = image_new(w, h);
    Image er_im = image_new(w, h), di_im = image_new(w, h);
    Image opened = image_new(w, h), closed = image_new(w, h);
    Image grad = image_new(w, h), hat = image_new(w, h);
    StructElem se = disc_element(er);

    image_synthesize(&src);
    median_filter(&src, &clean, mr, BORDER_MIRROR);
    erode(&clean, &er_im, &se);
    dilate(&clean, &di_im, &se);
    dilate(&er_im, &opened, &se);
    erode(&di_im, &closed, &se);
    image_diff(&di_im, &er_im, &grad);
    image_diff(&clean, &opened, &hat);

    printf("image %dx%d, median radius %d, element of %d pixels\n", w, h, mr, se.n);
    report("source", &src);
    report("median", &clean);
    report("erosion", &er_im);
    report("dilation", &di_im);
    report("opening", &opened);
    report("closing", &closed);
    report("gradient", &grad);
    report("tophat", &hat);

    free(se.dx);
    free(se.dy);
    Image *all[] = { &src, &clean, &er_im, &di_im, &opened, &closed, &grad, &hat };
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        image_free(all[i]);
    return 0;
}
