// dedup: content defined chunking + fingerprint index, as in a backup server.
// Files are synthesized one after the other into a single I/O buffer.
// usage: dedup [nfiles] [kilobytes per file]
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MIN_CHUNK	1024
#define MAX_CHUNK	16384
#define CHUNK_MASK	0x0000d93003530000ULL
#define INDEX_BITS	14
#define EXTENT		8192
#define NEXTENTS	4000

struct chunk {
	struct chunk *next;
	uint64_t fp[2];
	uint32_t len;
	uint32_t refs;
	uint32_t file;		/* first file seen in */
};

struct index {
	struct chunk *bucket[1 << INDEX_BITS];
	uint64_t nchunks, nlookups, nprobes;
	uint64_t stored, logical;
};

struct file_stat {
	uint32_t nchunks, nnew;
	uint64_t newbytes;
	uint64_t tree;		/* hash over the chunk fingerprints */
};

static uint64_t gear[256];
static uint8_t *iobuf;

static uint64_t mix(uint64_t x)
{
	x += 0x9e3779b97f4a7c15ULL;
	x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
	x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
	return x ^ (x >> 31);
}

/* extents are drawn from a skewed pool, so that files share data */
static size_t read_file(uint32_t fileno, uint8_t *buf, size_t want)
{
	uint64_t s = mix(fileno ^ 0x1234567);
	size_t off = 0, n, i;

	want -= (size_t)(s % (want / 2));
	while (off < want) {
		s = mix(s);
		uint64_t a = s % NEXTENTS, b = (s >> 32) % NEXTENTS;
		uint64_t x = mix((a < b ? a : b) * 7919);
		if (s % 11 == 0)
			x = mix(s);		/* fresh data */
		n = EXTENT / 2 + x % EXTENT;
		if (n > want - off)
			n = want - off;
		for (i = 0; i + 8 <= n; i += 8) {
			memcpy(buf + off + i, &x, 8);
			x = x * 6364136223846793005ULL + 1442695040888963407ULL;
			x ^= x >> 29;
		}
		for (; i < n; i++)
			buf[off + i] = (uint8_t)(x >> (8 * (i & 7)));
		off += n;
	}
	return off;
}

static size_t next_cut(const uint8_t *p, size_t len)
{
	uint64_t h = 0;
	size_t i;

	if (len <= MIN_CHUNK)
		return len;
	if (len > MAX_CHUNK)
		len = MAX_CHUNK;
	for (i = MIN_CHUNK - 64; i < len; i++) {
		h = (h << 1) + gear[p[i]];
		if (i >= MIN_CHUNK && !(h & CHUNK_MASK))
			return i + 1;
	}
	return len;
}

static void fingerprint(const uint8_t *p, size_t len, uint64_t fp[2])
{
	uint64_t a = 0x243f6a8885a308d3ULL ^ len, b = 0x13198a2e03707344ULL;
	uint64_t w;

	while (len >= 8) {
		memcpy(&w, p, 8);
		a = (a ^ w) * 0x9fb21c651e98df25ULL;
		a ^= a >> 35;
		b = ((b << 23 | b >> 41) + w) * 0xd6e8feb86659fd93ULL;
		b ^= b >> 32;
		p += 8;
		len -= 8;
	}
	while (len--) {
		a = (a ^ *p) * 0x100000001b3ULL;
		b += a ^ *p++;
	}
	fp[0] = mix(a);
	fp[1] = mix(b ^ a);
}

static struct chunk *lookup(struct index *ix, const uint64_t fp[2], uint32_t len)
{
	struct chunk *c, **pp = &ix->bucket[fp[0] >> (64 - INDEX_BITS)];

	ix->nlookups++;
	for (; (c = *pp) != NULL; pp = &c->next) {
		ix->nprobes++;
		if (c->fp[0] == fp[0] && c->fp[1] == fp[1])
			return c;
	}
	c = calloc(1, sizeof *c);
	if (!c)
		return NULL;
	c->fp[0] = fp[0];
	c->fp[1] = fp[1];
	c->len = len;
	*pp = c;
	ix->nchunks++;
	ix->stored += len;
	return c;
}

int main(int argc, char **argv)
{
	uint32_t nfiles = argc > 1 ? (uint32_t)atoi(argv[1]) : 680;
	size_t fsize = (argc > 2 ? (size_t)atoi(argv[2]) : 1024) * 1024;
	struct file_stat *st = NULL;
	struct index *ix = NULL;
	uint64_t all = 0, fp[2], maxnew = 0;
	uint32_t f, i, shared = 0, maxrefs = 0, worst = 0;
	int rc = 1;

	if (nfiles == 0 || fsize < 4096)
		goto usage;
	st = calloc(nfiles, sizeof *st);
	ix = calloc(1, sizeof *ix);
	iobuf = malloc(fsize);
	if (!st || !ix || !iobuf)
		goto nomem;
	for (i = 0; i < 256; i++)
		gear[i] = mix(i + 1);

	for (f = 0; f < nfiles; f++) {
		size_t len = read_file(f, iobuf, fsize), off = 0, n;

		while (off < len) {
			n = next_cut(iobuf + off, len - off);
			fingerprint(iobuf + off, n, fp);
			struct chunk *c = lookup(ix, fp, (uint32_t)n);
			if (!c)
				goto nomem;
			if (c->refs++ == 0) {
				c->file = f;
				st[f].nnew++;
				st[f].newbytes += n;
			} else if (c->file != f) {
				shared++;
			}
			st[f].nchunks++;
			st[f].tree = mix(st[f].tree ^ fp[1]);
			ix->logical += n;
			off += n;
		}
	}

	for (f = 0; f < nfiles; f++) {
		all = mix(all ^ st[f].tree);
		if (st[f].newbytes > maxnew) {
			maxnew = st[f].newbytes;
			worst = f;
		}
		if (f % 40 == 0)
			printf("file %4u: %5u chunks, %5u new, %8llu bytes, tree %016llx\n", f, st[f].nchunks,
			       st[f].nnew, (unsigned long long)st[f].newbytes, (unsigned long long)st[f].tree);
	}
	for (i = 0; i < 1 << INDEX_BITS; i++)
		for (struct chunk *c = ix->bucket[i]; c; c = c->next)
			if (c->refs > maxrefs)
				maxrefs = c->refs;
	printf("chunks %llu unique, %llu lookups, %llu probes, %u shared, most refs %u\n",
	       (unsigned long long)ix->nchunks, (unsigned long long)ix->nlookups,
	       (unsigned long long)ix->nprobes, shared, maxrefs);
	printf("logical %llu stored %llu largest new file %u snapshot %016llx\n", (unsigned long long)ix->logical,
	       (unsigned long long)ix->stored, worst, (unsigned long long)all);
	rc = 0;
	goto out;
usage:
	fprintf(stderr, "usage: dedup [nfiles] [kb]\n");
	goto out;
nomem:
	fprintf(stderr, "dedup: out of memory\n");
out:
	if (ix)
		for (i = 0; i < 1 << INDEX_BITS; i++)
			for (struct chunk *c = ix->bucket[i], *n; c; c = n) {
				n = c->next;
				free(c);
			}
	free(ix);
	free(st);
	free(iobuf);
	return rc;
}
