/*
 * bondbook - scenario valuation of a book of callable and plain bonds:
 * curve bumps, yield to maturity by Newton iteration, and a short rate tree
 * for the callable ones.
 *
 * usage: bondbook [bonds] [scenarios]
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TENORS 10
#define TREE_MAX 128
#define MAXFLOWS 64

typedef enum { PLAIN, AMORTISING, CALLABLE, NKINDS } kind_t;

typedef struct {
    kind_t kind;
    double coupon, maturity, notional, spread, call_price;
    int freq;
} bond_t;

typedef struct {
    double rate[TENORS];
    double vol;
} curve_t;

typedef struct {
    int n;
    double t[MAXFLOWS], amount[MAXFLOWS];
} flows_t;

typedef struct {
    double value, loss;
    int worst_bond;
    double worst_move;
    int newton_steps;
} result_t;

static const double tenor[TENORS] = { 0.25, 0.5, 1, 2, 3, 5, 7, 10, 20, 30 };
static const double base_rate[TENORS] = { .021, .022, .023, .025, .027, .030, .032, .034, .037, .038 };

static unsigned long long lcg = 20200229ull;

static double urand(void)
{
    lcg = lcg * 6364136223846793005ull + 1442695040888963407ull;
    return (double)(lcg >> 11) / 9007199254740992.0;
}

static double zero_rate(const curve_t *c, double t)
{
    int k = 0;
    if (t <= tenor[0])
        return c->rate[0];
    while (k < TENORS - 1 && tenor[k + 1] < t)
        k++;
    if (k == TENORS - 1)
        return c->rate[k];
    return c->rate[k] + (c->rate[k + 1] - c->rate[k]) * (t - tenor[k]) / (tenor[k + 1] - tenor[k]);
}

static void make_flows(const bond_t *b, flows_t *f)
{
    int n = (int)floor(b->maturity * b->freq + 0.5);
    double left = 100.0;

    f->n = n < 1 ? 1 : n > MAXFLOWS ? MAXFLOWS : n;
    for (int i = 0; i < f->n; i++) {
        double pay = b->kind == AMORTISING ? 100.0 / f->n : i == f->n - 1 ? 100.0 : 0.0;
        f->t[i] = (double)(i + 1) / b->freq;
        f->amount[i] = left * b->coupon / b->freq + pay;
        left -= pay;
    }
}

static double discount_price(const bond_t *b, const curve_t *c)
{
    static flows_t f;
    double pv = 0;

    make_flows(b, &f);
    for (int i = 0; i < f.n; i++)
        pv += f.amount[i] * exp(-(zero_rate(c, f.t[i]) + b->spread) * f.t[i]);
    return pv;
}

/* recombining short rate tree around the forward curve */
static double tree_price(const bond_t *b, const curve_t *c)
{
    static double v[TREE_MAX + 1];
    int steps = (int)(b->maturity * 4), per = 4 / b->freq;
    double dt = 0.25, cpn = 100.0 * b->coupon / b->freq;

    steps = steps < 4 ? 4 : steps > TREE_MAX ? TREE_MAX : steps;
    for (int j = 0; j <= steps; j++)
        v[j] = 100.0 + cpn;
    for (int i = steps - 1; i >= 0; i--) {
        double t = i * dt, d0 = zero_rate(c, t) * t, d1 = zero_rate(c, t + dt) * (t + dt);
        double fwd = (d1 - d0) / dt + b->spread, up = exp(2 * c->vol * sqrt(dt));
        double r = fwd * exp(-c->vol * sqrt(dt) * i);
        for (int j = 0; j <= i; j++, r *= up) {
            v[j] = 0.5 * (v[j] + v[j + 1]) / (1.0 + r * dt);
            if (i > 8 && v[j] > b->call_price)
                v[j] = b->call_price;
            if (i > 0 && i % per == 0)
                v[j] += cpn;
        }
    }
    return v[0];
}

static double yield(const bond_t *b, double price, int *steps)
{
    flows_t f;
    double y = b->coupon;

    make_flows(b, &f);
    for (int it = 0; it < 40; it++) {
        double p = 0, dp = 0, dy;
        for (int i = 0; i < f.n; i++) {
            double e = f.amount[i] * exp(-y * f.t[i]);
            p += e;
            dp -= f.t[i] * e;
        }
        dy = (p - price) / dp;
        y -= dy;
        ++*steps;
        if (fabs(dy) < 1e-11)
            break;
    }
    return y;
}

typedef double (*pricer_t)(const bond_t *, const curve_t *);
static const pricer_t pricer[NKINDS] = { discount_price, discount_price, tree_price };
static const char *const kind_name[NKINDS] = { "plain", "amortising", "callable" };

static result_t revalue(const bond_t *book, int n, const curve_t *c, const double *base_price)
{
    result_t r = { 0, 0, -1, 0, 0 };
    for (int i = 0; i < n; i++) {
        double p = pricer[book[i].kind](&book[i], c);
        double move = yield(&book[i], p, &r.newton_steps) - book[i].coupon;
        r.value += p * book[i].notional / 100.0;
        if (base_price)
            r.loss += (base_price[i] - p) * book[i].notional / 100.0;
        if (fabs(move) > fabs(r.worst_move)) {
            r.worst_move = move;
            r.worst_bond = i;
        }
    }
    return r;
}

static void shock(const curve_t *base, curve_t *out)
{
    double level = 0.02 * (urand() + urand() - 1), slope = 0.01 * (urand() - 0.5), hump = 0.01 * (urand() - 0.5);
    for (int k = 0; k < TENORS; k++) {
        double s = (double)k / (TENORS - 1);
        out->rate[k] = base->rate[k] + level + slope * (2 * s - 1) + hump * 4 * s * (1 - s);
        if (out->rate[k] < 0.0005)
            out->rate[k] = 0.0005;
    }
    out->vol = base->vol * (0.5 + urand());
}

static int by_loss(const void *a, const void *b)
{
    double x = ((const result_t *)a)->loss, y = ((const result_t *)b)->loss;
    return x > y ? -1 : x < y;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 150, m = argc > 2 ? atoi(argv[2]) : 1000;
    curve_t base, bumped;
    double tail = 0;
    int count[NKINDS] = { 0 };

    if (n < 1 || m < 20)
        return 1;
    bond_t *book = calloc((size_t)n, sizeof *book);
    double *price = calloc((size_t)n, sizeof *price);
    result_t *res = calloc((size_t)m, sizeof *res);
    if (!book || !price || !res)
        return 1;
    memcpy(base.rate, base_rate, sizeof base.rate);
    base.vol = 0.18;
    for (int i = 0; i < n; i++) {
        bond_t *b = &book[i];
        b->kind = (kind_t)(urand() * NKINDS);
        b->freq = urand() < 0.5 ? 1 : 2;
        b->maturity = floor(2 + urand() * 28);
        b->coupon = 0.01 + floor(urand() * 60) / 1000;
        b->notional = 1e5 * floor(1 + urand() * 50);
        b->spread = urand() * 0.02;
        b->call_price = 100 + floor(urand() * 6);
        price[i] = pricer[b->kind](b, &base);
        count[b->kind]++;
        if (i < 10)
            printf("bond %d: %-10s coupon %.3f maturity %4.1f price %.6f\n", i, kind_name[b->kind], b->coupon,
                   b->maturity, price[i]);
    }
    printf("%d plain, %d amortising, %d callable\n", count[PLAIN], count[AMORTISING], count[CALLABLE]);
    for (int s = 0; s < m; s++) {
        shock(&base, &bumped);
        res[s] = revalue(book, n, &bumped, price);
        if (s % 60 == 0)
            printf("scenario %3d: value %.2f loss %.2f, largest yield move %+.6f (bond %d), %d iterations\n", s,
                   res[s].value, res[s].loss, res[s].worst_move, res[s].worst_bond, res[s].newton_steps);
    }
    qsort(res, (size_t)m, sizeof *res, by_loss);
    for (int s = 0; s < m / 20; s++)
        tail += res[s].loss;
    printf("95%% value at risk %.4f, expected shortfall %.4f\n", res[m / 20].loss, tail / (m / 20));
    free(book);
    free(price);
    free(res);
    return 0;
}
