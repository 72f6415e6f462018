/* Gaussian-process regression: kernel matrix, Cholesky factor, solves with
 * several right-hand sides, log-determinant.   usage: chol [n] [nrhs] */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct {
    int rows, cols;
    double *v;
} Mat;

static Mat mat_new(int r, int c)
{
    Mat m = { r, c, calloc((size_t)r * c, sizeof(double)) };
    if (!m.v) { perror("calloc"); exit(1); }
    return m;
}

static double *row(const Mat *m, int i) { return m->v + (size_t)i * m->cols; }

static uint64_t seed = 12345;
static double rnd(void)
{
    seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
    return (double)(seed >> 11) / 9007199254740992.0;
}

static uint64_t fnv(uint64_t h, const void *p, size_t n)
{
    const unsigned char *c = p;
    for (size_t i = 0; i < n; i++) h = (h ^ c[i]) * 1099511628211ULL;
    return h;
}

/* rational-quadratic kernel with a nugget, lower half and diagonal */
static void kernel_matrix(Mat *k, const Mat *x, double ell, double nugget)
{
    for (int i = 0; i < x->rows; i++) {
        const double *xi = row(x, i);
        double *ki = row(k, i);
        for (int j = 0; j <= i; j++) {
            const double *xj = row(x, j);
            double d = 0.0;
            for (int c = 0; c < x->cols; c++) {
                double t = xi[c] - xj[c];
                d += t * t;
            }
            ki[j] = 1.0 / (1.0 + d / ell);
        }
        ki[i] += nugget;
    }
}

/* in place, row by row; returns the log-determinant */
static double cholesky(Mat *a)
{
    int n = a->rows;
    double logdet = 0.0;
    for (int i = 0; i < n; i++) {
        double *ai = row(a, i);
        for (int j = 0; j < i; j++) {
            const double *aj = row(a, j);
            double s = ai[j];
            for (int k = 0; k < j; k++) s -= ai[k] * aj[k];
            ai[j] = s / aj[j];
        }
        double s = ai[i];
        for (int k = 0; k < i; k++) s -= ai[k] * ai[k];
        if (s <= 0.0) { fprintf(stderr, "not positive definite at %d\n", i); exit(2); }
        ai[i] = sqrt(s);
        logdet += 2.0 * log(ai[i]);
    }
    return logdet;
}

/* L L^T X = B, B is n x m and overwritten */
static void solve(const Mat *l, Mat *b)
{
    int n = l->rows, m = b->cols;
    for (int r = 0; r < m; r++) {
        for (int i = 0; i < n; i++) {
            const double *li = row(l, i);
            double s = b->v[(size_t)i * m + r];
            for (int k = 0; k < i; k++) s -= li[k] * b->v[(size_t)k * m + r];
            b->v[(size_t)i * m + r] = s / li[i];
        }
        for (int i = n - 1; i >= 0; i--) {
            double s = b->v[(size_t)i * m + r];
            for (int k = n - 1; k > i; k--)
                s -= l->v[(size_t)k * n + i] * b->v[(size_t)k * m + r];
            b->v[(size_t)i * m + r] = s / l->v[(size_t)i * n + i];
        }
    }
}

static void report(const char *what, const Mat *m)
{
    double s = 0.0, q = 0.0;
    size_t n = (size_t)m->rows * m->cols;
    for (size_t i = 0; i < n; i++) { s += m->v[i]; q += m->v[i] * m->v[i]; }
    printf("%s sum %.17g sumsq %.17g hash %016llx\n", what, s, q,
           (unsigned long long)fnv(14695981039346656037ULL, m->v, n * sizeof(double)));
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 1400;
    int m = argc > 2 ? atoi(argv[2]) : 40;
    if (n < 1 || m < 1) return 1;
    Mat x = mat_new(n, 3), k = mat_new(n, n), b = mat_new(n, m);
    for (int i = 0; i < n * 3; i++) x.v[i] = rnd();
    for (int i = 0; i < n; i++)
        for (int r = 0; r < m; r++)
            row(&b, i)[r] = row(&x, i)[r % 3] * (r + 1) + 0.1 * (rnd() - 0.5);
    kernel_matrix(&k, &x, 0.2, 0.05);
    double logdet = cholesky(&k);
    printf("logdet %.17g\n", logdet);
    report("factor", &k);
    solve(&k, &b);
    report("alpha", &b);
    free(x.v); free(k.v); free(b.v);
    return 0;
}
