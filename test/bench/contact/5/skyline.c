// SPDX-License-Identifier: Apache-2.0
/* Linear statics of a plate-like grid of springs: assembly in skyline
 * (envelope) storage, Cholesky factorization row by row, forward and backward
 * substitution for several load cases, residual check.
 *
 * skyline [nx] [ny] [load cases]
 */
#define _POSIX_C_SOURCE 200809L
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct {
    int n;
    int *first;         /* column of the first stored entry of each row */
    double **row;       /* row[i][0] is the entry (i, first[i]) */
    double *store;
    size_t entries;
} Skyline;

typedef struct { int a, b; double k; } Spring;

static unsigned long rng = 12345;

static double frand(void)
{
    rng = (rng * 1103515245ul + 12345ul) & 0x7ffffffful;
    return (double)rng / 2147483648.0;
}

static int make_springs(int nx, int ny, Spring *s)
{
    int m = 0;
    for (int y = 0; y < ny; y++)
        for (int x = 0; x < nx; x++) {
            int i = y * nx + x;
            if (x + 1 < nx)
                s[m++] = (Spring){ i, i + 1, 1.0 + frand() };
            if (y + 1 < ny && frand() < 0.97)
                s[m++] = (Spring){ i, i + nx, 2.0 + frand() };
            if (x + 1 < nx && y + 1 < ny && frand() < 0.4)
                s[m++] = (Spring){ i, i + nx + 1, 0.5 * frand() };
            if (x > 0 && y + 1 < ny && y % 3 == 0)
                s[m++] = (Spring){ i, i + nx - 1, 0.3 };
        }
    return m;
}

static void *get(size_t bytes)
{
    void *p = calloc(1, bytes);
    if (!p) {
        fprintf(stderr, "skyline: out of memory\n");
        exit(1);
    }
    return p;
}

static void assemble(Skyline *a, int n, const Spring *s, int m)
{
    a->n = n;
    a->first = get(n * sizeof *a->first);
    a->row = get(n * sizeof *a->row);
    a->entries = 0;
    for (int i = 0; i < n; i++)
        a->first[i] = i;
    for (int e = 0; e < m; e++)
        if (s[e].a < a->first[s[e].b])
            a->first[s[e].b] = s[e].a;
    for (int i = 0; i < n; i++)
        a->entries += (size_t)(i - a->first[i] + 1);
    a->store = get(a->entries * sizeof *a->store);
    double *p = a->store;
    for (int i = 0; i < n; i++) {
        a->row[i] = p;
        p += i - a->first[i] + 1;
        a->row[i][i - a->first[i]] = 0.01 + (i % 97 == 0 ? 5.0 : 0.0);      /* ground */
    }
    for (int e = 0; e < m; e++) {
        int i = s[e].b, j = s[e].a;
        a->row[i][j - a->first[i]] -= s[e].k;
        a->row[i][i - a->first[i]] += s[e].k;
        a->row[j][j - a->first[j]] += s[e].k;
    }
}

static double dot(const double *x, const double *y, int n)
{
    double s = 0;
    for (int k = 0; k < n; k++)
        s += x[k] * y[k];
    return s;
}

static int cholesky(Skyline *a)
{
    for (int i = 0; i < a->n; i++) {
        int fi = a->first[i];
        double *ri = a->row[i];
        for (int j = fi; j < i; j++) {
            int fj = a->first[j];
            int k0 = fi > fj ? fi : fj;
            const double *rj = a->row[j];
            ri[j - fi] = (ri[j - fi] - dot(ri + (k0 - fi), rj + (k0 - fj), j - k0)) / rj[j - fj];
        }
        double d = ri[i - fi] - dot(ri, ri, i - fi);
        if (d <= 0)
            return i + 1;
        ri[i - fi] = sqrt(d);
    }
    return 0;
}

static void solve(const Skyline *a, double *x)
{
    for (int i = 0; i < a->n; i++) {
        int fi = a->first[i];
        x[i] = (x[i] - dot(a->row[i], x + fi, i - fi)) / a->row[i][i - fi];
    }
    for (int i = a->n - 1; i >= 0; i--) {
        int fi = a->first[i];
        x[i] /= a->row[i][i - fi];
        for (int k = fi; k < i; k++)
            x[k] -= a->row[i][k - fi] * x[i];
    }
}

static void load(double *f, int n, int which)
{
    for (int i = 0; i < n; i++)
        f[i] = 0.001 * ((i * 7 + which * 13) % 11 - 5);
    f[(which * 7919 + n / 2) % n] += 10.0;
}

static double residual(const Spring *s, int m, int n, const double *x, const double *f, double *r)
{
    double norm = 0;
    for (int i = 0; i < n; i++)
        r[i] = f[i] - (0.01 + (i % 97 == 0 ? 5.0 : 0.0)) * x[i];
    for (int e = 0; e < m; e++) {
        double t = s[e].k * (x[s[e].a] - x[s[e].b]);
        r[s[e].a] -= t;
        r[s[e].b] += t;
    }
    for (int i = 0; i < n; i++)
        if (fabs(r[i]) > norm)
            norm = fabs(r[i]);
    return norm;
}

int main(int argc, char **argv)
{
    int nx = argc > 1 ? atoi(argv[1]) : 420;
    int ny = argc > 2 ? atoi(argv[2]) : 22;
    int cases = argc > 3 ? atoi(argv[3]) : 6;
    if (nx < 2 || ny < 2 || cases < 1 || (long)nx * ny > 2000000)
        return fprintf(stderr, "usage: skyline [nx] [ny] [cases]\n"), 1;
    int n = nx * ny;
    Skyline a;
    Spring *s = get(4 * (size_t)n * sizeof *s);
    int m = make_springs(nx, ny, s);
    double *x = get(n * sizeof *x), *f = get(n * sizeof *f), *r = get(n * sizeof *r);
    struct { double peak, work, resid; int where; } *res = get(cases * sizeof *res);

    struct timespec t0, t1;
    clock_gettime(CLOCK_MONOTONIC, &t0);
    assemble(&a, n, s, m);
    int bad = cholesky(&a);
    if (bad) {
        printf("matrix not positive definite at row %d\n", bad - 1);
        return 1;
    }
    for (int c = 0; c < cases; c++) {
        load(f, n, c);
        memcpy(x, f, n * sizeof *x);
        solve(&a, x);
        for (int i = 0; i < n; i++) {
            res[c].work += 0.5 * f[i] * x[i];
            if (fabs(x[i]) > res[c].peak) {
                res[c].peak = fabs(x[i]);
                res[c].where = i;
            }
        }
        res[c].resid = residual(s, m, n, x, f, r);
    }
    clock_gettime(CLOCK_MONOTONIC, &t1);

    double logdet = 0;
    for (int i = 0; i < n; i++)
        logdet += 2 * log(a.row[i][i - a.first[i]]);
    printf("equations %d springs %d profile %zu log det %.10g\n", n, m, a.entries, logdet);
    for (int c = 0; c < cases; c++)
        printf("case %d: peak %.9f at node %d, energy %.9f, residual %.3e\n", c, res[c].peak,
               res[c].where, res[c].work, res[c].resid);
    fprintf(stderr, "time %.3f\n", t1.tv_sec - t0.tv_sec + 1e-9 * (t1.tv_nsec - t0.tv_nsec));
    free(a.first); free(a.row); free(a.store); free(s); free(x); free(f); free(r); free(res);
    return 0;
}
