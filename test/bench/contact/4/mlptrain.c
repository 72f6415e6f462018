// SPDX-License-Identifier: Apache-2.0
/* mlptrain.c: trains a small multilayer perceptron (ReLU, softmax) with
 * minibatch SGD + momentum on a synthetic clustered data set. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define NIN 48
#define NCLASS 10
#define BATCH 40

typedef struct Layer {
    int nin, nout;
    float *w, *b;               /* w[out][in] */
    float *gw, *gb;             /* gradient sums of the current batch */
    float *mw, *mb;             /* momentum */
    float *out, *delta;         /* activations of the current sample */
} Layer;

typedef struct Net {
    int nlayers;
    Layer *layer;
} Net;

typedef struct Dataset {
    int n;
    float *x;                   /* n rows of NIN */
    int *label;
} Dataset;

static uint32_t rng = 1u;

static float frand(void)
{
    rng = rng * 1664525u + 1013904223u;
    return (float)(rng >> 8) / 16777216.0f;
}

static float nrand(void)
{
    float s = 0;
    for (int i = 0; i < 6; i++)
        s += frand();
    return (s - 3.0f) * 1.41421356f;
}

static float *zeros(size_t n)
{
    float *p = calloc(n, sizeof *p);
    if (!p)
        abort();
    return p;
}

static void layer_init(Layer *l, int nin, int nout)
{
    l->nin = nin;
    l->nout = nout;
    l->w = zeros((size_t)nin * nout);
    l->gw = zeros((size_t)nin * nout);
    l->mw = zeros((size_t)nin * nout);
    l->b = zeros(nout);
    l->gb = zeros(nout);
    l->mb = zeros(nout);
    l->out = zeros(nout);
    l->delta = zeros(nout);
    float scale = sqrtf(2.0f / (float)nin);
    for (int i = 0; i < nin * nout; i++)
        l->w[i] = scale * nrand();
}

static void net_free(Net *net)
{
    for (int i = 0; i < net->nlayers; i++) {
        Layer *l = &net->layer[i];
        free(l->w); free(l->gw); free(l->mw);
        free(l->b); free(l->gb); free(l->mb);
        free(l->out); free(l->delta);
    }
    free(net->layer);
}

static void make_data(Dataset *d, int n, const float *centre)
{
    d->n = n;
    d->x = zeros((size_t)n * NIN);
    d->label = calloc(n, sizeof(int));
    for (int i = 0; i < n; i++) {
        int c = (int)(frand() * NCLASS), sub = frand() < 0.5f;
        float *x = d->x + (size_t)i * NIN;
        d->label[i] = frand() < 0.03f ? (int)(frand() * NCLASS) : c;
        for (int k = 0; k < NIN; k++)
            x[k] = centre[(2 * c + sub) * NIN + k] + 1.1f * nrand();
    }
}

static void data_free(Dataset *d)
{
    free(d->x);
    free(d->label);
}

static void layer_forward(Layer *l, const float *in, int relu)
{
    for (int o = 0; o < l->nout; o++) {
        const float *w = l->w + (size_t)o * l->nin;
        float s = l->b[o];
        for (int i = 0; i < l->nin; i++)
            s += w[i] * in[i];
        l->out[o] = relu && s < 0 ? 0 : s;
    }
}

static void softmax(float *v, int n)
{
    float max = v[0], sum = 0;
    for (int i = 1; i < n; i++)
        if (v[i] > max)
            max = v[i];
    for (int i = 0; i < n; i++) {
        v[i] = expf(v[i] - max);
        sum += v[i];
    }
    for (int i = 0; i < n; i++)
        v[i] /= sum;
}

static const float *net_forward(Net *net, const float *x)
{
    for (int i = 0; i < net->nlayers; i++) {
        layer_forward(&net->layer[i], x, i < net->nlayers - 1);
        x = net->layer[i].out;
    }
    Layer *top = &net->layer[net->nlayers - 1];
    softmax(top->out, top->nout);
    return top->out;
}

static void net_backward(Net *net, const float *x, int label)
{
    Layer *top = &net->layer[net->nlayers - 1];
    for (int o = 0; o < top->nout; o++)
        top->delta[o] = top->out[o] - (o == label);
    for (int k = net->nlayers - 1; k >= 0; k--) {
        Layer *l = &net->layer[k];
        const float *in = k > 0 ? net->layer[k - 1].out : x;
        for (int o = 0; o < l->nout; o++) {
            float *g = l->gw + (size_t)o * l->nin, d = l->delta[o];
            if (d == 0)
                continue;
            for (int i = 0; i < l->nin; i++)
                g[i] += d * in[i];
            l->gb[o] += d;
        }
        if (k == 0)
            break;
        float *below = net->layer[k - 1].delta;
        memset(below, 0, sizeof(float) * l->nin);
        for (int o = 0; o < l->nout; o++)
            for (int i = 0; i < l->nin; i++)
                below[i] += l->delta[o] * l->w[(size_t)o * l->nin + i];
        for (int i = 0; i < l->nin; i++)
            if (in[i] <= 0)
                below[i] = 0;
    }
}

static void update(float *w, float *g, float *m, int n, float rate)
{
    for (int i = 0; i < n; i++) {
        m[i] = 0.9f * m[i] - rate * g[i];
        w[i] += m[i];
        g[i] = 0;
    }
}

static void net_step(Net *net, float rate)
{
    for (int k = 0; k < net->nlayers; k++) {
        Layer *l = &net->layer[k];
        update(l->w, l->gw, l->mw, l->nin * l->nout, rate);
        update(l->b, l->gb, l->mb, l->nout, rate);
    }
}

static void shuffle(int *v, int n)
{
    for (int i = n - 1; i > 0; i--) {
        int j = (int)(frand() * (float)(i + 1));
        int t = v[i];
        v[i] = v[j];
        v[j] = t;
    }
}

static int argmax(const float *v, int n)
{
    int best = 0;
    for (int i = 1; i < n; i++)
        if (v[i] > v[best])
            best = i;
    return best;
}

static double accuracy(Net *net, const Dataset *d)
{
    int right = 0;
    for (int i = 0; i < d->n; i++)
        right += argmax(net_forward(net, d->x + (size_t)i * NIN), NCLASS) == d->label[i];
    return (double)right / d->n;
}

int main(int argc, char **argv)
{
    int ntrain = argc > 1 ? atoi(argv[1]) : 6000;
    int epochs = argc > 2 ? atoi(argv[2]) : 9;
    int hidden = argc > 3 ? atoi(argv[3]) : 128;
    int sizes[] = { NIN, hidden, hidden / 2, NCLASS };
    float centre[2 * NCLASS * NIN], rate = 0.02f;
    Dataset train, test;
    Net net = { 3, calloc(3, sizeof(Layer)) };
    struct timespec t0, t1;

    for (int i = 0; i < 2 * NCLASS * NIN; i++)
        centre[i] = 0.6f * nrand();
    make_data(&train, ntrain, centre);
    make_data(&test, ntrain / 4 + 1, centre);
    for (int k = 0; k < 3; k++)
        layer_init(&net.layer[k], sizes[k], sizes[k + 1]);
    int *order = malloc(ntrain * sizeof *order);
    for (int i = 0; i < ntrain; i++)
        order[i] = i;

    clock_gettime(CLOCK_MONOTONIC, &t0);
    for (int e = 0; e < epochs; e++) {
        double loss = 0;
        shuffle(order, ntrain);
        for (int start = 0; start < ntrain; start += BATCH) {
            int stop = start + BATCH < ntrain ? start + BATCH : ntrain;
            for (int i = start; i < stop; i++) {
                const float *x = train.x + (size_t)order[i] * NIN;
                int label = train.label[order[i]];
                const float *p = net_forward(&net, x);
                loss -= log(p[label] + 1e-12);
                net_backward(&net, x, label);
            }
            net_step(&net, rate / (float)(stop - start));
        }
        rate *= 0.85f;
        printf("epoch %d loss %.10f test accuracy %.6f\n", e + 1, loss / ntrain, accuracy(&net, &test));
    }
    clock_gettime(CLOCK_MONOTONIC, &t1);
    for (int k = 0; k < net.nlayers; k++) {
        double norm = 0;
        for (int i = 0; i < sizes[k] * sizes[k + 1]; i++)
            norm += (double)net.layer[k].w[i] * net.layer[k].w[i];
        printf("layer %d |w| %.12f\n", k, sqrt(norm));
    }
    fprintf(stderr, "training %.3f s\n", (double)(t1.tv_sec - t0.tv_sec) + (double)(t1.tv_nsec - t0.tv_nsec) / 1e9);
    free(order);
    data_free(&train);
    data_free(&test);
    net_free(&net);
    return 0;
}
