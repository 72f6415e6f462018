/* cropyld - seasonal crop-yield model for a farm register.
 * usage: cropyld [fields] [years] [seed]
 * Daily degree-day growth with a two-layer soil-water bucket; for each field
 * the sowing date with the best mean yield over the weather record is chosen. */
#include <stdio.h>
#include <stdlib.h>
#include <math.h>

#define NSTATION 10
#define NDATE    9

typedef struct { float tmin, tmax, rain, rad; } Day;

typedef struct { Day *days; int nyears; double lat; } Station;

typedef struct Crop {
    const char *name;
    double tbase, tu_emerge, tu_flower, tu_mature, rue, hi;
    double (*cover)(const struct Crop *, double tu);
} Crop;

typedef struct {
    int crop, station;
    double top_cap, sub_cap, ksat, area;
    int best_date;
    double best_yield, risk;
} Field;

static unsigned long long seed;
static double frand(void)
{
    seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
    return (double)(seed >> 33) / 2147483648.0;
}

static double cover_linear(const Crop *c, double tu)
{
    double f = (tu - c->tu_emerge) / (c->tu_flower - c->tu_emerge);
    if (f < 0) return 0;
    if (tu > c->tu_flower) f = 1.0 - 0.6 * (tu - c->tu_flower) / (c->tu_mature - c->tu_flower);
    return f > 1 ? 1 : f;
}
static double cover_logistic(const Crop *c, double tu)
{
    double x = (tu - 0.5 * (c->tu_emerge + c->tu_flower)) / (0.12 * c->tu_flower);
    return 0.97 / (1.0 + exp(-x));
}
static double cover_root(const Crop *c, double tu)
{
    return tu < c->tu_emerge ? 0.0 : 0.9 * sqrt((tu - c->tu_emerge) / (c->tu_mature - c->tu_emerge));
}

static const Crop crops[] = {
    { "barley", 2.0, 110, 820, 1350, 1.25, 0.46, cover_linear },
    { "maize", 8.0, 80, 780, 1450, 1.75, 0.50, cover_logistic },
    { "beet", 3.0, 120, 900, 2100, 1.55, 0.62, cover_root },
    { "sunflower", 6.5, 95, 760, 1300, 1.30, 0.33, cover_logistic },
};
#define NCROP ((int)(sizeof crops / sizeof crops[0]))

static void make_station(Station *st, int years)
{
    st->lat = 42.0 + 10.0 * frand();
    st->nyears = years;
    st->days = malloc((size_t)years * 365 * sizeof *st->days);
    if (!st->days) exit(1);
    Day *d = st->days;
    double wet = 0.3, base = 10.0 - (st->lat - 42.0) * 0.5;
    for (int y = 0; y < years; y++) {
        double anomaly = 2.0 * (frand() - 0.5);
        for (int j = 0; j < 365; j++, d++) {
            double s = sin((j - 105) * 0.0172142);
            double mean = base + 10.5 * s + anomaly + 6.0 * (frand() - 0.5);
            double amp = 3.0 + 4.0 * frand();
            int rainy = frand() < wet;
            wet = rainy ? 0.55 : 0.22;
            d->tmin = (float)(mean - amp);
            d->tmax = (float)(mean + amp);
            d->rain = rainy ? (float)(-6.0 * log(1.0 - frand() * 0.999)) : 0.0f;
            d->rad = (float)((11.0 + 9.0 * s) * (rainy ? 0.55 : 1.0));
        }
    }
}

/* state of the season being run */
static struct { double top, sub, tu, biomass, stress_sum; int days; } S;

static int step(const Field *f, const Crop *c, const Day *d)
{
    double t = 0.5 * (d->tmin + d->tmax), cov = c->cover(c, S.tu);
    double et0 = 0.0023 * (t + 17.8) * sqrt((double)d->tmax - d->tmin) * d->rad * 0.408;
    if (et0 < 0) et0 = 0;
    double in = d->rain, run = 0;
    if (in > f->ksat) { run = 0.7 * (in - f->ksat); in -= run; }
    S.top += in;
    if (S.top > f->top_cap) {
        S.sub += S.top - f->top_cap;
        S.top = f->top_cap;
        if (S.sub > f->sub_cap) S.sub = f->sub_cap;
    }
    double evap = (1.0 - cov) * et0 * 0.4 * (S.top / f->top_cap);
    double demand = cov * et0 * 1.1, got = 0;
    double a = S.top / f->top_cap, b = S.sub / f->sub_cap;
    got = demand * fmin(1.0, 1.6 * (0.4 * a + 0.6 * b));
    S.top -= evap + 0.4 * got; if (S.top < 0) S.top = 0;
    S.sub -= 0.6 * got;        if (S.sub < 0) S.sub = 0;
    double ws = demand > 1e-9 ? got / demand : 1.0;
    double tf = t <= c->tbase ? 0 : t > 33 ? 0.2 : 1.0 - pow(fabs(t - 21.0) / 24.0, 1.7);
    if (tf > 0) S.biomass += c->rue * d->rad * 0.5 * cov * ws * tf;
    S.stress_sum += 1.0 - ws;
    S.days++;
    if (t > c->tbase) S.tu += t - c->tbase;
    if (d->tmin < -4.0f && S.tu > c->tu_emerge) S.biomass *= 0.8;
    return S.tu < c->tu_mature;
}

static double season(const Field *f, const Station *st, int year, int sow)
{
    const Crop *c = &crops[f->crop];
    const Day *d = st->days + year * 365 + sow, *end = st->days + (year + 1) * 365;
    S.top = 0.8 * f->top_cap; S.sub = 0.9 * f->sub_cap;
    S.tu = S.biomass = S.stress_sum = 0; S.days = 0;
    while (d < end && step(f, c, d)) d++;
    double ripe = S.tu >= c->tu_mature ? 1.0 : S.tu / c->tu_mature * 0.7;
    return S.biomass * 0.01 * c->hi * ripe * (1.0 - 0.3 * S.stress_sum / S.days);
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 640, years = argc > 2 ? atoi(argv[2]) : 20;
    seed = argc > 3 ? strtoull(argv[3], NULL, 10) : 1961;
    Station st[NSTATION];
    double total[NCROP] = { 0 }, area[NCROP] = { 0 }, worst = 0;
    int hist[NCROP][NDATE] = { { 0 } }, risky = -1;
    if (n < 1 || years < 1) return 1;

    for (int i = 0; i < NSTATION; i++) make_station(&st[i], years);
    Field *fields = malloc(n * sizeof *fields);
    if (!fields) return 1;
    for (Field *f = fields; f < fields + n; f++) {
        f->crop = (int)(frand() * NCROP);
        f->station = (int)(frand() * NSTATION);
        f->top_cap = 25 + 30 * frand();
        f->sub_cap = 60 + 90 * frand();
        f->ksat = 12 + 25 * frand();
        f->area = 0.5 + 14 * frand() * frand();
    }

    for (Field *f = fields; f < fields + n; f++) {
        f->best_yield = -1;
        for (int k = 0; k < NDATE; k++) {
            double sum = 0, sq = 0;
            for (int y = 0; y < years; y++) {
                double v = season(f, &st[f->station], y, 60 + 10 * k);
                sum += v; sq += v * v;
            }
            double mean = sum / years;
            if (mean > f->best_yield) {
                f->best_yield = mean;
                f->best_date = k;
                f->risk = sqrt(fmax(0, sq / years - mean * mean)) / (mean + 1e-9);
            }
        }
        total[f->crop] += f->best_yield * f->area;
        area[f->crop] += f->area;
        hist[f->crop][f->best_date]++;
        if (f->risk > worst) { worst = f->risk; risky = (int)(f - fields); }
    }

    for (int c = 0; c < NCROP; c++) {
        printf("%-10s area %9.3f ha production %12.6f t mean %.6f t/ha dates", crops[c].name, area[c], total[c],
               area[c] > 0 ? total[c] / area[c] : 0.0);
        for (int k = 0; k < NDATE; k++) printf(" %d", hist[c][k]);
        putchar('\n');
    }
    printf("riskiest field %d cv %.9f\n", risky, worst);
    for (int i = 0; i < NSTATION; i++) free(st[i].days);
    free(fields);
    return 0;
}
