// mdcells: Lennard-Jones fluid in a periodic cubic box (reduced units).
//
// Velocity Verlet, truncated and shifted potential, linked-list cells that are
// rebuilt every step, Berendsen thermostat during equilibration, g(r) at the end.
//
// OpenMP: every atom collects its own force, so the loop over cells is parallel;
// the RDF histogram is an integer reduction; the cheap sums stay serial so that
// they round the same for any number of threads.
//
//   mdcells [fcc cells per side] [steps] [density] [temperature]

#include <math.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

#define RCUT    2.5
#define NBINS   100
#define DT      0.004

typedef struct Vec { double x, y, z; } Vec;
typedef struct Atom {
    Vec r, v, f;
    double pe, virial;  // half of every pair term goes to each partner
    struct Atom *next;  // next atom in the same cell
} Atom;

typedef struct Cell {
    Atom *first;
    struct Cell *nbr[27];
} Cell;

typedef struct System {
    int natoms, ncell;   // ncell: cells per side
    double box, eshift;
    Atom *atom;
    Cell *cell;
    long gr[NBINS];
    int gr_samples;
} System;

static unsigned long long lcg = 88172645463325252ULL;

static double uniform(void)
{
    lcg = lcg * 6364136223846793005ULL + 1442695040888963407ULL;
    return (double)(lcg >> 11) / 9007199254740992.0;
}

static double gauss(void)
{
    double u = uniform(), w = uniform();
    return sqrt(-2.0 * log(1.0 - u)) * cos(6.283185307179586 * w);
}

static double fold(double x, double box)
{
    while (x < 0.0) x += box;
    while (x >= box) x -= box;
    return x;
}

static double nearest(double d, double box)
{
    if (d > 0.5 * box) return d - box;
    if (d < -0.5 * box) return d + box;
    return d;
}

static Vec separation(const Atom *a, const Atom *b, double box)
{
    Vec d = {nearest(a->r.x - b->r.x, box), nearest(a->r.y - b->r.y, box),
             nearest(a->r.z - b->r.z, box)};
    return d;
}

static void place_atoms(System *s, int k, double temperature)
{
    static const double basis[4][3] = {{0, 0, 0}, {.5, .5, 0}, {.5, 0, .5}, {0, .5, .5}};
    double a = s->box / k, sigma = sqrt(temperature);
    Vec p = {0, 0, 0};
    Atom *at = s->atom;
    for (int i = 0; i < k * k * k; i++)
        for (int b = 0; b < 4; b++, at++) {
            at->r.x = (i % k + basis[b][0] + 0.25) * a;
            at->r.y = (i / k % k + basis[b][1] + 0.25) * a;
            at->r.z = (i / (k * k) + basis[b][2] + 0.25) * a;
            at->v.x = sigma * gauss(); at->v.y = sigma * gauss(); at->v.z = sigma * gauss();
            p.x += at->v.x; p.y += at->v.y; p.z += at->v.z;
        }
    p.x /= s->natoms; p.y /= s->natoms; p.z /= s->natoms;
    for (Atom *q = s->atom; q < at; q++) {
        q->v.x -= p.x; q->v.y -= p.y; q->v.z -= p.z;
    }
}

static void link_cells(System *s)
{
    int n = s->ncell;
    for (int z = 0; z < n; z++)
        for (int y = 0; y < n; y++)
            for (int x = 0; x < n; x++) {
                Cell *c = &s->cell[(z * n + y) * n + x];
                for (int k = 0; k < 27; k++) {
                    int xx = (x + k % 3 - 1 + n) % n;
                    int yy = (y + k / 3 % 3 - 1 + n) % n;
                    int zz = (z + k / 9 - 1 + n) % n;
                    c->nbr[k] = &s->cell[(zz * n + yy) * n + xx];
                }
            }
}

static void fill_cells(System *s)
{
    int n = s->ncell;
    double inv = n / s->box;
    for (int c = 0; c < n * n * n; c++)
        s->cell[c].first = NULL;
    for (int i = 0; i < s->natoms; i++) {
        Atom *a = &s->atom[i];
        int x = (int)(a->r.x * inv), y = (int)(a->r.y * inv), z = (int)(a->r.z * inv);
        x = x < n ? x : n - 1; y = y < n ? y : n - 1; z = z < n ? z : n - 1;
        Cell *c = &s->cell[(z * n + y) * n + x];
        a->next = c->first;
        c->first = a;
    }
}

// Total force on one atom from everything in the 27 cells around it.
static void force_on_atom(const System *s, const Cell *c, Atom *a)
{
    Vec f = {0, 0, 0};
    double pe = 0, vir = 0;
    for (int k = 0; k < 27; k++) {
        const Atom *b = c->nbr[k]->first;
        for (; b != NULL; b = b->next) {
            if (b == a) continue;
            Vec d = separation(a, b, s->box);
            double r2 = d.x * d.x + d.y * d.y + d.z * d.z;
            if (r2 >= RCUT * RCUT) continue;
            double i2 = 1.0 / r2, i6 = i2 * i2 * i2;
            double w = 48.0 * i6 * (i6 - 0.5);
            f.x += w * i2 * d.x; f.y += w * i2 * d.y; f.z += w * i2 * d.z;
            pe += 4.0 * i6 * (i6 - 1.0) - s->eshift;
            vir += w;
        }
    }
    a->f = f;
    a->pe = 0.5 * pe;
    a->virial = 0.5 * vir;
}

static void compute_forces(System *s)
{
    int ncells = s->ncell * s->ncell * s->ncell;
#pragma omp parallel for schedule(dynamic, 4)
    for (int c = 0; c < ncells; c++) {
        Atom *a = s->cell[c].first;
        while (a) {
            force_on_atom(s, &s->cell[c], a);
            a = a->next;
        }
    }
}

static void kick(System *s, double h)
{
    Atom *end = s->atom + s->natoms;
#pragma omp parallel for schedule(static)
    for (Atom *a = s->atom; a < end; a++) {
        a->v.x += h * a->f.x; a->v.y += h * a->f.y; a->v.z += h * a->f.z;
    }
}

static void drift(System *s, double h)
{
    Atom *end = s->atom + s->natoms;
#pragma omp parallel for schedule(static)
    for (Atom *a = s->atom; a < end; a++) {
        a->r.x = fold(a->r.x + h * a->v.x, s->box);
        a->r.y = fold(a->r.y + h * a->v.y, s->box);
        a->r.z = fold(a->r.z + h * a->v.z, s->box);
    }
}

static void rescale(System *s, double l)
{
    for (Atom *a = s->atom; a < s->atom + s->natoms; a++) {
        a->v.x *= l; a->v.y *= l; a->v.z *= l;
    }
}

static double kinetic(const System *s)
{
    double ke = 0;
    for (const Atom *a = s->atom; a < s->atom + s->natoms; a++)
        ke += 0.5 * (a->v.x * a->v.x + a->v.y * a->v.y + a->v.z * a->v.z);
    return ke;
}

static void sample_gr(System *s)
{
    long *gr = s->gr;
#pragma omp parallel for schedule(dynamic, 32) reduction(+ : gr[:NBINS])
    for (int i = 0; i < s->natoms; i++)
        for (int j = i + 1; j < s->natoms; j++) {
            Vec d = separation(&s->atom[i], &s->atom[j], s->box);
            double r2 = d.x * d.x + d.y * d.y + d.z * d.z;
            if (r2 < 0.25 * s->box * s->box)
                gr[(int)(sqrt(r2) / (0.5 * s->box) * NBINS)] += 2;
        }
    s->gr_samples++;
}

int main(int argc, char **argv)
{
    int k = argc > 1 ? atoi(argv[1]) : 9;
    int steps = argc > 2 ? atoi(argv[2]) : 100;
    double rho = argc > 3 ? atof(argv[3]) : 0.8442;
    double temp = argc > 4 ? atof(argv[4]) : 1.0;
    static System s;
    s.natoms = 4 * k * k * k;
    s.box = cbrt(s.natoms / rho);
    s.ncell = (int)(s.box / RCUT);
    if (s.ncell < 3)
        return fprintf(stderr, "box too small for the cutoff\n"), 1;
    s.eshift = 4.0 * (pow(RCUT, -12) - pow(RCUT, -6));
    s.atom = calloc(s.natoms, sizeof(Atom));
    s.cell = calloc((size_t)s.ncell * s.ncell * s.ncell, sizeof(Cell));
    place_atoms(&s, k, temp);
    link_cells(&s);
    fill_cells(&s);
    compute_forces(&s);

    printf("%d atoms, box %.4f, %d cells per side\n", s.natoms, s.box, s.ncell);
    printf("  step          kin          pot        total    pressure\n");
    for (int step = 1; step <= steps; step++) {
        kick(&s, 0.5 * DT);
        drift(&s, DT);
        fill_cells(&s);
        compute_forces(&s);
        kick(&s, 0.5 * DT);
        double ke = kinetic(&s);
        if (step <= steps / 2) // equilibration
            rescale(&s, sqrt(1.0 + 0.1 * (1.5 * s.natoms * temp / ke - 1.0)));
        if (step % 10 == 0) {
            double pe = 0, vir = 0;
            for (int i = 0; i < s.natoms; i++)
                pe += s.atom[i].pe, vir += s.atom[i].virial;
            printf("%6d %12.6f %12.6f %12.6f %11.6f\n", step, ke / s.natoms, pe / s.natoms,
                   (ke + pe) / s.natoms, (2 * ke + vir) / (3 * s.box * s.box * s.box));
        }
        if (step % 20 == 0)
            sample_gr(&s);
    }
    for (int b = 4; b < NBINS; b += 8) {
        double dr = 0.5 * s.box / NBINS, r = (b + 0.5) * dr;
        double ideal = 4 * 3.141592653589793 * r * r * dr * rho * s.natoms * s.gr_samples;
        printf("g(%.3f) = %.4f\n", r, s.gr_samples ? s.gr[b] / ideal : 0.0);
    }
    return 0;
}
