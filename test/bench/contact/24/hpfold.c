/* hpfold - HP lattice-protein folding by replica-exchange Monte Carlo (3-D cubic lattice).
 * usage: hpfold [replicas] [rounds] [seed] [HP-sequence]
 * Every replica keeps its own occupancy map; neighbours on the temperature
 * ladder may exchange conformations after each round. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>
#include <math.h>

#define BITS 7
#define SIDE (1 << BITS)
#define MASK (SIDE - 1)
#define CELL(p) ((((p).x & MASK) << (2 * BITS)) | (((p).y & MASK) << BITS) | ((p).z & MASK))

struct pos { short x, y, z; };

struct chain {
    int n, energy, best;
    unsigned long tried, taken;
    uint32_t rng;
    struct pos *p, *bestp, *save;
    unsigned char *occ;                 /* 0 = free, else residue number + 1 */
};

static const char *seq = "HPHHPPHHHHPHHHPPHHPPHPHHHPHPHHPPHHPPPHPPPPPPPPHHHPPH";
static const struct pos dir[6] = { { 1, 0, 0 }, { -1, 0, 0 }, { 0, 1, 0 }, { 0, -1, 0 }, { 0, 0, 1 }, { 0, 0, -1 } };

static uint32_t rnd(uint32_t *s)
{
    uint32_t x = *s;
    x ^= x << 13; x ^= x >> 17; x ^= x << 5;
    return *s = x;
}

static struct pos add(struct pos a, struct pos b)
{
    a.x += b.x; a.y += b.y; a.z += b.z;
    return a;
}
static int adjacent(struct pos a, struct pos b) { return abs(a.x - b.x) + abs(a.y - b.y) + abs(a.z - b.z) == 1; }

static struct chain *chain_new(int n, uint32_t seed)
{
    struct chain *c = calloc(1, sizeof *c);
    if (!c) return NULL;
    c->n = n;
    c->rng = seed * 2654435761u | 1;
    c->p = malloc(n * sizeof *c->p);
    c->bestp = malloc(n * sizeof *c->p);
    c->save = malloc(n * sizeof *c->p);
    c->occ = calloc(1 << (3 * BITS), 1);
    if (!c->p || !c->bestp || !c->save || !c->occ) return NULL;
    for (int i = 0; i < n; i++) {
        c->p[i] = (struct pos){ (short)i, 0, 0 };
        c->occ[CELL(c->p[i])] = (unsigned char)(i + 1);
    }
    memcpy(c->bestp, c->p, n * sizeof *c->p);
    return c;
}

static void chain_free(struct chain *c)
{
    if (!c) return;
    free(c->p); free(c->bestp); free(c->save); free(c->occ); free(c);
}

static int contacts(const struct chain *c, int i)
{
    int k, e = 0;
    if (seq[i] != 'H') return 0;
    for (k = 0; k < 6; k++) {
        int j = c->occ[CELL(add(c->p[i], dir[k]))] - 1;
        if (j >= 0 && j != i - 1 && j != i + 1 && seq[j] == 'H') e--;
    }
    return e;
}

static int full_energy(const struct chain *c)
{
    int e = 0;
    for (int i = 0; i < c->n; i++) e += contacts(c, i);
    return e / 2;
}

static void place(struct chain *c, int i, struct pos q)
{
    c->occ[CELL(c->p[i])] = 0;
    c->p[i] = q;
    c->occ[CELL(q)] = (unsigned char)(i + 1);
}

/* end flip or corner flip of one residue */
static void local_move(struct chain *c, const double *boltz)
{
    int i = (int)(rnd(&c->rng) % (uint32_t)c->n), e0;
    struct pos q, old = c->p[i];
    if (i == 0 || i == c->n - 1)
        q = add(c->p[i ? i - 1 : 1], dir[rnd(&c->rng) % 6]);
    else {
        struct pos a = c->p[i - 1], b = c->p[i + 1];
        q = (struct pos){ (short)(a.x + b.x - old.x), (short)(a.y + b.y - old.y), (short)(a.z + b.z - old.z) };
    }
    c->tried++;
    if (c->occ[CELL(q)]) return;
    e0 = contacts(c, i);
    place(c, i, q);
    int d = contacts(c, i) - e0;
    if (d > 0 && (rnd(&c->rng) >> 8) / 16777216.0 >= boltz[d]) { place(c, i, old); return; }
    c->energy += d;
    c->taken++;
}

/* move bead i diagonally and drag the rest of the chain until it is connected */
static void pull_move(struct chain *c, const double *boltz)
{
    int i = 1 + (int)(rnd(&c->rng) % (uint32_t)(c->n - 2)), j, k;
    struct pos l = add(c->p[i + 1], dir[rnd(&c->rng) % 6]);
    struct pos cc = { (short)(l.x + c->p[i].x - c->p[i + 1].x), (short)(l.y + c->p[i].y - c->p[i + 1].y),
                      (short)(l.z + c->p[i].z - c->p[i + 1].z) };
    c->tried++;
    if (c->occ[CELL(l)]) return;
    if (c->occ[CELL(cc)] && !(c->p[i - 1].x == cc.x && c->p[i - 1].y == cc.y && c->p[i - 1].z == cc.z)) return;
    memcpy(c->save, c->p, c->n * sizeof *c->p);
    int corner = c->occ[CELL(cc)] == 0;
    place(c, i, l);
    j = i - 1;
    if (corner) {
        place(c, j, cc);
        while (--j >= 0 && !adjacent(c->p[j], c->p[j + 1])) place(c, j, c->save[j + 2]);
    }
    int e = full_energy(c), d = e - c->energy;
    if (d > 0 && (d > 31 || (rnd(&c->rng) >> 8) / 16777216.0 >= boltz[d])) {
        for (k = 0; k <= i; k++) c->occ[CELL(c->p[k])] = 0;
        memcpy(c->p, c->save, c->n * sizeof *c->p);
        for (k = 0; k <= i; k++) c->occ[CELL(c->p[k])] = (unsigned char)(k + 1);
        return;
    }
    c->energy = e;
    c->taken++;
}

static void run(struct chain *c, double temp, int steps)
{
    double boltz[32];
    for (int d = 0; d < 32; d++) boltz[d] = exp(-d / temp);
    while (steps--) {
        if (rnd(&c->rng) % 4) local_move(c, boltz); else pull_move(c, boltz);
        if (c->energy < c->best) {
            c->best = c->energy;
            memcpy(c->bestp, c->p, c->n * sizeof *c->p);
        }
    }
}

int main(int argc, char **argv)
{
    int r = argc > 1 ? atoi(argv[1]) : 12, rounds = argc > 2 ? atoi(argv[2]) : 120, status = 1;
    uint32_t seed = argc > 3 ? (uint32_t)strtoul(argv[3], NULL, 10) : 11, master;
    if (argc > 4) seq = argv[4];
    int n = (int)strlen(seq), swaps = 0, best = 0, when = -1;
    if (r < 1 || n < 4 || n > SIDE - 2) { fprintf(stderr, "hpfold: bad arguments\n"); return 1; }
    struct chain **ladder = calloc(r, sizeof *ladder);
    double *temp = malloc(r * sizeof *temp), *esum = calloc(r, sizeof *esum);
    struct pos *shape = malloc(n * sizeof *shape);
    if (!ladder || !temp || !esum || !shape) goto done;
    for (int i = 0; i < r; i++) {
        temp[i] = 0.28 * pow(1.12, i);
        if (!(ladder[i] = chain_new(n, seed + 1000u * i))) goto done;
    }
    memcpy(shape, ladder[0]->p, n * sizeof *shape);
    master = seed * 77777u | 1;

    for (int t = 0; t < rounds; t++) {
        for (int i = 0; i < r; i++) {
            struct chain *c = ladder[i];
            run(c, temp[i], 4000);
            esum[i] += c->energy;
            if (c->best < best) {
                best = c->best; when = t;
                memcpy(shape, c->bestp, n * sizeof *shape);
            }
        }
        for (int i = t & 1; i + 1 < r; i += 2) {
            double d = (1 / temp[i] - 1 / temp[i + 1]) * (ladder[i]->energy - ladder[i + 1]->energy);
            if (d >= 0 || (rnd(&master) >> 8) / 16777216.0 < exp(d)) {
                struct chain *x = ladder[i];
                ladder[i] = ladder[i + 1]; ladder[i + 1] = x;
                swaps++;
            }
        }
    }

    unsigned long tried = 0, taken = 0;
    for (int i = 0; i < r; i++) {
        tried += ladder[i]->tried; taken += ladder[i]->taken;
        printf("T %.5f mean E %.5f last E %d\n", temp[i], esum[i] / rounds, ladder[i]->energy);
    }
    printf("best energy %d in round %d; %d swaps, %lu of %lu moves taken\nfold ", best, when, swaps, taken, tried);
    for (int i = 1; i < n; i++)
        for (int k = 0; k < 6; k++)
            if (!memcmp(&(struct pos){ (short)(shape[i].x - shape[i - 1].x), (short)(shape[i].y - shape[i - 1].y),
                        (short)(shape[i].z - shape[i - 1].z) }, &dir[k], sizeof *shape)) putchar("RLUDFB"[k]);
    putchar('\n');
    status = 0;
done:
    for (int i = 0; ladder && i < r; i++) chain_free(ladder[i]);
    free(ladder); free(temp); free(esum); free(shape);
    return status;
}
