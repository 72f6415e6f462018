/* Analysis filter bank: FIR band filters, rectify, smooth, decimate. */
#include <stdio.h>
#include <stdlib.h>
#include <math.h>

struct band {
    int ntaps;
    float *taps;
    float smooth;          /* envelope coefficient */
};

struct bank {
    int nbands;
    int rate;
    struct band *bands;
};

static void make_band(struct band *b, int ntaps, double lo, double hi)
{
    int k;
    b->ntaps = ntaps;
    b->taps = malloc(ntaps * sizeof(float));
    b->smooth = (float)(0.01 + 0.1 * lo);
    for (k = 0; k < ntaps; k++) {
        double t = k - (ntaps - 1) * 0.5;
        double v = fabs(t) < 1e-9 ? 2 * (hi - lo)
                                  : (sin(2 * M_PI * hi * t) - sin(2 * M_PI * lo * t)) / (M_PI * t);
        double win = 0.54 - 0.46 * cos(2 * M_PI * k / (ntaps - 1));
        b->taps[k] = (float)(v * win);
    }
}

static void make_bank(struct bank *fb, int nbands, int rate)
{
    fb->nbands = nbands;
    fb->rate = rate;
    fb->bands = malloc(nbands * sizeof(struct band));
    for (int i = 0; i < nbands; i++) {
        double lo = 0.48 * i / nbands + 0.005;
        double hi = 0.48 * (i + 1) / nbands + 0.005;
        make_band(&fb->bands[i], 160 + 8 * (i % 7) + i % 2, lo, hi);
    }
}

static float fir_at(const struct band *b, const float *x, int n)
{
    float acc = 0.0f;
    for (int k = 0; k < b->ntaps; k++) {
        if (n - k < 0)
            break;
        acc += b->taps[k] * x[n - k];
    }
    return acc;
}

/* band signal into y, decimated envelope into env; returns number of frames */
static int run_band(const struct band *b, const float *x, int n, float *y, float *env, int rate)
{
    float level = 0.0f;
    int frames = 0;
    for (int i = 0; i < n; i++)
        y[i] = fir_at(b, x, i);
    for (int i = 0; i < n; i++) {
        float mag = y[i] < 0 ? -y[i] : y[i];
        level += b->smooth * (mag - level);
        if (i % rate == rate - 1)
            env[frames++] = level;
    }
    return frames;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 160000;
    int nbands = argc > 2 ? atoi(argv[2]) : 40;
    int rate = argc > 3 ? atoi(argv[3]) : 64;
    struct bank fb;
    float *x = malloc(n * sizeof(float));
    float *y = malloc(n * sizeof(float));
    int maxframes = n / rate + 1, frames = 0;
    float *env = calloc((size_t)maxframes * nbands, sizeof(float));
    unsigned int lfsr = 0xACE1u;
    double total = 0.0;

    make_bank(&fb, nbands, rate);
    for (int i = 0; i < n; i++) {
        lfsr = (lfsr >> 1) ^ (-(lfsr & 1u) & 0xB400u);
        double ph = 1e-6 * i * i;
        x[i] = (float)(sin(ph) + 0.2 * ((int)(lfsr & 255) - 128) / 128.0);
    }
    for (int b = 0; b < nbands; b++) {
        double energy = 0.0;
        frames = run_band(&fb.bands[b], x, n, y, env + (size_t)b * maxframes, fb.rate);
        for (int i = 0; i < n; i++)
            energy += (double)y[i] * y[i];
        if (b % 8 == 0)
            printf("band %d energy %.10g\n", b, energy);
        total += energy;
    }
    double es = 0.0;
    for (int f = 0; f < frames; f++)
        for (int b = 0; b < nbands; b++)
            es += env[(size_t)b * maxframes + f] * (b + 1);
    printf("frames %d total %.10g envelope %.10g\n", frames, total, es);
    for (int b = 0; b < nbands; b++)
        free(fb.bands[b].taps);
    free(fb.bands);
    free(x);
    free(y);
    free(env);
    return 0;
}
