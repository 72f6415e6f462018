/* Variable annuity portfolio: GMDB (annual ratchet) and GMAB guarantees.
 * Monthly projection over real-world scenarios, 1-factor Vasicek short rate,
 * lognormal equity fund, dynamic lapses, Makeham mortality.  Results: expected
 * cash flows by year, distribution of present values, CTE, reserves by product.
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define N_MONTHS   180
#define N_YEARS    (N_MONTHS / 12)
#define MAX_MP     1000
#define MAX_SCEN   5000
#define N_PROD     3

typedef struct {
    int    product;
    int    age;
    int    female;
    int    term_months;
    double av0;                 /* account value per policy */
    double gmab_pct;
    double count;
} ModelPoint;

typedef struct {
    double fee_income, death_claims, death_excess, lapse_paid, gmab_cost, expenses;
} YearFlows;

static const double prod_fee[N_PROD]  = { 0.0145, 0.0190, 0.0235 };
static const double prod_gmab[N_PROD] = { 0.0, 0.90, 1.00 };
static const double prod_eq[N_PROD]   = { 0.85, 0.60, 0.45 };

static ModelPoint mp[MAX_MP];
static double q_month[2][120];
static double fund_ret[N_PROD][N_MONTHS];
static double disc[N_MONTHS + 1];
static double pv_scen[MAX_SCEN];
static YearFlows flows[N_YEARS];
static double pv_product[N_PROD];

static uint64_t mix(uint64_t z)
{
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31);
}

static double uniform(uint64_t *s)
{
    *s += 0x9e3779b97f4a7c15ULL;
    return ((double)(mix(*s) >> 11) + 0.5) / 9007199254740992.0;
}

static double normal(uint64_t *s)
{
    double u = uniform(s), v = uniform(s);
    return sqrt(-2.0 * log(u)) * cos(2.0 * M_PI * v);
}

static void build_mortality(void)
{
    for (int f = 0; f < 2; f++)
        for (int age = 0; age < 120; age++) {
            double mu = 0.00022 + (f ? 1.9e-5 : 2.7e-5) * pow(f ? 1.104 : 1.102, age);
            q_month[f][age] = 1.0 - exp(-mu / 12.0);
        }
}

static void build_portfolio(int n)
{
    uint64_t s = 4711;
    for (int i = 0; i < n; i++) {
        ModelPoint *p = &mp[i];
        double u = uniform(&s);
        p->product = u < 0.3 ? 0 : u < 0.75 ? 1 : 2;
        p->age = 40 + (int)(uniform(&s) * 30.0);
        p->female = uniform(&s) < 0.48;
        p->term_months = 12 * (7 + (int)(uniform(&s) * (N_YEARS - 6)));
        p->av0 = 20000.0 * exp(0.7 * normal(&s));
        p->gmab_pct = prod_gmab[p->product];
        p->count = floor(5.0 + 40.0 * uniform(&s));
    }
}

static void make_scenario(int scen)
{
    uint64_t s = mix((uint64_t)scen + 1000003ULL);
    const double dt = 1.0 / 12.0, a = 0.12, b = 0.028, sr = 0.009, rho = 0.25;
    double r = 0.021;
    disc[0] = 1.0;
    for (int t = 0; t < N_MONTHS; t++) {
        double z1 = normal(&s), z2 = rho * z1 + sqrt(1.0 - rho * rho) * normal(&s);
        double eq = exp((r + 0.035 - 0.5 * 0.17 * 0.17) * dt + 0.17 * sqrt(dt) * z2);
        double dr = a * (b - r) * dt + sr * sqrt(dt) * z1;
        double bond = exp(r * dt - 5.0 * dr);
        for (int p = 0; p < N_PROD; p++)
            fund_ret[p][t] = prod_eq[p] * eq + (1.0 - prod_eq[p]) * bond;
        disc[t + 1] = disc[t] * exp(-r * dt);
        r += dr;
    }
}

/* base lapse depends on duration; in-the-money guarantees keep people in */
static double monthly_lapse(const ModelPoint *p, int t, double moneyness)
{
    double base = t < 84 ? 0.0025 : 0.0075;
    double f = 1.0;
    if (p->gmab_pct > 0.0) {
        f = 1.0 - 1.6 * (moneyness - 1.0);
        if (f < 0.25) f = 0.25;
        if (f > 1.75) f = 1.75;
    }
    return base * f;
}

/* projects one model point; returns PV of insurer's net cash flow */
static double project(const ModelPoint *p)
{
    double av = p->av0, ratchet = p->av0, inforce = p->count, pv = 0.0;
    const double fee = prod_fee[p->product] / 12.0;
    const double *ret = fund_ret[p->product];
    const double guar = p->gmab_pct * p->av0;
    int t;

    for (t = 0; t < p->term_months; t++) {
        YearFlows *y = &flows[t / 12];
        double charge, deaths, lapses, benefit, cf, expense;

        av *= ret[t];
        charge = av * fee;
        av -= charge;
        deaths = inforce * q_month[p->female][p->age + t / 12];
        benefit = av > ratchet ? av : ratchet;
        lapses = (inforce - deaths) * monthly_lapse(p, t, guar / av);
        expense = inforce * 4.5 * (1.0 + 0.00165 * t);

        cf = inforce * charge - deaths * (benefit - av) - expense;
        y->fee_income   += inforce * charge;
        y->death_claims += deaths * benefit;
        y->death_excess += deaths * (benefit - av);
        y->lapse_paid   += lapses * av;
        y->expenses     += expense;
        inforce -= deaths + lapses;
        if (t % 12 == 11 && p->age + t / 12 < 80 && av > ratchet)
            ratchet = av;
        if (t == p->term_months - 1 && guar > av) {
            y->gmab_cost += inforce * (guar - av);
            cf -= inforce * (guar - av);
        }
        pv += cf * disc[t + 1];
    }
    return pv;
}

static int cmp_double(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

int main(int argc, char **argv)
{
    int n_scen = argc > 1 ? atoi(argv[1]) : 2600;
    int n_mp = argc > 2 ? atoi(argv[2]) : 600;
    double mean = 0.0, cte = 0.0, m = 1.0e-6;
    int tail;

    if (n_scen < 10 || n_scen > MAX_SCEN || n_mp < 1 || n_mp > MAX_MP) {
        fprintf(stderr, "usage: %s [scenarios 10..%d] [model points 1..%d]\n", argv[0], MAX_SCEN, MAX_MP);
        return EXIT_FAILURE;
    }
    build_mortality();
    build_portfolio(n_mp);

    for (int s = 0; s < n_scen; s++) {
        make_scenario(s);
        for (int i = 0; i < n_mp; i++) {
            double pv = project(&mp[i]);
            pv_scen[s] += pv;
            pv_product[mp[i].product] += pv / n_scen;
        }
    }

    printf("expected cash flows (millions)\nyear     fees   deaths   excess   lapses     gmab expenses\n");
    for (int y = 0; y < N_YEARS; y++) {
        const YearFlows *f = &flows[y];
        double k = m / n_scen;
        printf("%4d %8.3f %8.3f %8.3f %8.3f %8.3f %8.3f\n", y + 1, f->fee_income * k, f->death_claims * k,
               f->death_excess * k, f->lapse_paid * k, f->gmab_cost * k, f->expenses * k);
    }
    for (int s = 0; s < n_scen; s++)
        mean += pv_scen[s] / n_scen;
    qsort(pv_scen, (size_t)n_scen, sizeof pv_scen[0], cmp_double);
    tail = n_scen / 20 > 0 ? n_scen / 20 : 1;
    for (int s = 0; s < tail; s++)
        cte += pv_scen[s] / tail;
    printf("PV of net cash flow: mean %.3f, median %.3f, 5%% %.3f, 95%% %.3f\n", mean * m,
           pv_scen[n_scen / 2] * m, pv_scen[n_scen / 20] * m, pv_scen[n_scen - 1 - n_scen / 20] * m);
    printf("CTE(95) %.3f, required capital %.3f\n", cte * m, cte < 0.0 ? -cte * m : 0.0);
    for (int p = 0; p < N_PROD; p++)
        printf("product %d contribution %.3f\n", p, pv_product[p] * m);
    return EXIT_SUCCESS;
}
