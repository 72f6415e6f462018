/*
 * particles.c - soft-sphere (purely repulsive LJ) fluid in a periodic box,
 * velocity Verlet, neighbours from cell lists.
 *
 * usage: particles [cells_per_edge [steps [density]]]
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct { double x, y, z; } vec3;

typedef struct {
    vec3 pos, vel, force;
    double energy;
    int type;
    int next;               /* next particle in the same cell */
} particle;

typedef struct {
    int n;
    double box, dt, cutoff;
    particle *p;
    int ncell;              /* cells per edge */
    int *head;
    unsigned long collisions;
    double potential, virial;
} simulation;

/* pair parameters by type: sigma, epsilon */
static const double sigma_tab[2][2] = { { 1.00, 0.95 }, { 0.95, 0.90 } };
static const double eps_tab[2][2] = { { 1.0, 1.3 }, { 1.3, 0.8 } };

static unsigned int seed = 20240229u;

static double uniform(void)
{
    seed ^= seed << 13;
    seed ^= seed >> 17;
    seed ^= seed << 5;
    return seed / 4294967296.0;
}

static double gaussian(void)
{
    double a = uniform(), b = uniform();
    return sqrt(-2.0 * log(a + 1e-12)) * cos(2.0 * M_PI * b);
}

static vec3 vadd(vec3 a, vec3 b)
{
    vec3 r = { a.x + b.x, a.y + b.y, a.z + b.z };
    return r;
}

static vec3 vscale(double s, vec3 a)
{
    vec3 r = { s * a.x, s * a.y, s * a.z };
    return r;
}

static double vdot(vec3 a, vec3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static double wrap(double x, double box)
{
    if (x < 0)
        x += box;
    if (x >= box)
        x -= box;
    return x;
}

static double nearest(double d, double box)
{
    if (d > 0.5 * box)
        return d - box;
    if (d < -0.5 * box)
        return d + box;
    return d;
}

static int sim_create(simulation *s, int edge, double density)
{
    int n = edge * edge * edge, k = 0;
    double gap;

    memset(s, 0, sizeof *s);
    s->n = n;
    s->box = cbrt(n / density);
    s->dt = 0.002;
    s->cutoff = pow(2.0, 1.0 / 6.0);
    s->ncell = (int)(s->box / s->cutoff);
    s->p = malloc(n * sizeof *s->p);
    s->head = malloc((size_t)s->ncell * s->ncell * s->ncell * sizeof *s->head);
    if (s->p == NULL || s->head == NULL || s->ncell < 3)
        return -1;
    gap = s->box / edge;
    vec3 drift = { 0, 0, 0 };
    for (int i = 0; i < edge; i++)
        for (int j = 0; j < edge; j++)
            for (int l = 0; l < edge; l++, k++) {
                particle *q = &s->p[k];
                q->pos.x = (i + 0.3 + 0.2 * uniform()) * gap;
                q->pos.y = (j + 0.3 + 0.2 * uniform()) * gap;
                q->pos.z = (l + 0.3 + 0.2 * uniform()) * gap;
                q->vel.x = gaussian();
                q->vel.y = gaussian();
                q->vel.z = gaussian();
                q->type = uniform() < 0.3;
                drift = vadd(drift, q->vel);
            }
    for (k = 0; k < n; k++)
        s->p[k].vel = vadd(s->p[k].vel, vscale(-1.0 / n, drift));
    return 0;
}

static void sim_destroy(simulation *s)
{
    free(s->p);
    free(s->head);
}

static int cell_of(const simulation *s, const vec3 *r)
{
    double inv = s->ncell / s->box;
    int cx = (int)(r->x * inv), cy = (int)(r->y * inv), cz = (int)(r->z * inv);
    if (cx >= s->ncell) cx = s->ncell - 1;
    if (cy >= s->ncell) cy = s->ncell - 1;
    if (cz >= s->ncell) cz = s->ncell - 1;
    return (cx * s->ncell + cy) * s->ncell + cz;
}

static void build_cells(simulation *s)
{
    int total = s->ncell * s->ncell * s->ncell;

    for (int c = 0; c < total; c++)
        s->head[c] = -1;
    for (int i = s->n - 1; i >= 0; i--) {
        int c = cell_of(s, &s->p[i].pos);
        s->p[i].next = s->head[c];
        s->head[c] = i;
    }
}

/* force on particle i from all others; returns number of touching pairs */
static int particle_force(simulation *s, int i, double *virial)
{
    particle *a = &s->p[i];
    int m = s->ncell, c = cell_of(s, &a->pos);
    int cx = c / (m * m), cy = c / m % m, cz = c % m;
    int hits = 0;
    vec3 f = { 0, 0, 0 };
    double e = 0, w = 0;

    for (int dx = -1; dx <= 1; dx++)
        for (int dy = -1; dy <= 1; dy++)
            for (int dz = -1; dz <= 1; dz++) {
                int x = (cx + dx + m) % m, y = (cy + dy + m) % m, z = (cz + dz + m) % m;
                for (int j = s->head[(x * m + y) * m + z]; j >= 0; j = s->p[j].next) {
                    const particle *b = &s->p[j];
                    if (j == i)
                        continue;
                    vec3 d = { nearest(a->pos.x - b->pos.x, s->box),
                               nearest(a->pos.y - b->pos.y, s->box),
                               nearest(a->pos.z - b->pos.z, s->box) };
                    double sig = sigma_tab[a->type][b->type];
                    double rc = sig * s->cutoff, r2 = vdot(d, d);
                    if (r2 >= rc * rc)
                        continue;
                    double eps = eps_tab[a->type][b->type];
                    double q = sig * sig / r2, q6 = q * q * q;
                    double mag = 24.0 * eps * (2.0 * q6 * q6 - q6) / r2;
                    f = vadd(f, vscale(mag, d));
                    e += 0.5 * (4.0 * eps * (q6 * q6 - q6) + eps);
                    w += 0.5 * mag * r2;
                    hits++;
                }
            }
    a->force = f;
    a->energy = e;
    *virial = w;
    return hits;
}

static void compute_forces(simulation *s)
{
    build_cells(s);
    s->potential = s->virial = 0;
    for (int i = 0; i < s->n; i++) {
        double w;
        s->collisions += particle_force(s, i, &w);
        s->potential += s->p[i].energy;
        s->virial += w;
    }
}

static void step(simulation *s)
{
    for (int i = 0; i < s->n; i++) {
        particle *q = &s->p[i];
        q->vel = vadd(q->vel, vscale(0.5 * s->dt, q->force));
        q->pos = vadd(q->pos, vscale(s->dt, q->vel));
        q->pos.x = wrap(q->pos.x, s->box);
        q->pos.y = wrap(q->pos.y, s->box);
        q->pos.z = wrap(q->pos.z, s->box);
    }
    compute_forces(s);
    for (int i = 0; i < s->n; i++)
        s->p[i].vel = vadd(s->p[i].vel, vscale(0.5 * s->dt, s->p[i].force));
}

static double kinetic(const simulation *s)
{
    double k = 0;
    for (int i = 0; i < s->n; i++)
        k += 0.5 * vdot(s->p[i].vel, s->p[i].vel);
    return k;
}

static void print_state(const simulation *s, int n)
{
    double k = kinetic(s), vol = s->box * s->box * s->box;
    printf("%5d  T %.8f  U/N %.8f  E/N %.8f  P %.8f\n", n, 2.0 * k / (3.0 * s->n),
           s->potential / s->n, (k + s->potential) / s->n, (2.0 * k + s->virial) / (3.0 * vol));
}

int main(int argc, char *argv[])
{
    int edge = argc > 1 ? atoi(argv[1]) : 26;
    int steps = argc > 2 ? atoi(argv[2]) : 180;
    double density = argc > 3 ? atof(argv[3]) : 0.70;
    simulation sim;

    if (edge < 4 || edge > 200 || steps < 1 || !(density > 0.05 && density < 1.1)) {
        fprintf(stderr, "usage: particles [cells_per_edge [steps [density]]]\n");
        return 1;
    }
    if (sim_create(&sim, edge, density) != 0) {
        fprintf(stderr, "particles: cannot set up the box\n");
        sim_destroy(&sim);
        return 1;
    }
    printf("%d particles, box %.6f, %d^3 cells\n", sim.n, sim.box, sim.ncell);
    compute_forces(&sim);
    print_state(&sim, 0);
    for (int n = 1; n <= steps; n++) {
        step(&sim);
        if (n % 30 == 0 || n == steps)
            print_state(&sim, n);
    }
    printf("contacts counted: %lu\n", sim.collisions / 2);
    for (int k = 0; k < 4; k++) {
        const particle *q = &sim.p[(long)k * (sim.n - 1) / 3];
        printf("particle %d type %d  r (%.9f %.9f %.9f)  v (%.9f %.9f %.9f)\n", (int)(q - sim.p), q->type,
               q->pos.x, q->pos.y, q->pos.z, q->vel.x, q->vel.y, q->vel.z);
    }
    sim_destroy(&sim);
    return 0;
}
