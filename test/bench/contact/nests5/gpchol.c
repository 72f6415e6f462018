/* Gaussian process regression with a dense covariance matrix.
 * The covariance is factored by Cholesky, then used for prediction
 * (mean and variance) at a number of test points. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct matrix {
    int rows, cols;
    double *data;
} Matrix;

static Matrix matNew(int rows, int cols)
{
    Matrix m;
    m.rows = rows;
    m.cols = cols;
    m.data = calloc((size_t)rows * cols, sizeof(double));
    if (!m.data) {
        fprintf(stderr, "out of memory (%d x %d)\n", rows, cols);
        exit(1);
    }
    return m;
}

static void matFree(Matrix *m)
{
    free(m->data);
    m->data = NULL;
}

static inline double get(const Matrix *m, int i, int j)
{
    return m->data[(size_t)i * m->cols + j];
}

static inline void set(Matrix *m, int i, int j, double v)
{
    m->data[(size_t)i * m->cols + j] = v;
}

static unsigned long long rng = 88172645463325252ULL;

static double uniform(void)
{
    rng ^= rng << 13;
    rng ^= rng >> 7;
    rng ^= rng << 17;
    return (double)(rng >> 11) / 9007199254740992.0;
}

/* Wendland compactly supported kernel: cheap and positive definite */
static double kernel(const double *p, const double *q, int dim, double scale)
{
    double r2 = 0.0;
    for (int d = 0; d < dim; d++)
        r2 += (p[d] - q[d]) * (p[d] - q[d]);
    double r = sqrt(r2) / scale;
    if (r >= 1.0)
        return 0.0;
    double t = 1.0 - r;
    return t * t * t * t * (4.0 * r + 1.0);
}

static void covariance(const Matrix *X, Matrix *K, double scale, double noise)
{
    for (int i = 0; i < X->rows; i++)
        for (int j = 0; j < X->rows; j++) {
            double k = kernel(X->data + (size_t)i * X->cols,
                              X->data + (size_t)j * X->cols, X->cols, scale);
            set(K, i, j, i == j ? k + noise : k);
        }
}

/* lower triangle of A is replaced with L; returns 0 on success */
static int cholesky(Matrix *A)
{
    int n = A->rows;
    for (int i = 0; i < n; i++) {
        for (int j = 0; j <= i; j++) {
            double sum = get(A, i, j);
            for (int k = 0; k < j; k++)
                sum -= get(A, i, k) * get(A, j, k);
            if (i == j) {
                if (sum <= 0.0)
                    return i + 1;
                set(A, i, i, sqrt(sum));
            } else {
                set(A, i, j, sum / get(A, j, j));
            }
        }
    }
    return 0;
}

/* B := L^-1 B */
static void forwardSolve(const Matrix *L, Matrix *B)
{
    for (int c = 0; c < B->cols; c++)
        for (int i = 0; i < L->rows; i++) {
            double s = get(B, i, c);
            for (int k = 0; k < i; k++)
                s -= get(L, i, k) * get(B, k, c);
            set(B, i, c, s / get(L, i, i));
        }
}

static double target(const double *p, int dim)
{
    double s = 0.0;
    for (int d = 0; d < dim; d++)
        s += (d + 1) * p[d] * (1.0 - p[d]);
    return s;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 1700;
    int m = argc > 2 ? atoi(argv[2]) : 250;
    int dim = argc > 3 ? atoi(argv[3]) : 3;

    if (n < 1 || m < 1 || dim < 1) {
        fprintf(stderr, "usage: gpchol n m dim\n");
        return 1;
    }
    Matrix X = matNew(n, dim), T = matNew(m, dim);
    Matrix K = matNew(n, n), Ks = matNew(n, m), y = matNew(n, 1);
    for (int i = 0; i < n * dim; i++)
        X.data[i] = uniform();
    for (int i = 0; i < m * dim; i++)
        T.data[i] = uniform();
    for (int i = 0; i < n; i++)
        set(&y, i, 0, target(X.data + (size_t)i * dim, dim) + 0.01 * (uniform() - 0.5));

    covariance(&X, &K, 0.9, 1e-2);
    for (int i = 0; i < n; i++)
        for (int t = 0; t < m; t++)
            set(&Ks, i, t, kernel(X.data + (size_t)i * dim,
                                  T.data + (size_t)t * dim, dim, 0.9));

    int bad = cholesky(&K);
    if (bad) {
        printf("not positive definite at row %d\n", bad);
        return 0;
    }
    forwardSolve(&K, &y);
    forwardSolve(&K, &Ks);

    double logdet = 0.0, quad = 0.0;
    for (int i = 0; i < n; i++) {
        logdet += 2.0 * log(get(&K, i, i));
        quad += get(&y, i, 0) * get(&y, i, 0);
    }
    printf("logdet %.10g quadratic form %.10g\n", logdet, quad);

    double rms = 0.0, meanvar = 0.0;
    for (int t = 0; t < m; t++) {
        double mean = 0.0, var = 1.0;
        for (int i = 0; i < n; i++) {
            mean += get(&Ks, i, t) * get(&y, i, 0);
            var -= get(&Ks, i, t) * get(&Ks, i, t);
        }
        double err = mean - target(T.data + (size_t)t * dim, dim);
        rms += err * err;
        meanvar += var;
        if (t < 3)
            printf("test %d: mean %.9g var %.6g\n", t, mean, var);
    }
    printf("rms error %.8g mean variance %.8g\n", sqrt(rms / m), meanvar / m);
    matFree(&X); matFree(&T); matFree(&K); matFree(&Ks); matFree(&y);
    return 0;
}
