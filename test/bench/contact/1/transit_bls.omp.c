// SPDX-License-Identifier: Apache-2.0
/* transit_bls.c
 *
 * Box-fitting least squares search for planetary transits in a light curve.
 * (Kovacs, Zucker & Mazeh 2002.)  The light curve is simulated with gaps,
 * red-ish noise and an injected transit; the periodogram should recover it.
 */
#include <stdio.h>
#include <stdlib.h>
#include <math.h>
#include <time.h>

#define MAXBINS 512

typedef struct {
    int     n;
    double *t;       /* days */
    double *flux;    /* relative */
    double *w;       /* weights, sum 1 */
} lightcurve;

typedef struct {
    double period, power, depth, phase, duration;
} bls_peak;

static unsigned int jsr = 123456789;

static double ran(void)
{
    jsr ^= jsr << 13;
    jsr ^= jsr >> 17;
    jsr ^= jsr << 5;
    return jsr / 4294967296.0;
}

static double gauss(void)
{
    static int have = 0;
    static double spare;
    double u, v, s;

    if (have) {
        have = 0;
        return spare;
    }
    do {
        u = 2 * ran() - 1;
        v = 2 * ran() - 1;
        s = u * u + v * v;
    } while (s >= 1 || s == 0);
    s = sqrt(-2 * log(s) / s);
    spare = v * s;
    have = 1;
    return u * s;
}

static void simulate(lightcurve *lc, double days, double per, double depth, double dur)
{
    double cadence = days / lc->n, red = 0, sw = 0, mean = 0;
    double t = 0;
    for (int i = 0; i < lc->n; i++) {
        t += cadence * (0.8 + 0.4 * ran());
        if (fmod(t, 27.0) > 25.5)       /* data download gap */
            t += 1.5;
        red = 0.95 * red + 0.0002 * gauss();
        double ph = fmod(t / per, 1.0);
        double err = 0.0008 * (1 + ran());
        lc->t[i] = t;
        lc->flux[i] = 1.0 + red + err * gauss() - (ph < dur / per ? depth : 0);
        lc->w[i] = 1 / (err * err);
        sw += lc->w[i];
    }
    for (int i = 0; i < lc->n; i++) {
        lc->w[i] /= sw;
        mean += lc->w[i] * lc->flux[i];
    }
    for (int i = 0; i < lc->n; i++)
        lc->flux[i] -= mean;
}

/* BLS power at one trial period, the best box is returned in *pk */
static double bls_power(const lightcurve *lc, double period, int nb, bls_peak *pk)
{
    double y[2 * MAXBINS], r[2 * MAXBINS];
    double best = 0;
    int minw = nb / 100 + 1, maxw = nb / 10;

    for (int k = 0; k < nb; k++)
        y[k] = r[k] = 0;
    for (int i = 0; i < lc->n; i++) {
        double ph = lc->t[i] / period;
        ph -= floor(ph);
        int k = (int)(ph * nb);
        y[k] += lc->w[i] * lc->flux[i];
        r[k] += lc->w[i];
    }
    for (int k = 0; k < nb; k++) {      /* wrap around */
        y[nb + k] = y[k];
        r[nb + k] = r[k];
    }
    pk->period = period;
    pk->depth = pk->phase = pk->duration = 0;
    for (int k = 0; k < nb; k++) {
        double s = 0, q = 0;
        for (int m = 0; m < maxw; m++) {
            s += y[k + m];
            q += r[k + m];
            if (m + 1 < minw || s >= 0)
                continue;
            double p = s * s / (q * (1 - q) + 1e-12);
            if (p > best) {
                best = p;
                pk->depth = -s / (q * (1 - q) + 1e-12);
                pk->phase = (double)k / nb;
                pk->duration = (m + 1) * period / nb;
            }
        }
    }
    pk->power = sqrt(best);
    return pk->power;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 12000;
    int nf = argc > 2 ? atoi(argv[2]) : 48000;
    int nb = 200;
    double days = 180, pmin = 0.8, pmax = 30;
    struct timespec a, b;
    lightcurve lc = { n, malloc(n * sizeof(double)), malloc(n * sizeof(double)), malloc(n * sizeof(double)) };
    double *spec = malloc(nf * sizeof(double));
    bls_peak top = { 0 };

    simulate(&lc, days, 7.3412, 0.0011, 0.21);

    clock_gettime(CLOCK_MONOTONIC, &a);
    double f0 = 1 / pmax, df = (1 / pmin - 1 / pmax) / nf;
#pragma omp parallel
    {
        bls_peak peak, mytop = { 0 };
#pragma omp for schedule(dynamic, 64) nowait
        for (int i = 0; i < nf; i++) {
            spec[i] = bls_power(&lc, 1 / (f0 + i * df), nb, &peak);
            if (peak.power > mytop.power)
                mytop = peak;
        }
#pragma omp critical
        if (mytop.power > top.power || (mytop.power == top.power && mytop.period > top.period))
            top = mytop;
    }
    double mean = 0, var = 0;
    for (int i = 0; i < nf; i++)
        mean += spec[i];
    mean /= nf;
    for (int i = 0; i < nf; i++)
        var += (spec[i] - mean) * (spec[i] - mean);
    clock_gettime(CLOCK_MONOTONIC, &b);

    printf("period   %.6f d\n", top.period);
    printf("depth    %.4f ppt\n", top.depth * 1e3);
    printf("duration %.4f d, phase %.4f\n", top.duration, top.phase);
    printf("power    %.8e, SDE %.4f\n", top.power, (top.power - mean) / sqrt(var / nf));
    fprintf(stderr, "search %.3f s\n", (b.tv_sec - a.tv_sec) + (b.tv_nsec - a.tv_nsec) * 1e-9);
    free(lc.t);
    free(lc.flux);
    free(lc.w);
    free(spec);
    return 0;
}
