/* One convolution layer of a small network: stride, zero padding, bias, ReLU, then
 * per-channel mean (global average pooling) for a batch of images. Channel-major tensors. */
#include <stdio.h>
#include <stdlib.h>

struct tensor {
    int c, h, w;
    float *d;
};

struct conv {
    int in, out, k, stride, pad;
    float *weight;    /* [out][in][k][k] */
    float *bias;
};

static struct tensor tensor_new(int c, int h, int w)
{
    struct tensor t = { c, h, w, malloc((size_t)c * h * w * sizeof(float)) };
    if (!t.d) {
        fprintf(stderr, "tensor: no memory\n");
        exit(2);
    }
    return t;
}

static float tget(const struct tensor *t, int c, int y, int x)
{
    if (y < 0 || y >= t->h || x < 0 || x >= t->w)
        return 0.0f;
    return t->d[((size_t)c * t->h + y) * t->w + x];
}

static unsigned state = 99;
static float noise(void)
{
    state = state * 747796405u + 2891336453u;
    return (float)((int)(state >> 16) - 32768) / 32768.0f;
}

static struct conv conv_new(int in, int out, int k, int stride, int pad)
{
    struct conv c = { in, out, k, stride, pad, NULL, NULL };
    size_t n = (size_t)in * out * k * k;
    c.weight = malloc(n * sizeof(float));
    c.bias = malloc(out * sizeof(float));
    for (size_t i = 0; i < n; i++)
        c.weight[i] = 0.2f * noise();
    for (int o = 0; o < out; o++)
        c.bias[o] = 0.1f * noise();
    return c;
}

static int out_size(int n, const struct conv *c)
{
    return (n + 2 * c->pad - c->k) / c->stride + 1;
}

typedef float v16 __attribute__((vector_size(64), aligned(4)));
#define OB 8      /* output channels per weight panel */
#define XB 48     /* output columns per register tile: 3 vectors, 24 accumulators */

/* zero-padded input, one plane per (channel, column phase) so that the strided layer
 * also reads contiguous columns; weights as [out/OB][in*k*k][OB]. */
static void conv_forward(const struct conv *c, const struct tensor *in, struct tensor *out)
{
    const int k = c->k, st = c->stride, oh = out->h, ow = out->w, taps = c->in * k * k;
    const int pw = (ow + XB - 1) / XB * XB + (k - 1) / st + 1;         /* columns of a phase plane */
    const int ph = (oh - 1) * st + k;
    const int nob = (c->out + OB - 1) / OB;
    float *pad = aligned_alloc(64, ((size_t)c->in * st * ph * pw * sizeof(float) + 127) / 64 * 64);
    float *wp = aligned_alloc(64, ((size_t)nob * taps * OB * sizeof(float) + 127) / 64 * 64);
    int *off = malloc(taps * sizeof(int));
    for (int i = 0, t = 0; i < c->in; i++)
        for (int ky = 0; ky < k; ky++)
            for (int kx = 0; kx < k; kx++, t++)
                off[t] = ((i * st + kx % st) * ph + ky) * pw + kx / st;
#pragma omp parallel
    {
#pragma omp for schedule(static) nowait
        for (int p = 0; p < c->in * st; p++)
            for (int y = 0; y < ph; y++)
                for (int x = 0; x < pw; x++)
                    pad[((size_t)p * ph + y) * pw + x] = tget(in, p / st, y - c->pad, x * st + p % st - c->pad);
#pragma omp for schedule(static)
        for (int o = 0; o < nob * OB; o++)
            for (int t = 0; t < taps; t++)
                wp[((size_t)(o / OB) * taps + t) * OB + o % OB] = o < c->out ? c->weight[(size_t)o * taps + t] : 0.0f;
#pragma omp for collapse(2) schedule(dynamic, 4)
        for (int y = 0; y < oh; y++)
            for (int ob = 0; ob < nob; ob++) {
                const float *w0 = wp + (size_t)ob * taps * OB;
                for (int x = 0; x < ow; x += XB) {
                    const float *src = pad + (size_t)y * st * pw + x, *w = w0;
                    v16 acc[OB][XB / 16];
                    for (int o = 0; o < OB; o++)
                        for (int v = 0; v < XB / 16; v++)
                            acc[o][v] = (v16){ 0 } + (ob * OB + o < c->out ? c->bias[ob * OB + o] : 0.0f);
                    for (int t = 0; t < taps; t++, w += OB) {
                        const v16 *s = (const v16 *)(src + off[t]);
                        v16 s0 = s[0], s1 = s[1], s2 = s[2];
#pragma GCC unroll 8
                        for (int o = 0; o < OB; o++) {
                            acc[o][0] += w[o] * s0;
                            acc[o][1] += w[o] * s1;
                            acc[o][2] += w[o] * s2;
                        }
                    }
                    int m = ow - x < XB ? ow - x : XB;
                    for (int o = 0; o < OB && ob * OB + o < c->out; o++) {
                        float *d = out->d + ((size_t)(ob * OB + o) * oh + y) * ow + x;
                        const float *r = (const float *)acc[o];
                        for (int j = 0; j < m; j++)
                            d[j] = r[j] > 0.0f ? r[j] : 0.0f;
                    }
                }
            }
    }
    free(pad);
    free(wp);
    free(off);
}

static void channel_means(const struct tensor *t, float *mean)
{
    const int n = t->h * t->w;
#pragma omp parallel for schedule(static)
    for (int c0 = 0; c0 < t->c; c0 += 4) {
        float s[4] = { 0 };
        const float *p[4];
        for (int q = 0; q < 4; q++)
            p[q] = t->d + (size_t)(c0 + q < t->c ? c0 + q : c0) * n;
        for (int i = 0; i < n; i++)
            for (int q = 0; q < 4; q++)
                s[q] += p[q][i];
        for (int q = 0; q < 4 && c0 + q < t->c; q++)
            mean[c0 + q] = s[q] / n;
    }
}

int main(int argc, char **argv)
{
    int size = argc > 1 ? atoi(argv[1]) : 64;
    int in_c = argc > 2 ? atoi(argv[2]) : 24;
    int out_c = argc > 3 ? atoi(argv[3]) : 40;
    int batch = argc > 4 ? atoi(argv[4]) : 6;
    struct conv c1 = conv_new(in_c, out_c, 3, 1, 1);
    struct conv c2 = conv_new(out_c, out_c, 3, 2, 1);
    struct tensor img = tensor_new(in_c, size, size + 5);
    struct tensor mid = tensor_new(out_c, out_size(img.h, &c1), out_size(img.w, &c1));
    struct tensor fin = tensor_new(out_c, out_size(mid.h, &c2), out_size(mid.w, &c2));
    float *mean = malloc(out_c * sizeof(float));
    double check = 0;

    for (int b = 0; b < batch; b++) {
        for (int i = 0; i < img.c * img.h * img.w; i++)
            img.d[i] = noise();
        conv_forward(&c1, &img, &mid);
        conv_forward(&c2, &mid, &fin);
        channel_means(&fin, mean);
        for (int o = 0; o < out_c; o++)
            check += mean[o] * (o + 1);
        printf("image %d: %.9g %.9g\n", b, mean[0], mean[out_c / 2]);
    }
    printf("check %.10g\n", check);
    free(c1.weight);
    free(c1.bias);
    free(c2.weight);
    free(c2.bias);
    free(img.d);
    free(mid.d);
    free(fin.d);
    free(mean);
    return 0;
}
