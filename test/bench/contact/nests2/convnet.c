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

static tensor_t convolve(const layer_t *l, const tensor_t *in)
{
    int oh = (in->h + 2 * l->pad - l->ksize) / l->stride + 1;
    int ow = (in->w + 2 * l->pad - l->ksize) / l->stride + 1;
    tensor_t out = tensor_make(in->n, l->out_ch, oh, ow);

    for (int n = 0; n < in->n; n++)
        for (int oc = 0; oc < l->out_ch; oc++)
            for (int oy = 0; oy < oh; oy++)
                for (int ox = 0; ox < ow; ox++) {
                    float acc = l->bias[oc];
                    for (int ic = 0; ic < in->c; ic++)
                        for (int ky = 0; ky < l->ksize; ky++) {
                            int iy = oy * l->stride - l->pad + ky;
                            if (iy < 0 || iy >= in->h)
                                continue;
                            for (int kx = 0; kx < l->ksize; kx++) {
                                int ix = ox * l->stride - l->pad + kx;
                                if (ix < 0 || ix >= in->w)
                                    continue;
                                acc += *px(in, n, ic, iy, ix) *
                                       l->weight[((oc * in->c + ic) * l->ksize + ky) * l->ksize + kx];
                            }
                        }
                    /* leaky ReLU, saturating */
                    acc = acc < 0.0f ? 0.1f * acc : acc;
                    *px(&out, n, oc, oy, ox) = acc > 6.0f ? 6.0f : acc;
                }
    return out;
}

static tensor_t maxpool(const tensor_t *in)
{
    tensor_t out = tensor_make(in->n, in->c, in->h / 2, in->w / 2);

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
