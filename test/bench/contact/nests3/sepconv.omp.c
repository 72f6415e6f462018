/* sepconv, optimized by hand: see sepconv.c.
 * SMALL: 1 24
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

struct Tensor {
    int c, h, w;
    float *v; /* v[(c * h + y) * w + x] */
};

struct Block {
    int cin, cout, stride;
    float *dw, *dwbias; /* cin x 3 x 3, cin */
    float *pw, *pwbias; /* cout x cin, cout */
};

static const int plan[][3] = {
    { 16, 32, 1 }, { 32, 32, 1 }, { 32, 64, 2 }, { 64, 64, 1 }, { 64, 120, 2 }, { 120, 120, 1 },
};
#define BLOCKS ((int)(sizeof plan / sizeof plan[0]))

static struct Tensor new_tensor(int c, int h, int w)
{
    struct Tensor t = { c, h, w, malloc(sizeof(float) * (size_t)c * h * w) };
    if (!t.v)
        exit(1);
    return t;
}

static float *px(const struct Tensor *t, int c, int y, int x)
{
    return &t->v[((size_t)c * t->h + y) * t->w + x];
}

static float weight(int a, int b, float scale)
{
    unsigned h = (unsigned)a * 2654435761u ^ (unsigned)b * 2246822519u;
    h ^= h >> 15;
    h *= 2654435761u;
    h ^= h >> 13;
    return scale * ((float)(h & 0xffff) / 32768.0f - 1.0f);
}

static float *weights(int count, int tag, float scale)
{
    float *w = malloc(sizeof(float) * count);
    for (int i = 0; i < count; i++)
        w[i] = weight(i + 1, tag, scale);
    return w;
}

typedef float v16 __attribute__((vector_size(64)));
typedef float v16u __attribute__((vector_size(64), aligned(4)));

#define TILE 256 /* pixels a thread works on at a time */

/* one row of the depthwise layer; rows r[0..2] may be missing (NULL) */
static void depthwise_row(const float *const r[3], int w, int stride, const float *k, float bias,
                          float *out, int ow)
{
    for (int x = 0; x < ow; x++)
        out[x] = bias;
    /* the order per pixel is dy, dx, as every pass adds one tap everywhere */
    for (int dy = 0; dy < 3; dy++) {
        if (!r[dy])
            continue;
        for (int dx = 0; dx < 3; dx++) {
            const float *in = r[dy] + dx - 1;
            float c = k[dy * 3 + dx];
            int from = dx == 0 ? 1 : 0, to = ow;
            while (to > 0 && (to - 1) * stride + dx - 1 >= w)
                to--;
            if (stride == 1) {
#pragma omp simd
                for (int x = from; x < to; x++)
                    out[x] += c * in[x];
            } else {
                for (int x = from; x < to; x++)
                    out[x] += c * in[x * stride];
            }
        }
    }
#pragma omp simd
    for (int x = 0; x < ow; x++) {
        float s = out[x];
        s = s < 0.0f ? 0.0f : s;
        out[x] = s > 6.0f ? 6.0f : s;
    }
}

/* 4 output channels x 32 pixels */
static inline void kernel(const float *mid, int cin, const float *pw, const float *bias, int no,
                          float *restrict out)
{
    const float *w[4];
    v16 s[4][2];
#pragma GCC unroll 4
    for (int o = 0; o < 4; o++) {
        int q = o < no ? o : 0;
        w[o] = pw + (size_t)q * cin;
        s[o][0] = s[o][1] = bias[q] + (v16){ 0 };
    }
    for (int c = 0; c < cin; c++) {
        v16 a = *(const v16u *)(mid + (size_t)c * TILE);
        v16 b = *(const v16u *)(mid + (size_t)c * TILE + 16);
#pragma GCC unroll 4
        for (int o = 0; o < 4; o++) {
            s[o][0] += w[o][c] * a;
            s[o][1] += w[o][c] * b;
        }
    }
#pragma GCC unroll 4
    for (int o = 0; o < 4; o++) {
        *(v16u *)(out + o * 32) = s[o][0];
        *(v16u *)(out + o * 32 + 16) = s[o][1];
    }
}

static void rows_of(const struct Tensor *in, const struct Block *b, struct Tensor *out, int y0,
                    int y1, float *mid)
{
    int ow = out->w, pixels = (y1 - y0) * ow;
    for (int c = 0; c < b->cin; c++) {
        for (int y = y0; y < y1; y++) {
            const float *r[3];
            for (int dy = 0; dy < 3; dy++) {
                int yy = y * b->stride + dy - 1;
                r[dy] = yy < 0 || yy >= in->h ? NULL : px(in, c, yy, 0);
            }
            depthwise_row(r, in->w, b->stride, b->dw + c * 9, b->dwbias[c],
                          mid + (size_t)c * TILE + (y - y0) * ow, ow);
        }
        for (int p = pixels; p % 32; p++)
            mid[(size_t)c * TILE + p] = 0.0f;
    }
    int skip = b->cin == b->cout && b->stride == 1;
    for (int p = 0; p < pixels; p += 32)
        for (int o = 0; o < b->cout; o += 4) {
            float buf[4 * 32];
            int no = b->cout - o < 4 ? b->cout - o : 4, np = pixels - p < 32 ? pixels - p : 32;
            kernel(mid + p, b->cin, b->pw + (size_t)o * b->cin, b->pwbias + o, no, buf);
            for (int q = 0; q < no; q++) {
                float *dst = px(out, o + q, y0, 0) + p;
                const float *src = px(in, o + q < in->c ? o + q : 0, skip ? y0 : 0, 0) + p;
                if (skip) {
#pragma omp simd
                    for (int l = 0; l < np; l++) {
                        float s = buf[q * 32 + l];
                        s = s < 0.0f ? 0.0f : s;
                        dst[l] = (s > 6.0f ? 6.0f : s) + src[l];
                    }
                } else {
#pragma omp simd
                    for (int l = 0; l < np; l++) {
                        float s = buf[q * 32 + l];
                        s = s < 0.0f ? 0.0f : s;
                        dst[l] = s > 6.0f ? 6.0f : s;
                    }
                }
            }
        }
}

static struct Tensor run_block(const struct Tensor *in, const struct Block *b)
{
    struct Tensor out =
        new_tensor(b->cout, (in->h - 1) / b->stride + 1, (in->w - 1) / b->stride + 1);
    int rows = TILE / out.w;
    if (rows < 1) {
        fprintf(stderr, "picture too wide\n");
        exit(1);
    }
#pragma omp parallel
    {
        float *mid = malloc(sizeof(float) * (size_t)b->cin * TILE);
#pragma omp for schedule(dynamic, 1)
        for (int y = 0; y < out.h; y += rows)
            rows_of(in, b, &out, y, y + rows < out.h ? y + rows : out.h, mid);
        free(mid);
    }
    return out;
}

static struct Tensor picture(int which, int side)
{
    struct Tensor t = new_tensor(plan[0][0], side, side);
#pragma omp parallel for
    for (int c = 0; c < t.c; c++)
        for (int y = 0; y < side; y++)
            for (int x = 0; x < side; x++)
                *px(&t, c, y, x) = (float)(1.0 + sin(0.05 * (c + 1) * x + which) *
                                                     cos(0.07 * y + 0.3 * c)) +
                                   weight(y * side + x + 1, c + 100 * which, 0.2f);
    return t;
}

int main(int argc, char **argv)
{
    int images = argc > 1 ? atoi(argv[1]) : 7;
    int side = argc > 2 ? atoi(argv[2]) : 151;
    struct Block block[BLOCKS];
    for (int i = 0; i < BLOCKS; i++) {
        struct Block *b = &block[i];
        b->cin = plan[i][0];
        b->cout = plan[i][1];
        b->stride = plan[i][2];
        b->dw = weights(b->cin * 9, 10 * i + 1, 0.6f);
        b->dwbias = weights(b->cin, 10 * i + 2, 0.3f);
        b->pw = weights(b->cin * b->cout, 10 * i + 3, 2.0f / sqrtf((float)b->cin));
        b->pwbias = weights(b->cout, 10 * i + 4, 0.3f);
    }
    printf("%d images of %d x %d, %d blocks\n", images, side, side, BLOCKS);
    for (int n = 0; n < images; n++) {
        struct Tensor t = picture(n, side);
        for (int i = 0; i < BLOCKS; i++) {
            struct Tensor next = run_block(&t, &block[i]);
            free(t.v);
            t = next;
        }
        double sum = 0.0, mixed = 0.0;
        float top = 0.0f;
        int where = 0, live = 0;
        for (int i = 0; i < t.c * t.h * t.w; i++) {
            sum += t.v[i];
            mixed += t.v[i] * (i % 13 - 6);
            live += t.v[i] > 0.0f;
            if (t.v[i] > top) {
                top = t.v[i];
                where = i;
            }
        }
        printf("image %d: %dx%dx%d mean %.12g mixed %.12g live %d top %.9g at %d\n", n, t.c, t.h,
               t.w, sum / (t.c * t.h * t.w), mixed, live, top, where);
        free(t.v);
    }
    for (int i = 0; i < BLOCKS; i++) {
        free(block[i].dw);
        free(block[i].dwbias);
        free(block[i].pw);
        free(block[i].pwbias);
    }
    return 0;
}
