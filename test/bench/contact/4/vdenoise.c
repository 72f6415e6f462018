// SPDX-License-Identifier: Apache-2.0
/* Recursive video denoiser: block motion search against the previous cleaned
 * frame, motion compensated blending, then an edge preserving spatial pass. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>
#include <time.h>

#define BS 8            /* motion block */
#define RANGE 5         /* search range */
#define RAD 2           /* spatial radius */

typedef struct {
    int width, height, stride;
    uint8_t *data;
} frame_t;

typedef struct {
    int8_t dx, dy;
    int sad;
} mv_t;

typedef struct {
    long sads, static_blocks, blended, replaced;
} stats_t;

static stats_t stats;
static int range_weight[256];
static const int space_weight[2 * RAD + 1] = { 2, 5, 8, 5, 2 };

static frame_t *frame_new(int w, int h)
{
    frame_t *f = malloc(sizeof *f);
    f->width = w;
    f->height = h;
    f->stride = (w + 31) / 32 * 32;
    f->data = calloc((size_t)f->stride * h, 1);
    return f;
}

static void frame_free(frame_t *f)
{
    free(f->data);
    free(f);
}

static inline int clampi(int v, int lo, int hi)
{
    return v < lo ? lo : v > hi ? hi : v;
}

/* the clean test scene: moving gradient, a ball and some bars */
static int scene(int x, int y, int t)
{
    int v = 60 + (x * 2 + y + 3 * t) % 256 / 4;
    int bx = 60 + 3 * t, by = 50 + 2 * t;
    if ((x - bx) * (x - bx) + (y - by) * (y - by) < 900)
        v = 200 - ((x - bx) * 2 + (y - by)) / 3;
    if ((x - t) / 12 % 5 == 0 && y > 120)
        v += 60;
    return clampi(v, 0, 255);
}

static void grab_frame(frame_t *f, int t, uint32_t *seed)
{
    for (int y = 0; y < f->height; y++)
        for (int x = 0; x < f->width; x++) {
            uint32_t s = *seed;
            int n = 0;
            for (int k = 0; k < 3; k++) {
                s = s * 1103515245u + 12345u;
                n += (int)(s >> 27);
            }
            *seed = s;
            f->data[y * f->stride + x] = (uint8_t)clampi(scene(x, y, t) + (n - 46) / 2, 0, 255);
        }
}

static int block_sad(const frame_t *a, int ax, int ay, const frame_t *b, int bx, int by, int limit)
{
    int sum = 0;
    stats.sads++;
    for (int y = 0; y < BS; y++) {
        const uint8_t *p = a->data + (ay + y) * a->stride + ax;
        const uint8_t *q = b->data + (by + y) * b->stride + bx;
        for (int x = 0; x < BS; x++)
            sum += abs(p[x] - q[x]);
        if (sum >= limit)
            return sum;
    }
    return sum;
}

static mv_t search_block(const frame_t *cur, const frame_t *ref, int x0, int y0, int noise)
{
    mv_t best = { 0, 0, 0 };
    best.sad = block_sad(cur, x0, y0, ref, x0, y0, 1 << 30);
    if (best.sad < noise * BS * BS) {
        stats.static_blocks++;
        return best;
    }
    for (int dy = -RANGE; dy <= RANGE; dy++) {
        if (y0 + dy < 0 || y0 + dy + BS > ref->height)
            continue;
        for (int dx = -RANGE; dx <= RANGE; dx++) {
            if (x0 + dx < 0 || x0 + dx + BS > ref->width)
                continue;
            int penalty = 4 * (abs(dx) + abs(dy));
            int s = block_sad(cur, x0, y0, ref, x0 + dx, y0 + dy, best.sad - penalty) + penalty;
            if (s < best.sad) {
                best.dx = (int8_t)dx;
                best.dy = (int8_t)dy;
                best.sad = s;
            }
        }
    }
    return best;
}

static void motion_search(const frame_t *cur, const frame_t *ref, mv_t *mv, int noise)
{
    for (int y = 0; y + BS <= cur->height; y += BS)
        for (int x = 0; x + BS <= cur->width; x += BS)
            *mv++ = search_block(cur, ref, x, y, noise);
}

/* returns the sum of absolute temporal differences over accepted pixels */
static long temporal_blend(const frame_t *cur, const frame_t *ref, const mv_t *mv, frame_t *out, int noise)
{
    long diff = 0;
    int bw = cur->width / BS;
    for (int y = 0; y < cur->height; y++) {
        for (int x = 0; x < cur->width; x++) {
            const mv_t *m = &mv[clampi(y / BS, 0, cur->height / BS - 1) * bw + clampi(x / BS, 0, bw - 1)];
            int rx = clampi(x + m->dx, 0, ref->width - 1);
            int ry = clampi(y + m->dy, 0, ref->height - 1);
            int c = cur->data[y * cur->stride + x];
            int p = ref->data[ry * ref->stride + rx];
            int d = abs(c - p);
            if (d < 4 * noise) {
                int w = 192 - 128 * d / (4 * noise);
                c = (p * w + c * (256 - w) + 128) >> 8;
                stats.blended++;
                diff += d;
            } else {
                stats.replaced++;
            }
            out->data[y * out->stride + x] = (uint8_t)c;
        }
    }
    return diff;
}

static void spatial_filter(const frame_t *in, frame_t *out)
{
    for (int y = 0; y < in->height; y++)
        for (int x = 0; x < in->width; x++) {
            int c = in->data[y * in->stride + x];
            int num = 0, den = 0;
            for (int j = -RAD; j <= RAD; j++) {
                const uint8_t *row = in->data + clampi(y + j, 0, in->height - 1) * in->stride;
                for (int i = -RAD; i <= RAD; i++) {
                    int v = row[clampi(x + i, 0, in->width - 1)];
                    int w = space_weight[j + RAD] * space_weight[i + RAD] * range_weight[abs(v - c)];
                    num += w * v;
                    den += w;
                }
            }
            out->data[y * out->stride + x] = (uint8_t)((num + den / 2) / den);
        }
}

static void set_range_weights(int noise)
{
    for (int d = 0; d < 256; d++)
        range_weight[d] = (int)(255 * exp(-(double)d * d / (2.0 * noise * noise)));
}

int main(int argc, char **argv)
{
    int w = argc > 1 ? atoi(argv[1]) : 640;
    int h = argc > 2 ? atoi(argv[2]) : 360;
    int nframes = argc > 3 ? atoi(argv[3]) : 64;
    frame_t *noisy = frame_new(w, h), *work = frame_new(w, h);
    frame_t *clean = frame_new(w, h), *prev = frame_new(w, h);
    mv_t *mv = malloc(sizeof *mv * (w / BS) * (h / BS));
    uint32_t seed = 2024, hash = 5381;
    int noise = 8;
    struct timespec begin, end;

    clock_gettime(CLOCK_MONOTONIC, &begin);
    for (int t = 0; t < nframes; t++) {
        grab_frame(noisy, t, &seed);
        set_range_weights(noise);
        if (t > 0) {
            motion_search(noisy, prev, mv, noise);
            long before = stats.blended;
            long diff = temporal_blend(noisy, prev, mv, work, noise);
            long n = stats.blended - before;
            if (n > 0)
                noise = clampi((int)((3 * noise + 2 * diff / n + 2) / 4), 3, 20);
            spatial_filter(work, clean);
        } else {
            spatial_filter(noisy, clean);
        }
        long err_in = 0, err_out = 0;
        for (int y = 0; y < h; y++)
            for (int x = 0; x < w; x++) {
                int s = scene(x, y, t), o = clean->data[y * clean->stride + x];
                int a = noisy->data[y * noisy->stride + x] - s, b = o - s;
                err_in += a * a;
                err_out += b * b;
                hash = hash * 33u + (uint32_t)o;
            }
        if (t % 8 == 0)
            printf("frame %3d noise %2d mse %.5f -> %.5f\n", t, noise,
                   (double)err_in / (w * h), (double)err_out / (w * h));
        frame_t *s = prev;
        prev = clean;
        clean = s;
    }
    clock_gettime(CLOCK_MONOTONIC, &end);
    printf("sads %ld static %ld blended %ld replaced %ld hash %08x\n",
           stats.sads, stats.static_blocks, stats.blended, stats.replaced, hash);
    fprintf(stderr, "time %.3f\n", (double)(end.tv_sec - begin.tv_sec) + (double)(end.tv_nsec - begin.tv_nsec) / 1e9);
    frame_free(noisy);
    frame_free(work);
    frame_free(clean);
    frame_free(prev);
    free(mv);
    return 0;
}
