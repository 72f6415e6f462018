/* jobshop.c - job shop scheduling, multi-start simulated annealing on the
   critical path neighbourhood, starts seeded by dispatching rules.        */
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAXJ 20
#define MAXM 12
#define MAXOPS (MAXJ * MAXM)

typedef struct {
    int jobs, machines;
    int mach[MAXJ][MAXM];
    int time[MAXJ][MAXM];
} Instance;

typedef struct {
    int seq[MAXM][MAXJ];    /* job order on every machine */
    int makespan;
} Schedule;

typedef struct {
    const Instance *in;
    Schedule cur, best;
    int start[MAXJ][MAXM], tail_of[MAXJ][MAXM];
    int next_op[MAXJ], next_pos[MAXM];
    int cand[MAXOPS][2];    /* machine, position of swappable pair */
    int ncand;
    unsigned rng;
    long evals;
} Solver;

typedef int (*Rule)(Solver *s, int job, int op);

static unsigned rnd(Solver *s)
{
    s->rng ^= s->rng << 13;
    s->rng ^= s->rng >> 17;
    s->rng ^= s->rng << 5;
    return s->rng;
}

/* ---- dispatching rules: the smallest key goes first ---- */

static int rule_spt(Solver *s, int j, int o) { return s->in->time[j][o]; }

static int rule_mwr(Solver *s, int j, int o)
{
    int w = 0;
    for (; o < s->in->machines; o++) w += s->in->time[j][o];
    return -w;
}

static int rule_random(Solver *s, int j, int o)
{
    (void)j; (void)o;
    return (int)(rnd(s) >> 4);
}

static const Rule rules[] = { rule_spt, rule_mwr, rule_random };

static void dispatch(Solver *s, Rule rule)
{
    const Instance *in = s->in;
    memset(s->next_op, 0, sizeof s->next_op);
    memset(s->next_pos, 0, sizeof s->next_pos);
    for (int k = 0; k < in->jobs * in->machines; k++) {
        int best = -1, key = INT_MAX;
        for (int j = 0; j < in->jobs; j++) {
            int o = s->next_op[j];
            if (o >= in->machines) continue;
            int v = rule(s, j, o) + 50 * s->next_pos[in->mach[j][o]];
            if (best < 0 || v < key) {
                best = j;
                key = v;
            }
        }
        int m = in->mach[best][s->next_op[best]++];
        s->cur.seq[m][s->next_pos[m]++] = best;
    }
}

/* Semi-active schedule; returns makespan, or -1 if the orders form a cycle. */
static int evaluate(Solver *s, const Schedule *sc)
{
    const Instance *in = s->in;
    int job_free[MAXJ] = { 0 }, mach_free[MAXM] = { 0 }, done = 0, total = in->jobs * in->machines, span = 0;
    s->evals++;
    memset(s->next_op, 0, sizeof s->next_op);
    memset(s->next_pos, 0, sizeof s->next_pos);
    while (done < total) {
        int before = done;
        for (int m = 0; m < in->machines; m++)
            while (s->next_pos[m] < in->jobs) {
                int j = sc->seq[m][s->next_pos[m]], o = s->next_op[j];
                if (in->mach[j][o] != m) break;
                int t = job_free[j] > mach_free[m] ? job_free[j] : mach_free[m];
                s->start[j][o] = t;
                t += in->time[j][o];
                job_free[j] = mach_free[m] = t;
                if (t > span) span = t;
                s->next_op[j]++;
                s->next_pos[m]++;
                done++;
                if (s->next_op[j] == in->machines) s->next_op[j] = MAXM - 1;    /* never matches again */
            }
        if (done == before) return -1;
    }
    return span;
}

static int op_on(const Instance *in, int j, int m)
{
    int o = 0;
    while (in->mach[j][o] != m) o++;
    return o;
}

/* Longest path from an operation to the end, memoised recursion. */
static int tail(Solver *s, const Schedule *sc, int j, int o)
{
    const Instance *in = s->in;
    if (s->tail_of[j][o] >= 0) return s->tail_of[j][o];
    int m = in->mach[j][o], t = 0, p = 0;
    if (o + 1 < in->machines) t = tail(s, sc, j, o + 1);
    while (sc->seq[m][p] != j) p++;
    if (p + 1 < in->jobs) {
        int k = sc->seq[m][p + 1], u = tail(s, sc, k, op_on(in, k, m));
        if (u > t) t = u;
    }
    return s->tail_of[j][o] = t + in->time[j][o];
}

/* neighbours: adjacent critical operations on one machine */
static void critical_pairs(Solver *s)
{
    const Instance *in = s->in;
    evaluate(s, &s->cur);
    memset(s->tail_of, -1, sizeof s->tail_of);
    s->ncand = 0;
    for (int m = 0; m < in->machines; m++)
        for (int p = 0; p + 1 < in->jobs; p++) {
            int a = s->cur.seq[m][p], b = s->cur.seq[m][p + 1];
            int oa = op_on(in, a, m), ob = op_on(in, b, m), end = s->start[a][oa] + in->time[a][oa];
            if (end != s->start[b][ob]) continue;
            if (s->start[a][oa] + tail(s, &s->cur, a, oa) != s->cur.makespan) continue;
            if (s->start[b][ob] + tail(s, &s->cur, b, ob) != s->cur.makespan) continue;
            s->cand[s->ncand][0] = m;
            s->cand[s->ncand++][1] = p;
        }
}

static void anneal(Solver *s, int iters)
{
    double temp = 25, cool = pow(0.5 / temp, 1.0 / iters);
    s->best = s->cur;
    for (int i = 0; i < iters; i++, temp *= cool) {
        critical_pairs(s);
        if (s->ncand == 0) break;               /* optimal: one critical job */
        unsigned k = rnd(s) % (unsigned)s->ncand;
        int *q = s->cur.seq[s->cand[k][0]], p = s->cand[k][1];
        int t = q[p];
        q[p] = q[p + 1];
        q[p + 1] = t;
        int span = evaluate(s, &s->cur);
        double d = span - s->cur.makespan;
        if (span > 0 && (d <= 0 || (rnd(s) >> 8) / 16777216.0 < exp(-d / temp))) {
            s->cur.makespan = span;
            if (span < s->best.makespan) s->best = s->cur;
        } else {
            q[p + 1] = q[p];
            q[p] = t;
        }
    }
}

static void make_instance(Instance *in, int jobs, int machines, unsigned seed)
{
    in->jobs = jobs;
    in->machines = machines;
    for (int j = 0; j < jobs; j++) {
        for (int o = 0; o < machines; o++) in->mach[j][o] = o;
        for (int o = machines - 1; o >= 0; o--) {
            seed = seed * 69069u + 1;
            int k = (int)((seed >> 12) % (unsigned)(o + 1)), t = in->mach[j][o];
            in->mach[j][o] = in->mach[j][k];
            in->mach[j][k] = t;
            in->time[j][o] = 5 + (int)((seed >> 9) % 95);
        }
    }
}

int main(int argc, char **argv)
{
    int starts = argc > 1 ? atoi(argv[1]) : 20, iters = argc > 2 ? atoi(argv[2]) : 4000;
    if (starts < 1 || iters < 1) {
        fprintf(stderr, "usage: jobshop [starts] [iterations]\n");
        return 2;
    }
    Schedule *result = calloc((size_t)starts, sizeof *result);
    int *first = calloc((size_t)starts, sizeof *first);
    if (!result || !first) return 1;
    for (int prob = 0; prob < 3; prob++) {
        Instance in;
        Schedule best = { .makespan = INT_MAX };
        int winner = -1, bound = 0;
        long evals = 0;
        make_instance(&in, 15 + prob, 10, 11u + (unsigned)prob);
        for (int j = 0; j < in.jobs; j++) {
            int w = 0;
            for (int o = 0; o < in.machines; o++) w += in.time[j][o];
            if (w > bound) bound = w;
        }
#pragma omp parallel for schedule(dynamic) reduction(+ : evals)
        for (int k = 0; k < starts; k++) {
            Solver s = { .in = &in };
            s.rng = 2654435761u * (unsigned)(k + 1) + (unsigned)prob;
            dispatch(&s, rules[k % 3]);
            first[k] = s.cur.makespan = evaluate(&s, &s.cur);
            anneal(&s, iters);
            evals += s.evals;
            result[k] = s.best;
        }
        for (int k = 0; k < starts; k++) {
            if (k < 3) printf("  start %d: %d -> %d\n", k, first[k], result[k].makespan);
            if (result[k].makespan < best.makespan) {
                best = result[k];
                winner = k;
            }
        }
        printf("problem %d (%dx%d): best %d by start %d, job bound %d, %ld evaluations\n  machine 0:", prob, in.jobs, in.machines,
               best.makespan, winner, bound, evals);
        for (int p = 0; p < in.jobs; p++) printf(" %d", best.seq[0][p]);
        printf("\n");
    }
    free(result);
    free(first);
    return 0;
}
