/* Optimal binary search tree for a static dictionary, with an extra charge
 * for roots that straddle a page.  Full O(n^3) table (the page charge breaks
 * the monotonicity of the roots, so no Knuth shortcut).
 *
 *   usage: obst [keys]
 */
#include <float.h>
#include <stdio.h>
#include <stdlib.h>

static int n;         /* number of keys */
static double *hit;   /* hit[k]:  frequency of key k, 0 <= k < n */
static double *miss;  /* miss[k]: frequency of the gap before key k, 0 <= k <= n */
static double *page;  /* extra charge when k is a root */
static double *cost;  /* cost of the best tree over keys i..j-1 */
static double *wgt;   /* weight of the same range */
static short *root;   /* its root */

#define AT(tab, i, j) tab[(size_t)(i) * (n + 1) + (j)]

static unsigned next_rand(void)
{
    static unsigned s = 42;
    s = s * 1103515245u + 12345u;
    return s >> 8 & 0xffff;
}

static void *need(size_t count, size_t size)
{
    void *p = calloc(count, size);
    if (!p) {
        fprintf(stderr, "out of memory (%zu bytes)\n", count * size);
        exit(EXIT_FAILURE);
    }
    return p;
}

static void read_dictionary(void)
{
    double total = 0.0;

    for (int k = 0; k < n; k++) {
        hit[k] = 1.0 + next_rand() % 1000 * (k % 17 == 0 ? 8.0 : 1.0);
        page[k] = k % 64 == 63 ? 0.02 : next_rand() % 100 * 1e-6;
        total += hit[k];
    }
    for (int k = 0; k <= n; k++) {
        miss[k] = next_rand() % 200 * 0.5;
        total += miss[k];
    }
    for (int k = 0; k < n; k++)
        hit[k] /= total;
    for (int k = 0; k <= n; k++)
        miss[k] /= total;
}

static void build_weights(void)
{
    for (int i = 0; i <= n; i++) {
        AT(wgt, i, i) = miss[i];
        for (int j = i + 1; j <= n; j++)
            AT(wgt, i, j) = AT(wgt, i, j - 1) + hit[j - 1] + miss[j];
    }
}

#define TB 64

/* Tile of rows i0..i1-1 and columns j0..j1-1.  Rows bottom-up; within a row
 * the candidate roots ascend and all columns of the tile are tried at once,
 * so that the first minimum wins just as in the plain loop. */
static void tile(int i0, int i1, int j0, int j1)
{
    double best[TB], arg[TB];

    for (int i = i1 - 1; i >= i0; i--) {
        int jlo = j0 > i + 1 ? j0 : i + 1;
        double *restrict ci = &AT(cost, i, 0);
        for (int j = jlo; j < j1; j++) {
            best[j - j0] = DBL_MAX;
            arg[j - j0] = -1.0;
        }
        for (int r = i; r < j1 - 1; r++) {
            if (r >= jlo) { /* column r is complete now */
                ci[r] = best[r - j0] + AT(wgt, i, r);
                AT(root, i, r) = (short)arg[r - j0];
            }
            int lo = r + 1 > jlo ? r + 1 : jlo;
            double left = ci[r], extra = page[r], dr = r;
            const double *restrict down = &AT(cost, r + 1, 0);
#pragma omp simd
            for (int j = lo; j < j1; j++) {
                double c = left + down[j] + extra;
                arg[j - j0] = c < best[j - j0] ? dr : arg[j - j0];
                best[j - j0] = c < best[j - j0] ? c : best[j - j0];
            }
        }
        if (j1 - 1 >= jlo) {
            ci[j1 - 1] = best[j1 - 1 - j0] + AT(wgt, i, j1 - 1);
            AT(root, i, j1 - 1) = (short)arg[j1 - 1 - j0];
        }
    }
}

static void build_tree(void)
{
    int nt = (n + 1 + TB - 1) / TB;

#pragma omp parallel
    {
#pragma omp for
        for (int i = 0; i <= n; i++) {
            AT(cost, i, i) = miss[i];
            AT(root, i, i) = -1;
        }
        for (int d = 0; d < nt; d++) {
#pragma omp for schedule(dynamic, 1)
            for (int t = 0; t < nt - d; t++) {
                int i0 = t * TB, j0 = (t + d) * TB;
                tile(i0, i0 + TB < n + 1 ? i0 + TB : n + 1, j0, j0 + TB < n + 1 ? j0 + TB : n + 1);
            }
        }
    }
}

/* depth of every key below the root of i..j-1 */
static void depths(int i, int j, int d, int *depth)
{
    while (i < j) {
        int r = AT(root, i, j);
        depth[r] = d++;
        depths(i, r, d, depth);
        i = r + 1;
    }
}

int main(int argc, char **argv)
{
    n = argc > 1 ? atoi(argv[1]) : 1250;
    if (n < 1 || n > 30000) {
        fprintf(stderr, "usage: %s [keys], 1..30000\n", argv[0]);
        return 2;
    }
    size_t cells = (size_t)(n + 1) * (n + 1);
    hit = need(n, sizeof *hit);
    page = need(n, sizeof *page);
    miss = need(n + 1, sizeof *miss);
    cost = need(cells, sizeof *cost);
    wgt = need(cells, sizeof *wgt);
    root = need(cells, sizeof *root);
    int *depth = need(n, sizeof *depth);

    read_dictionary();
    build_weights();
    build_tree();
    depths(0, n, 1, depth);

    int deepest = 0;
    long levels = 0, roots = 0;
    double sum = 0.0, expected = 0.0;
    for (int k = 0; k < n; k++) {
        deepest = depth[k] > deepest ? depth[k] : deepest;
        levels += depth[k];
        expected += depth[k] * hit[k];
    }
    for (int i = 0; i <= n; i++)
        for (int j = i + 1; j <= n; j++) {
            sum += AT(cost, i, j) * ((i + j) % 3 + 1);
            roots += AT(root, i, j) * (long)(j % 5);
        }
    printf("best cost %.14g, root %d, deepest %d\n", AT(cost, 0, n), AT(root, 0, n), deepest);
    printf("levels %ld, expected depth of a hit %.12g\n", levels, expected);
    printf("table %.12g, roots %ld\n", sum, roots);
    free(hit);
    free(page);
    free(miss);
    free(cost);
    free(wgt);
    free(root);
    free(depth);
    return 0;
}
