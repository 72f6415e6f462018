/*
 * pic -- one-dimensional electrostatic particle-in-cell plasma (two-stream
 * instability) on a ring, in fixed-point arithmetic: a position is 32 bits,
 * the top bits the cell, the rest the place in the cell, so that the ring
 * closes by itself.
 * usage: pic [particles] [steps] [seed]
 *
 * In parallel: the loops over the particles (gather + push, and the deposit
 * with one private grid of integer charges per thread).  The field solve is a
 * short scan over 512 cells and stays serial.
 *
 * SMALL: 5000 20 7
 */
#include <stdio.h>
#include <stdlib.h>
#include <stdint.h>
#include <string.h>
#include <math.h>

#define LOGC   9
#define CELLS  (1 << LOGC)
#define FBITS  (32 - LOGC)
#define WBITS  8                    /* a particle's charge is split in 256 parts */
#define WONE   (1 << WBITS)
#define VBINS  24
#define VMAX   (1 << 25)

struct particle { uint32_t x; int32_t v; };

struct plasma {
    long n;
    struct particle *p;
    int64_t rho[CELLS];
    double  field[CELLS];
    int32_t kick[CELLS];
    double  scale;
};

static uint32_t seed;

static uint32_t rnd(void)           /* xorshift32 */
{
    seed ^= seed << 13;
    seed ^= seed >> 17;
    seed ^= seed << 5;
    return seed;
}

/* roughly normal, by adding twelve uniform numbers */
static double bell(void)
{
    double s = -6.0;
    for (int i = 0; i < 12; i++)
        s += rnd() / 4294967296.0;
    return s;
}

static void load(struct plasma *pl)
{
    const double tau = 6.283185307179586;
    for (long i = 0; i < pl->n; i++) {
        double x = (i + 0.5) / pl->n;
        x += 0.002 * sin(tau * 2 * x) + 0.0005 * sin(tau * 3 * x);
        x -= floor(x);
        pl->p[i].x = (uint32_t)(x * 4294967295.0);
        double v = (i & 1 ? 1.0 : -1.0) * 6.0e6 + 4.0e5 * bell();
        pl->p[i].v = (int32_t)v;
    }
}

static void deposit(struct plasma *pl)
{
    memset(pl->rho, 0, sizeof pl->rho);
    for (long i = 0; i < pl->n; i++) {
        uint32_t c = pl->p[i].x >> FBITS;
        int w = (int)((pl->p[i].x >> (FBITS - WBITS)) & (WONE - 1));
        pl->rho[c] += WONE - w;
        pl->rho[(c + 1) & (CELLS - 1)] += w;
    }
}

static double solve(struct plasma *pl)
{
    double mean = (double)pl->n * WONE / CELLS, e = 0, avg = 0, energy = 0;
    for (int c = 0; c < CELLS; c++) {
        e -= (pl->rho[c] - mean) / mean;
        pl->field[c] = e;
        avg += e;
    }
    avg /= CELLS;
    for (int c = 0; c < CELLS; c++) {
        pl->field[c] -= avg;
        energy += pl->field[c] * pl->field[c];
        double k = pl->field[c] * pl->scale;
        if (k > 4e6) k = 4e6;
        if (k < -4e6) k = -4e6;
        pl->kick[c] = (int32_t)lrint(-k);
    }
    return energy;
}

static void push(struct plasma *pl)
{
    for (long i = 0; i < pl->n; i++) {
        struct particle *q = &pl->p[i];
        uint32_t c = q->x >> FBITS;
        int32_t w = (int32_t)((q->x >> (FBITS - WBITS)) & (WONE - 1));
        int32_t a = pl->kick[c], b = pl->kick[(c + 1) & (CELLS - 1)];
        int32_t v = q->v + a + (int32_t)(((int64_t)(b - a) * w) / WONE);
        if (v > VMAX) v = VMAX;
        if (v < -VMAX) v = -VMAX;
        q->v = v;
        q->x += (uint32_t)v;
    }
}

static uint64_t kinetic(const struct plasma *pl)
{
    uint64_t s = 0;
    for (long i = 0; i < pl->n; i++) {
        int64_t v = pl->p[i].v;
        s += (uint64_t)(v * v) >> 20;
    }
    return s;
}

static double mode(const struct plasma *pl, int m)
{
    double re = 0, im = 0;
    for (int c = 0; c < CELLS; c++) {
        double a = 6.283185307179586 * m * c / CELLS;
        re += pl->field[c] * cos(a);
        im += pl->field[c] * sin(a);
    }
    return sqrt(re * re + im * im) * 2 / CELLS;
}

static void histogram(const struct plasma *pl, long *bin)
{
    for (int b = 0; b < VBINS; b++)
        bin[b] = 0;
    for (long i = 0; i < pl->n; i++) {
        int b = (pl->p[i].v + 12000000) / 1000000;
        if (b < 0) b = 0;
        if (b >= VBINS) b = VBINS - 1;
        bin[b]++;
    }
}

int main(int argc, char **argv)
{
    static struct plasma pl;
    long bin[VBINS];
    uint64_t hash = 1469598103934665603u;
    pl.n = argc > 1 ? atol(argv[1]) : 1000000;
    int steps = argc > 2 ? atoi(argv[2]) : 280;
    seed = argc > 3 ? (uint32_t)atol(argv[3]) : 12345u;
    if (!seed) seed = 1;
    pl.scale = 2.0e4;
    pl.p = malloc((size_t)pl.n * sizeof *pl.p);
    if (!pl.p) { fputs("pic: no memory\n", stderr); return 1; }
    load(&pl);

    for (int t = 0; t < steps; t++) {
        deposit(&pl);
        double fe = solve(&pl);
        push(&pl);
        if (t % (steps / 10 > 0 ? steps / 10 : 1) == 0)
            printf("step %4d field %12.5e kinetic %llu modes %.4e %.4e %.4e\n", t, fe,
                   (unsigned long long)kinetic(&pl), mode(&pl, 1), mode(&pl, 2), mode(&pl, 3));
    }
    histogram(&pl, bin);
    printf("velocities:");
    for (int b = 0; b < VBINS; b++)
        printf(" %ld", bin[b]);
    putchar('\n');
    for (long i = 0; i < pl.n; i++) {
        hash = (hash ^ pl.p[i].x) * 1099511628211u;
        hash = (hash ^ (uint32_t)pl.p[i].v) * 1099511628211u;
    }
    printf("state %016llx\n", (unsigned long long)hash);
    free(pl.p);
    return 0;
}
