// SPDX-License-Identifier: Apache-2.0
/* A small multilayer perceptron (256-H-10, tanh / softmax), trained with
 * mini-batch gradient descent on synthetic 16x16 "digit" images. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>
#include <time.h>

#define IN 256
#define OUT 10

static const char *glyph[10] = {
    "01110100011001110101110011000101110", "00100011000010000100001000010001110",
    "01110100010000100010001000100011111", "11111000100010000010000011000101110",
    "00010001100101010010111110001000010", "11111100001111000001000011000101110",
    "00110010001000011110100011000101110", "11111000010001000100010000100001000",
    "01110100011000101110100011000101110", "01110100011000101111000010001001100"
};

static unsigned int rstate = 1;
static double uniform(void)
{
    rstate = rstate * 1103515245u + 12345u;
    return ((rstate >> 8) & 0xffffff) / 16777216.0;
}

static double **alloc2d(int rows, int cols)
{
    double **m = malloc(rows * sizeof(double *));
    for (int i = 0; i < rows; i++)
        m[i] = calloc(cols, sizeof(double));
    return m;
}

static void free2d(double **m, int rows)
{
    for (int i = 0; i < rows; i++)
        free(m[i]);
    free(m);
}

struct net {
    int hidden;
    double **w1;      /* hidden x IN */
    double *b1;
    double **w2;      /* OUT x hidden */
    double *b2;
};

static void make_digit(double *img, int label)
{
    int ox = 1 + (int)(uniform() * 4), oy = (int)(uniform() * 2);
    for (int i = 0; i < IN; i++)
        img[i] = 0.5 * uniform();
    for (int r = 0; r < 7; r++)
        for (int c = 0; c < 5; c++)
            if (glyph[label][r * 5 + c] == '1' && uniform() > 0.05)
                for (int k = 0; k < 4; k++) {
                    int y = oy + 2 * r + k / 2, x = ox + 2 * c + k % 2;
                    img[y * 16 + x] += 0.6;
                }
}

static void forward(const struct net *nn, const double *x, double *h, double *y)
{
    for (int j = 0; j < nn->hidden; j++) {
        double s = nn->b1[j];
        for (int i = 0; i < IN; i++)
            s += nn->w1[j][i] * x[i];
        h[j] = tanh(s);
    }
    double max = -1e30, sum = 0;
    for (int k = 0; k < OUT; k++) {
        double s = nn->b2[k];
        for (int j = 0; j < nn->hidden; j++)
            s += nn->w2[k][j] * h[j];
        y[k] = s;
        if (s > max)
            max = s;
    }
    for (int k = 0; k < OUT; k++)
        sum += y[k] = exp(y[k] - max);
    for (int k = 0; k < OUT; k++)
        y[k] /= sum;
}

/* one mini-batch; returns summed cross entropy */
static double train_batch(struct net *nn, double **x, const int *label, int n, double rate,
                          double **h, double **y, double **dh)
{
    double loss = 0;

    for (int s = 0; s < n; s++) {
        forward(nn, x[s], h[s], y[s]);
        loss -= log(y[s][label[s]] + 1e-12);
        y[s][label[s]] -= 1.0;
        for (int j = 0; j < nn->hidden; j++) {
            double e = 0;
            for (int k = 0; k < OUT; k++)
                e += y[s][k] * nn->w2[k][j];
            dh[s][j] = e * (1 - h[s][j] * h[s][j]);
        }
    }
    rate /= n;
    for (int k = 0; k < OUT; k++) {
        for (int s = 0; s < n; s++) {
            for (int j = 0; j < nn->hidden; j++)
                nn->w2[k][j] -= rate * y[s][k] * h[s][j];
            nn->b2[k] -= rate * y[s][k];
        }
    }
    for (int j = 0; j < nn->hidden; j++) {
        for (int s = 0; s < n; s++) {
            for (int i = 0; i < IN; i++)
                nn->w1[j][i] -= rate * dh[s][j] * x[s][i];
            nn->b1[j] -= rate * dh[s][j];
        }
    }
    return loss;
}

int main(int argc, char **argv)
{
    int nsamp = argc > 1 ? atoi(argv[1]) : 4000;
    int hidden = argc > 2 ? atoi(argv[2]) : 100;
    int epochs = argc > 3 ? atoi(argv[3]) : 20;
    int batch = 50, right = 0;
    struct net nn = { hidden, alloc2d(hidden, IN), calloc(hidden, sizeof(double)),
                      alloc2d(OUT, hidden), calloc(OUT, sizeof(double)) };
    double **x = alloc2d(nsamp, IN);
    int *label = malloc(nsamp * sizeof(int));
    double **h = alloc2d(batch, hidden), **dh = alloc2d(batch, hidden), **y = alloc2d(batch, OUT);
    struct timespec t0, t1;

    for (int s = 0; s < nsamp; s++) {
        label[s] = (int)(uniform() * 10);
        make_digit(x[s], label[s]);
    }
    for (int j = 0; j < hidden; j++)
        for (int i = 0; i < IN; i++)
            nn.w1[j][i] = 0.1 * (uniform() - 0.5);
    for (int k = 0; k < OUT; k++)
        for (int j = 0; j < hidden; j++)
            nn.w2[k][j] = 0.2 * (uniform() - 0.5);

    clock_gettime(CLOCK_MONOTONIC, &t0);
    int ntrain = nsamp * 4 / 5;
    for (int e = 0; e < epochs; e++) {
        double loss = 0;
        for (int s = 0; s + batch <= ntrain; s += batch)
            loss += train_batch(&nn, x + s, label + s, batch, 0.2, h, y, dh);
        printf("epoch %d loss %.8f\n", e + 1, loss / ntrain);
    }
    for (int s = ntrain; s < nsamp; s++) {
        int best = 0;
        forward(&nn, x[s], h[0], y[0]);
        for (int k = 1; k < OUT; k++)
            if (y[0][k] > y[0][best])
                best = k;
        right += best == label[s];
    }
    clock_gettime(CLOCK_MONOTONIC, &t1);
    printf("test accuracy %d / %d\n", right, nsamp - ntrain);
    printf("w1[3][40]=%.9f w2[7][5]=%.9f\n", nn.w1[3][40], nn.w2[7][5]);
    fprintf(stderr, "train+test %.3f s\n", (t1.tv_sec - t0.tv_sec) + (t1.tv_nsec - t0.tv_nsec) * 1e-9);
    free2d(x, nsamp); free2d(h, batch); free2d(dh, batch); free2d(y, batch);
    free2d(nn.w1, hidden); free2d(nn.w2, OUT);
    free(nn.b1); free(nn.b2); free(label);
    return 0;
}
