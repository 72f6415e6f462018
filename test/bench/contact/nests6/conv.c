/* Inference of a small convolutional net on a batch of images: 3x3 conv + ReLU,
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

/* direct convolution; taps outside the image are left out */
static void conv2d(const struct conv *l, const struct tensor *x, struct tensor *y)
{
    for (int o = 0; o < l->out; o++)
        for (int i = 0; i < y->h; i++)
            for (int j = 0; j < y->w; j++) {
                float acc = l->bias[o];
                for (int c = 0; c < l->in; c++)
                    for (int u = 0; u < l->k; u++) {
                        int yy = i * l->stride - l->pad + u;
                        if (yy < 0 || yy >= x->h) continue;
                        for (int v = 0; v < l->k; v++) {
                            int xx = j * l->stride - l->pad + v;
                            if (xx < 0 || xx >= x->w) continue;
                            acc += x->d[(c * x->h + yy) * x->w + xx]
                                 * l->wgt[((o * l->in + c) * l->k + u) * l->k + v];
                        }
                    }
                if (l->relu && acc < 0.0f) acc = 0.0f;
                y->d[(o * y->h + i) * y->w + j] = acc;
            }
}

static void depthwise(const struct conv *l, const struct tensor *x, struct tensor *y)
{
    for (int c = 0; c < l->in; c++) {
        const float *img = x->d + (size_t)c * x->h * x->w, *k = l->wgt + c * l->k * l->k;
        for (int i = 0; i < y->h; i++)
            for (int j = 0; j < y->w; j++) {
                float acc = l->bias[c];
                for (int u = 0; u < l->k; u++)
                    for (int v = 0; v < l->k; v++) {
                        int yy = i - l->pad + u, xx = j - l->pad + v;
                        if (yy >= 0 && yy < x->h && xx >= 0 && xx < x->w)
                            acc += img[yy * x->w + xx] * k[u * l->k + v];
                    }
                y->d[(c * y->h + i) * y->w + j] = acc > 0.0f ? acc : 0.1f * acc;
            }
    }
}

static void maxpool2(const struct tensor *x, struct tensor *y)
{
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
