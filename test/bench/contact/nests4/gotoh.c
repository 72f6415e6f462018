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

static int affine_score(const scoring_t *sc, const seq_t *a, const seq_t *b)
{
    int w = b->len + 1;
    int **m = malloc((a->len + 1) * sizeof(int *));
    int **ix = malloc((a->len + 1) * sizeof(int *));
    int **iy = malloc((a->len + 1) * sizeof(int *));
    int i, j, best;
    for (i = 0; i <= a->len; i++) {
        m[i] = malloc(w * sizeof(int));
        ix[i] = malloc(w * sizeof(int));
        iy[i] = malloc(w * sizeof(int));
    }
    m[0][0] = 0;
    ix[0][0] = iy[0][0] = NEG;
    for (i = 1; i <= a->len; i++) {
        m[i][0] = NEG;
        iy[i][0] = NEG;
        ix[i][0] = -sc->open - (i - 1) * sc->extend;
    }
    for (j = 1; j <= b->len; j++) {
        m[0][j] = NEG;
        ix[0][j] = NEG;
        iy[0][j] = -sc->open - (j - 1) * sc->extend;
    }
    for (i = 1; i <= a->len; i++)
        for (j = 1; j <= b->len; j++) {
            int diag = max2(m[i - 1][j - 1], max2(ix[i - 1][j - 1], iy[i - 1][j - 1]));
            m[i][j] = diag + sc->sub[a->s[i - 1]][b->s[j - 1]];
            ix[i][j] = max2(m[i - 1][j] - sc->open, ix[i - 1][j] - sc->extend);
            iy[i][j] = max2(m[i][j - 1] - sc->open, iy[i][j - 1] - sc->extend);
        }
    best = max2(m[a->len][b->len], max2(ix[a->len][b->len], iy[a->len][b->len]));
    for (i = 0; i <= a->len; i++) {
        free(m[i]);
        free(ix[i]);
        free(iy[i]);
    }
    free(m);
    free(ix);
    free(iy);
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
    for (i = 0; i < count; i++)
        for (j = 0; j < i; j++) {
            int s = affine_score(&sc, &fam[i], &fam[j]);
            printf("%d-%d len %d/%d score %d\n", i, j, fam[i].len, fam[j].len, s);
            total += s;
        }
    printf("total %ld\n", total);
    for (i = 0; i < count; i++)
        free(fam[i].s);
    free(fam);
    return 0;
}
