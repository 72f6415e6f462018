/* starxref - cross-identify two star catalogues of different epochs.
 * usage: starxref [stars] [radius-arcsec] [seed]
 * Catalogue B is a later survey of the same sky: proper motion has moved the
 * stars, some are missing and there are spurious detections.  Stars are put
 * in declination zones sorted by right ascension; matches must be mutual. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>
#include <stdint.h>

#define PI      3.14159265358979323846
#define NZONE   720
#define EPOCH   15.5                    /* years between the surveys */

typedef struct star {
    double ra, dec;                     /* degrees */
    float mag, pmra, pmdec;             /* arcsec / year */
    int id, truth;
    int best;                           /* index of best partner, -1 none */
    int ncand;
    double sep;
} star;

typedef struct {
    star *s;
    int n, cap;
    int first[NZONE + 1];               /* zone boundaries after sorting */
} catalog;

static uint64_t rs;
static double frand(void)
{
    rs ^= rs >> 12; rs ^= rs << 25; rs ^= rs >> 27;
    return (double)((rs * 2685821657736338717ULL) >> 11) / 9007199254740992.0;
}
static double gauss(void)
{
    double s = 0;
    for (int i = 0; i < 6; i++) s += frand();
    return (s - 3.0) * 1.41421356;
}

static void append(catalog *c, const star *s)
{
    if (c->n >= c->cap) {
        c->cap = c->cap ? c->cap + c->cap / 2 : 1024;
        star *t = realloc(c->s, c->cap * sizeof *t);
        if (!t) { fprintf(stderr, "starxref: out of memory\n"); exit(1); }
        c->s = t;
    }
    c->s[c->n++] = *s;
}

static int zone_of(double dec)
{
    int z = (int)((dec + 90.0) * (NZONE / 180.0));
    return z < 0 ? 0 : z >= NZONE ? NZONE - 1 : z;
}

static int cmp_zone_ra(const void *a, const void *b)
{
    const star *p = a, *q = b;
    int zp = zone_of(p->dec), zq = zone_of(q->dec);
    if (zp != zq) return zp - zq;
    if (p->ra != q->ra) return p->ra < q->ra ? -1 : 1;
    return p->id - q->id;
}

static void build(catalog *c)
{
    int z = 0;
    qsort(c->s, c->n, sizeof *c->s, cmp_zone_ra);
    for (int i = 0; i < c->n; i++)
        while (z <= zone_of(c->s[i].dec)) c->first[z++] = i;
    while (z <= NZONE) c->first[z++] = c->n;
}

static int lower(const catalog *c, int lo, int hi, double ra)
{
    while (lo < hi) {
        int m = lo + (hi - lo) / 2;
        if (c->s[m].ra < ra) lo = m + 1; else hi = m;
    }
    return lo;
}

static double separation(double ra1, double dec1, double ra2, double dec2)
{
    double d1 = dec1 * PI / 180, d2 = dec2 * PI / 180;
    double a = sin((d2 - d1) / 2), b = sin((ra2 - ra1) * PI / 360);
    double h = a * a + cos(d1) * cos(d2) * b * b;
    return 2 * asin(sqrt(h > 1 ? 1 : h)) * 180 / PI * 3600;
}

/* scan part of a zone; score = separation inflated by magnitude disagreement */
static void scan(const catalog *c, int from, int to, double ra_end, double ra, double dec, double mag, double radius, star *s,
                 double *score)
{
    for (int i = from; i < to; i++) {
        const star *t = c->s + i;
        if (t->ra > ra_end) break;
        if (fabs(t->dec - dec) * 3600 > radius) continue;
        double d = separation(ra, dec, t->ra, t->dec);
        if (d > radius) continue;
        s->ncand++;
        double dm = t->mag - mag, w = d * (1.0 + dm * dm);
        if (w < *score) { *score = w; s->best = i; s->sep = d; }
    }
}

static void match_star(star *s, const catalog *c, double dt, double radius)
{
    double cd = cos(s->dec * PI / 180), deg = radius / 3600, score = 1e30;
    double dec = s->dec + s->pmdec * dt / 3600, ra = s->ra + (cd > 1e-6 ? s->pmra * dt / 3600 / cd : 0);
    if (ra < 0) ra += 360; else if (ra >= 360) ra -= 360;
    double width = cd > 0.01 ? deg / cd * 1.05 : 360;
    s->best = -1; s->ncand = 0; s->sep = 0;
    for (int z = zone_of(dec - deg); z <= zone_of(dec + deg); z++) {
        int lo = c->first[z], hi = c->first[z + 1];
        double a = ra - width, b = ra + width;
        if (b - a >= 360) { scan(c, lo, hi, 1e9, ra, dec, s->mag, radius, s, &score); continue; }
        scan(c, lower(c, lo, hi, a), hi, b, ra, dec, s->mag, radius, s, &score);
        if (a < 0) scan(c, lower(c, lo, hi, a + 360), hi, 360, ra, dec, s->mag, radius, s, &score);
        if (b >= 360) scan(c, lo, hi, b - 360, ra, dec, s->mag, radius, s, &score);
    }
}

static void observe(catalog *a, catalog *b, int n)
{
    for (int i = 0; i < n; i++) {
        star s;
        memset(&s, 0, sizeof s);
        s.dec = 40.0 + 6.0 * (frand() - 0.5) * (1 + 3 * frand());
        s.ra = fmod(357.0 + 10.0 * frand(), 360.0);
        s.mag = (float)(20.0 - 8.0 * frand() * frand());
        double g = frand() < 0.08 ? 0.35 : 0.04;
        s.pmra = (float)(g * gauss()); s.pmdec = (float)(g * gauss());
        s.id = s.truth = i; s.best = -1;
        append(a, &s);
        if (frand() < 0.93) {
            star t = s;
            t.dec += (s.pmdec * EPOCH + 0.12 * gauss()) / 3600;
            t.ra = fmod(s.ra + (s.pmra * EPOCH + 0.12 * gauss()) / 3600 / cos(s.dec * PI / 180) + 360.0, 360.0);
            t.mag += (float)(0.15 * gauss());
            t.pmra += (float)(0.01 * gauss()); t.pmdec += (float)(0.01 * gauss());
            t.id = b->n;
            append(b, &t);
        }
        if (frand() < 0.06) {
            star t = s;
            t.dec = 40.0 + 6.0 * (frand() - 0.5);
            t.pmra = t.pmdec = 0;
            t.id = b->n; t.truth = -1;
            append(b, &t);
        }
    }
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 110000;
    double radius = argc > 2 ? atof(argv[2]) : 420.0;
    rs = argc > 3 ? strtoull(argv[3], NULL, 10) * 2 + 1 : 20001;
    catalog *a = calloc(1, sizeof *a), *b = calloc(1, sizeof *b);
    if (!a || !b || n < 1) return 1;
    observe(a, b, n);
#pragma omp parallel sections
    {
#pragma omp section
        build(a);
#pragma omp section
        build(b);
    }
    /* the search of one side writes only best/ncand/sep of that side, and reads
     * none of these on the other, so both directions may run together */
#pragma omp parallel
    {
#pragma omp for schedule(dynamic, 256) nowait
        for (int i = 0; i < a->n; i++) match_star(&a->s[i], b, EPOCH, radius);
#pragma omp for schedule(dynamic, 256)
        for (int i = 0; i < b->n; i++) match_star(&b->s[i], a, -EPOCH, radius);
    }

    long mutual = 0, right = 0, oneway = 0, none = 0, cands = 0, hist[20] = { 0 };
    double sum = 0, sq = 0, dmag = 0;
    int crowded = 0;
    for (int i = 0; i < a->n; i++) {
        const star *s = &a->s[i];
        cands += s->ncand;
        if (s->ncand > a->s[crowded].ncand) crowded = i;
        if (s->best < 0) { none++; continue; }
        const star *t = &b->s[s->best];
        if (t->best != i) { oneway++; continue; }
        mutual++;
        right += t->truth == s->truth;
        sum += s->sep; sq += s->sep * s->sep;
        dmag += t->mag - s->mag;
        int k = (int)(s->sep * 10);
        hist[k < 20 ? k : 19]++;
    }
    printf("A %d B %d candidates %ld: mutual %ld (%ld right) one-way %ld unmatched %ld\n", a->n, b->n, cands, mutual, right,
           oneway, none);
    if (mutual) printf("separation mean %.12f rms %.12f mean dmag %.12f\n", sum / mutual, sqrt(sq / mutual), dmag / mutual);
    for (int k = 0; k < 20; k++) printf("%ld%c", hist[k], k == 19 ? '\n' : ' ');
    printf("most crowded: star %d at %.8f %+.8f with %d candidates\n", a->s[crowded].id, a->s[crowded].ra,
           a->s[crowded].dec, a->s[crowded].ncand);
    free(a->s); free(b->s); free(a); free(b);
    return 0;
}
