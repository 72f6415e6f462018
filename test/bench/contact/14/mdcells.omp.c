/* Lennard-Jones droplet with cell lists, half neighbour stencil, Newton's
 * third law, Berendsen thermostat, radial distribution and pressure. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>

#define RCUT 2.5
#define NBINS 50

struct particle { double r[3], v[3], f[3]; int next; };

struct energy { double pot, kin, vir; long pairs; };

struct md_system {
    int n, nc;              /* particles, cells per side */
    double box, cell, dt;
    struct particle *p;
    int *head;
    double (*pairpot)(double r2, double *fr);
    struct energy e;
    long rdf[NBINS];
};

static double lj(double r2, double *fr)
{
    double i2 = 1.0 / r2, i6 = i2 * i2 * i2;
    *fr = 48.0 * i6 * (i6 - 0.5) * i2;
    return 4.0 * i6 * (i6 - 1.0) + 0.016316891;
}

static double soft(double r2, double *fr)
{
    double r = sqrt(r2), x = 1.0 - r / RCUT;
    *fr = 20.0 * x / (r * RCUT);
    return 10.0 * x * x;
}

static void bin_particles(struct md_system *s)
{
    int nc = s->nc;
    for (int i = 0; i < nc * nc * nc; i++) s->head[i] = -1;
    for (int i = 0; i < s->n; i++) {
        int c[3];
        for (int k = 0; k < 3; k++) {
            c[k] = (int)(s->p[i].r[k] / s->cell);
            if (c[k] >= nc) c[k] = nc - 1;
        }
        int id = (c[2] * nc + c[1]) * nc + c[0];
        s->p[i].next = s->head[id];
        s->head[id] = i;
    }
}

struct local { struct energy e; long rdf[NBINS]; double (*f)[3]; };

static void pair(const struct md_system *s, struct local *l, int i, int j)
{
    const struct particle *a = &s->p[i], *b = &s->p[j];
    double d[3], r2 = 0, fr;
    for (int k = 0; k < 3; k++) {
        d[k] = a->r[k] - b->r[k];
        if (d[k] > 0.5 * s->box) d[k] -= s->box;
        else if (d[k] < -0.5 * s->box) d[k] += s->box;
        r2 += d[k] * d[k];
    }
    if (r2 >= RCUT * RCUT) return;
    l->e.pot += s->pairpot(r2, &fr);
    l->e.vir += fr * r2;
    l->e.pairs++;
    l->rdf[(int)(sqrt(r2) * (NBINS / RCUT))]++;
    for (int k = 0; k < 3; k++) {
        l->f[i][k] += fr * d[k];
        l->f[j][k] -= fr * d[k];
    }
}

static const int stencil[13][3] = {
    { 1, 0, 0 }, { -1, 1, 0 }, { 0, 1, 0 }, { 1, 1, 0 },
    { -1, -1, 1 }, { 0, -1, 1 }, { 1, -1, 1 }, { -1, 0, 1 }, { 0, 0, 1 },
    { 1, 0, 1 }, { -1, 1, 1 }, { 0, 1, 1 }, { 1, 1, 1 }
};

static void forces(struct md_system *s)
{
    int nc = s->nc;
    memset(&s->e, 0, sizeof s->e);
    for (int i = 0; i < s->n; i++)
        s->p[i].f[0] = s->p[i].f[1] = s->p[i].f[2] = 0;
    bin_particles(s);
#pragma omp parallel
    {
    struct local l;
    memset(&l, 0, sizeof l);
    l.f = calloc(s->n, sizeof *l.f);
    if (!l.f) abort();
#pragma omp for schedule(dynamic, 1) nowait
    for (int z = 0; z < nc; z++)
        for (int y = 0; y < nc; y++)
            for (int x = 0; x < nc; x++) {
                int c = (z * nc + y) * nc + x;
                for (int i = s->head[c]; i >= 0; i = s->p[i].next) {
                    for (int j = s->p[i].next; j >= 0; j = s->p[j].next)
                        pair(s, &l, i, j);
                    for (int k = 0; k < 13; k++) {
                        int xx = (x + stencil[k][0] + nc) % nc, yy = (y + stencil[k][1] + nc) % nc;
                        int zz = (z + stencil[k][2]) % nc;
                        for (int j = s->head[(zz * nc + yy) * nc + xx]; j >= 0; j = s->p[j].next)
                            pair(s, &l, i, j);
                    }
                }
            }
#pragma omp critical
    {
        s->e.pot += l.e.pot;
        s->e.vir += l.e.vir;
        s->e.pairs += l.e.pairs;
        for (int b = 0; b < NBINS; b++) s->rdf[b] += l.rdf[b];
        for (int i = 0; i < s->n; i++)
            for (int k = 0; k < 3; k++) s->p[i].f[k] += l.f[i][k];
    }
    free(l.f);
    }
}

static void kick_drift(struct md_system *s)
{
    for (int i = 0; i < s->n; i++) {
        struct particle *p = &s->p[i];
        for (int k = 0; k < 3; k++) {
            p->v[k] += 0.5 * s->dt * p->f[k];
            p->r[k] += s->dt * p->v[k];
            if (p->r[k] < 0) p->r[k] += s->box;
            if (p->r[k] >= s->box) p->r[k] -= s->box;
        }
    }
}

static void kick(struct md_system *s, double target)
{
    s->e.kin = 0;
    for (int i = 0; i < s->n; i++) {
        struct particle *p = &s->p[i];
        for (int k = 0; k < 3; k++) {
            p->v[k] += 0.5 * s->dt * p->f[k];
            s->e.kin += 0.5 * p->v[k] * p->v[k];
        }
    }
    double t = 2 * s->e.kin / (3.0 * s->n), lam = sqrt(1 + 0.1 * (target / t - 1));
    for (int i = 0; i < s->n; i++)
        for (int k = 0; k < 3; k++) s->p[i].v[k] *= lam;
}

static int md_init(struct md_system *s, int side, double rho)
{
    unsigned long long r = 9001;
    memset(s, 0, sizeof *s);
    s->n = side * side * side;
    s->box = cbrt(s->n / rho);
    s->nc = (int)(s->box / RCUT);
    if (s->nc < 3) return -1;
    s->cell = s->box / s->nc;
    s->dt = 0.002;
    s->p = calloc(s->n, sizeof *s->p);
    s->head = malloc(sizeof(int) * s->nc * s->nc * s->nc);
    if (!s->p || !s->head) return -1;
    double a = s->box / side;
    for (int i = 0; i < s->n; i++) {
        int c[3] = { i % side, i / side % side, i / side / side };
        for (int k = 0; k < 3; k++) {
            r = r * 6364136223846793005ULL + 1442695040888963407ULL;
            s->p[i].r[k] = (c[k] + 0.5 + 0.1 * ((double)(r >> 33) / 2147483648.0 - 0.5)) * a;
            r = r * 6364136223846793005ULL + 1442695040888963407ULL;
            s->p[i].v[k] = 3.0 * ((double)(r >> 33) / 2147483648.0 - 0.5);
        }
    }
    return 0;
}

int main(int argc, char **argv)
{
    struct md_system s;
    int side = argc > 1 ? atoi(argv[1]) : 24, steps = argc > 2 ? atoi(argv[2]) : 40;
    if (md_init(&s, side, 0.7)) { fprintf(stderr, "system too small\n"); return 1; }
    s.pairpot = soft;
    forces(&s);
    for (int t = 0; t < steps; t++) {
        if (t == 4) { s.pairpot = lj; forces(&s); memset(s.rdf, 0, sizeof s.rdf); }
        kick_drift(&s);
        forces(&s);
        kick(&s, 0.9);
        if (!isfinite(s.e.pot)) { printf("blew up at step %d\n", t); return 1; }
        if (t % 6 == 5) {
            double v = s.box * s.box * s.box;
            printf("step %3d pot %.5f kin %.5f press %.5f pairs %ld\n", t + 1, s.e.pot / s.n, s.e.kin / s.n,
                   (2 * s.e.kin + s.e.vir) / (3 * v), s.e.pairs);
        }
    }
    double px = 0;
    for (int i = 0; i < s.n; i++) px += s.p[i].v[0] * s.p[i].r[1];
    printf("shear %.4f rdf", px / s.n);
    for (int b = 15; b < NBINS; b += 5) printf(" %ld", s.rdf[b]);
    printf("\n");
    free(s.p); free(s.head);
    return 0;
}
