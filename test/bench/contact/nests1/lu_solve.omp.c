/*
 * Dense linear solver: Doolittle LU factorisation without pivoting, followed
 * by forward and backward substitution for a few right-hand sides.
 *
 * usage: lu_solve [n] [nrhs]
 *
 * OpenMP version: blocked right-looking factorisation, tiled trailing update.
 */
#include <stdio.h>
#include <stdlib.h>
#include <math.h>

typedef struct {
    int n;
    double **row;
} Matrix;

static Matrix matrix_new(int n)
{
    Matrix m;
    m.n = n;
    m.row = malloc(n * sizeof(double *));
    for (int i = 0; i < n; i++)
        m.row[i] = malloc(n * sizeof(double));
    return m;
}

static void matrix_free(Matrix *m)
{
    for (int i = 0; i < m->n; i++)
        free(m->row[i]);
    free(m->row);
}

/* entry of the test system: strictly diagonally dominant */
static double entry(int i, int j, int n)
{
    int v = (i * 37 + j * 91 + (i ^ j) * 13) % 101;
    double x = (v - 50) / 101.0;
    if (i == j)
        x += 0.4 * n + 1.0;
    return x;
}

static void fill(Matrix *m)
{
    for (int i = 0; i < m->n; i++)
        for (int j = 0; j < m->n; j++)
            m->row[i][j] = entry(i, j, m->n);
}

/* A = L U in place; L has a unit diagonal that is not stored */
#define NB 64        /* block of pivots */
#define TI 32        /* tile of rows in the trailing update */
#define TJ 256       /* tile of columns in the trailing update */

static int min(int a, int b)
{
    return a < b ? a : b;
}

/* a[i][j0..j1) -= sum over k in [k0,k1) of a[i][k] * a[k][j], k ascending */
static void row_update(double **a, int i, int k0, int k1, int j0, int j1)
{
    double *restrict c = a[i];
    int k = k0;
    for (; k + 3 < k1; k += 4) {
        double l0 = c[k], l1 = c[k + 1], l2 = c[k + 2], l3 = c[k + 3];
        const double *u0 = a[k], *u1 = a[k + 1], *u2 = a[k + 2], *u3 = a[k + 3];
#pragma omp simd
        for (int j = j0; j < j1; j++)
            c[j] = (((c[j] - l0 * u0[j]) - l1 * u1[j]) - l2 * u2[j]) - l3 * u3[j];
    }
    for (; k < k1; k++) {
        double l = c[k];
        const double *u = a[k];
#pragma omp simd
        for (int j = j0; j < j1; j++)
            c[j] -= l * u[j];
    }
}

/* A = L U in place, right looking and blocked */
static int lu_factor(Matrix *m)
{
    int n = m->n;
    double **a = m->row;

    for (int k0 = 0; k0 < n; k0 += NB) {
        int k1 = min(k0 + NB, n);

        for (int k = k0; k < k1; k++) {
            if (a[k][k] == 0.0)
                return -1;
            for (int i = k + 1; i < k1; i++) {
                a[i][k] /= a[k][k];
                for (int j = k + 1; j < k1; j++)
                    a[i][j] -= a[i][k] * a[k][j];
            }
        }
#pragma omp parallel
        {
#pragma omp for schedule(static) nowait
            for (int i = k1; i < n; i++)
                for (int k = k0; k < k1; k++) {
                    double l = a[i][k] / a[k][k];
                    a[i][k] = l;
                    for (int j = k + 1; j < k1; j++)
                        a[i][j] -= l * a[k][j];
                }
#pragma omp for schedule(static)
            for (int jj = k1; jj < n; jj += TJ)
                for (int i = k0 + 1; i < k1; i++)
                    row_update(a, i, k0, i, jj, min(jj + TJ, n));
#pragma omp for collapse(2) schedule(dynamic)
            for (int ii = k1; ii < n; ii += TI)
                for (int jj = k1; jj < n; jj += TJ)
                    for (int i = ii; i < min(ii + TI, n); i++)
                        row_update(a, i, k0, k1, jj, min(jj + TJ, n));
        }
    }
    return 0;
}

static void lu_solve(const Matrix *m, double *b)
{
    int n = m->n;
    for (int i = 0; i < n; i++) {
        double s = b[i];
        for (int k = 0; k < i; k++)
            s -= m->row[i][k] * b[k];
        b[i] = s;
    }
    for (int i = n - 1; i >= 0; i--) {
        double s = b[i];
        for (int k = i + 1; k < n; k++)
            s -= m->row[i][k] * b[k];
        b[i] = s / m->row[i][i];
    }
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 1400;
    int nrhs = argc > 2 ? atoi(argv[2]) : 3;
    Matrix a = matrix_new(n);
    double *b = malloc(n * sizeof(double));

    fill(&a);
    if (lu_factor(&a) != 0) {
        fprintf(stderr, "zero pivot\n");
        return 1;
    }

    double logdet = 0.0;
    for (int i = 0; i < n; i++)
        logdet += log(fabs(a.row[i][i]));
    printf("n = %d  log|det| = %.17g\n", n, logdet);

    for (int r = 0; r < nrhs; r++) {
        for (int i = 0; i < n; i++)
            b[i] = sin(0.01 * i * (r + 1)) + r;
        lu_solve(&a, b);
        double sum = 0.0, res = 0.0;
        for (int i = 0; i < n; i++) {
            double s = sin(0.01 * i * (r + 1)) + r;
            for (int j = 0; j < n; j++)
                s -= entry(i, j, n) * b[j];
            if (fabs(s) > res)
                res = fabs(s);
            sum += b[i];
        }
        printf("rhs %d: sum(x) = %.17g  max residual = %.17g\n", r, sum, res);
    }
    free(b);
    matrix_free(&a);
    return 0;
}
