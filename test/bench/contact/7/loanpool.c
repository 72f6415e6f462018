// SPDX-License-Identifier: Apache-2.0
// Projects the cash flows of a pool of mortgages under many interest rate
// scenarios and prices the pool and its two tranches.  All amounts are kept
// in cents.  Prepayment follows the usual arctangent of the rate incentive.
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define MONTHS 360

typedef long long cents;

struct loan {
    int id;
    double coupon;          // yearly
    cents balance0, payment;
    int age, term;
    double ltv;
    struct loan *next;
};

struct scenario {
    double rate[MONTHS + 1];    // yearly mortgage rate
    double disc[MONTHS + 1];
    cents interest[MONTHS], principal[MONTHS], losses[MONTHS];
    double senior, junior, wal;
};

static unsigned seed = 4711;

static double rand01(void)
{
    seed ^= seed << 13;
    seed ^= seed >> 17;
    seed ^= seed << 5;
    return (seed & 0xffffff) / 16777216.0;
}

static double randn(void)
{
    double s = 0;
    for (int i = 0; i < 12; i++)
        s += rand01();
    return s - 6;
}

static struct loan *originate(int count)
{
    struct loan *head = NULL;
    for (int i = 0; i < count; i++) {
        struct loan *l = malloc(sizeof *l);
        if (!l)
            return NULL;
        l->id = i;
        l->coupon = 0.035 + 0.04 * rand01();
        l->term = rand01() < 0.25 ? 180 : 360;
        l->age = (int)(rand01() * 60);
        l->ltv = 0.5 + 0.5 * rand01();
        l->balance0 = (cents)(8000000 + 42000000 * rand01());
        double m = l->coupon / 12;
        l->payment = llround(l->balance0 * m / (1 - pow(1 + m, -(l->term - l->age))));
        l->next = head;
        head = l;
    }
    return head;
}

static void make_scenario(struct scenario *s)
{
    double r = 0.05, d = 1;
    for (int t = 0; t <= MONTHS; t++) {
        s->rate[t] = r + 0.015;
        s->disc[t] = d;
        d /= 1 + r / 12;
        r += 0.02 * (0.05 - r) + 0.0025 * sqrt(r > 0 ? r / 0.05 : 0) * randn();
        if (r < 0.001)
            r = 0.001;
    }
    for (int t = 0; t < MONTHS; t++)
        s->interest[t] = s->principal[t] = s->losses[t] = 0;
}

static double prepay_speed(const struct loan *l, double rate, int age, double burnout)
{
    static const double season[12] = { .94, .76, .74, .95, .98, .92, .98, 1.10, 1.18, 1.22, 1.23, .98 };
    double incentive = l->coupon - rate;
    double cpr = 0.2406 - 0.1389 * atan(5.952 * (1.089 - l->coupon / rate));
    double ramp = age < 30 ? age / 30.0 : 1.0;
    if (incentive < -0.02)
        cpr *= 0.7;
    cpr *= ramp * season[age % 12] * (0.3 + 0.7 * burnout);
    return 1 - pow(1 - (cpr < 0.95 ? cpr : 0.95), 1.0 / 12);
}

static void run_loan(const struct loan *l, struct scenario *s)
{
    cents bal = l->balance0;
    int age = l->age;
    double house = 1.0, burnout = 1.0;
    for (int t = 0; t < MONTHS && bal > 0 && age < l->term; t++, age++) {
        cents intr = llround(bal * l->coupon / 12);
        cents prin = l->payment - intr;
        if (prin > bal || age == l->term - 1)
            prin = bal;
        double smm = prepay_speed(l, s->rate[t], age, burnout);
        burnout *= 1 - 0.5 * smm;
        house *= 1 + (0.03 - 0.25 * (s->rate[t] - 0.065)) / 12;
        double cltv = l->ltv * bal / (l->balance0 * house);
        double pd = 0.00015 * exp(3.0 * (cltv - 0.8));
        cents def = llround((bal - prin) * pd);
        cents pre = llround((bal - prin - def) * smm);
        cents rec = llround(def * (cltv > 0.9 ? 0.55 : 0.75));
        s->interest[t] += intr;
        s->principal[t] += prin + pre + rec;
        s->losses[t] += def - rec;
        bal -= prin + pre + def;
    }
}

// Sequential pay: the senior tranche has 80% of the balance and is repaid
// first; the junior one bears the losses.
static void price(struct scenario *s, cents total)
{
    cents senior = total * 8 / 10, junior = total - senior;
    double w = 0, paid = 0;
    s->senior = s->junior = 0;
    for (int t = 0; t < MONTHS; t++) {
        cents all = senior + junior;
        if (all <= 0)
            break;
        cents is = (cents)((double)s->interest[t] * senior / all), ij = s->interest[t] - is;
        cents p = s->principal[t];
        cents ps = p < senior ? p : senior;
        cents pj = p - ps < junior ? p - ps : junior;
        s->senior += (is + ps) * s->disc[t + 1];
        s->junior += (ij + pj) * s->disc[t + 1];
        w += (double)p * (t + 1);
        paid += p;
        senior -= ps;
        junior -= pj;
        junior -= s->losses[t] < junior ? s->losses[t] : junior;
    }
    s->wal = paid > 0 ? w / paid / 12 : 0;
}

int main(int argc, char **argv)
{
    int nloans = 1600, nscen = 60;
    if (argc > 1)
        nloans = (int)strtol(argv[1], NULL, 10);
    if (argc > 2)
        nscen = (int)strtol(argv[2], NULL, 10);
    struct loan *pool = originate(nloans);
    struct scenario *sc = malloc(nscen * sizeof *sc);
    if (!pool || !sc) {
        errno = ENOMEM;
        perror("loanpool");
        return EXIT_FAILURE;
    }
    cents total = 0;
    for (struct loan *l = pool; l; l = l->next)
        total += l->balance0;

    double sumS = 0, sumJ = 0, worst = 1e30;
    cents loss = 0;
    for (int k = 0; k < nscen; k++) {
        struct scenario *s = &sc[k];
        make_scenario(s);
        for (struct loan *l = pool; l; l = l->next)
            run_loan(l, s);
        price(s, total);
        sumS += s->senior;
        sumJ += s->junior;
        if (s->junior < worst)
            worst = s->junior;
        for (int t = 0; t < MONTHS; t++)
            loss += s->losses[t];
        if (k < 10)
            printf("scenario %2d  senior %14.2f junior %14.2f  wal %.4f\n", k,
                   s->senior / 100, s->junior / 100, s->wal);
    }
    printf("pool %lld.%02lld\n", total / 100, total % 100);
    printf("mean senior %.2f junior %.2f worst junior %.2f losses %lld\n",
           sumS / nscen / 100, sumJ / nscen / 100, worst / 100, loss / nscen);
    while (pool) {
        struct loan *n = pool->next;
        free(pool);
        pool = n;
    }
    free(sc);
    return 0;
}
