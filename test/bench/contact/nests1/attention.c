/*
 * Multi-head self attention, one layer:  softmax(Q K^T / sqrt(d)) V  per
 * head, with causal masking, followed by the output projection.
 *
 * usage: attention [tokens]
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
static void project(float *y, const float *x, const float *w, int tokens)
{
    for (int t = 0; t < tokens; t++) {
        for (int o = 0; o < MODEL; o++) {
            float s = 0.0f;
            for (int i = 0; i < MODEL; i++)
                s += x[t * MODEL + i] * w[i * MODEL + o];
            y[t * MODEL + o] = s;
        }
    }
}

static void attend(float *out, const float *q, const float *k, const float *v,
                   float *score, int tokens, int head)
{
    float scale = 1.0f / sqrtf((float)DIM);
    int h = head * DIM;

    /* scores */
    for (int i = 0; i < tokens; i++) {
        for (int j = 0; j <= i; j++) {
            float s = 0.0f;
            for (int d = 0; d < DIM; d++)
                s += q[i * MODEL + h + d] * k[j * MODEL + h + d];
            score[i * tokens + j] = s * scale;
        }
    }
    /* softmax of each row */
    for (int i = 0; i < tokens; i++) {
        float max = score[i * tokens];
        float sum = 0.0f;
        for (int j = 1; j <= i; j++)
            if (score[i * tokens + j] > max)
                max = score[i * tokens + j];
        for (int j = 0; j <= i; j++) {
            score[i * tokens + j] = expf(score[i * tokens + j] - max);
            sum += score[i * tokens + j];
        }
        for (int j = 0; j <= i; j++)
            score[i * tokens + j] /= sum;
    }
    /* weighted values */
    for (int i = 0; i < tokens; i++) {
        for (int d = 0; d < DIM; d++) {
            float s = 0.0f;
            for (int j = 0; j <= i; j++)
                s += score[i * tokens + j] * v[j * MODEL + h + d];
            out[i * MODEL + h + d] = s;
        }
    }
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
    float *score = malloc((size_t)tokens * tokens * sizeof(float));

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
    for (int h = 0; h < HEADS; h++)
        attend(o, q, k, v, score, tokens, h);
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
    free(wq); free(wk); free(wv); free(wo); free(score);
    return 0;
}
