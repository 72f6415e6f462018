/*
 * Inference of a small convolutional network on a batch of images.  Tensors
 * are NCHW; every layer is a 3x3 convolution with zero padding, bias, ReLU,
 * the first one followed by 2x2 max pooling.
 *
 * OpenMP version: input padded once, rows of four output channels accumulated
 * together with the inner loop along x.
 */
#include <stdio.h>
#include <stdlib.h>
#include <math.h>

typedef struct {
    int n, c, h, w;
    float *data;
} Tensor;

typedef struct {
    int in, out, size;
    float *weight;     /* out x in x size x size */
    float *bias;       /* out */
} Conv;

static Tensor tensor_new(int n, int c, int h, int w)
{
    Tensor t = { n, c, h, w, NULL };
    t.data = malloc((size_t)n * c * h * w * sizeof(float));
    return t;
}

static unsigned int state = 88172645u;

static float frand(void)
{
    state = state * 1103515245u + 12345u;
    return ((state >> 16) & 0x7fff) / 32768.0f - 0.5f;
}

static Conv conv_new(int in, int out, int size)
{
    Conv l = { in, out, size, NULL, NULL };
    int n = out * in * size * size;
    float scale = 3.4f / sqrtf((float)(in * size * size));
    l.weight = malloc(n * sizeof(float));
    l.bias = malloc(out * sizeof(float));
    for (int i = 0; i < n; i++)
        l.weight[i] = scale * frand();
    for (int i = 0; i < out; i++)
        l.bias[i] = 0.1f * frand();
    return l;
}

#define TK 4         /* output channels computed together */

static void conv_forward(const Conv *l, const Tensor *in, Tensor *out)
{
    int H = in->h, W = in->w, S = l->size, pad = S / 2;
    int PH = H + 2 * pad, PW = W + 2 * pad, planes = in->n * in->c;
    float *padded = calloc((size_t)planes * PH * PW, sizeof(float));

#pragma omp parallel
    {
#pragma omp for
        for (int p = 0; p < planes; p++)
            for (int y = 0; y < H; y++)
                for (int x = 0; x < W; x++)
                    padded[(p * PH + y + pad) * PW + x + pad] = in->data[(p * H + y) * W + x];
#pragma omp for collapse(2) schedule(dynamic)
        for (int n = 0; n < in->n; n++) {
            for (int k0 = 0; k0 < l->out; k0 += TK) {
                int kn = l->out - k0 < TK ? l->out - k0 : TK;
                for (int y = 0; y < H; y++) {
                    float acc[TK][W];
                    for (int k = 0; k < kn; k++)
                        for (int x = 0; x < W; x++)
                            acc[k][x] = l->bias[k0 + k];
                    for (int c = 0; c < l->in; c++) {
                        for (int r = 0; r < S; r++) {
                            const float *row = padded + ((n * l->in + c) * PH + y + r) * PW;
                            for (int k = 0; k < kn; k++) {
                                const float *w = l->weight + (((k0 + k) * l->in + c) * S + r) * S;
                                float *a = acc[k];
                                if (S == 3) {
                                    float w0 = w[0], w1 = w[1], w2 = w[2];
#pragma omp simd
                                    for (int x = 0; x < W; x++)
                                        a[x] = ((a[x] + row[x] * w0) + row[x + 1] * w1)
                                             + row[x + 2] * w2;
                                } else {
                                    for (int s = 0; s < S; s++)
                                        for (int x = 0; x < W; x++)
                                            a[x] += row[x + s] * w[s];
                                }
                            }
                        }
                    }
                    for (int k = 0; k < kn; k++)
                        for (int x = 0; x < W; x++)
                            out->data[((n * l->out + k0 + k) * H + y) * W + x]
                                = acc[k][x] > 0.0f ? acc[k][x] : 0.0f;
                }
            }
        }
    }
    free(padded);
}

static void max_pool(const Tensor *in, Tensor *out)
{
#pragma omp parallel for collapse(2)
    for (int n = 0; n < out->n; n++)
        for (int c = 0; c < out->c; c++)
            for (int y = 0; y < out->h; y++)
                for (int x = 0; x < out->w; x++) {
                    const float *p = in->data + ((n * in->c + c) * in->h + 2 * y) * in->w + 2 * x;
                    float m = p[0];
                    if (p[1] > m) m = p[1];
                    if (p[in->w] > m) m = p[in->w];
                    if (p[in->w + 1] > m) m = p[in->w + 1];
                    out->data[((n * out->c + c) * out->h + y) * out->w + x] = m;
                }
}

int main(int argc, char **argv)
{
    int batch = argc > 1 ? atoi(argv[1]) : 12;
    Tensor img = tensor_new(batch, 3, 64, 64);
    Tensor a1 = tensor_new(batch, 32, 64, 64);
    Tensor p1 = tensor_new(batch, 32, 32, 32);
    Tensor a2 = tensor_new(batch, 64, 32, 32);
    Tensor a3 = tensor_new(batch, 64, 32, 32);
    Conv c1 = conv_new(3, 32, 3);
    Conv c2 = conv_new(32, 64, 3);
    Conv c3 = conv_new(64, 64, 3);

    for (int i = 0; i < batch * 3 * 64 * 64; i++)
        img.data[i] = frand() + 0.2f * sinf(0.05f * (i % 4096));

    conv_forward(&c1, &img, &a1);
    max_pool(&a1, &p1);
    conv_forward(&c2, &p1, &a2);
    conv_forward(&c3, &a2, &a3);

    /* global average pooling per image, report strongest channel */
    for (int n = 0; n < batch; n++) {
        double best = -1.0, total = 0.0;
        int arg = 0;
        for (int c = 0; c < 64; c++) {
            double s = 0.0;
            for (int i = 0; i < 32 * 32; i++)
                s += a3.data[(n * 64 + c) * 32 * 32 + i];
            s /= 32 * 32;
            total += s;
            if (s > best) {
                best = s;
                arg = c;
            }
        }
        printf("image %d: channel %d activation %.17g, total %.17g\n", n, arg, best, total);
    }
    free(img.data); free(a1.data); free(p1.data); free(a2.data); free(a3.data);
    free(c1.weight); free(c2.weight); free(c3.weight);
    free(c1.bias); free(c2.bias); free(c3.bias);
    return 0;
}
