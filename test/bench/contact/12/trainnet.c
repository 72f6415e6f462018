// trainnet.c - a small fully connected network learns to tell ten kinds of
// noisy 12x12 pictures apart.  Mini-batch gradient descent with momentum.
//
//   trainnet [samples] [epochs]

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SIDE    12
#define NIN     (SIDE * SIDE)
#define NCLASS  10
#define BATCH   64

typedef float (*Activation)(float);

typedef struct {
    int nin, nout;
    float *w;           // [nout][nin]
    float *b;           // [nout]
    float *dw, *db;     // gradients
    float *vw, *vb;     // momentum
    float *out;         // [BATCH][nout]
    float *delta;       // [BATCH][nout], dLoss/dPreactivation
    Activation act, dact;   // dact takes the activated value
} Layer;

typedef struct {
    int nlayers;
    Layer *layer;
    float rate, momentum;
} Net;

static float tanh_act(float x)  { return tanhf(x); }
static float tanh_der(float y)  { return 1.0f - y * y; }
static float relu_act(float x)  { return x > 0 ? x : 0.01f * x; }
static float relu_der(float y)  { return y > 0 ? 1.0f : 0.01f; }
static float ident(float x)     { return x; }
static float one(float y)       { (void)y; return 1.0f; }

static uint64_t state = 42;

static float frand(void)        // -1 .. 1
{
    state = state * 6364136223846793005ULL + 1442695040888963407ULL;
    return (float)(int32_t)(state >> 32) / 2147483648.0f;
}

static void layer_init(Layer *l, int nin, int nout, Activation act, Activation dact)
{
    float s = sqrtf(3.0f / nin);
    l->nin = nin;
    l->nout = nout;
    l->w = malloc(sizeof(float) * nin * nout);
    l->dw = calloc((size_t)nin * nout, sizeof(float));
    l->vw = calloc((size_t)nin * nout, sizeof(float));
    l->b = calloc(nout, sizeof(float));
    l->db = calloc(nout, sizeof(float));
    l->vb = calloc(nout, sizeof(float));
    l->out = calloc((size_t)BATCH * nout, sizeof(float));
    l->delta = calloc((size_t)BATCH * nout, sizeof(float));
    l->act = act;
    l->dact = dact;
    for (int i = 0; i < nin * nout; i++)
        l->w[i] = s * frand();
}

static void layer_free(Layer *l)
{
    float *p[] = { l->w, l->dw, l->vw, l->b, l->db, l->vb, l->out, l->delta };
    for (int i = 0; i < 8; i++)
        free(p[i]);
}

static void layer_forward(Layer *l, const float *x, int n)
{
    for (int s = 0; s < n; s++) {
        const float *in = x + s * l->nin;
        for (int o = 0; o < l->nout; o++) {
            const float *w = l->w + o * l->nin;
            float sum = l->b[o];
            for (int i = 0; i < l->nin; i++)
                sum += w[i] * in[i];
            l->out[s * l->nout + o] = l->act(sum);
        }
    }
}

// gradients of this layer from its delta
static void layer_gradient(Layer *l, const float *x, int n)
{
    for (int o = 0; o < l->nout; o++) {
        float *g = l->dw + o * l->nin;
        memset(g, 0, sizeof(float) * l->nin);
        l->db[o] = 0;
        for (int s = 0; s < n; s++) {
            float d = l->delta[s * l->nout + o];
            const float *in = x + s * l->nin;
            l->db[o] += d;
            for (int i = 0; i < l->nin; i++)
                g[i] += d * in[i];
        }
    }
}

// delta of the layer below
static void layer_backprop(const Layer *l, Layer *below, int n)
{
    for (int s = 0; s < n; s++)
        for (int i = 0; i < l->nin; i++) {
            float sum = 0;
            for (int o = 0; o < l->nout; o++)
                sum += l->delta[s * l->nout + o] * l->w[o * l->nin + i];
            below->delta[s * l->nin + i] = sum * below->dact(below->out[s * l->nin + i]);
        }
}

static void layer_update(Layer *l, float rate, float momentum, int n)
{
    for (int i = 0; i < l->nin * l->nout; i++) {
        l->vw[i] = momentum * l->vw[i] - rate * l->dw[i] / n;
        l->w[i] += l->vw[i];
    }
    for (int o = 0; o < l->nout; o++) {
        l->vb[o] = momentum * l->vb[o] - rate * l->db[o] / n;
        l->b[o] += l->vb[o];
    }
}

static const float *net_forward(Net *net, const float *x, int n)
{
    for (int k = 0; k < net->nlayers; k++) {
        layer_forward(&net->layer[k], x, n);
        x = net->layer[k].out;
    }
    return x;
}

// softmax + cross entropy; fills the top delta, returns the loss
static double top_delta(Layer *top, const int *label, int n, int *right)
{
    double loss = 0;
    for (int s = 0; s < n; s++) {
        const float *z = top->out + s * top->nout;
        float *d = top->delta + s * top->nout;
        float max = z[0], sum = 0;
        int arg = 0;
        for (int o = 1; o < top->nout; o++)
            if (z[o] > max) {
                max = z[o];
                arg = o;
            }
        for (int o = 0; o < top->nout; o++)
            sum += d[o] = expf(z[o] - max);
        for (int o = 0; o < top->nout; o++)
            d[o] /= sum;
        loss -= log(d[label[s]] + 1e-12);
        d[label[s]] -= 1.0f;
        if (arg == label[s])
            (*right)++;
    }
    return loss;
}

static double train_batch(Net *net, const float *x, const int *label, int n, int *right)
{
    Layer *L = net->layer;
    double loss;
    net_forward(net, x, n);
    loss = top_delta(&L[net->nlayers - 1], label, n, right);
    for (int k = net->nlayers - 1; k > 0; k--) {
        layer_gradient(&L[k], L[k - 1].out, n);
        layer_backprop(&L[k], &L[k - 1], n);
    }
    layer_gradient(&L[0], x, n);
    for (int k = 0; k < net->nlayers; k++)
        layer_update(&L[k], net->rate, net->momentum, n);
    return loss;
}

// a class is a sum of three plane waves; samples are shifted and noisy
static void make_data(float *x, int *label, int n)
{
    float wave[NCLASS][3][3];
    for (int c = 0; c < NCLASS; c++)
        for (int k = 0; k < 3; k++)
            for (int j = 0; j < 3; j++)
                wave[c][k][j] = frand();
    for (int s = 0; s < n; s++) {
        int c = label[s] = (int)((frand() + 1.0f) * 0.4999f * NCLASS);
        float dx = 1.2f * frand(), dy = 1.2f * frand(), gain = 1.0f + 0.3f * frand();
        for (int i = 0; i < NIN; i++) {
            float v = 0, px = i % SIDE + dx, py = i / SIDE + dy;
            for (int k = 0; k < 3; k++)
                v += cosf(wave[c][k][0] * px + wave[c][k][1] * py + 3.0f * wave[c][k][2]);
            x[s * NIN + i] = gain * v / 3.0f + 0.9f * frand();
        }
    }
}

static int min(int a, int b) { return a < b ? a : b; }

int main(int argc, char **argv)
{
    int samples = argc > 1 ? atoi(argv[1]) : 4000;
    int epochs = argc > 2 ? atoi(argv[2]) : 18;
    int ntest = samples / 4, confusion[NCLASS][NCLASS] = { { 0 } };
    float *x = malloc(sizeof(float) * NIN * samples), norm;
    int *label = malloc(sizeof(int) * samples);
    Layer layers[3];
    Net net = { 3, layers, 0.03f, 0.8f };

    layer_init(&layers[0], NIN, 80, tanh_act, tanh_der);
    layer_init(&layers[1], 80, 48, relu_act, relu_der);
    layer_init(&layers[2], 48, NCLASS, ident, one);
    make_data(x, label, samples);

    for (int e = 0; e < epochs; e++) {
        double loss = 0;
        int right = 0, seen = 0;
        for (int s = ntest; s < samples; s += BATCH) {
            int n = min(BATCH, samples - s);
            loss += train_batch(&net, x + s * NIN, label + s, n, &right);
            seen += n;
        }
        printf("epoch %2d  loss %.6f  accuracy %.4f\n", e, loss / seen, right / (double)seen);
        net.rate *= 0.9f;
    }

    int right = 0;
    for (int s = 0; s < ntest; s += BATCH) {
        int n = min(BATCH, ntest - s);
        const float *z = net_forward(&net, x + s * NIN, n);
        for (int k = 0; k < n; k++) {
            int arg = 0;
            for (int o = 1; o < NCLASS; o++)
                if (z[k * NCLASS + o] > z[k * NCLASS + arg])
                    arg = o;
            confusion[label[s + k]][arg]++;
            right += arg == label[s + k];
        }
    }
    printf("test accuracy %.4f\n", right / (double)ntest);
    for (int c = 0; c < NCLASS; c++)
        printf("class %d: %d of its own\n", c, confusion[c][c]);
    for (int k = 0; k < 3; k++) {
        norm = 0;
        for (int i = 0; i < layers[k].nin * layers[k].nout; i++)
            norm += layers[k].w[i] * layers[k].w[i];
        printf("layer %d weight norm %.6f\n", k, sqrtf(norm));
        layer_free(&layers[k]);
    }
    free(x);
    free(label);
    return 0;
}
