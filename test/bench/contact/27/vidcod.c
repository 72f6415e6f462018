/* vidcod: toy hybrid video encoder (integer only): 16x16 macroblocks, P frames,
 * median MV prediction, diamond search with rate term, 4x4 Hadamard transform,
 * Exp-Golomb run/level coding. The "camera" is a procedural scene. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MB 16
#define PAD 24

typedef uint8_t pel;
typedef struct { int w, h, stride; pel *base, *pix; } Plane;
typedef struct { int16_t x, y; } MV;
typedef struct { uint8_t *buf; size_t nbits, cap; } BitWriter;

typedef struct {
    int mbw, mbh, qp, lambda;
    Plane cur, rec, ref;
    MV *mv;
    BitWriter bw;
    uint64_t sse; unsigned skips, intra;
} Encoder;

static void die(const char *s) { fprintf(stderr, "vidcod: %s\n", s); exit(1); }

static void put_bits(BitWriter *b, unsigned v, int n) {
    while (n-- > 0) {
        if (b->nbits / 8 >= b->cap) {
            size_t nc = b->cap ? b->cap * 2 : 4096;
            b->buf = realloc(b->buf, nc);
            if (!b->buf) die("out of memory");
            memset(b->buf + b->cap, 0, nc - b->cap);
            b->cap = nc;
        }
        if (v >> n & 1) b->buf[b->nbits / 8] |= (uint8_t)(0x80 >> (b->nbits & 7));
        b->nbits++;
    }
}
static int ue_len(unsigned v) { int n = 0; v++; while (v >> (n + 1)) n++; return 2 * n + 1; }
static void put_ue(BitWriter *b, unsigned v) { put_bits(b, v + 1, ue_len(v)); }
static unsigned s2u(int v) { return v > 0 ? 2u * (unsigned)v - 1 : 2u * (unsigned)-v; }
static void put_se(BitWriter *b, int v) { put_ue(b, s2u(v)); }

static Plane plane_new(int w, int h) {
    Plane p = { w, h, w + 2 * PAD, NULL, NULL };
    p.base = calloc((size_t)p.stride * (h + 2 * PAD), 1);
    if (!p.base) die("out of memory");
    p.pix = p.base + PAD * p.stride + PAD;
    return p;
}
static void plane_extend(Plane *p) {
    for (int y = 0; y < p->h; y++) {
        pel *r = p->pix + y * p->stride;
        memset(r - PAD, r[0], PAD);
        memset(r + p->w, r[p->w - 1], PAD);
    }
    for (int y = 1; y <= PAD; y++) {
        memcpy(p->pix - y * p->stride - PAD, p->pix - PAD, p->stride);
        memcpy(p->pix + (p->h - 1 + y) * p->stride - PAD, p->pix + (p->h - 1) * p->stride - PAD, p->stride);
    }
}

/* scene: panning texture with two moving discs and sensor noise */
static void shoot(Plane *p, int t) {
    uint32_t noise = 12345u + 7919u * (uint32_t)t;
    int cx = 40 + 5 * t, cy = 60 + 2 * t, dx = p->w - 4 * t, dy = p->h / 2 + t;
    for (int y = 0; y < p->h; y++)
        for (int x = 0; x < p->w; x++) {
            int u = x + 3 * t, v = y + t, g;
            g = ((u * u / 64 + v * v / 48) & 63) + ((u >> 3 ^ v >> 3) & 15) * 6 + 40;
            if ((x - cx) * (x - cx) + (y - cy) * (y - cy) < 900) g = 200 - ((x - cx) & 31);
            if ((x - dx) * (x - dx) + (y - dy) * (y - dy) < 1600) g = 30 + ((y - dy) & 15) * 3;
            noise = noise * 1664525u + 1013904223u;
            g += (int)(noise >> 30) - 1;
            p->pix[y * p->stride + x] = (pel)(g < 0 ? 0 : g > 255 ? 255 : g);
        }
}

static int sad16(const pel *a, int sa, const pel *b, int sb, int limit) {
    int s = 0;
    for (int y = 0; y < MB && s < limit; y++, a += sa, b += sb)
        for (int x = 0; x < MB; x++) s += abs(a[x] - b[x]);
    return s;
}

static int median3(int a, int b, int c) { return a > b ? (b > c ? b : a > c ? c : a) : (a > c ? a : b > c ? c : b); }

static MV predict_mv(const Encoder *e, int mx, int my) {
    MV zero = { 0, 0 }, l, t, r, m;
    const MV *row = e->mv + my * e->mbw;
    l = mx ? row[mx - 1] : zero;
    if (!my) return l;
    t = row[mx - e->mbw];
    r = mx + 1 < e->mbw ? row[mx + 1 - e->mbw] : zero;
    m.x = (int16_t)median3(l.x, t.x, r.x);
    m.y = (int16_t)median3(l.y, t.y, r.y);
    return m;
}

static int try_mv(const Encoder *e, int x0, int y0, int vx, int vy, MV pred, int best) {
    int rate = e->lambda * (ue_len(s2u(vx - pred.x)) + ue_len(s2u(vy - pred.y)));
    int x = x0 + vx, y = y0 + vy;
    if (x < -PAD || y < -PAD || x > e->ref.w + PAD - MB || y > e->ref.h + PAD - MB) return 1 << 30;
    return rate + sad16(e->cur.pix + y0 * e->cur.stride + x0, e->cur.stride,
                        e->ref.pix + y * e->ref.stride + x, e->ref.stride, best - rate);
}

static MV search(const Encoder *e, int x0, int y0, MV pred, int *cost) {
    static const int dia[8][2] = { {0,-2}, {1,-1}, {2,0}, {1,1}, {0,2}, {-1,1}, {-2,0}, {-1,-1} };
    MV b = pred;
    int best = try_mv(e, x0, y0, pred.x, pred.y, pred, 1 << 30), c, moved, rounds = 0;
    if ((c = try_mv(e, x0, y0, 0, 0, pred, best)) < best) { best = c; b.x = b.y = 0; }
    do {
        MV o = b;
        moved = 0;
        for (int k = 0; k < 8; k++)
            if ((c = try_mv(e, x0, y0, o.x + dia[k][0], o.y + dia[k][1], pred, best)) < best) {
                best = c;
                b.x = (int16_t)(o.x + dia[k][0]); b.y = (int16_t)(o.y + dia[k][1]);
                moved = 1;
            }
    } while (moved && ++rounds < 16);
    MV o = b;
    for (int k = 0; k < 81; k++) {
        int dx = k % 9 - 4, dy = k / 9 - 4;
        if ((c = try_mv(e, x0, y0, o.x + dx, o.y + dy, pred, best)) < best) {
            best = c;
            b.x = (int16_t)(o.x + dx); b.y = (int16_t)(o.y + dy);
        }
    }
    *cost = best;
    return b;
}

static void had4(int *v, int s) {
    int a = v[0] + v[3 * s], b = v[s] + v[2 * s], c = v[s] - v[2 * s], d = v[0] - v[3 * s];
    v[0] = a + b; v[s] = d + c; v[2 * s] = a - b; v[3 * s] = d - c;
}

static void hadamard(int *d) {
    for (int i = 0; i < 4; i++) had4(d + 4 * i, 1);
    for (int i = 0; i < 4; i++) had4(d + i, 4);
}

static int code4x4(const Encoder *e, BitWriter *bw, const pel *cur, const pel *pred, int ps, pel *rec, uint64_t *sse) {
    static const uint8_t zigzag[16] = { 0, 1, 4, 8, 5, 2, 3, 6, 9, 12, 13, 10, 7, 11, 14, 15 };
    int d[16], run = 0, nz = 0;
    for (int i = 0; i < 16; i++) d[i] = cur[(i >> 2) * e->cur.stride + (i & 3)] - pred[(i >> 2) * ps + (i & 3)];
    hadamard(d);
    for (int i = 0; i < 16; i++) {
        int *c = &d[zigzag[i]], q = (abs(*c) + e->qp / 3) / e->qp;
        if (*c < 0) q = -q;
        if (q) { put_ue(bw, (unsigned)run + 1); put_se(bw, q); run = 0; nz++; }
        else run++;
        *c = q * e->qp;
    }
    put_ue(bw, 0);
    hadamard(d);
    for (int i = 0; i < 16; i++) {
        int v = pred[(i >> 2) * ps + (i & 3)] + ((d[i] + 8) >> 4), o = (i >> 2) * e->rec.stride + (i & 3), r;
        rec[o] = (pel)(v < 0 ? 0 : v > 255 ? 255 : v);
        r = rec[o] - cur[(i >> 2) * e->cur.stride + (i & 3)];
        *sse += (uint64_t)(r * r);
    }
    return nz;
}

static void encode_mb(Encoder *e, int mx, int my) {
    int x0 = mx * MB, y0 = my * MB, cost, dc = 0, n = 0, icost = 0, nz = 0, ps;
    const pel *cur = e->cur.pix + y0 * e->cur.stride + x0, *src;
    pel *rec = e->rec.pix + y0 * e->rec.stride + x0, flat[MB * MB];
    MV pred = predict_mv(e, mx, my), mv = search(e, x0, y0, pred, &cost);
    /* intra DC from the reconstructed neighbours */
    for (int i = 0; i < MB; i++) {
        if (my) { dc += rec[i - e->rec.stride]; n++; }
        if (mx) { dc += rec[i * e->rec.stride - 1]; n++; }
    }
    dc = n ? (dc + n / 2) / n : 128;
    for (int i = 0; i < MB * MB; i++) icost += abs(cur[i / MB * e->cur.stride + i % MB] - dc);
    if (icost < cost) {
        memset(flat, dc, sizeof flat);
        src = flat; ps = MB; mv.x = mv.y = 0; e->intra++;
        put_bits(&e->bw, 1, 1);
    } else {
        src = e->ref.pix + (y0 + mv.y) * e->ref.stride + x0 + mv.x; ps = e->ref.stride;
        put_bits(&e->bw, 0, 1);
        put_se(&e->bw, mv.x - pred.x); put_se(&e->bw, mv.y - pred.y);
    }
    e->mv[my * e->mbw + mx] = mv;
    for (int y = 0; y < MB; y += 4)
        for (int x = 0; x < MB; x += 4)
            nz += code4x4(e, &e->bw, cur + y * e->cur.stride + x, src + y * ps + x, ps, rec + y * e->rec.stride + x, &e->sse);
    if (!nz) e->skips++;
}

int main(int argc, char **argv) {
    int mbw = argc > 1 ? atoi(argv[1]) : 40, mbh = argc > 2 ? atoi(argv[2]) : 30, frames = argc > 3 ? atoi(argv[3]) : 100;
    if (mbw < 2 || mbh < 2 || mbw > 120 || mbh > 120 || frames < 1) die("usage: vidcod [mbw mbh [frames]]");
    Encoder e = { mbw, mbh, 40, 4, plane_new(mbw * MB, mbh * MB), plane_new(mbw * MB, mbh * MB),
                  plane_new(mbw * MB, mbh * MB), calloc((size_t)mbw * mbh, sizeof(MV)), { NULL, 0, 0 }, 0, 0, 0 };
    if (!e.mv) die("out of memory");
    for (int t = 0; t < frames; t++) {
        shoot(&e.cur, t);
        for (int my = 0; my < mbh; my++)
            for (int mx = 0; mx < mbw; mx++) encode_mb(&e, mx, my);
        plane_extend(&e.rec);
        Plane s = e.ref; e.ref = e.rec; e.rec = s;
        if (t % 15 == 0) printf("frame %d: %zu bits so far, sse %llu\n", t, e.bw.nbits, (unsigned long long)e.sse);
    }
    uint32_t crc = ~0u;
    for (size_t i = 0; i < (e.bw.nbits + 7) / 8; i++) {
        crc ^= e.bw.buf[i];
        for (int k = 0; k < 8; k++) crc = crc >> 1 ^ (crc & 1 ? 0xEDB88320u : 0);
    }
    printf("%d frames %dx%d: %zu bits, sse %llu, intra %u, uncoded %u, crc %08x\n", frames, mbw * MB, mbh * MB,
           e.bw.nbits, (unsigned long long)e.sse, e.intra, e.skips, (unsigned)~crc);
    free(e.bw.buf); free(e.mv); free(e.cur.base); free(e.rec.base); free(e.ref.base);
    return 0;
}
