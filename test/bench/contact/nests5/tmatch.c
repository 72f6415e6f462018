/*
 * tmatch - find a template in a noisy picture.
 *
 * The 8 bit picture is smoothed with a separable binomial filter, then the
 * template is slid over it; the score is the normalised cross correlation,
 * computed with integer sums.
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct {
    int width, height;
    uint8_t *pix;
} Image;

static Image image_create(int width, int height)
{
    Image im;
    im.width = width;
    im.height = height;
    im.pix = calloc((size_t)width * height, 1);
    if (im.pix == NULL) {
        fprintf(stderr, "cannot allocate %dx%d image\n", width, height);
        exit(1);
    }
    return im;
}

static uint8_t pixel(const Image *im, int x, int y)
{
    /* replicate the border */
    if (x < 0) x = 0;
    if (y < 0) y = 0;
    if (x >= im->width) x = im->width - 1;
    if (y >= im->height) y = im->height - 1;
    return im->pix[(size_t)y * im->width + x];
}

static int texture(int x, int y)
{
    unsigned h = (unsigned)(x / 3) * 73856093u ^ (unsigned)(y / 2) * 19349663u;
    h ^= h >> 13;
    h *= 0x5bd1e995u;
    h ^= h >> 15;
    return (int)(h & 127u);
}

static void draw_scene(Image *im, int tx, int ty, int tw, int th)
{
    unsigned r = 1u;
    for (int y = 0; y < im->height; y++)
        for (int x = 0; x < im->width; x++) {
            int v = 40 + (x * 60) / im->width + texture(x, y) / 2;
            if (x >= tx && x < tx + tw && y >= ty && y < ty + th)
                v = 60 + texture(x - tx + 5000, y - ty + 7000);
            r = r * 1664525u + 1013904223u;
            v += (int)((r >> 24) & 31u) - 16;
            im->pix[(size_t)y * im->width + x] = (uint8_t)(v < 0 ? 0 : v > 255 ? 255 : v);
        }
}

static void draw_template(Image *t)
{
    for (int y = 0; y < t->height; y++)
        for (int x = 0; x < t->width; x++)
            t->pix[(size_t)y * t->width + x] = (uint8_t)(60 + texture(x + 5000, y + 7000));
}

/* 1 4 6 4 1 in both directions */
static void smooth(const Image *src, Image *dst)
{
    static const int tap[5] = { 1, 4, 6, 4, 1 };
    Image tmp = image_create(src->width, src->height);

    for (int y = 0; y < src->height; y++)
        for (int x = 0; x < src->width; x++) {
            int s = 8;
            for (int k = -2; k <= 2; k++)
                s += tap[k + 2] * pixel(src, x + k, y);
            tmp.pix[(size_t)y * src->width + x] = (uint8_t)(s / 16);
        }
    for (int x = 0; x < src->width; x++)
        for (int y = 0; y < src->height; y++) {
            int s = 8;
            for (int k = -2; k <= 2; k++)
                s += tap[k + 2] * pixel(&tmp, x, y + k);
            dst->pix[(size_t)y * src->width + x] = (uint8_t)(s / 16);
        }
    free(tmp.pix);
}

static void correlate(const Image *im, const Image *t, float *score, int sw, int sh)
{
    long tsum = 0, tsq = 0, cnt = (long)t->width * t->height;

    for (int i = 0; i < t->width * t->height; i++) {
        tsum += t->pix[i];
        tsq += (long)t->pix[i] * t->pix[i];
    }
    double tvar = (double)(cnt * tsq - tsum * tsum);

    for (int y = 0; y < sh; y++)
        for (int x = 0; x < sw; x++) {
            long sum = 0, sq = 0, cross = 0;
            for (int v = 0; v < t->height; v++)
                for (int u = 0; u < t->width; u++) {
                    int a = im->pix[(size_t)(y + v) * im->width + x + u];
                    int b = t->pix[v * t->width + u];
                    sum += a;
                    sq += a * a;
                    cross += a * b;
                }
            double var = (double)(cnt * sq - sum * sum);
            double num = (double)(cnt * cross - sum * tsum);
            score[(size_t)y * sw + x] =
                var > 0.0 && tvar > 0.0 ? (float)(num / sqrt(var * tvar)) : 0.0f;
        }
}

static void peaks(const float *score, int sw, int sh, float threshold)
{
    int count = 0, bx = 0, by = 0;
    float best = -2.0f;
    double mean = 0.0;

    for (int y = 0; y < sh; y++)
        for (int x = 0; x < sw; x++) {
            float s = score[(size_t)y * sw + x];
            mean += s;
            if (s > threshold)
                count++;
            if (s > best) {
                best = s;
                bx = x;
                by = y;
            }
        }
    printf("best %.7g at %d,%d\n", best, bx, by);
    printf("above %.2f: %d, mean score %.9g\n", threshold, count,
           mean / ((double)sw * sh));
}

int main(int argc, char **argv)
{
    int w = 600, h = 420, tw = 56, th = 48;

    if (argc > 2) {
        w = atoi(argv[1]);
        h = atoi(argv[2]);
    }
    if (argc > 4) {
        tw = atoi(argv[3]);
        th = atoi(argv[4]);
    }
    if (tw < 1 || th < 1 || w < tw || h < th) {
        fprintf(stderr, "usage: tmatch [width height [twidth theight]]\n");
        return 1;
    }
    Image scene = image_create(w, h), soft = image_create(w, h);
    Image tmpl = image_create(tw, th), tsoft = image_create(tw, th);
    int sw = w - tw + 1, sh = h - th + 1;
    float *score = malloc(sizeof(float) * sw * sh);
    if (!score)
        return 1;

    draw_scene(&scene, 2 * sw / 3, sh / 3, tw, th);
    draw_template(&tmpl);
    smooth(&scene, &soft);
    smooth(&tmpl, &tsoft);
    unsigned hash = 0;
    for (int i = 0; i < w * h; i++)
        hash = hash * 131u + soft.pix[i];
    printf("%dx%d picture, smoothed hash %08x\n", w, h, hash);
    correlate(&soft, &tsoft, score, sw, sh);
    peaks(score, sw, sh, 0.5f);
    free(score);
    free(scene.pix); free(soft.pix); free(tmpl.pix); free(tsoft.pix);
    return 0;
}
