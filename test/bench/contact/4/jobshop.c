// SPDX-License-Identifier: Apache-2.0
/* jobshop.c -- robust job-shop scheduling with a genetic algorithm.
 *
 * A chromosome is a permutation with repetition of job numbers.  Decoding
 * gives a semi-active schedule.  Fitness is the mean makespan over a number
 * of scenarios with disturbed processing times, plus a part of the worst.
 *
 * usage: jobshop [generations] [population] [jobs] [machines] [scenarios]
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    int jobs, machines, ops, scenarios;
    int *route;         /* [job][step] -> machine */
    int *duration;      /* [scenario][job][step] */
    int *machine_free;  /* decoder work space */
    int *job_free;
    int *job_step;
} shop_t;

typedef struct {
    uint8_t *gene;
    int fitness;
    int nominal, worst;
    int age;
} individual_t;

typedef struct {
    individual_t *cur, *next;
    int size;
    long evaluations, improvements;
} population_t;

static uint64_t seed = 0x9E3779B97F4A7C15u;

static unsigned rnd(unsigned n)
{
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)((seed >> 33) % n);
}

static shop_t *shop_create(int jobs, int machines, int scenarios)
{
    shop_t *s = malloc(sizeof *s);
    s->jobs = jobs;
    s->machines = machines;
    s->ops = jobs * machines;
    s->scenarios = scenarios;
    s->route = malloc(s->ops * sizeof(int));
    s->duration = malloc((size_t)s->ops * scenarios * sizeof(int));
    s->machine_free = malloc(machines * sizeof(int));
    s->job_free = malloc(jobs * sizeof(int));
    s->job_step = malloc(jobs * sizeof(int));
    for (int j = 0; j < jobs; j++) {
        int *r = s->route + j * machines;
        for (int m = 0; m < machines; m++)
            r[m] = m;
        for (int m = machines - 1; m > 0; m--) {
            int k = rnd(m + 1), t = r[m];
            r[m] = r[k];
            r[k] = t;
        }
    }
    for (int i = 0; i < s->ops; i++)
        s->duration[i] = 10 + rnd(90);
    for (int c = 1; c < scenarios; c++)
        for (int i = 0; i < s->ops; i++)
            s->duration[c * s->ops + i] = s->duration[i] * (80 + (int)rnd(60)) / 100;
    return s;
}

static int makespan(shop_t *s, const uint8_t *gene, int scenario)
{
    const int *dur = s->duration + (size_t)scenario * s->ops;
    int end = 0;

    memset(s->machine_free, 0, s->machines * sizeof(int));
    memset(s->job_free, 0, s->jobs * sizeof(int));
    memset(s->job_step, 0, s->jobs * sizeof(int));
    for (int i = 0; i < s->ops; i++) {
        int j = gene[i];
        int op = j * s->machines + s->job_step[j]++;
        int m = s->route[op];
        int start = s->machine_free[m] > s->job_free[j] ? s->machine_free[m] : s->job_free[j];
        int stop = start + dur[op];
        s->machine_free[m] = s->job_free[j] = stop;
        if (stop > end)
            end = stop;
    }
    return end;
}

static void evaluate(shop_t *s, individual_t *x)
{
    int sum = 0, worst = 0;
    for (int c = 0; c < s->scenarios; c++) {
        int t = makespan(s, x->gene, c);
        if (c == 0)
            x->nominal = t;
        if (t > worst)
            worst = t;
        sum += t;
    }
    x->worst = worst;
    x->fitness = 10 * sum / s->scenarios + 3 * worst;
}

static void random_genes(const shop_t *s, uint8_t *g)
{
    for (int i = 0; i < s->ops; i++)
        g[i] = i / s->machines;
    for (int i = s->ops - 1; i > 0; i--) {
        int k = rnd(i + 1);
        uint8_t t = g[i];
        g[i] = g[k];
        g[k] = t;
    }
}

/* jobs in the mask keep their places from a, the rest are filled in b's order */
static void crossover(const shop_t *s, const uint8_t *a, const uint8_t *b, uint8_t *child)
{
    uint64_t mask = 0;
    for (int j = 0; j < s->jobs; j++)
        mask |= (uint64_t)rnd(2) << j;
    int k = 0;
    for (int i = 0; i < s->ops; i++) {
        if (mask >> a[i] & 1) {
            child[i] = a[i];
        } else {
            while (mask >> b[k] & 1)
                k++;
            child[i] = b[k++];
        }
    }
}

static void mutate(const shop_t *s, uint8_t *g)
{
    int from = rnd(s->ops), to = rnd(s->ops);
    uint8_t v = g[from];
    if (from < to)
        memmove(g + from, g + from + 1, to - from);
    else
        memmove(g + to + 1, g + to, from - to);
    g[to] = v;
}

static const individual_t *tournament(const population_t *p, int rounds)
{
    const individual_t *best = &p->cur[rnd(p->size)];
    for (int i = 1; i < rounds; i++) {
        const individual_t *c = &p->cur[rnd(p->size)];
        if (c->fitness < best->fitness)
            best = c;
    }
    return best;
}

static int best_index(const population_t *p)
{
    int b = 0;
    for (int i = 1; i < p->size; i++)
        if (p->cur[i].fitness < p->cur[b].fitness)
            b = i;
    return b;
}

static void evaluate_all(shop_t *s, population_t *p, int limit)
{
    for (int i = 0; i < p->size; i++) {
        evaluate(s, &p->cur[i]);
        p->evaluations++;
        if (p->cur[i].fitness < limit)
            p->improvements++;
    }
}

static void breed(const shop_t *s, population_t *p)
{
    const individual_t *elite = &p->cur[best_index(p)];
    memcpy(p->next[0].gene, elite->gene, s->ops);
    p->next[0].age = elite->age + 1;
    for (int i = 1; i < p->size; i++) {
        const individual_t *a = tournament(p, 3), *b = tournament(p, 2);
        crossover(s, a->gene, b->gene, p->next[i].gene);
        for (int m = rnd(4); m > 0; m--)
            mutate(s, p->next[i].gene);
        p->next[i].age = 0;
    }
    individual_t *t = p->cur;
    p->cur = p->next;
    p->next = t;
}

int main(int argc, char **argv)
{
    int gens = argc > 1 ? atoi(argv[1]) : 200;
    int size = argc > 2 ? atoi(argv[2]) : 200;
    int jobs = argc > 3 ? atoi(argv[3]) : 24;
    int machines = argc > 4 ? atoi(argv[4]) : 12;
    int scenarios = argc > 5 ? atoi(argv[5]) : 20;
    if (jobs > 64 || jobs < 1 || machines < 1) {
        fprintf(stderr, "1 to 64 jobs, please\n");
        return 1;
    }
    shop_t *s = shop_create(jobs, machines, scenarios);
    population_t p = { calloc(size, sizeof(individual_t)), calloc(size, sizeof(individual_t)), size, 0, 0 };
    for (int i = 0; i < size; i++) {
        p.cur[i].gene = malloc(s->ops);
        p.next[i].gene = malloc(s->ops);
        random_genes(s, p.cur[i].gene);
    }
    evaluate_all(s, &p, 0);
    for (int g = 0; g <= gens; g++) {
        const individual_t *b = &p.cur[best_index(&p)];
        if (g % (gens / 6 + 1) == 0 || g == gens)
            printf("gen %4d: fitness %d nominal %d worst %d age %d\n", g, b->fitness, b->nominal, b->worst, b->age);
        if (g < gens) {
            int limit = b->fitness;
            breed(s, &p);
            evaluate_all(s, &p, limit);
        }
    }
    unsigned h = 2166136261u;
    const uint8_t *g = p.cur[best_index(&p)].gene;
    for (int i = 0; i < s->ops; i++)
        h = (h ^ g[i]) * 16777619u;
    printf("evaluations %ld, improvements %ld, best plan %08x\n", p.evaluations, p.improvements, h);
    for (int i = 0; i < size; i++) {
        free(p.cur[i].gene);
        free(p.next[i].gene);
    }
    free(p.cur); free(p.next);
    free(s->route); free(s->duration); free(s->machine_free); free(s->job_free); free(s->job_step);
    free(s);
    return 0;
}
