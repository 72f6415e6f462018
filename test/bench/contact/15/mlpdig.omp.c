/* mlpdig - train a small multilayer perceptron on synthetic digit glyphs */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define SIDE   14
#define NIN    (SIDE * SIDE)
#define NHID   96
#define NOUT   10
#define BATCH  32

typedef struct {
    int nin, nout;
    float *w;       /* nout x nin */
    float *b;
    float *gw, *gb;
    float *mw, *mb; /* momentum */
} layer;

typedef struct {
    float pix[NIN];
    int label;
} sample;

/* 5x7 font, one byte per row */
static const unsigned char font[10][7] = {
    {14, 17, 19, 21, 25, 17, 14}, {4, 12, 4, 4, 4, 4, 14},  {14, 17, 1, 2, 4, 8, 31},
    {31, 2, 4, 2, 1, 17, 14},     {2, 6, 10, 18, 31, 2, 2}, {31, 16, 30, 1, 1, 17, 14},
    {6, 8, 16, 30, 17, 17, 14},   {31, 1, 2, 4, 8, 8, 8},   {14, 17, 17, 14, 17, 17, 14},
    {14, 17, 17, 15, 1, 2, 12},
};

static unsigned long seed = 4711;

static float frand(void)
{
    seed = (seed * 1103515245UL + 12345UL) & 0x7fffffffUL;
    return (float)seed / 2147483648.0f;
}

static void layer_init(layer *l, int nin, int nout)
{
    l->nin = nin;
    l->nout = nout;
    l->w = malloc(nin * nout * sizeof(float));
    l->gw = calloc(nin * nout, sizeof(float));
    l->mw = calloc(nin * nout, sizeof(float));
    l->b = calloc(nout, sizeof(float));
    l->gb = calloc(nout, sizeof(float));
    l->mb = calloc(nout, sizeof(float));
    float scale = sqrtf(6.0f / (nin + nout));
    for (int i = 0; i < nin * nout; i++)
        l->w[i] = (2.0f * frand() - 1.0f) * scale;
}

static void layer_free(layer *l)
{
    free(l->w); free(l->gw); free(l->mw);
    free(l->b); free(l->gb); free(l->mb);
}

static void layer_forward(const layer *l, const float *in, float *out)
{
    for (int o = 0; o < l->nout; o++) {
        const float *w = l->w + o * l->nin;
        float s = l->b[o];
        for (int i = 0; i < l->nin; i++)
            s += w[i] * in[i];
        out[o] = s;
    }
}

/* add one sample's gradient of output neuron o */
static void neuron_gradient(layer *l, int o, const float *in, float dout)
{
    float *g = l->gw + o * l->nin;
    for (int i = 0; i < l->nin; i++)
        g[i] += dout * in[i];
    l->gb[o] += dout;
}

static void layer_propagate(const layer *l, const float *dout, float *din)
{
    for (int i = 0; i < l->nin; i++)
        din[i] = 0.0f;
    for (int o = 0; o < l->nout; o++)
        for (int i = 0; i < l->nin; i++)
            din[i] += l->w[o * l->nin + i] * dout[o];
}

static void neuron_update(layer *l, int o, float rate)
{
    for (int i = o * l->nin; i < (o + 1) * l->nin; i++) {
        l->mw[i] = 0.9f * l->mw[i] - rate * l->gw[i] / BATCH;
        l->w[i] += l->mw[i];
        l->gw[i] = 0.0f;
    }
    l->mb[o] = 0.9f * l->mb[o] - rate * l->gb[o] / BATCH;
    l->b[o] += l->mb[o];
    l->gb[o] = 0.0f;
}

static void softmax(float *z, int n)
{
    float m = z[0], s = 0.0f;
    for (int i = 1; i < n; i++)
        if (z[i] > m) m = z[i];
    for (int i = 0; i < n; i++) {
        z[i] = expf(z[i] - m);
        s += z[i];
    }
    for (int i = 0; i < n; i++)
        z[i] /= s;
}

static void draw_digit(sample *s)
{
    int d = (int)(frand() * 10), ox = (int)(frand() * 4), oy = (int)(frand() * 1.99f);
    float contrast = 0.6f + 0.4f * frand();
    s->label = d;
    for (int i = 0; i < NIN; i++)
        s->pix[i] = 0.9f * (frand() + frand() - 1.0f);
    for (int r = 0; r < 12; r++)
        for (int c = 0; c < 10; c++)
            if (font[d][r * 7 / 12] >> (4 - c / 2) & 1)
                s->pix[(r + oy) * SIDE + c + ox] += contrast;
}

static int argmax(const float *v, int n)
{
    int k = 0;
    for (int i = 1; i < n; i++)
        if (v[i] > v[k]) k = i;
    return k;
}

int main(int argc, char **argv)
{
    int ntrain = argc > 1 ? atoi(argv[1]) : 4000;
    int ntest = argc > 2 ? atoi(argv[2]) : 1000;
    int epochs = argc > 3 ? atoi(argv[3]) : 15;
    sample *train = malloc(ntrain * sizeof(sample)), *test = malloc(ntest * sizeof(sample));
    layer l1, l2;
    static float hid[BATCH][NHID], out[BATCH][NOUT], dhid[BATCH][NHID];
    float bloss[BATCH];
    struct timespec t0, t1;

    for (int i = 0; i < ntrain; i++) draw_digit(&train[i]);
    for (int i = 0; i < ntest; i++) draw_digit(&test[i]);
    layer_init(&l1, NIN, NHID);
    layer_init(&l2, NHID, NOUT);

    clock_gettime(CLOCK_MONOTONIC, &t0);
    for (int e = 0; e < epochs; e++) {
        double loss = 0.0;
        int good = 0;
        #pragma omp parallel
        {
            for (int b = 0; b + BATCH <= ntrain; b += BATCH) {
                /* activations and errors: over the samples of the batch */
                #pragma omp for schedule(static)
                for (int k = 0; k < BATCH; k++) {
                    const sample *s = &train[b + k];
                    layer_forward(&l1, s->pix, hid[k]);
                    for (int i = 0; i < NHID; i++)
                        hid[k][i] = tanhf(hid[k][i]);
                    layer_forward(&l2, hid[k], out[k]);
                    softmax(out[k], NOUT);
                    bloss[k] = logf(out[k][s->label] + 1e-9f);
                    out[k][s->label] -= 1.0f;
                    layer_propagate(&l2, out[k], dhid[k]);
                    for (int i = 0; i < NHID; i++)
                        dhid[k][i] *= 1.0f - hid[k][i] * hid[k][i];
                }
                /* gradients and weights: over the neurons of both layers */
                #pragma omp for schedule(static) nowait
                for (int o = 0; o < NHID; o++) {
                    for (int k = 0; k < BATCH; k++)
                        neuron_gradient(&l1, o, train[b + k].pix, dhid[k][o]);
                    neuron_update(&l1, o, 0.03f);
                }
                #pragma omp single nowait
                for (int k = 0; k < BATCH; k++)
                    loss -= bloss[k];
                #pragma omp for schedule(static)
                for (int o = 0; o < NOUT; o++) {
                    for (int k = 0; k < BATCH; k++)
                        neuron_gradient(&l2, o, hid[k], out[k][o]);
                    neuron_update(&l2, o, 0.03f);
                }
            }
            #pragma omp for schedule(static) reduction(+:good)
            for (int i = 0; i < ntest; i++) {
                float h[NHID], y[NOUT];
                layer_forward(&l1, test[i].pix, h);
                for (int j = 0; j < NHID; j++)
                    h[j] = tanhf(h[j]);
                layer_forward(&l2, h, y);
                good += argmax(y, NOUT) == test[i].label;
            }
        }
        printf("epoch %2d loss %.4f test accuracy %.2f%%\n", e + 1, loss / ntrain, 100.0 * good / ntest);
    }
    clock_gettime(CLOCK_MONOTONIC, &t1);
    fprintf(stderr, "training: %.3f s\n", (t1.tv_sec - t0.tv_sec) + (t1.tv_nsec - t0.tv_nsec) * 1e-9);
    double norm = 0.0;
    for (int i = 0; i < NIN * NHID; i++)
        norm += l1.w[i] * l1.w[i];
    printf("|W1| = %.4f\n", sqrt(norm));
    layer_free(&l1);
    layer_free(&l2);
    free(train);
    free(test);
    return 0;
}
