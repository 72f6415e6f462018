/*
 * locate.c - Monte-Carlo localisation of a warehouse robot: particle filter
 * with a beam sensor model on an occupancy grid.
 *
 * usage: locate [particles] [steps] [seed]
 */
#include <stdio.h>
#include <stdlib.h>
#include <stdint.h>
#include <string.h>
#include <math.h>

#define MAPW   320
#define MAPH   240
#define CELL   0.1
#define BEAMS  24
#define RANGE  9.0
#define SIGMA  0.35

typedef struct { double x, y, th; } Pose;
typedef struct { Pose p; double w; } Particle;
typedef struct { double fwd, turn; } Odom;

typedef struct {
    uint8_t *occ;                /* MAPW x MAPH, 1 = obstacle */
    float *skip;                 /* free radius around each cell, metres */
} Map;

typedef struct {
    int n;
    Particle *p, *next;
    double *cum;
    long lost, resampled, cast, blocked;
} Filter;

static uint64_t s0, s1;

static double uni(void)
{
    uint64_t a = s0, b = s1;
    s0 = b;
    a ^= a << 23;
    s1 = a ^ b ^ (a >> 18) ^ (b >> 5);
    return (double)((s1 + b) >> 11) * (1.0 / 9007199254740992.0);
}

static double gauss(double sd)
{
    double s = 0;
    for (int i = 0; i < 6; i++) s += uni();
    return sd * (s - 3.0) * 1.41421356;
}

static int blocked(const Map *m, double x, double y)
{
    int cx = (int)floor(x / CELL), cy = (int)floor(y / CELL);
    if (cx < 0 || cy < 0 || cx >= MAPW || cy >= MAPH) return 1;
    return m->occ[cy * MAPW + cx];
}

static void rect(Map *m, int x0, int y0, int w, int h)
{
    for (int y = y0; y < y0 + h && y < MAPH; y++)
        for (int x = x0; x < x0 + w && x < MAPW; x++)
            m->occ[y * MAPW + x] = 1;
}

static void build_map(Map *m)
{
    m->occ = calloc(MAPW * MAPH, 1);
    m->skip = malloc(sizeof(float) * MAPW * MAPH);
    if (!m->occ || !m->skip) { perror("locate"); exit(1); }
    rect(m, 0, 0, MAPW, 2); rect(m, 0, MAPH - 2, MAPW, 2);
    rect(m, 0, 0, 2, MAPH); rect(m, MAPW - 2, 0, 2, MAPH);
    for (int r = 0; r < 5; r++)                             /* shelves */
        for (int c = 0; c < 4; c++)
            rect(m, 30 + c * 72 + (int)(uni() * 20), 25 + r * 44, 48, 8);
    for (int k = 0; k < 30; k++)                            /* pillars, pallets */
        rect(m, 5 + (int)(uni() * (MAPW - 12)), 5 + (int)(uni() * (MAPH - 12)), 3, 3);
    /* two-pass chamfer distance to the nearest obstacle */
    for (int i = 0; i < MAPW * MAPH; i++) m->skip[i] = m->occ[i] ? 0 : 1e3f;
    for (int pass = 0; pass < 2; pass++)
        for (int k = 0; k < MAPW * MAPH; k++) {
            int i = pass ? MAPW * MAPH - 1 - k : k, x = i % MAPW, y = i / MAPW, s = pass ? 1 : -1;
            if (x + s < 0 || x + s >= MAPW || y + s < 0 || y + s >= MAPH) continue;
            float a = m->skip[i + s] + 1, b = m->skip[i + s * MAPW] + 1, c = m->skip[i + s * (MAPW + 1)] + 1;
            if (a < m->skip[i]) m->skip[i] = a;
            if (b < m->skip[i]) m->skip[i] = b;
            if (c < m->skip[i]) m->skip[i] = c;
        }
}

static double cast_ray(const Map *m, double x, double y, double th, long *steps)
{
    double dx = cos(th), dy = sin(th), d = 0;
    while (d < RANGE) {
        double px = x + d * dx, py = y + d * dy;
        ++*steps;
        if (blocked(m, px, py)) return d;
        float r = m->skip[(int)(py / CELL) * MAPW + (int)(px / CELL)];
        d += r > 2 ? (r - 1) * CELL * 0.5 : CELL * 0.25;
    }
    return RANGE;
}

static Pose random_free(const Map *m)
{
    for (;;) {
        Pose p = { uni() * MAPW * CELL, uni() * MAPH * CELL, uni() * 2 * M_PI };
        if (!blocked(m, p.x, p.y)) return p;
    }
}

/* true robot: drive ahead, turn away from obstacles */
static Odom drive(const Map *m, Pose *p)
{
    long dummy = 0;
    double l = cast_ray(m, p->x, p->y, p->th + 0.5, &dummy), r = cast_ray(m, p->x, p->y, p->th - 0.5, &dummy);
    double c = cast_ray(m, p->x, p->y, p->th, &dummy);
    Odom o = { c > 0.8 ? 0.25 : 0.0, c > 1.5 ? 0.02 : l > r ? 0.35 : -0.35 };
    p->th += o.turn;
    p->x += o.fwd * cos(p->th);
    p->y += o.fwd * sin(p->th);
    return (Odom){ o.fwd + gauss(0.01), o.turn + gauss(0.01) };
}

static void predict(Filter *f, const Map *m, Odom o)
{
    for (int i = 0; i < f->n; i++) {
        Pose *p = &f->p[i].p;
        p->th += o.turn + gauss(0.03);
        double d = o.fwd + gauss(0.03);
        p->x += d * cos(p->th);
        p->y += d * sin(p->th);
        if (blocked(m, p->x, p->y)) {                       /* drove into a wall */
            f->lost++;
            *p = random_free(m);
            f->p[i].w *= 0.1;
        }
    }
}

static void weigh(Filter *f, const Map *m, const double *scan)
{
    double total = 0;
    for (int i = 0; i < f->n; i++) {
        Particle *q = &f->p[i];
        double err = 0;
        for (int b = 0; b < BEAMS; b++) {
            double r = cast_ray(m, q->p.x, q->p.y, q->p.th + b * 2 * M_PI / BEAMS, &f->cast);
            double e = (r - scan[b]) / SIGMA;
            err += e * e > 9 ? 9 : e * e;                   /* outliers saturate */
            if (err > 120) { f->blocked++; break; }
        }
        q->w *= exp(-0.25 * err) + 1e-12;
        total += q->w;
    }
    for (int i = 0; i < f->n; i++) f->p[i].w /= total;
}

static double effective(const Filter *f)
{
    double s = 0;
    for (int i = 0; i < f->n; i++) s += f->p[i].w * f->p[i].w;
    return 1 / s;
}

static void resample(Filter *f)
{
    f->cum[0] = f->p[0].w;
    for (int i = 1; i < f->n; i++) f->cum[i] = f->cum[i - 1] + f->p[i].w;
    double u = uni() / f->n;
    for (int i = 0, j = 0; i < f->n; i++, u += 1.0 / f->n) {
        while (j < f->n - 1 && f->cum[j] < u) j++;
        f->next[i].p = f->p[j].p;
        f->next[i].w = 1.0 / f->n;
    }
    Particle *t = f->p; f->p = f->next; f->next = t;
    f->resampled++;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 2500, steps = argc > 2 ? atoi(argv[2]) : 48;
    s0 = argc > 3 ? strtoull(argv[3], 0, 10) : 20240229;
    s1 = s0 * 0x9E3779B97F4A7C15ULL + 1;
    if (n < 2 || steps < 1) { fprintf(stderr, "usage: locate [particles] [steps] [seed]\n"); return 2; }
    Map m;
    build_map(&m);
    Filter f = { .n = n, .p = malloc(sizeof(Particle) * n), .next = malloc(sizeof(Particle) * n),
                 .cum = malloc(sizeof(double) * n) };
    if (!f.p || !f.next || !f.cum) { perror("locate"); return 1; }
    Pose robot = random_free(&m);
    for (int i = 0; i < n; i++) f.p[i] = (Particle){ random_free(&m), 1.0 / n };
    double worst = 0;
    for (int s = 0; s < steps; s++) {
        double scan[BEAMS], x = 0, y = 0;
        long dummy = 0;
        Odom o = drive(&m, &robot);
        for (int b = 0; b < BEAMS; b++) {
            scan[b] = cast_ray(&m, robot.x, robot.y, robot.th + b * 2 * M_PI / BEAMS, &dummy) + gauss(0.05);
            if (uni() < 0.03) scan[b] = uni() * RANGE;      /* someone walks by */
        }
        predict(&f, &m, o);
        weigh(&f, &m, scan);
        for (int i = 0; i < n; i++) { x += f.p[i].w * f.p[i].p.x; y += f.p[i].w * f.p[i].p.y; }
        double e = hypot(x - robot.x, y - robot.y), neff = effective(&f);
        if (s > steps / 2 && e > worst) worst = e;
        if (s % 8 == 7) printf("step %3d robot %.4f %.4f est %.6f %.6f err %.6f neff %.4f\n", s + 1, robot.x, robot.y, x, y, e, neff);
        if (neff < n * 0.5) resample(&f);
    }
    printf("lost %ld resampled %ld ray steps %ld gave up %ld worst late error %.9f\n",
           f.lost, f.resampled, f.cast, f.blocked, worst);
    free(m.occ); free(m.skip); free(f.p); free(f.next); free(f.cum);
    return 0;
}
