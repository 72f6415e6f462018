/* sepconv: a small image network of separable convolutions: each block is a
 * depthwise 3x3 (stride 1 or 2, zero padding) and a pointwise 1x1 layer, both
 * with bias and clipped at 6, with a skip connection where the shapes agree.
 * Expert: depthwise rows with the border peeled, tiles of pixels kept in a
 * buffer and fed to a register-blocked pointwise kernel (4 output channels x 32
 * pixels, each sum over the input channels in order), tiles among threads.
 * SMALL: 1 24
 * Usage: sepconv [images] [side]
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

static float clip6(float x)
{
    if (x < 0.0f)
        return 0.0f;
    return x > 6.0f ? 6.0f : x;
}

static struct Tensor depthwise(const struct Tensor *in, const struct Block *b)
{
    struct Tensor out = new_tensor(in->c, (in->h - 1) / b->stride + 1, (in->w - 1) / b->stride + 1);
    for (int c = 0; c < out.c; c++)
        for (int y = 0; y < out.h; y++)
            for (int x = 0; x < out.w; x++) {
                float s = b->dwbias[c];
                for (int dy = 0; dy < 3; dy++)
                    for (int dx = 0; dx < 3; dx++) {
                        int yy = y * b->stride + dy - 1, xx = x * b->stride + dx - 1;
                        if (yy < 0 || yy >= in->h || xx < 0 || xx >= in->w)
                            continue;
                        s += b->dw[(c * 3 + dy) * 3 + dx] * *px(in, c, yy, xx);
                    }
                *px(&out, c, y, x) = clip6(s);
            }
    return out;
}

static struct Tensor pointwise(const struct Tensor *in, const struct Block *b)
{
    struct Tensor out = new_tensor(b->cout, in->h, in->w);
    for (int o = 0; o < b->cout; o++)
        for (int y = 0; y < out.h; y++)
            for (int x = 0; x < out.w; x++) {
                float s = b->pwbias[o];
                for (int c = 0; c < in->c; c++)
                    s += b->pw[o * in->c + c] * *px(in, c, y, x);
                *px(&out, o, y, x) = clip6(s);
            }
    return out;
}

static struct Tensor run_block(const struct Tensor *in, const struct Block *b)
{
    struct Tensor mid = depthwise(in, b);
    struct Tensor out = pointwise(&mid, b);
    if (b->cin == b->cout && b->stride == 1)
        for (int i = 0; i < out.c * out.h * out.w; i++)
            out.v[i] += in->v[i];
    free(mid.v);
    return out;
}

static struct Tensor picture(int which, int side)
{
    struct Tensor t = new_tensor(plan[0][0], side, side);
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
