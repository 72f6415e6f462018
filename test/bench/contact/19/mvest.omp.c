/* Block motion estimation and residual coding, closed loop.
 * mvest [frames] [mbw] [mbh] [qp] */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>
#include <omp.h>

#define MB 16
#define PAD 32

typedef struct { short x, y; } MV;

typedef struct {
    int w, h, stride;
    unsigned char *base, *pix;
} Plane;

typedef struct {
    long bits, intra, skip, inter, sse, sadcalls;
    long mvhist[8];
} Stats;

typedef struct {
    int mbw, mbh, qp;
    Plane *cur, *ref, *rec;
    MV *mvs;
    Stats st;
} Encoder;

static Plane *plane_new(int w, int h)
{
    Plane *p = malloc(sizeof *p);
    p->w = w; p->h = h; p->stride = w + 2 * PAD;
    p->base = calloc((size_t)p->stride * (h + 2 * PAD), 1);
    p->pix = p->base + (size_t)PAD * p->stride + PAD;
    return p;
}

static void plane_extend(Plane *p)
{
    for (int y = 0; y < p->h; y++) {
        unsigned char *r = p->pix + (long)y * p->stride;
        memset(r - PAD, r[0], PAD);
        memset(r + p->w, r[p->w - 1], PAD);
    }
    for (int y = 1; y <= PAD; y++) {
        memcpy(p->pix - PAD - (long)y * p->stride, p->pix - PAD, p->stride);
        memcpy(p->pix - PAD + (long)(p->h - 1 + y) * p->stride,
               p->pix - PAD + (long)(p->h - 1) * p->stride, p->stride);
    }
}

static void draw_frame(Plane *p, int t)
{
#pragma omp parallel for
    for (int y = 0; y < p->h; y++)
        for (int x = 0; x < p->w; x++) {
            int u = x + 3 * t, v = y - 2 * t;
            int c = ((u * 7) ^ (v * 5)) & 63;
            c += ((u >> 3) * (v >> 4)) & 63;
            int dx = x - p->w / 2 - 5 * t, dy = y - p->h / 3;
            if (dx * dx + dy * dy < p->h * p->h / 16)
                c = 120 + ((dx * 3 + dy * 2) & 31) + ((dx >> 2) * (dy >> 2) & 15);
            unsigned n = (unsigned)x * 374761393u + (unsigned)y * 668265263u + (unsigned)t * 2246822519u;
            n = (n ^ (n >> 13)) * 1274126177u;
            p->pix[(long)y * p->stride + x] = (unsigned char)(40 + c + (n >> 29));
        }
}

static int sad(const unsigned char *a, const unsigned char *b, int stride, int limit)
{
    int s = 0;
    for (int y = 0; y < MB; y++) {
        for (int x = 0; x < MB; x++) s += abs(a[x] - b[x]);
        if (s >= limit) return limit;
        a += stride; b += stride;
    }
    return s;
}

static int mid3(int a, int b, int c)
{
    if (a > b) { int t = a; a = b; b = t; }
    if (b > c) b = c;
    return a > b ? a : b;
}

static MV predict(const Encoder *e, int mx, int my)
{
    static const MV zero = { 0, 0 };
    MV l = mx ? e->mvs[my * e->mbw + mx - 1] : zero;
    if (!my) return l;
    MV t = e->mvs[(my - 1) * e->mbw + mx];
    MV r = mx + 1 < e->mbw ? e->mvs[(my - 1) * e->mbw + mx + 1] : zero;
    MV p = { (short)mid3(l.x, t.x, r.x), (short)mid3(l.y, t.y, r.y) };
    return p;
}

static int legal(const Encoder *e, int px, int py)
{
    return px >= -PAD && py >= -PAD && px + MB <= e->cur->w + PAD && py + MB <= e->cur->h + PAD;
}

static int search(Encoder *e, int mx, int my, MV pred, MV *out)
{
    static const int big[8][2] = {{2,0},{-2,0},{0,2},{0,-2},{1,1},{1,-1},{-1,1},{-1,-1}};
    static const int small[4][2] = {{1,0},{-1,0},{0,1},{0,-1}};
    int stride = e->cur->stride, x0 = mx * MB, y0 = my * MB;
    const unsigned char *c = e->cur->pix + (long)y0 * stride + x0;
    MV best = { 0, 0 };
    int bs = sad(c, e->ref->pix + (long)y0 * stride + x0, stride, 1 << 20);
    e->st.sadcalls++;
    if (legal(e, x0 + pred.x, y0 + pred.y)) {
        int s = sad(c, e->ref->pix + (long)(y0 + pred.y) * stride + x0 + pred.x, stride, bs);
        e->st.sadcalls++;
        if (s < bs) { bs = s; best = pred; }
    }
    for (int gy = -12; gy <= 12; gy += 4)          /* coarse grid */
        for (int gx = -12; gx <= 12; gx += 4) {
            int vx = pred.x + gx, vy = pred.y + gy;
            if (!legal(e, x0 + vx, y0 + vy)) continue;
            int cost = abs(gx) + abs(gy);
            int s = cost + sad(c, e->ref->pix + (long)(y0 + vy) * stride + x0 + vx, stride, bs);
            e->st.sadcalls++;
            if (s < bs) { bs = s; best.x = (short)vx; best.y = (short)vy; }
        }
    for (int moved = 1; moved; ) {
        moved = 0;
        MV at = best;
        for (int k = 0; k < 12; k++) {
            int vx = at.x + (k < 8 ? big[k][0] : small[k - 8][0]);
            int vy = at.y + (k < 8 ? big[k][1] : small[k - 8][1]);
            if (!legal(e, x0 + vx, y0 + vy)) continue;
            int s = sad(c, e->ref->pix + (long)(y0 + vy) * stride + x0 + vx, stride, bs);
            e->st.sadcalls++;
            if (s < bs) { bs = s; best.x = (short)vx; best.y = (short)vy; moved = 1; }
        }
    }
    *out = best;
    return bs;
}

static float ct[8][8];
static void dct8(float b[8][8], int inv)
{
    float t[8][8];
    for (int i = 0; i < 8; i++)
        for (int j = 0; j < 8; j++) {
            float s = 0;
            for (int k = 0; k < 8; k++) s += b[i][k] * (inv ? ct[k][j] : ct[j][k]);
            t[i][j] = s;
        }
    for (int i = 0; i < 8; i++)
        for (int j = 0; j < 8; j++) {
            float s = 0;
            for (int k = 0; k < 8; k++) s += t[k][j] * (inv ? ct[k][i] : ct[i][k]);
            b[i][j] = s;
        }
}

static int code_block(Encoder *e, int x0, int y0, const unsigned char *pr, int ps)
{
    int stride = e->cur->stride, nz = 0;
    float b[8][8];
    const unsigned char *c = e->cur->pix + (long)y0 * stride + x0;
    unsigned char *r = e->rec->pix + (long)y0 * stride + x0;
    for (int y = 0; y < 8; y++)
        for (int x = 0; x < 8; x++) b[y][x] = (float)(c[y * stride + x] - pr[y * ps + x]);
    dct8(b, 0);
    for (int y = 0; y < 8; y++)
        for (int x = 0; x < 8; x++) {
            int q = (int)(b[y][x] / e->qp);
            if (q) { nz++; for (int m = abs(q); m; m >>= 1) e->st.bits += 2; }
            b[y][x] = (float)(q * e->qp);
        }
    if (nz) dct8(b, 1);
    for (int y = 0; y < 8; y++)
        for (int x = 0; x < 8; x++) {
            int v = pr[y * ps + x] + (nz ? (int)floorf(b[y][x] + 0.5f) : 0);
            v = v < 0 ? 0 : v > 255 ? 255 : v;
            r[y * stride + x] = (unsigned char)v;
            int d = v - c[y * stride + x];
            e->st.sse += d * d;
        }
    return nz;
}

static void encode_mb(Encoder *e, int mx, int my)
{
    unsigned char flat[64];
    MV p = predict(e, mx, my), v;
    int s = search(e, mx, my, p, &v), nz = 0, stride = e->cur->stride;
    int intra = s > 14 * MB * MB;
    e->mvs[my * e->mbw + mx] = v;
    if (intra) memset(flat, 128, 64);
    for (int k = 0; k < 4; k++) {
        int x = mx * MB + (k & 1) * 8, y = my * MB + (k >> 1) * 8;
        if (intra) nz += code_block(e, x, y, flat, 8);
        else nz += code_block(e, x, y, e->ref->pix + (long)(y + v.y) * stride + x + v.x, stride);
    }
    if (intra) e->st.intra++;
    else if (!nz && v.x == p.x && v.y == p.y) e->st.skip++;
    else e->st.inter++;
    int m = abs(v.x) > abs(v.y) ? abs(v.x) : abs(v.y);
    e->st.mvhist[m > 7 ? 7 : m]++;
    e->st.bits += 1 + 2 * (abs(v.x - p.x) + abs(v.y - p.y));
}

static void encode_frame(Encoder *e)
{
    /* wavefront of runs of RUN blocks: a block needs left, top and top right */
    enum { RUN = 10 };
    int nc = (e->mbw + RUN - 1) / RUN, nt = omp_get_max_threads();
    Encoder *mine = malloc(sizeof *mine * nt);
    char *done = malloc((size_t)nc * (e->mbh + 1) + 2);   /* addresses for depend only */
    for (int k = 0; k < nt; k++) { mine[k] = *e; memset(&mine[k].st, 0, sizeof(Stats)); }
#pragma omp parallel
#pragma omp single
    for (int my = 0; my < e->mbh; my++)
        for (int c = 0; c < nc; c++) {
            char *self = done + 1 + (my + 1) * nc + c, *up = self - nc;
            char *upr = c + 1 < nc ? up + 1 : up, *left = c ? self - 1 : up;
            (void)upr; (void)left;
#pragma omp task depend(out: *self) depend(in: *up, *upr, *left)
            {
                Encoder *w = &mine[omp_get_thread_num()];
                for (int mx = c * RUN; mx < (c + 1) * RUN && mx < w->mbw; mx++)
                    encode_mb(w, mx, my);
            }
        }
    for (int k = 0; k < nt; k++) {
        const long *a = (const long *)&mine[k].st;
        long *b = (long *)&e->st;
        for (size_t j = 0; j < sizeof(Stats) / sizeof(long); j++) b[j] += a[j];
    }
    free(mine);
    free(done);
}

int main(int argc, char **argv)
{
    int nf = argc > 1 ? atoi(argv[1]) : 100;
    Encoder e = { 0 };
    e.mbw = argc > 2 ? atoi(argv[2]) : 80;
    e.mbh = argc > 3 ? atoi(argv[3]) : 45;
    e.qp = argc > 4 ? atoi(argv[4]) : 14;
    if (nf < 1 || e.mbw < 2 || e.mbh < 2 || e.qp < 1) return fprintf(stderr, "bad arguments\n"), 2;
    for (int k = 0; k < 8; k++)
        for (int n = 0; n < 8; n++)
            ct[k][n] = (float)((k ? 0.5 : 0.35355339059) * cos((2 * n + 1) * k * 3.14159265358979 / 16));
    e.cur = plane_new(e.mbw * MB, e.mbh * MB);
    e.ref = plane_new(e.mbw * MB, e.mbh * MB);
    e.rec = plane_new(e.mbw * MB, e.mbh * MB);
    e.mvs = calloc((size_t)e.mbw * e.mbh, sizeof(MV));
    memset(e.ref->base, 128, (size_t)e.ref->stride * (e.ref->h + 2 * PAD));
    long last = 0;
    for (int t = 0; t < nf; t++) {
        draw_frame(e.cur, t);
        encode_frame(&e);
        plane_extend(e.rec);
        Plane *sw = e.ref; e.ref = e.rec; e.rec = sw;
        if (t % 4 == 0 || t == nf - 1)
            printf("frame %2d bits %ld sse %ld\n", t, e.st.bits - last, e.st.sse);
        last = e.st.bits;
    }
    printf("intra %ld skip %ld inter %ld sads %ld\n", e.st.intra, e.st.skip, e.st.inter, e.st.sadcalls);
    for (int k = 0; k < 8; k++) printf("mv%d %ld ", k, e.st.mvhist[k]);
    printf("\n");
    return 0;
}
