/* Analysis filter bank for 16 bit audio: every band is a windowed band pass
 * FIR, decimated, followed by energy per frame; plus a polyphase resampler
 * for the full band signal. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define MAXBANDS 64
#define MAXTAPS 512

static float taps[MAXBANDS][MAXTAPS];
static int16_t *samples;
static int nsamples;

static void synth(int n)
{
    uint32_t noise = 7u;
    int32_t p1 = 0, p2 = 0;

    nsamples = n;
    samples = malloc(n * sizeof(int16_t));
    if (samples == NULL)
        exit(1);
    for (int i = 0; i < n; i++) {
        noise = noise * 1664525u + 1013904223u;
        p1 = (p1 + 37 + i / 4000) % 1000;
        p2 = (p2 + 211) % 1000;
        int tri = (p1 < 500 ? p1 : 1000 - p1) * 24 - 6000;
        int saw = p2 * 8 - 4000;
        samples[i] = (int16_t)(tri + saw + (int)(noise >> 21) - 1024);
    }
}

/* cos by recurrence, triangular window */
static void design(int nbands, int ntaps)
{
    for (int b = 0; b < nbands; b++) {
        double f = (b + 0.5) / nbands;          /* of Nyquist */
        double x = 3.14159265358979 * f;
        double c = 1.0 - x * x / 2.0 * (1.0 - x * x / 12.0 * (1.0 - x * x / 30.0
                 * (1.0 - x * x / 56.0 * (1.0 - x * x / 90.0))));
        double y0 = 1.0, y1 = c;
        for (int t = 0; t < ntaps; t++) {
            double w = t < ntaps / 2 ? t + 1 : ntaps - t;
            taps[b][t] = (float)(y0 * w * 4.0 / ((double)ntaps * ntaps));
            double y2 = 2.0 * c * y1 - y0;
            y0 = y1;
            y1 = y2;
        }
    }
}

static float sample_at(int i)
{
    return i >= 0 && i < nsamples ? samples[i] / 32768.0f : 0.0f;
}

/* one output of band b at time i */
static float fir(int b, int ntaps, int i)
{
    float acc = 0.0f;
    for (int t = 0; t < ntaps; t++)
        acc += taps[b][t] * sample_at(i - t);
    return acc;
}

static void analyse(float *out, int nbands, int ntaps, int decim, int nout)
{
    for (int b = 0; b < nbands; b++)
        for (int k = 0; k < nout; k++)
            out[(size_t)b * nout + k] = fir(b, ntaps, k * decim);
}

static int frame_energy(const float *out, int nbands, int nout, int frame,
                        float *energy)
{
    int nframes = nout / frame;
    for (int f = 0; f < nframes; f++)
        for (int b = 0; b < nbands; b++) {
            float e = 0.0f;
            for (int k = f * frame; k < (f + 1) * frame; k++)
                e += out[(size_t)b * nout + k] * out[(size_t)b * nout + k];
            energy[f * nbands + b] = e / frame;
        }
    return nframes;
}

/* resample by up/down with a prototype of up*len taps */
static int16_t *resample(int up, int down, int len, int *nout)
{
    int total = up * len;
    double *proto = malloc(total * sizeof(double));
    int m = (int)((long)nsamples * up / down);
    int16_t *y = malloc((m + 1) * sizeof(int16_t));

    if (!proto || !y)
        exit(1);
    double sum = 0.0;
    for (int t = 0; t < total; t++) {
        double u = (2.0 * t + 1.0) / total - 1.0;
        proto[t] = (1.0 - u * u) * (1.0 - u * u) * (1.0 - u * u);
        sum += proto[t];
    }
    for (int t = 0; t < total; t++)
        proto[t] *= up / sum;
    for (int k = 0; k < m; k++) {
        long pos = (long)k * down;
        int phase = (int)(pos % up), base = (int)(pos / up);
        double acc = 0.0;
        for (int t = 0; t < len; t++) {
            int i = base - t;
            if (i >= 0 && i < nsamples)
                acc += proto[t * up + phase] * samples[i];
        }
        acc = acc > 32767.0 ? 32767.0 : acc < -32768.0 ? -32768.0 : acc;
        y[k] = (int16_t)acc;
    }
    free(proto);
    *nout = m;
    return y;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 200000;
    int nbands = argc > 2 ? atoi(argv[2]) : 32;
    int ntaps = argc > 3 ? atoi(argv[3]) : 200;
    int decim = argc > 4 ? atoi(argv[4]) : 2;

    if (n < 1 || nbands < 1 || nbands > MAXBANDS || ntaps < 1 || ntaps > MAXTAPS
        || decim < 1) {
        fprintf(stderr, "usage: firbank [samples [bands [taps [decimation]]]]\n");
        return 1;
    }
    int nout = (n + decim - 1) / decim, frame = nout >= 256 ? 256 : nout;
    float *out = malloc(sizeof(float) * nbands * nout);
    float *energy = malloc(sizeof(float) * nbands * (nout / frame + 1));
    if (!out || !energy)
        return 1;

    synth(n);
    design(nbands, ntaps);
    analyse(out, nbands, ntaps, decim, nout);
    int nframes = frame_energy(out, nbands, nout, frame, energy);

    double total = 0.0;
    int peak = 0;
    for (int i = 0; i < nframes * nbands; i++) {
        total += energy[i];
        if (energy[i] > energy[peak])
            peak = i;
    }
    printf("%d frames, total energy %.9g\n", nframes, total);
    printf("peak band %d frame %d: %.7g\n", peak % nbands, peak / nbands, energy[peak]);

    int m;
    int16_t *y = resample(147, 160, 48, &m);
    uint32_t h = 0;
    for (int k = 0; k < m; k++)
        h = h * 31u + (uint16_t)y[k];
    printf("resampled %d -> %d hash %08x\n", n, m, (unsigned)h);
    free(y);
    free(out);
    free(energy);
    free(samples);
    return 0;
}
