/*
 * graphiceq - offline graphic equaliser: splits a multi channel recording
 * into bands with biquad filters, compresses each band, sums the bands,
 * applies a cabinet impulse response and limits the result to 16 bits.
 *
 * usage: graphiceq [seconds] [channels]
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define RATE 44100
#define BANDS 8
#define IRLEN 192
#define TWO_PI 6.28318530717958647692

typedef struct {
    float b0, b1, b2, a1, a2;
    float z1, z2;
} biquad;

typedef struct {
    float threshold, ratio, attack, release;
    float env;
} compressor;

typedef struct {
    biquad hp, lp;
    compressor comp;
    float gain;
} band;

static const float band_edge[BANDS + 1] = { 30, 90, 220, 500, 1100, 2400, 5000, 9500, 17000 };
static const float band_gain_db[BANDS] = { 4, 2, 0, -2, -1, 1, 3, 2 };

static void biquad_design(biquad *f, int highpass, double freq, double q)
{
    double w = TWO_PI * freq / RATE, c = cos(w), al = sin(w) / (2 * q), a0 = 1 + al;
    double k = highpass ? (1 + c) / 2 : (1 - c) / 2;
    f->b0 = (float)(k / a0);
    f->b1 = (float)((highpass ? -2 * k : 2 * k) / a0);
    f->b2 = f->b0;
    f->a1 = (float)(-2 * c / a0);
    f->a2 = (float)((1 - al) / a0);
    f->z1 = f->z2 = 0;
}

static inline float biquad_tick(biquad *f, float x)
{
    float y = f->b0 * x + f->z1;
    f->z1 = f->b1 * x - f->a1 * y + f->z2;
    f->z2 = f->b2 * x - f->a2 * y;
    return y;
}

static inline float compress(compressor *c, float x)
{
    float level = fabsf(x), k = level > c->env ? c->attack : c->release;
    c->env += k * (level - c->env);
    if (c->env <= c->threshold)
        return x;
    return x * (c->threshold + (c->env - c->threshold) / c->ratio) / c->env;
}

static void band_setup(band *b, int i)
{
    biquad_design(&b->hp, 1, band_edge[i], 0.7071);
    biquad_design(&b->lp, 0, band_edge[i + 1], 0.7071);
    b->gain = powf(10.0f, band_gain_db[i] / 20.0f);
    b->comp.threshold = 0.08f + 0.01f * (float)i;
    b->comp.ratio = 2.0f + 0.5f * (float)(i % 3);
    b->comp.attack = 0.02f;
    b->comp.release = 0.0008f;
    b->comp.env = 0;
}

static void synth(float *out, int n, int channel)
{
    uint32_t s = 1u + 7919u * (uint32_t)channel;
    double ph1 = 0, ph2 = 0;
    for (int i = 0; i < n; i++) {
        double t = (double)i / RATE, decay = exp(-3.0 * fmod(t, 0.5));
        int note = (int)(t * 2) % 5;
        ph1 += TWO_PI * 110.0 * (1 + 0.25 * note) / RATE;
        ph2 += TWO_PI * (1500.0 + 300 * channel) / RATE;
        s = s * 1664525u + 1013904223u;
        out[i] = (float)(0.4 * decay * sin(ph1) + 0.1 * sin(ph2 + 2 * sin(ph1)) +
                         0.1 * decay * ((double)(s >> 9) / 4194304.0 - 1.0));
    }
}

static void make_cabinet(float *ir)
{
    uint32_t s = 99;
    for (int i = 0; i < IRLEN; i++) {
        s = s * 1664525u + 1013904223u;
        ir[i] = (float)(exp(-i / 40.0) * ((double)(s >> 9) / 4194304.0 - 1.0) * 0.2);
    }
    ir[0] = 0.8f;
}

static void equalise(const float *in, float *out, float *scratch, int n)
{
    memset(out, 0, (size_t)n * sizeof *out);
    for (int k = 0; k < BANDS; k++) {
        band b;
        band_setup(&b, k);
        for (int i = 0; i < n; i++) {
            float v = biquad_tick(&b.hp, in[i]);
            v = biquad_tick(&b.lp, v);
            scratch[i] = compress(&b.comp, v) * b.gain;
        }
        for (int i = 0; i < n; i++)
            out[i] += scratch[i];
    }
}

static void convolve(const float *in, float *out, int n, const float *ir)
{
    for (int i = 0; i < n; i++) {
        int m = i + 1 < IRLEN ? i + 1 : IRLEN;
        float s = 0;
        for (int k = 0; k < m; k++)
            s += ir[k] * in[i - k];
        out[i] = s;
    }
}

static int limit(const float *in, int16_t *out, int n)
{
    int clipped = 0;
    for (int i = 0; i < n; i++) {
        float v = in[i] * 24000.0f;
        if (v > 32767.0f || v < -32768.0f) {
            v = v > 0 ? 32767.0f : -32768.0f;
            clipped++;
        }
        out[i] = (int16_t)lrintf(v);
    }
    return clipped;
}

int main(int argc, char **argv)
{
    int seconds = argc > 1 ? atoi(argv[1]) : 9;
    int channels = argc > 2 ? atoi(argv[2]) : 4;
    int n = seconds * RATE;
    float ir[IRLEN];

    if (seconds < 1 || channels < 1 || seconds > 600)
        return 1;
    make_cabinet(ir);
#pragma omp parallel
    {
    float *raw = malloc((size_t)n * sizeof *raw), *mix = malloc((size_t)n * sizeof *mix);
    float *tmp = malloc((size_t)n * sizeof *tmp);
    int16_t *pcm = malloc((size_t)n * sizeof *pcm);
    if (!raw || !mix || !tmp || !pcm)
        exit(1);
#pragma omp for ordered schedule(static, 1)
    for (int c = 0; c < channels; c++) {
        uint32_t hash = 5381;
        double power = 0;
        int clipped;
        synth(raw, n, c);
        equalise(raw, mix, tmp, n);
        convolve(mix, tmp, n, ir);
        clipped = limit(tmp, pcm, n);
        for (int i = 0; i < n; i++) {
            hash = hash * 33 + (uint16_t)pcm[i];
            power += (double)pcm[i] * pcm[i];
        }
#pragma omp ordered
        printf("channel %d: rms %.3f clipped %d hash %08x\n", c, sqrt(power / n), clipped, hash);
    }
    free(raw); free(mix); free(tmp); free(pcm);
    }
    return 0;
}
