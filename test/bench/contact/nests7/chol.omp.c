/* Cholesky factorization of a Gaussian-process kernel matrix, multi-RHS
 * solve and log determinant.   usage: chol [n] [nrhs] */
#include <stdio.h>
#include <stdlib.h>
#include <stdint.h>
#include <string.h>
#include <math.h>

static uint64_t rng_state = 88172645463325252ULL;

static double rnd(void)
{
    rng_state ^= rng_state << 13;
    rng_state ^= rng_state >> 7;
    rng_state ^= rng_state << 17;
    return (double)(rng_state >> 11) * (1.0 / 9007199254740992.0);
}

static void *xmalloc(size_t n)
{
    void *p = malloc(n ? n : 1);
    if (!p) {
        fprintf(stderr, "out of memory\n");
        exit(1);
    }
    return p;
}

static uint64_t fnv(uint64_t h, const void *data, size_t len)
{
    const unsigned char *p = data;
    for (size_t i = 0; i < len; i++) {
        h ^= p[i];
        h *= 1099511628211ULL;
    }
    return h;
}

typedef double v8 __attribute__((vector_size(64), aligned(8), may_alias));
enum { NB = 64, CB = 16 };

static inline v8 ld(const double *p) { return *(const v8 *)p; }
static inline void st(double *p, v8 v) { *(v8 *)p = v; }

static void kernel_matrix(int n, const double *x, const double *y, double *a)
{
#pragma omp parallel for schedule(dynamic, 16)
    for (int i = 0; i < n; i++) {
        double *ai = a + (size_t)i * n;
#pragma omp simd
        for (int j = 0; j <= i; j++) {
            double dx = x[i] - x[j], dy = y[i] - y[j];
            ai[j] = 1.0 / (1.0 + 40.0 * (dx * dx + dy * dy));
        }
        ai[i] += 0.25;
    }
}

/* rows i0..i1 (at most 8) of the panel below the diagonal block, one row
 * per vector lane */
static void panel_rows(int n, double *a, int k0, int nb, int i0, int i1)
{
    double t[NB][8] __attribute__((aligned(64)));
    int nr = i1 - i0;
    for (int j = 0; j < nb; j++)
        for (int r = 0; r < 8; r++)
            t[j][r] = a[(size_t)(i0 + (r < nr ? r : 0)) * n + k0 + j];
    for (int j = 0; j < nb; j++) {
        const double *lj = a + (size_t)(k0 + j) * n + k0;
        v8 s = ld(t[j]);
        for (int k = 0; k < j; k++)
            s -= ld(t[k]) * lj[k];
        st(t[j], s / lj[j]);
    }
    for (int r = 0; r < nr; r++)
        for (int j = 0; j < nb; j++)
            a[(size_t)(i0 + r) * n + k0 + j] = t[j][r];
}

/* trailing rows i0..i1 (at most 4): A[i][j] -= sum_k P[i][k] P[j][k] */
static void trail_rows(int n, double *a, int k0, int nb, int i0, int i1,
                       const double *pt, int ldp)
{
    int base = k0 + nb, nr = i1 - i0, j = base;
    const double *p[4];
    double *c[4];
    for (int r = 0; r < 4; r++) {
        c[r] = a + (size_t)(i0 + (r < nr ? r : 0)) * n;
        p[r] = c[r] + k0;
    }
    if (nr == 4)
        for (; j + 32 <= i1; j += 32) {
            v8 s[4][4];
            for (int r = 0; r < 4; r++)
                for (int q = 0; q < 4; q++)
                    s[r][q] = ld(c[r] + j + 8 * q);
            const double *b = pt + (j - base);
            for (int k = 0; k < nb; k++, b += ldp) {
                v8 b0 = ld(b), b1 = ld(b + 8), b2 = ld(b + 16), b3 = ld(b + 24);
#pragma GCC unroll 4
                for (int r = 0; r < 4; r++) {
                    double f = p[r][k];
                    s[r][0] -= f * b0;
                    s[r][1] -= f * b1;
                    s[r][2] -= f * b2;
                    s[r][3] -= f * b3;
                }
            }
            for (int r = 0; r < 4; r++)
                for (int q = 0; q < 4; q++)
                    st(c[r] + j + 8 * q, s[r][q]);
        }
    for (int jj = j; jj < i1; jj += 8) {
        int w = i1 - jj < 8 ? i1 - jj : 8;
        for (int r = 0; r < nr; r++) {
            double t[8] = { 0 };
            memcpy(t, c[r] + jj, sizeof(double) * w);
            v8 s = ld(t);
            const double *b = pt + (jj - base);
            for (int k = 0; k < nb; k++)
                s -= p[r][k] * ld(b + (size_t)k * ldp);
            st(t, s);
            memcpy(c[r] + jj, t, sizeof(double) * w);
        }
    }
}

static int cholesky(int n, double *a)
{
    int ldp = n + 16, rc = 0;
    double *pt = xmalloc(sizeof *pt * NB * ldp);
    memset(pt, 0, sizeof *pt * NB * ldp);
#pragma omp parallel
    for (int k0 = 0; k0 < n; k0 += NB) {
        int nb = n - k0 < NB ? n - k0 : NB, base = k0 + nb;
#pragma omp single
        for (int j = k0; j < base && !rc; j++) {
            double *aj = a + (size_t)j * n, d = aj[j];
            for (int k = k0; k < j; k++)
                d -= aj[k] * aj[k];
            if (!(d > 0.0)) {
                rc = j + 1;
                break;
            }
            aj[j] = d = sqrt(d);
            for (int i = j + 1; i < base; i++) {
                double *ai = a + (size_t)i * n, s = ai[j];
                for (int k = k0; k < j; k++)
                    s -= ai[k] * aj[k];
                ai[j] = s / d;
            }
        }
        if (rc)
            break;
#pragma omp for schedule(static)
        for (int i0 = base; i0 < n; i0 += 8) {
            int i1 = i0 + 8 < n ? i0 + 8 : n;
            panel_rows(n, a, k0, nb, i0, i1);
            for (int k = 0; k < nb; k++)
                for (int i = i0; i < i1; i++)
                    pt[(size_t)k * ldp + i - base] = a[(size_t)i * n + k0 + k];
        }
#pragma omp for schedule(dynamic, 4)
        for (int i0 = base; i0 < n; i0 += 4)
            trail_rows(n, a, k0, nb, i0, i0 + 4 < n ? i0 + 4 : n, pt, ldp);
    }
    free(pt);
    return rc;
}

/* 16 right-hand sides at once from a packed, zero padded strip; 4 rows share
 * the loads of the strip */
static void solve(int n, int m, const double *l, double *b)
{
#pragma omp parallel for schedule(dynamic)
    for (int c0 = 0; c0 < m; c0 += CB) {
        int w = m - c0 < CB ? m - c0 : CB;
        double *x = xmalloc(sizeof *x * CB * n);
        memset(x, 0, sizeof *x * CB * n);
        for (int i = 0; i < n; i++)
            memcpy(x + (size_t)i * CB, b + (size_t)i * m + c0, sizeof *x * w);
        for (int i0 = 0; i0 < n; i0 += 4) {
            int nr = n - i0 < 4 ? n - i0 : 4;
            v8 s[4][2];
            const double *lr[4];
            for (int r = 0; r < 4; r++) {
                int i = i0 + (r < nr ? r : 0);
                lr[r] = l + (size_t)i * n;
                s[r][0] = ld(x + (size_t)i * CB);
                s[r][1] = ld(x + (size_t)i * CB + 8);
            }
            for (int k = 0; k < i0; k++) {
                v8 y0 = ld(x + (size_t)k * CB), y1 = ld(x + (size_t)k * CB + 8);
#pragma GCC unroll 4
                for (int r = 0; r < 4; r++) {
                    s[r][0] -= lr[r][k] * y0;
                    s[r][1] -= lr[r][k] * y1;
                }
            }
            for (int r = 0; r < nr; r++) {
                double d = lr[r][i0 + r];
                for (int k = 0; k < r; k++) {
                    s[r][0] -= lr[r][i0 + k] * s[k][0];
                    s[r][1] -= lr[r][i0 + k] * s[k][1];
                }
                st(x + (size_t)(i0 + r) * CB, s[r][0] /= d);
                st(x + (size_t)(i0 + r) * CB + 8, s[r][1] /= d);
            }
        }
        for (int i1 = n; i1 > 0; i1 -= 4) {
            int i0 = i1 > 4 ? i1 - 4 : 0, nr = i1 - i0;
            v8 s[4][2];
            for (int r = 0; r < 4; r++) {
                int i = i0 + (r < nr ? r : 0);
                s[r][0] = ld(x + (size_t)i * CB);
                s[r][1] = ld(x + (size_t)i * CB + 8);
            }
            for (int k = n - 1; k >= i1; k--) {
                const double *lk = l + (size_t)k * n + i0;
                v8 y0 = ld(x + (size_t)k * CB), y1 = ld(x + (size_t)k * CB + 8);
#pragma GCC unroll 4
                for (int r = 0; r < 4; r++) {
                    s[r][0] -= lk[r] * y0;
                    s[r][1] -= lk[r] * y1;
                }
            }
            for (int r = nr - 1; r >= 0; r--) {
                for (int k = nr - 1; k > r; k--) {
                    double f = l[(size_t)(i0 + k) * n + i0 + r];
                    s[r][0] -= f * s[k][0];
                    s[r][1] -= f * s[k][1];
                }
                double d = l[(size_t)(i0 + r) * n + i0 + r];
                st(x + (size_t)(i0 + r) * CB, s[r][0] /= d);
                st(x + (size_t)(i0 + r) * CB + 8, s[r][1] /= d);
            }
        }
        for (int i = 0; i < n; i++)
            memcpy(b + (size_t)i * m + c0, x + (size_t)i * CB, sizeof *x * w);
        free(x);
    }
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 1600;
    int m = argc > 2 ? atoi(argv[2]) : 48;
    if (n < 1 || m < 1)
        return 2;
    double *a = xmalloc(sizeof *a * n * n);
    double *b = xmalloc(sizeof *b * n * m);
    double *x = xmalloc(sizeof *x * n), *y = xmalloc(sizeof *y * n);

    memset(a, 0, sizeof *a * n * n);
    for (int i = 0; i < n; i++) {
        x[i] = 3.0 * rnd();
        y[i] = 3.0 * rnd();
    }
    for (int i = 0; i < n; i++)
        for (int c = 0; c < m; c++)
            b[(size_t)i * m + c] = x[i] * (c + 1) - y[i] * y[i] + 0.1 * rnd();

    kernel_matrix(n, x, y, a);
    int rc = cholesky(n, a);
    if (rc) {
        printf("not positive definite at %d\n", rc - 1);
        return 1;
    }
    solve(n, m, a, b);

    double logdet = 0.0, suml = 0.0, sumx = 0.0;
    uint64_t h = 14695981039346656037ULL;
    for (int i = 0; i < n; i++) {
        logdet += 2.0 * log(a[(size_t)i * n + i]);
        for (int j = 0; j <= i; j++)
            suml += a[(size_t)i * n + j];
        h = fnv(h, a + (size_t)i * n, sizeof *a * (i + 1));
    }
    for (size_t i = 0; i < (size_t)n * m; i++)
        sumx += b[i];
    printf("n %d rhs %d logdet %.17g\n", n, m, logdet);
    printf("L sum %.17g hash %016llx\n", suml, (unsigned long long)h);
    printf("X sum %.17g hash %016llx\n", sumx,
           (unsigned long long)fnv(14695981039346656037ULL, b, sizeof *b * n * m));
    free(a);
    free(b);
    free(x);
    free(y);
    return 0;
}
