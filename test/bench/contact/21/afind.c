/* afind: approximate grep (Wu-Manber bit-parallel, k errors) over generated
 * prose with typos.  Lines are numbered, each line is reported once per pattern.
 *
 *	afind [-k errors] [-n kbytes] [pattern ...]
 */
#include <ctype.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAXPAT	24
#define MAXERR	4
#define SHOW	1

typedef struct pattern {
	const char *text;
	int len;
	uint64_t mask[256];		/* bit i set: text[i] may match this byte */
	uint64_t accept;
	long lines, exact;		/* matching lines; of these without error */
	long byerr[MAXERR + 1];
} pattern;

typedef struct match {
	long line;
	size_t off, len;
	short pat, err;
	struct match *next;
} match;

static match *matches, **tail = &matches;
static unsigned long seed = 1234567;

static unsigned int rnd(unsigned int n)
{
	seed = seed * 1103515245UL + 12345UL;
	return (unsigned int)((seed >> 16) & 0x7fffffff) % n;
}

static void die(const char *s)
{
	fprintf(stderr, "afind: %s\n", s);
	exit(2);
}

static const char *vocab[] = {
	"the", "of", "and", "to", "a", "in", "that", "is", "was", "he", "for", "it", "with", "as",
	"his", "on", "be", "at", "by", "had", "not", "are", "but", "from", "or", "have", "an",
	"they", "which", "one", "were", "her", "all", "she", "there", "would", "their", "him",
	"algorithm", "telescope", "government", "parallel", "necessary", "definitely", "receive",
	"separate", "occurrence", "lighthouse", "harbour", "merchant", "captain", "mountain",
	"whispered", "yesterday", "remember", "beautiful", "committee", "embarrass", "conscience",
	"rhythm", "weather", "treasure", "knowledge", "guarantee", "maintenance", "pronunciation",
};

/* one word with an occasional typo: drop, double, swap or replace a letter */
static size_t put_word(char *dst)
{
	const char *w = vocab[rnd(3) ? rnd(38) : rnd(sizeof vocab / sizeof *vocab)];
	size_t n = strlen(w), k = 0, i = 0, bad = rnd(12) ? n : rnd((unsigned)n);

	for (; i < n; i++) {
		if (i != bad) {
			dst[k++] = w[i];
			continue;
		}
		switch (rnd(4)) {
		case 0:
			break;
		case 1:
			dst[k++] = w[i];
			dst[k++] = w[i];
			break;
		case 2:
			if (i + 1 < n)
				dst[k++] = w[++i];
			dst[k++] = w[bad];
			break;
		default:
			dst[k++] = 'a' + (char)rnd(26);
		}
	}
	return k;
}

static char *prose(size_t want, size_t *len)
{
	char *t = malloc(want + 256);
	size_t n = 0, col = 0, width = 72;

	if (!t)
		die("out of memory");
	while (n < want) {
		size_t k = put_word(t + n);
		if (rnd(14) == 0)
			t[n] = (char)toupper((unsigned char)t[n]);
		if (rnd(11) == 0)
			t[n + k++] = rnd(3) ? ',' : '.';
		n += k;
		col += k + 1;
		if (col > width) {
			t[n++] = '\n';
			col = 0;
			width = 40 + rnd(60);
		} else
			t[n++] = ' ';
	}
	if (t[n - 1] != '\n')
		t[n++] = '\n';
	*len = n;
	return t;
}

static void compile(pattern *p, const char *s)
{
	int i = 0;

	memset(p, 0, sizeof *p);
	p->text = s;
	for (; *s; s++, i++) {
		int c = (unsigned char)*s;
		if (i >= 63)
			die("pattern too long");
		if (c == '.') {				/* any byte */
			for (int b = 0; b < 256; b++)
				p->mask[b] |= 1ULL << i;
		} else {
			p->mask[tolower(c)] |= 1ULL << i;
			p->mask[toupper(c)] |= 1ULL << i;
		}
	}
	if (i == 0)
		die("empty pattern");
	p->len = i;
	p->accept = 1ULL << (i - 1);
}

/* fewest errors (0..k) with which p occurs in s[0..n), or -1 */
static int scan_line(const pattern *p, const char *s, size_t n, int k)
{
	uint64_t r[MAXERR + 1];
	int best = -1, top = k;

	for (int e = 0; e <= k; e++)
		r[e] = (1ULL << e) - 1;
	for (size_t i = 0; i < n; i++) {
		uint64_t m = p->mask[(unsigned char)s[i]], old = r[0];
		r[0] = (r[0] << 1 | 1) & m;
		for (int e = 1; e <= top; e++) {
			uint64_t cur = r[e];
			r[e] = ((cur << 1) & m) | old | (old << 1) | (r[e - 1] << 1) | 1;
			old = cur;
		}
		while (top >= 0 && (r[top] & p->accept)) {
			best = top--;
			if (top < 0)
				return 0;
		}
	}
	return best;
}

static void remember(long line, size_t off, size_t len, int pat, int err)
{
	match *m = malloc(sizeof *m);

	if (!m)
		die("out of memory");
	*m = (match){ line, off, len, (short)pat, (short)err, NULL };
	*tail = m;
	tail = &m->next;
}

static long search(const char *text, size_t len, pattern *pat, int npat, int k)
{
	const char *p = text, *end = text + len;
	long line = 0;

	while (p < end) {
		const char *nl = memchr(p, '\n', (size_t)(end - p));
		size_t n = (size_t)(nl - p);
		line++;
		for (int i = 0; i < npat; i++) {
			int lim = k < pat[i].len - 1 ? k : pat[i].len - 1;
			int err = scan_line(&pat[i], p, n, lim);
			if (err >= 0)
				remember(line, (size_t)(p - text), n, i, err);
		}
		p = nl + 1;
	}
	return line;
}

int main(int argc, char **argv)
{
	static const char *stock[] = { "necessary", "occurrence", "maintenance", "wh.ch th.y",
		"lighthouse of", "pronunciation", "merchant captain", "had been", "definit.ly not",
		"government", "beautiful treasure", "in the weather" };
	static pattern pat[MAXPAT];
	size_t len, want = 28000;
	unsigned int hash = 5381;
	int npat = 0, k = 2, a;
	long nlines, total = 0;

	for (a = 1; a + 1 < argc && argv[a][0] == '-'; a += 2)
		if (argv[a][1] == 'k')
			k = atoi(argv[a + 1]);
		else if (argv[a][1] == 'n')
			want = strtoul(argv[a + 1], NULL, 10);
		else
			die("unknown option");
	if (k < 0 || k > MAXERR || want < 1)
		die("bad option value");
	for (; a < argc && npat < MAXPAT; a++)
		compile(&pat[npat++], argv[a]);
	if (npat == 0)
		for (; npat < (int)(sizeof stock / sizeof *stock); npat++)
			compile(&pat[npat], stock[npat]);

	char *text = prose(want * 1024, &len);
	nlines = search(text, len, pat, npat, k);
	for (match *m = matches; m; m = m->next) {
		pattern *p = &pat[m->pat];
		p->byerr[m->err]++;
		if (p->lines++ < SHOW)
			printf("%ld:%s(%d): %.*s\n", m->line, p->text, m->err, (int)m->len, text + m->off);
		hash = hash * 33 + (unsigned)(m->line * 31 + m->pat * 7 + m->err);
		total++;
	}
	printf("%zu bytes, %ld lines, %ld matches, hash %08x\n", len, nlines, total, hash);
	for (int i = 0; i < npat; i++) {
		printf("%-16s %7ld lines:", pat[i].text, pat[i].lines);
		for (int e = 0; e <= k; e++)
			printf("  %d err %ld", e, pat[i].byerr[e]);
		putchar('\n');
	}
	while (matches) {
		match *m = matches->next;
		free(matches);
		matches = m;
	}
	free(text);
	return 0;
}
