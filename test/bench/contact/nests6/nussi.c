/* RNA secondary structure by dynamic programming: weighted base pairs with
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

static void fill(struct fold *f)
{
    int n = f->n;
    for (int i = n - 1; i >= 0; i--) {
        for (int j = 0; j < n; j++) f->v[i][j] = j > i ? NONE : 0, f->w[i][j] = 0;
        for (int j = i + 1; j < n; j++) {
            int p = pair_score(f->base[i], f->base[j]);
            if (j - i > MINLOOP && p > 0) {
                int inner = f->w[i + 1][j - 1];                     /* open loop */
                int stack = f->v[i + 1][j - 1] + 12;                /* helix goes on */
                int bulge = max(f->v[i + 2][j - 1], f->v[i + 1][j - 2]) + 3;
                f->v[i][j] = p + max(max(inner - 25, stack), bulge);
            }
            int best = max(f->v[i][j], max(f->w[i + 1][j], f->w[i][j - 1]));
            for (int k = i + 1; k < j - 1; k++) {
                int s = f->w[i][k] + f->w[k + 1][j];
                if (s > best) best = s;
            }
            f->w[i][j] = best;
        }
    }
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
