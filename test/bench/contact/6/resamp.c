// SPDX-License-Identifier: Apache-2.0
/* Converts a multichannel recording from 44.1 to 48 kHz with a polyphase filter, equalizes it and applies a linked peak limiter. */
#include <stdio.h>
#include <stdlib.h>
#include <math.h>

#define UP 160
#define DOWN 147
#define TAPS 48
#define NBANDS 5
#define PI 3.14159265358979323846

typedef float sample_t;

typedef struct { double b0, b1, b2, a1, a2, z1, z2; } Biquad;

typedef struct {
    int nch;
    long nframes;
    sample_t *data;             /* interleaved */
} Clip;

static double bank[UP][TAPS];

static Clip *clip_new(int nch, long nframes)
{
    Clip *c = malloc(sizeof(Clip));
    c->nch = nch;
    c->nframes = nframes;
    c->data = calloc((size_t)nch * nframes, sizeof(sample_t));
    return c;
}

static void clip_free(Clip *c) { free(c->data); free(c); }

static void design_bank(void)
{
    int total = UP * TAPS;
    for (int i = 0; i < total; i++) {
        double t = (i - (total - 1) / 2.0) / UP;
        double s = fabs(t) < 1e-12 ? 1.0 : sin(PI * t * 0.92) / (PI * t * 0.92);
        double w = 0.42 - 0.5 * cos(2 * PI * i / (total - 1)) + 0.08 * cos(4 * PI * i / (total - 1));
        bank[i % UP][i / UP] = s * w * 0.92;
    }
}

static void synthesize(Clip *c)
{
    unsigned noise = 4242;
    for (int ch = 0; ch < c->nch; ch++) {
        double f = 110.0 * (ch + 1), env = 0, phase = 0;
        for (long i = 0; i < c->nframes; i++) {
            noise = noise * 1664525u + 1013904223u;
            if (noise % 9001u == 0)
                env = 1.5;
            env *= 0.9997;
            phase += f / 44100.0;
            if (phase >= 1)
                phase -= 1;
            double saw = 2 * phase - 1;
            c->data[i * c->nch + ch] = (sample_t)(env * saw + 0.01 * ((noise >> 16) / 32768.0 - 1));
        }
    }
}

static Clip *resample(const Clip *in)
{
    Clip *out = clip_new(in->nch, in->nframes * UP / DOWN);
    for (long i = 0; i < out->nframes; i++) {
        long pos = i * DOWN;
        int ph = (int)(pos % UP);
        long base = pos / UP;
        for (int ch = 0; ch < in->nch; ch++) {
            double acc = 0;
            for (int t = 0; t < TAPS; t++) {
                long k = base - t;
                if (k >= 0 && k < in->nframes)
                    acc += bank[ph][t] * in->data[k * in->nch + ch];
            }
            out->data[i * in->nch + ch] = (sample_t)acc;
        }
    }
    return out;
}

static Biquad peaking(double fs, double f0, double q, double gain_db)
{
    double A = pow(10, gain_db / 40), w = 2 * PI * f0 / fs, al = sin(w) / (2 * q);
    double a0 = 1 + al / A;
    Biquad b = { (1 + al * A) / a0, -2 * cos(w) / a0, (1 - al * A) / a0,
                 -2 * cos(w) / a0, (1 - al / A) / a0, 0, 0 };
    return b;
}

static inline double biquad_tick(Biquad *q, double x)
{
    double y = q->b0 * x + q->z1;
    q->z1 = q->b1 * x - q->a1 * y + q->z2;
    q->z2 = q->b2 * x - q->a2 * y;
    return y;
}

static void equalize(Clip *c)
{
    static const double freq[NBANDS] = { 80, 300, 1200, 4500, 11000 };
    for (int ch = 0; ch < c->nch; ch++) {
        Biquad eq[NBANDS];
        for (int b = 0; b < NBANDS; b++)
            eq[b] = peaking(48000, freq[b], 0.9, (b + ch) % 3 * 3.0 - 3.0);
        for (long i = 0; i < c->nframes; i++) {
            double v = c->data[i * c->nch + ch];
            for (int b = 0; b < NBANDS; b++)
                v = biquad_tick(&eq[b], v);
            c->data[i * c->nch + ch] = (sample_t)v;
        }
    }
}

/* one gain for all channels; returns number of frames limited */
static long limiter(Clip *c, double ceiling)
{
    double gain = 1.0;
    long hits = 0;
    for (long i = 0; i < c->nframes; i++) {
        sample_t *fr = c->data + i * c->nch;
        double peak = 0;
        for (int ch = 0; ch < c->nch; ch++)
            if (fabs(fr[ch]) > peak)
                peak = fabs(fr[ch]);
        double want = peak > ceiling ? ceiling / peak : 1.0;
        if (want < gain) {
            gain = want;
            hits++;
        } else {
            gain += (want - gain) * 0.0005;
        }
        for (int ch = 0; ch < c->nch; ch++)
            fr[ch] = (sample_t)(fr[ch] * gain);
    }
    return hits;
}

int main(int argc, char **argv)
{
    int nch = argc > 1 ? atoi(argv[1]) : 6;
    double secs = argc > 2 ? atof(argv[2]) : 70.0;
    Clip *in = clip_new(nch, (long)(secs * 44100));
    design_bank();
    synthesize(in);
    Clip *out = resample(in);
    equalize(out);
    long hits = limiter(out, 0.7);
    printf("%d channels, %ld -> %ld frames, limited %ld\n", nch, in->nframes, out->nframes, hits);
    for (int ch = 0; ch < nch; ch++) {
        double e = 0, pk = 0;
        for (long i = 0; i < out->nframes; i++) {
            double v = out->data[i * nch + ch];
            e += v * v;
            if (fabs(v) > pk) pk = fabs(v);
        }
        printf("ch %d rms %.9f peak %.9f\n", ch, sqrt(e / out->nframes), pk);
    }
    clip_free(in);
    clip_free(out);
    return 0;
}
