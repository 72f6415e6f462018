/* motest.c - P-picture encoder core (luma): full-pel + half-pel motion search,
 * 8x8 integer DCT, quantiser, run/level VLC, local decode, rate control.
 * One slice per macroblock row; slices start byte aligned with a start code.
 * Synthetic moving-texture input.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>

#define W      352
#define H      288
#define PAD    16
#define STRIDE (W + 2 * PAD)
#define MBW    (W / 16)
#define MBH    (H / 16)
#define RANGE  7
#define BSMAX  (1 << 20)

typedef uint8_t u8;   typedef int16_t s16;
typedef uint32_t u32; typedef int32_t s32;

static u8  src[H][W], planes[2][H + 2 * PAD][STRIDE], bits[BSMAX];
static u8  zz[64], tex[256][256];
static s16 dct_c[8][8];

typedef struct { u8 *buf; u32 acc; int n; long pos; } bitw_t;

static void put(bitw_t *b, u32 v, int len)
{
    while (len-- > 0) {
        b->acc = (b->acc << 1) | ((v >> len) & 1u);
        if (++b->n == 8) { b->buf[b->pos++] = (u8)b->acc; b->n = 0; b->acc = 0; }
    }
}
static void align8(bitw_t *b) { while (b->n) put(b, 0, 1); }

static int ue_len(u32 v) { int l = 0; v++; while (v >> (l + 1)) l++; return 2 * l + 1; }
static void put_ue(bitw_t *b, u32 v) { put(b, v + 1, ue_len(v)); }
static u32 se_map(int v) { return v > 0 ? (u32)(2 * v - 1) : (u32)(-2 * v); }

static u32 rs = 0x1234567u;
static u32 xs(void) { rs ^= rs << 13; rs ^= rs >> 17; rs ^= rs << 5; return rs; }

static void init(void)
{
    int i, j, s, k = 0;
    for (i = 0; i < 8; i++)
        for (j = 0; j < 8; j++)
            dct_c[i][j] = (s16)lrint(cos((2 * j + 1) * i * M_PI / 16.0)
                                     * (i ? 0.5 : sqrt(0.125)) * 4096.0);
    for (s = 0; s < 15; s++)
        for (i = 0; i <= s; i++) {
            int y = (s & 1) ? i : s - i, x = s - y;
            if (x < 8 && y < 8) zz[k++] = (u8)(y * 8 + x);
        }
    for (i = 0; i < 256; i++)
        for (j = 0; j < 256; j++)
            tex[i][j] = (u8)(128 + 50 * sin(i * 0.0981747704) * cos(j * 0.1963495408)
                             + (int)(xs() % 40) - 20);
}

/* background pans, two objects move with sub-pel velocity, plus noise */
static void capture(int f)
{
    int ox = (40 + f * 3) % W, oy = 60 + f, px = W - (f * 5) / 2 % W, py = (150 + (f * 3) / 2) % H;
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++) {
            int v = tex[(y + f / 2) & 255][(x + f) & 255];
            int dx = x - ox, dy = y - oy, ex = x - px, ey = y - py;
            if (dx * dx + dy * dy < 1600) v = tex[(dy * 2) & 255][(dx * 2) & 255] / 2 + 100;
            else if (abs(ex) < 34 && abs(ey) < 25) v = 255 - tex[ey & 255][(ex * 3) & 255];
            v += (int)(xs() >> 30) - 1;
            src[y][x] = (u8)(v < 0 ? 0 : v > 255 ? 255 : v);
        }
}

static int sad16(const u8 *a, int as, const u8 *b, int bs, int best)
{
    int s = 0;
    for (int y = 0; y < 16; y += 4) {
        for (int k = 0; k < 4; k++, a += as, b += bs)
            for (int x = 0; x < 16; x++) s += abs(a[x] - b[x]);
        if (s >= best) return s;
    }
    return s;
}

static void predict(const u8 *r, int hx, int hy, u8 out[16][16])
{
    for (int y = 0; y < 16; y++, r += STRIDE)
        for (int x = 0; x < 16; x++)
            out[y][x] = (u8)((r[x] + r[x + hx] + r[x + hy * STRIDE]
                              + r[x + hx + hy * STRIDE] + 2) >> 2);
}

static void fdct(const s16 in[64], s32 out[64])
{
    s32 t[64];
    for (int y = 0; y < 8; y++)
        for (int u = 0; u < 8; u++) {
            s32 s = 0;
            for (int x = 0; x < 8; x++) s += dct_c[u][x] * in[y * 8 + x];
            t[y * 8 + u] = (s + 256) >> 9;
        }
    for (int u = 0; u < 8; u++)
        for (int v = 0; v < 8; v++) {
            s32 s = 0;
            for (int y = 0; y < 8; y++) s += dct_c[v][y] * t[y * 8 + u];
            out[v * 8 + u] = (s + 16384) >> 15;
        }
}

static void idct(const s32 in[64], s32 out[64])
{
    s32 t[64];
    for (int v = 0; v < 8; v++)
        for (int x = 0; x < 8; x++) {
            s32 s = 0;
            for (int u = 0; u < 8; u++) s += dct_c[u][x] * in[v * 8 + u];
            t[v * 8 + x] = (s + 256) >> 9;
        }
    for (int x = 0; x < 8; x++)
        for (int y = 0; y < 8; y++) {
            s32 s = 0;
            for (int v = 0; v < 8; v++) s += dct_c[v][y] * t[v * 8 + x];
            out[y * 8 + x] = (s + 16384) >> 15;
        }
}

static void encode_slice(bitw_t *b, int my, int q, const u8 (*ref)[STRIDE], u8 (*rec)[STRIDE])
{
    int pmx = 0, pmy = 0, y0 = my * 16;
    put(b, 0x000001, 24); put(b, (u32)my + 1, 8); put(b, (u32)q, 5);
    for (int mx = 0; mx < MBW; mx++) {
        int x0 = mx * 16, best = 1 << 30, bx = 0, by = 0;
        u8 pred[16][16], cand[16][16];
        for (int dy = -RANGE; dy <= RANGE; dy++)
            for (int dx = -RANGE; dx <= RANGE; dx++) {
                int r = q * (ue_len(se_map(2 * dx - pmx)) + ue_len(se_map(2 * dy - pmy)));
                int c = r >= best ? r : r + sad16(&src[y0][x0], W,
                          &ref[y0 + PAD + dy][x0 + PAD + dx], STRIDE, best - r);
                if (c < best) { best = c; bx = dx; by = dy; }
            }
        int fx = 2 * bx, fy = 2 * by;
        predict(&ref[y0 + PAD + by][x0 + PAD + bx], 0, 0, pred);
        for (int k = 0; k < 9; k++) {
            int vx = 2 * bx + k % 3 - 1, vy = 2 * by + k / 3 - 1;
            int r = q * (ue_len(se_map(vx - pmx)) + ue_len(se_map(vy - pmy)));
            predict(&ref[y0 + PAD + (vy >> 1)][x0 + PAD + (vx >> 1)], vx & 1, vy & 1, cand);
            int c = r + sad16(&src[y0][x0], W, &cand[0][0], 16, 1 << 30);
            if (c < best) { best = c; fx = vx; fy = vy; memcpy(pred, cand, sizeof pred); }
        }
        put_ue(b, se_map(fx - pmx)); put_ue(b, se_map(fy - pmy));
        pmx = fx; pmy = fy;
        for (int blk = 0; blk < 4; blk++) {
            int bx0 = (blk & 1) * 8, by0 = (blk >> 1) * 8, run = 0;
            s16 d[64];
            s32 c[64], o[64];
            for (int i = 0; i < 64; i++)
                d[i] = (s16)(src[y0 + by0 + i / 8][x0 + bx0 + i % 8] - pred[by0 + i / 8][bx0 + i % 8]);
            fdct(d, c);
            for (int i = 0; i < 64; i++) {
                int v = c[zz[i]], l = (abs(v) * 2 + q / 2) / (2 * q + 1);
                if (l == 0) { run++; c[zz[i]] = 0; continue; }
                put_ue(b, (u32)run + 1); put_ue(b, se_map(v < 0 ? -l : l));
                run = 0;
                c[zz[i]] = v < 0 ? -l * q : l * q;
            }
            put_ue(b, 0);
            idct(c, o);
            for (int i = 0; i < 64; i++) {
                int v = pred[by0 + i / 8][bx0 + i % 8] + o[i];
                rec[y0 + by0 + i / 8 + PAD][x0 + bx0 + i % 8 + PAD] = (u8)(v < 0 ? 0 : v > 255 ? 255 : v);
            }
        }
    }
    align8(b);
}

static void pad(u8 (*p)[STRIDE])
{
    for (int y = PAD; y < H + PAD; y++)
        memset(p[y], p[y][PAD], PAD), memset(p[y] + PAD + W, p[y][PAD + W - 1], PAD);
    for (int y = 0; y < PAD; y++)
        memcpy(p[y], p[PAD], STRIDE), memcpy(p[H + PAD + y], p[H + PAD - 1], STRIDE);
}

int main(int argc, char **argv)
{
    int nf = argc > 1 ? atoi(argv[1]) : 190, q = 8, cur = 0;
    long target = 7000, total = 0;
    u32 crc = 2166136261u;

    init();
    memset(planes, 128, sizeof planes);
    for (int f = 0; f < nf; f++, cur ^= 1) {
        bitw_t b = { bits, 0, 0, 0 };
        long sse = 0;
        capture(f);
        for (int my = 0; my < MBH; my++)
            encode_slice(&b, my, q, (const u8 (*)[STRIDE])planes[cur ^ 1], planes[cur]);
        pad(planes[cur]);
        for (int y = 0; y < H; y++)
            for (int x = 0; x < W; x++) {
                int e = src[y][x] - planes[cur][y + PAD][x + PAD];
                sse += e * e;
            }
        for (long i = 0; i < b.pos; i++) crc = (crc ^ bits[i]) * 16777619u;
        printf("frame %3d q %2d bytes %6ld psnr %.2f\n", f, q, b.pos,
               10.0 * log10(255.0 * 255.0 * W * H / (sse ? sse : 1)));
        total += b.pos;
        if (b.pos > target && q < 31) q++;
        else if (b.pos < target * 3 / 4 && q > 2) q--;
    }
    printf("%d frames, %ld bytes, stream hash %08x\n", nf, total, crc);
    return 0;
}
