/* subbands, optimized by hand: see subbands.c.
 * SMALL: 2 8 20 4
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define PI 3.14159265358979323846

struct Bank {
    int bands, taps, length; /* length = 2 bands taps */
    double *prototype;       /* [length] */
    double *analysis;        /* [bands][2 bands] */
    double *synthesis;       /* [bands][2 bands] */
};

static double *numbers(size_t n)
{
    double *p = calloc(n, sizeof(double));
    if (p == NULL) {
        fputs("not enough memory\n", stderr);
        exit(EXIT_FAILURE);
    }
    return p;
}

static struct Bank new_bank(int bands, int taps)
{
    struct Bank b = { bands, taps, 2 * bands * taps, NULL, NULL, NULL };
    b.prototype = numbers(b.length);
    b.analysis = numbers((size_t)bands * 2 * bands);
    b.synthesis = numbers((size_t)bands * 2 * bands);
    double mid = 0.5 * (b.length - 1), cut = 0.5 / bands;
    for (int i = 0; i < b.length; i++) {
        double t = i - mid, window = 0.54 + 0.46 * cos(PI * t / (mid + 1.0));
        double sinc = sin(PI * cut * t) / (PI * t);
        b.prototype[i] = window * sinc * sqrt(2.0 * bands);
    }
    for (int k = 0; k < bands; k++)
        for (int r = 0; r < 2 * bands; r++) {
            double turn = (k % 2 ? -1.0 : 1.0) * PI / 4.0;
            double phase = PI / bands * (k + 0.5) * (r - mid);
            b.analysis[k * 2 * bands + r] = cos(phase + turn);
            b.synthesis[k * 2 * bands + r] = cos(phase - turn);
        }
    return b;
}

static void make_channel(int channel, int samples, double x[samples])
{
    unsigned noise = 17u * channel + 5u;
    for (int t = 0; t < samples; t++) {
        noise = noise * 1664525u + 1013904223u;
        double hum = sin(0.013 * (channel + 1) * t), beat = (t / 900 + channel) % 3 ? 0.3 : 1.0;
        x[t] = beat * (0.6 * hum + 0.3 * sin(0.41 * t + 0.00001 * t * t)) +
               0.1 * ((noise >> 8) / 16777216.0 - 0.5);
    }
}

/* every second block of 2 bands samples changes its sign in the modulation */
static double sign(int q)
{
    return q % 2 ? -1.0 : 1.0;
}

typedef double v8 __attribute__((vector_size(64)));
typedef double v8u __attribute__((vector_size(64), aligned(8)));

#define FR 6  /* frames at a time */
#define NR 16 /* columns at a time */

/* matrix (depth x cols) as panels of NR columns, filled up with zeros */
static double *panels(const double *m, int depth, int cols, int rowstep, int colstep)
{
    int count = (cols + NR - 1) / NR;
    double *p = numbers((size_t)count * depth * NR);
    for (int t = 0; t < count; t++)
        for (int d = 0; d < depth; d++)
            for (int c = 0; c < NR && t * NR + c < cols; c++)
                p[((size_t)t * depth + d) * NR + c] =
                    m[(size_t)d * rowstep + (size_t)(t * NR + c) * colstep];
    return p;
}

/* out[f][0..cols) = sum over d of in[f][d] * matrix[d][.] for FR frames */
static void modulate(int depth, int cols, const double *in, int instep, const double *panel,
                     double *out, int outstep)
{
    for (int c0 = 0; c0 < cols; c0 += NR, panel += (size_t)depth * NR) {
        v8 s[FR][2];
#pragma GCC unroll 6
        for (int f = 0; f < FR; f++)
            s[f][0] = s[f][1] = (v8){ 0 };
        for (int d = 0; d < depth; d++) {
            v8 a = *(const v8u *)(panel + (size_t)d * NR);
            v8 b = *(const v8u *)(panel + (size_t)d * NR + 8);
#pragma GCC unroll 6
            for (int f = 0; f < FR; f++) {
                s[f][0] += in[f * instep + d] * a;
                s[f][1] += in[f * instep + d] * b;
            }
        }
#pragma GCC unroll 6
        for (int f = 0; f < FR; f++) {
            *(v8u *)(out + f * outstep + c0) = s[f][0];
            *(v8u *)(out + f * outstep + c0 + 8) = s[f][1];
        }
    }
}

struct Work {
    int step;       /* row length: 2 bands rounded up to whole panels */
    double *h, *hr; /* signed prototype, and every block of 2 bands reversed */
    double *xp;     /* zero-padded input */
    double *z, *v;  /* [FR][step] */
};

static struct Work new_work(const struct Bank *b, int samples)
{
    struct Work w;
    int N = 2 * b->bands;
    w.step = (N + NR - 1) / NR * NR;
    w.h = numbers(b->length);
    w.hr = numbers(b->length);
    w.xp = numbers((size_t)b->length + samples);
    w.z = numbers((size_t)FR * w.step);
    w.v = numbers((size_t)FR * w.step);
    for (int q = 0; q < b->taps; q++)
        for (int r = 0; r < N; r++) {
            w.h[q * N + r] = sign(q) * b->prototype[q * N + r];
            w.hr[q * N + N - 1 - r] = w.h[q * N + r];
        }
    return w;
}

static void free_work(struct Work *w)
{
    free(w->h);
    free(w->hr);
    free(w->xp);
    free(w->z);
    free(w->v);
}

/* all of one channel, FR frames after the other */
static void channel(const struct Bank *b, int frames, const double *x, const double *pa,
                    const double *ps, struct Work *w, double *band, double *y)
{
    int M = b->bands, N = 2 * M;
    double level[M], rev[N];
    for (int k = 0; k < M; k++)
        level[k] = 0.0;
    for (int t = 0; t < frames * M; t++)
        w->xp[b->length + t] = x[t];
    for (int n0 = 0; n0 < frames; n0 += FR) {
        int nf = frames - n0 < FR ? frames - n0 : FR;
        for (int f = 0; f < nf; f++) {
            double *z = w->z + f * w->step;
            for (int r = 0; r < N; r++)
                rev[r] = 0.0;
            for (int q = 0; q < b->taps; q++) {
                const double *h = w->hr + q * N;
                const double *in = w->xp + b->length + (n0 + f) * M + M - 1 - q * N - (N - 1);
#pragma omp simd
                for (int r = 0; r < N; r++)
                    rev[r] += h[r] * in[r];
            }
            for (int r = 0; r < N; r++)
                z[r] = rev[N - 1 - r];
        }
        modulate(N, M, w->z, w->step, pa, w->v, w->step);
        for (int f = 0; f < nf; f++) {
            double *out = band + (size_t)(n0 + f) * M;
            const double *v = w->v + f * w->step;
#pragma omp simd
            for (int k = 0; k < M; k++) {
                level[k] = 0.95 * level[k] + 0.05 * v[k] * v[k];
                out[k] = v[k] / sqrt(1.0 + 4.0 * level[k]);
            }
            for (int k = 0; k < M; k++)
                w->z[f * w->step + k] = out[k];
        }
        modulate(M, N, w->z, w->step, ps, w->v, w->step);
        for (int f = 0; f < nf; f++) {
            const double *v = w->v + f * w->step;
            for (int q = 0; q < b->taps; q++) {
                const double *h = w->h + q * N;
                double *out = y + (size_t)(n0 + f) * M + q * N;
#pragma omp simd
                for (int r = 0; r < N; r++)
                    out[r] += h[r] * v[r];
            }
        }
    }
}

int main(int argc, char **argv)
{
    int channels = argc > 1 ? atoi(argv[1]) : 60;
    int bands = argc > 2 ? atoi(argv[2]) : 64;
    int frames = argc > 3 ? atoi(argv[3]) : 1500;
    int taps = argc > 4 ? atoi(argv[4]) : 6;
    struct Bank bank = new_bank(bands, taps);
    int samples = frames * bands;
    double *x = numbers((size_t)channels * samples);
    double *y = numbers((size_t)channels * (samples + bank.length));
    double *band = numbers((size_t)channels * samples);
    double *pa = panels(bank.analysis, 2 * bands, bands, 1, 2 * bands);
    double *ps = panels(bank.synthesis, bands, 2 * bands, 2 * bands, 1);
#pragma omp parallel
    {
        struct Work w = new_work(&bank, samples);
#pragma omp for schedule(dynamic, 1)
        for (int c = 0; c < channels; c++) {
            make_channel(c, samples, x + (size_t)c * samples);
            channel(&bank, frames, x + (size_t)c * samples, pa, ps, &w,
                    band + (size_t)c * samples, y + (size_t)c * (samples + bank.length));
        }
        free_work(&w);
    }
    free(pa);
    free(ps);

    printf("%d channels, %d bands, %d frames, filter length %d\n", channels, bands, frames,
           bank.length);
    for (int k = 0; k < bands; k += bands / 6 + 1) {
        double power = 0.0;
        for (int c = 0; c < channels; c++)
            for (int n = 0; n < frames; n++) {
                double v = band[(size_t)c * samples + n * bands + k];
                power += v * v;
            }
        printf("band %d: power %.12g\n", k, power);
    }
    int delay = bank.length - bands;
    for (int c = 0; c < channels; c += channels / 5 + 1) {
        const double *in = x + (size_t)c * samples;
        const double *out = y + (size_t)c * (samples + bank.length);
        double xx = 0.0, xy = 0.0, yy = 0.0;
        for (int t = 0; t < samples; t++) {
            xx += in[t] * in[t];
            xy += in[t] * out[t + delay];
            yy += out[t + delay] * out[t + delay];
        }
        printf("channel %d: gain %.12g correlation %.12g sample %.15g\n", c, sqrt(yy / xx),
               xy / sqrt(xx * yy), out[samples / 2]);
    }
    double sum = 0.0;
    for (size_t t = 0; t < (size_t)channels * (samples + bank.length); t++)
        sum += y[t] * (double)(t % 17 + 1);
    printf("checksum %.15g\n", sum);
    free(bank.prototype);
    free(bank.analysis);
    free(bank.synthesis);
    free(x);
    free(y);
    free(band);
    return 0;
}
