// SPDX-License-Identifier: Apache-2.0
// readmap - toy short-read mapper: k-mer index, seed voting, banded local
// alignment of the best candidate diagonals.
//   readmap [genome length] [number of reads]
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define K 11
#define READ_LEN 100
#define SEED_STEP 3
#define MAX_OCC 40
#define MAX_HITS 4096
#define BAND 12
#define WIDTH (2 * BAND + 1)
#define TOP_CANDS 4

enum { MATCH = 2, MISMATCH = -3, GAP = -4 };

struct index {
    const uint8_t *genome;
    int length;
    int *start;             // 4^K + 1 bucket starts
    int *pos;
};

struct candidate { int diag, votes; };

struct mapping {
    int pos;                // -1: unmapped
    short score, second;
    char strand;
};

struct counters {
    long seeds, masked, hits, extensions, cells;
};

static struct counters cnt;     // each thread counts for itself
#pragma omp threadprivate(cnt)

static uint32_t lcg = 42;
static uint32_t rnd(uint32_t n)
{
    lcg = lcg * 1664525u + 1013904223u;
    return (uint32_t)(((uint64_t)lcg * n) >> 32);
}

static uint8_t *random_genome(int n)
{
    uint8_t *g = malloc(n);
    for (int i = 0; i < n; i++)
        g[i] = (uint8_t)rnd(4);
    // sprinkle repeats: copies of a few elements, slightly diverged
    for (int r = 0; r < n / 2000; r++) {
        int len = 150 + (int)rnd(150);
        int from = (int)rnd((uint32_t)(n / 50 - len)), to = (int)rnd((uint32_t)(n - len));
        for (int i = 0; i < len; i++)
            g[to + i] = rnd(25) ? g[from + i] : (uint8_t)rnd(4);
    }
    return g;
}

static void build_index(struct index *ix, const uint8_t *g, int n)
{
    int buckets = 1 << (2 * K), mask = buckets - 1;
    ix->genome = g;
    ix->length = n;
    ix->start = calloc((size_t)buckets + 1, sizeof(int));
    ix->pos = malloc(sizeof(int) * n);
    int code = 0;
    for (int i = 0; i < n; i++) {
        code = ((code << 2) | g[i]) & mask;
        if (i >= K - 1)
            ix->start[code + 1]++;
    }
    for (int b = 0; b < buckets; b++)
        ix->start[b + 1] += ix->start[b];
    int *fill = malloc(sizeof(int) * buckets);
    memcpy(fill, ix->start, sizeof(int) * buckets);
    for (int i = 0; i < n; i++) {
        code = ((code << 2) | g[i]) & mask;
        if (i >= K - 1)
            ix->pos[fill[code]++] = i - K + 1;
    }
    free(fill);
}

static void simulate_read(const uint8_t *g, int n, uint8_t *out, int *truth)
{
    int p = (int)rnd((uint32_t)(n - READ_LEN - 20));
    *truth = p;
    for (int i = 0; i < READ_LEN; i++) {
        uint32_t e = rnd(1000);
        if (e < 4 && p + 1 < n)
            p++;                                // deletion
        else if (e < 8) {
            out[i] = (uint8_t)rnd(4);           // insertion
            continue;
        }
        out[i] = e < 38 ? (uint8_t)rnd(4) : g[p];
        p++;
    }
    if (rnd(2)) {                               // other strand
        for (int i = 0, j = READ_LEN - 1; i <= j; i++, j--) {
            uint8_t a = out[i], b = out[j];
            out[i] = 3 - b;
            out[j] = 3 - a;
        }
    }
}

static int cmp_int(const void *a, const void *b)
{
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

static int collect_hits(const struct index *ix, const uint8_t *read, int *diags)
{
    int n = 0;
    for (int i = 0; i + K <= READ_LEN; i += SEED_STEP) {
        int code = 0;
        for (int j = 0; j < K; j++)
            code = (code << 2) | read[i + j];
        int b = ix->start[code], e = ix->start[code + 1];
        cnt.seeds++;
        if (e - b > MAX_OCC) {
            cnt.masked++;
            continue;
        }
        for (; b < e && n < MAX_HITS; b++)
            diags[n++] = ix->pos[b] - i;
    }
    cnt.hits += n;
    return n;
}

// keep the TOP_CANDS diagonals with most votes, merging neighbours
static int pick_candidates(int *diags, int n, struct candidate *cand)
{
    int nc = 0;
    qsort(diags, n, sizeof *diags, cmp_int);
    for (int i = 0; i < n; ) {
        int j = i;
        while (j < n && diags[j] - diags[i] <= 4)
            j++;
        struct candidate c = { diags[(i + j) / 2], j - i };
        i = j;
        if (c.votes < 2)
            continue;
        int k = nc < TOP_CANDS ? nc++ : TOP_CANDS;
        if (k == TOP_CANDS) {
            if (c.votes <= cand[k - 1].votes)
                continue;
            k--;
        }
        while (k > 0 && cand[k - 1].votes < c.votes) {
            cand[k] = cand[k - 1];
            k--;
        }
        cand[k] = c;
    }
    return nc;
}

static int extend(const struct index *ix, const uint8_t *read, int diag)
{
    int row[2][WIDTH + 2] = { { 0 } };
    int best = 0;
    for (int i = 0; i < READ_LEN; i++) {
        int *up = row[i & 1], *cur = row[(i + 1) & 1];
        for (int b = 1; b <= WIDTH; b++) {
            int p = diag + i + b - 1 - BAND, s = 0;
            if (p >= 0 && p < ix->length) {
                s = up[b] + (ix->genome[p] == read[i] ? MATCH : MISMATCH);
                if (up[b + 1] + GAP > s) s = up[b + 1] + GAP;
                if (cur[b - 1] + GAP > s) s = cur[b - 1] + GAP;
                if (s < 0) s = 0;
            }
            cur[b] = s;
            if (s > best) best = s;
        }
    }
    cnt.extensions++;
    cnt.cells += READ_LEN * WIDTH;
    return best;
}

static struct mapping map_read(const struct index *ix, const uint8_t *read, int *diags)
{
    struct mapping m = { -1, 0, 0, '*' };
    struct candidate cand[TOP_CANDS];
    uint8_t rc[READ_LEN];
    for (int i = 0; i < READ_LEN; i++)
        rc[i] = 3 - read[READ_LEN - 1 - i];
    for (int strand = 0; strand < 2; strand++) {
        const uint8_t *r = strand ? rc : read;
        int n = collect_hits(ix, r, diags);
        int nc = pick_candidates(diags, n, cand);
        for (int c = 0; c < nc; c++) {
            int s = extend(ix, r, cand[c].diag);
            if (s > m.score) {
                m.second = m.score;
                m.score = (short)s;
                m.pos = cand[c].diag;
                m.strand = strand ? '-' : '+';
            } else if (s > m.second) {
                m.second = (short)s;
            }
        }
    }
    return m;
}

int main(int argc, char **argv)
{
    int glen = argc > 1 ? atoi(argv[1]) : 2000000;
    int nreads = argc > 2 ? atoi(argv[2]) : 40000;
    if (glen < 20000) glen = 20000;
    struct timespec t0, t1, t2;
    clock_gettime(CLOCK_MONOTONIC, &t0);

    struct index ix;
    uint8_t *genome = random_genome(glen);
    build_index(&ix, genome, glen);
    uint8_t *reads = malloc((size_t)nreads * READ_LEN);
    int *truth = malloc(sizeof(int) * nreads);
    for (int i = 0; i < nreads; i++)
        simulate_read(genome, glen, reads + (size_t)i * READ_LEN, &truth[i]);
    clock_gettime(CLOCK_MONOTONIC, &t1);

    struct mapping *map = malloc(sizeof *map * nreads);
    long mapped = 0, correct = 0, unique = 0;
    long hist[8] = { 0 };
    struct counters all = { 0, 0, 0, 0, 0 };
    #pragma omp parallel reduction(+:mapped, correct, unique, hist)
    {
    int *diags = malloc(sizeof(int) * MAX_HITS);
    #pragma omp for schedule(dynamic, 64)
    for (int i = 0; i < nreads; i++) {
        map[i] = map_read(&ix, reads + (size_t)i * READ_LEN, diags);
        if (map[i].pos == -1)
            continue;
        mapped++;
        correct += abs(map[i].pos - truth[i]) <= BAND;
        unique += map[i].score - map[i].second >= 20;
        hist[map[i].score * 7 / (MATCH * READ_LEN)]++;
    }
    free(diags);
    #pragma omp critical
    {
        all.seeds += cnt.seeds;
        all.masked += cnt.masked;
        all.hits += cnt.hits;
        all.extensions += cnt.extensions;
        all.cells += cnt.cells;
    }
    }
    clock_gettime(CLOCK_MONOTONIC, &t2);

    uint64_t sum = 0;
    for (int i = 0; i < nreads; i++)
        sum = sum * 1000003u + (uint64_t)(map[i].pos + 7) * 131u + (uint64_t)map[i].score * 17u
            + (uint64_t)map[i].second + (uint64_t)map[i].strand;
    printf("mapped %ld correct %ld unique %ld of %d\n", mapped, correct, unique, nreads);
    printf("seeds %ld masked %ld hits %ld ext %ld cells %ld\n",
           all.seeds, all.masked, all.hits, all.extensions, all.cells);
    for (int i = 0; i < 8; i++)
        printf("%ld%c", hist[i], i < 7 ? ' ' : '\n');
    printf("sum %016llx\n", (unsigned long long)sum);
    fprintf(stderr, "setup %.3f map %.3f\n",
            (double)(t1.tv_sec - t0.tv_sec) + (double)(t1.tv_nsec - t0.tv_nsec) / 1e9,
            (double)(t2.tv_sec - t1.tv_sec) + (double)(t2.tv_nsec - t1.tv_nsec) / 1e9);
    free(map); free(truth); free(reads);
    free(ix.start); free(ix.pos); free(genome);
    return 0;
}
