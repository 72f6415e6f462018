// SPDX-License-Identifier: Apache-2.0
/*
 * Implied volatilities and Greeks of a book of American options on a
 * binomial (Cox-Ross-Rubinstein) tree, payoffs given as callbacks.
 *
 *   lattice [options] [steps]
 */
#define _POSIX_C_SOURCE 200809L
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define MAX_STEPS 4000

typedef double (*payoff_fn)(double spot, double strike);

struct contract {
    payoff_fn payoff;
    const char *name;
    double spot, strike, rate, yield, expiry, quote;
};

struct answer {
    double vol, delta, gamma, theta;
    int iterations;
};

struct tree_greeks { double delta, gamma, theta; };

static double call(double s, double k) { return s > k ? s - k : 0.0; }
static double put(double s, double k) { return k > s ? k - s : 0.0; }
static double straddle(double s, double k) { return fabs(s - k); }

static double capped_call(double s, double k)
{
    double v = s - k, cap = 0.25 * k;
    return v < 0 ? 0 : v > cap ? cap : v;
}

static const struct { payoff_fn fn; const char *name; } kinds[] = {
    { call, "call" }, { put, "put" }, { straddle, "straddle" }, { capped_call, "capped" },
};

static double value[MAX_STEPS + 1];
static double asset[2 * MAX_STEPS + 1];
#pragma omp threadprivate(value, asset)

static double tree_price(const struct contract *c, double vol, int steps, struct tree_greeks *g)
{
    double dt = c->expiry / steps;
    double up = exp(vol * sqrt(dt)), down = 1.0 / up;
    double disc = exp(-c->rate * dt);
    double p = (exp((c->rate - c->yield) * dt) - down) / (up - down);
    double pu = disc * p, pd = disc * (1.0 - p);
    double keep[3] = { 0, 0, 0 };

    asset[steps] = c->spot;
    for (int i = 1; i <= steps; i++) {
        asset[steps + i] = asset[steps + i - 1] * up;
        asset[steps - i] = asset[steps - i + 1] * down;
    }
    for (int i = 0; i <= steps; i++)
        value[i] = c->payoff(asset[2 * i], c->strike);
    for (int n = steps - 1; n >= 0; n--) {
        for (int i = 0; i <= n; i++) {
            double hold = pd * value[i] + pu * value[i + 1];
            double now = c->payoff(asset[steps - n + 2 * i], c->strike);
            value[i] = hold > now ? hold : now;
        }
        if (n == 2 && g)
            for (int i = 0; i < 3; i++)
                keep[i] = value[i];
        if (n == 1 && g)
            g->delta = (value[1] - value[0]) / (asset[steps + 1] - asset[steps - 1]);
    }
    if (g) {
        double su = asset[steps + 2], sm = asset[steps], sd = asset[steps - 2];
        double hi = (keep[2] - keep[1]) / (su - sm), lo = (keep[1] - keep[0]) / (sm - sd);
        g->gamma = (hi - lo) / (0.5 * (su - sd));
        g->theta = (keep[1] - value[0]) / (2 * dt);
    }
    return value[0];
}

/* secant steps inside a bracket, falling back to bisection */
static struct answer imply(const struct contract *c, int steps)
{
    struct answer a = { 0, 0, 0, 0, 0 };
    struct tree_greeks g = { 0, 0, 0 };
    double lo = 0.05, hi = 1.5;
    double flo = tree_price(c, lo, steps, NULL) - c->quote;
    double fhi = tree_price(c, hi, steps, NULL) - c->quote;

    if (flo >= 0) { lo = hi = 0.05; }
    else if (fhi <= 0) { lo = hi = 1.5; }
    while (hi - lo > 1e-7 && a.iterations < 40) {
        double mid = lo - flo * (hi - lo) / (fhi - flo);
        if (a.iterations % 3 == 2 || mid <= lo || mid >= hi)
            mid = 0.5 * (lo + hi);
        double f = tree_price(c, mid, steps, NULL) - c->quote;
        a.iterations++;
        if (fabs(f) < 1e-9) { lo = hi = mid; }
        else if (f < 0) { lo = mid; flo = f; }
        else { hi = mid; fhi = f; }
    }
    a.vol = 0.5 * (lo + hi);
    tree_price(c, a.vol, steps, &g);
    a.delta = g.delta;
    a.gamma = g.gamma;
    a.theta = g.theta;
    return a;
}

static unsigned long long lcg = 20240607;

static double uniform(double lo, double hi)
{
    lcg = lcg * 6364136223846793005ULL + 1442695040888963407ULL;
    return lo + (hi - lo) * ((lcg >> 11) * (1.0 / 9007199254740992.0));
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 100;
    int steps = argc > 2 ? atoi(argv[2]) : 600;
    if (n < 1 || steps < 20 || steps > MAX_STEPS) {
        fprintf(stderr, "usage: lattice [options] [steps 20..%d]\n", MAX_STEPS);
        return 1;
    }
    struct contract *book = malloc(n * sizeof *book);
    struct answer *ans = malloc(n * sizeof *ans);
    if (!book || !ans)
        return 1;
    for (int i = 0; i < n; i++) {
        struct contract *c = &book[i];
        int k = (int)uniform(0, 4);
        c->payoff = kinds[k].fn;
        c->name = kinds[k].name;
        c->spot = 100;
        c->strike = uniform(85, 120);
        c->rate = uniform(0.01, 0.05);
        c->yield = uniform(0.0, 0.03);
        c->expiry = uniform(0.2, 1.5);
        c->quote = c->payoff(c->spot, c->strike) + uniform(2, 9) * sqrt(c->expiry);
    }

    struct timespec t0, t1;
    clock_gettime(CLOCK_MONOTONIC, &t0);
    double worst = 0;
    long iterations = 0;
    #pragma omp parallel for schedule(dynamic) reduction(max:worst) reduction(+:iterations)
    for (int i = 0; i < n; i++) {
        ans[i] = imply(&book[i], steps);
        double miss = fabs(tree_price(&book[i], ans[i].vol, steps, NULL) - book[i].quote);
        if (miss > worst && ans[i].vol > 0.0501 && ans[i].vol < 1.4999)
            worst = miss;
        iterations += ans[i].iterations;
    }
    clock_gettime(CLOCK_MONOTONIC, &t1);

    double net_delta = 0, net_gamma = 0, net_theta = 0, vols = 0;
    for (int i = 0; i < n; i++) {
        if (i < 12)
            printf("%-9s K %7.3f T %.3f quote %7.4f  vol %.6f delta %+.5f gamma %.6f theta %+.4f\n",
                   book[i].name, book[i].strike, book[i].expiry, book[i].quote, ans[i].vol,
                   ans[i].delta, ans[i].gamma, ans[i].theta);
        net_delta += ans[i].delta;
        net_gamma += ans[i].gamma;
        net_theta += ans[i].theta;
        vols += ans[i].vol;
    }
    printf("mean vol %.9f net delta %.9f gamma %.9f theta %.6f\n", vols / n, net_delta, net_gamma, net_theta);
    printf("iterations %ld worst miss %.3e\n", iterations, worst);
    fprintf(stderr, "time %.3f\n", t1.tv_sec - t0.tv_sec + 1e-9 * (t1.tv_nsec - t0.tv_nsec));
    free(book);
    free(ans);
    return 0;
}
