/* readlap - finds the best suffix/prefix overlap for every simulated sequencing read:
 * k-mer postings, diagonal voting, banded edit distance on the candidates.
 * usage: readlap [genome_len] [reads] [seed] */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>

#define K 13
#define BUCKETS (1u << 17)
#define BAND 12
#define BINW 8
#define NBINS 64

typedef struct Posting {
    uint32_t kmer;
    int read, pos;
    struct Posting *next;
} Posting;

typedef struct {
    char *seq;
    int len;
    int mate;       /* read that continues this one best, or -1 */
    int overlap, edits;
} Read;

typedef struct {
    Posting *slot[BUCKETS];
    Posting *pool;
    size_t used;
} Index;

typedef struct {
    uint16_t *votes;      /* [read][bin], all zero between queries */
    int *touched;
    int ntouched;
    long verified, rejected;
} Scratch;

static uint64_t seed_state;
static unsigned rnd(unsigned n)
{
    seed_state = seed_state * 6364136223846793005ull + 1442695040888963407ull;
    return (unsigned)((seed_state >> 33) % n);
}

static uint32_t kmer_at(const char *s)
{
    uint32_t v = 0;
    for (int i = 0; i < K; i++) v = v << 2 | ((s[i] >> 1) & 3);
    return v;
}

static unsigned bucket_of(uint32_t kmer) { return (kmer * 2654435761u) >> 15; }

static void simulate(Read *r, const char *genome, int glen)
{
    int len = 180 + rnd(160), from = rnd(glen - len), n = 0;
    r->seq = malloc(2 * len + 1);
    for (int i = 0; i < len; i++) {
        unsigned e = rnd(1000);
        if (e < 8) continue;                                /* deletion */
        if (e < 16) r->seq[n++] = "ACGT"[rnd(4)];           /* insertion */
        r->seq[n++] = e < 28 ? "ACGT"[rnd(4)] : genome[from + i];
    }
    r->seq[n] = 0;
    r->len = n;
    r->mate = -1;
    r->overlap = r->edits = 0;
}

static void index_reads(Index *ix, const Read *reads, int n)
{
    for (int r = 0; r < n; r++)
        for (int p = 0; p + K <= reads[r].len && p < 120; p += 3) {
            Posting *e = &ix->pool[ix->used++];
            e->kmer = kmer_at(reads[r].seq + p);
            e->read = r;
            e->pos = p;
            Posting **head = &ix->slot[bucket_of(e->kmer)];
            e->next = *head;
            *head = e;
        }
}

/* edit distance of a[0..n) against b[0..m), abandoned above limit */
static int banded(const char *a, int n, const char *b, int m, int limit)
{
    int row[2][2 * BAND + 3];
    if (abs(n - m) > BAND) return limit + 1;
    for (int d = 0; d < 2 * BAND + 3; d++) row[0][d] = row[1][d] = 1 << 20;
    for (int d = 0; d <= BAND; d++) row[0][BAND + 1 + d] = d;
    for (int i = 1; i <= n; i++) {
        int *cur = row[i & 1], *prev = row[~i & 1], low = 1 << 20;
        for (int d = -BAND; d <= BAND; d++) {
            int j = i + d, c = d + BAND + 1, v;
            if (j < 0 || j > m) {
                cur[c] = 1 << 20;
                continue;
            }
            v = prev[c + 1] + 1;
            if (j > 0) {
                int sub = prev[c] + (a[i - 1] != b[j - 1]);
                if (sub < v) v = sub;
                if (cur[c - 1] + 1 < v) v = cur[c - 1] + 1;
            }
            cur[c] = v;
            if (v < low) low = v;
        }
        if (low > limit) return limit + 1;
    }
    return row[n & 1][m - n + BAND + 1];
}

static void find_mate(Read *reads, int self, const Index *ix, Scratch *sc)
{
    Read *me = &reads[self];
    sc->ntouched = 0;
    for (int p = 0; p + K <= me->len; p++) {
        uint32_t km = kmer_at(me->seq + p);
        for (const Posting *e = ix->slot[bucket_of(km)]; e; e = e->next) {
            if (e->kmer != km || e->read == self || p < e->pos) continue;
            int bin = (p - e->pos) / BINW;
            if (bin >= NBINS) continue;
            int key = e->read * NBINS + bin;
            if (sc->votes[key]++ == 0) sc->touched[sc->ntouched++] = key;
        }
    }
    for (int t = 0; t < sc->ntouched; t++) {
        int key = sc->touched[t], votes = sc->votes[key];
        sc->votes[key] = 0;
        if (votes < 4) continue;
        const Read *other = &reads[key / NBINS];
        int off = key % NBINS * BINW + BINW / 2, n = me->len - off;
        if (n < 40 || n < me->overlap - 30) continue;
        int m = n < other->len ? n : other->len;
        if (m < n - 8) continue;
        int e = banded(me->seq + off, n, other->seq, m, n / 8);
        if (e > n / 8) {
            sc->rejected++;
            continue;
        }
        sc->verified++;
        int better = n - 4 * e - (me->overlap - 4 * me->edits);
        if (me->mate < 0 || better > 0 || (better == 0 && key / NBINS < me->mate)) {
            me->mate = key / NBINS;
            me->overlap = n;
            me->edits = e;
        }
    }
}

int main(int argc, char **argv)
{
    int glen = argc > 1 ? atoi(argv[1]) : 60000;
    int n = argc > 2 ? atoi(argv[2]) : 6000;
    seed_state = argc > 3 ? strtoull(argv[3], NULL, 10) : 5;
    if (glen < 1000 || n < 2) return 1;

    char *genome = malloc(glen);
    for (int i = 0; i < glen; i++) genome[i] = "ACGT"[rnd(4)];
    Read *reads = malloc(n * sizeof *reads);
    for (int r = 0; r < n; r++) simulate(&reads[r], genome, glen);

    Index *ix = calloc(1, sizeof *ix);
    ix->pool = malloc((size_t)n * 41 * sizeof *ix->pool);
    index_reads(ix, reads, n);

    Scratch sc = { 0 };
    sc.votes = calloc((size_t)n * NBINS, sizeof *sc.votes);
    sc.touched = malloc((size_t)n * NBINS * sizeof *sc.touched);
    for (int r = 0; r < n; r++)
        find_mate(reads, r, ix, &sc);

    int linked = 0;
    long bases = 0, edits = 0;
    uint32_t digest = 1;
    for (int r = 0; r < n; r++) {
        if (reads[r].mate >= 0) linked++;
        bases += reads[r].overlap;
        edits += reads[r].edits;
        digest = digest * 31u + (uint32_t)(reads[r].mate * 7 + reads[r].edits);
        free(reads[r].seq);
    }
    printf("reads %d linked %d bases %ld edits %ld\n", n, linked, bases, edits);
    printf("verified %ld rejected %ld digest %08x\n", sc.verified, sc.rejected, digest);
    free(sc.votes);
    free(sc.touched);
    free(ix->pool);
    free(ix);
    free(reads);
    free(genome);
    return 0;
}
