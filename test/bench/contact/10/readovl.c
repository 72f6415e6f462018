/*
 * readovl - all-against-all overlap detection for simulated long-ish reads.
 *
 * Reads are sampled from both strands of a random genome (with a few repeats)
 * and get substitutions and indels.  Minimizers of all reads go into a hashed
 * index; every read, in both orientations, looks up candidate partners that
 * share minimizers on a common diagonal, and each candidate is checked with a
 * banded edit-distance alignment.  Accepted overlaps are collected in a list,
 * from which contig layouts (connected components) are estimated.
 *
 * usage: readovl [reads] [mean read length] [genome length] [seed]
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define K 15
#define WIN 10        /* minimizer window */
#define BAND 16       /* half width of the alignment band */
#define MIN_OVL 100
#define MIN_HITS 4
#define MAX_OCC 60    /* ignore more frequent minimizers */

typedef struct { int len; char *s; } Read;          /* bases 0..3 */
typedef struct { uint32_t key; int read, pos, next; } Mini;
typedef struct { int a, b, strand, a0, a1, b0, b1, edits; } Overlap;

typedef struct { Mini *v; int n, cap; } MiniList;
typedef struct { Overlap *v; int n, cap; } OverlapList;
typedef struct { int stamp, hits, diag; } Candidate;

static Read *reads;
static int nreads;
static MiniList minis;
static int *bucket, *occurrences;
static uint32_t nbuckets;
static uint64_t rng_state;

static uint32_t rnd(uint32_t n)
{
	rng_state = rng_state * 6364136223846793005ULL + 1442695040888963407ULL;
	return (uint32_t)(((rng_state >> 32) * n) >> 32);
}

static void *grow(void *p, int n, int *cap, size_t size)
{
	if (n < *cap) return p;
	*cap = *cap ? 2 * *cap : 256;
	p = realloc(p, *cap * size);
	return p ? p : (fputs("out of memory\n", stderr), exit(1), NULL);
}

/* copy of src, reverse-complemented if strand is 1 */
static void oriented(char *dst, const char *src, int n, int strand)
{
	for (int i = 0; i < n; i++)
		dst[i] = strand ? 3 - src[n - 1 - i] : src[i];
}

static void simulate(int genome_len, int mean_len)
{
	char *genome = malloc(genome_len), *tmp = malloc(4 * mean_len);
	for (int i = 0; i < genome_len; i++)
		genome[i] = (char)rnd(4);
	for (int r = 0; r < 5; r++) { /* repeats */
		int n = 300 + rnd(300), from = rnd(genome_len - n), to = rnd(genome_len - n);
		memmove(genome + to, genome + from, n);
	}
	reads = malloc(nreads * sizeof *reads);
	for (int r = 0; r < nreads; r++) {
		int want = mean_len / 2 + rnd(mean_len), at = rnd(genome_len - want), n = 0;
		for (int i = at; i < at + want; i++) {
			uint32_t e = rnd(1000);
			if (e < 8) continue;                    /* deletion */
			if (e < 16) tmp[n++] = (char)rnd(4);    /* insertion */
			tmp[n++] = e < 30 ? (char)rnd(4) : genome[i];
		}
		reads[r] = (Read){ n, malloc(n) };
		oriented(reads[r].s, tmp, n, (int)rnd(2));
	}
	free(genome), free(tmp);
}

static uint32_t hash_kmer(uint32_t k)
{
	k = (k ^ (k >> 16)) * 0x7feb352du;
	k = (k ^ (k >> 15)) * 0x846ca68bu;
	return k ^ (k >> 16);
}

/* append the minimizers of one sequence to the list */
static void minimizers(const char *s, int len, int id, MiniList *out)
{
	uint32_t h[WIN], kmer = 0;
	int last = -1;
	for (int i = 0; i < len; i++) {
		kmer = (kmer << 2 | (uint32_t)s[i]) & ((1u << 2 * K) - 1);
		int p = i - K + 1, best;
		if (p < 0) continue;
		h[p % WIN] = hash_kmer(kmer);
		if (p < WIN - 1) continue;
		best = p - WIN + 1;
		for (int j = best + 1; j <= p; j++)
			if (h[j % WIN] < h[best % WIN]) best = j;
		if (best == last) continue;
		last = best;
		out->v = grow(out->v, out->n, &out->cap, sizeof *out->v);
		out->v[out->n++] = (Mini){ h[best % WIN], id, best, -1 };
	}
}

static void build_index(void)
{
	for (int r = 0; r < nreads; r++)
		minimizers(reads[r].s, reads[r].len, r, &minis);
	for (nbuckets = 1024; nbuckets < 2u * minis.n;) nbuckets *= 2;
	bucket = malloc(nbuckets * sizeof *bucket);
	occurrences = calloc(nbuckets, sizeof *occurrences);
	memset(bucket, -1, nbuckets * sizeof *bucket);
	for (int i = minis.n - 1; i >= 0; i--) {
		uint32_t b = minis.v[i].key & (nbuckets - 1);
		minis.v[i].next = bucket[b];
		bucket[b] = i;
		occurrences[b]++;
	}
}

/* Edit distance of a and b within a band around the main diagonal that runs from
   corner to corner; -1 as soon as it must exceed limit. */
static int banded_distance(const char *a, int n, const char *b, int m, int limit)
{
	int row[2 * BAND + 3], width = 2 * BAND + 1, big = n + m;
	if (abs(n - m) > BAND) return -1;
	for (int d = 0; d < width + 2; d++) /* row[d+1] holds column i + d - BAND */
		row[d] = d - 1 >= BAND && d <= width ? d - 1 - BAND : big;
	for (int i = 1; i <= n; i++) {
		int first = i > BAND ? 0 : BAND + 1 - i, last = m + BAND - i < width ? m + BAND - i : width - 1;
		if (i <= BAND) row[BAND - i + 1] = i; /* column 0 */
		int left = row[first], best = left;
		for (int d = first; d <= last; d++) {
			int v = row[d + 1] + (a[i - 1] != b[i + d - BAND - 1]);
			v = row[d + 2] < v ? row[d + 2] + 1 : v;
			v = left < v ? left + 1 : v;
			row[d + 1] = left = v;
			best = v < best ? v : best;
		}
		if (best > limit) return -1;
	}
	int v = row[m - n + BAND + 1];
	return v > limit ? -1 : v;
}

/* check the pair of sequences with b shifted by diag against a */
static int try_overlap(const Read *a, const Read *b, int diag, Overlap *o)
{
	o->a0 = diag > 0 ? diag : 0;
	o->b0 = diag > 0 ? 0 : -diag;
	int len = a->len - o->a0 < b->len - o->b0 ? a->len - o->a0 : b->len - o->b0;
	if (len < MIN_OVL) return 0;
	o->a1 = o->a0 + len, o->b1 = o->b0 + len;
	o->edits = banded_distance(a->s + o->a0, len, b->s + o->b0, len, len / 8);
	return o->edits >= 0;
}

/* all partners with a larger number than read a, one orientation */
static void find_overlaps(int a, int strand, char *seq, Candidate *cand, int *touched, int stamp,
                          MiniList *query, OverlapList *out)
{
	Read q = { reads[a].len, seq };
	int ntouched = 0;
	oriented(seq, reads[a].s, q.len, strand);
	query->n = 0;
	minimizers(seq, q.len, a, query);
	for (int i = 0; i < query->n; i++) {
		const Mini *x = &query->v[i];
		uint32_t b = x->key & (nbuckets - 1);
		if (occurrences[b] > MAX_OCC) continue;
		for (int m = bucket[b]; m >= 0; m = minis.v[m].next) {
			const Mini *y = &minis.v[m];
			if (y->key != x->key || y->read <= a) continue;
			Candidate *c = &cand[y->read];
			int diag = x->pos - y->pos;
			if (c->stamp != stamp) {
				*c = (Candidate){ stamp, 0, diag };
				touched[ntouched++] = y->read;
			}
			c->hits += abs(diag - c->diag) <= BAND;
		}
	}
	for (int t = 0; t < ntouched; t++) {
		int b = touched[t];
		Overlap o = { .a = a, .b = b, .strand = strand };
		if (cand[b].hits < MIN_HITS || !try_overlap(&q, &reads[b], cand[b].diag, &o))
			continue;
		out->v = grow(out->v, out->n, &out->cap, sizeof *out->v);
		out->v[out->n++] = o;
	}
}

static int root(int *parent, int i)
{
	while (parent[i] != i)
		i = parent[i] = parent[parent[i]];
	return i;
}

int main(int argc, char **argv)
{
	nreads = argc > 1 ? atoi(argv[1]) : 2500;
	int mean_len = argc > 2 ? atoi(argv[2]) : 600;
	int genome_len = argc > 3 ? atoi(argv[3]) : 100000;
	rng_state = argc > 4 ? strtoull(argv[4], NULL, 10) : 11;
	simulate(genome_len, mean_len);
	build_index();

	OverlapList ovl = { 0 };
	MiniList query = { 0 };
	Candidate *cand = calloc(nreads, sizeof *cand);
	int *touched = malloc(nreads * sizeof *touched), stamp = 0;
	char *seq = malloc(4 * mean_len);
	for (int a = 0; a < nreads; a++)
		for (int strand = 0; strand < 2; strand++)
			find_overlaps(a, strand, seq, cand, touched, ++stamp, &query, &ovl);

	int *parent = malloc(nreads * sizeof *parent), *degree = calloc(nreads, sizeof *degree);
	int contained = 0, components = 0, hist[6] = { 0 };
	uint64_t check = 0;
	long bases = 0, edits = 0;
	for (int r = 0; r < nreads; r++) parent[r] = r;
	for (int i = 0; i < ovl.n; i++) {
		const Overlap *o = &ovl.v[i];
		parent[root(parent, o->a)] = root(parent, o->b);
		degree[o->a]++, degree[o->b]++;
		contained += o->b0 == 0 && o->b1 == reads[o->b].len;
		bases += o->a1 - o->a0, edits += o->edits;
		check = check * 1099511628211ULL + (uint64_t)(o->a * 31 + o->b * 7 + o->strand + o->edits);
	}
	for (int r = 0; r < nreads; r++) {
		components += parent[r] == r;
		hist[degree[r] / 5 > 5 ? 5 : degree[r] / 5]++;
	}
	printf("%d reads, %d minimizers\n", nreads, minis.n);
	printf("%d overlaps (%d contained), %ld bases, identity %.4f\n", ovl.n, contained, bases,
	       bases ? 1.0 - (double)edits / bases : 0.0);
	printf("components %d, degrees", components);
	for (int i = 0; i < 6; i++) printf(" %d", hist[i]);
	printf("\nchecksum %016llx\n", (unsigned long long)check);
	return 0;
}
