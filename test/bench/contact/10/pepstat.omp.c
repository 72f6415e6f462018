/* pepstat - random ensemble of a peptide and its structural statistics
 *
 * usage: pepstat [residues] [conformations] [seed]
 *
 * Torsions are drawn from a three-basin Ramachandran model, the N/CA/C chain is
 * built (NeRF) and redrawn if it clashes with itself; accepted chains go into
 * the contact map, Ramachandran histogram, distance and shape statistics.
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define PI        3.14159265358979323846
#define RAMA_BIN  36
#define DIST_BIN  40
#define MAX_TRY   6
#define CONTACT2  (8.0 * 8.0)
#define CLASH2    (3.6 * 3.6)

typedef struct { double x, y, z; } vec3;
typedef struct { double phi, psi; int basin; } torsion;
typedef struct {              /* working copy of one chain */
    int nres;
    vec3 *atom;               /* N, CA, C of each residue */
    torsion *drawn;
    double *cx, *cy, *cz;     /* CA coordinates */
} chain;

typedef struct {
    long rama[RAMA_BIN][RAMA_BIN];
    long sep[DIST_BIN];       /* distances of i, i+10 pairs */
    long basin[3], clashes;
    int *contacts;            /* nres x nres, upper triangle */
} tally;

typedef struct {
    int id, ncontact, tries;
    double rg, ends, order, helix;
} shape;

typedef struct { shape *item; int n, cap; } shape_list;
static const char sequence[] = "GSMKVLAEDIWRTYPNQFHC";
static inline vec3 sub(vec3 a, vec3 b) { return (vec3){ a.x - b.x, a.y - b.y, a.z - b.z }; }
static inline vec3 add(vec3 a, vec3 b) { return (vec3){ a.x + b.x, a.y + b.y, a.z + b.z }; }
static inline double dot(vec3 a, vec3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
static inline vec3 scale(vec3 a, double s) { return (vec3){ a.x * s, a.y * s, a.z * s }; }
static inline vec3 unit(vec3 a) { return scale(a, 1.0 / sqrt(dot(a, a))); }
static inline vec3 cross(vec3 a, vec3 b)
{
    return (vec3){ a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x };
}
static double dihedral(const vec3 *p)
{
    vec3 b1 = sub(p[1], p[0]), b2 = sub(p[2], p[1]), b3 = sub(p[3], p[2]);
    vec3 n1 = cross(b1, b2), n2 = cross(b2, b3);
    return atan2(sqrt(dot(b2, b2)) * dot(b1, n2), dot(n1, n2));
}

static uint64_t rnd64(uint64_t *s)
{
    uint64_t z = (*s += 0x9e3779b97f4a7c15ull);
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ z >> 27) * 0x94d049bb133111ebull;
    return z ^ z >> 31;
}
static double rnd(uint64_t *s) { return (double)(rnd64(s) >> 11) * 0x1p-53; }
static double bell(uint64_t *s) { return rnd(s) + rnd(s) + rnd(s) + rnd(s) - 2.0; }   /* sd 0.577 */

static void draw_torsions(chain *c, uint64_t *rng)
{
    static const double mean[3][2] = { { -63, -43 }, { -120, 135 }, { 57, 40 } };
    int b = 1;
    for (int i = 0; i < c->nres; i++) {
        char aa = sequence[i % (int)(sizeof sequence - 1)];
        double stay = aa == 'P' || aa == 'G' ? 0.3 : 0.75, u = rnd(rng);
        double v = u > stay ? rnd(rng) : -1.0;
        if (v >= 0.0) b = v < 0.5 ? 0 : v < (aa == 'G' ? 0.75 : 0.96) ? 1 : 2;
        c->drawn[i].basin = b;
        c->drawn[i].phi = (mean[b][0] + 22.0 * bell(rng)) * (PI / 180);
        c->drawn[i].psi = (mean[b][1] + 22.0 * bell(rng)) * (PI / 180);
    }
}

static void place(vec3 *p, double len, double angle, double tors)   /* p[3] from p[0..2] */
{
    vec3 bc = unit(sub(p[2], p[1]));
    vec3 n = unit(cross(sub(p[1], p[0]), bc)), m = cross(n, bc);
    double s = sin(angle), a = -len * cos(angle), b = len * s * cos(tors), d = len * s * sin(tors);
    p[3] = add(p[2], add(scale(bc, a), add(scale(m, b), scale(n, d))));
}

static void build_backbone(chain *c)
{
    vec3 *a = c->atom;
    a[0] = (vec3){ 0, 0, 0 };
    a[1] = (vec3){ 1.458, 0, 0 };
    a[2] = (vec3){ 2.009, 1.4206, 0 };
    for (int i = 1; i < c->nres; i++) {
        place(a + 3 * i - 3, 1.329, 116.6 * PI / 180, c->drawn[i - 1].psi);
        place(a + 3 * i - 2, 1.458, 121.7 * PI / 180, PI);
        place(a + 3 * i - 1, 1.525, 111.0 * PI / 180, c->drawn[i].phi);
    }
    for (int i = 0; i < c->nres; i++) {
        vec3 ca = a[3 * i + 1];
        c->cx[i] = ca.x; c->cy[i] = ca.y; c->cz[i] = ca.z;
    }
}
static double ca_dist2(const chain *c, int i, int j)
{
    double dx = c->cx[i] - c->cx[j], dy = c->cy[i] - c->cy[j], dz = c->cz[i] - c->cz[j];
    return dx * dx + dy * dy + dz * dz;
}

static int has_clash(const chain *c)
{
    for (int i = 0; i < c->nres; i++)
        for (int j = i + 3; j < c->nres; j++)
            if (ca_dist2(c, i, j) < CLASH2) return 1;
    return 0;
}

static int rama_bin(double ang)
{
    int b = (int)((ang + PI) * (RAMA_BIN / (2 * PI)));
    return b < 0 ? 0 : b >= RAMA_BIN ? RAMA_BIN - 1 : b;
}

static void ramachandran(const chain *c, tally *t, shape *s)
{
    int helix = 0;
    for (int i = 1; i < c->nres - 1; i++) {
        double phi = dihedral(c->atom + 3 * i - 1), psi = dihedral(c->atom + 3 * i);
        t->rama[rama_bin(phi)][rama_bin(psi)]++;
        t->basin[c->drawn[i].basin]++;
        if (fabs(phi + 63 * PI / 180) < 0.5 && fabs(psi + 43 * PI / 180) < 0.5) helix++;
    }
    s->helix = (double)helix / c->nres;
}

static void contact_map(const chain *c, tally *t, shape *s)
{
    long sepsum = s->ncontact = 0;
    for (int i = 0; i < c->nres; i++)
        for (int j = i + 3; j < c->nres; j++) {
            double d2 = ca_dist2(c, i, j);
            if (j == i + 10) t->sep[d2 < DIST_BIN * DIST_BIN ? (int)sqrt(d2) : DIST_BIN - 1]++;
            if (d2 > CONTACT2) continue;
            t->contacts[i * c->nres + j]++;
            s->ncontact++;
            sepsum += j - i;
        }
    s->order = s->ncontact ? (double)sepsum / s->ncontact / c->nres : 0.0;
}

static void gyration(const chain *c, shape *s)
{
    double mx = 0, my = 0, mz = 0, xx = 0, yy = 0, zz = 0, n = c->nres;
    for (int i = 0; i < c->nres; i++) { mx += c->cx[i]; my += c->cy[i]; mz += c->cz[i]; }
    mx /= n; my /= n; mz /= n;
    for (int i = 0; i < c->nres; i++) {
        double x = c->cx[i] - mx, y = c->cy[i] - my, z = c->cz[i] - mz;
        xx += x * x; yy += y * y; zz += z * z;
    }
    s->rg = sqrt((xx + yy + zz) / n);
    s->ends = sqrt(ca_dist2(c, 0, c->nres - 1));
}

static int sample(chain *c, int id, uint64_t seed, tally *t, shape *s)
{
    uint64_t rng = seed + 0x632be59bd9b4e019ull * (uint64_t)(id + 1);
    s->id = id;
    for (s->tries = 1; s->tries <= MAX_TRY; s->tries++) {
        draw_torsions(c, &rng);
        build_backbone(c);
        if (has_clash(c)) { t->clashes++; continue; }
        ramachandran(c, t, s);
        contact_map(c, t, s);
        gyration(c, s);
        return 1;
    }
    return 0;
}

static chain *new_chain(int nres)
{
    chain *c = malloc(sizeof *c);
    double *d = malloc(sizeof *d * 3 * (size_t)nres);
    c->nres = nres;
    c->atom = malloc(sizeof *c->atom * 3 * (size_t)nres);
    c->drawn = malloc(sizeof *c->drawn * (size_t)nres);
    c->cx = d; c->cy = d + nres; c->cz = d + 2 * nres;
    return c;
}
static void append(shape_list *l, const shape *s)
{
    if (l->n == l->cap) l->item = realloc(l->item, sizeof *l->item * (size_t)(l->cap = 2 * l->cap + 64));
    l->item[l->n++] = *s;
}

static tally *new_tally(int nres)
{
    tally *t = calloc(1, sizeof *t);
    t->contacts = calloc((size_t)nres * (size_t)nres, sizeof *t->contacts);
    return t;
}

static void merge_tally(tally *to, tally *from, int nres)
{
    for (int i = 0; i < RAMA_BIN * RAMA_BIN; i++) to->rama[i / RAMA_BIN][i % RAMA_BIN] += from->rama[i / RAMA_BIN][i % RAMA_BIN];
    for (int i = 0; i < DIST_BIN; i++) to->sep[i] += from->sep[i];
    for (int i = 0; i < 3; i++) to->basin[i] += from->basin[i];
    to->clashes += from->clashes;
    for (int i = 0; i < nres * nres; i++) to->contacts[i] += from->contacts[i];
    free(from->contacts);
    free(from);
}

static void print_tally(const tally *t, int nres, int n)
{
    printf("clashes %ld   basins alpha %ld beta %ld left %ld\nRamachandran (coarse):\n", t->clashes, t->basin[0], t->basin[1], t->basin[2]);
    for (int a = 0; a < RAMA_BIN; a += 6, putchar('\n'))
        for (int b = 0; b < RAMA_BIN; b += 6) {
            long s = 0;
            for (int i = 0; i < 36; i++) s += t->rama[a + i / 6][b + i % 6];
            printf(" %8ld", s);
        }
    printf("i,i+10 distances:");
    for (int b = 4; b < DIST_BIN; b += 4) printf(" %ld", t->sep[b]);
    uint64_t h = 5381;
    for (int i = 0; i < nres * nres; i++) h = h * 33 + (uint64_t)t->contacts[i];
    printf("\ncontact map hash %016llx, (0,3) %.4f (2,6) %.4f (0,%d) %.5f\n", (unsigned long long)h,
           (double)t->contacts[3] / n, (double)t->contacts[2 * nres + 6] / n, nres - 1, (double)t->contacts[nres - 1] / n);
}

int main(int argc, char **argv)
{
    int nres = argc > 1 ? atoi(argv[1]) : 48, nconf = argc > 2 ? atoi(argv[2]) : 38000;
    uint64_t seed = argc > 3 ? strtoull(argv[3], NULL, 10) : 1971;
    if (nres < 12 || nconf < 1) return fprintf(stderr, "need at least 12 residues\n"), 1;
    tally *t = new_tally(nres);
    shape_list acc = { 0 };
    shape *result = malloc(sizeof *result * (size_t)nconf);
    char *ok = malloc((size_t)nconf);

    /* each thread has a chain and a tally; the list is filled afterwards in order */
    #pragma omp parallel
    {
        chain *c = new_chain(nres);
        tally *mine = new_tally(nres);
        #pragma omp for schedule(dynamic, 32)
        for (int k = 0; k < nconf; k++) ok[k] = (char)sample(c, k, seed, mine, &result[k]);
        #pragma omp critical
        merge_tally(t, mine, nres);
    }
    for (int k = 0; k < nconf; k++)
        if (ok[k]) append(&acc, &result[k]);
    free(result);
    free(ok);

    double rg = 0, rg2 = 0, ends = 0, order = 0, helix = 0;
    int n = acc.n, compact = 0;
    for (int k = 0; k < n; k++) {
        const shape *s = &acc.item[k];
        rg += s->rg; rg2 += s->rg * s->rg; ends += s->ends;
        order += s->order; helix += s->helix;
        if (s->rg < acc.item[compact].rg) compact = k;
    }
    printf("%d residues, %d of %d conformations accepted\n", nres, n, nconf);
    if (n == 0) return 0;
    printf("Rg %.8f +- %.8f  ends %.8f  contact order %.8f  helix %.6f\n",
           rg / n, sqrt(rg2 / n - rg / n * (rg / n)), ends / n, order / n, helix / n);
    const shape *s = &acc.item[compact];
    printf("most compact: #%d Rg %.8f, %d contacts, try %d\n", s->id, s->rg, s->ncontact, s->tries);
    print_tally(t, nres, n);
    return 0;
}
