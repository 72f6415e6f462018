/* ucalib - calibrate a batch of thermistor channels: Levenberg-Marquardt with outlier rejection.
 * usage: ucalib [channels]     environment: UCALIB_POINTS readings per channel
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>

#define NP 4                /* r0, beta, wiring resistance, self heating */
#define MAXIT 60

typedef struct { double ref, volts, weight; int used; } reading;
typedef enum { FIT_OK, FIT_SLOW, FIT_SINGULAR, FIT_FEW } verdict;
typedef struct {
    int id, n, iterations, rejected;
    reading *r;
    double par[NP], rms, worst;
    verdict how;
} channel;
typedef struct { double a[NP][NP], g[NP], ss; int n; } normal;

static normal work;                          /* normal equations of the channel being fitted */
static const double start[NP] = { 10000.0, 3950.0, 20.0, 0.05 };
static const double scale[NP] = { 1000.0, 100.0, 10.0, 0.05 };
static unsigned long long rngstate = 42;

static double gauss(void)
{
    double s = 0;
    for (int k = 0; k < 12; k++) {
        rngstate = rngstate * 6364136223846793005ULL + 1442695040888963407ULL;
        s += (double)(rngstate >> 40) / 16777216.0;
    }
    return s - 6.0;
}

/* bridge voltage at a bath temperature in Celsius */
static double model(const double *p, double t)
{
    double k = t + 273.15, r = 0, v = 1.2;
    for (int pass = 0; pass < 2; pass++) {           /* self heating shifts the bead a little */
        double heat = p[3] * v * v;
        r = p[0] * exp(p[1] * (1.0 / (k + heat) - 1.0 / 298.15)) + p[2];
        v = 2.5 * 10000.0 / (10000.0 + r);
    }
    return v;
}

static int make_channel(channel *c, int id, int n)
{
    double p[NP];
    c->id = id; c->n = n;
    c->r = malloc(sizeof *c->r * (size_t)n);
    if (!c->r) return -1;
    for (int k = 0; k < NP; k++) p[k] = start[k] + scale[k] * 0.6 * gauss();
    for (int i = 0; i < n; i++) {
        reading *r = &c->r[i];
        r->ref = -20.0 + 120.0 * i / n + 0.3 * gauss();
        r->volts = model(p, r->ref) + 0.0008 * gauss();
        if ((rngstate >> 33) % 40 == 0) r->volts += 0.05 * gauss();       /* a loose contact */
        r->weight = r->ref > 0 && r->ref < 60 ? 1.0 : 0.5;
        r->used = 1;
    }
    if (id % 211 == 17) for (int i = 0; i < n; i++) c->r[i].volts = 1.25;     /* dead channel */
    return 0;
}

static void build(const channel *c, const double *p)
{
    memset(&work, 0, sizeof work);
    for (int i = 0; i < c->n; i++) {
        const reading *r = &c->r[i];
        if (!r->used) continue;
        double d[NP], q[NP], e = r->volts - model(p, r->ref);
        memcpy(q, p, sizeof q);
        for (int k = 0; k < NP; k++) {
            double h = scale[k] * 1e-4;
            q[k] = p[k] + h;
            double up = model(q, r->ref);
            q[k] = p[k] - h;
            d[k] = (up - model(q, r->ref)) / (2 * h) * scale[k];
            q[k] = p[k];
        }
        for (int k = 0; k < NP; k++) {
            for (int l = 0; l <= k; l++) work.a[k][l] += r->weight * d[k] * d[l];
            work.g[k] += r->weight * d[k] * e;
        }
        work.ss += r->weight * e * e;
        work.n++;
    }
    for (int k = 0; k < NP; k++) for (int l = 0; l < k; l++) work.a[l][k] = work.a[k][l];
}

static double misfit(const channel *c, const double *p)
{
    double s = 0;
    for (int i = 0; i < c->n; i++) {
        if (!c->r[i].used) continue;
        double e = c->r[i].volts - model(p, c->r[i].ref);
        s += c->r[i].weight * e * e;
    }
    return s;
}

static int solve(double lambda, double *x)
{
    double m[NP][NP + 1];
    for (int i = 0; i < NP; i++) {
        memcpy(m[i], work.a[i], sizeof work.a[i]);
        m[i][i] *= 1 + lambda;
        m[i][i] += 1e-15;
        m[i][NP] = work.g[i];
    }
    for (int i = 0; i < NP; i++) {
        int best = i;
        for (int j = i + 1; j < NP; j++) if (fabs(m[j][i]) > fabs(m[best][i])) best = j;
        if (fabs(m[best][i]) < 1e-14) return -1;
        if (best != i) for (int k = 0; k <= NP; k++) { double t = m[i][k]; m[i][k] = m[best][k]; m[best][k] = t; }
        for (int j = i + 1; j < NP; j++) {
            double f = m[j][i] / m[i][i];
            for (int k = i; k <= NP; k++) m[j][k] -= f * m[i][k];
        }
    }
    for (int i = NP - 1; i >= 0; i--) {
        x[i] = m[i][NP];
        for (int k = i + 1; k < NP; k++) x[i] -= m[i][k] * x[k];
        x[i] /= m[i][i];
    }
    return 0;
}

static verdict iterate(channel *c)
{
    double lambda = 1e-3, step[NP], trial[NP];
    for (int it = 0; it < MAXIT; it++) {
        build(c, c->par);
        if (work.n < 3 * NP) return FIT_FEW;
        double before = work.ss, after;
        c->iterations++;
        for (;;) {
            if (solve(lambda, step)) return FIT_SINGULAR;
            for (int k = 0; k < NP; k++) trial[k] = c->par[k] + step[k] * scale[k];
            after = misfit(c, trial);
            if (after <= before) break;
            lambda *= 8;
            if (lambda > 1e8) return FIT_OK;            /* no better point in reach */
        }
        memcpy(c->par, trial, sizeof trial);
        lambda = lambda > 1e-9 ? lambda / 5 : lambda;
        if (before - after < 1e-9 * before) return FIT_OK;
    }
    return FIT_SLOW;
}

static void calibrate(channel *c)
{
    memcpy(c->par, start, sizeof start);
    for (int round = 0; round < 4; round++) {
        c->how = iterate(c);
        if (c->how == FIT_SINGULAR || c->how == FIT_FEW) return;
        double s = sqrt(misfit(c, c->par) / c->n); int dropped = 0;
        c->worst = 0; c->rms = s;
        for (int i = 0; i < c->n; i++) {
            reading *r = &c->r[i];
            double e = fabs(r->volts - model(c->par, r->ref));
            if (!r->used) continue;
            if (e > 3.5 * s + 1e-6) { r->used = 0; dropped++; }
            else if (e > c->worst) c->worst = e;
        }
        c->rejected += dropped;
        if (!dropped) return;
    }
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 2200, pts = getenv("UCALIB_POINTS") ? atoi(getenv("UCALIB_POINTS")) : 100;
    channel *ch = n > 0 && pts > 12 ? calloc((size_t)n, sizeof *ch) : NULL;
    if (!ch) { fprintf(stderr, "usage: ucalib [channels]\n"); return 2; }
    for (int i = 0; i < n; i++) if (make_channel(&ch[i], i, pts)) { perror("ucalib"); return 1; }

    int count[4] = { 0 }, bad = -1; long its = 0, rej = 0; double sum[NP] = { 0 }, rms = 0;
    for (int i = 0; i < n; i++) {
        calibrate(&ch[i]);
        count[ch[i].how]++;
        its += ch[i].iterations; rej += ch[i].rejected;
        if (ch[i].how != FIT_OK && ch[i].how != FIT_SLOW) continue;
        for (int k = 0; k < NP; k++) sum[k] += ch[i].par[k];
        rms += ch[i].rms;
        if (bad < 0 || ch[i].rms > ch[bad].rms) bad = i;
    }
    int fitted = count[FIT_OK] + count[FIT_SLOW];
    printf("channels %d ok %d slow %d singular %d few %d iterations %ld rejected %ld\n", n, count[0], count[1], count[2], count[3], its, rej);
    if (fitted) {
        printf("mean r0 %.5f beta %.5f wire %.5f heat %.7f rms %.8f\n", sum[0] / fitted, sum[1] / fitted, sum[2] / fitted, sum[3] / fitted, rms / fitted);
        printf("worst channel %d rms %.8f largest residual %.8f after %d iterations\n", bad, ch[bad].rms, ch[bad].worst, ch[bad].iterations);
    }
    for (int i = 0; i < n; i += n / 6 + 1)
        printf("ch %4d verdict %d r0 %.4f beta %.4f wire %.4f heat %.6f rejected %d\n", i, ch[i].how, ch[i].par[0], ch[i].par[1], ch[i].par[2], ch[i].par[3], ch[i].rejected);
    for (int i = 0; i < n; i++) free(ch[i].r);
    free(ch);
    return 0;
}
