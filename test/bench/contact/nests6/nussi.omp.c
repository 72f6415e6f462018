/* (tiled max-plus products, tile anti-diagonals on two threads) RNA secondary structure by dynamic programming: weighted base pairs with
 * stacking bonus (Nussinov/Zuker style), traceback, and a count of the optimal
 * pairings per position over several sequences.   usage: nussi [length] [sequences] */
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MINLOOP 3
#define NONE (-1000000)

struct fold {
    int n;
    char *base;     /* 0..3 = A C G U */
    int **v;        /* best if i pairs with j */
    int **w;        /* best of [i..j] */
    int *mate;
};

static int **table(int n)
{
    int **t = malloc(n * sizeof *t);
    int *d = malloc((size_t)n * n * sizeof *d);
    if (!t || !d) exit(1);
    for (int i = 0; i < n; i++) t[i] = d + (size_t)i * n;
    return t;
}

static int pair_score(int a, int b)
{
    if (a + b == 3) return a == 1 || a == 2 ? 30 : 20;      /* CG, AU */
    if ((a == 2 && b == 3) || (a == 3 && b == 2)) return 8; /* GU */
    return NONE;
}

static int max(int a, int b) { return a > b ? a : b; }

static void make_sequence(struct fold *f, unsigned seed)
{
    for (int i = 0; i < f->n; i++) {
        seed = seed * 1103515245u + 12345u;
        f->base[i] = (char)((seed >> 20) & 3);
    }
}

#define T 64
#define BIG (-2000000)

/* Tiles of T x T in w (padded, row stride ld).  C := max(C, A (+) B), where B is
 * shifted by one row: c[i][j] = max over k of a[i][k] + b[k + 1][j]. */
static void maxplus(int *restrict c, const int *a, const int *b, size_t ld, int k1)
{
    for (int i = 0; i < T; i += 4)
        for (int j = 0; j < T; j += 32) {
            int x[4][32];
            for (int r = 0; r < 4; r++)
                for (int q = 0; q < 32; q++) x[r][q] = c[(i + r) * ld + j + q];
            for (int k = 0; k < k1; k++) {
                const int *bk = b + (k + 1) * ld + j;
                #pragma GCC unroll 4
                for (int r = 0; r < 4; r++) {
                    int s = a[(i + r) * ld + k];
                    #pragma omp simd
                    for (int q = 0; q < 32; q++) x[r][q] = max(x[r][q], s + bk[q]);
                }
            }
            for (int r = 0; r < 4; r++)
                for (int q = 0; q < 32; q++) c[(i + r) * ld + j + q] = x[r][q];
        }
}

static void fill(struct fold *f)
{
    int n = f->n, nt = (n + T - 1) / T;
    size_t ld = (size_t)nt * T + 16;
    int *w = aligned_alloc(64, ((size_t)nt * T + 1) * ld * sizeof *w);
    if (!w) exit(1);
    #pragma omp parallel
    {
        #pragma omp for
        for (int i = 0; i <= nt * T; i++)
            for (size_t j = 0; j < ld; j++) w[i * ld + j] = BIG;
        #pragma omp for
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) f->v[i][j] = j > i ? NONE : 0, f->w[i][j] = 0;
        }
        for (int d = 0; d < nt; d++) {
            #pragma omp for schedule(dynamic, 1)
            for (int ti = 0; ti < nt - d; ti++) {
                int tj = ti + d, i0 = ti * T, j0 = tj * T;
                int i1 = i0 + T < n ? i0 + T : n, j1 = j0 + T < n ? j0 + T : n;
                int *c = w + i0 * ld + j0;
                /* k in tiles strictly between; of tile tj - 1 the last k needs row j0 */
                for (int tk = ti + 1; tk < tj; tk++)
                    maxplus(c, w + i0 * ld + tk * T, w + (size_t)tk * T * ld + j0, ld,
                            tk == tj - 1 ? T - 1 : T);
                for (int i = i1 - 1; i >= i0; i--) {
                    int *wi = w + i * ld;
                    const int *wn = wi + ld;
                    if (d > 0) {
                        /* k inside tile ti, vector over j */
                        for (int k = i + 1; k < i0 + T - 1; k++) {
                            int s = wi[k];
                            const int *wk = w + (k + 1) * ld;
                            #pragma omp simd
                            for (int j = j0; j < j0 + T; j++) wi[j] = max(wi[j], s + wk[j]);
                        }
                        if (d > 1) {
                            int s = wi[i0 + T - 1];
                            const int *wk = w + (size_t)(i0 + T) * ld;
                            #pragma omp simd
                            for (int j = j0; j < j0 + T; j++) wi[j] = max(wi[j], s + wk[j]);
                        }
                        int s = wi[j0 - 1];     /* k = j0 - 1, rows of tile tj */
                        const int *wk = w + j0 * ld;
                        if (i < j0 - 1) {
                            #pragma omp simd
                            for (int j = j0; j < j0 + T; j++) wi[j] = max(wi[j], s + wk[j]);
                        }
                    }
                    int ja = i + 1 > j0 ? i + 1 : j0;
                    if (i >= j0) wi[i] = 0;
                    for (int j = ja; j < j1; j++) {
                        int p = pair_score(f->base[i], f->base[j]), v = NONE;
                        if (j - i > MINLOOP && p > 0) {
                            int inner = wn[j - 1];
                            int stack = f->v[i + 1][j - 1] + 12;
                            int bulge = max(f->v[i + 2][j - 1], f->v[i + 1][j - 2]) + 3;
                            v = p + max(max(inner - 25, stack), bulge);
                            f->v[i][j] = v;
                        }
                        int best = max(wi[j], v);
                        if (i + 1 <= j) best = max(best, i + 1 < j ? wn[j] : 0);
                        best = max(best, j - 1 > i ? wi[j - 1] : 0);
                        wi[j] = best;
                        /* push: this k on to the rest of the tile's row */
                        const int *wk = w + (j + 1) * ld;
                        #pragma omp simd
                        for (int q = j + 1; q < j0 + T; q++) wi[q] = max(wi[q], best + wk[q]);
                    }
                }
                for (int i = i0; i < i1; i++)
                    for (int j = i > j0 ? i : j0; j < j1; j++) f->w[i][j] = w[i * ld + j];
            }
        }
    }
    free(w);
}

static void trace(struct fold *f)
{
    int (*stk)[2] = malloc((size_t)(2 * f->n + 8) * sizeof *stk), sp = 0;
    if (!stk) exit(1);
    for (int i = 0; i < f->n; i++) f->mate[i] = -1;
    stk[sp][0] = 0; stk[sp++][1] = f->n - 1;
    while (sp > 0) {
        int i = stk[--sp][0], j = stk[sp][1];
        while (i < j && f->w[i][j] > 0) {
            int s = f->w[i][j], k;
            if (s == f->w[i + 1][j]) { i++; continue; }
            if (s == f->w[i][j - 1]) { j--; continue; }
            if (s == f->v[i][j]) {
                f->mate[i] = j;
                f->mate[j] = i;
                i++, j--;
                continue;
            }
            for (k = i + 1; k < j - 1; k++)
                if (s == f->w[i][k] + f->w[k + 1][j]) break;
            stk[sp][0] = k + 1; stk[sp++][1] = j;
            j = k;
        }
    }
    free(stk);
}

static uint64_t fnv(uint64_t h, const void *p, size_t n)
{
    const unsigned char *c = p;
    for (size_t i = 0; i < n; i++) h = (h ^ c[i]) * 1099511628211ULL;
    return h;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 1250;
    int cnt = argc > 2 ? atoi(argv[2]) : 2;
    if (n < 8 || cnt < 1) return 1;
    struct fold f = { n, malloc(n), table(n), table(n), malloc(n * sizeof(int)) };
    if (!f.base || !f.mate) return 1;
    for (int c = 0; c < cnt; c++) {
        long sum = 0;
        int pairs = 0;
        make_sequence(&f, 17u + 1000u * c);
        fill(&f);
        trace(&f);
        uint64_t h = 14695981039346656037ULL;
        for (int i = 0; i < n; i++) {
            pairs += f.mate[i] > i;
            for (int j = i; j < n; j++) sum += f.w[i][j] ^ (f.v[i][j] & 0xffff);
            h = fnv(h, f.w[i] + i, (n - i) * sizeof(int));
            h = fnv(h, f.v[i] + i, (n - i) * sizeof(int));
        }
        h = fnv(h, f.mate, n * sizeof(int));
        printf("%d: score %d pairs %d sum %ld hash %016llx\n", c, f.w[0][n - 1], pairs, sum,
               (unsigned long long)h);
    }
    free(f.v[0]); free(f.v); free(f.w[0]); free(f.w);
    free(f.base); free(f.mate);
    return 0;
}
