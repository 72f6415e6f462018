/* histvar.c - historical-simulation VaR of a small rates book by full revaluation:
 * swaps, caps (Black) and FX forwards on two bootstrapped curves. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>

enum { NPILLAR = 11, NCCY = 2, NDESK = 4, MAXYEAR = 30 };

static const double pillar_t[NPILLAR] = { 1, 2, 3, 4, 5, 7, 10, 12, 15, 20, 30 };

typedef struct {
    double par[NCCY][NPILLAR];      /* par swap rates */
    double vol[NCCY];               /* flat Black vol */
    double fx;                      /* units of ccy 0 per ccy 1 */
} Quotes;

typedef struct {
    double t[MAXYEAR + 1], lnd[MAXYEAR + 1];    /* yearly log discount factors */
} Curve;

typedef struct {
    Curve curve[NCCY];
    double vol[NCCY], fx;
} Market;

typedef struct Trade {
    double (*price)(const struct Trade *, const Market *);
    int ccy, desk;
    double notional, strike, maturity, lag;
    struct Trade *next;
} Trade;

static unsigned long long state = 88172645463325252ull;

static double uni(void)
{
    state ^= state << 13, state ^= state >> 7, state ^= state << 17;
    return (double)(state >> 11) / 9007199254740992.0;
}

static double gauss(void)
{
    double s = 0;
    for (int i = 0; i < 12; i++) s += uni();
    return s - 6;
}

static double interp_par(const double *par, double t)
{
    if (t <= pillar_t[0]) return par[0];
    for (int k = 1; k < NPILLAR; k++)
        if (t <= pillar_t[k]) {
            double w = (t - pillar_t[k - 1]) / (pillar_t[k] - pillar_t[k - 1]);
            return par[k - 1] + w * (par[k] - par[k - 1]);
        }
    return par[NPILLAR - 1];
}

static void bootstrap(Curve *c, const double *par)
{
    double annuity = 0;
    c->t[0] = c->lnd[0] = 0;
    for (int y = 1; y <= MAXYEAR; y++) {
        double s = interp_par(par, y);
        double d = (1 - s * annuity) / (1 + s);
        annuity += d;
        c->t[y] = y, c->lnd[y] = log(d);
    }
}

static double discount(const Curve *c, double t)
{
    int y = (int)t;
    if (t <= 0) return 1;
    if (y >= MAXYEAR) y = MAXYEAR - 1;
    return exp(c->lnd[y] + (t - c->t[y]) * (c->lnd[y + 1] - c->lnd[y]));
}

static void build_market(Market *m, const Quotes *q)
{
    for (int c = 0; c < NCCY; c++) {
        bootstrap(&m->curve[c], q->par[c]);
        m->vol[c] = q->vol[c];
    }
    m->fx = q->fx;
}

static double to_base(const Trade *t, const Market *m, double pv)
{
    return t->ccy ? pv * m->fx : pv;
}

static double price_swap(const Trade *t, const Market *m)
{
    const Curve *c = &m->curve[t->ccy];
    double fixed = 0, prev = discount(c, t->lag), first = prev, d = prev;
    for (double s = t->lag + 0.5; s <= t->lag + t->maturity + 1e-9; s += 0.5) {
        d = discount(c, s);
        fixed += 0.5 * t->strike * d;
    }
    return to_base(t, m, t->notional * (first - d - fixed));
}

static double ncdf(double x) { return 0.5 * erfc(-x * 0.70710678118654752); }

static double price_cap(const Trade *t, const Market *m)
{
    const Curve *c = &m->curve[t->ccy];
    double pv = 0, d0 = discount(c, t->lag + 0.25);
    for (double s = t->lag + 0.25; s < t->lag + t->maturity - 1e-9; s += 0.25) {
        double d1 = discount(c, s + 0.25);
        double fwd = (d0 / d1 - 1) / 0.25, sd = m->vol[t->ccy] * sqrt(s);
        d0 = d1;
        if (fwd < 1e-6) continue;
        double k1 = log(fwd / t->strike) / sd + 0.5 * sd;
        pv += 0.25 * d1 * (fwd * ncdf(k1) - t->strike * ncdf(k1 - sd));
    }
    return to_base(t, m, t->notional * pv);
}

static double price_fxfwd(const Trade *t, const Market *m)
{
    return t->notional * (m->fx * discount(&m->curve[1], t->maturity)
                          - t->strike * discount(&m->curve[0], t->maturity));
}

static Trade *make_book(int n)
{
    static double (*const kind[3])(const Trade *, const Market *) = { price_swap, price_cap, price_fxfwd };
    Trade *head = NULL;
    for (int i = 0; i < n; i++) {
        Trade *t = malloc(sizeof *t);
        if (!t) exit(1);
        int k = uni() < 0.55 ? 0 : uni() < 0.6 ? 1 : 2;
        t->price = kind[k];
        t->ccy = uni() < 0.4;
        t->desk = (int)(uni() * NDESK);
        t->notional = (uni() < 0.48 ? -1 : 1) * floor(5 + uni() * 95) * 1e5;
        t->strike = k == 2 ? 1.10 + 0.08 * (uni() - 0.5) : 0.02 + 0.02 * uni();
        t->maturity = k == 2 ? 0.5 + floor(uni() * 8) / 4 : 2 + floor(uni() * 26);
        t->lag = k == 2 ? 0 : uni();
        t->next = head;
        head = t;
    }
    return head;
}

/* one trading day: level, slope and idiosyncratic moves, clustered volatility */
static void evolve(Quotes *q, double *sigma)
{
    double shock = gauss();
    *sigma = 0.94 * *sigma + 0.06 * (0.6 + 0.9 * fabs(shock));
    for (int c = 0; c < NCCY; c++) {
        double level = 0.0004 * *sigma * (0.6 * shock + 0.8 * gauss()), slope = 0.0002 * *sigma * gauss();
        for (int k = 0; k < NPILLAR; k++)
            q->par[c][k] += level + slope * (pillar_t[k] - 8) / 22 + 0.00003 * gauss();
        q->vol[c] *= 1 + 0.015 * gauss();
    }
    q->fx *= 1 + 0.005 * *sigma * gauss();
}

static int cmp(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void tail(const char *name, const double *pnl, int n)
{
    double *s = malloc((size_t)n * sizeof *s), es = 0;
    if (!s) exit(1);
    memcpy(s, pnl, (size_t)n * sizeof *s);
    qsort(s, (size_t)n, sizeof *s, cmp);
    int k99 = n / 100, k95 = n / 20;
    for (int i = 0; i <= k99; i++) es -= s[i] / (k99 + 1);
    printf("%-8s VaR95 %12.0f  VaR99 %12.0f  ES99 %12.0f  worst %12.0f\n", name, -s[k95], -s[k99], es, -s[0]);
    free(s);
}

int main(int argc, char **argv)
{
    int ntrade = argc > 1 ? atoi(argv[1]) : 450, nscen = argc > 2 ? atoi(argv[2]) : 2800;
    if (ntrade < 1 || nscen < 20) { fprintf(stderr, "usage: histvar trades scenarios>=20\n"); return 1; }
    Quotes today = { .vol = { 0.22, 0.27 }, .fx = 1.10 };
    for (int k = 0; k < NPILLAR; k++) {
        today.par[0][k] = 0.021 + 0.012 * (1 - exp(-pillar_t[k] / 6));
        today.par[1][k] = 0.028 + 0.006 * (1 - exp(-pillar_t[k] / 9));
    }
    Trade *book = make_book(ntrade);
    Market base;
    build_market(&base, &today);
    double deskpv[NDESK] = { 0 }, sigma = 1;
    for (Trade *t = book; t; t = t->next) deskpv[t->desk] += t->price(t, &base);
    for (int d = 0; d < NDESK; d++) printf("desk %d  pv %14.2f\n", d, deskpv[d]);

    double *pnl = calloc((size_t)nscen, sizeof *pnl), *dp = calloc((size_t)nscen * NDESK, sizeof *dp);
    if (!pnl || !dp) return 1;
    Quotes *moved = malloc((size_t)nscen * sizeof *moved);      /* the random history is serial */
    if (!moved) return 1;
    for (int s = 0; s < nscen; s++) {
        moved[s] = today;
        evolve(&moved[s], &sigma);
    }
    #pragma omp parallel for schedule(dynamic, 16)
    for (int s = 0; s < nscen; s++) {
        Market m;
        build_market(&m, &moved[s]);
        for (const Trade *t = book; t; t = t->next)
            dp[t->desk * nscen + s] += t->price(t, &m);
        for (int d = 0; d < NDESK; d++) {
            dp[d * nscen + s] -= deskpv[d];
            pnl[s] += dp[d * nscen + s];
        }
    }
    for (int s = 0; s < nscen; s++) {
        const Quotes q = moved[s];
        if (pnl[s] < -1.4e6)
            printf("scenario %4d: loss %.0f (10y %+.1f bp, fx %.4f)\n", s, -pnl[s],
                   1e4 * (q.par[0][6] - today.par[0][6]), q.fx);
    }
    static const char *const name[NDESK] = { "govies", "swaps", "options", "treasury" };
    for (int d = 0; d < NDESK; d++) tail(name[d], dp + d * nscen, nscen);
    tail("book", pnl, nscen);
    while (book) { Trade *t = book->next; free(book); book = t; }
    free(pnl); free(dp); free(moved);
    return 0;
}
