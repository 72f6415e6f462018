/* maskattn, optimized by hand: see maskattn.c.
 * SMALL: 1 40 3 8
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define GLOBAL_KEYS 4

struct Layer {
    int tokens, heads, size, width, window;
    float *wqkv, *bqkv; /* width x 3 width; column = which * width + head * size + d */
    float *wout, *bout; /* width x width */
};

static float *vec(size_t n)
{
    float *p = malloc(n * sizeof(float));
    if (!p) {
        fprintf(stderr, "no memory\n");
        exit(2);
    }
    return p;
}

static unsigned lcg = 12345;

static float noise(void)
{
    lcg = lcg * 1103515245u + 12345u;
    return (float)((lcg >> 9) & 0x3fff) / 8192.0f - 1.0f;
}

typedef float v16 __attribute__((vector_size(64)));
typedef float v16u __attribute__((vector_size(64), aligned(4)));

#define NR 32 /* columns of a packed panel of weights */
#define MR 6

/* w (n x m) in panels of NR columns, the last one filled with zeros */
static float *pack(int n, int m, const float *w)
{
    int panels = (m + NR - 1) / NR;
    float *p = vec((size_t)panels * n * NR);
    for (int t = 0; t < panels; t++)
        for (int k = 0; k < n; k++)
            for (int c = 0; c < NR; c++)
                p[((size_t)t * n + k) * NR + c] =
                    t * NR + c < m ? w[(size_t)k * m + t * NR + c] : 0.0f;
    return p;
}

static inline void micro(int n, const float *const x[MR], const float *w, const float *bias,
                         float out[MR][NR])
{
    v16 s[MR][2];
#pragma GCC unroll 6
    for (int i = 0; i < MR; i++) {
        s[i][0] = *(const v16u *)bias;
        s[i][1] = *(const v16u *)(bias + 16);
    }
    for (int p = 0; p < n; p++) {
        v16 a = *(const v16u *)(w + (size_t)p * NR), b = *(const v16u *)(w + (size_t)p * NR + 16);
#pragma GCC unroll 6
        for (int i = 0; i < MR; i++) {
            s[i][0] += x[i][p] * a;
            s[i][1] += x[i][p] * b;
        }
    }
#pragma GCC unroll 6
    for (int i = 0; i < MR; i++) {
        *(v16u *)out[i] = s[i][0];
        *(v16u *)(out[i] + 16) = s[i][1];
    }
}

static void linear(int rows, int n, int m, const float *x, const float *packed, const float *bias,
                   float *y)
{
#pragma omp parallel for schedule(dynamic, 2)
    for (int i0 = 0; i0 < rows; i0 += MR) {
        const float *r[MR];
        int nr = rows - i0 < MR ? rows - i0 : MR;
        for (int i = 0; i < MR; i++)
            r[i] = x + (size_t)(i0 + (i < nr ? i : 0)) * n;
        for (int j0 = 0; j0 < m; j0 += NR) {
            float out[MR][NR], b[NR];
            int nc = m - j0 < NR ? m - j0 : NR;
            for (int c = 0; c < NR; c++)
                b[c] = c < nc ? bias[j0 + c] : 0.0f;
            micro(n, r, packed + (size_t)j0 * n, b, out);
            for (int i = 0; i < nr; i++)
                for (int c = 0; c < nc; c++)
                    y[(size_t)(i0 + i) * m + j0 + c] = out[i][c];
        }
    }
}

/* scores of one query with the keys j0..j1-1 (kt: size x pitch) */
static void scores(int D, const float *q, const float *kt, int pitch, int j0, int j1, float scale,
                   float *score)
{
    int j = j0;
    for (; j + 32 <= j1; j += 32) {
        v16 a = { 0 }, b = { 0 };
        for (int d = 0; d < D; d++) {
            a += q[d] * *(const v16u *)(kt + (size_t)d * pitch + j);
            b += q[d] * *(const v16u *)(kt + (size_t)d * pitch + j + 16);
        }
        *(v16u *)(score + j) = a * scale;
        *(v16u *)(score + j + 16) = b * scale;
    }
    if (j < j1) { /* kt and score are padded by 32 */
        v16 a = { 0 }, b = { 0 };
        for (int d = 0; d < D; d++) {
            a += q[d] * *(const v16u *)(kt + (size_t)d * pitch + j);
            b += q[d] * *(const v16u *)(kt + (size_t)d * pitch + j + 16);
        }
        *(v16u *)(score + j) = a * scale;
        *(v16u *)(score + j + 16) = b * scale;
    }
}

/* sums[d] = sum over both key ranges of score * value, for 16 nv values of d */
#define VALUES(NV)                                                                     \
    static void values##NV(const float *vp, int pitch, const int range[4],             \
                           const float *score, float *sums)                            \
    {                                                                                  \
        v16 s[NV];                                                                     \
        _Pragma("GCC unroll 4") for (int v = 0; v < NV; v++) s[v] = (v16){ 0 };        \
        for (int t = 0; t < 4; t += 2)                                                 \
            for (int j = range[t]; j < range[t + 1]; j++) {                            \
                _Pragma("GCC unroll 4") for (int v = 0; v < NV; v++) s[v] +=           \
                    score[j] * *(const v16u *)(vp + (size_t)j * pitch + 16 * v);       \
            }                                                                          \
        _Pragma("GCC unroll 4") for (int v = 0; v < NV; v++) *(v16u *)(sums + 16 * v) = s[v]; \
    }
VALUES(1)
VALUES(2)
VALUES(3)
VALUES(4)

static void attend_head(const struct Layer *l, int length, int h, const float *qkv, float *mixed)
{
    int T = l->tokens, D = l->size, row = 3 * l->width;
    int pitch = length + 32, dp = (D + 15) / 16 * 16;
    float *kt = vec((size_t)D * pitch), *vp = vec((size_t)length * dp), *score = vec(pitch + 32);
    float *sums = vec(dp);
    float scale = 1.0f / sqrtf((float)D);
    for (int j = 0; j < pitch; j++)
        for (int d = 0; d < D; d++)
            kt[(size_t)d * pitch + j] =
                j < length ? qkv[(size_t)j * row + l->width + h * D + d] : 0.0f;
    for (int j = 0; j < length; j++)
        for (int d = 0; d < dp; d++)
            vp[(size_t)j * dp + d] =
                d < D ? qkv[(size_t)j * row + 2 * l->width + h * D + d] : 0.0f;
    for (int i = 0; i < T; i++) {
        const float *q = qkv + (size_t)i * row + h * D;
        int end = i + 1 < length ? i + 1 : length;
        int begin = i - l->window + 1 > 0 ? i - l->window + 1 : 0;
        int global = end < GLOBAL_KEYS ? end : GLOBAL_KEYS;
        if (begin <= global)
            begin = global = 0;
        if (begin > end)
            begin = end;
        int range[4] = { 0, global, begin, end };
        float top = -1e30f, total = 0.0f;
        if (global)
            scores(D, q, kt, pitch, 0, global, scale, score);
        for (int j = 0; j < global; j++)
            top = score[j] > top ? score[j] : top;
        float head[GLOBAL_KEYS];
        for (int j = 0; j < global; j++)
            head[j] = score[j];
        scores(D, q, kt, pitch, begin, end, scale, score);
        for (int j = 0; j < global; j++)
            score[j] = head[j];
#pragma omp simd reduction(max : top)
        for (int j = begin; j < end; j++)
            top = score[j] > top ? score[j] : top;
        for (int t = 0; t < 4; t += 2)
            for (int j = range[t]; j < range[t + 1]; j++) {
                score[j] = expf(score[j] - top);
                total += score[j];
            }
        int d = 0;
        for (; d + 64 <= dp; d += 64)
            values4(vp + d, dp, range, score, sums + d);
        if (dp - d == 48)
            values3(vp + d, dp, range, score, sums + d);
        else if (dp - d == 32)
            values2(vp + d, dp, range, score, sums + d);
        else if (dp - d == 16)
            values1(vp + d, dp, range, score, sums + d);
        for (d = 0; d < D; d++)
            mixed[(size_t)i * l->width + h * D + d] = sums[d] / total;
    }
    free(kt);
    free(vp);
    free(score);
    free(sums);
}

int main(int argc, char **argv)
{
    int batch = argc > 1 ? atoi(argv[1]) : 5;
    struct Layer l;
    l.tokens = argc > 2 ? atoi(argv[2]) : 800;
    l.heads = argc > 3 ? atoi(argv[3]) : 6;
    l.size = argc > 4 ? atoi(argv[4]) : 40;
    l.width = l.heads * l.size;
    l.window = l.tokens / 2 + 1;
    int T = l.tokens, W = l.width;
    l.wqkv = vec((size_t)W * 3 * W);
    l.bqkv = vec(3 * W);
    l.wout = vec((size_t)W * W);
    l.bout = vec(W);
    for (int i = 0; i < W * 3 * W; i++)
        l.wqkv[i] = 1.6f * noise() / sqrtf((float)W);
    for (int i = 0; i < 3 * W; i++)
        l.bqkv[i] = 0.1f * noise();
    for (int i = 0; i < W * W; i++)
        l.wout[i] = noise() / sqrtf((float)W);
    for (int i = 0; i < W; i++)
        l.bout[i] = 0.1f * noise();
    float *x = vec((size_t)T * W), *qkv = vec((size_t)T * 3 * W);
    float *mixed = vec((size_t)T * W), *y = vec((size_t)T * W);

    float *pqkv = pack(W, 3 * W, l.wqkv), *pout = pack(W, W, l.wout);
    printf("%d sequences of %d tokens, %d heads of %d\n", batch, T, l.heads, l.size);
    for (int b = 0; b < batch; b++) {
        int length = T - b * (T / 5);
        if (length < GLOBAL_KEYS)
            length = GLOBAL_KEYS;
        for (int i = 0; i < T; i++)
            for (int c = 0; c < W; c++)
                x[(size_t)i * W + c] =
                    i < length ? noise() + sinf(0.01f * (float)(i * (c % 7 + 1))) : 0.0f;
        linear(T, W, 3 * W, x, pqkv, l.bqkv, qkv);
#pragma omp parallel for schedule(dynamic, 1)
        for (int h = 0; h < l.heads; h++)
            attend_head(&l, length, h, qkv, mixed);
        linear(T, W, W, mixed, pout, l.bout, y);
        double sum = 0.0, square = 0.0, last = 0.0;
        for (int i = 0; i < length; i++)
            for (int c = 0; c < W; c++) {
                double v = y[(size_t)i * W + c];
                sum += v * ((i + c) % 3 + 1);
                square += v * v;
                if (i == length - 1)
                    last += v;
            }
        printf("sequence %d (%d tokens): sum %.10g square %.10g last %.9g first %.9g\n", b, length,
               sum, square, last, y[0]);
    }
    free(l.wqkv);
    free(l.bqkv);
    free(l.wout);
    free(l.bout);
    free(pqkv);
    free(pout);
    free(x);
    free(qkv);
    free(mixed);
    free(y);
    return 0;
}
