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

typedef float v16 __attribute__((vector_size(64), aligned(4), may_alias));
static inline v16 ldv(const float *p) { return *(const v16 *)p; }

/* out[t][o], 32 outputs at a time from a packed strip of w, 4 tokens */
static void project(const attn_t *a, const float *in, const float *w, float *out)
{
    int d = a->dim, nt = a->tokens;
#pragma omp for schedule(static)
    for (int o0 = 0; o0 < d; o0 += 32) {
        int no = d - o0 < 32 ? d - o0 : 32;
        float *p = malloc(sizeof(float) * 32 * d);
        if (!p) exit(1);
        for (int i = 0; i < d; i++)
            for (int o = 0; o < 32; o++)
                p[i * 32 + o] = w[(o0 + (o < no ? o : 0)) * d + i];
        for (int t0 = 0; t0 < nt; t0 += 4) {
            int r = nt - t0 < 4 ? nt - t0 : 4;
            const float *x[4];
            v16 s[4][2] = { 0 };
            for (int t = 0; t < 4; t++)
                x[t] = in + (t0 + (t < r ? t : 0)) * d;
            for (int i = 0; i < d; i++) {
                v16 b0 = ldv(p + i * 32), b1 = ldv(p + i * 32 + 16);
#pragma GCC unroll 4
                for (int t = 0; t < 4; t++) {
                    s[t][0] += x[t][i] * b0;
                    s[t][1] += x[t][i] * b1;
                }
            }
            for (int t = 0; t < r; t++)
                memcpy(out + (t0 + t) * d + o0, s[t], sizeof(float) * no);
        }
        free(p);
    }
}

/* One head at a time: K is transposed and V copied, both zero padded. */
static void attend(attn_t *a)
{
    float scale = 1.0f / sqrtf((float)a->hd);
    int hd = a->hd, hp = (hd + 31) / 32 * 32, nt = a->tokens, tp = (nt + 31) / 32 * 32;
    float *kt = calloc((size_t)hd * tp, sizeof(float));
    float *vv = calloc((size_t)tp * hp, sizeof(float));
    float *s = calloc(4 * tp, sizeof(float));
    if (!kt || !vv || !s) exit(1);
#pragma omp for schedule(dynamic, 1) collapse(2)
    for (int h = 0; h < a->heads; h++)
        for (int part = 0; part < 2; part++) {
            /* half of the tokens each, about equal work */
            int cut = (int)(nt * 0.7) & ~3, ta = part ? cut : 0, tb = part ? nt : cut;
            for (int u = 0; u < tb; u++)
                for (int i = 0; i < hd; i++) {
                    kt[i * tp + u] = a->k[u * a->dim + h * hd + i];
                    vv[u * hp + i] = a->v[u * a->dim + h * hd + i];
                }
            for (int t0 = ta; t0 < tb; t0 += 4) {
                int r = tb - t0 < 4 ? tb - t0 : 4, n = t0 + r;
                const float *q[4];
                float sum[4];
                for (int j = 0; j < 4; j++)
                    q[j] = a->q + (t0 + (j < r ? j : 0)) * a->dim + h * hd;
                for (int u = 0; u < n; u += 32) {
                    v16 d[4][2] = { 0 };
                    for (int i = 0; i < hd; i++) {
                        v16 b0 = ldv(kt + i * tp + u), b1 = ldv(kt + i * tp + u + 16);
#pragma GCC unroll 4
                        for (int j = 0; j < 4; j++) {
                            d[j][0] += q[j][i] * b0;
                            d[j][1] += q[j][i] * b1;
                        }
                    }
                    for (int j = 0; j < 4; j++) {
                        *(v16 *)(s + j * tp + u) = d[j][0] * scale;
                        *(v16 *)(s + j * tp + u + 16) = d[j][1] * scale;
                    }
                }
                for (int j = 0; j < r; j++) {
                    float *sj = s + j * tp, m = sj[0], sm = 0;
#pragma omp simd reduction(max:m)
                    for (int u = 1; u <= t0 + j; u++)
                        m = sj[u] > m ? sj[u] : m;
                    for (int u = 0; u <= t0 + j; u++) {
                        sj[u] = expf(sj[u] - m);
                        sm += sj[u];
                    }
                    sum[j] = sm;
                }
                for (int i0 = 0; i0 < hd; i0 += 32) {
                    v16 c[4][2] = { 0 };
                    for (int u = 0; u <= t0; u++) {
                        v16 b0 = ldv(vv + u * hp + i0), b1 = ldv(vv + u * hp + i0 + 16);
#pragma GCC unroll 4
                        for (int j = 0; j < 4; j++) {
                            float f = s[j * tp + u];
                            c[j][0] += f * b0;
                            c[j][1] += f * b1;
                        }
                    }
                    int w = hd - i0 < 32 ? hd - i0 : 32;
                    for (int j = 0; j < r; j++) {
                        for (int u = t0 + 1; u <= t0 + j; u++) {
                            c[j][0] += s[j * tp + u] * ldv(vv + u * hp + i0);
                            c[j][1] += s[j * tp + u] * ldv(vv + u * hp + i0 + 16);
                        }
                        c[j][0] /= sum[j];
                        c[j][1] /= sum[j];
                        memcpy(a->o + (t0 + j) * a->dim + h * hd + i0, c[j], sizeof(float) * w);
                    }
                }
            }
        }
    free(kt);
    free(vv);
    free(s);
}

/* x = norm(x + y) */
static void add_norm(attn_t *a, const float *y)
{
    int d = a->dim;
#pragma omp for schedule(static)
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
#pragma omp parallel
    {
        project(a, a->x, w->wq, a->q);
        project(a, a->x, w->wk, a->k);
        project(a, a->x, w->wv, a->v);
        attend(a);
        project(a, a->o, w->wo, a->q);
        add_norm(a, a->q);
    }
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
    free(farray(a.tokens, 1));      /* keeps the random stream */
    for (int l = 0; l < par[3]; l++) {
        weights_t w = { farray(nw, g), farray(nw, g), farray(nw, g), farray(nw, g) };
        layer(&a, &w);
        double s, so;
        unsigned long long h = digest(a.x, n, &s), ho = digest(a.o, n, &so);
        printf("layer %d x %.17g %016llx att %.17g %016llx\n", l, s, h, so, ho);
        free(w.wq); free(w.wk); free(w.wv); free(w.wo);
    }
    free(a.x); free(a.q); free(a.k); free(a.v); free(a.o);
    return 0;
}
