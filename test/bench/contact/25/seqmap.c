/* seqmap - map short reads to a reference with a k-mer index.
 * Reads come as FASTQ text which the program writes for itself first.
 * usage: seqmap [genome_length] [reads] [read_length] */
#include <stdio.h>
#include <stdlib.h>
#include <stdint.h>
#include <string.h>

#define K 11
#define NKMER (1u << (2 * K))
#define MAXOCC 64
#define BAND 8
#define MAXREAD 400
enum { MATCH = 2, MISMATCH = -3, GAP = -4, NEGINF = -1000000 };

typedef struct { char *seq; int len; int *start, *pos; } Index;   /* start[k]..start[k+1] index pos */
typedef struct { char *name, *seq, *qual; int len; } Read;
typedef struct { int diag, votes; } Vote;
typedef struct { int pos, score, second, reverse; } Hit;

static uint64_t rng = 88172645463325252ull;
static int code_of[256];
static Vote votes[MAXREAD * MAXOCC];
static int dp[2][2 * BAND + 3];

static uint32_t rnd(uint32_t n)
{
    rng ^= rng << 13; rng ^= rng >> 7; rng ^= rng << 17;
    return (uint32_t)(rng >> 20) % n;
}

static void die(const char *msg) { fprintf(stderr, "seqmap: %s\n", msg); exit(1); }

static char complement(char c)
{
    return c == 'A' ? 'T' : c == 'C' ? 'G' : c == 'G' ? 'C' : c == 'T' ? 'A' : 'N';
}

static char *make_genome(int n)
{
    char *g = malloc(n + 1);
    if (!g) die("memory");
    for (int i = 0; i < n; ) {
        if (i > 5000 && rnd(4000) == 0) {            /* a repeat with some decay */
            int len = 300 + (int)rnd(900), from = (int)rnd(i - 1500);
            for (int k = 0; k < len && i < n; k++)
                g[i++] = rnd(20) ? g[from + k] : "ACGT"[rnd(4)];
        } else g[i++] = "ACGT"[rnd(4)];
    }
    g[n] = 0;
    return g;
}

static char *make_fastq(const char *g, int glen, int nreads, int rlen)
{
    char *text = malloc((size_t)nreads * (2 * rlen + 48) + 1), *p = text;
    if (!text) die("memory");
    for (int r = 0; r < nreads; r++) {
        int at = (int)rnd(glen - rlen - 10), rev = (int)rnd(2), n = 0, junk = rnd(25) == 0;
        char s[MAXREAD + 1];
        for (int i = at; n < rlen; i++) {
            uint32_t e = rnd(1000);
            if (e < 4 && n) continue;                                   /* deletion */
            if (e < 8) s[n++] = "ACGT"[rnd(4)];                         /* insertion */
            if (n < rlen) s[n++] = junk || e > 985 ? "ACGTN"[rnd(e > 997 ? 5 : 4)] : g[i < glen ? i : glen - 1];
        }
        p += sprintf(p, "@r%d_%d_%c\n", r, at, rev ? '-' : '+');
        for (int i = 0; i < rlen; i++) *p++ = rev ? complement(s[rlen - 1 - i]) : s[i];
        p += sprintf(p, "\n+\n");
        for (int i = 0; i < rlen; i++) *p++ = (char)(35 + rnd(38));
        *p++ = '\n';
    }
    *p = 0;
    return text;
}

static char *take_line(char **p)
{
    char *s = *p, *e = strchr(s, '\n');
    if (!e) die("truncated fastq");
    *e = 0; *p = e + 1;
    return s;
}

static Read *parse_fastq(char *text, int *count)
{
    int n = 0, cap = 1024;
    Read *v = malloc(cap * sizeof *v);
    while (v && *text) {
        if (n == cap) { v = realloc(v, (cap *= 2) * sizeof *v); if (!v) break; }
        Read *r = &v[n++];
        r->name = take_line(&text);
        r->seq = take_line(&text);
        if (*take_line(&text) != '+') die("bad fastq");
        r->qual = take_line(&text);
        r->len = (int)strlen(r->seq);
        if (r->name[0] != '@' || r->len > MAXREAD || strlen(r->qual) != (size_t)r->len) die("bad fastq");
    }
    if (!v) die("memory");
    return *count = n, v;
}

/* Call fn for each valid k-mer of the reference. */
static void each_kmer(Index *x, void (*fn)(Index *, uint32_t, int))
{
    uint32_t key = 0, have = 0;
    for (int i = 0; i < x->len; i++) {
        int c = code_of[(unsigned char)x->seq[i]];
        if (c < 0) { have = 0; continue; }
        key = (key << 2 | (uint32_t)c) & (NKMER - 1);
        if (++have >= K) fn(x, key, i - K + 1);
    }
}

static void count_kmer(Index *x, uint32_t key, int at) { (void)at; x->start[key + 1]++; }
static void place_kmer(Index *x, uint32_t key, int at) { x->pos[x->start[key]++] = at; }

static void build_index(Index *x)
{
    x->start = calloc(NKMER + 2, sizeof(int)); x->pos = malloc(sizeof(int) * x->len);
    if (!x->start || !x->pos) die("memory");
    each_kmer(x, count_kmer);
    for (uint32_t k = 0; k < NKMER; k++) x->start[k + 1] += x->start[k];
    each_kmer(x, place_kmer);
    memmove(x->start + 1, x->start, NKMER * sizeof(int));
    x->start[0] = 0;
}

static int cmp_vote(const void *a, const void *b) { return ((const Vote *)a)->diag - ((const Vote *)b)->diag; }

/* Global in the read, free ends in the reference, banded around the diagonal. */
static int banded_score(const Index *x, const char *s, int n, int diag)
{
    int *prev = dp[0], *cur = dp[1], *t, best = NEGINF;
    for (int b = 0; b < 2 * BAND + 3; b++) { prev[b] = b == 0 || b == 2 * BAND + 2 ? NEGINF : 0; cur[b] = NEGINF; }
    for (int i = 0; i < n; i++) {
        for (int b = 1; b <= 2 * BAND + 1; b++) {
            int j = diag + i + b - 1 - BAND;
            int v = NEGINF;
            if (j >= 0 && j < x->len) {
                v = prev[b] + (x->seq[j] == s[i] ? MATCH : MISMATCH);
                if (prev[b + 1] + GAP > v) v = prev[b + 1] + GAP;
                if (cur[b - 1] + GAP > v) v = cur[b - 1] + GAP;
            }
            cur[b] = v;
        }
        t = prev; prev = cur; cur = t;
    }
    for (int b = 1; b <= 2 * BAND + 1; b++) if (prev[b] > best) best = prev[b];
    return best;
}

static void try_strand(const Index *x, const char *s, int n, int reverse, Hit *h)
{
    int nv = 0, kept = 0;
    for (int i = 0; i + K <= n; i += 3) {
        uint32_t key = 0; int k = 0;
        for (; k < K && code_of[(unsigned char)s[i + k]] >= 0; k++) key = key << 2 | (uint32_t)code_of[(unsigned char)s[i + k]];
        if (k < K || x->start[key + 1] - x->start[key] > MAXOCC) continue;
        for (int p = x->start[key]; p < x->start[key + 1]; p++)
            votes[nv++] = (Vote){ x->pos[p] - i, 1 };
    }
    qsort(votes, nv, sizeof *votes, cmp_vote);
    for (int i = 0; i < nv; i++) {
        if (kept && votes[i].diag - votes[kept - 1].diag <= BAND / 2) votes[kept - 1].votes++;
        else votes[kept++] = votes[i];
    }
    for (int i = 0; i < kept; i++) {
        if (votes[i].votes < 4) continue;
        int sc = banded_score(x, s, n, votes[i].diag);
        if (sc > h->score) { h->second = h->score; h->score = sc; h->pos = votes[i].diag; h->reverse = reverse; }
        else if (sc > h->second) h->second = sc;
    }
}

static Hit map_read(const Index *x, const Read *r)
{
    Hit h = { -1, 0, 0, 0 };
    char rc[MAXREAD];
    for (int i = 0; i < r->len; i++) rc[i] = complement(r->seq[r->len - 1 - i]);
    try_strand(x, r->seq, r->len, 0, &h);
    if (h.score < r->len * MATCH * 9 / 10) try_strand(x, rc, r->len, 1, &h);
    return h;
}

int main(int argc, char **argv)
{
    Index x = { 0 };
    int glen = argc > 1 ? atoi(argv[1]) : 1000000, nreads = argc > 2 ? atoi(argv[2]) : 45000;
    int rlen = argc > 3 ? atoi(argv[3]) : 120, n = 0, mapped = 0, unique = 0, right = 0, deepest = 0;
    if (glen < 10000 || nreads < 1 || rlen < 30 || rlen > MAXREAD) die("bad sizes");
    memset(code_of, -1, sizeof code_of);
    for (int i = 0; i < 4; i++) code_of[(unsigned char)"ACGT"[i]] = i;
    x.seq = make_genome(glen);
    x.len = glen;
    build_index(&x);
    char *fastq = make_fastq(x.seq, glen, nreads, rlen);
    Read *reads = parse_fastq(fastq, &n);
    int *depth = calloc(glen, sizeof *depth);
    if (!depth) die("memory");
    long long total = 0; uint32_t digest = 0;
    for (int i = 0; i < n; i++) {
        Hit h = map_read(&x, &reads[i]);
        if (h.score < rlen / 2) continue;
        mapped++;
        unique += h.score - h.second > 10;
        right += abs(atoi(strchr(reads[i].name, '_') + 1) - h.pos) < 2 * BAND;
        total += h.score;
        digest = (digest ^ (uint32_t)(h.pos * 2 + h.reverse)) * 16777619u;
        for (int k = 0; k < reads[i].len; k++)
            if (h.pos + k >= 0 && h.pos + k < glen) depth[h.pos + k]++;
    }
    int covered = 0;
    for (int i = 0; i < glen; i++) { covered += depth[i] > 0; if (depth[i] > depth[deepest]) deepest = i; }
    printf("reads %d mapped %d unique %d correct %d\n", n, mapped, unique, right);
    printf("score total %lld digest %08x\n", total, digest);
    printf("covered %d of %d, deepest %d at %d\n", covered, glen, depth[deepest], deepest);
    free(depth); free(reads); free(fastq); free(x.seq); free(x.start); free(x.pos);
    return 0;
}
