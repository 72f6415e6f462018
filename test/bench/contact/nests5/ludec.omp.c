/* LU with partial pivoting, hand optimised: blocked right-looking with
 * look-ahead, column tiles as units of work, register blocked update
 * (multiply and subtract, k ascending: the order of the original). */
#pragma GCC target("prefer-vector-width=512")
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>
#include <omp.h>

#define NB 32           /* panel width */
#define TW 64           /* column tile, multiple of 2*NB not needed */
#define MR 8

typedef double vd __attribute__((vector_size(64)));
typedef double vdu __attribute__((vector_size(64), aligned(8)));

static int n, nrhs;
static size_t ld;
static double *a, *lu;

static void *get(size_t bytes)
{
    void *p = aligned_alloc(64, (bytes + 63) / 64 * 64);
    if (!p) { fprintf(stderr, "dmatrix: allocation failure\n"); exit(1); }
    return p;
}

/* rows i0..i0+mr-1 of columns j..j+23 -= L(i,k0..k0+kb) * U(k0..,j) */
static inline __attribute__((always_inline))
void kernel(int mr, int nv, int i0, int j, int k0, int kb)
{
    vd acc[MR][3];
#pragma GCC unroll 8
    for (int i = 0; i < mr; i++)
#pragma GCC unroll 3
        for (int v = 0; v < nv; v++)
            acc[i][v] = *(vdu *)(lu + (i0 + i) * ld + j + 8 * v);
    for (int k = k0; k < k0 + kb; k++) {
        vd b[3];
#pragma GCC unroll 3
        for (int v = 0; v < nv; v++)
            b[v] = *(vdu *)(lu + k * ld + j + 8 * v);
#pragma GCC unroll 8
        for (int i = 0; i < mr; i++) {
            double l = lu[(i0 + i) * ld + k];
#pragma GCC unroll 3
            for (int v = 0; v < nv; v++)
                acc[i][v] = acc[i][v] - l * b[v];
        }
    }
#pragma GCC unroll 8
    for (int i = 0; i < mr; i++)
#pragma GCC unroll 3
        for (int v = 0; v < nv; v++)
            *(vdu *)(lu + (i0 + i) * ld + j + 8 * v) = acc[i][v];
}

static void swap_rows(int k, int p, int j0, int j1)
{
    double *x = lu + k * ld, *y = lu + p * ld;
    for (int j = j0; j < j1; j++) {
        double t = x[j];
        x[j] = y[j];
        y[j] = t;
    }
}

/* columns [j0,j1) get pivots and eliminations of panel k0..k0+kb-1.
 * j0 is a multiple of 8; up to 23 columns beyond j1 may be touched only in the
 * padding after column n. */
static void update(int k0, int kb, int j0, int j1, const int *perm)
{
    for (int k = k0; k < k0 + kb; k++)
        if (perm[k] != k)
            swap_rows(k, perm[k], j0, j1);
    for (int k = k0; k < k0 + kb; k++)
        for (int i = k + 1; i < k0 + kb; i++) {
            double l = lu[i * ld + k];
            double *restrict x = lu + i * ld;
            const double *restrict y = lu + k * ld;
            for (int j = j0; j < j1; j++)
                x[j] -= l * y[j];
        }
    for (int j = j0; j < j1; ) {
        int left = j1 - j, i = k0 + kb;
        if (left >= 24 || (j1 == n && left > 16)) {
            for (; i + MR <= n; i += MR)
                kernel(MR, 3, i, j, k0, kb);
            for (; i < n; i++)
                kernel(1, 3, i, j, k0, kb);
            j += 24;
        } else if (left >= 16 || (j1 == n && left > 8)) {
            for (; i + MR <= n; i += MR)
                kernel(MR, 2, i, j, k0, kb);
            for (; i < n; i++)
                kernel(1, 2, i, j, k0, kb);
            j += 16;
        } else {
            for (; i + MR <= n; i += MR)
                kernel(MR, 1, i, j, k0, kb);
            for (; i < n; i++)
                kernel(1, 1, i, j, k0, kb);
            j += 8;
        }
    }
}

static int singular, sign = 1;

static double *pan;     /* packed panel, NB wide */

static void panel(int k0, int kb, int *perm)
{
    /* pack to NB wide rows: everything in L2, vector rows of fixed length */
    for (int i = k0; i < n; i++) {
        memcpy(pan + (size_t)i * NB, lu + i * ld + k0, kb * sizeof(double));
        for (int j = kb; j < NB; j++)
            pan[(size_t)i * NB + j] = 0.0;
    }
    double big = 0.0;
    int p = -1;
    for (int k = 0; k < kb; k++) {
        double *rk = pan + (size_t)(k0 + k) * NB;
        if (p < 0) {
            big = fabs(rk[k]);
            p = k0 + k;
            for (int i = k0 + k + 1; i < n; i++)
                if (fabs(pan[(size_t)i * NB + k]) > big) {
                    big = fabs(pan[(size_t)i * NB + k]);
                    p = i;
                }
        }
        perm[k0 + k] = p;
        if (big == 0.0) {
            singular = 1;
            return;
        }
        if (p != k0 + k) {
            double t[NB], *rp = pan + (size_t)p * NB;
            memcpy(t, rk, sizeof t);
            memcpy(rk, rp, sizeof t);
            memcpy(rp, t, sizeof t);
            sign = -sign;
        }
        double d = rk[k];
        int v0 = (k + 1) / 8;
        vd u[NB / 8];
        for (int v = 0; v < NB / 8; v++)
            u[v] = *(vd *)(rk + 8 * v);
        /* lanes up to k must stay as they are */
        for (int j = 0; j <= k; j++)
            ((double *)u)[j] = 0.0;
        big = -1.0;
        p = -1;
        for (int i = k0 + k + 1; i < n; i++) {
            double *ri = pan + (size_t)i * NB;
            double l = ri[k] / d;
            ri[k] = l;
            switch (v0) {
            case 0: *(vd *)ri -= l * u[0]; /* fall through */
            case 1: *(vd *)(ri + 8) -= l * u[1]; /* fall through */
            case 2: *(vd *)(ri + 16) -= l * u[2]; /* fall through */
            case 3: *(vd *)(ri + 24) -= l * u[3];
            }
            if (k + 1 < kb) {
                double x = fabs(ri[k + 1]);
                if (i == k0 + k + 1 || x > big) {
                    big = x;
                    p = i;
                }
            }
        }
    }
    for (int i = k0; i < n; i++)
        memcpy(lu + i * ld + k0, pan + (size_t)i * NB, kb * sizeof(double));
}

static void fill(double *b, double *x)
{
    unsigned *start = malloc((n + 1) * sizeof *start), s = 4711u, am = 1, cm = 0;
    double *tab = malloc(n * sizeof *tab);

    for (int j = 0; j < n; j++) {       /* n steps of the generator at once */
        cm = cm * 1664525u + 1013904223u;
        am *= 1664525u;
        tab[j] = 1.0 / (1.0 + 0.1 * (double)j);
    }
    for (int i = 0; i <= n; i++) {
        start[i] = s;
        s = s * am + cm;
    }
#pragma omp parallel for schedule(static)
    for (int i = 0; i < n; i++) {
        unsigned r = start[i];
        double *row = a + i * ld, *w = lu + i * ld;
        for (int j = 0; j < n; j++) {
            r = r * 1664525u + 1013904223u;
            double u = (double)(int)(r >> 8) / 16777216.0;
            row[j] = w[j] = tab[i > j ? i - j : j - i] + 0.8 * (u - 0.5);
        }
        for (size_t j = n; j < ld; j++)
            row[j] = w[j] = 0.0;
    }
    s = start[n];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < nrhs; j++) {
            if (j) {
                s = s * 1664525u + 1013904223u;
                b[i * nrhs + j] = (double)(s >> 8) / 16777216.0 - 0.5;
            } else
                b[i * nrhs + j] = 1.0;
            x[i * nrhs + j] = b[i * nrhs + j];
        }
    free(start);
    free(tab);
}

static void factor(int *perm)
{
    int next = 0;

    panel(0, n < NB ? n : NB, perm);
#pragma omp parallel
    for (int k0 = 0; k0 < n; k0 += NB) {
        int kb = n - k0 < NB ? n - k0 : NB, rest = k0 + kb;
        int nb = n - rest < NB ? n - rest : NB;         /* next panel */
        int first = rest + nb;                          /* tiles from here */
        int ntile = first < n ? (n - first + TW - 1) / TW : 0;
#pragma omp barrier
        if (singular)
            break;
#pragma omp single
        next = -1;
        for (;;) {
            int t;
#pragma omp atomic capture
            t = next++;
            if (t >= ntile + 1)
                break;
            if (t == -1) {
                if (nb > 0)
                    update(k0, kb, rest, rest + nb, perm);
                if (nb > 0)
                    panel(rest, nb, perm);
            } else if (t < ntile) {
                int j0 = first + t * TW, j1 = j0 + TW < n ? j0 + TW : n;
                update(k0, kb, j0, j1, perm);
            } else {                            /* columns on the left */
                for (int k = k0; k < k0 + kb; k++)
                    if (perm[k] != k)
                        swap_rows(k, perm[k], 0, k0);
            }
        }
    }
}

/* all right hand sides together; per right hand side the original order */
static void solve(const int *perm, double *b)
{
    for (int i = 0; i < n; i++)
        if (perm[i] != i)
            for (int r = 0; r < nrhs; r++) {
                double t = b[i * nrhs + r];
                b[i * nrhs + r] = b[perm[i] * nrhs + r];
                b[perm[i] * nrhs + r] = t;
            }
    int groups = (nrhs + 7) / 8;
#pragma omp parallel for schedule(static)
    for (int g = 0; g < groups; g++) {
        int r0 = 8 * g, m = nrhs - r0 < 8 ? nrhs - r0 : 8;
        vd *x = aligned_alloc(64, n * sizeof(vd));
        for (int i = 0; i < n; i++) {
            double t[8] = { 0 };
            for (int r = 0; r < m; r++)
                t[r] = b[i * nrhs + r0 + r];
            memcpy(&x[i], t, sizeof t);
        }
        for (int i0 = 0; i0 < n; i0 += 8) {
            int i1 = i0 + 8 < n ? i0 + 8 : n, i;
            if (i1 - i0 == 8) {
                vd s[8];
                for (i = 0; i < 8; i++)
                    s[i] = x[i0 + i];
                for (int j = 0; j < i0; j++) {
                    vd y = x[j];
#pragma GCC unroll 8
                    for (i = 0; i < 8; i++)
                        s[i] = s[i] - lu[(i0 + i) * ld + j] * y;
                }
                for (i = 0; i < 8; i++) {
                    for (int j = 0; j < i; j++)
                        s[i] = s[i] - lu[(i0 + i) * ld + i0 + j] * s[j];
                    x[i0 + i] = s[i];
                }
            } else
                for (i = i0; i < i1; i++) {
                    vd s = x[i];
                    for (int j = 0; j < i; j++)
                        s = s - lu[i * ld + j] * x[j];
                    x[i] = s;
                }
        }
        for (int i = n - 1; i >= 0; i--) {
            vd s = x[i];
            const double *row = lu + i * ld;
            for (int j = i + 1; j < n; j++)
                s = s - row[j] * x[j];
            x[i] = s / row[i];
        }
        for (int i = 0; i < n; i++)
            for (int r = 0; r < m; r++)
                b[i * nrhs + r0 + r] = x[i][r];
        free(x);
    }
}

int main(int argc, char **argv)
{
    double *b, *x, logdet = 0.0;
    int *perm;

    n = argc > 1 ? atoi(argv[1]) : 1300;
    nrhs = argc > 2 ? atoi(argv[2]) : 8;
    if (n < 1 || nrhs < 1) {
        fprintf(stderr, "usage: %s [n [nrhs]]\n", argv[0]);
        return 1;
    }
    ld = ((size_t)n + 7 + 16) / 8 * 8;
    if (ld % 64 == 0)
        ld += 8;
    a = get(n * ld * sizeof(double));
    lu = get((n * ld + 32) * sizeof(double));
    b = get((size_t)n * nrhs * sizeof(double));
    x = get((size_t)n * nrhs * sizeof(double));
    pan = get((size_t)n * NB * sizeof(double));
    perm = malloc(n * sizeof *perm);
    fill(b, x);
    factor(perm);
    if (singular) {
        printf("singular\n");
        return 0;
    }
    solve(perm, x);

    for (int i = 0; i < n; i++) {
        if (lu[i * ld + i] < 0)
            sign = -sign;
        logdet += log(fabs(lu[i * ld + i]));
    }
    printf("n=%d det sign %d log|det| %.10g\n", n, sign, logdet);

    double *worst = calloc(nrhs, sizeof(double));
#pragma omp parallel
    {
        double *mine = calloc(nrhs, sizeof(double));
        double *s = malloc(nrhs * sizeof(double));
#pragma omp for schedule(static)
        for (int i = 0; i < n; i++) {
            const double *row = a + i * ld;
            for (int r0 = 0; r0 < nrhs; r0 += 8) {
                int m = nrhs - r0;
                if (m >= 8) {
                    vd t = -*(vdu *)(b + (size_t)i * nrhs + r0);
                    for (int j = 0; j < n; j++)
                        t = t + row[j] * *(vdu *)(x + (size_t)j * nrhs + r0);
                    for (int r = 0; r < 8; r++)
                        s[r0 + r] = t[r];
                } else
                    for (int r = r0; r < nrhs; r++) {
                        double t = -b[(size_t)i * nrhs + r];
                        for (int j = 0; j < n; j++)
                            t += row[j] * x[(size_t)j * nrhs + r];
                        s[r] = t;
                    }
            }
            for (int r = 0; r < nrhs; r++)
                if (fabs(s[r]) > mine[r])
                    mine[r] = fabs(s[r]);
        }
#pragma omp critical
        for (int r = 0; r < nrhs; r++)
            if (mine[r] > worst[r])
                worst[r] = mine[r];
        free(mine);
        free(s);
    }
    for (int r = 0; r < nrhs; r++) {
        double s = 0.0;
        for (int i = 0; i < n; i++)
            s += x[(size_t)i * nrhs + r] * x[(size_t)i * nrhs + r];
        printf("rhs %d: |x|^2 %.9g x0 %.9g residual %s\n", r, s, x[r],
               worst[r] < 1e-6 ? "ok" : "LARGE");
    }
    return 0;
}
