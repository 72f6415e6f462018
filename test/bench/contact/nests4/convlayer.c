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

static void conv_forward(const struct conv *c, const struct tensor *in, struct tensor *out)
{
    for (int o = 0; o < c->out; o++)
        for (int y = 0; y < out->h; y++)
            for (int x = 0; x < out->w; x++) {
                float acc = c->bias[o];
                const float *wt = c->weight + (size_t)o * c->in * c->k * c->k;
                for (int i = 0; i < c->in; i++)
                    for (int ky = 0; ky < c->k; ky++)
                        for (int kx = 0; kx < c->k; kx++)
                            acc += wt[(i * c->k + ky) * c->k + kx]
                                   * tget(in, i, y * c->stride + ky - c->pad, x * c->stride + kx - c->pad);
                out->d[((size_t)o * out->h + y) * out->w + x] = acc > 0.0f ? acc : 0.0f;
            }
}

static void channel_means(const struct tensor *t, float *mean)
{
    for (int c = 0; c < t->c; c++) {
        float s = 0;
        for (int i = 0; i < t->h * t->w; i++)
            s += t->d[(size_t)c * t->h * t->w + i];
        mean[c] = s / (t->h * t->w);
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
