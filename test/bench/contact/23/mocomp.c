/*
 * mocomp.c - inter-frame part of a small video encoder: motion search with
 * vector prediction, residual transform, quantisation, reconstruction and a
 * simple rate control, run on a synthetic panning sequence.
 *
 * usage: mocomp [width] [height] [frames]
 */
#include <stdio.h>
#include <stdlib.h>
#include <stdint.h>
#include <string.h>

#define MB     16
#define SEARCH 12

typedef struct { int x, y; } Vec;
typedef struct { Vec mv; int sad, skip, intra; } Block;

typedef struct {
    int w, h, bw, bh, qp;
    uint8_t *src, *ref, *rec;
    Block *blk;
    long tried, skipped, intra, coded, zero;
} Enc;

static uint32_t hash(uint32_t x, uint32_t y)
{
    uint32_t v = x * 374761393u + y * 668265263u;
    v = (v ^ (v >> 13)) * 1274126177u;
    return v ^ (v >> 16);
}

static int texture(int x, int y)                /* smooth value noise, 8 pixel lattice */
{
    int cx = (x + 8192) >> 3, cy = (y + 8192) >> 3, fx = (x + 8192) & 7, fy = (y + 8192) & 7;
    int a = hash(cx, cy) & 255, b = hash(cx + 1, cy) & 255;
    int c = hash(cx, cy + 1) & 255, d = hash(cx + 1, cy + 1) & 255;
    int top = a * (8 - fx) + b * fx, bot = c * (8 - fx) + d * fx;
    return (top * (8 - fy) + bot * fy) >> 6;
}

static void render(Enc *e, int t)
{
    for (int y = 0; y < e->h; y++)
        for (int x = 0; x < e->w; x++) {
            int v = texture(x + 3 * t, y + t / 2);
            int ox = e->w / 4 + 5 * t, oy = e->h / 3 + 2 * t;       /* a passing object */
            if (x >= ox && x < ox + 70 && y >= oy && y < oy + 50) v = 255 - texture(x - 5 * t + 999, y - 2 * t);
            v += (int)(hash(x + 7919 * t, y) & 7) - 3;
            e->src[y * e->w + x] = (uint8_t)(v < 0 ? 0 : v > 255 ? 255 : v);
        }
}

static int median3(int a, int b, int c)
{
    if (a > b) { int t = a; a = b; b = t; }
    return c < a ? a : c > b ? b : c;
}

static Vec predict(const Enc *e, int bx, int by)
{
    static const Vec zero = { 0, 0 };
    const Block *b = &e->blk[by * e->bw + bx];
    Vec l = bx > 0 ? b[-1].mv : zero;
    Vec u = by > 0 ? b[-e->bw].mv : l;
    Vec r = by > 0 && bx < e->bw - 1 ? b[1 - e->bw].mv : u;
    return (Vec){ median3(l.x, u.x, r.x), median3(l.y, u.y, r.y) };
}

static int sad(const Enc *e, int px, int py, Vec v, int limit)
{
    int rx = px + v.x, ry = py + v.y, s = 0;
    if (rx < 0 || ry < 0 || rx + MB > e->w || ry + MB > e->h) return 1 << 20;
    for (int y = 0; y < MB; y++) {
        const uint8_t *a = e->src + (py + y) * e->w + px, *b = e->ref + (ry + y) * e->w + rx;
        for (int x = 0; x < MB; x++) s += abs(a[x] - b[x]);
        if (s >= limit) return s;                           /* cannot beat the best */
    }
    return s;
}

static int vbits(int d) { int n = 1; for (d = abs(d); d; d >>= 1) n += 2; return n; }

static int activity(const Enc *e, int px, int py)
{
    int mean = 0, dev = 0;
    for (int y = 0; y < MB; y++)
        for (int x = 0; x < MB; x++) mean += e->src[(py + y) * e->w + px + x];
    mean /= MB * MB;
    for (int y = 0; y < MB; y++)
        for (int x = 0; x < MB; x++) dev += abs(e->src[(py + y) * e->w + px + x] - mean);
    return dev;
}

static void search_block(Enc *e, int bx, int by)
{
    Block *b = &e->blk[by * e->bw + bx];
    int px = bx * MB, py = by * MB, lambda = e->qp;
    Vec p = predict(e, bx, by), best = { 0, 0 };
    b->skip = b->intra = 0;
    int cost = sad(e, px, py, best, 1 << 20) + lambda * (vbits(p.x) + vbits(p.y));
    e->tried++;
    for (int r = 0; r <= SEARCH && cost > 600; r++)          /* square rings around the prediction */
        for (int dy = -r; dy <= r; dy++)
            for (int dx = -r; dx <= r; dx += dy == -r || dy == r || r == 0 ? 1 : 2 * r) {
                Vec v = { p.x + dx, p.y + dy };
                int mvcost = lambda * (vbits(dx) + vbits(dy));
                if (mvcost >= cost) continue;
                int s = sad(e, px, py, v, cost - mvcost) + mvcost;
                e->tried++;
                if (s < cost) { cost = s; best = v; }
            }
    b->mv = best;
    b->sad = cost;
    if (best.x == p.x && best.y == p.y && cost < 640) { b->skip = 1; e->skipped++; }
    else if (cost > 1500 && cost > activity(e, px, py) + 400) { b->intra = 1; e->intra++; }
}

/* 4x4 integer transform, quantise, count bits, reconstruct */
static int code_4x4(Enc *e, int x0, int y0, const uint8_t *pred, int stride)
{
    static int m[16], lev[16];
    int bits = 0, any = 0, q = e->qp, w = e->w;
    for (int i = 0; i < 16; i++)
        m[i] = e->src[(y0 + i / 4) * w + x0 + i % 4] - (pred ? pred[(i / 4) * stride + i % 4] : 128);
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < 4; i++) {
            int s = pass ? 4 : 1, *v = m + (pass ? i : 4 * i);
            int a = v[0] + v[3 * s], b = v[s] + v[2 * s], c = v[s] - v[2 * s], d = v[0] - v[3 * s];
            v[0] = a + b; v[s] = d + c; v[2 * s] = a - b; v[3 * s] = d - c;
        }
    for (int i = 0; i < 16; i++) {
        lev[i] = (abs(m[i]) + 4 * q / 3) / (4 * q) * (m[i] < 0 ? -1 : 1);
        if (lev[i]) { bits += vbits(lev[i]) + 1; any = 1; }
        m[i] = lev[i] * 4 * q;
    }
    for (int pass = 0; any && pass < 2; pass++)
        for (int i = 0; i < 4; i++) {
            int s = pass ? 4 : 1, *v = m + (pass ? i : 4 * i);
            int a = v[0] + v[2 * s], b = v[0] - v[2 * s], c = v[s] + v[3 * s], d = v[s] - v[3 * s];
            v[0] = a + c; v[3 * s] = a - c; v[s] = b + d; v[2 * s] = b - d;
        }
    for (int i = 0; i < 16; i++) {
        int v = (pred ? pred[(i / 4) * stride + i % 4] : 128) + (any ? (m[i] + 8) >> 4 : 0);
        e->rec[(y0 + i / 4) * w + x0 + i % 4] = (uint8_t)(v < 0 ? 0 : v > 255 ? 255 : v);
    }
    if (any) e->coded++; else e->zero++;
    return bits + 1;
}

static int code_block(Enc *e, int bx, int by)
{
    const Block *b = &e->blk[by * e->bw + bx];
    int bits = b->skip ? 1 : b->intra ? 9 : 4 + vbits(b->mv.x) + vbits(b->mv.y);
    for (int y = by * MB; y < (by + 1) * MB; y += 4)
        for (int x = bx * MB; x < (bx + 1) * MB; x += 4) {
            const uint8_t *p = e->ref + (y + b->mv.y) * e->w + x + b->mv.x;
            if (!b->skip) { bits += code_4x4(e, x, y, b->intra ? NULL : p, e->w); continue; }
            for (int k = 0; k < 4; k++) memcpy(e->rec + (y + k) * e->w + x, p + k * e->w, 4);
        }
    return bits;
}

int main(int argc, char **argv)
{
    int frames = argc > 3 ? atoi(argv[3]) : 24;
    Enc e = { .w = argc > 1 ? atoi(argv[1]) : 704, .h = argc > 2 ? atoi(argv[2]) : 576, .qp = 12 };
    e.bw = e.w / MB; e.bh = e.h / MB;
    if (e.bw < 2 || e.bh < 2 || e.w % MB || e.h % MB || frames < 2) return fputs("mocomp: bad size\n", stderr), 2;
    size_t n = (size_t)e.w * e.h;
    e.src = malloc(n); e.ref = malloc(n); e.rec = malloc(n);
    e.blk = calloc(e.bw * e.bh, sizeof(Block));
    if (!e.src || !e.ref || !e.rec || !e.blk) return 1;
    render(&e, 0);
    memcpy(e.ref, e.src, n);
    long total = 0, target = (long)e.bw * e.bh * 60;
    for (int t = 1; t < frames; t++) {
        long bits = 0, sse = 0;
        render(&e, t);
        for (int by = 0; by < e.bh; by++)
            for (int bx = 0; bx < e.bw; bx++) {
                search_block(&e, bx, by);
                bits += code_block(&e, bx, by);
            }
        for (size_t i = 0; i < n; i++) sse += (e.src[i] - e.rec[i]) * (e.src[i] - e.rec[i]);
        printf("frame %2d qp %2d bits %7ld mse %.4f\n", t, e.qp, bits, (double)sse / n);
        if (bits > target * 5 / 4 && e.qp < 40) e.qp++;
        else if (bits < target * 3 / 4 && e.qp > 4) e.qp--;
        uint8_t *s = e.ref; e.ref = e.rec; e.rec = s;
        total += bits;
    }
    uint32_t sum = 0;
    for (size_t i = 0; i < n; i++) sum = sum * 16777619u ^ e.ref[i];
    printf("bits %ld tried %ld skipped %ld intra %ld coded %ld zero %ld sum %08x\n", total, e.tried, e.skipped, e.intra, e.coded, e.zero, sum);
    free(e.src); free(e.ref); free(e.rec); free(e.blk);
    return 0;
}
