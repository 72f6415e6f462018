// Semi-global matching (Hirschmueller 2008), census cost, 4 paths, LR check,
// 3x3 median -- on a synthetic random-dot stereo pair with known disparity.
//   ./sgm [width] [height] [max disparity]
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>
#include <math.h>

#define P1 7
#define P2 60
#define INVALID 255

typedef struct { int w, h; uint8_t *d; } Img;
typedef struct { int w, h, nd; uint16_t *v; } Volume;      // [y][x][d]

static void die(const char *msg) { fprintf(stderr, "sgm: %s\n", msg); exit(1); }

static Img img_new(int w, int h)
{
    Img im = { w, h, calloc((size_t)w * h, 1) };
    if (!im.d) die("out of memory");
    return im;
}

static Volume vol_new(int w, int h, int nd)
{
    Volume v = { w, h, nd, calloc((size_t)w * h * nd, sizeof(uint16_t)) };
    if (!v.v) die("out of memory");
    return v;
}

static inline uint16_t *vox(const Volume *v, int x, int y)
{
    return v->v + ((size_t)y * v->w + x) * v->nd;
}

static uint32_t hash2(int x, int y, uint32_t s)
{
    uint32_t h = (uint32_t)x * 0x8da6b343u ^ (uint32_t)y * 0xd8163841u ^ s * 0xcb1ab31fu;
    h ^= h >> 13; h *= 0x5bd1e995u; h ^= h >> 15;
    return h;
}

// scene: slanted background, a sphere and two fronto-parallel boxes
static int true_disp(int x, int y, int w, int h, int nd)
{
    double u = (double)x / w, v = (double)y / h;
    double d = 0.15 + 0.2 * v;
    double r2 = (u - 0.6) * (u - 0.6) + (v - 0.45) * (v - 0.45);
    if (r2 < 0.04) d = 0.45 + 1.5 * sqrt(0.04 - r2);
    if (u > 0.15 && u < 0.35 && v > 0.2 && v < 0.5) d = 0.62;
    if (u > 0.3 && u < 0.45 && v > 0.6 && v < 0.9) d = 0.8;
    return (int)(d * (nd - 1));
}

static void make_pair(Img L, Img R, Img gt)
{
    for (int y = 0; y < L.h; y++) {
        for (int x = 0; x < R.w; x++)
            R.d[y * R.w + x] = (uint8_t)(hash2(x / 2, y / 2, 1) % 120 + hash2(x, y, 2) % 100 + 10);
        for (int x = 0; x < L.w; x++) {
            int d = true_disp(x, y, L.w, L.h, gt.d[0]);
            int src = x - d < 0 ? 0 : x - d;
            int noise = (int)(hash2(x, y, 3) % 9) - 4;
            L.d[y * L.w + x] = (uint8_t)(R.d[y * R.w + src] + noise);
        }
    }
    int nd = gt.d[0];
    for (int y = 0; y < L.h; y++)
        for (int x = 0; x < L.w; x++)
            gt.d[y * gt.w + x] = (uint8_t)true_disp(x, y, L.w, L.h, nd);
}

static uint32_t *census(Img im)             // 5x5
{
    uint32_t *c = calloc((size_t)im.w * im.h, sizeof *c);
    if (!c) die("out of memory");
    for (int y = 2; y < im.h - 2; y++)
        for (int x = 2; x < im.w - 2; x++) {
            uint32_t bits = 0;
            uint8_t mid = im.d[y * im.w + x];
            for (int dy = -2; dy <= 2; dy++)
                for (int dx = -2; dx <= 2; dx++)
                    if (dx || dy)
                        bits = bits << 1 | (im.d[(y + dy) * im.w + x + dx] < mid);
            c[y * im.w + x] = bits;
        }
    return c;
}

static void matching_cost(const Volume *cost, const uint32_t *cl, const uint32_t *cr)
{
    for (int y = 0; y < cost->h; y++)
        for (int x = 0; x < cost->w; x++)
            for (int d = 0; d < cost->nd; d++) {
                int xr = x - d;
                vox(cost, x, y)[d] = xr < 0 ? 24 :
                    (uint16_t)__builtin_popcount(cl[y * cost->w + x] ^ cr[y * cost->w + xr]);
            }
}

// L_r(p,d) = C + min(L(p-r,d), L(p-r,d+-1)+P1, min_k L(p-r,k)+P2) - min_k
static void step(const uint16_t *c, const uint16_t *prev, uint16_t *cur, uint16_t *sum, int nd)
{
    uint16_t mn = prev[0];
    for (int d = 1; d < nd; d++)
        if (prev[d] < mn) mn = prev[d];
    for (int d = 0; d < nd; d++) {
        int best = prev[d];
        if (d > 0 && prev[d - 1] + P1 < best) best = prev[d - 1] + P1;
        if (d < nd - 1 && prev[d + 1] + P1 < best) best = prev[d + 1] + P1;
        if (mn + P2 < best) best = mn + P2;
        cur[d] = (uint16_t)(c[d] + best - mn);
        sum[d] = (uint16_t)(sum[d] + cur[d]);
    }
}

static void aggregate(const Volume *cost, const Volume *sum, int dx, int dy)
{
    int w = cost->w, h = cost->h, nd = cost->nd;
    uint16_t *line[2];
    line[0] = calloc((size_t)w * nd, sizeof(uint16_t));
    line[1] = calloc((size_t)w * nd, sizeof(uint16_t));
    if (!line[0] || !line[1]) die("out of memory");
    for (int i = 0; i < h; i++) {
        int y = dy < 0 ? h - 1 - i : i;
        uint16_t *cur = line[i & 1], *old = line[!(i & 1)];
        if (dx) memset(cur, 0, (size_t)w * nd * sizeof(uint16_t));
        for (int j = 0; j < w; j++) {
            int x = dx < 0 ? w - 1 - j : j;
            const uint16_t *prev = dx ? (j ? cur + (size_t)(x - dx) * nd : old) : old + (size_t)x * nd;
            if (dx && !j) {                 // path starts here
                memcpy(cur + (size_t)x * nd, vox(cost, x, y), nd * sizeof(uint16_t));
                for (int d = 0; d < nd; d++) vox(sum, x, y)[d] += vox(cost, x, y)[d];
            } else
                step(vox(cost, x, y), prev, cur + (size_t)x * nd, vox(sum, x, y), nd);
        }
    }
    free(line[0]);
    free(line[1]);
}

static void winner(const Volume *s, Img disp)
{
    for (int y = 0; y < s->h; y++)
        for (int x = 0; x < s->w; x++) {
            int best = 0, back = 0;
            for (int d = 1; d < s->nd; d++)
                if (vox(s, x, y)[d] < vox(s, x, y)[best]) best = d;
            int xr = x - best;              // match seen from the right image
            for (int d = 1; xr >= 0 && d < s->nd && xr + d < s->w; d++)
                if (vox(s, xr + d, y)[d] < vox(s, xr + back, y)[back]) back = d;
            disp.d[y * disp.w + x] = (uint8_t)(xr < 0 || abs(back - best) > 1 ? INVALID : best);
        }
}

static void median3(Img in, Img out)
{
    memcpy(out.d, in.d, (size_t)in.w * in.h);
    for (int y = 1; y < in.h - 1; y++)
        for (int x = 1; x < in.w - 1; x++) {
            uint8_t a[9];
            int n = 0;
            for (int k = 0; k < 9; k++) {
                uint8_t v = in.d[(y + k / 3 - 1) * in.w + x + k % 3 - 1];
                int i = n++;
                for (; i > 0 && a[i - 1] > v; i--) a[i] = a[i - 1];
                a[i] = v;
            }
            out.d[y * in.w + x] = a[4];
        }
}

int main(int argc, char **argv)
{
    int w = argc > 1 ? atoi(argv[1]) : 800, h = argc > 2 ? atoi(argv[2]) : 600, nd = argc > 3 ? atoi(argv[3]) : 64;
    if (w < 16 || h < 16 || nd < 4 || nd > 200) die("bad arguments");
    Img L = img_new(w, h), R = img_new(w, h), gt = img_new(w, h), raw = img_new(w, h), disp = img_new(w, h);
    gt.d[0] = (uint8_t)nd;
    make_pair(L, R, gt);
    uint32_t *cl = census(L), *cr = census(R);
    Volume cost = vol_new(w, h, nd), sum = vol_new(w, h, nd);
    matching_cost(&cost, cl, cr);
    static const int dir[4][2] = { { 1, 0 }, { -1, 0 }, { 0, 1 }, { 0, -1 } };
    for (int r = 0; r < 4; r++) aggregate(&cost, &sum, dir[r][0], dir[r][1]);
    winner(&sum, raw);
    median3(raw, disp);

    long invalid = 0, bad = 0, hist[8] = { 0 };
    double mae = 0;
    uint32_t fnv = 2166136261u;
    for (int i = 0; i < w * h; i++) {
        fnv = (fnv ^ disp.d[i]) * 16777619u;
        if (disp.d[i] == INVALID) { invalid++; continue; }
        int e = abs(disp.d[i] - gt.d[i]);
        bad += e > 1;
        mae += e;
        hist[disp.d[i] * 8 / nd]++;
    }
    for (size_t i = 0; i < (size_t)w * h * nd; i += 5) fnv = (fnv ^ sum.v[i]) * 16777619u;
    printf("%dx%dx%d invalid %ld bad %ld mae %.9f\nhist", w, h, nd, invalid, bad, mae / (w * h - invalid));
    for (int i = 0; i < 8; i++) printf(" %ld", hist[i]);
    printf("\nfnv %08x\n", fnv);
    free(L.d); free(R.d); free(gt.d); free(raw.d); free(disp.d);
    free(cl); free(cr); free(cost.v); free(sum.v);
    return 0;
}
