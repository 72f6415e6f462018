// SPDX-License-Identifier: Apache-2.0
/* Global alignment of two long DNA sequences with affine gaps (Gotoh) and a full traceback. */
#include <stdio.h>
#include <stdlib.h>
#include <stdint.h>
#include <string.h>

#define MATCH 5
#define MISMATCH (-4)
#define GAP_OPEN (-10)
#define GAP_EXT (-1)
#define NEG (-100000000)

enum { FROM_DIAG = 0, FROM_E = 1, FROM_F = 2, E_OPEN = 4, F_OPEN = 8 };

typedef struct {
    char *s;
    int n;
} seq_t;

static uint32_t seed = 99991;

static unsigned rnd(unsigned m)
{
    seed ^= seed << 13;
    seed ^= seed >> 17;
    seed ^= seed << 5;
    return seed % m;
}

static seq_t random_seq(int n)
{
    seq_t q = { malloc(n + 1), n };
    for (int i = 0; i < n; i++)
        q.s[i] = "ACGT"[rnd(4)];
    q.s[n] = 0;
    return q;
}

/* copy with substitutions, short deletions and insertions */
static seq_t mutate(const seq_t *a)
{
    seq_t q = { malloc(2 * a->n + 64), 0 };
    for (int i = 0; i < a->n; i++) {
        unsigned r = rnd(1000);
        if (r < 60) {
            q.s[q.n++] = "ACGT"[rnd(4)];
        } else if (r < 66) {
            i += rnd(20);
        } else if (r < 72) {
            for (unsigned k = rnd(20); k > 0 && q.n < 2 * a->n; k--)
                q.s[q.n++] = "ACGT"[rnd(4)];
        } else {
            q.s[q.n++] = a->s[i];
        }
        if (q.n > 2 * a->n) break;
    }
    q.s[q.n] = 0;
    return q;
}

static int fill(const seq_t *a, const seq_t *b, uint8_t *dir)
{
    int n = a->n, m = b->n;
    int *H = malloc((m + 1) * sizeof *H);
    int *F = malloc((m + 1) * sizeof *F);

    H[0] = 0;
    F[0] = NEG;
    for (int j = 1; j <= m; j++) {
        H[j] = GAP_OPEN + j * GAP_EXT;
        F[j] = NEG;
    }
    for (int i = 1; i <= n; i++) {
        int diag = H[0], e = NEG, left;
        uint8_t *d = dir + (size_t)(i - 1) * m;
        left = H[0] = GAP_OPEN + i * GAP_EXT;
        for (int j = 1; j <= m; j++) {
            uint8_t flag = 0;
            int open = left + GAP_OPEN + GAP_EXT;
            e += GAP_EXT;
            if (open >= e) { e = open; flag |= E_OPEN; }
            int up = H[j] + GAP_OPEN + GAP_EXT, f = F[j] + GAP_EXT;
            if (up >= f) { f = up; flag |= F_OPEN; }
            int h = diag + (a->s[i - 1] == b->s[j - 1] ? MATCH : MISMATCH);
            uint8_t from = FROM_DIAG;
            if (e > h) { h = e; from = FROM_E; }
            if (f > h) { h = f; from = FROM_F; }
            diag = H[j];
            H[j] = left = h;
            F[j] = f;
            d[j - 1] = flag | from;
        }
    }
    int score = H[m];
    free(H);
    free(F);
    return score;
}

typedef struct { long match, mismatch, ins, del, gaps; uint32_t hash; } summary_t;

static summary_t traceback(const seq_t *a, const seq_t *b, const uint8_t *dir)
{
    summary_t s = { 0, 0, 0, 0, 0, 5381 };
    int i = a->n, j = b->n, state = 0;
    while (i > 0 || j > 0) {
        char op;
        if (i == 0) { op = 'I'; j--; s.ins++; }
        else if (j == 0) { op = 'D'; i--; s.del++; }
        else {
            uint8_t d = dir[(size_t)(i - 1) * b->n + j - 1];
            if (state == 0) state = d & 3;
            switch (state) {
            case FROM_E:
                op = 'I'; s.ins++; j--;
                if (d & E_OPEN) { state = 0; s.gaps++; }
                break;
            case FROM_F:
                op = 'D'; s.del++; i--;
                if (d & F_OPEN) { state = 0; s.gaps++; }
                break;
            default:
                if (a->s[i - 1] == b->s[j - 1]) { op = '='; s.match++; }
                else { op = 'X'; s.mismatch++; }
                i--; j--;
            }
        }
        s.hash = s.hash * 33 + (unsigned char)op;
    }
    return s;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 17000;
    seq_t a = random_seq(n), b = mutate(&a);
    uint8_t *dir = malloc((size_t)a.n * b.n);
    int score = fill(&a, &b, dir);
    summary_t s = traceback(&a, &b, dir);
    printf("lengths %d %d score %d\n", a.n, b.n, score);
    printf("match %ld mismatch %ld ins %ld del %ld gaps %ld identity %.4f%%\n", s.match, s.mismatch,
           s.ins, s.del, s.gaps, 100.0 * s.match / (s.match + s.mismatch + s.ins + s.del));
    printf("path hash %08x\n", s.hash);
    free(dir);
    free(a.s);
    free(b.s);
    return 0;
}
