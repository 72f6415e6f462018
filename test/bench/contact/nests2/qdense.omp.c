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

#define BB 4   /* samples per task */
#define OB 256 /* outputs per task */

/* acc[s][o] += x[s][i] * w[i][o] for two inputs at a time; w fits in a byte and
 * x - zero in 16 bits, so the pair sums are plain 32-bit integers */
static void tile_mac(acc32 (*restrict acc)[OB], const int16_t *restrict x, int nx, int n_in,
                     const q8 *restrict w, size_t ldw, int no)
{
    int i = 0;
    for (; i + 4 <= n_in; i += 4) {
        const q8 *restrict w0 = w + (size_t)i * ldw, *restrict w1 = w0 + ldw;
        const q8 *restrict w2 = w1 + ldw, *restrict w3 = w2 + ldw;
        for (int s = 0; s < nx; s++) {
            const int16_t *xs = x + (size_t)s * n_in + i;
            int x0 = xs[0], x1 = xs[1], x2 = xs[2], x3 = xs[3];
            acc32 *restrict a = acc[s];
#pragma omp simd
            for (int o = 0; o < no; o++)
                a[o] += x0 * w0[o] + x1 * w1[o] + x2 * w2[o] + x3 * w3[o];
        }
    }
    for (; i < n_in; i++)
        for (int s = 0; s < nx; s++) {
            int x0 = x[(size_t)s * n_in + i];
            for (int o = 0; o < no; o++)
                acc[s][o] += x0 * w[(size_t)i * ldw + o];
        }
}

/* y[b][o] = clamp(round(scale * (bias + sum (x - zx) * w))) */
static long layer_run(const struct qlayer *l, const q8 *x, q8 *y, int batch)
{
    long saturated = 0;
    const int n_in = l->n_in, n_out = l->n_out, zx = l->in.zero;
    int16_t *xw = xmalloc((size_t)batch * n_in * sizeof *xw);

#pragma omp parallel reduction(+ : saturated)
    {
#pragma omp for simd schedule(static)
        for (size_t i = 0; i < (size_t)batch * n_in; i++)
            xw[i] = (int16_t)(x[i] - zx);

#pragma omp for collapse(2) schedule(dynamic, 1)
        for (int o0 = 0; o0 < n_out; o0 += OB)
            for (int b0 = 0; b0 < batch; b0 += BB) {
                int no = n_out - o0 < OB ? n_out - o0 : OB;
                int nx = batch - b0 < BB ? batch - b0 : BB;
                acc32 acc[BB][OB];
                for (int s = 0; s < nx; s++)
                    for (int o = 0; o < no; o++)
                        acc[s][o] = l->bias[o0 + o];
                tile_mac(acc, xw + (size_t)b0 * n_in, nx, n_in, l->w + o0, n_out, no);
                for (int s = 0; s < nx; s++)
                    for (int o = 0; o < no; o++) {
                        float real = (float)acc[s][o] * (l->in.scale * l->wscale[o0 + o]);
                        real = l->relu && real < 0.0f ? 0.0f : real;
                        float f = real / l->out.scale;
                        int q = (int)(f < 0.0f ? f - 0.5f : f + 0.5f) + l->out.zero;
                        saturated += q > 127 || q < -128;
                        y[(size_t)(b0 + s) * n_out + o0 + o] =
                            (q8)(q > 127 ? 127 : q < -128 ? -128 : q);
                    }
            }
    }
    free(xw);
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
