/* readmap.c -- map short reads with a k-mer index and a banded edit distance
 *   readmap [genome length] [number of reads]
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define K        11
#define NKMER    (1 << (2 * K))
#define READLEN  100
#define BAND     7
#define MAXDIST  12
#define MAXOCC   24
#define NO_HIT   (-1)

struct index { int *first, *pos; };     /* first: offsets into pos */

struct hit { int pos, dist; char strand; int ties, seeds, ext; };

static unsigned long long rstate = 88172645463325252ULL;

/* mapping statistics */
static long n_mapped, n_multi, n_unmapped, n_forward;
static long dist_hist[MAXDIST + 1];

static unsigned rnd(unsigned n)
{
	rstate ^= rstate << 13;
	rstate ^= rstate >> 7;
	rstate ^= rstate << 17;
	return (unsigned)((rstate >> 20) % n);
}

static void *need(void *p)
{
	if (p == NULL)
		exit((fputs("readmap: out of memory\n", stderr), EXIT_FAILURE));
	return p;
}

static void make_genome(signed char *g, int n)
{
	int i = 0;

	while (i < n) {
		if (i > 2000 && rnd(400) == 0) {        /* diverged repeat */
			int len = 150 + (int)rnd(300), src = (int)rnd((unsigned)i - 500);
			for (int j = 0; j < len && i < n; j++, i++)
				g[i] = rnd(50) ? g[src + j] : (signed char)rnd(4);
		} else
			g[i++] = (signed char)rnd(4);
	}
}

static void make_read(const signed char *g, int n, signed char *r)
{
	int at = (int)rnd((unsigned)(n - 2 * READLEN)), i = 0;

	while (i < READLEN) {
		unsigned e = rnd(1000);
		if (e < 35)     /* substitution or insertion */
			r[i++] = (signed char)rnd(4), at += e < 30;
		else if (e < 40)
			at++;   /* deletion */
		else
			r[i++] = g[at++];
	}
	if (rnd(2))
		for (int a = 0, b = READLEN - 1; a <= b; a++, b--) {
			signed char t = (signed char)(3 - r[a]);
			r[a] = (signed char)(3 - r[b]);
			r[b] = t;
		}
}

static int kmer_at(const signed char *s)
{
	int v = 0;
	for (int i = 0; i < K; i++)
		v = v << 2 | s[i];
	return v;
}

static void build_index(struct index *ix, const signed char *g, int n)
{
	ix->first = need(calloc(NKMER + 2, sizeof(int)));
	ix->pos = need(malloc((size_t)n * sizeof(int)));
	for (int i = 0; i + K <= n; i++)
		ix->first[kmer_at(g + i) + 2]++;
	for (int i = 2; i < NKMER + 2; i++)
		ix->first[i] += ix->first[i - 1];
	for (int i = 0; i + K <= n; i++)
		ix->pos[ix->first[kmer_at(g + i) + 1]++] = i;
}

/* edit distance of the read against g[at..], diagonals -BAND..BAND, free ends
 * in the reference; gives up above limit */
static int banded(const signed char *g, int n, int at, const signed char *r, int limit)
{
	int row[2 * BAND + 3], up, best;

	if (at < BAND || at + READLEN + BAND >= n)
		return MAXDIST + 1;
	for (int d = 0; d < 2 * BAND + 3; d++)
		row[d] = 0;
	row[0] = row[2 * BAND + 2] = 1000;
	for (int i = 0; i < READLEN; i++) {
		best = 1000;
		for (int d = 1; d <= 2 * BAND + 1; d++) {
			up = row[d + 1] + 1;
			row[d] += r[i] != g[at + i + d - 1 - BAND];
			if (up < row[d])
				row[d] = up;
			if (row[d - 1] + 1 < row[d])
				row[d] = row[d - 1] + 1;
			if (row[d] < best)
				best = row[d];
		}
		if (best > limit)
			return MAXDIST + 1;
	}
	return best;
}

static void try_strand(const struct index *ix, const signed char *g, int n,
		       const signed char *r, char strand, struct hit *best)
{
	int seen[64], nseen = 0;

	for (int off = 0; off + K <= READLEN; off += 6) {
		int km = kmer_at(r + off);
		int lo = ix->first[km], hi = ix->first[km + 1];
		if (hi - lo > MAXOCC)
			continue;
		for (int i = lo; i < hi; i++) {
			int at = ix->pos[i] - off, dup = 0, d;
			best->seeds++;
			for (int s = 0; s < nseen && !dup; s++)
				dup = abs(seen[s] - at) <= BAND / 2;
			if (dup || nseen == 64)
				continue;
			seen[nseen++] = at;
			best->ext++;
			d = banded(g, n, at, r, best->dist);
			if (d > MAXDIST)
				continue;
			if (d < best->dist || best->pos == NO_HIT) {
				best->pos = at;
				best->dist = d;
				best->strand = strand;
				best->ties = 0;
			} else if (d == best->dist)
				best->ties++;
		}
	}
}

static void map_read(const struct index *ix, const signed char *g, int n,
		     const signed char *r, struct hit *out)
{
	struct hit h = { NO_HIT, MAXDIST, '+', 0, 0, 0 };
	signed char rc[READLEN];

	for (int i = 0; i < READLEN; i++)
		rc[i] = (signed char)(3 - r[READLEN - 1 - i]);
	try_strand(ix, g, n, r, '+', &h);
	try_strand(ix, g, n, rc, '-', &h);
	*out = h;
}

static void record(const struct hit *h, int *coverage)
{
	if (h->pos == NO_HIT) {
		n_unmapped++;
		return;
	}
	n_mapped++;
	n_multi += h->ties > 0;
	n_forward += h->strand == '+';
	dist_hist[h->dist]++;
	for (int i = 0; i < READLEN; i++)
		coverage[h->pos + i] += 1 + h->dist;
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 500000;
	int nreads = argc > 2 ? atoi(argv[2]) : 60000;
	struct index ix;

	if (n < 5000 || nreads < 1) {
		fprintf(stderr, "usage: %s [genome>=5000] [reads]\n", argv[0]);
		return EXIT_FAILURE;
	}
	signed char *g = need(malloc((size_t)n));
	signed char *reads = need(malloc((size_t)nreads * READLEN));
	int *coverage = need(calloc((size_t)n, sizeof(int)));

	make_genome(g, n);
	for (int i = 0; i < nreads; i++)
		make_read(g, n, reads + (size_t)i * READLEN);
	build_index(&ix, g, n);
	struct hit *hits = need(malloc((size_t)nreads * sizeof *hits));
	long n_seeds = 0, n_ext = 0;
	#pragma omp parallel for schedule(dynamic, 64) reduction(+:n_seeds, n_ext)
	for (int i = 0; i < nreads; i++) {
		map_read(&ix, g, n, reads + (size_t)i * READLEN, &hits[i]);
		n_seeds += hits[i].seeds;
		n_ext += hits[i].ext;
	}
	for (int i = 0; i < nreads; i++)
		record(&hits[i], coverage);
	free(hits);

	unsigned sum = 0;
	int peak = 0;
	for (int i = 0; i < n; i++) {
		sum = sum * 16777619u + (unsigned)coverage[i];
		if (coverage[i] > coverage[peak])
			peak = i;
	}
	printf("mapped %ld (%ld ambiguous, %ld forward), unmapped %ld\n",
	       n_mapped, n_multi, n_forward, n_unmapped);
	printf("seeds %ld extensions %ld\n", n_seeds, n_ext);
	for (int d = 0; d <= MAXDIST; d++)
		printf("%s%ld", d ? " " : "distances: ", dist_hist[d]);
	printf("\ncoverage %08x peak at %d\n", sum, peak);
	free(g), free(reads), free(coverage);
	free(ix.first), free(ix.pos);
	return EXIT_SUCCESS;
}
