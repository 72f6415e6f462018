// SPDX-License-Identifier: Apache-2.0
/* Counts canonical 12-mers of simulated sequencing reads, prints the abundance spectrum and flags reads with likely errors. */
#include <stdio.h>
#include <stdlib.h>
#include <stdint.h>
#include <string.h>

#define K 12
#define TABLE (1u << (2 * K))
#define MASK (TABLE - 1)

static const char letters[] = "ACGT";
static uint32_t *count;

typedef struct {
    char *bases;        /* nreads * len, no terminators */
    int nreads, len;
} ReadSet;

static uint64_t state = 0xDEADBEEFCAFEull;
static uint32_t next_u32(void)
{
    state = state * 6364136223846793005ull + 1442695040888963407ull;
    return (uint32_t)(state >> 33);
}

static inline int code(char c)
{
    switch (c) {
    case 'A': return 0;
    case 'C': return 1;
    case 'G': return 2;
    case 'T': return 3;
    }
    return -1;
}

static ReadSet simulate(int glen, int nreads, int len)
{
    char *g = malloc(glen);
    for (int i = 0; i < glen; i++)
        g[i] = letters[next_u32() & 3];
    for (int r = 0; r < 40; r++) {              /* repeats */
        int n = glen / 400, from = next_u32() % (glen - n), to = next_u32() % (glen - n);
        memmove(g + to, g + from, n);
    }
    ReadSet rs = { malloc((size_t)nreads * len), nreads, len };
    for (int i = 0; i < nreads; i++) {
        char *s = rs.bases + (size_t)i * len;
        int at = next_u32() % (glen - len), rev = next_u32() & 1;
        for (int j = 0; j < len; j++)
            s[j] = rev ? letters[3 - code(g[at + len - 1 - j])] : g[at + j];
        if (next_u32() % 100 < 30)
            s[next_u32() % len] = letters[next_u32() & 3];
        if (next_u32() % 100 < 2)
            s[next_u32() % len] = 'N';
    }
    free(g);
    return rs;
}

/* rolling forward / reverse-complement words; calls back on each valid k-mer */
#define FOR_EACH_KMER(s, len, canon, body)                                  \
    do {                                                                    \
        uint32_t fw_ = 0, rc_ = 0;                                          \
        int have_ = 0;                                                      \
        for (int j_ = 0; j_ < (len); j_++) {                                \
            int c_ = code((s)[j_]);                                         \
            if (c_ < 0) { have_ = 0; continue; }                            \
            fw_ = (fw_ << 2 | (uint32_t)c_) & MASK;                         \
            rc_ = rc_ >> 2 | (uint32_t)(3 - c_) << (2 * (K - 1));           \
            if (++have_ >= K) {                                             \
                uint32_t canon = fw_ < rc_ ? fw_ : rc_;                     \
                body                                                        \
            }                                                               \
        }                                                                   \
    } while (0)

static void count_kmers(const ReadSet *rs)
{
    #pragma omp parallel for schedule(static)
    for (int i = 0; i < rs->nreads; i++) {
        const char *s = rs->bases + (size_t)i * rs->len;
        FOR_EACH_KMER(s, rs->len, w, { __atomic_fetch_add(&count[w], 1, __ATOMIC_RELAXED); });
    }
}

static int suspicious(const ReadSet *rs, int i, uint32_t cut)
{
    const char *s = rs->bases + (size_t)i * rs->len;
    int low = 0;
    FOR_EACH_KMER(s, rs->len, w, { if (count[w] < cut) low++; });
    return low;
}

int main(int argc, char **argv)
{
    int glen = argc > 1 ? atoi(argv[1]) : 400000;
    int nreads = argc > 2 ? atoi(argv[2]) : 280000;
    int len = 100;
    ReadSet rs = simulate(glen, nreads, len);
    count = calloc(TABLE, sizeof *count);

    count_kmers(&rs);

    long spectrum[256] = {0}, distinct = 0;
    uint64_t total = 0;
    uint32_t top[5] = {0}, topw[5] = {0};
    #pragma omp parallel for schedule(static) reduction(+:spectrum, distinct, total)
    for (uint32_t w = 0; w < TABLE; w++) {
        uint32_t c = count[w];
        if (!c) continue;
        distinct++;
        total += c;
        spectrum[c > 255 ? 255 : c]++;
    }
    for (uint32_t w = 0; w < TABLE; w++) {      /* ties: first word wins, so in order */
        uint32_t c = count[w];
        if (c > top[4]) {
            int p = 4;
            while (p > 0 && c > top[p - 1]) {
                top[p] = top[p - 1];
                topw[p] = topw[p - 1];
                p--;
            }
            top[p] = c;
            topw[p] = w;
        }
    }
    int valley = 2;
    while (valley < 254 && spectrum[valley + 1] < spectrum[valley])
        valley++;
    printf("k-mers total %llu distinct %ld valley at %d\n", (unsigned long long)total, distinct, valley);
    for (int i = 0; i < 256; i += 15)
        printf("  x%-3d %ld\n", i + 1 > 255 ? 255 : i + 1, spectrum[i + 1 > 255 ? 255 : i + 1]);
    for (int t = 0; t < 5; t++) {
        char buf[K + 1];
        for (int j = 0; j < K; j++)
            buf[j] = letters[topw[t] >> (2 * (K - 1 - j)) & 3];
        buf[K] = 0;
        printf("  top %s %u\n", buf, top[t]);
    }

    long bad = 0, lowsum = 0;
    #pragma omp parallel for schedule(static) reduction(+:bad, lowsum)
    for (int i = 0; i < nreads; i++) {
        int low = suspicious(&rs, i, (uint32_t)valley);
        if (low > 3) bad++;
        lowsum += low;
    }
    printf("suspicious reads %ld of %d, weak k-mers %ld\n", bad, nreads, lowsum);
    free(rs.bases);
    free(count);
    return 0;
}
