/* Single-head causal self attention over a token sequence, weights applied to a model
 * vector by small projections. */
#include <stdio.h>
#include <stdlib.h>
#include <math.h>

typedef struct {
    int rows, cols;
    float *v;
} Mat;

static Mat mat(int rows, int cols)
{
    Mat m = { rows, cols, calloc((size_t)rows * cols, sizeof(float)) };
    if (!m.v)
        abort();
    return m;
}

static void fill(Mat *m, unsigned seed, float scale)
{
    for (int i = 0; i < m->rows * m->cols; i++) {
        seed ^= seed << 13;
        seed ^= seed >> 17;
        seed ^= seed << 5;
        m->v[i] = scale * ((int)(seed % 2001) - 1000) / 1000.0f;
    }
}

/* out = x * w + b */
static void project(const Mat *x, const Mat *w, float b, Mat *out)
{
    for (int t = 0; t < x->rows; t++)
        for (int j = 0; j < w->cols; j++) {
            float s = b;
            for (int i = 0; i < x->cols; i++)
                s += x->v[t * x->cols + i] * w->v[i * w->cols + j];
            out->v[t * out->cols + j] = s;
        }
}

static void attend(const Mat *q, const Mat *k, const Mat *v, Mat *out, float *scores)
{
    int d = q->cols;
    float scale = 1.0f / sqrtf((float)d);
    for (int t = 0; t < q->rows; t++) {
        float top = -1e30f, sum = 0.0f;
        for (int u = 0; u <= t; u++) {
            float s = 0.0f;
            for (int i = 0; i < d; i++)
                s += q->v[t * d + i] * k->v[u * d + i];
            scores[u] = s * scale;
            if (scores[u] > top)
                top = scores[u];
        }
        for (int u = 0; u <= t; u++) {
            scores[u] = expf(scores[u] - top);
            sum += scores[u];
        }
        for (int u = 0; u <= t; u++)
            scores[u] /= sum;
        for (int i = 0; i < v->cols; i++) {
            float acc = 0.0f;
            for (int u = 0; u <= t; u++)
                acc += scores[u] * v->v[u * v->cols + i];
            out->v[t * v->cols + i] = acc;
        }
    }
}

int main(int argc, char **argv)
{
    int tokens = argc > 1 ? atoi(argv[1]) : 1700;
    int model = argc > 2 ? atoi(argv[2]) : 160;
    int head = argc > 3 ? atoi(argv[3]) : 96;
    int layers = argc > 4 ? atoi(argv[4]) : 3;
    Mat x = mat(tokens, model), q = mat(tokens, head), k = mat(tokens, head), v = mat(tokens, head);
    Mat o = mat(tokens, head), back = mat(tokens, model);
    Mat wq = mat(model, head), wk = mat(model, head), wv = mat(model, head), wo = mat(head, model);
    float *scores = malloc(tokens * sizeof(float));

    fill(&x, 17u, 1.0f);
    for (int l = 0; l < layers; l++) {
        fill(&wq, 100u + l, 0.2f);
        fill(&wk, 200u + l, 0.2f);
        fill(&wv, 300u + l, 0.2f);
        fill(&wo, 400u + l, 0.2f);
        project(&x, &wq, 0.01f, &q);
        project(&x, &wk, 0.0f, &k);
        project(&x, &wv, 0.0f, &v);
        attend(&q, &k, &v, &o, scores);
        project(&o, &wo, 0.02f, &back);
        for (int i = 0; i < tokens * model; i++)
            x.v[i] = 0.9f * x.v[i] + back.v[i];
        double s = 0;
        for (int i = 0; i < tokens * model; i++)
            s += x.v[i] * (i % 7 - 3);
        printf("layer %d: %.10g last %.9g\n", l, s, x.v[tokens * model - 1]);
    }
    free(x.v);
    free(q.v);
    free(k.v);
    free(v.v);
    free(o.v);
    free(back.v);
    free(wq.v);
    free(wk.v);
    free(wv.v);
    free(wo.v);
    free(scores);
    return 0;
}
