/*
 * FIR filter bank: split a recorded signal into frequency bands with a bank
 * of windowed-sinc band-pass filters and measure the energy of each band.
 *
 * usage: fir_bank [samples]
 *
 * OpenMP version: taps outside, bands inside, four output samples at a time.
 */
#include <stdio.h>
#include <stdlib.h>
#include <math.h>

#define BANDS 24
#define TAPS  127
#define PI 3.14159265358979323846

struct bank {
    float coef[TAPS][BANDS];
};

static void design(struct bank *fb)
{
    for (int f = 0; f < BANDS; f++) {
        double lo = 0.5 * f / BANDS, hi = 0.5 * (f + 1) / BANDS;
        for (int t = 0; t < TAPS; t++) {
            int m = t - TAPS / 2;
            double w = 0.54 - 0.46 * cos(2.0 * PI * t / (TAPS - 1));
            double h;
            if (m == 0)
                h = 2.0 * (hi - lo);
            else
                h = (sin(2.0 * PI * hi * m) - sin(2.0 * PI * lo * m)) / (PI * m);
            fb->coef[t][f] = (float)(h * w);
        }
    }
}

static void record(short *x, int n)
{
    unsigned int s = 7u;
    for (int i = 0; i < n; i++) {
        double t = i / 8000.0;
        s = s * 69069u + 1u;
        double v = 9000.0 * sin(2.0 * PI * (200.0 + 150.0 * t) * t)
                 + 4000.0 * sin(2.0 * PI * 1333.0 * t)
                 + (double)(s >> 20) - 2048.0;
        x[i] = (short)v;
    }
}

/* out is n x BANDS (interleaved bands) */
#define NI 4         /* output samples computed together */

/* out is n x BANDS (interleaved bands) */
static void filter(const struct bank *fb, const short *x, float *out, int n)
{
    int head = n < TAPS - 1 ? n : TAPS - 1;

    for (int i = 0; i < head; i++) {
        for (int f = 0; f < BANDS; f++)
            out[i * BANDS + f] = 0.0f;
        for (int t = 0; t <= i; t++)
            for (int f = 0; f < BANDS; f++)
                out[i * BANDS + f] += fb->coef[t][f] * x[i - t];
    }
#pragma omp parallel for schedule(static)
    for (int i0 = head; i0 < n; i0 += NI) {
        int ni = n - i0 < NI ? n - i0 : NI;
        float acc[NI][BANDS] = { { 0.0f } };
        if (ni == NI) {
            for (int t = 0; t < TAPS; t++) {
                float x0 = x[i0 - t], x1 = x[i0 + 1 - t], x2 = x[i0 + 2 - t], x3 = x[i0 + 3 - t];
#pragma omp simd
                for (int f = 0; f < BANDS; f++) {
                    float c = fb->coef[t][f];
                    acc[0][f] += c * x0;
                    acc[1][f] += c * x1;
                    acc[2][f] += c * x2;
                    acc[3][f] += c * x3;
                }
            }
        } else {
            for (int i = 0; i < ni; i++)
                for (int t = 0; t < TAPS; t++)
                    for (int f = 0; f < BANDS; f++)
                        acc[i][f] += fb->coef[t][f] * x[i0 + i - t];
        }
        for (int i = 0; i < ni; i++)
            for (int f = 0; f < BANDS; f++)
                out[(i0 + i) * BANDS + f] = acc[i][f];
    }
}

static void band_energy(const float *out, int n, double *energy)
{
#pragma omp parallel for
    for (int f0 = 0; f0 < BANDS; f0 += 12) {
        double e[12] = { 0.0 };
        for (int i = 0; i < n; i++)
            for (int f = 0; f < 12; f++)
                e[f] += (double)out[i * BANDS + f0 + f] * out[i * BANDS + f0 + f];
        for (int f = 0; f < 12; f++)
            energy[f0 + f] = e[f] / n;
    }
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 380000;
    struct bank *fb = malloc(sizeof *fb);
    short *x = malloc(n * sizeof(short));
    float *out = malloc((size_t)n * BANDS * sizeof(float));
    double energy[BANDS];

    design(fb);
    record(x, n);
    filter(fb, x, out, n);
    band_energy(out, n, energy);

    double total = 0.0;
    for (int f = 0; f < BANDS; f++) {
        printf("band %2d  rms %.10f\n", f, sqrt(energy[f]));
        total += energy[f];
    }
    printf("total energy %.17g\n", total);
    free(fb);
    free(x);
    free(out);
    return 0;
}
