/*
 * gabins - packs parts of different weight and volume into vans with a
 * genetic algorithm (permutation encoding, first fit decoder).
 *
 * usage: gabins [items] [population] [generations]
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAXBINS 512

typedef struct item {
    int weight, volume, group;
} item;

typedef struct genome {
    double fitness;
    int bins;
    short *order;
} genome;

typedef struct problem {
    int n;
    item *items;
    int max_weight, max_volume;
} problem;

typedef double (*evaluator)(const problem *, genome *);

static unsigned long long rs = 1181783497276652981ull;

static unsigned random_below(unsigned n)
{
    rs ^= rs >> 12;
    rs ^= rs << 25;
    rs ^= rs >> 27;
    return (unsigned)((rs * 2685821657736338717ull >> 33) % n);
}

static double first_fit(const problem *p, genome *g)
{
    int weight[MAXBINS], volume[MAXBINS], last_group[MAXBINS];
    int bins = 0, mixed = 0;
    double slack = 0;

    for (int k = 0; k < p->n; k++) {
        const item *it = &p->items[g->order[k]];
        int b;
        for (b = 0; b < bins; b++)
            if (weight[b] + it->weight <= p->max_weight && volume[b] + it->volume <= p->max_volume)
                break;
        if (b == bins) {
            if (bins == MAXBINS)
                return 1e9;
            weight[b] = volume[b] = 0;
            last_group[b] = it->group;
            bins++;
        }
        weight[b] += it->weight;
        volume[b] += it->volume;
        if (last_group[b] != it->group) {
            mixed++;
            last_group[b] = it->group;
        }
    }
    for (int b = 0; b < bins; b++) {
        double f = (double)weight[b] / p->max_weight;
        slack += f * f;
    }
    g->bins = bins;
    return bins - slack / bins + 0.002 * mixed;
}

static const genome *tournament(const genome *pop, int size)
{
    const genome *best = &pop[random_below((unsigned)size)];
    for (int k = 0; k < 2; k++) {
        const genome *c = &pop[random_below((unsigned)size)];
        if (c->fitness < best->fitness)
            best = c;
    }
    return best;
}

/* order crossover */
static void cross(const genome *a, const genome *b, genome *child, int n, char *used)
{
    int lo = (int)random_below((unsigned)n), hi = (int)random_below((unsigned)n), k = 0;
    if (lo > hi) {
        int t = lo;
        lo = hi;
        hi = t;
    }
    memset(used, 0, (size_t)n);
    for (int i = lo; i <= hi; i++) {
        child->order[i] = a->order[i];
        used[a->order[i]] = 1;
    }
    for (int i = 0; i < n; i++) {
        if (used[b->order[i]])
            continue;
        if (k == lo)
            k = hi + 1;
        child->order[k++] = b->order[i];
    }
}

static void mutate(genome *g, int n)
{
    int swaps = (int)random_below(4);
    while (swaps--) {
        int i = (int)random_below((unsigned)n), j = (int)random_below((unsigned)n);
        short t = g->order[i];
        g->order[i] = g->order[j];
        g->order[j] = t;
    }
}

static int by_fitness(const void *a, const void *b)
{
    const genome *x = a, *y = b;
    if (x->fitness != y->fitness)
        return x->fitness < y->fitness ? -1 : 1;
    return memcmp(x->order, y->order, 8 * sizeof *x->order);
}

static genome *new_population(int size, int n)
{
    genome *pop = calloc((size_t)size, sizeof *pop);
    for (int i = 0; pop && i < size; i++)
        if (!(pop[i].order = calloc((size_t)n + 8, sizeof *pop[i].order)))
            pop = NULL;
    if (!pop) {
        fprintf(stderr, "gabins: out of memory\n");
        exit(1);
    }
    return pop;
}

static void free_population(genome *pop, int size)
{
    for (int i = 0; i < size; i++)
        free(pop[i].order);
    free(pop);
}

static void evolve(const problem *p, int size, int generations, evaluator eval)
{
    genome *pop = new_population(size, p->n), *next = new_population(size, p->n), *t;
    char *used = malloc((size_t)p->n);
    int elite = size / 20 + 1;

    if (!used)
        exit(1);
    for (int i = 0; i < size; i++) {
        for (int k = 0; k < p->n; k++)
            pop[i].order[k] = (short)k;
        for (int k = p->n - 1; k > 0; k--) {
            int j = (int)random_below((unsigned)k + 1);
            short s = pop[i].order[k];
            pop[i].order[k] = pop[i].order[j];
            pop[i].order[j] = s;
        }
    }
#pragma omp parallel for schedule(dynamic, 4)
    for (int i = 0; i < size; i++)
        pop[i].fitness = eval(p, &pop[i]);
    for (int gen = 0; gen <= generations; gen++) {
        qsort(pop, (size_t)size, sizeof *pop, by_fitness);
        if (gen % 10 == 0)
            printf("generation %3d: best %.6f (%d vans), median %.6f\n", gen, pop[0].fitness, pop[0].bins,
                   pop[size / 2].fitness);
        for (int i = 0; i < size; i++) {
            if (i < elite) {
                memcpy(next[i].order, pop[i].order, (size_t)p->n * sizeof *pop[i].order);
                next[i].fitness = pop[i].fitness;
                next[i].bins = pop[i].bins;
                continue;
            }
            const genome *mum = tournament(pop, size), *dad = tournament(pop, size);
            cross(mum, dad, &next[i], p->n, used);
            mutate(&next[i], p->n);
        }
#pragma omp parallel for schedule(dynamic, 4)
        for (int i = elite; i < size; i++)
            next[i].fitness = eval(p, &next[i]);
        t = pop;
        pop = next;
        next = t;
    }
    printf("loading order:");
    for (int k = 0; k < 20 && k < p->n; k++)
        printf(" %d", pop[0].order[k]);
    putchar('\n');
    free(used);
    free_population(pop, size);
    free_population(next, size);
}

int main(int argc, char **argv)
{
    problem p;
    int size = argc > 2 ? atoi(argv[2]) : 150, generations = argc > 3 ? atoi(argv[3]) : 50;

    p.n = argc > 1 ? atoi(argv[1]) : 600;
    if (p.n < 10 || p.n > 32000 || size < 4)
        return 1;
    p.max_weight = 1000;
    p.max_volume = 1200;
    p.items = malloc((size_t)p.n * sizeof *p.items);
    if (!p.items)
        return 1;
    for (int i = 0; i < p.n; i++) {
        p.items[i].weight = 60 + (int)(random_below(300) * random_below(100) / 60);
        p.items[i].volume = 40 + (int)random_below(420);
        p.items[i].group = (int)random_below(6);
    }
    evolve(&p, size, generations, first_fit);
    free(p.items);
    return 0;
}
