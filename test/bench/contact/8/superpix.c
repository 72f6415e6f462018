// SPDX-License-Identifier: Apache-2.0
// Smooths a synthetic RGB image, converts it to Lab, groups it into SLIC
// superpixels and prints gradient and region statistics.
#include <float.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    float l, a, b;
} Lab;

typedef struct {
    double l, a, b, x, y;
    long count;
} Centre;

typedef struct {
    int w, h;
    unsigned char *rgb;
    Lab *lab;
    float *grad;
    int *label;
    float *dist;
} Image;

static uint32_t seed = 12345;

static uint32_t lcg(void)
{
    seed = seed * 1664525u + 1013904223u;
    return seed >> 8;
}

static unsigned char clamp255(double v)
{
    return v < 0 ? 0 : v > 255 ? 255 : (unsigned char)v;
}

/* A background gradient, a number of coloured discs, and noise. */
static void paint(Image *im)
{
    enum { DISCS = 60 };
    struct { int x, y, r, c[3]; } d[DISCS];
    for (int i = 0; i < DISCS; i++) {
        d[i].x = lcg() % im->w;
        d[i].y = lcg() % im->h;
        d[i].r = 10 + lcg() % (im->w / 10 + 1);
        for (int k = 0; k < 3; k++) d[i].c[k] = lcg() % 256;
    }
    for (int y = 0; y < im->h; y++)
        for (int x = 0; x < im->w; x++) {
            unsigned char *p = im->rgb + 3 * ((size_t)y * im->w + x);
            p[0] = 255 * x / im->w;
            p[1] = 255 * y / im->h;
            p[2] = 128;
        }
    for (int i = 0; i < DISCS; i++)
        for (int y = d[i].y - d[i].r; y <= d[i].y + d[i].r; y++)
            for (int x = d[i].x - d[i].r; x <= d[i].x + d[i].r; x++) {
                int dx = x - d[i].x, dy = y - d[i].y;
                if (x < 0 || y < 0 || x >= im->w || y >= im->h || dx * dx + dy * dy > d[i].r * d[i].r) continue;
                unsigned char *p = im->rgb + 3 * ((size_t)y * im->w + x);
                for (int k = 0; k < 3; k++) p[k] = d[i].c[k];
            }
    for (size_t i = 0; i < 3 * (size_t)im->w * im->h; i++)
        im->rgb[i] = clamp255(im->rgb[i] + (int)(lcg() % 41) - 20);
}

static unsigned char median9(unsigned char *v)
{
    for (int i = 1; i < 9; i++) {
        unsigned char t = v[i];
        int j = i;
        for (; j > 0 && v[j - 1] > t; j--) v[j] = v[j - 1];
        v[j] = t;
    }
    return v[4];
}

static void median_filter(Image *im)
{
    int w = im->w, h = im->h;
    unsigned char *out = malloc(3 * (size_t)w * h);
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            for (int c = 0; c < 3; c++) {
                unsigned char v[9];
                int n = 0;
                for (int dy = -1; dy <= 1; dy++)
                    for (int dx = -1; dx <= 1; dx++) {
                        int xx = x + dx < 0 ? 0 : x + dx >= w ? w - 1 : x + dx;
                        int yy = y + dy < 0 ? 0 : y + dy >= h ? h - 1 : y + dy;
                        v[n++] = im->rgb[3 * ((size_t)yy * w + xx) + c];
                    }
                out[3 * ((size_t)y * w + x) + c] = median9(v);
            }
    free(im->rgb);
    im->rgb = out;
}

static double linearise(int v)
{
    double s = v / 255.0;
    return s <= 0.04045 ? s / 12.92 : pow((s + 0.055) / 1.055, 2.4);
}

static double labf(double t)
{
    return t > 0.008856 ? cbrt(t) : 7.787 * t + 16.0 / 116;
}

static void to_lab(Image *im)
{
    double lin[256];
    for (int i = 0; i < 256; i++) lin[i] = linearise(i);
    for (int i = 0; i < im->w * im->h; i++) {
        double r = lin[im->rgb[3 * i]], g = lin[im->rgb[3 * i + 1]], b = lin[im->rgb[3 * i + 2]];
        double fx = labf((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505);
        double fy = labf(0.2126 * r + 0.7152 * g + 0.0722 * b);
        double fz = labf((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089);
        im->lab[i] = (Lab){(float)(116 * fy - 16), (float)(500 * (fx - fy)), (float)(200 * (fy - fz))};
    }
}

static void gradient(Image *im)
{
    int w = im->w;
    for (int y = 1; y < im->h - 1; y++)
        for (int x = 1; x < w - 1; x++) {
            const Lab *p = im->lab + (size_t)y * w + x;
            float dx = p[1].l - p[-1].l, dy = p[w].l - p[-w].l;
            float ax = p[1].a - p[-1].a, ay = p[w].a - p[-w].a;
            float bx = p[1].b - p[-1].b, by = p[w].b - p[-w].b;
            im->grad[(size_t)y * w + x] = dx * dx + dy * dy + ax * ax + ay * ay + bx * bx + by * by;
        }
}

static int place_centres(const Image *im, int step, Centre *c)
{
    int n = 0;
    for (int y = step / 2; y < im->h - 1; y += step)
        for (int x = step / 2; x < im->w - 1; x += step) {
            int bx = x, by = y;
            for (int dy = -1; dy <= 1; dy++)
                for (int dx = -1; dx <= 1; dx++)
                    if (im->grad[(size_t)(y + dy) * im->w + x + dx] < im->grad[(size_t)by * im->w + bx]) {
                        bx = x + dx;
                        by = y + dy;
                    }
            Lab p = im->lab[(size_t)by * im->w + bx];
            c[n++] = (Centre){p.l, p.a, p.b, bx, by, 0};
        }
    return n;
}

static void assign(Image *im, const Centre *c, int n, int step, float compact)
{
    float k = compact * compact / (step * step);
    for (int i = 0; i < im->w * im->h; i++) im->dist[i] = FLT_MAX;
    for (int s = 0; s < n; s++) {
        int x0 = (int)c[s].x - step, x1 = (int)c[s].x + step, y0 = (int)c[s].y - step, y1 = (int)c[s].y + step;
        if (x0 < 0) x0 = 0;
        if (y0 < 0) y0 = 0;
        if (x1 >= im->w) x1 = im->w - 1;
        if (y1 >= im->h) y1 = im->h - 1;
        float l = (float)c[s].l, a = (float)c[s].a, b = (float)c[s].b, cx = (float)c[s].x, cy = (float)c[s].y;
        for (int y = y0; y <= y1; y++)
            for (int x = x0; x <= x1; x++) {
                size_t i = (size_t)y * im->w + x;
                Lab p = im->lab[i];
                float d = (p.l - l) * (p.l - l) + (p.a - a) * (p.a - a) + (p.b - b) * (p.b - b) +
                          k * ((x - cx) * (x - cx) + (y - cy) * (y - cy));
                if (d < im->dist[i]) {
                    im->dist[i] = d;
                    im->label[i] = s;
                }
            }
    }
}

static void update(const Image *im, Centre *c, int n)
{
    memset(c, 0, n * sizeof *c);
    for (int y = 0; y < im->h; y++)
        for (int x = 0; x < im->w; x++) {
            size_t i = (size_t)y * im->w + x;
            Centre *q = &c[im->label[i]];
            q->l += im->lab[i].l;
            q->a += im->lab[i].a;
            q->b += im->lab[i].b;
            q->x += x;
            q->y += y;
            q->count++;
        }
    for (int s = 0; s < n; s++)
        if (c[s].count) {
            double m = 1.0 / c[s].count;
            c[s].l *= m, c[s].a *= m, c[s].b *= m, c[s].x *= m, c[s].y *= m;
        }
}

int main(int argc, char **argv)
{
    int w = argc > 1 ? atoi(argv[1]) : 1440, h = argc > 2 ? atoi(argv[2]) : 1040;
    int step = argc > 3 ? atoi(argv[3]) : 24, iters = argc > 4 ? atoi(argv[4]) : 16;
    size_t np = (size_t)w * h;
    Image im = {w, h, malloc(3 * np), malloc(np * sizeof(Lab)), calloc(np, sizeof(float)),
                calloc(np, sizeof(int)), malloc(np * sizeof(float))};
    Centre *c = malloc(sizeof *c * (w / step + 2) * (h / step + 2));
    paint(&im);
    median_filter(&im);
    median_filter(&im);
    to_lab(&im);
    gradient(&im);
    int n = place_centres(&im, step, c);
    for (int it = 0; it < iters; it++) {
        assign(&im, c, n, step, 12.0f);
        update(&im, c, n);
    }

    double gsum = 0, dsum = 0;
    long border = 0;
    for (size_t i = 0; i < np; i++) gsum += im.grad[i], dsum += im.dist[i];
    for (int y = 0; y < h; y++)
        for (int x = 1; x < w; x++) border += im.label[y * w + x] != im.label[y * w + x - 1];
    printf("%d x %d, %d superpixels, gradient %.6f, distance %.6f, border %ld\n", w, h, n, gsum / np, dsum / np, border);
    for (int s = 0; s < n; s += n / 16 + 1)
        printf("%4d: %5ld px  Lab %.5f %.5f %.5f  at %.4f %.4f\n", s, c[s].count, c[s].l, c[s].a, c[s].b, c[s].x, c[s].y);
    return 0;
}
