/* jobga.c - genetic algorithm for job shop scheduling
 *
 * usage: jobga [-j jobs] [-m machines] [-p population] [-g generations]
 *
 * A chromosome is a permutation with repetition: the k-th occurrence of job j
 * stands for operation k of that job. Fitness combines the makespan and the
 * weighted tardiness of the semi-active schedule it decodes to.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    int machine;
    int duration;
} Operation;

typedef struct {
    int due;
    int weight;
    Operation *ops;
} Job;

typedef struct {
    int njobs, nmach;
    Job *jobs;
    int **setup;                /* setup[a][b]: change-over time from job a to b */
} Shop;

typedef struct {
    short *genes;
    long cost;
    int makespan;
} Individual;

typedef struct {
    int size, genes;
    Individual *ind;
} Population;

typedef enum { MUT_SWAP, MUT_INSERT, MUT_REVERSE, MUT_KINDS } Mutation;

static unsigned long long rs = 0x853c49e6748fea9bULL;

static unsigned rnd(void)
{
    unsigned long long old = rs;
    rs = old * 6364136223846793005ULL + 1442695040888963407ULL;
    unsigned x = (unsigned)(((old >> 18) ^ old) >> 27);
    unsigned rot = (unsigned)(old >> 59);
    return (x >> rot) | (x << ((32 - rot) & 31));
}

static int below(int n) { return (int)(rnd() % (unsigned)n); }

static void *zalloc(size_t n, size_t size)
{
    void *p = calloc(n, size);
    if (!p) {
        fprintf(stderr, "jobga: no memory\n");
        exit(EXIT_FAILURE);
    }
    return p;
}

static Shop *shop_random(int njobs, int nmach)
{
    Shop *s = zalloc(1, sizeof *s);
    s->njobs = njobs;
    s->nmach = nmach;
    s->jobs = zalloc(njobs, sizeof *s->jobs);
    s->setup = zalloc(njobs, sizeof *s->setup);
    for (int j = 0; j < njobs; j++) {
        Job *job = &s->jobs[j];
        int work = 0;
        job->ops = zalloc(nmach, sizeof *job->ops);
        for (int k = 0; k < nmach; k++)
            job->ops[k].machine = k;
        for (int k = nmach - 1; k > 0; k--) {
            int r = below(k + 1), t = job->ops[k].machine;
            job->ops[k].machine = job->ops[r].machine;
            job->ops[r].machine = t;
        }
        for (int k = 0; k < nmach; k++)
            work += job->ops[k].duration = 5 + below(95);
        job->due = work * 2 + below(work);
        job->weight = 1 + below(5);
        s->setup[j] = zalloc(njobs, sizeof **s->setup);
        for (int i = 0; i < njobs; i++)
            s->setup[j][i] = i == j ? 0 : 1 + below(12);
    }
    return s;
}

static void shop_free(Shop *s)
{
    for (int j = 0; j < s->njobs; j++) {
        free(s->jobs[j].ops);
        free(s->setup[j]);
    }
    free(s->jobs);
    free(s->setup);
    free(s);
}

static Population *pop_new(int size, int genes)
{
    Population *p = zalloc(1, sizeof *p);
    p->size = size;
    p->genes = genes;
    p->ind = zalloc(size, sizeof *p->ind);
    for (int i = 0; i < size; i++)
        p->ind[i].genes = zalloc(genes, sizeof(short));
    return p;
}

static void pop_free(Population *p)
{
    for (int i = 0; i < p->size; i++)
        free(p->ind[i].genes);
    free(p->ind);
    free(p);
}

static void pop_randomize(Population *p, int njobs)
{
    for (int i = 0; i < p->size; i++) {
        short *g = p->ind[i].genes;
        for (int k = 0; k < p->genes; k++)
            g[k] = (short)(k % njobs);
        for (int k = p->genes - 1; k > 0; k--) {
            int r = below(k + 1);
            short t = g[k];
            g[k] = g[r];
            g[r] = t;
        }
    }
}

static inline int imax(int a, int b) { return a > b ? a : b; }

/* decode the chromosome into start times and judge the schedule */
static void evaluate(const Shop *s, Individual *x, int ngenes)
{
    int *job_ready = zalloc(s->njobs, sizeof(int));
    int *mach_ready = zalloc(s->nmach, sizeof(int));
    int *mach_last = zalloc(s->nmach, sizeof(int));
    int *next_op = zalloc(s->njobs, sizeof(int));
    long tardy = 0;

    for (int m = 0; m < s->nmach; m++)
        mach_last[m] = -1;
    x->makespan = 0;
    for (int k = 0; k < ngenes; k++) {
        int j = x->genes[k];
        const Operation *op = &s->jobs[j].ops[next_op[j]++];
        int m = op->machine;
        int change = mach_last[m] < 0 ? 0 : s->setup[mach_last[m]][j];
        int start = imax(job_ready[j], mach_ready[m] + change);
        job_ready[j] = mach_ready[m] = start + op->duration;
        mach_last[m] = j;
        x->makespan = imax(x->makespan, job_ready[j]);
    }
    for (int j = 0; j < s->njobs; j++)
        tardy += (long)s->jobs[j].weight * imax(0, job_ready[j] - s->jobs[j].due);
    x->cost = 20L * x->makespan + tardy;
    free(job_ready);
    free(mach_ready);
    free(mach_last);
    free(next_op);
}

static void evaluate_all(const Shop *s, Population *p, int from)
{
    for (int i = from; i < p->size; i++)
        evaluate(s, &p->ind[i], p->genes);
}

static const Individual *tournament(const Population *p, int rounds)
{
    const Individual *best = &p->ind[below(p->size)];
    while (--rounds > 0) {
        const Individual *c = &p->ind[below(p->size)];
        if (c->cost < best->cost)
            best = c;
    }
    return best;
}

/* keep a slice of mother, fill the rest in father's order */
static void crossover(const Individual *ma, const Individual *pa, Individual *kid, int n, int njobs)
{
    int a = below(n), b = below(n), *need = zalloc(njobs, sizeof *need);
    if (a > b) {
        int t = a;
        a = b;
        b = t;
    }
    for (int k = 0; k < n; k++)
        need[pa->genes[k]]++;
    for (int k = a; k <= b; k++) {
        kid->genes[k] = ma->genes[k];
        need[ma->genes[k]]--;
    }
    int at = 0;
    for (int k = 0; k < n; k++) {
        int j = pa->genes[k];
        if (need[j] == 0)
            continue;
        need[j]--;
        if (at == a)
            at = b + 1;
        kid->genes[at++] = (short)j;
    }
    free(need);
}

static void mutate(short *g, int n)
{
    int a = below(n), b = below(n);
    short t;
    switch ((Mutation)below(MUT_KINDS)) {
    case MUT_SWAP:
        t = g[a];
        g[a] = g[b];
        g[b] = t;
        break;
    case MUT_INSERT:
        t = g[a];
        memmove(g + a, g + a + 1, (n - a - 1) * sizeof *g);
        memmove(g + b + 1, g + b, (n - b - 1) * sizeof *g);
        g[b] = t;
        break;
    case MUT_REVERSE:
        b = a + below(12);
        if (b >= n)
            b = n - 1;
        for (; a < b; a++, b--) {
            t = g[a];
            g[a] = g[b];
            g[b] = t;
        }
        break;
    default:
        break;
    }
}

static int by_cost(const void *a, const void *b)
{
    const Individual *x = a, *y = b;
    if (x->cost != y->cost)
        return x->cost < y->cost ? -1 : 1;
    return (x->makespan > y->makespan) - (x->makespan < y->makespan);
}

static void breed(const Population *old, Population *new, int elite, int njobs)
{
    for (int i = 0; i < elite; i++) {
        memcpy(new->ind[i].genes, old->ind[i].genes, old->genes * sizeof(short));
        new->ind[i].cost = old->ind[i].cost;
        new->ind[i].makespan = old->ind[i].makespan;
    }
    for (int i = elite; i < new->size; i++) {
        const Individual *ma = tournament(old, 3), *pa = tournament(old, 3);
        crossover(ma, pa, &new->ind[i], old->genes, njobs);
        while (below(100) < 45)
            mutate(new->ind[i].genes, old->genes);
    }
}

int main(int argc, char **argv)
{
    int jobs = 40, machines = 20, size = 300, gens = 600, elite;
    for (int i = 1; i < argc; i += 2) {
        int *where = NULL;
        if (argv[i][0] == '-')
            switch (argv[i][1]) {
            case 'j': where = &jobs; break;
            case 'm': where = &machines; break;
            case 'p': where = &size; break;
            case 'g': where = &gens; break;
            }
        if (!where || i + 1 == argc || (*where = atoi(argv[i + 1])) < 2) {
            fprintf(stderr, "usage: jobga [-j jobs] [-m machines] [-p population] [-g generations]\n");
            return 2;
        }
    }
    elite = size / 20 + 1;
    Shop *shop = shop_random(jobs, machines);
    Population *cur = pop_new(size, jobs * machines), *next = pop_new(size, jobs * machines);
    pop_randomize(cur, jobs);
    evaluate_all(shop, cur, 0);
    for (int g = 0; g < gens; g++) {
        qsort(cur->ind, size, sizeof *cur->ind, by_cost);
        if (g % (gens / 5 + 1) == 0)
            printf("generation %4d best cost %ld makespan %d median %ld\n", g,
                   cur->ind[0].cost, cur->ind[0].makespan, cur->ind[size / 2].cost);
        breed(cur, next, elite, jobs);
        evaluate_all(shop, next, elite);
        Population *t = cur;
        cur = next;
        next = t;
    }
    qsort(cur->ind, size, sizeof *cur->ind, by_cost);
    long total = 0;
    unsigned h = 0;
    for (int i = 0; i < size; i++)
        total += cur->ind[i].cost;
    for (int k = 0; k < cur->genes; k++)
        h = h * 101u + (unsigned)cur->ind[0].genes[k];
    printf("final best cost %ld makespan %d, mean %.3f, hash %08x\n", cur->ind[0].cost,
           cur->ind[0].makespan, (double)total / size, h);
    pop_free(cur);
    pop_free(next);
    shop_free(shop);
    return 0;
}
