/* mocomp - toy inter-frame video coder: full-search motion estimation with a
 * left-neighbour vector predictor, 8x8 integer transform of the residual,
 * quantisation and reconstruction into the next reference frame. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MB 16
#define MAXW 1280
#define MAXH 768

static unsigned char cur[MAXH][MAXW];
static unsigned char ref[MAXH][MAXW];
static unsigned char rec[MAXH][MAXW];
static signed char mvx[MAXH / MB][MAXW / MB];
static signed char mvy[MAXH / MB][MAXW / MB];
static int mbbits[MAXH / MB][MAXW / MB];

static int width = 640, height = 352, range = 20, qp = 12;

static void make_frame(int f)
{
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            int u = x + 3 * f, v = y - 2 * f;
            int tex = ((u * u / 37) ^ (v * 5 + u / 3)) & 63;
            int cx = 60 + 7 * f, cy = 90 + 4 * f;
            int dx = x - cx, dy = y - cy;
            if (dx * dx + dy * dy < 2500)
                tex = 120 + ((dx * 3 ^ dy * 2) & 31);
            unsigned h = (unsigned)x * 73856093u ^ (unsigned)y * 19349663u ^ (unsigned)f * 83492791u;
            h = h * 2654435761u;
            cur[y][x] = (unsigned char)(60 + tex + (int)(h >> 28));
        }
}

static int sad16(int cx, int cy, int rx, int ry, int best)
{
    int s = 0;
    for (int j = 0; j < MB; j++) {
        const unsigned char *a = &cur[cy + j][cx], *b = &ref[ry + j][rx];
        for (int i = 0; i < MB; i++)
            s += abs(a[i] - b[i]);
        if (s >= best)
            return s;
    }
    return s;
}

static int mv_cost(int dx, int dy)
{
    int a = abs(dx), b = abs(dy), c = 2;
    while (a) { c += 2; a >>= 1; }
    while (b) { c += 2; b >>= 1; }
    return c;
}

static void fwd8(int *v, int st)
{
    int a0 = v[0] + v[7 * st], a1 = v[st] + v[6 * st], a2 = v[2 * st] + v[5 * st], a3 = v[3 * st] + v[4 * st];
    int b0 = v[0] - v[7 * st], b1 = v[st] - v[6 * st], b2 = v[2 * st] - v[5 * st], b3 = v[3 * st] - v[4 * st];
    v[0] = a0 + a1 + a2 + a3;
    v[4 * st] = a0 - a1 - a2 + a3;
    v[2 * st] = a0 + a1 - a2 - a3;
    v[6 * st] = a0 - a1 + a2 - a3;
    v[st] = b0 + b1 + b2 + b3;
    v[5 * st] = b0 - b1 - b2 + b3;
    v[3 * st] = b0 + b1 - b2 - b3;
    v[7 * st] = b0 - b1 + b2 - b3;
}

static void inv8(int *v, int st)
{
    int e0 = v[0], e1 = v[4 * st], e2 = v[2 * st], e3 = v[6 * st];
    int o0 = v[st], o1 = v[5 * st], o2 = v[3 * st], o3 = v[7 * st];
    int a0 = e0 + e1 + e2 + e3, a1 = e0 - e1 + e2 - e3, a2 = e0 - e1 - e2 + e3, a3 = e0 + e1 - e2 - e3;
    int b0 = o0 + o1 + o2 + o3, b1 = o0 - o1 + o2 - o3, b2 = o0 - o1 - o2 + o3, b3 = o0 + o1 - o2 - o3;
    v[0] = a0 + b0;      v[7 * st] = a0 - b0;
    v[st] = a1 + b1;     v[6 * st] = a1 - b1;
    v[2 * st] = a2 + b2; v[5 * st] = a2 - b2;
    v[3 * st] = a3 + b3; v[4 * st] = a3 - b3;
}

static int code_residual(int x, int y, int rx, int ry)
{
    int blk[64], bits = 0;
    for (int j = 0; j < 8; j++)
        for (int i = 0; i < 8; i++)
            blk[j * 8 + i] = cur[y + j][x + i] - ref[ry + j][rx + i];
    for (int j = 0; j < 8; j++) fwd8(blk + 8 * j, 1);
    for (int i = 0; i < 8; i++) fwd8(blk + i, 8);
    for (int k = 0; k < 64; k++) {
        int q = blk[k] / (qp * 8), m = abs(q);
        bits += m ? 2 : 0;
        while (m) { bits += 2; m >>= 1; }
        blk[k] = q * qp * 8;
    }
    for (int i = 0; i < 8; i++) inv8(blk + i, 8);
    for (int j = 0; j < 8; j++) inv8(blk + 8 * j, 1);
    for (int j = 0; j < 8; j++)
        for (int i = 0; i < 8; i++) {
            int v = ref[ry + j][rx + i] + (blk[j * 8 + i] >> 6);
            rec[y + j][x + i] = (unsigned char)(v < 0 ? 0 : v > 255 ? 255 : v);
        }
    return bits;
}

static void code_mb(int bx, int by)
{
    int x = bx * MB, y = by * MB;
    int px = bx ? mvx[by][bx - 1] : 0, py = bx ? mvy[by][bx - 1] : 0;
    int bestx = 0, besty = 0, best = sad16(x, y, x, y, 1 << 30) + 4 * mv_cost(px, py);
    for (int dy = -range; dy <= range; dy++) {
        if (y + dy < 0 || y + dy + MB > height) continue;
        for (int dx = -range; dx <= range; dx++) {
            if (x + dx < 0 || x + dx + MB > width) continue;
            int pen = 4 * mv_cost(dx - px, dy - py);
            if (pen >= best) continue;
            int c = pen + sad16(x, y, x + dx, y + dy, best - pen);
            if (c < best) { best = c; bestx = dx; besty = dy; }
        }
    }
    mvx[by][bx] = (signed char)bestx;
    mvy[by][bx] = (signed char)besty;
    int bits = mv_cost(bestx - px, besty - py);
    for (int k = 0; k < 4; k++) {
        int ox = (k & 1) * 8, oy = (k >> 1) * 8;
        bits += code_residual(x + ox, y + oy, x + ox + bestx, y + oy + besty);
    }
    mbbits[by][bx] = bits;
}

static long long encode_frame(void)
{
    long long total = 0;
    for (int by = 0; by < height / MB; by++)
        for (int bx = 0; bx < width / MB; bx++) {
            code_mb(bx, by);
            total += mbbits[by][bx];
        }
    return total;
}

int main(int argc, char **argv)
{
    int frames = argc > 1 ? atoi(argv[1]) : 13;
    if (argc > 2) width = atoi(argv[2]) / MB * MB;
    if (argc > 3) height = atoi(argv[3]) / MB * MB;
    if (width < MB || height < MB || width > MAXW || height > MAXH) return 1;
    make_frame(0);
    memcpy(ref, cur, sizeof cur);
    long long all = 0;
    for (int f = 1; f < frames; f++) {
        make_frame(f);
        long long bits = encode_frame(), sse = 0;
        for (int y = 0; y < height; y++)
            for (int x = 0; x < width; x++) {
                int d = cur[y][x] - rec[y][x];
                sse += d * d;
            }
        memcpy(ref, rec, sizeof rec);
        printf("frame %2d bits %lld sse %lld mv0 %d,%d\n", f, bits, sse, mvx[1][1], mvy[1][1]);
        all += bits;
    }
    printf("total bits %lld\n", all);
    return 0;
}
