/* mapper.c - map simulated reads back to a toy genome (k-mer seeds + banded alignment)
 *   mapper [genome_len] [n_reads] */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define K 11
#define KMASK ((1 << (2 * K)) - 1)
#define READ_LEN 100
#define SEED_STEP 7
#define MAX_OCC 40
#define MAX_CAND 64
#define BAND 5
#define MAX_ED 14

typedef struct {
    char seq[READ_LEN + 1];
    int true_pos, true_strand;
} read_t;

typedef struct {
    int pos, strand, ed, second, mapq;
} hit_t;

static char *genome;
static int genome_len;
static int *kmer_start;            /* 4^K + 1 offsets */
static int *kmer_pos;
static read_t *reads;
static int *coverage;

/* scratch for the mapping of one read */
static int cand_pos[MAX_CAND], cand_votes[MAX_CAND], n_cand;
static char rc_seq[READ_LEN + 1];
static int row[2][2 * BAND + 3];
#pragma omp threadprivate(cand_pos, cand_votes, n_cand, rc_seq, row)

static unsigned long long rng = 42;
static unsigned rnd(unsigned n)
{
    rng = rng * 6364136223846793005ULL + 1442695040888963407ULL;
    return (unsigned)((rng >> 33) % n);
}

static inline int base_code(char c)
{
    return c == 'A' ? 0 : c == 'C' ? 1 : c == 'G' ? 2 : c == 'T' ? 3 : -1;
}

static void revcomp(const char *s, char *out, int len)
{
    for (int i = 0; i < len; i++) {
        int b = base_code(s[len - 1 - i]);
        out[i] = b < 0 ? 'N' : "TGCA"[b];
    }
    out[len] = '\0';
}

static void make_genome(void)
{
    int i, j;
    for (i = 0; i < genome_len; i++) genome[i] = "ACGT"[rnd(4)];
    /* repeat family, diverged copies */
    for (i = 0; i < genome_len / 4000; i++) {
        int dst = (int)rnd((unsigned)(genome_len - 700)), len = 200 + (int)rnd(400);
        for (j = 0; j < len; j++)
            genome[dst + j] = rnd(100) < 6 ? "ACGT"[rnd(4)] : genome[1000 + j];
    }
}

static void build_index(void)
{
    int i, valid, code;
    for (int pass = 0; pass < 2; pass++) {
        code = valid = 0;
        for (i = 0; i < genome_len; i++) {
            code = ((code << 2) | base_code(genome[i])) & KMASK;
            if (++valid < K) continue;
            if (pass == 0) kmer_start[code + 1]++;
            else kmer_pos[--kmer_start[code + 1]] = i - K + 1;
        }
        if (pass == 0)
            for (i = 0; i <= KMASK; i++) kmer_start[i + 1] += kmer_start[i];
    }
    /* second pass leaves start[c+1] at the begin of c: shift by one */
    for (i = 0; i <= KMASK; i++) kmer_start[i] = kmer_start[i + 1];
    kmer_start[KMASK + 1] = genome_len - K + 1;
}

static void simulate_read(read_t *r)
{
    char buf[READ_LEN + 16];
    int p = (int)rnd((unsigned)(genome_len - READ_LEN - 16)), n = 0, g = p;
    while (n < READ_LEN) {
        unsigned e = rnd(1000);
        if (e < 25) buf[n++] = "ACGTN"[rnd(5)], g++;
        else if (e < 29 && g < p + READ_LEN + 8) g++;
        else if (e < 33) buf[n++] = "ACGT"[rnd(4)];
        else buf[n++] = genome[g++];
    }
    buf[READ_LEN] = '\0';
    r->true_pos = p; r->true_strand = (int)rnd(2);
    if (r->true_strand) revcomp(buf, r->seq, READ_LEN);
    else memcpy(r->seq, buf, READ_LEN + 1);
}

static void collect_candidates(const char *seq)
{
    int s, i, c;
    n_cand = 0;
    for (s = 0; s + K <= READ_LEN; s += SEED_STEP) {
        int code = 0;
        for (i = 0; i < K; i++) {
            int b = base_code(seq[s + i]);
            if (b < 0) break;
            code = code << 2 | b;
        }
        if (i < K || kmer_start[code + 1] - kmer_start[code] > MAX_OCC) continue;
        for (i = kmer_start[code]; i < kmer_start[code + 1]; i++) {
            int diag = kmer_pos[i] - s;
            if (diag < BAND || diag + READ_LEN + BAND > genome_len) continue;
            for (c = 0; c < n_cand; c++)
                if (abs(cand_pos[c] - diag) <= BAND / 2) { cand_votes[c]++; break; }
            if (c == n_cand && n_cand < MAX_CAND) {
                cand_pos[n_cand] = diag; cand_votes[n_cand++] = 1;
            }
        }
    }
}

/* edit distance of the whole read against genome around pos, free shift inside the band */
static int banded(const char *seq, int pos, int limit)
{
    int i, j, *prev = row[0], *cur = row[1], *t, best;
    for (j = 0; j < 2 * BAND + 3; j++) prev[j] = cur[j] = 1000;
    for (j = 1; j <= 2 * BAND + 1; j++) prev[j] = 0;
    for (i = 0; i < READ_LEN; i++) {
        best = 1000;
        for (j = 1; j <= 2 * BAND + 1; j++) {
            int d = prev[j] + (genome[pos + i + j - 1 - BAND] != seq[i]);
            if (prev[j + 1] + 1 < d) d = prev[j + 1] + 1;
            if (cur[j - 1] + 1 < d) d = cur[j - 1] + 1;
            cur[j] = d;
            if (d < best) best = d;
        }
        if (best > limit) return limit + 1;
        t = prev; prev = cur; cur = t;
    }
    best = prev[1];
    for (j = 2; j <= 2 * BAND + 1; j++)
        if (prev[j] < best) best = prev[j];
    return best;
}

static int map_read(const read_t *r, hit_t *h)
{
    int strand, c, ed;
    h->pos = -1; h->strand = 0;
    h->ed = h->second = MAX_ED + 1;
    revcomp(r->seq, rc_seq, READ_LEN);
    for (strand = 0; strand < 2; strand++) {
        const char *s = strand ? rc_seq : r->seq;
        collect_candidates(s);
        for (c = 0; c < n_cand; c++) {
            ed = banded(s, cand_pos[c], h->second < MAX_ED ? h->second : MAX_ED);
            if (ed < h->ed) {
                h->second = h->ed; h->ed = ed; h->pos = cand_pos[c]; h->strand = strand;
            } else if (ed < h->second)
                h->second = ed;
        }
    }
    if (h->pos < 0) return 0;
    h->mapq = 6 * (h->second - h->ed);
    if (h->mapq > 60) h->mapq = 60;
    return 1;
}

int main(int argc, char **argv)
{
    int n_reads, i, j, unmapped = 0, correct = 0, wrong_conf = 0, covered = 0, peak = 0;
    int mapq_hist[61] = {0}, ed_hist[MAX_ED + 2] = {0};
    unsigned long long sum = 0;
    hit_t *hits;

    genome_len = argc > 1 ? atoi(argv[1]) : 600000;
    n_reads = argc > 2 ? atoi(argv[2]) : 100000;
    if (genome_len < 5000 || n_reads < 1) { fprintf(stderr, "genome too small\n"); return 1; }
    genome = malloc((size_t)genome_len);
    kmer_start = calloc((size_t)KMASK + 2, sizeof(int));
    kmer_pos = malloc(sizeof(int) * (size_t)genome_len);
    reads = malloc(sizeof(read_t) * (size_t)n_reads);
    coverage = calloc((size_t)genome_len, sizeof(int));
    hits = malloc(sizeof(hit_t) * (size_t)n_reads);
    if (!genome || !kmer_start || !kmer_pos || !reads || !coverage || !hits) return 1;
    make_genome();
    build_index();
    for (i = 0; i < n_reads; i++) simulate_read(&reads[i]);

    #pragma omp parallel for schedule(dynamic, 256)
    for (int k = 0; k < n_reads; k++) map_read(&reads[k], &hits[k]);

    for (i = 0; i < n_reads; i++) {
        const hit_t h = hits[i];
        if (h.pos < 0) { unmapped++; continue; }
        ed_hist[h.ed]++;
        mapq_hist[h.mapq]++;
        if (h.strand == reads[i].true_strand && abs(h.pos - reads[i].true_pos) <= 2 * BAND) correct++;
        else if (h.mapq >= 20) wrong_conf++;
        sum = sum * 1000003ULL + (unsigned)(h.pos * 2 + h.strand);
        if (h.mapq >= 12)
            for (j = 0; j < READ_LEN; j++) coverage[h.pos + j]++;
    }
    for (i = 0; i < genome_len; i++) {
        if (coverage[i] > 0) covered++;
        if (coverage[i] > coverage[peak]) peak = i;
    }
    printf("reads %d mapped %d unmapped %d\n", n_reads, n_reads - unmapped, unmapped);
    printf("correct %d confidently wrong %d\n", correct, wrong_conf);
    printf("edit distances:");
    for (i = 0; i <= MAX_ED; i++) printf(" %d", ed_hist[i]);
    printf("\nmapq:");
    for (i = 0; i <= 60; i += 6) printf(" %d:%d", i, mapq_hist[i]);
    printf("\ncovered %d of %d, peak %d at %d, checksum %016llx\n", covered, genome_len, coverage[peak], peak, sum);
    free(genome); free(kmer_start); free(kmer_pos); free(reads); free(coverage); free(hits);
    return 0;
}
