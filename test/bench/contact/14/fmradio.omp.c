/* fmradio - offline wideband FM receiver chain
 *
 * Synthesises an I/Q capture with a few stations, then tunes to each
 * station in turn: mix down, decimating low-pass, discriminator,
 * audio decimation, de-emphasis, squelch statistics.
 */
#include <stdio.h>
#include <stdlib.h>
#include <stdint.h>
#include <string.h>
#include <math.h>

#define FS      1200000.0
#define DECIM1  6
#define DECIM2  5
#define NTAPS1  161
#define NTAPS2  121

typedef struct { float re, im; } iq_t;

typedef struct stage stage_t;
struct stage {
    const char *name;
    int (*work)(stage_t *self, const void *in, int nin, void *out);
    void *priv;
};

typedef struct { double freq; } mixer_t;
typedef struct { int ntaps, decim; float *taps; } fir_t;
typedef struct { float gain; } disc_t;

typedef struct {
    double rms, peak;
    int open_blocks, blocks;
} squelch_t;

static uint32_t rng_state = 0x1234567u;
static float rnd_unit(void)
{
    rng_state ^= rng_state << 13;
    rng_state ^= rng_state >> 17;
    rng_state ^= rng_state << 5;
    return (float)(rng_state >> 8) / 8388608.0f - 1.0f;
}

static int mixer_work(stage_t *self, const void *in, int nin, void *out)
{
    const mixer_t *m = self->priv;
    const iq_t *x = in;
    iq_t *y = out;
    double w = -2.0 * M_PI * m->freq / FS;
#pragma omp parallel for schedule(static)
    for (int i = 0; i < nin; i++) {
        float c = (float)cos(w * i), s = (float)sin(w * i);
        y[i].re = x[i].re * c - x[i].im * s;
        y[i].im = x[i].re * s + x[i].im * c;
    }
    return nin;
}

static int firc_work(stage_t *self, const void *in, int nin, void *out)
{
    const fir_t *f = self->priv;
    const iq_t *x = in;
    iq_t *y = out;
    int nout = nin < f->ntaps ? 0 : (nin - f->ntaps) / f->decim + 1;
#pragma omp parallel for schedule(static)
    for (int o = 0; o < nout; o++) {
        int pos = o * f->decim;
        float ar = 0, ai = 0;
        for (int k = 0; k < f->ntaps; k++) {
            ar += f->taps[k] * x[pos + k].re;
            ai += f->taps[k] * x[pos + k].im;
        }
        y[o].re = ar;
        y[o].im = ai;
    }
    return nout;
}

static int firr_work(stage_t *self, const void *in, int nin, void *out)
{
    const fir_t *f = self->priv;
    const float *x = in;
    float *y = out;
    int nout = nin < f->ntaps ? 0 : (nin - f->ntaps) / f->decim + 1;
#pragma omp parallel for schedule(static)
    for (int o = 0; o < nout; o++) {
        int pos = o * f->decim;
        float a = 0;
        for (int k = 0; k < f->ntaps; k++)
            a += f->taps[k] * x[pos + k];
        y[o] = a;
    }
    return nout;
}

static int disc_work(stage_t *self, const void *in, int nin, void *out)
{
    const disc_t *d = self->priv;
    const iq_t *x = in;
    float *y = out;
#pragma omp parallel for schedule(static)
    for (int i = 0; i < nin; i++) {
        iq_t prev = { 1.0f, 0.0f };
        if (i > 0) prev = x[i - 1];
        float re = x[i].re * prev.re + x[i].im * prev.im;
        float im = x[i].im * prev.re - x[i].re * prev.im;
        y[i] = d->gain * atan2f(im, re);
    }
    return nin;
}

static int deemph_work(stage_t *self, const void *in, int nin, void *out)
{
    const float a = *(float *)self->priv;
    const float *x = in;
    float *y = out, s = 0;
    for (int i = 0; i < nin; i++) {
        s += a * (x[i] - s);
        y[i] = s;
    }
    return nin;
}

static void fir_design(fir_t *f, int ntaps, int decim, double cutoff)
{
    double sum = 0;
    f->ntaps = ntaps;
    f->decim = decim;
    f->taps = malloc(ntaps * sizeof *f->taps);
    for (int k = 0; k < ntaps; k++) {
        double t = k - (ntaps - 1) / 2.0;
        double h = t == 0 ? 2 * cutoff : sin(2 * M_PI * cutoff * t) / (M_PI * t);
        h *= 0.54 - 0.46 * cos(2 * M_PI * k / (ntaps - 1));
        f->taps[k] = (float)h;
        sum += h;
    }
    for (int k = 0; k < ntaps; k++)
        f->taps[k] /= (float)sum;
}

static squelch_t squelch(const float *a, int n)
{
    squelch_t q = { 0, 0, 0, 0 };
    double total = 0;
    for (int b = 0; b + 256 <= n; b += 256) {
        double e = 0;
        for (int i = 0; i < 256; i++) {
            e += (double)a[b + i] * a[b + i];
            if (fabs(a[b + i]) > q.peak) q.peak = fabs(a[b + i]);
        }
        q.blocks++;
        if (e / 256 > 0.002) q.open_blocks++;
        total += e;
    }
    q.rms = q.blocks ? sqrt(total / (256.0 * q.blocks)) : 0;
    return q;
}

static const double station[] = { -420e3, -130e3, 90e3, 310e3 };
static const double tone[]    = { 440.0, 1000.0, 2600.0, 700.0 };
#define NSTATION 4

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 3200000;
    if (n < 20000) { fprintf(stderr, "capture too short\n"); return 1; }

    iq_t *cap = malloc(n * sizeof *cap);
    void *a = malloc(n * sizeof(iq_t)), *b = malloc(n * sizeof(iq_t));
    if (!cap || !a || !b) return 2;

    double ph[NSTATION] = { 0 };
    for (int i = 0; i < n; i++) {
        cap[i].re = 0.05f * rnd_unit();
        cap[i].im = 0.05f * rnd_unit();
        int s = (i / 1000) % NSTATION;      /* crude time multiplex of power */
        for (int k = s; k < s + 1; k++) {
            ph[k] += 2 * M_PI * (station[k] + 40e3 * sin(2 * M_PI * tone[k] * i / FS)) / FS;
            cap[i].re += (float)cos(ph[k]);
            cap[i].im += (float)sin(ph[k]);
        }
    }

    fir_t f1, f2;
    fir_design(&f1, NTAPS1, DECIM1, 80e3 / FS);
    fir_design(&f2, NTAPS2, DECIM2, 15e3 / (FS / DECIM1));
    mixer_t mix = { 0 };
    disc_t disc = { 0.75f };
    float de = 0.24f;

    stage_t chain[] = {
        { "mix",    mixer_work,  &mix },
        { "lpf1",   firc_work,   &f1 },
        { "disc",   disc_work,   &disc },
        { "lpf2",   firr_work,   &f2 },
        { "deemph", deemph_work, &de },
    };

    for (int s = 0; s < NSTATION; s++) {
        mix.freq = station[s];
        const void *in = cap;
        void *out = a;
        int cnt = n;
        for (size_t k = 0; k < sizeof chain / sizeof *chain; k++) {
            cnt = chain[k].work(&chain[k], in, cnt, out);
            in = out;
            out = out == a ? b : a;
        }
        squelch_t q = squelch(in, cnt);
        printf("%+7.0f kHz: %d samples rms %.5f peak %.4f open %d/%d\n",
               station[s] / 1e3, cnt, q.rms, q.peak, q.open_blocks, q.blocks);
    }
    free(f1.taps); free(f2.taps);
    free(cap); free(a); free(b);
    return 0;
}
