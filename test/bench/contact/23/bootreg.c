/*
 * bootreg.c - bootstrap confidence intervals for a logistic regression on
 * a simulated clinical data set (Newton iterations with step halving).
 *
 * usage: bootreg [patients] [replicates] [seed]
 */
#include <stdio.h>
#include <stdlib.h>
#include <stdint.h>
#include <string.h>
#include <math.h>

#define P       6
#define MAXIT   25
#define TOL     1e-8

enum { FIT_OK, FIT_SINGULAR, FIT_DIVERGED, FIT_DEGENERATE, NFIT };

typedef struct { double x[P]; int y, site; } Row;
typedef struct { int n; Row *row; } Data;
typedef struct { double beta[P], loglik, auc; int iter, status; } Fit;

static uint64_t st[2];

static uint64_t next(void)
{
    uint64_t a = st[0], b = st[1], r = a + b;
    b ^= a;
    st[0] = (a << 24 | a >> 40) ^ b ^ b << 16;
    st[1] = b << 37 | b >> 27;
    return r;
}

static double u01(void) { return (double)(next() >> 11) / 9007199254740992.0; }

static double rnorm(void)
{
    static int have;
    static double spare;
    double u, v, s;
    if (have) { have = 0; return spare; }
    do {
        u = 2 * u01() - 1;
        v = 2 * u01() - 1;
        s = u * u + v * v;
    } while (s >= 1 || s == 0);
    s = sqrt(-2 * log(s) / s);
    spare = v * s;
    have = 1;
    return u * s;
}

static const char *name[P] = { "intercept", "age", "dose", "marker", "smoker", "dose:marker" };

static void simulate(Data *d, int n)
{
    static const double truth[P] = { -1.1, 0.45, -0.8, 0.6, 0.7, 0.25 };
    d->n = n;
    d->row = malloc(sizeof(Row) * n);
    if (!d->row) { perror("bootreg"); exit(1); }
    for (int i = 0; i < n; i++) {
        Row *r = &d->row[i];
        double eta = 0;
        r->site = (int)(next() % 9);
        r->x[0] = 1;
        r->x[1] = rnorm();
        r->x[2] = (double)(next() % 4) / 2;
        r->x[3] = exp(0.6 * rnorm()) - 1.2;
        r->x[4] = u01() < 0.27;
        r->x[5] = r->x[2] * r->x[3];
        for (int k = 0; k < P; k++) eta += truth[k] * r->x[k];
        r->y = u01() < 1 / (1 + exp(-eta - 0.1 * (r->site - 4)));
    }
}

/* workspace of the fit */
static double H[P][P], g[P], step[P];
static double *eta, *rank_buf;
static int *pick;

static int solve(void)
{
    for (int j = 0; j < P; j++) {                       /* Cholesky in place */
        double d = H[j][j];
        for (int k = 0; k < j; k++) d -= H[j][k] * H[j][k];
        if (d < 1e-10) return -1;
        H[j][j] = sqrt(d);
        for (int i = j + 1; i < P; i++) {
            double s = H[i][j];
            for (int k = 0; k < j; k++) s -= H[i][k] * H[j][k];
            H[i][j] = s / H[j][j];
        }
    }
    for (int i = 0; i < P; i++) {
        step[i] = g[i];
        for (int k = 0; k < i; k++) step[i] -= H[i][k] * step[k];
        step[i] /= H[i][i];
    }
    for (int i = P - 1; i >= 0; i--) {
        for (int k = i + 1; k < P; k++) step[i] -= H[k][i] * step[k];
        step[i] /= H[i][i];
    }
    return 0;
}

static double loglik(const Data *d, const double *beta)
{
    double ll = 0;
    for (int i = 0; i < d->n; i++) {
        const Row *r = &d->row[pick[i]];
        double e = 0;
        for (int k = 0; k < P; k++) e += beta[k] * r->x[k];
        eta[i] = e;
        ll += (r->y ? e : 0) - (e > 30 ? e : log(1 + exp(e)));
    }
    return ll;
}

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* concordance of the fitted scores: cases against sorted controls */
static double concordance(const Data *d)
{
    int nc = 0;
    double s = 0;
    for (int i = 0; i < d->n; i++)
        if (!d->row[pick[i]].y) rank_buf[nc++] = eta[i];
    qsort(rank_buf, nc, sizeof(double), ascending);
    for (int i = 0; i < d->n; i++) {
        if (!d->row[pick[i]].y) continue;
        int lo = 0, hi = nc;
        while (lo < hi) { int m = (lo + hi) / 2; if (rank_buf[m] < eta[i]) lo = m + 1; else hi = m; }
        s += (double)lo / nc;
    }
    return s / (d->n - nc);
}

static Fit fit(const Data *d)
{
    Fit f = { .status = FIT_DIVERGED };
    int ones = 0;
    for (int i = 0; i < d->n; i++) ones += d->row[pick[i]].y;
    if (ones < P || ones > d->n - P) { f.status = FIT_DEGENERATE; return f; }
    f.loglik = loglik(d, f.beta);
    for (f.iter = 1; f.iter <= MAXIT; f.iter++) {
        memset(H, 0, sizeof H);
        memset(g, 0, sizeof g);
        for (int i = 0; i < d->n; i++) {
            const Row *r = &d->row[pick[i]];
            double p = 1 / (1 + exp(-eta[i])), w = p * (1 - p);
            for (int j = 0; j < P; j++) {
                g[j] += (r->y - p) * r->x[j];
                for (int k = 0; k <= j; k++) H[j][k] += w * r->x[j] * r->x[k];
            }
        }
        if (solve() < 0) { f.status = FIT_SINGULAR; return f; }
        double t = 1, ll = 0, trial[P];
        int half;
        for (half = 0; half < 8; half++, t /= 2) {
            for (int k = 0; k < P; k++) trial[k] = f.beta[k] + t * step[k];
            ll = loglik(d, trial);
            if (ll >= f.loglik - 1e-12) break;
        }
        if (half == 8) return f;
        double gain = ll - f.loglik;
        memcpy(f.beta, trial, sizeof trial);
        f.loglik = ll;
        if (gain < TOL * fabs(ll)) { f.status = FIT_OK; break; }
    }
    if (f.status == FIT_OK) f.auc = concordance(d);
    return f;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 600, nboot = argc > 2 ? atoi(argv[2]) : 4000;
    st[0] = argc > 3 ? strtoull(argv[3], 0, 10) : 19;
    st[1] = 0x9E3779B97F4A7C15ULL;
    if (n < 50 || nboot < 20) { fprintf(stderr, "usage: bootreg [patients] [replicates] [seed]\n"); return 2; }
    Data d;
    simulate(&d, n);
    pick = malloc(sizeof(int) * n);
    eta = malloc(sizeof(double) * n);
    rank_buf = malloc(sizeof(double) * n);
    double *draws = malloc(sizeof(double) * (P + 1) * nboot);
    if (!pick || !eta || !rank_buf || !draws) { perror("bootreg"); return 1; }
    for (int i = 0; i < n; i++) pick[i] = i;
    Fit full = fit(&d);
    long count[NFIT] = { 0 }, iters = 0;
    double optimism = 0;
    int good = 0;
    for (int b = 0; b < nboot; b++) {
        for (int i = 0; i < n; i++) pick[i] = (int)(next() % (uint64_t)n);
        Fit f = fit(&d);
        count[f.status]++;
        iters += f.iter;
        if (f.status != FIT_OK) continue;
        for (int k = 0; k < P; k++) draws[k * nboot + good] = f.beta[k];
        draws[P * nboot + good] = f.auc;
        optimism += f.auc - full.auc;
        good++;
    }
    printf("%d patients, full fit: loglik %.8f auc %.8f iterations %d\n", n, full.loglik, full.auc, full.iter);
    for (int k = 0; k <= P && good; k++) {
        double *v = draws + k * nboot, mean = 0, var = 0;
        for (int i = 0; i < good; i++) mean += v[i] / good;
        for (int i = 0; i < good; i++) var += (v[i] - mean) * (v[i] - mean) / good;
        qsort(v, good, sizeof *v, ascending);
        printf("%-12s %10.6f  se %.8f  [%.8f, %.8f]\n", k < P ? name[k] : "auc", k < P ? full.beta[k] : full.auc,
               sqrt(var), v[(int)(0.025 * good)], v[(int)(0.975 * good)]);
    }
    printf("ok %ld singular %ld diverged %ld degenerate %ld  iterations %ld  optimism %.10f\n", count[FIT_OK],
           count[FIT_SINGULAR], count[FIT_DIVERGED], count[FIT_DEGENERATE], iters, good ? optimism / good : 0);
    free(d.row); free(pick); free(eta); free(rank_buf); free(draws);
    return 0;
}
