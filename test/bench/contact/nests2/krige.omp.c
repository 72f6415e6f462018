/* Simple kriging: factor the covariance of the station positions once and
 * solve for many realisations (one column of the right-hand side each).
 *
 *   usage: krige [stations [realisations]]
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct {
    int rows, cols, ld;
    double *v;
} Mat;

#define EL(M, i, j) ((M)->v[(size_t)(i) * (M)->ld + (j)])

typedef struct {
    double x, y;
} Station;

static uint64_t rng_state = 88172645463325252ULL;

static double rnd(void)
{
    rng_state ^= rng_state << 13;
    rng_state ^= rng_state >> 7;
    rng_state ^= rng_state << 17;
    return (double)(rng_state >> 11) / 9007199254740992.0;
}

static int mat_alloc(Mat *m, int rows, int cols)
{
    m->rows = rows;
    m->cols = cols;
    m->ld = (cols + 7) / 8 * 8 + 8;
    m->v = calloc((size_t)rows * m->ld, sizeof *m->v);
    return m->v ? 0 : -1;
}

static void covariance(Mat *k, const Station *st, double range, double nugget)
{
    for (int i = 0; i < k->rows; i++)
        for (int j = 0; j <= i; j++) {
            double dx = st[i].x - st[j].x;
            double dy = st[i].y - st[j].y;
            double c = exp(-(dx * dx + dy * dy) / (2.0 * range * range));
            EL(k, i, j) = i == j ? c + nugget : c;
        }
}

#define NB 48 /* columns of a Cholesky panel */
#define RW 32 /* realisations solved together */

/* lower triangle in place; returns the failing row or -1.
 * Right-looking by panels; each element still loses its terms by ascending k. */
static int cholesky(Mat *a)
{
    int n = a->rows;
    double *pt = malloc((size_t)NB * n * sizeof *pt); /* panel, transposed */
    if (!pt)
        return 0;

    for (int k0 = 0; k0 < n; k0 += NB) {
        int k1 = k0 + NB < n ? k0 + NB : n;
        for (int j = k0; j < k1; j++)
            for (int i = j; i < n; i++) {
                const double *restrict ri = &EL(a, i, 0), *restrict rj = &EL(a, j, 0);
                double s = ri[j];
                for (int k = k0; k < j; k++)
                    s -= ri[k] * rj[k];
                if (i == j) {
                    if (s <= 0.0) {
                        free(pt);
                        return j;
                    }
                    EL(a, j, j) = sqrt(s);
                } else {
                    EL(a, i, j) = s / EL(a, j, j);
                }
            }
        int nk = k1 - k0;
        for (int i = k1; i < n; i++)
            for (int k = 0; k < nk; k++)
                pt[(size_t)k * n + i] = EL(a, i, k0 + k);
#pragma omp parallel for schedule(dynamic, 8)
        for (int i = n - 1; i >= k1; i--) {
            double *restrict c = &EL(a, i, 0);
            const double *restrict p = c + k0;
            int k = 0;
            for (; k + 4 <= nk; k += 4) {
                const double *restrict t0 = pt + (size_t)k * n;
                const double *restrict t1 = t0 + n, *restrict t2 = t1 + n, *restrict t3 = t2 + n;
                double f0 = p[k], f1 = p[k + 1], f2 = p[k + 2], f3 = p[k + 3];
#pragma omp simd
                for (int j = k1; j <= i; j++) {
                    double s = c[j];
                    s -= f0 * t0[j];
                    s -= f1 * t1[j];
                    s -= f2 * t2[j];
                    s -= f3 * t3[j];
                    c[j] = s;
                }
            }
            for (; k < nk; k++) {
                const double *restrict t0 = pt + (size_t)k * n;
                double f0 = p[k];
#pragma omp simd
                for (int j = k1; j <= i; j++)
                    c[j] -= f0 * t0[j];
            }
        }
    }
    free(pt);
    return -1;
}

/* acc -= sum over j in [j0,j1) of l[j] * x[j][], terms in ascending j */
static inline void eliminate(double *restrict acc, const double *restrict l,
                             const double (*restrict x)[RW], int j0, int j1)
{
    int j = j0;
    for (; j + 4 <= j1; j += 4) {
        double f0 = l[j], f1 = l[j + 1], f2 = l[j + 2], f3 = l[j + 3];
#pragma omp simd
        for (int r = 0; r < RW; r++) {
            double s = acc[r];
            s -= f0 * x[j][r];
            s -= f1 * x[j + 1][r];
            s -= f2 * x[j + 2][r];
            s -= f3 * x[j + 3][r];
            acc[r] = s;
        }
    }
    for (; j < j1; j++) {
        double f0 = l[j];
#pragma omp simd
        for (int r = 0; r < RW; r++)
            acc[r] -= f0 * x[j][r];
    }
}

/* B := L^-T L^-1 B, RW packed realisations at a time */
static int solve(const Mat *l, Mat *b)
{
    int n = l->rows, fail = 0;
    Mat u;
    if (mat_alloc(&u, n, n))
        return -1;

#pragma omp parallel
    {
#pragma omp for schedule(dynamic, 16)
        for (int i = 0; i < n; i++)
            for (int j = i; j < n; j++)
                EL(&u, i, j) = EL(l, j, i);

        double(*x)[RW] = malloc((size_t)n * sizeof *x);
        if (!x) {
#pragma omp atomic write
            fail = -1;
        }
#pragma omp for schedule(dynamic, 1)
        for (int r0 = 0; r0 < b->cols; r0 += RW) {
            int nw = b->cols - r0 < RW ? b->cols - r0 : RW;
            double acc[RW];
            if (!x)
                continue;
            for (int i = 0; i < n; i++)
                for (int r = 0; r < RW; r++)
                    x[i][r] = r < nw ? EL(b, i, r0 + r) : 0.0;
            for (int i = 0; i < n; i++) {
                double d = EL(l, i, i);
                for (int r = 0; r < RW; r++)
                    acc[r] = x[i][r];
                eliminate(acc, &EL(l, i, 0), (const double(*)[RW])x, 0, i);
                for (int r = 0; r < RW; r++)
                    x[i][r] = acc[r] / d;
            }
            for (int i = n - 1; i >= 0; i--) {
                double d = EL(&u, i, i);
                for (int r = 0; r < RW; r++)
                    acc[r] = x[i][r];
                eliminate(acc, &EL(&u, i, 0), (const double(*)[RW])x, i + 1, n);
                for (int r = 0; r < RW; r++)
                    x[i][r] = acc[r] / d;
            }
            for (int i = 0; i < n; i++)
                for (int r = 0; r < nw; r++)
                    EL(b, i, r0 + r) = x[i][r];
        }
        free(x);
    }
    free(u.v);
    return fail;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 900;
    int nr = argc > 2 ? atoi(argv[2]) : 500;

    if (n < 2 || nr < 1) {
        fprintf(stderr, "usage: %s [stations [realisations]]\n", argv[0]);
        return 2;
    }

    Station *st = malloc(n * sizeof *st);
    Mat k, b, y;
    if (!st || mat_alloc(&k, n, n) || mat_alloc(&b, n, nr) || mat_alloc(&y, n, nr)) {
        fprintf(stderr, "out of memory\n");
        return 1;
    }

    for (int i = 0; i < n; i++) {
        st[i].x = 100.0 * rnd();
        st[i].y = 100.0 * rnd();
    }
    for (int i = 0; i < n; i++)
        for (int r = 0; r < nr; r++) {
            double z = sin(0.07 * st[i].x + 0.01 * r) * cos(0.05 * st[i].y);
            EL(&y, i, r) = EL(&b, i, r) = z + 0.1 * (rnd() - 0.5);
        }

    covariance(&k, st, 6.0, 0.05);
    int bad = cholesky(&k);
    if (bad >= 0) {
        fprintf(stderr, "covariance not positive definite at row %d\n", bad);
        return 1;
    }
    if (solve(&k, &b)) {
        fprintf(stderr, "out of memory\n");
        return 1;
    }

    double logdet = 0.0;
    for (int i = 0; i < n; i++)
        logdet += 2.0 * log(EL(&k, i, i));

    double sum = 0.0, best = -HUGE_VAL;
    int arg = -1;
    for (int r = 0; r < nr; r++) {
        double q = 0.0;
        for (int i = 0; i < n; i++)
            q += EL(&y, i, r) * EL(&b, i, r);
        double ll = -0.5 * (q + logdet);
        sum += ll;
        if (ll > best) {
            best = ll;
            arg = r;
        }
    }
    printf("logdet %.12g\n", logdet);
    printf("sum of log likelihoods %.12g, best %.12g (realisation %d)\n", sum, best, arg);
    printf("weights %.12g %.12g %.12g\n", EL(&b, 0, 0), EL(&b, n / 2, nr / 2),
           EL(&b, n - 1, nr - 1));
    free(st);
    free(k.v);
    free(b.v);
    free(y.v);
    return 0;
}
