// SPDX-License-Identifier: Apache-2.0
// Rank-revealing QR (Householder with column pivoting, as in LAPACK dgeqp3
// without blocking) used for a least squares fit with several right sides.
//
//   rrqr [rows] [cols] [rhs]
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct matrix {
    int rows, cols;
    double *a;              // column major
};

struct qr {
    struct matrix *m;
    int *perm;
    double *tau;
    int rank;
    int swaps;
    int recomputed;
};

static struct matrix *mat_new(int rows, int cols)
{
    struct matrix *m = malloc(sizeof *m);
    m->rows = rows;
    m->cols = cols;
    m->a = calloc((size_t)rows * cols, sizeof(double));
    return m;
}

static void mat_free(struct matrix *m)
{
    free(m->a);
    free(m);
}

static inline double *column(const struct matrix *m, int j)
{
    return m->a + (size_t)j * m->rows;
}

static uint64_t rng_state = 88172645463325252ULL;

static double uniform(void)
{
    rng_state ^= rng_state << 13;
    rng_state ^= rng_state >> 7;
    rng_state ^= rng_state << 17;
    return (double)(rng_state >> 11) / 9007199254740992.0 - 0.5;
}

// Most columns are random; every 7th one nearly depends on two others.
static void fill_design(struct matrix *m)
{
    for (int j = 0; j < m->cols; j++) {
        double *c = column(m, j), scale = 1.0 + 3.0 * (uniform() + 0.5);
        for (int i = 0; i < m->rows; i++)
            c[i] = scale * uniform();
        if (j >= 7 && j % 7 == 0) {
            const double *p = column(m, j - 3), *q = column(m, j - 5);
            for (int i = 0; i < m->rows; i++)
                c[i] = 0.5 * p[i] - 0.25 * q[i] + 1e-13 * c[i];
        }
    }
}

static double norm2(const double *x, int n)
{
    double s = 0.0;
    for (int i = 0; i < n; i++)
        s += x[i] * x[i];
    return sqrt(s);
}

// x becomes v (v[0] implied 1) and beta is returned through *diag
static double make_reflector(double *x, int n, double *diag)
{
    double xnorm = norm2(x + 1, n - 1);
    if (xnorm == 0.0) {
        *diag = x[0];
        return 0.0;
    }
    double beta = -copysign(hypot(x[0], xnorm), x[0]);
    double tau = (beta - x[0]) / beta;
    double inv = 1.0 / (x[0] - beta);
    for (int i = 1; i < n; i++)
        x[i] *= inv;
    *diag = beta;
    return tau;
}

// y -= tau * v * (v' y)
static void apply_reflector(const double *v, double tau, double *y, int n)
{
    double w = y[0];
    for (int i = 1; i < n; i++)
        w += v[i] * y[i];
    w *= tau;
    y[0] -= w;
    for (int i = 1; i < n; i++)
        y[i] -= w * v[i];
}

static void swap_columns(struct matrix *m, int p, int q)
{
    double *a = column(m, p), *b = column(m, q);
    for (int i = 0; i < m->rows; i++) {
        double t = a[i];
        a[i] = b[i];
        b[i] = t;
    }
}

static void factor(struct qr *f, double tol)
{
    struct matrix *m = f->m;
    int rows = m->rows, cols = m->cols;
    double *cnorm = malloc(cols * sizeof(double));
    double *cref = malloc(cols * sizeof(double));
    double first = 0.0;

    for (int j = 0; j < cols; j++) {
        cnorm[j] = cref[j] = norm2(column(m, j), rows);
        f->perm[j] = j;
    }
    for (int k = 0; k < cols; k++) {
        int best = k;
        for (int j = k + 1; j < cols; j++)
            if (cnorm[j] > cnorm[best])
                best = j;
        if (best != k) {
            swap_columns(m, k, best);
            int t = f->perm[k];
            f->perm[k] = f->perm[best];
            f->perm[best] = t;
            cnorm[best] = cnorm[k];
            cref[best] = cref[k];
            f->swaps++;
        }
        double *v = column(m, k) + k, diag;
        f->tau[k] = make_reflector(v, rows - k, &diag);
        if (k == 0)
            first = fabs(diag);
        if (fabs(diag) < tol * first)
            break;
        f->rank = k + 1;
        v[0] = diag;
        for (int j = k + 1; j < cols; j++) {
            double *y = column(m, j) + k;
            apply_reflector(v, f->tau[k], y, rows - k);
            double r = fabs(y[0]) / cnorm[j];
            double t = cnorm[j] > 0.0 ? 1.0 - r * r : 0.0;
            if (t < 0.0)
                t = 0.0;
            double ratio = cnorm[j] / cref[j];
            if (t * ratio * ratio < 1e-8) {
                cnorm[j] = cref[j] = norm2(y + 1, rows - k - 1);
                f->recomputed++;
            } else {
                cnorm[j] *= sqrt(t);
            }
        }
    }
    free(cnorm);
    free(cref);
}

// basic solution; b is overwritten by Q'b, returns the residual norm
static double solve(const struct qr *f, double *b, double *x)
{
    const struct matrix *m = f->m;
    int r = f->rank;
    double *z = malloc((r + 1) * sizeof(double));

    for (int k = 0; k < r; k++)
        apply_reflector(column(m, k) + k, f->tau[k], b + k, m->rows - k);
    memcpy(z, b, r * sizeof(double));
    for (int k = r - 1; k >= 0; k--) {
        const double *c = column(m, k);
        z[k] /= c[k];
        for (int i = 0; i < k; i++)
            z[i] -= z[k] * c[i];
    }
    memset(x, 0, m->cols * sizeof(double));
    for (int k = 0; k < r; k++)
        x[f->perm[k]] = z[k];
    free(z);
    return norm2(b + r, m->rows - r);
}

int main(int argc, char **argv)
{
    int rows = argc > 1 ? atoi(argv[1]) : 1500;
    int cols = argc > 2 ? atoi(argv[2]) : 800;
    int nrhs = argc > 3 ? atoi(argv[3]) : 40;
    if (rows <= cols || cols < 1) {
        fprintf(stderr, "need rows > cols > 0\n");
        return 1;
    }
    struct matrix *A = mat_new(rows, cols), *B = mat_new(rows, nrhs), *X = mat_new(cols, nrhs);
    struct qr f = { A, calloc(cols, sizeof(int)), calloc(cols, sizeof(double)), 0, 0, 0 };
    double *res = malloc(nrhs * sizeof(double));

    fill_design(A);
    for (int j = 0; j < nrhs; j++) {
        double *b = column(B, j);
        for (int i = 0; i < rows; i++)
            b[i] = uniform() + 0.1 * j * column(A, j % cols)[i];
    }
    factor(&f, 1e-10);
    for (int j = 0; j < nrhs; j++)
        res[j] = solve(&f, column(B, j), column(X, j));

    double logdet = 0.0;
    for (int k = 0; k < f.rank; k++)
        logdet += log(fabs(column(A, k)[k]));
    printf("rank %d of %d, %d swaps, %d norms recomputed\n", f.rank, cols, f.swaps, f.recomputed);
    printf("log|det R11| = %.12f\n", logdet);
    for (int j = 0; j < nrhs; j += 1 + nrhs / 8)
        printf("rhs %2d: |x| = %.10f  residual = %.10f\n", j, norm2(column(X, j), cols), res[j]);
    free(f.perm);
    free(f.tau);
    free(res);
    mat_free(A);
    mat_free(B);
    mat_free(X);
    return 0;
}
