// SPDX-License-Identifier: Apache-2.0
/*
 * var_mc - Monte Carlo value-at-risk of a portfolio of stocks and vanilla
 * options under correlated lognormal moves over a ten day horizon.
 *
 *   var_mc [assets] [scenarios] [positions]
 */
#include <stdio.h>
#include <stdlib.h>
#include <math.h>
#include <time.h>

#define RATE 0.03
#define HORIZON (10.0 / 252.0)

enum kind { STOCK, CALL, PUT };

struct position {
    enum kind kind;
    int asset;
    double qty, strike, expiry;
    double value0;
};

struct market {
    int n;
    double *spot, *vol;
    double *chol;           /* n x n lower triangle, row major */
};

static unsigned long long lcg_state = 88172645463325252ULL;

static double lcg_uniform(void)
{
    lcg_state = lcg_state * 6364136223846793005ULL + 1442695040888963407ULL;
    return ((lcg_state >> 12) + 0.5) / 4503599627370496.0;
}

/* scenario-local generator, so scenarios can be rerun one at a time */
static double scen_uniform(unsigned long long *s)
{
    unsigned long long z = (*s += 0x9E3779B97F4A7C15ULL);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
    return (((z ^ (z >> 31)) >> 12) + 0.5) / 4503599627370496.0;
}

static double norm_cdf(double x)
{
    return 0.5 * erfc(-x * M_SQRT1_2);
}

static double price(const struct position *p, double s, double vol, double t)
{
    if (p->kind == STOCK)
        return p->qty * s;
    double tau = p->expiry - t, sd = vol * sqrt(tau);
    double d1 = (log(s / p->strike) + (RATE + 0.5 * vol * vol) * tau) / sd;
    double df = p->strike * exp(-RATE * tau);
    double call = s * norm_cdf(d1) - df * norm_cdf(d1 - sd);
    return p->qty * (p->kind == CALL ? call : call - s + df);
}

static void market_init(struct market *m, int n)
{
    m->n = n;
    m->spot = malloc(n * sizeof(double));
    m->vol = malloc(n * sizeof(double));
    m->chol = calloc((size_t)n * n, sizeof(double));
    if (!m->spot || !m->vol || !m->chol)
        exit(1);
    for (int i = 0; i < n; i++) {
        m->spot[i] = 20.0 + 180.0 * lcg_uniform();
        m->vol[i] = 0.15 + 0.35 * lcg_uniform();
    }
    /* Cholesky factor of corr(i,j) = 0.2 + 0.8 * exp(-|i-j|/4) */
    for (int i = 0; i < n; i++) {
        for (int j = 0; j <= i; j++) {
            double s = 0.2 + 0.8 * exp(-(i - j) / 4.0);
            for (int k = 0; k < j; k++)
                s -= m->chol[i * n + k] * m->chol[j * n + k];
            m->chol[i * n + j] = i == j ? sqrt(s) : s / m->chol[j * n + j];
        }
    }
}

static struct position *make_book(const struct market *m, int np)
{
    struct position *book = malloc(np * sizeof *book);
    if (!book)
        exit(1);
    for (int i = 0; i < np; i++) {
        struct position *p = &book[i];
        p->kind = (enum kind)(int)(3 * lcg_uniform());
        p->asset = (int)(m->n * lcg_uniform());
        p->qty = floor(200 * lcg_uniform()) - 70;
        p->strike = m->spot[p->asset] * (0.8 + 0.4 * lcg_uniform());
        p->expiry = 0.1 + 1.4 * lcg_uniform();
        p->value0 = price(p, m->spot[p->asset], m->vol[p->asset], 0.0);
    }
    return book;
}

static void draw_scenario(const struct market *m, int id, double *z, double *spot)
{
    unsigned long long rng = 0x1234567ULL + 0x632BE59BD9B4E019ULL * (unsigned long long)id;
    int n = m->n;

    for (int i = 0; i < n; i += 2) {
        double r = sqrt(-2.0 * log(scen_uniform(&rng))), a = 2.0 * M_PI * scen_uniform(&rng);
        z[i] = r * cos(a);
        if (i + 1 < n)
            z[i + 1] = r * sin(a);
    }
    for (int i = 0; i < n; i++) {
        double g = 0.0, v = m->vol[i];
        for (int k = 0; k <= i; k++)
            g += m->chol[i * n + k] * z[k];
        spot[i] = m->spot[i] * exp((RATE - 0.5 * v * v) * HORIZON + v * sqrt(HORIZON) * g);
    }
}

static int cmp_double(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 60;
    int nscen = argc > 2 ? atoi(argv[2]) : 95000;
    int np = argc > 3 ? atoi(argv[3]) : 300;
    struct market m;
    struct timespec t0, t1;

    if (n < 1 || nscen < 100 || np < 1)
        return 1;
    market_init(&m, n);
    struct position *book = make_book(&m, np);
    double *pnl = malloc(nscen * sizeof *pnl);
    if (!pnl)
        return 1;

    clock_gettime(CLOCK_MONOTONIC, &t0);
    #pragma omp parallel
    {
        double *z = malloc(n * sizeof *z), *spot = malloc(n * sizeof *spot);
        if (!z || !spot)
            exit(1);
        #pragma omp for schedule(static)
        for (int s = 0; s < nscen; s++) {
            double total = 0.0;
            draw_scenario(&m, s, z, spot);
            for (int i = 0; i < np; i++)
                total += price(&book[i], spot[book[i].asset], m.vol[book[i].asset], HORIZON) - book[i].value0;
            pnl[s] = total;
        }
        free(z), free(spot);
    }
    qsort(pnl, nscen, sizeof *pnl, cmp_double);
    clock_gettime(CLOCK_MONOTONIC, &t1);

    double mean = 0.0, tail = 0.0;
    for (int s = 0; s < nscen; s++)
        mean += pnl[s] / nscen;
    int cut = nscen / 100;
    for (int s = 0; s < cut; s++)
        tail += pnl[s] / cut;
    printf("mean P&L %.4f\n95%% VaR %.4f\n99%% VaR %.4f\n99%% ES  %.4f\nworst   %.4f\n", mean,
           -pnl[nscen / 20], -pnl[cut], -tail, pnl[0]);
    fprintf(stderr, "%d scenarios: %.3f s\n", nscen, (t1.tv_sec - t0.tv_sec) + 1e-9 * (t1.tv_nsec - t0.tv_nsec));
    free(pnl), free(book);
    free(m.spot), free(m.vol), free(m.chol);
    return 0;
}
