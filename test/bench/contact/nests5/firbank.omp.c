/* Filter bank, hand optimised: bands as vector lanes, 8 outputs x 32 bands in
 * registers, frame energies fused so that the band signals are never stored;
 * the resampler works on all outputs of one phase as vectors over a
 * transposed copy of the samples. */
#pragma GCC target("prefer-vector-width=512")
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <omp.h>

#define MAXBANDS 64
#define MAXTAPS 512

typedef float vf __attribute__((vector_size(64)));
typedef double vd __attribute__((vector_size(64)));
typedef double vdu __attribute__((vector_size(64), aligned(8)));

static vf taps[MAXTAPS][MAXBANDS / 16];
static int16_t *samples;
static int nsamples;

static void *get(size_t bytes)
{
    void *p = aligned_alloc(64, (bytes + 63) / 64 * 64 + 64);
    if (!p)
        exit(1);
    return p;
}

static void synth(int n, float *x)
{
    uint32_t noise = 7u;
    int32_t p1 = 0, p2 = 0, inc = 0;

    nsamples = n;
    samples = get(n * sizeof(int16_t));
    for (int i = 0; i < n; i++) {
        noise = noise * 1664525u + 1013904223u;
        if (i % 4000 == 0)
            inc = (37 + i / 4000) % 1000;
        p1 += inc;
        p1 = p1 >= 1000 ? p1 - 1000 : p1;
        p2 += 211;
        p2 = p2 >= 1000 ? p2 - 1000 : p2;
        int tri = (p1 < 500 ? p1 : 1000 - p1) * 24 - 6000;
        int saw = p2 * 8 - 4000;
        samples[i] = (int16_t)(tri + saw + (int)(noise >> 21) - 1024);
        x[i] = samples[i] / 32768.0f;
    }
}

static void design(int nbands, int ntaps)
{
    for (int b = 0; b < nbands; b++) {
        double f = (b + 0.5) / nbands;
        double x = 3.14159265358979 * f;
        double c = 1.0 - x * x / 2.0 * (1.0 - x * x / 12.0 * (1.0 - x * x / 30.0
                 * (1.0 - x * x / 56.0 * (1.0 - x * x / 90.0))));
        double y0 = 1.0, y1 = c;
        for (int t = 0; t < ntaps; t++) {
            double w = t < ntaps / 2 ? t + 1 : ntaps - t;
            ((float *)taps[t])[b] = (float)(y0 * w * 4.0 / ((double)ntaps * ntaps));
            double y2 = 2.0 * c * y1 - y0;
            y0 = y1;
            y1 = y2;
        }
    }
}

/* r outputs from sample x on, decim apart; adds their squares to e */
static inline __attribute__((always_inline))
void outputs(int r, int nv, const float *x, int decim, int ntaps, int v0, vf *e)
{
    vf acc[12][2];
    const vf zero = {0};
#pragma GCC unroll 12
    for (int k = 0; k < r; k++)
#pragma GCC unroll 2
        for (int v = 0; v < nv; v++)
            acc[k][v] = zero;
    for (int t = 0; t < ntaps; t++) {
        vf b[2];
#pragma GCC unroll 2
        for (int v = 0; v < nv; v++)
            b[v] = taps[t][v0 + v];
#pragma GCC unroll 12
        for (int k = 0; k < r; k++)
#pragma GCC unroll 2
            for (int v = 0; v < nv; v++)
                acc[k][v] += b[v] * x[k * decim - t];
    }
#pragma GCC unroll 12
    for (int k = 0; k < r; k++)
#pragma GCC unroll 2
        for (int v = 0; v < nv; v++)
            e[v] += acc[k][v] * acc[k][v];
}

static void bands(int nv, const float *x, int decim, int ntaps, int v0, int frame, vf *e)
{
    int k = 0;
    if (nv == 2) {
        for (; k + 8 <= frame; k += 8)
            outputs(8, 2, x + (size_t)k * decim, decim, ntaps, v0, e);
        for (; k < frame; k++)
            outputs(1, 2, x + (size_t)k * decim, decim, ntaps, v0, e);
    } else {
        for (; k + 8 <= frame; k += 8)
            outputs(8, 1, x + (size_t)k * decim, decim, ntaps, v0, e);
        for (; k < frame; k++)
            outputs(1, 1, x + (size_t)k * decim, decim, ntaps, v0, e);
    }
}

#define UP 147
#define DOWN 160
#define LEN 48

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
    int nframes = nout / frame, nv = (nbands + 15) / 16;
    float *xbuf = get(sizeof(float) * (n + ntaps)), *x = xbuf + ntaps;
    vf *energy = get(sizeof(vf) * nv * nframes);

    memset(xbuf, 0, sizeof(float) * ntaps);
    synth(n, x);
    design(nbands, ntaps);

    /* resampler tables */
    int total = UP * LEN;
    double *proto = malloc(total * sizeof(double)), sum = 0.0;
    int m = (int)((long)nsamples * UP / DOWN);
    int16_t *y = get((m + 1) * sizeof(int16_t));
    for (int t = 0; t < total; t++) {
        double u = (2.0 * t + 1.0) / total - 1.0;
        proto[t] = (1.0 - u * u) * (1.0 - u * u) * (1.0 - u * u);
        sum += proto[t];
    }
    for (int t = 0; t < total; t++)
        proto[t] *= UP / sum;
    /* tr[r][q] = samples[DOWN*(q-1) + r], zero outside */
    int nq = n / DOWN + 2, ldq = (nq + 7 + 8) / 8 * 8;
    double *tr = get(sizeof(double) * DOWN * ldq);

#pragma omp parallel
    {
#pragma omp for schedule(static) nowait
        for (int r = 0; r < DOWN; r++)
            for (int q = 0; q < ldq; q++) {
                long i = (long)DOWN * (q - 1) + r;
                tr[(size_t)r * ldq + q] = i >= 0 && i < n ? samples[i] : 0.0;
            }
#pragma omp for schedule(dynamic, 1)
        for (int f = 0; f < nframes; f++) {
            vf e[MAXBANDS / 16] = { {0} };
            const float *p = x + (size_t)f * frame * decim;
            int v = 0;
            for (; v + 2 <= nv; v += 2)
                bands(2, p, decim, ntaps, v, frame, e + v);
            if (v < nv)
                bands(1, p, decim, ntaps, v, frame, e + v);
            for (v = 0; v < nv; v++)
                energy[(size_t)f * nv + v] = e[v] / (float)frame;
        }
        /* output k = UP*g + ph: position k*DOWN, phase (ph*DOWN)%UP, base
         * DOWN*g + (ph*DOWN)/UP */
#pragma omp for schedule(static)
        for (int ph = 0; ph < UP; ph++) {
            int ng = m > ph ? (m - ph + UP - 1) / UP : 0;
            int base = ph * DOWN / UP, phase = ph * DOWN % UP;
            for (int g = 0; g < ng; g += 32) {
                vd a[4] = { {0} };
                for (int t = 0; t < LEN; t++) {
                    int s = base - t, q = 1;
                    if (s < 0) {
                        s += DOWN;
                        q = 0;
                    }
                    double w = proto[t * UP + phase];
                    const double *src = tr + (size_t)s * ldq + q + g;
                    int left = ng - g;
                    a[0] += w * *(const vdu *)src;
                    if (left > 8)
                        a[1] += w * *(const vdu *)(src + 8);
                    if (left > 16)
                        a[2] += w * *(const vdu *)(src + 16);
                    if (left > 24)
                        a[3] += w * *(const vdu *)(src + 24);
                }
                for (int l = 0; l < 32 && g + l < ng; l++) {
                    double acc = ((double *)a)[l];
                    acc = acc > 32767.0 ? 32767.0 : acc < -32768.0 ? -32768.0 : acc;
                    y[(g + l) * UP + ph] = (int16_t)acc;
                }
            }
        }
    }

    double tot = 0.0;
    float peak = 0.0f;
    int pf = 0, pb = 0;
    for (int f = 0; f < nframes; f++)
        for (int b = 0; b < nbands; b++) {
            float e = ((float *)energy)[(size_t)f * nv * 16 + b];
            tot += e;
            if ((f == 0 && b == 0) || e > peak) {
                peak = e;
                pf = f;
                pb = b;
            }
        }
    printf("%d frames, total energy %.9g\n", nframes, tot);
    printf("peak band %d frame %d: %.7g\n", pb, pf, peak);

    uint32_t h = 0;
    for (int k = 0; k < m; k++)
        h = h * 31u + (uint16_t)y[k];
    printf("resampled %d -> %d hash %08x\n", n, m, (unsigned)h);
    return 0;
}
