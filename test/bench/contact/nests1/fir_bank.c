/*
 * FIR filter bank: split a recorded signal into frequency bands with a bank
 * of windowed-sinc band-pass filters and measure the energy of each band.
 *
 * usage: fir_bank [samples]
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
static void filter(const struct bank *fb, const short *x, float *out, int n)
{
    for (int i = 0; i < n; i++) {
        for (int f = 0; f < BANDS; f++) {
            float acc = 0.0f;
            for (int t = 0; t < TAPS; t++)
                if (i - t >= 0)
                    acc += fb->coef[t][f] * x[i - t];
            out[i * BANDS + f] = acc;
        }
    }
}

static void band_energy(const float *out, int n, double *energy)
{
    for (int f = 0; f < BANDS; f++) {
        energy[f] = 0.0;
        for (int i = 0; i < n; i++)
            energy[f] += (double)out[i * BANDS + f] * out[i * BANDS + f];
        energy[f] /= n;
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
