/*
 * Train a fully connected network (tanh hidden layers, linear output,
 * squared error) by gradient descent on synthetic data.
 *
 * usage: mlp [steps]
 *
 * OpenMP version: all three products run along contiguous rows, tiled over
 * samples or inputs; weights transposed for the backward pass.
 */
#include <stdio.h>
#include <stdlib.h>
#include <math.h>

#define BATCH   128
#define LAYERS  3

typedef struct {
    int in, out;
    float *w, *dw;      /* in x out */
    float *b, *db;      /* out */
    float *y;           /* BATCH x out, activations */
    float *delta;       /* BATCH x out, error terms */
} Layer;

static unsigned int rng = 1u;

static float uniform(void)
{
    rng = rng * 1664525u + 1013904223u;
    return (rng >> 8) / 8388608.0f - 1.0f;
}

static void layer_init(Layer *l, int in, int out)
{
    float scale = 1.0f / sqrtf((float)in);
    l->in = in;
    l->out = out;
    l->w = malloc(in * out * sizeof(float));
    l->dw = malloc(in * out * sizeof(float));
    l->b = calloc(out, sizeof(float));
    l->db = malloc(out * sizeof(float));
    l->y = malloc(BATCH * out * sizeof(float));
    l->delta = malloc(BATCH * out * sizeof(float));
    for (int i = 0; i < in * out; i++)
        l->w[i] = scale * uniform();
}

#define TS 8         /* samples per task */

/* y[r][*] += sum_k x[r][k] w[k][*] for a tile of rows, k ascending */
static void accumulate(float *restrict y, const float *x, int xr, int xk,
                       const float *w, int rows, int kn, int n)
{
    for (int k0 = 0; k0 < kn; k0 += 32) {
        int k1 = k0 + 32 < kn ? k0 + 32 : kn;
        for (int r = 0; r < rows; r++) {
            float *yr = y + r * n;
            int k = k0;
            for (; k + 3 < k1; k += 4) {
                const float *w0 = w + k * n, *w1 = w0 + n, *w2 = w1 + n, *w3 = w2 + n;
                float x0 = x[r * xr + k * xk], x1 = x[r * xr + (k + 1) * xk];
                float x2 = x[r * xr + (k + 2) * xk], x3 = x[r * xr + (k + 3) * xk];
#pragma omp simd
                for (int o = 0; o < n; o++)
                    yr[o] = (((yr[o] + x0 * w0[o]) + x1 * w1[o]) + x2 * w2[o]) + x3 * w3[o];
            }
            for (; k < k1; k++) {
                float xv = x[r * xr + k * xk];
                for (int o = 0; o < n; o++)
                    yr[o] += xv * w[k * n + o];
            }
        }
    }
}

static void forward(Layer *l, const float *x, int hidden)
{
    int in = l->in, out = l->out;
#pragma omp parallel for if (in * out > 8192)
    for (int s = 0; s < BATCH; s += TS) {
        for (int r = s; r < s + TS; r++)
            for (int o = 0; o < out; o++)
                l->y[r * out + o] = l->b[o];
        accumulate(l->y + s * out, x + s * in, in, 1, l->w, TS, in, out);
        if (hidden)
            for (int i = s * out; i < (s + TS) * out; i++)
                l->y[i] = tanhf(l->y[i]);
    }
}

static void gradients(Layer *l, const float *x)
{
    int in = l->in, out = l->out;
#pragma omp parallel for if (in * out > 8192)
    for (int i = 0; i < in; i += TS) {
        int rows = in - i < TS ? in - i : TS;
        for (int e = i * out; e < (i + rows) * out; e++)
            l->dw[e] = 0.0f;
        accumulate(l->dw + i * out, x + i, 1, in, l->delta, rows, BATCH, out);
    }
    for (int o = 0; o < out; o++)
        l->db[o] = 0.0f;
    for (int s = 0; s < BATCH; s++)
        for (int o = 0; o < out; o++)
            l->db[o] += l->delta[s * out + o];
}

/* error terms of the layer below (tanh units) */
static void backward(const Layer *l, Layer *below)
{
    int in = l->in, out = l->out;
    float *wt = malloc(in * out * sizeof(float));
    for (int i = 0; i < in; i++)
        for (int o = 0; o < out; o++)
            wt[o * in + i] = l->w[i * out + o];
#pragma omp parallel for if (in * out > 8192)
    for (int s = 0; s < BATCH; s += TS) {
        float *d = below->delta + s * in;
        const float *y = below->y + s * in;
        for (int e = 0; e < TS * in; e++)
            d[e] = 0.0f;
        accumulate(d, l->delta + s * out, out, 1, wt, TS, out, in);
        for (int e = 0; e < TS * in; e++)
            d[e] = d[e] * (1.0f - y[e] * y[e]);
    }
    free(wt);
}

static void update(Layer *l, float rate)
{
    for (int i = 0; i < l->in; i++)
        for (int o = 0; o < l->out; o++)
            l->w[i * l->out + o] -= rate * l->dw[i * l->out + o];
    for (int o = 0; o < l->out; o++)
        l->b[o] -= rate * l->db[o];
}

int main(int argc, char **argv)
{
    int steps = argc > 1 ? atoi(argv[1]) : 20;
    int size[LAYERS + 1] = { 400, 256, 128, 10 };
    Layer net[LAYERS];
    float *x = malloc(BATCH * size[0] * sizeof(float));
    float *target = malloc(BATCH * size[LAYERS] * sizeof(float));

    for (int l = 0; l < LAYERS; l++)
        layer_init(&net[l], size[l], size[l + 1]);
    for (int s = 0; s < BATCH; s++) {
        int label = s % size[LAYERS];
        for (int i = 0; i < size[0]; i++)
            x[s * size[0] + i] = 0.5f * uniform() + 0.5f * sinf(0.03f * i * (label + 1));
        for (int o = 0; o < size[LAYERS]; o++)
            target[s * size[LAYERS] + o] = o == label ? 1.0f : 0.0f;
    }

    for (int t = 0; t < steps; t++) {
        Layer *top = &net[LAYERS - 1];
        double loss = 0.0;

        for (int l = 0; l < LAYERS; l++)
            forward(&net[l], l == 0 ? x : net[l - 1].y, l < LAYERS - 1);
        for (int i = 0; i < BATCH * top->out; i++) {
            float d = top->y[i] - target[i];
            top->delta[i] = 2.0f * d / BATCH;
            loss += d * d;
        }
        for (int l = LAYERS - 1; l >= 0; l--) {
            gradients(&net[l], l == 0 ? x : net[l - 1].y);
            if (l > 0)
                backward(&net[l], &net[l - 1]);
        }
        for (int l = 0; l < LAYERS; l++)
            update(&net[l], 0.05f);
        if (t % 5 == 0 || t == steps - 1)
            printf("step %3d  loss %.17g\n", t, loss / BATCH);
    }

    double norm = 0.0;
    for (int l = 0; l < LAYERS; l++)
        for (int i = 0; i < net[l].in * net[l].out; i++)
            norm += net[l].w[i] * net[l].w[i];
    printf("weight norm %.17g\n", sqrt(norm));
    for (int l = 0; l < LAYERS; l++) {
        free(net[l].w); free(net[l].dw); free(net[l].b);
        free(net[l].db); free(net[l].y); free(net[l].delta);
    }
    free(x);
    free(target);
    return 0;
}
