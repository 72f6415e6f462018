/* Global alignment, hand optimised: strips of 64 rows move over the columns
 * along anti-diagonals in two vectors of 32 int16; instead of the table only
 * two decision bits per cell are kept.  Rounds run in parallel. */
#pragma GCC target("prefer-vector-width=512")
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <omp.h>
#ifdef __AVX512BW__
#include <immintrin.h>
#endif

#define MATCH     3
#define MISMATCH (-2)
#define GAP       2
#define SR       64             /* rows of a strip */

typedef struct {
    uint8_t *code;
    int len;
} seq_t;

struct bits {
    uint64_t diag, up;          /* lane l: row of the strip, column d - l */
};

struct path {
    int match, mismatch, ins, del;
    uint32_t hash;
};

struct result {
    struct path p;
    int score;
    int16_t rowmax[5];
    int rowpos[5];
};

static uint32_t lcg(uint32_t *s)
{
    *s = *s * 1664525u + 1013904223u;
    return *s >> 16;
}

static void *get(size_t bytes)
{
    void *p = aligned_alloc(64, (bytes + 63) / 64 * 64);
    if (!p)
        exit(1);
    return p;
}

static seq_t random_seq(int len, uint32_t *s)
{
    seq_t q;
    q.len = len;
    q.code = get((size_t)len + 1);
    for (int i = 0; i < len; i++)
        q.code[i] = (uint8_t)(lcg(s) & 3);
    return q;
}

static seq_t mutate(const seq_t *a, int maxlen, uint32_t *s)
{
    seq_t q;
    q.len = 0;
    q.code = get((size_t)maxlen + 1);
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

/* One strip.  top[j]: row above the strip, overwritten with its last row.
 * brev: codes of b as int16, reversed so that column d-l+... is contiguous:
 * brev[(nb - 1 + SR) - j] holds b[j-1+1]; see fill().
 * dump, if not NULL, receives the vector of every diagonal. */
static void strip(int row0, const int16_t *acode, const int16_t *brev, int nb,
                  int16_t *top, struct bits *bits, int16_t *dump)
{
#ifdef __AVX512BW__
    const __m512i va0 = _mm512_loadu_si512(acode), va1 = _mm512_loadu_si512(acode + 32);
    const __m512i vm = _mm512_set1_epi16(MATCH), vx = _mm512_set1_epi16(MISMATCH);
    const __m512i vg = _mm512_set1_epi16(GAP);
    short ix[32];
    ix[0] = 32;                 /* lane 0 of the second operand */
    for (int l = 1; l < 32; l++)
        ix[l] = (short)(l - 1);
    const __m512i idx0 = _mm512_loadu_si512(ix);
    ix[0] = 63;                 /* lane 31 of the second operand */
    const __m512i idx1 = _mm512_loadu_si512(ix);
    __m512i p0 = _mm512_setzero_si512(), p1 = p0;       /* diagonal d-1 */
    __m512i g0 = p0, g1 = p0;                           /* shifted diagonal d-2 */
    /* before d = 0 nothing exists; lane l becomes column 0 at d = l */
    for (int d = 0; d <= nb + SR - 1; d++) {
        /* value above every lane */
        __m512i u0 = _mm512_permutex2var_epi16(p0, idx0, _mm512_loadu_si512(top + d));
        __m512i u1 = _mm512_permutex2var_epi16(p1, idx1, p0);
        const int16_t *bp = brev + (nb + SR - 1 - d);
        __m512i b0 = _mm512_loadu_si512(bp), b1 = _mm512_loadu_si512(bp + 32);
        __m512i s0 = _mm512_mask_blend_epi16(_mm512_cmpeq_epi16_mask(va0, b0), vx, vm);
        __m512i s1 = _mm512_mask_blend_epi16(_mm512_cmpeq_epi16_mask(va1, b1), vx, vm);
        __m512i d0 = _mm512_add_epi16(g0, s0), d1 = _mm512_add_epi16(g1, s1);
        __m512i w0 = _mm512_sub_epi16(u0, vg), w1 = _mm512_sub_epi16(u1, vg);
        __m512i l0 = _mm512_sub_epi16(p0, vg), l1 = _mm512_sub_epi16(p1, vg);
        __m512i c0 = _mm512_max_epi16(_mm512_max_epi16(d0, w0), l0);
        __m512i c1 = _mm512_max_epi16(_mm512_max_epi16(d1, w1), l1);
        if (d < SR) {           /* one lane starts: column 0 */
            __m512i v = _mm512_set1_epi16((short)(-GAP * (row0 + d)));
            c0 = _mm512_mask_blend_epi16(d < 32 ? 1u << d : 0, c0, v);
            c1 = _mm512_mask_blend_epi16(d >= 32 ? 1u << (d - 32) : 0, c1, v);
        }
        bits[d].diag = _mm512_cmpeq_epi16_mask(c0, d0)
                     | (uint64_t)_mm512_cmpeq_epi16_mask(c1, d1) << 32;
        bits[d].up = _mm512_cmpeq_epi16_mask(c0, w0)
                   | (uint64_t)_mm512_cmpeq_epi16_mask(c1, w1) << 32;
        if (d >= SR - 1)
            _mm512_mask_storeu_epi16(top + (d - SR + 1) - 31, 0x80000000u, c1);
        if (dump) {
            _mm512_storeu_si512(dump + (size_t)d * SR, c0);
            _mm512_storeu_si512(dump + (size_t)d * SR + 32, c1);
        }
        g0 = u0;
        g1 = u1;
        p0 = c0;
        p1 = c1;
    }
#else
    int16_t p[SR + 1] = { 0 }, g[SR] = { 0 }, u[SR], c[SR];
    for (int d = 0; d <= nb + SR - 1; d++) {
        const int16_t *bp = brev + (nb + SR - 1 - d);
        uint64_t md = 0, mu = 0;
        p[0] = top[d];
        for (int l = 0; l < SR; l++)
            u[l] = p[l];
        for (int l = 0; l < SR; l++) {
            int16_t dg = (int16_t)(g[l] + (acode[l] == bp[l] ? MATCH : MISMATCH));
            int16_t w = (int16_t)(u[l] - GAP), lf = (int16_t)(p[l + 1] - GAP);
            int16_t x = dg > w ? dg : w;
            x = x > lf ? x : lf;
            if (l == d)
                x = (int16_t)(-GAP * (row0 + d));
            md |= (uint64_t)(x == dg) << l;
            mu |= (uint64_t)(x == w) << l;
            c[l] = x;
        }
        bits[d].diag = md;
        bits[d].up = mu;
        if (d >= SR - 1)
            top[d - SR + 1] = c[SR - 1];
        if (dump)
            memcpy(dump + (size_t)d * SR, c, sizeof c);
        for (int l = 0; l < SR; l++) {
            g[l] = u[l];
            p[l + 1] = c[l];
        }
    }
#endif
}

static void align(const seq_t *a, const seq_t *b, struct result *res, int last)
{
    int na = a->len, nb = b->len, ns = (na + SR - 1) / SR, nd = nb + SR;
    struct bits *bits = get(sizeof(struct bits) * (size_t)ns * nd);
    int16_t *ac = get(sizeof(int16_t) * ns * SR);
    int16_t *brev = get(sizeof(int16_t) * (nb + 2 * SR + 64));
    int16_t *topbuf = get(sizeof(int16_t) * (nb + 2 * SR + 128)), *top = topbuf + 32;
    int16_t *dump = get(sizeof(int16_t) * (size_t)nd * SR);

    for (int i = 0; i < ns * SR; i++)
        ac[i] = i < na ? a->code[i] : 100;
    /* lane l at diagonal d is column j = d-l, needs b[j-1]:
     * brev[nb+SR-1-d+l] = b[d-l-1], so brev[k] = b[nb+SR-2-k] */
    for (int k = 0; k < nb + 2 * SR + 64; k++) {
        int j = nb + SR - 2 - k;
        brev[k] = j >= 0 && j < nb ? b->code[j] : 101;
    }
    for (int j = 0; j < nb + 2 * SR + 96; j++)
        top[j] = (int16_t)(-GAP * (j <= nb ? j : nb));

    for (int q = 0; q < 5; q++) {
        int i = (int)((long)na * q / 4);
        res->rowmax[q] = 0;
        res->rowpos[q] = 0;
        (void)i;            /* row 0: maximum is column 0 */
    }
    for (int s = 0; s < ns; s++) {
        int want = s == ns - 1;
        for (int q = 1; q < 5 && last; q++) {
            int i = (int)((long)na * q / 4);
            if (i > 0 && (i - 1) / SR == s)
                want = 1;
        }
        strip(s * SR + 1, ac + s * SR, brev, nb, top, bits + (size_t)s * nd,
              want ? dump : NULL);
        if (s == ns - 1) {
            int l = (na - 1) % SR;
            res->score = dump[(size_t)(nb + l) * SR + l];
        }
        for (int q = 1; q < 5 && last; q++) {
            int i = (int)((long)na * q / 4);
            if (i == 0 || (i - 1) / SR != s)
                continue;
            int l = (i - 1) % SR, where = 0;
            int16_t m = dump[(size_t)l * SR + l];
            for (int j = 1; j <= nb; j++) {
                int16_t x = dump[(size_t)(j + l) * SR + l];
                if (x > m) {
                    m = x;
                    where = j;
                }
            }
            res->rowmax[q] = m;
            res->rowpos[q] = where;
        }
    }

    struct path p = { 0, 0, 0, 0, 2166136261u };
    int i = na, j = nb;
    while (i > 0 || j > 0) {
        uint32_t op;
        int dg = 0, up = 0;
        if (i > 0) {
            int l = (i - 1) % SR;
            const struct bits *w = &bits[(size_t)((i - 1) / SR) * nd + j + l];
            dg = j > 0 && (w->diag >> l & 1);
            up = j == 0 || (w->up >> l & 1);
        }
        if (dg) {
            if (a->code[i - 1] == b->code[j - 1])
                p.match++;
            else
                p.mismatch++;
            op = 1;
            i--;
            j--;
        } else if (up) {
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
    res->p = p;
    free(bits);
    free(ac);
    free(brev);
    free(topbuf);
    free(dump);
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
    if (rounds > 0) {
        seq_t *b = malloc(rounds * sizeof *b);
        struct result *res = malloc(rounds * sizeof *res);
        for (int r = 0; r < rounds; r++)
            b[r] = mutate(&a, nb, &s);
#pragma omp parallel for schedule(dynamic, 1)
        for (int r = 0; r < rounds; r++)
            align(&a, &b[r], &res[r], r == rounds - 1);
        for (int r = 0; r < rounds; r++) {
            struct path *p = &res[r].p;
            printf("round %d: score %d  match %d mismatch %d ins %d del %d  path %08x\n",
                   r, res[r].score, p->match, p->mismatch, p->ins, p->del, (unsigned)p->hash);
        }
        printf("row maxima:");
        for (int q = 0; q < 5; q++)
            printf(" %d@%d", res[rounds - 1].rowmax[q], res[rounds - 1].rowpos[q]);
        printf("\n");
    }
    return 0;
}
