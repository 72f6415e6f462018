// SPDX-License-Identifier: Apache-2.0
/* Conjugate gradients with Jacobi preconditioning on a finite
 * element matrix in compressed sparse row format.  The matrix is the
 * Q1 stiffness matrix of -div(k grad u) on the unit square. */
#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct CsrMatrix_ {
    int     n;
    int    *rowptr;
    int    *colind;
    double *val;
} CsrMatrix;

typedef struct SolverStats_ {
    int    iterations;
    double residual;
} SolverStats;

static double *NewVector(int n)
{
    double *v = (double *)calloc((size_t)n, sizeof(double));
    assert(v != NULL);
    return v;
}

static double Conductivity(double x, double y)
{
    /* checkerboard of two materials */
    int c = ((int)(x * 6) + (int)(y * 6)) & 1;
    return c ? 10.0 : 1.0;
}

static void ElementMatrix(int ex, int ey, int m, double Ke[4][4])
{
    static const double ref[4][4] = {
        {  4, -1, -2, -1 }, { -1,  4, -1, -2 },
        { -2, -1,  4, -1 }, { -1, -2, -1,  4 }
    };
    double h = 1.0 / m;
    double k = Conductivity((ex + 0.5) * h, (ey + 0.5) * h) / 6.0;
    int i, j;
    for (i = 0; i < 4; ++i)
        for (j = 0; j < 4; ++j)
            Ke[i][j] = k * ref[i][j];
}

/* position of column c in row r; rows hold at most 9 sorted entries */
static int FindEntry(const CsrMatrix *A, int r, int c)
{
    int p;
    for (p = A->rowptr[r]; p < A->rowptr[r + 1]; ++p)
        if (A->colind[p] == c)
            return p;
    return -1;
}

static CsrMatrix *Assemble(int m)
{
    int nn = m + 1, n = nn * nn, r, p = 0, ex, ey, i, j;
    CsrMatrix *A = (CsrMatrix *)malloc(sizeof(CsrMatrix));
    A->n = n;
    A->rowptr = (int *)malloc((n + 1) * sizeof(int));
    A->colind = (int *)malloc((size_t)n * 9 * sizeof(int));
    A->val = NewVector(n * 9);
    for (r = 0; r < n; ++r) {
        int x = r % nn, y = r / nn;
        A->rowptr[r] = p;
        for (j = -1; j <= 1; ++j)
            for (i = -1; i <= 1; ++i)
                if (x + i >= 0 && x + i < nn && y + j >= 0 && y + j < nn)
                    A->colind[p++] = (y + j) * nn + x + i;
    }
    A->rowptr[n] = p;
    for (ey = 0; ey < m; ++ey) {
        for (ex = 0; ex < m; ++ex) {
            double Ke[4][4];
            int v[4];
            v[0] = ey * nn + ex;
            v[1] = v[0] + 1;
            v[2] = v[1] + nn;
            v[3] = v[0] + nn;
            ElementMatrix(ex, ey, m, Ke);
            for (i = 0; i < 4; ++i)
                for (j = 0; j < 4; ++j)
                    A->val[FindEntry(A, v[i], v[j])] += Ke[i][j];
        }
    }
    return A;
}

/* Dirichlet u = 0 on the boundary: unit rows, zero columns */
static void ApplyBoundary(CsrMatrix *A, double *b, int m)
{
    int nn = m + 1, r, p;
    for (r = 0; r < A->n; ++r) {
        int x = r % nn, y = r / nn;
        int onb = x == 0 || y == 0 || x == m || y == m;
        for (p = A->rowptr[r]; p < A->rowptr[r + 1]; ++p) {
            int c = A->colind[p], cx = c % nn, cy = c / nn;
            if (onb || cx == 0 || cy == 0 || cx == m || cy == m)
                A->val[p] = (c == r) ? 1.0 : 0.0;
        }
        if (onb)
            b[r] = 0.0;
    }
}

/* The vector kernels below are called by all threads of a team ("orphaned"
 * worksharing); outside a parallel region they are sequential. */
static double dotsum;

static void MatVec(const CsrMatrix *A, const double *x, double *y)
{
    int i, p;
#pragma omp for private(p) schedule(static)
    for (i = 0; i < A->n; ++i) {
        double s = 0.0;
        for (p = A->rowptr[i]; p < A->rowptr[i + 1]; ++p)
            s += A->val[p] * x[A->colind[p]];
        y[i] = s;
    }
}

static double Dot(const double *a, const double *b, int n)
{
    int i;
#pragma omp barrier
#pragma omp single
    dotsum = 0.0;
#pragma omp for reduction(+ : dotsum) schedule(static)
    for (i = 0; i < n; ++i)
        dotsum += a[i] * b[i];
    return dotsum;
}

static void Axpy(double alpha, const double *x, double *y, int n)
{
    int i;
#pragma omp for schedule(static) nowait
    for (i = 0; i < n; ++i)
        y[i] += alpha * x[i];
}

static SolverStats Solve(const CsrMatrix *A, const double *b, double *x, int maxit, double tol)
{
    int n = A->n;
    double *r = NewVector(n), *z = NewVector(n), *p = NewVector(n), *q = NewVector(n), *dinv = NewVector(n);
    double bnorm = sqrt(Dot(b, b, n));
    SolverStats st = { 0, 1.0 };

#pragma omp parallel
    {
    int i, it;
    double rz, rzold, res;
#pragma omp for schedule(static)
    for (i = 0; i < n; ++i)
        dinv[i] = 1.0 / A->val[FindEntry(A, i, i)];
    MatVec(A, x, q);
#pragma omp for schedule(static)
    for (i = 0; i < n; ++i) {
        r[i] = b[i] - q[i];
        z[i] = dinv[i] * r[i];
        p[i] = z[i];
    }
    rz = Dot(r, z, n);
    for (it = 1; it <= maxit; ++it) {
        double alpha, beta;
        MatVec(A, p, q);
        alpha = rz / Dot(p, q, n);
        Axpy(alpha, p, x, n);
        Axpy(-alpha, q, r, n);
        res = sqrt(Dot(r, r, n)) / bnorm;
#pragma omp master
        {
            st.iterations = it;
            st.residual = res;
        }
        if (res < tol)
            break;
#pragma omp for schedule(static)
        for (i = 0; i < n; ++i)
            z[i] = dinv[i] * r[i];
        rzold = rz;
        rz = Dot(r, z, n);
        beta = rz / rzold;
#pragma omp for schedule(static)
        for (i = 0; i < n; ++i)
            p[i] = z[i] + beta * p[i];
    }
    }
    free(r); free(z); free(p); free(q); free(dinv);
    return st;
}

int main(int argc, char **argv)
{
    int m = argc > 1 ? atoi(argv[1]) : 320;
    int maxit = argc > 2 ? atoi(argv[2]) : 2000;
    CsrMatrix *A = Assemble(m);
    double *b = NewVector(A->n), *x = NewVector(A->n), umax = 0.0;
    SolverStats st;
    struct timespec start, end;
    int i;

    for (i = 0; i < A->n; ++i)
        b[i] = 1.0 / ((double)m * m);
    ApplyBoundary(A, b, m);
    clock_gettime(CLOCK_MONOTONIC, &start);
    st = Solve(A, b, x, maxit, 1e-9);
    clock_gettime(CLOCK_MONOTONIC, &end);
    fprintf(stderr, "solve: %d iterations, residual %.3e, %.3f s\n", st.iterations, st.residual,
            (end.tv_sec - start.tv_sec) + (end.tv_nsec - start.tv_nsec) * 1e-9);

    for (i = 0; i < A->n; ++i)
        if (x[i] > umax)
            umax = x[i];
    printf("n = %d, nnz = %d\n", A->n, A->rowptr[A->n]);
    printf("%s\n", st.residual < 1e-9 ? "converged" : "NOT converged");
    printf("max u %.7f, centre u %.7f\n", umax, x[(m / 2) * (m + 1) + m / 2]);
    printf("energy %.7f\n", Dot(b, x, A->n));
    free(A->rowptr); free(A->colind); free(A->val); free(A);
    free(b); free(x);
    return 0;
}
