/* Small convolutional classifier, hand optimised: zero padded input planes,
 * weights packed by 8 output channels, register tiles of 8 channels x 32
 * pixels, bias/ReLU/pooling fused, parallel over images and channel blocks. */
#pragma GCC target("prefer-vector-width=512")
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>
#include <omp.h>

typedef float vf __attribute__((vector_size(64)));
typedef float vfu __attribute__((vector_size(64), aligned(4)));

#define OB 8
#define NCLS 10

static void *get(size_t bytes)
{
    void *p = aligned_alloc(64, (bytes + 63) / 64 * 64);
    if (!p) {
        fprintf(stderr, "convnet: out of memory\n");
        exit(1);
    }
    return p;
}

static float frand(uint32_t *s)
{
    *s = *s * 1664525u + 1013904223u;
    return (float)(int)(*s >> 8) / 16777216.0f - 0.5f;
}

/* generator state after k draws */
static uint32_t jump(uint32_t s, size_t k)
{
    uint32_t a = 1664525u, c = 1013904223u;
    for (; k; k >>= 1) {
        if (k & 1)
            s = s * a + c;
        c = c * a + c;
        a *= a;
    }
    return s;
}

struct conv {
    int in, out, k, pad, nob;
    float *w;                   /* [nob][in][k][k][OB] */
    float *bias;
};

/* planes with a frame of pad zeros and room for whole vectors */
struct planes {
    int n, c, h, w, pad;
    size_t ld, plane;
    float *d;
};

static struct planes planes_new(int n, int c, int h, int w, int pad)
{
    struct planes p = { n, c, h, w, pad, 0, 0, NULL };
    p.ld = ((size_t)w + 2 * pad + 31 + 15) / 16 * 16;
    p.plane = p.ld * (h + 2 * pad);
    p.d = get(((size_t)n * c * p.plane + 64) * sizeof(float));
    return p;
}

static float *row(const struct planes *p, int n, int c, int y)
{
    return p->d + ((size_t)n * p->c + c) * p->plane + (size_t)(y + p->pad) * p->ld;
}

static struct conv conv_new(int in, int out, int k, uint32_t *s)
{
    struct conv l = { in, out, k, k / 2, (out + OB - 1) / OB, NULL, NULL };
    size_t nw = (size_t)l.nob * in * k * k * OB;
    float scale = 2.0f / (float)(in * k);

    l.w = get(nw * sizeof(float));
    l.bias = get(l.nob * OB * sizeof(float));
    memset(l.w, 0, nw * sizeof(float));
    memset(l.bias, 0, l.nob * OB * sizeof(float));
    for (int o = 0; o < out; o++)
        for (int q = 0; q < in * k * k; q++)
            l.w[((size_t)(o / OB) * in * k * k + q) * OB + o % OB] = scale * frand(s);
    for (int o = 0; o < out; o++)
        l.bias[o] = 0.1f * frand(s);
    return l;
}

/* OB channels of one row, pixels x..x+16*nv-1, relu applied, into out[OB][ldo] */
static inline __attribute__((always_inline))
void conv_tile(int K, int nv, const struct conv *l, int ob, const struct planes *in, int n,
               int y, int x, float *out, size_t ldo)
{
    vf acc[OB][2];
    const float *w = l->w + (size_t)ob * l->in * K * K * OB;
    const vf zero = {0};

#pragma GCC unroll 8
    for (int o = 0; o < OB; o++)
#pragma GCC unroll 2
        for (int v = 0; v < nv; v++)
            acc[o][v] = zero + l->bias[ob * OB + o];
    for (int ic = 0; ic < l->in; ic++)
        for (int ky = 0; ky < K; ky++) {
            const float *src = row(in, n, ic, y + ky - l->pad) + x;
            for (int kx = 0; kx < K; kx++, w += OB) {
                vf b[2];
#pragma GCC unroll 2
                for (int v = 0; v < nv; v++)
                    b[v] = *(const vfu *)(src + kx + 16 * v);
#pragma GCC unroll 8
                for (int o = 0; o < OB; o++)
#pragma GCC unroll 2
                    for (int v = 0; v < nv; v++)
                        acc[o][v] += w[o] * b[v];
            }
        }
#pragma GCC unroll 8
    for (int o = 0; o < OB; o++)
#pragma GCC unroll 2
        for (int v = 0; v < nv; v++)
            *(vfu *)(out + o * ldo + 16 * v) = acc[o][v];
}

static inline float relu(float v)
{
    return v < 0.0f ? 0.0f : v;
}

/* convolution, relu and 2x2 pooling of channel block ob of image n */
static inline __attribute__((always_inline))
void conv_pool(int K, const struct conv *l, const struct planes *in, int n, int ob,
               struct planes *out, float *tmp)
{
    int w = in->w, nv = (w + 15) / 16;
    size_t ldo = (size_t)nv * 16;

    for (int y = 0; y < out->h; y++) {
        for (int dy = 0; dy < 2; dy++) {
            float *t = tmp + dy * OB * ldo;
            int v = 0;
            for (; v + 2 <= nv; v += 2)
                conv_tile(K, 2, l, ob, in, n, 2 * y + dy, 16 * v, t + 16 * v, ldo);
            if (v < nv)
                conv_tile(K, 1, l, ob, in, n, 2 * y + dy, 16 * v, t + 16 * v, ldo);
        }
        for (int o = 0; o < OB && ob * OB + o < l->out; o++) {
            const float *restrict a = tmp + o * ldo, *restrict b = tmp + (OB + o) * ldo;
            float *restrict d = row(out, n, ob * OB + o, y) + out->pad;
            int m = out->w;
            for (int x = 0; x < m; x++) {
                float p = relu(a[2 * x]), q = relu(a[2 * x + 1]);
                float r = relu(b[2 * x]), s = relu(b[2 * x + 1]);
                p = q > p ? q : p;
                p = r > p ? r : p;
                p = s > p ? s : p;
                d[x] = p;
            }
        }
    }
}

int main(int argc, char **argv)
{
    int batch = argc > 1 ? atoi(argv[1]) : 14;
    int size = argc > 2 ? atoi(argv[2]) : 64;
    int ch = argc > 3 ? atoi(argv[3]) : 24;
    uint32_t s = 1u;

    if (batch < 1 || size < 4 || ch < 1) {
        fprintf(stderr, "usage: convnet [batch [size [channels]]]\n");
        return 1;
    }
    struct planes img = planes_new(batch, 3, size, size, 2);
    struct planes p1 = planes_new(batch, ch, size / 2, size / 2, 1);
    struct planes p2 = planes_new(batch, 2 * ch, size / 4, size / 4, 0);
    uint32_t s0 = s;
    s = jump(s, (size_t)batch * 3 * size * size);
    struct conv c1 = conv_new(3, ch, 5, &s), c2 = conv_new(ch, 2 * ch, 3, &s);
    int side = size / 4, feat = 2 * ch * side * side;
    vf *w = get((size_t)feat * sizeof(vf));
    float *score = get((size_t)batch * NCLS * sizeof(float));
    size_t nt = (size_t)(size + 32) * OB * 2 + 64;

#pragma omp parallel
    {
        float *tmp = get(nt * sizeof(float));
#pragma omp for schedule(static) nowait
        for (int q = 0; q < batch * ch; q++)
            memset(p1.d + q * p1.plane, 0, p1.plane * sizeof(float));
        /* weights of the last layer, the classes as lanes; draw k*feat+f */
#pragma omp for schedule(static) nowait
        for (int b = 0; b < feat; b += 256) {
            int e = b + 256 < feat ? b + 256 : feat;
            uint32_t st[16] = { 0 };
            for (int k = 0; k < NCLS; k++)
                st[k] = jump(s, (size_t)k * feat + b);
            for (int f = b; f < e; f++) {
                float *x = (float *)&w[f];
                for (int k = 0; k < 16; k++)
                    x[k] = 0.05f * frand(&st[k]);
            }
        }
#pragma omp for schedule(static)
        for (int q = 0; q < batch * 3; q++) {
            int n = q / 3, c = q % 3;
            uint32_t r = jump(s0, (size_t)q * size * size);
            memset(img.d + q * img.plane, 0, img.plane * sizeof(float));
            for (int y = 0; y < size; y++) {
                float *d = row(&img, n, c, y) + 2;
                for (int x = 0; x < size; x++)
                    d[x] = (float)((x * (n + 2) + y * (c + 3)) % 32) / 32.0f + 0.2f * frand(&r);
            }
        }
#pragma omp for schedule(dynamic, 1)
        for (int q = 0; q < batch * c1.nob; q++)
            conv_pool(5, &c1, &img, q / c1.nob, q % c1.nob, &p1, tmp);
#pragma omp for schedule(dynamic, 1)
        for (int q = 0; q < batch * c2.nob; q++)
            conv_pool(3, &c2, &p1, q / c2.nob, q % c2.nob, &p2, tmp);
        /* several images together to overlap their chains of additions */
#pragma omp for schedule(static)
        for (int n0 = 0; n0 < batch; n0 += 4) {
            int m = batch - n0 < 4 ? batch - n0 : 4;
            vf acc[4] = { {0} };
            int f = 0;
            for (int c = 0; c < 2 * ch; c++)
                for (int y = 0; y < side; y++) {
                    const float *a[4];
                    for (int q = 0; q < 4; q++)
                        a[q] = row(&p2, n0 + (q < m ? q : 0), c, y);
                    for (int x = 0; x < side; x++, f++) {
                        acc[0] += w[f] * a[0][x];
                        acc[1] += w[f] * a[1][x];
                        acc[2] += w[f] * a[2][x];
                        acc[3] += w[f] * a[3][x];
                    }
                }
            for (int q = 0; q < m; q++)
                for (int k = 0; k < NCLS; k++)
                    score[(n0 + q) * NCLS + k] = acc[q][k];
        }
        free(tmp);
    }

    for (int n = 0; n < batch; n++) {
        int best = 0;
        for (int k = 1; k < NCLS; k++)
            if (score[n * NCLS + k] > score[n * NCLS + best])
                best = k;
        printf("image %d: class %d  score %.8g  first %.8g\n", n, best,
               score[n * NCLS + best], score[n * NCLS]);
    }
    double sum = 0.0;
    for (int n = 0; n < batch; n++)
        for (int c = 0; c < 2 * ch; c++)
            for (int y = 0; y < side; y++) {
                const float *a = row(&p2, n, c, y);
                for (int x = 0; x < side; x++)
                    sum += a[x];
            }
    printf("feature sum %.10g\n", sum);
    return 0;
}
