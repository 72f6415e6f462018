/* RNA secondary structure by base pair energies (Nussinov style with hairpin
 * limit, stacking bonus and affine gaps in a second table) plus a
 * local alignment of the folds' bracket strings.
 * usage: fold [length] [sequences] */
#include <stdio.h>
#include <stdlib.h>
#include <stdint.h>
#include <string.h>

#define MINLOOP 3
#define NEG (-1000000)

typedef struct {
    int n;
    char *seq;                  /* 0..3 */
    int *w;                     /* n x n, best score of i..j, 0 below */
    int *p;                     /* n x n, best score with i paired to j */
    char *fold;                 /* brackets */
} Rna;

static int pair_score(int a, int b)
{
    static const int t[4][4] = {{0, 0, 0, 2}, {0, 0, 3, 0}, {0, 3, 0, 1}, {2, 0, 1, 0}};
    return t[a][b];
}

static void rna_new(Rna *r, int n, uint32_t seed)
{
    r->n = n;
    r->seq = malloc(n);
    r->fold = malloc(n + 1);
    r->w = calloc((size_t)n * n, sizeof(int));
    r->p = calloc((size_t)n * n, sizeof(int));
    if (!r->seq || !r->fold || !r->w || !r->p)
        exit(1);
    for (int i = 0; i < n; i++) {
        seed ^= seed << 13;
        seed ^= seed >> 17;
        seed ^= seed << 5;
        r->seq[i] = (seed >> 7) & 3;
    }
}

typedef int vi __attribute__((vector_size(64), aligned(4), may_alias));

static inline vi vmax(vi a, vi b)
{
    vi m = a > b;
    return (a & m) | (b & ~m);
}

/* max over k in [k0,k1) of w[i][k] + w[k+1][j], rows i..i+3, 32 columns */
static void maxplus(int *w, int n, int i, int j, int k0, int k1)
{
    vi b[4][2];
    for (int r = 0; r < 4; r++)
        for (int q = 0; q < 2; q++)
            b[r][q] = *(vi *)(w + (i + r) * n + j + 16 * q);
    for (int k = k0; k < k1; k++) {
        const int *row = w + (k + 1) * n + j;
        vi v0 = *(const vi *)row, v1 = *(const vi *)(row + 16);
#pragma GCC unroll 4
        for (int r = 0; r < 4; r++) {
            int f = w[(i + r) * n + k];
            vi s0 = v0 + f, s1 = v1 + f;
            b[r][0] = vmax(s0, b[r][0]);
            b[r][1] = vmax(s1, b[r][1]);
        }
    }
    for (int r = 0; r < 4; r++)
        for (int q = 0; q < 2; q++)
            *(vi *)(w + (i + r) * n + j + 16 * q) = b[r][q];
}

static inline void lift(int *restrict d, const int *restrict s, int f, int n)
{
#pragma omp simd
    for (int j = 0; j < n; j++)
        d[j] = s[j] + f > d[j] ? s[j] + f : d[j];
}

/* Tiles of T x T; tile (I,J) first takes the splits that need only finished
 * tiles, then the rest row by row from the bottom. */
enum { T = 32 };

static void tile(Rna *r, int i0, int j0)
{
    int n = r->n, i1 = i0 + T < n ? i0 + T : n, j1 = j0 + T < n ? j0 + T : n;
    int *w = r->w, *p = r->p;
    if (i0 != j0) {
        /* k in [i1, j0-1): w[i][k] left of the tile's columns, w[k+1] below its rows */
        int i = i0;
        if (j1 - j0 == T)
            for (; i + 4 <= i1; i += 4)
                maxplus(w, n, i, j0, i1, j0 - 1);
        for (; i < i1; i++)
            for (int k = i1; k < j0 - 1; k++)
                lift(w + i * n + j0, w + (k + 1) * n + j0, w[i * n + k], j1 - j0);
    }
    for (int i = i1 - 1; i >= i0; i--) {
        int *wi = w + i * n, ja = i > j0 ? i : j0;
        if (i0 != j0) {
            for (int k = i; k < i1; k++)
                lift(wi + j0, w + (k + 1) * n + j0, wi[k], j1 - j0);
            if (j0 - 1 >= i1)
                lift(wi + j0, w + j0 * n + j0, wi[j0 - 1], j1 - j0);
        }
        for (int j = ja; j < j1; j++) {
            int pr = NEG, sc = pair_score(r->seq[i], r->seq[j]);
            if (j - i > MINLOOP && sc > 0) {
                pr = sc + w[(i + 1) * n + j - 1] - 1;
                if (p[(i + 1) * n + j - 1] + sc + 1 > pr)
                    pr = p[(i + 1) * n + j - 1] + sc + 1;
            }
            p[i * n + j] = pr;
            if (pr > wi[j])
                wi[j] = pr;
            /* wi[j] is final: use it for the columns to the right */
            if (j + 1 < j1)
                lift(wi + j + 1, w + (j + 1) * n + j + 1, wi[j], j1 - j - 1);
        }
    }
}

static void fill(Rna *r)
{
    int n = r->n, nt = (n + T - 1) / T;
#pragma omp parallel
    for (int d = 0; d < nt; d++)
#pragma omp for schedule(dynamic, 1)
        for (int b = 0; b < nt - d; b++)
            tile(r, b * T, (b + d) * T);
}

static void trace(Rna *r, int i, int j)
{
    int n = r->n;
    while (i < j) {
        int v = r->w[i * n + j], k;
        if (v == 0)
            return;
        for (k = i; k < j; k++)
            if (r->w[i * n + k] + r->w[(k + 1) * n + j] == v)
                break;
        if (k < j) {
            trace(r, i, k);
            i = k + 1;
            continue;
        }
        r->fold[i] = '(';
        r->fold[j] = ')';
        i++;
        j--;
    }
}

/* local alignment with affine gaps, returns the best score; antidiagonals.
 * Cell (i,j) of antidiagonal i+j is kept at index i. */
static int align(const char *a, int n, const char *b, int m)
{
    int best = 0;
    size_t ln = n + 2;
    int *buf = malloc(sizeof(int) * (5 * ln)), *rb = malloc(sizeof(int) * (m + 1));
    int *wide = malloc(sizeof(int) * (n + 1));
    if (!buf || !rb || !wide)
        exit(1);
    int *h0 = buf, *h1 = h0 + ln, *h2 = h1 + ln, *e = h2 + ln, *f = e + ln;
    for (size_t i = 0; i < ln; i++)
        h0[i] = h1[i] = h2[i] = 0, e[i] = f[i] = NEG;
    for (int j = 0; j < m; j++)
        rb[m - 1 - j] = b[j];               /* reversed: unit stride along i */
    for (int i = 0; i < n; i++)
        wide[i + 1] = a[i];
    for (int d = 2; d <= n + m; d++) {
        int lo = d - m > 1 ? d - m : 1, hi = d - 1 < n ? d - 1 : n;
        /* h1: antidiagonal d-1, h2: d-2.  e comes from row i-1, f from column
         * j-1; e must run downward in i as it moves by one. */
        const int *q = rb + m - d;          /* b[j-1] = q[i] */
        for (int i = hi; i >= lo; i--)
            e[i] = e[i - 1];
        if (lo == 1)
            e[1] = NEG;
#pragma omp simd reduction(max:best)
        for (int i = lo; i <= hi; i++) {
            int up = h1[i - 1] - 4, left = h1[i] - 4;
            int ee = e[i] - 1 > up ? e[i] - 1 : up, ff = f[i] - 1 > left ? f[i] - 1 : left;
            int s = h2[i - 1] + (wide[i] == q[i] ? 2 : -3);
            s = s < ee ? ee : s;
            s = s < ff ? ff : s;
            s = s < 0 ? 0 : s;
            e[i] = ee;
            f[i] = ff;
            h0[i] = s;
            best = s > best ? s : best;
        }
        h0[0] = 0;
        if (hi + 1 <= n)
            h0[hi + 1] = 0;                 /* row d of column 0 */
        int *t = h2;
        h2 = h1;
        h1 = h0;
        h0 = t;
    }
    free(buf);
    free(rb);
    free(wide);
    return best;
}

static uint64_t fnv(uint64_t h, const void *d, size_t n)
{
    const uint8_t *p = d;
    for (size_t i = 0; i < n; i++)
        h = (h ^ p[i]) * 1099511628211u;
    return h;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 1100, count = argc > 2 ? atoi(argv[2]) : 3;
    if (n < 1 || count < 1)
        return 2;
    Rna *r = calloc(count, sizeof *r);
    if (!r)
        return 1;
    for (int c = 0; c < count; c++) {
        rna_new(&r[c], n + 37 * c, 2463534242u + 977u * c);
        fill(&r[c]);
        int m = r[c].n;
        memset(r[c].fold, '.', m);
        r[c].fold[m] = 0;
        trace(&r[c], 0, m - 1);
        uint64_t x = fnv(14695981039346656037u, r[c].w, sizeof(int) * m * m);
        x = fnv(x, r[c].p, sizeof(int) * m * m);
        printf("%d score %d tables %016llx fold %016llx\n", c, r[c].w[m - 1],
               (unsigned long long)x, (unsigned long long)fnv(1, r[c].fold, m));
    }
    for (int c = 0; c < count; c++)
        for (int d = 0; d < c; d++)
            printf("%d %d align seq %d fold %d\n", c, d,
                   align(r[c].seq, r[c].n, r[d].seq, r[d].n),
                   align(r[c].fold, r[c].n, r[d].fold, r[d].n));
    for (int c = 0; c < count; c++) {
        free(r[c].seq);
        free(r[c].fold);
        free(r[c].w);
        free(r[c].p);
    }
    free(r);
    return 0;
}
