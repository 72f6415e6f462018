// readalign - map short reads to a (synthetic) reference
// k-mer index -> diagonal voting -> banded affine Smith-Waterman -> pileup
// usage: readalign [genome_len] [n_reads]
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>
#include <time.h>

enum { K = 10, NK = 1 << (2 * K), RLEN = 150, BAND = 12, MAXHIT = 24, MAXCAND = 256 };
enum { MATCH = 2, MISM = -3, GAPO = -5, GAPE = -1, NEG = -100000 };

struct read { uint8_t seq[RLEN]; int truth; int rev; };
struct cand { int diag, votes; };
struct hit { int pos, score, end, rev; };

static uint8_t *genome;
static int glen = 400000, nreads = 7000;
static int *kstart, *kpos;          // CSR-like index of k-mer positions
static int *depth, *mismatch;       // pileup
static uint64_t seed = 88172645463325252ull;

static uint32_t rnd(uint32_t n)
{
    seed ^= seed << 13; seed ^= seed >> 7; seed ^= seed << 17;
    return (uint32_t)((seed >> 20) % n);
}

static void *xalloc(size_t n)
{
    void *p = calloc(n, 1);
    if (!p) { fputs("readalign: memory\n", stderr); exit(1); }
    return p;
}

static void make_genome(void)
{
    genome = xalloc(glen);
    for (int i = 0; i < glen; i++) {
        if (i > 5000 && rnd(4000) == 0) {      // repeats
            int src = rnd(i - 1000), len = 300 + rnd(600);
            for (int j = 0; j < len && i < glen; j++, i++) genome[i] = genome[src + j];
            i--;
        } else
            genome[i] = rnd(4);
    }
}

static void revcomp(const uint8_t *s, uint8_t *d, int n)
{
    for (int i = 0; i < n; i++) d[i] = 3 - s[n - 1 - i];
}

static struct read *make_reads(void)
{
    struct read *rs = xalloc(sizeof *rs * nreads);
    for (int i = 0; i < nreads; i++) {
        struct read *r = &rs[i];
        int g = r->truth = rnd(glen - 2 * RLEN);
        for (int j = 0; j < RLEN; g++) {
            uint32_t e = rnd(200);
            if (e < 4) r->seq[j++] = rnd(4);                 // substitution
            else if (e == 4) continue;                       // deletion
            else if (e == 5) { r->seq[j++] = rnd(4); g--; }  // insertion
            else r->seq[j++] = genome[g < glen ? g : glen - 1];
        }
        r->rev = rnd(2);
        if (r->rev) {
            uint8_t t[RLEN];
            revcomp(r->seq, t, RLEN);
            memcpy(r->seq, t, RLEN);
        }
    }
    return rs;
}

static void build_index(void)
{
    kstart = xalloc(sizeof(int) * (NK + 1));
    kpos = xalloc(sizeof(int) * glen);
    for (int pass = 0; pass < 2; pass++) {
        uint32_t h = 0;
        for (int i = 0; i < glen; i++) {
            h = (h << 2 | genome[i]) & (NK - 1);
            if (i < K - 1) continue;
            if (pass == 0) kstart[h + 1]++;
            else kpos[kstart[h]++] = i - K + 1;
        }
        if (pass == 0)
            for (int k = 0; k < NK; k++) kstart[k + 1] += kstart[k];
        else {
            memmove(kstart + 1, kstart, sizeof(int) * NK);
            kstart[0] = 0;
        }
    }
}

static int by_votes(const void *a, const void *b)
{
    const struct cand *x = a, *y = b;
    if (x->votes != y->votes) return y->votes - x->votes;
    return x->diag - y->diag;
}

static int seeds(const uint8_t *s, struct cand *c)
{
    int nc = 0;
    uint32_t h = 0;
    for (int i = 0; i < RLEN; i++) {
        h = (h << 2 | s[i]) & (NK - 1);
        if (i < K - 1 || i % 3) continue;
        int n = kstart[h + 1] - kstart[h];
        if (n > MAXHIT) continue;
        for (int j = 0; j < n; j++) {
            int d = kpos[kstart[h] + j] - (i - K + 1), k;
            for (k = 0; k < nc; k++)
                if (abs(c[k].diag - d) <= 4) { c[k].votes++; break; }
            if (k == nc && nc < MAXCAND) c[nc++] = (struct cand){ d, 1 };
        }
    }
    qsort(c, nc, sizeof *c, by_votes);
    return nc;
}

// local alignment in a band around the diagonal; returns score, sets *end
// (kept out of line: gcc makes much slower code when it is inlined into the loop)
__attribute__((noinline)) static int banded_sw(const uint8_t *s, int diag, int *end)
{
    int H[2 * BAND + 3], E[2 * BAND + 3];
    int best = 0;
    *end = 0;
    for (int b = 0; b < 2 * BAND + 3; b++) { H[b] = 0; E[b] = NEG; }
    for (int i = 0; i < RLEN; i++) {
        int F = NEG, left = 0;
        for (int b = 1; b <= 2 * BAND + 1; b++) {
            int g = diag + i + b - 1 - BAND;
            if (g < 0 || g >= glen) { H[b] = 0; left = 0; continue; }
            // row above shifted by one in band coordinates
            int up = H[b + 1], e = E[b + 1];
            e = e + GAPE > up + GAPO ? e + GAPE : up + GAPO;
            F = F + GAPE > left + GAPO ? F + GAPE : left + GAPO;
            int h = H[b] + (s[i] == genome[g] ? MATCH : MISM);
            if (h < e) h = e;
            if (h < F) h = F;
            if (h < 0) h = 0;
            E[b] = e;
            H[b] = left = h;
            if (h > best) { best = h; *end = g; }
        }
        H[2 * BAND + 2] = 0;
        E[2 * BAND + 2] = NEG;
    }
    return best;
}

static struct hit map_read(const struct read *r)
{
    struct hit best = { -1, 0, 0, 0 };
    struct cand c[MAXCAND];
    uint8_t rc[RLEN];
    revcomp(r->seq, rc, RLEN);
    for (int rev = 0; rev < 2; rev++) {
        const uint8_t *s = rev ? rc : r->seq;
        int nc = seeds(s, c);
        for (int k = 0; k < nc && k < 6; k++) {
            int end, sc = banded_sw(s, c[k].diag, &end);
            if (sc > best.score) best = (struct hit){ c[k].diag, sc, end, rev };
        }
    }
    return best;
}

int main(int argc, char **argv)
{
    if (argc > 1) glen = atoi(argv[1]);
    if (argc > 2) nreads = atoi(argv[2]);
    if (glen < 10000 || nreads < 1) return fputs("bad arguments\n", stderr), 1;
    struct timespec a, b;
    clock_gettime(CLOCK_MONOTONIC, &a);
    make_genome();
    struct read *rs = make_reads();
    build_index();
    depth = xalloc(sizeof(int) * glen);
    mismatch = xalloc(sizeof(int) * glen);

    // mapping is the expensive part; the pileup below stays in read order
    struct hit *hits = xalloc(sizeof *hits * nreads);
    #pragma omp parallel for schedule(dynamic, 32)
    for (int i = 0; i < nreads; i++)
        hits[i] = map_read(&rs[i]);

    int mapped = 0, correct = 0, hist[16] = { 0 };
    long long total = 0;
    for (int i = 0; i < nreads; i++) {
        struct hit h = hits[i];
        if (h.score < 80) continue;
        mapped++;
        total += h.score;
        hist[h.score / 20 > 15 ? 15 : h.score / 20]++;
        if (abs(h.pos - rs[i].truth) <= 12 && h.rev == rs[i].rev) correct++;
        uint8_t t[RLEN];
        if (h.rev) revcomp(rs[i].seq, t, RLEN);
        else memcpy(t, rs[i].seq, RLEN);
        for (int j = 0; j < RLEN; j++) {
            int g = h.pos + j;
            if (g < 0 || g >= glen) continue;
            depth[g]++;
            mismatch[g] += t[j] != genome[g];
        }
    }
    int covered = 0, suspicious = 0, maxd = 0;
    uint32_t sum = 1;
    for (int g = 0; g < glen; g++) {
        covered += depth[g] > 0;
        if (depth[g] > maxd) maxd = depth[g];
        suspicious += depth[g] >= 4 && 2 * mismatch[g] > depth[g];
        sum = sum * 16777619u ^ (uint32_t)(depth[g] * 64 + mismatch[g]);
    }
    printf("reads %d mapped %d correct %d mean score %.3f\n", nreads, mapped, correct,
           mapped ? (double)total / mapped : 0.0);
    for (int i = 4; i < 16; i++) printf("score %3d+ : %d\n", i * 20, hist[i]);
    printf("covered %d/%d max depth %d suspicious %d pileup %08x\n", covered, glen, maxd, suspicious, sum);
    clock_gettime(CLOCK_MONOTONIC, &b);
    fprintf(stderr, "elapsed %.3f s\n", (b.tv_sec - a.tv_sec) + 1e-9 * (b.tv_nsec - a.tv_nsec));
    free(hits); free(rs); free(genome); free(kstart); free(kpos); free(depth); free(mismatch);
    return 0;
}
