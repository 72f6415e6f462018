/* One encoder block: multi-head self attention with causal mask, residual,
 * layer norm and a two layer perceptron.  Single precision, flat arrays. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static unsigned long long lcg_state = 42;

static float rnd(float scale)
{
    lcg_state = lcg_state * 6364136223846793005ULL + 1442695040888963407ULL;
    return ((float)(lcg_state >> 40) / 16777216.0f - 0.5f) * scale;
}

static float *vec(int n)
{
    float *p = calloc(n, sizeof(float));
    if (!p) {
        fprintf(stderr, "out of memory\n");
        exit(1);
    }
    return p;
}

static float *weights(int rows, int cols)
{
    float *p = vec(rows * cols);
    for (int i = 0; i < rows * cols; i++)
        p[i] = rnd(2.0f / sqrtf((float)cols));
    return p;
}

/* y[t][o] = b[o] + sum_i w[o][i] x[t][i] */
static void linear(float *y, const float *x, const float *w, const float *b,
                   int len, int in, int out)
{
    for (int t = 0; t < len; t++)
        for (int o = 0; o < out; o++) {
            float acc = b ? b[o] : 0.0f;
            for (int i = 0; i < in; i++)
                acc += w[o * in + i] * x[t * in + i];
            y[t * out + o] = acc;
        }
}

static void softmax(float *row, int n)
{
    float mx = row[0], sum = 0.0f;
    for (int i = 1; i < n; i++)
        if (row[i] > mx)
            mx = row[i];
    for (int i = 0; i < n; i++) {
        row[i] = expf(row[i] - mx);
        sum += row[i];
    }
    for (int i = 0; i < n; i++)
        row[i] /= sum;
}

static void attention(float *out, const float *q, const float *k, const float *v,
                      float *att, int len, int dim, int heads)
{
    int hd = dim / heads;
    float scale = 1.0f / sqrtf((float)hd);

    for (int h = 0; h < heads; h++) {
        const float *qh = q + h * hd, *kh = k + h * hd, *vh = v + h * hd;
        for (int t = 0; t < len; t++) {
            float *a = att + (h * len + t) * len;
            for (int s = 0; s <= t; s++) {
                float dot = 0.0f;
                for (int d = 0; d < hd; d++)
                    dot += qh[t * dim + d] * kh[s * dim + d];
                a[s] = dot * scale;
            }
            softmax(a, t + 1);
            for (int d = 0; d < hd; d++) {
                float acc = 0.0f;
                for (int s = 0; s <= t; s++)
                    acc += a[s] * vh[s * dim + d];
                out[t * dim + h * hd + d] = acc;
            }
        }
    }
}

static void add(float *x, const float *y, int n)
{
    for (int i = 0; i < n; i++)
        x[i] += y[i];
}

static void layer_norm(float *x, int len, int dim)
{
    for (int t = 0; t < len; t++) {
        float mean = 0.0f, var = 0.0f;
        for (int i = 0; i < dim; i++)
            mean += x[t * dim + i];
        mean /= dim;
        for (int i = 0; i < dim; i++) {
            float d = x[t * dim + i] - mean;
            var += d * d;
        }
        float inv = 1.0f / sqrtf(var / dim + 1e-5f);
        for (int i = 0; i < dim; i++)
            x[t * dim + i] = (x[t * dim + i] - mean) * inv;
    }
}

static void relu(float *x, int n)
{
    for (int i = 0; i < n; i++)
        if (x[i] < 0.0f)
            x[i] = 0.0f;
}

int main(int argc, char **argv)
{
    int len = argc > 1 ? atoi(argv[1]) : 500;
    int dim = argc > 2 ? atoi(argv[2]) : 320;
    int heads = argc > 3 ? atoi(argv[3]) : 5;
    int layers = argc > 4 ? atoi(argv[4]) : 2;

    if (len < 1 || heads < 1 || dim < heads || dim % heads != 0) {
        fprintf(stderr, "usage: attention [len [dim [heads [layers]]]]\n");
        return 1;
    }
    int hidden = 2 * dim;
    float *x = vec(len * dim), *q = vec(len * dim), *k = vec(len * dim);
    float *v = vec(len * dim), *o = vec(len * dim), *p = vec(len * dim);
    float *att = vec(heads * len * len), *f = vec(len * hidden);

    for (int i = 0; i < len * dim; i++)
        x[i] = rnd(2.0f);

    for (int l = 0; l < layers; l++) {
        float *wq = weights(dim, dim), *wk = weights(dim, dim);
        float *wv = weights(dim, dim), *wo = weights(dim, dim);
        float *w1 = weights(hidden, dim), *w2 = weights(dim, hidden);
        float *b1 = weights(1, hidden), *b2 = weights(1, dim);

        linear(q, x, wq, NULL, len, dim, dim);
        linear(k, x, wk, NULL, len, dim, dim);
        linear(v, x, wv, NULL, len, dim, dim);
        attention(o, q, k, v, att, len, dim, heads);
        linear(p, o, wo, NULL, len, dim, dim);
        add(x, p, len * dim);
        layer_norm(x, len, dim);
        linear(f, x, w1, b1, len, dim, hidden);
        relu(f, len * hidden);
        linear(p, f, w2, b2, len, hidden, dim);
        add(x, p, len * dim);
        layer_norm(x, len, dim);

        double entropy = 0.0;
        for (int t = 0; t < len; t++)
            entropy += att[t * len + t];
        printf("layer %d: mean self weight %.7g\n", l, entropy / len);
        free(wq); free(wk); free(wv); free(wo);
        free(w1); free(w2); free(b1); free(b2);
    }

    double sum = 0.0, sq = 0.0;
    for (int i = 0; i < len * dim; i++) {
        sum += x[i] * (1 + i % 3);
        sq += (double)x[i] * x[i];
    }
    printf("checksum %.9g  norm %.9g\n", sum, sq);
    printf("last token: %.7g %.7g %.7g\n", x[(len - 1) * dim],
           x[(len - 1) * dim + dim / 2], x[len * dim - 1]);
    free(x); free(q); free(k); free(v); free(o); free(p); free(att); free(f);
    return 0;
}
