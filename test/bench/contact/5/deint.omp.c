// SPDX-License-Identifier: Apache-2.0
/* deint - motion compensated deinterlacing of a synthetic interlaced clip.
 *
 * usage: deint [width] [height] [fields]
 *
 * Every field carries half of the lines.  The missing lines are taken from the
 * neighbouring field of opposite parity along the motion found between fields
 * of equal parity, with an edge-directed spatial interpolator as fallback.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define BW 16
#define BH 8            /* in field lines */
#define RX 7
#define RY 3

typedef struct { int w, h; uint8_t *pix; } plane;
typedef struct { int8_t dx, dy; uint16_t sad; } mvec;

static uint8_t texture[256][256];

static void *xalloc(size_t n)
{
    void *p = calloc(1, n);
    if (!p) { fputs("deint: out of memory\n", stderr); exit(1); }
    return p;
}

static plane plane_new(int w, int h)
{
    plane p = { w, h, xalloc((size_t)w * h) };
    return p;
}

static inline int clampi(int v, int lo, int hi) { return v < lo ? lo : v > hi ? hi : v; }

static inline uint8_t at(const plane *p, int x, int y)
{
    return p->pix[(size_t)clampi(y, 0, p->h - 1) * p->w + clampi(x, 0, p->w - 1)];
}

static void make_texture(void)
{
    uint32_t s = 12345;
    for (int y = 0; y < 256; y++)
        for (int x = 0; x < 256; x++) {
            s = s * 1664525u + 1013904223u;
            texture[y][x] = (uint8_t)(64 + (s >> 25));
        }
    for (int pass = 0; pass < 3; pass++)        /* running smoother, wraps around */
        for (int y = 0; y < 256; y++)
            for (int x = 0; x < 256; x++)
                texture[y][x] = (uint8_t)((texture[y][x] * 2 + texture[y][(x + 1) & 255]
                                 + texture[(y + 1) & 255][x]) >> 2);
}

/* progressive ground truth at time t: panning background and a moving disc */
static void render(plane *full, int t)
{
    const int w = full->w, h = full->h;
    uint8_t *const pix = full->pix;
    int cx = (w / 4 + 3 * t) % w, cy = h / 2 + (t % 32) - 16, r = h / 5;
#pragma omp parallel for schedule(static)
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            int dx = x - cx, dy = y - cy;
            if (dx * dx + dy * dy < r * r)
                pix[(size_t)y * w + x] = (uint8_t)(255 - texture[(dy * 2) & 255][(dx * 2) & 255]);
            else
                pix[(size_t)y * w + x] = texture[(y + t) & 255][(x + 2 * t) & 255];
        }
}

static void take_field(plane *f, const plane *full, int parity)
{
    for (int y = 0; y < f->h; y++)
        memcpy(f->pix + (size_t)y * f->w, full->pix + (size_t)(2 * y + parity) * full->w, (size_t)f->w);
}

static unsigned block_sad(const plane *a, const plane *b, int x0, int y0, int dx, int dy, unsigned limit)
{
    unsigned sum = 0;
    int inside = x0 + dx >= 0 && y0 + dy >= 0 && x0 + dx + BW <= b->w && y0 + dy + BH <= b->h;
    for (int y = 0; y < BH; y++) {
        const uint8_t *pa = a->pix + (size_t)(y0 + y) * a->w + x0;
        if (inside) {
            const uint8_t *pb = b->pix + (size_t)(y0 + dy + y) * b->w + x0 + dx;
            for (int x = 0; x < BW; x++)
                sum += (unsigned)abs(pa[x] - pb[x]);
        } else {
            for (int x = 0; x < BW; x++)
                sum += (unsigned)abs(pa[x] - at(b, x0 + x + dx, y0 + y + dy));
        }
        if (sum >= limit)
            break;
    }
    return sum;
}

static void search_row(const plane *cur, const plane *old, const mvec *last, mvec *mv, int bw, int by)
{
    for (int bx = 0; bx < bw; bx++) {
        int x0 = bx * BW, y0 = by * BH;
        mvec best = { 0, 0, 0 }, cand[2] = { last[by * bw + bx], best };
        if (bx > 0)
            cand[1] = mv[by * bw + bx - 1];
        unsigned bs = block_sad(cur, old, x0, y0, 0, 0, 65535);
        for (int c = 0; c < 2; c++) {
            unsigned s = block_sad(cur, old, x0, y0, cand[c].dx, cand[c].dy, bs);
            if (s < bs) { bs = s; best = cand[c]; }
        }
        for (int dy = -RY; dy <= RY && bs > BW * BH / 2; dy++)
            for (int dx = -RX; dx <= RX; dx++) {
                unsigned s = block_sad(cur, old, x0, y0, dx, dy, bs);
                if (s < bs) { bs = s; best.dx = (int8_t)dx; best.dy = (int8_t)dy; }
            }
        best.sad = (uint16_t)bs;
        mv[by * bw + bx] = best;
    }
}

/* motion from cur to old; candidates first, then the full window */
static void motion_search(const plane *cur, const plane *old, const mvec *last, mvec *mv, int bw, int bh)
{
    /* the left neighbour is a candidate: rows are independent, blocks of a row are not */
#pragma omp parallel for schedule(dynamic)
    for (int by = 0; by < bh; by++)
        search_row(cur, old, last, mv, bw, by);
}

static int edge_interp(const plane *f, int x, int ya, int yb)
{
    int best = 1 << 20, val = 0;
    for (int d = -2; d <= 2; d++) {
        int a = at(f, x + d, ya), b = at(f, x - d, yb), score = abs(a - b) * 4 + abs(d);
        score += abs(at(f, x + d - 1, ya) - at(f, x - d - 1, yb));
        if (score < best) { best = score; val = (a + b + 1) >> 1; }
    }
    return val;
}

static long weave_row(plane *to, const plane *from, const plane *other, const mvec *mv, int bw, int par, int y)
{
    /* local copies: stores of pixels could otherwise alias the plane headers */
    plane o = *to, c = *from, p = *other, *out = &o, *cur = &c, *opp = &p;
    long taken = 0;
    int w = out->w;
    int yo = 2 * y + par, ym = 2 * y + 1 - par;
    int ya = par ? y - 1 : y, yb = par ? y : y + 1;
    memcpy(out->pix + (size_t)yo * w, cur->pix + (size_t)y * w, (size_t)w);
    for (int x = 0; x < w; x++) {
        mvec m = mv[(y / BH) * bw + x / BW];
        int sp = edge_interp(cur, x, ya, yb), res = sp;
        if (m.sad < BW * BH * 6) {
            int mc = at(opp, x + m.dx / 2, y + m.dy / 2);
            int lo = at(cur, x, ya), hi = at(cur, x, yb);
            if (lo > hi) { int t = lo; lo = hi; hi = t; }
            res = clampi(mc, lo - 12, hi + 12);
            res = clampi(res, 0, 255);
            taken++;
        }
        out->pix[(size_t)ym * w + x] = (uint8_t)res;
    }
    return taken;
}

/* builds the full frame from field cur (parity par); returns pixels taken along motion */
static long weave(plane *out, const plane *cur, const plane *opp, const mvec *mv, int bw, int par)
{
    long taken = 0;
#pragma omp parallel for schedule(static) reduction(+ : taken)
    for (int y = 0; y < cur->h; y++)
        taken += weave_row(out, cur, opp, mv, bw, par, y);
    return taken;
}

int main(int argc, char **argv)
{
    int w = argc > 1 ? atoi(argv[1]) : 720, h = argc > 2 ? atoi(argv[2]) : 576;
    int n = argc > 3 ? atoi(argv[3]) : 110;
    w = clampi(w, 64, 4096) / BW * BW;
    h = clampi(h, 64, 4096) / (2 * BH) * (2 * BH);
    int bw = w / BW, bh = h / 2 / BH;
    plane truth = plane_new(w, h), out = plane_new(w, h), field[3];
    for (int i = 0; i < 3; i++)
        field[i] = plane_new(w, h / 2);
    mvec *mv = xalloc(sizeof *mv * bw * bh), *last = xalloc(sizeof *last * bw * bh);
    long hist[2 * RY + 1][2 * RX + 1] = { { 0 } }, taken = 0, sse = 0;
    uint32_t sum = 2166136261u;
    struct timespec t0, t1;

    make_texture();
    clock_gettime(CLOCK_MONOTONIC, &t0);
    for (int t = 0; t < n; t++) {
        plane *cur = &field[t % 3], *opp = &field[(t + 2) % 3], *old = &field[(t + 1) % 3];
        render(&truth, t);
        take_field(cur, &truth, t & 1);
        if (t < 2)
            continue;
        motion_search(cur, old, last, mv, bw, bh);
        taken += weave(&out, cur, opp, mv, bw, t & 1);
        for (int i = 0; i < bw * bh; i++)
            hist[mv[i].dy + RY][mv[i].dx + RX]++;
#pragma omp parallel for schedule(static) reduction(+ : sse)
        for (int i = 0; i < w * h; i++) {
            int d = out.pix[i] - truth.pix[i];
            sse += d * d;
        }
        for (int i = 0; i < w * h; i += 61)
            sum = (sum ^ out.pix[i]) * 16777619u;
        mvec *sw = mv; mv = last; last = sw;
    }
    clock_gettime(CLOCK_MONOTONIC, &t1);
    fprintf(stderr, "filter %.3f s\n", (double)(t1.tv_sec - t0.tv_sec) + 1e-9 * (double)(t1.tv_nsec - t0.tv_nsec));

    printf("%dx%d, %d fields, checksum %08x\n", w, h, n, sum);
    printf("compensated %ld pixels, sse %ld, mean square error %.4f\n", taken, sse,
           n > 2 ? (double)sse / ((double)w * h * (n - 2)) : 0.0);
    for (int i = 0; i <= 2 * RY; i++) {
        for (int j = 0; j <= 2 * RX; j++)
            printf("%7ld", hist[i][j]);
        putchar('\n');
    }
    for (int i = 0; i < 3; i++)
        free(field[i].pix);
    free(truth.pix); free(out.pix); free(mv); free(last);
    return 0;
}
