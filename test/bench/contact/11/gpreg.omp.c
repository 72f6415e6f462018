/*
 * gpreg - Gaussian process regression with an ARD kernel.
 *
 * Fits a noisy 3-D test function: kernel matrix, Cholesky factorization,
 * triangular solves, log marginal likelihood over a small grid of length
 * scales, then predictive mean and variance on test points.
 *
 * usage: gpreg [train [test [kernel]]]     kernel: rbf | matern32 | rq
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>

#define DIM 3

typedef struct {
    int rows, cols;
    double *a;
} Matrix;

#define AT(m, i, j) ((m)->a[(size_t)(i) * (m)->cols + (j)])

typedef enum { K_RBF, K_MATERN32, K_RQ } KernelType;

typedef struct {
    KernelType type;
    double length[DIM];
    double amplitude;
    double noise;
} Kernel;

typedef struct {
    Matrix x;           /* n x DIM */
    double *y;
    Matrix chol;        /* lower triangular */
    double *alpha;
    double loglik;
    Kernel k;
} GP;

static const char *kernel_names[] = { "rbf", "matern32", "rq" };
static unsigned long long rstate = 42;

static double urand(void)
{
    rstate = rstate * 6364136223846793005ULL + 1442695040888963407ULL;
    return (double)(rstate >> 11) / 9007199254740992.0;
}

static double nrand(void)
{
    double s = 0;
    for (int i = 0; i < 12; i++)
        s += urand();
    return s - 6.0;
}

static void *allocate(size_t bytes)
{
    void *p = malloc(bytes);
    if (!p) {
        fprintf(stderr, "gpreg: cannot allocate %zu bytes\n", bytes);
        exit(EXIT_FAILURE);
    }
    return p;
}

static Matrix matrix(int rows, int cols)
{
    Matrix m = { rows, cols, allocate((size_t)rows * cols * sizeof(double)) };
    return m;
}

static double target(const double *x)
{
    return sin(3.0 * x[0]) + 0.5 * x[1] * x[1] - 0.7 * cos(2.0 * x[0] * x[2]);
}

static void sample_inputs(Matrix *x)
{
    for (int i = 0; i < x->rows; i++)
        for (int d = 0; d < DIM; d++)
            AT(x, i, d) = 2.0 * urand() - 1.0;
}

static double kernel_eval(const Kernel *k, const double *p, const double *q)
{
    double r2 = 0;
    for (int d = 0; d < DIM; d++) {
        double t = (p[d] - q[d]) / k->length[d];
        r2 += t * t;
    }
    switch (k->type) {
    case K_MATERN32: {
        double r = sqrt(3.0 * r2);
        return k->amplitude * (1.0 + r) * exp(-r);
    }
    case K_RQ:
        return k->amplitude / (1.0 + 0.5 * r2);
    default:
        return k->amplitude * exp(-0.5 * r2);
    }
}

static void kernel_matrix(const Kernel *k, const Matrix *x, Matrix *out)
{
    /* only the lower triangle is read by the factorization */
#pragma omp parallel for schedule(dynamic, 8)
    for (int i = 0; i < x->rows; i++) {
        for (int j = 0; j <= i; j++)
            AT(out, i, j) = kernel_eval(k, &AT(x, i, 0), &AT(x, j, 0));
        AT(out, i, i) += k->noise;
    }
}

/* rows i0..i0+3, columns j0..j0+3, subtract products for k in [k0, k1), k ascending */
static void block4x4(Matrix *m, int i0, int j0, int k0, int k1)
{
    const double *a0 = &AT(m, i0, 0), *a1 = a0 + m->cols, *a2 = a1 + m->cols, *a3 = a2 + m->cols;
    const double *b0 = &AT(m, j0, 0), *b1 = b0 + m->cols, *b2 = b1 + m->cols, *b3 = b2 + m->cols;
    double s[4][4];

    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++)
            s[i][j] = AT(m, i0 + i, j0 + j);
    for (int k = k0; k < k1; k++) {
        double a[4] = { a0[k], a1[k], a2[k], a3[k] }, b[4] = { b0[k], b1[k], b2[k], b3[k] };
        for (int i = 0; i < 4; i++)
            for (int j = 0; j < 4; j++)
                s[i][j] -= a[i] * b[j];
    }
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++)
            AT(m, i0 + i, j0 + j) = s[i][j];
}

/* subtract the part of the dot products that belongs to earlier panels */
static void update_rows(Matrix *m, int i0, int i1, int j0, int j1)
{
    for (int i = i0; i < i1; i += 4)
        for (int j = j0; j < j1; j += 4) {
            if (i + 4 <= i1 && j + 4 <= j1) {
                block4x4(m, i, j, 0, j0);
                continue;
            }
            for (int ii = i; ii < i1 && ii < i + 4; ii++)
                for (int jj = j; jj < j1 && jj < j + 4; jj++) {
                    double s = AT(m, ii, jj);
                    for (int k = 0; k < j0; k++)
                        s -= AT(m, ii, k) * AT(m, jj, k);
                    AT(m, ii, jj) = s;
                }
        }
}

enum { PANEL = 32 };

/*
 * in-place lower Cholesky, left-looking by column panels; the terms of every
 * element are subtracted in the order of the textbook loop. The part above
 * the diagonal is left as it is. Returns 0 on success.
 */
static int cholesky(Matrix *m)
{
    int n = m->rows, err = 0;
#pragma omp parallel
    for (int j0 = 0; j0 < n; j0 += PANEL) {
        int j1 = j0 + PANEL < n ? j0 + PANEL : n;
#pragma omp single
        {
            update_rows(m, j0, j1, j0, j1);
            for (int j = j0; j < j1 && !err; j++) {
                double d = AT(m, j, j);
                for (int k = j0; k < j; k++)
                    d -= AT(m, j, k) * AT(m, j, k);
                if (d <= 0.0) {
                    err = j + 1;
                    break;
                }
                d = sqrt(d);
                AT(m, j, j) = d;
                for (int i = j + 1; i < j1; i++) {
                    double s = AT(m, i, j);
                    for (int k = j0; k < j; k++)
                        s -= AT(m, i, k) * AT(m, j, k);
                    AT(m, i, j) = s / d;
                }
            }
        }
        if (err)
            break;
#pragma omp for schedule(dynamic, 1)
        for (int i0 = j1; i0 < n; i0 += 16) {
            int i1 = i0 + 16 < n ? i0 + 16 : n;
            update_rows(m, i0, i1, j0, j1);
            for (int j = j0; j < j1; j++)
                for (int i = i0; i < i1; i++) {
                    double s = AT(m, i, j);
                    for (int k = j0; k < j; k++)
                        s -= AT(m, i, k) * AT(m, j, k);
                    AT(m, i, j) = s / AT(m, j, j);
                }
        }
    }
    return err;
}

static void solve_lower(const Matrix *l, double *b)
{
    for (int i = 0; i < l->rows; i++) {
        double s = b[i];
        for (int k = 0; k < i; k++)
            s -= AT(l, i, k) * b[k];
        b[i] = s / AT(l, i, i);
    }
}

static void solve_lower_transposed(const Matrix *l, double *b)
{
    for (int i = l->rows - 1; i >= 0; i--) {
        double s = b[i];
        for (int k = l->rows - 1; k > i; k--)
            s -= AT(l, k, i) * b[k];
        b[i] = s / AT(l, i, i);
    }
}

static int gp_fit(GP *gp)
{
    int n = gp->x.rows;
    kernel_matrix(&gp->k, &gp->x, &gp->chol);
    int err = cholesky(&gp->chol);
    if (err)
        return err;
    memcpy(gp->alpha, gp->y, n * sizeof(double));
    solve_lower(&gp->chol, gp->alpha);
    double quad = 0, logdet = 0;
    for (int i = 0; i < n; i++) {
        quad += gp->alpha[i] * gp->alpha[i];
        logdet += log(AT(&gp->chol, i, i));
    }
    solve_lower_transposed(&gp->chol, gp->alpha);
    gp->loglik = -0.5 * quad - logdet - 0.5 * n * log(2.0 * M_PI);
    return 0;
}

enum { GROUP = 8 };

/* GROUP test points share every pass over the factor; work is n x GROUP */
static void gp_predict(const GP *gp, const Matrix *x, int first, int count, double *work, double *mean, double *var)
{
    int n = gp->x.rows;
    double m[GROUP] = { 0 }, v[GROUP];

    for (int g = 0; g < GROUP; g++)
        v[g] = gp->k.amplitude + gp->k.noise;
    for (int i = 0; i < n; i++) {
        const double *row = gp->chol.a + (size_t)i * n;
        double s[GROUP];
        for (int g = 0; g < GROUP; g++) {
            s[g] = kernel_eval(&gp->k, &AT(x, first + (g < count ? g : 0), 0), &AT(&gp->x, i, 0));
            m[g] += s[g] * gp->alpha[i];
        }
        for (int k = 0; k < i; k++) {
            double l = row[k];
#pragma omp simd
            for (int g = 0; g < GROUP; g++)
                s[g] -= l * work[(size_t)k * GROUP + g];
        }
        for (int g = 0; g < GROUP; g++) {
            double w = s[g] / row[i];
            work[(size_t)i * GROUP + g] = w;
            v[g] -= w * w;
        }
    }
    for (int g = 0; g < count; g++) {
        mean[first + g] = m[g];
        var[first + g] = v[g] > 0 ? v[g] : 0;
    }
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 720;
    int nt = argc > 2 ? atoi(argv[2]) : 1200;
    KernelType type = K_RBF;
    static const double grid[] = { 0.4, 0.8, 1.6 };
    int bad = n < 2 || nt < 1;

    if (argc > 3) {
        int k;
        for (k = 0; k < 3 && strcmp(argv[3], kernel_names[k]); k++)
            ;
        bad |= k == 3;
        type = (KernelType)k;
    }
    if (bad) {
        fprintf(stderr, "usage: %s [train [test [rbf|matern32|rq]]]\n", argv[0]);
        return 2;
    }

    GP gp = { .x = matrix(n, DIM), .y = allocate(n * sizeof(double)), .chol = matrix(n, n),
              .alpha = allocate(n * sizeof(double)), .k = { type, { 1, 1, 1 }, 1.5, 0.01 } };
    Matrix xt = matrix(nt, DIM);
    double *mean = allocate(nt * sizeof(double)), *var = allocate(nt * sizeof(double));
    double best = -HUGE_VAL, best_len[2] = { 1, 1 };

    sample_inputs(&gp.x);
    for (int i = 0; i < n; i++)
        gp.y[i] = target(&AT(&gp.x, i, 0)) + 0.1 * nrand();
    sample_inputs(&xt);

    for (int a = 0; a < 3; a++) {
        for (int b = 0; b < 3; b++) {
            gp.k.length[0] = gp.k.length[2] = grid[a];
            gp.k.length[1] = grid[b];
            int err = gp_fit(&gp);
            if (err) {
                printf("lengths %.2f %.2f: not positive definite at row %d\n", grid[a], grid[b], err - 1);
                continue;
            }
            printf("lengths %.2f %.2f: log likelihood %.8f\n", grid[a], grid[b], gp.loglik);
            if (gp.loglik > best) {
                best = gp.loglik;
                best_len[0] = grid[a];
                best_len[1] = grid[b];
            }
        }
    }
    gp.k.length[0] = gp.k.length[2] = best_len[0];
    gp.k.length[1] = best_len[1];
    if (gp_fit(&gp)) {
        fprintf(stderr, "gpreg: no usable kernel parameters\n");
        return 1;
    }
#pragma omp parallel
    {
        double *work = allocate((size_t)n * GROUP * sizeof(double));
#pragma omp for schedule(dynamic, 1)
        for (int i = 0; i < nt; i += GROUP)
            gp_predict(&gp, &xt, i, nt - i < GROUP ? nt - i : GROUP, work, mean, var);
        free(work);
    }

    double se = 0, sv = 0;
    int inside = 0;
    for (int i = 0; i < nt; i++) {
        double e = mean[i] - target(&AT(&xt, i, 0));
        se += e * e;
        sv += var[i];
        inside += fabs(e) < 2.0 * sqrt(var[i]);
    }
    printf("%s kernel, best lengths %.2f %.2f, %d train, %d test\n", kernel_names[type],
           best_len[0], best_len[1], n, nt);
    printf("rmse %.10f mean variance %.10f within 2 sd %d\n", sqrt(se / nt), sv / nt, inside);
    for (int i = 0; i < nt; i += (nt + 4) / 5)
        printf("x (% .4f % .4f % .4f) -> %.8f +- %.8f\n", AT(&xt, i, 0), AT(&xt, i, 1), AT(&xt, i, 2),
               mean[i], sqrt(var[i]));
    free(gp.x.a);
    free(gp.y);
    free(gp.chol.a);
    free(gp.alpha);
    free(xt.a);
    free(mean);
    free(var);
    return 0;
}
