/* swalign - local alignment of two protein-like sequences, affine gaps
 * (Gotoh), full traceback.  usage: swalign [n] [m] [seed] */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NAA 20
#define GAP_OPEN 11
#define GAP_EXT 1
#define NEG (-1000000)

enum { TB_STOP, TB_DIAG, TB_UP, TB_LEFT, TB_EEXT = 4, TB_FEXT = 8 };  /* traceback bits */

static const char aa[] = "ARNDCQEGHILKMFPSTWYV";
static int sub[NAA][NAA];
static unsigned long rng_state = 12345;

typedef struct {
    int score, iend, jend, ibeg, jbeg;
    int ident, mism, gaps;
    char *cigar;
} alignment;

static unsigned rnd(void)
{
    rng_state = rng_state * 6364136223846793005UL + 1442695040888963407UL;
    return (unsigned)(rng_state >> 33);
}

static void *xmalloc(size_t n)
{
    void *p = malloc(n);
    if (!p) {
        fprintf(stderr, "swalign: out of memory (%zu bytes)\n", n);
        exit(1);
    }
    return p;
}

static void make_matrix(void)
{
    static const char *groups[] = { "AGPST", "C", "DENQ", "FWY", "HKR", "ILMV", NULL };
    int grp[NAA];
    for (int i = 0; i < NAA; i++)
        for (int g = 0; groups[g]; g++)
            if (strchr(groups[g], aa[i]))
                grp[i] = g;
    for (int i = 0; i < NAA; i++)
        for (int j = 0; j < NAA; j++) {
            if (i == j)
                sub[i][j] = 4 + (i * 7 % 5);
            else if (grp[i] == grp[j])
                sub[i][j] = 1;
            else
                sub[i][j] = -1 - ((i + j) % 4);
        }
}

/* a random sequence, then a diverged copy of its middle for the second one */
static unsigned char *random_seq(int n)
{
    unsigned char *s = xmalloc(n);
    for (int i = 0; i < n; i++)
        s[i] = rnd() % NAA;
    return s;
}

static unsigned char *mutate(const unsigned char *a, int n, int m)
{
    unsigned char *b = xmalloc(m);
    int src = n / 5, k = 0;
    while (k < m / 6)
        b[k++] = rnd() % NAA;
    while (k < m) {
        unsigned r = rnd() % 100;
        if (src >= n - n / 7) {
            b[k++] = rnd() % NAA;
        } else if (r < 3) {
            src += 1 + rnd() % 6;               /* deletion */
        } else if (r < 6) {
            int len = 1 + rnd() % 6;            /* insertion */
            while (len-- && k < m)
                b[k++] = rnd() % NAA;
        } else if (r < 40) {
            b[k++] = rnd() % NAA;
            src++;
        } else {
            b[k++] = a[src++];
        }
    }
    return b;
}

static void fill(const unsigned char *a, int n, const unsigned char *b, int m,
                 unsigned char *tb, alignment *al)
{
    int *H = xmalloc((m + 1) * sizeof *H);
    int *E = xmalloc((m + 1) * sizeof *E);

    for (int j = 0; j <= m; j++) {
        H[j] = 0;
        E[j] = NEG;
    }
    al->score = 0;
    al->iend = al->jend = -1;
    for (int i = 0; i < n; i++) {
        const int *srow = sub[a[i]];
        unsigned char *t = tb + (size_t)i * m;
        int diag = 0, left = 0, F = NEG;
        for (int j = 0; j < m; j++) {
            unsigned char flags = 0;
            int eo = H[j + 1] - GAP_OPEN, ee = E[j + 1] - GAP_EXT;
            if (ee > eo) {
                eo = ee;
                flags |= TB_EEXT;
            }
            int fo = left - GAP_OPEN, fe = F - GAP_EXT;
            if (fe > fo) {
                fo = fe;
                flags |= TB_FEXT;
            }
            int h = diag + srow[b[j]], dir = TB_DIAG;
            if (eo > h) {
                h = eo;
                dir = TB_UP;
            }
            if (fo > h) {
                h = fo;
                dir = TB_LEFT;
            }
            if (h <= 0) {
                h = 0;
                dir = TB_STOP;
            }
            t[j] = flags | dir;
            diag = H[j + 1];
            H[j + 1] = left = h;
            E[j + 1] = eo;
            F = fo;
            if (h > al->score) {
                al->score = h;
                al->iend = i;
                al->jend = j;
            }
        }
    }
    free(H);
    free(E);
}

static void traceback(const unsigned char *a, int n, const unsigned char *b, int m,
                      const unsigned char *tb, alignment *al)
{
    int i = al->iend, j = al->jend, k = 0, state = 0;
    al->cigar = xmalloc(n + m + 1);
    al->ident = al->mism = al->gaps = 0;
    while (i >= 0 && j >= 0) {
        unsigned char c = tb[(size_t)i * m + j];
        if (state == 0) {
            int dir = c & 3;
            if (dir == TB_STOP)
                break;
            if (dir == TB_DIAG) {
                if (a[i] == b[j])
                    al->ident++;
                else
                    al->mism++;
                al->cigar[k++] = 'M';
                i--;
                j--;
            } else {
                state = dir;
            }
        } else if (state == TB_UP) {
            al->cigar[k++] = 'D';
            al->gaps++;
            if (!(c & TB_EEXT))
                state = 0;
            i--;
        } else {
            al->cigar[k++] = 'I';
            al->gaps++;
            if (!(c & TB_FEXT))
                state = 0;
            j--;
        }
    }
    al->ibeg = i + 1;
    al->jbeg = j + 1;
    for (int x = 0, y = k - 1; x < y; x++, y--) {
        char ch = al->cigar[x];
        al->cigar[x] = al->cigar[y];
        al->cigar[y] = ch;
    }
    al->cigar[k] = 0;
}

static void print_alignment(const alignment *al, const unsigned char *tb, size_t cells)
{
    unsigned h = 2166136261u, runs = 0;
    printf("score %d  a[%d..%d] b[%d..%d]\n", al->score, al->ibeg, al->iend, al->jbeg, al->jend);
    printf("identical %d  mismatched %d  gap columns %d\n", al->ident, al->mism, al->gaps);
    for (const char *p = al->cigar; *p;) {
        int len = 0;
        char c = *p;
        while (*p == c) {
            p++;
            len++;
        }
        if (runs < 12)
            printf("%d%c", len, c);
        runs++;
    }
    for (size_t i = 0; i < cells; i += 97)
        h = (h ^ tb[i]) * 16777619u;
    printf("...  (%u runs)\ntraceback hash %08x\n", runs, h);
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 15000;
    int m = argc > 2 ? atoi(argv[2]) : 13000;
    alignment al;

    if (argc > 3)
        rng_state = strtoul(argv[3], NULL, 10);
    if (n < 10 || m < 10 || n > 60000 || m > 60000) {
        fprintf(stderr, "swalign: lengths must be 10..60000\n");
        return 2;
    }
    make_matrix();
    unsigned char *a = random_seq(n), *b = mutate(a, n, m);
    unsigned char *tb = xmalloc((size_t)n * m);
    fill(a, n, b, m, tb, &al);
    if (al.score == 0) {
        puts("no alignment");
        return 0;
    }
    traceback(a, n, b, m, tb, &al);
    print_alignment(&al, tb, (size_t)n * m);
    free(al.cigar);
    free(tb);
    free(a);
    free(b);
    return 0;
}
