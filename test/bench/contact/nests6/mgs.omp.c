/* (two threads, column tiles) Modified Gram-Schmidt with one re-orthogonalization pass, then a least-squares
 * fit by back substitution.   usage: mgs [rows] [cols] */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static double **columns(int m, int n)
{
    double **c = malloc(n * sizeof *c);
    if (!c) exit(1);
    for (int j = 0; j < n; j++)
        if (!(c[j] = malloc(m * sizeof **c))) exit(1);
    return c;
}

static void drop(double **c, int n)
{
    for (int j = 0; j < n; j++) free(c[j]);
    free(c);
}

static uint64_t hash = 14695981039346656037ULL;
static void mix(const double *v, int n)
{
    const unsigned char *p = (const unsigned char *)v;
    for (size_t i = 0; i < n * sizeof *v; i++) hash = (hash ^ p[i]) * 1099511628211ULL;
}

/* damped, shifted cosines: increasingly dependent columns */
static void fill(double **a, double *rhs, int m, int n)
{
    unsigned s = 4711;
    for (int j = 0; j < n; j++)
        for (int i = 0; i < m; i++) {
            s = s * 1664525u + 1013904223u;
            double x = (double)i / m, w = (double)(s >> 8) / 16777216.0;
            a[j][i] = (1.0 - x * x) / (1.0 + x * (j % 17)) + 0.05 * (w - 0.5);
        }
    for (int i = 0; i < m; i++) {
        s = s * 1664525u + 1013904223u;
        rhs[i] = (double)i / m - (double)(s >> 16) / 65536.0;
    }
}

#define TW 32                   /* columns per tile, stored row by row */
typedef double v8 __attribute__((vector_size(64)));
typedef struct { v8 v[4]; } Row;
static inline double get(const Row *t, int i, int c) { return t[i].v[c >> 3][c & 7]; }

static void normalize(Row *t, int c, double *rkk, double *q, int m)
{
    double nrm = 0.0;
    for (int i = 0; i < m; i++) { q[i] = get(t, i, c); nrm += q[i] * q[i]; }
    nrm = sqrt(nrm);
    *rkk = nrm;
    for (int i = 0; i < m; i++) { q[i] /= nrm; t[i].v[c >> 3][c & 7] = q[i]; }
}

/* apply q[0..nq) one after the other to a tile; the update with one column and
 * the product with the next share a pass */
static void apply(Row *t, double *const *q, Row *d, int nq, int m)
{
    v8 s0 = { 0 }, s1 = s0, s2 = s0, s3 = s0;
    for (int i = 0; i < m; i++) {
        double x = q[0][i];
        s0 += x * t[i].v[0]; s1 += x * t[i].v[1]; s2 += x * t[i].v[2]; s3 += x * t[i].v[3];
    }
    d[0] = (Row){ { s0, s1, s2, s3 } };
    for (int k = 0; k < nq; k++) {
        const double *u = q[k], *w = q[k + 1 < nq ? k + 1 : k];
        v8 e0 = d[k].v[0], e1 = d[k].v[1], e2 = d[k].v[2], e3 = d[k].v[3];
        s0 = s1 = s2 = s3 = (v8){ 0 };
        for (int i = 0; i < m; i++) {
            double x = u[i], y = w[i];
            v8 a0 = t[i].v[0] - e0 * x, a1 = t[i].v[1] - e1 * x;
            v8 a2 = t[i].v[2] - e2 * x, a3 = t[i].v[3] - e3 * x;
            t[i].v[0] = a0; t[i].v[1] = a1; t[i].v[2] = a2; t[i].v[3] = a3;
            s0 += y * a0; s1 += y * a1; s2 += y * a2; s3 += y * a3;
        }
        if (k + 1 < nq) d[k + 1] = (Row){ { s0, s1, s2, s3 } };
    }
}

static void mgs(double **a, double **r, int m, int n)
{
    int nt = (n + TW - 1) / TW;
    Row *w = aligned_alloc(64, (size_t)nt * m * sizeof *w);
    if (!w) exit(1);
    double **q = columns(m, TW);
    #pragma omp parallel
    {
        #pragma omp for schedule(static)
        for (int t = 0; t < nt; t++)
            for (int i = 0; i < m; i++)
                for (int c = 0; c < TW; c++)
                    w[(size_t)t * m + i].v[c >> 3][c & 7] = t * TW + c < n ? a[t * TW + c][i] : 0.0;
        for (int p = 0; p < nt; p++) {
            int k0 = p * TW, nq = n - k0 < TW ? n - k0 : TW;
            Row *tp = w + (size_t)p * m;
            #pragma omp single
            {
                Row d;
                for (int k = 0; k < nq; k++) {
                    normalize(tp, k, &r[k0 + k][k0 + k], q[k], m);
                    /* columns to the left must not change: products 0 there */
                    v8 s[4] = { { 0 } };
                    for (int i = 0; i < m; i++) {
                        double x = q[k][i];
                        for (int b = 0; b < 4; b++) s[b] += x * tp[i].v[b];
                    }
                    for (int c = 0; c < TW; c++) {
                        d.v[c >> 3][c & 7] = c > k ? s[c >> 3][c & 7] : 0.0;
                        if (c > k && k0 + c < n) r[k0 + k][k0 + c] = s[c >> 3][c & 7];
                    }
                    for (int i = 0; i < m; i++)
                        for (int b = (k + 1) / 8; b < 4; b++) tp[i].v[b] -= d.v[b] * q[k][i];
                }
            }
            #pragma omp for schedule(dynamic, 1)
            for (int t = p + 1; t < nt; t++) {
                Row d[TW];
                apply(w + (size_t)t * m, q, d, nq, m);
                for (int k = 0; k < nq; k++)
                    for (int c = 0; c < TW && t * TW + c < n; c++)
                        r[k0 + k][t * TW + c] = d[k].v[c >> 3][c & 7];
            }
        }
        #pragma omp for schedule(static)
        for (int t = 0; t < nt; t++)
            for (int c = 0; c < TW && t * TW + c < n; c++)
                for (int i = 0; i < m; i++) a[t * TW + c][i] = get(w + (size_t)t * m, i, c);
    }
    drop(q, TW);
    free(w);
}

/* r1 := r2 * r1: row by row, since row i only needs the old rows k >= i */
static void combine(double **r2, double **r1, int n)
{
    #pragma omp parallel for schedule(static)
    for (int b = 0; b < (n + TW - 1) / TW; b++) {
        int c0 = b * TW, c1 = c0 + TW < n ? c0 + TW : n;
        for (int i = 0; i < c1; i++) {
            double s[TW] = { 0 };
            for (int k = i; k < c1; k++)
                for (int j = k > c0 ? k : c0; j < c1; j++) s[j - c0] += r2[i][k] * r1[k][j];
            for (int j = i > c0 ? i : c0; j < c1; j++) r1[i][j] = s[j - c0];
        }
    }
}

/* 8 rows of Q^T against 16 packed columns at once */
static void orthogonality(double **q, int m, int n, double *worst, double *sum)
{
    enum { MR = 8, NR = 16 };
    int np = (n + NR - 1) / NR;
    double *g = malloc((size_t)np * NR * np * NR * sizeof *g);
    v8 *pk = aligned_alloc(64, (size_t)np * m * 2 * sizeof *pk);
    if (!g || !pk) exit(1);
    size_t ld = (size_t)np * NR;
    #pragma omp parallel
    {
        #pragma omp for
        for (int b = 0; b < np; b++)
            for (int c = 0; c < NR; c++)
                for (int k = 0; k < m; k++)
                    pk[((size_t)b * m + k) * 2 + c / 8][c % 8] = b * NR + c < n ? q[b * NR + c][k] : 0.0;
        #pragma omp for schedule(dynamic, 1)
        for (int i0 = 0; i0 < n; i0 += MR)
            for (int b = 0; b * NR < i0 + MR && b < np; b++) {
                v8 x[MR], y[MR];
                const double *u[MR];
                const v8 *p = pk + (size_t)b * m * 2;
                for (int r = 0; r < MR; r++) {
                    x[r] = y[r] = (v8){ 0 };
                    u[r] = q[i0 + r < n ? i0 + r : n - 1];
                }
                for (int k = 0; k < m; k++) {
                    #pragma GCC unroll 8
                    for (int r = 0; r < MR; r++) {
                        x[r] += u[r][k] * p[2 * k];
                        y[r] += u[r][k] * p[2 * k + 1];
                    }
                }
                for (int r = 0; r < MR; r++)
                    for (int c = 0; c < NR; c++)
                        g[(i0 + r) * ld + b * NR + c] = c < 8 ? x[r][c] : y[r][c - 8];
            }
    }
    *worst = *sum = 0.0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++) {
            double d = g[i * ld + j];
            if (i == j) d -= 1.0;
            d = fabs(d);
            *sum += d;
            if (d > *worst) *worst = d;
        }
    free(g); free(pk);
}

static void lsq(double **q, double **r, const double *rhs, double *x, int m, int n)
{
    for (int j = 0; j < n; j++) {
        double d = 0.0;
        for (int i = 0; i < m; i++) d += q[j][i] * rhs[i];
        x[j] = d;
    }
    for (int i = n - 1; i >= 0; i--) {
        double s = x[i];
        for (int j = i + 1; j < n; j++) s -= r[i][j] * x[j];
        x[i] = s / r[i][i];
    }
}

int main(int argc, char **argv)
{
    int m = argc > 1 ? atoi(argv[1]) : 3600;
    int n = argc > 2 ? atoi(argv[2]) : 288;
    if (n < 1 || m < n) return 1;
    double **a = columns(m, n), **r1 = columns(n, n), **r2 = columns(n, n);
    double *rhs = malloc(m * sizeof *rhs), *x = malloc(n * sizeof *x), worst, sum;
    if (!rhs || !x) return 1;
    fill(a, rhs, m, n);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) r1[i][j] = r2[i][j] = 0.0;
    mgs(a, r1, m, n);
    orthogonality(a, m, n, &worst, &sum);
    printf("pass 1: worst %.17g sum %.17g\n", worst, sum);
    mgs(a, r2, m, n);
    orthogonality(a, m, n, &worst, &sum);
    printf("pass 2: worst %.17g sum %.17g\n", worst, sum);
    combine(r2, r1, n);
    lsq(a, r1, rhs, x, m, n);
    double t = 0.0;
    for (int j = 0; j < n; j++) {
        mix(a[j], m);
        mix(r1[j], n);
        t += x[j] * (j + 1);
    }
    mix(x, n);
    printf("x %.17g r %.17g hash %016llx\n", t, r1[0][0] + r1[n - 1][n - 1],
           (unsigned long long)hash);
    drop(a, n); drop(r1, n); drop(r2, n);
    free(rhs); free(x);
    return 0;
}
