/* asianmc: arithmetic Asian basket options by Monte Carlo with antithetic
 * paths and a geometric control variate; prices a strip of strikes and an
 * up-and-out variant from the same paths, plus a payoff histogram (for VaR).
 *
 * usage: asianmc [paths] [dates]
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define N_STRIKES 5
#define N_BINS    64

/* ------------------------------------------------ random numbers --- */

static uint64_t lcg = 0x853c49e6748fea9bULL;

static double next_uniform(void)
{
    lcg = lcg * 6364136223846793005ULL + 1442695040888963407ULL;
    return ((double)(lcg >> 12) + 0.5) * (1.0 / 4503599627370496.0);
}

/* inverse normal, P. J. Acklam's rational approximation */
static double inv_normal(double p)
{
    static const double a[] = { -3.969683028665376e+01, 2.209460984245205e+02,
        -2.759285104469687e+02, 1.383577518672690e+02, -3.066479806614716e+01,
        2.506628277459239e+00 };
    static const double b[] = { -5.447609879822406e+01, 1.615858368580409e+02,
        -1.556989798598866e+02, 6.680131188771972e+01, -1.328068155288572e+01 };
    static const double c[] = { -7.784894002430293e-03, -3.223964580411365e-01,
        -2.400758277161838e+00, -2.549732539343734e+00, 4.374664141464968e+00,
        2.938163982698783e+00 };
    static const double d[] = { 7.784695709041462e-03, 3.224671290700398e-01,
        2.445134137142996e+00, 3.754408661907416e+00 };
    double q, r;

    if (p > 0.02425 && p < 1.0 - 0.02425) {
        q = p - 0.5;
        r = q * q;
        return (((((a[0] * r + a[1]) * r + a[2]) * r + a[3]) * r + a[4]) * r + a[5]) * q /
               (((((b[0] * r + b[1]) * r + b[2]) * r + b[3]) * r + b[4]) * r + 1.0);
    }
    q = sqrt(-2.0 * log(p < 0.5 ? p : 1.0 - p));
    r = (((((c[0] * q + c[1]) * q + c[2]) * q + c[3]) * q + c[4]) * q + c[5]) /
        ((((d[0] * q + d[1]) * q + d[2]) * q + d[3]) * q + 1.0);
    return p < 0.5 ? r : -r;
}

/* ------------------------------------------------------- the model --- */

struct market {
    double spot, rate, vol, maturity, barrier;
    int dates;
    double strike[N_STRIKES];
};

struct path {
    double arith[2], geo[2], top[2];    /* [1] is the antithetic one */
};

struct moments {
    double sx, sy, sxx, syy, sxy;       /* x: arithmetic, y: geometric payoff */
    double out;                         /* up-and-out */
    long knocked;
};

static struct moments mom[N_STRIKES];
static long bins[N_BINS];
static double worst, best;

static void walk(const struct market *m, struct path *p)
{
    double dt = m->maturity / m->dates;
    double drift = (m->rate - 0.5 * m->vol * m->vol) * dt;
    double sd = m->vol * sqrt(dt);
    double x[2] = { log(m->spot), log(m->spot) };
    double sum[2] = { 0, 0 }, logs[2] = { 0, 0 };

    p->top[0] = p->top[1] = m->spot;
    for (int i = 0; i < m->dates; i++) {
        double z = sd * inv_normal(next_uniform());
        x[0] += drift + z;
        x[1] += drift - z;
        for (int k = 0; k < 2; k++) {
            double s = exp(x[k]);
            sum[k] += s;
            logs[k] += x[k];
            if (s > p->top[k])
                p->top[k] = s;
        }
    }
    for (int k = 0; k < 2; k++) {
        p->arith[k] = sum[k] / m->dates;
        p->geo[k] = exp(logs[k] / m->dates);
    }
}

static double call(double s, double k)
{
    return s > k ? s - k : 0.0;
}

static void score(const struct market *m, const struct path *p)
{
    for (int j = 0; j < N_STRIKES; j++) {
        struct moments *q = &mom[j];
        double k = m->strike[j];
        double x = (call(p->arith[0], k) + call(p->arith[1], k)) / 2.0;
        double y = (call(p->geo[0], k) + call(p->geo[1], k)) / 2.0;
        q->sx += x;
        q->sy += y;
        q->sxx += x * x;
        q->syy += y * y;
        q->sxy += x * y;
        for (int a = 0; a < 2; a++) {
            if (p->top[a] < m->barrier)
                q->out += call(p->arith[a], k);
            else
                q->knocked++;
        }
    }
    for (int a = 0; a < 2; a++) {
        double r = p->arith[a] / m->spot;
        int b = (int)(r * (N_BINS / 2));
        bins[b < N_BINS ? b : N_BINS - 1]++;
        if (r > best)
            best = r;
        if (r < worst)
            worst = r;
    }
}

static uint64_t double_bits(double d)
{
    uint64_t u;
    memcpy(&u, &d, sizeof u);
    return u;
}

int main(int argc, char **argv)
{
    long paths = argc > 1 ? atol(argv[1]) : 440000;
    struct market m = { 100.0, 0.03, 0.35, 1.0, 150.0, 52, { 80, 90, 100, 110, 120 } };
    uint64_t h = 0;

    if (argc > 2)
        m.dates = atoi(argv[2]);
    if (paths < 2 || m.dates < 1) {
        fprintf(stderr, "asianmc: bad arguments\n");
        return 1;
    }
    worst = best = 1.0;
    for (long i = 0; i < paths; i++) {
        struct path p;
        walk(&m, &p);
        score(&m, &p);
    }
    double df = exp(-m.rate * m.maturity), n = (double)paths;
    for (int j = 0; j < N_STRIKES; j++) {
        struct moments *q = &mom[j];
        double vx = q->sxx / n - q->sx / n * (q->sx / n);
        double vy = q->syy / n - q->sy / n * (q->sy / n);
        double beta = vy > 0 ? (q->sxy / n - q->sx / n * (q->sy / n)) / vy : 0.0;
        printf("K=%5.1f price %.10f geo %.10f beta %.8f se %.8f out %.10f (%ld)\n",
               m.strike[j], df * q->sx / n, df * q->sy / n, beta, sqrt(fabs(vx) / n),
               df * q->out / (2.0 * n), q->knocked);
        h = h * 31 + double_bits(q->sx);
        h = h * 31 + double_bits(q->sxy);
        h = h * 31 + double_bits(q->out);
    }
    unsigned long tail = 0;
    long seen = 0;
    int var = 0;
    for (int b = 0; b < N_BINS; b++) {
        seen += bins[b];
        tail = tail * 7 + (unsigned long)bins[b];
        if (seen * 100 < 2 * paths * 5)
            var = b;
    }
    printf("range %.12f .. %.12f, 5%% bin %d, histogram %lx, sums %016llx\n",
           worst, best, var, tail & 0xffffffffUL, (unsigned long long)h);
    return 0;
}
