/* Book revaluation: options priced on CRR trees, Asian options by simulation,
 * bonds by yield solve; risk per desk with bump-and-reprice greeks. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>
#include <math.h>

enum kind { K_EURO, K_AMER, K_BARRIER, K_ASIAN, K_BOND, K_NKIND };
static const char *kind_name[K_NKIND] = { "euro", "amer", "barrier", "asian", "bond" };

#define MAXSTEP 400
#define NDESK 6
#define ERR_STEPS (-1)
#define ERR_YIELD (-2)

typedef struct trade {
    enum kind kind;
    int id, desk, call;
    double spot, strike, vol, rate, years, barrier, qty;
    int steps;
    struct trade *next;      /* per-desk list */
} trade;

typedef struct {
    double pv, delta, vega, worst;
    int worst_id, n, errors;
} deskrisk;

typedef struct {
    trade *t;
    int n;
    trade *head[NDESK];
    deskrisk risk[NDESK];
    long by_kind[K_NKIND];
} book;

static double payoff(const trade *t, double s)
{
    double v = t->call ? s - t->strike : t->strike - s;
    return v > 0 ? v : 0;
}

static int tree_price(const trade *t, double *out)
{
    double v[MAXSTEP + 1];
    int n = t->steps;
    if (n < 1 || n > MAXSTEP) return ERR_STEPS;
    double dt = t->years / n, u = exp(t->vol * sqrt(dt)), d = 1 / u;
    double df = exp(-t->rate * dt), p = (exp(t->rate * dt) - d) / (u - d);
    double lowest = t->spot * pow(d, n), uu = u * u;
    double s = lowest;
    for (int i = 0; i <= n; i++, s *= uu) {
        v[i] = payoff(t, s);
        if (t->kind == K_BARRIER && s >= t->barrier) v[i] = 0;
    }
    for (int k = n - 1; k >= 0; k--) {
        lowest *= u;
        s = lowest;
        for (int i = 0; i <= k; i++, s *= uu) {
            double c = df * (p * v[i + 1] + (1 - p) * v[i]);
            switch (t->kind) {
            case K_AMER: { double e = payoff(t, s); if (e > c) c = e; break; }
            case K_BARRIER: if (s >= t->barrier) c = 0; break;
            default: break;
            }
            v[i] = c;
        }
    }
    *out = v[0];
    return 0;
}

static int asian_price(const trade *t, double *out)
{
    uint64_t x = 0x2545F4914F6CDD1DULL ^ ((uint64_t)t->id << 20);
    double dt = t->years / 16, drift = (t->rate - t->vol * t->vol / 2) * dt, sd = t->vol * sqrt(dt);
    double tot = 0;
    for (int path = 0; path < 250; path++) {
        double l = 0, avg = 0;
        for (int k = 0; k < 16; k++) {
            double g = -6;
            for (int j = 0; j < 12; j++) {
                x ^= x >> 12; x ^= x << 25; x ^= x >> 27;
                g += (double)((x * 0x2545F4914F6CDD1DULL) >> 40) / 16777216.0;
            }
            l += drift + sd * g;
            avg += t->spot * exp(l);
        }
        tot += payoff(t, avg / 16);
    }
    *out = exp(-t->rate * t->years) * tot / 250;
    return 0;
}

static int bond_price(const trade *t, double *out)
{
    double y = 0.05, target = t->spot;
    int it;
    for (it = 0; it < 60; it++) {
        double f = -target, df = 0;
        for (double c = 0.5; c <= t->years + 1e-9; c += 0.5) {
            double q = t->strike / 200 * exp(-y * c);
            f += q; df -= c * q;
        }
        f += 100 * exp(-y * t->years);
        df -= t->years * 100 * exp(-y * t->years);
        double step = f / df;
        y -= step;
        if (fabs(step) < 1e-12) break;
    }
    if (it == 60) return ERR_YIELD;
    *out = 100 * exp(-(y + t->vol / 100) * t->years);
    return 0;
}

typedef int (*pricer)(const trade *, double *);
static const pricer pricers[K_NKIND] = { tree_price, tree_price, tree_price, asian_price, bond_price };

static int reval_trade(long *by_kind, deskrisk *r, const trade *t)
{
    trade bump = *t;
    double pv, up, vg;
    int rc = pricers[t->kind](t, &pv);
    if (rc) { r->errors++; return rc; }
    bump.spot *= 1.01;
    if ((rc = pricers[t->kind](&bump, &up)) != 0) { r->errors++; return rc; }
    bump = *t;
    bump.vol += 0.01;
    if ((rc = pricers[t->kind](&bump, &vg)) != 0) { r->errors++; return rc; }
    r->pv += t->qty * pv;
    r->delta += t->qty * (up - pv) / (0.01 * t->spot);
    r->vega += t->qty * (vg - pv);
    if (t->qty * pv < r->worst) { r->worst = t->qty * pv; r->worst_id = t->id; }
    r->n++;
    by_kind[t->kind]++;
    return 0;
}

/* lists are built by pushing to the front, so a desk's list runs by falling id */
static void merge(deskrisk *a, const deskrisk *p)
{
    a->pv += p->pv; a->delta += p->delta; a->vega += p->vega;
    a->n += p->n; a->errors += p->errors;
    if (p->worst < a->worst || (p->worst == a->worst && p->worst_id > a->worst_id)) {
        a->worst = p->worst;
        a->worst_id = p->worst_id;
    }
}

static void reval_book(book *b)
{
    for (int d = 0; d < NDESK; d++) {
        memset(&b->risk[d], 0, sizeof b->risk[d]);
        b->risk[d].worst_id = -1;
    }
#pragma omp parallel
    {
        deskrisk mine[NDESK];
        long kinds[K_NKIND] = { 0 };
        memset(mine, 0, sizeof mine);
        for (int d = 0; d < NDESK; d++) mine[d].worst_id = -1;
#pragma omp for schedule(dynamic, 4) nowait
        for (int i = b->n - 1; i >= 0; i--)
            reval_trade(kinds, &mine[b->t[i].desk], &b->t[i]);
#pragma omp critical
        {
            for (int d = 0; d < NDESK; d++) merge(&b->risk[d], &mine[d]);
            for (int k = 0; k < K_NKIND; k++) b->by_kind[k] += kinds[k];
        }
    }
}

static int book_init(book *b, int n)
{
    unsigned r = 12345;
#define RND() ((r = r * 1103515245u + 12345u) >> 16 & 0x7fff)
    memset(b, 0, sizeof *b);
    if (!(b->t = calloc(n, sizeof *b->t))) return -1;
    b->n = n;
    for (int i = 0; i < n; i++) {
        trade *t = &b->t[i];
        t->id = i;
        t->kind = RND() % K_NKIND;
        t->desk = RND() % 10; if (t->desk >= NDESK) t->desk = 0;
        t->call = RND() & 1;
        t->spot = 80 + RND() % 4000 / 100.0;
        t->strike = t->kind == K_BOND ? 3 + RND() % 500 / 100.0 : 80 + RND() % 40;
        t->vol = 0.1 + RND() % 300 / 1000.0;
        t->rate = 0.01 + RND() % 40 / 1000.0;
        t->years = 0.5 + RND() % 20 / 2.0;
        t->barrier = t->spot * 1.3;
        t->qty = (int)(RND() % 200) - 90;
        t->steps = 120 + RND() % 287;           /* a few are out of range */
        t->next = b->head[t->desk];
        b->head[t->desk] = t;
    }
    return 0;
}

int main(int argc, char **argv)
{
    book b;
    int n = argc > 1 ? atoi(argv[1]) : 6500;
    if (n < 1 || book_init(&b, n)) { fprintf(stderr, "cannot set up book\n"); return 1; }
    reval_book(&b);
    for (int d = 0; d < NDESK; d++)
        printf("desk %d n %4d pv %14.4f delta %12.4f vega %12.4f worst %d (%.3f) err %d\n", d, b.risk[d].n,
               b.risk[d].pv, b.risk[d].delta, b.risk[d].vega, b.risk[d].worst_id, b.risk[d].worst, b.risk[d].errors);
    for (int k = 0; k < K_NKIND; k++) printf("%s=%ld ", kind_name[k], b.by_kind[k]);
    printf("\n");
    free(b.t);
    return 0;
}
