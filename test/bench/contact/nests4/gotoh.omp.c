/* Global alignment with affine gaps (three-state dynamic programming), all pairs of a
 * small family of sequences; prints scores and an identity estimate from lengths. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    int len;
    unsigned char *s;
} seq_t;

typedef struct {
    int open, extend;
    int sub[20][20];
} scoring_t;

#define NEG (-100000000)

static int max2(int a, int b) { return a > b ? a : b; }

/* Only the score is wanted, so three rolling anti-diagonals indexed by i replace the
 * tables; cells of one diagonal are independent and go through simd. */
static int affine_score(const scoring_t *sc, const seq_t *a, const seq_t *b)
{
    const int n = a->len, w = b->len, open = sc->open, ext = sc->extend;
    const size_t stride = (size_t)n + 17;
    int *buf = malloc(9 * stride * sizeof(int));
    int *m0 = buf, *m1 = m0 + stride, *x0 = m1 + stride, *x1 = x0 + stride, *y0 = x1 + stride,
        *y1 = y0 + stride, *d0 = y1 + stride, *d1 = d0 + stride, *d2 = d1 + stride;
    int *ra = malloc((n + 1) * sizeof(int));       /* row of the score table for residue i */
    int *rb = malloc((w + 1) * sizeof(int));       /* b reversed: rb[w - j] = b[j-1] */
    const int *sub = &sc->sub[0][0];
    int best;
    for (int i = 1; i <= n; i++)
        ra[i] = a->s[i - 1] * 20;
    for (int j = 1; j <= w; j++)
        rb[w - j] = b->s[j - 1];
    for (int d = 0; d <= n + w; d++) {
        int lo = d > w ? d - w : 0, hi = d < n ? d : n, *t;
        if (lo == 0) {               /* row 0 */
            m0[0] = d ? NEG : 0;
            x0[0] = NEG;
            y0[0] = d ? -open - (d - 1) * ext : NEG;
            d0[0] = max2(m0[0], max2(x0[0], y0[0]));
            lo = 1;
        }
        if (hi == d && d > 0) {      /* column 0 */
            m0[d] = y0[d] = NEG;
            x0[d] = -open - (d - 1) * ext;
            d0[d] = max2(m0[d], max2(x0[d], y0[d]));
            hi = d - 1;
        }
        const int *q = rb + w - d;
#pragma omp simd
        for (int i = lo; i <= hi; i++) {
            int mm = d2[i - 1] + sub[ra[i] + q[i]];
            int p = m1[i - 1] - open, r = x1[i - 1] - ext;
            int xx = p > r ? p : r;
            p = m1[i] - open;
            r = y1[i] - ext;
            int yy = p > r ? p : r;
            m0[i] = mm;
            x0[i] = xx;
            y0[i] = yy;
            xx = xx > yy ? xx : yy;
            d0[i] = mm > xx ? mm : xx;
        }
        t = m0; m0 = m1; m1 = t;
        t = x0; x0 = x1; x1 = t;
        t = y0; y0 = y1; y1 = t;
        t = d2; d2 = d1; d1 = d0; d0 = t;
    }
    best = d1[n];
    free(buf);
    free(ra);
    free(rb);
    return best;
}

static unsigned seed = 2024;
static int rnd(int n)
{
    seed = seed * 1103515245u + 12345u;
    return (int)((seed >> 16) % (unsigned)n);
}

static seq_t mutate(const seq_t *root, int rate)
{
    seq_t r;
    int i, n = 0;
    r.s = malloc(root->len * 2 + 2);
    for (i = 0; i < root->len; i++) {
        if (rnd(100) < rate / 4)
            continue;
        r.s[n++] = rnd(100) < rate ? (unsigned char)rnd(20) : root->s[i];
        if (rnd(100) < rate / 5)
            r.s[n++] = (unsigned char)rnd(20);
    }
    r.len = n;
    return r;
}

int main(int argc, char **argv)
{
    int len = argc > 1 ? atoi(argv[1]) : 2400;
    int count = argc > 2 ? atoi(argv[2]) : 6;
    scoring_t sc;
    seq_t *fam = malloc(count * sizeof(seq_t));
    long total = 0;
    int i, j;

    sc.open = 11;
    sc.extend = 1;
    for (i = 0; i < 20; i++)
        for (j = 0; j <= i; j++)
            sc.sub[i][j] = sc.sub[j][i] = i == j ? 4 + i % 6 : (i * 7 + j * 3) % 6 - 4;
    fam[0].len = len;
    fam[0].s = malloc(len + 1);
    for (i = 0; i < len; i++)
        fam[0].s[i] = (unsigned char)rnd(20);
    for (i = 1; i < count; i++)
        fam[i] = mutate(&fam[(i - 1) / 2], 8 + 3 * i);
    int np = count * (count - 1) / 2, *score = malloc((np + 1) * sizeof(int));
#pragma omp parallel for schedule(dynamic, 1) private(i, j)
    for (int p = 0; p < np; p++) {
        for (i = 1, j = p; j >= i; i++)
            j -= i;
        score[p] = affine_score(&sc, &fam[i], &fam[j]);
    }
    for (i = 0; i < count; i++)
        for (j = 0; j < i; j++) {
            int s = score[i * (i - 1) / 2 + j];
            printf("%d-%d len %d/%d score %d\n", i, j, fam[i].len, fam[j].len, s);
            total += s;
        }
    printf("total %ld\n", total);
    for (i = 0; i < count; i++)
        free(fam[i].s);
    free(fam);
    free(score);
    return 0;
}
