// SPDX-License-Identifier: Apache-2.0
// Values a book of American and European options with binomial trees
// (Cox-Ross-Rubinstein), with Greeks by bumping, and aggregates risk by desk.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum style { EUROPEAN, AMERICAN, BERMUDAN, NSTYLES };

struct option {
    int id;
    int desk;
    enum style style;
    int is_put;
    double strike, expiry, quantity;
    int underlying;
    int steps;
};

struct market {
    double spot, vol, yield;
};

struct greeks {
    double value, delta, gamma, vega, rho;
};

struct book {
    int count, capacity;
    struct option *opts;
};

typedef double (*payoff_fn)(double spot, double strike);

static const char *const style_name[NSTYLES] = {"european", "american", "bermudan"};

static double call_payoff(double s, double k) { return s > k ? s - k : 0.0; }
static double put_payoff(double s, double k) { return k > s ? k - s : 0.0; }

static unsigned long long lcg_state = 0x853c49e6748fea9bull;

static double uniform(double lo, double hi) {
    lcg_state = lcg_state * 6364136223846793005ull + 1442695040888963407ull;
    return lo + (hi - lo) * (double)(lcg_state >> 33) / 2147483648.0;
}

static void *xmalloc(size_t n) {
    void *p = malloc(n);
    if (!p) {
        fputs("out of memory\n", stderr);
        exit(EXIT_FAILURE);
    }
    return p;
}

static void book_add(struct book *b, struct option o) {
    if (b->count == b->capacity) {
        b->capacity = b->capacity ? 2 * b->capacity : 16;
        struct option *p = xmalloc((size_t)b->capacity * sizeof *p);
        if (b->count)
            memcpy(p, b->opts, (size_t)b->count * sizeof *p);
        free(b->opts);
        b->opts = p;
    }
    b->opts[b->count++] = o;
}

static double tree_price(const struct option *o, double spot, double vol, double yield, double rate) {
    int n = o->steps;
    double dt = o->expiry / n;
    double up = exp(vol * sqrt(dt)), down = 1.0 / up;
    double disc = exp(-rate * dt);
    double p = (exp((rate - yield) * dt) - down) / (up - down);
    double pu = disc * p, pd = disc * (1.0 - p);
    payoff_fn payoff = o->is_put ? put_payoff : call_payoff;
    double *value = xmalloc((size_t)(n + 1) * sizeof *value);
    double *price = xmalloc((size_t)(n + 1) * sizeof *price);

    double s = spot * pow(down, n);
    for (int i = 0; i <= n; i++) {
        price[i] = s;
        value[i] = payoff(s, o->strike);
        s *= up * up;
    }
    for (int step = n - 1; step >= 0; step--) {
        int exercise = o->style == AMERICAN || (o->style == BERMUDAN && step % (n / 12 + 1) == 0);
        for (int i = 0; i <= step; i++) {
            value[i] = pu * value[i + 1] + pd * value[i];
            price[i] *= up;
        }
        if (!exercise)
            continue;
        if (o->is_put) {
            for (int i = 0; i <= step; i++) {
                double now = o->strike - price[i];
                value[i] = now > value[i] ? now : value[i];
            }
        } else {
            for (int i = 0; i <= step; i++) {
                double now = price[i] - o->strike;
                value[i] = now > value[i] ? now : value[i];
            }
        }
    }
    double result = value[0];
    free(value);
    free(price);
    return result;
}

static struct greeks evaluate(const struct option *o, const struct market *mkt, double rate) {
    const struct market *m = &mkt[o->underlying];
    double h = 0.01 * m->spot, dv = 0.01, dr = 0.001;
    struct greeks g;
    g.value = tree_price(o, m->spot, m->vol, m->yield, rate);
    double up = tree_price(o, m->spot + h, m->vol, m->yield, rate);
    double dn = tree_price(o, m->spot - h, m->vol, m->yield, rate);
    g.delta = (up - dn) / (2 * h);
    g.gamma = (up - 2 * g.value + dn) / (h * h);
    g.vega = (tree_price(o, m->spot, m->vol + dv, m->yield, rate) - g.value) / dv;
    g.rho = (tree_price(o, m->spot, m->vol, m->yield, rate + dr) - g.value) / dr;
    return g;
}

static void fill_book(struct book *b, int n, int nund, const struct market *mkt, int ndesks) {
    for (int i = 0; i < n; i++) {
        struct option o;
        o.id = 1000 + i;
        o.desk = (int)uniform(0, ndesks);
        o.style = (enum style)uniform(0, NSTYLES);
        o.is_put = uniform(0, 1) < 0.5;
        o.underlying = (int)uniform(0, nund);
        o.strike = mkt[o.underlying].spot * uniform(0.75, 1.25);
        o.expiry = uniform(0.08, 2.5);
        o.quantity = floor(uniform(-50, 50));
        o.steps = 400 + (int)(320 * o.expiry);
        book_add(b, o);
    }
}

/* closed form, to check the European trees */
static double black_scholes(const struct option *o, const struct market *m, double rate) {
    double sd = m->vol * sqrt(o->expiry);
    double d1 = (log(m->spot / o->strike) + (rate - m->yield) * o->expiry) / sd + 0.5 * sd, d2 = d1 - sd;
    double df = exp(-rate * o->expiry), dq = exp(-m->yield * o->expiry), sign = o->is_put ? -1 : 1;
    return sign * (m->spot * dq * 0.5 * erfc(-sign * d1 * M_SQRT1_2) - o->strike * df * 0.5 * erfc(-sign * d2 * M_SQRT1_2));
}

static void accumulate(struct greeks *sum, const struct greeks *g, double q) {
    sum->value += q * g->value;
    sum->delta += q * g->delta;
    sum->gamma += q * g->gamma;
    sum->vega += q * g->vega;
    sum->rho += q * g->rho;
}

int main(int argc, char **argv) {
    int n = argc > 1 ? atoi(argv[1]) : 3600;
    int nund = argc > 2 ? atoi(argv[2]) : 40;
    int ndesks = 6;
    double rate = 0.035;

    struct market *mkt = xmalloc((size_t)nund * sizeof *mkt);
    for (int i = 0; i < nund; i++) {
        mkt[i].spot = uniform(20, 200);
        mkt[i].vol = uniform(0.12, 0.55);
        mkt[i].yield = uniform(0, 0.04);
    }
    struct book book = {0, 0, NULL};
    fill_book(&book, n, nund, mkt, ndesks);

    struct greeks *risk = xmalloc((size_t)n * sizeof *risk);
#pragma omp parallel for schedule(dynamic, 2)
    for (int i = 0; i < book.count; i++)
        risk[i] = evaluate(&book.opts[i], mkt, rate);

    struct greeks *desk = calloc((size_t)ndesks, sizeof *desk);
    struct greeks by_style[NSTYLES];
    memset(by_style, 0, sizeof by_style);
    double worst = 0, checked = 0;
    for (int i = 0; i < n; i++) {
        const struct option *o = &book.opts[i];
        accumulate(&desk[o->desk], &risk[i], o->quantity);
        accumulate(&by_style[o->style], &risk[i], o->quantity);
        if (o->style == EUROPEAN) {
            double err = fabs(risk[i].value - black_scholes(o, &mkt[o->underlying], rate));
            worst = err > worst ? err : worst;
            checked++;
        }
    }
    for (int d = 0; d < ndesks; d++)
        printf("desk %d value %14.6f delta %12.6f gamma %11.6f vega %14.5f rho %14.5f\n", d, desk[d].value,
               desk[d].delta, desk[d].gamma, desk[d].vega, desk[d].rho);
    for (int s = 0; s < NSTYLES; s++)
        printf("%-9s value %14.6f delta %12.6f\n", style_name[s], by_style[s].value, by_style[s].delta);
    for (int i = 0; i < n; i += n / 8 + 1)
        printf("  #%d %s %s K=%.3f T=%.3f -> %.8f\n", book.opts[i].id, style_name[book.opts[i].style],
               book.opts[i].is_put ? "put" : "call", book.opts[i].strike, book.opts[i].expiry, risk[i].value);
    printf("european options %.0f, largest deviation from closed form %.6f\n", checked, worst);
    free(desk);
    free(risk);
    free(book.opts);
    free(mkt);
    return 0;
}
