// SPDX-License-Identifier: Apache-2.0
/*
 * optrisk: one-week value at risk of a book of European options by full
 * revaluation. Scenarios move correlated log prices and a parallel volatility
 * shift; the report gives VaR/ES and what each desk contributes to the tail.
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define NFACTOR 10
#define NDESK 6

typedef enum { CALL, PUT, STRADDLE } Kind;

typedef struct {
    Kind kind;
    int underlying, desk;
    double strike, expiry, vol, quantity;
    double value0;
} Position;

typedef struct {
    double spot[NFACTOR], sigma[NFACTOR];
    double chol[NFACTOR][NFACTOR];
    double rate;
} Market;

typedef struct {
    double move[NFACTOR];       /* log return of each underlying */
    double volshift;
} Scenario;

typedef struct { double pnl; int id; } Outcome;

static uint64_t s0 = 0x9E3779B97F4A7C15ull, s1 = 0xD1B54A32D192ED03ull;

static double uniform(void)
{
    uint64_t a = s0, b = s1;
    s0 = b;
    a ^= a << 23;
    s1 = a ^ b ^ (a >> 18) ^ (b >> 5);
    return ((double)((s1 + b) >> 12) + 0.5) / 4503599627370496.0;
}

static double gaussian(void)
{
    static int have = 0;
    static double spare;
    if (have) {
        have = 0;
        return spare;
    }
    double r = sqrt(-2 * log(uniform())), t = 2 * M_PI * uniform();
    spare = r * sin(t);
    have = 1;
    return r * cos(t);
}

static void make_market(Market *m)
{
    double corr[NFACTOR][NFACTOR];
    m->rate = 0.03;
    for (int i = 0; i < NFACTOR; i++) {
        m->spot[i] = 50 + 150 * uniform();
        m->sigma[i] = 0.15 + 0.3 * uniform();
        for (int j = 0; j < NFACTOR; j++)
            corr[i][j] = i == j ? 1 : 0.3 + 0.4 * exp(-0.5 * abs(i - j));
    }
    for (int i = 0; i < NFACTOR; i++)
        for (int j = 0; j <= i; j++) {
            double s = corr[i][j];
            for (int k = 0; k < j; k++)
                s -= m->chol[i][k] * m->chol[j][k];
            m->chol[i][j] = i == j ? sqrt(s) : s / m->chol[j][j];
        }
}

static void make_book(Position *book, int n, const Market *m)
{
    for (int i = 0; i < n; i++) {
        Position *p = &book[i];
        double u = uniform();
        p->kind = u < 0.4 ? CALL : u < 0.8 ? PUT : STRADDLE;
        p->underlying = (int)(uniform() * NFACTOR);
        p->desk = (int)(uniform() * NDESK);
        p->strike = m->spot[p->underlying] * (0.7 + 0.6 * uniform());
        p->expiry = 0.05 + 2 * uniform();
        p->vol = m->sigma[p->underlying] * (0.9 + 0.3 * uniform());
        p->quantity = floor(200 * (uniform() - 0.55));
    }
}

static double norm_cdf(double x)
{
    return 0.5 * erfc(-x * M_SQRT1_2);
}

static double black_scholes(double s, double k, double t, double vol, double r, double *put)
{
    double sd = vol * sqrt(t);
    double d1 = (log(s / k) + (r + 0.5 * vol * vol) * t) / sd, d2 = d1 - sd;
    double disc = k * exp(-r * t);
    double call = s * norm_cdf(d1) - disc * norm_cdf(d2);
    *put = call - s + disc;
    return call;
}

static double position_value(const Position *p, double s, double volshift, double rate, double t)
{
    double put, vol = p->vol * (1 + volshift);
    double call = black_scholes(s, p->strike, p->expiry - t, vol, rate, &put);
    switch (p->kind) {
    case CALL: return p->quantity * call;
    case PUT:  return p->quantity * put;
    default:   return p->quantity * (call + put);
    }
}

static void make_scenarios(Scenario *sc, int n, const Market *m, double t)
{
    double z[NFACTOR];
    for (int i = 0; i < n; i++) {
        double total = 0;
        for (int f = 0; f < NFACTOR; f++)
            z[f] = gaussian();
        for (int f = 0; f < NFACTOR; f++) {
            double w = 0;
            for (int k = 0; k <= f; k++)
                w += m->chol[f][k] * z[k];
            total += w;
            sc[i].move[f] = (m->rate - 0.5 * m->sigma[f] * m->sigma[f]) * t + m->sigma[f] * sqrt(t) * w;
        }
        /* volatilities rise when markets fall */
        sc[i].volshift = -0.02 * total / sqrt(NFACTOR) + 0.03 * gaussian();
        if (sc[i].volshift < -0.5)
            sc[i].volshift = -0.5;
    }
}

static void shocked_spots(double *spot, const Scenario *sc, const Market *m)
{
    for (int f = 0; f < NFACTOR; f++)
        spot[f] = m->spot[f] * exp(sc->move[f]);
}

static int by_pnl(const void *pa, const void *pb)
{
    const Outcome *a = pa, *b = pb;
    if (a->pnl != b->pnl)
        return a->pnl < b->pnl ? -1 : 1;
    return a->id - b->id;
}

int main(int argc, char **argv)
{
    int npos = argc > 1 ? atoi(argv[1]) : 200;
    int nscen = argc > 2 ? atoi(argv[2]) : 60000;
    double horizon = 5.0 / 252, spot[NFACTOR], desk[NDESK] = { 0 };
    struct timespec t0, t1;
    Market mkt = { 0 };
    Position *book = malloc(npos * sizeof *book);
    Scenario *scen = malloc(nscen * sizeof *scen);
    Outcome *out = malloc(nscen * sizeof *out);
    if (!book || !scen || !out)
        return 1;

    clock_gettime(CLOCK_MONOTONIC, &t0);
    make_market(&mkt);
    make_book(book, npos, &mkt);
    make_scenarios(scen, nscen, &mkt, horizon);

    double total0 = 0;
    for (int i = 0; i < npos; i++) {
        book[i].value0 = position_value(&book[i], mkt.spot[book[i].underlying], 0, mkt.rate, 0);
        total0 += book[i].value0;
    }

    double sum = 0, sumsq = 0, worst = 0;
    int losses = 0;
    for (int s = 0; s < nscen; s++) {
        shocked_spots(spot, &scen[s], &mkt);
        double pnl = 0;
        for (int i = 0; i < npos; i++) {
            const Position *p = &book[i];
            pnl += position_value(p, spot[p->underlying], scen[s].volshift, mkt.rate, horizon) - p->value0;
        }
        out[s].pnl = pnl;
        out[s].id = s;
        sum += pnl;
        sumsq += pnl * pnl;
        if (pnl < 0) losses++;
        if (pnl < worst) worst = pnl;
    }

    qsort(out, nscen, sizeof *out, by_pnl);
    int tail = nscen / 100 > 0 ? nscen / 100 : 1;
    double es = 0;
    for (int k = 0; k < tail; k++) {
        const Scenario *sc = &scen[out[k].id];
        es += out[k].pnl;
        shocked_spots(spot, sc, &mkt);
        for (int i = 0; i < npos; i++) {
            const Position *p = &book[i];
            desk[p->desk] += position_value(p, spot[p->underlying], sc->volshift, mkt.rate, horizon) - p->value0;
        }
    }
    clock_gettime(CLOCK_MONOTONIC, &t1);

    printf("book value %.8f over %d positions\n", total0, npos);
    printf("mean %.10f sd %.10f losses %d worst %.10f\n", sum / nscen,
           sqrt(sumsq / nscen - sum / nscen * (sum / nscen)), losses, worst);
    printf("VaR99 %.10f ES99 %.10f\n", -out[tail - 1].pnl, -es / tail);
    for (int d = 0; d < NDESK; d++)
        printf("desk %d tail contribution %.10f\n", d, -desk[d] / tail);
    fprintf(stderr, "elapsed %.3f s\n", (double)(t1.tv_sec - t0.tv_sec) + 1e-9 * (double)(t1.tv_nsec - t0.tv_nsec));
    free(book);
    free(scen);
    free(out);
    return 0;
}
