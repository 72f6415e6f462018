/*
 * dspchain.c - DSP chain for many frames: FIR filter bank, window, FFT, peaks.
 *
 * A test signal (a few drifting tones in noise) is split by a bank of FIR band
 * passes with decimation; overlapping frames of each band are windowed and
 * transformed, the strongest peaks are interpolated and handed to a simple
 * tracker.
 *
 * An expert would run the frames (all bands) in parallel with private
 * FFT buffers; the tracker needs the frames in order and stays serial.
 *
 * SMALL: 16           (frames)
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>

#define NFFT    512
#define LOG2N   9
#define HOP     256
#define NBAND   4
#define DECIM   4
#define NTAP    96
#define NPEAK   6
#define PI      3.141592653589793

typedef struct { float re, im; } cpx;
typedef struct { float freq, amp; } peak;
typedef struct { int n; peak p[NPEAK]; float noise; } spectrum;

static float  taps[NBAND][NTAP];
static float  window[NFFT];
static cpx    twiddle[NFFT / 2];
static int    bitrev[NFFT];
static float *signal_;
static spectrum *spec;                  /* [frame][band] */
static float  filtered[NFFT];           /* work buffers of one frame */
static cpx    buf[NFFT];
static float  power[NFFT / 2];

static void design(void)
{
    for (int b = 0; b < NBAND; b++) {
        double lo = 0.5 / DECIM * b, hi = 0.5 / DECIM * (b + 1);
        for (int k = 0; k < NTAP; k++) {
            double t = k - (NTAP - 1) / 2.0;
            double h = (sin(2 * PI * hi * t) - sin(2 * PI * lo * t)) / (PI * t);
            taps[b][k] = (float)(h * (0.54 - 0.46 * cos(2 * PI * k / (NTAP - 1))));
        }
    }
    for (int i = 0; i < NFFT; i++) {
        int r = 0;
        for (int k = 0; k < LOG2N; k++)
            r |= (i >> k & 1) << (LOG2N - 1 - k);
        bitrev[i] = r;
        window[i] = (float)(0.5 - 0.5 * cos(2 * PI * i / NFFT));
    }
    for (int i = 0; i < NFFT / 2; i++) {
        twiddle[i].re = (float)cos(2 * PI * i / NFFT);
        twiddle[i].im = (float)-sin(2 * PI * i / NFFT);
    }
}

static void make_signal(int n)
{
    unsigned s = 1u;
    double ph[5] = { 0 };
    for (int i = 0; i < n; i++) {
        double v = 0.0, t = (double)i / n;
        const double f[5] = { 0.031 + 0.01 * t, 0.11, 0.18 - 0.03 * t, 0.29 + 0.004 * (i / 40000 % 5), 0.44 };
        for (int k = 0; k < 5; k++) {
            ph[k] += f[k];
            ph[k] -= floor(ph[k]);
            v += (1.0 - 0.12 * k) * sin(2 * PI * ph[k]);
        }
        s = s * 1664525u + 1013904223u;
        signal_[i] = (float)(v + ((double)(s >> 9) / 4194304.0 - 1.0));
    }
}

/* filter and decimate: one frame of band b starting at sample s0 */
static void fir(const float *x, int b)
{
    const float *h = taps[b];
    for (int i = 0; i < NFFT; i++) {
        float acc = 0.0f;
        const float *p = x + i * DECIM;
        for (int k = 0; k < NTAP; k++)
            acc += h[k] * p[k];
        filtered[i] = acc;
    }
}

static void fft(void)
{
    for (int len = 2, step = NFFT / 2; len <= NFFT; len <<= 1, step >>= 1)
        for (int i = 0; i < NFFT; i += len)
            for (int k = 0; k < len / 2; k++) {
                cpx w = twiddle[k * step], a = buf[i + k], c = buf[i + k + len / 2], t;
                t.re = w.re * c.re - w.im * c.im;
                t.im = w.re * c.im + w.im * c.re;
                buf[i + k].re = a.re + t.re;
                buf[i + k].im = a.im + t.im;
                buf[i + k + len / 2].re = a.re - t.re;
                buf[i + k + len / 2].im = a.im - t.im;
            }
}

static void pick(spectrum *sp)
{
    float sum = 0.0f;
    for (int i = 0; i < NFFT / 2; i++) {
        power[i] = buf[i].re * buf[i].re + buf[i].im * buf[i].im;
        sum += power[i];
    }
    sp->noise = sum / (NFFT / 2);
    sp->n = 0;
    for (int i = 1; i < NFFT / 2 - 1; i++) {
        float y = power[i];
        if (y <= power[i - 1] || y < power[i + 1] || y < 2.0f * sp->noise)
            continue;
        float a = logf(power[i - 1] + 1e-9f), b = logf(y), c = logf(power[i + 1] + 1e-9f);
        peak p = { (float)i + 0.5f * (a - c) / (a - 2.0f * b + c), sqrtf(y) };
        int j = sp->n < NPEAK ? sp->n++ : NPEAK - 1;
        if (j == NPEAK - 1 && sp->n == NPEAK && sp->p[j].amp > p.amp)
            continue;
        for (; j > 0 && sp->p[j - 1].amp < p.amp; j--)      /* insert sorted */
            sp->p[j] = sp->p[j - 1];
        sp->p[j] = p;
    }
}

int main(int argc, char **argv)
{
    int nframe = argc > 1 ? atoi(argv[1]) : 9000;
    if (nframe < 1 || nframe > 50000) {
        fprintf(stderr, "bad number of frames\n");
        return 1;
    }
    int nsamp = nframe * HOP + NFFT * DECIM + NTAP;
    signal_ = malloc(nsamp * sizeof *signal_);
    spec = calloc((size_t)nframe * NBAND, sizeof *spec);
    if (signal_ == NULL || spec == NULL)
        return 1;
    design();
    make_signal(nsamp);

    for (int f = 0; f < nframe; f++)
        for (int b = 0; b < NBAND; b++) {
            fir(signal_ + (size_t)f * HOP, b);
            for (int i = 0; i < NFFT; i++) {
                buf[bitrev[i]].re = filtered[i] * window[i];
                buf[bitrev[i]].im = 0.0f;
            }
            fft();
            pick(&spec[f * NBAND + b]);
        }

    /* tracker: exponential smoothing of the strongest peak, jumps counted */
    for (int b = 0; b < NBAND; b++) {
        double track = -1.0, meanamp = 0.0, noise = 0.0;
        int jumps = 0, peaks = 0;
        unsigned crc = 0;
        for (int f = 0; f < nframe; f++) {
            const spectrum *s = &spec[f * NBAND + b];
            noise += s->noise;
            peaks += s->n;
            if (s->n == 0)
                continue;
            meanamp += s->p[0].amp;
            crc = crc * 31u + (unsigned)(s->p[0].freq * 1024.0f);
            if (track >= 0.0 && fabs(s->p[0].freq - track) > 2.0) {
                jumps++;
                track = s->p[0].freq;
            } else
                track = track < 0.0 ? s->p[0].freq : 0.95 * track + 0.05 * s->p[0].freq;
        }
        printf("band %d: %d peaks, %d jumps, track ends at bin %.6f, amplitude %.6f, noise %.6f, crc %08x\n",
               b, peaks, jumps, track, meanamp / nframe, noise / nframe, crc);
        for (int f = 0; f < nframe; f += nframe / 3 + 1) {
            const spectrum *s = &spec[f * NBAND + b];
            printf("   frame %5d:", f);
            for (int k = 0; k < s->n && k < 3; k++)
                printf("  %9.4f (%9.4f)", s->p[k].freq, s->p[k].amp);
            putchar('\n');
        }
    }
    free(signal_);
    free(spec);
    return 0;
}
