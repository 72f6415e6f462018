/* galaxy.c -- Barnes-Hut N-body simulation of two colliding disks
 *
 * Octree rebuilt every step, quadrupole-free monopole forces with opening
 * angle criterion, leapfrog (kick-drift-kick).
 *
 * usage: galaxy [bodies [steps]]
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>

#define THETA  0.6
#define SOFT2  (0.05 * 0.05)
#define DTIME  0.01
#define LEAFMAX 4
#define MAXLEVEL 40

struct body {
    double pos[3], vel[3], acc[3];
    double mass, pot;
    int galaxy;
    struct body *next;          /* list of the leaf */
};

struct cell {
    double mid[3], half;
    double com[3], mass;
    int count;                  /* bodies below this cell */
    struct body *list;          /* leaf only */
    struct cell *child[8];
    int leaf;
};

/* cells come from a pool that grows by chunks and is reused every step */
#define CHUNK 4096
static struct chunk { struct cell cells[CHUNK]; struct chunk *next; } *pool, *current;
static int used;
static long interactions;
#pragma omp threadprivate(interactions)
static long all_interactions;
static int maxlevel;

static unsigned rstate = 20240607u;
static double rnd(void)
{
    rstate = rstate * 1103515245u + 12345u;
    return (double)(rstate >> 8) / 16777216.0;
}

static struct cell *new_cell(const double *mid, double half)
{
    if (current == NULL || used == CHUNK) {
        if (current != NULL && current->next != NULL)
            current = current->next;
        else {
            struct chunk *c = malloc(sizeof *c);
            if (c == NULL) {
                fprintf(stderr, "galaxy: no memory\n");
                exit(1);
            }
            c->next = NULL;
            if (current)
                current->next = c;
            else
                pool = c;
            current = c;
        }
        used = 0;
    }
    struct cell *c = &current->cells[used++];
    memset(c, 0, sizeof *c);
    memcpy(c->mid, mid, sizeof c->mid);
    c->half = half;
    c->leaf = 1;
    return c;
}

static int octant(const struct cell *c, const struct body *b)
{
    return (b->pos[0] >= c->mid[0]) | (b->pos[1] >= c->mid[1]) << 1 | (b->pos[2] >= c->mid[2]) << 2;
}

static void insert(struct cell *c, struct body *b, int level)
{
    if (level > maxlevel)
        maxlevel = level;
    c->count++;
    if (c->leaf) {
        b->next = c->list;
        c->list = b;
        if (c->count <= LEAFMAX || level >= MAXLEVEL)
            return;
        /* too full: hand everything down */
        struct body *l = c->list;
        c->list = NULL;
        c->leaf = 0;
        c->count = 0;
        while (l) {
            struct body *n = l->next;
            insert(c, l, level);
            l = n;
        }
        return;
    }
    int o = octant(c, b);
    if (c->child[o] == NULL) {
        double m[3], h = c->half / 2;
        for (int k = 0; k < 3; k++)
            m[k] = c->mid[k] + (o >> k & 1 ? h : -h);
        c->child[o] = new_cell(m, h);
    }
    insert(c->child[o], b, level + 1);
}

static void summarize(struct cell *c)
{
    double m = 0, s[3] = { 0, 0, 0 };
    if (c->leaf) {
        for (const struct body *b = c->list; b; b = b->next) {
            m += b->mass;
            for (int k = 0; k < 3; k++)
                s[k] += b->mass * b->pos[k];
        }
    } else {
        for (int o = 0; o < 8; o++)
            if (c->child[o]) {
                const struct cell *d = c->child[o];
                summarize(c->child[o]);
                m += d->mass;
                for (int k = 0; k < 3; k++)
                    s[k] += d->mass * d->com[k];
            }
    }
    c->mass = m;
    for (int k = 0; k < 3; k++)
        c->com[k] = s[k] / m;
}

static struct cell *build_tree(struct body *b, int n)
{
    double lo[3], hi[3], mid[3], half = 0;
    for (int k = 0; k < 3; k++)
        lo[k] = hi[k] = b[0].pos[k];
    for (int i = 1; i < n; i++)
        for (int k = 0; k < 3; k++) {
            if (b[i].pos[k] < lo[k]) lo[k] = b[i].pos[k];
            if (b[i].pos[k] > hi[k]) hi[k] = b[i].pos[k];
        }
    for (int k = 0; k < 3; k++) {
        mid[k] = 0.5 * (lo[k] + hi[k]);
        if (hi[k] - lo[k] > 2 * half)
            half = 0.5 * (hi[k] - lo[k]);
    }
    current = pool;
    used = 0;
    struct cell *root = new_cell(mid, half * 1.0001 + 1e-9);
    for (int i = 0; i < n; i++)
        insert(root, &b[i], 0);
    summarize(root);
    return root;
}

static void attract(struct body *b, const double *p, double mass)
{
    double d[3], r2 = SOFT2;
    for (int k = 0; k < 3; k++) {
        d[k] = p[k] - b->pos[k];
        r2 += d[k] * d[k];
    }
    double ri = 1 / sqrt(r2), f = mass * ri * ri * ri;
    for (int k = 0; k < 3; k++)
        b->acc[k] += f * d[k];
    b->pot -= mass * ri;
    interactions++;
}

static void gravity(struct body *b, const struct cell *c)
{
    double d2 = 0;
    for (int k = 0; k < 3; k++)
        d2 += (c->com[k] - b->pos[k]) * (c->com[k] - b->pos[k]);
    if (4 * c->half * c->half < THETA * THETA * d2) {
        attract(b, c->com, c->mass);
        return;
    }
    if (c->leaf) {
        for (const struct body *o = c->list; o; o = o->next)
            if (o != b)
                attract(b, o->pos, o->mass);
        return;
    }
    for (int o = 0; o < 8; o++)
        if (c->child[o])
            gravity(b, c->child[o]);
}

static void forces(struct body *b, int n)
{
    struct cell *root = build_tree(b, n);
    #pragma omp parallel reduction(+:all_interactions)
    {
    interactions = 0;
    #pragma omp for schedule(dynamic, 64)
    for (int i = 0; i < n; i++) {
        memset(b[i].acc, 0, sizeof b[i].acc);
        b[i].pot = 0;
        gravity(&b[i], root);
    }
    all_interactions += interactions;
    }
}

static void make_galaxy(struct body *b, int n, int id, const double *centre, const double *vel, double tilt)
{
    double mdisk = 0.4, mcore = 1.0;
    for (int i = 0; i < n; i++) {
        double r = i == 0 ? 0 : 0.1 + 1.4 * sqrt(rnd()), a = 6.283185307179586 * rnd();
        double x = r * cos(a), y = r * sin(a), z = i == 0 ? 0 : 0.04 * (rnd() - 0.5);
        double v = i == 0 ? 0 : sqrt((mcore + mdisk * r * r / 2.25) * r * r / pow(r * r + SOFT2, 1.5));
        double vx = -v * sin(a), vy = v * cos(a);
        b[i].pos[0] = centre[0] + x;
        b[i].pos[1] = centre[1] + y * cos(tilt) - z * sin(tilt);
        b[i].pos[2] = centre[2] + y * sin(tilt) + z * cos(tilt);
        b[i].vel[0] = vel[0] + vx;
        b[i].vel[1] = vel[1] + vy * cos(tilt);
        b[i].vel[2] = vel[2] + vy * sin(tilt);
        b[i].mass = i == 0 ? mcore : mdisk / n;
        b[i].galaxy = id;
    }
}

static void diagnose(const struct body *b, int n, int step)
{
    double ek = 0, ep = 0, p[3] = { 0, 0, 0 };
    for (int i = 0; i < n; i++) {
        double v2 = 0;
        for (int k = 0; k < 3; k++) {
            v2 += b[i].vel[k] * b[i].vel[k];
            p[k] += b[i].mass * b[i].vel[k];
        }
        ek += 0.5 * b[i].mass * v2;
        ep += 0.5 * b[i].mass * b[i].pot;
    }
    printf("step %3d ekin %.10f epot %.10f etot %.10f p (%.3e %.3e %.3e)\n", step, ek, ep, ek + ep,
           p[0], p[1], p[2]);
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 8000;
    int steps = argc > 2 ? atoi(argv[2]) : 55;
    if (n < 4 || steps < 1) {
        fprintf(stderr, "usage: galaxy [bodies [steps]]\n");
        return 1;
    }
    struct body *b = calloc(n, sizeof *b);
    if (b == NULL)
        return 1;
    const double c1[3] = { -1.8, -0.6, 0 }, v1[3] = { 0.35, 0.1, 0 };
    const double c2[3] = { 1.8, 0.6, 0.2 }, v2[3] = { -0.35, -0.1, 0 };
    make_galaxy(b, n / 2, 0, c1, v1, 0.0);
    make_galaxy(b + n / 2, n - n / 2, 1, c2, v2, 0.9);

    forces(b, n);
    diagnose(b, n, 0);
    for (int s = 1; s <= steps; s++) {
        for (int i = 0; i < n; i++)
            for (int k = 0; k < 3; k++) {
                b[i].vel[k] += 0.5 * DTIME * b[i].acc[k];
                b[i].pos[k] += DTIME * b[i].vel[k];
            }
        forces(b, n);
        for (int i = 0; i < n; i++)
            for (int k = 0; k < 3; k++)
                b[i].vel[k] += 0.5 * DTIME * b[i].acc[k];
        if (s % 10 == 0 || s == steps)
            diagnose(b, n, s);
    }
    double r[2] = { 0, 0 };
    for (int i = 0; i < n; i++) {
        const struct body *core = b[i].galaxy ? &b[n / 2] : &b[0];
        double d2 = 0;
        for (int k = 0; k < 3; k++)
            d2 += (b[i].pos[k] - core->pos[k]) * (b[i].pos[k] - core->pos[k]);
        r[b[i].galaxy] += sqrt(d2);
    }
    printf("mean radius %.10f %.10f, tree depth %d, interactions %ld\n", r[0] / (n / 2),
           r[1] / (n - n / 2), maxlevel, all_interactions);
    while (pool) {
        struct chunk *c = pool->next;
        free(pool);
        pool = c;
    }
    free(b);
    return 0;
}
