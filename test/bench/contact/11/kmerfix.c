/*
 * kmerfix - k-mer spectrum error correction of short reads.
 *
 * A random genome is sampled into reads with substitution errors on both
 * strands. Canonical k-mers are counted in an open addressing table; reads
 * with weak k-mers are repaired by single base substitutions.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>
#include <inttypes.h>

#define EMPTY UINT64_MAX

typedef struct read_t {
    int len;
    int n_fixed;
    char *seq;
    char *truth;
} read_t;

typedef struct {
    uint64_t *keys;
    uint32_t *counts;
    size_t cap, used;
} kmer_table;

typedef struct {
    int genome_len, n_reads, read_len, k, min_count;
    double error_rate;
} options;

static const char BASES[] = "ACGT";
static uint64_t rng = 0x9E3779B97F4A7C15ULL;

static uint64_t rnd(void)
{
    uint64_t z = (rng += 0x9E3779B97F4A7C15ULL);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
    return z ^ (z >> 31);
}

static void *must(void *p)
{
    if (!p) {
        fputs("kmerfix: out of memory\n", stderr);
        exit(1);
    }
    return p;
}

static int base_code(char c)
{
    switch (c) {
    case 'A': return 0;
    case 'C': return 1;
    case 'G': return 2;
    case 'T': return 3;
    default:  return -1;
    }
}

static char complement(char c)
{
    return BASES[3 - base_code(c)];
}

static uint64_t canonical(uint64_t fwd, uint64_t rev)
{
    return fwd < rev ? fwd : rev;
}

static uint64_t hash64(uint64_t x)
{
    x ^= x >> 33;
    x *= 0xff51afd7ed558ccdULL;
    x ^= x >> 33;
    x *= 0xc4ceb9fe1a85ec53ULL;
    return x ^ (x >> 33);
}

static void table_init(kmer_table *t, size_t cap)
{
    t->cap = cap;
    t->used = 0;
    t->keys = must(malloc(cap * sizeof *t->keys));
    t->counts = must(calloc(cap, sizeof *t->counts));
    memset(t->keys, 0xff, cap * sizeof *t->keys);
}

static void table_add(kmer_table *t, uint64_t key, uint32_t n);

static void table_grow(kmer_table *t)
{
    kmer_table bigger;
    table_init(&bigger, t->cap * 2);
    for (size_t i = 0; i < t->cap; i++)
        if (t->keys[i] != EMPTY)
            table_add(&bigger, t->keys[i], t->counts[i]);
    free(t->keys);
    free(t->counts);
    *t = bigger;
}

static void table_add(kmer_table *t, uint64_t key, uint32_t n)
{
    size_t i = hash64(key) & (t->cap - 1);
    while (t->keys[i] != EMPTY && t->keys[i] != key)
        i = (i + 1) & (t->cap - 1);
    if (t->keys[i] == EMPTY) {
        t->keys[i] = key;
        t->used++;
    }
    t->counts[i] += n;
    if (t->used * 10 > t->cap * 7)
        table_grow(t);
}

static uint32_t table_get(const kmer_table *t, uint64_t key)
{
    size_t i = hash64(key) & (t->cap - 1);
    while (t->keys[i] != EMPTY) {
        if (t->keys[i] == key)
            return t->counts[i];
        i = (i + 1) & (t->cap - 1);
    }
    return 0;
}

static char *make_genome(int len)
{
    char *g = must(malloc(len + 1));
    for (int i = 0; i < len; i++)
        g[i] = BASES[rnd() & 3];
    g[len] = '\0';
    return g;
}

static void sample_read(read_t *r, const char *genome, const options *o)
{
    int pos = (int)(rnd() % (uint64_t)(o->genome_len - o->read_len + 1));
    int reverse = rnd() & 1;
    r->len = o->read_len;
    r->n_fixed = 0;
    r->seq = must(malloc(r->len + 1));
    r->truth = must(malloc(r->len + 1));
    for (int i = 0; i < r->len; i++) {
        char c = reverse ? complement(genome[pos + r->len - 1 - i]) : genome[pos + i];
        r->truth[i] = c;
        if ((rnd() >> 11) * (1.0 / 9007199254740992.0) < o->error_rate)
            c = BASES[(base_code(c) + 1 + rnd() % 3) & 3];
        r->seq[i] = c;
    }
    r->seq[r->len] = r->truth[r->len] = '\0';
}

static void count_read(kmer_table *t, const read_t *r, int k)
{
    uint64_t mask = (1ULL << (2 * k)) - 1, fwd = 0, rev = 0;
    for (int i = 0; i < r->len; i++) {
        uint64_t c = base_code(r->seq[i]);
        fwd = ((fwd << 2) | c) & mask;
        rev = (rev >> 2) | ((3 - c) << (2 * (k - 1)));
        if (i >= k - 1)
            table_add(t, canonical(fwd, rev), 1);
    }
}

static uint64_t kmer_at(const char *s, int k)
{
    uint64_t fwd = 0, rev = 0;
    for (int i = 0; i < k; i++) {
        uint64_t c = base_code(s[i]);
        fwd = (fwd << 2) | c;
        rev |= (3 - c) << (2 * i);
    }
    return canonical(fwd, rev);
}

/* number of solid k-mers covering position p */
static int support(const kmer_table *t, const read_t *r, int p, const options *o)
{
    int lo = p - o->k + 1 < 0 ? 0 : p - o->k + 1;
    int hi = p > r->len - o->k ? r->len - o->k : p;
    int n = 0;
    for (int i = lo; i <= hi; i++)
        n += table_get(t, kmer_at(r->seq + i, o->k)) >= (uint32_t)o->min_count;
    return n;
}

static void correct_read(const kmer_table *t, read_t *r, const options *o)
{
    for (int round = 0; round < 2; round++) {
        int changed = 0;
        for (int p = 0; p < r->len; p++) {
            int s = p <= r->len - o->k ? p : r->len - o->k;
            if (table_get(t, kmer_at(r->seq + s, o->k)) >= (uint32_t)o->min_count &&
                (p < o->k || table_get(t, kmer_at(r->seq + p - o->k + 1, o->k)) >= (uint32_t)o->min_count))
                continue;
            int have = support(t, r, p, o), best = have;
            char orig = r->seq[p], pick = orig;
            for (int b = 0; b < 4; b++) {
                if (BASES[b] == orig)
                    continue;
                r->seq[p] = BASES[b];
                int n = support(t, r, p, o);
                if (n > best) {
                    best = n;
                    pick = BASES[b];
                }
            }
            r->seq[p] = best >= have + 3 ? pick : orig;
            if (r->seq[p] != orig) {
                changed++;
                r->n_fixed++;
            }
        }
        if (!changed)
            break;
    }
}

static int mismatches(const read_t *r)
{
    int n = 0;
    for (int i = 0; i < r->len; i++)
        n += r->seq[i] != r->truth[i];
    return n;
}

static void print_spectrum(const kmer_table *t)
{
    uint64_t bins[16] = { 0 }, total = 0, check = 0;
    for (size_t i = 0; i < t->cap; i++) {
        if (t->keys[i] == EMPTY)
            continue;
        uint32_t c = t->counts[i];
        bins[c > 15 ? 15 : c]++;
        total += c;
        check += hash64(t->keys[i] * 31 + c);
    }
    printf("k-mers: %zu distinct, %" PRIu64 " total, check %016" PRIx64 "\nspectrum:", t->used, total, check);
    for (int i = 1; i < 16; i++)
        printf(" %" PRIu64, bins[i]);
    putchar('\n');
}

int main(int argc, char **argv)
{
    options o = { 40000, 11000, 100, 19, 3, 0.01 };
    if (argc > 1) o.genome_len = atoi(argv[1]);
    if (argc > 2) o.n_reads = atoi(argv[2]);
    if (argc > 3) o.k = atoi(argv[3]);
    if (o.genome_len < o.read_len || o.n_reads < 1 || o.k < 5 || o.k > 31) {
        fprintf(stderr, "usage: kmerfix [genome_length [reads [k]]]\n");
        return 1;
    }
    char *genome = make_genome(o.genome_len);
    read_t *reads = must(malloc(o.n_reads * sizeof *reads));
    kmer_table table;
    long before = 0, after = 0, fixed = 0, clean = 0;

    for (int i = 0; i < o.n_reads; i++)
        sample_read(&reads[i], genome, &o);
    table_init(&table, 1 << 12);
    for (int i = 0; i < o.n_reads; i++)
        count_read(&table, &reads[i], o.k);
    print_spectrum(&table);
    for (int i = 0; i < o.n_reads; i++) {
        before += mismatches(&reads[i]);
        correct_read(&table, &reads[i], &o);
        int m = mismatches(&reads[i]);
        after += m;
        clean += m == 0;
        fixed += reads[i].n_fixed;
    }
    printf("errors before %ld after %ld, substitutions made %ld, clean reads %ld of %d\n",
           before, after, fixed, clean, o.n_reads);
    uint64_t sum = 0;
    for (int i = 0; i < o.n_reads; i++)
        for (const char *p = reads[i].seq; *p; p++)
            sum = sum * 131 + (unsigned char)*p;
    printf("corrected reads checksum %016" PRIx64 "\nfirst: %.40s\nlast:  %.40s\n", sum,
           reads[0].seq, reads[o.n_reads - 1].seq);
    for (int i = 0; i < o.n_reads; i++) {
        free(reads[i].seq);
        free(reads[i].truth);
    }
    free(reads);
    free(genome);
    free(table.keys);
    free(table.counts);
    return 0;
}
