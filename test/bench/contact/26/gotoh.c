// gotoh - global pairwise alignment of two genomic fragments, affine gaps
// (Gotoh 1982), full traceback, CIGAR + summary on stdout.
//
//   gotoh [length] [divergence in 1/1000] [seed]
//
// Without a FASTA file at hand the pair is simulated: an ancestral
// sequence with low complexity islands evolves along two branches.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>
#include <inttypes.h>

#define NEG_INF (-1000000000)

// traceback byte: bits 0-1 where H comes from, bit 2 E extends, bit 3 F extends
enum { TB_DIAG = 0, TB_E = 1, TB_F = 2, TB_EEXT = 4, TB_FEXT = 8 };

typedef struct { char *s; size_t len, cap; char name[32]; } seq_t;
typedef struct { int match, transition, transversion, gap_open, gap_ext; } scoring_t;
typedef struct { char op; uint32_t n; } cigar_t;
typedef struct {
    int score;
    cigar_t *cig;
    size_t n_cig, m_cig;
} aln_t;

static uint64_t rng_state = 42;

static inline uint32_t rng(void)
{
    uint64_t z = (rng_state += 0x9E3779B97F4A7C15ULL);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
    return (uint32_t)(z >> 32);
}

static void *xmalloc(size_t n)
{
    void *p = malloc(n ? n : 1);
    if (!p) { fprintf(stderr, "[gotoh] out of memory (%zu bytes)\n", n); exit(1); }
    return p;
}

static void seq_push(seq_t *q, char c)
{
    if (q->len + 1 >= q->cap) {
        q->cap = q->cap ? q->cap * 2 : 1024;
        q->s = realloc(q->s, q->cap);
        if (!q->s) { fprintf(stderr, "[gotoh] out of memory\n"); exit(1); }
    }
    q->s[q->len++] = c;
    q->s[q->len] = '\0';
}

static void simulate_ancestor(seq_t *q, size_t n)
{
    while (q->len < n) {
        if (rng() % 400 == 0) {                       // microsatellite
            char u[4];
            int k = 1 + rng() % 4, rep = 5 + rng() % 20;
            for (int i = 0; i < k; i++) u[i] = "ACGT"[rng() & 3];
            for (int r = 0; r < rep * k && q->len < n; r++) seq_push(q, u[r % k]);
        } else {
            uint32_t r = rng() % 100;                 // 42% GC
            seq_push(q, r < 29 ? 'A' : r < 58 ? 'T' : r < 79 ? 'G' : 'C');
        }
    }
}

static void evolve(const seq_t *anc, seq_t *out, unsigned div)
{
    static const char *ts = "GTAC";                   // A<->G, C<->T partner of ACGT
    for (size_t i = 0; i < anc->len; i++) {
        char c = anc->s[i];
        uint32_t r = rng() % 1000;
        if (r < div) {
            if (rng() % 3) c = ts[strchr("ACGT", c) - "ACGT"];
            else c = "ACGT"[rng() & 3];
        } else if (r < div + div / 8) {               // deletion
            i += rng() % 12;
            continue;
        } else if (r < div + div / 4) {               // insertion
            for (int k = rng() % 12; k >= 0; k--) seq_push(out, "ACGT"[rng() & 3]);
        }
        seq_push(out, c);
    }
}

static void build_matrix(const scoring_t *sc, int8_t mat[4][4])
{
    for (int a = 0; a < 4; a++)
        for (int b = 0; b < 4; b++)
            mat[a][b] = a == b ? sc->match : (a ^ b) == 2 ? sc->transition : sc->transversion;
}

static uint8_t *encode(const seq_t *q)                // A C G T -> 0 1 2 3
{
    uint8_t *e = xmalloc(q->len);
    for (size_t i = 0; i < q->len; i++)
        e[i] = q->s[i] == 'A' ? 0 : q->s[i] == 'C' ? 1 : q->s[i] == 'G' ? 2 : 3;
    return e;
}

static void fill(const uint8_t *q, size_t n, const uint8_t *t, size_t m, const scoring_t *sc,
                 uint8_t *tb, int *score)
{
    int8_t mat[4][4];
    int oe = sc->gap_open + sc->gap_ext, ge = sc->gap_ext;
    int *H = xmalloc((m + 1) * sizeof(int)), *F = xmalloc((m + 1) * sizeof(int));
    build_matrix(sc, mat);
    H[0] = 0;
    for (size_t j = 1; j <= m; j++) {
        H[j] = -sc->gap_open - (int)j * ge;
        F[j] = NEG_INF;
    }
    for (size_t i = 1; i <= n; i++) {
        const int8_t *row = mat[q[i - 1]];
        uint8_t *z = tb + (i - 1) * m;
        int diag = H[0], E = NEG_INF, left;
        H[0] = left = -sc->gap_open - (int)i * ge;
        for (size_t j = 1; j <= m; j++) {
            uint8_t d = TB_DIAG;
            int h = diag + row[t[j - 1]];
            int e = E - ge, f = F[j] - ge;
            if (left - oe >= e) e = left - oe; else d |= TB_EEXT;
            if (H[j] - oe >= f) f = H[j] - oe; else d |= TB_FEXT;
            if (e > h) { h = e; d = (d & ~3) | TB_E; }
            if (f > h) { h = f; d = (d & ~3) | TB_F; }
            diag = H[j];
            H[j] = left = h;
            E = e;
            F[j] = f;
            z[j - 1] = d;
        }
    }
    *score = H[m];
    free(H);
    free(F);
}

static void cigar_add(aln_t *a, char op, uint32_t n)
{
    if (a->n_cig && a->cig[a->n_cig - 1].op == op) { a->cig[a->n_cig - 1].n += n; return; }
    if (a->n_cig == a->m_cig) {
        a->m_cig = a->m_cig ? a->m_cig * 2 : 64;
        a->cig = realloc(a->cig, a->m_cig * sizeof *a->cig);
        if (!a->cig) { fprintf(stderr, "[gotoh] out of memory\n"); exit(1); }
    }
    a->cig[a->n_cig].op = op;
    a->cig[a->n_cig++].n = n;
}

static void traceback(aln_t *a, const uint8_t *tb, size_t n, size_t m)
{
    size_t i = n, j = m;
    int state = TB_DIAG;
    while (i > 0 && j > 0) {
        uint8_t d = tb[(i - 1) * m + j - 1];
        if (state == TB_DIAG) state = d & 3;
        if (state == TB_DIAG) { cigar_add(a, 'M', 1); i--; j--; }
        else if (state == TB_E) { cigar_add(a, 'D', 1); j--; if (!(d & TB_EEXT)) state = TB_DIAG; }
        else { cigar_add(a, 'I', 1); i--; if (!(d & TB_FEXT)) state = TB_DIAG; }
    }
    if (i) cigar_add(a, 'I', (uint32_t)i);
    if (j) cigar_add(a, 'D', (uint32_t)j);
    for (size_t k = 0; k < a->n_cig / 2; k++) {
        cigar_t x = a->cig[k];
        a->cig[k] = a->cig[a->n_cig - 1 - k];
        a->cig[a->n_cig - 1 - k] = x;
    }
}

int main(int argc, char **argv)
{
    size_t len = argc > 1 ? strtoul(argv[1], NULL, 10) : 8500;
    unsigned div = argc > 2 ? (unsigned)atoi(argv[2]) : 120;
    if (argc > 3) rng_state = strtoull(argv[3], NULL, 10);
    if (len < 10 || div > 800) { fprintf(stderr, "usage: gotoh [len] [div] [seed]\n"); return 1; }
    scoring_t sc = { 5, -1, -4, 8, 2 };
    seq_t anc = {0}, a = {0}, b = {0};
    aln_t aln = {0};
    simulate_ancestor(&anc, len);
    evolve(&anc, &a, div);
    evolve(&anc, &b, div);
    uint8_t *q = encode(&a), *t = encode(&b), *tb = xmalloc(a.len * b.len);
    fill(q, a.len, t, b.len, &sc, tb, &aln.score);
    traceback(&aln, tb, a.len, b.len);

    size_t i = 0, j = 0, id = 0, mm = 0, gaps = 0;
    uint64_t h = 1469598103934665603ULL;
    for (size_t k = 0; k < a.len * b.len; k += 97) h = (h ^ tb[k]) * 1099511628211ULL;
    for (size_t k = 0; k < aln.n_cig; k++) {
        cigar_t c = aln.cig[k];
        if (k < 12) printf("%" PRIu32 "%c", c.n, c.op);
        h = (h ^ (c.n << 8 | (uint8_t)c.op)) * 1099511628211ULL;
        if (c.op == 'M') for (uint32_t x = 0; x < c.n; x++) { if (q[i++] == t[j++]) id++; else mm++; }
        else { gaps++; if (c.op == 'I') i += c.n; else j += c.n; }
    }
    printf("...\nquery %zu target %zu score %d ops %zu gaps %zu\n", a.len, b.len, aln.score, aln.n_cig, gaps);
    printf("identities %zu mismatches %zu (%.4f%%) check %016" PRIx64 "\n", id, mm,
           100.0 * (double)id / (double)(id + mm), h);
    free(q); free(t); free(tb); free(aln.cig); free(anc.s); free(a.s); free(b.s);
    return 0;
}
