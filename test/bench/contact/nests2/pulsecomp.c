/* Range-Doppler processing of one radar dwell: pulse compression with the
 * chirp replica in the time domain, Doppler filters across the pulses of each
 * range gate, and the strongest cells above a threshold.
 *
 *   usage: pulsecomp [pulses [gates [chirp length]]]
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

struct cplx {
    float re, im;
};

struct dwell {
    int pulses, gates, chirp;
    int samples;        /* per pulse: gates + chirp - 1 */
    struct cplx *raw;   /* [pulse][sample] */
    struct cplx *range; /* [pulse][gate] */
    float *power;       /* [doppler][gate] */
};

struct target {
    double gate, doppler, amp;
};

static const double TWO_PI = 6.283185307179586;

static inline struct cplx polar(double r, double phi)
{
    return (struct cplx){ (float)(r * cos(phi)), (float)(r * sin(phi)) };
}

/* acc + a * conj(b) */
static inline struct cplx mac_conj(struct cplx acc, struct cplx a, struct cplx b)
{
    acc.re += a.re * b.re + a.im * b.im;
    acc.im += a.im * b.re - a.re * b.im;
    return acc;
}

static void *alloc(size_t n, size_t size)
{
    void *p = calloc(n, size);
    if (!p) {
        fprintf(stderr, "no memory for %zu items\n", n);
        exit(EXIT_FAILURE);
    }
    return p;
}

static void replica(struct cplx *h, int len)
{
    for (int k = 0; k < len; k++) {
        double t = (double)k / len - 0.5;
        double taper = 0.54 + 0.46 * cos(TWO_PI * t);
        h[k] = polar(taper, TWO_PI * 0.35 * len * t * t);
    }
}

static void simulate(struct dwell *d)
{
    const struct target tg[] = { { 0.11, 0.20, 1.0 }, { 0.43, -0.31, 0.6 }, { 0.44, 0.05, 0.8 },
                                 { 0.78, 0.47, 0.5 }, { 0.95, 0.00, 1.5 } };
    unsigned s = 1u;

    for (int p = 0; p < d->pulses; p++) {
        struct cplx *x = d->raw + (size_t)p * d->samples;
        for (int i = 0; i < d->samples; i++) {
            s = s * 1103515245u + 12345u;
            x[i].re = (float)(s >> 16 & 0x3ff) / 1024.0f - 0.5f;
            s = s * 1103515245u + 12345u;
            x[i].im = (float)(s >> 16 & 0x3ff) / 1024.0f - 0.5f;
        }
        for (size_t k = 0; k < sizeof tg / sizeof tg[0]; k++) {
            int g = (int)(tg[k].gate * d->gates);
            for (int i = 0; i < d->chirp; i++) {
                double t = (double)i / d->chirp - 0.5;
                struct cplx e = polar(tg[k].amp, TWO_PI * (0.35 * d->chirp * t * t + p * tg[k].doppler));
                x[g + i].re += e.re;
                x[g + i].im += e.im;
            }
        }
    }
}

static void compress(struct dwell *d, const struct cplx *h)
{
    for (int p = 0; p < d->pulses; p++)
        for (int g = 0; g < d->gates; g++) {
            const struct cplx *x = d->raw + (size_t)p * d->samples + g;
            struct cplx acc = { 0.0f, 0.0f };
            for (int k = 0; k < d->chirp; k++)
                acc = mac_conj(acc, x[k], h[k]);
            d->range[(size_t)p * d->gates + g] = acc;
        }
}

static void doppler(struct dwell *d, const struct cplx *tw)
{
    float scale = 1.0f / ((float)d->pulses * (float)d->chirp);

    for (int g = 0; g < d->gates; g++)
        for (int b = 0; b < d->pulses; b++) {
            struct cplx acc = { 0.0f, 0.0f };
            for (int p = 0; p < d->pulses; p++)
                acc = mac_conj(acc, d->range[(size_t)p * d->gates + g], tw[b * p % d->pulses]);
            float m = (acc.re * acc.re + acc.im * acc.im) * scale;
            d->power[(size_t)b * d->gates + g] = m < 1e-12f ? 1e-12f : m;
        }
}

int main(int argc, char **argv)
{
    struct dwell d = { .pulses = argc > 1 ? atoi(argv[1]) : 190,
                       .gates = argc > 2 ? atoi(argv[2]) : 5000,
                       .chirp = argc > 3 ? atoi(argv[3]) : 260 };
    if (d.pulses < 2 || d.gates < 20 || d.chirp < 2 || d.pulses > 4096) {
        fprintf(stderr, "usage: %s [pulses [gates [chirp length]]]\n", argv[0]);
        return 2;
    }
    d.samples = d.gates + d.chirp - 1;
    d.raw = alloc((size_t)d.pulses * d.samples, sizeof *d.raw);
    d.range = alloc((size_t)d.pulses * d.gates, sizeof *d.range);
    d.power = alloc((size_t)d.pulses * d.gates, sizeof *d.power);
    struct cplx *h = alloc(d.chirp, sizeof *h), *tw = alloc(d.pulses, sizeof *tw);

    replica(h, d.chirp);
    for (int k = 0; k < d.pulses; k++)
        tw[k] = polar(1.0, TWO_PI * k / d.pulses);
    simulate(&d);
    compress(&d, h);
    doppler(&d, tw);

    double total = 0.0, check = 0.0;
    size_t cells = (size_t)d.pulses * d.gates;
    for (size_t i = 0; i < cells; i++) {
        total += d.power[i];
        check += d.power[i] * (double)(i % 29);
    }
    double mean = total / (double)cells;
    int hits = 0;
    size_t top = 0;
    for (size_t i = 0; i < cells; i++) {
        hits += d.power[i] > 12.0 * mean;
        top = d.power[i] > d.power[top] ? i : top;
    }
    printf("mean power %.9g, check %.10g, %d cells above threshold\n", mean, check, hits);
    printf("strongest: doppler bin %zu gate %zu, %.7g\n", top / d.gates, top % d.gates,
           (double)d.power[top]);
    printf("gate 0: %.7g %.7g\n", (double)d.range[0].re, (double)d.range[0].im);
    free(d.raw);
    free(d.range);
    free(d.power);
    free(h);
    free(tw);
    return 0;
}
