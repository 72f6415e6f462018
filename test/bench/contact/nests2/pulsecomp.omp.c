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

#define GB 128 /* gates per task */

/* real and imaginary parts apart, rows of GB gates */
struct planes {
    float re[GB], im[GB];
};

/* acc += x[.. + k] * conj(h[k]) for two k in turn */
static inline void taps(struct planes *restrict acc, const float *restrict xr,
                        const float *restrict xi, const struct cplx *h, int n)
{
    int k = 0;
    for (; k + 2 <= n; k += 2) {
        float hr0 = h[k].re, hi0 = h[k].im, hr1 = h[k + 1].re, hi1 = h[k + 1].im;
        const float *restrict r = xr + k, *restrict i = xi + k;
#pragma omp simd
        for (int g = 0; g < GB; g++) {
            float re = acc->re[g], im = acc->im[g];
            re += r[g] * hr0 + i[g] * hi0;
            im += i[g] * hr0 - r[g] * hi0;
            re += r[g + 1] * hr1 + i[g + 1] * hi1;
            im += i[g + 1] * hr1 - r[g + 1] * hi1;
            acc->re[g] = re;
            acc->im[g] = im;
        }
    }
    for (; k < n; k++)
#pragma omp simd
        for (int g = 0; g < GB; g++) {
            acc->re[g] += xr[k + g] * h[k].re + xi[k + g] * h[k].im;
            acc->im[g] += xi[k + g] * h[k].re - xr[k + g] * h[k].im;
        }
}

static void compress(struct dwell *d, const struct cplx *h)
{
#pragma omp parallel
    {
        float *xr = alloc(2 * (size_t)(d->samples + GB), sizeof *xr), *xi = xr + d->samples + GB;
#pragma omp for schedule(dynamic, 1)
        for (int p = 0; p < d->pulses; p++) {
            const struct cplx *x = d->raw + (size_t)p * d->samples;
            for (int i = 0; i < d->samples; i++) {
                xr[i] = x[i].re;
                xi[i] = x[i].im;
            }
            for (int g0 = 0; g0 < d->gates; g0 += GB) {
                struct planes acc = { { 0 }, { 0 } };
                struct cplx *out = d->range + (size_t)p * d->gates + g0;
                taps(&acc, xr + g0, xi + g0, h, d->chirp);
                for (int g = 0; g < GB && g0 + g < d->gates; g++)
                    out[g] = (struct cplx){ acc.re[g], acc.im[g] };
            }
        }
        free(xr);
    }
}

static void doppler(struct dwell *d, const struct cplx *tw)
{
    const float scale = 1.0f / ((float)d->pulses * (float)d->chirp);
    const int np = d->pulses;

#pragma omp parallel
    {
        struct planes *x = alloc(np, sizeof *x);
#pragma omp for schedule(dynamic, 1)
        for (int g0 = 0; g0 < d->gates; g0 += GB) {
            int ng = d->gates - g0 < GB ? d->gates - g0 : GB;
            for (int p = 0; p < np; p++)
                for (int g = 0; g < ng; g++) {
                    x[p].re[g] = d->range[(size_t)p * d->gates + g0 + g].re;
                    x[p].im[g] = d->range[(size_t)p * d->gates + g0 + g].im;
                }
            for (int b = 0; b < np; b++) {
                struct planes acc = { { 0 }, { 0 } };
                for (int p = 0; p < np; p++) {
                    float wr = tw[b * p % np].re, wi = tw[b * p % np].im;
#pragma omp simd
                    for (int g = 0; g < GB; g++) {
                        acc.re[g] += x[p].re[g] * wr + x[p].im[g] * wi;
                        acc.im[g] += x[p].im[g] * wr - x[p].re[g] * wi;
                    }
                }
                float *restrict out = d->power + (size_t)b * d->gates + g0;
                for (int g = 0; g < ng; g++) {
                    float m = (acc.re[g] * acc.re[g] + acc.im[g] * acc.im[g]) * scale;
                    out[g] = m < 1e-12f ? 1e-12f : m;
                }
            }
        }
        free(x);
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
