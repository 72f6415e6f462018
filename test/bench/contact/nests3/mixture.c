/* mixture: molecular dynamics of a Lennard-Jones liquid of two kinds of
 * particles in a periodic box, with linked cell lists and velocity Verlet.
 * Expert: particles sorted by cell (in the order of the lists) into separate
 * coordinate arrays, eight particles of a cell as vector lanes against the
 * particles of the 27 cells one after the other, cells among threads.
 * SMALL: 8 5
 * Usage: mixture [particles along an edge] [steps]
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define CUTOFF 2.5

struct Particle {
    double x[3], v[3], f[3];
    double energy;
    int kind;
    int next; /* in the list of its cell */
};

struct System {
    int n, cells; /* cells along an edge */
    double box, cellsize;
    struct Particle *p;
    int *head;
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
    s->head = malloc(sizeof(int) * s->cells * s->cells * s->cells);
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

static void fill_cells(struct System *s)
{
    for (int c = 0; c < s->cells * s->cells * s->cells; c++)
        s->head[c] = -1;
    for (int i = 0; i < s->n; i++) {
        int c = cell_of(s, &s->p[i]);
        s->p[i].next = s->head[c];
        s->head[c] = i;
    }
}

static double nearest_image(double d, double box)
{
    if (d > 0.5 * box)
        return d - box;
    if (d < -0.5 * box)
        return d + box;
    return d;
}

/* the force on p by q, if they are near enough */
static void interact(struct Particle *p, const struct Particle *q, double box)
{
    double d[3], r2 = 0.0;
    for (int c = 0; c < 3; c++) {
        d[c] = nearest_image(p->x[c] - q->x[c], box);
        r2 += d[c] * d[c];
    }
    if (r2 >= CUTOFF * CUTOFF)
        return;
    double eps = epsilon[p->kind][q->kind];
    double inv = 1.0 / r2;
    double s2 = sigma2[p->kind][q->kind] * inv;
    double s6 = s2 * s2 * s2;
    double strength = 24.0 * eps * (2.0 * s6 * s6 - s6) * inv;
    for (int c = 0; c < 3; c++)
        p->f[c] += strength * d[c];
    p->energy += 2.0 * eps * (s6 * s6 - s6);
}

static int wrap(int c, int n)
{
    return c < 0 ? c + n : c >= n ? c - n : c;
}

static void forces(struct System *s)
{
    int m = s->cells;
    fill_cells(s);
    for (int z = 0; z < m; z++)
        for (int y = 0; y < m; y++)
            for (int x = 0; x < m; x++)
                for (int i = s->head[(z * m + y) * m + x]; i >= 0; i = s->p[i].next) {
                    struct Particle *p = &s->p[i];
                    p->f[0] = p->f[1] = p->f[2] = p->energy = 0.0;
                    for (int dz = -1; dz <= 1; dz++)
                        for (int dy = -1; dy <= 1; dy++)
                            for (int dx = -1; dx <= 1; dx++) {
                                int c = (wrap(z + dz, m) * m + wrap(y + dy, m)) * m +
                                        wrap(x + dx, m);
                                for (int j = s->head[c]; j >= 0; j = s->p[j].next)
                                    if (j != i)
                                        interact(p, &s->p[j], s->box);
                            }
                }
}

static void kick(struct System *s, double dt)
{
    for (int i = 0; i < s->n; i++)
        for (int c = 0; c < 3; c++)
            s->p[i].v[c] += dt * s->p[i].f[c];
}

static void drift(struct System *s, double dt)
{
    for (int i = 0; i < s->n; i++)
        for (int c = 0; c < 3; c++) {
            double x = s->p[i].x[c] + dt * s->p[i].v[c];
            if (x < 0.0)
                x += s->box;
            else if (x >= s->box)
                x -= s->box;
            s->p[i].x[c] = x;
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
    forces(&s);
    report(&s, 0);
    for (int t = 1; t <= steps; t++) {
        kick(&s, 0.5 * dt);
        drift(&s, dt);
        forces(&s);
        kick(&s, 0.5 * dt);
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
    free(s.head);
    return 0;
}
