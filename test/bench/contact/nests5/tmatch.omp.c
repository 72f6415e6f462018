/* Template matching, hand optimised: separable smoothing with vector rows,
 * window sums by running sums, cross correlation with 8 bit dot product
 * instructions (u8 x s8, template shifted by 128 and corrected). */
#pragma GCC target("prefer-vector-width=512")
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <omp.h>
#ifdef __AVX512VNNI__
#include <immintrin.h>
#endif

typedef struct {
    int width, height;
    uint8_t *pix;
} Image;

static void *get(size_t bytes)
{
    void *p = aligned_alloc(64, (bytes + 63) / 64 * 64 + 64);
    if (!p) {
        fprintf(stderr, "cannot allocate image\n");
        exit(1);
    }
    return p;
}

static Image image_create(int width, int height)
{
    Image im = { width, height, get((size_t)width * height) };
    return im;
}

static int texture(int x, int y)
{
    unsigned h = (unsigned)(x / 3) * 73856093u ^ (unsigned)(y / 2) * 19349663u;
    h ^= h >> 13;
    h *= 0x5bd1e995u;
    h ^= h >> 15;
    return (int)(h & 127u);
}

static unsigned jump(unsigned s, size_t k)
{
    unsigned a = 1664525u, c = 1013904223u;
    for (; k; k >>= 1) {
        if (k & 1)
            s = s * a + c;
        c = c * a + c;
        a *= a;
    }
    return s;
}

static void draw_scene(Image *im, int tx, int ty, int tw, int th)
{
    int w = im->width;
#pragma omp for schedule(static)
    for (int y = 0; y < im->height; y++) {
        unsigned r = jump(1u, (size_t)y * w);
        uint8_t *row = im->pix + (size_t)y * w;
        for (int x = 0; x < w; x++) {
            int v = 40 + (x * 60) / w + texture(x, y) / 2;
            if (x >= tx && x < tx + tw && y >= ty && y < ty + th)
                v = 60 + texture(x - tx + 5000, y - ty + 7000);
            r = r * 1664525u + 1013904223u;
            v += (int)((r >> 24) & 31u) - 16;
            row[x] = (uint8_t)(v < 0 ? 0 : v > 255 ? 255 : v);
        }
    }
}

static void smooth(const Image *src, Image *dst, uint8_t *tmp)
{
    int w = src->width, h = src->height;
#pragma omp for schedule(static)
    for (int y = 0; y < h; y++) {
        const uint8_t *s = src->pix + (size_t)y * w;
        uint8_t *d = tmp + (size_t)y * w;
        for (int x = 0; x < w; x++) {
            if (x == 2 && w > 4) {
                const uint8_t *restrict a = s;
                uint8_t *restrict b = d;
                for (; x < w - 2; x++)
                    b[x] = (uint8_t)((unsigned)(8 + a[x - 2] + 4 * a[x - 1] + 6 * a[x]
                                     + 4 * a[x + 1] + a[x + 2]) / 16u);
            }
            int q[5];
            for (int k = -2; k <= 2; k++) {
                int p = x + k;
                q[k + 2] = s[p < 0 ? 0 : p >= w ? w - 1 : p];
            }
            d[x] = (uint8_t)((8 + q[0] + 4 * q[1] + 6 * q[2] + 4 * q[3] + q[4]) / 16);
        }
    }
#pragma omp for schedule(static)
    for (int y = 0; y < h; y++) {
        const uint8_t *r[5];
        for (int k = -2; k <= 2; k++) {
            int p = y + k;
            r[k + 2] = tmp + (size_t)(p < 0 ? 0 : p >= h ? h - 1 : p) * w;
        }
        const uint8_t *a = r[0], *b = r[1], *c = r[2], *e = r[3], *f = r[4];
        uint8_t *restrict d = dst->pix + (size_t)y * w;
#pragma omp simd
        for (int x = 0; x < w; x++)
            d[x] = (uint8_t)((unsigned)(8 + a[x] + 4 * b[x] + 6 * c[x] + 4 * e[x] + f[x]) / 16u);
    }
}

#define YB 4
#define XV 4

/* cross[y][x] for rows y0..y0+ny-1; quad: 4 neighbouring pixels per word */
static void cross_rows(const uint32_t *quad, size_t ldq, const uint8_t *t8, int tw4, int th,
                       int y0, int ny, int sw, int32_t *cross, size_t ldc)
{
    for (int x0 = 0; x0 < sw; x0 += 16 * XV) {
#ifdef __AVX512VNNI__
        const uint32_t *t = (const uint32_t *)t8;
        __m512i acc[YB][XV];
        for (int j = 0; j < YB; j++)
            for (int v = 0; v < XV; v++)
                acc[j][v] = _mm512_setzero_si512();
        for (int r = 0; r < th + ny - 1; r++) {
            const uint32_t *src = quad + (size_t)(y0 + r) * ldq + x0;
            if (r >= YB - 1 && r < th) {        /* all rows of the tile */
                for (int u = 0; u < tw4; u++) {
                    __m512i p[XV];
#pragma GCC unroll 4
                    for (int v = 0; v < XV; v++)
                        p[v] = _mm512_loadu_si512(src + 4 * u + 16 * v);
#pragma GCC unroll 4
                    for (int j = 0; j < YB; j++) {
                        __m512i b = _mm512_set1_epi32((int)t[(size_t)(r - j) * tw4 + u]);
#pragma GCC unroll 4
                        for (int v = 0; v < XV; v++)
                            acc[j][v] = _mm512_dpbusd_epi32(acc[j][v], p[v], b);
                    }
                }
            } else
                for (int j = 0; j < YB; j++)
                    if (j < ny && r - j >= 0 && r - j < th)
                        for (int u = 0; u < tw4; u++) {
                            __m512i b = _mm512_set1_epi32((int)t[(size_t)(r - j) * tw4 + u]);
                            for (int v = 0; v < XV; v++)
                                acc[j][v] = _mm512_dpbusd_epi32(acc[j][v],
                                    _mm512_loadu_si512(src + 4 * u + 16 * v), b);
                        }
        }
        for (int j = 0; j < ny; j++)
            for (int v = 0; v < XV; v++)
                _mm512_storeu_si512(cross + (size_t)(y0 + j) * ldc + x0 + 16 * v, acc[j][v]);
#else
        const int8_t *t = (const int8_t *)t8;
        for (int j = 0; j < ny; j++) {
            int32_t acc[16 * XV] = { 0 };
            for (int v = 0; v < th; v++)
                for (int u = 0; u < 4 * tw4; u++) {
                    int b = t[(size_t)v * 4 * tw4 + u];
                    const uint32_t *src = quad + (size_t)(y0 + j + v) * ldq + x0 + u;
                    for (int x = 0; x < 16 * XV; x++)
                        acc[x] += (int)(src[x] & 255u) * b;
                }
            memcpy(cross + (size_t)(y0 + j) * ldc + x0, acc, sizeof acc);
        }
#endif
    }
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
    int sw = w - tw + 1, sh = h - th + 1, tw4 = (tw + 3) / 4;
    float *score = get(sizeof(float) * sw * sh);
    size_t ldq = ((size_t)w + 16 * XV + 3 + 15) / 16 * 16;
    size_t ldc = ((size_t)sw + 16 * XV - 1) / (16 * XV) * (16 * XV);
    uint32_t *quad = get(sizeof(uint32_t) * ldq * h + 1024);
    int32_t *cross = get(sizeof(int32_t) * ldc * sh);
    uint32_t *hs = get(sizeof(uint32_t) * w), *hq = get(sizeof(uint32_t) * w);
    uint8_t *tmp = get((size_t)w * h), *t8 = get((size_t)tw4 * 4 * th);
    uint32_t *rsum = get(sizeof(uint32_t) * (size_t)sw * h), *rsq = get(sizeof(uint32_t) * (size_t)sw * h);
    unsigned *rowhash = get(sizeof(unsigned) * h), hash = 0, pw = 1;
    long tsum = 0, tsq = 0, cnt = (long)tw * th;
    double tvar = 0.0;
    /* 32 bit accumulators are enough below this size */
    int small = cnt < 32000;

#pragma omp parallel
    {
        draw_scene(&scene, 2 * sw / 3, sh / 3, tw, th);
#pragma omp single
        for (int y = 0; y < th; y++)
            for (int x = 0; x < tw; x++)
                tmpl.pix[(size_t)y * tw + x] = (uint8_t)(60 + texture(x + 5000, y + 7000));
        smooth(&scene, &soft, tmp);
        smooth(&tmpl, &tsoft, tmp);
#pragma omp single
        {
            for (int i = 0; i < tw * th; i++) {
                tsum += tsoft.pix[i];
                tsq += (long)tsoft.pix[i] * tsoft.pix[i];
            }
            tvar = (double)(cnt * tsq - tsum * tsum);
            memset(t8, 0, (size_t)tw4 * 4 * th);
            for (int v = 0; v < th; v++)
                for (int u = 0; u < tw; u++)
                    t8[v * tw4 * 4 + u] = (uint8_t)(tsoft.pix[v * tw + u] - 128);
        }
        /* per row: hash, quads, sums over tw neighbours */
#pragma omp for schedule(static)
        for (int y = 0; y < h; y++) {
            const uint8_t *p = soft.pix + (size_t)y * w;
            uint32_t *q = quad + (size_t)y * ldq;
            unsigned x131 = 0;
            for (int x = 0; x < w; x++)
                x131 = x131 * 131u + p[x];
            rowhash[y] = x131;
            for (int x = 0; x + 3 < w; x++)
                q[x] = p[x] | (uint32_t)p[x + 1] << 8 | (uint32_t)p[x + 2] << 16 | (uint32_t)p[x + 3] << 24;
            for (int x = w > 3 ? w - 3 : 0; x < (int)ldq; x++) {
                uint32_t v = 0;
                for (int k = 3; k >= 0; k--)
                    v = v << 8 | (x + k < w ? p[x + k] : 0);
                q[x] = v;
            }
            uint32_t s = 0, ss = 0;
            for (int x = 0; x < w; x++) {
                s += p[x];
                ss += (uint32_t)p[x] * p[x];
                if (x >= tw) {
                    s -= p[x - tw];
                    ss -= (uint32_t)p[x - tw] * p[x - tw];
                }
                if (x >= tw - 1) {
                    rsum[(size_t)y * sw + x - tw + 1] = s;
                    rsq[(size_t)y * sw + x - tw + 1] = ss;
                }
            }
        }
        if (small) {
#pragma omp for schedule(dynamic, 2)
            for (int y = 0; y < sh; y += YB)
                cross_rows(quad, ldq, t8, tw4, th, y, sh - y < YB ? sh - y : YB, sw, cross, ldc);
        }
        /* each thread slides the window down its share of rows */
        int nt = omp_get_num_threads(), me = omp_get_thread_num();
        int y0 = (int)((long)sh * me / nt), y1 = (int)((long)sh * (me + 1) / nt);
        long *S = get(sizeof(long) * sw), *Q = get(sizeof(long) * sw);
        for (int y = y0; y < y1; y++) {
            if (y == y0) {
                memset(S, 0, sizeof(long) * sw);
                memset(Q, 0, sizeof(long) * sw);
                for (int v = 0; v < th; v++)
                    for (int x = 0; x < sw; x++) {
                        S[x] += rsum[(size_t)(y + v) * sw + x];
                        Q[x] += rsq[(size_t)(y + v) * sw + x];
                    }
            } else
                for (int x = 0; x < sw; x++) {
                    S[x] += (long)rsum[(size_t)(y + th - 1) * sw + x] - (long)rsum[(size_t)(y - 1) * sw + x];
                    Q[x] += (long)rsq[(size_t)(y + th - 1) * sw + x] - (long)rsq[(size_t)(y - 1) * sw + x];
                }
            float *restrict out = score + (size_t)y * sw;
            const int32_t *restrict cr = cross + (size_t)y * ldc;
            if (small && tvar > 0.0) {
#pragma omp simd simdlen(8)
                for (int x = 0; x < sw; x++) {
                    long sum = S[x], sq = Q[x], c = (long)cr[x] + 128 * sum;
                    double var = (double)(cnt * sq - sum * sum);
                    double num = (double)(cnt * c - sum * tsum);
                    float f = (float)(num / __builtin_sqrt(var * tvar));
                    out[x] = var > 0.0 ? f : 0.0f;
                }
            } else
                for (int x = 0; x < sw; x++) {
                    long sum = S[x], sq = Q[x], c = 0;
                    if (!small)
                        for (int v = 0; v < th; v++)
                            for (int u = 0; u < tw; u++)
                                c += soft.pix[(size_t)(y + v) * w + x + u] * tsoft.pix[v * tw + u];
                    double var = (double)(cnt * sq - sum * sum);
                    double num = (double)(cnt * c - sum * tsum);
                    out[x] = var > 0.0 && tvar > 0.0 ? (float)(num / sqrt(var * tvar)) : 0.0f;
                }
        }
        free(S);
        free(Q);
    }
    (void)hs;
    (void)hq;
    for (int x = 0; x < w; x++)
        pw *= 131u;
    for (int y = 0; y < h; y++)
        hash = hash * pw + rowhash[y];
    printf("%dx%d picture, smoothed hash %08x\n", w, h, hash);

    int count = 0, bx = 0, by = 0;
    float best = -2.0f, threshold = 0.5f;
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
    printf("above %.2f: %d, mean score %.9g\n", threshold, count, mean / ((double)sw * sh));
    return 0;
}
