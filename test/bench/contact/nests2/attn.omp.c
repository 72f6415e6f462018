/* Causal multi-head self-attention over one sequence, with a linear distance
 * penalty per head (ALiBi) and clamped logits.  Rows are tokens; the heads of
 * a token lie one behind the other.
 *
 *   usage: attn [tokens [heads [head dim]]]
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

struct attention {
    int tokens, heads, dim;
    int pitch;   /* floats per token */
    float scale, cap;
    float *slope; /* per head */
    float *q, *k, *v, *out;
};

static float *new_floats(size_t n)
{
    float *p = malloc(n * sizeof *p);
    if (p == NULL) {
        fprintf(stderr, "attn: cannot get %zu floats\n", n);
        exit(EXIT_FAILURE);
    }
    return p;
}

static unsigned lcg = 31415u;

static float gauss(void) /* nearly */
{
    float s = -2.0f;
    for (int i = 0; i < 4; i++) {
        lcg = lcg * 1664525u + 1013904223u;
        s += (float)(lcg >> 8) / 16777216.0f;
    }
    return s * 1.7f;
}

static void setup(struct attention *a)
{
    size_t n = (size_t)a->tokens * a->pitch;

    a->scale = 1.0f / sqrtf((float)a->dim);
    a->cap = 8.0f;
    a->slope = new_floats(a->heads);
    for (int h = 0; h < a->heads; h++)
        a->slope[h] = powf(2.0f, -2.0f - 8.0f * (float)(h + 1) / (float)a->heads);
    a->q = new_floats(n);
    a->k = new_floats(n);
    a->v = new_floats(n);
    a->out = new_floats(n);
    for (size_t i = 0; i < n; i++) {
        float common = gauss();
        a->q[i] = 1.5f * common + 0.5f * gauss();
        a->k[i] = common + gauss();
        a->v[i] = gauss();
    }
}

#define QB 8 /* queries per task: the keys they read stay in cache */

/* s[j] = q . k_j for j < n, with kt the keys transposed */
static void logits(float *restrict s, const float *restrict q, const float *restrict kt, int n,
                   int tokens, int dim)
{
    int d = 0;
    for (int j = 0; j < n; j++)
        s[j] = 0.0f;
    for (; d + 4 <= dim; d += 4) {
        const float *restrict k0 = kt + (size_t)d * tokens, *restrict k1 = k0 + tokens;
        const float *restrict k2 = k1 + tokens, *restrict k3 = k2 + tokens;
        float q0 = q[d], q1 = q[d + 1], q2 = q[d + 2], q3 = q[d + 3];
#pragma omp simd
        for (int j = 0; j < n; j++) {
            float t = s[j];
            t += q0 * k0[j];
            t += q1 * k1[j];
            t += q2 * k2[j];
            t += q3 * k3[j];
            s[j] = t;
        }
    }
    for (; d < dim; d++) {
        const float *restrict k0 = kt + (size_t)d * tokens;
#pragma omp simd
        for (int j = 0; j < n; j++)
            s[j] += q[d] * k0[j];
    }
}

static void mix(float *restrict acc, const float *restrict p, const float *restrict v, int n,
                int dim)
{
    int j = 0;
    for (int d = 0; d < dim; d++)
        acc[d] = 0.0f;
    for (; j + 4 <= n; j += 4) {
        const float *restrict v0 = v + (size_t)j * dim, *restrict v1 = v0 + dim;
        const float *restrict v2 = v1 + dim, *restrict v3 = v2 + dim;
        float p0 = p[j], p1 = p[j + 1], p2 = p[j + 2], p3 = p[j + 3];
#pragma omp simd
        for (int d = 0; d < dim; d++) {
            float t = acc[d];
            t += p0 * v0[d];
            t += p1 * v1[d];
            t += p2 * v2[d];
            t += p3 * v3[d];
            acc[d] = t;
        }
    }
    for (; j < n; j++)
#pragma omp simd
        for (int d = 0; d < dim; d++)
            acc[d] += p[j] * v[(size_t)j * dim + d];
}

static void attend(const struct attention *a, double *entropy)
{
    const int T = a->tokens, D = a->dim;
    float *kt = new_floats((size_t)T * D), *vp = new_floats((size_t)T * D);

#pragma omp parallel
    {
        float *restrict score = new_floats(T);
        for (int h = 0; h < a->heads; h++) {
            const float *q = a->q + h * D, *k = a->k + h * D, *v = a->v + h * D;
            const float slope = a->slope[h], scale = a->scale, cap = a->cap;
#pragma omp for schedule(static)
            for (int j = 0; j < T; j++)
                for (int d = 0; d < D; d++) {
                    kt[(size_t)d * T + j] = k[(size_t)j * a->pitch + d];
                    vp[(size_t)j * D + d] = v[(size_t)j * a->pitch + d];
                }
#pragma omp for schedule(dynamic, 1)
            for (int blk = (T - 1) / QB; blk >= 0; blk--)
                for (int i = blk * QB; i < T && i < (blk + 1) * QB; i++) {
                    float top = -INFINITY;
                    logits(score, q + (size_t)i * a->pitch, kt, i + 1, T, D);
#pragma omp simd reduction(max : top)
                    for (int j = 0; j <= i; j++) {
                        float s = score[j] * scale;
                        s = s > cap ? cap : s < -cap ? -cap : s;
                        s -= slope * (float)(i - j);
                        score[j] = s;
                        top = s > top ? s : top;
                    }
                    float sum = 0.0f;
                    for (int j = 0; j <= i; j++) {
                        score[j] = expf(score[j] - top);
                        sum += score[j];
                    }
#pragma omp simd
                    for (int j = 0; j <= i; j++)
                        score[j] /= sum;
                    mix(a->out + (size_t)i * a->pitch + h * D, score, vp, i + 1, D);
                    entropy[(size_t)h * T + i] = (double)score[i] * score[i];
                }
        }
        free(score);
    }
    free(kt);
    free(vp);
}

int main(int argc, char **argv)
{
    struct attention a = { .tokens = 1400, .heads = 8, .dim = 48 };
    if (argc > 1)
        a.tokens = atoi(argv[1]);
    if (argc > 2)
        a.heads = atoi(argv[2]);
    if (argc > 3)
        a.dim = atoi(argv[3]);
    if (a.tokens < 1 || a.heads < 1 || a.dim < 1 || a.dim > 256) {
        fprintf(stderr, "usage: %s [tokens [heads [head dim <= 256]]]\n", argv[0]);
        return 2;
    }
    a.pitch = a.heads * a.dim;
    setup(&a);
    double *self = malloc((size_t)a.heads * a.tokens * sizeof *self);
    if (!self) {
        perror("malloc");
        return 1;
    }

    attend(&a, self);

    for (int h = 0; h < a.heads; h += 3) {
        double norm = 0.0, focus = 0.0;
        for (int i = 0; i < a.tokens; i++) {
            focus += self[(size_t)h * a.tokens + i];
            for (int d = 0; d < a.dim; d++) {
                float o = a.out[(size_t)i * a.pitch + h * a.dim + d];
                norm += (double)o * o;
            }
        }
        printf("head %d: norm %.9g focus %.9g\n", h, norm, focus);
    }
    double check = 0.0;
    size_t n = (size_t)a.tokens * a.pitch;
    for (size_t i = 0; i < n; i++)
        check += a.out[i] * (double)(i % 17);
    printf("check %.9g, last %.8g\n", check, (double)a.out[n - 1]);
    free(a.q);
    free(a.k);
    free(a.v);
    free(a.out);
    free(a.slope);
    free(self);
    return 0;
}
