/* mixture, optimized by hand: see mixture.c.
 * SMALL: 8 5
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define CUTOFF 2.5

struct Particle {
    double x[3], v[3], f[3];
    double energy;
    int kind;
    int cell;
};

struct System {
    int n, cells; /* cells along an edge */
    double box, cellsize;
    struct Particle *p;
    int *start; /* where the particles of a cell begin in the sorted arrays */
    int *index, *kind;
    double *x, *y, *z; /* sorted by cell */
};

static const double epsilon[2][2] = { { 1.0, 1.1 }, { 1.1, 0.8 } };
static const double sigma2[2][2] = { { 1.0, 0.9 }, { 0.9, 0.81 } };

static void setup(struct System *s, int edge)
{
    unsigned rng = 7u;
    s->n = edge * edge * edge;
    s->box = edge * 1.09;
    s->cells = (int)(s->box / CUTOFF);
    s->cellsize = s->box / s->cells;
    s->p = malloc(sizeof(struct Particle) * s->n);
    s->start = malloc(sizeof(int) * (s->cells * s->cells * s->cells + 1));
    s->index = calloc(s->n + 8, sizeof(int));
    s->kind = calloc(s->n + 8, sizeof(int));
    s->x = calloc(s->n + 8, sizeof(double));
    s->y = calloc(s->n + 8, sizeof(double));
    s->z = calloc(s->n + 8, sizeof(double));
    double mean[3] = { 0, 0, 0 };
    for (int i = 0; i < s->n; i++) {
        struct Particle *p = &s->p[i];
        int place[3] = { i % edge, i / edge % edge, i / edge / edge };
        for (int c = 0; c < 3; c++) {
            rng = rng * 1103515245u + 12345u;
            p->x[c] = (place[c] + 0.5 + 0.05 * ((rng >> 16 & 255) / 255.0 - 0.5)) * 1.09;
            rng = rng * 1103515245u + 12345u;
            p->v[c] = 3.0 * ((rng >> 16 & 1023) / 1023.0 - 0.5);
            mean[c] += p->v[c];
            p->f[c] = 0.0;
        }
        p->kind = (rng >> 8 & 7) < 2;
        p->energy = 0.0;
    }
    for (int i = 0; i < s->n; i++)
        for (int c = 0; c < 3; c++)
            s->p[i].v[c] -= mean[c] / s->n;
}

static int cell_of(const struct System *s, const struct Particle *p)
{
    int q[3];
    for (int c = 0; c < 3; c++) {
        q[c] = (int)(p->x[c] / s->cellsize);
        if (q[c] >= s->cells)
            q[c] = s->cells - 1;
    }
    return (q[2] * s->cells + q[1]) * s->cells + q[0];
}

typedef double v8 __attribute__((vector_size(64)));
typedef double v8u __attribute__((vector_size(64), aligned(8)));
typedef long long m8 __attribute__((vector_size(64)));

static inline v8 only(m8 m, v8 a)
{
    return (v8)((m8)a & m);
}

static inline v8 nearest_image(v8 d, double box)
{
    v8 b = box + (v8){ 0 };
    m8 high = d > 0.5 * b, low = d < -0.5 * b;
    return d - only(high, b) + only(low, b);
}

/* within a cell the last particle comes first, as in a list filled at its head */
static void sort_cells(struct System *s)
{
    int cells = s->cells * s->cells * s->cells;
    for (int c = 0; c <= cells; c++)
        s->start[c] = 0;
    for (int i = 0; i < s->n; i++)
        s->start[s->p[i].cell]++;
    for (int c = 0, sum = 0; c <= cells; c++) {
        sum += s->start[c];
        s->start[c] = sum;
    }
    for (int i = 0; i < s->n; i++)
        s->index[--s->start[s->p[i].cell]] = i;
}

static int wrap(int c, int n)
{
    return c < 0 ? c + n : c >= n ? c - n : c;
}

/* forces on the particles at .. at + 7 of the sorted arrays, the count of them real */
static void group(struct System *s, int at, int count, const int around[27])
{
    v8 x = *(v8u *)(s->x + at), y = *(v8u *)(s->y + at), z = *(v8u *)(s->z + at);
    v8 eps[2], sig[2], fx = { 0 }, fy = { 0 }, fz = { 0 }, energy = { 0 };
    m8 place;
    for (int l = 0; l < 8; l++) {
        place[l] = at + l;
        for (int k = 0; k < 2; k++) {
            eps[k][l] = epsilon[s->kind[at + l]][k];
            sig[k][l] = sigma2[s->kind[at + l]][k];
        }
    }
    for (int c = 0; c < 27; c++)
        for (int j = s->start[around[c]]; j < s->start[around[c] + 1]; j++) {
            int k = s->kind[j];
            v8 dx = nearest_image(x - s->x[j], s->box);
            v8 dy = nearest_image(y - s->y[j], s->box);
            v8 dz = nearest_image(z - s->z[j], s->box);
            v8 r2 = 0.0 + dx * dx;
            r2 += dy * dy;
            r2 += dz * dz;
            m8 near = (r2 < CUTOFF * CUTOFF) & (place != j);
            v8 inv = 1.0 / r2;
            v8 s2 = sig[k] * inv;
            v8 s6 = s2 * s2 * s2;
            v8 strength = 24.0 * eps[k] * (2.0 * s6 * s6 - s6) * inv;
            fx += only(near, strength * dx);
            fy += only(near, strength * dy);
            fz += only(near, strength * dz);
            energy += only(near, 2.0 * eps[k] * (s6 * s6 - s6));
        }
    for (int l = 0; l < count; l++) {
        struct Particle *p = &s->p[s->index[at + l]];
        p->f[0] = fx[l];
        p->f[1] = fy[l];
        p->f[2] = fz[l];
        p->energy = energy[l];
    }
}

static double move(double x, double box)
{
    return x < 0.0 ? x + box : x >= box ? x - box : x;
}

/* one step of velocity Verlet; with dt = 0 and first set, only the forces */
static void step(struct System *s, double dt, int first)
{
    int m = s->cells;
#pragma omp parallel
    {
#pragma omp for schedule(static)
        for (int i = 0; i < s->n; i++) {
            struct Particle *p = &s->p[i];
            for (int c = 0; c < 3 && !first; c++) {
                p->v[c] += 0.5 * dt * p->f[c];
                p->x[c] = move(p->x[c] + dt * p->v[c], s->box);
            }
            p->cell = cell_of(s, p);
        }
#pragma omp single
        {
            sort_cells(s);
            for (int q = 0; q < s->n; q++) {
                const struct Particle *p = &s->p[s->index[q]];
                s->x[q] = p->x[0];
                s->y[q] = p->x[1];
                s->z[q] = p->x[2];
                s->kind[q] = p->kind;
            }
        }
#pragma omp for schedule(dynamic, 8)
        for (int c = 0; c < m * m * m; c++) {
            int x = c % m, y = c / m % m, z = c / m / m, around[27], k = 0;
            for (int dz = -1; dz <= 1; dz++)
                for (int dy = -1; dy <= 1; dy++)
                    for (int dx = -1; dx <= 1; dx++)
                        around[k++] =
                            (wrap(z + dz, m) * m + wrap(y + dy, m)) * m + wrap(x + dx, m);
            for (int at = s->start[c]; at < s->start[c + 1]; at += 8)
                group(s, at, s->start[c + 1] - at < 8 ? s->start[c + 1] - at : 8, around);
            for (int q = s->start[c]; q < s->start[c + 1] && !first; q++)
                for (int d = 0; d < 3; d++)
                    s->p[s->index[q]].v[d] += 0.5 * dt * s->p[s->index[q]].f[d];
        }
    }
}

static void report(const struct System *s, int step)
{
    double kinetic = 0.0, potential = 0.0;
    for (int i = 0; i < s->n; i++) {
        const struct Particle *p = &s->p[i];
        kinetic += 0.5 * (p->v[0] * p->v[0] + p->v[1] * p->v[1] + p->v[2] * p->v[2]);
        potential += p->energy;
    }
    printf("step %d: kinetic %.12g potential %.12g total %.12g\n", step, kinetic / s->n,
           potential / s->n, (kinetic + potential) / s->n);
}

int main(int argc, char **argv)
{
    int edge = argc > 1 ? atoi(argv[1]) : 20;
    int steps = argc > 2 ? atoi(argv[2]) : 60;
    double dt = 0.003;
    struct System s;
    if (edge * 1.09 < 3 * CUTOFF)
        return 1;
    setup(&s, edge);
    printf("%d particles, box %.6g, %d cells along an edge\n", s.n, s.box, s.cells);
    step(&s, 0.0, 1);
    report(&s, 0);
    for (int t = 1; t <= steps; t++) {
        step(&s, dt, 0);
        if (t % 20 == 0 || t == steps)
            report(&s, t);
    }
    double check = 0.0;
    for (int i = 0; i < s.n; i++)
        for (int c = 0; c < 3; c++)
            check += s.p[i].x[c] * ((i + c) % 5 + 1) + s.p[i].f[c];
    printf("checksum %.17g\n", check);
    for (int q = 0; q < 3; q++) {
        const struct Particle *p = &s.p[q * s.n / 3];
        printf("particle %d (kind %d): %.15g %.15g %.15g\n", q * s.n / 3, p->kind, p->x[0],
               p->x[1], p->x[2]);
    }
    free(s.p);
    free(s.start);
    free(s.index);
    free(s.kind);
    free(s.x);
    free(s.y);
    free(s.z);
    return 0;
}
