/* Motion estimation + residual cost for a synthetic sequence.
 *
 * Predictive diamond search: start from the left / top / zero predictors,
 * refine with large and small diamonds.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>
#include <limits.h>
#include <sched.h>

#define MB 16
#define PAD 32

typedef struct { int16_t x, y; } mv_t;

typedef struct {
    int w, h, stride;
    uint8_t *base;      /* padded allocation */
    uint8_t *luma;      /* pointer to pixel (0,0) */
} frame_t;

typedef struct {
    mv_t mv;
    int sad;
    int intra;
} mbinfo_t;

static const mv_t large_diamond[8] = {{0,-2},{1,-1},{2,0},{1,1},{0,2},{-1,1},{-2,0},{-1,-1}};
static const mv_t small_diamond[4] = {{0,-1},{1,0},{0,1},{-1,0}};

static long sad_calls;
#pragma omp threadprivate(sad_calls)

static frame_t *frame_alloc(int w, int h)
{
    frame_t *f = malloc(sizeof(*f));
    f->w = w;
    f->h = h;
    f->stride = w + 2 * PAD;
    f->base = malloc((size_t)f->stride * (h + 2 * PAD));
    f->luma = f->base + PAD * f->stride + PAD;
    return f;
}

static void frame_free(frame_t *f) { free(f->base); free(f); }

static void extend_borders(frame_t *f)
{
    for (int y = 0; y < f->h; y++) {
        uint8_t *row = f->luma + y * f->stride;
        memset(row - PAD, row[0], PAD);
        memset(row + f->w, row[f->w - 1], PAD);
    }
    for (int y = 1; y <= PAD; y++) {
        memcpy(f->luma - y * f->stride - PAD, f->luma - PAD, f->stride);
        memcpy(f->luma + (f->h - 1 + y) * f->stride - PAD, f->luma + (f->h - 1) * f->stride - PAD, f->stride);
    }
}

static int texture(int x, int y)
{
    unsigned h = (unsigned)(x >> 2) * 73856093u ^ (unsigned)(y >> 2) * 19349663u;
    h ^= h >> 13;
    return 90 + (int)(h % 60) + ((x * 3 + y * 5) & 15);
}

static void synth_frame(frame_t *f, int t)
{
    int bx = 40 + 5 * t, by = f->h / 3 + 2 * t;
#pragma omp parallel for schedule(static)
    for (int y = 0; y < f->h; y++)
        for (int x = 0; x < f->w; x++) {
            int v = texture(x + 3 * t, y + t);
            if (x >= bx && x < bx + 150 && y >= by && y < by + 110)
                v = texture(2000 + x - bx, 900 + y - by) + 40;
            f->luma[y * f->stride + x] = v > 255 ? 255 : v;
        }
    extend_borders(f);
}

static int block_sad(const uint8_t *a, const uint8_t *b, int stride, int best)
{
    int sad = 0;
    sad_calls++;
    for (int y = 0; y < MB; y++) {
        for (int x = 0; x < MB; x++)
            sad += abs(a[x] - b[x]);
        if (sad >= best)
            return sad;
        a += stride;
        b += stride;
    }
    return sad;
}

static int mv_ok(const frame_t *f, int x, int y)
{
    return x >= -PAD + 2 && y >= -PAD + 2 && x + MB <= f->w + PAD - 2 && y + MB <= f->h + PAD - 2;
}

static void try_mv(const frame_t *cur, const frame_t *ref, int px, int py, int mx, int my, mbinfo_t *best)
{
    if (!mv_ok(cur, px + mx, py + my))
        return;
    int cost = 2 * (abs(mx) + abs(my));
    int sad = cost + block_sad(cur->luma + py * cur->stride + px,
                               ref->luma + (py + my) * ref->stride + px + mx, cur->stride, best->sad - cost);
    if (sad < best->sad) {
        best->sad = sad;
        best->mv.x = mx;
        best->mv.y = my;
    }
}

static int block_activity(const uint8_t *p, int stride)
{
    int sum = 0, act = 0;
    for (int y = 0; y < MB; y++)
        for (int x = 0; x < MB; x++)
            sum += p[y * stride + x];
    sum /= MB * MB;
    for (int y = 0; y < MB; y++)
        for (int x = 0; x < MB; x++)
            act += abs(p[y * stride + x] - sum);
    return act;
}

static void search_mb(const frame_t *cur, const frame_t *ref, mbinfo_t *info, int mbx, int mby, int mbw)
{
    int px = mbx * MB, py = mby * MB;
    mbinfo_t best = { {0, 0}, INT_MAX, 0 };
    try_mv(cur, ref, px, py, 0, 0, &best);
    if (mbx > 0)
        try_mv(cur, ref, px, py, info[-1].mv.x, info[-1].mv.y, &best);
    if (mby > 0) {
        try_mv(cur, ref, px, py, info[-mbw].mv.x, info[-mbw].mv.y, &best);
        if (mbx + 1 < mbw)
            try_mv(cur, ref, px, py, info[1 - mbw].mv.x, info[1 - mbw].mv.y, &best);
    }
    for (int iter = 0; iter < 16; iter++) {
        mv_t c = best.mv;
        for (int k = 0; k < 8; k++)
            try_mv(cur, ref, px, py, c.x + large_diamond[k].x, c.y + large_diamond[k].y, &best);
        if (best.mv.x == c.x && best.mv.y == c.y)
            break;
    }
    mv_t c = best.mv;
    for (int k = 0; k < 4; k++)
        try_mv(cur, ref, px, py, c.x + small_diamond[k].x, c.y + small_diamond[k].y, &best);
    best.intra = block_activity(cur->luma + py * cur->stride + px, cur->stride) < best.sad;
    *info = best;
}

int main(int argc, char **argv)
{
    int w = argc > 1 ? atoi(argv[1]) / MB * MB : 1280;
    int h = argc > 2 ? atoi(argv[2]) / MB * MB : 720;
    int frames = argc > 3 ? atoi(argv[3]) : 300;
    int mbw = w / MB, mbh = h / MB;
    frame_t *cur = frame_alloc(w, h), *ref = frame_alloc(w, h);
    mbinfo_t *info = calloc((size_t)mbw * mbh, sizeof(*info));
    int *progress = calloc(mbh, sizeof(int));

    synth_frame(ref, 0);
    for (int t = 1; t < frames; t++) {
        long cost = 0, nintra = 0, bits = 0;
        synth_frame(cur, t);
        /* wavefront: a row may be at most two macroblocks behind its upper neighbour */
        for (int y = 0; y < mbh; y++)
            progress[y] = 0;
        #pragma omp parallel for schedule(static, 1)
        for (int y = 0; y < mbh; y++)
            for (int x = 0; x < mbw; x++) {
                if (y > 0) {
                    int need = x + 2 < mbw ? x + 2 : mbw, done, spins = 0;
                    for (;;) {
                        #pragma omp atomic read acquire
                        done = progress[y - 1];
                        if (done >= need)
                            break;
                        if (++spins > 200)
                            sched_yield();
                    }
                }
                search_mb(cur, ref, &info[y * mbw + x], x, y, mbw);
                #pragma omp atomic write release
                progress[y] = x + 1;
            }
        for (int i = 0; i < mbw * mbh; i++) {
            cost += info[i].sad;
            nintra += info[i].intra;
            if (i % mbw)
                bits += abs(info[i].mv.x - info[i - 1].mv.x) + abs(info[i].mv.y - info[i - 1].mv.y);
        }
        if (t % 10 == 1)
            printf("P%-3d cost %8ld intra %5ld mvbits %6ld mid mv (%d,%d)\n", t, cost, nintra, bits,
               info[mbw * mbh / 2].mv.x, info[mbw * mbh / 2].mv.y);
        frame_t *s = ref; ref = cur; cur = s;
    }
    long total_calls = 0;
    #pragma omp parallel reduction(+ : total_calls)
    total_calls += sad_calls;
    printf("sad evaluations: %ld\n", total_calls);
    free(progress);
    frame_free(cur);
    frame_free(ref);
    free(info);
    return 0;
}
