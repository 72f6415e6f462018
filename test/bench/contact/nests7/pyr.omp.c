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

// 5x5 binomial filter, every second pixel, edges repeated.  Integers: the sum
// may be separated, columns first (5 rows at once), then the row.
static struct image reduce(const struct image *a)
{
    struct image r = image_new((a->w + 1) / 2, (a->h + 1) / 2);
    const int w = a->w, h = a->h;
#pragma omp parallel
    {
        int *buf = check(malloc(sizeof(int) * (w + 6))), *c = buf + 2;
#pragma omp for schedule(static)
        for (int y = 0; y < r.h; y++) {
            const int16_t *p[5];
            for (int j = 0; j < 5; j++)
                p[j] = a->p + (size_t)clampi(2 * y + j - 2, 0, h - 1) * w;
#pragma omp simd
            for (int x = 0; x < w; x++)
                c[x] = p[0][x] + p[4][x] + 4 * (p[1][x] + p[3][x]) + 6 * p[2][x];
            c[-2] = c[-1] = c[0];
            c[w] = c[w + 1] = c[w + 2] = c[w - 1];
            int16_t *o = r.p + (size_t)y * r.w;
#pragma omp simd
            for (int x = 0; x < r.w; x++)
                o[x] = (int16_t)((c[2 * x - 2] + c[2 * x + 2] + 4 * (c[2 * x - 1] + c[2 * x + 1])
                                  + 6 * c[2 * x] + 128) >> 8);
        }
        free(buf);
    }
    return r;
}

static void add_expanded(struct image *d, const struct image *small, int sign)
{
    const int w = small->w, h = small->h;
#pragma omp parallel
    {
        int *buf = check(malloc(sizeof(int) * (w + 2))), *c = buf + 1;
#pragma omp for schedule(static)
        for (int y = 0; y < d->h; y++) {
            const int16_t *p0 = small->p + (size_t)clampi(y / 2 - 1, 0, h - 1) * w;
            const int16_t *p1 = small->p + (size_t)(y / 2) * w;
            const int16_t *p2 = small->p + (size_t)clampi(y / 2 + 1, 0, h - 1) * w;
            if (y & 1)
#pragma omp simd
                for (int x = 0; x < w; x++)
                    c[x] = 4 * (p1[x] + p2[x]);
            else
#pragma omp simd
                for (int x = 0; x < w; x++)
                    c[x] = p0[x] + 6 * p1[x] + p2[x];
            c[-1] = c[0];
            c[w] = c[w - 1];
            int16_t *o = d->p + (size_t)y * d->w;
            int pairs = d->w / 2;
#pragma omp simd
            for (int x = 0; x < pairs; x++) {
                o[2 * x] = (int16_t)(o[2 * x] + sign * ((c[x - 1] + 6 * c[x] + c[x + 1] + 32) >> 6));
                o[2 * x + 1] = (int16_t)(o[2 * x + 1] + sign * ((4 * (c[x] + c[x + 1]) + 32) >> 6));
            }
            if (d->w & 1)
                o[2 * pairs] = (int16_t)(o[2 * pairs] + sign
                    * ((c[pairs - 1] + 6 * c[pairs] + c[pairs + 1] + 32) >> 6));
        }
        free(buf);
    }
}

// a := a blended with b, weight m of 0..256
static void blend(struct image *a, const struct image *b, const struct image *m)
{
#pragma omp parallel for simd schedule(static)
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
    enum { R = 16 };
#pragma omp parallel
    {
        // horizontally: R rows transposed, clamped margins in place
        int lo = fh[0] < 0 ? -fh[0] : 0, end = fh[w - 1] + ch;
        int n = lo + (end > a->w ? end : a->w);
        float (*in)[R] = check(malloc(sizeof *in * n));
        float (*col)[R] = check(malloc(sizeof *col * w));
#pragma omp for schedule(static)
        for (int y0 = 0; y0 < a->h; y0 += R) {
            int m = a->h - y0 < R ? a->h - y0 : R;
            for (int r = 0; r < R; r++) {
                const int16_t *p = a->p + (size_t)(y0 + (r < m ? r : 0)) * a->w;
                for (int x = 0; x < n; x++)
                    in[x][r] = p[clampi(x - lo, 0, a->w - 1)];
            }
            for (int x = 0; x < w; x++) {
                float s[R] = { 0 };
                for (int t = 0; t < ch; t++) {
                    const float f = wh[x * ch + t], *p = in[fh[x] + t + lo];
#pragma omp simd
                    for (int r = 0; r < R; r++)
                        s[r] += f * p[r];
                }
                for (int r = 0; r < R; r++)
                    col[x][r] = s[r];
            }
            for (int r = 0; r < m; r++)
                for (int x = 0; x < w; x++)
                    tmp[(size_t)(y0 + r) * w + x] = col[x][r];
        }
        free(in);
        free(col);
        // vertically: strips of a row
#pragma omp for schedule(static)
        for (int y = 0; y < h; y++)
            for (int x0 = 0; x0 < w; x0 += 64) {
                float s[64] = { 0 };
                int m = w - x0 < 64 ? w - x0 : 64;
                for (int t = 0; t < cv; t++) {
                    const float f = wv[y * cv + t];
                    const float *p = tmp + (size_t)clampi(fv[y] + t, 0, a->h - 1) * w + x0;
#pragma omp simd
                    for (int x = 0; x < m; x++)
                        s[x] += f * p[x];
                }
                for (int x = 0; x < m; x++)
                    out[(size_t)y * w + x0 + x] = s[x];
            }
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
