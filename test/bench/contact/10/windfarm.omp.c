/*
 * Wind farm layout by a genetic algorithm.
 *
 * Genes are turbine positions inside a circular site.  Fitness is the annual
 * energy over a wind rose (Jensen/Park wakes with partial rotor overlap, a
 * cubic power curve) less a penalty for turbines that stand too close.
 *
 * OpenMP: the fitness evaluations of one generation run in parallel, each thread
 * with its own workspace; breeding and the random numbers stay serial.
 *
 * usage: windfarm [turbines] [population] [generations] [seed]
 */
#include <math.h>
#include <omp.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PI 3.14159265358979323846
#define SECTORS 36

struct site {
    double radius, rotor, spacing; /* m */
    double wake_decay, thrust;
    double speed[SECTORS];  /* Weibull mean wind of the sector */
    double freq[SECTORS];
};

struct individual {
    double *x, *y;
    double fitness, energy;
    bool evaluated;
};

struct population {
    int size, turbines;
    struct individual **member; /* sorted by fitness after evaluation */
};

/* work space of the fitness function */
struct workspace {
    double *u, *v;      /* down-wind and cross-wind coordinates */
    int *order;
    double *deficit2;
};

static uint64_t rng = 0x853c49e6748fea9bULL;

static double uniform(void)
{
    rng ^= rng >> 12;
    rng ^= rng << 25;
    rng ^= rng >> 27;
    return (double)((rng * 0x2545f4914f6cdd1dULL) >> 11) * 0x1p-53;
}

static double normal(void)
{
    return sqrt(-2 * log(1 - uniform())) * cos(2 * PI * uniform());
}

static void site_init(struct site *s)
{
    double total = 0;
    *s = (struct site){.radius = 2200, .rotor = 45, .spacing = 180, .wake_decay = 0.05, .thrust = 0.8};
    for (int k = 0; k < SECTORS; k++) {
        double a = 2 * PI * k / SECTORS;
        s->speed[k] = 8.5 + 2.0 * cos(a - 4.0) + 0.8 * cos(2 * a + 1.0);
        s->freq[k] = 1.0 + 0.7 * cos(a - 4.2) + 0.3 * cos(3 * a);
        total += s->freq[k];
    }
    for (int k = 0; k < SECTORS; k++)
        s->freq[k] /= total;
}

static struct workspace *workspace_new(int n)
{
    struct workspace *w = malloc(sizeof *w);
    w->u = malloc(n * sizeof *w->u);
    w->v = malloc(n * sizeof *w->v);
    w->deficit2 = malloc(n * sizeof *w->deficit2);
    w->order = malloc(n * sizeof *w->order);
    return w;
}

static double power(double wind)
{
    if (wind < 3.5 || wind > 25) return 0;
    if (wind > 13) return 2000;
    return 2000 * (wind * wind * wind - 42.875) / (2197 - 42.875);
}

/* area common to two circles at distance d, as a fraction of the second one */
static double overlap(double r1, double r2, double d)
{
    if (d >= r1 + r2) return 0;
    if (d <= r1 - r2) return 1;
    double a = (d * d + r1 * r1 - r2 * r2) / (2 * d);
    double b = d - a;
    double area = r1 * r1 * acos(fmin(1, a / r1)) + r2 * r2 * acos(fmax(-1, fmin(1, b / r2))) -
                  d * sqrt(fmax(0, r1 * r1 - a * a));
    return area / (PI * r2 * r2);
}

static double sector_power(const struct site *s, const struct individual *p, int n,
                           struct workspace *w, int sector)
{
    double c = cos(2 * PI * sector / SECTORS), d = sin(2 * PI * sector / SECTORS), sum = 0;
    for (int i = 0; i < n; i++) {
        w->u[i] = c * p->x[i] + d * p->y[i];
        w->v[i] = -d * p->x[i] + c * p->y[i];
        w->deficit2[i] = 0;
        w->order[i] = i;
    }
    for (int i = 1; i < n; i++) { /* from up-wind to down-wind */
        int t = w->order[i], j = i;
        while (j > 0 && w->u[w->order[j - 1]] > w->u[t]) {
            w->order[j] = w->order[j - 1];
            j--;
        }
        w->order[j] = t;
    }
    double loss = 1 - sqrt(1 - s->thrust);
    for (int a = 0; a < n; a++) {
        int i = w->order[a];
        for (int b = a + 1; b < n; b++) {
            int j = w->order[b];
            double down = w->u[j] - w->u[i], wake = s->rotor + s->wake_decay * down;
            double f = overlap(wake, s->rotor, fabs(w->v[j] - w->v[i]));
            if (f > 0) {
                double def = loss * (s->rotor / wake) * (s->rotor / wake);
                w->deficit2[j] += f * def * def;
            }
        }
        sum += power(s->speed[sector] * (1 - fmin(1, sqrt(w->deficit2[i]))));
    }
    return sum;
}

static double crowding(const struct site *s, const struct individual *p, int n)
{
    double penalty = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++) {
            double dx = p->x[i] - p->x[j], dy = p->y[i] - p->y[j], d2 = dx * dx + dy * dy;
            if (d2 < s->spacing * s->spacing)
                penalty += 1 - sqrt(d2) / s->spacing;
        }
    return penalty;
}

static void evaluate(const struct site *s, struct individual *p, int n, struct workspace *w)
{
    p->energy = 0;
    for (int k = 0; k < SECTORS; k++)
        p->energy += s->freq[k] * sector_power(s, p, n, w, k) * 8.76; /* MWh per year */
    p->fitness = p->energy - 2000 * crowding(s, p, n);
    p->evaluated = true;
}

static int fitter(const void *a, const void *b)
{
    const struct individual *p = *(struct individual *const *)a, *q = *(struct individual *const *)b;
    return p->fitness > q->fitness ? -1 : p->fitness < q->fitness;
}

static void evaluate_all(const struct site *s, struct population *pop, struct workspace **w)
{
#pragma omp parallel for schedule(dynamic, 1)
    for (int i = 0; i < pop->size; i++)
        if (!pop->member[i]->evaluated)
            evaluate(s, pop->member[i], pop->turbines, w[omp_get_thread_num()]);
    qsort(pop->member, pop->size, sizeof *pop->member, fitter);
}

static void clip(const struct site *s, double *x, double *y)
{
    double r = hypot(*x, *y);
    if (r > s->radius) {
        *x *= s->radius / r;
        *y *= s->radius / r;
    }
}

/* everybody but the best quarter is replaced by children of that quarter */
static void breed(const struct site *s, struct population *pop, double step)
{
    int n = pop->turbines, parents = pop->size / 4;
    for (int i = parents; i < pop->size; i++) {
        struct individual *child = pop->member[i];
        const struct individual *a = pop->member[(int)(uniform() * uniform() * parents)];
        const struct individual *b = pop->member[(int)(uniform() * parents)];
        double angle = 2 * PI * uniform(), c = cos(angle), d = sin(angle);
        for (int t = 0; t < n; t++) { /* cut the site along a line */
            const struct individual *from = c * a->x[t] + d * a->y[t] > 0 ? a : b;
            double x = from->x[t], y = from->y[t];
            if (uniform() < 2.0 / n) {
                x += step * normal();
                y += step * normal();
                clip(s, &x, &y);
            }
            child->x[t] = x;
            child->y[t] = y;
        }
        child->evaluated = false;
    }
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 36, size = argc > 2 ? atoi(argv[2]) : 64;
    int generations = argc > 3 ? atoi(argv[3]) : 140, stale = 0;
    if (argc > 4)
        rng += strtoull(argv[4], NULL, 10) * 0x9e3779b97f4a7c15ULL;
    struct site site;
    struct population pop = {size, n, malloc(size * sizeof *pop.member)};
    struct workspace **w = malloc(omp_get_max_threads() * sizeof *w);
#pragma omp parallel /* every workspace from its own thread's arena */
    w[omp_get_thread_num()] = workspace_new(n);

    site_init(&site);
    for (int i = 0; i < size; i++) {
        struct individual *p = pop.member[i] = calloc(1, sizeof *p);
        p->x = malloc(n * sizeof *p->x);
        p->y = malloc(n * sizeof *p->y);
        for (int t = 0; t < n; t++) {
            double r = site.radius * sqrt(uniform()), a = 2 * PI * uniform();
            p->x[t] = r * cos(a);
            p->y[t] = r * sin(a);
        }
    }
    evaluate_all(&site, &pop, w);
    double best = pop.member[0]->fitness;
    for (int g = 1; g <= generations && stale < 40; g++) {
        breed(&site, &pop, 600.0 / (1 + 0.05 * g));
        evaluate_all(&site, &pop, w);
        stale++;
        if (pop.member[0]->fitness > best + 1e-9) {
            best = pop.member[0]->fitness;
            stale = 0;
        }
        if (g % 10 == 0) {
            const struct individual *p = pop.member[0];
            printf("generation %4d  best %.4f  energy %.3f MWh  median %.4f\n", g, p->fitness,
                   p->energy, pop.member[size / 2]->fitness);
        }
    }
    for (int t = 0; t < n; t++)
        printf("turbine %2d  %9.2f %9.2f\n", t, pop.member[0]->x[t], pop.member[0]->y[t]);
    return 0;
}
