/* bookrisk.c
 * Value-at-Risk of an options book by full revaluation.
 * Book: American calls/puts and digitals on a few correlated underlyings,
 * priced on CRR binomial trees. Scenarios: correlated lognormal shocks plus
 * an occasional crash. Outputs VaR, ES, worst scenarios, bucketed deltas.
 *
 * bookrisk [positions] [scenarios] [tree steps]
 */
#include <stdio.h>
#include <stdlib.h>
#include <math.h>
#include <time.h>

#define NASSET 6
#define MAXSTEPS 512

typedef double (*payoff_fn)(double s, double k);

typedef struct {
    int asset;
    int american;
    payoff_fn payoff;
    double strike, expiry, qty;
} Position;

typedef struct {
    double spot[NASSET], vol[NASSET];
} Market;

typedef struct {
    int id;
    double pnl;
} Result;

static double pay_call(double s, double k)    { return s > k ? s - k : 0.0; }
static double pay_put(double s, double k)     { return k > s ? k - s : 0.0; }
static double pay_digital(double s, double k) { return s > k ? 10.0 : 0.0; }

static const double rate = 0.03;
static double chol[NASSET][NASSET];
static double node[MAXSTEPS + 1];

/* Park-Miller generator and polar normals */
static long rng = 4242;
static double uniform(void)
{
    rng = rng * 16807 % 2147483647;
    return (double)rng / 2147483647.0;
}

static double normal(void)
{
    static int have = 0;
    static double spare;
    if (have) { have = 0; return spare; }
    double u, v, s;
    do {
        u = 2 * uniform() - 1;
        v = 2 * uniform() - 1;
        s = u * u + v * v;
    } while (s >= 1 || s == 0);
    s = sqrt(-2 * log(s) / s);
    spare = v * s;
    have = 1;
    return u * s;
}

static void cholesky(double corr[NASSET][NASSET])
{
    for (int i = 0; i < NASSET; i++)
        for (int j = 0; j <= i; j++) {
            double s = corr[i][j];
            for (int k = 0; k < j; k++) s -= chol[i][k] * chol[j][k];
            chol[i][j] = i == j ? sqrt(s) : s / chol[j][j];
        }
}

static double price_tree(const Position *p, double spot, double vol, int steps)
{
    double dt = p->expiry / steps;
    double u = exp(vol * sqrt(dt)), d = 1 / u;
    double disc = exp(-rate * dt), q = (exp(rate * dt) - d) / (u - d);
    if (q < 0) q = 0;
    if (q > 1) q = 1;
    double s = spot * pow(d, steps);
    for (int i = 0; i <= steps; i++, s *= u * u)
        node[i] = p->payoff(s, p->strike);
    for (int n = steps - 1; n >= 0; n--) {
        s = spot * pow(d, n);
        for (int i = 0; i <= n; i++, s *= u * u) {
            double hold = disc * (q * node[i + 1] + (1 - q) * node[i]);
            if (p->american) {
                double ex = p->payoff(s, p->strike);
                if (ex > hold) hold = ex;
            }
            node[i] = hold;
        }
    }
    return node[0];
}

static double book_value(const Position *book, int n, const Market *m, int steps)
{
    double v = 0;
    for (int i = 0; i < n; i++)
        v += book[i].qty * price_tree(&book[i], m->spot[book[i].asset], m->vol[book[i].asset], steps);
    return v;
}

static void draw_scenario(const Market *base, Market *out)
{
    double z[NASSET], crash = uniform() < 0.02 ? -0.15 : 0.0;
    for (int i = 0; i < NASSET; i++) z[i] = normal();
    for (int i = 0; i < NASSET; i++) {
        double w = 0;
        for (int k = 0; k <= i; k++) w += chol[i][k] * z[k];
        double h = sqrt(10.0 / 252);
        out->spot[i] = base->spot[i] * exp(base->vol[i] * h * w + crash);
        out->vol[i] = base->vol[i] * exp(-0.3 * w * h - 2 * crash);
    }
}

static int cmp_pnl(const void *a, const void *b)
{
    const Result *x = a, *y = b;
    if (x->pnl < y->pnl) return -1;
    if (x->pnl > y->pnl) return 1;
    return x->id - y->id;
}

static Position *make_book(int n, const Market *m)
{
    static const payoff_fn kinds[3] = { pay_call, pay_put, pay_digital };
    Position *b = malloc(n * sizeof *b);
    if (!b) exit(1);
    for (int i = 0; i < n; i++) {
        b[i].asset = (int)(uniform() * NASSET);
        int k = (int)(uniform() * 3);
        b[i].payoff = kinds[k];
        b[i].american = k != 2 && uniform() < 0.6;
        b[i].strike = m->spot[b[i].asset] * (0.8 + 0.4 * uniform());
        b[i].expiry = 0.1 + 1.9 * uniform();
        b[i].qty = floor(200 * uniform()) - 100;
    }
    return b;
}

int main(int argc, char **argv)
{
    int npos = argc > 1 ? atoi(argv[1]) : 60;
    int nsc = argc > 2 ? atoi(argv[2]) : 1800;
    int steps = argc > 3 ? atoi(argv[3]) : 80;
    if (npos < 1 || nsc < 20 || steps < 2 || steps > MAXSTEPS) {
        fprintf(stderr, "bookrisk [positions] [scenarios >= 20] [steps <= %d]\n", MAXSTEPS);
        return 1;
    }
    struct timespec t0, t1;
    clock_gettime(CLOCK_MONOTONIC, &t0);

    Market base;
    double corr[NASSET][NASSET];
    for (int i = 0; i < NASSET; i++) {
        base.spot[i] = 50 + 25 * i;
        base.vol[i] = 0.15 + 0.05 * i;
        for (int j = 0; j < NASSET; j++)
            corr[i][j] = i == j ? 1.0 : 0.6 / (1 + 0.2 * abs(i - j));
    }
    cholesky(corr);
    Position *book = make_book(npos, &base);
    double v0 = book_value(book, npos, &base, steps);
    printf("book of %d positions, value %.6f\n", npos, v0);

    for (int a = 0; a < NASSET; a++) {
        Market up = base, dn = base;
        up.spot[a] *= 1.01;
        dn.spot[a] *= 0.99;
        double vu = book_value(book, npos, &up, steps), vd = book_value(book, npos, &dn, steps);
        printf("asset %d delta %.6f gamma %.6f\n", a, (vu - vd) / (0.02 * base.spot[a]),
               (vu - 2 * v0 + vd) / (1e-4 * base.spot[a] * base.spot[a]));
    }

    Result *res = malloc(nsc * sizeof *res);
    if (!res) return 1;
    double mean = 0, m2 = 0;
    for (int s = 0; s < nsc; s++) {
        Market m;
        draw_scenario(&base, &m);
        res[s].id = s;
        res[s].pnl = book_value(book, npos, &m, steps) - v0;
        mean += res[s].pnl;
        m2 += res[s].pnl * res[s].pnl;
    }
    mean /= nsc;
    qsort(res, nsc, sizeof *res, cmp_pnl);
    static const double levels[3] = { 0.90, 0.95, 0.99 };
    for (int l = 0; l < 3; l++) {
        int k = (int)((1 - levels[l]) * nsc);
        double es = 0;
        for (int i = 0; i <= k; i++) es += res[i].pnl;
        printf("%2.0f%%  VaR %.4f  ES %.4f\n", 100 * levels[l], -res[k].pnl, -es / (k + 1));
    }
    printf("pnl mean %.5f sd %.5f\nworst:", mean, sqrt(m2 / nsc - mean * mean));
    for (int i = 0; i < 5; i++) printf(" #%d %.3f", res[i].id, res[i].pnl);
    printf("\n");

    clock_gettime(CLOCK_MONOTONIC, &t1);
    fprintf(stderr, "%.3f s\n", (t1.tv_sec - t0.tv_sec) + (t1.tv_nsec - t0.tv_nsec) / 1e9);
    free(book);
    free(res);
    return 0;
}
