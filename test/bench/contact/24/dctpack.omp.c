/* dctpack - small intra image coder: per-block prediction mode and quantiser decision, integer
 * 8x8 DCT, zig-zag run-length and exp-Golomb bit packing; synthetic test card.
 * usage: dctpack [width] [height] [seed] */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>

#define B 8
#define MODES 4

typedef struct {
    int w, h;
    uint8_t *pix;
} Plane;

typedef struct {
    uint8_t *buf;
    size_t cap, bits;
} BitWriter;

typedef struct {
    int mode, q, bits, last_dc;
    int64_t sse;
    int level[B * B];
    uint8_t recon[B * B];
} Choice;

typedef struct {
    long mode_count[MODES], zero_blocks, coefficients;
    int64_t sse;
} Tally;

static const int16_t basis[B][B] = {
    { 91, 91, 91, 91, 91, 91, 91, 91 },     { 126, 106, 71, 25, -25, -71, -106, -126 },
    { 118, 49, -49, -118, -118, -49, 49, 118 }, { 106, -25, -126, -71, 71, 126, 25, -106 },
    { 91, -91, -91, 91, 91, -91, -91, 91 }, { 71, -126, 25, 106, -106, -25, 126, -71 },
    { 49, -118, 118, -49, -49, 118, -118, 49 }, { 25, -71, 106, -126, 126, -106, 71, -25 }
};
static int zigzag[B * B];

static void init_zigzag(void)
{
    int n = 0;
    for (int s = 0; s < 2 * B - 1; s++)
        for (int k = 0; k <= s; k++) {
            int y = s & 1 ? k : s - k, x = s - y;
            if (x < B && y < B) zigzag[n++] = y * B + x;
        }
}

static void put_bits(BitWriter *w, uint32_t v, int n)
{
    if (w->bits + n + 8 > w->cap * 8) {
        size_t old = w->cap;
        w->cap = w->cap * 2 + 64;
        w->buf = realloc(w->buf, w->cap);
        memset(w->buf + old, 0, w->cap - old);
    }
    for (; n-- > 0; w->bits++)
        if (v >> n & 1) w->buf[w->bits >> 3] |= (uint8_t)(0x80 >> (w->bits & 7));
}

static int golomb_len(uint32_t v)
{
    int n = 0;
    while ((v + 1) >> (n + 1)) n++;
    return 2 * n + 1;
}
static void put_golomb(BitWriter *w, uint32_t v)
{
    int len = golomb_len(v);
    put_bits(w, 0, len / 2);
    put_bits(w, v + 1, len / 2 + 1);
}
static uint32_t fold(int v) { return v > 0 ? 2u * (uint32_t)v - 1 : 2u * (uint32_t)(-v); }

static void paint(Plane *p, uint32_t seed)
{
    #pragma omp parallel for
    for (int y = 0; y < p->h; y++)
        for (int x = 0; x < p->w; x++) {
            uint32_t cellx = (uint32_t)x / 48, celly = (uint32_t)y / 40;
            uint32_t c = (cellx * 73856093u ^ celly * 19349663u ^ seed) * 2654435761u;
            uint32_t g = ((uint32_t)x * 374761393u + (uint32_t)y * 668265263u + seed) * 2246822519u;
            int kind = c >> 29, v = (int)(c >> 16 & 127) + 40;
            if (kind < 3) v += (x % 48) - (y % 40);
            else if (kind == 3) v += (x * y / 16 & 16) ? 30 : -30;
            else if (kind == 4) v += ((x ^ y) & 15) * 4;
            v += (int)(g >> 29);
            p->pix[y * p->w + x] = (uint8_t)(v < 0 ? 0 : v > 255 ? 255 : v);
        }
}

/* predicts from the source pixels above and to the left */
static void predict(const Plane *p, int x0, int y0, int mode, uint8_t *out)
{
    int dc = 0, n = 0;
    const uint8_t *up = y0 ? p->pix + (y0 - 1) * p->w + x0 : NULL, *left = x0 ? p->pix + y0 * p->w + x0 - 1 : NULL;
    for (int i = 0; i < B; i++) {
        if (up) { dc += up[i]; n++; }
        if (left) { dc += left[i * p->w]; n++; }
    }
    dc = n ? (dc + n / 2) / n : 128;
    for (int y = 0; y < B; y++)
        for (int x = 0; x < B; x++) {
            int u = up ? up[x] : dc, l = left ? left[y * p->w] : dc;
            out[y * B + x] = (uint8_t)(mode == 0 ? dc : mode == 1 ? u : mode == 2 ? l : (u + l + 1) / 2);
        }
}

static void transform(const int *in, int *out, int inverse)
{
    int tmp[B * B];
    for (int pass = 0; pass < 2; pass++) {
        const int *src = pass ? tmp : in;
        int *dst = pass ? out : tmp;
        for (int r = 0; r < B; r++)
            for (int k = 0; k < B; k++) {
                int s = 0;
                for (int i = 0; i < B; i++) s += src[r * B + i] * (inverse ? basis[i][k] : basis[k][i]);
                dst[k * B + r] = (s + 128) >> 8;
            }
    }
}

static void try_mode(const Plane *p, int x0, int y0, int mode, int q, int last_dc, Choice *c)
{
    uint8_t pred[B * B];
    int res[B * B], co[B * B], run = 0;
    predict(p, x0, y0, mode, pred);
    for (int i = 0; i < B * B; i++) res[i] = p->pix[(y0 + i / B) * p->w + x0 + i % B] - pred[i];
    transform(res, co, 0);
    c->mode = mode, c->q = q;
    c->sse = 0, c->bits = 4;
    for (int k = 0; k < B * B; k++) {
        int z = zigzag[k], step = q * (8 + k) / 8;
        int lv = co[z] >= 0 ? (co[z] + step / 3) / step : -((step / 3 - co[z]) / step);
        c->level[k] = lv;
        co[z] = lv * step;
        if (k == 0) c->bits += golomb_len(fold(lv - last_dc));
        else if (lv) {
            c->bits += golomb_len((uint32_t)run + 1) + golomb_len(fold(lv));
            run = 0;
        } else run++;
    }
    c->bits++;
    transform(co, res, 1);
    for (int i = 0; i < B * B; i++) {
        int v = pred[i] + res[i], e;
        c->recon[i] = (uint8_t)(v < 0 ? 0 : v > 255 ? 255 : v);
        e = c->recon[i] - p->pix[(y0 + i / B) * p->w + x0 + i % B];
        c->sse += e * e;
    }
    c->last_dc = c->level[0];
}

static void emit(BitWriter *w, const Choice *c, int last_dc, Tally *tally)
{
    int run = 0, nz = 0;
    put_bits(w, (uint32_t)c->mode, 2);
    put_bits(w, (uint32_t)(c->q / 8 - 1), 2);
    put_golomb(w, fold(c->level[0] - last_dc));
    for (int k = 1; k < B * B; k++) {
        if (!c->level[k]) { run++; continue; }
        put_golomb(w, (uint32_t)run + 1);
        put_golomb(w, fold(c->level[k]));
        run = 0;
        nz++;
    }
    put_bits(w, 1, 1);
    tally->coefficients += nz;
    if (!nz) tally->zero_blocks++;
}

static void code_row(const Plane *p, int y0, Plane *recon, BitWriter *w, Tally *tally)
{
    int last_dc = 0;
    for (int x0 = 0; x0 < p->w; x0 += B) {
        Choice best = { 0 }, c;
        int64_t cheapest = INT64_MAX;
        for (int q = 8; q <= 24; q += 8)
            for (int mode = 0; mode < MODES; mode++) {
                try_mode(p, x0, y0, mode, q, last_dc, &c);
                int64_t cost = c.sse + 60 * (int64_t)c.bits;
                if (cost < cheapest) { cheapest = cost; best = c; }
            }
        emit(w, &best, last_dc, tally);
        last_dc = best.last_dc;
        for (int i = 0; i < B * B; i++) recon->pix[(y0 + i / B) * p->w + x0 + i % B] = best.recon[i];
        tally->mode_count[best.mode]++;
        tally->sse += best.sse;
    }
}

static void append(BitWriter *to, const BitWriter *from)
{
    size_t i = 0, whole = from->bits / 8;
    for (; i < whole; i++) put_bits(to, from->buf[i], 8);
    if (from->bits & 7) put_bits(to, (uint32_t)from->buf[i] >> (8 - (from->bits & 7)), (int)(from->bits & 7));
}

static void add_tally(Tally *to, const Tally *from)
{
    for (int m = 0; m < MODES; m++) to->mode_count[m] += from->mode_count[m];
    to->zero_blocks += from->zero_blocks;
    to->coefficients += from->coefficients;
    to->sse += from->sse;
}

int main(int argc, char **argv)
{
    int w = (argc > 1 ? atoi(argv[1]) : 1280) / B * B, h = (argc > 2 ? atoi(argv[2]) : 1120) / B * B;
    uint32_t seed = argc > 3 ? (uint32_t)atoi(argv[3]) : 90;
    if (w < B || h < B) return 1;

    Plane img = { w, h, malloc((size_t)w * h) }, recon = { w, h, malloc((size_t)w * h) };
    BitWriter out = { NULL, 0, 0 };
    init_zigzag();
    paint(&img, seed);
    /* each block row has a bit stream of its own; they are spliced afterwards */
    Tally tally = { 0 };
    BitWriter *part = calloc(h / B, sizeof *part);
    #pragma omp parallel
    {
        Tally mine = { 0 };
        #pragma omp for schedule(dynamic, 1) nowait
        for (int y = 0; y < h; y += B) code_row(&img, y, &recon, &part[y / B], &mine);
        #pragma omp critical
        add_tally(&tally, &mine);
    }
    for (int r = 0; r < h / B; r++) {
        append(&out, &part[r]);
        free(part[r].buf);
    }
    free(part);

    uint32_t crc = 0xffffffffu, sum = 0;
    for (size_t i = 0; i < (out.bits + 7) / 8; i++) {
        crc ^= out.buf[i];
        for (int k = 0; k < 8; k++) crc = crc >> 1 ^ (crc & 1 ? 0xEDB88320u : 0);
    }
    for (int i = 0; i < w * h; i++) sum = sum * 33u + recon.pix[i];
    printf("%dx%d bits %zu bpp %.6f mse %.6f\n", w, h, out.bits, (double)out.bits / w / h, (double)tally.sse / w / h);
    printf("modes %ld %ld %ld %ld flat %ld coefficients %ld crc %08x recon %08x\n", tally.mode_count[0],
           tally.mode_count[1], tally.mode_count[2], tally.mode_count[3], tally.zero_blocks, tally.coefficients, ~crc, sum);
    free(out.buf), free(img.pix), free(recon.pix);
    return 0;
}
