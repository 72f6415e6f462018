/* flowshop - permutation flow shop scheduling
 *
 * NEH start solution, steepest-descent insertion search, random kicks
 * (iterated local search). Minimises makespan, ties by total completion time.
 *
 * Usage: flowshop [jobs] [machines] [kicks]
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct {
    int jobs, machines;
    int **proc;                 /* proc[job][machine] */
} Instance;

typedef struct {
    long makespan, flow;
} Cost;

typedef struct {
    int from, to;
    Cost cost;
} Move;

static Instance inst;
static int *ready;              /* completion time on each machine */
static int *trial;              /* candidate sequence */
static long evaluations;

static int lcg_seed = 873654221;
static int taillard(int lo, int hi)     /* Taillard's generator */
{
    int k = lcg_seed / 127773;
    lcg_seed = 16807 * (lcg_seed % 127773) - k * 2836;
    if (lcg_seed < 0) lcg_seed += 2147483647;
    return lo + (int)((double)lcg_seed / 2147483647.0 * (hi - lo + 1));
}

static void load_instance(int jobs, int machines)
{
    inst.jobs = jobs;
    inst.machines = machines;
    inst.proc = malloc(jobs * sizeof *inst.proc);
    for (int j = 0; j < jobs; j++) {
        inst.proc[j] = malloc(machines * sizeof **inst.proc);
        for (int m = 0; m < machines; m++) inst.proc[j][m] = taillard(1, 99);
    }
    ready = malloc(machines * sizeof *ready);
    trial = malloc(jobs * sizeof *trial);
}

static int better(Cost a, Cost b)
{
    return a.makespan < b.makespan || (a.makespan == b.makespan && a.flow < b.flow);
}

static Cost evaluate(const int *seq, int n)
{
    Cost c = { 0, 0 };
    memset(ready, 0, inst.machines * sizeof *ready);
    for (int i = 0; i < n; i++) {
        const int *p = inst.proc[seq[i]];
        int t = 0;
        for (int m = 0; m < inst.machines; m++) {
            if (ready[m] > t) t = ready[m];
            t += p[m];
            ready[m] = t;
        }
        c.flow += t;
    }
    c.makespan = ready[inst.machines - 1];
    evaluations++;
    return c;
}

/* out = seq with element 'from' taken out and put back at position 'to' */
static void reinsert(const int *seq, int n, int from, int to, int *out)
{
    int k = 0;
    for (int i = 0; i < n; i++) {
        if (k == to) out[k++] = seq[from];
        if (i != from) out[k++] = seq[i];
    }
    if (k < n) out[k] = seq[from];
}

static int *total;
static int by_total(const void *a, const void *b)
{
    int x = *(const int *)a, y = *(const int *)b;
    if (total[x] != total[y]) return total[y] - total[x];
    return x - y;
}

static Cost neh(int *seq)
{
    int n = inst.jobs, *order = malloc(n * sizeof *order);
    total = calloc(n, sizeof *total);
    for (int j = 0; j < n; j++) {
        order[j] = j;
        for (int m = 0; m < inst.machines; m++) total[j] += inst.proc[j][m];
    }
    qsort(order, n, sizeof *order, by_total);
    Cost cost = { 0, 0 };
    for (int k = 0; k < n; k++) {
        int best_pos = 0;
        Cost best = { 0, 0 };
        for (int pos = 0; pos <= k; pos++) {
            memcpy(trial, seq, pos * sizeof *trial);
            trial[pos] = order[k];
            memcpy(trial + pos + 1, seq + pos, (k - pos) * sizeof *trial);
            Cost c = evaluate(trial, k + 1);
            if (pos == 0 || better(c, best)) { best = c; best_pos = pos; }
        }
        memmove(seq + best_pos + 1, seq + best_pos, (k - best_pos) * sizeof *seq);
        seq[best_pos] = order[k];
        cost = best;
    }
    free(order);
    free(total);
    return cost;
}

/* best insertion move of the whole neighbourhood; first one wins ties */
static Move best_move(const int *seq, Cost current)
{
    Move best = { -1, -1, current };
    for (int from = 0; from < inst.jobs; from++)
        for (int to = 0; to < inst.jobs; to++) {
            if (to == from || to == from - 1) continue;
            reinsert(seq, inst.jobs, from, to, trial);
            Cost c = evaluate(trial, inst.jobs);
            if (better(c, best.cost)) best = (Move){ from, to, c };
        }
    return best;
}

static Cost descend(int *seq, Cost cost, int *steps)
{
    for (;;) {
        Move m = best_move(seq, cost);
        if (m.from < 0) return cost;
        reinsert(seq, inst.jobs, m.from, m.to, trial);
        memcpy(seq, trial, inst.jobs * sizeof *seq);
        cost = m.cost;
        ++*steps;
    }
}

static Cost kick(int *seq, int strength)
{
    for (int k = 0; k < strength; k++) {
        int a = taillard(0, inst.jobs - 1), b = taillard(0, inst.jobs - 1);
        int t = seq[a];
        seq[a] = seq[b];
        seq[b] = t;
    }
    return evaluate(seq, inst.jobs);
}

static long lower_bound(void)
{
    long lb = 0;
    for (int m = 0; m < inst.machines; m++) {
        long s = 0, head = 1L << 40, tail = 1L << 40;
        for (int j = 0; j < inst.jobs; j++) {
            long h = 0, t = 0;
            for (int q = 0; q < m; q++) h += inst.proc[j][q];
            for (int q = m + 1; q < inst.machines; q++) t += inst.proc[j][q];
            s += inst.proc[j][m];
            if (h < head) head = h;
            if (t < tail) tail = t;
        }
        if (s + head + tail > lb) lb = s + head + tail;
    }
    return lb;
}

int main(int argc, char **argv)
{
    int jobs = argc > 1 ? atoi(argv[1]) : 80;
    int machines = argc > 2 ? atoi(argv[2]) : 20;
    int kicks = argc > 3 ? atoi(argv[3]) : 6;
    if (jobs < 3 || machines < 1 || kicks < 0) {
        fprintf(stderr, "Usage: flowshop [jobs] [machines] [kicks]\n");
        return 1;
    }
    struct timespec t0, t1;
    clock_gettime(CLOCK_MONOTONIC, &t0);
    load_instance(jobs, machines);
    int *seq = malloc(jobs * sizeof *seq), *best_seq = malloc(jobs * sizeof *best_seq);
    int steps = 0;

    Cost c = neh(seq);
    printf("lower bound %ld\nNEH: makespan %ld flow %ld\n", lower_bound(), c.makespan, c.flow);
    c = descend(seq, c, &steps);
    printf("local optimum: makespan %ld flow %ld after %d moves\n", c.makespan, c.flow, steps);
    Cost best = c;
    memcpy(best_seq, seq, jobs * sizeof *seq);
    for (int k = 1; k <= kicks; k++) {
        memcpy(seq, best_seq, jobs * sizeof *seq);
        steps = 0;
        c = descend(seq, kick(seq, 3), &steps);
        printf("kick %d: makespan %ld flow %ld (%d moves)%s\n", k, c.makespan, c.flow, steps, better(c, best) ? " *" : "");
        if (better(c, best)) {
            best = c;
            memcpy(best_seq, seq, jobs * sizeof *seq);
        }
    }
    printf("best makespan %ld flow %ld, %ld evaluations\norder", best.makespan, best.flow, evaluations);
    for (int i = 0; i < jobs; i++) printf(" %d", best_seq[i]);
    printf("\n");
    clock_gettime(CLOCK_MONOTONIC, &t1);
    fprintf(stderr, "%.3f s\n", (t1.tv_sec - t0.tv_sec) + 1e-9 * (t1.tv_nsec - t0.tv_nsec));
    for (int j = 0; j < jobs; j++) free(inst.proc[j]);
    free(inst.proc); free(ready); free(trial); free(seq); free(best_seq);
    return 0;
}
