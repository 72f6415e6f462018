/*
 * Multi-head self attention, one layer:  softmax(Q K^T / sqrt(d)) V  per
 * head, with causal masking, followed by the output projection.
 *
 * usage: attention [tokens]
 *
 * OpenMP version: tiled projections; scores, softmax and weighted values fused
 * per query row, with K packed transposed.
 */
#include <stdio.h>
#include <stdlib.h>
#include <math.h>

#define HEADS 8
#define DIM   64                /* per head */
#define MODEL (HEADS * DIM)

static unsigned int seed = 42u;

static float rnd(void)
{
    seed = seed * 1664525u + 1013904223u;
    return (seed >> 8) / 8388608.0f - 1.0f;
}

/* y[t][o] = sum_i x[t][i] w[i][o] */
#define TT 8         /* tokens per task */
#define TK 64

/* y[t][o] = sum_i x[t][i] w[i][o] */
static void project(float *y, const float *x, const float *w, int tokens)
{
#pragma omp parallel for schedule(dynamic)
    for (int t0 = 0; t0 < tokens; t0 += TT) {
        int t1 = t0 + TT < tokens ? t0 + TT : tokens;
        for (int e = t0 * MODEL; e < t1 * MODEL; e++)
            y[e] = 0.0f;
        for (int i0 = 0; i0 < MODEL; i0 += TK) {
            for (int t = t0; t < t1; t++) {
                float *restrict yt = y + t * MODEL;
                for (int i = i0; i < i0 + TK; i += 4) {
                    const float *w0 = w + i * MODEL, *w1 = w0 + MODEL;
                    const float *w2 = w1 + MODEL, *w3 = w2 + MODEL;
                    float x0 = x[t * MODEL + i], x1 = x[t * MODEL + i + 1];
                    float x2 = x[t * MODEL + i + 2], x3 = x[t * MODEL + i + 3];
#pragma omp simd
                    for (int o = 0; o < MODEL; o++)
                        yt[o] = (((yt[o] + x0 * w0[o]) + x1 * w1[o]) + x2 * w2[o]) + x3 * w3[o];
                }
            }
        }
    }
}

/* all heads; K is packed transposed, each query row is finished in one go */
static void attend(float *out, const float *q, const float *k, const float *v, int tokens)
{
    float scale = 1.0f / sqrtf((float)DIM);
    float *kt = malloc((size_t)MODEL * tokens * sizeof(float));

#pragma omp parallel
    {
        float *s = malloc(tokens * sizeof(float));
#pragma omp for
        for (int c = 0; c < MODEL; c++)
            for (int j = 0; j < tokens; j++)
                kt[(size_t)c * tokens + j] = k[j * MODEL + c];
#pragma omp for collapse(2) schedule(dynamic, 16)
        for (int h = 0; h < MODEL; h += DIM) {
            for (int i = 0; i < tokens; i++) {
                float acc[DIM] = { 0.0f }, max, sum = 0.0f;
                for (int j = 0; j <= i; j++)
                    s[j] = 0.0f;
                for (int d = 0; d < DIM; d += 4) {
                    const float *qd = q + i * MODEL + h + d;
                    const float *k0 = kt + (size_t)(h + d) * tokens, *k1 = k0 + tokens;
                    const float *k2 = k1 + tokens, *k3 = k2 + tokens;
                    float q0 = qd[0], q1 = qd[1], q2 = qd[2], q3 = qd[3];
#pragma omp simd
                    for (int j = 0; j <= i; j++)
                        s[j] = (((s[j] + q0 * k0[j]) + q1 * k1[j]) + q2 * k2[j]) + q3 * k3[j];
                }
                for (int j = 0; j <= i; j++)
                    s[j] *= scale;
                max = s[0];
                for (int j = 1; j <= i; j++)
                    if (s[j] > max)
                        max = s[j];
                for (int j = 0; j <= i; j++) {
                    s[j] = expf(s[j] - max);
                    sum += s[j];
                }
                for (int j = 0; j <= i; j++) {
                    float p = s[j] / sum;
                    const float *vj = v + j * MODEL + h;
#pragma omp simd
                    for (int d = 0; d < DIM; d++)
                        acc[d] += p * vj[d];
                }
                for (int d = 0; d < DIM; d++)
                    out[i * MODEL + h + d] = acc[d];
            }
        }
        free(s);
    }
    free(kt);
}

int main(int argc, char **argv)
{
    int tokens = argc > 1 ? atoi(argv[1]) : 720;
    size_t act = (size_t)tokens * MODEL, par = (size_t)MODEL * MODEL;
    float *x = malloc(act * sizeof(float)), *y = malloc(act * sizeof(float));
    float *q = malloc(act * sizeof(float)), *k = malloc(act * sizeof(float));
    float *v = malloc(act * sizeof(float)), *o = malloc(act * sizeof(float));
    float *wq = malloc(par * sizeof(float)), *wk = malloc(par * sizeof(float));
    float *wv = malloc(par * sizeof(float)), *wo = malloc(par * sizeof(float));

    for (int t = 0; t < tokens; t++)
        for (int i = 0; i < MODEL; i++)
            x[t * MODEL + i] = rnd() + sinf(t * 0.1f / (1 + i % 16));
    for (size_t i = 0; i < par; i++) {
        wq[i] = 0.08f * rnd();
        wk[i] = 0.08f * rnd();
        wv[i] = 0.06f * rnd();
        wo[i] = 0.06f * rnd();
    }

    project(q, x, wq, tokens);
    project(k, x, wk, tokens);
    project(v, x, wv, tokens);
    attend(o, q, k, v, tokens);
    project(y, o, wo, tokens);

    double sum = 0.0, sq = 0.0;
    for (size_t i = 0; i < act; i++) {
        sum += y[i];
        sq += (double)y[i] * y[i];
    }
    printf("tokens %d  heads %d  model %d\n", tokens, HEADS, MODEL);
    printf("sum %.17g\nnorm %.17g\n", sum, sqrt(sq));
    printf("last token: %.10f %.10f %.10f\n", y[(tokens - 1) * MODEL],
           y[(tokens - 1) * MODEL + 1], y[tokens * MODEL - 1]);
    free(x); free(y); free(q); free(k); free(v); free(o);
    free(wq); free(wk); free(wv); free(wo);
    return 0;
}
