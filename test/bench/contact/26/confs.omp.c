/* confs: systematic conformer search for a substituted alkane chain
   (united atom model: bonds, angles fixed; torsions on a grid).
   For every combination of torsion angles the chain is built with the
   natural-extension reference frame, checked for clashes, and its energy
   (torsion + Lennard-Jones + Coulomb) taken.  The Boltzmann average of the
   end-to-end distance, the dipole, and the ten best conformers are kept;
   the ten best are then relaxed by a pattern search in torsion space.

   usage: confs [torsions] [grid points per torsion] [temperature / K]   */
#include <stdio.h>
#include <stdlib.h>
#include <math.h>
#include <string.h>

#define MAXT   12
#define MAXA   (MAXT + 3)
#define NKEEP  10
#define DEG    (3.14159265358979323846 / 180.0)
#define RGAS   0.0083144626      /* kJ/mol/K */
#define COUL   1389.35           /* kJ/mol nm->A e^2 */

typedef struct { double x, y, z; } vec3;

typedef struct { char type; double sigma, eps, charge, bond, angle; } atom_t;   /* M = CH3, C = CH2 */
typedef struct conf { double energy, tor[MAXT]; long number; struct conf *next; } conf_t;

static atom_t atoms[MAXA];
static int    natoms, ntors, ngrid;
static double kT;

static double sum_w, sum_r, sum_mu, sum_e;
static long   nclash, nbuilt;
static conf_t *best;
static int    nbest;
static double worst_kept;

static vec3 sub(vec3 a, vec3 b) { vec3 c = { a.x - b.x, a.y - b.y, a.z - b.z }; return c; }
static double dot(vec3 a, vec3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

static vec3 cross(vec3 a, vec3 b)
{
    return (vec3){ a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x };
}

static vec3 unit(vec3 a)
{
    double s = 1.0 / sqrt(dot(a, a));
    return (vec3){ a.x * s, a.y * s, a.z * s };
}

static void setup_molecule(void)
{
    static const char chain[] = "MCCOCCFCOCCCOCM";
    int i;
    for (i = 0; i < natoms; i++) {
        atom_t *a = &atoms[i];
        a->type = i == natoms - 1 ? 'M' : chain[i];
        a->bond = 1.53; a->angle = 112.0 * DEG; a->charge = 0.0;
        switch (a->type) {
        case 'M': a->sigma = 3.75; a->eps = 0.815; break;
        case 'C': a->sigma = 3.95; a->eps = 0.382; break;
        case 'O': a->sigma = 2.80; a->eps = 0.457; a->charge = -0.50; a->bond = 1.41; break;
        case 'F': a->sigma = 3.30; a->eps = 0.510; a->charge = -0.22; a->bond = 1.50; break;
        }
    }
    for (i = 0; i < natoms; i++)               /* neutral groups: the neighbours pay */
        if (atoms[i].charge < 0) {
            if (i > 0) atoms[i - 1].charge += -atoms[i].charge / 2;
            if (i < natoms - 1) atoms[i + 1].charge += -atoms[i].charge / 2;
        }
}

/* place the atoms; tor[k] turns about the bond k+1 -- k+2 */
static void build(const double *tor, vec3 *r)
{
    int i;
    r[0].x = r[0].y = r[0].z = 0;
    r[1].x = atoms[1].bond; r[1].y = r[1].z = 0;
    r[2].x = r[1].x - atoms[2].bond * cos(atoms[1].angle);
    r[2].y = atoms[2].bond * sin(atoms[1].angle);
    r[2].z = 0;
    for (i = 3; i < natoms; i++) {
        vec3 bc = unit(sub(r[i - 1], r[i - 2])), n = unit(cross(sub(r[i - 2], r[i - 3]), bc)), m = cross(n, bc);
        double th = atoms[i - 1].angle, ph = tor[i - 3], b = atoms[i].bond;
        double d0 = -b * cos(th), d1 = b * sin(th) * cos(ph), d2 = b * sin(th) * sin(ph);
        r[i].x = r[i - 1].x + d0 * bc.x + d1 * m.x + d2 * n.x;
        r[i].y = r[i - 1].y + d0 * bc.y + d1 * m.y + d2 * n.y;
        r[i].z = r[i - 1].z + d0 * bc.z + d1 * m.z + d2 * n.z;
    }
}

/* energy in kJ/mol, or 1e30 when two atoms sit on each other */
static double energy(const double *tor, const vec3 *r)
{
    double e = 0;
    int i, j;
    for (i = 0; i < ntors; i++) {
        double c = cos(tor[i] + 180 * DEG);
        int polar = atoms[i + 1].type == 'O' || atoms[i + 2].type == 'O';
        e += polar ? 5.0 * (1 + c) - 1.2 * (1 - c * c) + 4.0 * (1 + 4 * c * c * c - 3 * c)
                   : 2.95 * (1 + c) - 0.57 * (1 - c * c) + 6.58 * (1 + 4 * c * c * c - 3 * c);
    }
    for (i = 0; i < natoms; i++)
        for (j = i + 4; j < natoms; j++) {
            vec3 d = sub(r[i], r[j]);
            double r2 = dot(d, d), s = 0.5 * (atoms[i].sigma + atoms[j].sigma), s6;
            if (r2 < 0.3 * s * s) return 1e30;
            s6 = s * s / r2;
            s6 = s6 * s6 * s6;
            e += 4 * sqrt(atoms[i].eps * atoms[j].eps) * (s6 * s6 - s6);
            e += COUL * atoms[i].charge * atoms[j].charge / (4.0 * sqrt(r2));
        }
    return e;
}

static double dipole(const vec3 *r)
{
    vec3 m = { 0, 0, 0 };
    int i;
    for (i = 0; i < natoms; i++) {
        m.x += atoms[i].charge * r[i].x; m.y += atoms[i].charge * r[i].y;
        m.z += atoms[i].charge * r[i].z;
    }
    return sqrt(dot(m, m)) * 4.80320;
}

static void keep(double e, const double *tor, long number)
{
    conf_t **p = &best, *c;
    while (*p && (*p)->energy <= e) p = &(*p)->next;
    if (nbest == NKEEP && *p == NULL) return;
    c = malloc(sizeof *c);
    if (!c) { fprintf(stderr, "confs: no memory\n"); exit(1); }
    c->energy = e; c->number = number; c->next = *p;
    memcpy(c->tor, tor, sizeof c->tor);
    *p = c;
    if (++nbest > NKEEP) {
        while ((*p)->next) p = &(*p)->next;
        free(*p);
        *p = NULL;
        nbest--;
    }
    for (c = best; c; c = c->next)
        worst_kept = c->energy;
}

/* torsions of a conformer from its number (last torsion runs fastest) */
static void torsions(long number, double *tor)
{
    int k;
    for (k = ntors - 1; k >= 0; k--, number /= ngrid) {
        int idx = (int)(number % ngrid);
        tor[k] = (idx * 360.0 / ngrid + 60.0) * DEG;
    }
}

#define CHUNK 512
#define BATCH 64

struct value { double e, w, r, mu; };

static void compute(long n0, long n1, struct value *q)
{
    double tor[MAXT] = { 0 };
    vec3 r[MAXA];
    long n;
    for (n = n0; n < n1; n++, q++) {
        double e;
        torsions(n, tor);
        build(tor, r);
        e = q->e = energy(tor, r);
        if (e < 1e30) {
            vec3 ee = sub(r[natoms - 1], r[0]);
            q->w = exp(-e / kT);
            q->r = sqrt(dot(ee, ee));
            q->mu = dipole(r);
        }
    }
}

static void accumulate(long n0, long n1, const struct value *q)
{
    long n;
    for (n = n0; n < n1; n++, q++) {
        double e = q->e, w = q->w;
        if (e >= 1e30) {
            nclash++;
            continue;
        }
        sum_w += w; sum_e += w * e;
        sum_r += w * q->r;
        sum_mu += w * q->mu;
        if (nbest < NKEEP || e < worst_kept) {
            double tor[MAXT] = { 0 };
            torsions(n, tor);
            keep(e, tor, n);
        }
    }
}

/* batches of chunks are computed by any thread; meanwhile the sums and the
   list of the batch before are taken in order */
static void search(void)
{
    long total = 1, size = (long)BATCH * CHUNK, b;
    struct value *q[2];
    int i;
    for (i = 0; i < ntors; i++)
        total *= ngrid;
    q[0] = malloc(2 * size * sizeof *q[0]);
    if (!q[0]) { fprintf(stderr, "confs: no memory\n"); exit(1); }
    q[1] = q[0] + size;
    #pragma omp parallel
    #pragma omp single
    for (b = 0; b < total + size; b += size) {
        struct value *now = q[b / size & 1], *old = q[(b / size & 1) ^ 1];
        long n;
        for (n = b; n < total && n < b + size; n += CHUNK) {
            #pragma omp task firstprivate(n, now, b)
            compute(n, n + CHUNK < total ? n + CHUNK : total, now + (n - b));
        }
        if (b > 0)
            accumulate(b - size, b < total ? b : total, old);
        #pragma omp taskwait
    }
    free(q[0]);
    nbuilt = total;
}

static int relax(conf_t *c)
{
    double step = 20 * DEG, tor[MAXT], e;
    int n = 0, k, s;
    vec3 r[MAXA];
    memcpy(tor, c->tor, sizeof tor);
    while (step > 1e-7) {
        int better = 0;
        for (k = 0; k < ntors; k++)
            for (s = -1; s <= 1; s += 2) {
                double old = tor[k];
                tor[k] += s * step;
                build(tor, r);
                e = energy(tor, r);
                n++;
                if (e < c->energy) { c->energy = e; better = 1; }
                else tor[k] = old;
            }
        if (!better) step *= 0.5;
    }
    memcpy(c->tor, tor, sizeof tor);
    return n;
}

int main(int argc, char **argv)
{
    double temp = argc > 3 ? atof(argv[3]) : 298.15;
    conf_t *c;
    ntors = argc > 1 ? atoi(argv[1]) : 7;
    ngrid = argc > 2 ? atoi(argv[2]) : 7;
    if (ntors < 2 || ntors > MAXT || ngrid < 1 || ngrid > 72 || temp <= 0) {
        fprintf(stderr, "confs: bad arguments\n");
        return 1;
    }
    natoms = ntors + 3; kT = RGAS * temp;
    setup_molecule();
    search();
    printf("%d atoms, %ld conformers, %ld clashes\n", natoms, nbuilt, nclash);
    printf("<E> %.14e <R> %.14e <mu> %.14e ln Q %.14e\n", sum_e / sum_w, sum_r / sum_w, sum_mu / sum_w, log(sum_w));
    conf_t *list[NKEEP];
    double start[NKEEP];
    int steps[NKEEP], nl = 0, i;
    for (c = best; c; c = c->next) {
        start[nl] = c->energy;
        list[nl++] = c;
    }
    #pragma omp parallel for schedule(dynamic, 1)
    for (i = 0; i < nl; i++)
        steps[i] = relax(list[i]);
    for (i = 0; (c = best) != NULL; i++) {
        double e0 = start[i];
        int k, n = steps[i];
        printf("%8ld %.12f -> %.12f (%d)", c->number, e0, c->energy, n);
        for (k = 0; k < ntors; k++) printf(" %.1f", c->tor[k] / DEG);
        printf("\n");
        best = c->next; free(c);
    }
    return 0;
}
