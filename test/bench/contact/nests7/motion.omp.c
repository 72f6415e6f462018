// Block motion estimation: full search over 16x16 blocks (8 bit luma), half
// pixel refinement, motion compensated prediction, 8x8 integer transform cost
// of the residual.      usage: motion [width] [height] [frames] [range]
#include <stdio.h>
#include <stdlib.h>
#include <stdint.h>
#include <limits.h>
#include <string.h>
#include <immintrin.h>

typedef uint8_t pel;
typedef struct { int w, h; pel *y; } frame;
typedef struct { int dx, dy, cost; } vec;       // half pixels

enum { B = 16 };

static frame frame_new(int w, int h)
{
    frame f = { w, h, malloc((size_t)w * h) };
    if (!f.y)
        exit(1);
    return f;
}

static void synth(frame *f, int t)
{
    uint32_t s = 99u + t;
    for (int y = 0; y < f->h; y++)
        for (int x = 0; x < f->w; x++) {
            int u = x * 2 + 3 * t, v = y * 2 - 2 * t + (x > f->w / 2 ? 5 * t : 0);
            s = s * 1664525u + 1013904223u;
            int a = (u * u / 9 + v * 17 + ((u >> 4) ^ (v >> 4)) * 29 + (u & 31) * (v & 31) / 5);
            f->y[y * f->w + x] = (pel)((a & 0xdf) + (s >> 28));
        }
}

static inline int sad16(const pel *p, int sp, const pel *q, int sq, int limit)
{
    __m128i s = _mm_setzero_si128();
    int t = 0;
    for (int y0 = 0; y0 < B; y0 += 8) {         // leave as soon as it cannot win
#pragma GCC unroll 8
        for (int y = y0; y < y0 + 8; y++)
            s = _mm_add_epi64(s, _mm_sad_epu8(_mm_loadu_si128((const __m128i *)(p + y * sp)),
                                              _mm_loadu_si128((const __m128i *)(q + y * sq))));
        t = _mm_cvtsi128_si32(s) + _mm_extract_epi32(s, 2);
        if (t >= limit)
            break;
    }
    return t;
}

// bilinear sample of ref at half pixel position, edges clamped
static int half(const frame *ref, int hx, int hy)
{
    int x = hx >> 1, y = hy >> 1, x1 = x + (hx & 1), y1 = y + (hy & 1);
    x = x < 0 ? 0 : x > ref->w - 1 ? ref->w - 1 : x;
    x1 = x1 < 0 ? 0 : x1 > ref->w - 1 ? ref->w - 1 : x1;
    y = y < 0 ? 0 : y > ref->h - 1 ? ref->h - 1 : y;
    y1 = y1 < 0 ? 0 : y1 > ref->h - 1 ? ref->h - 1 : y1;
    const pel *a = ref->y + y * ref->w, *b = ref->y + y1 * ref->w;
    return (a[x] + a[x1] + b[x] + b[x1] + 2) >> 2;
}

// the block predicted from half pixel vector (vx, vy)
static void predict(const frame *ref, int bx, int by, int vx, int vy, pel *out)
{
    int x0 = (2 * bx + vx) >> 1, y0 = (2 * by + vy) >> 1, fx = vx & 1, fy = vy & 1;
    if (x0 < 0 || y0 < 0 || x0 + B + fx > ref->w || y0 + B + fy > ref->h) {
        for (int y = 0; y < B; y++)
            for (int x = 0; x < B; x++)
                out[y * B + x] = half(ref, 2 * (bx + x) + vx, 2 * (by + y) + vy);
        return;
    }
    for (int y = 0; y < B; y++) {
        const pel *a = ref->y + (y0 + y) * ref->w + x0, *b = a + (fy ? ref->w : 0);
#pragma omp simd
        for (int x = 0; x < B; x++)
            out[y * B + x] = (a[x] + a[x + fx] + b[x] + b[x + fx] + 2) >> 2;
    }
}

// leaves the prediction of the vector found in pred
static vec search(const frame *cur, const frame *ref, int bx, int by, int range, pel *pred)
{
    vec best = { 0, 0, INT_MAX };
    pel blk[B * B];
    for (int y = 0; y < B; y++)
        memcpy(blk + y * B, cur->y + (by + y) * cur->w + bx, B);
    int ya = -range < -by ? -by : -range, yb = range > cur->h - B - by ? cur->h - B - by : range;
    int xa = -range < -bx ? -bx : -range, xb = range > cur->w - B - bx ? cur->w - B - bx : range;
    for (int dy = ya; dy <= yb; dy++)
        for (int dx = xa; dx <= xb; dx++) {
            int mvc = 2 * (abs(dx) + abs(dy));
            int c = mvc + sad16(blk, B, ref->y + (by + dy) * ref->w + bx + dx, ref->w, best.cost - mvc);
            if (c < best.cost)
                best = (vec){ 2 * dx, 2 * dy, c };
        }
    vec full = best;
    predict(ref, bx, by, full.dx, full.dy, pred);
    for (int hy = -1; hy <= 1; hy++)
        for (int hx = -1; hx <= 1; hx++) {
            int vx = full.dx + hx, vy = full.dy + hy;
            pel p[B * B];
            predict(ref, bx, by, vx, vy, p);
            int c = abs(vx) + abs(vy) + sad16(blk, B, p, B, INT_MAX);
            if (c < best.cost) {
                best = (vec){ vx, vy, c };
                memcpy(pred, p, sizeof p);
            }
        }
    return best;
}

// sum of absolute 8x8 Hadamard coefficients of a residual block, butterflies
static int satd8(const int16_t *r, int stride)
{
    typedef int16_t v8 __attribute__((vector_size(16)));
    v8 a[8], t[8];
    for (int y = 0; y < 8; y++)
        memcpy(&a[y], r + y * stride, 16);
    for (int pass = 0; pass < 2; pass++) {
        for (int d = 1; d < 8; d *= 2)
            for (int y = 0; y < 8; y++)
                if (!(y & d)) {
                    v8 u = a[y], v = a[y + d];
                    a[y] = u + v;
                    a[y + d] = u - v;
                }
        if (pass == 0) {
            for (int y = 0; y < 8; y++)
                for (int x = 0; x < 8; x++)
                    t[y][x] = a[x][y];
            memcpy(a, t, sizeof a);
        }
    }
    int s = 0;
    for (int y = 0; y < 8; y++)
        for (int x = 0; x < 8; x++)
            s += abs(a[y][x]);
    return s;
}

static long estimate(const frame *cur, const frame *ref, int range, vec *mv, int16_t *res)
{
    long total = 0;
    int bw = cur->w / B, bh = cur->h / B;
#pragma omp parallel for collapse(2) schedule(dynamic, 8) reduction(+:total)
    for (int by = 0; by < bh; by++)
        for (int bx = 0; bx < bw; bx++) {
            pel pred[B * B];
            vec v = search(cur, ref, bx * B, by * B, range, pred);
            mv[by * bw + bx] = v;
            for (int y = 0; y < B; y++) {
                int p = (by * B + y) * cur->w + bx * B;
                for (int x = 0; x < B; x++)
                    res[p + x] = cur->y[p + x] - pred[y * B + x];
            }
            for (int k = 0; k < 4; k++)
                total += satd8(res + (by * B + k / 2 * 8) * cur->w + bx * B + k % 2 * 8, cur->w);
        }
    return total;
}

static uint64_t fnv(uint64_t h, const void *p, size_t n)
{
    const uint8_t *q = p;
    for (size_t i = 0; i < n; i++)
        h = (h ^ q[i]) * 0x100000001b3;
    return h;
}

int main(int argc, char **argv)
{
    int w = argc > 1 ? atoi(argv[1]) : 352, h = argc > 2 ? atoi(argv[2]) : 288;
    int n = argc > 3 ? atoi(argv[3]) : 30, range = argc > 4 ? atoi(argv[4]) : 12;
    if (w < B || h < B || n < 2 || range < 0)
        return 2;
    w = w / B * B;
    h = h / B * B;
    frame a = frame_new(w, h), b = frame_new(w, h);
    vec *mv = malloc(sizeof *mv * (w / B) * (h / B));
    int16_t *res = calloc((size_t)w * h, sizeof *res);
    if (!mv || !res)
        return 1;
    uint64_t hv = 0xcbf29ce484222325, hr = hv;
    synth(&a, 0);
    for (int t = 1; t < n; t++) {
        synth(&b, t);
        long cost = estimate(&b, &a, range, mv, res), sad_sum = 0;
        for (int i = 0; i < (w / B) * (h / B); i++)
            sad_sum += mv[i].cost;
        hv = fnv(hv, mv, sizeof *mv * (w / B) * (h / B));
        hr = fnv(hr, res, sizeof *res * w * h);
        printf("frame %d sad %ld satd %ld\n", t, sad_sum, cost);
        frame s = a;
        a = b;
        b = s;
    }
    printf("vectors %016llx residual %016llx\n", (unsigned long long)hv, (unsigned long long)hr);
    free(a.y);
    free(b.y);
    free(mv);
    free(res);
    return 0;
}
