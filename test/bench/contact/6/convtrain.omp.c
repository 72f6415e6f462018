// SPDX-License-Identifier: Apache-2.0
/* Trains a small convolutional network (conv-relu-maxpool-dense-softmax) on synthetic glyph images by mini-batch gradient descent. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define IMG 20
#define KS 5
#define NF 8
#define CO (IMG - KS + 1)
#define PO (CO / 2)
#define NCLS 5
#define FC_IN (NF * PO * PO)
#define BATCH 32

typedef struct {
    float k[NF][KS][KS], kb[NF];
    float w[NCLS][FC_IN], wb[NCLS];
} Params;

#define NPARAM ((int)(sizeof(Params) / sizeof(float)))

typedef struct { float px[IMG][IMG]; int label; } Sample;

typedef struct {
    float conv[NF][CO][CO];
    float pool[FC_IN];
    int arg[FC_IN];
    float prob[NCLS];
} Activ;

static unsigned seed = 31337;
static float frnd(void)
{
    seed = seed * 1664525u + 1013904223u;
    return (float)(seed >> 8) / 16777216.0f;
}

static void make_sample(Sample *s)
{
    s->label = (int)(frnd() * NCLS) % NCLS;
    float cx = 7 + 6 * frnd(), cy = 7 + 6 * frnd(), r = 3 + 3 * frnd();
    for (int y = 0; y < IMG; y++)
        for (int x = 0; x < IMG; x++) {
            float dx = x - cx, dy = y - cy, v = 0;
            switch (s->label) {
            case 0: v = fabsf(dx * dx + dy * dy - r * r) < 6; break;
            case 1: v = fabsf(dx) < 1.2f && fabsf(dy) < r; break;
            case 2: v = fabsf(dy) < 1.2f && fabsf(dx) < r; break;
            case 3: v = fabsf(dx - dy) < 1.5f && fabsf(dx) < r; break;
            default: v = fabsf(dx + dy) < 1.5f && fabsf(dx) < r; break;
            }
            s->px[y][x] = v + 0.6f * (frnd() - 0.5f);
        }
}

static void forward(const Params *p, const Sample *s, Activ *a)
{
    for (int f = 0; f < NF; f++)
        for (int y = 0; y < CO; y++)
            for (int x = 0; x < CO; x++) {
                float acc = p->kb[f];
                for (int i = 0; i < KS; i++)
                    for (int j = 0; j < KS; j++)
                        acc += p->k[f][i][j] * s->px[y + i][x + j];
                a->conv[f][y][x] = acc > 0 ? acc : 0;
            }
    for (int f = 0; f < NF; f++)
        for (int y = 0; y < PO; y++)
            for (int x = 0; x < PO; x++) {
                int best = 0;
                for (int q = 1; q < 4; q++)
                    if (a->conv[f][2*y + q/2][2*x + q%2] > a->conv[f][2*y + best/2][2*x + best%2])
                        best = q;
                int o = (f * PO + y) * PO + x;
                a->arg[o] = best;
                a->pool[o] = a->conv[f][2*y + best/2][2*x + best%2];
            }
    float mx = -1e30f, sum = 0;
    for (int c = 0; c < NCLS; c++) {
        float z = p->wb[c];
        for (int i = 0; i < FC_IN; i++)
            z += p->w[c][i] * a->pool[i];
        a->prob[c] = z;
        if (z > mx) mx = z;
    }
    for (int c = 0; c < NCLS; c++) {
        a->prob[c] = expf(a->prob[c] - mx);
        sum += a->prob[c];
    }
    for (int c = 0; c < NCLS; c++)
        a->prob[c] /= sum;
}

/* gradient of one sample, overwrites g */
static void backward(const Params *p, const Sample *s, const Activ *a, Params *g)
{
    memset(g, 0, sizeof *g);
    for (int c = 0; c < NCLS; c++) {
        float d = a->prob[c] - (c == s->label);
        g->wb[c] = d;
        for (int i = 0; i < FC_IN; i++)
            g->w[c][i] = d * a->pool[i];
    }
    for (int o = 0; o < FC_IN; o++) {
        if (a->pool[o] <= 0) continue;
        float d = 0;
        for (int c = 0; c < NCLS; c++)
            d += g->wb[c] * p->w[c][o];
        int f = o / (PO * PO), y = 2 * (o / PO % PO) + a->arg[o] / 2, x = 2 * (o % PO) + a->arg[o] % 2;
        g->kb[f] += d;
        for (int i = 0; i < KS; i++)
            for (int j = 0; j < KS; j++)
                g->k[f][i][j] += d * s->px[y + i][x + j];
    }
}

static double train_batch(Params *p, float *vel, const Sample *batch, int n, float lr)
{
    static Params g[BATCH];
    static Activ a[BATCH];
    float *ps = (float *)p;
    double loss = 0;
    #pragma omp parallel
    {
        #pragma omp for schedule(static)
        for (int s = 0; s < n; s++) {
            forward(p, &batch[s], &a[s]);
            backward(p, &batch[s], &a[s], &g[s]);
        }
        /* per parameter, samples in order */
        #pragma omp for schedule(static)
        for (int i = 0; i < NPARAM; i++) {
            float t = 0;
            for (int s = 0; s < n; s++)
                t += ((const float *)&g[s])[i];
            vel[i] = 0.9f * vel[i] - lr * t / n;
            ps[i] += vel[i];
        }
    }
    for (int s = 0; s < n; s++)
        loss -= log(a[s].prob[batch[s].label] + 1e-12);
    return loss;
}

static int classify(const Params *p, const Sample *s, Activ *a)
{
    int best = 0;
    forward(p, s, a);
    for (int c = 1; c < NCLS; c++)
        if (a->prob[c] > a->prob[best]) best = c;
    return best;
}

int main(int argc, char **argv)
{
    int ntrain = argc > 1 ? atoi(argv[1]) : 8192;
    int epochs = argc > 2 ? atoi(argv[2]) : 8;
    int ntest = ntrain / 4;
    Sample *data = malloc((ntrain + ntest) * sizeof *data);
    Params *p = calloc(1, sizeof *p);
    float *vel = calloc(NPARAM, sizeof *vel), *ps = (float *)p;
    for (int i = 0; i < ntrain + ntest; i++)
        make_sample(&data[i]);
    for (int i = 0; i < NPARAM; i++)
        ps[i] = 0.2f * (frnd() - 0.5f);
    for (int e = 0; e < epochs; e++) {
        double loss = 0;
        for (int b = 0; b + BATCH <= ntrain; b += BATCH)
            loss += train_batch(p, vel, data + b, BATCH, 0.02f);
        int ok = 0;
        #pragma omp parallel reduction(+:ok)
        {
        Activ *a = malloc(sizeof *a);
        #pragma omp for schedule(static)
        for (int i = 0; i < ntest; i++)
            ok += classify(p, &data[ntrain + i], a) == data[ntrain + i].label;
        free(a);
        }
        printf("epoch %d loss %.8f test %d/%d\n", e + 1, loss / ntrain, ok, ntest);
    }
    double s1 = 0, s2 = 0;
    for (int i = 0; i < NPARAM; i++) {
        s1 += ps[i];
        s2 += ps[i] * (double)ps[i];
    }
    printf("params %d sum %.8f sq %.8f\n", NPARAM, s1, s2);
    free(data); free(p); free(vel);
    return 0;
}
