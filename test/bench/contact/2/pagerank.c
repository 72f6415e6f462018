// SPDX-License-Identifier: Apache-2.0
/* PageRank of a synthetic web graph (preferential links), pull form. */
#include <stdio.h>
#include <stdlib.h>
#include <math.h>
#include <time.h>

typedef struct {
    int n;
    long m;
    long *start;    /* in-links of page p: src[start[p] .. start[p+1]) */
    int *src;
    int *outdeg;
} Web;

static unsigned long long g = 42;
static unsigned rnd(void)
{
    g = g * 6364136223846793005ULL + 1442695040888963407ULL;
    return (unsigned)(g >> 33);
}

static Web *make_web(int n, int per)
{
    Web *w = malloc(sizeof *w);
    int *to = malloc(sizeof(int) * n * per);
    w->n = n;
    w->m = (long)n * per;
    w->start = calloc(n + 2, sizeof(long));
    w->src = malloc(sizeof(int) * w->m);
    w->outdeg = calloc(n, sizeof(int));
    for (int p = 0; p < n; p++)
        for (int e = 0; e < per; e++) {
            long k = (long)p * per + e;
            int t;
            if (rnd() % 50 == 0)
                t = -1;                              /* missing link */
            else if (p && rnd() % 3)
                t = to[rnd() % ((long)p * per)];      /* copy a link */
            else
                t = rnd() % n;
            if (t < 0)
                t = (int)(k % 100 < 3 ? 0 : rnd() % n);
            if (p % 37 == 5)
                t = -2;                              /* dangling page */
            to[k] = t < 0 ? (int)(rnd() % n) : t;
            if (t == -2)
                continue;
            w->outdeg[p]++;
            w->start[to[k] + 2]++;
        }
    for (int p = 0; p < n; p++)
        w->start[p + 2] += w->start[p + 1];
    for (int p = 0; p < n; p++) {
        if (p % 37 == 5)
            continue;
        for (int e = 0; e < per; e++)
            w->src[w->start[to[(long)p * per + e] + 1]++] = p;
    }
    free(to);
    return w;
}

static int pagerank(const Web *w, double *rank, double damp, int maxit, double *resid)
{
    int n = w->n, it;
    double *contrib = malloc(n * sizeof(double));
    for (int p = 0; p < n; p++)
        rank[p] = 1.0 / n;
    for (it = 0; it < maxit; it++) {
        double dangling = 0, diff = 0;
        for (int p = 0; p < n; p++) {
            if (w->outdeg[p])
                contrib[p] = rank[p] / w->outdeg[p];
            else {
                contrib[p] = 0;
                dangling += rank[p];
            }
        }
        double base = (1 - damp) / n + damp * dangling / n;
        for (int p = 0; p < n; p++) {
            double s = 0;
            for (long k = w->start[p]; k < w->start[p + 1]; k++)
                s += contrib[w->src[k]];
            double r = base + damp * s;
            diff += fabs(r - rank[p]);
            rank[p] = r;
        }
        *resid = diff;
        if (diff < 1e-14)
            break;
    }
    free(contrib);
    return it;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 600000, per = argc > 2 ? atoi(argv[2]) : 12;
    struct timespec a, b;
    Web *w = make_web(n, per);
    double *rank = malloc(n * sizeof(double)), resid = 0, sum = 0;

    clock_gettime(CLOCK_MONOTONIC, &a);
    int it = pagerank(w, rank, 0.85, 120, &resid);
    clock_gettime(CLOCK_MONOTONIC, &b);
    for (int p = 0; p < n; p++)
        sum += rank[p];
    printf("pages %d links %ld iterations %d sum %.9f\n", n, w->m, it, sum);
    for (int top = 0; top < 8; top++) {
        int best = 0;
        for (int p = 1; p < n; p++)
            if (rank[p] > rank[best])
                best = p;
        printf("%d. page %d  rank %.8f\n", top + 1, best, rank[best]);
        rank[best] = -1;
    }
    fprintf(stderr, "%.3f s\n", b.tv_sec - a.tv_sec + (b.tv_nsec - a.tv_nsec) * 1e-9);
    free(w->start); free(w->src); free(w->outdeg); free(w); free(rank);
    return 0;
}
