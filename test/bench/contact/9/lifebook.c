/*
 * lifebook: projection of a book of life insurance policies.
 *
 * Every policy is projected year by year to its end under a number of
 * scenarios; expected cash flows are booked in whole cents by product and
 * calendar year, and the reserve of each policy is kept.
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum product { TERM_LIFE, WHOLE_LIFE, ENDOWMENT, ANNUITY, NPRODUCTS };
enum sex { FEMALE, MALE };

#define MAX_AGE   115
#define HORIZON   90
#define NSCEN     4

struct policy {
    int number;
    enum product product;
    enum sex sex;
    short age, term;
    double sum_insured, premium;
    int64_t reserve[NSCEN];         /* cents */
};

struct scenario {
    const char *name;
    double mortality, lapse, rate_shift;
};

struct cashflow {
    int64_t premium, claims, expenses;
};

struct book {
    int npolicies;
    struct policy *policies;
};

static const char *product_name[NPRODUCTS] = { "term", "whole life", "endowment", "annuity" };

static const struct scenario scenarios[NSCEN] = {
    { "best estimate",  1.00, 1.0,  0.000 },
    { "mortality up",   1.15, 1.0,  0.000 },
    { "mass lapse",     1.00, 2.5,  0.000 },
    { "rates down",     1.00, 0.8, -0.010 },
};

static double qx[2][MAX_AGE + 1];           /* mortality table */
static double discount[NSCEN][HORIZON + 1];
static struct cashflow ledger[NPRODUCTS][HORIZON];

static uint64_t prng;

static double uniform(void)
{
    prng = prng * 6364136223846793005ULL + 1442695040888963407ULL;
    return (double)(prng >> 33) / 2147483648.0;
}

static void build_tables(void)
{
    for (int age = 0; age <= MAX_AGE; age++) {
        qx[MALE][age] = 0.00022 + 2.7e-6 * exp(0.1140 * age) * 4.0;
        qx[FEMALE][age] = 0.00015 + 1.6e-6 * exp(0.1165 * age) * 4.0;
        for (int s = 0; s < 2; s++)
            if (qx[s][age] > 1.0 || age == MAX_AGE)
                qx[s][age] = 1.0;
    }
    for (int s = 0; s < NSCEN; s++) {
        discount[s][0] = 1.0;
        for (int t = 1; t <= HORIZON; t++) {
            double rate = 0.021 + 0.012 * (1.0 - exp(-t / 12.0)) + scenarios[s].rate_shift;
            discount[s][t] = discount[s][t - 1] / (1.0 + rate);
        }
    }
}

static void sell_policies(struct book *b)
{
    for (int i = 0; i < b->npolicies; i++) {
        struct policy *p = &b->policies[i];
        double u = uniform();
        p->number = 100000 + i;
        p->product = u < 0.45 ? TERM_LIFE : u < 0.65 ? WHOLE_LIFE
                   : u < 0.85 ? ENDOWMENT : ANNUITY;
        p->sex = uniform() < 0.48 ? FEMALE : MALE;
        p->age = (short)(20 + 40 * uniform());
        p->term = (short)(10 + 25 * uniform());
        p->sum_insured = 1000.0 * (10 + (int)(290 * uniform()));
        switch (p->product) {
        case TERM_LIFE:
            p->premium = p->sum_insured * 0.0011 * exp(0.045 * (p->age - 20));
            break;
        case WHOLE_LIFE:
            p->premium = p->sum_insured * 0.0075 * exp(0.030 * (p->age - 20));
            break;
        case ENDOWMENT:
            p->premium = p->sum_insured * 1.12 / p->term;
            break;
        default:
            p->age = (short)(p->age + 15);
            p->sum_insured /= 15.0;
            p->premium = p->sum_insured * 14.5;     /* single premium */
            break;
        }
    }
}

static double lapse_rate(const struct policy *p, int year, const struct scenario *sc)
{
    double base;
    switch (p->product) {
    case TERM_LIFE:  base = 0.06; break;
    case WHOLE_LIFE: base = 0.03; break;
    case ENDOWMENT:  base = year < 3 ? 0.08 : 0.025; break;
    default:         return 0.0;
    }
    return fmin(base * sc->lapse, 0.5);
}

static int64_t cents(double amount)
{
    return (int64_t)floor(amount * 100.0 + 0.5);
}

/* Returns the reserve in cents. */
static int64_t project(const struct policy *p, int scen, struct cashflow flows[HORIZON])
{
    const struct scenario *sc = &scenarios[scen];
    double alive = 1.0;
    int64_t reserve = 0;

    for (int t = 0; t < HORIZON && p->age + t <= MAX_AGE; t++) {
        double q = fmin(qx[p->sex][p->age + t] * sc->mortality, 1.0);
        double dead = alive * q;
        double gone = (alive - dead) * lapse_rate(p, t, sc);
        double prem = 0, claim = 0, cost = 0;

        if (p->product != WHOLE_LIFE && p->product != ANNUITY && t >= p->term)
            break;
        switch (p->product) {
        case TERM_LIFE:
            prem = alive * p->premium;
            claim = dead * p->sum_insured;
            break;
        case WHOLE_LIFE:
            prem = p->age + t < 85 ? alive * p->premium : 0.0;
            claim = dead * p->sum_insured + gone * 0.6 * p->premium * t;
            break;
        case ENDOWMENT:
            prem = alive * p->premium;
            claim = dead * p->sum_insured + gone * 0.85 * p->premium * t;
            if (t == p->term - 1)
                claim += (alive - dead - gone) * p->sum_insured;
            break;
        default:
            prem = t == 0 ? p->premium : 0.0;
            claim = t > 0 ? alive * p->sum_insured : 0.0;
            break;
        }
        cost = alive * 36.0 * pow(1.02, t) + 0.03 * prem;
        if (t == 0)
            cost += 250.0;

        int64_t cp = cents(prem), cc = cents(claim), ce = cents(cost);
        flows[t].premium += cp;
        flows[t].claims += cc;
        flows[t].expenses += ce;
        reserve += cents((cc + ce - cp) / 100.0 * discount[scen][t]);
        alive -= dead + gone;
        if (alive < 1e-7)
            break;
    }
    return reserve;
}

static void run_scenario(struct book *b, int scen)
{
    int64_t total = 0, worst = INT64_MIN;
    int worst_policy = -1, onerous = 0;

    memset(ledger, 0, sizeof ledger);
    for (int i = 0; i < b->npolicies; i++) {
        struct policy *p = &b->policies[i];
        int64_t r = project(p, scen, ledger[p->product]);
        p->reserve[scen] = r;
        total += r;
        if (r > 0)
            onerous++;
        if (r > worst) {
            worst = r;
            worst_policy = p->number;
        }
    }
    printf("%-14s reserve %.2f, %d onerous, worst policy %d (%.2f)\n", scenarios[scen].name,
           total / 100.0, onerous, worst_policy, worst / 100.0);
    for (int k = 0; k < NPRODUCTS; k++) {
        int64_t prem = 0, claims = 0, first10 = 0;
        for (int t = 0; t < HORIZON; t++) {
            prem += ledger[k][t].premium;
            claims += ledger[k][t].claims;
            if (t < 10)
                first10 += ledger[k][t].expenses;
        }
        printf("    %-11s premium %.2f claims %.2f expenses(10y) %.2f\n", product_name[k],
               prem / 100.0, claims / 100.0, first10 / 100.0);
    }
}

int main(int argc, char **argv)
{
    struct book book;
    book.npolicies = argc > 1 ? atoi(argv[1]) : 280000;
    book.policies = calloc(book.npolicies > 0 ? (size_t)book.npolicies : 1, sizeof *book.policies);
    if (!book.policies) {
        fprintf(stderr, "lifebook: not enough memory\n");
        return 1;
    }
    prng = 77;
    build_tables();
    sell_policies(&book);
    for (int s = 0; s < NSCEN; s++)
        run_scenario(&book, s);

    int64_t need = 0;
    for (int i = 0; i < book.npolicies; i++) {
        int64_t high = book.policies[i].reserve[0];
        for (int s = 1; s < NSCEN; s++)
            if (book.policies[i].reserve[s] > high)
                high = book.policies[i].reserve[s];
        need += high;
    }
    printf("policy-wise worst case %.2f\n", need / 100.0);
    free(book.policies);
    return 0;
}
