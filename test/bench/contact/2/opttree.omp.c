// SPDX-License-Identifier: Apache-2.0
/* Prices an option chain on CRR binomial trees (European and American),
 * with delta and implied early-exercise premium. */
#include <stdio.h>
#include <stdlib.h>
#include <math.h>
#include <time.h>

typedef enum { CALL, PUT } Kind;

typedef struct {
    Kind kind;
    int american;
    double spot, strike, rate, yield, vol, expiry;
} Option;

typedef struct {
    double price, delta, premium;
} Quote;

static double payoff(const Option *o, double s)
{
    double v = o->kind == CALL ? s - o->strike : o->strike - s;
    return v > 0 ? v : 0;
}

static double tree_price(const Option *o, int steps, double *delta)
{
    double dt = o->expiry / steps;
    double up = exp(o->vol * sqrt(dt)), down = 1 / up;
    double p = (exp((o->rate - o->yield) * dt) - down) / (up - down);
    double disc = exp(-o->rate * dt);
    double pu = disc * p, pd = disc * (1 - p);
    double *v = malloc((steps + 1) * sizeof(double));
    double *s = malloc((2 * steps + 1) * sizeof(double));

    for (int i = 0; i <= 2 * steps; i++)
        s[i] = o->spot * pow(up, i - steps);
    for (int i = 0; i <= steps; i++)
        v[i] = payoff(o, s[2 * i]);
    for (int t = steps - 1; t >= 0; t--) {
        for (int i = 0; i <= t; i++) {
            v[i] = pu * v[i + 1] + pd * v[i];
            if (o->american) {
                double x = payoff(o, s[steps - t + 2 * i]);
                if (x > v[i])
                    v[i] = x;
            }
        }
        if (t == 1)
            *delta = (v[1] - v[0]) / (s[steps + 1] - s[steps - 1]);
    }
    double r = v[0];
    free(v);
    free(s);
    return r;
}

static Quote quote(const Option *o, int steps)
{
    Quote q = {0, 0, 0};
    Option eu = *o;
    double dummy = 0;
    eu.american = 0;
    q.price = tree_price(o, steps, &q.delta);
    q.premium = o->american ? q.price - tree_price(&eu, steps, &dummy) : 0.0;
    return q;
}

static Option *make_chain(int n)
{
    Option *c = malloc(n * sizeof *c);
    for (int i = 0; i < n; i++) {
        Option *o = &c[i];
        o->kind = i % 2 ? PUT : CALL;
        o->american = i % 5 != 0;
        o->spot = 100;
        o->strike = 70 + 60.0 * (i / 2 % 25) / 25;
        o->expiry = 0.25 * (1 + i / 50 % 8);
        o->rate = 0.03;
        o->yield = 0.02;
        o->vol = 0.18 + 0.0004 * (o->strike - 100) * (o->strike - 100) / 10;
    }
    return c;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 1000, steps = argc > 2 ? atoi(argv[2]) : 2000;
    Option *chain = make_chain(n);
    Quote *q = malloc(n * sizeof *q);
    struct timespec a, b;

    clock_gettime(CLOCK_MONOTONIC, &a);
#pragma omp parallel for schedule(dynamic)
    for (int i = 0; i < n; i++)
        q[i] = quote(&chain[i], steps);
    clock_gettime(CLOCK_MONOTONIC, &b);

    double total = 0, prem = 0;
    for (int i = 0; i < n; i++) {
        total += q[i].price;
        prem += q[i].premium;
        if (i % (n / 8 + 1) == 0)
            printf("%s %s K=%.2f T=%.2f price %.6f delta %+.6f premium %.6f\n",
                   chain[i].american ? "amer" : "euro", chain[i].kind == CALL ? "call" : "put ",
                   chain[i].strike, chain[i].expiry, q[i].price, q[i].delta, q[i].premium);
    }
    printf("chain value %.6f, early exercise value %.6f\n", total, prem);
    fprintf(stderr, "%.3f s\n", b.tv_sec - a.tv_sec + (b.tv_nsec - a.tv_nsec) * 1e-9);
    free(chain);
    free(q);
    return 0;
}
