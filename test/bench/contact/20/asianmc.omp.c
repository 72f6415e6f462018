// Prices a small book of path dependent options by Monte Carlo.
// Products: arithmetic Asian call (with geometric control variate),
//           up-and-out call, lookback put.
// Args: paths steps

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <stdint.h>
#include <time.h>

#define MAX_STEPS 512

typedef struct MarketData
{
    double spot, rate, vol, divYield;
} MarketData;

typedef struct Product
{
    const char *name;
    int kind;            // 0 asian, 1 up-and-out, 2 lookback
    double strike, barrier, maturity;
} Product;

typedef struct Result
{
    double price, stdErr;
    long knocked;
} Result;

// ---- random numbers ------------------------------------------------------
#define LCG_A 6364136223846793005ULL
#define LCG_C 1442695040888963407ULL

static uint64_t SeedRandom(uint64_t s) { return s * 2862933555777941757ULL + 3037000493ULL; }

// state after n more draws, O(log n)
static uint64_t SkipRandom(uint64_t state, uint64_t n)
{
    uint64_t a = LCG_A, c = LCG_C, ra = 1, rc = 0;
    for (; n; n >>= 1)
    {
        if (n & 1)
        {
            ra *= a;
            rc = rc * a + c;
        }
        c *= a + 1;
        a *= a;
    }
    return state * ra + rc;
}

static inline double Uniform(uint64_t *state)
{
    *state = *state * LCG_A + LCG_C;
    return ((*state >> 11) + 0.5) * (1.0 / 9007199254740992.0);
}

static void FillNormals(uint64_t *state, double *z, int n)
{
    for (int i = 0; i < n; i += 2)
    {
        double u1 = Uniform(state), u2 = Uniform(state);
        double r = sqrt(-2.0 * log(u1));
        z[i] = r * cos(2.0 * M_PI * u2);
        if (i + 1 < n)
            z[i + 1] = r * sin(2.0 * M_PI * u2);
    }
}

// ---- payoffs -------------------------------------------------------------
static double NormCdf(double x) { return 0.5 * erfc(-x / sqrt(2.0)); }

static double GeometricAsianExact(const MarketData *m, const Product *p, int steps)
{
    double dt = p->maturity / steps, n = steps;
    double mu = (m->rate - m->divYield - 0.5 * m->vol * m->vol) * dt * (n + 1) / 2.0;
    double var = m->vol * m->vol * dt * (n + 1) * (2 * n + 1) / (6.0 * n);
    double s = sqrt(var);
    double d2 = (log(m->spot / p->strike) + mu) / s, d1 = d2 + s;
    return exp(-m->rate * p->maturity) *
           (m->spot * exp(mu + 0.5 * var) * NormCdf(d1) - p->strike * NormCdf(d2));
}

static double PathPayoff(const MarketData *m, const Product *p, const double *z, int steps,
                         double *control, int *knocked)
{
    double dt = p->maturity / steps;
    double drift = (m->rate - m->divYield - 0.5 * m->vol * m->vol) * dt;
    double sig = m->vol * sqrt(dt);
    double x = log(m->spot), s = m->spot;
    double sum = 0.0, logSum = 0.0, top = s;

    *control = 0.0;
    *knocked = 0;
    for (int i = 0; i < steps; i++)
    {
        x += drift + sig * z[i];
        s = exp(x);
        if (p->kind == 0)
        {
            sum += s;
            logSum += x;
        }
        else if (p->kind == 1)
        {
            if (s >= p->barrier)
            {
                *knocked = 1;
                return 0.0;
            }
        }
        else if (s > top)
            top = s;
    }
    switch (p->kind)
    {
    case 0:
        *control = fmax(exp(logSum / steps) - p->strike, 0.0);
        return fmax(sum / steps - p->strike, 0.0);
    case 1:
        return fmax(s - p->strike, 0.0);
    default:
        return top - s;
    }
}

// ---- pricing -------------------------------------------------------------
static Result Price(const MarketData *m, const Product *p, long paths, int steps, uint64_t seed)
{
    enum { BLOCK = 512 };
    double sy = 0, syy = 0, sx = 0, sxx = 0, sxy = 0;
    double df = exp(-m->rate * p->maturity);
    Result res = {0, 0, 0};

    double *ys = malloc(2 * paths * sizeof *ys), *cs = ys + paths;
    long knocked = 0;
    if (!ys)
    {
        fprintf(stderr, "out of memory\n");
        exit(EXIT_FAILURE);
    }
    uint64_t first = SeedRandom(seed), perPath = 2 * ((steps + 1) / 2);
#pragma omp parallel for schedule(dynamic) reduction(+ : knocked)
    for (long b = 0; b < paths; b += BLOCK)
    {
        double z[MAX_STEPS];
        uint64_t state = SkipRandom(first, b * perPath);
        long end = b + BLOCK < paths ? b + BLOCK : paths;
        for (long k = b; k < end; k++)
        {
            double c;
            int ko;
            FillNormals(&state, z, steps);
            ys[k] = df * PathPayoff(m, p, z, steps, &c, &ko);
            cs[k] = c * df;
            knocked += ko;
        }
    }
    res.knocked = knocked;
    // summed in path order: the result does not depend on the threads
    for (long k = 0; k < paths; k++)
    {
        double y = ys[k], c = cs[k];
        sy += y;
        syy += y * y;
        sx += c;
        sxx += c * c;
        sxy += c * y;
    }
    free(ys);
    double my = sy / paths, mx = sx / paths;
    double vy = syy / paths - my * my, vx = sxx / paths - mx * mx;
    double cov = sxy / paths - mx * my;
    res.price = my;
    if (p->kind == 0 && vx > 0)
    {
        double beta = cov / vx;
        res.price = my - beta * (mx - GeometricAsianExact(m, p, steps));
        vy -= cov * beta;
    }
    res.stdErr = sqrt(fmax(vy, 0.0) / paths);
    return res;
}

int main(int argc, char *argv[])
{
    long paths = argc > 1 ? atol(argv[1]) : 160000;
    int steps = argc > 2 ? atoi(argv[2]) : 52;
    if (paths < 2 || steps < 1 || steps > MAX_STEPS)
    {
        fprintf(stderr, "bad arguments\n");
        return EXIT_FAILURE;
    }

    MarketData mkt = {100.0, 0.03, 0.25, 0.01};
    Product book[] = {
        {"asian call 100", 0, 100.0, 0.0, 1.0},
        {"up-and-out call 95/140", 1, 95.0, 140.0, 0.75},
        {"lookback put", 2, 0.0, 0.0, 0.5},
    };
    const int n = sizeof book / sizeof book[0];
    struct timespec a, b;
    clock_gettime(CLOCK_MONOTONIC, &a);

    double total = 0.0;
    for (int i = 0; i < n; i++)
    {
        Result base = Price(&mkt, &book[i], paths, steps, 1000 + i);
        // bump and revalue on the same random numbers, quarter of the paths
        MarketData up = mkt, dn = mkt;
        up.spot *= 1.01;
        dn.spot *= 0.99;
        Result ru = Price(&up, &book[i], paths / 4, steps, 7);
        Result rd = Price(&dn, &book[i], paths / 4, steps, 7);
        printf("%-24s price %.10f +- %.8f delta %.8f knocked %ld\n", book[i].name, base.price,
               base.stdErr, (ru.price - rd.price) / (0.02 * mkt.spot), base.knocked);
        total += base.price;
    }
    printf("book value %.12f\n", total);

    clock_gettime(CLOCK_MONOTONIC, &b);
    fprintf(stderr, "elapsed %.3f s\n", (b.tv_sec - a.tv_sec) + 1e-9 * (b.tv_nsec - a.tv_nsec));
    return EXIT_SUCCESS;
}
