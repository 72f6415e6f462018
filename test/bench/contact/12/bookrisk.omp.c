/*
 * bookrisk.c -- historical simulation VaR of a book of equity options
 *
 * usage: bookrisk [positions [scenarios]]
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>

#define N_UNDERLYING 6
#define TREE_STEPS   120
#define ASIAN_FIX    12
#define ASIAN_PATHS  64
#define CONFIDENCE   0.99

enum product { EURO_CALL, EURO_PUT, AMER_PUT, ASIAN_CALL, BARRIER_UO, FORWARD, N_PRODUCT };

static const char *product_name[N_PRODUCT] = {
    "european call", "european put", "american put", "asian call", "up-and-out call", "forward"
};

typedef struct {
    enum product type;
    int    underlying;
    double strike, expiry, barrier, quantity;
    unsigned seed;              /* path seed of the Monte Carlo products */
} Position;

typedef struct {
    double spot[N_UNDERLYING];
    double vol[N_UNDERLYING];
    double div[N_UNDERLYING];
    double rate;
} Market;

typedef struct {
    double dspot[N_UNDERLYING]; /* relative */
    double dvol[N_UNDERLYING];  /* absolute */
    double drate;
} Scenario;

static Position *book;
static int npos, nscen;
static Market base;

/* ------------------------------------------------------------ random */
static unsigned lcg(unsigned *s)
{
    *s = *s * 1664525u + 1013904223u;
    return *s;
}

static double uni(unsigned *s) { return ((lcg(s) >> 8) + 0.5) / 16777216.0; }

static double gauss(unsigned *s)
{
    double u = uni(s), v = uni(s);
    return sqrt(-2 * log(u)) * cos(2 * M_PI * v);
}

/* ------------------------------------------------------------ pricing */
static double cdf(double x) { return 0.5 * erfc(-x * M_SQRT1_2); }

static double black_scholes(int call, double s, double k, double t, double r, double q, double v)
{
    double sd = v * sqrt(t);
    double d1 = (log(s / k) + (r - q + 0.5 * v * v) * t) / sd, d2 = d1 - sd;
    if (call)
        return s * exp(-q * t) * cdf(d1) - k * exp(-r * t) * cdf(d2);
    return k * exp(-r * t) * cdf(-d2) - s * exp(-q * t) * cdf(-d1);
}

static double american_put(double s, double k, double t, double r, double q, double v)
{
    double value[TREE_STEPS + 1], price[2 * TREE_STEPS + 1];
    double dt = t / TREE_STEPS, u = exp(v * sqrt(dt)), d = 1 / u;
    double p = (exp((r - q) * dt) - d) / (u - d), df = exp(-r * dt);

    price[0] = s * pow(d, TREE_STEPS);
    for (int i = 1; i <= 2 * TREE_STEPS; i++)
        price[i] = price[i - 1] * u;
    for (int i = 0; i <= TREE_STEPS; i++)
        value[i] = fmax(k - price[2 * i], 0);
    for (int n = TREE_STEPS - 1; n >= 0; n--)
        for (int i = 0; i <= n; i++) {
            double hold = df * (p * value[i + 1] + (1 - p) * value[i]);
            double ex = k - price[2 * i + TREE_STEPS - n];
            value[i] = hold > ex ? hold : ex;
        }
    return value[0];
}

static double asian_call(double s, double k, double t, double r, double q, double v, unsigned seed)
{
    double path[2][ASIAN_FIX];
    double dt = t / ASIAN_FIX, drift = (r - q - 0.5 * v * v) * dt, sd = v * sqrt(dt), sum = 0;

    for (int n = 0; n < ASIAN_PATHS; n++) {
        double x = log(s), y = x;
        for (int i = 0; i < ASIAN_FIX; i++) {       /* antithetic pair */
            double z = gauss(&seed);
            x += drift + sd * z;
            y += drift - sd * z;
            path[0][i] = exp(x);
            path[1][i] = exp(y);
        }
        for (int m = 0; m < 2; m++) {
            double avg = 0;
            for (int i = 0; i < ASIAN_FIX; i++)
                avg += path[m][i];
            avg /= ASIAN_FIX;
            if (avg > k)
                sum += avg - k;
        }
    }
    return exp(-r * t) * sum / (2 * ASIAN_PATHS);
}

static double up_and_out_call(double s, double k, double b, double t, double r, double q, double v)
{
    if (s >= b || b <= k)
        return 0;
    double sd = v * sqrt(t), mu = (r - q) / (v * v) - 0.5;
    double x1 = log(s / k) / sd + (1 + mu) * sd, x2 = log(s / b) / sd + (1 + mu) * sd;
    double y1 = log(b * b / (s * k)) / sd + (1 + mu) * sd, y2 = log(b / s) / sd + (1 + mu) * sd;
    double es = s * exp(-q * t), ek = k * exp(-r * t);
    double h1 = pow(b / s, 2 * (mu + 1)), h2 = pow(b / s, 2 * mu);
    double A = es * cdf(x1) - ek * cdf(x1 - sd);
    double B = es * cdf(x2) - ek * cdf(x2 - sd);
    double C = es * h1 * cdf(-y1) - ek * h2 * cdf(-y1 + sd);
    double D = es * h1 * cdf(-y2) - ek * h2 * cdf(-y2 + sd);
    return A - B + C - D;
}

static double price(const Position *p, const Market *m)
{
    double s = m->spot[p->underlying], v = m->vol[p->underlying], q = m->div[p->underlying];
    double r = m->rate, t = p->expiry, k = p->strike;

    switch (p->type) {
    case EURO_CALL:  return black_scholes(1, s, k, t, r, q, v);
    case EURO_PUT:   return black_scholes(0, s, k, t, r, q, v);
    case AMER_PUT:   return american_put(s, k, t, r, q, v);
    case ASIAN_CALL: return asian_call(s, k, t, r, q, v, p->seed);
    case BARRIER_UO: return up_and_out_call(s, k, p->barrier, t, r, q, v);
    case FORWARD:    return s * exp(-q * t) - k * exp(-r * t);
    default:         return 0;
    }
}

/* ------------------------------------------------------------ set up */
static void make_market(void)
{
    for (int i = 0; i < N_UNDERLYING; i++) {
        base.spot[i] = 60 + 25 * i;
        base.vol[i] = 0.18 + 0.03 * i;
        base.div[i] = 0.005 * (i % 4);
    }
    base.rate = 0.03;
}

static void make_book(void)
{
    unsigned s = 2024;
    for (int i = 0; i < npos; i++) {
        Position *p = &book[i];
        p->type = (enum product)((lcg(&s) >> 12) % N_PRODUCT);
        p->underlying = (int)((lcg(&s) >> 12) % N_UNDERLYING);
        double spot = base.spot[p->underlying];
        p->strike = spot * (0.8 + 0.4 * uni(&s));
        p->barrier = spot * (1.25 + 0.3 * uni(&s));
        p->expiry = 0.1 + 2 * uni(&s);
        p->quantity = floor(200 * uni(&s)) - 90;
        p->seed = lcg(&s);
    }
}

static void make_scenarios(Scenario *sc)
{
    unsigned s = 777;
    for (int i = 0; i < nscen; i++) {
        double common = gauss(&s), vcommon = gauss(&s);
        double stress = i % 50 == 0 ? 2.5 : 1.0;
        for (int k = 0; k < N_UNDERLYING; k++) {
            sc[i].dspot[k] = stress * (0.012 * common + 0.008 * gauss(&s));
            sc[i].dvol[k] = stress * (-0.008 * common + 0.004 * vcommon);
        }
        sc[i].drate = 0.0006 * gauss(&s);
    }
}

static Market apply(Market m, const Scenario *sc)
{
    for (int i = 0; i < N_UNDERLYING; i++) {
        m.spot[i] *= 1 + sc->dspot[i];
        m.vol[i] = fmax(0.03, m.vol[i] + sc->dvol[i]);
    }
    m.rate += sc->drate;
    return m;
}

static int cmp(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

int main(int argc, char **argv)
{
    npos = argc > 1 ? atoi(argv[1]) : 120;
    nscen = argc > 2 ? atoi(argv[2]) : 1900;
    if (npos < 1 || nscen < 20) {
        fprintf(stderr, "usage: %s [positions [scenarios >= 20]]\n", argv[0]);
        return 1;
    }
    book = malloc(npos * sizeof *book);
    Scenario *scen = malloc(nscen * sizeof *scen);
    double *base_value = malloc(npos * sizeof *base_value);
    double *pnl = malloc(nscen * sizeof *pnl);
    double (*by_type)[N_PRODUCT] = malloc(nscen * sizeof *by_type);
    if (!book || !scen || !base_value || !pnl || !by_type) {
        perror("malloc");
        return 1;
    }
    make_market();
    make_book();
    make_scenarios(scen);

    /* value today and greeks by bumping */
    double total = 0, delta[N_UNDERLYING] = { 0 }, vega[N_UNDERLYING] = { 0 };
    for (int i = 0; i < npos; i++) {
        int u = book[i].underlying;
        Market up = base, dn = base, vu = base;
        up.spot[u] *= 1.01;
        dn.spot[u] *= 0.99;
        vu.vol[u] += 0.01;
        base_value[i] = price(&book[i], &base);
        total += book[i].quantity * base_value[i];
        delta[u] += book[i].quantity * (price(&book[i], &up) - price(&book[i], &dn)) / (0.02 * base.spot[u]);
        vega[u] += book[i].quantity * (price(&book[i], &vu) - base_value[i]);
    }

    /* full revaluation */
    #pragma omp parallel for schedule(dynamic, 4)
    for (int s = 0; s < nscen; s++) {
        Market m = apply(base, &scen[s]);
        memset(by_type[s], 0, sizeof by_type[s]);
        pnl[s] = 0;
        for (int i = 0; i < npos; i++) {
            double d = book[i].quantity * (price(&book[i], &m) - base_value[i]);
            pnl[s] += d;
            by_type[s][book[i].type] += d;
        }
    }

    printf("%d positions, value %.6f\n", npos, total);
    for (int u = 0; u < N_UNDERLYING; u++)
        printf("underlying %d delta %.5f vega %.5f\n", u, delta[u], vega[u]);
    for (int t = 0; t < N_PRODUCT; t++) {
        double mean = 0, var = 0;
        for (int s = 0; s < nscen; s++)
            mean += by_type[s][t];
        mean /= nscen;
        for (int s = 0; s < nscen; s++)
            var += (by_type[s][t] - mean) * (by_type[s][t] - mean);
        printf("%-16s mean %.5f stdev %.5f\n", product_name[t], mean, sqrt(var / (nscen - 1)));
    }
    qsort(pnl, nscen, sizeof *pnl, cmp);
    int tail = (int)((1 - CONFIDENCE) * nscen);
    double es = 0;
    for (int s = 0; s <= tail; s++)
        es += pnl[s];
    printf("VaR %.6f ES %.6f worst %.6f best %.6f\n", -pnl[tail], -es / (tail + 1), pnl[0], pnl[nscen - 1]);
    free(book);
    free(scen);
    free(base_value);
    free(pnl);
    free(by_type);
    return 0;
}
