/* actuar.c - stochastic best-estimate valuation of a closed life portfolio.
 *
 * For every economic scenario (short-rate path and mortality shock) each
 * policy is projected to expiry; the present values give the reserve
 * distribution, from which risk measures and per-product results follow.
 */
#include <stdio.h>
#include <stdlib.h>
#include <math.h>

#define MAX_AGE   120
#define MAX_TERM  60
#define TARIFFS   4

struct policy;

/* expected cash flows of one year, per policy in force at its beginning */
typedef void (*cashflow_fn)(const struct policy *p, int t, double q, double *start, double *end);

struct product {
    const char *name;
    cashflow_fn flow;
    double lapse;               /* yearly lapse rate */
    int annuity;                /* longevity instead of mortality risk */
};

struct policy {
    const struct product *product;
    int age, sex, term;
    double sum, premium;
    double acc;                 /* sum of reserves over all scenarios */
    double worst;
    int worst_at;
};

struct scenario {
    double disc[MAX_TERM + 1];  /* discount factors from t=0 */
    double mort, longev;        /* factors on q */
    double reserve, by_product[TARIFFS];
    int onerous;                /* policies with positive reserve */
};

static double qx[2][MAX_AGE + 1];

static void flow_term(const struct policy *p, int t, double q, double *start, double *end)
{
    (void)t;
    *start = -p->premium * 0.97;
    *end = q * p->sum;
}

static void flow_endowment(const struct policy *p, int t, double q, double *start, double *end)
{
    *start = -p->premium * 0.95;
    *end = q * p->sum;
    if (t == p->term - 1) *end += (1 - q) * p->sum;
}

static void flow_annuity(const struct policy *p, int t, double q, double *start, double *end)
{
    (void)q;
    *start = t == 0 ? p->sum * 0.06 - p->premium : p->sum * 0.06;
    *end = 0;
}

static void flow_decreasing(const struct policy *p, int t, double q, double *start, double *end)
{
    *start = t < p->term * 2 / 3 ? -p->premium * 0.97 : 0.0;
    *end = q * p->sum * (p->term - t) / p->term;
}

static const struct product tariff[TARIFFS] = {
    { "term life",     flow_term,       0.04, 0 },
    { "endowment",     flow_endowment,  0.02, 0 },
    { "annuity",       flow_annuity,    0.00, 1 },
    { "mortgage life", flow_decreasing, 0.03, 0 },
};

static unsigned long long rng = 88172645463325252ULL;

static double unif(void)
{
    rng ^= rng << 13; rng ^= rng >> 7; rng ^= rng << 17;
    return (rng >> 11) * (1.0 / 9007199254740992.0);
}

static double gauss(void)
{
    double s = 0;
    int i;
    for (i = 0; i < 12; i++) s += unif();
    return s - 6.0;
}

static void make_tables(void)
{
    int x;
    for (x = 0; x <= MAX_AGE; x++) {            /* Gompertz-Makeham */
        qx[0][x] = 1 - exp(-(0.00040 + 0.0000270 * exp(0.0978 * x)));
        qx[1][x] = 1 - exp(-(0.00025 + 0.0000131 * exp(0.1012 * x)));
    }
}

static void make_portfolio(struct policy *p, int n)
{
    int i, k;
    for (i = 0; i < n; i++, p++) {
        k = (int)(unif() * TARIFFS);
        p->product = &tariff[k];
        p->sex = unif() < 0.45;
        p->age = p->product->annuity ? 60 + (int)(unif() * 20) : 22 + (int)(unif() * 35);
        p->term = p->product->annuity ? 110 - p->age : 8 + (int)(unif() * 30);
        if (p->term > MAX_TERM) p->term = MAX_TERM;
        p->sum = 1000.0 * (20 + (int)(unif() * 280));
        switch (k) {
        case 0: p->premium = p->sum * qx[p->sex][p->age + p->term / 2] * 1.25; break;
        case 1: p->premium = p->sum / p->term * 0.86; break;
        case 2: p->premium = p->sum * 0.06 * 15; break;
        default: p->premium = p->sum * qx[p->sex][p->age + p->term / 3]; break;
        }
        p->acc = 0; p->worst = -1e300; p->worst_at = -1;
    }
}

/* Vasicek short rate, mean reverting to 3 % */
static void draw_scenario(struct scenario *s)
{
    double r = 0.025;
    int t;
    s->disc[0] = 1;
    for (t = 1; t <= MAX_TERM; t++) {
        r += 0.15 * (0.03 - r) + 0.008 * gauss();
        s->disc[t] = s->disc[t - 1] * exp(-r);
    }
    s->mort = exp(0.15 * gauss());
    s->longev = exp(-0.10 * fabs(gauss()));
}

static double project(const struct policy *p, const struct scenario *s)
{
    double inforce = 1, pv = 0, start, end;
    double factor = p->product->annuity ? s->longev : s->mort;
    int t;
    for (t = 0; t < p->term && inforce > 1e-7; t++) {
        int x = p->age + t;
        double q = x >= MAX_AGE ? 1.0 : qx[p->sex][x] * factor;
        if (q > 1) q = 1;
        p->product->flow(p, t, q, &start, &end);
        pv += inforce * (start * s->disc[t] + end * s->disc[t + 1]);
        inforce *= (1 - q) * (1 - p->product->lapse);
    }
    return pv;
}

#define BLOCK 64                /* scenarios valued together */

/* first every policy through all scenarios of the block, then every scenario
 * over all policies: each sum is formed in its original order */
static void value(struct policy *pol, int n, struct scenario *sc, int nsc)
{
    double *v = malloc(sizeof(*v) * BLOCK * n);
    if (!v) {
        fprintf(stderr, "actuar: out of memory\n");
        exit(EXIT_FAILURE);
    }
    #pragma omp parallel
    for (int b = 0; b < nsc; b += BLOCK) {
        int m = nsc - b < BLOCK ? nsc - b : BLOCK;
        #pragma omp for schedule(dynamic, 32)
        for (int i = 0; i < n; i++)
            for (int k = 0; k < m; k++) {
                double w = project(&pol[i], &sc[b + k]);
                v[(size_t)k * n + i] = w;
                pol[i].acc += w;
                if (w > pol[i].worst) {
                    pol[i].worst = w;
                    pol[i].worst_at = b + k;
                }
            }
        #pragma omp for schedule(dynamic)
        for (int k = 0; k < m; k++) {
            struct scenario *s = &sc[b + k];
            s->reserve = 0;
            s->onerous = 0;
            for (int i = 0; i < TARIFFS; i++) s->by_product[i] = 0;
            for (int i = 0; i < n; i++) {
                double w = v[(size_t)k * n + i];
                s->reserve += w;
                s->by_product[pol[i].product - tariff] += w;
                if (w > 0) s->onerous++;
            }
        }
    }
    free(v);
}

static int cmp_reserve(const void *a, const void *b)
{
    double x = ((const struct scenario *)a)->reserve, y = ((const struct scenario *)b)->reserve;
    return (x > y) - (x < y);
}

int main(int argc, char **argv)
{
    int npol = argc > 1 ? atoi(argv[1]) : 5000, nsc = argc > 2 ? atoi(argv[2]) : 1000, i, j, tail;
    struct policy *pol = malloc(sizeof(*pol) * (npol > 0 ? npol : 1));
    struct scenario *sc = malloc(sizeof(*sc) * (nsc > 0 ? nsc : 1));
    double mean = 0, tvar = 0, var = 0, worst = 0, prod[TARIFFS] = { 0 };
    long onerous = 0;
    unsigned h = 0;

    if (npol < 1 || nsc < 20 || !pol || !sc) {
        fprintf(stderr, "usage: actuar [policies>=1 [scenarios>=20]]\n");
        return EXIT_FAILURE;
    }
    make_tables();
    make_portfolio(pol, npol);
    for (i = 0; i < nsc; i++) draw_scenario(&sc[i]);
    value(pol, npol, sc, nsc);
    for (i = 0; i < nsc; i++) {
        mean += sc[i].reserve / nsc;
        onerous += sc[i].onerous;
        for (j = 0; j < TARIFFS; j++) prod[j] += sc[i].by_product[j] / nsc;
    }
    qsort(sc, nsc, sizeof *sc, cmp_reserve);
    for (i = 0; i < nsc; i++) var += (sc[i].reserve - mean) * (sc[i].reserve - mean) / (nsc - 1);
    tail = nsc / 100 > 0 ? nsc / 100 : 1;
    for (i = nsc - tail; i < nsc; i++) tvar += sc[i].reserve / tail;
    for (i = 0; i < npol; i++) {
        worst += pol[i].worst;
        h = h * 31 + (unsigned)pol[i].worst_at;
        h ^= (unsigned)(int)(pol[i].acc / nsc);
    }
    printf("policies %d, scenarios %d\n", npol, nsc);
    printf("best estimate %.5f  std dev %.5f\n", mean, sqrt(var));
    printf("VaR 99.5%% %.5f  TVaR 99%% %.5f\n", sc[(int)(0.995 * nsc)].reserve, tvar);
    for (j = 0; j < TARIFFS; j++) printf("  %-14s %18.5f\n", tariff[j].name, prod[j]);
    printf("onerous %ld  sum of worst %.5f  hash %08x\n", onerous, worst, h);
    free(pol); free(sc);
    return EXIT_SUCCESS;
}
