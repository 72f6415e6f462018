// SPDX-License-Identifier: Apache-2.0
/* audiofx: renders a multitrack session. Each track is synthesized, runs
 * through a channel strip (4-band EQ, compressor, reverb) block by block and
 * is panned into a stereo bus; the bus gets a limiter and is cut to 16 bit. */
#define _POSIX_C_SOURCE 199309L
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define RATE   44100
#define BLOCK  256
#define BANDS  4
#define NCOMB  8
#define NAP    4
#define PI     3.14159265358979323846

typedef struct { float b0, b1, b2, a1, a2, z1, z2; } Biquad;
typedef struct { float *buf; int len, pos; float feedback, damp, store; } Comb;
typedef struct { float *buf; int len, pos; float gain; } Allpass;

typedef struct {
    float threshold, ratio, attack, release;
    float env;
    int reductions;                /* samples on which gain was reduced */
} Compressor;

typedef struct {
    Biquad eq[BANDS];
    Compressor comp;
    Comb comb[NCOMB];
    Allpass ap[NAP];
    float wet;
} Strip;

typedef struct {
    float freq[3];
    double phase[3];
    float noise_amp, decay, amp;
    uint32_t seed;
    int t;
} Synth;

static const int comb_len[NCOMB] = { 1116, 1188, 1277, 1356, 1422, 1491, 1557, 1617 };
static const int ap_len[NAP] = { 556, 441, 341, 225 };

static void biquad_peaking(Biquad *f, double hz, double q, double db)
{
    double A = pow(10, db / 40), w = 2 * PI * hz / RATE, al = sin(w) / (2 * q);
    double a0 = 1 + al / A;
    f->b0 = (float)((1 + al * A) / a0);
    f->b1 = (float)(-2 * cos(w) / a0);
    f->b2 = (float)((1 - al * A) / a0);
    f->a1 = f->b1;
    f->a2 = (float)((1 - al / A) / a0);
    f->z1 = f->z2 = 0;
}

static void biquad_run(Biquad *f, float *x, int n)
{
    for (int i = 0; i < n; i++) {
        float in = x[i];
        float y = f->b0 * in + f->z1;
        f->z1 = f->b1 * in - f->a1 * y + f->z2;
        f->z2 = f->b2 * in - f->a2 * y;
        x[i] = y;
    }
}

static void compressor_run(Compressor *c, float *x, int n)
{
    for (int i = 0; i < n; i++) {
        float a = fabsf(x[i]);
        float k = a > c->env ? c->attack : c->release;
        c->env = a + k * (c->env - a);
        if (c->env > c->threshold) {
            x[i] *= powf(c->env / c->threshold, 1.0f / c->ratio - 1.0f);
            c->reductions++;
        }
    }
}

static float comb_tick(Comb *c, float in)
{
    float out = c->buf[c->pos];
    c->store = out * (1 - c->damp) + c->store * c->damp;
    c->buf[c->pos] = in + c->store * c->feedback;
    if (++c->pos == c->len)
        c->pos = 0;
    return out;
}

static float allpass_tick(Allpass *a, float in)
{
    float d = a->buf[a->pos];
    float out = d - in;
    a->buf[a->pos] = in + d * a->gain;
    if (++a->pos == a->len)
        a->pos = 0;
    return out;
}

static void reverb_run(Strip *s, float *x, int n)
{
    for (int i = 0; i < n; i++) {
        float in = x[i] * 0.06f + 1e-9f, out = 0;
        for (int k = 0; k < NCOMB; k++)
            out += comb_tick(&s->comb[k], in);
        for (int k = 0; k < NAP; k++)
            out = allpass_tick(&s->ap[k], out);
        x[i] = x[i] * (1 - s->wet) + out * s->wet;
    }
}

static Strip *strip_new(void)
{
    Strip *s = calloc(1, sizeof *s);
    for (int k = 0; k < NCOMB; k++)
        s->comb[k].buf = malloc(sizeof(float) * (comb_len[k] + 64));
    for (int k = 0; k < NAP; k++)
        s->ap[k].buf = malloc(sizeof(float) * ap_len[k]);
    return s;
}

static void strip_free(Strip *s)
{
    for (int k = 0; k < NCOMB; k++) free(s->comb[k].buf);
    for (int k = 0; k < NAP; k++) free(s->ap[k].buf);
    free(s);
}

/* load the settings of one track and clear all delay lines */
static void strip_reset(Strip *s, int track)
{
    biquad_peaking(&s->eq[0], 90 + 10 * track, 0.7, 3.0 - track % 5);
    biquad_peaking(&s->eq[1], 400 + 35 * track, 1.1, -4.0 + track % 3);
    biquad_peaking(&s->eq[2], 2500 - 60 * track, 0.9, 2.5);
    biquad_peaking(&s->eq[3], 9000 - 200 * track, 0.6, track % 4 - 1.5);
    s->comp = (Compressor){ 0.12f + 0.01f * (track % 6), 2.0f + track % 4, 0.95f, 0.9995f, 0, 0 };
    s->wet = 0.15f + 0.03f * (track % 7);
    for (int k = 0; k < NCOMB; k++) {
        Comb *c = &s->comb[k];
        c->len = comb_len[k] + (track * 23) % 64;
        c->pos = 0;
        c->store = 0;
        c->feedback = 0.80f + 0.01f * (track % 9);
        c->damp = 0.2f;
        memset(c->buf, 0, sizeof(float) * c->len);
    }
    for (int k = 0; k < NAP; k++) {
        s->ap[k].len = ap_len[k];
        s->ap[k].pos = 0;
        s->ap[k].gain = 0.5f;
        memset(s->ap[k].buf, 0, sizeof(float) * ap_len[k]);
    }
}

static void synth_init(Synth *y, int track)
{
    for (int k = 0; k < 3; k++) {
        y->freq[k] = 55.0f * powf(2.0f, ((track * 7) % 36 + 4 * k) / 12.0f);
        y->phase[k] = 0.1 * k;
    }
    y->noise_amp = track % 3 == 0 ? 0.3f : 0.02f;
    y->decay = 0.99985f - 0.00002f * (track % 5);
    y->amp = 0;
    y->seed = 1000u + 77u * (uint32_t)track;
    y->t = 0;
}

static void synth_run(Synth *y, float *x, int n)
{
    for (int i = 0; i < n; i++, y->t++) {
        y->seed = y->seed * 1664525u + 1013904223u;
        if (y->t % (RATE / 2) == 0)
            y->amp = 0.6f + 0.3f * (float)(y->seed >> 8) / 16777216.0f;
        float v = y->noise_amp * ((float)(y->seed >> 8) / 8388608.0f - 1.0f);
        for (int k = 0; k < 3; k++) {
            y->phase[k] += y->freq[k] / RATE;
            if (y->phase[k] >= 1) y->phase[k] -= 1;
            v += (float)(y->phase[k] * 2 - 1) * 0.4f;
        }
        x[i] = v * y->amp;
        y->amp *= y->decay;
    }
}

int main(int argc, char **argv)
{
    int tracks = argc > 1 ? atoi(argv[1]) : 32;
    int seconds = argc > 2 ? atoi(argv[2]) : 12;
    int total = seconds * RATE;
    float *left = calloc(total, sizeof *left), *right = calloc(total, sizeof *right);
    float *out = malloc(sizeof(float) * tracks * (size_t)total);     /* one line per track */
    float *gl = malloc(sizeof(float) * tracks), *gr = malloc(sizeof(float) * tracks);
    float *peaks = malloc(sizeof(float) * tracks);
    int *reductions = malloc(sizeof(int) * tracks);
    long reduced = 0;
    struct timespec t0, t1;

    clock_gettime(CLOCK_MONOTONIC, &t0);
    #pragma omp parallel
    {
        Strip *strip = strip_new();
        Synth synth;
        #pragma omp for schedule(dynamic, 1)
        for (int t = 0; t < tracks; t++) {
            float peak = 0;
            strip_reset(strip, t);
            synth_init(&synth, t);
            for (int pos = 0; pos < total; pos += BLOCK) {
                int n = total - pos < BLOCK ? total - pos : BLOCK;
                float *block = out + t * (size_t)total + pos;
                synth_run(&synth, block, n);
                for (int b = 0; b < BANDS; b++)
                    biquad_run(&strip->eq[b], block, n);
                compressor_run(&strip->comp, block, n);
                reverb_run(strip, block, n);
                for (int i = 0; i < n; i++)
                    if (fabsf(block[i]) > peak)
                        peak = fabsf(block[i]);
            }
            float pan = (float)(0.5 + 0.45 * sin(t * 1.7));
            gl[t] = sqrtf(1 - pan);
            gr[t] = sqrtf(pan);
            peaks[t] = peak;
            reductions[t] = strip->comp.reductions;
        }
        strip_free(strip);
        #pragma omp for schedule(static)
        for (int pos = 0; pos < total; pos += BLOCK) {
            int stop = total - pos < BLOCK ? total : pos + BLOCK;
            for (int t = 0; t < tracks; t++)
                for (int i = pos; i < stop; i++) {
                    left[i] += gl[t] * out[t * (size_t)total + i];
                    right[i] += gr[t] * out[t * (size_t)total + i];
                }
        }
    }
    for (int t = 0; t < tracks; t++) {
        reduced += reductions[t];
        printf("track %2d peak %.6f reduced %d\n", t, peaks[t], reductions[t]);
    }

    float gain = 1, ceiling = 0.9f;
    int64_t energy = 0;
    uint32_t crc = 1;
    for (int i = 0; i < total; i++) {
        float m = fmaxf(fabsf(left[i]), fabsf(right[i]));
        if (m * gain > ceiling) gain = ceiling / m;
        int l = (int)(left[i] * gain * 32767), r = (int)(right[i] * gain * 32767);
        gain += (1 - gain) * 0.0002f;
        energy += (int64_t)l * l + (int64_t)r * r;
        crc = crc * 31u + (uint32_t)(l & 0xffff);
        crc = crc * 31u + (uint32_t)(r & 0xffff);
    }
    clock_gettime(CLOCK_MONOTONIC, &t1);
    printf("samples %d reduced %ld rms %.4f crc %08x\n", total, reduced,
           sqrt((double)energy / (2.0 * total)), crc);
    fprintf(stderr, "rendered in %.3f s\n", (t1.tv_sec - t0.tv_sec) + (t1.tv_nsec - t0.tv_nsec) / 1e9);
    free(left);
    free(right);
    free(out);
    free(gl);
    free(gr);
    free(peaks);
    free(reductions);
    return 0;
}
