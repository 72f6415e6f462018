/* amerpx - revalue a book of American options on lattices.
 * The book is CSV text (generated); for each line: implied volatility from the
 * quoted price by bisection + secant, then value and greeks, then two stress runs.
 * usage: amerpx [contracts] [steps] */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>

#define MAXSTEPS 2000
#define MAXDIV 4
#define MAXLINE 256

struct option {
    char sym[8];
    int is_put, qty, ndiv;
    double spot, strike, years, rate, quote;
    double div_t[MAXDIV], div_amt[MAXDIV];
};

struct result { double vol, value, delta, gamma, vega, stress_up, stress_down; int iters, status; };
enum { ST_OK, ST_INTRINSIC, ST_NOCONV };

static int steps;
static double value_at[MAXSTEPS + 1];
static double spot_at[2 * MAXSTEPS + 1];

static unsigned long long rng = 0xC0FFEE;
static double uniform(double lo, double hi)
{
    rng = rng * 6364136223846793005ULL + 1442695040888963407ULL;
    return lo + (hi - lo) * (double)(rng >> 40) / 16777216.0;
}

static char *generate_book(int n)
{
    char *text = malloc((size_t)n * MAXLINE + 1), *p = text;
    if (!text) return NULL;
    for (int i = 0; i < n; i++) {
        double s = uniform(20, 200), k = s * uniform(0.8, 1.2), t = uniform(0.1, 2.0);
        int put = uniform(0, 1) < 0.6;
        double intr = put ? k - s : s - k;
        double q = (intr > 0 ? intr : 0) + s * uniform(-0.002, 0.12) * sqrt(t);
        p += sprintf(p, "T%03d,%c,%d,%.2f,%.2f,%.3f,%.4f,%.3f", i % 1000, put ? 'P' : 'C', (int)uniform(-50, 50), s, k, t, uniform(0.005, 0.06), q > 0.01 ? q : 0.01);
        int nd = (int)uniform(0, 3.5);
        for (int d = 0; d < nd; d++)
            p += sprintf(p, ",%.2f:%.2f", t * (d + 0.5) / nd, s * uniform(0.002, 0.012));
        *p++ = '\n';
    }
    *p = 0;
    return text;
}

static int parse_line(const char *line, struct option *o)
{
    char type;
    int used = 0;
    memset(o, 0, sizeof *o);
    if (sscanf(line, "%7[^,],%c,%d,%lf,%lf,%lf,%lf,%lf%n", o->sym, &type, &o->qty, &o->spot,
               &o->strike, &o->years, &o->rate, &o->quote, &used) != 8)
        return -1;
    o->is_put = type == 'P';
    for (line += used; *line == ','; line += used) {
        if (o->ndiv == MAXDIV || sscanf(line, ",%lf:%lf%n", &o->div_t[o->ndiv], &o->div_amt[o->ndiv], &used) != 2)
            return -1;
        o->ndiv++;
    }
    return 0;
}

static double payoff(const struct option *o, double s)
{
    double v = o->is_put ? o->strike - s : s - o->strike;
    return v > 0 ? v : 0;
}

/* present value at time t of dividends still to come */
static double pv_divs(const struct option *o, double t)
{
    double pv = 0;
    for (int i = 0; i < o->ndiv; i++)
        if (o->div_t[i] > t)
            pv += o->div_amt[i] * exp(-o->rate * (o->div_t[i] - t));
    return pv;
}

/* CRR lattice on the dividend-stripped spot. gd, if given, gets delta and gamma. */
static double lattice(const struct option *o, double spot, double vol, double *gd)
{
    double dt = o->years / steps, u = exp(vol * sqrt(dt)), disc = exp(-o->rate * dt);
    double p = (exp(o->rate * dt) - 1 / u) / (u - 1 / u);
    double base = spot - pv_divs(o, 0), node[3] = { 0 };
    if (p < 0) p = 0;
    if (p > 1) p = 1;
    spot_at[steps] = base;
    for (int i = 1; i <= steps; i++) {
        spot_at[steps + i] = spot_at[steps + i - 1] * u;
        spot_at[steps - i] = spot_at[steps - i + 1] / u;
    }
    for (int j = 0; j <= steps; j++)
        value_at[j] = payoff(o, spot_at[2 * j]);
    for (int i = steps - 1; i >= 0; i--) {
        double pv = pv_divs(o, i * dt);
        for (int j = 0; j <= i; j++) {
            double hold = disc * (p * value_at[j + 1] + (1 - p) * value_at[j]);
            double now = payoff(o, spot_at[steps - i + 2 * j] + pv);
            value_at[j] = hold > now ? hold : now;
        }
        if (i == 2 && gd)
            for (int j = 0; j < 3; j++) node[j] = value_at[j];
    }
    if (gd) {
        double s0 = spot_at[steps - 2], s1 = spot_at[steps], s2 = spot_at[steps + 2];
        double d1 = (node[2] - node[1]) / (s2 - s1), d0 = (node[1] - node[0]) / (s1 - s0);
        gd[0] = (node[2] - node[0]) / (s2 - s0);
        gd[1] = (d1 - d0) / (0.5 * (s2 - s0));
    }
    return value_at[0];
}

static int implied_vol(const struct option *o, double *vol, int *iters)
{
    double lo = 0.02, hi = 1.5, flo = lattice(o, o->spot, lo, NULL) - o->quote, fhi;
    *iters = 1;
    *vol = lo;
    if (flo >= 0) return ST_INTRINSIC;
    fhi = lattice(o, o->spot, hi, NULL) - o->quote;
    *vol = hi;
    if (fhi <= 0) return ST_NOCONV;
    for (*iters = 2; *iters < 40; ++*iters) {
        double x = lo - flo * (hi - lo) / (fhi - flo);
        if (*iters % 3 == 0 || x <= lo || x >= hi) x = 0.5 * (lo + hi);
        double f = lattice(o, o->spot, x, NULL) - o->quote;
        *vol = x;
        if (fabs(f) < 1e-5 * o->quote || hi - lo < 1e-6) return ST_OK;
        if (f < 0) { lo = x; flo = f; }
        else { hi = x; fhi = f; }
    }
    return ST_NOCONV;
}

static struct result revalue(const struct option *o)
{
    struct result r = { 0 };
    double gd[2];
    r.status = implied_vol(o, &r.vol, &r.iters);
    r.value = lattice(o, o->spot, r.vol, gd);
    r.delta = gd[0];
    r.gamma = gd[1];
    r.vega = (lattice(o, o->spot, r.vol + 0.01, NULL) - r.value) / 0.01;
    r.stress_up = lattice(o, o->spot * 1.1, r.vol * 0.9, NULL) - r.value;
    r.stress_down = lattice(o, o->spot * 0.85, r.vol * 1.4, NULL) - r.value;
    return r;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 3200, count = 0, bad = 0, status[3] = { 0 };
    long iters = 0;
    struct result tot = { 0 }, worst = { 0 };
    char worst_sym[8] = "";
    steps = argc > 2 ? atoi(argv[2]) : 300;
    if (n < 1 || steps < 3 || steps > MAXSTEPS) {
        fprintf(stderr, "usage: amerpx [contracts] [steps 3..%d]\n", MAXSTEPS);
        return 2;
    }
    char *book = generate_book(n);
    if (!book) { perror("amerpx"); return 1; }
    for (char *line = strtok(book, "\n"); line; line = strtok(NULL, "\n")) {
        struct option o;
        if (parse_line(line, &o)) { bad++; continue; }
        if (o.qty == 0) continue;
        struct result r = revalue(&o);
        count++;
        status[r.status]++;
        iters += r.iters;
        tot.value += o.qty * r.value;
        tot.delta += o.qty * r.delta * o.spot;
        tot.gamma += o.qty * r.gamma;
        tot.vega += o.qty * r.vega;
        tot.stress_up += o.qty * r.stress_up;
        tot.stress_down += o.qty * r.stress_down;
        tot.vol += r.vol;
        if (o.qty * r.stress_down < worst.stress_down) {
            worst = r;
            worst.stress_down = o.qty * r.stress_down;
            memcpy(worst_sym, o.sym, sizeof worst_sym);
        }
    }
    printf("contracts %d bad %d ok %d intrinsic %d noconv %d lattice iterations %ld\n", count, bad, status[0], status[1], status[2], iters);
    printf("value %.6f delta %.4f gamma %.6f vega %.4f\n", tot.value, tot.delta, tot.gamma, tot.vega);
    printf("stress up %.4f down %.4f mean vol %.6f\n", tot.stress_up, tot.stress_down, count ? tot.vol / count : 0);
    printf("worst line %s vol %.5f loss %.4f\n", worst_sym, worst.vol, worst.stress_down);
    free(book);
    return 0;
}
