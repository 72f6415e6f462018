// mcoption.c
// Prices a book of path dependent options by Monte Carlo with antithetic
// paths under geometric Brownian motion with a term structure of volatility.
//
// usage: mcoption [paths] [steps] [seed]

#include <stdio.h>
#include <stdlib.h>
#include <stdint.h>
#include <math.h>

typedef double Real;

typedef enum { EUROPEAN_CALL, EUROPEAN_PUT, ASIAN_CALL, BARRIER_CALL, LOOKBACK_PUT } OptionKind;

typedef struct {
    const char *name;
    OptionKind kind;
    Real strike;
    Real barrier;
    Real maturity;
} Option;

typedef struct {
    Real spot;
    Real rate;
    Real dividend;
    Real vol_short, vol_long, decay;
} Market;

typedef struct {
    Real last, mean, low, high;
} PathStats;

typedef Real (*PayoffFn)(const Option *, const PathStats *);

typedef struct {
    uint64_t state;
    int has_spare;
    Real spare;
} Rng;

typedef struct {
    Real price;
    Real stderror;
    Real antithetic_corr;
} Result;

static const Option book[] = {
    { "european call 100", EUROPEAN_CALL, 100, 0, 1.0 },
    { "european put 95", EUROPEAN_PUT, 95, 0, 1.0 },
    { "asian call 100", ASIAN_CALL, 100, 0, 0.75 },
    { "up-and-out call 100/135", BARRIER_CALL, 100, 135, 0.5 },
    { "lookback put", LOOKBACK_PUT, 0, 0, 1.0 },
};
#define NBOOK ((int)(sizeof book / sizeof book[0]))

static uint64_t mix64(uint64_t z)
{
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
    return z ^ (z >> 31);
}

static void rng_init(Rng *r, uint64_t seed, uint64_t stream)
{
    r->state = mix64(seed * 0x9E3779B97F4A7C15ULL + mix64(stream + 1));
    r->has_spare = 0;
    r->spare = 0;
}

static Real rng_uniform(Rng *r)
{
    r->state += 0x9E3779B97F4A7C15ULL;
    return ((Real)(mix64(r->state) >> 11) + 0.5) * (1.0 / 9007199254740992.0);
}

// polar method
static Real rng_normal(Rng *r)
{
    if (r->has_spare) {
        r->has_spare = 0;
        return r->spare;
    }
    Real u, v, s;
    do {
        u = 2 * rng_uniform(r) - 1;
        v = 2 * rng_uniform(r) - 1;
        s = u * u + v * v;
    } while (s >= 1 || s == 0);
    s = sqrt(-2 * log(s) / s);
    r->spare = v * s;
    r->has_spare = 1;
    return u * s;
}

static Real payoff_call(const Option *o, const PathStats *p) { return fmax(p->last - o->strike, 0); }
static Real payoff_put(const Option *o, const PathStats *p) { return fmax(o->strike - p->last, 0); }
static Real payoff_asian(const Option *o, const PathStats *p) { return fmax(p->mean - o->strike, 0); }
static Real payoff_barrier(const Option *o, const PathStats *p)
{
    return p->high >= o->barrier ? 0 : fmax(p->last - o->strike, 0);
}
static Real payoff_lookback(const Option *o, const PathStats *p)
{
    (void)o;
    return p->high - p->last;
}

static PayoffFn payoff_for(OptionKind kind)
{
    switch (kind) {
    case EUROPEAN_CALL: return payoff_call;
    case EUROPEAN_PUT:  return payoff_put;
    case ASIAN_CALL:    return payoff_asian;
    case BARRIER_CALL:  return payoff_barrier;
    case LOOKBACK_PUT:  return payoff_lookback;
    }
    return NULL;
}

static Real local_vol(const Market *m, Real t)
{
    return m->vol_long + (m->vol_short - m->vol_long) * exp(-m->decay * t);
}

static void make_tables(const Market *m, Real maturity, int steps, Real *drift, Real *diffusion)
{
    Real dt = maturity / steps;
    for (int i = 0; i < steps; i++) {
        Real vol = local_vol(m, (i + 0.5) * dt);
        drift[i] = (m->rate - m->dividend - 0.5 * vol * vol) * dt;
        diffusion[i] = vol * sqrt(dt);
    }
}

static void track(PathStats *p, Real s)
{
    p->last = s;
    p->mean += s;
    if (s < p->low) p->low = s;
    if (s > p->high) p->high = s;
}

// one pair of paths driven by z and -z
static void simulate_pair(const Market *m, int steps, const Real *drift, const Real *diffusion,
                          Rng *rng, PathStats *a, PathStats *b)
{
    Real la = log(m->spot), lb = la;
    a->last = b->last = m->spot;
    a->mean = b->mean = 0;
    a->low = b->low = m->spot;
    a->high = b->high = m->spot;
    for (int i = 0; i < steps; i++) {
        Real z = rng_normal(rng) * diffusion[i];
        la += drift[i] + z;
        lb += drift[i] - z;
        track(a, exp(la));
        track(b, exp(lb));
    }
    a->mean /= steps;
    b->mean /= steps;
}

static Result price(const Option *opt, const Market *m, long paths, int steps, uint64_t seed)
{
    Real *drift = malloc(steps * sizeof(Real));
    Real *diffusion = malloc(steps * sizeof(Real));
    PayoffFn payoff = payoff_for(opt->kind);
    Real discount = exp(-m->rate * opt->maturity);
    Real sum = 0, sum2 = 0, sa = 0, sb = 0, saa = 0, sbb = 0, sab = 0;
    Result res;

    if (!drift || !diffusion) {
        fprintf(stderr, "mcoption: no memory\n");
        exit(1);
    }
    make_tables(m, opt->maturity, steps, drift, diffusion);
    for (long i = 0; i < paths; i++) {
        Rng rng;
        PathStats a, b;
        rng_init(&rng, seed, (uint64_t)i);
        simulate_pair(m, steps, drift, diffusion, &rng, &a, &b);
        Real pa = payoff(opt, &a) * discount, pb = payoff(opt, &b) * discount;
        Real v = 0.5 * (pa + pb);
        sum += v;
        sum2 += v * v;
        sa += pa; sb += pb;
        saa += pa * pa; sbb += pb * pb; sab += pa * pb;
    }
    Real n = (Real)paths;
    res.price = sum / n;
    res.stderror = sqrt(fmax(sum2 / n - res.price * res.price, 0) / n);
    Real va = saa / n - sa / n * (sa / n), vb = sbb / n - sb / n * (sb / n);
    res.antithetic_corr = va > 0 && vb > 0 ? (sab / n - sa / n * (sb / n)) / sqrt(va * vb) : 0;
    free(drift);
    free(diffusion);
    return res;
}

static Real normal_cdf(Real x) { return 0.5 * erfc(-x / sqrt(2.0)); }

static Real black_scholes_call(const Market *m, Real k, Real t)
{
    Real var = 0;
    for (int i = 0; i < 1000; i++) {
        Real v = local_vol(m, (i + 0.5) * t / 1000);
        var += v * v * t / 1000;
    }
    Real sd = sqrt(var);
    Real d1 = (log(m->spot / k) + (m->rate - m->dividend) * t + 0.5 * var) / sd;
    return m->spot * exp(-m->dividend * t) * normal_cdf(d1) - k * exp(-m->rate * t) * normal_cdf(d1 - sd);
}

int main(int argc, char *argv[])
{
    long paths = argc > 1 ? atol(argv[1]) : 50000;
    int steps = argc > 2 ? atoi(argv[2]) : 64;
    uint64_t seed = argc > 3 ? strtoull(argv[3], NULL, 10) : 2024;
    Market market = { 100.0, 0.03, 0.01, 0.32, 0.22, 3.0 };
    Real total = 0;

    if (argc > 4 || paths < 2 || steps < 1) {
        fprintf(stderr, "usage: %s [paths >= 2] [steps >= 1] [seed]\n", argv[0]);
        return 1;
    }
    printf("%ld antithetic pairs, %d steps\n", paths, steps);
    for (int i = 0; i < NBOOK; i++) {
        Result r = price(&book[i], &market, paths, steps, seed + 1000u * (uint64_t)i);
        printf("%-26s %12.7f +- %.7f  corr %+.5f\n", book[i].name, r.price, r.stderror, r.antithetic_corr);
        total += r.price;
    }
    printf("black-scholes check        %12.7f\n", black_scholes_call(&market, 100, 1.0));
    printf("book value                 %12.7f\n", total);
    return 0;
}
