/*
 * tardy -- single machine, total weighted tardiness, two job families with
 *          a setup between them.
 *
 * 1. construction heuristics (EDD, WSPT, apparent tardiness cost)
 * 2. descent in the adjacent-swap + insertion neighbourhood
 * 3. dynamic programming over subsets (Held-Karp style, state = set of
 *    finished jobs + family of the last one)
 * 4. sensitivity: optimal value when the machine stops for a while
 *
 * usage: tardy [n jobs <= 24] [tightness %] [seed]
 */
#include <stdio.h>
#include <stdlib.h>
#include <math.h>
#include <limits.h>

#define MAXJOBS 24
#define SETUP   6
#define BIG     (INT_MAX / 2)

struct job { int p, w, d, fam; };

struct instance {
    int n;
    int family0;                /* family the machine is set up for at time 0 */
    int stop_at, stop_len;      /* interruption of the machine */
    struct job j[MAXJOBS];
};

static long lcg = 1234567;

static int uniform_int(int lo, int hi)
{
    lcg = lcg * 16807 % 2147483647;             /* Lewis, Goodman, Miller */
    return lo + (int)(lcg % (hi - lo + 1));
}

/* Fisher's generator: due dates around (1 - T) * sum p */
static void generate(struct instance *in, int n, double tight)
{
    int i, total = 0;
    in->n = n; in->family0 = 0;
    in->stop_at = BIG; in->stop_len = 0;
    for (i = 0; i < n; i++) {
        in->j[i].p = uniform_int(1, 40);
        in->j[i].w = uniform_int(1, 10);
        in->j[i].fam = uniform_int(0, 1);
        total += in->j[i].p;
    }
    for (i = 0; i < n; i++)
        in->j[i].d = (int)(total * (1.0 - tight)) + uniform_int(-total * 3 / 10, total * 3 / 10);
}

static int delayed(const struct instance *in, int t)
{
    return t > in->stop_at ? t + in->stop_len : t;
}

static int evaluate(const struct instance *in, const int *seq)
{
    int t = 0, cost = 0, fam = in->family0, k;
    for (k = 0; k < in->n; k++) {
        const struct job *j = &in->j[seq[k]];
        int c;
        t += j->p + (j->fam != fam ? SETUP : 0);
        fam = j->fam;
        c = delayed(in, t);
        if (c > j->d)
            cost += j->w * (c - j->d);
    }
    return cost;
}

/* priority index of a waiting job at time t; the greatest goes first */
static double prio_edd(const struct job *j, int t, double pbar) { (void)t; (void)pbar; return -j->d; }
static double prio_wspt(const struct job *j, int t, double pbar) { (void)t; (void)pbar; return (double)j->w / j->p; }
static double prio_atc(const struct job *j, int t, double pbar)
{
    double slack = j->d - j->p - t;
    return (double)j->w / j->p * exp(-(slack > 0 ? slack : 0) / (2.0 * pbar));
}

static int dispatch(const struct instance *in, double (*prio)(const struct job *, int, double), int *seq)
{
    int done[MAXJOBS] = { 0 }, t = 0, k, i;
    double pbar = 0;
    for (i = 0; i < in->n; i++) pbar += (double)in->j[i].p / in->n;
    for (k = 0; k < in->n; k++) {
        int best = -1;
        for (i = 0; i < in->n; i++)
            if (!done[i] && (best < 0 || prio(&in->j[i], t, pbar) > prio(&in->j[best], t, pbar)))
                best = i;
        done[best] = 1;
        seq[k] = best;
        t += in->j[best].p;
    }
    return evaluate(in, seq);
}

static void move_job(int *seq, int from, int to)
{
    int x = seq[from];
    for (; from < to; from++) seq[from] = seq[from + 1];
    for (; from > to; from--) seq[from] = seq[from - 1];
    seq[to] = x;
}

static int descent(const struct instance *in, int *seq)
{
    int cost = evaluate(in, seq), improved = 1, i, k;
    while (improved) {
        improved = 0;
        for (i = 0; i < in->n; i++)
            for (k = 0; k < in->n; k++) {
                int c;
                move_job(seq, i, k);
                c = evaluate(in, seq);
                if (c < cost) cost = c, improved = 1;
                else move_job(seq, k, i);
            }
    }
    return cost;
}

/*
 * f[S][g]: least cost of finishing exactly the jobs of S, last family g.
 * t[S][g] is the completion time belonging to it (ties: the earlier one).
 */
static int solve(const struct instance *in, int *f, int *t, int *seq)
{
    int n = in->n, g, i, k, h, best;
    unsigned S, full = (1u << n) - 1;
    f[0] = f[1] = BIG;
    f[in->family0] = 0;
    t[0] = t[1] = 0;
    for (S = 1; S <= full; S++) {
        f[2 * S] = f[2 * S + 1] = BIG;
        t[2 * S] = t[2 * S + 1] = 0;
        for (i = 0; i < n; i++) {
            const struct job *j = &in->j[i];
            unsigned R = S & ~(1u << i);
            if (R == S) continue;
            g = j->fam;
            for (h = 0; h < 2; h++) {
                int tt, c, v;
                if (f[2 * R + h] >= BIG) continue;
                tt = t[2 * R + h] + j->p + (h != g ? SETUP : 0);
                c = delayed(in, tt);
                v = f[2 * R + h] + (c > j->d ? j->w * (c - j->d) : 0);
                if (v < f[2 * S + g] || (v == f[2 * S + g] && tt < t[2 * S + g])) {
                    f[2 * S + g] = v;
                    t[2 * S + g] = tt;
                }
            }
        }
    }
    g = f[2 * full] <= f[2 * full + 1] ? 0 : 1;
    best = f[2 * full + g];
    for (S = full, k = n - 1; k >= 0; k--) {            /* walk back */
        for (i = 0; i < n; i++) {
            unsigned R = S & ~(1u << i);
            if (R == S || in->j[i].fam != g)
                continue;
            for (h = 0; h < 2; h++) {
                int tt = t[2 * R + h] + in->j[i].p + (h != g ? SETUP : 0), c = delayed(in, tt);
                if (f[2 * R + h] < BIG && tt == t[2 * S + g] &&
                    f[2 * R + h] + (c > in->j[i].d ? in->j[i].w * (c - in->j[i].d) : 0) == f[2 * S + g])
                    break;
            }
            if (h < 2) break;
        }
        if (i == n) return -1;
        seq[k] = i;
        S &= ~(1u << i);
        g = h;
    }
    return best;
}

static void report(const char *what, const struct instance *in, int cost, const int *seq)
{
    int k;
    printf("%-8s %6d :", what, cost);
    for (k = 0; k < in->n; k++) printf(" %d", seq[k]);
    printf("\n");
}

int main(int argc, char **argv)
{
    struct instance in;
    int n = argc > 1 ? atoi(argv[1]) : 20, seq[MAXJOBS], r, c;
    double tight = argc > 2 ? atof(argv[2]) / 100.0 : 0.6;
    unsigned long S, sum = 0;
    int *f, *t;
    if (argc > 3) lcg = atol(argv[3]) % 2147483646 + 1;
    if (n < 2 || n > MAXJOBS || tight < 0 || tight > 1) return fprintf(stderr, "tardy: bad arguments\n"), 2;
    f = malloc(sizeof(int) << (n + 1));
    t = malloc(sizeof(int) << (n + 1));
    if (!f || !t) {
        fprintf(stderr, "tardy: out of memory\n");
        return 1;
    }
    generate(&in, n, tight);
    c = dispatch(&in, prio_edd, seq); report("EDD", &in, c, seq);
    c = dispatch(&in, prio_wspt, seq); report("WSPT", &in, c, seq);
    c = dispatch(&in, prio_atc, seq); report("ATC", &in, c, seq);
    c = descent(&in, seq); report("descent", &in, c, seq);
    for (r = 0; r < 3; r++) {
        if (r) in.stop_at = 60 * r, in.stop_len = 25;
        c = solve(&in, f, t, seq);
        report(r ? "stopped" : "DP", &in, c, seq);
        for (S = 0; S < 2ul << n; S++)
            sum = (sum * 31 + (unsigned)f[S] * 7u + (unsigned)t[S]) & 0xffffffff;
    }
    printf("check %08lx\n", sum);
    free(f); free(t);
    return 0;
}
