// SPDX-License-Identifier: Apache-2.0
/* imgpipe - photo pipeline: denoise, straighten, equalize, resize, sharpen
 *
 * usage: imgpipe [width] [height] [angle in degrees] [scale]
 */
#define _POSIX_C_SOURCE 200809L
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define CH 3
struct image {
    int w, h;
    float **row;                /* row pointers into pix, CH interleaved samples */
    float *pix;
};

typedef struct image *(*stage_fn)(const struct image *in, double arg);struct tap { int first, n; float w[64]; };

static void fail(const char *why) { fprintf(stderr, "imgpipe: %s\n", why); exit(2); }

static struct image *image_new(int w, int h)
{
    struct image *im = malloc(sizeof *im);
    if (!im || !(im->row = malloc(sizeof(float *) * (size_t)h)) || !(im->pix = calloc((size_t)w * h * CH, sizeof(float))))
        fail("out of memory");
    im->w = w; im->h = h;
    for (int y = 0; y < h; y++) im->row[y] = im->pix + (size_t)y * w * CH;
    return im;
}

static void image_free(struct image *im) { free(im->row); free(im->pix); free(im); }

static inline int clampi(int v, int lo, int hi) { return v < lo ? lo : v > hi ? hi : v; }
static inline int luma(const float *p) { return (int)(0.299f * p[0] + 0.587f * p[1] + 0.114f * p[2]); }
static inline float clampf(float v) { return v < 0 ? 0 : v > 255 ? 255 : v; }

static struct image *test_card(int w, int h)
{
    struct image *im = image_new(w, h);
    uint32_t s = 2463534242u;
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            float *p = im->row[y] + CH * x;
            int dx = x - w / 2, dy = y - h / 3, ring = (dx * dx + dy * dy) / (w + 1) & 31;
            s ^= s << 13; s ^= s >> 17; s ^= s << 5;
            p[0] = 40.0f + 120.0f * (float)y / (float)h + (ring < 8 ? 40 : 0);
            p[1] = 60.0f + (float)((x / 16 + y / 16) % 2 * 50) + (float)(s >> 28);
            p[2] = 90.0f + 60.0f * (float)x / (float)w + (float)(ring * 2);
            if (s % 211 == 0) p[0] = p[1] = p[2] = s & 4096 ? 255 : 0;
        }
    return im;
}

/* median of 3x3, only where the pixel is an outlier */
static struct image *median(const struct image *in, double limit)
{
    struct image *out = image_new(in->w, in->h);
    for (int y = 0; y < in->h; y++)
        for (int x = 0; x < in->w; x++)
            for (int c = 0; c < CH; c++) {
                float v[9], centre = in->row[y][CH * x + c];
                for (int n = 0; n < 9; n++) {
                    float t = in->row[clampi(y + n / 3 - 1, 0, in->h - 1)][CH * clampi(x + n % 3 - 1, 0, in->w - 1) + c];
                    int k = n;
                    for (; k > 0 && v[k - 1] > t; k--) v[k] = v[k - 1];
                    v[k] = t;
                }
                out->row[y][CH * x + c] = fabsf(centre - v[4]) > (float)limit ? v[4] : centre;
            }
    return out;
}

static float cubic(float t)
{
    if ((t = fabsf(t)) < 1) return (1.5f * t - 2.5f) * t * t + 1;
    return t < 2 ? ((-0.5f * t + 2.5f) * t - 4) * t + 2 : 0;
}

static struct image *rotate(const struct image *in, double degrees)
{
    struct image *out = image_new(in->w, in->h);
    double a = degrees * acos(-1.0) / 180, ca = cos(a), sa = sin(a), mx = (in->w - 1) / 2.0, my = (in->h - 1) / 2.0;
    for (int y = 0; y < out->h; y++) {
        float *dst = out->row[y];
        for (int x = 0; x < out->w; x++, dst += CH) {
            double sx = ca * (x - mx) + sa * (y - my) + mx, sy = ca * (y - my) - sa * (x - mx) + my;
            int ix = (int)floor(sx), iy = (int)floor(sy);
            if (ix < -2 || iy < -2 || ix > in->w || iy > in->h) continue;
            float wx[4], wy[4], acc[CH] = { 0 };
            for (int k = 0; k < 4; k++) {
                wx[k] = cubic((float)(sx - ix) - (float)(k - 1));
                wy[k] = cubic((float)(sy - iy) - (float)(k - 1));
            }
            for (int j = 0; j < 4; j++) {
                const float *src = in->row[clampi(iy + j - 1, 0, in->h - 1)];
                for (int i = 0; i < 4; i++) {
                    const float *p = src + CH * clampi(ix + i - 1, 0, in->w - 1);
                    for (int c = 0; c < CH; c++) acc[c] += wy[j] * wx[i] * p[c];
                }
            }
            for (int c = 0; c < CH; c++) dst[c] = clampf(acc[c]);
        }
    }
    return out;
}

/* histogram equalization of the luma, blended with the original */
static struct image *equalize(const struct image *in, double amount)
{
    struct image *out = image_new(in->w, in->h);
    long hist[256] = { 0 }, run = 0;
    float map[256];
    for (int y = 0; y < in->h; y++)
        for (int x = 0; x < in->w; x++) {
            const float *p = in->row[y] + CH * x;
            hist[luma(p)]++;
        }
    for (int i = 0; i < 256; i++) {
        float eq = 255.0f * (float)(run += hist[i]) / ((float)in->w * (float)in->h);
        map[i] = ((float)amount * eq + (float)(1 - amount) * (float)i + 1) / ((float)i + 1);
    }
    for (int y = 0; y < in->h; y++)
        for (int x = 0; x < in->w; x++) {
            const float *p = in->row[y] + CH * x;
            float gain = map[luma(p)];
            for (int c = 0; c < CH; c++) out->row[y][CH * x + c] = clampf(p[c] * gain);
        }
    return out;
}

static struct tap *lanczos_taps(int from, int to)
{
    struct tap *t = malloc(sizeof *t * (size_t)to);
    double scale = (double)from / to, support = 3 * (scale > 1 ? scale : 1), pi = acos(-1.0);
    if (!t) fail("out of memory");
    for (int i = 0; i < to; i++) {
        double mid = (i + 0.5) * scale - 0.5, sum = 0;
        int lo = clampi((int)ceil(mid - support), 0, from - 1), hi = clampi((int)floor(mid + support), 0, from - 1);
        t[i].first = lo; t[i].n = hi - lo + 1;
        for (int k = 0; k < t[i].n; k++) {
            double x = (lo + k - mid) * 3 / support * pi, v = fabs(x) < 1e-9 ? 1 : fabs(x) < 3 * pi ? 3 * sin(x) * sin(x / 3) / (x * x) : 0;
            sum += t[i].w[k] = (float)v;
        }
        for (int k = 0; k < t[i].n; k++) t[i].w[k] /= (float)sum;
    }
    return t;
}

static struct image *resize(const struct image *in, double scale)
{
    int w = (int)(in->w * scale) > 4 ? (int)(in->w * scale) : 4, h = (int)(in->h * scale) > 4 ? (int)(in->h * scale) : 4;
    struct image *mid = image_new(w, in->h), *out = image_new(w, h);
    struct tap *tx = lanczos_taps(in->w, w), *ty = lanczos_taps(in->h, h);
    for (int y = 0; y < in->h; y++)
        for (int x = 0; x < w; x++)
            for (int k = 0; k < tx[x].n; k++)
                for (int c = 0; c < CH; c++)
                    mid->row[y][CH * x + c] += tx[x].w[k] * in->row[y][CH * (tx[x].first + k) + c];
    for (int y = 0; y < h; y++) {
        for (int k = 0; k < ty[y].n; k++)
            for (int i = 0; i < w * CH; i++)
                out->row[y][i] += ty[y].w[k] * mid->row[ty[y].first + k][i];
        for (int i = 0; i < w * CH; i++) out->row[y][i] = clampf(out->row[y][i]);
    }
    free(tx); free(ty); image_free(mid);
    return out;
}

/* unsharp mask with a running box blur in both directions */
static struct image *sharpen(const struct image *in, double amount)
{
    const int r = 3, w = in->w, h = in->h;
    struct image *tmp = image_new(w, h), *out = image_new(w, h);
    for (int y = 0; y < h; y++)
        for (int c = 0; c < CH; c++) {
            float s = 0;
            for (int x = -r; x < r; x++) s += in->row[y][CH * clampi(x, 0, w - 1) + c];
            for (int x = 0; x < w; x++) {
                s += in->row[y][CH * clampi(x + r, 0, w - 1) + c];
                tmp->row[y][CH * x + c] = s / (float)(2 * r + 1);
                s -= in->row[y][CH * clampi(x - r, 0, w - 1) + c];
            }
        }
    for (int y = 0; y < h; y++)
        for (int i = 0; i < w * CH; i++) {
            float s = 0;
            for (int j = -r; j <= r; j++) s += tmp->row[clampi(y + j, 0, h - 1)][i];
            out->row[y][i] = clampf(in->row[y][i] + (float)amount * (in->row[y][i] - s / (float)(2 * r + 1)));
        }
    image_free(tmp);
    return out;
}
int main(int argc, char **argv)
{
    int w = argc > 1 ? atoi(argv[1]) : 1800, h = argc > 2 ? atoi(argv[2]) : 1350;
    double angle = argc > 3 ? atof(argv[3]) : 2.5, scale = argc > 4 ? atof(argv[4]) : 0.75;
    if (w < 8 || h < 8 || w > 20000 || h > 20000 || !(scale > 0.12 && scale < 8)) fail("bad arguments");
    const struct { const char *name; stage_fn fn; double arg; } stage[] = {
        { "median", median, 25 }, { "rotate", rotate, angle }, { "equalize", equalize, 0.4 },
        { "resize", resize, scale }, { "sharpen", sharpen, 0.8 },
    };
    struct image *im = test_card(w, h);
    struct timespec t0, t1;
    clock_gettime(CLOCK_MONOTONIC, &t0);
    for (size_t s = 0; s < sizeof stage / sizeof stage[0]; s++) {
        struct image *next = stage[s].fn(im, stage[s].arg);
        image_free(im); im = next;
        printf("%-9s first %.6f centre %.6f\n", stage[s].name, im->pix[0], im->row[im->h / 2][CH * (im->w / 2)]);
    }
    clock_gettime(CLOCK_MONOTONIC, &t1);
    fprintf(stderr, "pipeline %.3f s\n", (double)(t1.tv_sec - t0.tv_sec) + 1e-9 * (double)(t1.tv_nsec - t0.tv_nsec));
    uint32_t sum = 5381;
    for (size_t i = 0; i < (size_t)im->w * im->h * CH; i++)
        sum = sum * 33 ^ (uint32_t)(im->pix[i] * 256.0f);
    printf("result %dx%d checksum %08x\n", im->w, im->h, sum);
    image_free(im);
    return 0;
}
