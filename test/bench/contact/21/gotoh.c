/* gotoh.c: local alignment of two DNA sequences, affine gap penalties.
   Pass 1 finds the end of the best local alignment, pass 2 (reversed
   prefixes) its start, pass 3 aligns the window globally with traceback. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MATCH 5
#define MISM -4
#define GOPEN 12          /* first gap symbol */
#define GEXT 2
#define NEG (-1000000000)
#define MAX(a, b) ((a) > (b) ? (a) : (b))

typedef unsigned char base;
typedef struct { int score, i, j; } hit;

static unsigned long seed = 4711;
static unsigned rnd(unsigned n)
{
	seed = (seed * 1103515245UL + 12345UL) & 0x7fffffffUL;
	return (unsigned)((seed >> 8) % n);
}

static void *xmalloc(size_t n)
{
	void *p = malloc(n);
	if (!p) { fputs("out of memory\n", stderr); exit(1); }
	return p;
}

static base *random_seq(int n)
{
	base *s = xmalloc((size_t)n);
	int i;
	for (i = 0; i < n; i++) s[i] = (base)rnd(4);
	return s;
}

/* copy of s with substitutions and indels, random flanks */
static base *mutate(const base *s, int n, int *len)
{
	base *t = xmalloc((size_t)n * 2 + 64);
	int i, m = 0, k;
	for (i = 0; i < n / 8; i++) t[m++] = (base)rnd(4);
	for (i = n / 6; i < n - n / 5 && m < n * 2; i++) {
		unsigned r = rnd(1000);
		if (r < 90) t[m++] = (base)rnd(4);
		else if (r < 105) i += (int)rnd(12);
		else if (r < 120) for (k = 1 + (int)rnd(9); k; k--) t[m++] = (base)rnd(4);
		else t[m++] = s[i];
	}
	for (i = 0; i < n / 7 && m < n * 2; i++) t[m++] = (base)rnd(4);
	*len = m;
	return t;
}

static base *reversed(const base *s, int n)
{
	base *t = xmalloc((size_t)n);
	int i;
	for (i = 0; i < n; i++) t[i] = s[n - 1 - i];
	return t;
}

/* best local score and where it ends (first in row order) */
static hit local_end(const base *a, int n, const base *b, int m)
{
	int *H = xmalloc(sizeof(int) * (size_t)(m + 1)), *E = xmalloc(sizeof(int) * (size_t)(m + 1));
	hit best = { 0, 0, 0 };
	int i, j;
	for (j = 0; j <= m; j++) { H[j] = 0; E[j] = NEG; }
	for (i = 1; i <= n; i++) {
		int diag = 0, left = 0, f = NEG;
		for (j = 1; j <= m; j++) {
			int h = diag + (a[i - 1] == b[j - 1] ? MATCH : MISM);
			int e = MAX(H[j] - GOPEN, E[j] - GEXT);
			f = MAX(left - GOPEN, f - GEXT);
			h = MAX(h, e);
			h = MAX(h, f);
			h = MAX(h, 0);
			diag = H[j];
			H[j] = left = h;
			E[j] = e;
			if (h > best.score) { best.score = h; best.i = i; best.j = j; }
		}
	}
	free(H);
	free(E);
	return best;
}

/* trace bits: 0-1 source of H (0 diag, 1 up, 2 left), 4 E extends, 8 F extends */
static int global_fill(const base *a, int n, const base *b, int m, unsigned char *tr)
{
	int *H = xmalloc(sizeof(int) * (size_t)(m + 1)), *E = xmalloc(sizeof(int) * (size_t)(m + 1));
	int i, j, r;
	H[0] = 0;
	E[0] = NEG;
	for (j = 1; j <= m; j++) { H[j] = -GOPEN - GEXT * (j - 1); E[j] = NEG; }
	for (i = 1; i <= n; i++) {
		unsigned char *t = tr + (size_t)(i - 1) * (size_t)m;
		int diag = H[0], left, f = NEG;
		H[0] = left = -GOPEN - GEXT * (i - 1);
		for (j = 1; j <= m; j++) {
			int c = 0, h = diag + (a[i - 1] == b[j - 1] ? MATCH : MISM);
			int e = E[j] - GEXT, o = H[j] - GOPEN;
			if (e >= o) c |= 4; else e = o;
			f -= GEXT;
			if (f >= left - GOPEN) c |= 8; else f = left - GOPEN;
			if (e > h) { h = e; c |= 1; }
			if (f > h) { h = f; c = (c & 12) | 2; }
			diag = H[j];
			H[j] = left = h;
			E[j] = e;
			t[j - 1] = (unsigned char)c;
		}
	}
	r = H[m];
	free(H);
	free(E);
	return r;
}

static void traceback(const base *a, int n, const base *b, int m, const unsigned char *tr)
{
	int i = n, j = m, state = 0, same = 0, diff = 0, gaps = 0, gaplen = 0, shown = 0;
	unsigned crc = 0;
	char line[3][61];
	while (i > 0 && j > 0) {
		int c = tr[(size_t)(i - 1) * (size_t)m + (size_t)(j - 1)], ca = '-', cb = '-';
		if (state == 0) state = c & 3;
		if (state == 0) {
			ca = "ACGT"[a[--i]]; cb = "ACGT"[b[--j]];
			if (ca == cb) same++; else diff++;
		} else if (state == 1) {
			ca = "ACGT"[a[--i]]; gaplen++;
			if (!(c & 4)) { state = 0; gaps++; }
		} else {
			cb = "ACGT"[b[--j]]; gaplen++;
			if (!(c & 8)) { state = 0; gaps++; }
		}
		crc = crc * 33u + (unsigned)(ca * 5 + cb);
		if (shown < 60) {
			line[0][shown] = (char)ca; line[1][shown] = ca == cb ? '|' : ' '; line[2][shown++] = (char)cb;
		}
	}
	line[0][shown] = line[1][shown] = line[2][shown] = 0;
	printf("identical %d different %d gaps %d (%d symbols) rest %d %d crc %08x\n", same, diff, gaps, gaplen, i, j, crc);
	printf("tail (reversed):\n%s\n%s\n%s\n", line[0], line[1], line[2]);
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 10000, m, score;
	base *a, *b, *ra, *rb;
	hit end, start;
	unsigned char *tr;
	if (n < 16) n = 16;
	a = random_seq(n);
	b = mutate(a, n, &m);
	end = local_end(a, n, b, m);
	printf("lengths %d %d score %d ends at %d %d\n", n, m, end.score, end.i, end.j);
	ra = reversed(a, end.i);
	rb = reversed(b, end.j);
	start = local_end(ra, end.i, rb, end.j);
	start.i = end.i - start.i;
	start.j = end.j - start.j;
	printf("starts at %d %d\n", start.i, start.j);
	n = end.i - start.i;
	m = end.j - start.j;
	tr = xmalloc((size_t)n * (size_t)m + 1);
	score = global_fill(a + start.i, n, b + start.j, m, tr);
	printf("window %d x %d global score %d\n", n, m, score);
	traceback(a + start.i, n, b + start.j, m, tr);
	free(tr); free(ra); free(rb); free(a); free(b);
	return 0;
}
