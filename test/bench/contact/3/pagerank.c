// SPDX-License-Identifier: Apache-2.0
/*
 * PageRank by power iteration on a synthetic scale-free-ish web graph in CSR form.
 *
 * usage: pagerank [vertices] [average degree] [max iterations]
 */
#include <stdio.h>
#include <stdlib.h>
#include <math.h>
#include <time.h>

#define DAMPING 0.85

struct csr {
    int nv;
    long ne;
    long *offset;      /* nv + 1: start of the in-edges of v */
    int *source;       /* ne: who links to v */
    int *outdeg;
};

struct edge { int from, to; };

static unsigned long long lcg_state = 1;

static unsigned long lcg_next(void)
{
    lcg_state = lcg_state * 6364136223846793005ULL + 1442695040888963407ULL;
    return (unsigned long)(lcg_state >> 33);
}

static int popular_vertex(int nv)
{
    double u = (double)lcg_next() / 2147483648.0;
    return (int)(u * u * u * nv);
}

static void die(const char *msg)
{
    fprintf(stderr, "pagerank: %s\n", msg);
    exit(1);
}

static void build_graph(struct csr *g, int nv, int avgdeg)
{
    struct edge *list;
    long *fill;
    g->nv = nv;
    g->ne = (long)nv * avgdeg;
    g->offset = calloc(nv + 1, sizeof(long));
    g->source = malloc(g->ne * sizeof(int));
    g->outdeg = calloc(nv, sizeof(int));
    list = malloc(g->ne * sizeof *list);
    fill = malloc(nv * sizeof(long));
    if (!g->offset || !g->source || !g->outdeg || !list || !fill)
        die("out of memory");

    for (long e = 0; e < g->ne; e++) {
        list[e].from = (int)(lcg_next() % (unsigned)nv);
        list[e].to = popular_vertex(nv);
        if (list[e].from % 50 == 0)             /* some pages never link anywhere */
            list[e].from = (list[e].from + 1) % nv;
        g->outdeg[list[e].from]++;
        g->offset[list[e].to + 1]++;
    }
    for (int v = 0; v < nv; v++) {
        g->offset[v + 1] += g->offset[v];
        fill[v] = g->offset[v];
    }
    for (long e = 0; e < g->ne; e++)
        g->source[fill[list[e].to]++] = list[e].from;
    free(list);
    free(fill);
}

static int pagerank(const struct csr *g, double *rank, double tol, int maxit, double *residual)
{
    int nv = g->nv, it;
    double *contrib = malloc(nv * sizeof(double));
    if (!contrib)
        die("out of memory");
    for (int v = 0; v < nv; v++)
        rank[v] = 1.0 / nv;

    for (it = 1; it <= maxit; it++) {
        double dangling = 0.0, diff = 0.0;
        for (int v = 0; v < nv; v++) {
            if (g->outdeg[v] == 0) {
                dangling += rank[v];
                contrib[v] = 0.0;
            } else {
                contrib[v] = rank[v] / g->outdeg[v];
            }
        }
        double base = (1.0 - DAMPING) / nv + DAMPING * dangling / nv;
        for (int v = 0; v < nv; v++) {
            double sum = 0.0;
            for (long e = g->offset[v]; e < g->offset[v + 1]; e++)
                sum += contrib[g->source[e]];
            double fresh = base + DAMPING * sum;
            diff += fabs(fresh - rank[v]);
            rank[v] = fresh;
        }
        *residual = diff;
        if (diff < tol)
            break;
    }
    free(contrib);
    return it > maxit ? maxit : it;
}

static void print_top(const double *rank, int nv, int howmany)
{
    double bound = 2.0;
    for (int k = 0; k < howmany; k++) {
        int best = -1;
        for (int v = 0; v < nv; v++)
            if (rank[v] < bound && (best < 0 || rank[v] > rank[best]))
                best = v;
        if (best < 0)
            return;
        printf("%2d. page %6d  %.6e\n", k + 1, best, rank[best]);
        bound = rank[best];
    }
}

int main(int argc, char **argv)
{
    int nv = argc > 1 ? atoi(argv[1]) : 600000;
    int deg = argc > 2 ? atoi(argv[2]) : 12;
    int maxit = argc > 3 ? atoi(argv[3]) : 60;
    struct csr g;
    struct timespec t0, t1;
    double residual = 0.0, sum = 0.0;

    if (nv < 2 || deg < 1)
        die("bad arguments");
    build_graph(&g, nv, deg);
    double *rank = malloc(nv * sizeof(double));
    if (!rank)
        die("out of memory");

    clock_gettime(CLOCK_MONOTONIC, &t0);
    int its = pagerank(&g, rank, 1e-11, maxit, &residual);
    clock_gettime(CLOCK_MONOTONIC, &t1);

    for (int v = 0; v < nv; v++)
        sum += rank[v];
    printf("%d vertices, %ld edges, %d iterations, rank sum %.6f, residual below 1e-6: %s\n", nv,
           g.ne, its, sum, residual < 1e-6 ? "yes" : "no");
    print_top(rank, nv, 8);
    fprintf(stderr, "power iteration: %.3f s\n",
            (t1.tv_sec - t0.tv_sec) + (t1.tv_nsec - t0.tv_nsec) * 1e-9);
    free(rank);
    free(g.offset);
    free(g.source);
    free(g.outdeg);
    return 0;
}
