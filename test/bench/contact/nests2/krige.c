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

/* lower triangle in place; returns the failing row or -1 */
static int cholesky(Mat *a)
{
    int n = a->rows;

    for (int j = 0; j < n; j++)
        for (int i = j; i < n; i++) {
            double s = EL(a, i, j);
            for (int k = 0; k < j; k++)
                s -= EL(a, i, k) * EL(a, j, k);
            if (i == j) {
                if (s <= 0.0)
                    return j;
                EL(a, j, j) = sqrt(s);
            } else {
                EL(a, i, j) = s / EL(a, j, j);
            }
        }
    return -1;
}

/* B := L^-T L^-1 B, one realisation after the other */
static void solve(const Mat *l, Mat *b)
{
    int n = l->rows;

    for (int r = 0; r < b->cols; r++) {
        for (int i = 0; i < n; i++) {
            double s = EL(b, i, r);
            for (int j = 0; j < i; j++)
                s -= EL(l, i, j) * EL(b, j, r);
            EL(b, i, r) = s / EL(l, i, i);
        }
        for (int i = n - 1; i >= 0; i--) {
            double s = EL(b, i, r);
            for (int j = i + 1; j < n; j++)
                s -= EL(l, j, i) * EL(b, j, r);
            EL(b, i, r) = s / EL(l, i, i);
        }
    }
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
    solve(&k, &b);

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
