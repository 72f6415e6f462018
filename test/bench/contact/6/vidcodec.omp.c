// SPDX-License-Identifier: Apache-2.0
/* Toy video encoder: predicts each frame from the last reconstruction, codes 8x8 integer-DCT residuals with Exp-Golomb and adapts the quantizer to a bit budget. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>
#include <math.h>

typedef struct
{
    uint8_t *buf;
    size_t   nbits, cap;
} BitWriter;

typedef struct
{
    int      width, height;
    uint8_t *src, *recon;
    int      qp;
    int    (*levels)[64];
    BitWriter bw;
    long     zeroBlocks;
} Encoder;

static int dctTab[8][8];
static int zigzag[64];

static void InitTables(void)
{
    for (int u = 0; u < 8; u++)
        for (int x = 0; x < 8; x++)
        {
            double s = u == 0 ? sqrt(0.125) : 0.5;
            dctTab[u][x] = (int)lrint(s * cos((2 * x + 1) * u * 3.14159265358979 / 16) * 4096);
        }
    int k = 0;
    for (int s = 0; s < 15; s++)
        for (int i = 0; i <= s; i++)
        {
            int y = (s & 1) ? i : s - i, x = s - y;
            if (x < 8 && y < 8)
                zigzag[k++] = y * 8 + x;
        }
}

static void PutBits(BitWriter *bw, uint32_t v, int n)
{
    if (bw->nbits + n + 8 > bw->cap * 8)
    {
        bw->buf = realloc(bw->buf, bw->cap * 2);
        memset(bw->buf + bw->cap, 0, bw->cap);
        bw->cap *= 2;
    }
    while (n-- > 0)
    {
        if ((v >> n) & 1)
            bw->buf[bw->nbits >> 3] |= (uint8_t)(0x80 >> (bw->nbits & 7));
        bw->nbits++;
    }
}

static void PutUE(BitWriter *bw, uint32_t v)
{
    int len = 32 - __builtin_clz(v + 1);
    PutBits(bw, 0, len - 1);
    PutBits(bw, v + 1, len);
}

static void PutSE(BitWriter *bw, int v)
{
    PutUE(bw, v > 0 ? 2u * (uint32_t)v - 1 : 2u * (uint32_t)(-v));
}

static void Forward(const int *in, int *out)
{
    int tmp[64];
    for (int y = 0; y < 8; y++)
        for (int u = 0; u < 8; u++)
        {
            int a = 0;
            for (int x = 0; x < 8; x++) a += in[y * 8 + x] * dctTab[u][x];
            tmp[y * 8 + u] = (a + 256) >> 9;
        }
    for (int u = 0; u < 8; u++)
        for (int v = 0; v < 8; v++)
        {
            int a = 0;
            for (int y = 0; y < 8; y++) a += tmp[y * 8 + u] * dctTab[v][y];
            out[v * 8 + u] = (a + 16384) >> 15;
        }
}

static void Inverse(const int *in, int *out)
{
    int tmp[64];
    for (int u = 0; u < 8; u++)
        for (int y = 0; y < 8; y++)
        {
            int a = 0;
            for (int v = 0; v < 8; v++) a += in[v * 8 + u] * dctTab[v][y];
            tmp[y * 8 + u] = (a + 256) >> 9;
        }
    for (int y = 0; y < 8; y++)
        for (int x = 0; x < 8; x++)
        {
            int a = 0;
            for (int u = 0; u < 8; u++) a += tmp[y * 8 + u] * dctTab[u][x];
            out[y * 8 + x] = (a + 16384) >> 15;
        }
}

/* transform, quantize, reconstruct one block; levels in scan order */
static void CodeBlock(Encoder *e, int bx, int by, int *level)
{
    int res[64], co[64], step = 2 + e->qp * 2;
    for (int i = 0; i < 64; i++)
    {
        size_t p = (size_t)(by * 8 + i / 8) * e->width + bx * 8 + i % 8;
        res[i] = e->src[p] - e->recon[p];
    }
    Forward(res, co);
    for (int i = 0; i < 64; i++)
    {
        int c = co[zigzag[i]];
        level[i] = c >= 0 ? (c + step / 3) / step : -((-c + step / 3) / step);
        co[zigzag[i]] = level[i] * step;
    }
    Inverse(co, res);
    for (int i = 0; i < 64; i++)
    {
        size_t p = (size_t)(by * 8 + i / 8) * e->width + bx * 8 + i % 8;
        int v = e->recon[p] + res[i];
        e->recon[p] = (uint8_t)(v < 0 ? 0 : v > 255 ? 255 : v);
    }
}

static void WriteBlock(Encoder *e, const int *level)
{
    int run = 0, any = 0;
    for (int i = 0; i < 64; i++)
    {
        if (level[i] == 0) { run++; continue; }
        PutUE(&e->bw, (uint32_t)run + 1);
        PutSE(&e->bw, level[i]);
        run = 0;
        any = 1;
    }
    PutUE(&e->bw, 0);
    e->zeroBlocks += !any;
}

static void EncodeFrame(Encoder *e)
{
    int nbx = e->width / 8, nb = nbx * (e->height / 8);
    #pragma omp parallel for schedule(static)
    for (int by = 0; by < e->height / 8; by++)
        for (int bx = 0; bx < e->width / 8; bx++)
            CodeBlock(e, bx, by, e->levels[by * nbx + bx]);
    for (int b = 0; b < nb; b++)
        WriteBlock(e, e->levels[b]);
}

static void RenderFrame(Encoder *e, int t)
{
    #pragma omp parallel for schedule(static)
    for (int y = 0; y < e->height; y++)
        for (int x = 0; x < e->width; x++)
        {
            uint32_t n = (uint32_t)x * 73856093u ^ (uint32_t)y * 19349663u ^ (uint32_t)t * 83492791u;
            n = (n ^ (n >> 13)) * 1274126177u;
            int v = ((x + 3 * t) * (y + t) >> 6 & 127) + ((x / 16 + y / 16) & 1) * 60;
            int dx = x - (50 + 7 * t) % e->width, dy = y - e->height / 2;
            if (dx * dx + dy * dy < 1600) v = 230;
            e->src[(size_t)y * e->width + x] = (uint8_t)(v + (n >> 29));
        }
}

int main(int argc, char **argv)
{
    Encoder e = { 0 };
    e.width = (argc > 1 ? atoi(argv[1]) : 640) & ~7;
    e.height = (argc > 2 ? atoi(argv[2]) : 360) & ~7;
    int frames = argc > 3 ? atoi(argv[3]) : 240;
    size_t n = (size_t)e.width * e.height;
    e.src = malloc(n);
    e.recon = malloc(n);
    e.levels = malloc(n / 64 * sizeof *e.levels);
    memset(e.recon, 128, n);
    e.qp = 8;
    e.bw.cap = 1 << 16;
    e.bw.buf = calloc(e.bw.cap, 1);
    InitTables();
    size_t target = n;
    for (int t = 0; t < frames; t++)
    {
        size_t before = e.bw.nbits;
        RenderFrame(&e, t);
        EncodeFrame(&e);
        size_t used = e.bw.nbits - before;
        long long sse = 0;
        #pragma omp parallel for schedule(static) reduction(+:sse)
        for (size_t i = 0; i < n; i++)
        {
            int d = e.src[i] - e.recon[i];
            sse += d * d;
        }
        if (t % 48 == 0 || t == frames - 1)
            printf("frame %3d qp %2d bits %zu mse %.4f\n", t, e.qp, used, (double)sse / n);
        if (used > target + target / 8 && e.qp < 40) e.qp++;
        if (used < target - target / 8 && e.qp > 1) e.qp--;
    }
    uint32_t crc = 1;
    for (size_t i = 0; i < (e.bw.nbits + 7) / 8; i++)
        crc = (crc << 5 | crc >> 27) ^ (e.bw.buf[i] * 2654435761u);
    printf("stream %zu bits, zero blocks %ld, sum %08x\n", e.bw.nbits, e.zeroBlocks, crc);
    free(e.src); free(e.levels); free(e.recon); free(e.bw.buf);
    return 0;
}
