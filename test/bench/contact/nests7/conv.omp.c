// Small convolutional classifier, forward pass over a batch (float, NCHW):
// conv5x5 - relu - pool2 - conv3x3 - relu - pool2 - dense.
// usage: conv [batch] [size] [c1] [c2]
#include <stdio.h>
#include <stdlib.h>
#include <stdint.h>
#include <string.h>

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

typedef float vf __attribute__((vector_size(64), aligned(4), may_alias));
enum { OB = 4, XB = 2 };        // register tile: 4 channels x 32 pixels

// The image is copied into a zero bordered one: the bias is never -0, so adding
// +-0 products leaves every partial sum as it is.
static inline __attribute__((always_inline))
void conv_row(const struct layer *l, const float *pad, int ph, int pw, int o0, int no, int y,
              struct tensor *out, int k)
{
    int w = out->w, h = out->h, ksz = k * k;
    for (int x0 = 0; x0 < w; x0 += 16 * XB) {
        vf acc[OB][XB];
        const float *wp[OB];
        for (int o = 0; o < OB; o++) {
            int oo = o0 + (o < no ? o : 0);
            for (int v = 0; v < XB; v++)
                acc[o][v] = (vf){0} + l->bias[oo];
            wp[o] = l->wt + (size_t)oo * l->ci * ksz;
        }
        for (int c = 0; c < l->ci; c++) {
            const float *p = pad + ((size_t)c * ph + y) * pw + x0;
            for (int ky = 0; ky < k; ky++, p += pw) {
#pragma GCC unroll 5
                for (int kx = 0; kx < k; kx++) {
                    vf i0 = *(const vf *)(p + kx), i1 = *(const vf *)(p + kx + 16);
                    int t = c * ksz + ky * k + kx;
#pragma GCC unroll 4
                    for (int o = 0; o < OB; o++) {
                        acc[o][0] += wp[o][t] * i0;
                        acc[o][1] += wp[o][t] * i1;
                    }
                }
            }
        }
        int n = w - x0 < 16 * XB ? w - x0 : 16 * XB;
        for (int o = 0; o < no; o++) {
            float tmp[16 * XB], *q = out->d + ((size_t)(o0 + o) * h + y) * w + x0;
            memcpy(tmp, acc[o], sizeof tmp);
            for (int x = 0; x < n; x++)
                q[x] = tmp[x] > 0.0f ? tmp[x] : 0.0f;
        }
    }
}

static void conv_relu(const struct layer *l, const struct tensor *in, struct tensor *out)
{
    int h = in->h, w = in->w, k = l->k, r = k / 2;
    int ph = h + 2 * r, pw = (w + 31) / 32 * 32 + 2 * r;
    float *pad = calloc((size_t)in->c * ph * pw, sizeof *pad);
    if (pad == NULL)
        exit(EXIT_FAILURE);
#pragma omp parallel
    {
#pragma omp for collapse(2)
        for (int c = 0; c < in->c; c++)
            for (int y = 0; y < h; y++)
                memcpy(pad + ((size_t)c * ph + y + r) * pw + r,
                       in->d + ((size_t)c * h + y) * w, sizeof(float) * w);
#pragma omp for collapse(2)
        for (int o = 0; o < l->co; o += OB)
            for (int y = 0; y < h; y++) {
                int no = l->co - o < OB ? l->co - o : OB;
                if (k == 3)
                    conv_row(l, pad, ph, pw, o, no, y, out, 3);
                else if (k == 5)
                    conv_row(l, pad, ph, pw, o, no, y, out, 5);
                else
                    conv_row(l, pad, ph, pw, o, no, y, out, k);
            }
    }
    free(pad);
}

static void maxpool2(const struct tensor *in, struct tensor *out)
{
#pragma omp parallel for collapse(2)
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
#pragma omp parallel for
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
