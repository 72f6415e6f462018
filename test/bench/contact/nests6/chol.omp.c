/* Gaussian-process regression (blocked, packed, two threads): kernel matrix, Cholesky factor, solves with
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
    #pragma omp parallel for schedule(dynamic, 16)
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

#define NB 64
typedef double v8 __attribute__((vector_size(64), aligned(8)));

/* C[i0..i0+MR)[j0..j0+16) -= P rows * PT, k ascending; pt is kb x 16 packed */
#define UPDATE_KERNEL(MR)                                                      \
static void upd##MR(double *c, size_t ldc, const double *p, size_t ldp,        \
                    const double *pt, int kb)                                  \
{                                                                              \
    v8 x[MR], y[MR];                                                           \
    for (int r = 0; r < MR; r++) {                                             \
        x[r] = *(v8 *)(c + r * ldc);                                           \
        y[r] = *(v8 *)(c + r * ldc + 8);                                       \
    }                                                                          \
    for (int k = 0; k < kb; k++) {                                             \
        v8 u = *(const v8 *)(pt + k * 16), w = *(const v8 *)(pt + k * 16 + 8); \
        _Pragma("GCC unroll 8")                                                \
        for (int r = 0; r < MR; r++) {                                         \
            double s = p[r * ldp + k];                                         \
            x[r] -= s * u;                                                     \
            y[r] -= s * w;                                                     \
        }                                                                      \
    }                                                                          \
    for (int r = 0; r < MR; r++) {                                             \
        *(v8 *)(c + r * ldc) = x[r];                                           \
        *(v8 *)(c + r * ldc + 8) = y[r];                                       \
    }                                                                          \
}
UPDATE_KERNEL(8)
UPDATE_KERNEL(1)

/* right-looking by blocks: every element still takes its k in ascending order */
static double cholesky(Mat *a)
{
    int n = a->rows;
    size_t ld = (size_t)((n + 15) / 16 * 16);
    double *w = aligned_alloc(64, ld * ld * sizeof *w), *pt = aligned_alloc(64, ld * NB * sizeof *pt);
    if (!w || !pt) { perror("alloc"); exit(1); }
    #pragma omp parallel for schedule(static)
    for (size_t i = 0; i < ld; i++)
        for (size_t j = 0; j < ld; j++)
            w[i * ld + j] = (i < (size_t)n && j <= i) ? a->v[i * n + j] : 0.0;
    int bad = -1;
    #pragma omp parallel
    for (int kk = 0; kk < n && bad < 0; kk += NB) {
        int kb = n - kk < NB ? n - kk : NB, ke = kk + kb;
        #pragma omp single
        for (int j = kk; j < ke; j++) {     /* diagonal block */
            double *aj = w + j * ld;
            for (int c = kk; c < j; c++) {
                double s = aj[c];
                const double *ac = w + c * ld;
                for (int k = kk; k < c; k++) s -= aj[k] * ac[k];
                aj[c] = s / ac[c];
            }
            double s = aj[j];
            for (int k = kk; k < j; k++) s -= aj[k] * aj[k];
            if (s <= 0.0) { bad = j; break; }
            aj[j] = sqrt(s);
        }
        if (bad >= 0) break;
        /* panel below, 16 rows at once in transposed form; leaves pt packed */
        #pragma omp for schedule(dynamic, 2)
        for (int ib = ke / 16; ib < (int)(ld / 16); ib++) {
            double t[NB][16] __attribute__((aligned(64)));
            double *rows = w + (size_t)ib * 16 * ld;
            for (int k = 0; k < kb; k++)
                for (int r = 0; r < 16; r++) t[k][r] = rows[r * ld + kk + k];
            for (int c = 0; c < kb; c++) {
                const double *lc = w + (size_t)(kk + c) * ld + kk;
                v8 x = *(v8 *)t[c], y = *(v8 *)(t[c] + 8);
                for (int k = 0; k < c; k++) {
                    x -= lc[k] * *(v8 *)t[k];
                    y -= lc[k] * *(v8 *)(t[k] + 8);
                }
                *(v8 *)t[c] = x / lc[c];
                *(v8 *)(t[c] + 8) = y / lc[c];
            }
            double *o = pt + (size_t)ib * 16 * NB;
            for (int k = 0; k < kb; k++)
                for (int r = 0; r < 16; r++) {
                    o[k * 16 + r] = t[k][r];
                    if (ib * 16 + r >= ke) rows[r * ld + kk + k] = t[k][r];
                }
        }
        #pragma omp for schedule(dynamic, 1)
        for (int ib = (int)(ld / 8) - 1; ib >= ke / 8; ib--) {
            int i = ib * 8;
            if (i < ke) continue;       /* ke < n is a multiple of 8 */
            for (int jb = ke / 16; jb * 16 <= i + 7; jb++) {
                const double *q = pt + (size_t)jb * 16 * NB;
                upd8(w + i * ld + jb * 16, ld, w + i * ld + kk, ld, q, kb);
            }
        }
    }
    if (bad >= 0) { fprintf(stderr, "not positive definite at %d\n", bad); exit(2); }
    double logdet = 0.0;
    for (int i = 0; i < n; i++) {
        for (int j = 0; j <= i; j++) a->v[(size_t)i * n + j] = w[i * ld + j];
        logdet += 2.0 * log(w[i * ld + i]);
    }
    free(w); free(pt);
    return logdet;
}

/* 16 right-hand sides at once, blocked over the rows of L */
static void solve(const Mat *l, Mat *b)
{
    int n = l->rows, m = b->cols;
    enum { RB = 16, IB = 8 };
    #pragma omp parallel for schedule(dynamic, 1)
    for (int r0 = 0; r0 < m; r0 += RB) {
        int rb = m - r0 < RB ? m - r0 : RB;
        double *t = aligned_alloc(64, (size_t)n * RB * sizeof *t);
        double col[IB];
        if (!t) exit(1);
        for (int i = 0; i < n; i++)
            for (int r = 0; r < RB; r++)
                t[i * RB + r] = r < rb ? b->v[(size_t)i * m + r0 + r] : 0.0;
        for (int i0 = 0; i0 < n; i0 += IB) {
            int ib = n - i0 < IB ? n - i0 : IB;
            const double *li = l->v + (size_t)i0 * n;
            if (ib == IB) upd8(t + i0 * RB, RB, li, n, t, i0);
            else for (int i = 0; i < ib; i++) upd1(t + (i0 + i) * RB, RB, li + (size_t)i * n, n, t, i0);
            for (int i = i0; i < i0 + ib; i++) {
                const double *lr = l->v + (size_t)i * n;
                upd1(t + i * RB, RB, lr + i0, n, t + i0 * RB, i - i0);
                for (int r = 0; r < RB; r++) t[i * RB + r] /= lr[i];
            }
        }
        for (int i0 = (n - 1) / IB * IB; i0 >= 0; i0 -= IB) {
            int ib = n - i0 < IB ? n - i0 : IB;
            v8 x[IB], y[IB];
            for (int i = 0; i < ib; i++) {
                x[i] = *(v8 *)(t + (i0 + i) * RB);
                y[i] = *(v8 *)(t + (i0 + i) * RB + 8);
            }
            if (ib == IB)
                for (int k = n - 1; k >= i0 + IB; k--) {
                    const double *lk = l->v + (size_t)k * n + i0;
                    v8 u = *(v8 *)(t + k * RB), w = *(v8 *)(t + k * RB + 8);
                    #pragma GCC unroll 8
                    for (int i = 0; i < IB; i++) { x[i] -= lk[i] * u; y[i] -= lk[i] * w; }
                }
            for (int k = ib - 1; k >= 0; k--) {     /* x[k] now lacks only the rows of this block */
                const double *lk = l->v + (size_t)(i0 + k) * n + i0;
                for (int i = 0; i <= k; i++) col[i] = lk[i];
                x[k] /= col[k];
                y[k] /= col[k];
                for (int i = 0; i < k; i++) { x[i] -= col[i] * x[k]; y[i] -= col[i] * y[k]; }
            }
            for (int i = 0; i < ib; i++) {
                *(v8 *)(t + (i0 + i) * RB) = x[i];
                *(v8 *)(t + (i0 + i) * RB + 8) = y[i];
            }
        }
        for (int i = 0; i < n; i++)
            for (int r = 0; r < rb; r++) b->v[(size_t)i * m + r0 + r] = t[i * RB + r];
        free(t);
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
