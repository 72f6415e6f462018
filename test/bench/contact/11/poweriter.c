/*
 * poweriter - dominant eigenpairs of a sparse symmetric matrix
 *
 * The matrix is the weighted adjacency matrix of a random graph with some
 * locality, assembled from triplets into CSR. Eigenvectors are found one
 * after the other with power iteration and deflation.
 *
 * usage: poweriter [-v] [rows [neighbours [pairs]]]
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>

typedef struct triplet {
    int i, j;
    double v;
} triplet;

typedef struct csr_matrix {
    int n;
    int nnz;
    int *rowptr;
    int *col;
    double *val;
} csr_matrix;

typedef struct eigenpair {
    double lambda;
    double residual;
    int iterations;
    double *x;
} eigenpair;

static int verbose = 0;

static void fatal(const char *what)
{
    fprintf(stderr, "poweriter: %s\n", what);
    exit(1);
}

static void *alloc_or_die(size_t bytes)
{
    void *p = malloc(bytes);
    if (!p)
        fatal("out of memory");
    return p;
}

static unsigned int lcg = 987654321u;

static unsigned int next_random(void)
{
    lcg = lcg * 1664525u + 1013904223u;
    return lcg >> 4;
}

static double next_real(void)
{
    return (double)next_random() / (double)(1u << 28);
}

/* symmetric off-diagonal entries plus a positive diagonal */
static triplet *make_triplets(int n, int neighbours, int *count)
{
    int cap = n * (2 * neighbours + 1), k = 0;
    triplet *t = alloc_or_die(cap * sizeof *t);

    for (int i = 0; i < n; i++) {
        t[k++] = (triplet){ i, i, 4.0 + next_real() };
        for (int e = 0; e < neighbours; e++) {
            int far = next_random() % 10 == 0;
            int reach = far ? n : 200;
            int j = (int)((i + 1 + next_random() % (unsigned)reach) % (unsigned)n);
            double w = next_real() - 0.25;
            if (j == i)
                continue;
            t[k++] = (triplet){ i, j, w };
            t[k++] = (triplet){ j, i, w };
        }
    }
    *count = k;
    return t;
}

/* counting sort by row, then insertion sort of each row by column,
   duplicates are added up */
static csr_matrix *csr_from_triplets(int n, const triplet *t, int count)
{
    csr_matrix *A = alloc_or_die(sizeof *A);
    int *start = alloc_or_die((n + 1) * sizeof(int));
    int *fill = alloc_or_die((n + 1) * sizeof(int));
    int out = 0;

    A->n = n;
    A->rowptr = alloc_or_die((n + 1) * sizeof(int));
    A->col = alloc_or_die(count * sizeof(int));
    A->val = alloc_or_die(count * sizeof(double));
    memset(start, 0, (n + 1) * sizeof(int));
    for (int k = 0; k < count; k++)
        start[t[k].i + 1]++;
    for (int i = 0; i < n; i++)
        start[i + 1] += start[i];
    memcpy(fill, start, (n + 1) * sizeof(int));
    for (int k = 0; k < count; k++) {
        int p = fill[t[k].i]++;
        int lo = start[t[k].i];
        while (p > lo && A->col[p - 1] > t[k].j) {
            A->col[p] = A->col[p - 1];
            A->val[p] = A->val[p - 1];
            p--;
        }
        A->col[p] = t[k].j;
        A->val[p] = t[k].v;
    }
    for (int i = 0; i < n; i++) {
        A->rowptr[i] = out;
        for (int p = start[i]; p < start[i + 1]; p++) {
            if (out > A->rowptr[i] && A->col[out - 1] == A->col[p]) {
                A->val[out - 1] += A->val[p];
            } else {
                A->col[out] = A->col[p];
                A->val[out] = A->val[p];
                out++;
            }
        }
    }
    A->rowptr[n] = A->nnz = out;
    free(start);
    free(fill);
    return A;
}

static void csr_free(csr_matrix *A)
{
    free(A->rowptr);
    free(A->col);
    free(A->val);
    free(A);
}

static void csr_multiply(const csr_matrix *A, const double *x, double *y)
{
    int i, p;
    for (i = 0; i < A->n; i++) {
        double sum = 0.0;
        for (p = A->rowptr[i]; p < A->rowptr[i + 1]; p++)
            sum += A->val[p] * x[A->col[p]];
        y[i] = sum;
    }
}

static double dot(const double *a, const double *b, int n)
{
    double s = 0.0;
    for (int i = 0; i < n; i++)
        s += a[i] * b[i];
    return s;
}

static double norm2(const double *a, int n)
{
    return sqrt(dot(a, a, n));
}

static void scale(double *a, double f, int n)
{
    for (int i = 0; i < n; i++)
        a[i] *= f;
}

static void axpy(double f, const double *x, double *y, int n)
{
    for (int i = 0; i < n; i++)
        y[i] += f * x[i];
}

/* remove the components along already known eigenvectors */
static void deflate(double *x, const eigenpair *known, int nknown, int n)
{
    for (int k = 0; k < nknown; k++)
        axpy(-dot(x, known[k].x, n), known[k].x, x, n);
}

static void find_eigenpair(const csr_matrix *A, eigenpair *pairs, int which, int maxit, double tol)
{
    int n = A->n, it;
    eigenpair *e = &pairs[which];
    double *y = alloc_or_die(n * sizeof(double));

    e->x = alloc_or_die(n * sizeof(double));
    e->lambda = 0.0;
    e->residual = HUGE_VAL;
    for (int i = 0; i < n; i++)
        e->x[i] = next_real() - 0.5;
    deflate(e->x, pairs, which, n);
    scale(e->x, 1.0 / norm2(e->x, n), n);

    for (it = 0; it < maxit && e->residual > tol; it++) {
        csr_multiply(A, e->x, y);
        deflate(y, pairs, which, n);
        e->lambda = dot(e->x, y, n);
        double r = 0.0;
        for (int i = 0; i < n; i++) {
            double d = y[i] - e->lambda * e->x[i];
            r += d * d;
        }
        e->residual = sqrt(r);
        double len = norm2(y, n);
        if (len == 0.0)
            fatal("start vector lies in the null space");
        scale(y, 1.0 / len, n);
        memcpy(e->x, y, n * sizeof(double));
        if (verbose && it % 50 == 0)
            fprintf(stderr, "pair %d iteration %d lambda %.12g residual %.3e\n",
                    which, it, e->lambda, e->residual);
    }
    e->iterations = it;
    free(y);
}

int main(int argc, char **argv)
{
    int n = 60000, neighbours = 10, npairs = 3, count;

    if (argc > 1 && strcmp(argv[1], "-v") == 0) {
        verbose = 1;
        argv++;
        argc--;
    }
    if (argc > 1) n = atoi(argv[1]);
    if (argc > 2) neighbours = atoi(argv[2]);
    if (argc > 3) npairs = atoi(argv[3]);
    if (argc > 4 || n < 2 || n > 5000000 || neighbours < 1 || neighbours > 100 || npairs < 1 || npairs > n) {
        fprintf(stderr, "usage: poweriter [-v] [rows [neighbours [pairs]]]\n");
        return 2;
    }
    triplet *t = make_triplets(n, neighbours, &count);
    csr_matrix *A = csr_from_triplets(n, t, count);
    free(t);
    printf("n = %d, nnz = %d (%.2f per row)\n", A->n, A->nnz, (double)A->nnz / A->n);

    eigenpair *pairs = alloc_or_die(npairs * sizeof *pairs);
    for (int k = 0; k < npairs; k++) {
        find_eigenpair(A, pairs, k, 130, 1e-9);
        printf("lambda[%d] = %.10f  residual %.4e  (%d iterations)\n",
               k, pairs[k].lambda, pairs[k].residual, pairs[k].iterations);
    }
    for (int k = 0; k < npairs; k++) {
        int big = 0;
        for (int i = 1; i < n; i++)
            if (fabs(pairs[k].x[i]) > fabs(pairs[k].x[big]))
                big = i;
        printf("largest component %d: x[%d] = %.9f, |x|_1 share %.9f\n", k, big,
               fabs(pairs[k].x[big]), pairs[k].x[0] * pairs[k].x[0]);
    }
    for (int k = 0; k < npairs; k++)
        free(pairs[k].x);
    free(pairs);
    csr_free(A);
    return 0;
}
