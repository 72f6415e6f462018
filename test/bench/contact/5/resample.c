// SPDX-License-Identifier: Apache-2.0
/* resample - multichannel sample rate conversion with a three band crossover
 *
 * usage: resample [seconds] [channels] [rate_in] [rate_out]
 *
 * Interleaved float input -> per channel Linkwitz-Riley crossover -> per band
 * compressor -> sum -> polyphase windowed-sinc resampler -> 16 bit with
 * error-feedback dither.
 */
#define _POSIX_C_SOURCE 200809L
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define MAXCH 16
#define TAPS 48
#define PHASES 256
#define BLOCK 512
#define PI 3.14159265358979323846

typedef struct { float b0, b1, b2, a1, a2, z1, z2; } biquad;

typedef struct {
    biquad lo[2], mid_hp[2], mid_lp[2], hi[2];
    float env[3];
    float gain_min[3];
    float err;                  /* dither feedback */
    uint32_t seed;
    float peak;
    double energy;
    long clipped;
} channel;

static float bank[PHASES + 1][TAPS];
static channel chan[MAXCH];

static void design_bank(double cutoff)
{
    for (int p = 0; p <= PHASES; p++) {
        double frac = (double)p / PHASES, sum = 0;
        for (int k = 0; k < TAPS; k++) {
            double t = k - (TAPS / 2 - 1) - frac;
            double w = t / (TAPS / 2.0);
            double win = fabs(w) < 1.0 ? 0.42 + 0.5 * cos(PI * w) + 0.08 * cos(2 * PI * w) : 0.0;
            double x = PI * t * cutoff;
            double s = fabs(x) < 1e-9 ? 1.0 : sin(x) / x;
            bank[p][k] = (float)(s * win);
            sum += s * win;
        }
        for (int k = 0; k < TAPS; k++)
            bank[p][k] = (float)(bank[p][k] / sum);
    }
}

static biquad butter(int highpass, double fc, double rate)
{
    double w = 2 * PI * fc / rate, c = cos(w), alpha = sin(w) / sqrt(2.0), a0 = 1 + alpha;
    biquad q = { 0, 0, 0, 0, 0, 0, 0 };
    double k = highpass ? (1 + c) / 2 : (1 - c) / 2;
    q.b0 = q.b2 = (float)(k / a0);
    q.b1 = (float)((highpass ? -2 * k : 2 * k) / a0);
    q.a1 = (float)(-2 * c / a0);
    q.a2 = (float)((1 - alpha) / a0);
    return q;
}

static void biquad_run(biquad *q, const float *in, float *out, int n)
{
    float z1 = q->z1, z2 = q->z2;
    for (int i = 0; i < n; i++) {
        float x = in[i], y = q->b0 * x + z1;
        z1 = q->b1 * x - q->a1 * y + z2;
        z2 = q->b2 * x - q->a2 * y;
        out[i] = y;
    }
    q->z1 = z1;
    q->z2 = z2;
}

static void compress(float *x, int n, float *env, float *gmin, float thr, float rel)
{
    float e = *env, g, m = *gmin;
    for (int i = 0; i < n; i++) {
        float a = fabsf(x[i]);
        e = a > e ? e + 0.2f * (a - e) : e + rel * (a - e);
        g = e > thr ? thr / e + 0.3f * (1.0f - thr / e) : 1.0f;
        if (g < m)
            m = g;
        x[i] *= g;
    }
    *env = e;
    *gmin = m;
}

static float *synth(long frames, int nch, double rate)
{
    float *buf = malloc(sizeof *buf * (size_t)frames * nch);
    double re[MAXCH], im[MAXCH], cr[MAXCH], ci[MAXCH];
    uint32_t s = 99;
    if (!buf) { perror("resample"); exit(1); }
    for (int c = 0; c < nch; c++) {
        double w = 2 * PI * (110.0 * pow(1.6, c % 11)) / rate;
        re[c] = 0.7; im[c] = 0; cr[c] = cos(w); ci[c] = sin(w);
    }
    for (long i = 0; i < frames; i++)
        for (int c = 0; c < nch; c++) {
            double t = re[c] * cr[c] - im[c] * ci[c];
            im[c] = re[c] * ci[c] + im[c] * cr[c];
            re[c] = t;
            s = s * 1664525u + 1013904223u;
            float burst = ((i >> 13) + c) & 3 ? 0.15f : 0.9f;
            buf[i * nch + c] = burst * (float)re[c] + ((float)(s >> 8) / 16777216.0f - 0.5f) * 0.1f;
        }
    return buf;
}

/* crossover and compression of one channel, from interleaved to planar */
static void condition(channel *ch, const float *in, int nch, int c, float *planar, long frames)
{
    static const float threshold[3] = { 0.3f, 0.25f, 0.2f }, release[3] = { 0.0005f, 0.001f, 0.003f };
    float x[BLOCK], band[3][BLOCK];
    for (long pos = 0; pos < frames; pos += BLOCK) {
        int n = frames - pos < BLOCK ? (int)(frames - pos) : BLOCK;
        for (int i = 0; i < n; i++)
            x[i] = in[(pos + i) * nch + c];
        biquad_run(&ch->lo[0], x, band[0], n);
        biquad_run(&ch->lo[1], band[0], band[0], n);
        biquad_run(&ch->mid_hp[0], x, band[1], n);
        biquad_run(&ch->mid_hp[1], band[1], band[1], n);
        biquad_run(&ch->mid_lp[0], band[1], band[1], n);
        biquad_run(&ch->mid_lp[1], band[1], band[1], n);
        biquad_run(&ch->hi[0], x, band[2], n);
        biquad_run(&ch->hi[1], band[2], band[2], n);
        for (int b = 0; b < 3; b++)
            compress(band[b], n, &ch->env[b], &ch->gain_min[b], threshold[b], release[b]);
        for (int i = 0; i < n; i++)
            planar[pos + i] = band[0][i] + band[1][i] + band[2][i];
    }
}

static long convert(channel *ch, const float *src, long frames, int16_t *dst, int nch, int c, double step)
{
    long out = 0;
    for (;; out++) {
        double pos = (double)out * step;
        long ip = (long)pos;
        if (ip + TAPS >= frames)
            break;
        double fp = (pos - (double)ip) * PHASES;
        int p = (int)fp;
        float mu = (float)(fp - p), a = 0, b = 0;
        const float *s = src + ip;
        for (int k = 0; k < TAPS; k++) {
            a += s[k] * bank[p][k];
            b += s[k] * bank[p + 1][k];
        }
        float y = a + mu * (b - a);
        if (fabsf(y) > ch->peak)
            ch->peak = fabsf(y);
        ch->energy += (double)y * y;
        ch->seed = ch->seed * 196314165u + 907633515u;
        float want = y * 32767.0f - ch->err + ((float)(ch->seed >> 9) / 8388608.0f - 0.5f);
        float q = floorf(want + 0.5f);
        ch->err = q - want;
        if (q > 32767.0f) { q = 32767.0f; ch->clipped++; }
        if (q < -32768.0f) { q = -32768.0f; ch->clipped++; }
        dst[out * nch + c] = (int16_t)q;
    }
    return out;
}

int main(int argc, char **argv)
{
    double secs = argc > 1 ? atof(argv[1]) : 26.0;
    int nch = argc > 2 ? atoi(argv[2]) : 6;
    double rin = argc > 3 ? atof(argv[3]) : 44100, rout = argc > 4 ? atof(argv[4]) : 48000;
    if (nch < 1 || nch > MAXCH || secs <= 0 || rin < 8000 || rout < 8000) {
        fputs("usage: resample [seconds] [channels<=16] [rate_in] [rate_out]\n", stderr);
        return 1;
    }
    long frames = (long)(secs * rin) + TAPS, room = (long)((double)frames * rout / rin) + 2, got = 0;
    float *in = synth(frames, nch, rin), *planar = malloc(sizeof *planar * (size_t)frames);
    int16_t *out = calloc((size_t)room * nch, sizeof *out);
    if (!planar || !out) { perror("resample"); return 1; }
    struct timespec t0, t1;
    clock_gettime(CLOCK_MONOTONIC, &t0);

    design_bank(rout < rin ? rout / rin : 1.0);
    for (int c = 0; c < nch; c++) {
        channel *ch = &chan[c];
        memset(ch, 0, sizeof *ch);
        ch->seed = 1000u + (uint32_t)c;
        for (int i = 0; i < 2; i++) {
            ch->lo[i] = butter(0, 300, rin);
            ch->mid_hp[i] = butter(1, 300, rin);
            ch->mid_lp[i] = butter(0, 3000, rin);
            ch->hi[i] = butter(1, 3000, rin);
        }
        for (int b = 0; b < 3; b++)
            ch->gain_min[b] = 1.0f;
        condition(ch, in, nch, c, planar, frames);
        got = convert(ch, planar, frames, out, nch, c, rin / rout);
    }
    clock_gettime(CLOCK_MONOTONIC, &t1);
    fprintf(stderr, "process %.3f s\n", (double)(t1.tv_sec - t0.tv_sec) + 1e-9 * (double)(t1.tv_nsec - t0.tv_nsec));

    uint32_t sum = 0;
    for (long i = 0; i < got * nch; i++)
        sum = (sum << 5 | sum >> 27) ^ (uint16_t)out[i];
    printf("%ld frames in, %ld frames out, checksum %08x\n", frames, got, sum);
    for (int c = 0; c < nch; c++)
        printf("ch %2d peak %.6f rms %.8f clipped %ld min gain %.5f %.5f %.5f\n", c, chan[c].peak,
               sqrt(chan[c].energy / (double)(got ? got : 1)), chan[c].clipped,
               chan[c].gain_min[0], chan[c].gain_min[1], chan[c].gain_min[2]);
    free(in); free(planar); free(out);
    return 0;
}
