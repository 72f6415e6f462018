/* nwalign - global alignment of two DNA sequences with affine gap costs
 * (Gotoh), full traceback matrix, CIGAR-like summary. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MATCH 2
#define MISM (-3)
#define OPEN (-6)
#define EXT (-1)
#define NEG (-100000000)

/* trace bits */
#define H_DIAG 0
#define H_UP 1
#define H_LEFT 2
#define E_EXT 4
#define F_EXT 8

static unsigned rs = 2024u;

static unsigned draw(unsigned n)
{
    rs = rs * 1664525u + 1013904223u;
    return (rs >> 10) % n;
}

static char *random_dna(int n)
{
    char *s = malloc((size_t)n + 1);
    if (!s) exit(1);
    for (int i = 0; i < n; i++)
        s[i] = "ACGT"[draw(4)];
    s[n] = 0;
    return s;
}

/* copy with point mutations and short indels */
static char *mutate(const char *src, int n, int *outlen)
{
    char *s = malloc(2 * (size_t)n + 16);
    int m = 0;
    if (!s) exit(1);
    for (int i = 0; i < n; i++) {
        unsigned r = draw(1000);
        if (r < 60)
            s[m++] = "ACGT"[draw(4)];
        else if (r < 68)
            i += (int)draw(7);
        else if (r < 76) {
            for (unsigned k = draw(6) + 1; k && m < 2 * n; k--)
                s[m++] = "ACGT"[draw(4)];
        } else
            s[m++] = src[i];
    }
    s[m] = 0;
    *outlen = m;
    return s;
}

#define TROW 256
#define TCOL 1024

/* Tiled wavefront. h/e carry the row above a tile (per column); hl/fl carry the
 * column left of a tile, one array per tile column so that corners survive. */
static void tile(const char *a, const char *b, unsigned char **trace, int i0, int i1, int j0, int j1, int *h, int *e,
                 const int *hl, const int *fl, int *hr, int *fr)
{
    int diag0 = hl[i0 - 1];
    for (int i = i0; i < i1; i++) {
        int diag = diag0, f = fl[i], left = hl[i];
        unsigned char *row = trace[i];
        diag0 = hl[i];
        for (int j = j0; j < j1; j++) {
            unsigned char t = 0;
            int open = h[j] + OPEN + EXT, ext = e[j] + EXT;
            if (ext > open) { e[j] = ext; t |= E_EXT; } else e[j] = open;
            open = left + OPEN + EXT;
            ext = f + EXT;
            if (ext > open) { f = ext; t |= F_EXT; } else f = open;
            int best = diag + (a[i - 1] == b[j - 1] ? MATCH : MISM);
            if (e[j] > best) { best = e[j]; t = (unsigned char)((t & ~3) | H_UP); }
            if (f > best) { best = f; t = (unsigned char)((t & ~3) | H_LEFT); }
            diag = h[j];
            h[j] = left = best;
            row[j] = t;
        }
        hr[i] = left;
        fr[i] = f;
    }
}

static int align(const char *a, int n, const char *b, int m, unsigned char **trace)
{
    int *h = malloc(sizeof(int) * (size_t)(m + 1)), *e = malloc(sizeof(int) * (size_t)(m + 1));
    int tr = (n + TROW - 1) / TROW, tc = (m + TCOL - 1) / TCOL;
    int *hc = malloc(sizeof(int) * (size_t)(n + 1) * (size_t)(tc + 1));
    int *fc = malloc(sizeof(int) * (size_t)(n + 1) * (size_t)(tc + 1));
    if (!h || !e || !hc || !fc) exit(1);
    h[0] = 0;
    for (int j = 1; j <= m; j++) {
        h[j] = OPEN + EXT * j;
        e[j] = NEG;
        trace[0][j] = (unsigned char)(H_LEFT | (j > 1 ? F_EXT : 0));
    }
    for (int i = 0; i <= n; i++) {
        hc[i] = i ? OPEN + EXT * i : 0;
        fc[i] = NEG;
        if (i)
            trace[i][0] = (unsigned char)(H_UP | (i > 1 ? E_EXT : 0));
    }
    for (int c = 1; c <= tc; c++)
        hc[(size_t)c * (size_t)(n + 1)] = h[c * TCOL < m ? c * TCOL : m];
    #pragma omp parallel
    for (int d = 0; d < tr + tc - 1; d++) {
        int lo = d - tc + 1 > 0 ? d - tc + 1 : 0, hi = d < tr - 1 ? d : tr - 1;
        #pragma omp for schedule(dynamic, 1)
        for (int r = lo; r <= hi; r++) {
            int c = d - r, i0 = r * TROW + 1, j0 = c * TCOL + 1;
            int i1 = i0 + TROW < n + 1 ? i0 + TROW : n + 1, j1 = j0 + TCOL < m + 1 ? j0 + TCOL : m + 1;
            size_t l = (size_t)c * (size_t)(n + 1), g = l + (size_t)(n + 1);
            tile(a, b, trace, i0, i1, j0, j1, h, e, hc + l, fc + l, hc + g, fc + g);
        }
    }
    int score = h[m];
    free(h);
    free(e);
    free(hc);
    free(fc);
    return score;
}

struct summary { long match, mismatch, ins, del, gaps; unsigned hash; };

static void walk(const char *a, int n, const char *b, int m, unsigned char **trace, struct summary *s)
{
    int i = n, j = m, state = 0;
    memset(s, 0, sizeof *s);
    while (i > 0 || j > 0) {
        unsigned char t = trace[i][j];
        char op;
        if (state == 0)
            state = t & 3;
        if (state == H_DIAG) {
            op = a[i - 1] == b[j - 1] ? '=' : 'X';
            if (op == '=') s->match++; else s->mismatch++;
            i--;
            j--;
        } else if (state == H_UP) {
            op = 'D';
            s->del++;
            if (!(t & E_EXT)) { state = 0; s->gaps++; }
            i--;
        } else {
            op = 'I';
            s->ins++;
            if (!(t & F_EXT)) { state = 0; s->gaps++; }
            j--;
        }
        s->hash = s->hash * 33u + (unsigned)op;
    }
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 11000, m;
    if (n < 4) n = 4;
    char *a = random_dna(n), *b = mutate(a, n, &m);
    unsigned char **trace = malloc(sizeof *trace * (size_t)(n + 1));
    unsigned char *cells = malloc((size_t)(n + 1) * (size_t)(m + 1));
    if (!trace || !cells) return 1;
    for (int i = 0; i <= n; i++)
        trace[i] = cells + (size_t)i * (size_t)(m + 1);
    trace[0][0] = 0;
    int score = align(a, n, b, m, trace);
    struct summary s;
    walk(a, n, b, m, trace, &s);
    printf("lengths %d %d score %d\n", n, m, score);
    printf("match %ld mismatch %ld ins %ld del %ld gaps %ld\npath %08x\n", s.match, s.mismatch, s.ins, s.del, s.gaps,
           s.hash);
    free(cells);
    free(trace);
    free(a);
    free(b);
    return 0;
}
