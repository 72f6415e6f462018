/* Job shop scheduling: population of priority permutations, decoded by a
 * list scheduler, improved by swap local search.  Best of all is reported. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <limits.h>

#define MAXJ 40
#define MAXM 20
#define MAXOPS (MAXJ * MAXM)

struct problem {
    int nj, nm;
    int machine[MAXJ][MAXM];
    int dur[MAXJ][MAXM];
    int due[MAXJ];
};

struct schedule {
    short seq[MAXOPS];          /* job numbers, each nm times */
    int makespan;
    int tardy;                  /* total tardiness */
    int id;
};

/* scratch of the decoder, file scope so it need not be cleared by callers */
static int job_ready[MAXJ], mach_ready[MAXM], next_op[MAXJ];
static long ndecodes;

static unsigned int lcg(unsigned int *s)
{
    *s = *s * 69069u + 1u;
    return *s >> 8;
}

static int decode(const struct problem *p, struct schedule *s)
{
    int n = p->nj * p->nm, end = 0;
    memset(job_ready, 0, sizeof(job_ready));
    memset(mach_ready, 0, sizeof(mach_ready));
    memset(next_op, 0, sizeof(next_op));
    for (int i = 0; i < n; i++) {
        int j = s->seq[i], k = next_op[j]++;
        int m = p->machine[j][k];
        int t = job_ready[j] > mach_ready[m] ? job_ready[j] : mach_ready[m];
        t += p->dur[j][k];
        job_ready[j] = mach_ready[m] = t;
        if (t > end) end = t;
    }
    s->makespan = end;
    s->tardy = 0;
    for (int j = 0; j < p->nj; j++)
        if (job_ready[j] > p->due[j])
            s->tardy += job_ready[j] - p->due[j];
    ndecodes++;
    return end;
}

static int better(const struct schedule *a, const struct schedule *b)
{
    if (a->makespan != b->makespan) return a->makespan < b->makespan;
    return a->tardy < b->tardy;
}

static void shuffle(const struct problem *p, struct schedule *s, unsigned int *rng)
{
    int n = 0;
    for (int j = 0; j < p->nj; j++)
        for (int k = 0; k < p->nm; k++)
            s->seq[n++] = (short)j;
    for (int i = n - 1; i > 0; i--) {
        int r = (int)(lcg(rng) % (unsigned)(i + 1));
        short t = s->seq[i]; s->seq[i] = s->seq[r]; s->seq[r] = t;
    }
}

/* steepest of a random sample of swaps until `patience` failures */
static void improve(const struct problem *p, struct schedule *s, unsigned int *rng, int patience)
{
    int n = p->nj * p->nm, fails = 0;
    struct schedule trial;
    decode(p, s);
    while (fails < patience) {
        int a = (int)(lcg(rng) % (unsigned)n);
        int b = (a + 1 + (int)(lcg(rng) % 30u)) % n;
        if (s->seq[a] == s->seq[b]) continue;
        trial = *s;
        short t = trial.seq[a]; trial.seq[a] = trial.seq[b]; trial.seq[b] = t;
        decode(p, &trial);
        if (better(&trial, s)) { *s = trial; fails = 0; }
        else fails++;
    }
}

static int load(struct problem *p, int nj, int nm)
{
    unsigned int r = 31337;
    if (nj < 2 || nj > MAXJ || nm < 2 || nm > MAXM) return -1;
    p->nj = nj; p->nm = nm;
    for (int j = 0; j < nj; j++) {
        int tot = 0;
        for (int k = 0; k < nm; k++) p->machine[j][k] = k;
        for (int k = nm - 1; k > 0; k--) {
            int q = (int)(lcg(&r) % (unsigned)(k + 1));
            int t = p->machine[j][k]; p->machine[j][k] = p->machine[j][q]; p->machine[j][q] = t;
        }
        for (int k = 0; k < nm; k++) tot += p->dur[j][k] = 5 + (int)(lcg(&r) % 95u);
        p->due[j] = tot * 2;
    }
    return 0;
}

int main(int argc, char **argv)
{
    static struct problem p;
    int starts = argc > 1 ? atoi(argv[1]) : 420;
    int nj = argc > 2 ? atoi(argv[2]) : 20, nm = argc > 3 ? atoi(argv[3]) : 10;
    struct schedule best, cur;
    int hist[12] = { 0 }, lb = 0;
    double mean = 0;

    if (starts < 1 || load(&p, nj, nm)) {
        fprintf(stderr, "usage: jobshop [starts [jobs<=%d [machines<=%d]]]\n", MAXJ, MAXM);
        return 1;
    }
    for (int j = 0; j < nj; j++) {
        int t = 0;
        for (int k = 0; k < nm; k++) t += p.dur[j][k];
        if (t > lb) lb = t;
    }
    for (int m = 0; m < nm; m++) {
        int t = 0;
        for (int j = 0; j < nj; j++) for (int k = 0; k < nm; k++) if (p.machine[j][k] == m) t += p.dur[j][k];
        if (t > lb) lb = t;
    }

    best.makespan = best.tardy = INT_MAX;
    best.id = -1;
    for (int r = 0; r < starts; r++) {
        unsigned int rng = 1000u + 17u * (unsigned)r;
        cur.id = r;
        shuffle(&p, &cur, &rng);
        improve(&p, &cur, &rng, 600);
        int b = (cur.makespan - lb) * 20 / lb;
        hist[b > 11 ? 11 : b]++;
        mean += cur.makespan;
        if (better(&cur, &best)) best = cur;
    }
    printf("lower bound %d best %d (start %d) tardiness %d mean %.3f decodes %ld\n",
           lb, best.makespan, best.id, best.tardy, mean / starts, ndecodes);
    printf("gap histogram:");
    for (int i = 0; i < 12; i++) printf(" %d", hist[i]);
    printf("\nfirst ops:");
    for (int i = 0; i < 20 && i < nj * nm; i++) printf(" %d", best.seq[i]);
    printf("\n");
    return 0;
}
