/*
 * optbook.c - valuation of an option book on binomial trees, with Greeks.
 *
 * The book holds European, American, Bermudan and knock-out options.  Delta,
 * gamma and theta are read from the first nodes of the tree, vega and rho come
 * from bumping the inputs.  Europeans are also checked against Black-Scholes.
 *
 * An expert would value the positions in parallel (different numbers of steps,
 * so dynamic schedule), every thread with its own tree buffer, and add up the
 * book totals afterwards in the order of the positions.
 *
 * SMALL: 40 60        (positions steps)
 */
#include <stdio.h>
#include <stdlib.h>
#include <math.h>

#define MAXSTEP 1200
#define MAXPOS  5000

enum { EURO, AMER, BERM, KNOCK, NSTYLE };
enum { OK, E_PROB, E_INPUT };

struct market { double r, q, bump_vol, bump_r; };

struct option {
    int style, is_call, qty, steps;
    double S, X, T, vol, barrier;
};

struct greeks { double value, delta, gamma, theta, vega, rho, bs; int status; };

static struct option book[MAXPOS];
static struct greeks out[MAXPOS];
static double tree[MAXSTEP + 1];
#pragma omp threadprivate(tree)

static unsigned long rstate = 42;
static double frand(void)
{
    rstate = (rstate * 25214903917UL + 11UL) & 0xffffffffffffUL;
    return (double)(rstate >> 16) / 4294967296.0;
}

static double phi(double x) { return 0.5 * erfc(-x / sqrt(2.0)); }

static double black_scholes(const struct option *o, double r, double q)
{
    double sd = o->vol * sqrt(o->T);
    double d1 = (log(o->S / o->X) + (r - q + 0.5 * o->vol * o->vol) * o->T) / sd, d2 = d1 - sd;
    double call = o->S * exp(-q * o->T) * phi(d1) - o->X * exp(-r * o->T) * phi(d2);
    return o->is_call ? call : call - o->S * exp(-q * o->T) + o->X * exp(-r * o->T);
}

static double payoff(const struct option *o, double s)
{
    double p = o->is_call ? s - o->X : o->X - s;
    return p > 0.0 ? p : 0.0;
}

/* value in *v; delta, gamma and theta if g is given */
static int binomial(const struct option *o, double vol, double r, double q,
                    double *v, struct greeks *g)
{
    int n = o->steps, i, j;
    double dt, u, d, pu, pd, disc, s, u2;
    double v1[2] = { 0, 0 }, v2[3] = { 0, 0, 0 };

    if (n < 3 || n > MAXSTEP || o->T <= 0.0 || vol <= 0.0)
        return E_INPUT;
    dt = o->T / n;
    u = exp(vol * sqrt(dt));
    d = 1.0 / u;
    u2 = u * u;
    disc = exp(-r * dt);
    pu = (exp((r - q) * dt) - d) / (u - d);
    if (pu <= 0.0 || pu >= 1.0)
        return E_PROB;
    pd = disc * (1.0 - pu);
    pu *= disc;

    s = o->S * pow(d, n);
    for (j = 0; j <= n; j++, s *= u2)
        tree[j] = (o->style == KNOCK && s >= o->barrier) ? 0.0 : payoff(o, s);

    for (i = n - 1; i >= 0; i--) {
        for (j = 0; j <= i; j++)
            tree[j] = pd * tree[j] + pu * tree[j + 1];
        switch (o->style) {
        case BERM:
            if (i % 12 != 0) break;
            /* fall through */
        case AMER:
            s = o->S * pow(d, i);
            for (j = 0; j <= i; j++, s *= u2) {
                double p = payoff(o, s);
                if (p > tree[j]) tree[j] = p;
            }
            break;
        case KNOCK:
            s = o->S * pow(u, i);
            for (j = i; j >= 0 && s >= o->barrier; j--, s /= u2)
                tree[j] = 0.0;
            break;
        default:
            break;
        }
        if (i == 2)
            for (j = 0; j < 3; j++) v2[j] = tree[j];
        if (i == 1)
            for (j = 0; j < 2; j++) v1[j] = tree[j];
    }
    *v = tree[0];
    if (g) {
        double su = o->S * u2, sd = o->S / u2;
        g->delta = (v1[1] - v1[0]) / (o->S * u - o->S * d);
        g->gamma = ((v2[2] - v2[1]) / (su - o->S) - (v2[1] - v2[0]) / (o->S - sd)) / (0.5 * (su - sd));
        g->theta = (v2[1] - tree[0]) / (2.0 * dt);
    }
    return OK;
}

static int value_position(const struct option *o, const struct market *m, struct greeks *g)
{
    double up, dn;
    int rc;

    if ((rc = binomial(o, o->vol, m->r, m->q, &g->value, g)) != OK)
        return rc;
    if ((rc = binomial(o, o->vol + m->bump_vol, m->r, m->q, &up, NULL)) != OK)
        return rc;
    if ((rc = binomial(o, o->vol - m->bump_vol, m->r, m->q, &dn, NULL)) != OK)
        return rc;
    g->vega = (up - dn) / (2.0 * m->bump_vol);
    if ((rc = binomial(o, o->vol, m->r + m->bump_r, m->q, &up, NULL)) != OK)
        return rc;
    g->rho = (up - g->value) / m->bump_r;
    g->bs = o->style == EURO ? black_scholes(o, m->r, m->q) : g->value;
    return OK;
}

int main(int argc, char **argv)
{
    static const char *name[NSTYLE] = { "european", "american", "bermudan", "knockout" };
    const struct market mkt = { 0.035, 0.012, 0.005, 0.0005 };
    int npos = argc > 1 ? atoi(argv[1]) : 2500;
    int base = argc > 2 ? atoi(argv[2]) : 480;
    int i, k, bad = 0;
    double maxdiff = 0.0;

    if (npos < 1 || npos > MAXPOS || base < 8 || base > MAXSTEP)
        return 2;
    for (i = 0; i < npos; i++) {
        struct option *o = &book[i];
        o->style = (int)(frand() * NSTYLE);
        o->is_call = frand() < 0.5;
        o->qty = 1 + (int)(frand() * 50) * (frand() < 0.4 ? -1 : 1);
        o->S = 80.0 + 40.0 * frand();
        o->X = 80.0 + 40.0 * frand();
        o->T = 0.05 + 2.5 * frand();
        o->vol = 0.08 + 0.5 * frand();
        if (i % 61 == 17)
            o->vol = 0.006;             /* a typing error in the book */
        o->barrier = 1.15 * (o->S > o->X ? o->S : o->X);
        o->steps = base / 2 + (int)(base / 2 * frand());
    }

    #pragma omp parallel for schedule(dynamic, 4)
    for (i = 0; i < npos; i++)
        out[i].status = value_position(&book[i], &mkt, &out[i]);

    printf("%d positions, up to %d steps\n", npos, base);
    printf("%-9s %5s %14s %12s %12s %14s %14s\n", "style", "n", "value", "delta", "gamma", "vega", "rho");
    for (k = 0; k < NSTYLE; k++) {
        struct greeks t = { 0 };
        int n = 0;
        for (i = 0; i < npos; i++) {
            if (book[i].style != k || out[i].status != OK)
                continue;
            t.value += book[i].qty * out[i].value;
            t.delta += book[i].qty * out[i].delta;
            t.gamma += book[i].qty * out[i].gamma;
            t.vega += book[i].qty * out[i].vega;
            t.rho += book[i].qty * out[i].rho;
            n++;
        }
        printf("%-9s %5d %14.6f %12.6f %12.8f %14.5f %14.5f\n", name[k], n,
               t.value, t.delta, t.gamma, t.vega, t.rho);
    }
    for (i = 0; i < npos; i++) {
        if (out[i].status != OK) {
            if (bad++ < 5)
                printf("position %d rejected, code %d\n", i, out[i].status);
        } else if (fabs(out[i].value - out[i].bs) > maxdiff)
            maxdiff = fabs(out[i].value - out[i].bs);
    }
    printf("%d rejected, largest difference to Black-Scholes %.8f\n", bad, maxdiff);
    for (i = 0; i < npos; i += npos / 8 + 1)
        printf("%4d %-9s value %12.8f delta %10.7f theta %11.7f\n", i, name[book[i].style],
               out[i].value, out[i].delta, out[i].theta);
    return 0;
}
