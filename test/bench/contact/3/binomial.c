// SPDX-License-Identifier: Apache-2.0
/*
 * binomial.c - value a book of European and American options on
 * Cox-Ross-Rubinstein trees and report value and delta per bucket.
 *
 * usage: binomial [contracts] [tree steps]
 */
#include <stdio.h>
#include <stdlib.h>
#include <math.h>
#include <time.h>

enum kind { EURO_CALL, EURO_PUT, AMER_CALL, AMER_PUT, NKIND };

static const char *kind_name[NKIND] = { "euro call", "euro put", "amer call", "amer put" };

struct option {
    enum kind kind;
    double spot, strike, rate, vol, years;
    double quantity;
    double price, delta;    /* results */
};

struct bucket {
    long contracts;
    double value, delta;
};

static unsigned int lcg = 20240229u;

static double between(double lo, double hi)
{
    lcg = lcg * 1664525u + 1013904223u;
    return lo + (hi - lo) * ((lcg >> 8) / 16777216.0);
}

static struct option *make_book(int n)
{
    struct option *book = malloc(n * sizeof(struct option));
    if (!book) {
        fprintf(stderr, "cannot allocate book of %d contracts\n", n);
        exit(1);
    }
    for (int i = 0; i < n; i++) {
        struct option *o = &book[i];
        o->kind = (enum kind)(int)between(0, NKIND);
        o->spot = between(50, 150);
        o->strike = o->spot * between(0.8, 1.25);
        o->rate = between(0.005, 0.06);
        o->vol = between(0.10, 0.55);
        o->years = between(0.1, 2.0);
        o->quantity = floor(between(-20, 50));
        o->price = o->delta = 0.0;
    }
    return book;
}

static double payoff(const struct option *o, double s)
{
    double x = o->kind == EURO_CALL || o->kind == AMER_CALL ? s - o->strike : o->strike - s;
    return x > 0.0 ? x : 0.0;
}

/* v and s: scratch of steps + 1 doubles each */
static void price_option(struct option *o, int steps, double *v, double *s)
{
    double dt = o->years / steps;
    double up = exp(o->vol * sqrt(dt)), down = 1.0 / up;
    double grow = exp(o->rate * dt), disc = 1.0 / grow;
    double p = (grow - down) / (up - down);
    double pu = disc * p, pd = disc * (1.0 - p);
    int american = o->kind == AMER_CALL || o->kind == AMER_PUT;

    s[0] = o->spot * pow(down, steps);
    for (int i = 1; i <= steps; i++)
        s[i] = s[i - 1] * up * up;
    for (int i = 0; i <= steps; i++)
        v[i] = payoff(o, s[i]);

    for (int level = steps - 1; level >= 0; level--) {
        if (american) {
            for (int i = 0; i <= level; i++) {
                double hold = pu * v[i + 1] + pd * v[i];
                s[i] *= up;
                double now = payoff(o, s[i]);
                v[i] = hold > now ? hold : now;
            }
        } else {
            for (int i = 0; i <= level; i++)
                v[i] = pu * v[i + 1] + pd * v[i];
        }
        if (level == 1)
            o->delta = (v[1] - v[0]) / (o->spot * (up - down));
    }
    o->price = v[0];
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 20000;
    int steps = argc > 2 ? atoi(argv[2]) : 600;
    struct bucket total[NKIND] = { { 0, 0.0, 0.0 } };
    struct timespec t0, t1;

    if (n < 1 || steps < 2) {
        fprintf(stderr, "usage: %s [contracts] [steps >= 2]\n", argv[0]);
        return 1;
    }
    struct option *book = make_book(n);
    double *v = malloc((steps + 1) * sizeof(double));
    double *s = malloc((steps + 1) * sizeof(double));
    if (!v || !s)
        return 1;

    clock_gettime(CLOCK_MONOTONIC, &t0);
    for (int i = 0; i < n; i++)
        price_option(&book[i], steps, v, s);
    clock_gettime(CLOCK_MONOTONIC, &t1);

    for (int i = 0; i < n; i++) {
        struct bucket *b = &total[book[i].kind];
        b->contracts++;
        b->value += book[i].quantity * book[i].price;
        b->delta += book[i].quantity * book[i].delta;
    }
    printf("%-10s %9s %16s %14s\n", "type", "contracts", "value", "delta");
    for (int k = 0; k < NKIND; k++)
        printf("%-10s %9ld %16.4f %14.5f\n", kind_name[k], total[k].contracts, total[k].value,
               total[k].delta);
    fprintf(stderr, "priced %d contracts in %.3f s\n", n,
            (t1.tv_sec - t0.tv_sec) + (t1.tv_nsec - t0.tv_nsec) * 1e-9);
    free(v);
    free(s);
    free(book);
    return 0;
}
