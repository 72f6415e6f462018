// grains.c - discrete element simulation of grains falling into a box.
//
// Soft discs with normal spring/dashpot and Coulomb friction, in a box with
// floor and side walls; neighbours are found through a grid of cells.
//
//     grains [number of grains [time steps]]

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct { double x, y; } vec2;

typedef struct {
    vec2 pos, vel, force;
    double spin, torque;
    double radius, mass, inertia;
    int next;                   // next grain in the same cell
    int contacts;
} grain_t;

typedef struct {
    int n;
    grain_t *g;
    double width, height;
    double cell;                // edge of a cell
    int nx, ny;
    int *head;                  // first grain of each cell, or -1
    double time, dt;
} sim_t;

static const double STIFF = 2.0e5, DAMP = 8.0, FRICTION = 0.4, GRAVITY = 9.81, SHEAR = 4.0;

static unsigned lcg = 99u;
static double frand(void)
{
    lcg = lcg * 1664525u + 1013904223u;
    return (lcg >> 8) / 16777216.0;
}

static int setup(sim_t *s, int n)
{
    double rmax = 0.06;
    int per_row = (int)(1.6 * sqrt((double)n)) + 1;

    memset(s, 0, sizeof *s);
    s->n = n;
    s->width = per_row * 2.2 * rmax;
    s->height = (n / per_row + 4) * 2.2 * rmax;
    s->cell = 2 * rmax;
    s->nx = (int)(s->width / s->cell) + 1;
    s->ny = (int)(s->height / s->cell) + 2;
    s->dt = 1e-4;
    s->g = calloc((size_t)n, sizeof *s->g);
    s->head = malloc((size_t)s->nx * (size_t)s->ny * sizeof *s->head);
    if (!s->g || !s->head)
        return -1;
    for (int i = 0; i < n; i++) {
        grain_t *p = &s->g[i];
        p->radius = rmax * (0.75 + 0.25 * frand());
        p->mass = 3.14159265358979 * p->radius * p->radius * 2.5;
        p->inertia = 0.5 * p->mass * p->radius * p->radius;
        p->pos.x = (i % per_row + 0.5) * 2.2 * rmax + 0.01 * (frand() - 0.5);
        p->pos.y = (i / per_row + 0.5) * 2.05 * rmax;
        p->vel.x = frand() - 0.5;
        p->vel.y = -2.0 * frand();
    }
    return 0;
}

static int cell_index(const sim_t *s, double x, double y)
{
    int cx = (int)(x / s->cell), cy = (int)(y / s->cell);
    if (cx < 0) cx = 0;
    if (cy < 0) cy = 0;
    if (cx >= s->nx) cx = s->nx - 1;
    if (cy >= s->ny) cy = s->ny - 1;
    return cy * s->nx + cx;
}

static void sort_into_cells(sim_t *s)
{
    for (int c = 0; c < s->nx * s->ny; c++)
        s->head[c] = -1;
    for (int i = 0; i < s->n; i++) {
        int c = cell_index(s, s->g[i].pos.x, s->g[i].pos.y);
        s->g[i].next = s->head[c];
        s->head[c] = i;
    }
}

// force on p from something with which it overlaps by "depth"; (nx,ny) points
// from the other body to p, (vx,vy) is the relative velocity at the contact
static void contact(grain_t *p, double depth, double nx, double ny, double vx, double vy)
{
    double vn = vx * nx + vy * ny;
    double fn = STIFF * depth * p->radius - DAMP * vn;
    if (fn < 0)
        fn = 0;
    double vt = -vx * ny + vy * nx;
    double ft = -SHEAR * vt, limit = FRICTION * fn;
    if (ft > limit)
        ft = limit;
    else if (ft < -limit)
        ft = -limit;
    p->force.x += fn * nx - ft * ny;
    p->force.y += fn * ny + ft * nx;
    p->torque -= ft * p->radius;
    p->contacts++;
}

static void wall(grain_t *p, double distance, double nx, double ny)
{
    double depth = p->radius - distance;
    if (depth > 0) {
        double vs = p->spin * p->radius;
        contact(p, depth, nx, ny, p->vel.x + vs * ny, p->vel.y - vs * nx);
    }
}

static void grain_forces(const sim_t *s, int i)
{
    grain_t *p = &s->g[i];
    int here = cell_index(s, p->pos.x, p->pos.y);
    int cx = here % s->nx, cy = here / s->nx;

    p->force.x = 0;
    p->force.y = -p->mass * GRAVITY;
    p->torque = 0;
    p->contacts = 0;
    for (int yy = cy - 1; yy <= cy + 1; yy++)
        for (int xx = cx - 1; xx <= cx + 1; xx++) {
            if (xx < 0 || yy < 0 || xx >= s->nx || yy >= s->ny)
                continue;
            for (int j = s->head[yy * s->nx + xx]; j >= 0; j = s->g[j].next) {
                const grain_t *q = &s->g[j];
                double dx = p->pos.x - q->pos.x, dy = p->pos.y - q->pos.y;
                double reach = p->radius + q->radius, d2 = dx * dx + dy * dy;
                if (j == i || d2 >= reach * reach || d2 == 0)
                    continue;
                double d = sqrt(d2), nx = dx / d, ny = dy / d;
                double vs = p->spin * p->radius + q->spin * q->radius;
                contact(p, reach - d, nx, ny, p->vel.x - q->vel.x + vs * ny,
                        p->vel.y - q->vel.y - vs * nx);
            }
        }
    wall(p, p->pos.x, 1, 0);
    wall(p, s->width - p->pos.x, -1, 0);
    wall(p, p->pos.y, 0, 1);
}

static void move(grain_t *p, double dt)
{
    p->vel.x += dt * p->force.x / p->mass;
    p->vel.y += dt * p->force.y / p->mass;
    p->spin += dt * p->torque / p->inertia;
    p->pos.x += dt * p->vel.x;
    p->pos.y += dt * p->vel.y;
}

static void step(sim_t *s)
{
    sort_into_cells(s);
    for (int i = 0; i < s->n; i++)
        grain_forces(s, i);
    for (int i = 0; i < s->n; i++)
        move(&s->g[i], s->dt);
    s->time += s->dt;
}

static void report(const sim_t *s)
{
    double kinetic = 0, potential = 0, top = 0;
    long touching = 0;
    for (int i = 0; i < s->n; i++) {
        const grain_t *p = &s->g[i];
        kinetic += 0.5 * p->mass * (p->vel.x * p->vel.x + p->vel.y * p->vel.y)
                 + 0.5 * p->inertia * p->spin * p->spin;
        potential += p->mass * GRAVITY * p->pos.y;
        touching += p->contacts;
        if (p->pos.y > top)
            top = p->pos.y;
    }
    printf("t=%.4f  kinetic %.9e  potential %.9e  contacts %ld  top %.6f\n", s->time, kinetic,
           potential, touching, top);
}

int main(int argc, char **argv)
{
    sim_t sim;
    int n = argc > 1 ? atoi(argv[1]) : 30000;
    int steps = argc > 2 ? atoi(argv[2]) : 480;

    if (n < 1 || setup(&sim, n) != 0) {
        fprintf(stderr, "grains: cannot set up %d grains\n", n);
        return 1;
    }
    printf("%d grains in a box of %.3f x %.3f, %d cells\n", n, sim.width, sim.height,
           sim.nx * sim.ny);
    for (int k = 0; k < steps; k++) {
        if (k % 120 == 0 && k > 0)
            report(&sim);
        step(&sim);
    }
    report(&sim);

    // fill level of ten columns of the box
    int level[10] = { 0 };
    for (int i = 0; i < sim.n; i++) {
        int b = (int)(10 * sim.g[i].pos.x / sim.width);
        level[b < 0 ? 0 : b > 9 ? 9 : b]++;
    }
    printf("columns");
    for (int b = 0; b < 10; b++)
        printf(" %d", level[b]);
    printf("\n");
    free(sim.g);
    free(sim.head);
    return 0;
}
