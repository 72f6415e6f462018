/* flowshop - permutation flow-shop scheduling: NEH start, then many restarts of
 * iterated greedy (destroy / reinsert) with an annealing-like acceptance. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAXJ 200
#define MAXM 40

static int njobs = 30, nmach = 10;
static int ptime[MAXJ][MAXM];

typedef struct {
    int seq[MAXJ];
    int span;
} Plan;

typedef struct {
    unsigned long long s;
} Rand;

static unsigned rnd(Rand *r, unsigned n)
{
    r->s = r->s * 6364136223846793005ULL + 1442695040888963407ULL;
    return (unsigned)((r->s >> 33) % n);
}

static void make_instance(unsigned seed)
{
    Rand r = { seed };
    for (int j = 0; j < njobs; j++)
        for (int m = 0; m < nmach; m++)
            ptime[j][m] = 1 + (int)rnd(&r, 99);
}

static int makespan(const int *seq, int n)
{
    int c[MAXM] = { 0 };
    for (int k = 0; k < n; k++) {
        const int *p = ptime[seq[k]];
        c[0] += p[0];
        for (int m = 1; m < nmach; m++) {
            int ready = c[m - 1] > c[m] ? c[m - 1] : c[m];
            c[m] = ready + p[m];
        }
    }
    return c[nmach - 1];
}

/* Taillard's acceleration: best slot for a job in a partial sequence, O(n m) */
static int best_insert(int *seq, int n, int job)
{
    static int head[MAXJ + 2][MAXM + 1], tail[MAXJ + 2][MAXM + 1];
    #pragma omp threadprivate(head, tail)
    int best = 1 << 30, where = 0;
    for (int m = 0; m < nmach; m++)
        head[0][m + 1] = tail[n][m] = 0;
    for (int k = 0; k < n; k++) {
        head[k + 1][0] = 0;
        for (int m = 1; m <= nmach; m++) {
            int a = head[k][m], b = head[k + 1][m - 1];
            head[k + 1][m] = (a > b ? a : b) + ptime[seq[k]][m - 1];
        }
    }
    for (int k = n - 1; k >= 0; k--) {
        tail[k][nmach] = 0;
        for (int m = nmach - 1; m >= 0; m--) {
            int a = tail[k + 1][m], b = tail[k][m + 1];
            tail[k][m] = (a > b ? a : b) + ptime[seq[k]][m];
        }
    }
    for (int pos = 0; pos <= n; pos++) {
        int e = 0, span = 0;
        for (int m = 0; m < nmach; m++) {
            int a = head[pos][m + 1];
            e = (a > e ? a : e) + ptime[job][m];
            int s = e + tail[pos][m];
            if (s > span) span = s;
        }
        if (span < best) {
            best = span;
            where = pos;
        }
    }
    memmove(seq + where + 1, seq + where, sizeof(int) * (size_t)(n - where));
    seq[where] = job;
    return best;
}

static void neh(Plan *p)
{
    int order[MAXJ], load[MAXJ];
    for (int j = 0; j < njobs; j++) {
        load[j] = 0;
        for (int m = 0; m < nmach; m++)
            load[j] += ptime[j][m];
        int k = j;
        while (k > 0 && load[order[k - 1]] < load[j]) {
            order[k] = order[k - 1];
            k--;
        }
        order[k] = j;
    }
    for (int k = 0; k < njobs; k++)
        p->span = best_insert(p->seq, k, order[k]);
}

static void iterated_greedy(const Plan *start, Plan *out, unsigned seed, int rounds)
{
    Rand r = { 77777ULL + seed * 1000003ULL };
    Plan cur = *start, best;
    for (unsigned k = 0; k < 4; k++) {             /* kick */
        unsigned a = rnd(&r, (unsigned)njobs), b = rnd(&r, (unsigned)njobs);
        int t = cur.seq[a];
        cur.seq[a] = cur.seq[b];
        cur.seq[b] = t;
    }
    cur.span = makespan(cur.seq, njobs);
    best = cur;
    for (int it = 0; it < rounds; it++) {
        Plan next = cur;
        int removed[4], n = njobs;
        for (int k = 0; k < 4; k++) {
            int at = (int)rnd(&r, (unsigned)n);
            removed[k] = next.seq[at];
            memmove(next.seq + at, next.seq + at + 1, sizeof(int) * (size_t)(n - at - 1));
            n--;
        }
        for (int k = 0; k < 4; k++)
            next.span = best_insert(next.seq, n++, removed[k]);
        if (next.span <= cur.span || rnd(&r, 1000) < (unsigned)(200 / (1 + next.span - cur.span)))
            cur = next;
        if (cur.span < best.span)
            best = cur;
    }
    *out = best;
}

int main(int argc, char **argv)
{
    int restarts = argc > 1 ? atoi(argv[1]) : 60;
    int rounds = argc > 2 ? atoi(argv[2]) : 6500;
    if (argc > 3) njobs = atoi(argv[3]);
    if (njobs < 6 || njobs > MAXJ) return 1;
    make_instance(5u);
    Plan start, best;
    memset(&start, 0, sizeof start);
    neh(&start);
    best = start;
    int best_run = -1, hist[8] = { 0 };
    long sum = 0;
    #pragma omp parallel for schedule(dynamic, 1) reduction(+:sum, hist)
    for (int run = 0; run < restarts; run++) {
        Plan p;
        iterated_greedy(&start, &p, (unsigned)run, rounds);
        sum += p.span;
        hist[(p.span - 1) / 8 % 8]++;
        #pragma omp critical
        if (p.span < best.span || (p.span == best.span && run < best_run)) {
            best = p;
            best_run = run;
        }
    }
    printf("NEH %d, best %d (restart %d), check %d, mean %ld\n", start.span, best.span, best_run,
           makespan(best.seq, njobs), sum / (restarts ? restarts : 1));
    for (int k = 0; k < njobs; k++)
        printf("%d%c", best.seq[k], k + 1 < njobs ? ' ' : '\n');
    for (int k = 0; k < 8; k++)
        printf("%d%c", hist[k], k < 7 ? ' ' : '\n');
    return 0;
}
