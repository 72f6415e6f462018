/* bermudan - values a book of Bermudan / American equity options on binomial
 * lattices (Leisen-Reimer free, plain CRR) and prints the book's risk. */
#include <stdio.h>
#include <stdlib.h>
#include <math.h>

typedef double (*payoff_fn)(double spot, double strike);

typedef struct {
    payoff_fn payoff;
    double spot, strike, vol, expiry, dividend;
    int steps;
    int exercise_every;     /* 1 = American, k = every k-th step */
    double quantity;
} Option;

typedef struct {
    double price, delta, gamma, theta;
} Greeks;

static double call(double s, double k) { return s > k ? s - k : 0.0; }
static double put(double s, double k) { return k > s ? k - s : 0.0; }
static double straddle(double s, double k) { return fabs(s - k); }
static double capped(double s, double k)
{
    double v = s - k;
    return v < 0.0 ? 0.0 : v > 0.25 * k ? 0.25 * k : v;
}

static const double rate = 0.031;
static double *work;        /* node values, shared by all valuations */
static int work_len;
#pragma omp threadprivate(work)

static unsigned lcg_state = 20240611u;

static double uniform(void)
{
    lcg_state = lcg_state * 1664525u + 1013904223u;
    return (lcg_state >> 8) * (1.0 / 16777216.0);
}

static Option *make_book(int n, int base)
{
    static const payoff_fn kinds[] = { call, put, straddle, capped };
    Option *b = malloc(sizeof *b * (size_t)n);
    if (!b)
        exit(1);
    for (int i = 0; i < n; i++) {
        b[i].payoff = kinds[(int)(uniform() * 4.0)];
        b[i].spot = 80.0 + 40.0 * uniform();
        b[i].strike = b[i].spot * (0.8 + 0.4 * uniform());
        b[i].vol = 0.1 + 0.4 * uniform();
        b[i].expiry = 0.25 + 2.0 * uniform();
        b[i].dividend = 0.04 * uniform();
        b[i].steps = base + (int)(uniform() * base);
        b[i].exercise_every = 1 + (int)(uniform() * 12.0);
        b[i].quantity = floor(uniform() * 200.0) - 100.0;
    }
    return b;
}

static void roll_back(double *v, int level, double pu, double pd)
{
    for (int j = 0; j <= level; j++)
        v[j] = pu * v[j + 1] + pd * v[j];
}

static Greeks value(const Option *o)
{
    Greeks g;
    double dt = o->expiry / o->steps;
    double u = exp(o->vol * sqrt(dt)), d = 1.0 / u, u2 = u * u;
    double p = (exp((rate - o->dividend) * dt) - d) / (u - d);
    double disc = exp(-rate * dt), pu = disc * p, pd = disc * (1.0 - p);
    double v2[3] = { 0, 0, 0 }, v1[2] = { 0, 0 };

    double s = o->spot * pow(d, o->steps);
    for (int j = 0; j <= o->steps; j++) {
        work[j] = o->payoff(s, o->strike);
        s *= u2;
    }
    for (int t = o->steps - 1; t >= 0; t--) {
        roll_back(work, t, pu, pd);
        if (t % o->exercise_every == 0) {
            s = o->spot * pow(d, t);
            for (int j = 0; j <= t; j++) {
                double e = o->payoff(s, o->strike);
                if (e > work[j])
                    work[j] = e;
                s *= u2;
            }
        }
        if (t == 2) {
            v2[0] = work[0];
            v2[1] = work[1];
            v2[2] = work[2];
        }
        if (t == 1) {
            v1[0] = work[0];
            v1[1] = work[1];
        }
    }
    double su = o->spot * u, sd = o->spot * d, suu = su * u, sdd = sd * d;
    g.price = work[0];
    g.delta = (v1[1] - v1[0]) / (su - sd);
    g.gamma = ((v2[2] - v2[1]) / (suu - o->spot) - (v2[1] - v2[0]) / (o->spot - sdd)) / (0.5 * (suu - sdd));
    g.theta = (v2[1] - work[0]) / (2.0 * dt);
    return g;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 2300;
    int base = argc > 2 ? atoi(argv[2]) : 500;
    if (n < 1 || base < 4)
        return 1;
    Option *book = make_book(n, base);
    work_len = 2 * base + 2;
    Greeks *res = malloc(sizeof *res * (size_t)n);
    if (!res)
        return 1;
    #pragma omp parallel
    {
        work = malloc(sizeof *work * (size_t)work_len);
        if (!work)
            exit(1);
        #pragma omp for schedule(dynamic, 4)
        for (int i = 0; i < n; i++)
            res[i] = value(&book[i]);
        free(work);
    }
    double pv = 0.0, delta = 0.0, gamma = 0.0, theta = 0.0, worst = 0.0;
    int worst_id = -1;
    for (int i = 0; i < n; i++) {
        Greeks g = res[i];
        pv += book[i].quantity * g.price;
        delta += book[i].quantity * g.delta;
        gamma += book[i].quantity * g.gamma;
        theta += book[i].quantity * g.theta / 365.0;
        double shock = book[i].quantity * (-10.0 * g.delta + 50.0 * g.gamma);
        if (shock < worst) {
            worst = shock;
            worst_id = i;
        }
    }
    printf("positions %d\nvalue %.8f\ndelta %.8f gamma %.8f theta %.8f\n", n, pv, delta, gamma, theta);
    printf("worst shock %.8f at position %d\n", worst, worst_id);
    free(res);
    free(book);
    return 0;
}
