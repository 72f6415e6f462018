/* Forward pass of a small convolutional feature extractor, NCHW floats.
 *
 *   usage: convnet [batch [image side]]
 */
#include <float.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct {
    int n, c, h, w;
    float *data;
} tensor_t;

typedef struct {
    const char *name;
    int out_ch, ksize, stride, pad;
    int pool; /* 2x2 max pooling after the activation */
    float *weight; /* [out][in][ky][kx] */
    float *bias;
} layer_t;

static uint64_t seed = 0x9e3779b97f4a7c15ULL;

static float frand(float scale)
{
    uint64_t z = (seed += 0x9e3779b97f4a7c15ULL);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    z ^= z >> 31;
    return ((float)(z >> 40) / 16777216.0f - 0.5f) * 2.0f * scale;
}

static tensor_t tensor_make(int n, int c, int h, int w)
{
    tensor_t t = { n, c, h, w, calloc((size_t)n * c * h * w, sizeof(float)) };
    if (!t.data) {
        fprintf(stderr, "no memory for tensor %d,%d,%d,%d\n", n, c, h, w);
        exit(1);
    }
    return t;
}

static inline float *px(const tensor_t *t, int n, int c, int y, int x)
{
    return &t->data[(((size_t)n * t->c + c) * t->h + y) * t->w + x];
}

static void layer_init(layer_t *l, int in_ch)
{
    size_t nw = (size_t)l->out_ch * in_ch * l->ksize * l->ksize;
    l->weight = malloc(nw * sizeof(float));
    l->bias = malloc(l->out_ch * sizeof(float));
    if (!l->weight || !l->bias) {
        fprintf(stderr, "no memory for layer %s\n", l->name);
        exit(1);
    }
    float scale = 1.8f / (float)(l->ksize * (in_ch < 8 ? 2 : 4));
    for (size_t i = 0; i < nw; i++)
        l->weight[i] = frand(scale);
    for (int i = 0; i < l->out_ch; i++)
        l->bias[i] = 0.01f + frand(0.1f);
}

#define OCB 4 /* output channels per task */

/* Zero-padded copy of the input in which every row is split into its
 * `stride` phases, so that the reads of one tap are contiguous in ox.
 * The zeros contribute +-0 to accumulators that are never -0. */
typedef struct {
    int ph, pitch; /* padded rows, floats per phase */
    size_t plane;
    float *data;
} packed_t;

static packed_t pack_input(const tensor_t *in, int pad, int stride)
{
    packed_t p;
    p.ph = in->h + 2 * pad;
    p.pitch = (in->w + 2 * pad + stride - 1) / stride + 1;
    p.plane = (size_t)p.ph * stride * p.pitch;
    p.data = calloc((size_t)in->n * in->c * p.plane, sizeof(float));
    if (!p.data) {
        fprintf(stderr, "no memory for padded input\n");
        exit(1);
    }
#pragma omp parallel for collapse(2) schedule(static)
    for (int n = 0; n < in->n; n++)
        for (int c = 0; c < in->c; c++)
            for (int y = 0; y < in->h; y++) {
                float *row = p.data + ((size_t)n * in->c + c) * p.plane +
                             (size_t)(y + pad) * stride * p.pitch;
                const float *src = px(in, n, c, y, 0);
                for (int x = 0; x < in->w; x++)
                    row[(x + pad) % stride * p.pitch + (x + pad) / stride] = src[x];
            }
    return p;
}

/* acc[o][x] += w[o] * tap for one row of taps of one input channel */
static inline void row_taps(int ow, int ksize, int stride, int pitch, size_t wstep,
                            const float *restrict in, const float *restrict w,
                            float *restrict acc)
{
    int kx = 0;
    for (; kx + 3 <= ksize; kx += 3) {
        const float *restrict p0 = in + kx % stride * pitch + kx / stride;
        const float *restrict p1 = in + (kx + 1) % stride * pitch + (kx + 1) / stride;
        const float *restrict p2 = in + (kx + 2) % stride * pitch + (kx + 2) / stride;
        for (int o = 0; o < OCB; o++) {
            const float *wo = w + o * wstep + kx;
            float w0 = wo[0], w1 = wo[1], w2 = wo[2];
            float *restrict a = acc + (size_t)o * ow;
#pragma omp simd
            for (int x = 0; x < ow; x++) {
                float t = a[x];
                t += p0[x] * w0;
                t += p1[x] * w1;
                t += p2[x] * w2;
                a[x] = t;
            }
        }
    }
    for (; kx < ksize; kx++) {
        const float *restrict p0 = in + kx % stride * pitch + kx / stride;
        for (int o = 0; o < OCB; o++) {
            float w0 = w[o * wstep + kx];
            float *restrict a = acc + (size_t)o * ow;
#pragma omp simd
            for (int x = 0; x < ow; x++)
                a[x] += p0[x] * w0;
        }
    }
}

static tensor_t convolve(const layer_t *l, const tensor_t *in)
{
    const int ks = l->ksize, st = l->stride;
    int oh = (in->h + 2 * l->pad - ks) / st + 1;
    int ow = (in->w + 2 * l->pad - ks) / st + 1;
    tensor_t out = tensor_make(in->n, l->out_ch, oh, ow);
    packed_t p = pack_input(in, l->pad, st);
    size_t wstep = (size_t)in->c * ks * ks;

    if (l->out_ch % OCB) {
        fprintf(stderr, "layer %s: channels not a multiple of %d\n", l->name, OCB);
        exit(1);
    }
#pragma omp parallel for collapse(3) schedule(dynamic, 8)
    for (int n = 0; n < in->n; n++)
        for (int oc = 0; oc < l->out_ch; oc += OCB)
            for (int oy = 0; oy < oh; oy++) {
                float acc[OCB * ow];
                for (int o = 0; o < OCB; o++)
                    for (int x = 0; x < ow; x++)
                        acc[o * ow + x] = l->bias[oc + o];
                for (int ic = 0; ic < in->c; ic++)
                    for (int ky = 0; ky < ks; ky++)
                        row_taps(ow, ks, st, p.pitch, wstep,
                                 p.data + ((size_t)n * in->c + ic) * p.plane +
                                     (size_t)(oy * st + ky) * st * p.pitch,
                                 l->weight + oc * wstep + (size_t)(ic * ks + ky) * ks, acc);
                for (int o = 0; o < OCB; o++) {
                    float *restrict dst = px(&out, n, oc + o, oy, 0);
#pragma omp simd
                    for (int x = 0; x < ow; x++) {
                        float a = acc[o * ow + x];
                        a = a < 0.0f ? 0.1f * a : a;
                        dst[x] = a > 6.0f ? 6.0f : a;
                    }
                }
            }
    free(p.data);
    return out;
}

static tensor_t maxpool(const tensor_t *in)
{
    tensor_t out = tensor_make(in->n, in->c, in->h / 2, in->w / 2);

#pragma omp parallel for collapse(2) schedule(static)
    for (int n = 0; n < out.n; n++)
        for (int c = 0; c < out.c; c++)
            for (int y = 0; y < out.h; y++)
                for (int x = 0; x < out.w; x++) {
                    float m = -FLT_MAX;
                    for (int dy = 0; dy < 2; dy++)
                        for (int dx = 0; dx < 2; dx++) {
                            float v = *px(in, n, c, 2 * y + dy, 2 * x + dx);
                            m = v > m ? v : m;
                        }
                    *px(&out, n, c, y, x) = m;
                }
    return out;
}

int main(int argc, char **argv)
{
    int batch = argc > 1 ? atoi(argv[1]) : 9;
    int side = argc > 2 ? atoi(argv[2]) : 104;
    layer_t net[] = {
        { .name = "stem", .out_ch = 16, .ksize = 3, .stride = 1, .pad = 1 },
        { .name = "conv2", .out_ch = 32, .ksize = 3, .stride = 1, .pad = 1, .pool = 1 },
        { .name = "down", .out_ch = 48, .ksize = 5, .stride = 2, .pad = 2 },
        { .name = "head", .out_ch = 64, .ksize = 3, .stride = 1, .pad = 0 },
    };
    if (batch < 1 || side < 16) {
        fprintf(stderr, "usage: %s [batch [image side >= 16]]\n", argv[0]);
        return 2;
    }

    tensor_t x = tensor_make(batch, 3, side, side + 4);
    for (size_t i = 0; i < (size_t)x.n * x.c * x.h * x.w; i++)
        x.data[i] = frand(1.0f) + (float)(i / 37 % 5) * 0.1f;

    for (size_t k = 0; k < sizeof net / sizeof net[0]; k++) {
        layer_init(&net[k], x.c);
        tensor_t y = convolve(&net[k], &x);
        if (net[k].pool) {
            tensor_t z = maxpool(&y);
            free(y.data);
            y = z;
        }
        free(x.data);
        free(net[k].weight);
        free(net[k].bias);
        x = y;
        double sum = 0.0, sq = 0.0;
        for (size_t i = 0; i < (size_t)x.n * x.c * x.h * x.w; i++) {
            sum += x.data[i];
            sq += (double)x.data[i] * x.data[i];
        }
        printf("%-6s %d x %d x %d x %d: sum %.9g, squares %.9g, mid %.7g\n", net[k].name, x.n, x.c,
               x.h, x.w, sum, sq, (double)*px(&x, x.n - 1, x.c / 2, x.h / 2, x.w / 2));
    }
    free(x.data);
    return 0;
}
