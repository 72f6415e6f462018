// readmap.c - toy short read mapper: minimizer index, diagonal voting,
// banded semi-global alignment, SAM-like output for a sample of the reads.
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { K = 15, WIN = 8, MAXLEN = 160, BAND = 12, MAXHIT = 64 };
enum { MATCH = 2, MISM = -4, GAPO = -5, GAPE = -1, NEG = -100000 };

typedef struct { uint32_t key, pos; } seed_t;
typedef struct { seed_t *a; size_t n, cap; } seedvec_t;
typedef struct { uint32_t start[(1u << 16) + 1]; seed_t *a; size_t n; } index_t;
typedef struct { char seq[MAXLEN + 1]; int len; uint32_t truth; bool rev; } read_t;
typedef struct { int32_t pos; int score, mapq; bool rev, mapped; int nedit; } hit_t;

static uint64_t rng_state = 88172645463325252ULL;
static uint32_t rnd(uint32_t n)
{
    rng_state ^= rng_state << 13; rng_state ^= rng_state >> 7; rng_state ^= rng_state << 17;
    return (uint32_t)((rng_state >> 32) * n >> 32);
}

static inline int code(char c) { return c == 'A' ? 0 : c == 'C' ? 1 : c == 'G' ? 2 : 3; }
static inline uint32_t hash32(uint32_t x)
{
    x ^= x >> 16; x *= 0x7feb352dU; x ^= x >> 15; x *= 0x846ca68bU; x ^= x >> 16;
    return x;
}

static void seedvec_push(seedvec_t *v, uint32_t key, uint32_t pos)
{
    if (v->n == v->cap) {
        v->cap = v->cap ? v->cap * 2 : 256;
        v->a = realloc(v->a, v->cap * sizeof *v->a);
        if (!v->a) { perror("realloc"); exit(1); }
    }
    v->a[v->n++] = (seed_t){ key, pos };
}

static void minimizers(const char *s, uint32_t n, seedvec_t *out)
{
    uint32_t buf[WIN], kmer = 0, last = UINT32_MAX;
    const uint32_t mask = (1u << 2 * K) - 1;
    for (uint32_t i = 0; i < n; i++) {
        kmer = (kmer << 2 | (uint32_t)code(s[i])) & mask;
        if (i + 1 < K) continue;
        uint32_t p = i + 1 - K;
        buf[p % WIN] = hash32(kmer);
        if (p + 1 < WIN) continue;
        uint32_t best = p;
        for (uint32_t j = 1; j < WIN; j++)
            if (buf[(p - j) % WIN] < buf[best % WIN]) best = p - j;
        if (best != last) seedvec_push(out, buf[best % WIN], best);
        last = best;
    }
}

static int cmp_seed(const void *a, const void *b)
{
    const seed_t *x = a, *y = b;
    if (x->key != y->key) return x->key < y->key ? -1 : 1;
    return x->pos < y->pos ? -1 : x->pos > y->pos;
}

static void index_build(index_t *ix, const char *g, uint32_t n)
{
    seedvec_t v = { 0 };
    minimizers(g, n, &v);
    qsort(v.a, v.n, sizeof *v.a, cmp_seed);
    ix->a = v.a;
    ix->n = v.n;
    size_t j = 0;
    for (uint32_t b = 0; b <= 1u << 16; b++) {
        while (j < v.n && v.a[j].key >> 16 < b) j++;
        ix->start[b] = (uint32_t)j;
    }
}

static void revcomp(const char *s, int n, char *d)
{
    for (int i = 0; i < n; i++) d[i] = "TGCA"[code(s[n - 1 - i])];
    d[n] = 0;
}

// affine gap, read end to end, reference free at both ends inside the band
static int align(const char *r, int n, const char *g, int m, int *end)
{
    int H[2 * BAND + 3], E[2 * BAND + 3], best = NEG;
    const int w = 2 * BAND + 1;
    for (int d = 0; d < w + 2; d++) { H[d] = 0; E[d] = NEG; }
    for (int i = 0; i < n; i++) {
        int f = NEG;
        for (int d = 0; d < w; d++) {
            int j = i + d, h;
            if (j >= m) { H[d] = NEG; continue; }
            E[d] = d + 1 < w ? (H[d + 1] + GAPO > E[d + 1] ? H[d + 1] + GAPO : E[d + 1]) + GAPE : NEG;
            h = H[d] + (r[i] == g[j] ? MATCH : MISM);
            if (E[d] > h) h = E[d];
            if (f > h) h = f;
            H[d] = h;
            f = (h + GAPO > f ? h + GAPO : f) + GAPE;
        }
    }
    *end = 0;
    for (int d = 0; d < w; d++)
        if (H[d] > best) { best = H[d]; *end = d; }
    return best;
}

static int cmp_i32(const void *a, const void *b)
{
    int32_t x = *(const int32_t *)a, y = *(const int32_t *)b;
    return (x > y) - (x < y);
}

static hit_t map_read(const index_t *ix, const char *g, uint32_t glen, const read_t *rd, seedvec_t *sv)
{
    hit_t h = { -1, NEG, 0, false, false, 0 };
    int second = NEG;
    char rc[MAXLEN + 1];
    revcomp(rd->seq, rd->len, rc);
    for (int strand = 0; strand < 2; strand++) {
        const char *q = strand ? rc : rd->seq;
        int32_t diag[1024];
        int nd = 0;
        sv->n = 0;
        minimizers(q, (uint32_t)rd->len, sv);
        for (size_t i = 0; i < sv->n; i++) {
            uint32_t key = sv->a[i].key, lo = ix->start[key >> 16], hi = ix->start[(key >> 16) + 1];
            int cnt = 0;
            while (lo < hi && ix->a[lo].key < key) lo++;
            for (; lo < hi && ix->a[lo].key == key && cnt < MAXHIT && nd < 1024; lo++, cnt++)
                diag[nd++] = (int32_t)ix->a[lo].pos - (int32_t)sv->a[i].pos;
        }
        qsort(diag, (size_t)nd, sizeof diag[0], cmp_i32);
        for (int i = 0; i < nd;) {
            int j = i + 1;
            while (j < nd && diag[j] - diag[i] <= BAND) j++;
            int32_t beg = diag[(i + j) / 2] - BAND;
            if (j - i >= 2 && beg >= 0 && (uint32_t)(beg + rd->len + 2 * BAND) <= glen) {
                int end, sc = align(q, rd->len, g + beg, rd->len + 2 * BAND, &end);
                if (sc > h.score) {
                    if (h.mapped && abs(h.pos - (beg + end)) > BAND) second = h.score;
                    h = (hit_t){ beg + end, sc, 0, strand == 1, true, (rd->len * MATCH - sc) / (MATCH - MISM) };
                } else if (sc > second && abs(h.pos - (beg + end)) > BAND) second = sc;
            }
            i = j;
        }
    }
    if (h.mapped) {
        int d = second < 0 ? 60 : (h.score - second) * 60 / (h.score > 0 ? h.score : 1);
        h.mapq = d < 0 ? 0 : d > 60 ? 60 : d;
    }
    return h;
}

int main(int argc, char **argv)
{
    uint32_t glen = 600000, nreads = argc > 1 ? (uint32_t)strtoul(argv[1], NULL, 10) : 75000;
    char *g = malloc(glen + 1);
    read_t *reads = malloc((nreads + 1) * sizeof *reads);
    index_t *ix = malloc(sizeof *ix);
    if (!g || !reads || !ix) return 1;

    for (uint32_t i = 0; i < glen; i++) g[i] = "ACGT"[rnd(4)];
    for (int rep = 0; rep < 150; rep++) {            // diverged repeats
        uint32_t a = rnd(glen - 2000), b = rnd(glen - 2000), l = 300 + rnd(1200);
        for (uint32_t i = 0; i < l; i++) g[b + i] = rnd(25) ? g[a + i] : "ACGT"[rnd(4)];
    }
    g[glen] = 0;
    for (uint32_t r = 0; r < nreads; r++) {
        read_t *rd = &reads[r];
        char fwd[MAXLEN + 1];
        uint32_t p = rd->truth = rnd(glen - 2 * MAXLEN);
        int n = 0, len = 100 + (int)rnd(51);
        while (n < len) {
            uint32_t e = rnd(100);
            if (e == 0) fwd[n++] = "ACGT"[rnd(4)];            // insertion
            else if (e == 1) p++;                             // deletion
            else if (e < 4) { fwd[n++] = "ACGT"[rnd(4)]; p++; }
            else fwd[n++] = g[p++];
        }
        fwd[n] = 0;
        rd->len = n;
        rd->rev = rnd(2);
        if (rd->rev) revcomp(fwd, n, rd->seq); else memcpy(rd->seq, fwd, (size_t)n + 1);
    }
    index_build(ix, g, glen);
    printf("@index\tseeds:%zu\tgenome:%" PRIu32 "\n", ix->n, glen);

    hit_t *hits = malloc((nreads + 1) * sizeof *hits);
    if (!hits) return 1;
    #pragma omp parallel
    {
        seedvec_t sv = { 0 };
        #pragma omp for schedule(dynamic, 256)
        for (uint32_t r = 0; r < nreads; r++) hits[r] = map_read(ix, g, glen, &reads[r], &sv);
        free(sv.a);
    }

    uint64_t nmap = 0, right = 0, mq[7] = { 0 }, sum = 0, edits = 0;
    for (uint32_t r = 0; r < nreads; r++) {
        hit_t h = hits[r];
        if (r % 5000 == 0)
            printf("r%" PRIu32 "\t%d\tchr1\t%d\t%d\t%dbp\tAS:i:%d\n", r, h.mapped ? h.rev ? 16 : 0 : 4,
                   h.pos + 1, h.mapq, reads[r].len, h.mapped ? h.score : 0);
        if (!h.mapped) continue;
        nmap++;
        mq[h.mapq / 10]++;
        edits += (uint64_t)h.nedit;
        sum = sum * 1099511628211ULL + (uint64_t)(h.pos * 2 + h.rev) + (uint64_t)(h.score + 1000);
        right += h.rev == reads[r].rev && abs(h.pos - (int32_t)reads[r].truth) <= 8;
    }
    printf("mapped %" PRIu64 "/%" PRIu32 ", correct %" PRIu64 ", edits %" PRIu64 ", digest %016" PRIx64 "\nmapq",
           nmap, nreads, right, edits, sum);
    for (int i = 0; i < 7; i++) printf(" %d+:%" PRIu64, i * 10, mq[i]);
    putchar('\n');
    free(hits); free(ix->a); free(ix); free(reads); free(g);
    return 0;
}
