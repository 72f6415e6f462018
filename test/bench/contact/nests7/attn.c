/* A stack of causal multi-head attention layers with residual connection and
 * layer normalization (float activations, double statistics).
 * usage: attn [tokens] [heads] [headdim] [layers] */
#include <stdio.h>
#include <stdlib.h>
#include <stdint.h>
#include <string.h>
#include <math.h>

typedef struct {
    int tokens, heads, hd, dim;
    float *x, *q, *k, *v, *o;       /* tokens x dim each */
    float *score;                   /* tokens */
} attn_t;

typedef struct {
    float *wq, *wk, *wv, *wo;       /* dim x dim, one row per output */
} weights_t;

static uint64_t lcg = 42;
static float uniform(void)
{
    lcg = lcg * 6364136223846793005ULL + 1442695040888963407ULL;
    return (float)(int32_t)(lcg >> 32) * (1.0f / 2147483648.0f);
}

static float *farray(size_t n, float scale)
{
    float *p = malloc(n * sizeof(float));
    if (!p) exit(1);
    for (size_t i = 0; i < n; i++)
        p[i] = scale * uniform();
    return p;
}

static void project(const attn_t *a, const float *in, const float *w, float *out)
{
    int d = a->dim;
    for (int t = 0; t < a->tokens; t++)
        for (int o = 0; o < d; o++) {
            float s = 0;
            for (int i = 0; i < d; i++)
                s += in[t * d + i] * w[o * d + i];
            out[t * d + o] = s;
        }
}

static void attend(attn_t *a)
{
    float scale = 1.0f / sqrtf((float)a->hd);
    for (int h = 0; h < a->heads; h++)
        for (int t = 0; t < a->tokens; t++) {
            const float *q = a->q + t * a->dim + h * a->hd;
            float *out = a->o + t * a->dim + h * a->hd;
            float *s = a->score, m, sum = 0;
            for (int u = 0; u <= t; u++) {
                const float *k = a->k + u * a->dim + h * a->hd;
                float dot = 0;
                for (int i = 0; i < a->hd; i++)
                    dot += q[i] * k[i];
                s[u] = dot * scale;
            }
            m = s[0];
            for (int u = 1; u <= t; u++)
                m = s[u] > m ? s[u] : m;
            for (int u = 0; u <= t; u++) {
                s[u] = expf(s[u] - m);
                sum += s[u];
            }
            for (int i = 0; i < a->hd; i++) {
                float acc = 0;
                for (int u = 0; u <= t; u++)
                    acc += s[u] * a->v[u * a->dim + h * a->hd + i];
                out[i] = acc / sum;
            }
        }
}

/* x = norm(x + y) */
static void add_norm(attn_t *a, const float *y)
{
    int d = a->dim;
    for (int t = 0; t < a->tokens; t++) {
        float *x = a->x + t * d;
        double mean = 0, var = 0;
        for (int i = 0; i < d; i++) {
            x[i] += y[t * d + i];
            mean += x[i];
        }
        mean /= d;
        for (int i = 0; i < d; i++)
            var += (x[i] - mean) * (x[i] - mean);
        double inv = 1.0 / sqrt(var / d + 1e-5);
        for (int i = 0; i < d; i++)
            x[i] = (float)((x[i] - mean) * inv);
    }
}

static void layer(attn_t *a, const weights_t *w)
{
    project(a, a->x, w->wq, a->q);
    project(a, a->x, w->wk, a->k);
    project(a, a->x, w->wv, a->v);
    attend(a);
    project(a, a->o, w->wo, a->q);
    add_norm(a, a->q);
}

static uint64_t digest(const float *p, size_t n, double *sum)
{
    uint64_t h = 14695981039346656037ULL;
    *sum = 0;
    for (size_t i = 0; i < n; i++) {
        uint32_t u;
        memcpy(&u, p + i, 4);
        for (int b = 0; b < 32; b += 8)
            h = (h ^ ((u >> b) & 255)) * 1099511628211ULL;
        *sum += p[i] * (double)(i % 13 + 1);
    }
    return h;
}

int main(int argc, char **argv)
{
    int par[4] = { 600, 6, 32, 4 };
    for (int i = 0; i < 4; i++) {
        if (i + 1 < argc) par[i] = atoi(argv[i + 1]);
        if (par[i] < 1) return 2;
    }
    attn_t a = { .tokens = par[0], .heads = par[1], .hd = par[2], .dim = par[1] * par[2] };
    size_t n = (size_t)a.tokens * a.dim, nw = (size_t)a.dim * a.dim;
    float g = 2.0f / sqrtf((float)a.dim);
    a.x = farray(n, 1); a.q = farray(n, 1); a.k = farray(n, 1);
    a.v = farray(n, 1); a.o = farray(n, 1);
    a.score = farray(a.tokens, 1);
    for (int l = 0; l < par[3]; l++) {
        weights_t w = { farray(nw, g), farray(nw, g), farray(nw, g), farray(nw, g) };
        layer(&a, &w);
        double s, so;
        unsigned long long h = digest(a.x, n, &s), ho = digest(a.o, n, &so);
        printf("layer %d x %.17g %016llx att %.17g %016llx\n", l, s, h, so, ho);
        free(w.wq); free(w.wk); free(w.wv); free(w.wo);
    }
    free(a.x); free(a.q); free(a.k); free(a.v); free(a.o); free(a.score);
    return 0;
}
