/* (byte SIMD distances with early exit, block rows over threads) Block motion estimation on synthetic video: full search with a vector cost,
 * half-pel refinement, motion-compensated residual.
 * usage: motion [width] [height] [frames] [range] */
#include <immintrin.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BS 16

typedef uint8_t pixel;

typedef struct { int width, height; pixel *data; } Frame;
typedef struct { int dx, dy; int cost; } Vector;    /* in half pixels */

static Frame frame_new(int w, int h)
{
    Frame f = { w, h, malloc((size_t)w * h) };
    if (!f.data) exit(1);
    return f;
}

/* drifting texture, two moving discs, a little noise */
static void render(Frame *f, int t)
{
    uint32_t mul = 1, add = 0;      /* the generator, one row of pixels at once */
    for (int x = 0; x < f->width; x++) {
        mul *= 1664525u;
        add = add * 1664525u + 1013904223u;
    }
    #pragma omp parallel for schedule(static)
    for (int y = 0; y < f->height; y++) {
        uint32_t s = 1234567u + t;
        for (int k = 0; k < y; k++) s = s * mul + add;
        for (int x = 0; x < f->width; x++) {
            int u = x * 2 + t * 3, v = y * 2 - t;
            int a = ((u * u / 64) ^ (v * 5)) & 127;
            int x1 = x - (40 + 5 * t) % f->width, y1 = y - f->height / 3;
            int x2 = x - f->width / 2, y2 = y - (f->height - 3 * t) % f->height;
            if (x1 * x1 + y1 * y1 < 900) a = 160 + ((x1 * 3 + y1 * 7) & 63);
            if (x2 * x2 + y2 * y2 < 400) a = 40 + ((x2 * 5 ^ y2 * 3) & 31);
            s = s * 1664525u + 1013904223u;
            f->data[y * f->width + x] = (pixel)(a + (s >> 29));
        }
    }
}

/* sum of absolute differences; may stop as soon as it reaches the limit */
static inline int sad(const __m128i cur[BS], const pixel *b, int stride, int limit)
{
    __m128i s = _mm_setzero_si128();
    for (int y = 0; y < BS; y += 4) {
        #pragma GCC unroll 4
        for (int k = 0; k < 4; k++)
            s = _mm_add_epi64(s, _mm_sad_epu8(cur[y + k],
                    _mm_loadu_si128((const __m128i *)(b + (y + k) * stride))));
        int part = _mm_cvtsi128_si32(s) + _mm_extract_epi16(s, 4);
        if (part >= limit) return part;
    }
    return _mm_cvtsi128_si32(s) + _mm_cvtsi128_si32(_mm_unpackhi_epi64(s, s));
}

/* prediction at half-pel position (hx, hy), rounded bilinear */
static void predict(pixel *out, const Frame *ref, int hx, int hy)
{
    int w = ref->width, fx = hx & 1, fy = hy & 1;
    const pixel *p = ref->data + (hy >> 1) * w + (hx >> 1);
    for (int y = 0; y < BS; y++)
        for (int x = 0; x < BS; x++) {
            const pixel *q = p + y * w + x;
            int v = q[0] + q[fx] + q[fy * w] + q[fy * w + fx];
            out[y * BS + x] = (pixel)((v + 2) >> 2);
        }
}

static int bits(int d)
{
    int n = 1;
    for (d = abs(d); d; d >>= 1) n += 2;
    return n;
}

static Vector search(const Frame *cur, const Frame *ref, int bx, int by, int range, Vector pred)
{
    const pixel *c = cur->data + by * cur->width + bx;
    Vector best = { 0, 0, INT32_MAX };
    __m128i blk[BS];
    for (int y = 0; y < BS; y++) blk[y] = _mm_loadu_si128((const __m128i *)(c + y * cur->width));
    int x0 = bx - range < 0 ? -bx : -range, x1 = bx + range + BS > ref->width ? ref->width - BS - bx : range;
    int y0 = by - range < 0 ? -by : -range, y1 = by + range + BS > ref->height ? ref->height - BS - by : range;
    int xbits[x1 - x0 + 1];
    for (int dx = x0; dx <= x1; dx++) xbits[dx - x0] = bits(2 * dx - pred.dx);
    for (int dy = y0; dy <= y1; dy++) {
        int ybits = bits(2 * dy - pred.dy);
        for (int dx = x0; dx <= x1; dx++) {
            int cost = 4 * (xbits[dx - x0] + ybits);
            if (cost >= best.cost) continue;
            cost += sad(blk, ref->data + (by + dy) * ref->width + bx + dx, ref->width, best.cost - cost);
            if (cost < best.cost) best = (Vector){ 2 * dx, 2 * dy, cost };
        }
    }
    Vector mid = best;
    for (int ky = -1; ky <= 1; ky++)
        for (int kx = -1; kx <= 1; kx++) {
            pixel p[BS * BS];
            int hx = 2 * bx + mid.dx + kx, hy = 2 * by + mid.dy + ky;
            if (hx < 0 || hy < 0 || hx + 2 * BS >= 2 * ref->width - 1
                || hy + 2 * BS >= 2 * ref->height - 1) continue;
            int cost = 4 * (bits(mid.dx + kx - pred.dx) + bits(mid.dy + ky - pred.dy));
            if (cost >= best.cost) continue;
            predict(p, ref, hx, hy);
            cost += sad(blk, p, BS, best.cost - cost);
            if (cost < best.cost) best = (Vector){ mid.dx + kx, mid.dy + ky, cost };
        }
    return best;
}

static uint64_t fnv(uint64_t h, const void *p, size_t n)
{
    const unsigned char *b = p;
    while (n--) h = (h ^ *b++) * 1099511628211ULL;
    return h;
}

int main(int argc, char **argv)
{
    int w = argc > 1 ? atoi(argv[1]) : 352, h = argc > 2 ? atoi(argv[2]) : 288;
    int frames = argc > 3 ? atoi(argv[3]) : 56, range = argc > 4 ? atoi(argv[4]) : 16;
    if (w < 2 * BS || h < 2 * BS || w % BS || h % BS) return 1;
    Frame ref = frame_new(w, h), cur = frame_new(w, h);
    int nbx = w / BS, nby = h / BS;
    Vector *mv = malloc((size_t)nbx * nby * sizeof *mv);
    int16_t *res = malloc((size_t)w * h * sizeof *res);
    if (!mv || !res) return 1;
    long cost = 0, energy = 0, moved = 0;
    uint64_t hash = 14695981039346656037ULL;
    render(&ref, 0);
    for (int t = 1; t <= frames; t++) {
        render(&cur, t);
        #pragma omp parallel for schedule(dynamic, 1)
        for (int by = 0; by < nby; by++) {
            Vector pred = { 0, 0, 0 };
            for (int bx = 0; bx < nbx; bx++) {
                pixel p[BS * BS];
                pred = mv[by * nbx + bx] = search(&cur, &ref, bx * BS, by * BS, range, pred);
                predict(p, &ref, 2 * bx * BS + pred.dx, 2 * by * BS + pred.dy);
                for (int y = 0; y < BS; y++)
                    for (int x = 0; x < BS; x++) {
                        size_t i = (size_t)(by * BS + y) * w + bx * BS + x;
                        res[i] = (int16_t)(cur.data[i] - p[y * BS + x]);
                    }
            }
        }
        for (int i = 0; i < nbx * nby; i++) {
            cost += mv[i].cost;
            moved += mv[i].dx != 0 || mv[i].dy != 0;
        }
        for (int i = 0; i < w * h; i++) energy += (long)res[i] * res[i];
        hash = fnv(hash, mv, (size_t)nbx * nby * sizeof *mv);
        hash = fnv(hash, res, (size_t)w * h * sizeof *res);
        Frame s = ref; ref = cur; cur = s;
    }
    printf("cost %ld energy %ld moved %ld hash %016llx\n", cost, energy, moved,
           (unsigned long long)hash);
    free(ref.data); free(cur.data); free(mv); free(res);
    return 0;
}
