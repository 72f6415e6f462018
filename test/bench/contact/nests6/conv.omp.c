/* (16 outputs x 8 pixels in registers, padded inputs) Inference of a small convolutional net on a batch of images: 3x3 conv + ReLU,
 * max-pool, strided 3x3 conv, depthwise 5x5, 1x1 conv, mean-pool, dense.
 * usage: conv [batch] [size] */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

struct tensor { int c, h, w; float *d; };

struct conv { int in, out, k, stride, pad, relu; float *wgt, *bias; };

static uint32_t rng = 1;
static float uniform(float lo, float hi)
{
    rng ^= rng << 13; rng ^= rng >> 17; rng ^= rng << 5;
    return lo + (hi - lo) * (float)(rng >> 8) / 16777216.0f;
}

static float *floats(size_t n)
{
    float *p = malloc(n * sizeof *p);
    if (!p) exit(1);
    return p;
}

static struct conv conv_make(int in, int out, int k, int stride, int pad, int relu, int groups)
{
    struct conv l = { in, out, k, stride, pad, relu, NULL, floats(out) };
    size_t n = (size_t)out * (in / groups) * k * k;
    l.wgt = floats(n);
    for (size_t i = 0; i < n; i++) l.wgt[i] = uniform(-0.3f, 0.32f);
    for (int i = 0; i < out; i++) l.bias[i] = uniform(0.01f, 0.1f);
    return l;
}

static struct tensor tensor_make(int c, int h, int w)
{
    return (struct tensor){ c, h, w, floats((size_t)c * h * w) };
}

static int out_size(int n, const struct conv *l) { return (n + 2 * l->pad - l->k) / l->stride + 1; }

typedef float f16 __attribute__((vector_size(64), aligned(4)));

static float *pad_image(const struct tensor *x, int pad, int *ph, int *pw)
{
    *ph = x->h + 2 * pad;
    *pw = x->w + 2 * pad + 32;
    size_t row = *pw, plane = row * *ph;
    float *p = floats(plane * x->c);
    #pragma omp parallel for schedule(static)
    for (int c = 0; c < x->c; c++)
        for (int i = 0; i < *ph; i++) {
            float *o = p + c * plane + i * row;
            int in = i >= pad && i < pad + x->h;
            for (int j = 0; j < *pw; j++)
                o[j] = in && j >= pad && j < pad + x->w
                     ? x->d[((size_t)c * x->h + i - pad) * x->w + j - pad] : 0.0f;
        }
    return p;
}

/* 16 output channels side by side, 8 pixels of a row in registers.  A tap in the
 * zero padding adds +-0 to an accumulator that is never -0: nothing changes. */
static inline __attribute__((always_inline))
void tile(const float *x, size_t plane, int row, const f16 *w, const float *bias, int in,
          int k, int stride, f16 acc[8])
{
    f16 a0 = *(const f16 *)bias, a1 = a0, a2 = a0, a3 = a0, a4 = a0, a5 = a0, a6 = a0, a7 = a0;
    for (int c = 0; c < in; c++)
        for (int u = 0; u < k; u++) {
            const float *p = x + c * plane + u * row;
            for (int v = 0; v < k; v++, p++) {
                f16 q = *w++;
                a0 += p[0] * q; a1 += p[stride] * q; a2 += p[2 * stride] * q; a3 += p[3 * stride] * q;
                a4 += p[4 * stride] * q; a5 += p[5 * stride] * q; a6 += p[6 * stride] * q;
                a7 += p[7 * stride] * q;
            }
        }
    acc[0] = a0; acc[1] = a1; acc[2] = a2; acc[3] = a3;
    acc[4] = a4; acc[5] = a5; acc[6] = a6; acc[7] = a7;
}

static void conv2d(const struct conv *l, const struct tensor *x, struct tensor *y)
{
    int ph, pw, taps = l->in * l->k * l->k;
    float *p = pad_image(x, l->pad, &ph, &pw);
    f16 *w = aligned_alloc(64, (size_t)l->out * taps * sizeof(float));  /* out: a multiple of 16 */
    if (!w) exit(1);
    for (int o = 0; o < l->out; o++)
        for (int t = 0; t < taps; t++) w[o / 16 * taps + t][o % 16] = l->wgt[o * taps + t];
    #pragma omp parallel for schedule(dynamic, 4) collapse(2)
    for (int o = 0; o < l->out; o += 16)
        for (int i = 0; i < y->h; i++) {
            const f16 *wo = w + o / 16 * taps;
            const float *bias = l->bias + o;
            f16 acc[8];
            for (int j = 0; j < y->w; j += 8) {
                const float *s = p + (size_t)i * l->stride * pw + j * l->stride;
                size_t plane = (size_t)ph * pw;
                if (l->k == 3 && l->stride == 1) tile(s, plane, pw, wo, bias, l->in, 3, 1, acc);
                else if (l->k == 3 && l->stride == 2) tile(s, plane, pw, wo, bias, l->in, 3, 2, acc);
                else if (l->k == 1) tile(s, plane, pw, wo, bias, l->in, 1, 1, acc);
                else tile(s, plane, pw, wo, bias, l->in, l->k, l->stride, acc);
                int m = y->w - j < 8 ? y->w - j : 8;
                for (int c = 0; c < 16; c++) {
                    float *d = y->d + ((size_t)(o + c) * y->h + i) * y->w + j;
                    for (int q = 0; q < m; q++) {
                        float r = acc[q][c];
                        d[q] = l->relu && r < 0.0f ? 0.0f : r;
                    }
                }
            }
        }
    free(w);
    free(p);
}

static void depthwise(const struct conv *l, const struct tensor *x, struct tensor *y)
{
    int ph, pw;
    float *p = pad_image(x, l->pad, &ph, &pw);
    #pragma omp parallel for schedule(static)
    for (int c = 0; c < l->in; c++) {
        const float *img = p + (size_t)c * ph * pw, *k = l->wgt + c * l->k * l->k;
        for (int i = 0; i < y->h; i++)
            for (int j = 0; j < y->w; j += 16) {
                f16 acc = l->bias[c] - (f16){ 0 };
                for (int u = 0; u < l->k; u++)
                    for (int v = 0; v < l->k; v++)
                        acc += *(const f16 *)(img + (i + u) * pw + j + v) * k[u * l->k + v];
                int m = y->w - j < 16 ? y->w - j : 16;
                for (int q = 0; q < m; q++)
                    y->d[((size_t)c * y->h + i) * y->w + j + q] = acc[q] > 0.0f ? acc[q] : 0.1f * acc[q];
            }
    }
    free(p);
}

static void maxpool2(const struct tensor *x, struct tensor *y)
{
    #pragma omp parallel for schedule(static)
    for (int c = 0; c < y->c; c++)
        for (int i = 0; i < y->h; i++)
            for (int j = 0; j < y->w; j++) {
                const float *p = x->d + (c * x->h + 2 * i) * x->w + 2 * j;
                float m = p[0];
                if (p[1] > m) m = p[1];
                if (p[x->w] > m) m = p[x->w];
                if (p[x->w + 1] > m) m = p[x->w + 1];
                y->d[(c * y->h + i) * y->w + j] = m;
            }
}

static void meanpool(const struct tensor *x, float *y)
{
    #pragma omp parallel for schedule(static)
    for (int c = 0; c < x->c; c++) {
        float s = 0.0f;
        for (int i = 0; i < x->h * x->w; i++) s += x->d[(size_t)c * x->h * x->w + i];
        y[c] = s / (x->h * x->w);
    }
}

static void dense(const float *w, const float *x, float *y, int in, int out)
{
    for (int o = 0; o < out; o++) {
        float s = 0.0f;
        for (int i = 0; i < in; i++) s += w[o * in + i] * x[i];
        y[o] = s;
    }
}

static uint64_t hash = 14695981039346656037ULL;
static double total(const struct tensor *t)
{
    double s = 0.0;
    size_t n = (size_t)t->c * t->h * t->w;
    const unsigned char *b = (const unsigned char *)t->d;
    for (size_t i = 0; i < n; i++) s += t->d[i];
    for (size_t i = 0; i < n * sizeof(float); i++) hash = (hash ^ b[i]) * 1099511628211ULL;
    return s;
}

int main(int argc, char **argv)
{
    int batch = argc > 1 ? atoi(argv[1]) : 16, size = argc > 2 ? atoi(argv[2]) : 96;
    if (batch < 1 || size < 8) return 1;
    struct conv l1 = conv_make(3, 32, 3, 1, 1, 1, 1), l2 = conv_make(32, 48, 3, 2, 1, 1, 1);
    struct conv l3 = conv_make(48, 48, 5, 1, 2, 0, 48), l4 = conv_make(48, 96, 1, 1, 0, 1, 1);
    struct tensor x = tensor_make(3, size, size), a = tensor_make(32, size, size);
    struct tensor b = tensor_make(32, size / 2, size / 2);
    struct tensor c = tensor_make(48, out_size(b.h, &l2), out_size(b.w, &l2));
    struct tensor d = tensor_make(48, c.h, c.w), e = tensor_make(96, c.h, c.w);
    float *w = floats(96 * 10), feat[96], logit[10];
    double s[5] = { 0 }, sl = 0.0;
    for (int i = 0; i < 96 * 10; i++) w[i] = uniform(-1.0f, 1.0f);
    for (int n = 0; n < batch; n++) {
        for (int i = 0; i < 3 * size * size; i++) x.d[i] = uniform(-1.0f, 1.0f);
        conv2d(&l1, &x, &a);
        maxpool2(&a, &b);
        conv2d(&l2, &b, &c);
        depthwise(&l3, &c, &d);
        conv2d(&l4, &d, &e);
        meanpool(&e, feat);
        dense(w, feat, logit, 96, 10);
        s[0] += total(&a); s[1] += total(&b); s[2] += total(&c);
        s[3] += total(&d); s[4] += total(&e);
        for (int i = 0; i < 10; i++) sl += logit[i] * (i + 1);
    }
    for (int i = 0; i < 5; i++) printf("layer %d %.17g\n", i + 1, s[i]);
    printf("logits %.17g hash %016llx\n", sl, (unsigned long long)hash);
    float *all[] = { l1.wgt, l1.bias, l2.wgt, l2.bias, l3.wgt, l3.bias, l4.wgt, l4.bias,
                     x.d, a.d, b.d, c.d, d.d, e.d, w };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) free(all[i]);
    return 0;
}
