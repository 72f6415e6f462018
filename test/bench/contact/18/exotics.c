/*
 * exotics: values a book of equity options.  Each contract line is parsed
 * from a term sheet, then priced by the model its payoff asks for: binomial
 * tree (American), Crank-Nicolson grid (barrier) or Monte Carlo (Asian,
 * lookback).  Finally greeks by bump and revalue.
 */
#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct contract contract;
typedef double (*pricer)(const contract *c, double spot, double vol);

struct contract {
    char kind[12];
    char cp;                /* C or P */
    double spot, strike, vol, rate, expiry, barrier;
    int qty;
    pricer price;
    double value, delta, vega;
};

static double intrinsic(const contract *c, double s)
{
    double v = c->cp == 'C' ? s - c->strike : c->strike - s;
    return v > 0 ? v : 0;
}

/* ---- American: Cox-Ross-Rubinstein ---- */
#define TREE_STEPS 400
static double tree_node[TREE_STEPS + 1];

static double price_american(const contract *c, double spot, double vol)
{
    double dt = c->expiry / TREE_STEPS;
    double up = exp(vol * sqrt(dt)), down = 1 / up;
    double disc = exp(-c->rate * dt), p = (1 / disc - down) / (up - down);
    for (int i = 0; i <= TREE_STEPS; i++)
        tree_node[i] = intrinsic(c, spot * pow(up, 2 * i - TREE_STEPS));
    for (int n = TREE_STEPS - 1; n >= 0; n--) {
        double s = spot * pow(down, n);
        for (int i = 0; i <= n; i++) {
            double hold = disc * (p * tree_node[i + 1] + (1 - p) * tree_node[i]);
            double ex = intrinsic(c, s);
            tree_node[i] = hold > ex ? hold : ex;
            s *= up * up;
        }
    }
    return tree_node[0];
}

/* ---- knock-out barrier: Crank-Nicolson in log spot ---- */
#define GRID 240
#define TIME_STEPS 120
static double v[GRID + 1], rhs[GRID + 1], cp[GRID + 1];

static double price_barrier(const contract *c, double spot, double vol)
{
    /* the barrier is one edge of the grid */
    double lo, hi;
    if (c->barrier < c->strike) {
        lo = log(c->barrier);
        hi = log(spot) + 6 * vol * sqrt(c->expiry);
    } else {
        hi = log(c->barrier);
        lo = log(spot) - 6 * vol * sqrt(c->expiry);
    }
    double dx = (hi - lo) / GRID, dt = c->expiry / TIME_STEPS;
    double nu = c->rate - 0.5 * vol * vol;
    double a = 0.25 * dt * (vol * vol / (dx * dx) - nu / dx);
    double b = -0.5 * dt * (vol * vol / (dx * dx) + c->rate);
    double d = 0.25 * dt * (vol * vol / (dx * dx) + nu / dx);

    if (log(spot) <= lo || log(spot) >= hi) return 0;
    for (int i = 0; i <= GRID; i++) v[i] = intrinsic(c, exp(lo + i * dx));
    v[c->barrier < c->strike ? 0 : GRID] = 0;
    for (int t = 0; t < TIME_STEPS; t++) {
        cp[0] = 0;
        rhs[0] = v[0];
        for (int i = 1; i < GRID; i++) {
            double r = a * v[i - 1] + (1 + b) * v[i] + d * v[i + 1];
            double m = 1 / ((1 - b) + a * cp[i - 1]);
            cp[i] = -d * m;
            rhs[i] = (r + a * rhs[i - 1]) * m;
        }
        for (int i = GRID - 1; i > 0; i--) v[i] = rhs[i] - cp[i] * v[i + 1];
    }
    double x = (log(spot) - lo) / dx;
    int i = (int)x;
    return v[i] + (x - i) * (v[i + 1] - v[i]);
}

/* ---- Monte Carlo ---- */
static unsigned long long mc_state;

static double mc_uniform(void)
{
    mc_state ^= mc_state >> 12;
    mc_state ^= mc_state << 25;
    mc_state ^= mc_state >> 27;
    return ((mc_state * 2685821657736338717ULL >> 12) + 0.5) / 4503599627370496.0;
}

static double mc_price(const contract *c, double spot, double vol, int lookback)
{
    enum { PATHS = 1500, DATES = 32 };
    double dt = c->expiry / DATES, drift = (c->rate - 0.5 * vol * vol) * dt, sd = vol * sqrt(dt);
    double sum = 0;
    mc_state = 0x853c49e6748fea9bULL;       /* common random numbers */
    for (int k = 0; k < PATHS; k++) {
        double z[DATES];
        for (int i = 0; i < DATES; i += 2) {
            double r = sqrt(-2 * log(mc_uniform())), th = 2 * M_PI * mc_uniform();
            z[i] = r * cos(th);
            z[i + 1] = r * sin(th);
        }
        for (int sign = -1; sign <= 1; sign += 2) {
            double s = spot, acc = 0, ext = spot;
            for (int i = 0; i < DATES; i++) {
                s *= exp(drift + sign * sd * z[i]);
                acc += s;
                if (c->cp == 'C' ? s > ext : s < ext) ext = s;
            }
            sum += intrinsic(c, lookback ? ext : acc / DATES);
        }
    }
    return exp(-c->rate * c->expiry) * sum / (2.0 * PATHS);
}

static double price_asian(const contract *c, double s, double vol) { return mc_price(c, s, vol, 0); }
static double price_lookback(const contract *c, double s, double vol) { return mc_price(c, s, vol, 1); }

static const struct { const char *kind; pricer fn; } models[] = {
    { "american", price_american }, { "barrier", price_barrier },
    { "asian", price_asian }, { "lookback", price_lookback },
};

static int parse_contract(const char *line, contract *c)
{
    memset(c, 0, sizeof *c);
    int n = sscanf(line, "%11[a-z] %c S=%lf K=%lf v=%lf r=%lf T=%lf B=%lf x%d", c->kind, &c->cp, &c->spot,
                   &c->strike, &c->vol, &c->rate, &c->expiry, &c->barrier, &c->qty);
    if (n != 9) return EINVAL;
    if (c->vol <= 0 || c->expiry <= 0 || c->spot <= 0) return ERANGE;
    for (size_t i = 0; i < sizeof models / sizeof *models; i++)
        if (strcmp(models[i].kind, c->kind) == 0) c->price = models[i].fn;
    return c->price ? 0 : ENOENT;
}

static void term_sheet(char *buf, size_t size, int k)
{
    unsigned h = (k + 1) * 2654435761u;
    static const char *const kinds[] = { "american", "barrier", "asian", "american", "lookback", "swing" };
    const char *kind = kinds[h >> 29 > 5 ? 0 : (h >> 29)];
    double strike = 80 + (h >> 7) % 41, barrier = (h >> 3 & 1) ? 60 : 150;
    snprintf(buf, size, "%s %c S=%.2f K=%.2f v=%.3f r=%.3f T=%.2f B=%.1f x%d", kind, (h >> 5 & 1) ? 'C' : 'P',
             95 + (h >> 11) % 1000 / 100.0, strike, 0.12 + (h >> 13) % 30 / 100.0, 0.01 + (h >> 17) % 5 / 100.0,
             (h & 0x3f00) == 0 ? -1.0 : 0.25 + (h >> 19) % 8 / 4.0, barrier, (int)((h >> 9) % 200) - 80);
}

static void revalue(contract *c)
{
    double h = 0.01 * c->spot;
    c->value = c->price(c, c->spot, c->vol);
    c->delta = (c->price(c, c->spot + h, c->vol) - c->price(c, c->spot - h, c->vol)) / (2 * h);
    c->vega = (c->price(c, c->spot, c->vol + 0.01) - c->value) / 0.01;
}

int main(int argc, char **argv)
{
    int lines = argc > 1 ? atoi(argv[1]) : 330, n = 0, bad = 0;
    contract *book = calloc(lines > 0 ? lines : 1, sizeof *book);
    if (!book) return 1;
    for (int k = 0; k < lines; k++) {
        char text[160];
        term_sheet(text, sizeof text, k);
        int err = parse_contract(text, &book[n]);
        if (err) {
            if (bad++ < 3) printf("line %d rejected (%s): %s\n", k + 1, err == ENOENT ? "model" : "terms", text);
        } else
            n++;
    }
    for (int i = 0; i < n; i++) revalue(&book[i]);

    double pv = 0, delta = 0, vega = 0;
    for (int i = 0; i < n; i++) {
        const contract *c = &book[i];
        if (i < 8) printf("%-9s %c K %6.2f  value %.8f delta %.6f vega %.6f\n", c->kind, c->cp, c->strike, c->value, c->delta, c->vega);
        pv += c->qty * c->value;
        delta += c->qty * c->delta;
        vega += c->qty * c->vega;
    }
    printf("%d contracts, %d rejected: pv %.6f delta %.6f vega %.6f\n", n, bad, pv, delta, vega);
    free(book);
    return 0;
}
