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

typedef float v16 __attribute__((vector_size(64), aligned(4)));

static float fir_at(const struct band *b, const float *x, int n)
{
    float acc = 0.0f;
    for (int k = 0; k < b->ntaps && k <= n; k++)
        acc += b->taps[k] * x[n - k];
    return acc;
}

/* outputs i..i+127, eight vectors of accumulators, taps outermost */
static void fir_128(const struct band *b, const float *x, float *y)
{
    v16 a0 = { 0 }, a1 = a0, a2 = a0, a3 = a0, a4 = a0, a5 = a0, a6 = a0, a7 = a0;
    for (int k = 0; k < b->ntaps; k++) {
        const v16 *p = (const v16 *)(x - k);
        float t = b->taps[k];
        a0 += t * p[0]; a1 += t * p[1]; a2 += t * p[2]; a3 += t * p[3];
        a4 += t * p[4]; a5 += t * p[5]; a6 += t * p[6]; a7 += t * p[7];
    }
    v16 *o = (v16 *)y;
    o[0] = a0; o[1] = a1; o[2] = a2; o[3] = a3; o[4] = a4; o[5] = a5; o[6] = a6; o[7] = a7;
}

static void filter(const struct band *b, const float *x, int n, float *y)
{
    int i = 0;
    for (; i < n && i < b->ntaps - 1; i++)
        y[i] = fir_at(b, x, i);
    for (; i + 128 <= n; i += 128)
        fir_128(b, x + i, y + i);
    for (; i < n; i++)
        y[i] = fir_at(b, x, i);
}

/* NB bands at once so that the recurrences and the energy sums overlap */
#define NB 4
static int run_bands(const struct band *b, int m, const float *x, int n, float *y[NB], float *env[NB],
                     int rate, double *energy)
{
    int frames = 0, left = rate;
    float lv[NB] = { 0 }, sm[NB] = { 0 };
    double e[NB] = { 0 };
    for (int k = 0; k < m; k++) {
        filter(b + k, x, n, y[k]);
        sm[k] = b[k].smooth;
    }
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < NB; k++) {
            float v = y[k][i], mag = v < 0 ? -v : v;
            lv[k] += sm[k] * (mag - lv[k]);
            e[k] += (double)v * v;
        }
        if (--left == 0) {
            left = rate;
            for (int k = 0; k < m; k++)
                env[k][frames] = lv[k];
            frames++;
        }
    }
    for (int k = 0; k < m; k++)
        energy[k] = e[k];
    return frames;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 160000;
    int nbands = argc > 2 ? atoi(argv[2]) : 40;
    int rate = argc > 3 ? atoi(argv[3]) : 64;
    struct bank fb;
    float *x = malloc(n * sizeof(float));
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
    double *en = malloc(sizeof(double) * (nbands + 1));
#pragma omp parallel
    {
        float *buf = calloc((size_t)n * NB + 1, sizeof(float)), *yy[NB], *ev[NB];
#pragma omp for schedule(dynamic)
        for (int b = 0; b < nbands; b += NB) {
            int mm = nbands - b < NB ? nbands - b : NB;
            for (int k = 0; k < NB; k++) {
                yy[k] = buf + (size_t)k * n;
                ev[k] = env + (size_t)(k < mm ? b + k : b) * maxframes;
            }
            int fr = run_bands(&fb.bands[b], mm, x, n, yy, ev, fb.rate, en + b);
            if (b == 0)
                frames = fr;
        }
        free(buf);
    }
    for (int b = 0; b < nbands; b++) {
        if (b % 8 == 0)
            printf("band %d energy %.10g\n", b, en[b]);
        total += en[b];
    }
    free(en);
    double es = 0.0;
    for (int f = 0; f < frames; f++)
        for (int b = 0; b < nbands; b++)
            es += env[(size_t)b * maxframes + f] * (b + 1);
    printf("frames %d total %.10g envelope %.10g\n", frames, total, es);
    for (int b = 0; b < nbands; b++)
        free(fb.bands[b].taps);
    free(fb.bands);
    free(x);
    free(env);
    return 0;
}
