/* mevenc.c -- the motion part of a small closed-loop video coder.
 *
 * 16x16 macroblocks, predicted vectors (median of left, up, up-right),
 * rate-constrained diamond search, 4x4 integer transform of the residual,
 * quantisation and reconstruction.  Each P-frame refers to the reconstruction
 * of the frame before.  The source is a synthetic pan with moving patches.
 *
 * usage: mevenc [mb_columns] [mb_rows] [frames] [qp]
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>
#include <stddef.h>

#define MB   16
#define PAD  40                 /* border, so that vectors may point outside */
#define RANGE 24
#define SEG 6                   /* macroblocks in one task */

struct plane { int w, h, stride; uint8_t *mem, *pix; };
struct mv { int16_t x, y; };
struct mbinfo { struct mv mv; int32_t bits, sad; uint32_t chk; };

static int mbw, mbh, qstep, lambda;
static struct plane src, ref, rec;
static struct mbinfo *mbs;

static void *xcalloc(size_t n, size_t s) {
    void *p = calloc(n, s);
    if (!p) { perror("mevenc"); exit(1); }
    return p;
}

static void plane_init(struct plane *p, int w, int h) {
    p->w = w; p->h = h; p->stride = w + 2 * PAD;
    p->mem = xcalloc((size_t)p->stride * (h + 2 * PAD), 1);
    p->pix = p->mem + (size_t)PAD * p->stride + PAD;
}

static void plane_extend(struct plane *p) {
    for (int y = 0; y < p->h; y++) {
        uint8_t *r = p->pix + (ptrdiff_t)y * p->stride;
        memset(r - PAD, r[0], PAD);
        memset(r + p->w, r[p->w - 1], PAD);
    }
    for (int y = 1; y <= PAD; y++) {
        uint8_t *top = p->pix - PAD, *bot = top + (ptrdiff_t)(p->h - 1) * p->stride;
        memcpy(top - (ptrdiff_t)y * p->stride, top, p->stride);
        memcpy(bot + (ptrdiff_t)y * p->stride, bot, p->stride);
    }
}

static int texture(int x, int y) {
    uint32_t h = (uint32_t)(x >> 2) * 374761393u + (uint32_t)(y >> 2) * 668265263u;
    h = (h ^ (h >> 13)) * 1274126177u;
    int fine = (int)(h >> 27);
    return 90 + fine + ((x * 3 + y * 2) >> 3 & 63) + ((x ^ y) >> 5 & 3) * 8;
}

static void draw_source(struct plane *p, int t) {
#pragma omp parallel for schedule(static)
    for (int y = 0; y < p->h; y++)
        for (int x = 0; x < p->w; x++) {
            int v = texture(x + 3 * t + 1000, y + t + 1000);
            for (int k = 0; k < 5; k++) {               /* moving patches */
                int ox = (k * 97 + t * (2 * k - 5)) & 511, oy = (k * 61 + t * (k - 2)) & 255;
                if (x >= ox && x < ox + 70 && y >= oy && y < oy + 50)
                    v = texture(x - ox + 5000 * k, y - oy) ^ 24;
            }
            uint32_t n = (uint32_t)(x * 7919 + y * 104729 + t * 1299709) * 2654435761u;
            v += (int)(n >> 30);
            p->pix[(ptrdiff_t)y * p->stride + x] = v > 255 ? 255 : (uint8_t)v;
        }
}

static int sad16(const uint8_t *a, int as, const uint8_t *b, int bs, int limit) {
    int s = 0;
    for (int y = 0; y < MB; y++, a += as, b += bs) {
        for (int x = 0; x < MB; x++) s += abs(a[x] - b[x]);
        if (s >= limit) break;
    }
    return s;
}

static int se_bits(int v) {
    unsigned k = v > 0 ? 2u * (unsigned)v : 2u * (unsigned)-v + 1u;
    int n = 1;
    while (k >>= 1) n += 2;
    return n;
}

static int med3(int a, int b, int c) {
    if (a > b) { int t = a; a = b; b = t; }
    return c < a ? a : c > b ? b : c;
}

struct search { const uint8_t *cur; int px, py; struct mv pred, best; int cost; };

static void try_mv(struct search *s, int mx, int my) {
    if (mx < -RANGE || mx > RANGE || my < -RANGE || my > RANGE) return;
    int c = lambda * (se_bits(mx - s->pred.x) + se_bits(my - s->pred.y));
    if (c >= s->cost) return;
    const uint8_t *r = ref.pix + (ptrdiff_t)(s->py + my) * ref.stride + s->px + mx;
    c += sad16(s->cur, src.stride, r, ref.stride, s->cost - c);
    if (c < s->cost) {
        s->cost = c;
        s->best.x = (int16_t)mx;
        s->best.y = (int16_t)my;
    }
}

static void hadamard4(int *d, int step) {
    int a = d[0] + d[step], b = d[0] - d[step], c = d[2 * step] + d[3 * step], e = d[2 * step] - d[3 * step];
    d[0] = a + c; d[step] = b + e; d[2 * step] = a - c; d[3 * step] = b - e;
}

static void code_residual(struct mbinfo *m, int px, int py) {
    for (int k = 0; k < 16; k++) {
        int d[16], x0 = px + (k & 3) * 4, y0 = py + (k >> 2) * 4;
        const uint8_t *c = src.pix + (ptrdiff_t)y0 * src.stride + x0;
        const uint8_t *r = ref.pix + (ptrdiff_t)(y0 + m->mv.y) * ref.stride + x0 + m->mv.x;
        uint8_t *o = rec.pix + (ptrdiff_t)y0 * rec.stride + x0;
        for (int i = 0; i < 16; i++)
            d[i] = c[(i >> 2) * src.stride + (i & 3)] - r[(i >> 2) * ref.stride + (i & 3)];
        for (int i = 0; i < 4; i++) hadamard4(d + 4 * i, 1);
        for (int i = 0; i < 4; i++) hadamard4(d + i, 4);
        for (int i = 0; i < 16; i++) {
            int q = (abs(d[i]) + qstep / 3) / qstep;
            if (d[i] < 0) q = -q;
            m->bits += q ? se_bits(q) + 1 : 0;
            m->chk = (m->chk ^ (uint32_t)q) * 16777619u;
            d[i] = q * qstep;
        }
        for (int i = 0; i < 4; i++) hadamard4(d + 4 * i, 1);
        for (int i = 0; i < 4; i++) hadamard4(d + i, 4);
        for (int i = 0; i < 16; i++) {
            int v = r[(i >> 2) * ref.stride + (i & 3)] + ((d[i] + 8) >> 4);
            o[(i >> 2) * rec.stride + (i & 3)] = v < 0 ? 0 : v > 255 ? 255 : (uint8_t)v;
        }
    }
}

static void code_mb(int bx, int by) {
    static const struct mv zero;
    static const int8_t big[8][2] = { {0,-4}, {2,-2}, {4,0}, {2,2}, {0,4}, {-2,2}, {-4,0}, {-2,-2} };
    static const int8_t small[4][2] = { {0,-1}, {1,0}, {0,1}, {-1,0} };
    struct mbinfo *m = &mbs[by * mbw + bx];
    struct mv l = bx ? m[-1].mv : zero, u = by ? m[-mbw].mv : zero;
    struct mv c = by && bx + 1 < mbw ? m[1 - mbw].mv : by && bx ? m[-mbw - 1].mv : zero;
    struct search s = { .px = bx * MB, .py = by * MB, .cost = 1 << 28 };
    struct mv from;
    s.cur = src.pix + (ptrdiff_t)s.py * src.stride + s.px;
    s.pred.x = (int16_t)med3(l.x, u.x, c.x);
    s.pred.y = (int16_t)med3(l.y, u.y, c.y);
    try_mv(&s, s.pred.x, s.pred.y);
    try_mv(&s, 0, 0);
    try_mv(&s, l.x, l.y);
    try_mv(&s, u.x, u.y);
    try_mv(&s, c.x, c.y);
    if (s.cost > 400)                   /* nothing good nearby: coarse grid first */
        for (int y = -RANGE; y <= RANGE; y += 6)
            for (int x = -RANGE; x <= RANGE; x += 6) try_mv(&s, x, y);
    do {
        from = s.best;
        for (int k = 0; k < 8; k++) try_mv(&s, from.x + big[k][0], from.y + big[k][1]);
    } while (from.x != s.best.x || from.y != s.best.y);
    do {
        from = s.best;
        for (int k = 0; k < 4; k++) try_mv(&s, from.x + small[k][0], from.y + small[k][1]);
    } while (from.x != s.best.x || from.y != s.best.y);
    m->mv = s.best;
    m->sad = s.cost;
    m->chk = 2166136261u;
    m->bits = se_bits(s.best.x - s.pred.x) + se_bits(s.best.y - s.pred.y);
    code_residual(m, s.px, s.py);
}

/* A block needs the vectors of its left, upper and upper-right neighbours: rows
 * run concurrently, each at least two blocks behind the row above. */
static void code_frame(void) {
    int *tok = calloc((size_t)(mbh + 1) * (mbw / SEG + 2), sizeof *tok);
    int ns = (mbw + SEG - 1) / SEG, pitch = ns + 1;
    if (!tok) { perror("mevenc"); exit(1); }
#pragma omp parallel
#pragma omp single
    for (int by = 0; by < mbh; by++)
        for (int sx = 0; sx < ns; sx++) {
            int *me = tok + (by + 1) * pitch + sx;
            int *left = sx ? me - 1 : tok, *up = sx + 1 < ns ? me - pitch + 1 : me - pitch;
            (void)left; (void)up;
#pragma omp task firstprivate(by, sx) depend(in: *left, *up) depend(out: *me)
            for (int bx = sx * SEG; bx < mbw && bx < (sx + 1) * SEG; bx++) code_mb(bx, by);
        }
    free(tok);
}

int main(int argc, char **argv) {
    mbw = argc > 1 ? atoi(argv[1]) : 60;
    mbh = argc > 2 ? atoi(argv[2]) : 34;
    int frames = argc > 3 ? atoi(argv[3]) : 48, qp = argc > 4 ? atoi(argv[4]) : 20;
    if (mbw < 1 || mbh < 1 || frames < 1 || qp < 1) {
        fprintf(stderr, "usage: mevenc [mb_columns] [mb_rows] [frames] [qp]\n");
        return 1;
    }
    qstep = qp * 4; lambda = qp / 4 + 1;
    plane_init(&src, mbw * MB, mbh * MB);
    plane_init(&ref, mbw * MB, mbh * MB);
    plane_init(&rec, mbw * MB, mbh * MB);
    mbs = xcalloc((size_t)mbw * mbh, sizeof *mbs);
    draw_source(&ref, 0);
    plane_extend(&ref);
    uint32_t digest = 1;
    long long bits = 0, cost = 0, err = 0;
    for (int t = 1; t <= frames; t++) {
        draw_source(&src, t);
        code_frame();
        for (int i = 0; i < mbw * mbh; i++) {
            digest = digest * 69069u + (mbs[i].chk ^ (uint32_t)(mbs[i].mv.x * 64 + mbs[i].mv.y));
            bits += mbs[i].bits;
            cost += mbs[i].sad;
        }
#pragma omp parallel for schedule(static) reduction(+ : err)
        for (int y = 0; y < rec.h; y++)
            for (int x = 0; x < rec.w; x++) {
                int d = rec.pix[(ptrdiff_t)y * rec.stride + x] - src.pix[(ptrdiff_t)y * src.stride + x];
                err += d * d;
            }
        plane_extend(&rec);
        struct plane p = ref; ref = rec; rec = p;
        if (t % 12 == 0 || t == frames)
            printf("frame %3d bits %lld cost %lld err %lld digest %08x\n", t, bits, cost, err, digest);
    }
    free(src.mem); free(ref.mem); free(rec.mem); free(mbs);
    return 0;
}
