/*
 * denoise - spectral noise reduction of a (synthetic) voice recording and
 * a pitch track of the cleaned signal.   denoise [seconds]
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>

#define RATE   16000
#define FRAME  512
#define HOP    128
#define BINS   (FRAME / 2 + 1)
#define LAGMIN 40
#define LAGMAX 320

typedef struct { int n; float *s; } Clip;

typedef struct {
    int n;
    double *c, *s;
    int *rev;
} FftPlan;

typedef struct {
    FftPlan plan;
    double *window;
    double *re, *im;            /* scratch for one transform */
    int nframes;
    double *spec_re, *spec_im;  /* nframes x BINS */
    double *noise;              /* nframes x BINS, tracked noise power */
} Denoiser;

typedef struct { double hz, clarity, rms; } Pitch;

static unsigned rng = 20240117u;

static double noise_sample(void)
{
    rng = rng * 1664525u + 1013904223u;
    return (rng >> 8) / 16777216.0 - 0.5;
}

static void synth(Clip *clip, int seconds)
{
    double phase = 0;

    clip->n = seconds * RATE;
    clip->s = malloc(clip->n * sizeof *clip->s);
    for (int i = 0; i < clip->n; i++) {
        double t = (double)i / RATE;
        double f0 = 130 + 40 * sin(2 * M_PI * 0.7 * t) + 15 * sin(2 * M_PI * 2.3 * t);
        double env = sin(2 * M_PI * 1.1 * t) > -0.4 ? 0.3 : 0.0;
        double v = 0;
        phase = fmod(phase + 2 * M_PI * f0 / RATE, 2 * M_PI);
        for (int h = 1; h <= 5; h++)
            v += sin(h * phase) / (h * h);
        clip->s[i] = (float)(env * v + 0.15 * noise_sample());
    }
}

static void fft_init(FftPlan *p, int n)
{
    int bits = 0;
    while ((1 << bits) < n)
        bits++;
    p->n = n;
    p->c = malloc(n / 2 * sizeof(double));
    p->s = malloc(n / 2 * sizeof(double));
    p->rev = malloc(n * sizeof(int));
    for (int i = 0; i < n / 2; i++) {
        p->c[i] = cos(2 * M_PI * i / n);
        p->s[i] = sin(2 * M_PI * i / n);
    }
    for (int i = 0; i < n; i++) {
        int r = 0;
        for (int b = 0; b < bits; b++)
            if (i & (1 << b))
                r |= 1 << (bits - 1 - b);
        p->rev[i] = r;
    }
}

static void fft(const FftPlan *p, double *re, double *im, int inverse)
{
    int n = p->n;
    double sgn = inverse ? 1.0 : -1.0;

    for (int i = 0; i < n; i++) {
        int j = p->rev[i];
        if (j > i) {
            double t = re[i]; re[i] = re[j]; re[j] = t;
            t = im[i]; im[i] = im[j]; im[j] = t;
        }
    }
    for (int len = 2; len <= n; len *= 2) {
        int half = len / 2, step = n / len;
        for (int i = 0; i < n; i += len)
            for (int k = 0; k < half; k++) {
                double wr = p->c[k * step], wi = sgn * p->s[k * step];
                double xr = re[i + k + half], xi = im[i + k + half];
                double tr = xr * wr - xi * wi, ti = xr * wi + xi * wr;
                re[i + k + half] = re[i + k] - tr;
                im[i + k + half] = im[i + k] - ti;
                re[i + k] += tr;
                im[i + k] += ti;
            }
    }
}

static void denoiser_init(Denoiser *d, int nsamples)
{
    size_t cells;
    fft_init(&d->plan, FRAME);
    d->nframes = (nsamples - FRAME) / HOP + 1;
    cells = (size_t)d->nframes * BINS;
    d->window = malloc(FRAME * sizeof(double));
    for (int i = 0; i < FRAME; i++)
        d->window[i] = 0.5 - 0.5 * cos(2 * M_PI * i / FRAME);
    d->re = malloc(FRAME * sizeof(double));
    d->im = malloc(FRAME * sizeof(double));
    d->spec_re = malloc(cells * sizeof(double));
    d->spec_im = malloc(cells * sizeof(double));
    d->noise = malloc(cells * sizeof(double));
}

static void denoiser_free(Denoiser *d)
{
    free(d->plan.c); free(d->plan.s); free(d->plan.rev);
    free(d->window); free(d->re); free(d->im);
    free(d->spec_re); free(d->spec_im); free(d->noise);
}

static void analyse(Denoiser *d, const Clip *in)
{
    for (int f = 0; f < d->nframes; f++) {
        for (int i = 0; i < FRAME; i++) {
            d->re[i] = in->s[f * HOP + i] * d->window[i];
            d->im[i] = 0;
        }
        fft(&d->plan, d->re, d->im, 0);
        memcpy(d->spec_re + (size_t)f * BINS, d->re, BINS * sizeof(double));
        memcpy(d->spec_im + (size_t)f * BINS, d->im, BINS * sizeof(double));
    }
}

/* slow rise, fast fall: follows the noise floor of every bin */
static void track_noise(Denoiser *d)
{
    for (int f = 0; f < d->nframes; f++)
        for (int b = 0; b < BINS; b++) {
            size_t k = (size_t)f * BINS + b;
            double p = d->spec_re[k] * d->spec_re[k] + d->spec_im[k] * d->spec_im[k];
            double old = f ? d->noise[k - BINS] : p;
            d->noise[k] = p > old ? old + 0.004 * (p - old) : 0.8 * old + 0.2 * p;
        }
}

static void resynth(Denoiser *d, Clip *out)
{
    for (int f = 0; f < d->nframes; f++) {
        for (int b = 0; b < BINS; b++) {
            size_t k = (size_t)f * BINS + b;
            double p = d->spec_re[k] * d->spec_re[k] + d->spec_im[k] * d->spec_im[k];
            double g = 1 - 2.5 * sqrt(d->noise[k] / (p + 1e-12));
            g = g < 0.05 ? 0.05 : g;
            d->re[b] = g * d->spec_re[k];
            d->im[b] = g * d->spec_im[k];
        }
        for (int b = 1; b < FRAME / 2; b++) {
            d->re[FRAME - b] = d->re[b];
            d->im[FRAME - b] = -d->im[b];
        }
        fft(&d->plan, d->re, d->im, 1);
        for (int i = 0; i < FRAME; i++)
            out->s[f * HOP + i] += (float)(d->re[i] * d->window[i] / (FRAME * 1.5));
    }
}

/* YIN-style difference function on one stretch of signal */
static Pitch pitch_at(const float *x, double *diff)
{
    Pitch p = { 0, 0, 0 };
    double run = 0, energy = 0;
    int best = 0;

    for (int i = 0; i < LAGMAX; i++)
        energy += x[i] * x[i];
    p.rms = sqrt(energy / LAGMAX);
    for (int lag = 1; lag <= LAGMAX; lag++) {
        double sum = 0;
        for (int i = 0; i < LAGMAX; i++) {
            double e = x[i] - x[i + lag];
            sum += e * e;
        }
        run += sum;
        diff[lag] = run > 0 ? sum * lag / run : 1;
    }
    for (int lag = LAGMIN; lag < LAGMAX; lag++) {
        if (best == 0 || diff[lag] < diff[best])
            best = lag;
        if (diff[lag] < 0.1 && diff[lag + 1] > diff[lag])
            break;
    }
    p.clarity = 1 - diff[best];
    if (p.clarity > 0.6)
        p.hz = (double)RATE / best;
    return p;
}

int main(int argc, char **argv)
{
    int seconds = argc > 1 ? atoi(argv[1]) : 80;
    Clip in, out;
    Denoiser d;
    double *diff, before = 0, after = 0, hz = 0, clarity = 0;
    int npitch, voiced = 0;
    Pitch *track;
    synth(&in, seconds);
    out.n = in.n;
    out.s = calloc(out.n, sizeof *out.s);
    denoiser_init(&d, in.n);
    analyse(&d, &in);
    track_noise(&d);
    resynth(&d, &out);

    npitch = (out.n - 2 * LAGMAX) / HOP;
    track = malloc(npitch * sizeof *track);
    diff = malloc((LAGMAX + 1) * sizeof *diff);
    for (int i = 0; i < npitch; i++)
        track[i] = pitch_at(out.s + i * HOP, diff);

    for (int i = 0; i < in.n; i++) {
        before += in.s[i] * in.s[i];
        after += out.s[i] * out.s[i];
    }
    for (int i = 0; i < npitch; i++)
        if (track[i].hz > 0 && track[i].rms > 0.01) {
            voiced++;
            hz += track[i].hz;
            clarity += track[i].clarity;
        }
    printf("samples %d frames %d\n", in.n, d.nframes);
    printf("energy in %.6f out %.6f\n", before, after);
    printf("voiced %d of %d, mean pitch %.4f Hz, clarity %.6f\n",
           voiced, npitch, voiced ? hz / voiced : 0, voiced ? clarity / voiced : 0);
    free(in.s); free(out.s); free(track); free(diff);
    denoiser_free(&d);
    return 0;
}
