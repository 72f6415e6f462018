/* XTAL - structure factors, powder pattern and electron density of a crystal.
 * Symmetry is given in the notation of the International Tables.
 * xtal [atoms] [d-min in 1/100 A] [grid]
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ctype.h>
#include <math.h>

#define TWOPI 6.28318530717958648
#define LAMBDA 1.54056
#define NBINS 6000              /* 0.02 degrees each */
#define MAXSYM 8

struct symop { int r[3][3]; double t[3]; };
struct atom  { double x[3], b; int type; };
struct refl  { int h, k, l; double s2, re, im; };
struct peak  { int x, y, z; double rho; struct peak *next; };

/* scattering factors, two Gaussians and a constant: C, N, O */
static const double ff[3][5] = {
    { 2.657, 14.781, 1.078, 0.777, 2.265 }, { 3.203, 9.860, 1.580, 0.415, 2.217 },
    { 3.486, 7.432, 2.090, 0.313, 2.424 }
};

static double cell[4] = { 11.24, 13.87, 16.51, 104.3 };        /* monoclinic: a b c beta */
static double recip[6], volume;
static struct symop sym[MAXSYM];
static int nsym;
static struct atom *atoms; static int natom;
static struct refl *refls; static int nrefl;
static double pattern[NBINS];

static void fail(const char *msg) { fprintf(stderr, "xtal: %s\n", msg); exit(2); }

/* parse one operator such as "-x,y+1/2,-z+1/2" */
static void add_symop(const char *s) {
    struct symop *o = &sym[nsym++];
    int row = 0, sign = 1;
    if (nsym > MAXSYM) fail("too many symmetry operators");
    memset(o, 0, sizeof *o);
    for (; *s; s++) {
        if (*s == ',') { row++; sign = 1; }
        else if (*s == '-') sign = -1;
        else if (*s == '+') sign = 1;
        else if (*s >= 'x' && *s <= 'z') o->r[row][*s - 'x'] = sign;
        else if (isdigit((unsigned char)*s) && s[1] == '/') { o->t[row] = sign * (s[0] - '0') / (double)(s[2] - '0'); s += 2; }
        else fail("bad symmetry operator");
    }
    if (row != 2) fail("symmetry operator needs three parts");
}

static void setup_cell(void) {
    double be = cell[3] * TWOPI / 360, sb = sin(be);
    volume = cell[0] * cell[1] * cell[2] * sb;
    recip[0] = 1 / (cell[0] * sb);
    recip[1] = 1 / cell[1];
    recip[2] = 1 / (cell[2] * sb);
    recip[3] = -2 * cos(be) * recip[0] * recip[2];              /* 2 a* c* cos(beta*) */
}

static double inv_d2(int h, int k, int l) {
    return h * h * recip[0] * recip[0] + k * k * recip[1] * recip[1] + l * l * recip[2] * recip[2] + h * l * recip[3];
}

static void build_molecule(int n) {
    unsigned s = 271828;
    int i, j;
    double p[3] = { 0.15, 0.2, 0.1 };
    natom = n;
    if (!(atoms = malloc(n * sizeof *atoms))) fail("no memory for atoms");
    for (i = 0; i < n; i++) {
        for (j = 0; j < 3; j++) {
            s = s * 1664525u + 1013904223u;
            p[j] += ((s >> 8) / 16777216.0 - 0.42) * 3.0 / cell[j];
            atoms[i].x[j] = p[j] - floor(p[j]);
        }
        s = s * 1664525u + 1013904223u;
        atoms[i].type = (s >> 20) % 5 > 2 ? (int)(s >> 28) % 3 : 0;
        atoms[i].b = 2.0 + (s >> 16) % 100 / 50.0;
    }
}

static int by_d(const void *pa, const void *pb) {
    const struct refl *a = pa, *b = pb;
    if (a->s2 != b->s2) return a->s2 < b->s2 ? -1 : 1;
    if (a->h != b->h) return a->h - b->h;
    return a->k != b->k ? a->k - b->k : a->l - b->l;
}

/* unique half of the limiting sphere */
static void list_reflections(double dmin) {
    int h, k, l, cap = 0;
    int mh = (int)(cell[0] / dmin) + 1, mk = (int)(cell[1] / dmin) + 1, ml = (int)(cell[2] / dmin) + 1;
    for (h = 0; h <= mh; h++)
        for (k = -mk; k <= mk; k++)
            for (l = -ml; l <= ml; l++) {
                double s2 = inv_d2(h, k, l);
                if (s2 > 1 / (dmin * dmin) || s2 == 0 || (h == 0 && (k < 0 || (k == 0 && l < 0)))) continue;
                if (nrefl == cap && !(refls = realloc(refls, (cap = cap ? 2 * cap : 1024) * sizeof *refls)))
                    fail("no memory for reflections");
                refls[nrefl++] = (struct refl){ h, k, l, s2, 0, 0 };
            }
    if (!nrefl) fail("no reflections");
    qsort(refls, nrefl, sizeof *refls, by_d);
}

static void structure_factor(struct refl *r) {
    double q = r->s2 / 4, f[3];
    int i, o;
    for (i = 0; i < 3; i++) f[i] = ff[i][0] * exp(-ff[i][1] * q) + ff[i][2] * exp(-ff[i][3] * q) + ff[i][4];
    r->re = r->im = 0;
    for (i = 0; i < natom; i++) {
        const struct atom *a = &atoms[i];
        double w = f[a->type] * exp(-a->b * q);
        for (o = 0; o < nsym; o++) {
            const struct symop *s = &sym[o];
            double ph = r->h * (s->r[0][0] * a->x[0] + s->r[0][1] * a->x[1] + s->r[0][2] * a->x[2] + s->t[0])
                      + r->k * (s->r[1][0] * a->x[0] + s->r[1][1] * a->x[1] + s->r[1][2] * a->x[2] + s->t[1])
                      + r->l * (s->r[2][0] * a->x[0] + s->r[2][1] * a->x[1] + s->r[2][2] * a->x[2] + s->t[2]);
            r->re += w * cos(TWOPI * ph);
            r->im += w * sin(TWOPI * ph);
        }
    }
}

/* add the pseudo-Voigt profile of one line to the pattern */
static void add_line(const struct refl *r) {
    double st = LAMBDA * sqrt(r->s2) / 2, tth, lp, in, fwhm;
    int i, lo, hi;
    if (st >= 0.85) return;
    tth = 2 * asin(st);
    lp = (1 + cos(tth) * cos(tth)) / (st * st * sqrt(1 - st * st));
    in = 2 * lp * (r->re * r->re + r->im * r->im);
    tth *= 360 / TWOPI;
    fwhm = 0.08 + 0.0006 * tth;
    lo = (int)((tth - 40 * fwhm) / 0.02); hi = (int)((tth + 40 * fwhm) / 0.02);
    if (lo < 0) lo = 0;
    if (hi >= NBINS) hi = NBINS - 1;
    for (i = lo; i <= hi; i++) {
        double d = 2 * (i * 0.02 - tth) / fwhm;
        pattern[i] += in * 0.6 / (1 + d * d);
        if (d * d < 60) pattern[i] += in * 0.4 * exp(-0.6931 * d * d);
    }
}

/* one plane z of the electron density, strong reflections only */
static void density_plane(double *rho, int n, int z, const double *ct, const double *st, double fmin) {
    int x, y, i;
    memset(rho, 0, (size_t)n * n * sizeof *rho);
    for (i = 0; i < nrefl; i++) {
        const struct refl *r = &refls[i];
        if (r->re * r->re + r->im * r->im < fmin * fmin) continue;
        for (y = 0; y < n; y++) {
            int p = (((r->k * y + r->l * z) % n) + n) % n, step = r->h % n;
            double *row = rho + (size_t)y * n;
            for (x = 0; x < n; x++) {
                row[x] += 2 / volume * (r->re * ct[p] + r->im * st[p]);
                p += step;
                if (p >= n) p -= n;
            }
        }
    }
}

static void insert_peak(struct peak **list, struct peak p) {
    struct peak *q;
    while (*list && (*list)->rho >= p.rho) list = &(*list)->next;
    if (!(q = malloc(sizeof *q))) fail("no memory for peaks");
    *q = p;
    q->next = *list;
    *list = q;
}

static int is_peak(const double *rho, int n, int x, int y, int z) {
    double v = rho[((size_t)z * n + y) * n + x];
    int dx, dy, dz;
    for (dz = -1; dz <= 1; dz++)
        for (dy = -1; dy <= 1; dy++)
            for (dx = -1; dx <= 1; dx++)
                if (rho[((size_t)((z + dz + n) % n) * n + (y + dy + n) % n) * n + (x + dx + n) % n] > v + 1e-9) return 0;
    return 1;
}

int main(int argc, char **argv) {
    int na = argc > 1 ? atoi(argv[1]) : 80, n = argc > 3 ? atoi(argv[3]) : 40, i, x, y, z, np = 0, bmax = 0;
    double dmin = (argc > 2 ? atoi(argv[2]) : 85) / 100.0, sum = 0, f2 = 0, *rho, *ct, *st;
    struct peak *peaks = NULL, *p;
    if (na < 1 || dmin < 0.5 || n < 8 || n > 200) fail("usage: xtal [atoms] [d-min >= 50] [grid 8..200]");
    add_symop("x,y,z"); add_symop("-x,y+1/2,-z+1/2"); add_symop("-x,-y,-z"); add_symop("x,-y+1/2,z+1/2");
    setup_cell();
    build_molecule(na);
    list_reflections(dmin);
    for (i = 0; i < nrefl; i++) {
        structure_factor(&refls[i]);
        add_line(&refls[i]);
        f2 += refls[i].re * refls[i].re + refls[i].im * refls[i].im;
    }
    rho = malloc((size_t)n * n * n * sizeof *rho); ct = malloc(n * sizeof *ct); st = malloc(n * sizeof *st);
    if (!rho || !ct || !st) fail("no memory for the map");
    for (i = 0; i < n; i++) { ct[i] = cos(TWOPI * i / n); st[i] = sin(TWOPI * i / n); }
    for (z = 0; z < n; z++) density_plane(rho + (size_t)z * n * n, n, z, ct, st, 0.7 * sqrt(f2 / nrefl));
    for (z = 0; z < n; z++)
        for (y = 0; y < n; y++)
            for (x = 0; x < n; x++) {
                double v = rho[((size_t)z * n + y) * n + x];
                sum += v * v;
                if (v > 0.8 && is_peak(rho, n, x, y, z)) { insert_peak(&peaks, (struct peak){ x, y, z, floor(v * 1e6 + 0.5) / 1e6, NULL }); np++; }
            }
    printf("%d atoms, %d reflections, <F^2> %.8f\n", natom * nsym, nrefl, f2 / nrefl);
    for (i = 0; i < NBINS; i++) if (pattern[i] > pattern[bmax]) bmax = i;
    printf("strongest line at %.2f deg: %.4f; at 30, 60, 90 deg: %.6f %.6f %.6f\n", bmax * 0.02, pattern[bmax], pattern[1500], pattern[3000], pattern[4500]);
    printf("rms density %.9f, %d peaks\n", sqrt(sum / n / n / n), np);
    for (i = 0, p = peaks; p; p = p->next)
        if (i++ % 40 == 0) printf("  %3d: %d %d %d  %.6f\n", i, p->x, p->y, p->z, p->rho);
    while ((p = peaks)) { peaks = p->next; free(p); }
    free(rho); free(ct); free(st); free(atoms); free(refls);
    return 0;
}
