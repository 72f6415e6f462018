// blockenc.c -- toy block-based video encoder (luma only)
// Synthesizes a clip, then: motion search, residual DCT, quantisation,
// bit estimate, reconstruction, simple rate control. Prints stats per frame.
//   blockenc [width] [height] [frames]
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>
#include <time.h>

#define MB 16
#define RANGE 12

typedef struct { int w, h; uint8_t *pix; } Frame;
typedef struct { int dx, dy; } MV;
typedef struct { long bits; long sad; int skipped; int intra; } FrameStats;

static float dct_c[8][8];

static Frame frame_alloc(int w, int h)
{
    Frame f = { w, h, malloc((size_t)w * h) };
    if (!f.pix) { perror("malloc"); exit(1); }
    memset(f.pix, 128, (size_t)w * h);
    return f;
}

static int clampi(int v, int lo, int hi) { return v < lo ? lo : v > hi ? hi : v; }

static unsigned noise2(unsigned x, unsigned y)
{
    unsigned h = x * 374761393u + y * 668265263u;
    h = (h ^ (h >> 13)) * 1274126177u;
    return h ^ (h >> 16);
}

// panning texture + two moving discs + sensor noise
static void synth_frame(Frame *f, int t)
{
    for (int y = 0; y < f->h; y++)
        for (int x = 0; x < f->w; x++) {
            int wx = x + 3 * t, wy = y + t;
            int v = 60 + ((wx >> 3 ^ wy >> 3) & 15) * 6 + (int)(noise2(wx, wy) & 31);
            int d1x = x - (f->w / 4 + 5 * t), d1y = y - f->h / 3;
            int d2x = x - f->w / 2, d2y = y - (f->h - 4 * t);
            if (d1x * d1x + d1y * d1y < 1600) v = 200 + (d1x & 15);
            if (d2x * d2x + d2y * d2y < 2500) v = 30 + (d2y & 31);
            v += (int)(noise2(x + 7919u * t, y) & 3);
            f->pix[(size_t)y * f->w + x] = (uint8_t)clampi(v, 0, 255);
        }
}

static int sad16(const Frame *a, int ax, int ay, const Frame *b, int bx, int by, int best)
{
    int s = 0;
    for (int y = 0; y < MB; y++) {
        const uint8_t *p = a->pix + (size_t)(ay + y) * a->w + ax;
        const uint8_t *q = b->pix + (size_t)(by + y) * b->w + bx;
        for (int x = 0; x < MB; x++)
            s += abs(p[x] - q[x]);
        if (s >= best) return s;
    }
    return s;
}

// search around the predictor, then the full window
static MV motion_search(const Frame *cur, const Frame *ref, int x, int y, MV pred, int *out)
{
    MV best = { 0, 0 };
    int bs = sad16(cur, x, y, ref, x, y, 1 << 30);
    int px = clampi(x + pred.dx, 0, ref->w - MB), py = clampi(y + pred.dy, 0, ref->h - MB);
    int s = sad16(cur, x, y, ref, px, py, bs);
    if (s < bs) { bs = s; best.dx = px - x; best.dy = py - y; }
    if (bs > 3 * MB * MB)
        for (int dy = -RANGE; dy <= RANGE; dy++)
            for (int dx = -RANGE; dx <= RANGE; dx++) {
                if (x + dx < 0 || y + dy < 0 || x + dx > ref->w - MB || y + dy > ref->h - MB)
                    continue;
                s = sad16(cur, x, y, ref, x + dx, y + dy, bs);
                if (s < bs) { bs = s; best.dx = dx; best.dy = dy; }
            }
    *out = bs;
    return best;
}

static void dct8(const float in[64], float out[64], int inverse)
{
    float t[64];
    for (int r = 0; r < 8; r++)
        for (int k = 0; k < 8; k++) {
            float a = 0;
            for (int n = 0; n < 8; n++) a += in[r * 8 + n] * (inverse ? dct_c[n][k] : dct_c[k][n]);
            t[r * 8 + k] = a;
        }
    for (int c = 0; c < 8; c++)
        for (int k = 0; k < 8; k++) {
            float a = 0;
            for (int n = 0; n < 8; n++) a += t[n * 8 + c] * (inverse ? dct_c[n][k] : dct_c[k][n]);
            out[k * 8 + c] = a;
        }
}

static int golomb_bits(int v)
{
    unsigned u = v > 0 ? 2u * v - 1 : 2u * (unsigned)(-v);
    int n = 0;
    for (u++; u > 1; u >>= 1) n++;
    return 2 * n + 1;
}

// codes one 8x8 block against its prediction; returns bits
static int code_block(const uint8_t *src, const uint8_t *pred, uint8_t *rec, int stride, int q)
{
    float a[64], b[64];
    int bits = 0, run = 0;
    for (int i = 0; i < 64; i++) {
        size_t o = (size_t)(i / 8) * stride + i % 8;
        a[i] = (float)(src[o] - (pred ? pred[o] : 128));
    }
    dct8(a, b, 0);
    for (int i = 0; i < 64; i++) {
        int step = q + i / 8 + i % 8;
        int l = (int)(b[i] / step);
        if (l) { bits += golomb_bits(l) + golomb_bits(run); run = 0; } else run++;
        b[i] = (float)(l * step);
    }
    dct8(b, a, 1);
    for (int i = 0; i < 64; i++) {
        size_t o = (size_t)(i / 8) * stride + i % 8;
        rec[o] = (uint8_t)clampi((int)lrintf(a[i]) + (pred ? pred[o] : 128), 0, 255);
    }
    return bits + 2;
}

static void encode_frame(const Frame *cur, const Frame *ref, Frame *rec, int q, FrameStats *st)
{
    for (int y = 0; y < cur->h; y += MB) {
        MV pred = { 0, 0 };                  // predictor is reset on each slice
        for (int x = 0; x < cur->w; x += MB) {
            size_t o = (size_t)y * cur->w + x;
            MV mv = { 0, 0 };
            int sad = 1 << 20;
            if (ref) mv = motion_search(cur, ref, x, y, pred, &sad);
            int intra = sad > 24 * MB * MB;
            const uint8_t *p = intra ? NULL : ref->pix + (long)o + (long)mv.dy * cur->w + mv.dx;
            if (!intra && sad < 2 * MB * MB && mv.dx == pred.dx && mv.dy == pred.dy) {
                for (int r = 0; r < MB; r++)
                    memcpy(rec->pix + o + (size_t)r * cur->w, p + (size_t)r * cur->w, MB);
                st->skipped++;
                st->bits++;
            } else {
                for (int b = 0; b < 4; b++) {
                    size_t bo = (size_t)(b / 2) * 8 * cur->w + (b % 2) * 8;
                    st->bits += code_block(cur->pix + o + bo, p ? p + bo : NULL,
                                           rec->pix + o + bo, cur->w, q);
                }
                st->bits += golomb_bits(mv.dx - pred.dx) + golomb_bits(mv.dy - pred.dy);
            }
            st->intra += intra;
            st->sad += ref ? sad : 0;
            pred = mv;
        }
    }
}

static double psnr(const Frame *a, const Frame *b)
{
    long long se = 0;
    for (size_t i = 0; i < (size_t)a->w * a->h; i++) {
        int d = a->pix[i] - b->pix[i];
        se += d * d;
    }
    return se ? 10.0 * log10(255.0 * 255.0 * a->w * a->h / (double)se) : 99.0;
}

int main(int argc, char **argv)
{
    int w = (argc > 1 ? atoi(argv[1]) : 640) / MB * MB;
    int h = (argc > 2 ? atoi(argv[2]) : 368) / MB * MB;
    int nf = argc > 3 ? atoi(argv[3]) : 60;
    if (w < 64 || h < 64 || nf < 1) return fprintf(stderr, "bad size\n"), 1;
    for (int k = 0; k < 8; k++)
        for (int n = 0; n < 8; n++)
            dct_c[k][n] = (float)((k ? 0.5 : sqrt(0.125)) * cos((2 * n + 1) * k * acos(-1.0) / 16));

    Frame cur = frame_alloc(w, h), rec[2] = { frame_alloc(w, h), frame_alloc(w, h) };
    int q = 8;
    long total = 0, budget = (long)w * h / 2;
    struct timespec a, b;
    clock_gettime(CLOCK_MONOTONIC, &a);
    for (int t = 0; t < nf; t++) {
        FrameStats st = { 0, 0, 0, 0 };
        synth_frame(&cur, t);
        encode_frame(&cur, t ? &rec[(t + 1) & 1] : NULL, &rec[t & 1], q, &st);
        printf("%c %2d q=%2d bits=%ld sad=%ld skip=%d intra=%d psnr=%.4f\n", t ? 'P' : 'I',
               t, q, st.bits, st.sad, st.skipped, st.intra, psnr(&cur, &rec[t & 1]));
        total += st.bits;
        q = clampi(q + (st.bits > budget ? 1 : -1), 2, 40);
    }
    clock_gettime(CLOCK_MONOTONIC, &b);
    printf("total %ld bits, %.3f bpp\n", total, (double)total / ((double)w * h * nf));
    fprintf(stderr, "%.3f s\n", (b.tv_sec - a.tv_sec) + (b.tv_nsec - a.tv_nsec) * 1e-9);
    free(cur.pix); free(rec[0].pix); free(rec[1].pix);
    return 0;
}
