// Worst-of autocallable on three names, Monte Carlo with bumped spots (common random numbers).
// autocall [max paths] [target stderr in bp]
#include <stdio.h>
#include <stdlib.h>
#include <stdint.h>
#include <string.h>
#include <math.h>

#define NA       3          // assets
#define NOBS     8          // observation dates
#define SUB      3          // steps between dates
#define NSTEP    (NOBS * SUB)
#define NSCEN    3          // base, up, down
#define NPROD    3
#define BLOCK    4096

typedef struct {
    double s0[NA], vol[NA], q[NA];
    double chol[NA][NA];
    double r, dt;
} market_t;

typedef struct {
    double coupon, trigger, ki, notional;
} terms_t;

typedef struct {
    double obs[NOBS];       // worst performance at each date
    double low;             // running minimum of the worst performance
} pathinfo_t;

typedef double (*payoff_fn)(const terms_t *, const pathinfo_t *, const double *df, int *called);

static market_t mkt = {
    { 100.0, 42.5, 310.0 }, { 0.22, 0.31, 0.27 }, { 0.02, 0.0, 0.012 }, {{0}}, 0.031, 0.0
};
static const double corr[NA][NA] = { { 1.0, 0.55, 0.40 }, { 0.55, 1.0, 0.35 }, { 0.40, 0.35, 1.0 } };
static const terms_t terms = { 0.021, 1.0, 0.60, 100.0 };
static const double bump[NSCEN] = { 0.0, 0.01, -0.01 };

static double z[NSTEP][NA];                 // normals of the current path
static double sum[NPROD][NSCEN], sumsq[NPROD];
static long   callHist[NPROD][NOBS + 1];
static long   nKnockedIn;
static uint64_t lcg = 20240229;

static inline double u01(void)
{
    lcg = lcg * 2862933555777941757ULL + 3037000493ULL;
    return ((double)(lcg >> 12) + 0.5) / 4503599627370496.0;
}

static void drawNormals(void)
{
    double *p = &z[0][0];
    for (int i = 0; i < NSTEP * NA; i += 2) {
        double rad = sqrt(-2.0 * log(u01()));
        double ang = 6.283185307179586 * u01();
        p[i] = rad * cos(ang);
        p[i + 1] = rad * sin(ang);
    }
    for (int t = 0; t < NSTEP; t++)         // correlate in place, last row first
        for (int i = NA - 1; i >= 0; i--) {
            double v = 0.0;
            for (int j = 0; j <= i; j++) v += mkt.chol[i][j] * z[t][j];
            z[t][i] = v;
        }
}

static int cholesky(void)
{
    for (int i = 0; i < NA; i++)
        for (int j = 0; j <= i; j++) {
            double v = corr[i][j];
            for (int k = 0; k < j; k++) v -= mkt.chol[i][k] * mkt.chol[j][k];
            if (i == j) {
                if (v <= 0.0) return -1;
                mkt.chol[i][i] = sqrt(v);
            } else
                mkt.chol[i][j] = v / mkt.chol[j][j];
        }
    return 0;
}

// classic: called when worst >= trigger, pays accumulated coupons
static double payClassic(const terms_t *t, const pathinfo_t *p, const double *df, int *called)
{
    for (int k = 0; k < NOBS; k++)
        if (p->obs[k] >= t->trigger) {
            *called = k;
            return t->notional * (1.0 + t->coupon * (k + 1)) * df[k];
        }
    *called = NOBS;
    double w = p->obs[NOBS - 1];
    return t->notional * (p->low < t->ki && w < 1.0 ? w : 1.0) * df[NOBS - 1];
}

// phoenix with memory
static double payPhoenix(const terms_t *t, const pathinfo_t *p, const double *df, int *called)
{
    double pv = 0.0;
    int missed = 0;
    for (int k = 0; k < NOBS; k++) {
        missed++;
        if (p->obs[k] >= 0.75) {
            pv += t->notional * 0.8 * t->coupon * missed * df[k];
            missed = 0;
        }
        if (p->obs[k] >= t->trigger) { *called = k; return pv + t->notional * df[k]; }
    }
    *called = NOBS;
    double w = p->obs[NOBS - 1];
    return pv + t->notional * (w < t->ki ? w : 1.0) * df[NOBS - 1];
}

// step-down trigger, no coupons before the call
static double payStepDown(const terms_t *t, const pathinfo_t *p, const double *df, int *called)
{
    for (int k = 0; k < NOBS; k++)
        if (p->obs[k] >= t->trigger - 0.03 * k) {
            *called = k;
            return t->notional * (1.0 + 0.85 * t->coupon * (k + 1)) * df[k];
        }
    *called = NOBS;
    return t->notional * fmin(1.0, fmax(p->obs[NOBS - 1], 0.25)) * df[NOBS - 1];
}

static const payoff_fn product[NPROD] = { payClassic, payPhoenix, payStepDown };
static const char *prodName[NPROD] = { "classic", "phoenix", "stepdown" };

static void buildPath(double shift, pathinfo_t *p)
{
    double x[NA];
    p->low = 1.0 + shift;
    for (int i = 0; i < NA; i++) x[i] = log(1.0 + shift);
    for (int t = 0; t < NSTEP; t++) {
        double w = 1e300;
        for (int i = 0; i < NA; i++) {
            x[i] += (mkt.r - mkt.q[i] - 0.5 * mkt.vol[i] * mkt.vol[i]) * mkt.dt
                  + mkt.vol[i] * sqrt(mkt.dt) * z[t][i];
            if (x[i] < w) w = x[i];
        }
        w = exp(w);
        if (w < p->low) p->low = w;
        if ((t + 1) % SUB == 0) p->obs[t / SUB] = w;
    }
}

int main(int argc, char **argv)
{
    long maxPaths = argc > 1 ? atol(argv[1]) : 400000;
    double target = argc > 2 ? atof(argv[2]) : 4.0;
    double df[NOBS], se = 0.0;
    long n = 0;

    mkt.dt = 0.25 / SUB;
    if (maxPaths < 1 || cholesky()) { fprintf(stderr, "bad input\n"); return 1; }
    for (int k = 0; k < NOBS; k++) df[k] = exp(-mkt.r * 0.25 * (k + 1));

    while (n < maxPaths) {
        long m = maxPaths - n < BLOCK ? maxPaths - n : BLOCK;
        for (long i = 0; i < m; i++) {
            pathinfo_t p;
            drawNormals();
            for (int s = 0; s < NSCEN; s++) {
                buildPath(bump[s], &p);
                if (s == 0 && p.low < terms.ki) nKnockedIn++;
                for (int k = 0; k < NPROD; k++) {
                    int called;
                    double pv = product[k](&terms, &p, df, &called);
                    sum[k][s] += pv;
                    if (s == 0) { sumsq[k] += pv * pv; callHist[k][called]++; }
                }
            }
        }
        n += m;
        double mean = sum[0][0] / n;
        se = sqrt((sumsq[0] / n - mean * mean) / n);
        if (se * 100.0 < target) break;
    }

    printf("paths %ld  stderr %.6f  knocked in %ld\n", n, se, nKnockedIn);
    for (int k = 0; k < NPROD; k++) {
        double pv = sum[k][0] / n, up = sum[k][1] / n, dn = sum[k][2] / n;
        printf("%-9s pv %.10f delta %.10f gamma %.8f calls", prodName[k], pv, (up - dn) / 2, up - 2 * pv + dn);
        for (int j = 0; j <= NOBS; j++) printf(" %ld", callHist[k][j]);
        printf("\n");
    }
    printf("rng %016llx\n", (unsigned long long)lcg);
    return 0;
}
