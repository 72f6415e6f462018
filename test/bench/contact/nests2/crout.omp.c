/* Dense linear system of a boundary-element model: LU decomposition by
 * Crout's method with implicit pivoting (rows are permuted through an index
 * vector, not moved), a few load cases and one step of iterative refinement.
 *
 *   usage: crout [unknowns [load cases]]
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct lu {
    int n;
    double *a;   /* n x n, rows in original order */
    int *perm;   /* perm[i]: row that plays row i */
    int swaps;
} lu_t;

static double panel_pos(int i, int axis, int n)
{
    double t = 6.283185307179586 * i / n;
    return axis ? (1.0 + 0.2 * sin(5.0 * t)) * sin(t) : (2.0 + 0.3 * cos(3.0 * t)) * cos(t);
}

static void influence(double *a, int n)
{
    unsigned long s = 271828;

    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            double dx = panel_pos(i, 0, n) - panel_pos(j, 0, n);
            double dy = panel_pos(i, 1, n) - panel_pos(j, 1, n);
            s = (s * 16807) % 2147483647;
            double noise = (double)s / 2147483647.0 - 0.5;
            /* a scrambled row order so that pivoting has something to do */
            int row = (int)((i * 7L) % n);
            if (n % 7 == 0)
                row = i;
            a[(size_t)row * n + j] = 1.0 / (0.15 + sqrt(dx * dx + dy * dy)) + noise;
        }
}

#define NB 32  /* columns of a panel */
#define JB 256 /* columns of an update strip */

/* c[j] -= sum over k of f[k] * u[k][j], ascending k */
static inline void row_update(double *restrict c, const double *restrict f, int nk,
                              double *const *restrict u, int j0, int j1)
{
    int k = 0;
    for (; k + 4 <= nk; k += 4) {
        const double *restrict u0 = u[k], *restrict u1 = u[k + 1];
        const double *restrict u2 = u[k + 2], *restrict u3 = u[k + 3];
        double f0 = f[k], f1 = f[k + 1], f2 = f[k + 2], f3 = f[k + 3];
#pragma omp simd
        for (int j = j0; j < j1; j++) {
            double s = c[j];
            s -= f0 * u0[j];
            s -= f1 * u1[j];
            s -= f2 * u2[j];
            s -= f3 * u3[j];
            c[j] = s;
        }
    }
    for (; k < nk; k++) {
        const double *restrict u0 = u[k];
        double f0 = f[k];
#pragma omp simd
        for (int j = j0; j < j1; j++)
            c[j] -= f0 * u0[j];
    }
}

/* Right-looking by panels; every element loses its products by ascending k as
 * in Crout's dot products, so the pivots are the same too.
 * Returns 0, or 1 + the column without a usable pivot, or -1. */
static int decompose(lu_t *m)
{
    const int n = m->n;
    int *perm = m->perm;
    double *vv = malloc(n * sizeof *vv), **row = malloc(n * sizeof *row);
    if (!vv || !row)
        return -1;

#pragma omp parallel for schedule(static)
    for (int i = 0; i < n; i++) {
        double big = 0.0;
        row[i] = m->a + (size_t)i * n;
        for (int j = 0; j < n; j++) {
            double t = fabs(row[i][j]);
            big = t > big ? t : big;
        }
        perm[i] = i;
        vv[i] = big > 0.0 ? 1.0 / big : 0.0;
    }
    m->swaps = 0;
    for (int k0 = 0; k0 < n; k0 += NB) {
        int k1 = k0 + NB < n ? k0 + NB : n, nk = k1 - k0;
        for (int k = k0; k < k1; k++) {
            double big = 0.0;
            int imax = -1;
            for (int i = k; i < n; i++) {
                double merit = vv[perm[i]] * fabs(row[i][k]);
                if (merit > big) {
                    big = merit;
                    imax = i;
                }
            }
            if (imax < 0) {
                free(vv);
                free(row);
                return k + 1;
            }
            if (imax != k) {
                int t = perm[imax];
                double *r = row[imax];
                perm[imax] = perm[k];
                perm[k] = t;
                row[imax] = row[k];
                row[k] = r;
                m->swaps++;
            }
            double inv = 1.0 / row[k][k];
            for (int i = k + 1; i < n; i++) {
                row[i][k] *= inv;
                row_update(row[i], row[i] + k, 1, &row[k], k + 1, k1);
            }
        }
#pragma omp parallel
        {
#pragma omp for schedule(static)
            for (int j0 = k1; j0 < n; j0 += 64)
                for (int i = k0 + 1; i < k1; i++)
                    row_update(row[i], row[i] + k0, i - k0, row + k0, j0,
                               j0 + 64 < n ? j0 + 64 : n);
#pragma omp for schedule(dynamic, 1)
            for (int i0 = k1; i0 < n; i0 += 16)
                for (int j0 = k1; j0 < n; j0 += JB)
                    for (int i = i0; i < i0 + 16 && i < n; i++)
                        row_update(row[i], row[i] + k0, nk, row + k0, j0,
                                   j0 + JB < n ? j0 + JB : n);
        }
    }
    free(vv);
    free(row);
    return 0;
}

static void backsub(const lu_t *m, const double *b, double *x)
{
    int n = m->n;

    for (int i = 0; i < n; i++) {
        const double *row = m->a + (size_t)m->perm[i] * n;
        double sum = b[m->perm[i]];
        for (int j = 0; j < i; j++)
            sum -= row[j] * x[j];
        x[i] = sum;
    }
    for (int i = n - 1; i >= 0; i--) {
        const double *row = m->a + (size_t)m->perm[i] * n;
        double sum = x[i];
        for (int j = i + 1; j < n; j++)
            sum -= row[j] * x[j];
        x[i] = sum / row[i];
    }
}

int main(int argc, char **argv)
{
    lu_t m = { .n = argc > 1 ? atoi(argv[1]) : 1300 };
    int loads = argc > 2 ? atoi(argv[2]) : 3;
    int n = m.n;
    if (n < 2 || n > 20000 || loads < 1) {
        fprintf(stderr, "usage: %s [unknowns [load cases]]\n", argv[0]);
        return 2;
    }
    size_t bytes = (size_t)n * n * sizeof(double);
    double *orig = malloc(bytes);
    double *b = malloc(4 * n * sizeof *b), *x = b ? b + n : NULL;
    m.a = malloc(bytes);
    m.perm = malloc(n * sizeof *m.perm);
    if (!orig || !b || !m.a || !m.perm) {
        fputs("out of memory\n", stderr);
        return 1;
    }
    influence(orig, n);
    memcpy(m.a, orig, bytes);
    int rc = decompose(&m);
    if (rc) {
        fprintf(stderr, "singular at column %d\n", rc - 1);
        return 1;
    }

    double logdet = 0.0, sum = 0.0;
    for (int i = 0; i < n; i++)
        logdet += log(fabs(m.a[(size_t)m.perm[i] * n + i]));
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            sum += m.a[(size_t)m.perm[i] * n + j] * ((i + 2 * j) % 5 - 2);
    printf("swaps %d, log|det| %.12g, factors %.12g\n", m.swaps, logdet, sum);

    for (int c = 0; c < loads; c++) {
        double *r = x + n, *dx = r + n, before = 0.0, norm = 0.0;
        for (int i = 0; i < n; i++)
            b[i] = cos(0.01 * (c + 1) * i);
        backsub(&m, b, x);
        for (int i = 0; i < n; i++) {
            double s = b[i];
            for (int j = 0; j < n; j++)
                s -= orig[(size_t)i * n + j] * x[j];
            r[i] = s;
            before = fabs(s) > before ? fabs(s) : before;
        }
        backsub(&m, r, dx);
        for (int i = 0; i < n; i++) {
            x[i] += dx[i];
            norm += x[i] * x[i];
        }
        printf("load %d: residual %.2e, |x| %.12g, x0 %.12g\n", c, before, sqrt(norm), x[0]);
    }
    free(orig);
    free(b);
    free(m.a);
    free(m.perm);
    return 0;
}
