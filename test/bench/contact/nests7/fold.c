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

static void fill(Rna *r)
{
    int n = r->n;
    int *w = r->w, *p = r->p;
    for (int i = n - 1; i >= 0; i--)
        for (int j = i; j < n; j++) {
            int best = 0, pr = NEG;
            int sc = pair_score(r->seq[i], r->seq[j]);
            if (j - i > MINLOOP && sc > 0) {
                pr = sc + w[(i + 1) * n + j - 1] - 1;
                if (p[(i + 1) * n + j - 1] + sc + 1 > pr)
                    pr = p[(i + 1) * n + j - 1] + sc + 1;
            }
            p[i * n + j] = pr;
            if (pr > best)
                best = pr;
            /* split: i..k and k+1..j */
            for (int k = i; k < j; k++) {
                int s = w[i * n + k] + w[(k + 1) * n + j];
                if (s > best)
                    best = s;
            }
            w[i * n + j] = best;
        }
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

/* local alignment with affine gaps, returns the best score */
static int align(const char *a, int n, const char *b, int m, int *h, int *e)
{
    int best = 0;
    for (int j = 0; j <= m; j++)
        h[j] = 0, e[j] = NEG;
    for (int i = 1; i <= n; i++) {
        int diag = h[0], f = NEG;
        for (int j = 1; j <= m; j++) {
            int up = h[j], s;
            e[j] = (e[j] - 1 > up - 4) ? e[j] - 1 : up - 4;
            f = (f - 1 > h[j - 1] - 4) ? f - 1 : h[j - 1] - 4;
            s = diag + (a[i - 1] == b[j - 1] ? 2 : -3);
            if (s < e[j]) s = e[j];
            if (s < f) s = f;
            if (s < 0) s = 0;
            diag = up;
            h[j] = s;
            if (s > best) best = s;
        }
    }
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
    int *h = malloc(sizeof(int) * (n + 40 * count + 1)), *e = malloc(sizeof(int) * (n + 40 * count + 1));
    if (!r || !h || !e)
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
                   align(r[c].seq, r[c].n, r[d].seq, r[d].n, h, e),
                   align(r[c].fold, r[c].n, r[d].fold, r[d].n, h, e));
    for (int c = 0; c < count; c++) {
        free(r[c].seq);
        free(r[c].fold);
        free(r[c].w);
        free(r[c].p);
    }
    free(r);
    free(h);
    free(e);
    return 0;
}
