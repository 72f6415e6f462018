/* subbands: a cosine-modulated polyphase filter bank on many audio channels:
 * analysis into M bands, a compressor in every band that follows its own level,
 * and synthesis; the result is compared with the delayed input.
 * Expert: modulation of 6 frames x 16 bands in registers (each sum in its own
 * order), the prototype filter as vectors over the phases on zero-padded input,
 * the compressor as vectors over the bands; channels among threads.
 * SMALL: 2 8 20 4
 * Usage: subbands [channels] [bands] [frames] [taps per phase]
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

static void analyse(const struct Bank *b, int frames, const double x[], double out[frames][b->bands])
{
    int M = b->bands, N = 2 * M;
    double z[N];
    for (int n = 0; n < frames; n++) {
        for (int r = 0; r < N; r++) {
            z[r] = 0.0;
            for (int q = 0; q < b->taps; q++) {
                int t = n * M + M - 1 - r - q * N;
                if (t >= 0)
                    z[r] += sign(q) * b->prototype[r + q * N] * x[t];
            }
        }
        for (int k = 0; k < M; k++) {
            double s = 0.0;
            for (int r = 0; r < N; r++)
                s += b->analysis[k * N + r] * z[r];
            out[n][k] = s;
        }
    }
}

static void compress(int frames, int bands, double band[frames][bands])
{
    for (int k = 0; k < bands; k++) {
        double level = 0.0;
        for (int n = 0; n < frames; n++) {
            level = 0.95 * level + 0.05 * band[n][k] * band[n][k];
            band[n][k] = band[n][k] / sqrt(1.0 + 4.0 * level);
        }
    }
}

static void synthesize(const struct Bank *b, int frames, double band[frames][b->bands], double y[])
{
    int M = b->bands, N = 2 * M;
    for (int n = 0; n < frames; n++)
        for (int r = 0; r < N; r++) {
            double v = 0.0;
            for (int k = 0; k < M; k++)
                v += b->synthesis[k * N + r] * band[n][k];
            for (int q = 0; q < b->taps; q++)
                y[n * M + r + q * N] += sign(q) * b->prototype[r + q * N] * v;
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
    for (int c = 0; c < channels; c++)
        make_channel(c, samples, x + (size_t)c * samples);

    for (int c = 0; c < channels; c++) {
        double(*sub)[bands] = (double(*)[bands])(band + (size_t)c * samples);
        analyse(&bank, frames, x + (size_t)c * samples, sub);
        compress(frames, bands, sub);
        synthesize(&bank, frames, sub, y + (size_t)c * (samples + bank.length));
    }

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
