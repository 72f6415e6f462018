// SPDX-License-Identifier: Apache-2.0
/*
 * Multi-scale Harris corners with orientation, on a synthetic test image.
 *
 *   corners [width] [height] [levels]
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct image {
    int w, h;
    float *pix;
} image;

typedef struct keypoint {
    float x, y;       /* in coordinates of the full image */
    float score, angle;
    int level;
} keypoint;

typedef struct keylist {
    keypoint *v;
    int n, cap;
} keylist;

#define AT(im, x, y) ((im)->pix[(size_t)(y) * (im)->w + (x)])

static image *image_new(int w, int h)
{
    image *im = malloc(sizeof *im);
    im->w = w;
    im->h = h;
    im->pix = calloc((size_t)w * h, sizeof(float));
    return im;
}

static void image_free(image *im)
{
    free(im->pix);
    free(im);
}

static uint32_t rnd(uint32_t *s)
{
    *s ^= *s << 13;
    *s ^= *s >> 17;
    *s ^= *s << 5;
    return *s;
}

/* overlapping rotated rectangles on a shaded, slightly noisy background */
static void draw_scene(image *im, int nrect)
{
    uint32_t s = 2463534242u;
    for (int y = 0; y < im->h; y++)
        for (int x = 0; x < im->w; x++)
            AT(im, x, y) = 60 + 40.0f * x / im->w + 20.0f * y / im->h + (rnd(&s) & 7);
    for (int k = 0; k < nrect; k++) {
        float cx = rnd(&s) % im->w, cy = rnd(&s) % im->h;
        float hw = 4 + rnd(&s) % 40, hh = 4 + rnd(&s) % 40;
        float a = (rnd(&s) % 628) / 100.0f, c = cosf(a), sn = sinf(a);
        float shade = rnd(&s) % 256;
        int r = (int)(hw + hh) + 1;
        for (int y = (int)cy - r; y <= (int)cy + r; y++)
            for (int x = (int)cx - r; x <= (int)cx + r; x++) {
                float u = (x - cx) * c + (y - cy) * sn, v = (y - cy) * c - (x - cx) * sn;
                if (x >= 0 && y >= 0 && x < im->w && y < im->h && fabsf(u) < hw && fabsf(v) < hh)
                    AT(im, x, y) = 0.9f * shade + 0.1f * AT(im, x, y);
            }
    }
}

static int clampi(int v, int lo, int hi)
{
    return v < lo ? lo : v > hi ? hi : v;
}

/* separable binomial-like blur of im, in place, tmp has the same size */
static void blur(image *im, image *tmp, const float *k, int r)
{
    int w = im->w, h = im->h;
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            float s = 0;
            for (int d = -r; d <= r; d++)
                s += k[d + r] * AT(im, clampi(x + d, 0, w - 1), y);
            AT(tmp, x, y) = s;
        }
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            float s = 0;
            for (int d = -r; d <= r; d++)
                s += k[d + r] * AT(tmp, x, clampi(y + d, 0, h - 1));
            AT(im, x, y) = s;
        }
}

static image *half_size(const image *im)
{
    image *out = image_new(im->w / 2, im->h / 2);
    for (int y = 0; y < out->h; y++)
        for (int x = 0; x < out->w; x++)
            AT(out, x, y) = 0.25f * (AT(im, 2 * x, 2 * y) + AT(im, 2 * x + 1, 2 * y) +
                                     AT(im, 2 * x, 2 * y + 1) + AT(im, 2 * x + 1, 2 * y + 1));
    return out;
}

static void gradients(const image *im, image *xx, image *yy, image *xy)
{
    for (int y = 1; y < im->h - 1; y++)
        for (int x = 1; x < im->w - 1; x++) {
            float gx = AT(im, x + 1, y - 1) + 2 * AT(im, x + 1, y) + AT(im, x + 1, y + 1)
                     - AT(im, x - 1, y - 1) - 2 * AT(im, x - 1, y) - AT(im, x - 1, y + 1);
            float gy = AT(im, x - 1, y + 1) + 2 * AT(im, x, y + 1) + AT(im, x + 1, y + 1)
                     - AT(im, x - 1, y - 1) - 2 * AT(im, x, y - 1) - AT(im, x + 1, y - 1);
            AT(xx, x, y) = gx * gx / 64;
            AT(yy, x, y) = gy * gy / 64;
            AT(xy, x, y) = gx * gy / 64;
        }
}

static float harris(const image *xx, const image *yy, const image *xy, image *resp)
{
    float top = 0;
    for (int y = 0; y < resp->h; y++)
        for (int x = 0; x < resp->w; x++) {
            float a = AT(xx, x, y), b = AT(yy, x, y), c = AT(xy, x, y);
            float r = a * b - c * c - 0.05f * (a + b) * (a + b);
            AT(resp, x, y) = r;
            if (r > top)
                top = r;
        }
    return top;
}

/* dominant gradient direction in a disc around (cx,cy) */
static float orientation(const image *im, int cx, int cy)
{
    float hist[36] = {0};
    const int r = 7;
    for (int y = cy - r; y <= cy + r; y++)
        for (int x = cx - r; x <= cx + r; x++) {
            int d2 = (x - cx) * (x - cx) + (y - cy) * (y - cy);
            if (d2 > r * r || x < 1 || y < 1 || x > im->w - 2 || y > im->h - 2)
                continue;
            float gx = AT(im, x + 1, y) - AT(im, x - 1, y);
            float gy = AT(im, x, y + 1) - AT(im, x, y - 1);
            int b = (int)((atan2f(gy, gx) + 3.14159265f) * (36 / 6.2831853f));
            hist[clampi(b, 0, 35)] += sqrtf(gx * gx + gy * gy) * expf(-d2 / 24.5f);
        }
    int best = 0;
    for (int b = 1; b < 36; b++)
        if (hist[b] > hist[best])
            best = b;
    return best * 10.0f + 5.0f;
}

static int is_local_max(const image *resp, int x, int y, int r)
{
    float v = AT(resp, x, y);
    for (int dy = -r; dy <= r; dy++)
        for (int dx = -r; dx <= r; dx++) {
            float o = AT(resp, x + dx, y + dy);
            if (o > v || (o == v && (dy < 0 || (dy == 0 && dx < 0))))
                return 0;
        }
    return 1;
}

static void keylist_push(keylist *l, keypoint k)
{
    if (l->n == l->cap) {
        l->cap = l->cap ? 2 * l->cap : 64;
        l->v = realloc(l->v, l->cap * sizeof *l->v);
    }
    l->v[l->n++] = k;
}

static void detect(const image *im, const image *resp, float thresh, int level, keylist *out)
{
    const int r = 3;
    for (int y = r; y < resp->h - r; y++)
        for (int x = r; x < resp->w - r; x++) {
            if (AT(resp, x, y) <= thresh || !is_local_max(resp, x, y, r))
                continue;
            float l = AT(resp, x - 1, y), c = AT(resp, x, y), rt = AT(resp, x + 1, y);
            float u = AT(resp, x, y - 1), d = AT(resp, x, y + 1);
            float ox = 0.5f * (l - rt) / (l - 2 * c + rt - 1e-6f);
            float oy = 0.5f * (u - d) / (u - 2 * c + d - 1e-6f);
            float s = (float)(1 << level);
            keypoint k = { (x + ox) * s, (y + oy) * s, c, orientation(im, x, y), level };
            keylist_push(out, k);
        }
}

static int by_score(const void *a, const void *b)
{
    const keypoint *p = a, *q = b;
    if (p->score != q->score)
        return p->score < q->score ? 1 : -1;
    if (p->y != q->y)
        return p->y < q->y ? -1 : 1;
    return (p->x > q->x) - (p->x < q->x);
}

int main(int argc, char **argv)
{
    int w = argc > 1 ? atoi(argv[1]) : 3600;
    int h = argc > 2 ? atoi(argv[2]) : 2700;
    int levels = argc > 3 ? atoi(argv[3]) : 5;
    static const float small[5] = {0.0625f, 0.25f, 0.375f, 0.25f, 0.0625f};
    static const float wide[7] = {0.03125f, 0.109375f, 0.21875f, 0.28125f, 0.21875f, 0.109375f, 0.03125f};
    keylist keys = {0};
    image *im = image_new(w, h);

    draw_scene(im, w * h / 3000);
    for (int lev = 0; lev < levels && im->w >= 16 && im->h >= 16; lev++) {
        image *xx = image_new(im->w, im->h), *yy = image_new(im->w, im->h);
        image *xy = image_new(im->w, im->h), *tmp = image_new(im->w, im->h);
        int before = keys.n;
        blur(im, tmp, small, 2);
        gradients(im, xx, yy, xy);
        blur(xx, tmp, wide, 3);
        blur(yy, tmp, wide, 3);
        blur(xy, tmp, wide, 3);
        float top = harris(xx, yy, xy, tmp);
        detect(im, tmp, 0.002f * top, lev, &keys);
        printf("level %d: %dx%d, top response %.4f, %d corners\n", lev, im->w, im->h, top, keys.n - before);
        image *next = half_size(im);
        image_free(xx); image_free(yy); image_free(xy); image_free(tmp);
        image_free(im);
        im = next;
    }
    image_free(im);

    double sx = 0, sy = 0;
    int hist[8] = {0};
    for (int i = 0; i < keys.n; i++) {
        sx += keys.v[i].x;
        sy += keys.v[i].y;
        hist[(int)(keys.v[i].angle / 45)]++;
    }
    printf("total %d, centre (%.6f, %.6f)\nangles", keys.n, sx / (keys.n + !keys.n), sy / (keys.n + !keys.n));
    for (int b = 0; b < 8; b++)
        printf(" %d", hist[b]);
    printf("\n");
    if (keys.n)
        qsort(keys.v, keys.n, sizeof *keys.v, by_score);
    for (int i = 0; i < keys.n && i < 6; i++)
        printf("(%.3f, %.3f) level %d angle %.0f score %.5g\n", keys.v[i].x, keys.v[i].y,
               keys.v[i].level, keys.v[i].angle, keys.v[i].score);
    free(keys.v);
    return 0;
}
