// Small convolutional classifier, forward pass over a batch (float, NCHW):
// conv5x5 - relu - pool2 - conv3x3 - relu - pool2 - dense.
// usage: conv [batch] [size] [c1] [c2]
#include <stdio.h>
#include <stdlib.h>
#include <stdint.h>

struct tensor {
    int c, h, w;
    float *d;
};

struct layer {
    int ci, co, k;              // k is odd
    float *wt, *bias;           // wt[co][ci][k][k]
};

static unsigned seed = 1u;
static float frand(void)
{
    seed = seed * 1103515245u + 12345u;
    return (float)((seed >> 9) & 0x3fffff) / 4194304.0f - 0.5f;
}

static float *fnew(size_t n)
{
    float *p = malloc(n * sizeof *p);
    if (p == NULL) {
        perror("malloc");
        exit(EXIT_FAILURE);
    }
    return p;
}

static struct tensor tensor_new(int c, int h, int w)
{
    struct tensor t = {c, h, w, fnew((size_t)c * h * w)};
    return t;
}

static struct layer layer_new(int ci, int co, int k)
{
    struct layer l = {ci, co, k, fnew((size_t)ci * co * k * k), fnew(co)};
    for (int i = 0; i < ci * co * k * k; i++)
        l.wt[i] = frand() * 0.4f;
    for (int i = 0; i < co; i++)
        l.bias[i] = 0.05f + 0.1f * frand();
    return l;
}

// zero padding, stride 1, then max(0, .)
static void conv_relu(const struct layer *l, const struct tensor *in, struct tensor *out)
{
    int h = in->h, w = in->w, k = l->k, r = k / 2;
    for (int o = 0; o < l->co; o++)
        for (int y = 0; y < h; y++)
            for (int x = 0; x < w; x++) {
                float acc = l->bias[o];
                for (int c = 0; c < l->ci; c++)
                    for (int ky = 0; ky < k; ky++) {
                        int yy = y + ky - r;
                        if (yy < 0 || yy >= h)
                            continue;
                        for (int kx = 0; kx < k; kx++) {
                            int xx = x + kx - r;
                            if (xx < 0 || xx >= w)
                                continue;
                            acc += l->wt[((o * l->ci + c) * k + ky) * k + kx]
                                 * in->d[((size_t)c * h + yy) * w + xx];
                        }
                    }
                out->d[((size_t)o * h + y) * w + x] = acc > 0.0f ? acc : 0.0f;
            }
}

static void maxpool2(const struct tensor *in, struct tensor *out)
{
    for (int c = 0; c < out->c; c++)
        for (int y = 0; y < out->h; y++)
            for (int x = 0; x < out->w; x++) {
                const float *p = in->d + ((size_t)c * in->h + 2 * y) * in->w + 2 * x;
                float m = p[0];
                if (p[1] > m) m = p[1];
                if (p[in->w] > m) m = p[in->w];
                if (p[in->w + 1] > m) m = p[in->w + 1];
                out->d[((size_t)c * out->h + y) * out->w + x] = m;
            }
}

static void dense(int n, int classes, const float *wt, const float *in, double *out)
{
    for (int o = 0; o < classes; o++) {
        double s = 0.0;
        for (int i = 0; i < n; i++)
            s += (double)wt[(size_t)o * n + i] * in[i];
        out[o] = s;
    }
}

static uint64_t fnv1a(uint64_t h, const void *p, size_t n)
{
    for (const unsigned char *q = p; n--; q++)
        h = (h ^ *q) * 1099511628211u;
    return h;
}

int main(int argc, char *argv[])
{
    int batch = argc > 1 ? atoi(argv[1]) : 4, size = argc > 2 ? atoi(argv[2]) : 128;
    int c1 = argc > 3 ? atoi(argv[3]) : 24, c2 = argc > 4 ? atoi(argv[4]) : 40;
    enum { CIN = 3, CLASSES = 10 };
    if (batch < 1 || size < 4 || c1 < 1 || c2 < 1)
        return 2;

    struct layer l1 = layer_new(CIN, c1, 5), l2 = layer_new(c1, c2, 3);
    struct tensor img = tensor_new(CIN, size, size), a1 = tensor_new(c1, size, size);
    struct tensor p1 = tensor_new(c1, size / 2, size / 2);
    struct tensor a2 = tensor_new(c2, p1.h, p1.w);
    struct tensor p2 = tensor_new(c2, p1.h / 2, p1.w / 2);
    int n = p2.c * p2.h * p2.w;
    float *wd = fnew((size_t)CLASSES * n);
    for (size_t i = 0; i < (size_t)CLASSES * n; i++)
        wd[i] = frand();

    uint64_t h = 14695981039346656037u;
    for (int b = 0; b < batch; b++) {
        double score[CLASSES];
        for (int i = 0; i < CIN * size * size; i++)
            img.d[i] = frand() + (float)(i % size) / size;
        conv_relu(&l1, &img, &a1);
        maxpool2(&a1, &p1);
        conv_relu(&l2, &p1, &a2);
        maxpool2(&a2, &p2);
        dense(n, CLASSES, wd, p2.d, score);
        h = fnv1a(h, a1.d, sizeof(float) * c1 * size * size);
        h = fnv1a(h, a2.d, sizeof(float) * c2 * a2.h * a2.w);
        h = fnv1a(h, p2.d, sizeof(float) * n);
        int best = 0;
        double sum = 0;
        for (int o = 0; o < CLASSES; o++) {
            sum += score[o];
            if (score[o] > score[best])
                best = o;
        }
        printf("image %d class %d score %.17g sum %.17g\n", b, best, score[best], sum);
    }
    printf("hash %016llx\n", (unsigned long long)h);

    float *all[] = {l1.wt, l1.bias, l2.wt, l2.bias, img.d, a1.d, p1.d, a2.d, p2.d, wd};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        free(all[i]);
    return 0;
}
