/* lsmc.c
 * Bermudan/American option prices by least squares Monte Carlo
 * (Longstaff & Schwartz), checked against a binomial tree.
 *
 * usage: lsmc [paths] [exercise dates]
 */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TWO_PI 6.283185307179586
#define NB 4                    /* regression basis: 1, x, x^2, x^3 */

typedef double (*Payoff)(double spot, double k1, double k2);

typedef struct Contract
{
    const char *name;
    Payoff      payoff;
    double      k1, k2;
    double      spot, vol, rate, div, expiry;
} Contract;

typedef struct Result
{
    double price, stderror, european;
    long   early;               /* paths exercised before expiry */
} Result;

static unsigned long long rng = 20240229ULL;

#pragma omp threadprivate(rng)

/* state after n more draws from state x */
static unsigned long long jump(unsigned long long x, unsigned long long n)
{
    unsigned long long a = 6364136223846793005ULL, c = 1442695040888963407ULL;
    for (; n; n >>= 1)
    {
        if (n & 1)
            x = a * x + c;
        c *= a + 1;
        a *= a;
    }
    return x;
}

static double uniform(void)
{
    rng = rng * 6364136223846793005ULL + 1442695040888963407ULL;
    return ((rng >> 11) + 0.5) * (1.0 / 9007199254740992.0);
}

static double put(double s, double k1, double k2)
{
    (void)k2;
    return s < k1 ? k1 - s : 0.0;
}

static double call(double s, double k1, double k2)
{
    (void)k2;
    return s > k1 ? s - k1 : 0.0;
}

static double put_spread(double s, double k1, double k2)
{
    return put(s, k2, 0) - put(s, k1, 0);
}

static double straddle(double s, double k1, double k2)
{
    return put(s, k1, 0) + call(s, k2, 0);
}

static void *allocate(size_t count, size_t size)
{
    void *p = calloc(count, size);
    if (p == NULL)
    {
        fprintf(stderr, "lsmc: cannot allocate %zu x %zu bytes\n", count, size);
        exit(EXIT_FAILURE);
    }
    return p;
}

/* Advance all paths one step; normals come in pairs for paths p and p+1. */
static void step(const double *from, double *to, int paths, double drift, double sd)
{
    int p;
    for (p = 0; p < paths; p += 2)
    {
        double r = sqrt(-2.0 * log(uniform()));
        double phi = TWO_PI * uniform();
        to[p]     = from[p]     * exp(drift + sd * r * cos(phi));
        to[p + 1] = from[p + 1] * exp(drift + sd * r * sin(phi));
    }
}

/* Cholesky solution of the normal equations, returns 0 when they are singular. */
static int solve(double a[NB][NB], double b[NB])
{
    int i, j, k;
    for (i = 0; i < NB; i++)
        for (j = 0; j <= i; j++)
        {
            double s = a[i][j];
            for (k = 0; k < j; k++)
                s -= a[i][k] * a[j][k];
            if (i == j)
            {
                if (s < 1e-9)
                    return 0;
                a[i][i] = sqrt(s);
            }
            else
                a[i][j] = s / a[j][j];
        }
    for (i = 0; i < NB; i++)
    {
        for (k = 0; k < i; k++)
            b[i] -= a[i][k] * b[k];
        b[i] /= a[i][i];
    }
    for (i = NB - 1; i >= 0; i--)
    {
        for (k = i + 1; k < NB; k++)
            b[i] -= a[k][i] * b[k];
        b[i] /= a[i][i];
    }
    return 1;
}

/* One backward step: regress the discounted cash flow of in-the-money paths on
 * the spot, and exercise where the fitted continuation value is smaller. */
static void exercise(const Contract *c, const double *s, double *cash, unsigned short *when,
                     int t, int paths, double df)
{
    double a[NB][NB], b[NB], mom[2 * NB - 1];
    int    p, i, j, itm = 0;

    memset(b, 0, sizeof b);
    memset(mom, 0, sizeof mom);
    for (p = 0; p < paths; p++)
    {
        double x = s[p] / c->spot - 1.0, y, w = 1.0;
        cash[p] *= df;
        if (c->payoff(s[p], c->k1, c->k2) <= 0.0)
            continue;
        y = cash[p] / c->spot;
        for (i = 0; i < NB; i++, w *= x)
        {
            mom[i] += w;
            b[i] += w * y;
        }
        for (; i < 2 * NB - 1; i++, w *= x)
            mom[i] += w;
        itm++;
    }
    if (itm < 50)
        return;
    for (i = 0; i < NB; i++)
        for (j = 0; j < NB; j++)
            a[i][j] = mom[i + j];
    if (!solve(a, b))
        return;
    for (p = 0; p < paths; p++)
    {
        double x = s[p] / c->spot - 1.0, now = c->payoff(s[p], c->k1, c->k2);
        if (now > 0.0 && now > c->spot * (b[0] + x * (b[1] + x * (b[2] + x * b[3]))))
        {
            cash[p] = now;
            when[p] = (unsigned short)t;
        }
    }
}

static Result monte_carlo(const Contract *c, int paths, int dates)
{
    double *s = allocate((size_t)(dates + 1) * paths, sizeof *s);
    double *cash = allocate(paths, sizeof *cash);
    unsigned short *when = allocate(paths, sizeof *when);
    double  dt = c->expiry / dates, df = exp(-c->rate * dt), sum = 0, sum2 = 0;
    Result  r = { 0, 0, 0, 0 };
    int     p, t;

    for (p = 0; p < paths; p++)
        s[p] = c->spot;
    for (t = 1; t <= dates; t++)
        step(s + (size_t)(t - 1) * paths, s + (size_t)t * paths, paths,
             (c->rate - c->div - 0.5 * c->vol * c->vol) * dt, c->vol * sqrt(dt));
    for (p = 0; p < paths; p++)
    {
        cash[p] = c->payoff(s[(size_t)dates * paths + p], c->k1, c->k2);
        r.european += cash[p];
        when[p] = (unsigned short)dates;
    }
    r.european *= exp(-c->rate * c->expiry) / paths;
    for (t = dates - 1; t >= 1; t--)
        exercise(c, s + (size_t)t * paths, cash, when, t, paths, df);
    for (p = 0; p < paths; p++)
    {
        double v = cash[p] * df;
        sum += v;
        sum2 += v * v;
        r.early += when[p] < dates;
    }
    r.price = sum / paths;
    r.stderror = sqrt((sum2 / paths - r.price * r.price) / paths);
    free(s), free(cash), free(when);
    return r;
}

static double binomial(const Contract *c, int n)
{
    double *v = allocate(n + 1, sizeof *v);
    double  dt = c->expiry / n, u = exp(c->vol * sqrt(dt)), df = exp(-c->rate * dt);
    double  q = (exp((c->rate - c->div) * dt) - 1 / u) / (u - 1 / u), value;
    int     i, k;

    for (i = 0; i <= n; i++)
        v[i] = c->payoff(c->spot * pow(u, 2 * i - n), c->k1, c->k2);
    for (k = n - 1; k >= 0; k--)
    {
        double s = c->spot * pow(u, -k);
        for (i = 0; i <= k; i++, s *= u * u)
        {
            double hold = df * (q * v[i + 1] + (1 - q) * v[i]);
            double now = c->payoff(s, c->k1, c->k2);
            v[i] = hold > now ? hold : now;
        }
    }
    value = v[0];
    free(v);
    return value;
}

int main(int argc, char **argv)
{
    static const Contract book[] = {
        { "put 1y", put, 100, 0, 95, 0.25, 0.05, 0.00, 1.0 },
        { "call, dividend", call, 100, 0, 104, 0.30, 0.03, 0.07, 1.5 },
        { "put spread", put_spread, 80, 105, 98, 0.20, 0.06, 0.01, 0.75 },
        { "strangle", straddle, 90, 115, 100, 0.35, 0.04, 0.05, 2.0 },
    };
    int paths = argc > 1 ? atoi(argv[1]) : 120000, dates = argc > 2 ? atoi(argv[2]) : 40;
    size_t k;

    if (paths < 100 || paths % 2 || dates < 2 || dates > 5000)
    {
        fprintf(stderr, "lsmc: need an even number of paths >= 100 and 2..5000 dates\n");
        return EXIT_FAILURE;
    }
    printf("%-16s %10s %8s %10s %10s %8s\n", "contract", "lsmc", "s.e.", "european", "tree", "early");
    enum { NBOOK = sizeof book / sizeof book[0] };
    Result r[NBOOK];
    double tree[NBOOK];
    unsigned long long start = rng, each = (unsigned long long)paths * dates;
#pragma omp parallel
#pragma omp single
    for (k = 0; k < NBOOK; k++)
    {
#pragma omp task firstprivate(k)
        {
            rng = jump(start, k * each);
            r[k] = monte_carlo(&book[k], paths, dates);
        }
#pragma omp task firstprivate(k)
        tree[k] = binomial(&book[k], 1500);
    }
    rng = jump(start, NBOOK * each);
    for (k = 0; k < NBOOK; k++)
        printf("%-16s %10.6f %8.6f %10.6f %10.6f %7.3f%%\n", book[k].name, r[k].price, r[k].stderror,
               r[k].european, tree[k], 100.0 * r[k].early / paths);
    printf("rng state %016llx\n", rng);
    return 0;
}
