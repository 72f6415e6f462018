/* readmap: seed-and-extend mapping of short reads to a synthetic genome */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>
#include <stdbool.h>

enum { K = 11, RLEN = 120, BAND = 9, MAXCAND = 4096, MAXHITS = 64 };
#define KMASK ((1u << (2 * K)) - 1)

typedef struct {
    uint8_t *seq;
    int len;
    int *start;          /* 4^K + 1 */
    int *where;
} Genome;

typedef struct { int truth; bool rev; uint8_t s[RLEN]; } Read;
typedef struct { int pos, score, second, ncand; bool rev; } Hit;
typedef struct {
    long mapped, unmapped, correct, wrong, multi, cells;
    long mapq[7];
    long scoresum;
    uint64_t digest;
} Stats;

static uint32_t seed = 20240117;
static uint32_t rnd(void) { seed ^= seed << 13; seed ^= seed >> 17; seed ^= seed << 5; return seed; }

static Genome *genome_new(int len)
{
    Genome *g = malloc(sizeof *g);
    g->len = len;
    g->seq = malloc(len);
    for (int i = 0; i < len; i++) g->seq[i] = rnd() >> 13 & 3;
    /* sprinkle diverged copies of a repeat family */
    for (int c = 0; c < len / 4000; c++) {
        int from = rnd() % 2000, l = 300 + rnd() % 500, to = rnd() % (len - 1000);
        if (from + l > len || to + l > len) continue;
        for (int i = 0; i < l; i++) g->seq[to + i] = rnd() % 12 ? g->seq[from + i] : rnd() & 3;
    }
    g->start = calloc(KMASK + 2, sizeof *g->start);
    g->where = malloc(sizeof *g->where * len);
    uint32_t w = 0;
    for (int i = 0; i < len; i++) {
        w = (w << 2 | g->seq[i]) & KMASK;
        if (i >= K - 1) g->start[w + 1]++;
    }
    for (uint32_t k = 0; k <= KMASK; k++) g->start[k + 1] += g->start[k];
    for (int i = len - 1; i >= K - 1; i--) {
        w = 0;
        for (int j = i - K + 1; j <= i; j++) w = w << 2 | g->seq[j];
        g->where[--g->start[w + 1]] = i - K + 1;
    }
    /* start[w+1] now is the first slot of w: shift back */
    memmove(g->start, g->start + 1, sizeof *g->start * (KMASK + 1));
    g->start[KMASK + 1] = len - K + 1;
    return g;
}

static void sample_read(const Genome *g, Read *r)
{
    int p = rnd() % (g->len - RLEN - 40) + 10, i = 0, q = p;
    r->truth = p;
    while (i < RLEN) {
        uint32_t e = rnd() % 1000;
        if (e < 25) r->s[i++] = rnd() & 3, q++;
        else if (e < 29) q++;
        else if (e < 33) r->s[i++] = rnd() & 3;
        else r->s[i++] = g->seq[q++];
    }
    if (rnd() % 50 == 0) for (i = 0; i < RLEN; i++) r->s[i] = rnd() & 3;
    r->rev = rnd() & 1;
    if (r->rev)
        for (i = 0; i < RLEN / 2; i++) {
            uint8_t t = r->s[i];
            r->s[i] = 3 - r->s[RLEN - 1 - i];
            r->s[RLEN - 1 - i] = 3 - t;
        }
}

static int cand[MAXCAND];
static int cmpint(const void *a, const void *b)
{
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

static int collect(const Genome *g, const uint8_t *s)
{
    int n = 0;
    for (int i = 0; i + K <= RLEN; i += 5) {
        uint32_t w = 0;
        for (int j = 0; j < K; j++) w = w << 2 | s[i + j];
        int a = g->start[w], b = g->start[w + 1];
        if (b - a > MAXHITS) continue;
        for (; a < b && n < MAXCAND; a++) cand[n++] = g->where[a] - i;
    }
    qsort(cand, n, sizeof *cand, cmpint);
    return n;
}

static int row[2][2 * BAND + 3];
static int band_align(const Genome *g, const uint8_t *s, int diag, int floor_score, Stats *st)
{
    int *prev = row[0], *cur = row[1];
    for (int j = 0; j < 2 * BAND + 3; j++) prev[j] = 0, cur[j] = -9999;
    prev[0] = prev[2 * BAND + 2] = -9999;
    for (int i = 0; i < RLEN; i++) {
        int best = -9999;
        for (int j = 1; j <= 2 * BAND + 1; j++) {
            int p = diag + i + j - 1 - BAND;
            int m = p >= 0 && p < g->len ? (g->seq[p] == s[i] ? 2 : -3) : -9;
            int v = prev[j] + m;
            if (prev[j + 1] - 5 > v) v = prev[j + 1] - 5;
            if (cur[j - 1] - 5 > v) v = cur[j - 1] - 5;
            cur[j] = v;
            if (v > best) best = v;
        }
        st->cells += 2 * BAND + 1;
        if (best + 2 * (RLEN - 1 - i) < floor_score) return -9999;
        int *t = prev; prev = cur; cur = t;
        cur[0] = cur[2 * BAND + 2] = -9999;
    }
    int best = -9999;
    for (int j = 1; j <= 2 * BAND + 1; j++) if (prev[j] > best) best = prev[j];
    return best;
}

static void try_strand(const Genome *g, const uint8_t *s, bool rev, Hit *h, Stats *st)
{
    int n = collect(g, s);
    for (int i = 0; i < n; ) {
        int j = i;
        while (j < n && cand[j] - cand[i] <= BAND / 2) j++;
        if (j - i >= 2) {
            h->ncand++;
            int sc = band_align(g, s, cand[(i + j) / 2], h->second, st);
            if (sc > h->score) { h->second = h->score; h->score = sc; h->pos = cand[i]; h->rev = rev; }
            else if (sc > h->second) h->second = sc;
        }
        i = j;
    }
}

static Hit map_read(const Genome *g, const Read *r, Stats *st)
{
    static uint8_t rc[RLEN];
    Hit h = { -1, 60, 60, 0, false };
    try_strand(g, r->s, false, &h, st);
    for (int i = 0; i < RLEN; i++) rc[i] = 3 - r->s[RLEN - 1 - i];
    try_strand(g, rc, true, &h, st);
    return h;
}

static void tally(Stats *st, const Read *r, const Hit *h)
{
    st->digest = st->digest * 1099511628211ULL ^ (uint64_t)(h->pos * 2 + h->rev);
    if (h->pos < 0) { st->unmapped++; return; }
    st->mapped++;
    st->scoresum += h->score;
    if (h->ncand > 1) st->multi++;
    int q = (h->score - h->second) / 24;
    st->mapq[q > 6 ? 6 : q]++;
    if (abs(h->pos - r->truth) <= 12 && h->rev == r->rev) st->correct++;
    else st->wrong++;
}

int main(int argc, char **argv)
{
    int glen = argc > 1 ? atoi(argv[1]) : 600000;
    int nreads = argc > 2 ? atoi(argv[2]) : 60000;
    if (glen < 10000 || nreads < 1) { fprintf(stderr, "readmap [genome>=10000] [reads]\n"); return 1; }
    Genome *g = genome_new(glen);
    Read *reads = malloc(sizeof *reads * nreads);
    for (int i = 0; i < nreads; i++) sample_read(g, &reads[i]);
    Stats st = { .digest = 14695981039346656037ULL };
    for (int i = 0; i < nreads; i++) {
        Hit h = map_read(g, &reads[i], &st);
        tally(&st, &reads[i], &h);
    }
    printf("reads %d mapped %ld unmapped %ld correct %ld wrong %ld multi %ld\n",
           nreads, st.mapped, st.unmapped, st.correct, st.wrong, st.multi);
    printf("mean score %.4f cells %ld\n", st.mapped ? (double)st.scoresum / st.mapped : 0.0, st.cells);
    for (int q = 0; q < 7; q++) printf("mapq%d %ld\n", q * 10, st.mapq[q]);
    printf("digest %016llx\n", (unsigned long long)st.digest);
    free(reads); free(g->seq); free(g->start); free(g->where); free(g);
    return 0;
}
