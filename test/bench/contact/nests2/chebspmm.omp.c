/* Chebyshev filter for the low end of a graph Laplacian, applied to a block of
 * start vectors (spectral partitioning).  The job is described in a little
 * key = value file; without an argument the program writes itself one.
 *
 *   usage: chebspmm [jobfile]
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct job {
    int nodes, degree, reach, vectors, order, rescale;
};

struct csr {
    int n;
    int *start;
    int *col;
    double *val;
};

/* block of vectors, one after the other (interleaved while filtering) */
struct block {
    int n, count;
    double *x;
};

static int read_job(FILE *f, struct job *j)
{
    char key[32];
    int value;

    while (fscanf(f, " %31[a-z] = %d", key, &value) == 2) {
        if (!strcmp(key, "nodes"))
            j->nodes = value;
        else if (!strcmp(key, "degree"))
            j->degree = value;
        else if (!strcmp(key, "reach"))
            j->reach = value;
        else if (!strcmp(key, "vectors"))
            j->vectors = value;
        else if (!strcmp(key, "order"))
            j->order = value;
        else if (!strcmp(key, "rescale"))
            j->rescale = value;
        else
            fprintf(stderr, "unknown key %s ignored\n", key);
    }
    return j->nodes < 4 || j->degree < 1 || j->reach < 1 || j->vectors < 1 || j->order < 1 ||
           j->rescale < 1;
}

static unsigned long long rng = 5;

static unsigned rnd(unsigned below)
{
    rng = rng * 2862933555777941757ULL + 3037000493ULL;
    return (unsigned)(rng >> 33) % below;
}

/* scaled to the spectrum [-1, 1]: (L - c I) / c with c above half the norm */
static int build(struct csr *a, const struct job *j)
{
    int cap = j->degree * 2 + 1;
    a->n = j->nodes;
    a->start = malloc((a->n + 1) * sizeof *a->start);
    a->col = malloc((size_t)a->n * cap * sizeof *a->col);
    a->val = malloc((size_t)a->n * cap * sizeof *a->val);
    if (!a->start || !a->col || !a->val)
        return -1;

    int p = 0;
    double c = 1.0;
    for (int i = 0; i < a->n; i++) {
        int deg = j->degree / 2 + (int)rnd(j->degree + 1), diag = p;
        double sum = 0.0;
        a->start[i] = p;
        a->col[p++] = i;
        if (i % 1000 == 999)
            deg = 0; /* isolated node */
        for (int k = 0; k < deg; k++) {
            int to = i + (int)rnd(2 * j->reach + 1) - j->reach;
            to = to < 0 ? to + a->n : to >= a->n ? to - a->n : to;
            if (to < 0 || to >= a->n || to == i)
                continue;
            a->col[p] = to;
            a->val[p] = -(0.5 + rnd(1000) / 1000.0);
            sum -= a->val[p++];
        }
        a->val[diag] = sum;
        c = sum > c ? sum : c;
    }
    a->start[a->n] = p;
    for (int i = 0; i < a->n; i++)
        for (int q = a->start[i]; q < a->start[i + 1]; q++)
            a->val[q] = (a->val[q] - (q == a->start[i] ? c : 0.0)) / c;
    return 0;
}

/* to[i][v] = from[v][i] with rows, or back; in tiles of 64 nodes */
static void interleave(const struct block *b, double *restrict rows, int back)
{
#pragma omp parallel for schedule(static)
    for (int i0 = 0; i0 < b->n; i0 += 64) {
        int i1 = i0 + 64 < b->n ? i0 + 64 : b->n;
        for (int v = 0; v < b->count; v++)
            for (int i = i0; i < i1; i++)
                if (back)
                    b->x[(size_t)v * b->n + i] = rows[(size_t)i * b->count + v];
                else
                    rows[(size_t)i * b->count + v] = b->x[(size_t)v * b->n + i];
    }
}

#define VW 8 /* vectors in one go; the sums of a row stay in ascending order */

static inline void row_strip(const double *restrict val, const int *restrict col, int len,
                             const double *restrict x, double *restrict y, int nv, int w)
{
    double s[VW] = { 0 };
    if (w == VW)
        for (int q = 0; q < len; q++) {
            const double *restrict xr = x + (size_t)col[q] * nv;
            double f = val[q];
#pragma omp simd
            for (int v = 0; v < VW; v++)
                s[v] += f * xr[v];
        }
    else
        for (int q = 0; q < len; q++)
            for (int v = 0; v < w; v++)
                s[v] += val[q] * x[(size_t)col[q] * nv + v];
    for (int v = 0; v < w; v++)
        y[v] = 2.0 * s[v] - y[v];
}

/* y = 2 A x - y, for all vectors of the interleaved block */
static void cheb_step(const struct csr *a, const double *x, double *y, int nv)
{
#pragma omp parallel for schedule(static)
    for (int i = 0; i < a->n; i++) {
        int p = a->start[i], len = a->start[i + 1] - p;
        for (int v = 0; v < nv; v += VW)
            row_strip(a->val + p, a->col + p, len, x + v, y + (size_t)i * nv + v, nv,
                      nv - v < VW ? nv - v : VW);
    }
}

/* common scaling of both recurrence blocks, so that x has unit vectors */
static void rescale(double *restrict x, double *restrict y, int n, int nv, double *norm)
{
    double f[nv];

#pragma omp parallel
    {
#pragma omp for schedule(static)
        for (int v0 = 0; v0 < nv; v0 += VW) {
            int w = nv - v0 < VW ? nv - v0 : VW;
            double s[VW] = { 0 };
            for (int i = 0; i < n; i++) {
#pragma omp simd
                for (int v = 0; v < w; v++)
                    s[v] += x[(size_t)i * nv + v0 + v] * x[(size_t)i * nv + v0 + v];
            }
            for (int v = 0; v < w; v++) {
                double r = sqrt(s[v]);
                norm[v0 + v] += log(r > 1e-300 ? r : 1e-300);
                f[v0 + v] = r > 1e-300 ? 1.0 / r : 1.0;
            }
        }
#pragma omp for schedule(static)
        for (int i = 0; i < n; i++)
#pragma omp simd
            for (int v = 0; v < nv; v++) {
                x[(size_t)i * nv + v] *= f[v];
                y[(size_t)i * nv + v] *= f[v];
            }
    }
}

int main(int argc, char **argv)
{
    struct job job = { 0 };
    FILE *f = argc > 1 ? fopen(argv[1], "r") : tmpfile();
    if (!f) {
        perror(argc > 1 ? argv[1] : "tmpfile");
        return 1;
    }
    if (argc <= 1) {
        fputs("nodes = 50000\ndegree = 10\nreach = 900\nvectors = 16\norder = 90\nrescale = 15\n", f);
        rewind(f);
    }
    if (read_job(f, &job)) {
        fprintf(stderr, "incomplete job\n");
        return 2;
    }
    fclose(f);

    struct csr a;
    size_t len = (size_t)job.nodes * job.vectors;
    struct block x = { job.nodes, job.vectors, malloc(len * sizeof(double)) }, y = x;
    y.x = malloc(len * sizeof(double));
    double *norm = calloc(job.vectors, sizeof *norm);
    if (!x.x || !y.x || !norm || build(&a, &job)) {
        fprintf(stderr, "out of memory\n");
        return 1;
    }
    for (size_t i = 0; i < len; i++) {
        x.x[i] = rnd(20001) / 10000.0 - 1.0;
        y.x[i] = 0.0;
    }

    double *xr = malloc(len * sizeof *xr), *yr = malloc(len * sizeof *yr);
    if (!xr || !yr) {
        fprintf(stderr, "out of memory\n");
        return 1;
    }
    interleave(&x, xr, 0);
    interleave(&y, yr, 0);
    for (int k = 0; k < job.order; k++) {
        cheb_step(&a, xr, yr, x.count);
        double *t = xr;
        xr = yr;
        yr = t;
        if (k % job.rescale == job.rescale - 1)
            rescale(xr, yr, x.n, x.count, norm);
    }
    interleave(&x, xr, 1);
    free(xr);
    free(yr);

    double check = 0.0;
    int above = 0;
    for (size_t i = 0; i < len; i++) {
        check += x.x[i] * (double)(i % 23);
        above += x.x[i] > 0.0;
    }
    printf("%d nodes, %d entries, %d vectors\n", a.n, a.start[a.n], x.count);
    printf("check %.12g, positive %d\n", check, above);
    printf("growth %.12g %.12g, x %.12g %.12g\n", norm[0], norm[x.count - 1], x.x[0], x.x[len - 1]);
    free(a.start);
    free(a.col);
    free(a.val);
    free(x.x);
    free(y.x);
    free(norm);
    return 0;
}
