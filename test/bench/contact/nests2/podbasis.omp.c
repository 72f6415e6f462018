/* Orthonormal basis of a set of flow snapshots by modified Gram-Schmidt in
 * place.  Nearly dependent snapshots are dropped.  The matrix is a table of
 * row pointers: a[i][j] is grid point i of snapshot j.
 *
 *   usage: podbasis [points [snapshots]]
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static double **new_matrix(int rows, int cols)
{
    double **a = malloc(rows * sizeof *a);
    if (!a)
        return NULL;
    for (int i = 0; i < rows; i++) {
        a[i] = malloc(cols * sizeof **a);
        if (!a[i])
            return NULL;
        memset(a[i], 0, cols * sizeof **a);
    }
    return a;
}

static void free_matrix(double **a, int rows)
{
    for (int i = 0; i < rows; i++)
        free(a[i]);
    free(a);
}

static double hash01(unsigned x)
{
    x ^= x >> 16;
    x *= 0x7feb352du;
    x ^= x >> 15;
    x *= 0x846ca68bu;
    x ^= x >> 16;
    return x / 4294967296.0;
}

static void load_snapshots(double **a, int m, int n)
{
    for (int i = 0; i < m; i++) {
        double pos = (double)i / m;
        for (int j = 0; j < n; j++) {
            double wave = sin(20.0 * pos - 0.3 * j) + 0.5 * sin(47.0 * pos + 0.11 * j);
            a[i][j] = wave + 0.2 * (hash01(i * 7919u + j * 104729u) - 0.5);
        }
    }
    /* a few repeated frames, as the recorder writes them now and then */
    for (int j = 37; j < n; j += 53)
        for (int i = 0; i < m; i++)
            a[i][j] = a[i][j - 5];
}

#define W 32 /* snapshots per block */

/* one block of snapshots: rows of W contiguous values */
typedef double Row[W];

/* d[j] = sum_i q[i] * blk[i][j], rows in ascending order */
static void dots(double *restrict d, const double *restrict q, const Row *restrict blk, int m)
{
    for (int j = 0; j < W; j++)
        d[j] = 0.0;
    for (int i = 0; i < m; i++) {
#pragma omp simd
        for (int j = 0; j < W; j++)
            d[j] += q[i] * blk[i][j];
    }
}

/* orthonormalise the columns inside one block; qt gets them as rows */
static int factor_block(Row *restrict blk, double *restrict qt, double **r, int m, int k0, int w,
                        double tol, char *dropped)
{
    int kept = 0;
    for (int k = 0; k < w; k++) {
        double *restrict q = qt + (size_t)k * m;
        double d[W], nrm2 = 0.0;
        for (int i = 0; i < m; i++)
            nrm2 += blk[i][k] * blk[i][k];
        double nrm = sqrt(nrm2);
        r[k0 + k][k0 + k] = nrm;
        dropped[k0 + k] = nrm <= tol;
        if (dropped[k0 + k])
            continue;
        kept++;
        for (int i = 0; i < m; i++)
            q[i] = blk[i][k] = blk[i][k] / nrm;
        dots(d, q, blk, m);
        for (int j = k + 1; j < w; j++)
            r[k0 + k][k0 + j] = d[j];
        for (int i = 0; i < m; i++) {
#pragma omp simd
            for (int j = k + 1; j < W; j++)
                blk[i][j] -= d[j] * q[i];
        }
    }
    return kept;
}

/* take all kept directions of a finished block out of another block; the
 * update by one direction and the dots with the next share a sweep */
static void project(Row *restrict blk, const double *qt, double **r, int m, int k0, int nk, int j0,
                    int w, const char *dropped)
{
    double d[W], e[W];
    int k = 0;
    while (k < nk && dropped[k0 + k])
        k++;
    if (k == nk)
        return;
    dots(d, qt + (size_t)k * m, (const Row *)blk, m);
    while (k < nk) {
        int next = k + 1;
        while (next < nk && dropped[k0 + next])
            next++;
        const double *restrict q = qt + (size_t)k * m;
        const double *restrict p = next < nk ? qt + (size_t)next * m : q;
        memcpy(&r[k0 + k][j0], d, w * sizeof *d);
        for (int j = 0; j < W; j++)
            e[j] = 0.0;
        for (int i = 0; i < m; i++) {
#pragma omp simd
            for (int j = 0; j < W; j++) {
                double t = blk[i][j] - d[j] * q[i];
                blk[i][j] = t;
                e[j] += p[i] * t;
            }
        }
        memcpy(d, e, sizeof d);
        k = next;
    }
}

/* returns the number of snapshots kept; r gets the triangular factor */
static int orthonormalise(double **a, double **r, int m, int n, double tol, char *dropped)
{
    int nb = (n + W - 1) / W, kept = 0;
    Row *pack = aligned_alloc(64, (size_t)nb * m * sizeof *pack);
    double *qt = malloc((size_t)W * m * sizeof *qt);
    if (!pack || !qt) {
        fprintf(stderr, "out of memory\n");
        exit(1);
    }
#pragma omp parallel for schedule(static)
    for (int i = 0; i < m; i++)
        for (int j = 0; j < nb * W; j++)
            pack[(size_t)(j / W) * m + i][j % W] = j < n ? a[i][j] : 0.0;

    for (int b = 0; b < nb; b++) {
        int k0 = b * W, nk = n - k0 < W ? n - k0 : W;
        kept += factor_block(pack + (size_t)b * m, qt, r, m, k0, nk, tol, dropped);
#pragma omp parallel for schedule(dynamic, 1)
        for (int c = b + 1; c < nb; c++)
            project(pack + (size_t)c * m, qt, r, m, k0, nk, c * W, n - c * W < W ? n - c * W : W,
                    dropped);
    }
#pragma omp parallel for schedule(static)
    for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++)
            a[i][j] = pack[(size_t)(j / W) * m + i][j % W];
    free(pack);
    free(qt);
    return kept;
}

int main(int argc, char **argv)
{
    int m = argc > 1 ? atoi(argv[1]) : 1800;
    int n = argc > 2 ? atoi(argv[2]) : 520;
    if (n < 1 || m < n) {
        fprintf(stderr, "usage: %s [points [snapshots]], points >= snapshots\n", argv[0]);
        return 2;
    }

    double **a = new_matrix(m, n);
    double **r = new_matrix(n, n);
    char *dropped = calloc(n, 1);
    if (!a || !r || !dropped) {
        fprintf(stderr, "out of memory\n");
        return 1;
    }
    load_snapshots(a, m, n);

    int kept = orthonormalise(a, r, m, n, 1e-8, dropped);

    double diag = 0.0, off = 0.0, sum = 0.0;
    for (int k = 0; k < n; k++) {
        diag += dropped[k] ? 0.0 : log(r[k][k]);
        for (int j = k + 1; j < n; j++)
            off += r[k][j] * ((k + j) % 5 - 2);
    }
    for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++)
            if (!dropped[j])
                sum += a[i][j] * ((i + 3 * j) % 7 - 3);
    printf("kept %d of %d\n", kept, n);
    printf("log volume %.12g, off-diagonal %.12g, basis %.12g\n", diag, off, sum);
    printf("first %.12g last %.12g r01 %.12g\n", a[0][0], dropped[n - 1] ? 0.0 : a[m - 1][n - 1],
           n > 1 ? r[0][1] : 0.0);

    free_matrix(a, m);
    free_matrix(r, n);
    free(dropped);
    return 0;
}
