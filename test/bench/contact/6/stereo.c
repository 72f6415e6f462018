// SPDX-License-Identifier: Apache-2.0
/* Dense stereo matching: census transform, Hamming cost volume, four-path semi-global aggregation, left-right check. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>

#define P1 3
#define P2 20

static int W, H, D;
static uint32_t s_seed = 77;

static int rnd(int n)
{
    s_seed ^= s_seed << 13;
    s_seed ^= s_seed >> 17;
    s_seed ^= s_seed << 5;
    return (int)(s_seed % (uint32_t)n);
}

static void make_pair(uint8_t *L, uint8_t *R, uint8_t *truth)
{
    /* textured right image, layered disparities warp it into the left one */
    for (int i = 0; i < W * H; i++) {
        R[i] = (uint8_t)rnd(256);
        truth[i] = (uint8_t)(D / 8);
    }
    for (int k = 0; k < 12; k++) {
        int x0 = rnd(W), y0 = rnd(H), bw = W / 10 + rnd(W / 4), bh = H / 10 + rnd(H / 4);
        int d = D / 8 + rnd(D - D / 4);
        for (int y = y0; y < y0 + bh && y < H; y++)
            for (int x = x0; x < x0 + bw && x < W; x++)
                if (truth[y * W + x] < d)
                    truth[y * W + x] = (uint8_t)d;
    }
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++) {
            int xs = x - truth[y * W + x];
            int v = xs >= 0 ? R[y * W + xs] : rnd(256);
            v += rnd(17) - 8;
            L[y * W + x] = (uint8_t)(v < 0 ? 0 : v > 255 ? 255 : v);
        }
}

static void census(const uint8_t *im, uint64_t *out)
{
    memset(out, 0, sizeof(uint64_t) * W * H);
    for (int y = 3; y < H - 3; y++)
        for (int x = 4; x < W - 4; x++) {
            uint64_t bits = 0;
            int c = im[y * W + x];
            for (int dy = -3; dy <= 3; dy++)
                for (int dx = -4; dx <= 4; dx++)
                    bits = (bits << 1) | (im[(y + dy) * W + x + dx] < c);
            out[y * W + x] = bits;
        }
}

static void cost_volume(const uint64_t *cl, const uint64_t *cr, uint8_t *C)
{
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++) {
            uint8_t *c = C + ((size_t)y * W + x) * D;
            for (int d = 0; d < D; d++)
                c[d] = x - d < 0 ? 63 : (uint8_t)__builtin_popcountll(cl[y * W + x] ^ cr[y * W + x - d]);
        }
}

/* one step of a path: prev costs -> cur costs, accumulate in S */
static void path_step(const uint8_t *c, const uint16_t *prev, uint16_t *cur, uint16_t *S)
{
    int best = prev[0];
    for (int d = 1; d < D; d++)
        if (prev[d] < best)
            best = prev[d];
    for (int d = 0; d < D; d++) {
        int m = prev[d];
        if (d > 0 && prev[d-1] + P1 < m) m = prev[d-1] + P1;
        if (d < D - 1 && prev[d+1] + P1 < m) m = prev[d+1] + P1;
        if (best + P2 < m) m = best + P2;
        cur[d] = (uint16_t)(c[d] + m - best);
        S[d] = (uint16_t)(S[d] + cur[d]);
    }
}

static void run_path(const uint8_t *C, uint16_t *S, size_t start, long stride, int n, uint16_t *buf)
{
    uint16_t *a = buf, *b = buf + D;
    memset(a, 0, D * sizeof *a);
    for (int i = 0; i < n; i++) {
        size_t p = (start + (size_t)(stride * i)) * D;
        path_step(C + p, a, b, S + p);
        uint16_t *t = a; a = b; b = t;
    }
}

static void aggregate(const uint8_t *C, uint16_t *S)
{
    uint16_t *buf = malloc(2 * D * sizeof *buf);
    for (int y = 0; y < H; y++) {
        run_path(C, S, (size_t)y * W, 1, W, buf);
        run_path(C, S, (size_t)y * W + W - 1, -1, W, buf);
    }
    for (int x = 0; x < W; x++) {
        run_path(C, S, x, W, H, buf);
        run_path(C, S, (size_t)(H - 1) * W + x, -(long)W, H, buf);
    }
    free(buf);
}

static void winner(const uint16_t *S, uint8_t *dl, uint8_t *dr)
{
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++) {
            const uint16_t *s = S + ((size_t)y * W + x) * D;
            int b = 0;
            for (int d = 1; d < D; d++)
                if (s[d] < s[b]) b = d;
            dl[y * W + x] = (uint8_t)b;
            b = 0;
            for (int d = 1; d < D && x + d < W; d++)
                if (s[(size_t)d * D + d] < s[(size_t)b * D + b]) b = d;
            dr[y * W + x] = (uint8_t)b;
        }
}

int main(int argc, char **argv)
{
    W = argc > 1 ? atoi(argv[1]) : 1280;
    H = argc > 2 ? atoi(argv[2]) : 900;
    D = argc > 3 ? atoi(argv[3]) : 64;
    size_t n = (size_t)W * H;
    uint8_t *L = malloc(n), *R = malloc(n), *T = malloc(n), *dl = malloc(n), *dr = malloc(n);
    uint64_t *cl = malloc(n * 8), *cr = malloc(n * 8);
    uint8_t *C = malloc(n * D);
    uint16_t *S = calloc(n * D, sizeof *S);

    make_pair(L, R, T);
    census(L, cl);
    census(R, cr);
    cost_volume(cl, cr, C);
    aggregate(C, S);
    winner(S, dl, dr);

    long ok = 0, valid = 0;
    uint32_t sum = 2166136261u;
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++) {
            int d = dl[y * W + x], back = x - d >= 0 ? dr[y * W + x - d] : 255;
            if (abs(d - back) <= 1) {
                valid++;
                if (abs(d - T[y * W + x]) <= 1) ok++;
            }
            sum = (sum ^ (uint32_t)d) * 16777619u;
        }
    printf("pixels %zu consistent %ld correct %ld fnv %08x\n", n, valid, ok, sum);
    free(L); free(R); free(T); free(dl); free(dr); free(cl); free(cr); free(C); free(S);
    return 0;
}
