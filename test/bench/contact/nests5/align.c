/* Global alignment of two sequences (Needleman-Wunsch, linear gap cost) with
 * the full score table kept in int16_t for the traceback. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define MATCH     3
#define MISMATCH (-2)
#define GAP       2

typedef struct {
    uint8_t *code;
    int len;
} seq_t;

#define H(i, j) table[(size_t)(i) * (nb + 1) + (j)]

static uint32_t lcg(uint32_t *s)
{
    *s = *s * 1664525u + 1013904223u;
    return *s >> 16;
}

static seq_t random_seq(int len, uint32_t *s)
{
    seq_t q;
    q.len = len;
    q.code = malloc((size_t)len + 1);
    if (!q.code)
        exit(1);
    for (int i = 0; i < len; i++)
        q.code[i] = (uint8_t)(lcg(s) & 3);
    return q;
}

/* copy with substitutions, insertions and deletions */
static seq_t mutate(const seq_t *a, int maxlen, uint32_t *s)
{
    seq_t q;
    q.len = 0;
    q.code = malloc((size_t)maxlen + 1);
    if (!q.code)
        exit(1);
    for (int i = 0; i < a->len && q.len < maxlen; i++) {
        uint32_t r = lcg(s) % 100;
        if (r < 6)
            continue;
        if (r < 12)
            q.code[q.len++] = (uint8_t)(lcg(s) & 3);
        if (q.len == maxlen)
            break;
        if (r >= 12 && r < 24)
            q.code[q.len++] = (uint8_t)(lcg(s) & 3);
        else
            q.code[q.len++] = a->code[i];
    }
    while (q.len < maxlen)
        q.code[q.len++] = (uint8_t)(lcg(s) & 3);
    return q;
}

static int16_t score(uint8_t x, uint8_t y)
{
    return x == y ? MATCH : MISMATCH;
}

static void fill_table(const seq_t *a, const seq_t *b, int16_t *table)
{
    int na = a->len, nb = b->len;

    for (int i = 0; i <= na; i++)
        H(i, 0) = (int16_t)(-GAP * i);
    for (int j = 0; j <= nb; j++)
        H(0, j) = (int16_t)(-GAP * j);
    for (int i = 1; i <= na; i++) {
        for (int j = 1; j <= nb; j++) {
            int16_t best = H(i - 1, j - 1) + score(a->code[i - 1], b->code[j - 1]);
            if (H(i - 1, j) - GAP > best)
                best = H(i - 1, j) - GAP;
            if (H(i, j - 1) - GAP > best)
                best = H(i, j - 1) - GAP;
            H(i, j) = best;
        }
    }
}

struct path {
    int match, mismatch, ins, del;
    uint32_t hash;
};

static struct path traceback(const seq_t *a, const seq_t *b, const int16_t *table)
{
    struct path p = { 0, 0, 0, 0, 2166136261u };
    int nb = b->len, i = a->len, j = b->len;

    while (i > 0 || j > 0) {
        uint32_t op;
        if (i > 0 && j > 0 &&
            H(i, j) == H(i - 1, j - 1) + score(a->code[i - 1], b->code[j - 1])) {
            if (a->code[i - 1] == b->code[j - 1])
                p.match++;
            else
                p.mismatch++;
            op = 1;
            i--;
            j--;
        } else if (i > 0 && H(i, j) == H(i - 1, j) - GAP) {
            p.del++;
            op = 2;
            i--;
        } else {
            p.ins++;
            op = 3;
            j--;
        }
        p.hash = (p.hash ^ op) * 16777619u;
    }
    return p;
}

/* best score in each of a few rows, for a dot plot */
static void row_maxima(const seq_t *a, const seq_t *b, const int16_t *table)
{
    int nb = b->len;

    printf("row maxima:");
    for (int q = 0; q <= 4; q++) {
        int i = (int)((long)a->len * q / 4), where = 0;
        int16_t m = H(i, 0);
        for (int j = 1; j <= nb; j++)
            if (H(i, j) > m) {
                m = H(i, j);
                where = j;
            }
        printf(" %d@%d", m, where);
    }
    printf("\n");
}

int main(int argc, char **argv)
{
    int na = argc > 1 ? atoi(argv[1]) : 7000;
    int nb = argc > 2 ? atoi(argv[2]) : 7300;
    int rounds = argc > 3 ? atoi(argv[3]) : 4;
    uint32_t s = 2024u;

    if (na < 1 || nb < 1 || na > 9000 || nb > 9000) {
        fprintf(stderr, "lengths must be 1..9000\n");
        return 1;
    }
    seq_t a = random_seq(na, &s);
    int16_t *table = malloc(sizeof(int16_t) * (size_t)(na + 1) * (nb + 1));
    if (!table)
        return 1;

    for (int r = 0; r < rounds; r++) {
        seq_t b = mutate(&a, nb, &s);
        fill_table(&a, &b, table);
        struct path p = traceback(&a, &b, table);
        printf("round %d: score %d  match %d mismatch %d ins %d del %d  path %08x\n",
               r, H(na, nb), p.match, p.mismatch, p.ins, p.del, (unsigned)p.hash);
        if (r == rounds - 1)
            row_maxima(&a, &b, table);
        free(b.code);
    }
    free(table);
    free(a.code);
    return 0;
}
