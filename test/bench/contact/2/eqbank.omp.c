// SPDX-License-Identifier: Apache-2.0
/* Graphic equalizer: a bank of biquad band-pass filters plus a FIR room
 * correction per channel; prints level per band and channel. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>
#include <time.h>

#define BANDS 10
#define TAPS 128
#define BLOCK 1024

typedef struct {
    float b0, b1, b2, a1, a2;
    float x1, x2, y1, y2;
} Biquad;

typedef struct {
    Biquad eq[BANDS];
    float gain[BANDS];
    float fir[TAPS];
    float history[TAPS + BLOCK];
    double energy[BANDS];
    double out_energy;
} Channel;

static void bandpass(Biquad *f, double fc, double q, double fs)
{
    double w = 2 * M_PI * fc / fs, alpha = sin(w) / (2 * q), a0 = 1 + alpha;
    memset(f, 0, sizeof *f);
    f->b0 = (float)(alpha / a0);
    f->b2 = (float)(-alpha / a0);
    f->a1 = (float)(-2 * cos(w) / a0);
    f->a2 = (float)((1 - alpha) / a0);
}

static float biquad_run(Biquad *f, float x)
{
    float y = f->b0 * x + f->b1 * f->x1 + f->b2 * f->x2 - f->a1 * f->y1 - f->a2 * f->y2;
    f->x2 = f->x1;
    f->x1 = x;
    f->y2 = f->y1;
    f->y1 = y;
    return y;
}

static void channel_init(Channel *c, int id, double fs)
{
    memset(c, 0, sizeof *c);
    for (int b = 0; b < BANDS; b++) {
        bandpass(&c->eq[b], 31.25 * (1 << b), 1.4, fs);
        c->gain[b] = 0.5f + 0.1f * ((b + id) % 6);
    }
    for (int t = 0; t < TAPS; t++)
        c->fir[t] = (float)(exp(-t * 0.06) * cos(t * (0.2 + 0.03 * id)) * (t ? 0.2 : 1.0));
}

static void process(Channel *c, const float *in, float *out, int n)
{
    memmove(c->history, c->history + n, TAPS * sizeof(float));
    for (int i = 0; i < n; i++) {
        float s = 0;
        for (int b = 0; b < BANDS; b++) {
            float y = biquad_run(&c->eq[b], in[i]);
            c->energy[b] += y * y;
            s += c->gain[b] * y;
        }
        c->history[TAPS + i] = s;
    }
    for (int i = 0; i < n; i++) {
        const float *h = &c->history[TAPS + i];
        float acc = 0;
        for (int t = 0; t < TAPS; t++)
            acc += c->fir[t] * h[-t];
        out[i] = acc;
        c->out_energy += acc * acc;
    }
}

int main(int argc, char **argv)
{
    int nch = argc > 1 ? atoi(argv[1]) : 8, blocks = argc > 2 ? atoi(argv[2]) : 1200;
    double fs = 44100;
    Channel *ch = malloc(nch * sizeof *ch);
    float *in = malloc((size_t)nch * BLOCK * sizeof(float));
    float *out = malloc((size_t)nch * BLOCK * sizeof(float));
    struct timespec a, b;
    unsigned seed = 1;

    for (int c = 0; c < nch; c++)
        channel_init(&ch[c], c, fs);
    clock_gettime(CLOCK_MONOTONIC, &a);
    for (int k = 0; k < blocks; k++) {
        for (int c = 0; c < nch; c++)
            for (int i = 0; i < BLOCK; i++) {
                seed = seed * 1664525u + 1013904223u;
                in[c * BLOCK + i] = (int)(seed >> 8) / 8388608.0f - 1.0f;
            }
#pragma omp parallel for schedule(static)
        for (int c = 0; c < nch; c++)
            process(&ch[c], in + (size_t)c * BLOCK, out + (size_t)c * BLOCK, BLOCK);
    }
    clock_gettime(CLOCK_MONOTONIC, &b);
    double norm = 1.0 / ((double)blocks * BLOCK);
    for (int c = 0; c < nch; c++) {
        printf("ch %d:", c);
        for (int i = 0; i < BANDS; i++)
            printf(" %6.2f", 10 * log10(ch[c].energy[i] * norm + 1e-12));
        printf(" | %7.3f dB\n", 10 * log10(ch[c].out_energy * norm + 1e-12));
    }
    double sum = 0;
    for (int i = 0; i < nch * BLOCK; i++)
        sum += out[i];
    printf("last block sum %.5f\n", sum);
    fprintf(stderr, "%.3f s\n", b.tv_sec - a.tv_sec + (b.tv_nsec - a.tv_nsec) * 1e-9);
    free(ch); free(in); free(out);
    return 0;
}
