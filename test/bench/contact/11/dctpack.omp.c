/*
 * dctpack.c - toy lossy picture coder
 *
 * 8x8 DCT, quantization, zigzag, (run,level) pairs with variable length
 * integers; then decodes again and measures the error.
 *
 * usage: dctpack [-q quality] [width height]
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>

#define B  8
#define BB 64
typedef unsigned char byte;

struct plane {
    int w, h;           /* always multiples of 8 */
    byte **row;         /* row pointers into pixels */
    byte *pixels;
};

struct stream {
    byte *buf;
    size_t len, cap;
};

struct codec {
    int quality;
    int quant[BB];
    double cosine[B][B];
};

static const int base_quant[BB] = {
    16, 11, 10, 16, 24, 40, 51, 61,     12, 12, 14, 19, 26, 58, 60, 55,
    14, 13, 16, 24, 40, 57, 69, 56,     14, 17, 22, 29, 51, 87, 80, 62,
    18, 22, 37, 56, 68,109,103, 77,     24, 35, 55, 64, 81,104,113, 92,
    49, 64, 78, 87,103,121,120,101,     72, 92, 95, 98,112,100,103, 99
};

static int zigzag[BB];

static void *xmalloc(size_t n)
{
    void *p = malloc(n ? n : 1);
    if (p == NULL) {
        fputs("dctpack: out of memory\n", stderr);
        exit(1);
    }
    return p;
}

static void init_zigzag(void)
{
    int n = 0;
    for (int s = 0; s < 2 * B - 1; s++)
        for (int i = 0; i <= s; i++) {
            int r = (s & 1) ? i : s - i, c = s - r;
            if (r < B && c < B)
                zigzag[n++] = r * B + c;
        }
}

static void codec_init(struct codec *cd, int quality)
{
    int scale = quality < 50 ? 5000 / quality : 200 - 2 * quality;
    cd->quality = quality;
    for (int i = 0; i < BB; i++) {
        int q = (base_quant[i] * scale + 50) / 100;
        cd->quant[i] = q < 1 ? 1 : q > 255 ? 255 : q;
    }
    for (int u = 0; u < B; u++)
        for (int x = 0; x < B; x++)
            cd->cosine[u][x] = (u ? 0.5 : sqrt(0.125)) * cos((2 * x + 1) * u * M_PI / 16.0);
}

static struct plane *plane_new(int w, int h)
{
    struct plane *p = xmalloc(sizeof *p);
    p->w = w;
    p->h = h;
    p->pixels = xmalloc((size_t)w * h);
    p->row = xmalloc(h * sizeof *p->row);
    for (int y = 0; y < h; y++)
        p->row[y] = p->pixels + (size_t)y * w;
    return p;
}

static void plane_free(struct plane *p)
{
    free(p->row);
    free(p->pixels);
    free(p);
}

static void put_byte(struct stream *s, int v)
{
    if (s->len == s->cap) {
        s->cap = s->cap ? s->cap * 2 : 4096;
        s->buf = realloc(s->buf, s->cap);
        if (!s->buf) {
            fputs("dctpack: out of memory\n", stderr);
            exit(1);
        }
    }
    s->buf[s->len++] = (byte)v;
}

/* signed values, 7 bits per byte */
static void put_varint(struct stream *s, int v)
{
    unsigned u = v < 0 ? ((unsigned)-v << 1) - 1 : (unsigned)v << 1;
    while (u >= 128) {
        put_byte(s, (int)(u & 127) | 128);
        u >>= 7;
    }
    put_byte(s, (int)u);
}

static int get_varint(const struct stream *s, size_t *pos)
{
    unsigned u = 0;
    int shift = 0, b;
    do {
        b = s->buf[(*pos)++];
        u |= (unsigned)(b & 127) << shift;
        shift += 7;
    } while (b & 128);
    return (u & 1) ? -(int)((u + 1) >> 1) : (int)(u >> 1);
}

static void forward_dct(const struct codec *cd, double in[B][B], double out[B][B])
{
    double tmp[B][B];
    for (int y = 0; y < B; y++)
        for (int u = 0; u < B; u++) {
            double s = 0;
            for (int x = 0; x < B; x++)
                s += in[y][x] * cd->cosine[u][x];
            tmp[y][u] = s;
        }
    for (int v = 0; v < B; v++)
        for (int u = 0; u < B; u++) {
            double s = 0;
            for (int y = 0; y < B; y++)
                s += tmp[y][u] * cd->cosine[v][y];
            out[v][u] = s;
        }
}

static void inverse_dct(const struct codec *cd, double in[B][B], double out[B][B])
{
    double tmp[B][B];
    for (int v = 0; v < B; v++)
        for (int x = 0; x < B; x++) {
            double s = 0;
            for (int u = 0; u < B; u++)
                s += in[v][u] * cd->cosine[u][x];
            tmp[v][x] = s;
        }
    for (int y = 0; y < B; y++)
        for (int x = 0; x < B; x++) {
            double s = 0;
            for (int v = 0; v < B; v++)
                s += tmp[v][x] * cd->cosine[v][y];
            out[y][x] = s;
        }
}

static void quantize_block(const struct codec *cd, const struct plane *p, int bx, int by, short *coef)
{
    double in[B][B], out[B][B];
    for (int y = 0; y < B; y++)
        for (int x = 0; x < B; x++)
            in[y][x] = p->row[by * B + y][bx * B + x] - 128.0;
    forward_dct(cd, in, out);
    for (int i = 0; i < BB; i++) {
        int z = zigzag[i];
        coef[i] = (short)lround(out[z / B][z % B] / cd->quant[z]);
    }
}

static void write_block(struct stream *s, const short *coef, int *last_dc)
{
    int run = 0;
    put_varint(s, coef[0] - *last_dc);
    *last_dc = coef[0];
    for (int i = 1; i < BB; i++) {
        if (coef[i] == 0) {
            run++;
            continue;
        }
        put_byte(s, run);
        put_varint(s, coef[i]);
        run = 0;
    }
    put_byte(s, 255);           /* end of block */
}

/*
 * Encoding: transform and quantize all blocks in parallel, every block row
 * written to its own stream (its first DC predictor is the last DC of the
 * row above), then glued together in order.
 */
static size_t *encode(const struct codec *cd, const struct plane *p, struct stream *s, int *row_dc)
{
    int rows = p->h / B, cols = p->w / B;
    short *coef = xmalloc((size_t)rows * cols * BB * sizeof *coef);
    struct stream *part = xmalloc(rows * sizeof *part);
    size_t *start = xmalloc(rows * sizeof *start);

#pragma omp parallel
    {
#pragma omp for schedule(static)
        for (int by = 0; by < rows; by++)
            for (int bx = 0; bx < cols; bx++)
                quantize_block(cd, p, bx, by, coef + ((size_t)by * cols + bx) * BB);
#pragma omp for schedule(static)
        for (int by = 0; by < rows; by++) {
            int dc = by ? coef[((size_t)by * cols - 1) * BB] : 0;
            struct stream mine = { NULL, 0, 0 };
            row_dc[by] = dc;
            for (int bx = 0; bx < cols; bx++)
                write_block(&mine, coef + ((size_t)by * cols + bx) * BB, &dc);
            part[by] = mine;
        }
    }
    for (int by = 0; by < rows; by++) {
        start[by] = s->len;
        s->len += part[by].len;
    }
    s->cap = s->len;
    s->buf = xmalloc(s->cap);
#pragma omp parallel for schedule(static)
    for (int by = 0; by < rows; by++) {
        memcpy(s->buf + start[by], part[by].buf, part[by].len);
        free(part[by].buf);
    }
    free(part);
    free(coef);
    return start;
}

static void decode(const struct codec *cd, const struct stream *s, struct plane *p,
                   const size_t *start, const int *row_dc)
{
#pragma omp parallel for schedule(static)
    for (int by = 0; by < p->h / B; by++) {
        size_t pos = start[by];
        int dc = row_dc[by];
        double in[B][B], out[B][B];
        for (int bx = 0; bx < p->w / B; bx++) {
            memset(in, 0, sizeof in);
            dc += get_varint(s, &pos);
            in[0][0] = (double)dc * cd->quant[0];
            for (int i = 1, run; (run = s->buf[pos++]) != 255; i++) {
                i += run;
                int z = zigzag[i];
                in[z / B][z % B] = (double)get_varint(s, &pos) * cd->quant[z];
            }
            inverse_dct(cd, in, out);
            for (int y = 0; y < B; y++)
                for (int x = 0; x < B; x++) {
                    long v = lround(out[y][x] + 128.0);
                    p->row[by * B + y][bx * B + x] = (byte)(v < 0 ? 0 : v > 255 ? 255 : v);
                }
        }
    }
}

static void draw(struct plane *p)
{
    unsigned long long s = 88172645463325252ULL;
    for (int y = 0; y < p->h; y++)
        for (int x = 0; x < p->w; x++) {
            s ^= s << 13; s ^= s >> 7; s ^= s << 17;
            p->row[y][x] = (byte)(s % 15);
        }
#pragma omp parallel for schedule(static)
    for (int y = 0; y < p->h; y++)
        for (int x = 0; x < p->w; x++) {
            double v = 128 + 60 * sin(x * 0.021) * cos(y * 0.017) + ((x / 50 + y / 70) & 1 ? 20 : -20);
            p->row[y][x] = (byte)(v + (double)p->row[y][x]);
        }
}

int main(int argc, char **argv)
{
    int quality = 60, w = 5120, h = 3840, a = 1;
    struct codec cd;
    struct stream st = { NULL, 0, 0 };

    if (a + 1 < argc && strcmp(argv[a], "-q") == 0) {
        quality = atoi(argv[a + 1]);
        a += 2;
    }
    if (a + 1 < argc) {
        w = atoi(argv[a]) / B * B;
        h = atoi(argv[a + 1]) / B * B;
        a += 2;
    }
    if (a != argc || quality < 1 || quality > 100 || w <= 0 || h <= 0) {
        fprintf(stderr, "usage: %s [-q quality] [width height]\n", argv[0]);
        return 2;
    }
    init_zigzag();
    codec_init(&cd, quality);
    struct plane *src = plane_new(w, h), *dst = plane_new(w, h);
    draw(src);
    int *row_dc = xmalloc(h / B * sizeof *row_dc);
    size_t *start = encode(&cd, src, &st, row_dc);
    decode(&cd, &st, dst, start, row_dc);

    long long err = 0;
    int worst = 0;
#pragma omp parallel for schedule(static) reduction(+:err) reduction(max:worst)
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            int d = abs(src->row[y][x] - dst->row[y][x]);
            err += d * d;
            if (d > worst) worst = d;
        }
    unsigned adler_a = 1, adler_b = 0;
    for (size_t i = 0; i < st.len; i++) {
        adler_a = (adler_a + st.buf[i]) % 65521;
        adler_b = (adler_b + adler_a) % 65521;
    }
    double mse = (double)err / ((double)w * h);
    printf("%dx%d quality %d: %zu bytes (%.3f bpp)\n", w, h, quality, st.len, 8.0 * st.len / ((double)w * h));
    printf("worst %d mse %.5f psnr %.3f dB\n", worst, mse, mse > 0 ? 10 * log10(65025.0 / mse) : 99.0);
    printf("adler %08x\n", adler_b << 16 | adler_a);
    free(st.buf);
    free(start);
    free(row_dc);
    plane_free(src);
    plane_free(dst);
    return 0;
}
