/* flowshop - permutation flow shop with setup times, makespan + tardiness,
 * solved with NEH construction and tabu search on insertion moves. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <limits.h>

#define MAXJ 200
#define MAXM 30

struct instance {
    int jobs, machines;
    int proc[MAXJ][MAXM];
    int setup[MAXJ][MAXJ];
    int due[MAXJ], weight[MAXJ];
};

struct move { int from, to; long value; };

struct search {
    const struct instance *in;
    int perm[MAXJ], trial[MAXJ], best[MAXJ];
    long value, best_value, evals;
    int tabu[MAXJ][MAXJ];
    int iter, last_improvement, kicks;
};

static unsigned long long seed = 31337;
static int rnd(int lo, int hi)
{
    seed = seed * 2862933555777941757ULL + 3037000493ULL;
    return lo + (int)((seed >> 32) % (unsigned)(hi - lo + 1));
}

static struct instance *generate(int jobs, int machines)
{
    struct instance *in = calloc(1, sizeof *in);
    if (!in) exit(1);
    in->jobs = jobs;
    in->machines = machines;
    for (int j = 0; j < jobs; j++) {
        int load = 0;
        for (int m = 0; m < machines; m++) load += in->proc[j][m] = rnd(1, 99);
        in->due[j] = load + rnd(0, 40 * jobs);
        in->weight[j] = rnd(1, 5);
    }
    for (int a = 0; a < jobs; a++)
        for (int b = 0; b < jobs; b++)
            in->setup[a][b] = a == b ? 0 : (a % 6 == b % 6) ? rnd(0, 4) : rnd(8, 30);
    return in;
}

static long evaluate(const struct instance *in, const int *perm, int n)
{
    int front[MAXM] = { 0 }, prev = -1;
    long late = 0;
    for (int k = 0; k < n; k++) {
        int j = perm[k], t = 0;
        int s = prev >= 0 ? in->setup[prev][j] : 0;
        for (int m = 0; m < in->machines; m++) {
            int ready = front[m] + (m % 4 == 0 ? s : 0);
            if (ready > t) t = ready;
            t += in->proc[j][m];
            front[m] = t;
        }
        if (t > in->due[j]) late += (long)in->weight[j] * (t - in->due[j]);
        prev = j;
    }
    return 20L * front[in->machines - 1] + late / 10;
}

static void shift(int *perm, int from, int to)
{
    int j = perm[from];
    if (from < to) memmove(perm + from, perm + from + 1, (to - from) * sizeof *perm);
    else memmove(perm + to + 1, perm + to, (from - to) * sizeof *perm);
    perm[to] = j;
}

static void construct(struct search *s)
{
    const struct instance *in = s->in;
    int order[MAXJ], load[MAXJ], n = 0;
    for (int j = 0; j < in->jobs; j++) {
        load[j] = 0;
        for (int m = 0; m < in->machines; m++) load[j] += in->proc[j][m];
        int k = j;
        while (k > 0 && load[order[k - 1]] < load[j]) { order[k] = order[k - 1]; k--; }
        order[k] = j;
    }
    for (int i = 0; i < in->jobs; i++) {
        int at = 0;
        long best = LONG_MAX;
        s->perm[n++] = order[i];
        for (int p = n - 1; p >= 0; p--) {
            memcpy(s->trial, s->perm, sizeof s->trial);
            shift(s->trial, n - 1, p);
            long v = evaluate(in, s->trial, n);
            s->evals++;
            if (v < best) { best = v; at = p; }
        }
        shift(s->perm, n - 1, at);
    }
    s->value = evaluate(in, s->perm, n);
}

static int is_tabu(const struct search *s, int from, int to)
{
    int j = s->perm[from];
    if (from < to) {
        for (int k = from + 1; k <= to; k++) if (s->tabu[s->perm[k]][j] > s->iter) return 1;
    } else
        for (int k = to; k < from; k++) if (s->tabu[j][s->perm[k]] > s->iter) return 1;
    return 0;
}

static int best_move(struct search *s, struct move *mv)
{
    int n = s->in->jobs;
    long evals = 0;
    mv->value = LONG_MAX;
    #pragma omp parallel reduction(+:evals)
    {
        int trial[MAXJ];
        struct move my = { 0, 0, LONG_MAX };
        #pragma omp for schedule(dynamic, 2) nowait
        for (int i = 0; i < n; i++) {
            for (int k = 0; k < n; k++) {
                if (k == i || k == i - 1) continue;
                memcpy(trial, s->perm, sizeof trial);
                shift(trial, i, k);
                long v = evaluate(s->in, trial, n);
                evals++;
                if (v >= my.value) continue;
                if (v >= s->best_value && is_tabu(s, i, k)) continue;
                my.from = i; my.to = k; my.value = v;
            }
        }
        /* among equals, the first in (from, to) order, as in a plain scan */
        #pragma omp critical
        if (my.value < mv->value || (my.value == mv->value && my.value != LONG_MAX &&
            (my.from < mv->from || (my.from == mv->from && my.to < mv->to))))
            *mv = my;
    }
    s->evals += evals;
    return mv->value != LONG_MAX;
}

static void forbid(struct search *s, const struct move *mv)
{
    int j = s->perm[mv->from], until = s->iter + 8 + rnd(0, 6);
    if (mv->from < mv->to) s->tabu[j][s->perm[mv->from + 1]] = until;
    else s->tabu[s->perm[mv->from - 1]][j] = until;
}

static void kick(struct search *s)
{
    for (int k = 0; k < 6; k++) shift(s->perm, rnd(0, s->in->jobs - 1), rnd(0, s->in->jobs - 1));
    memset(s->tabu, 0, sizeof s->tabu);
    s->value = evaluate(s->in, s->perm, s->in->jobs);
    s->last_improvement = s->iter;
    s->kicks++;
}

int main(int argc, char **argv)
{
    int jobs = argc > 1 ? atoi(argv[1]) : 80, machines = argc > 2 ? atoi(argv[2]) : 15;
    int iters = argc > 3 ? atoi(argv[3]) : 220;
    if (jobs < 3 || jobs > MAXJ || machines < 1 || machines > MAXM) {
        fprintf(stderr, "flowshop: 3..%d jobs, 1..%d machines\n", MAXJ, MAXM);
        return 1;
    }
    struct instance *in = generate(jobs, machines);
    struct search *s = calloc(1, sizeof *s);
    struct move mv;
    s->in = in;
    construct(s);
    memcpy(s->best, s->perm, sizeof s->best);
    s->best_value = s->value;
    printf("construction %ld\n", s->value);
    for (s->iter = 1; s->iter <= iters; s->iter++) {
        if (s->iter - s->last_improvement > 25) kick(s);
        if (!best_move(s, &mv)) { kick(s); continue; }
        forbid(s, &mv);
        shift(s->perm, mv.from, mv.to);
        s->value = mv.value;
        if (s->value < s->best_value) {
            s->best_value = s->value;
            memcpy(s->best, s->perm, sizeof s->best);
            s->last_improvement = s->iter;
        }
        if (s->iter % 20 == 0) printf("iter %4d value %ld best %ld\n", s->iter, s->value, s->best_value);
    }
    printf("best %ld after %ld evaluations, %d kicks\n", s->best_value, s->evals, s->kicks);
    for (int k = 0; k < jobs; k++) printf("%d%c", s->best[k], k % 20 == 19 || k == jobs - 1 ? '\n' : ' ');
    free(s); free(in);
    return 0;
}
