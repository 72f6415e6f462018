/* sphdam - 2-D dam break with smoothed particle hydrodynamics.
 * Particles are kept in a cell list rebuilt every step. */
#include <stdio.h>
#include <stdlib.h>
#include <math.h>

#define PI 3.14159265358979323846

typedef struct {
    double x, y, vx, vy, ax, ay, rho, p;
} Particle;

typedef struct {
    int n;
    Particle *a;
    double h, mass, rho0, stiff, visc, dt;
    double w, ht;             /* tank size */
    int nx, ny;
    int *first;               /* nx*ny+1 offsets into order[] */
    int *order;
    int *cell;
} Fluid;

static Fluid *fluid_create(int side)
{
    Fluid *f = calloc(1, sizeof *f);
    if (!f) exit(1);
    double dx = 1.0 / side;
    f->n = side * side * 2;
    f->h = 2.0 * dx;
    f->rho0 = 1000.0;
    f->mass = f->rho0 * dx * dx;
    f->stiff = 900.0;
    f->visc = 8.0;
    f->dt = 0.02 * dx;
    f->w = 3.0;
    f->ht = 3.0;
    f->nx = (int)(f->w / f->h) + 1;
    f->ny = (int)(f->ht / f->h) + 1;
    f->a = calloc((size_t)f->n, sizeof *f->a);
    f->first = malloc(sizeof(int) * (size_t)(f->nx * f->ny + 1));
    f->order = malloc(sizeof(int) * (size_t)f->n);
    f->cell = malloc(sizeof(int) * (size_t)f->n);
    if (!f->a || !f->first || !f->order || !f->cell) exit(1);
    for (int i = 0; i < f->n; i++) {
        f->a[i].x = (i % side + 0.5) * dx + 0.01 * dx * sin(i * 12.9898);
        f->a[i].y = (double)(i / side) * dx + 0.5 * dx;
    }
    return f;
}

static void fluid_destroy(Fluid *f)
{
    free(f->a);
    free(f->first);
    free(f->order);
    free(f->cell);
    free(f);
}

static int clampi(int v, int hi)
{
    return v < 0 ? 0 : v >= hi ? hi - 1 : v;
}

static void build_cells(Fluid *f)
{
    int nc = f->nx * f->ny;
    for (int c = 0; c <= nc; c++)
        f->first[c] = 0;
    for (int i = 0; i < f->n; i++) {
        int cx = clampi((int)(f->a[i].x / f->h), f->nx), cy = clampi((int)(f->a[i].y / f->h), f->ny);
        f->cell[i] = cy * f->nx + cx;
        f->first[f->cell[i] + 1]++;
    }
    for (int c = 0; c < nc; c++)
        f->first[c + 1] += f->first[c];
    for (int i = f->n - 1; i >= 0; i--)
        f->order[--f->first[f->cell[i] + 1]] = i;
    /* first[c+1] now holds the start of c: shift back */
    for (int c = 0; c < nc; c++)
        f->first[c] = f->first[c + 1];
    f->first[nc] = f->n;
}

static void density(Fluid *f)
{
    double h2 = f->h * f->h, k = 4.0 / (PI * pow(f->h, 8.0));
    #pragma omp parallel for schedule(dynamic, 256)
    for (int i = 0; i < f->n; i++) {
        Particle *p = &f->a[i];
        int cx = f->cell[i] % f->nx, cy = f->cell[i] / f->nx;
        double s = 0.0;
        for (int yy = cy - 1; yy <= cy + 1; yy++)
            for (int xx = cx - 1; xx <= cx + 1; xx++) {
                if (xx < 0 || yy < 0 || xx >= f->nx || yy >= f->ny) continue;
                int c = yy * f->nx + xx;
                for (int q = f->first[c]; q < f->first[c + 1]; q++) {
                    const Particle *o = &f->a[f->order[q]];
                    double dx = p->x - o->x, dy = p->y - o->y, d = h2 - dx * dx - dy * dy;
                    if (d > 0.0)
                        s += d * d * d;
                }
            }
        p->rho = f->mass * k * s;
        p->p = p->rho > f->rho0 ? f->stiff * (p->rho - f->rho0) : 0.0;
    }
}

static void forces(Fluid *f)
{
    double h = f->h, kp = 30.0 / (PI * pow(h, 5.0)), kv = 40.0 / (PI * pow(h, 5.0));
    #pragma omp parallel for schedule(dynamic, 256)
    for (int i = 0; i < f->n; i++) {
        Particle *p = &f->a[i];
        int cx = f->cell[i] % f->nx, cy = f->cell[i] / f->nx;
        double ax = 0.0, ay = 0.0;
        for (int yy = cy - 1; yy <= cy + 1; yy++)
            for (int xx = cx - 1; xx <= cx + 1; xx++) {
                if (xx < 0 || yy < 0 || xx >= f->nx || yy >= f->ny) continue;
                int c = yy * f->nx + xx;
                for (int q = f->first[c]; q < f->first[c + 1]; q++) {
                    int j = f->order[q];
                    if (j == i) continue;
                    const Particle *o = &f->a[j];
                    double dx = p->x - o->x, dy = p->y - o->y, r = sqrt(dx * dx + dy * dy);
                    if (r >= h || r < 1e-12) continue;
                    double t = h - r, m = f->mass / (p->rho * o->rho);
                    double fp = m * 0.5 * (p->p + o->p) * kp * t * t / r;
                    double fv = m * f->visc * kv * t;
                    ax += fp * dx + fv * (o->vx - p->vx);
                    ay += fp * dy + fv * (o->vy - p->vy);
                }
            }
        p->ax = ax;
        p->ay = ay - 9.81;
    }
}

static void integrate(Fluid *f)
{
    #pragma omp parallel for schedule(static)
    for (int i = 0; i < f->n; i++) {
        Particle *p = &f->a[i];
        p->vx += f->dt * p->ax;
        p->vy += f->dt * p->ay;
        p->x += f->dt * p->vx;
        p->y += f->dt * p->vy;
        if (p->x < 0.0) { p->x = 0.0; p->vx *= -0.4; }
        if (p->x > f->w) { p->x = f->w; p->vx *= -0.4; }
        if (p->y < 0.0) { p->y = 0.0; p->vy *= -0.4; }
        if (p->y > f->ht) { p->y = f->ht; p->vy *= -0.4; }
    }
}

int main(int argc, char **argv)
{
    int side = argc > 1 ? atoi(argv[1]) : 45;
    int steps = argc > 2 ? atoi(argv[2]) : 650;
    Fluid *f = fluid_create(side);
    for (int s = 0; s < steps; s++) {
        build_cells(f);
        density(f);
        forces(f);
        integrate(f);
    }
    double front = 0.0, ke = 0.0, pe = 0.0, rmax = 0.0;
    for (int i = 0; i < f->n; i++) {
        const Particle *p = &f->a[i];
        if (p->x > front) front = p->x;
        if (p->rho > rmax) rmax = p->rho;
        ke += 0.5 * f->mass * (p->vx * p->vx + p->vy * p->vy);
        pe += 9.81 * f->mass * p->y;
    }
    printf("particles %d\nfront %.10f\nkinetic %.9e potential %.9e\nmax density %.8f\n", f->n, front, ke, pe, rmax);
    fluid_destroy(f);
    return 0;
}
