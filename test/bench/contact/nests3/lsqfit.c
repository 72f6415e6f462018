/* lsqfit: least-squares fit of scattered measurements by products of Chebyshev
 * polynomials, by a Householder QR factorization with several right-hand sides.
 * Expert: the columns are kept in packed tiles of 16; a tile is factored, then
 * its 16 reflectors are applied to every other tile while that tile is in cache
 * (vectors over the columns, the update by one reflector fused with the dot
 * products of the next one); tiles are shared among threads.
 * SMALL: 200 8
 * Usage: lsqfit [points] [degree]
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define NRHS 3

struct Mat {
    int rows, cols;
    double *a;
};

static double *at(const struct Mat *m, int i, int j)
{
    return &m->a[(size_t)i * m->cols + j];
}

static struct Mat new_mat(int rows, int cols)
{
    struct Mat m;
    m.rows = rows;
    m.cols = cols;
    m.a = malloc(sizeof(double) * (size_t)rows * cols);
    if (!m.a) {
        fprintf(stderr, "out of memory\n");
        exit(1);
    }
    return m;
}

static unsigned int seed = 20240131u;

static double uniform(void)
{
    seed = seed * 1664525u + 1013904223u;
    return (seed >> 8) / 16777216.0;
}

/* T_k(x) by the three-term recurrence */
static double chebyshev(int k, double x)
{
    double a = 1.0, b = x;
    if (k == 0)
        return 1.0;
    for (int i = 1; i < k; i++) {
        double c = 2.0 * x * b - a;
        a = b;
        b = c;
    }
    return b;
}

static double truth(int which, double x, double y)
{
    switch (which) {
    case 0:
        return exp(-3.0 * (x * x + y * y));
    case 1:
        return 1.0 / (1.0 + 4.0 * (x - 0.2) * (x - 0.2) + 2.0 * y * y);
    default:
        return sin(4.0 * x + 1.0) * cos(3.0 * y);
    }
}

static void fill(struct Mat *A, struct Mat *B, int degree)
{
    for (int i = 0; i < A->rows; i++) {
        double x = 2.0 * uniform() - 1.0;
        double y = 2.0 * uniform() - 1.0;
        int col = 0;
        for (int p = 0; p <= degree; p++)
            for (int q = 0; p + q <= degree; q++)
                *at(A, i, col++) = chebyshev(p, x) * chebyshev(q, y);
        for (int r = 0; r < NRHS; r++)
            *at(B, i, r) = truth(r, x, y) + 1e-3 * (uniform() - 0.5);
    }
}

/* make the reflector that clears column k below the diagonal; it replaces the
 * column, the diagonal element of R is returned */
static double make_reflector(struct Mat *A, int k, double *beta)
{
    double sum = 0.0;
    for (int i = k; i < A->rows; i++)
        sum += *at(A, i, k) * *at(A, i, k);
    double norm = sqrt(sum);
    double akk = *at(A, k, k);
    double alpha = akk > 0 ? -norm : norm;
    *beta = norm > 0 ? 1.0 / (norm * (norm + fabs(akk))) : 0.0;
    *at(A, k, k) = akk - alpha;
    return alpha;
}

/* column j of C := (I - beta v v^T) column j of C, v = column k of V */
static void reflect(const struct Mat *V, int k, double beta, struct Mat *C, int j)
{
    double dot = 0.0;
    for (int i = k; i < V->rows; i++)
        dot += *at(V, i, k) * *at(C, i, j);
    dot *= beta;
    for (int i = k; i < V->rows; i++)
        *at(C, i, j) -= dot * *at(V, i, k);
}

int main(int argc, char **argv)
{
    int m = argc > 1 ? atoi(argv[1]) : 1500;
    int degree = argc > 2 ? atoi(argv[2]) : 36;
    int n = (degree + 1) * (degree + 2) / 2;
    if (degree < 0 || m < n) {
        fprintf(stderr, "too few points\n");
        return 1;
    }
    struct Mat A = new_mat(m, n), B = new_mat(m, NRHS), X = new_mat(n, NRHS);
    double *diag = malloc(sizeof(double) * n);
    fill(&A, &B, degree);

    for (int k = 0; k < n; k++) {
        double beta;
        diag[k] = make_reflector(&A, k, &beta);
        for (int j = k + 1; j < n; j++)
            reflect(&A, k, beta, &A, j);
        for (int r = 0; r < NRHS; r++)
            reflect(&A, k, beta, &B, r);
    }

    /* back substitution */
    for (int r = 0; r < NRHS; r++)
        for (int i = n - 1; i >= 0; i--) {
            double s = *at(&B, i, r);
            for (int j = i + 1; j < n; j++)
                s -= *at(&A, i, j) * *at(&X, j, r);
            *at(&X, i, r) = s / diag[i];
        }

    printf("points %d coefficients %d\n", m, n);
    double logdet = 0.0, big = 0.0, small = INFINITY;
    for (int i = 0; i < n; i++) {
        double d = fabs(diag[i]);
        logdet += log(d);
        if (d > big)
            big = d;
        if (d < small)
            small = d;
    }
    printf("log|det R| %.12g, diagonal from %.12g to %.12g\n", logdet, small, big);
    for (int r = 0; r < NRHS; r++) {
        double res = 0.0, sum = 0.0;
        for (int i = n; i < m; i++)
            res += *at(&B, i, r) * *at(&B, i, r);
        for (int i = 0; i < n; i++)
            sum += *at(&X, i, r) * *at(&X, i, r);
        printf("function %d: rms residual %.17g, coefficient norm %.17g\n", r,
               sqrt(res / m), sqrt(sum));
        for (int i = 0; i < n; i += n / 3 + 1)
            printf("   coefficient %d: %.17g\n", i, *at(&X, i, r));
    }
    double check = 0.0;
    for (int i = 0; i < n; i++)
        for (int j = i + 1; j < n; j++)
            check += *at(&A, i, j) * (1 + (i + 3 * j) % 7);
    printf("checksum of R %.17g\n", check);
    free(A.a);
    free(B.a);
    free(X.a);
    free(diag);
    return 0;
}
