// SPDX-License-Identifier: Apache-2.0
/* spectro: spectrogram, partial tracking and onset detection of a synthetic
 * recording.  Short-time FFT with a Hann window, per-frame spectral peaks,
 * spectral flux between frames, long-term average spectrum in dB bands.
 *
 * spectro [seconds] [log2 frame size] [hop]
 */
#define _POSIX_C_SOURCE 199309L
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define RATE 16000
#define MAXPEAK 6
#define NBAND 12
static const double PI = 3.14159265358979323846;

typedef struct {
    int n, bits;
    double *cosv, *sinv;    /* twiddles */
    double *window;
    int *rev;
} Fft;

typedef struct {
    float freq, level;
} Peak;

typedef struct {
    Peak peak[MAXPEAK];
    int npeak;
    float centroid, flux, energy;
} Frame;

static Fft *fft_create(int bits)
{
    Fft *f = malloc(sizeof *f);
    int n = 1 << bits;
    f->n = n;
    f->bits = bits;
    f->cosv = malloc(n / 2 * sizeof(double));
    f->sinv = malloc(n / 2 * sizeof(double));
    f->window = malloc(n * sizeof(double));
    f->rev = malloc(n * sizeof(int));
    for (int i = 0; i < n / 2; i++) {
        f->cosv[i] = cos(2 * PI * i / n);
        f->sinv[i] = -sin(2 * PI * i / n);
    }
    for (int i = 0; i < n; i++) {
        f->window[i] = 0.5 - 0.5 * cos(2 * PI * i / n);
        f->rev[i] = 0;
        for (int b = 0; b < bits; b++)
            if (i & (1 << b))
                f->rev[i] |= 1 << (bits - 1 - b);
    }
    return f;
}

static void fft_destroy(Fft *f)
{
    free(f->cosv); free(f->sinv); free(f->window);
    free(f->rev);
    free(f);
}

static void fft_run(const Fft *f, double *re, double *im)
{
    for (int i = 0; i < f->n; i++) {
        int j = f->rev[i];
        if (j > i) {
            double t = re[i]; re[i] = re[j]; re[j] = t;
            t = im[i]; im[i] = im[j]; im[j] = t;
        }
    }
    for (int len = 2; len <= f->n; len *= 2) {
        int half = len / 2, step = f->n / len;
        for (int base = 0; base < f->n; base += len)
            for (int k = 0; k < half; k++) {
                int a = base + k, b = a + half;
                double wr = f->cosv[k * step], wi = f->sinv[k * step];
                double tr = re[b] * wr - im[b] * wi;
                double ti = re[b] * wi + im[b] * wr;
                re[b] = re[a] - tr;
                im[b] = im[a] - ti;
                re[a] += tr;
                im[a] += ti;
            }
    }
}

static void synthesize(float *x, int n)
{
    static const double note[8] = {220.0, 261.63, 329.63, 440.0, 392.0, 293.66, 523.25, 349.23};
    unsigned noise = 1;
    int notelen = RATE * 2 / 5;
    for (int i = 0; i < n; i++) {
        int k = i / notelen;
        double t = (double)(i % notelen) / RATE;
        double w = 2 * PI * note[(k * 5 + k / 8) % 8] * t;
        double env = exp(-4.0 * t);
        noise = noise * 1103515245u + 12345u;
        x[i] = env * (0.5 * sin(w) + 0.25 * sin(2 * w + 0.3) + 0.12 * sin(3.003 * w))
             + 0.002 * ((double)(noise >> 16) / 32768.0 - 1.0);
    }
}

/* keep the MAXPEAK strongest peaks, strongest first */
static void add_peak(Frame *fr, float freq, float level)
{
    int i = fr->npeak;
    if (i == MAXPEAK) {
        if (level <= fr->peak[MAXPEAK - 1].level)
            return;
        i--;
    } else {
        fr->npeak++;
    }
    while (i > 0 && fr->peak[i - 1].level < level) {
        fr->peak[i] = fr->peak[i - 1];
        i--;
    }
    fr->peak[i].freq = freq;
    fr->peak[i].level = level;
}

static void find_peaks(Frame *fr, const float *mag, int bins)
{
    float binhz = (float)RATE / (2 * bins);
    double num = 0, den = 0, e = 0;
    fr->npeak = 0;
    for (int b = 2; b < bins - 1; b++) {
        float l = mag[b - 1], c = mag[b], r = mag[b + 1];
        num += (double)b * c;
        den += c;
        e += (double)c * c;
        if (c > l && c >= r && c > 0.01f) {
            float d = 0.5f * (l - r) / (l - 2 * c + r);
            add_peak(fr, (b + d) * binhz, c - 0.25f * (l - r) * d);
        }
    }
    fr->centroid = den > 0 ? num / den * binhz : 0;
    fr->energy = e;
}

static void analyse(const Fft *f, const float *x, int nframes, int hop, float *spec, Frame *fr, double *avg)
{
    int bins = f->n / 2;
#pragma omp parallel
    {
        double *re = malloc(f->n * sizeof(double)), *im = malloc(f->n * sizeof(double));
#pragma omp for schedule(static)
        for (int t = 0; t < nframes; t++) {
            const float *in = x + (size_t)t * hop;
            float *mag = spec + (size_t)t * bins;
            for (int i = 0; i < f->n; i++) {
                re[i] = in[i] * f->window[i];
                im[i] = 0.0;
            }
            fft_run(f, re, im);
            for (int b = 0; b < bins; b++)
                mag[b] = sqrt(re[b] * re[b] + im[b] * im[b]) * 4.0 / f->n;
            find_peaks(&fr[t], mag, bins);
        }
        free(re);
        free(im);
        /* blocks of bins, frames in order: same sums as the plain loop */
#pragma omp for schedule(static)
        for (int base = 0; base < bins; base += 64)
            for (int t = 0; t < nframes; t++) {
                const float *mag = spec + (size_t)t * bins;
                for (int b = base; b < base + 64 && b < bins; b++)
                    avg[b] += (double)mag[b] * mag[b];
            }
    }
#pragma omp parallel for schedule(static)
    for (int t = 0; t < nframes; t++) {
        double s = 0;
        if (t > 0)
            for (int b = 0; b < bins; b++) {
                float d = spec[(size_t)t * bins + b] - spec[(size_t)(t - 1) * bins + b];
                s += d > 0 ? d : 0;
            }
        fr[t].flux = s;
    }
}

static int count_onsets(const Frame *fr, int n, int w, double *last)
{
    int onsets = 0;
    for (int t = w; t + w < n; t++) {
        double mean = 0;
        int top = 1;
        for (int k = t - w; k <= t + w; k++) {
            mean += fr[k].flux / (2 * w + 1);
            if (fr[k].flux > fr[t].flux)
                top = 0;
        }
        if (top && fr[t].flux > 2.0 * mean + 0.02) {
            onsets++;
            *last = t;
        }
    }
    return onsets;
}

int main(int argc, char **argv)
{
    int secs = argc > 1 ? atoi(argv[1]) : 100;
    int bits = argc > 2 ? atoi(argv[2]) : 12;
    int hop = argc > 3 ? atoi(argv[3]) : 256;
    int n = secs * RATE;
    struct timespec t0, t1;
    Fft *f = fft_create(bits);
    if (n < f->n) {
        fprintf(stderr, "recording shorter than a frame\n");
        return 1;
    }
    int bins = f->n / 2, nframes = (n - f->n) / hop + 1;
    float *x = malloc(n * sizeof(float));
    float *spec = malloc((size_t)nframes * bins * sizeof(float));
    Frame *fr = calloc(nframes, sizeof(Frame));
    double *avg = calloc(bins, sizeof(double));

    synthesize(x, n);
    clock_gettime(CLOCK_MONOTONIC, &t0);
    analyse(f, x, nframes, hop, spec, fr, avg);
    clock_gettime(CLOCK_MONOTONIC, &t1);

    double last = -1, csum = 0, lsum = 0;
    int npk = 0, onsets = count_onsets(fr, nframes, 8, &last);
    for (int t = 0; t < nframes; t++) {
        csum += fr[t].centroid;
        npk += fr[t].npeak;
        if (fr[t].npeak)
            lsum += fr[t].peak[0].freq;
    }
    printf("%d frames of %d samples, %d peaks, %d onsets, last at frame %.0f\n",
           nframes, f->n, npk, onsets, last);
    printf("mean centroid %.6f Hz, mean strongest partial %.6f Hz\n", csum / nframes, lsum / nframes);
    for (int k = 0; k < NBAND; k++) {
        double s = 0;
        for (int b = k * bins / NBAND; b < (k + 1) * bins / NBAND; b++)
            s += avg[b] / nframes;
        printf("band %2d: %10.5f dB\n", k, 10 * log10(s + 1e-30));
    }
    for (int t = 0; t < nframes; t += 1 + nframes / 5)
        printf("frame %d: f=%.4f level=%.6f flux=%.6f\n", t, fr[t].peak[0].freq, fr[t].peak[0].level, fr[t].flux);
    fprintf(stderr, "analysis %.3f s\n", (t1.tv_sec - t0.tv_sec) + 1e-9 * (t1.tv_nsec - t0.tv_nsec));
    fft_destroy(f);
    free(x); free(spec); free(fr); free(avg);
    return 0;
}
