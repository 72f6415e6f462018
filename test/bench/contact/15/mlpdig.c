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

/* accumulate gradients, optionally propagate the error to the inputs */
static void layer_backward(layer *l, const float *in, const float *dout, float *din)
{
    for (int o = 0; o < l->nout; o++) {
        float *g = l->gw + o * l->nin;
        for (int i = 0; i < l->nin; i++)
            g[i] += dout[o] * in[i];
        l->gb[o] += dout[o];
    }
    if (!din)
        return;
    for (int i = 0; i < l->nin; i++)
        din[i] = 0.0f;
    for (int o = 0; o < l->nout; o++)
        for (int i = 0; i < l->nin; i++)
            din[i] += l->w[o * l->nin + i] * dout[o];
}

static void layer_update(layer *l, float rate)
{
    for (int i = 0; i < l->nin * l->nout; i++) {
        l->mw[i] = 0.9f * l->mw[i] - rate * l->gw[i] / BATCH;
        l->w[i] += l->mw[i];
        l->gw[i] = 0.0f;
    }
    for (int o = 0; o < l->nout; o++) {
        l->mb[o] = 0.9f * l->mb[o] - rate * l->gb[o] / BATCH;
        l->b[o] += l->mb[o];
        l->gb[o] = 0.0f;
    }
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
    float hid[NHID], out[NOUT], dhid[NHID];
    struct timespec t0, t1;

    for (int i = 0; i < ntrain; i++) draw_digit(&train[i]);
    for (int i = 0; i < ntest; i++) draw_digit(&test[i]);
    layer_init(&l1, NIN, NHID);
    layer_init(&l2, NHID, NOUT);

    clock_gettime(CLOCK_MONOTONIC, &t0);
    for (int e = 0; e < epochs; e++) {
        double loss = 0.0;
        int good = 0;
        for (int b = 0; b + BATCH <= ntrain; b += BATCH) {
            for (int k = 0; k < BATCH; k++) {
                const sample *s = &train[b + k];
                layer_forward(&l1, s->pix, hid);
                for (int i = 0; i < NHID; i++)
                    hid[i] = tanhf(hid[i]);
                layer_forward(&l2, hid, out);
                softmax(out, NOUT);
                loss -= logf(out[s->label] + 1e-9f);
                out[s->label] -= 1.0f;
                layer_backward(&l2, hid, out, dhid);
                for (int i = 0; i < NHID; i++)
                    dhid[i] *= 1.0f - hid[i] * hid[i];
                layer_backward(&l1, s->pix, dhid, NULL);
            }
            layer_update(&l1, 0.03f);
            layer_update(&l2, 0.03f);
        }
        for (int i = 0; i < ntest; i++) {
            layer_forward(&l1, test[i].pix, hid);
            for (int j = 0; j < NHID; j++)
                hid[j] = tanhf(hid[j]);
            layer_forward(&l2, hid, out);
            good += argmax(out, NOUT) == test[i].label;
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
