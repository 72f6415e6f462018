/* (packed register-blocked products, fused attention per row group) Encoder blocks of a small transformer, single precision: layer norm, multi-head
 * causal attention, feed-forward with GELU, residual connections.
 * usage: attn [tokens] [width] [blocks] (width: a multiple of 64) */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define HEADS 4

struct block {
    float *wq, *wk, *wv, *wo;   /* width x width, a row per output */
    float *w1, *w2;             /* 3*width x width, width x 3*width */
    float *gain1, *gain2;
};

static unsigned long long state = 88172645463325252ULL;

static float *weights(size_t n, float scale, float mean)
{
    float *p = malloc(n * sizeof *p);
    if (!p) exit(1);
    for (size_t i = 0; i < n; i++) {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        p[i] = mean + scale * ((float)(state >> 40) / 8388608.0f - 1.0f);
    }
    return p;
}

static void layernorm(float *out, const float *x, const float *gain, int t, int w)
{
    #pragma omp parallel for schedule(static)
    for (int i = 0; i < t; i++) {
        float mean = 0.0f, var = 0.0f;
        for (int c = 0; c < w; c++) mean += x[i * w + c];
        mean /= w;
        for (int c = 0; c < w; c++) {
            float d = x[i * w + c] - mean;
            var += d * d;
        }
        float r = 1.0f / sqrtf(var / w + 1e-5f);
        for (int c = 0; c < w; c++) out[i * w + c] = (x[i * w + c] - mean) * r * gain[c];
    }
}

typedef float f16 __attribute__((vector_size(64), aligned(4)));

/* 6 rows of x against 32 packed outputs: p[c] holds w[o..o+32)[c] */
#define ROWS 6
static inline __attribute__((always_inline))
void micro(float *y, size_t ldy, const float *x, size_t ldx, const float *p, int n, int rows)
{
    f16 a[ROWS], b[ROWS];
    for (int r = 0; r < rows; r++) a[r] = b[r] = (f16){ 0 };
    for (int c = 0; c < n; c++) {
        f16 u = *(const f16 *)(p + c * 32), v = *(const f16 *)(p + c * 32 + 16);
        #pragma GCC unroll 6
        for (int r = 0; r < rows; r++) {
            float s = x[r * ldx + c];
            a[r] += s * u;
            b[r] += s * v;
        }
    }
    for (int r = 0; r < rows; r++) {
        *(f16 *)(y + r * ldy) = a[r];
        *(f16 *)(y + r * ldy + 16) = b[r];
    }
}

static void linear(float *y, const float *x, const float *w, int t, int in, int out)
{
    float *pk = aligned_alloc(64, (size_t)in * out * sizeof *pk);
    if (!pk) exit(1);
    #pragma omp parallel
    {
        #pragma omp for schedule(static)
        for (int ob = 0; ob < out / 32; ob++) {
            for (int c0 = 0; c0 < in; c0 += 16)
                for (int o = 0; o < 32; o++)
                    for (int c = c0; c < c0 + 16; c++)
                        pk[((size_t)ob * in + c) * 32 + o] = w[(size_t)(ob * 32 + o) * in + c];
        }
        #pragma omp for schedule(dynamic, 1)
        for (int ob = 0; ob < out / 32; ob++) {
            const float *p = pk + (size_t)ob * in * 32;
            int i = 0;
            for (; i + ROWS <= t; i += ROWS)
                micro(y + (size_t)i * out + ob * 32, out, x + (size_t)i * in, in, p, in, ROWS);
            for (; i < t; i++)
                micro(y + (size_t)i * out + ob * 32, out, x + (size_t)i * in, in, p, in, 1);
        }
    }
    free(pk);
}

static void attention(float *y, const float *q, const float *k, const float *v, int t, int w)
{
    int d = w / HEADS, nb = (t + 31) / 32;
    float scale = 1.0f / sqrtf((float)d);
    float *pk = aligned_alloc(64, (size_t)nb * 32 * w * sizeof *pk);
    if (!pk) exit(1);
    #pragma omp parallel
    {
        float *score = malloc(((size_t)nb * 32 + 32) * sizeof *score);
        if (!score) exit(1);
        #pragma omp for collapse(2)
        for (int h = 0; h < HEADS; h++)
            for (int jb = 0; jb < nb; jb++)
                for (int c = 0; c < d; c++)
                    for (int j = 0; j < 32; j++)
                        pk[(((size_t)h * nb + jb) * d + c) * 32 + j] =
                            jb * 32 + j < t ? k[(size_t)(jb * 32 + j) * w + h * d + c] : 0.0f;
        #pragma omp for schedule(dynamic, 8) collapse(2)
        for (int h = 0; h < HEADS; h++)
            for (int ii = 0; ii < t; ii++) {
                int i = t - 1 - ii;
                float top = -1e30f, sum = 0.0f;
                for (int jb = 0; jb * 32 <= i; jb++)
                    micro(score + jb * 32, 0, q + (size_t)i * w + h * d, 0,
                          pk + ((size_t)h * nb + jb) * d * 32, d, 1);
                for (int j = 0; j <= i; j++) {
                    score[j] *= scale;
                    if (score[j] > top) top = score[j];
                }
                for (int j = 0; j <= i; j++) {
                    score[j] = expf(score[j] - top);
                    sum += score[j];
                }
                for (int c = 0; c < d; c += 16) {
                    const float *vc = v + h * d + c;
                    f16 s = { 0 };
                    for (int j = 0; j <= i; j++) s += score[j] * *(const f16 *)(vc + (size_t)j * w);
                    *(f16 *)(y + (size_t)i * w + h * d + c) = s / sum;
                }
            }
        free(score);
    }
    free(pk);
}

static void gelu(float *x, size_t n)
{
    #pragma omp parallel for schedule(static)
    for (size_t i = 0; i < n; i++) {
        float a = x[i];
        x[i] = 0.5f * a * (1.0f + tanhf(0.7978845f * (a + 0.044715f * a * a * a)));
    }
}

static void add(float *x, const float *y, size_t n)
{
    for (size_t i = 0; i < n; i++) x[i] += y[i];
}

static void run_block(const struct block *b, float *x, float *buf, int t, int w)
{
    size_t n = (size_t)t * w;
    float *norm = buf, *q = buf + n, *k = q + n, *v = k + n, *y = v + n, *hid = y + n;
    layernorm(norm, x, b->gain1, t, w);
    linear(q, norm, b->wq, t, w, w);
    linear(k, norm, b->wk, t, w, w);
    linear(v, norm, b->wv, t, w, w);
    attention(y, q, k, v, t, w);
    linear(norm, y, b->wo, t, w, w);
    add(x, norm, n);
    layernorm(norm, x, b->gain2, t, w);
    linear(hid, norm, b->w1, t, w, 3 * w);
    gelu(hid, 3 * n);
    linear(y, hid, b->w2, t, 3 * w, w);
    add(x, y, n);
}

static void print_sum(int layer, const float *x, size_t n)
{
    uint64_t h = 14695981039346656037ULL;
    double s = 0.0, a = 0.0;
    const unsigned char *p = (const unsigned char *)x;
    for (size_t i = 0; i < n; i++) { s += x[i]; a += fabs(x[i]); }
    for (size_t i = 0; i < n * sizeof *x; i++) h = (h ^ p[i]) * 1099511628211ULL;
    printf("block %d: %.17g %.17g %016llx\n", layer, s, a, (unsigned long long)h);
}

int main(int argc, char **argv)
{
    int t = argc > 1 ? atoi(argv[1]) : 200;
    int w = argc > 2 ? atoi(argv[2]) : 256;
    int layers = argc > 3 ? atoi(argv[3]) : 5;
    if (t < 1 || w < 64 || w % 64) return 1;
    size_t n = (size_t)t * w, m = (size_t)w * w;
    float *x = weights(n, 1.0f, 0.0f), *buf = weights(8 * n, 0.0f, 0.0f), s = 1.7f / sqrtf(w);
    for (int l = 0; l < layers; l++) {
        struct block b = { weights(m, s, 0.0f), weights(m, s, 0.0f), weights(m, s, 0.0f),
                           weights(m, s, 0.0f), weights(3 * m, s, 0.0f), weights(3 * m, s, 0.0f),
                           weights(w, 0.2f, 1.0f), weights(w, 0.2f, 1.0f) };
        run_block(&b, x, buf, t, w);
        print_sum(l, x, n);
        free(b.wq); free(b.wk); free(b.wv); free(b.wo);
        free(b.w1); free(b.w2); free(b.gain1); free(b.gain2);
    }
    free(x);
    free(buf);
    return 0;
}
