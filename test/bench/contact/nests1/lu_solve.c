/*
 * Dense linear solver: Doolittle LU factorisation without pivoting, followed
 * by forward and backward substitution for a few right-hand sides.
 *
 * usage: lu_solve [n] [nrhs]
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
static int lu_factor(Matrix *m)
{
    int n = m->n;
    double **a = m->row;

    for (int i = 0; i < n; i++) {
        /* row i of U */
        for (int j = i; j < n; j++) {
            double s = a[i][j];
            for (int k = 0; k < i; k++)
                s -= a[i][k] * a[k][j];
            a[i][j] = s;
        }
        if (a[i][i] == 0.0)
            return -1;
        /* column i of L */
        for (int j = i + 1; j < n; j++) {
            double s = a[j][i];
            for (int k = 0; k < i; k++)
                s -= a[j][k] * a[k][i];
            a[j][i] = s / a[i][i];
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
