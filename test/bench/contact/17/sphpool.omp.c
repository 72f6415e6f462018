/*
 * sphpool - water splashing in a box: smoothed particle hydrodynamics in
 * two dimensions with a linked cell list and leap frog integration.
 *
 * usage: sphpool [particles] [steps]
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define H 0.02              /* smoothing length */
#define PI 3.14159265358979323846
#define REST 1000.0
#define STIFF 60.0
#define VISC 0.6
#define DT 0.0004

typedef struct particle {
    double x, y, vx, vy, ax, ay;
    double rho, p;
    struct particle *next;      /* in the same cell */
} particle;

typedef struct pool {
    int n, nx, ny;
    double width, height, mass;
    particle *part;
    particle **cell;
    double tilt;
} pool;

static double kernel(double r2)
{
    double d = H * H - r2;
    return 4.0 / (PI * pow(H, 8)) * d * d * d;
}

static int cell_index(double v, int n)
{
    int c = (int)(v / H);
    return c < 0 ? 0 : c >= n ? n - 1 : c;
}

static void pool_init(pool *w, int n)
{
    double gap = H * 0.5;
    unsigned s = 9;
    int cols = (int)sqrt((double)n);

    w->n = n;
    w->width = cols * gap * 2.2;
    w->height = cols * gap * 1.6;
    w->nx = (int)(w->width / H) + 1;
    w->ny = (int)(w->height / H) + 1;
    w->mass = REST * gap * gap;
    w->tilt = 0;
    w->part = calloc((size_t)n, sizeof *w->part);
    w->cell = calloc((size_t)w->nx * w->ny, sizeof *w->cell);
    if (!w->part || !w->cell) {
        fprintf(stderr, "sphpool: no memory\n");
        exit(1);
    }
    for (int i = 0; i < n; i++) {
        s = s * 1664525u + 1013904223u;
        w->part[i].x = gap * (i % cols + 0.5) + gap * 0.05 * ((s >> 8) / 16777216.0);
        w->part[i].y = gap * (i / cols + 0.5);
    }
}

static void sort_into_cells(pool *w)
{
    memset(w->cell, 0, (size_t)w->nx * w->ny * sizeof *w->cell);
    for (int i = 0; i < w->n; i++) {
        particle *p = &w->part[i];
        particle **head = &w->cell[cell_index(p->y, w->ny) * w->nx + cell_index(p->x, w->nx)];
        p->next = *head;
        *head = p;
    }
}

static void density(pool *w, particle *p)
{
    int cx = cell_index(p->x, w->nx), cy = cell_index(p->y, w->ny);
    double sum = 0;

    for (int j = cy > 0 ? cy - 1 : 0; j <= cy + 1 && j < w->ny; j++)
        for (int i = cx > 0 ? cx - 1 : 0; i <= cx + 1 && i < w->nx; i++)
            for (const particle *q = w->cell[j * w->nx + i]; q; q = q->next) {
                double dx = p->x - q->x, dy = p->y - q->y, r2 = dx * dx + dy * dy;
                if (r2 < H * H)
                    sum += w->mass * kernel(r2);
            }
    p->rho = sum;
    p->p = STIFF * (sum - REST);
    if (p->p < 0)
        p->p = 0;
}

static void force(const pool *w, particle *p)
{
    int cx = cell_index(p->x, w->nx), cy = cell_index(p->y, w->ny);
    double fx = 0, fy = 0;
    const double grad = 30.0 / (PI * pow(H, 5)), lap = 20.0 / (PI * pow(H, 5));

    for (int j = cy > 0 ? cy - 1 : 0; j <= cy + 1 && j < w->ny; j++)
        for (int i = cx > 0 ? cx - 1 : 0; i <= cx + 1 && i < w->nx; i++)
            for (const particle *q = w->cell[j * w->nx + i]; q; q = q->next) {
                double dx = p->x - q->x, dy = p->y - q->y, r2 = dx * dx + dy * dy, r, push;
                if (q == p || r2 >= H * H || r2 < 1e-18)
                    continue;
                r = sqrt(r2);
                push = w->mass * (p->p + q->p) / (2 * q->rho) * grad * (H - r) * (H - r) / r;
                fx += push * dx;
                fy += push * dy;
                push = VISC * w->mass / q->rho * lap * (H - r);
                fx += push * (q->vx - p->vx);
                fy += push * (q->vy - p->vy);
            }
    p->ax = fx / p->rho + 9.81 * sin(w->tilt);
    p->ay = fy / p->rho - 9.81 * cos(w->tilt);
}

static void bounce(double *x, double *v, double lo, double hi)
{
    if (*x < lo) {
        *x = lo + 0.5 * (lo - *x);
        *v *= -0.4;
    } else if (*x > hi) {
        *x = hi - 0.5 * (*x - hi);
        *v *= -0.4;
    }
    if (*x < lo || *x > hi)
        *x = *x < lo ? lo : hi;
}

static int move(pool *w)
{
    int fast = 0;
#pragma omp parallel for schedule(static) reduction(+ : fast)
    for (int i = 0; i < w->n; i++) {
        particle *p = &w->part[i];
        double v;
        p->vx += DT * p->ax;
        p->vy += DT * p->ay;
        v = sqrt(p->vx * p->vx + p->vy * p->vy);
        if (v > 8.0) {
            p->vx *= 8.0 / v;
            p->vy *= 8.0 / v;
            fast++;
        }
        p->x += DT * p->vx;
        p->y += DT * p->vy;
        bounce(&p->x, &p->vx, 0.0, w->width);
        bounce(&p->y, &p->vy, 0.0, w->height);
    }
    return fast;
}

static void report(const pool *w, int step, int fast)
{
    double kin = 0, pot = 0, front = 0, rho = 0;
    for (int i = 0; i < w->n; i++) {
        const particle *p = &w->part[i];
        kin += 0.5 * w->mass * (p->vx * p->vx + p->vy * p->vy);
        pot += w->mass * 9.81 * p->y;
        front = p->x > front ? p->x : front;
        rho = p->rho > rho ? p->rho : rho;
    }
    printf("t %.4f  kinetic %.8f  potential %.8f  front %.6f  max density %.3f  clamped %d\n", step * DT, kin, pot,
           front, rho, fast);
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 4000, steps = argc > 2 ? atoi(argv[2]) : 400, fast = 0;
    pool w;

    if (n < 16) {
        fprintf(stderr, "usage: sphpool [particles] [steps]\n");
        return 1;
    }
    pool_init(&w, n);
    printf("%d particles, box %.3f x %.3f, %d cells\n", n, w.width, w.height, w.nx * w.ny);
    for (int s = 1; s <= steps; s++) {
        w.tilt = 0.15 * sin(s * DT * 4.0);
        sort_into_cells(&w);
#pragma omp parallel
        {
#pragma omp for schedule(static)
            for (int i = 0; i < n; i++)
                density(&w, &w.part[i]);
#pragma omp for schedule(static)
            for (int i = 0; i < n; i++)
                force(&w, &w.part[i]);
        }
        fast += move(&w);
        if (s % 40 == 0)
            report(&w, s, fast);
    }
    for (int k = 0; k < 5; k++) {
        const particle *p = &w.part[n * k / 5];
        printf("particle %d: (%.8f, %.8f) density %.5f\n", n * k / 5, p->x, p->y, p->rho);
    }
    free(w.part);
    free(w.cell);
    return 0;
}
