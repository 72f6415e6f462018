// SPDX-License-Identifier: Apache-2.0
/* Block motion estimation, full search, 16x16 luma blocks.
 *
 * Frames are synthesized: a textured background that pans, a few moving
 * discs, and noise.  For each frame the vectors relative to the previous
 * frame are found, the frame is predicted, and the residual is reported.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>
#include <limits.h>
#include <time.h>

#define BS 16

typedef uint8_t pel;

typedef struct { int w, h, stride; pel *data; } frame_t;
typedef struct { int16_t dx, dy; uint32_t sad; } mv_t;

typedef struct {
    int range;
    int mbw, mbh;
    mv_t *mv;
    frame_t pred;
} me_ctx;

static int frame_alloc(frame_t *f, int w, int h)
{
    f->w = w; f->h = h;
    f->stride = (w + 31) & ~31;
    f->data = malloc((size_t) f->stride * h);
    return f->data ? 0 : -1;
}

static inline unsigned hash2(unsigned x, unsigned y)
{
    unsigned h = x * 374761393u + y * 668265263u;
    h = (h ^ (h >> 13)) * 1274126177u;
    return h ^ (h >> 16);
}

static void render(frame_t *f, int t)
{
    int panx = t * 3, pany = t * 2;
#pragma omp parallel for
    for (int y = 0; y < f->h; y++)
        for (int x = 0; x < f->w; x++) {
            int bx = (x + panx) >> 2, by = (y + pany) >> 2;
            int v = 64 + (hash2(bx, by) & 63) + (hash2(x + panx, y + pany) & 31);
            for (int k = 0; k < 4; k++) {
                int ox = (100 + 150 * k + t * (5 - 3 * k)) % f->w;
                int oy = (80 + 90 * k + t * (2 * k - 3)) % f->h;
                int dx = x - ox, dy = y - oy;
                if (dx * dx + dy * dy < 900)
                    v = 180 + (hash2(dx & 1023, dy & 1023) & 31);
            }
            v += (int)(hash2(x + 7919 * t, y) & 3);
            f->data[y * f->stride + x] = v;
        }
}

static uint32_t sad16(const pel *a, const pel *b, int sa, int sb, uint32_t best)
{
    uint32_t s = 0;
    for (int y = 0; y < BS; y++) {
        for (int x = 0; x < BS; x++)
            s += abs(a[x] - b[x]);
        if (s >= best)
            return s;
        a += sa;
        b += sb;
    }
    return s;
}

static void search_block(const me_ctx *c, const frame_t *cur, const frame_t *ref,
                         int bx, int by, mv_t *out)
{
    const pel *p = cur->data + by * BS * cur->stride + bx * BS;
    int x0 = bx * BS, y0 = by * BS;

    out->dx = out->dy = 0;
    out->sad = sad16(p, ref->data + y0 * ref->stride + x0, cur->stride, ref->stride, UINT_MAX);
    for (int dy = -c->range; dy <= c->range; dy++) {
        int y = y0 + dy;
        if (y < 0 || y + BS > ref->h)
            continue;
        for (int dx = -c->range; dx <= c->range; dx++) {
            int x = x0 + dx;
            if (x < 0 || x + BS > ref->w)
                continue;
            uint32_t s = sad16(p, ref->data + y * ref->stride + x,
                               cur->stride, ref->stride, out->sad);
            if (s < out->sad) {
                out->sad = s;
                out->dx = dx;
                out->dy = dy;
            }
        }
    }
}

static void compensate(me_ctx *c, const frame_t *ref, int bx, int by)
{
    const mv_t *m = &c->mv[by * c->mbw + bx];
    const pel *s = ref->data + (by * BS + m->dy) * ref->stride + bx * BS + m->dx;
    pel *d = c->pred.data + by * BS * c->pred.stride + bx * BS;
    for (int y = 0; y < BS; y++)
        memcpy(d + y * c->pred.stride, s + y * ref->stride, BS);
}

static void estimate(me_ctx *c, const frame_t *cur, const frame_t *ref)
{
#pragma omp parallel for collapse(2) schedule(dynamic, 8)
    for (int by = 0; by < c->mbh; by++)
        for (int bx = 0; bx < c->mbw; bx++) {
            search_block(c, cur, ref, bx, by, c->mv + by * c->mbw + bx);
            compensate(c, ref, bx, by);
        }
}

int main(int argc, char **argv)
{
    int w = argc > 1 ? atoi(argv[1]) : 640;
    int h = argc > 2 ? atoi(argv[2]) : 352;
    int nf = argc > 3 ? atoi(argv[3]) : 14;
    me_ctx c = { .range = argc > 4 ? atoi(argv[4]) : 24 };
    frame_t f[2];
    struct timespec t0, t1;
    unsigned sum = 0;

    w &= ~(BS - 1);
    h &= ~(BS - 1);
    c.mbw = w / BS;
    c.mbh = h / BS;
    c.mv = calloc((size_t) c.mbw * c.mbh, sizeof(mv_t));
    if (!c.mv || frame_alloc(&f[0], w, h) || frame_alloc(&f[1], w, h) || frame_alloc(&c.pred, w, h)) {
        perror("malloc");
        return 1;
    }
    clock_gettime(CLOCK_MONOTONIC, &t0);
    render(&f[0], 0);
    for (int t = 1; t < nf; t++) {
        frame_t *cur = &f[t & 1], *ref = &f[(t & 1) ^ 1];
        long total = 0, moved = 0;
        render(cur, t);
        estimate(&c, cur, ref);
        for (int i = 0; i < c.mbw * c.mbh; i++) {
            total += c.mv[i].sad;
            moved += c.mv[i].dx != 0 || c.mv[i].dy != 0;
            sum = sum * 33 + (unsigned) (c.mv[i].dx * 64 + c.mv[i].dy);
        }
        for (int y = 0; y < h; y++)
            for (int x = 0; x < w; x++)
                sum += c.pred.data[y * c.pred.stride + x];
        printf("frame %2d: sad %ld, %ld of %d blocks moved\n", t, total, moved, c.mbw * c.mbh);
    }
    clock_gettime(CLOCK_MONOTONIC, &t1);
    fprintf(stderr, "time %.3f\n", (t1.tv_sec - t0.tv_sec) + (t1.tv_nsec - t0.tv_nsec) * 1e-9);
    printf("check %u\n", sum);
    free(f[0].data);
    free(f[1].data);
    free(c.pred.data);
    free(c.mv);
    return 0;
}
