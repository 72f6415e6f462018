/* maskattn: one multi-head attention layer over a batch of padded sequences:
 * query/key/value projection, scores with a causal sliding window plus a few
 * keys that everybody sees, softmax, weighted values, output projection.
 * Expert: projections as register-blocked products over packed weights, keys
 * transposed per head so that the scores are vectors over the keys, allowed
 * key ranges instead of the mask, all values of a head kept in registers;
 * threads over (sequence, head) and rows.
 * SMALL: 1 40 3 8
 * Usage: maskattn [sequences] [tokens] [heads] [size of a head]
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

/* y (rows x m) = x (rows x n) w (n x m) + bias */
static void linear(int rows, int n, int m, float x[rows][n], float w[n][m], const float *bias,
                   float y[rows][m])
{
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < m; j++) {
            float s = bias[j];
            for (int p = 0; p < n; p++)
                s += x[i][p] * w[p][j];
            y[i][j] = s;
        }
}

/* may token i look at token j? */
static int visible(const struct Layer *l, int length, int i, int j)
{
    if (j > i || j >= length)
        return 0;
    return j < GLOBAL_KEYS || i - j < l->window;
}

static void attend_head(const struct Layer *l, int length, int h, const float *qkv, float *mixed)
{
    int T = l->tokens, D = l->size, row = 3 * l->width;
    float score[T];
    float scale = 1.0f / sqrtf((float)D);
    for (int i = 0; i < T; i++) {
        const float *q = qkv + (size_t)i * row + h * D;
        float top = -1e30f;
        for (int j = 0; j < T; j++) {
            if (!visible(l, length, i, j))
                continue;
            const float *k = qkv + (size_t)j * row + l->width + h * D;
            float s = 0.0f;
            for (int d = 0; d < D; d++)
                s += q[d] * k[d];
            score[j] = s * scale;
            if (score[j] > top)
                top = score[j];
        }
        float total = 0.0f;
        for (int j = 0; j < T; j++)
            if (visible(l, length, i, j)) {
                score[j] = expf(score[j] - top);
                total += score[j];
            }
        for (int d = 0; d < D; d++) {
            float s = 0.0f;
            for (int j = 0; j < T; j++)
                if (visible(l, length, i, j))
                    s += score[j] * qkv[(size_t)j * row + 2 * l->width + h * D + d];
            mixed[(size_t)i * l->width + h * D + d] = s / total;
        }
    }
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

    printf("%d sequences of %d tokens, %d heads of %d\n", batch, T, l.heads, l.size);
    for (int b = 0; b < batch; b++) {
        int length = T - b * (T / 5);
        if (length < GLOBAL_KEYS)
            length = GLOBAL_KEYS;
        for (int i = 0; i < T; i++)
            for (int c = 0; c < W; c++)
                x[(size_t)i * W + c] =
                    i < length ? noise() + sinf(0.01f * (float)(i * (c % 7 + 1))) : 0.0f;
        linear(T, W, 3 * W, (float (*)[W])x, (float (*)[3 * W])l.wqkv, l.bqkv,
               (float (*)[3 * W])qkv);
        for (int h = 0; h < l.heads; h++)
            attend_head(&l, length, h, qkv, mixed);
        linear(T, W, W, (float (*)[W])mixed, (float (*)[W])l.wout, l.bout, (float (*)[W])y);
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
    free(x);
    free(qkv);
    free(mixed);
    free(y);
    return 0;
}
