// SPDX-License-Identifier: Apache-2.0
/* Short-time Fourier transform of a synthetic signal (chirp + tones + noise).
 * Prints the dominant frequency of a few time slices and the average spectrum
 * in octave-ish bands.    spectrogram [seconds] [window (power of 2)] [hop]
 */
#include <stdio.h>
#include <stdlib.h>
#include <complex.h>
#include <math.h>
#include <time.h>

#define RATE 44100
#define BANDS 8

struct fft_plan {
    int n, log2n;
    int *rev;
    double complex *tw;     /* n/2 twiddles */
};

struct spectrogram {
    int frames, bins;
    float *power;           /* frames x bins */
};

static void *need(void *p)
{
    if (!p) {
        fputs("out of memory\n", stderr);
        exit(1);
    }
    return p;
}

static struct fft_plan *plan_create(int n)
{
    struct fft_plan *p = need(malloc(sizeof *p));
    p->n = n;
    for (p->log2n = 0; (1 << p->log2n) < n; p->log2n++)
        ;
    p->rev = need(malloc(n * sizeof *p->rev));
    p->tw = need(malloc(n / 2 * sizeof *p->tw));
    for (int i = 0; i < n; i++) {
        int r = 0;
        for (int b = 0; b < p->log2n; b++)
            if (i >> b & 1)
                r |= 1 << (p->log2n - 1 - b);
        p->rev[i] = r;
    }
    for (int i = 0; i < n / 2; i++)
        p->tw[i] = cos(2 * M_PI * i / n) - sin(2 * M_PI * i / n) * I;
    return p;
}

static void plan_destroy(struct fft_plan *p)
{
    free(p->rev);
    free(p->tw);
    free(p);
}

static void fft(const struct fft_plan *p, double complex *x)
{
    int n = p->n;

    for (int i = 0; i < n; i++) {
        int j = p->rev[i];
        if (i < j) {
            double complex t = x[i];
            x[i] = x[j];
            x[j] = t;
        }
    }
    for (int half = 1; half < n; half *= 2) {
        int step = n / (2 * half);
        for (int base = 0; base < n; base += 2 * half) {
            for (int k = 0; k < half; k++) {
                double complex w = p->tw[k * step], b = x[base + half + k];
                double br = creal(w) * creal(b) - cimag(w) * cimag(b);
                double bi = creal(w) * cimag(b) + cimag(w) * creal(b);
                double complex v = br + bi * I, a = x[base + k];
                x[base + k] = a + v;
                x[base + half + k] = a - v;
            }
        }
    }
}

static float *make_signal(int n)
{
    float *s = need(malloc(n * sizeof *s));
    unsigned lcg = 1u;
    for (int i = 0; i < n; i++) {
        double t = (double)i / RATE, T = (double)n / RATE;
        lcg = lcg * 1664525u + 1013904223u;
        double noise = (lcg >> 8) / 16777216.0 - 0.5;
        double chirp = sin(2 * M_PI * (200.0 * t + 0.5 * 9000.0 / T * t * t));
        s[i] = (float)(0.7 * chirp + 0.2 * sin(2 * M_PI * 440.0 * t) + 0.1 * noise);
    }
    return s;
}

static void analyze(const float *signal, struct spectrogram *sg, const struct fft_plan *plan,
                    const double *window, int hop)
{
    double complex *buf = need(malloc(plan->n * sizeof *buf));
    double scale = 1.0 / plan->n;

    for (int f = 0; f < sg->frames; f++) {
        const float *in = signal + (size_t)f * hop;
        float *out = sg->power + (size_t)f * sg->bins;
        for (int i = 0; i < plan->n; i++)
            buf[i] = in[i] * window[i];
        fft(plan, buf);
        for (int k = 0; k < sg->bins; k++) {
            double re = creal(buf[k]), im = cimag(buf[k]);
            out[k] = (float)((re * re + im * im) * scale);
        }
    }
    free(buf);
}

static void band_levels(const struct spectrogram *sg, double band[BANDS])
{
    for (int b = 0; b < BANDS; b++) {
        int hi = sg->bins >> (BANDS - 1 - b), lo = b ? hi / 2 : 0;
        double sum = 0.0;
        for (int f = 0; f < sg->frames; f++)
            for (int k = lo; k < hi; k++)
                sum += sg->power[(size_t)f * sg->bins + k];
        band[b] = sum / sg->frames;
    }
}

static int peak_bin(const struct spectrogram *sg, int frame)
{
    const float *p = sg->power + (size_t)frame * sg->bins;
    int best = 0;
    for (int k = 1; k < sg->bins; k++)
        if (p[k] > p[best])
            best = k;
    return best;
}

int main(int argc, char **argv)
{
    double seconds = argc > 1 ? atof(argv[1]) : 180.0;
    int win = argc > 2 ? atoi(argv[2]) : 2048;
    int hop = argc > 3 ? atoi(argv[3]) : 256;
    int n = (int)(seconds * RATE);
    if (n < win || win < 256 || (win & (win - 1)) || hop < 1) {
        fprintf(stderr, "usage: %s [seconds] [window] [hop]\n", argv[0]);
        return 1;
    }

    float *signal = make_signal(n);
    struct fft_plan *plan = plan_create(win);
    double *window = need(malloc(win * sizeof *window)), band[BANDS];
    for (int i = 0; i < win; i++)
        window[i] = 0.5 - 0.5 * cos(2 * M_PI * i / (win - 1));
    struct spectrogram sg = { (n - win) / hop + 1, win / 2, NULL };
    sg.power = need(malloc((size_t)sg.frames * sg.bins * sizeof *sg.power));

    struct timespec a, b;
    clock_gettime(CLOCK_MONOTONIC, &a);
    analyze(signal, &sg, plan, window, hop);
    band_levels(&sg, band);
    clock_gettime(CLOCK_MONOTONIC, &b);

    for (int i = 0; i < 6; i++) {
        int f = i * (sg.frames - 1) / 5;
        printf("t=%7.3f s  peak %8.1f Hz\n", (double)f * hop / RATE, (double)peak_bin(&sg, f) * RATE / win);
    }
    for (int i = 0; i < BANDS; i++)
        printf("band %d: %8.3f dB\n", i, 10 * log10(band[i]));
    fprintf(stderr, "%d frames in %.3f s\n", sg.frames, (b.tv_sec - a.tv_sec) + 1e-9 * (b.tv_nsec - a.tv_nsec));
    plan_destroy(plan);
    free(sg.power), free(window), free(signal);
    return 0;
}
