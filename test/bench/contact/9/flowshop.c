/*
 * flowshop - genetic algorithm with local improvement (a memetic algorithm)
 * for the permutation flow shop: order the jobs so that the last one leaves
 * the last machine as early as possible.
 *
 * usage: flowshop [jobs [machines [population [generations]]]]
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int jobs = 50, machines = 10, popsize = 40, generations = 25;
static int **proc;              /* proc[job][machine] */
static int *finish;             /* finishing times while evaluating */
static int *trial;              /* permutation under test */

typedef struct {
    int *perm;
    int span;
    int age;
} Indiv;

static unsigned long long seed = 42;

static unsigned rnd(void)
{
    seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
    return (unsigned)(seed >> 33);
}

static int makespan(const int *perm)
{
    memset(finish, 0, machines * sizeof *finish);
    for (int k = 0; k < jobs; k++) {
        const int *p = proc[perm[k]];
        int t = finish[0] + p[0];
        finish[0] = t;
        for (int m = 1; m < machines; m++) {
            if (finish[m] > t)
                t = finish[m];
            t += p[m];
            finish[m] = t;
        }
    }
    return finish[machines - 1];
}

/* trial = perm with the job at position from moved to position to */
static void shift(const int *perm, int from, int to)
{
    memcpy(trial, perm, jobs * sizeof *trial);
    if (from < to)
        memmove(trial + from, trial + from + 1, (to - from) * sizeof *trial);
    else
        memmove(trial + to + 1, trial + to, (from - to) * sizeof *trial);
    trial[to] = perm[from];
}

/* best-insertion descent, starting with the job at position start */
static void improve(Indiv *x, int start)
{
    int idle = 0, tries = 0;

    x->span = makespan(x->perm);
    for (int k = start; idle < jobs && tries < jobs; k = (k + 7) % jobs) {
        int best = x->span, where = -1;
        for (int to = 0; to < jobs; to++) {
            int s;
            if (to == k)
                continue;
            shift(x->perm, k, to);
            s = makespan(trial);
            if (s < best) {
                best = s;
                where = to;
            }
        }
        tries++;
        if (where < 0) {
            idle++;
            continue;
        }
        shift(x->perm, k, where);
        memcpy(x->perm, trial, jobs * sizeof *trial);
        x->span = best;
        idle = 0;
    }
}

static void shuffle(int *perm)
{
    for (int i = 0; i < jobs; i++)
        perm[i] = i;
    for (int i = jobs - 1; i > 0; i--) {
        int j = rnd() % (i + 1), t = perm[i];
        perm[i] = perm[j];
        perm[j] = t;
    }
}

static const Indiv *tournament(Indiv *const *pop)
{
    const Indiv *a = pop[rnd() % popsize], *b = pop[rnd() % popsize];
    return a->span <= b->span ? a : b;
}

/* a slice of the first parent, the rest in the order of the second */
static void crossover(const Indiv *a, const Indiv *b, Indiv *child)
{
    char *used = calloc(jobs, 1);
    int lo = rnd() % jobs, hi = rnd() % jobs, pos = 0;

    if (lo > hi) {
        int t = lo;
        lo = hi;
        hi = t;
    }
    for (int i = lo; i <= hi; i++) {
        child->perm[i] = a->perm[i];
        used[a->perm[i]] = 1;
    }
    for (int i = 0; i < jobs; i++) {
        if (used[b->perm[i]])
            continue;
        if (pos == lo)
            pos = hi + 1;
        child->perm[pos++] = b->perm[i];
    }
    free(used);
}

static void mutate(Indiv *x)
{
    int n = rnd() % 4;
    while (n-- > 0) {
        int i = rnd() % jobs, j = rnd() % jobs, t = x->perm[i];
        x->perm[i] = x->perm[j];
        x->perm[j] = t;
    }
}

static Indiv *new_indiv(void)
{
    Indiv *x = malloc(sizeof *x);
    x->perm = malloc(jobs * sizeof *x->perm);
    x->span = 0;
    x->age = 0;
    return x;
}

static int compare(const void *pa, const void *pb)
{
    const Indiv *a = *(Indiv *const *)pa, *b = *(Indiv *const *)pb;
    if (a->span != b->span)
        return a->span < b->span ? -1 : 1;
    if (a->age != b->age)
        return a->age < b->age ? -1 : 1;
    return memcmp(a->perm, b->perm, jobs * sizeof *a->perm);
}

int main(int argc, char **argv)
{
    int *arg[4] = { &jobs, &machines, &popsize, &generations };
    Indiv **pop, *best;
    unsigned check = 0;
    int bound = 0;

    for (int i = 1; i < argc && i <= 4; i++)
        *arg[i - 1] = atoi(argv[i]);
    if (jobs < 8 || machines < 1 || popsize < 2)
        return 1;
    proc = malloc(jobs * sizeof *proc);
    for (int j = 0; j < jobs; j++) {
        proc[j] = malloc(machines * sizeof *proc[j]);
        for (int m = 0; m < machines; m++)
            proc[j][m] = 1 + rnd() % 99;
    }
    for (int m = 0; m < machines; m++) {
        int load = 0;
        for (int j = 0; j < jobs; j++)
            load += proc[j][m];
        if (load > bound)
            bound = load;
    }
    finish = malloc(machines * sizeof *finish);
    trial = malloc(jobs * sizeof *trial);

    /* parents in the first half, children in the second */
    pop = malloc(2 * popsize * sizeof *pop);
    for (int i = 0; i < 2 * popsize; i++)
        pop[i] = new_indiv();
    for (int i = 0; i < popsize; i++) {
        shuffle(pop[i]->perm);
        pop[i]->span = makespan(pop[i]->perm);
    }
    qsort(pop, popsize, sizeof *pop, compare);
    printf("%d jobs, %d machines, busiest machine %d\n", jobs, machines, bound);
    printf("first best %d, worst %d\n", pop[0]->span, pop[popsize - 1]->span);

    for (int g = 0; g < generations; g++) {
        for (int i = 0; i < popsize; i++) {
            const Indiv *a = tournament(pop), *b = tournament(pop);
            crossover(a, b, pop[popsize + i]);
            mutate(pop[popsize + i]);
            pop[popsize + i]->age = 0;
        }
        for (int i = popsize; i < 2 * popsize; i++)
            improve(pop[i], (g * 13 + i) % jobs);
        for (int i = 0; i < popsize; i++)
            pop[i]->age++;
        qsort(pop, 2 * popsize, sizeof *pop, compare);
        if (g % 10 == 9)
            printf("generation %d: best %d, median %d\n", g + 1, pop[0]->span, pop[popsize / 2]->span);
    }
    best = pop[0];
    for (int i = 0; i < jobs; i++)
        check = check * 61 + best->perm[i];
    printf("final best %d, order check %08x\n", best->span, check);
    for (int i = 0; i < 2 * popsize; i++) {
        free(pop[i]->perm);
        free(pop[i]);
    }
    for (int j = 0; j < jobs; j++)
        free(proc[j]);
    free(proc);
    free(pop);
    free(finish);
    free(trial);
    return 0;
}
