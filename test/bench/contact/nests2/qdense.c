/* Quantised multi-layer perceptron: int8 activations with a zero point, int8
 * weights with one scale per output, int32 accumulators.  Weights are stored
 * as exported by the training tool, input-major.
 *
 *   usage: qdense [batch [width]]
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

typedef int8_t q8;
typedef int32_t acc32;

struct qparams {
    float scale;
    int zero;
};

struct qlayer {
    int n_in, n_out;
    int relu;
    q8 *w;        /* [n_in][n_out] */
    float *wscale; /* [n_out] */
    acc32 *bias;   /* [n_out] */
    struct qparams in, out;
};

static uint32_t seed = 2463534242u;

static uint32_t rnd32(void)
{
    seed ^= seed << 13;
    seed ^= seed >> 17;
    seed ^= seed << 5;
    return seed;
}

static void *xmalloc(size_t n)
{
    void *p = malloc(n);
    if (!p) {
        fprintf(stderr, "qdense: out of memory (%zu)\n", n);
        exit(1);
    }
    return p;
}

static void layer_create(struct qlayer *l, int n_in, int n_out, int relu, int last)
{
    l->n_in = n_in;
    l->n_out = n_out;
    l->relu = relu;
    l->w = xmalloc((size_t)n_in * n_out);
    l->wscale = xmalloc(n_out * sizeof *l->wscale);
    l->bias = xmalloc(n_out * sizeof *l->bias);
    for (size_t i = 0; i < (size_t)n_in * n_out; i++) {
        uint32_t r = rnd32();
        l->w[i] = (q8)((int)(r & 127) + (int)(r >> 8 & 127) - 127);
    }
    for (int o = 0; o < n_out; o++) {
        l->wscale[o] = 0.6f / 127.0f / sqrtf((float)n_in) * (1.0f + (float)(rnd32() % 100) / 200.0f);
        l->bias[o] = (acc32)(rnd32() % 4001) - 2000;
    }
    l->in = (struct qparams){ 0.05f, -3 };
    l->out = last ? (struct qparams){ 0.02f, 4 } : (struct qparams){ 0.05f, -3 };
}

/* y[b][o] = clamp(round(scale * (bias + sum (x - zx) * w))) */
static long layer_run(const struct qlayer *l, const q8 *x, q8 *y, int batch)
{
    long saturated = 0;

    for (int b = 0; b < batch; b++)
        for (int o = 0; o < l->n_out; o++) {
            acc32 acc = l->bias[o];
            for (int i = 0; i < l->n_in; i++)
                acc += (x[(size_t)b * l->n_in + i] - l->in.zero) * l->w[(size_t)i * l->n_out + o];

            float real = (float)acc * (l->in.scale * l->wscale[o]);
            if (l->relu && real < 0.0f)
                real = 0.0f;
            float f = real / l->out.scale;
            int q = (int)(f < 0.0f ? f - 0.5f : f + 0.5f) + l->out.zero;
            if (q > 127 || q < -128)
                saturated++;
            y[(size_t)b * l->n_out + o] = (q8)(q > 127 ? 127 : q < -128 ? -128 : q);
        }
    return saturated;
}

int main(int argc, char **argv)
{
    int batch = argc > 1 ? atoi(argv[1]) : 620;
    int width = argc > 2 ? atoi(argv[2]) : 1000;
    if (batch < 1 || width < 16 || width > 20000) {
        fprintf(stderr, "usage: %s [batch [width >= 16]]\n", argv[0]);
        return 2;
    }

    int dims[] = { width, width + 24, width / 2, 10 };
    enum { NLAYERS = sizeof dims / sizeof dims[0] - 1 };
    struct qlayer net[NLAYERS];
    for (int k = 0; k < NLAYERS; k++)
        layer_create(&net[k], dims[k], dims[k + 1], k < NLAYERS - 1, k == NLAYERS - 1);

    q8 *x = xmalloc((size_t)batch * dims[0]);
    for (size_t i = 0; i < (size_t)batch * dims[0]; i++)
        x[i] = (q8)((int)(rnd32() >> 16 & 63) - 35);

    for (int k = 0; k < NLAYERS; k++) {
        q8 *y = xmalloc((size_t)batch * net[k].n_out);
        long sat = layer_run(&net[k], x, y, batch);
        long sum = 0;
        uint32_t hash = 17;
        for (size_t i = 0; i < (size_t)batch * net[k].n_out; i++) {
            sum += y[i];
            hash = hash * 16777619u ^ (uint8_t)y[i];
        }
        printf("layer %d: %d -> %d, saturated %ld, sum %ld, hash %08x\n", k, net[k].n_in,
               net[k].n_out, sat, sum, (unsigned)hash);
        free(x);
        x = y;
    }

    const struct qlayer *last = &net[NLAYERS - 1];
    int votes[10] = { 0 };
    for (int b = 0; b < batch; b++) {
        int arg = 0;
        for (int o = 1; o < last->n_out; o++)
            if (x[b * last->n_out + o] > x[b * last->n_out + arg])
                arg = o;
        votes[arg]++;
    }
    for (int o = 0; o < last->n_out; o++)
        printf("%d%c", votes[o], o + 1 < last->n_out ? ' ' : '\n');
    printf("first logit %.6f\n",
           (double)((float)(x[0] - last->out.zero) * last->out.scale));
    free(x);
    for (int k = 0; k < NLAYERS; k++) {
        free(net[k].w);
        free(net[k].wscale);
        free(net[k].bias);
    }
    return 0;
}
