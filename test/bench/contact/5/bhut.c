// SPDX-License-Identifier: Apache-2.0
/* bhut - two colliding star clusters with a Barnes-Hut octree: bhut [bodies] [steps] [theta] */
#define _POSIX_C_SOURCE 200809L
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#define PI 3.14159265358979323846

typedef double vec[3];
typedef struct body {
    vec pos, vel, acc;
    double mass, phi;
    int cost;                   /* interactions of the last force evaluation */
    struct body *next;          /* bodies sharing a leaf at maximal depth */
} body_t;

typedef struct cell {
    struct cell *sub[8];
    body_t *leaf;               /* non-NULL only in leaves */
    vec centre, com;
    double half, mass;
    double quad[6];             /* xx xy xz yy yz zz, about the centre of mass */
    int count;
} cell_t;

static cell_t *pool;
static size_t pool_used, pool_size;
static const double eps2 = 0.0025, grav = 1.0;
static double theta = 0.6;

static cell_t *new_cell(const vec centre, double half)
{
    if (pool_used == pool_size) { fputs("bhut: cell pool exhausted\n", stderr); exit(1); }
    cell_t *c = &pool[pool_used++];
    *c = (cell_t){ .half = half, .centre = { centre[0], centre[1], centre[2] } };
    return c;
}

static int octant(const cell_t *c, const body_t *b)
{
    return (b->pos[0] > c->centre[0]) | (b->pos[1] > c->centre[1]) << 1 | (b->pos[2] > c->centre[2]) << 2;
}

static void insert(cell_t *c, body_t *b, int depth)
{
    if (c->count++ == 0 || depth == 40) {
        b->next = c->leaf;
        c->leaf = b;
        return;
    }
    body_t *old = c->leaf;
    c->leaf = NULL;
    for (body_t *x = old ? old : b; x; x = x == b ? NULL : b) {
        int o = octant(c, x);
        if (!c->sub[o]) {
            double h = c->half / 2;
            vec m = { c->centre[0] + (o & 1 ? h : -h), c->centre[1] + (o & 2 ? h : -h), c->centre[2] + (o & 4 ? h : -h) };
            c->sub[o] = new_cell(m, h);
        }
        insert(c->sub[o], x, depth + 1);
    }
}

static void add_quad(double q[6], double m, const vec d)
{
    double r2 = d[0] * d[0] + d[1] * d[1] + d[2] * d[2];
    q[0] += m * (3 * d[0] * d[0] - r2);
    q[1] += m * 3 * d[0] * d[1];
    q[2] += m * 3 * d[0] * d[2];
    q[3] += m * (3 * d[1] * d[1] - r2);
    q[4] += m * 3 * d[1] * d[2];
    q[5] += m * (3 * d[2] * d[2] - r2);
}

static void summarize(cell_t *c)
{
    for (body_t *b = c->leaf; b; b = b->next) {
        c->mass += b->mass;
        for (int k = 0; k < 3; k++) c->com[k] += b->mass * b->pos[k];
    }
    for (int o = 0; o < 8; o++)
        if (c->sub[o]) {
            summarize(c->sub[o]);
            c->mass += c->sub[o]->mass;
            for (int k = 0; k < 3; k++) c->com[k] += c->sub[o]->mass * c->sub[o]->com[k];
        }
    for (int k = 0; k < 3; k++) c->com[k] /= c->mass;
    for (int o = 0; o < 8; o++)
        if (c->sub[o]) {
            vec d;
            for (int k = 0; k < 3; k++) d[k] = c->sub[o]->com[k] - c->com[k];
            for (int k = 0; k < 6; k++) c->quad[k] += c->sub[o]->quad[k];
            add_quad(c->quad, c->sub[o]->mass, d);
        }
}

static void attract(body_t *b, const double *at, double mass)
{
    double d[3] = { at[0] - b->pos[0], at[1] - b->pos[1], at[2] - b->pos[2] };
    double r2 = d[0] * d[0] + d[1] * d[1] + d[2] * d[2] + eps2, inv = 1 / sqrt(r2), f = grav * mass * inv * inv * inv;
    b->phi -= grav * mass * inv;
    for (int k = 0; k < 3; k++) b->acc[k] += f * d[k];
    b->cost++;
}

static void walk(body_t *b, const cell_t *c)
{
    if (c->leaf) {
        for (const body_t *o = c->leaf; o; o = o->next)
            if (o != b)
                attract(b, o->pos, o->mass);
        return;
    }
    double d[3] = { b->pos[0] - c->com[0], b->pos[1] - c->com[1], b->pos[2] - c->com[2] };
    double r2 = d[0] * d[0] + d[1] * d[1] + d[2] * d[2], size = 2 * c->half;
    if (size * size < theta * theta * r2) {
        double s2 = r2 + eps2, inv = 1 / sqrt(s2), i2 = inv * inv, i5 = inv * i2 * i2;
        const double *q = c->quad;
        double qd[3] = { q[0] * d[0] + q[1] * d[1] + q[2] * d[2], q[1] * d[0] + q[3] * d[1] + q[4] * d[2],
                         q[2] * d[0] + q[4] * d[1] + q[5] * d[2] };
        double dqd = d[0] * qd[0] + d[1] * qd[1] + d[2] * qd[2];
        for (int k = 0; k < 3; k++)
            b->acc[k] += grav * (i5 * qd[k] - (c->mass * i2 * inv + 2.5 * dqd * i5 * i2) * d[k]);
        b->phi -= grav * (c->mass * inv + 0.5 * dqd * i5);
        b->cost++;
        return;
    }
    for (int o = 0; o < 8; o++)
        if (c->sub[o])
            walk(b, c->sub[o]);
}

static long forces(body_t *b, int n)
{
    double size = 0;
    long cost = 0;
    for (int i = 0; i < n; i++)
        for (int k = 0; k < 3; k++)
            if (fabs(b[i].pos[k]) > size) size = fabs(b[i].pos[k]);
    pool_used = 0;
    cell_t *root = new_cell((vec){ 0, 0, 0 }, size * 1.0001);
    for (int i = 0; i < n; i++)
        insert(root, &b[i], 0);
    summarize(root);
    for (int i = 0; i < n; i++) {
        b[i].acc[0] = b[i].acc[1] = b[i].acc[2] = b[i].phi = 0;
        b[i].cost = 0;
        walk(&b[i], root);
        cost += b[i].cost;
    }
    return cost;
}

static double uni(void)
{
    static unsigned long long s = 20240607;
    s = s * 6364136223846793005ull + 1442695040888963407ull;
    return (double)(s >> 11) / 9007199254740992.0;
}

static void plummer(body_t *b, int n, const vec shift, const vec drift, double mass)
{
    for (int i = 0; i < n; i++) {
        double r, z = 2 * uni() - 1, phi = 2 * PI * uni(), q, g;
        do r = 1 / sqrt(pow(uni() + 1e-9, -2.0 / 3) - 1); while (r > 8);
        double s = sqrt(1 - z * z), dir[3] = { s * cos(phi), s * sin(phi), z };
        do { q = uni(); g = 0.1 * uni(); } while (g > q * q * pow(1 - q * q, 3.5));
        double v = q * sqrt(2 * mass) * pow(1 + r * r, -0.25), zv = 2 * uni() - 1, pv = 2 * PI * uni(), sv = sqrt(1 - zv * zv);
        double dv[3] = { sv * cos(pv), sv * sin(pv), zv };
        b[i].mass = mass / n;
        for (int k = 0; k < 3; k++) {
            b[i].pos[k] = r * dir[k] + shift[k];
            b[i].vel[k] = v * dv[k] + drift[k];
        }
    }
}

static void report(const body_t *b, int n, int step, long cost)
{
    double kin = 0, pot = 0, lz = 0;
    for (int i = 0; i < n; i++) {
        const double *p = b[i].pos, *v = b[i].vel, m = b[i].mass;
        kin += 0.5 * m * (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
        pot += 0.5 * m * b[i].phi;
        lz += m * (p[0] * v[1] - p[1] * v[0]);
    }
    printf("%4d E %.12f T %.12f V %.12f Lz %.12f cells %zu inter %ld\n", step, kin + pot, kin, pot, lz, pool_used, cost);
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? abs(atoi(argv[1])) + 2 : 5000, steps = argc > 2 ? atoi(argv[2]) : 15;
    const double dt = 0.02;
    if (argc > 3) theta = atof(argv[3]);
    body_t *b = calloc((size_t)n, sizeof *b);
    pool_size = (size_t)n * 8 + 1000;
    pool = malloc(pool_size * sizeof *pool);
    if (!b || !pool) { perror("bhut"); return 1; }
    plummer(b, n * 2 / 3, (vec){ -2, 0.4, 0 }, (vec){ 0.25, 0, 0 }, 1.0);
    plummer(b + n * 2 / 3, n - n * 2 / 3, (vec){ 3, -0.6, 0.2 }, (vec){ -0.5, 0, 0 }, 0.5);
    struct timespec t0, t1;
    clock_gettime(CLOCK_MONOTONIC, &t0);
    report(b, n, 0, forces(b, n));
    for (int s = 1; s <= steps; s++) {
        for (int i = 0; i < n; i++)
            for (int k = 0; k < 3; k++) {
                b[i].vel[k] += 0.5 * dt * b[i].acc[k];
                b[i].pos[k] += dt * b[i].vel[k];
            }
        long cost = forces(b, n);
        for (int i = 0; i < n; i++)
            for (int k = 0; k < 3; k++)
                b[i].vel[k] += 0.5 * dt * b[i].acc[k];
        if (s % 5 == 0) report(b, n, s, cost);
    }
    clock_gettime(CLOCK_MONOTONIC, &t1);
    fprintf(stderr, "simulate %.3f s\n", (double)(t1.tv_sec - t0.tv_sec) + 1e-9 * (double)(t1.tv_nsec - t0.tv_nsec));
    free(b); free(pool);
    return 0;
}
