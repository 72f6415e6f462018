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

static void attend(const struct attention *a, float *score, double *entropy)
{
    for (int h = 0; h < a->heads; h++) {
        const float *q = a->q + h * a->dim;
        const float *k = a->k + h * a->dim;
        const float *v = a->v + h * a->dim;
        float *out = a->out + h * a->dim;

        for (int i = 0; i < a->tokens; i++) {
            float top = -INFINITY;
            for (int j = 0; j <= i; j++) {
                float s = 0.0f;
                for (int d = 0; d < a->dim; d++)
                    s += q[(size_t)i * a->pitch + d] * k[(size_t)j * a->pitch + d];
                s *= a->scale;
                s = s > a->cap ? a->cap : s < -a->cap ? -a->cap : s;
                s -= a->slope[h] * (float)(i - j);
                score[j] = s;
                if (s > top)
                    top = s;
            }

            float sum = 0.0f;
            for (int j = 0; j <= i; j++) {
                score[j] = expf(score[j] - top);
                sum += score[j];
            }
            for (int j = 0; j <= i; j++)
                score[j] /= sum;

            for (int d = 0; d < a->dim; d++) {
                float acc = 0.0f;
                for (int j = 0; j <= i; j++)
                    acc += score[j] * v[(size_t)j * a->pitch + d];
                out[(size_t)i * a->pitch + d] = acc;
            }
            entropy[(size_t)h * a->tokens + i] = (double)score[i] * score[i];
        }
    }
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
    float *score = new_floats(a.tokens);
    double *self = malloc((size_t)a.heads * a.tokens * sizeof *self);
    if (!self) {
        perror("malloc");
        return 1;
    }

    attend(&a, score, self);

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
    free(score);
    free(self);
    return 0;
}
