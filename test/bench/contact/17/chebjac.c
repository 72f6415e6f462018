/*
 * chebjac - steady state of a resistor network (irregular mesh) by
 * Chebyshev accelerated Jacobi iteration on a CSR matrix.
 *
 * usage: chebjac [side] [maxiter]
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct {
    int n;
    int *rowptr;
    int *col;
    double *val;
    double *diag;
} csr_t;

typedef struct {
    int a, b;
    double g;
} resistor_t;

static unsigned long long rng_state = 88172645463325252ull;

static unsigned rnd(void)
{
    rng_state ^= rng_state << 13;
    rng_state ^= rng_state >> 7;
    rng_state ^= rng_state << 17;
    return (unsigned)(rng_state >> 32);
}

static double rnd01(void)
{
    return rnd() / 4294967296.0;
}

static void *alloc(size_t bytes)
{
    void *p = malloc(bytes);
    if (!p) {
        perror("chebjac");
        exit(EXIT_FAILURE);
    }
    return p;
}

/* grid of resistors plus some random long wires */
static resistor_t *make_network(int side, int *count)
{
    int extra = side * side / 3, m = 0;
    resistor_t *r = alloc(((size_t)2 * side * side + extra) * sizeof *r);

    for (int y = 0; y < side; y++)
        for (int x = 0; x < side; x++) {
            int v = y * side + x;
            if (x + 1 < side) {
                r[m].a = v;
                r[m].b = v + 1;
                r[m++].g = 0.5 + rnd01();
            }
            if (y + 1 < side) {
                r[m].a = v;
                r[m].b = v + side;
                r[m++].g = 0.5 + rnd01();
            }
        }
    for (int k = 0; k < extra; k++) {
        int a = (int)(rnd() % (unsigned)(side * side));
        int b = (a + 1 + (int)(rnd() % (unsigned)(5 * side))) % (side * side);
        if (a == b)
            continue;
        r[m].a = a;
        r[m].b = b;
        r[m++].g = 0.05 * rnd01();
    }
    *count = m;
    return r;
}

static csr_t assemble(int n, const resistor_t *r, int m, const double *leak)
{
    csr_t A;
    int *fill = calloc((size_t)n + 1, sizeof *fill);

    A.n = n;
    A.rowptr = alloc(((size_t)n + 1) * sizeof *A.rowptr);
    A.col = alloc((size_t)2 * m * sizeof *A.col);
    A.val = alloc((size_t)2 * m * sizeof *A.val);
    A.diag = alloc((size_t)n * sizeof *A.diag);
    if (!fill)
        exit(EXIT_FAILURE);
    for (int i = 0; i < m; i++) {
        fill[r[i].a]++;
        fill[r[i].b]++;
    }
    A.rowptr[0] = 0;
    for (int i = 0; i < n; i++) {
        A.rowptr[i + 1] = A.rowptr[i] + fill[i];
        fill[i] = A.rowptr[i];
        A.diag[i] = leak[i];
    }
    for (int i = 0; i < m; i++) {
        int a = r[i].a, b = r[i].b;
        A.col[fill[a]] = b;
        A.val[fill[a]++] = -r[i].g;
        A.col[fill[b]] = a;
        A.val[fill[b]++] = -r[i].g;
        A.diag[a] += r[i].g;
        A.diag[b] += r[i].g;
    }
    free(fill);
    return A;
}

static void residual(const csr_t *A, const double *x, const double *b, double *r)
{
    for (int i = 0; i < A->n; i++) {
        double s = b[i] - A->diag[i] * x[i];
        for (int k = A->rowptr[i]; k < A->rowptr[i + 1]; k++)
            s -= A->val[k] * x[A->col[k]];
        r[i] = s;
    }
}

static double max_abs(const double *v, int n)
{
    double m = 0.0;
    for (int i = 0; i < n; i++)
        if (fabs(v[i]) > m)
            m = fabs(v[i]);
    return m;
}

static int solve(const csr_t *A, const double *b, double *x, int maxiter, double tol)
{
    int n = A->n, it;
    double *r = alloc((size_t)n * sizeof *r), *d = alloc((size_t)n * sizeof *d);
    double lmin = 0.0006, lmax = 2.0;
    double theta = 0.5 * (lmax + lmin), delta = 0.5 * (lmax - lmin);
    double sigma = theta / delta, rho = 1.0 / sigma;

    residual(A, x, b, r);
    for (int i = 0; i < n; i++)
        d[i] = r[i] / A->diag[i] / theta;
    for (it = 1; it <= maxiter; it++) {
        double rnew, norm;
        for (int i = 0; i < n; i++)
            x[i] += d[i];
        residual(A, x, b, r);
        if (it % 10 == 0) {
            norm = max_abs(r, n);
            if (it % 50 == 0)
                printf("  iter %4d  |r| = %.6e\n", it, norm);
            if (norm < tol)
                break;
        }
        rnew = 1.0 / (2.0 * sigma - rho);
        for (int i = 0; i < n; i++)
            d[i] = rnew * rho * d[i] + 2.0 * rnew / delta * (r[i] / A->diag[i]);
        rho = rnew;
    }
    free(r);
    free(d);
    return it;
}

int main(int argc, char **argv)
{
    int side = argc > 1 ? atoi(argv[1]) : 300;
    int maxiter = argc > 2 ? atoi(argv[2]) : 700;
    int n = side * side, m, it;
    double sum = 0.0;

    if (side < 4)
        return 1;
    resistor_t *net = make_network(side, &m);
    double *leak = alloc((size_t)n * sizeof *leak);
    double *b = alloc((size_t)n * sizeof *b);
    double *x = alloc((size_t)n * sizeof *x);
    for (int i = 0; i < n; i++) {
        leak[i] = 0.002 + (rnd() % 50 == 0 ? 0.5 : 0.0);
        b[i] = rnd() % 97 == 0 ? 2.0 * rnd01() - 0.7 : 0.0;
        x[i] = 0.0;
    }
    csr_t A = assemble(n, net, m, leak);
    printf("%d nodes, %d resistors, %d nonzeros\n", n, m, A.rowptr[n]);
    it = solve(&A, b, x, maxiter, 1e-9);
    printf("stopped after %d iterations\n", it);
    for (int i = 0; i < n; i++)
        sum += x[i] * leak[i];
    printf("leak current %.10f\n", sum);
    for (int k = 0; k < 8; k++) {
        int i = (int)((long long)n * (2 * k + 1) / 16);
        printf("  v[%d] = %.9f\n", i, x[i]);
    }
    free(net); free(leak); free(b); free(x);
    free(A.rowptr); free(A.col); free(A.val); free(A.diag);
    return 0;
}
