// SPDX-License-Identifier: Apache-2.0
/* Smoothed particle hydrodynamics: 2-D dam break with a cell grid. */
#include <stdio.h>
#include <stdlib.h>
#include <math.h>
#include <time.h>

#define H 1.0f
#define MASS 1.0f
#define REST 2.7f
#define STIFF 1500.0f
#define VISC 4.0f
#define DT 0.003f
#define GRAV -9.8f

typedef struct {
    float x, y, vx, vy, fx, fy, rho, p;
    int next;               /* next particle in the same cell */
} Particle;

typedef struct {
    float w, h;
    int gx, gy;
    int *head;
    int n;
    Particle *part;
} Tank;

static int cell_of(const Tank *t, const Particle *p)
{
    int cx = (int)(p->x / H), cy = (int)(p->y / H);
    if (cx < 0) cx = 0;
    if (cy < 0) cy = 0;
    if (cx >= t->gx) cx = t->gx - 1;
    if (cy >= t->gy) cy = t->gy - 1;
    return cy * t->gx + cx;
}

static void fill_grid(Tank *t)
{
    for (int c = 0; c < t->gx * t->gy; c++)
        t->head[c] = -1;
    for (int i = 0; i < t->n; i++) {
        int c = cell_of(t, &t->part[i]);
        t->part[i].next = t->head[c];
        t->head[c] = i;
    }
}

static void density(Tank *t)
{
    const float k = 4.0f / ((float)M_PI * powf(H, 8));
    for (int i = 0; i < t->n; i++) {
        Particle *a = &t->part[i];
        int c = cell_of(t, a), cx = c % t->gx, cy = c / t->gx;
        float rho = 0;
        for (int yy = cy - 1; yy <= cy + 1; yy++)
            for (int xx = cx - 1; xx <= cx + 1; xx++) {
                if (xx < 0 || yy < 0 || xx >= t->gx || yy >= t->gy)
                    continue;
                for (int j = t->head[yy * t->gx + xx]; j >= 0; j = t->part[j].next) {
                    float dx = a->x - t->part[j].x, dy = a->y - t->part[j].y;
                    float q = H * H - dx * dx - dy * dy;
                    if (q > 0)
                        rho += MASS * k * q * q * q;
                }
            }
        a->rho = rho;
        a->p = rho > REST ? STIFF * (rho - REST) : 0;
    }
}

static void forces(Tank *t)
{
    const float kg = 10.0f / ((float)M_PI * powf(H, 5));
    const float kl = 40.0f / ((float)M_PI * powf(H, 5));
    for (int i = 0; i < t->n; i++) {
        Particle *a = &t->part[i];
        int c = cell_of(t, a), cx = c % t->gx, cy = c / t->gx;
        float fx = 0, fy = 0;
        for (int yy = cy - 1; yy <= cy + 1; yy++)
            for (int xx = cx - 1; xx <= cx + 1; xx++) {
                if (xx < 0 || yy < 0 || xx >= t->gx || yy >= t->gy)
                    continue;
                for (int j = t->head[yy * t->gx + xx]; j >= 0; j = t->part[j].next) {
                    const Particle *b = &t->part[j];
                    float dx = a->x - b->x, dy = a->y - b->y;
                    float r2 = dx * dx + dy * dy;
                    if (j == i || r2 >= H * H || r2 < 1e-8f)
                        continue;
                    float r = sqrtf(r2), d = H - r;
                    float pr = MASS * (a->p + b->p) / (2 * b->rho) * kg * d * d * d / r;
                    float vi = VISC * MASS / b->rho * kl * d * 0.05f;
                    fx += pr * dx + vi * (b->vx - a->vx);
                    fy += pr * dy + vi * (b->vy - a->vy);
                }
            }
        a->fx = fx;
        a->fy = fy + GRAV * a->rho;
    }
}

static void move(Tank *t)
{
    for (int i = 0; i < t->n; i++) {
        Particle *p = &t->part[i];
        p->vx += DT * p->fx / p->rho;
        p->vy += DT * p->fy / p->rho;
        p->x += DT * p->vx;
        p->y += DT * p->vy;
        if (p->x < 0) p->x = 0, p->vx *= -0.5f;
        if (p->x > t->w) p->x = t->w, p->vx *= -0.5f;
        if (p->y < 0) p->y = 0, p->vy *= -0.5f;
        if (p->y > t->h) p->y = t->h, p->vy *= -0.5f;
    }
}

int main(int argc, char **argv)
{
    int side = argc > 1 ? atoi(argv[1]) : 90, steps = argc > 2 ? atoi(argv[2]) : 600;
    Tank t;
    struct timespec a, b;
    unsigned s = 5;
    t.n = side * side;
    t.w = side * 1.5f;
    t.h = side * 1.0f;
    t.gx = (int)(t.w / H) + 1;
    t.gy = (int)(t.h / H) + 1;
    t.head = malloc(sizeof(int) * t.gx * t.gy);
    t.part = calloc(t.n, sizeof(Particle));
    for (int i = 0; i < t.n; i++) {
        s = s * 1664525u + 1013904223u;
        t.part[i].x = (i % side) * 0.6f + 0.01f * (s >> 24) / 256.0f;
        t.part[i].y = (i / side) * 0.6f;
    }
    clock_gettime(CLOCK_MONOTONIC, &a);
    for (int k = 0; k < steps; k++) {
        fill_grid(&t);
        density(&t);
        forces(&t);
        move(&t);
        if (k % 50 == 49) {
            double ke = 0, front = 0, mean = 0;
            for (int i = 0; i < t.n; i++) {
                Particle *p = &t.part[i];
                ke += 0.5 * (p->vx * p->vx + p->vy * p->vy);
                mean += p->rho;
                if (p->x > front)
                    front = p->x;
            }
            printf("step %4d kinetic %.4f mean density %.5f front %.4f\n", k + 1, ke, mean / t.n, front);
        }
    }
    clock_gettime(CLOCK_MONOTONIC, &b);
    fprintf(stderr, "%.3f s\n", b.tv_sec - a.tv_sec + (b.tv_nsec - a.tv_nsec) * 1e-9);
    free(t.head);
    free(t.part);
    return 0;
}
