// SPDX-License-Identifier: Apache-2.0
/* Genetic algorithm for permutation flow-shop scheduling: order crossover, swap mutation, tournament selection, elitism. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAXJ 128
#define MAXM 32

typedef struct {
    unsigned char perm[MAXJ];
    int makespan, flow;
} Individual;

typedef struct {
    int jobs, machines;
    int proc[MAXJ][MAXM];
} Problem;

typedef int (*FitnessFn)(const Problem *, const Individual *);

static unsigned int lfsr = 0xACE1BEEF;

static int rnd(int n)
{
    lfsr ^= lfsr << 13;
    lfsr ^= lfsr >> 17;
    lfsr ^= lfsr << 5;
    return (int)(lfsr % (unsigned)n);
}

static Problem *make_problem(int jobs, int machines)
{
    Problem *p = malloc(sizeof *p);
    p->jobs = jobs;
    p->machines = machines;
    for (int j = 0; j < jobs; j++)
        for (int m = 0; m < machines; m++)
            p->proc[j][m] = 1 + rnd(99);
    return p;
}

static void evaluate(const Problem *p, Individual *ind)
{
    int done[MAXM] = {0}, flow = 0;
    for (int k = 0; k < p->jobs; k++) {
        const int *t = p->proc[ind->perm[k]];
        done[0] += t[0];
        for (int m = 1; m < p->machines; m++)
            done[m] = (done[m] > done[m - 1] ? done[m] : done[m - 1]) + t[m];
        flow += done[p->machines - 1];
    }
    ind->makespan = done[p->machines - 1];
    ind->flow = flow / p->jobs;
}

static int by_makespan(const Problem *p, const Individual *i) { (void)p; return i->makespan; }
static int by_mixture(const Problem *p, const Individual *i) { (void)p; return 3 * i->makespan + i->flow; }

static void shuffle(Individual *ind, int n)
{
    for (int i = 0; i < n; i++)
        ind->perm[i] = (unsigned char)i;
    for (int i = n - 1; i > 0; i--) {
        int j = rnd(i + 1);
        unsigned char t = ind->perm[i];
        ind->perm[i] = ind->perm[j];
        ind->perm[j] = t;
    }
}

static const Individual *tournament(const Problem *p, const Individual *pop, int n, FitnessFn fit)
{
    const Individual *best = &pop[rnd(n)];
    for (int k = 0; k < 2; k++) {
        const Individual *c = &pop[rnd(n)];
        if (fit(p, c) < fit(p, best))
            best = c;
    }
    return best;
}

static void order_crossover(const Individual *a, const Individual *b, Individual *c, int n)
{
    char used[MAXJ] = {0};
    int lo = rnd(n), hi = rnd(n);
    if (lo > hi) { int t = lo; lo = hi; hi = t; }
    for (int i = lo; i <= hi; i++) {
        c->perm[i] = a->perm[i];
        used[a->perm[i]] = 1;
    }
    int w = (hi + 1) % n;
    for (int k = 0; k < n; k++) {
        unsigned char g = b->perm[(hi + 1 + k) % n];
        if (!used[g]) {
            c->perm[w] = g;
            w = (w + 1) % n;
        }
    }
}

static void mutate(Individual *c, int n)
{
    while (rnd(10) < 4) {
        int i = rnd(n), j = rnd(n);
        unsigned char t = c->perm[i];
        c->perm[i] = c->perm[j];
        c->perm[j] = t;
    }
}

static int best_of(const Problem *p, const Individual *pop, int n, FitnessFn fit)
{
    int b = 0;
    for (int i = 1; i < n; i++)
        if (fit(p, &pop[i]) < fit(p, &pop[b]))
            b = i;
    return b;
}

/* best-insertion polish of the final schedule */
static void polish(const Problem *p, Individual *best)
{
    int improved = 1, n = p->jobs;
    while (improved) {
        improved = 0;
        for (int from = 0; from < n; from++)
            for (int to = 0; to < n; to++) {
                Individual t = *best;
                unsigned char g = t.perm[from];
                memmove(t.perm + from, t.perm + from + 1, n - from - 1);
                memmove(t.perm + to + 1, t.perm + to, n - to - 1);
                t.perm[to] = g;
                evaluate(p, &t);
                if (t.makespan < best->makespan) {
                    *best = t;
                    improved = 1;
                }
            }
    }
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 700;
    int gens = argc > 2 ? atoi(argv[2]) : 1000;
    Problem *p = make_problem(80, 20);
    Individual *pop = malloc(n * sizeof *pop), *next = malloc(n * sizeof *next);
    FitnessFn fit = by_mixture;

    for (int i = 0; i < n; i++) {
        shuffle(&pop[i], p->jobs);
        evaluate(p, &pop[i]);
    }
    for (int g = 0; g < gens; g++) {
        if (g == gens / 2)
            fit = by_makespan;
        int b = best_of(p, pop, n, fit);
        next[0] = pop[b];
        for (int i = 1; i < n; i++) {
            const Individual *ma = tournament(p, pop, n, fit), *pa = tournament(p, pop, n, fit);
            order_crossover(ma, pa, &next[i], p->jobs);
            mutate(&next[i], p->jobs);
            evaluate(p, &next[i]);
        }
        Individual *t = pop;
        pop = next;
        next = t;
        if (g % 200 == 0)
            printf("generation %4d makespan %d flow %d\n", g, pop[0].makespan, pop[0].flow);
    }
    Individual best = pop[best_of(p, pop, n, by_makespan)];
    printf("evolved makespan %d flow %d\n", best.makespan, best.flow);
    polish(p, &best);
    printf("polished makespan %d flow %d order", best.makespan, best.flow);
    for (int i = 0; i < p->jobs; i++)
        printf(" %d", best.perm[i]);
    printf("\n");
    free(p);
    free(pop);
    free(next);
    return 0;
}
