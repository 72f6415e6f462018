// SPDX-License-Identifier: Apache-2.0
// DNA short-read mapper: k-mer index of a synthetic genome, seed voting for
// candidate positions, banded edit-distance verification on both strands.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { K = 12, READ_LEN = 120, BAND = 6, MAX_CAND = 24, MAX_OCC = 60, HOPELESS = 1000 };

typedef struct {
    uint32_t *start; /* 4^K + 1 offsets into pos */
    uint32_t *pos;
    size_t length;
} KmerIndex;

typedef struct {
    int32_t pos; /* -1 when unmapped */
    int16_t edits;
    uint8_t reverse;
    uint8_t unique;
} Mapping;

typedef struct {
    int64_t diagonal;
    int votes;
} Candidate;

static uint64_t rng = 0x9E3779B97F4A7C15u;

static uint32_t random_below(uint32_t n) {
    rng ^= rng >> 12;
    rng ^= rng << 25;
    rng ^= rng >> 27;
    return (uint32_t)(((rng * 2685821657736338717ull) >> 32) * n >> 32);
}

/* bases are stored as codes 0..3 */
static uint8_t *make_genome(size_t n) {
    uint8_t *g = malloc(n);
    if (!g)
        exit(1);
    for (size_t i = 0; i < n; i++)
        g[i] = (uint8_t)random_below(4);
    /* diverged copies of a few repeat families */
    for (int fam = 0; fam < 4; fam++) {
        size_t len = 200 + random_below(300);
        if (n < 4 * len)
            break;
        size_t src = random_below((uint32_t)(n - len));
        for (int copy = 0; copy < 30; copy++) {
            size_t dst = random_below((uint32_t)(n - len));
            for (size_t i = 0; i < len; i++)
                g[dst + i] = random_below(20) ? g[src + i] : (uint8_t)random_below(4);
        }
    }
    return g;
}

/* a read of the genome at *origin with substitutions and small indels */
static void sample_read(const uint8_t *g, size_t n, uint8_t *read, size_t *origin, int *reverse) {
    size_t at = random_below((uint32_t)(n - 2 * READ_LEN));
    uint8_t tmp[READ_LEN];
    *origin = at;
    for (int i = 0; i < READ_LEN;) {
        uint32_t event = random_below(200);
        if (event == 0) {
            tmp[i++] = (uint8_t)random_below(4);
        } else if (event == 1) {
            at++;
        } else {
            uint8_t base = g[at++];
            tmp[i++] = event < 6 ? (uint8_t)((base + 1 + random_below(3)) & 3) : base;
        }
    }
    *reverse = (int)random_below(2);
    for (int i = 0; i < READ_LEN; i++)
        read[i] = *reverse ? (uint8_t)(3 - tmp[READ_LEN - 1 - i]) : tmp[i];
}

static KmerIndex build_index(const uint8_t *g, size_t n) {
    const uint32_t buckets = 1u << (2 * K), mask = buckets - 1;
    KmerIndex ix = {calloc((size_t)buckets + 1, sizeof(uint32_t)), malloc(n * sizeof(uint32_t)), n};
    if (!ix.start || !ix.pos)
        exit(1);
    uint32_t code = 0;
    for (size_t i = 0; i < n; i++) {
        code = (code << 2 | g[i]) & mask;
        if (i + 1 >= K)
            ix.start[code + 1]++;
    }
    for (uint32_t b = 0; b < buckets; b++)
        ix.start[b + 1] += ix.start[b];
    uint32_t *fill = malloc(buckets * sizeof *fill);
    if (!fill)
        exit(1);
    memcpy(fill, ix.start, buckets * sizeof *fill);
    for (size_t i = 0; i < n; i++) {
        code = (code << 2 | g[i]) & mask;
        if (i + 1 >= K)
            ix.pos[fill[code]++] = (uint32_t)(i + 1 - K);
    }
    free(fill);
    return ix;
}

static int vote(const KmerIndex *ix, const uint8_t *read, Candidate *cand) {
    const uint32_t mask = (1u << (2 * K)) - 1;
    int n = 0;
    uint32_t code = 0;
    for (int i = 0; i < READ_LEN; i++) {
        code = (code << 2 | read[i]) & mask;
        int off = i + 1 - K;
        if (off < 0 || off % 3 != 0)
            continue;
        uint32_t lo = ix->start[code], hi = ix->start[code + 1];
        if (hi - lo > MAX_OCC)
            continue;
        for (uint32_t p = lo; p < hi; p++) {
            int64_t diag = (int64_t)ix->pos[p] - off;
            int c = 0;
            while (c < n && (cand[c].diagonal - diag > BAND / 2 || diag - cand[c].diagonal > BAND / 2))
                c++;
            if (c < n) {
                cand[c].votes++;
            } else if (n < MAX_CAND) {
                cand[n].diagonal = diag;
                cand[n++].votes = 1;
            }
        }
    }
    return n;
}

/* edit distance of the read against the genome around pos, ends free */
static int banded_edits(const uint8_t *g, size_t n, int64_t pos, const uint8_t *read) {
    int row[2 * BAND + 3], next[2 * BAND + 3];
    const int width = 2 * BAND + 1;
    if (pos < BAND || (size_t)pos + READ_LEN + BAND >= n)
        return HOPELESS;
    for (int d = 0; d < width + 2; d++)
        row[d] = d == 0 || d == width + 1 ? HOPELESS : 0;
    next[0] = next[width + 1] = HOPELESS;
    for (int i = 0; i < READ_LEN; i++) {
        const uint8_t *ref = g + pos + i - BAND;
        for (int d = 1; d <= width; d++) {
            int best = row[d] + (ref[d - 1] != read[i]);
            if (row[d + 1] + 1 < best)
                best = row[d + 1] + 1;
            if (next[d - 1] + 1 < best)
                best = next[d - 1] + 1;
            next[d] = best;
        }
        memcpy(row, next, sizeof row);
    }
    int best = HOPELESS;
    for (int d = 1; d <= width; d++)
        if (row[d] < best)
            best = row[d];
    return best;
}

static Mapping map_read(const KmerIndex *ix, const uint8_t *g, const uint8_t *read) {
    Mapping m = {-1, 13, 0, 0};
    int second = HOPELESS;
    uint8_t strand[2][READ_LEN];
    memcpy(strand[0], read, READ_LEN);
    for (int i = 0; i < READ_LEN; i++)
        strand[1][i] = (uint8_t)(3 - read[READ_LEN - 1 - i]);
    for (int s = 0; s < 2; s++) {
        Candidate cand[MAX_CAND];
        int n = vote(ix, strand[s], cand);
        for (int c = 0; c < n; c++) {
            if (cand[c].votes < 2)
                continue;
            int e = banded_edits(g, ix->length, cand[c].diagonal, strand[s]);
            if (e < m.edits) {
                second = m.pos >= 0 ? m.edits : HOPELESS;
                m.pos = (int32_t)cand[c].diagonal;
                m.edits = (int16_t)e;
                m.reverse = (uint8_t)s;
            } else if (e < second) {
                second = e;
            }
        }
    }
    m.unique = m.pos >= 0 && second > m.edits + 2;
    return m;
}

int main(int argc, char **argv) {
    size_t n = argc > 1 ? (size_t)atol(argv[1]) : 1500000;
    int nreads = argc > 2 ? atoi(argv[2]) : 110000;
    uint8_t *genome = make_genome(n);
    uint8_t *reads = malloc((size_t)nreads * READ_LEN);
    size_t *truth = malloc((size_t)nreads * sizeof *truth);
    int *rev = malloc((size_t)nreads * sizeof *rev);
    for (int r = 0; r < nreads; r++)
        sample_read(genome, n, reads + (size_t)r * READ_LEN, &truth[r], &rev[r]);

    KmerIndex ix = build_index(genome, n);
    Mapping *out = malloc((size_t)nreads * sizeof *out);
    for (int r = 0; r < nreads; r++)
        out[r] = map_read(&ix, genome, reads + (size_t)r * READ_LEN);

    int mapped = 0, unique = 0, correct = 0, hist[14] = {0};
    uint64_t check = 0;
    for (int r = 0; r < nreads; r++) {
        check = check * 1099511628211ull + (uint64_t)(out[r].pos + 1) * 64 + (uint64_t)out[r].edits;
        if (out[r].pos < 0)
            continue;
        mapped++;
        unique += out[r].unique;
        hist[out[r].edits]++;
        long off = (long)out[r].pos - (long)truth[r];
        correct += out[r].reverse == rev[r] && labs(off) <= BAND;
    }
    printf("%d reads, %d mapped, %d unique, %d correct, check %016llx\n", nreads, mapped, unique, correct,
           (unsigned long long)check);
    for (int e = 0; e < 13; e++)
        printf("  %2d edits: %d\n", e, hist[e]);
    free(genome), free(reads), free(truth), free(rev);
    free(ix.start), free(ix.pos), free(out);
    return 0;
}
