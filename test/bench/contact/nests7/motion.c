// Block motion estimation: full search over 16x16 blocks (8 bit luma), half
// pixel refinement, motion compensated prediction, 8x8 integer transform cost
// of the residual.      usage: motion [width] [height] [frames] [range]
#include <stdio.h>
#include <stdlib.h>
#include <stdint.h>
#include <limits.h>

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

static int sad(const frame *cur, const frame *ref, int bx, int by, int dx, int dy)
{
    int s = 0;
    for (int y = 0; y < B; y++)
        for (int x = 0; x < B; x++)
            s += abs(cur->y[(by + y) * cur->w + bx + x] - ref->y[(by + y + dy) * ref->w + bx + x + dx]);
    return s;
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

static vec search(const frame *cur, const frame *ref, int bx, int by, int range)
{
    vec best = { 0, 0, INT_MAX };
    for (int dy = -range; dy <= range; dy++)
        for (int dx = -range; dx <= range; dx++) {
            if (bx + dx < 0 || by + dy < 0 || bx + dx + B > cur->w || by + dy + B > cur->h)
                continue;
            int c = sad(cur, ref, bx, by, dx, dy) + 2 * (abs(dx) + abs(dy));
            if (c < best.cost)
                best = (vec){ 2 * dx, 2 * dy, c };
        }
    vec full = best;
    for (int hy = -1; hy <= 1; hy++)
        for (int hx = -1; hx <= 1; hx++) {
            int vx = full.dx + hx, vy = full.dy + hy, c = abs(vx) + abs(vy);
            for (int y = 0; y < B; y++)
                for (int x = 0; x < B; x++)
                    c += abs(cur->y[(by + y) * cur->w + bx + x]
                             - half(ref, 2 * (bx + x) + vx, 2 * (by + y) + vy));
            if (c < best.cost)
                best = (vec){ vx, vy, c };
        }
    return best;
}

// sum of absolute 8x8 Hadamard coefficients of a residual block
static int satd8(const int16_t *r, int stride)
{
    int m[8][8], s = 0;
    for (int y = 0; y < 8; y++)
        for (int k = 0; k < 8; k++) {
            m[y][k] = 0;
            for (int x = 0; x < 8; x++)
                m[y][k] += __builtin_parity(x & k) ? -r[y * stride + x] : r[y * stride + x];
        }
    for (int k = 0; k < 8; k++)
        for (int l = 0; l < 8; l++) {
            int c = 0;
            for (int y = 0; y < 8; y++)
                c += __builtin_parity(y & l) ? -m[y][k] : m[y][k];
            s += abs(c);
        }
    return s;
}

static long estimate(const frame *cur, const frame *ref, int range, vec *mv, int16_t *res)
{
    long total = 0;
    int bw = cur->w / B, bh = cur->h / B;
    for (int by = 0; by < bh; by++)
        for (int bx = 0; bx < bw; bx++) {
            vec v = search(cur, ref, bx * B, by * B, range);
            mv[by * bw + bx] = v;
            for (int y = by * B; y < by * B + B; y++)
                for (int x = bx * B; x < bx * B + B; x++)
                    res[y * cur->w + x] = cur->y[y * cur->w + x] - half(ref, 2 * x + v.dx, 2 * y + v.dy);
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
