// SPDX-License-Identifier: Apache-2.0
// Multi-channel audio processor: linear-phase FIR filterbank, a compressor per
// band, echo and soft limiter on the recombined signal, with level metering.
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TAPS 129
#define NBANDS 5
#define BLOCK 1024

static const float sample_rate = 48000.0f;
static const float edges[NBANDS + 1] = {0.0f, 180.0f, 700.0f, 2500.0f, 7000.0f, 24000.0f};

struct compressor {
    float threshold_db, ratio, attack, release, makeup;
    float envelope;
    float max_reduction;
};

struct band {
    float taps[TAPS];
    float history[TAPS - 1 + BLOCK];
    float out[BLOCK];
    struct compressor comp;
    double energy_in, energy_out;
};

struct channel {
    int index;
    struct band bands[NBANDS];
    float *delay;
    int delay_len, delay_pos;
    float peak;
    long limited;
    float *input, *output;
};

static float coefficient(float ms) {
    return 1.0f - expf(-1000.0f / (ms * sample_rate));
}

/* windowed-sinc band pass from lo to hi Hz */
static void design_band(float *h, float lo, float hi) {
    int mid = TAPS / 2;
    for (int i = 0; i < TAPS; i++) {
        double fl = lo / sample_rate, fh = hi / sample_rate, k = i - mid;
        double v = i == mid ? 2 * (fh - fl) : (sin(2 * M_PI * fh * k) - sin(2 * M_PI * fl * k)) / (M_PI * k);
        double w = 0.42 - 0.5 * cos(2 * M_PI * i / (TAPS - 1)) + 0.08 * cos(4 * M_PI * i / (TAPS - 1));
        h[i] = (float)(v * w);
    }
}

static void channel_init(struct channel *ch, int index, long nsamples) {
    memset(ch, 0, sizeof *ch);
    ch->index = index;
    for (int b = 0; b < NBANDS; b++) {
        struct band *bd = &ch->bands[b];
        design_band(bd->taps, edges[b], edges[b + 1]);
        bd->comp.threshold_db = -30.0f + 2.0f * b;
        bd->comp.ratio = 2.0f + 0.5f * b;
        bd->comp.attack = coefficient(12.0f - 2.0f * b);
        bd->comp.release = coefficient(160.0f - 20.0f * b);
        bd->comp.makeup = 1.25f;
    }
    ch->delay_len = 4801 + 731 * index;
    ch->delay = calloc((size_t)ch->delay_len, sizeof *ch->delay);
    ch->input = calloc((size_t)nsamples, sizeof *ch->input);
    ch->output = calloc((size_t)nsamples, sizeof *ch->output);
    if (!ch->delay || !ch->input || !ch->output) {
        fprintf(stderr, "no memory for channel %d\n", index);
        exit(1);
    }
}

static void channel_free(struct channel *ch) {
    free(ch->delay);
    free(ch->input);
    free(ch->output);
}

/* plucked notes, a kick and hiss, different in every channel */
static void synthesise(struct channel *ch, long n) {
    uint32_t seed = 0x2545F491u + 977u * (uint32_t)ch->index;
    long next_note = 0;
    float phase = 0, step = 0, amp = 0, kick = 0, kick_phase = 0;
    for (long i = 0; i < n; i++) {
        seed ^= seed << 13;
        seed ^= seed >> 17;
        seed ^= seed << 5;
        float hiss = (float)(seed >> 8) / 16777216.0f - 0.5f;
        if (i >= next_note) {
            float note = (float)(seed % 36);
            step = 110.0f * powf(2.0f, note / 12.0f) / sample_rate;
            amp = 0.4f + 0.3f * hiss;
            next_note = i + 6000 + seed % 9000;
            if (seed & 0x10000)
                kick = 0.9f;
        }
        phase += step;
        if (phase >= 1.0f)
            phase -= 1.0f;
        kick_phase += 55.0f / sample_rate;
        if (kick_phase >= 1.0f)
            kick_phase -= 1.0f;
        float saw = 2.0f * phase - 1.0f, tri = fabsf(4.0f * kick_phase - 2.0f) - 1.0f;
        ch->input[i] = amp * saw + kick * tri + 0.06f * hiss;
        amp *= 0.99985f;
        kick *= 0.9996f;
    }
}

static void filter_block(struct band *b, const float *in, int n) {
    float *hist = b->history;
    memcpy(hist + TAPS - 1, in, (size_t)n * sizeof *in);
    for (int i = 0; i < n; i++) {
        float acc = 0.0f;
        for (int t = 0; t < TAPS; t++)
            acc += b->taps[t] * hist[i + TAPS - 1 - t];
        b->out[i] = acc;
    }
    memmove(hist, hist + n, (TAPS - 1) * sizeof *hist);
}

static void compress_block(struct band *b, int n) {
    struct compressor *c = &b->comp;
    for (int i = 0; i < n; i++) {
        float x = b->out[i], level = fabsf(x);
        c->envelope += (level > c->envelope ? c->attack : c->release) * (level - c->envelope);
        float db = 20.0f * log10f(c->envelope + 1e-9f), gain = 1.0f;
        if (db > c->threshold_db) {
            float reduction = (db - c->threshold_db) * (1.0f - 1.0f / c->ratio);
            gain = powf(10.0f, -reduction / 20.0f);
            if (reduction > c->max_reduction)
                c->max_reduction = reduction;
        }
        float y = x * gain * c->makeup;
        b->energy_in += (double)x * x;
        b->energy_out += (double)y * y;
        b->out[i] = y;
    }
}

static void finish_block(struct channel *ch, float *out, int n) {
    for (int i = 0; i < n; i++) {
        float s = 0.0f;
        for (int k = 0; k < NBANDS; k++)
            s += ch->bands[k].out[i];
        float echo = ch->delay[ch->delay_pos];
        ch->delay[ch->delay_pos] = s + 0.35f * echo;
        if (++ch->delay_pos == ch->delay_len)
            ch->delay_pos = 0;
        s += 0.3f * echo;
        if (fabsf(s) > 0.8f) {
            s = copysignf(0.8f + 0.2f * tanhf((fabsf(s) - 0.8f) / 0.2f), s);
            ch->limited++;
        }
        if (fabsf(s) > ch->peak)
            ch->peak = fabsf(s);
        out[i] = s;
    }
}

static void process(struct channel *ch, long n) {
    for (long at = 0; at < n; at += BLOCK) {
        int len = n - at < BLOCK ? (int)(n - at) : BLOCK;
        for (int b = 0; b < NBANDS; b++) {
            filter_block(&ch->bands[b], ch->input + at, len);
            compress_block(&ch->bands[b], len);
        }
        finish_block(ch, ch->output + at, len);
    }
}

static double to_db(double energy, long n) {
    return 10.0 * log10(energy / (double)n + 1e-20);
}

int main(int argc, char **argv) {
    int nchannels = argc > 1 ? atoi(argv[1]) : 6;
    long n = argc > 2 ? atol(argv[2]) : 600000;
    struct channel *mix = malloc((size_t)nchannels * sizeof *mix);
    if (!mix)
        return 1;
#pragma omp parallel for schedule(dynamic, 1)
    for (int c = 0; c < nchannels; c++) {
        channel_init(&mix[c], c, n);
        synthesise(&mix[c], n);
    }
#pragma omp parallel for schedule(dynamic, 1)
    for (int c = 0; c < nchannels; c++)
        process(&mix[c], n);

    for (int c = 0; c < nchannels; c++) {
        const struct channel *ch = &mix[c];
        uint32_t sum = 0;
        double rms = 0;
        for (long i = 0; i < n; i++) {
            sum = sum * 31u + (uint32_t)(int32_t)lrintf(ch->output[i] * 8388607.0f);
            rms += (double)ch->output[i] * ch->output[i];
        }
        printf("channel %d: rms %.6f dB peak %.6f limited %ld pcm %08x\n", c, to_db(rms, n), ch->peak, ch->limited, sum);
        for (int b = 0; b < NBANDS; b++)
            printf("   %6.0f Hz  in %10.5f dB  out %10.5f dB  reduction %.4f dB\n", edges[b + 1],
                   to_db(ch->bands[b].energy_in, n), to_db(ch->bands[b].energy_out, n),
                   ch->bands[b].comp.max_reduction);
        channel_free(&mix[c]);
    }
    free(mix);
    return 0;
}
