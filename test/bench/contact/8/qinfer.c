// SPDX-License-Identifier: Apache-2.0
// Inference with a small convolutional network whose weights and activations are
// quantised to 8 bits: classifies synthetic glyph images, compares with float.
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SIDE 28
#define C1 8
#define C2 16
#define HIDDEN 64
#define CLASSES 10

typedef struct {
    int in, out, side, k; /* side: input side; k: kernel size (0 for dense) */
    float *w, *b;
    int8_t *qw;
    int32_t *qb;
    float wscale, inscale, outscale;
} Layer;

typedef struct {
    Layer conv1, conv2, fc1, fc2;
} Net;

static uint32_t xs = 0x1234567;

static float gauss(void)
{
    float s = 0;
    for (int i = 0; i < 6; i++) {
        xs ^= xs << 13;
        xs ^= xs >> 17;
        xs ^= xs << 5;
        s += (xs >> 8) * (1.0f / 16777216.0f);
    }
    return (s - 3.0f) * 1.4142f;
}

static Layer make_layer(int in, int out, int side, int k)
{
    Layer l = {in, out, side, k, 0, 0, 0, 0, 0, 0, 0};
    int fan = in * (k ? k * k : 1), n = fan * out;
    l.w = malloc(sizeof(float) * n);
    l.b = malloc(sizeof(float) * out);
    l.qw = malloc(n);
    l.qb = malloc(sizeof(int32_t) * out);
    for (int i = 0; i < n; i++) l.w[i] = gauss() * sqrtf(2.0f / fan);
    for (int i = 0; i < out; i++) l.b[i] = 0.1f * gauss();
    return l;
}

/* Round a float to the nearest step of a symmetric 8-bit scale. */
static int quant(float v, float scale)
{
    int q = (int)lrintf(v / scale);
    return q > 127 ? 127 : q < -127 ? -127 : q;
}

static void quantise_layer(Layer *l, float inscale, float outmax)
{
    int n = l->in * l->out * (l->k ? l->k * l->k : 1);
    float m = 0;
    for (int i = 0; i < n; i++) m = fmaxf(m, fabsf(l->w[i]));
    l->wscale = m / 127;
    l->inscale = inscale;
    l->outscale = outmax / 127;
    for (int i = 0; i < n; i++) l->qw[i] = (int8_t)quant(l->w[i], l->wscale);
    for (int i = 0; i < l->out; i++) l->qb[i] = (int32_t)lrintf(l->b[i] / (l->wscale * inscale));
}

/* A glyph is a few strokes of a class-dependent shape, shifted and noisy. */
static void draw_glyph(float *img, int id, int cls)
{
    uint32_t s = (uint32_t)id * 2654435761u + 17;
    memset(img, 0, sizeof(float) * SIDE * SIDE);
    float ox = (float)(s >> 28) * 0.25f - 2, oy = (float)(s >> 24 & 15) * 0.25f - 2;
    for (int t = 0; t < 90; t++) {
        float a = t * 0.0698f, r = 9 + 3 * cosf((cls % 5) * a);
        int x = (int)(14 + ox + r * cosf(a + cls)), y = (int)(14 + oy + (cls < 5 ? r : 0.5f * r) * sinf(a));
        for (int d = 0; d < 4; d++) {
            int xx = x + (d & 1), yy = y + (d >> 1);
            if (xx >= 0 && yy >= 0 && xx < SIDE && yy < SIDE) img[yy * SIDE + xx] = d ? 0.7f : 1.0f;
        }
    }
    for (int i = 0; i < SIDE * SIDE; i++) {
        s = s * 1664525u + 1013904223u;
        img[i] += (float)(s >> 24) / 1024.0f;
    }
}

static void conv_float(const Layer *l, const float *in, float *out)
{
    int os = l->side - l->k + 1;
    for (int o = 0; o < l->out; o++)
        for (int y = 0; y < os; y++)
            for (int x = 0; x < os; x++) {
                float s = l->b[o];
                for (int c = 0; c < l->in; c++)
                    for (int i = 0; i < l->k; i++)
                        for (int j = 0; j < l->k; j++)
                            s += l->w[((o * l->in + c) * l->k + i) * l->k + j] *
                                 in[(c * l->side + y + i) * l->side + x + j];
                out[(o * os + y) * os + x] = s > 0 ? s : 0;
            }
}

static void pool_float(float *v, int ch, int side)
{
    float *o = v;
    for (int c = 0; c < ch; c++)
        for (int y = 0; y + 1 < side; y += 2)
            for (int x = 0; x + 1 < side; x += 2) {
                const float *p = v + (c * side + y) * side + x;
                *o++ = fmaxf(fmaxf(p[0], p[1]), fmaxf(p[side], p[side + 1]));
            }
}

static void dense_float(const Layer *l, const float *in, float *out, int relu)
{
    for (int o = 0; o < l->out; o++) {
        float s = l->b[o];
        for (int i = 0; i < l->in; i++) s += l->w[o * l->in + i] * in[i];
        out[o] = relu && s < 0 ? 0 : s;
    }
}

static void conv_q(const Layer *l, const int8_t *in, int8_t *out)
{
    int os = l->side - l->k + 1;
    float scale = l->wscale * l->inscale;
    for (int o = 0; o < l->out; o++)
        for (int y = 0; y < os; y++)
            for (int x = 0; x < os; x++) {
                int32_t s = l->qb[o];
                for (int c = 0; c < l->in; c++)
                    for (int i = 0; i < l->k; i++)
                        for (int j = 0; j < l->k; j++)
                            s += l->qw[((o * l->in + c) * l->k + i) * l->k + j] *
                                 in[(c * l->side + y + i) * l->side + x + j];
                out[(o * os + y) * os + x] = (int8_t)(s > 0 ? quant(s * scale, l->outscale) : 0);
            }
}

static void pool_q(int8_t *v, int ch, int side)
{
    int8_t *o = v;
    for (int c = 0; c < ch; c++)
        for (int y = 0; y + 1 < side; y += 2)
            for (int x = 0; x + 1 < side; x += 2) {
                const int8_t *p = v + (c * side + y) * side + x;
                int8_t a = p[0] > p[1] ? p[0] : p[1], b = p[side] > p[side + 1] ? p[side] : p[side + 1];
                *o++ = a > b ? a : b;
            }
}

static void dense_q(const Layer *l, const int8_t *in, int32_t *out)
{
    for (int o = 0; o < l->out; o++) {
        int32_t s = l->qb[o];
        for (int i = 0; i < l->in; i++) s += l->qw[o * l->in + i] * in[i];
        out[o] = s;
    }
}

static float maxof(const float *v, int n)
{
    float m = 1e-6f;
    for (int i = 0; i < n; i++) m = fmaxf(m, fabsf(v[i]));
    return m;
}

/* Float reference; records the largest activation after each layer. */
static void run_float(const Net *n, const float *img, float *logits, float *peak)
{
    float a[C1 * 24 * 24], b[C2 * 8 * 8], h[HIDDEN];
    conv_float(&n->conv1, img, a);
    pool_float(a, C1, 24);
    conv_float(&n->conv2, a, b);
    pool_float(b, C2, 8);
    dense_float(&n->fc1, b, h, 1);
    dense_float(&n->fc2, h, logits, 0);
    peak[0] = fmaxf(peak[0], maxof(a, C1 * 12 * 12));
    peak[1] = fmaxf(peak[1], maxof(b, C2 * 4 * 4));
    peak[2] = fmaxf(peak[2], maxof(h, HIDDEN));
}

static int run_quant(const Net *n, const float *img, int32_t *logits)
{
    int8_t q[SIDE * SIDE], a[C1 * 24 * 24], b[C2 * 8 * 8], h8[HIDDEN];
    int32_t h[HIDDEN];
    for (int i = 0; i < SIDE * SIDE; i++) q[i] = (int8_t)quant(img[i], n->conv1.inscale);
    conv_q(&n->conv1, q, a);
    pool_q(a, C1, 24);
    conv_q(&n->conv2, a, b);
    pool_q(b, C2, 8);
    dense_q(&n->fc1, b, h);
    for (int i = 0; i < HIDDEN; i++)
        h8[i] = (int8_t)(h[i] > 0 ? quant(h[i] * n->fc1.wscale * n->fc1.inscale, n->fc1.outscale) : 0);
    dense_q(&n->fc2, h8, logits);
    int best = 0;
    for (int i = 1; i < CLASSES; i++)
        if (logits[i] > logits[best]) best = i;
    return best;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 3000, ncal = argc > 2 ? atoi(argv[2]) : 100;
    Net net = {make_layer(1, C1, SIDE, 5), make_layer(C1, C2, 12, 5), make_layer(C2 * 16, HIDDEN, 0, 0),
               make_layer(HIDDEN, CLASSES, 0, 0)};
    float img[SIDE * SIDE], peak[3] = {0}, ref[CLASSES];
    for (int i = 0; i < ncal; i++) {
        draw_glyph(img, i, i % 10);
        run_float(&net, img, ref, peak);
    }
    quantise_layer(&net.conv1, 1.25f / 127, peak[0]);
    quantise_layer(&net.conv2, peak[0] / 127, peak[1]);
    quantise_layer(&net.fc1, peak[1] / 127, peak[2]);
    quantise_layer(&net.fc2, peak[2] / 127, 1);

    long table[CLASSES][CLASSES] = {{0}}, agree = 0;
    uint64_t check = 0;
    double err = 0;
    for (int i = 0; i < n; i++) {
        int32_t lg[CLASSES];
        draw_glyph(img, ncal + i, i % 10);
        int got = run_quant(&net, img, lg);
        table[i % 10][got]++;
        for (int k = 0; k < CLASSES; k++) check = check * 7 + (uint64_t)lg[k];
        if (i % 8 == 0) {
            run_float(&net, img, ref, peak);
            int best = 0;
            for (int k = 0; k < CLASSES; k++) {
                if (ref[k] > ref[best]) best = k;
                err += fabs(ref[k] - (double)lg[k] * net.fc2.wscale * net.fc2.inscale);
            }
            agree += best == got;
        }
    }
    printf("%d images, peaks %.6f %.6f %.6f\n", n, peak[0], peak[1], peak[2]);
    for (int i = 0; i < CLASSES; i++)
        for (int k = 0; k < CLASSES; k++) printf("%5ld%c", table[i][k], k == CLASSES - 1 ? '\n' : ' ');
    printf("agree %ld of %d, mean error %.9f, checksum %llx\n", agree, (n + 7) / 8, err / (CLASSES * ((n + 7) / 8)),
           (unsigned long long)check);
    return 0;
}
