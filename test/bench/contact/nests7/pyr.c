// Exposure blending with Laplacian pyramids (16 bit fixed point), followed by
// a separable Lanczos-3 resize of the result in float.
// usage: pyr [width] [height] [levels] [out width] [out height]
#include <stdio.h>
#include <stdlib.h>
#include <stdint.h>
#include <math.h>

struct image {
    int w, h;
    int16_t *p;
};

enum { MAXLEV = 10 };

static void *check(void *p)
{
    if (!p) {
        perror("pyr");
        exit(1);
    }
    return p;
}

static struct image image_new(int w, int h)
{
    struct image m = { w, h, check(calloc((size_t)w * h, sizeof(int16_t))) };
    return m;
}

static int clampi(int v, int lo, int hi)
{
    return v < lo ? lo : v > hi ? hi : v;
}

// 5x5 binomial filter, every second pixel, edges repeated
static struct image reduce(const struct image *a)
{
    static const int k[5] = { 1, 4, 6, 4, 1 };
    struct image r = image_new((a->w + 1) / 2, (a->h + 1) / 2);
    for (int y = 0; y < r.h; y++)
        for (int x = 0; x < r.w; x++) {
            int s = 128;
            for (int j = -2; j <= 2; j++)
                for (int i = -2; i <= 2; i++) {
                    int yy = clampi(2 * y + j, 0, a->h - 1);
                    int xx = clampi(2 * x + i, 0, a->w - 1);
                    s += k[j + 2] * k[i + 2] * a->p[yy * a->w + xx];
                }
            r.p[y * r.w + x] = (int16_t)(s >> 8);
        }
    return r;
}

// pixel of the image twice as large: weights 1/8, 6/8, 1/8 or 1/2, 1/2 per axis
static int expand(const struct image *a, int x, int y)
{
    static const int w[2][3] = { { 1, 6, 1 }, { 0, 4, 4 } };
    int s = 32;
    for (int j = 0; j < 3; j++)
        for (int i = 0; i < 3; i++) {
            int yy = clampi(y / 2 + j - 1, 0, a->h - 1);
            int xx = clampi(x / 2 + i - 1, 0, a->w - 1);
            s += w[y & 1][j] * w[x & 1][i] * a->p[yy * a->w + xx];
        }
    return s >> 6;
}

static void add_expanded(struct image *d, const struct image *small, int sign)
{
    for (int y = 0; y < d->h; y++)
        for (int x = 0; x < d->w; x++)
            d->p[y * d->w + x] = (int16_t)(d->p[y * d->w + x] + sign * expand(small, x, y));
}

// a := a blended with b, weight m of 0..256
static void blend(struct image *a, const struct image *b, const struct image *m)
{
    for (int i = 0; i < a->w * a->h; i++)
        a->p[i] = (int16_t)((a->p[i] * (256 - m->p[i]) + b->p[i] * m->p[i] + 128) >> 8);
}

static double lanczos(double x)
{
    const double pi = 3.14159265358979323846;
    if (x == 0)
        return 1;
    if (x <= -3 || x >= 3)
        return 0;
    return 3 * sin(pi * x) * sin(pi * x / 3) / (pi * pi * x * x);
}

// n outputs from m inputs: first tap and taps weights each
static void taps(int m, int n, int count, int *first, float *wt)
{
    double scale = (double)m / n, stretch = scale > 1 ? scale : 1;
    for (int i = 0; i < n; i++) {
        double c = (i + 0.5) * scale - 0.5, sum = 0;
        first[i] = (int)floor(c) - count / 2 + 1;
        for (int t = 0; t < count; t++)
            sum += lanczos((first[i] + t - c) / stretch);
        for (int t = 0; t < count; t++)
            wt[i * count + t] = (float)(lanczos((first[i] + t - c) / stretch) / sum);
    }
}

static float *resize(const struct image *a, int w, int h)
{
    int ch = 2 * (int)ceil(3.0 * (a->w > w ? (double)a->w / w : 1));
    int cv = 2 * (int)ceil(3.0 * (a->h > h ? (double)a->h / h : 1));
    int *fh = check(malloc(sizeof(int) * w)), *fv = check(malloc(sizeof(int) * h));
    float *wh = check(malloc(sizeof(float) * w * ch)), *wv = check(malloc(sizeof(float) * h * cv));
    float *tmp = check(malloc(sizeof(float) * w * a->h)), *out = check(malloc(sizeof(float) * w * h));
    taps(a->w, w, ch, fh, wh);
    taps(a->h, h, cv, fv, wv);
    for (int y = 0; y < a->h; y++)
        for (int x = 0; x < w; x++) {
            float s = 0;
            for (int t = 0; t < ch; t++)
                s += wh[x * ch + t] * a->p[y * a->w + clampi(fh[x] + t, 0, a->w - 1)];
            tmp[y * w + x] = s;
        }
    for (int x = 0; x < w; x++)
        for (int y = 0; y < h; y++) {
            float s = 0;
            for (int t = 0; t < cv; t++)
                s += wv[y * cv + t] * tmp[clampi(fv[y] + t, 0, a->h - 1) * w + x];
            out[y * w + x] = s;
        }
    free(fh), free(fv), free(wh), free(wv), free(tmp);
    return out;
}

static uint64_t fnv(const void *d, size_t n)
{
    const uint8_t *p = d;
    uint64_t h = 14695981039346656037u;
    for (size_t i = 0; i < n; i++)
        h = (h ^ p[i]) * 1099511628211u;
    return h;
}

int main(int argc, char **argv)
{
    int par[5] = { 2400, 2000, 6, 1777, 2100 };
    for (int i = 0; i < 5 && i + 1 < argc; i++)
        par[i] = atoi(argv[i + 1]);
    int levels = par[2], w = par[3], h = par[4];
    if (par[0] < 2 || par[1] < 2 || levels < 1 || levels > MAXLEV || w < 1 || h < 1)
        return 2;
    struct image g[3][MAXLEV];
    uint32_t s = 1;
    for (int c = 0; c < 3; c++) {
        g[c][0] = image_new(par[0], par[1]);
        for (int y = 0; y < par[1]; y++)
            for (int x = 0; x < par[0]; x++) {
                s = s * 1664525u + 1013904223u;
                int v = c == 2 ? (x + y / 3 > par[0] * 2 / 3 ? 256 : 0)
                               : ((x * (3 + c) ^ y * (5 - c)) & 511) + (int)(s >> 25) + 200 * c;
                g[c][0].p[y * par[0] + x] = (int16_t)v;
            }
        for (int l = 1; l < levels; l++)
            g[c][l] = reduce(&g[c][l - 1]);
    }
    for (int l = 0; l < levels; l++) {
        for (int c = 0; c < 2 && l + 1 < levels; c++)
            add_expanded(&g[c][l], &g[c][l + 1], -1);
        blend(&g[0][l], &g[1][l], &g[2][l]);
        printf("level %d %dx%d %016llx\n", l, g[0][l].w, g[0][l].h,
               (unsigned long long)fnv(g[0][l].p, sizeof(int16_t) * g[0][l].w * g[0][l].h));
    }
    for (int l = levels - 2; l >= 0; l--)
        add_expanded(&g[0][l], &g[0][l + 1], 1);
    float *out = resize(&g[0][0], w, h);
    double sum = 0;
    for (int i = 0; i < w * h; i++)
        sum += out[i];
    printf("blend %016llx\n", (unsigned long long)fnv(g[0][0].p, sizeof(int16_t) * par[0] * par[1]));
    printf("resized %.17g %016llx\n", sum, (unsigned long long)fnv(out, sizeof(float) * w * h));
    free(out);
    for (int c = 0; c < 3; c++)
        for (int l = 0; l < levels; l++)
            free(g[c][l].p);
    return 0;
}
