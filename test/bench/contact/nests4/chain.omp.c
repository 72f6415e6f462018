/* Optimal evaluation order of a product of matrices with sparse fill estimates, then the
 * same recurrence for optimal binary merging of sorted runs. */
#include <stdio.h>
#include <stdlib.h>

typedef struct {
    int n;
    long **cost;
    int **split;
} Plan;

static Plan *plan_new(int n)
{
    Plan *p = malloc(sizeof *p);
    p->n = n;
    p->cost = malloc(n * sizeof *p->cost);
    p->split = malloc(n * sizeof *p->split);
    for (int i = 0; i < n; i++) {
        p->cost[i] = calloc(n, sizeof(long));
        p->split[i] = calloc(n, sizeof(int));
    }
    return p;
}

static void plan_free(Plan *p)
{
    for (int i = 0; i < p->n; i++) {
        free(p->cost[i]);
        free(p->split[i]);
    }
    free(p->cost);
    free(p->split);
    free(p);
}

/* Both tables by rows i from the bottom, j in vectors: once cost[i][k] is final it is
 * offered to all j > k along row k+1 (contiguous), k upwards, so the first best k wins
 * as in the plain order.  For two threads: TB x TB blocks by block diagonals; a
 * block the splits k between its rows and its columns come first as a min-plus product, then
 * the earlier k downwards (ties go to them) and the later k upwards. */
#ifndef TB
#define TB 64
#endif
#define FAR ((long)1 << 62)

typedef struct {
    int n, merge, ld;
    const int *dim;
    long *prefix, *cost, *arg;
} Work;

/* offers for cells (i, jlo..jhi-1) by split k */
static inline void offer(const Work *w, long *best, long *arg, int i, int k, int jlo, int jhi)
{
    const long a = w->cost[(size_t)i * w->ld + k];
    const long *row = w->cost + (size_t)(k + 1) * w->ld;
    if (w->merge) {
#pragma omp simd
        for (int j = jlo; j < jhi; j++) {
            long c = a + row[j], o = best[j], g = arg[j];
            best[j] = c < o ? c : o;
            arg[j] = c < o ? k : g;
        }
    } else {
        const long d = (long)w->dim[i] * w->dim[k + 1];
        const int *dim = w->dim + 1;
#pragma omp simd
        for (int j = jlo; j < jhi; j++) {
            long c = a + row[j] + d * dim[j], o = best[j], g = arg[j];
            best[j] = c < o ? c : o;
            arg[j] = c < o ? k : g;
        }
    }
}

typedef long v8 __attribute__((vector_size(64), aligned(8)));

/* splits between the row block and the column block, for all cells of the block: four rows
 * by sixteen columns of (best, arg) in registers */
static void far_splits(Work *w, int i0, int i1, int j0)
{
    const int ka = i1, kb = j0, ld = w->ld;
    for (int i = i0; i < i1; i += 4)
        for (int j = j0; j < j0 + TB; j += 16) {
            v8 best[4][2], arg[4][2], dj[2];
            long dims[16];
            const long *a[4];
            for (int q = 0; q < 4; q++) {
                a[q] = w->cost + (size_t)(i + q) * ld;
                for (int v = 0; v < 2; v++) {
                    best[q][v] = (v8){ 0 } + FAR;
                    arg[q][v] = (v8){ 0 };
                }
            }
            for (int l = 0; l < 16; l++)
                dims[l] = j + l < w->n ? w->dim[j + l + 1] : 0;
            dj[0] = *(const v8 *)dims;
            dj[1] = *(const v8 *)(dims + 8);
            for (int k = ka; k < kb; k++) {
                const v8 *r = (const v8 *)(w->cost + (size_t)(k + 1) * ld + j);
                v8 r0 = r[0], r1 = r[1];
                long dk = w->merge ? 0 : w->dim[k + 1];
#pragma GCC unroll 4
                for (int q = 0; q < 4; q++) {
                    long d = dk * w->dim[i + q], x = a[q][k];
                    v8 c0 = x + r0 + d * dj[0], c1 = x + r1 + d * dj[1];
                    v8 m0 = c0 < best[q][0], m1 = c1 < best[q][1];
                    best[q][0] = (c0 & m0) | (best[q][0] & ~m0);
                    best[q][1] = (c1 & m1) | (best[q][1] & ~m1);
                    arg[q][0] = (m0 & (long)k) | (arg[q][0] & ~m0);
                    arg[q][1] = (m1 & (long)k) | (arg[q][1] & ~m1);
                }
            }
            for (int q = 0; q < 4; q++)
                for (int v = 0; v < 2; v++) {
                    *(v8 *)(w->cost + (size_t)(i + q) * ld + j + 8 * v) = best[q][v];
                    *(v8 *)(w->arg + (size_t)(i + q) * ld + j + 8 * v) = arg[q][v];
                }
        }
}

/* as offer, but an equal split wins (called with k downwards) */
static inline void offer_before(const Work *w, long *best, long *arg, int i, int k, int jlo, int jhi)
{
    const long a = w->cost[(size_t)i * w->ld + k], d = w->merge ? 0 : (long)w->dim[i] * w->dim[k + 1];
    const long *row = w->cost + (size_t)(k + 1) * w->ld;
    const int *dim = w->dim + 1;
#pragma omp simd
    for (int j = jlo; j < jhi; j++) {
        long c = a + row[j] + d * dim[j], o = best[j], g = arg[j];
        best[j] = c <= o ? c : o;
        arg[j] = c <= o ? k : g;
    }
}

static void block(Work *w, int ib, int jb)
{
    const int n = w->n, i1 = (ib + 1) * TB < n ? (ib + 1) * TB : n, j0 = jb * TB,
              j1 = j0 + TB < n ? j0 + TB : n;
    if (jb > ib)
        far_splits(w, ib * TB, i1, j0);
    for (int i = i1 - 1; i >= ib * TB; i--) {
        long *best = w->cost + (size_t)i * w->ld, *arg = w->arg + (size_t)i * w->ld;
        int k = i;
        if (jb == ib) {
            for (int j = i + 1; j < j1; j++)
                best[j] = FAR;
            best[i] = 0;
        } else {
            for (k = i1 - 1; k >= i; k--)
                offer_before(w, best, arg, i, k, j0, j1);
            k = j0;
        }
        /* cost[i][k] becomes final in turn */
        for (; k < j1; k++) {
            if (w->merge && k > i)
                best[k] += w->prefix[k + 1] - w->prefix[i];
            if (k < j1 - 1)
                offer(w, best, arg, i, k, k + 1, j1);
        }
    }
}

static void solve(Plan *p, const int *dim, int merge)
{
    const int n = p->n, nb = (n + TB - 1) / TB, ld = nb * TB + 8;
    Work w = { n, merge, ld, dim, malloc((n + 1) * sizeof(long)), aligned_alloc(64, (size_t)(n + 1) * ld * sizeof(long) / 64 * 64 + 64),
               malloc((size_t)n * ld * sizeof(long)) };
    w.prefix[0] = 0;
    for (int i = 0; i < n; i++)
        w.prefix[i + 1] = w.prefix[i] + dim[i];
#pragma omp parallel
    {
        for (int d = 0; d < nb; d++) {
#pragma omp for schedule(dynamic, 1)
            for (int ib = 0; ib < nb - d; ib++)
                block(&w, ib, ib + d);
        }
#pragma omp for schedule(static)
        for (int i = 0; i < n; i++)
            for (int j = i; j < n; j++) {
                p->cost[i][j] = w.cost[(size_t)i * ld + j];
                if (j > i)
                    p->split[i][j] = (int)w.arg[(size_t)i * ld + j];
            }
    }
    free(w.prefix);
    free(w.cost);
    free(w.arg);
}

static void order_chain(Plan *p, const int *dim)
{
    solve(p, dim, 0);
}

static void order_merges(Plan *p, const int *run)
{
    solve(p, run, 1);
}

static int depth(const Plan *p, int i, int j)
{
    if (i >= j)
        return 0;
    int a = depth(p, i, p->split[i][j]), b = depth(p, p->split[i][j] + 1, j);
    return 1 + (a > b ? a : b);
}

static long checksum(const Plan *p)
{
    long s = 0;
    for (int i = 0; i < p->n; i++)
        for (int j = i + 1; j < p->n; j++)
            s = (s * 31 + p->cost[i][j] % 1000 + 7 * p->split[i][j]) % 1000000007;
    return s;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 1000;
    int *dim = malloc((n + 1) * sizeof(int));
    unsigned s = 5;
    for (int i = 0; i <= n; i++) {
        s = s * 1103515245u + 12345u;
        dim[i] = 3 + (int)(s >> 16) % 120;
    }
    Plan *p = plan_new(n);
    order_chain(p, dim);
    printf("chain cost %ld depth %d check %ld\n", p->cost[0][n - 1], depth(p, 0, n - 1), checksum(p));
    order_merges(p, dim);
    printf("merge cost %ld depth %d check %ld\n", p->cost[0][n - 1], depth(p, 0, n - 1), checksum(p));
    plan_free(p);
    free(dim);
    return 0;
}
