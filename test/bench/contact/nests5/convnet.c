/* Inference of a small convolutional classifier, NCHW, float. */
#include <stdio.h>
#include <stdlib.h>
#include <stdint.h>

struct tensor {
    int n, c, h, w;
    float *d;
};

struct conv {
    int in, out, k, pad;
    float *weight;              /* out, in, k, k */
    float *bias;
};

static float frand(uint32_t *s)
{
    *s = *s * 1664525u + 1013904223u;
    return (float)(*s >> 8) / 16777216.0f - 0.5f;
}

static float *falloc(size_t n)
{
    float *p = malloc(n * sizeof(float));
    if (!p) {
        fprintf(stderr, "convnet: out of memory\n");
        exit(1);
    }
    return p;
}

static struct tensor tensor_new(int n, int c, int h, int w)
{
    struct tensor t = { n, c, h, w, NULL };
    t.d = falloc((size_t)n * c * h * w);
    return t;
}

static float *at(const struct tensor *t, int n, int c, int y, int x)
{
    return &t->d[(((size_t)n * t->c + c) * t->h + y) * t->w + x];
}

static struct conv conv_new(int in, int out, int k, uint32_t *s)
{
    struct conv l = { in, out, k, k / 2, NULL, NULL };
    size_t nw = (size_t)out * in * k * k;
    float scale = 2.0f / (float)(in * k);

    l.weight = falloc(nw);
    l.bias = falloc(out);
    for (size_t i = 0; i < nw; i++)
        l.weight[i] = scale * frand(s);
    for (int i = 0; i < out; i++)
        l.bias[i] = 0.1f * frand(s);
    return l;
}

static void conv_forward(const struct conv *l, const struct tensor *in,
                         struct tensor *out)
{
    for (int n = 0; n < in->n; n++)
        for (int oc = 0; oc < l->out; oc++)
            for (int y = 0; y < in->h; y++)
                for (int x = 0; x < in->w; x++) {
                    float acc = l->bias[oc];
                    for (int ic = 0; ic < l->in; ic++)
                        for (int ky = 0; ky < l->k; ky++) {
                            int yy = y + ky - l->pad;
                            if (yy < 0 || yy >= in->h)
                                continue;
                            for (int kx = 0; kx < l->k; kx++) {
                                int xx = x + kx - l->pad;
                                if (xx < 0 || xx >= in->w)
                                    continue;
                                acc += l->weight[((oc * l->in + ic) * l->k + ky) * l->k + kx]
                                     * *at(in, n, ic, yy, xx);
                            }
                        }
                    *at(out, n, oc, y, x) = acc;
                }
}

static void relu(struct tensor *t)
{
    size_t total = (size_t)t->n * t->c * t->h * t->w;
    for (size_t i = 0; i < total; i++)
        if (t->d[i] < 0.0f)
            t->d[i] = 0.0f;
}

static void maxpool2(const struct tensor *in, struct tensor *out)
{
    for (int n = 0; n < out->n; n++)
        for (int c = 0; c < out->c; c++)
            for (int y = 0; y < out->h; y++)
                for (int x = 0; x < out->w; x++) {
                    float m = *at(in, n, c, 2 * y, 2 * x);
                    for (int dy = 0; dy < 2; dy++)
                        for (int dx = 0; dx < 2; dx++) {
                            float v = *at(in, n, c, 2 * y + dy, 2 * x + dx);
                            if (v > m)
                                m = v;
                        }
                    *at(out, n, c, y, x) = m;
                }
}

static void dense(const float *w, const struct tensor *in, int classes, float *score)
{
    int feat = in->c * in->h * in->w;
    for (int n = 0; n < in->n; n++)
        for (int k = 0; k < classes; k++) {
            float s = 0.0f;
            for (int f = 0; f < feat; f++)
                s += w[(size_t)k * feat + f] * in->d[(size_t)n * feat + f];
            score[n * classes + k] = s;
        }
}

int main(int argc, char **argv)
{
    int batch = argc > 1 ? atoi(argv[1]) : 14;
    int size = argc > 2 ? atoi(argv[2]) : 64;
    int ch = argc > 3 ? atoi(argv[3]) : 24;
    const int classes = 10;
    uint32_t s = 1u;

    if (batch < 1 || size < 4 || ch < 1) {
        fprintf(stderr, "usage: convnet [batch [size [channels]]]\n");
        return 1;
    }
    struct tensor img = tensor_new(batch, 3, size, size);
    for (int n = 0; n < batch; n++)
        for (int c = 0; c < 3; c++)
            for (int y = 0; y < size; y++)
                for (int x = 0; x < size; x++)
                    *at(&img, n, c, y, x) = (float)((x * (n + 2) + y * (c + 3)) % 32) / 32.0f
                                          + 0.2f * frand(&s);

    struct conv c1 = conv_new(3, ch, 5, &s), c2 = conv_new(ch, 2 * ch, 3, &s);
    struct tensor a1 = tensor_new(batch, ch, size, size);
    struct tensor p1 = tensor_new(batch, ch, size / 2, size / 2);
    struct tensor a2 = tensor_new(batch, 2 * ch, size / 2, size / 2);
    struct tensor p2 = tensor_new(batch, 2 * ch, size / 4, size / 4);
    int feat = 2 * ch * (size / 4) * (size / 4);
    float *w = falloc((size_t)classes * feat), *score = falloc(batch * classes);
    for (int i = 0; i < classes * feat; i++)
        w[i] = 0.05f * frand(&s);

    conv_forward(&c1, &img, &a1);
    relu(&a1);
    maxpool2(&a1, &p1);
    conv_forward(&c2, &p1, &a2);
    relu(&a2);
    maxpool2(&a2, &p2);
    dense(w, &p2, classes, score);

    for (int n = 0; n < batch; n++) {
        int best = 0;
        for (int k = 1; k < classes; k++)
            if (score[n * classes + k] > score[n * classes + best])
                best = k;
        printf("image %d: class %d  score %.8g  first %.8g\n", n, best,
               score[n * classes + best], score[n * classes]);
    }
    double sum = 0.0;
    for (int i = 0; i < batch * feat; i++)
        sum += p2.d[i];
    printf("feature sum %.10g\n", sum);
    free(img.d); free(a1.d); free(p1.d); free(a2.d); free(p2.d);
    free(c1.weight); free(c1.bias); free(c2.weight); free(c2.bias);
    free(w); free(score);
    return 0;
}
