// lpcodec.c - offline experiment with a 8 kHz linear predictive speech coder.
//
// Pass 1: per frame window, autocorrelation, Levinson-Durbin, quantization of
//         the reflection coefficients (log area ratios), prediction residual.
// Pass 2: long-term (pitch) predictor and gain-shape vector quantization of
//         the remaining excitation.
// Pass 3: decoder; segmental and total signal-to-noise ratio.
//
// OpenMP: passes 1 and 2 are independent per frame (scratch per thread), pass 3
// stays serial because the decoder memory runs through all frames; the per-frame
// noise energies are parallel again and summed in frame order.
//
// usage: lpcodec [seconds of speech] [seed]
#include <math.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RATE = 8000, FRAME = 160, WINDOW = 240, ORDER = 10, LAGMIN = 20, LAGMAX = 147 };
enum { DIM = 4, CODEWORDS = 1024 };
#define LARSTEP 0.16

typedef struct {
    int lar[ORDER];            // quantized log area ratios
    int lag, pitchGain, gain;  // pitchGain 0..7; gain in 1.5 dB steps
    short shape[FRAME / DIM];
    double a[ORDER + 1];       // predictor rebuilt from the quantized values
    double predGain;
} Frame;

typedef struct {
    double window[WINDOW], segment[WINDOW]; // segment: windowed signal
    double r[ORDER + 1], refl[ORDER];
    double target[FRAME];                   // excitation after the pitch predictor
} Scratch;

static double codebook[CODEWORDS][DIM], codeEnergy[CODEWORDS];
static unsigned long rngState;

static double rnd(void) // uniform in [-1, 1)
{
    rngState = (rngState * 1103515245UL + 12345UL) & 0x7fffffffUL;
    return (double)rngState / 1073741824.0 - 1.0;
}

// Glottal pulses and noise through three formant resonators that glide about.
static void makeSpeech(double *x, int n)
{
    double f[3] = {500, 1500, 2500}, goal[3] = {500, 1500, 2500}, c1[3] = {0}, c2[3] = {0};
    double y1[3] = {0}, y2[3] = {0}, pitch = 60, phase = 0, voiced = 1, level = 1;
    for (int i = 0; i < n; i++) {
        if (i % 1600 == 0) { // next phoneme
            for (int k = 0; k < 3; k++)
                goal[k] = 550 + 1000 * k + 280 * rnd();
            voiced = rnd() > -0.5 ? 1.0 : 0.05;
            level = 0.55 + 0.45 * rnd();
        }
        for (int k = 0; k < 3 && i % 80 == 0; k++) {
            f[k] += 0.12 * (goal[k] - f[k]);
            double w = 6.283185307179586 * f[k] / RATE, rad = 0.97 - 0.015 * k;
            c1[k] = 2 * rad * cos(w), c2[k] = -rad * rad;
        }
        double e = 0.02 * rnd() * (2.0 - voiced);
        if (++phase >= pitch) {
            phase = 0, e += voiced;
            pitch += 2 * rnd() + 0.05 * (65 - pitch);
        }
        e *= level;
        for (int k = 0; k < 3; k++) {
            double y = e + c1[k] * y1[k] + c2[k] * y2[k];
            y2[k] = y1[k], y1[k] = y;
            e = 0.3 * y;
        }
        x[i] = e;
    }
}

static void makeCodebook(void)
{
    for (int c = 0; c < CODEWORDS; c++)
        for (int d = 0; d < DIM; d++) {
            double g = rnd() + rnd() + rnd();
            codebook[c][d] = 1.2 * g * fabs(g);
            codeEnergy[c] += codebook[c][d] * codebook[c][d];
        }
}

static double inner(const double *a, const double *b, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++) s += a[i] * b[i];
    return s;
}

static void autocorrelate(Scratch *s)
{
    for (int k = 0; k <= ORDER; k++)
        s->r[k] = inner(s->segment, s->segment + k, WINDOW - k);
    s->r[0] = s->r[0] * 1.0001 + 1e-9; // white noise correction
}

// predictor of order m from the one of order m - 1
static void raiseOrder(double *a, int m, double k)
{
    double old[ORDER + 1];
    memcpy(old, a, sizeof old);
    for (int i = 1; i < m; i++)
        a[i] = old[i] + k * old[m - i];
    a[m] = k;
}

// Levinson-Durbin; returns the prediction error energy
static double levinson(const double *r, double *refl)
{
    double a[ORDER + 1] = {1.0}, err = r[0];
    for (int m = 1; m <= ORDER; m++) {
        double acc = r[m];
        for (int i = 1; i < m; i++) acc += a[i] * r[m - i];
        refl[m - 1] = -acc / err;
        raiseOrder(a, m, refl[m - 1]);
        err *= 1.0 - refl[m - 1] * refl[m - 1];
        if (err <= 0.0) break;
    }
    return err;
}

static void quantizeReflections(Frame *f, const double *refl)
{
    memset(f->a, 0, sizeof f->a);
    f->a[0] = 1.0;
    for (int i = 0; i < ORDER; i++) {
        double k = fmin(0.995, fmax(-0.995, refl[i]));
        f->lar[i] = (int)lround(log((1 + k) / (1 - k)) / LARSTEP);
        double e = exp(f->lar[i] * LARSTEP);
        raiseOrder(f->a, i + 1, (e - 1) / (e + 1));
    }
}

// x points to the start of the frame; ORDER samples before it are valid
static void analyseFrame(Frame *f, const double *x, double *residual, Scratch *s)
{
    for (int i = 0; i < WINDOW; i++)
        s->segment[i] = x[i - (WINDOW - FRAME) / 2] * s->window[i];
    memset(s->refl, 0, sizeof s->refl);
    autocorrelate(s);
    double err = levinson(s->r, s->refl);
    f->predGain = 10 * log10(s->r[0] / fmax(err, 1e-12));
    quantizeReflections(f, s->refl);
    for (int i = 0; i < FRAME; i++) {
        residual[i] = x[i];
        for (int k = 1; k <= ORDER; k++)
            residual[i] += f->a[k] * x[i - k];
    }
}

static void searchPitch(Frame *f, const double *e)
{
    double best = 0, bestGain = 0;
    f->lag = LAGMIN;
    for (int lag = LAGMIN; lag <= LAGMAX; lag++) {
        double cross = inner(e, e - lag, FRAME), energy = inner(e - lag, e - lag, FRAME) + 1e-9;
        if (cross <= 0) continue;
        if (cross * cross > best * energy) {
            best = cross * cross / energy, bestGain = cross / energy;
            f->lag = lag;
        }
    }
    f->pitchGain = bestGain > 0.875 ? 7 : (int)(bestGain * 8);
}

static int nearestShape(const double *v, double scale)
{
    double u[DIM], best = 1e300;
    int index = 0;
    for (int d = 0; d < DIM; d++) u[d] = v[d] / scale;
    for (int c = 0; c < CODEWORDS; c++) {
        double dist = codeEnergy[c];
        for (int d = 0; d < DIM; d++) dist -= 2 * u[d] * codebook[c][d];
        if (dist < best)
            best = dist, index = c;
    }
    return index;
}

static void encodeExcitation(Frame *f, const double *e, Scratch *s)
{
    searchPitch(f, e);
    for (int i = 0; i < FRAME; i++)
        s->target[i] = e[i] - f->pitchGain / 8.0 * e[i - f->lag];
    double rms = sqrt(inner(s->target, s->target, FRAME) / FRAME) + 1e-7;
    f->gain = (int)lround(20 * log10(rms) / 1.5);
    double scale = pow(10, f->gain * 1.5 / 20);
    for (int v = 0; v < FRAME / DIM; v++)
        f->shape[v] = (short)nearestShape(s->target + v * DIM, scale);
}

// exc and y continue across frames
static void decodeFrame(const Frame *f, double *exc, double *y)
{
    double scale = pow(10, f->gain * 1.5 / 20);
    for (int i = 0; i < FRAME; i++) {
        exc[i] = scale * codebook[f->shape[i / DIM]][i % DIM] + f->pitchGain / 8.0 * exc[i - f->lag];
        y[i] = exc[i];
        for (int k = 1; k <= ORDER; k++)
            y[i] -= f->a[k] * y[i - k];
    }
}

int main(int argc, char **argv)
{
    int seconds = argc > 1 ? atoi(argv[1]) : 160;
    rngState = argc > 2 ? strtoul(argv[2], NULL, 10) : 1UL;
    int nframes = seconds * RATE / FRAME, n = nframes * FRAME;
    double *pool = calloc(4 * (size_t)(n + 2 * FRAME), sizeof *pool);
    double *speech = pool + FRAME, *residual = speech + n + 2 * FRAME;
    double *exc = residual + n + 2 * FRAME, *out = exc + n + 2 * FRAME;
    Frame *frame = calloc(nframes, sizeof *frame);
    Scratch common;
    makeSpeech(speech, n);
    makeCodebook();
    for (int i = 0; i < WINDOW; i++)
        common.window[i] = 0.54 - 0.46 * cos(6.283185307179586 * (i + 0.5) / WINDOW);

#pragma omp parallel
    {
        Scratch scratch = common;
#pragma omp for schedule(static)
        for (int t = 0; t < nframes; t++)
            analyseFrame(&frame[t], speech + t * FRAME, residual + t * FRAME, &scratch);
#pragma omp for schedule(dynamic, 16)
        for (int t = 0; t < nframes; t++)
            encodeExcitation(&frame[t], residual + t * FRAME, &scratch);
    }
    for (int t = 0; t < nframes; t++)
        decodeFrame(&frame[t], exc + t * FRAME, out + t * FRAME);

    double *sig = calloc(2 * (size_t)nframes, sizeof *sig), *dif = sig + nframes;
#pragma omp parallel for schedule(static)
    for (int t = 0; t < nframes; t++) {
        double s = 1e-9, d = 1e-9;
        for (int i = t * FRAME; i < (t + 1) * FRAME; i++) {
            s += speech[i] * speech[i];
            d += (speech[i] - out[i]) * (speech[i] - out[i]);
        }
        sig[t] = s;
        dif[t] = d;
    }

    double total = 0, noise = 0, segsnr = 0, gain = 0;
    unsigned bits = 0, voiced = 0;
    for (int t = 0; t < nframes; t++) {
        double s = sig[t], d = dif[t];
        total += s, noise += d;
        segsnr += 10 * log10(s / d), gain += frame[t].predGain;
        voiced += frame[t].pitchGain >= 4;
        for (int i = 0; i < ORDER; i++)
            bits = bits * 31 + (unsigned)frame[t].lar[i];
        for (int i = 0; i < FRAME / DIM; i++)
            bits = bits * 31 + (unsigned)frame[t].shape[i];
        if (t % (nframes / 8 + 1) == 0)
            printf("frame %5d: lag %3d/%d  snr %6.2f dB\n", t, frame[t].lag, frame[t].pitchGain,
                   10 * log10(s / d));
    }
    printf("%d frames, %u voiced, prediction gain %.3f dB\n", nframes, voiced, gain / nframes);
    printf("snr %.4f dB, segmental %.4f dB\n", 10 * log10(total / noise), segsnr / nframes);
    printf("stream hash %08x\n", bits);
    return 0;
}
