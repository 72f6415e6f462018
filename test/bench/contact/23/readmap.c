/*
 * readmap.c - short read mapper: k-mer index, seed voting on both strands,
 * banded alignment of the best candidates, coverage and mismatch report.
 * Genome and reads are simulated.
 *
 * usage: readmap [genome_length] [reads] [seed]
 */
#include <stdio.h>
#include <stdlib.h>
#include <stdint.h>
#include <string.h>

#define K       11
#define NKEY    (1 << (2 * K))
#define RLEN    120
#define BAND    9
#define WIDTH   (2 * BAND + 1)
#define MAXCAND 64
#define MAXOCC  40
#define MATCH   2
#define MISM    (-3)
#define GAP     (-5)

typedef struct { uint8_t base[RLEN]; int origin, strand; } Read;
typedef struct { int pos, votes, strand; } Cand;
typedef struct { int pos, strand, score, second, mapq; } Hit;

typedef struct {
    uint8_t *g;
    int n;
    int *start;              /* NKEY+1 offsets into occ */
    int *occ;
} Index;

typedef struct {
    long mapped, unmapped, unique, correct, cells, skipped_seeds;
    long mapq[61];
} Stats;

static uint64_t rs;

static uint32_t rnd(void)
{
    rs ^= rs << 13; rs ^= rs >> 7; rs ^= rs << 17;
    return (uint32_t)(rs >> 32);
}

static void *xmalloc(size_t n)
{
    void *p = malloc(n ? n : 1);
    if (!p) { fputs("readmap: no memory\n", stderr); exit(1); }
    return p;
}

static void make_genome(Index *ix, int n)
{
    ix->n = n;
    ix->g = xmalloc(n);
    for (int i = 0; i < n; i++) {
        ix->g[i] = rnd() & 3;
        if (i > 5000 && rnd() % 4000 == 0) {            /* copy a repeat */
            int len = 200 + rnd() % 600, from = rnd() % (i - 1000);
            for (int k = 0; k < len && i < n; k++, i++)
                ix->g[i] = rnd() % 50 ? ix->g[from + k] : rnd() & 3;
            i--;
        }
    }
}

static void build_index(Index *ix)
{
    ix->start = xmalloc(sizeof(int) * (NKEY + 1));
    ix->occ = xmalloc(sizeof(int) * ix->n);
    memset(ix->start, 0, sizeof(int) * (NKEY + 1));
    uint32_t key = 0;
    for (int i = 0; i < ix->n; i++) {
        key = (key << 2 | ix->g[i]) & (NKEY - 1);
        if (i >= K - 1) ix->start[key + 1]++;
    }
    for (int k = 0; k < NKEY; k++)
        ix->start[k + 1] += ix->start[k];
    for (int i = ix->n - 1; i >= K - 1; i--) {
        key = 0;
        for (int k = 0; k < K; k++)
            key = key << 2 | ix->g[i - K + 1 + k];
        ix->occ[--ix->start[key + 1]] = i - K + 1;
    }
    /* the fill moved every start down by one slot */
    for (int k = 0; k < NKEY; k++)
        ix->start[k] = ix->start[k + 1];
    ix->start[NKEY] = ix->n - K + 1;
}

static void make_read(const Index *ix, Read *r)
{
    r->origin = rnd() % (ix->n - 2 * RLEN);
    r->strand = rnd() & 1;
    int src = r->origin;
    for (int i = 0; i < RLEN; i++) {
        uint32_t e = rnd() % 400;
        if (e == 0) src++;                              /* deletion  */
        r->base[i] = e < 8 ? rnd() & 3 : ix->g[src];
        if (e != 1) src++;                              /* insertion */
    }
    if (rnd() % 30 == 0)                                /* contamination */
        for (int i = 0; i < RLEN; i++) r->base[i] = rnd() & 3;
}

static void reverse(const uint8_t *in, uint8_t *out)
{
    for (int i = 0; i < RLEN; i++) out[i] = 3 - in[RLEN - 1 - i];
}

/* scratch for the read at hand */
static Cand cand[MAXCAND];
static int ncand;
static int row[2][WIDTH + 2];

static void vote(const Index *ix, const uint8_t *b, int strand, Stats *st)
{
    for (int i = 0; i + K <= RLEN; i += 4) {
        uint32_t key = 0;
        for (int k = 0; k < K; k++) key = key << 2 | b[i + k];
        int lo = ix->start[key], hi = ix->start[key + 1];
        if (hi - lo > MAXOCC) { st->skipped_seeds++; continue; }
        for (int o = lo; o < hi; o++) {
            int pos = ix->occ[o] - i, c;
            for (c = 0; c < ncand; c++)
                if (cand[c].strand == strand && abs(cand[c].pos - pos) <= BAND / 2) break;
            if (c < ncand) cand[c].votes++;
            else if (ncand < MAXCAND) cand[ncand++] = (Cand){ pos, 1, strand };
        }
    }
}

static int align(const Index *ix, const uint8_t *b, int pos, int floor, Stats *st)
{
    int *prev = row[0], *cur = row[1], best = 0;
    for (int j = 0; j < WIDTH + 2; j++) prev[j] = cur[j] = 0;
    for (int i = 0; i < RLEN; i++) {
        int top = 0;
        for (int j = 1; j <= WIDTH; j++) {
            int g = pos + i + j - 1 - BAND;
            int s = g < 0 || g >= ix->n ? MISM : b[i] == ix->g[g] ? MATCH : MISM;
            int v = prev[j] + s;
            if (prev[j + 1] + GAP > v) v = prev[j + 1] + GAP;
            if (cur[j - 1] + GAP > v) v = cur[j - 1] + GAP;
            if (v < 0) v = 0;
            cur[j] = v;
            if (v > top) top = v;
        }
        st->cells += WIDTH;
        if (top > best) best = top;
        if (top + MATCH * (RLEN - 1 - i) < floor) return best;      /* cannot win any more */
        int *t = prev; prev = cur; cur = t;
    }
    return best;
}

static Hit map_read(const Index *ix, const Read *r, Stats *st)
{
    static uint8_t fwd[RLEN], rev[RLEN];
    Hit h = { -1, 0, 0, 0, 0 };
    if (r->strand) reverse(r->base, fwd); else memcpy(fwd, r->base, RLEN);
    reverse(fwd, rev);
    ncand = 0;
    vote(ix, fwd, 0, st);
    vote(ix, rev, 1, st);
    for (int c = 0; c < ncand; c++) {
        if (cand[c].votes < 2) continue;
        int s = align(ix, cand[c].strand ? rev : fwd, cand[c].pos, h.second, st);
        if (s > h.score) { h.second = h.score; h.score = s; h.pos = cand[c].pos; h.strand = cand[c].strand; }
        else if (s > h.second) h.second = s;
    }
    if (h.score < RLEN) h.pos = -1;
    else h.mapq = 60 * (h.score - h.second) / h.score;
    return h;
}

int main(int argc, char **argv)
{
    int glen = argc > 1 ? atoi(argv[1]) : 400000;
    int nread = argc > 2 ? atoi(argv[2]) : 60000;
    rs = argc > 3 ? strtoull(argv[3], 0, 10) | 1 : 88172645463325252ULL;
    if (glen < 10000 || nread < 1) { fputs("readmap: sizes too small\n", stderr); return 2; }
    Index ix;
    make_genome(&ix, glen);
    build_index(&ix);
    uint16_t *cover = calloc(glen, sizeof *cover);
    if (!cover) return 1;
    Stats st;
    memset(&st, 0, sizeof st);
    uint64_t sum = 0;
    for (int i = 0; i < nread; i++) {
        Read r;
        make_read(&ix, &r);
        Hit h = map_read(&ix, &r, &st);
        if (h.pos < 0) { st.unmapped++; continue; }
        st.mapped++;
        st.mapq[h.mapq]++;
        if (h.second == 0) st.unique++;
        if (h.strand == r.strand && abs(h.pos - r.origin) <= BAND) st.correct++;
        for (int k = 0; k < RLEN; k++)
            if (h.pos + k >= 0 && h.pos + k < glen && cover[h.pos + k] < UINT16_MAX) cover[h.pos + k]++;
        sum = sum * 31 + (uint64_t)h.pos * 2 + h.strand + (uint64_t)h.score * 7;
    }
    long depth[6] = { 0 };
    for (int i = 0; i < glen; i++) depth[cover[i] > 5 ? 5 : cover[i]]++;
    printf("mapped %ld unmapped %ld unique %ld correct %ld\n", st.mapped, st.unmapped, st.unique, st.correct);
    printf("cells %ld skipped seeds %ld mapq60 %ld mapq<10", st.cells, st.skipped_seeds, st.mapq[60]);
    long low = 0;
    for (int q = 0; q < 10; q++) low += st.mapq[q];
    printf(" %ld\ndepth", low);
    for (int d = 0; d < 6; d++) printf(" %d:%ld", d, depth[d]);
    printf("\nchecksum %016llx\n", (unsigned long long)sum);
    free(ix.g); free(ix.start); free(ix.occ); free(cover);
    return 0;
}
