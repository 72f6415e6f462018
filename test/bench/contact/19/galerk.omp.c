/* Smoothed-aggregation multigrid for a 2-D diffusion problem with jumping
 * coefficients: setup by sparse products R*A*P, then PCG with V-cycles. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>

typedef struct { int rows, cols; int *ptr, *col; double *val; } csr;

typedef struct level {
    csr *A, *P, *R;
    double *dinv, *x, *b, *r, *t;
    struct level *next;
} level;

static void *get(size_t n)
{
    void *p = malloc(n ? n : 1);
    if (!p) { perror("malloc"); exit(1); }
    return p;
}

static csr *csr_new(int rows, int cols, int nnz)
{
    csr *m = get(sizeof *m);
    m->rows = rows; m->cols = cols;
    m->ptr = get(sizeof(int) * (rows + 1));
    m->col = get(sizeof(int) * nnz);
    m->val = get(sizeof(double) * nnz);
    m->ptr[0] = 0;
    return m;
}
static void csr_free(csr *m) { if (m) { free(m->ptr); free(m->col); free(m->val); free(m); } }

static double coef(int x, int y, int n)
{
    int bx = 8 * x / n, by = 8 * y / n;
    return (bx * 5 + by * 3) % 7 == 0 ? 100.0 : (bx + by) % 3 ? 1.0 : 10.0;
}

static csr *diffusion(int n)
{
    csr *A = csr_new(n * n, n * n, 5 * n * n);
#pragma omp parallel for
    for (int y = 0; y < n; y++) {
        int k = 5 * n * y - 2 * y - (y > 0 ? n : 0);     /* entries of the rows above */
        for (int x = 0; x < n; x++) {
            static const int d[5][2] = { { 0, -1 }, { -1, 0 }, { 0, 0 }, { 1, 0 }, { 0, 1 } };
            double c = coef(x, y, n), diag = 1e-3 * c;
            int at = -1;
            for (int q = 0; q < 5; q++) {
                int u = x + d[q][0], w = y + d[q][1];
                if (q == 2) { at = k; A->col[k++] = y * n + x; continue; }
                if (u < 0 || w < 0 || u >= n || w >= n) { diag += c; continue; }
                double e = coef(u, w, n), h = 2 * c * e / (c + e);
                A->col[k] = w * n + u;
                A->val[k++] = -h;
                diag += h;
            }
            A->val[at] = diag;
            A->ptr[y * n + x + 1] = k;
        }
    }
    return A;
}

static csr *transpose(const csr *m)
{
    csr *t = csr_new(m->cols, m->rows, m->ptr[m->rows]);
    int *at = calloc(m->cols + 1, sizeof(int));
    for (int k = 0; k < m->ptr[m->rows]; k++) at[m->col[k] + 1]++;
    for (int c = 0; c < m->cols; c++) at[c + 1] += at[c];
    memcpy(t->ptr, at, sizeof(int) * (m->cols + 1));
    for (int r = 0; r < m->rows; r++)
        for (int k = m->ptr[r]; k < m->ptr[r + 1]; k++) {
            int to = at[m->col[k]]++;
            t->col[to] = r;
            t->val[to] = m->val[k];
        }
    free(at);
    return t;
}

static long flops;

/* Gustavson's row-wise product; columns in order of first touch */
static csr *multiply(const csr *A, const csr *B)
{
    csr *C = get(sizeof *C);
    C->rows = A->rows; C->cols = B->cols;
    C->ptr = get(sizeof(int) * (A->rows + 1));
    C->ptr[0] = 0;
    long work = 0;
#pragma omp parallel reduction(+:work)
    {
        int *mark = get(sizeof(int) * B->cols);
        for (int c = 0; c < B->cols; c++) mark[c] = -1;
#pragma omp for schedule(static)
        for (int r = 0; r < A->rows; r++) {            /* count */
            int cnt = 0;
            for (int k = A->ptr[r]; k < A->ptr[r + 1]; k++)
                for (int q = B->ptr[A->col[k]]; q < B->ptr[A->col[k] + 1]; q++)
                    if (mark[B->col[q]] != r) { mark[B->col[q]] = r; cnt++; }
            C->ptr[r + 1] = cnt;
        }
#pragma omp single
        {
            for (int r = 0; r < A->rows; r++) C->ptr[r + 1] += C->ptr[r];
            C->col = get(sizeof(int) * C->ptr[A->rows]);
            C->val = get(sizeof(double) * C->ptr[A->rows]);
        }
        for (int c = 0; c < B->cols; c++) mark[c] = -1;
#pragma omp for schedule(static)
        for (int r = 0; r < A->rows; r++) {            /* compute */
            int begin = C->ptr[r], nnz = begin;
            for (int k = A->ptr[r]; k < A->ptr[r + 1]; k++) {
                double a = A->val[k];
                int i = A->col[k];
                work += 2 * (B->ptr[i + 1] - B->ptr[i]);
                for (int q = B->ptr[i]; q < B->ptr[i + 1]; q++) {
                    int c = B->col[q];
                    if (mark[c] < begin) {
                        mark[c] = nnz;
                        C->col[nnz] = c;
                        C->val[nnz++] = a * B->val[q];
                    } else C->val[mark[c]] += a * B->val[q];
                }
            }
        }
        free(mark);
    }
    flops += work;
    return C;
}

static int aggregate(const csr *A, const double *dinv, int *agg)
{
    int na = 0;
    for (int i = 0; i < A->rows; i++) agg[i] = -1;
    for (int i = 0; i < A->rows; i++) {
        int ok = agg[i] < 0;
        for (int k = A->ptr[i]; ok && k < A->ptr[i + 1]; k++)
            if (agg[A->col[k]] >= 0 && fabs(A->val[k]) * dinv[i] > 0.08) ok = 0;
        if (!ok) continue;
        for (int k = A->ptr[i]; k < A->ptr[i + 1]; k++)
            if (agg[A->col[k]] < 0 && fabs(A->val[k]) * dinv[i] > 0.08) agg[A->col[k]] = na;
        agg[i] = na++;
    }
    for (int i = 0; i < A->rows; i++) {
        if (agg[i] >= 0) continue;
        double best = 0;
        int to = -1;
        for (int k = A->ptr[i]; k < A->ptr[i + 1]; k++)
            if (A->col[k] != i && agg[A->col[k]] >= 0 && -A->val[k] > best) { best = -A->val[k]; to = agg[A->col[k]]; }
        agg[i] = to >= 0 ? to : na++;
    }
    return na;
}

static level *setup(csr *A, int depth)
{
    level *L = calloc(1, sizeof *L);
    int n = A->rows;
    L->A = A;
    L->dinv = get(sizeof(double) * n);
    L->x = calloc(n, sizeof(double)); L->b = calloc(n, sizeof(double));
    L->r = calloc(n, sizeof(double)); L->t = calloc(n, sizeof(double));
#pragma omp parallel for if (n > 4000)
    for (int i = 0; i < n; i++)
        for (int k = A->ptr[i]; k < A->ptr[i + 1]; k++)
            if (A->col[k] == i) L->dinv[i] = 1 / A->val[k];
    if (n < 200 || depth > 8) return L;
    int *agg = get(sizeof(int) * n), na = aggregate(A, L->dinv, agg);
    csr *T = csr_new(n, na, n);
#pragma omp parallel for if (n > 4000)
    for (int i = 0; i < n; i++) { T->col[i] = agg[i]; T->val[i] = 1; T->ptr[i + 1] = i + 1; }
    free(agg);
    csr *S = csr_new(n, n, A->ptr[n]);             /* I - w D^-1 A */
#pragma omp parallel for if (n > 4000)
    for (int i = 0; i < n; i++) {
        for (int k = A->ptr[i]; k < A->ptr[i + 1]; k++) {
            S->col[k] = A->col[k];
            S->val[k] = (A->col[k] == i) - 0.6 * L->dinv[i] * A->val[k];
        }
        S->ptr[i + 1] = A->ptr[i + 1];
    }
    L->P = multiply(S, T);
    csr_free(S); csr_free(T);
    L->R = transpose(L->P);
    csr *AP = multiply(A, L->P);
    csr *C = multiply(L->R, AP);
    csr_free(AP);
    L->next = setup(C, depth + 1);
    return L;
}

static void spmv(const csr *A, const double *x, double *y)
{
#pragma omp parallel for if (A->rows > 4000)
    for (int r = 0; r < A->rows; r++) {
        double s = 0;
        for (int k = A->ptr[r]; k < A->ptr[r + 1]; k++) s += A->val[k] * x[A->col[k]];
        y[r] = s;
    }
}

static double dot(const double *a, const double *b, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++) s += a[i] * b[i];
    return s;
}

static void smooth(level *L, int sweeps)
{
    while (sweeps--) {
        spmv(L->A, L->x, L->t);
#pragma omp parallel for if (L->A->rows > 4000)
        for (int i = 0; i < L->A->rows; i++) L->x[i] += 0.6 * L->dinv[i] * (L->b[i] - L->t[i]);
    }
}

static void vcycle(level *L)
{
    int n = L->A->rows;
    memset(L->x, 0, sizeof(double) * n);
    if (!L->next) { smooth(L, 60); return; }
    smooth(L, 2);
    spmv(L->A, L->x, L->t);
#pragma omp parallel for if (n > 4000)
    for (int i = 0; i < n; i++) L->r[i] = L->b[i] - L->t[i];
    spmv(L->R, L->r, L->next->b);
    vcycle(L->next);
    spmv(L->P, L->next->x, L->t);
#pragma omp parallel for if (n > 4000)
    for (int i = 0; i < n; i++) L->x[i] += L->t[i];
    smooth(L, 2);
}

int main(int argc, char **argv)
{
    int side = argc > 1 ? atoi(argv[1]) : 1000, maxit = argc > 2 ? atoi(argv[2]) : 100;
    if (side < 8 || side > 4000) { fprintf(stderr, "usage: galerk side maxit\n"); return 1; }
    level *L = setup(diffusion(side), 0);
    for (level *l = L; l; l = l->next)
        printf("level rows %8d nonzeros %9d\n", l->A->rows, l->A->ptr[l->A->rows]);
    printf("setup flops %ld\n", flops);

    int n = L->A->rows;
    double *x = calloc(n, sizeof *x), *r = get(sizeof *r * n), *p = calloc(n, sizeof *p), *q = get(sizeof *q * n);
    for (int i = 0; i < n; i++) r[i] = (i * 37 % 101) / 100.0 - 0.3;
    double r0 = sqrt(dot(r, r, n)), rz = 0, rn = r0;
    int it = 0;
    for (; it < maxit && rn > 1e-8 * r0; it++) {
        memcpy(L->b, r, sizeof *r * n);
        vcycle(L);
        double old = rz;
        rz = dot(r, L->x, n);
        double beta = it ? rz / old : 0;
#pragma omp parallel for if (n > 4000)
        for (int i = 0; i < n; i++) p[i] = L->x[i] + beta * p[i];
        spmv(L->A, p, q);
        double alpha = rz / dot(p, q, n);
#pragma omp parallel for if (n > 4000)
        for (int i = 0; i < n; i++) { x[i] += alpha * p[i]; r[i] -= alpha * q[i]; }
        rn = sqrt(dot(r, r, n));
        if (it % 2 == 0) printf("iteration %3d residual %.6e\n", it, rn / r0);
    }
    double sum = 0, peak = 0;
    for (int i = 0; i < n; i++) { sum += x[i]; if (fabs(x[i]) > peak) peak = fabs(x[i]); }
    printf("iterations %d residual %.3e sum %.8f peak %.8f\n", it, rn / r0, sum, peak);
    return 0;
}
