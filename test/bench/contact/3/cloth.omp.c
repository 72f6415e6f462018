// SPDX-License-Identifier: Apache-2.0
/*
 * cloth.c - mass-spring cloth pinned along its top edge falling onto a sphere
 *
 * usage: cloth [nodes per side] [time steps]
 */
#include <stdio.h>
#include <stdlib.h>
#include <math.h>
#include <time.h>

typedef struct { double x, y, z; } vec3;

typedef struct {
    int n;                      /* n x n particles */
    double rest;                /* spacing at rest */
    double mass, stiff, damp;
    vec3 *pos, *vel, *force;
    char *pinned;
} Cloth;

typedef struct {
    vec3 c;
    double r;
} Sphere;

/* neighbours: structural, shear and bend springs */
static const int link[12][2] = {
    { 0, 1 }, { 0, -1 }, { 1, 0 }, { -1, 0 },
    { 1, 1 }, { 1, -1 }, { -1, 1 }, { -1, -1 },
    { 0, 2 }, { 0, -2 }, { 2, 0 }, { -2, 0 }
};

static vec3 sub(vec3 a, vec3 b) { return (vec3){ a.x - b.x, a.y - b.y, a.z - b.z }; }
static vec3 axpy(double s, vec3 a, vec3 b) { return (vec3){ s * a.x + b.x, s * a.y + b.y, s * a.z + b.z }; }
static double dot(vec3 a, vec3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

static int cloth_create(Cloth *c, int n)
{
    unsigned s = 7u;
    c->n = n;
    c->rest = 2.0 / (n - 1);
    c->mass = 0.5 / ((double)n * n);
    c->stiff = 40.0;
    c->damp = 0.002 / n;
    c->pos = malloc(sizeof(vec3) * n * n);
    c->vel = calloc((size_t)n * n, sizeof(vec3));
    c->force = calloc((size_t)n * n, sizeof(vec3));
    c->pinned = calloc((size_t)n * n, 1);
    if (!c->pos || !c->vel || !c->force || !c->pinned)
        return -1;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            s = s * 1664525u + 1013904223u;
            double wobble = ((s >> 16) / 65536.0 - 0.5) * 0.02 * c->rest;
            c->pos[i * n + j] = (vec3){ j * c->rest - 1.0, 1.0 + wobble, i * c->rest - 1.0 };
        }
    for (int j = 0; j < n; j++)
        c->pinned[j] = 1;
    return 0;
}

static vec3 spring(const Cloth *c, int a, int b, double rest)
{
    vec3 d = sub(c->pos[b], c->pos[a]);
    double len = sqrt(dot(d, d));
    double k = c->stiff * (len - rest) / len;
    return (vec3){ k * d.x, k * d.y, k * d.z };
}

static void forces(Cloth *c)
{
    int n = c->n;
#pragma omp parallel for schedule(static)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            int me = i * n + j;
            vec3 f = { 0.0, -9.81 * c->mass, 0.0 };
            for (int k = 0; k < 12; k++) {
                int ii = i + link[k][0], jj = j + link[k][1];
                if (ii < 0 || jj < 0 || ii >= n || jj >= n)
                    continue;
                double scale = k < 4 ? 1.0 : k < 8 ? 1.4142135623730951 : 2.0;
                f = axpy(1.0, spring(c, me, ii * n + jj, scale * c->rest), f);
            }
            c->force[me] = axpy(-c->damp, c->vel[me], f);
        }
}

/* returns the number of particles touching the ball */
static int integrate(Cloth *c, const Sphere *ball, double dt)
{
    int touching = 0;
#pragma omp parallel for schedule(static) reduction(+:touching)
    for (int i = 0; i < c->n * c->n; i++) {
        if (c->pinned[i])
            continue;
        c->vel[i] = axpy(dt / c->mass, c->force[i], c->vel[i]);
        c->pos[i] = axpy(dt, c->vel[i], c->pos[i]);
        vec3 d = sub(c->pos[i], ball->c);
        double dist2 = dot(d, d);
        if (dist2 < ball->r * ball->r) {
            double dist = sqrt(dist2);
            vec3 normal = { d.x / dist, d.y / dist, d.z / dist };
            double vn = dot(c->vel[i], normal);
            c->pos[i] = axpy(ball->r, normal, ball->c);
            if (vn < 0)
                c->vel[i] = axpy(-vn, normal, c->vel[i]);
            touching++;
        }
    }
    return touching;
}

static void measure(const Cloth *c, double *kinetic, double *lowest, double *height)
{
    double e = 0.0, low = 1e30, sum = 0.0;
    int total = c->n * c->n;
#pragma omp parallel for schedule(static) reduction(+:e,sum) reduction(min:low)
    for (int i = 0; i < total; i++) {
        e += 0.5 * c->mass * dot(c->vel[i], c->vel[i]);
        sum += c->pos[i].y;
        if (c->pos[i].y < low)
            low = c->pos[i].y;
    }
    *kinetic = e;
    *lowest = low;
    *height = sum / total;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 120;
    int steps = argc > 2 ? atoi(argv[2]) : 1200;
    Cloth c;
    Sphere ball = { { 0.1, 0.42, 0.3 }, 0.5 };
    double dt = 0.02 / n, ke, low, height;
    struct timespec t0, t1;

    if (n < 3 || cloth_create(&c, n) != 0) {
        fprintf(stderr, "cloth: cannot set up a %d x %d cloth\n", n, n);
        return 1;
    }
    clock_gettime(CLOCK_MONOTONIC, &t0);
    for (int s = 1; s <= steps; s++) {
        forces(&c);
        int touching = integrate(&c, &ball, dt);
        if (steps < 5 || s % (steps / 5) == 0) {
            measure(&c, &ke, &low, &height);
            printf("t=%.4f  kinetic %.6e  lowest %.6f  mean height %.6f  touching %d\n", s * dt,
                   ke, low, height, touching);
        }
    }
    clock_gettime(CLOCK_MONOTONIC, &t1);
    fprintf(stderr, "%d steps in %.3f s\n", steps,
            (t1.tv_sec - t0.tv_sec) + (t1.tv_nsec - t0.tv_nsec) * 1e-9);
    free(c.pos); free(c.vel); free(c.force); free(c.pinned);
    return 0;
}
