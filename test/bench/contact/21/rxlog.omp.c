/* rxlog - OpenMP version - scan a log for a handful of regular expressions (Thompson NFA) */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAXST 512
#define MAXCOL 16
enum { CHR, ANY, SET, SPLIT, MATCH };

typedef struct State State;
struct State {
	int op, c;
	unsigned char set[32];
	State *out, *out1;
};

static State pool[MAXST];
static int npool;
static const char *rp;

static char *text;
static long *off;
static int nlines = 150000;

static State *l1[MAXST], *l2[MAXST];
static int n1, n2, gen, mark[MAXST];
#pragma omp threadprivate(l1, l2, n1, n2, gen, mark)

typedef struct { State *start; State **tail[64]; int nt; } Frag;

static State *mk(int op, int c)
{
	State *s = &pool[npool++];
	if (npool >= MAXST) { fprintf(stderr, "regexp too big\n"); exit(1); }
	memset(s, 0, sizeof *s);
	s->op = op; s->c = c;
	return s;
}

static void patch(Frag *f, State *to)
{
	int i;
	for (i = 0; i < f->nt; i++) *f->tail[i] = to;
	f->nt = 0;
}

static void addtail(Frag *f, State **p) { f->tail[f->nt++] = p; }

static Frag alt(void);

static Frag atom(void)
{
	Frag f; State *s; int neg = 0, a, b;
	f.nt = 0;
	if (*rp == '(') {
		rp++; f = alt();
		if (*rp == ')') rp++;
		return f;
	}
	if (*rp == '.') { s = mk(ANY, 0); rp++; }
	else if (*rp == '[') {
		s = mk(SET, 0);
		if (*++rp == '^') { neg = 1; rp++; }
		while (*rp && *rp != ']') {
			a = b = (unsigned char)*rp++;
			if (*rp == '-' && rp[1] != ']') { b = (unsigned char)rp[1]; rp += 2; }
			for (; a <= b; a++) s->set[a >> 3] |= (unsigned char)(1 << (a & 7));
		}
		rp++;
		if (neg) for (a = 0; a < 32; a++) s->set[a] ^= 0xff;
	} else {
		if (*rp == '\\') rp++;
		s = mk(CHR, (unsigned char)*rp++);
	}
	f.start = s; addtail(&f, &s->out);
	return f;
}

static Frag rep(void)
{
	Frag f = atom(), g; State *s;
	while (*rp == '*' || *rp == '+' || *rp == '?') {
		int c = *rp++;
		s = mk(SPLIT, 0);
		s->out = f.start;
		g.nt = 0;
		if (c == '*') { patch(&f, s); g.start = s; }
		else if (c == '+') { patch(&f, s); g.start = f.start; }
		else { g = f; g.start = s; }
		addtail(&g, &s->out1);
		f = g;
	}
	return f;
}

static Frag cat(void)
{
	Frag f = rep(), g;
	while (*rp && *rp != '|' && *rp != ')') {
		g = rep();
		patch(&f, g.start);
		g.start = f.start;
		f = g;
	}
	return f;
}

static Frag alt(void)
{
	Frag f = cat(), g; State *s; int i;
	while (*rp == '|') {
		rp++;
		g = cat();
		s = mk(SPLIT, 0);
		s->out = f.start; s->out1 = g.start;
		for (i = 0; i < g.nt; i++) addtail(&f, g.tail[i]);
		f.start = s;
	}
	return f;
}

static State *compile(const char *re)
{
	Frag f;
	npool = 0; rp = re;
	f = alt();
	patch(&f, mk(MATCH, 0));
	return f.start;
}

static void add(State **l, int *n, State *s)
{
	long id = s - pool;
	if (mark[id] == gen) return;
	mark[id] = gen;
	if (s->op == SPLIT) { add(l, n, s->out); add(l, n, s->out1); return; }
	l[(*n)++] = s;
}

/* longest match starting exactly at p, -1 if none */
static int runat(State *st, const char *p, const char *e)
{
	State **a = l1, **b = l2, **t; const char *q = p; int i, best = -1;
	n1 = 0; gen++;
	add(a, &n1, st);
	for (;;) {
		int c = q < e ? (unsigned char)*q : -1;
		n2 = 0; gen++;
		for (i = 0; i < n1; i++) {
			State *s = a[i];
			switch (s->op) {
			case CHR: if (s->c == c) add(b, &n2, s->out); break;
			case ANY: if (c >= 0) add(b, &n2, s->out); break;
			case SET: if (c >= 0 && s->set[c >> 3] >> (c & 7) & 1) add(b, &n2, s->out); break;
			case MATCH: best = (int)(q - p); break;
			}
		}
		if (!n2 || c < 0) {
			break;
		}
		t = a; a = b; b = t; n1 = n2; q++;
	}
	return best;
}

static unsigned rs = 12345u;
static unsigned rnd(unsigned n) { rs = rs * 1664525u + 1013904223u; return (rs >> 8) % n; }

static void mklog(void)
{
	static const char *lev[] = { "INFO", "WARN", "ERROR", "DEBUG", "TRACE" };
	static const char *wd[] = { "connection", "timeout", "user", "login", "failed", "GET", "POST",
		"/index.html", "/api/v2/items", "reset", "by", "peer", "retry", "cache", "miss", "x=0x1f3a", "abcabcabd" };
	long n = 0; int i, k;
	text = malloc((size_t)nlines * 200); off = malloc(sizeof *off * (size_t)(nlines + 1));
	for (i = 0; i < nlines; i++) {
		off[i] = n;
		n += sprintf(text + n, "2024-%02u-%02u %02u:%02u %s %u.%u.%u.%u ", rnd(12) + 1, rnd(28) + 1, rnd(24), rnd(60),
			lev[rnd(5)], rnd(256), rnd(256), rnd(256), rnd(256));
		for (k = 2 + (int)rnd(6); k; k--) n += sprintf(text + n, "%s ", wd[rnd(17)]);
		n += sprintf(text + n, "%u", rnd(100000));
	}
	off[nlines] = n;
}

int main(int argc, char **argv)
{
	static const char *pat[] = { "(ERROR|WARN) .*(timeout|reset)", "[0-9]+\\.[0-9]+\\.[0-9]+\\.1?[0-9]? ",
		"(GET|POST) /[a-z/0-9.]+ (retry|miss)", "(a|b|ab|abc)+d", "0x[0-9a-f]+ ([a-z]+ )*[0-9]*7" };
	int np = (int)(sizeof pat / sizeof *pat), i, k;
	if (argc > 1) nlines = atoi(argv[1]);
	mklog();
	for (k = 0; k < np; k++) {
		State *st = compile(pat[k]);
		long hits = 0, len = 0, col[MAXCOL] = { 0 };
		unsigned sum = 0;
#pragma omp parallel for schedule(dynamic, 256) reduction(+: hits, len, sum, col[:MAXCOL])
		for (i = 0; i < nlines; i++) {
			const char *p = text + off[i], *e = text + off[i + 1], *s;
			int m = -1;
			for (s = p; s < e && (m = runat(st, s, e)) < 0; s++)
				;
			if (m < 0) continue;
			hits++; len += m;
			col[(s - p) / 8 < MAXCOL ? (s - p) / 8 : MAXCOL - 1]++;
			sum += (unsigned)(i + 1) * (unsigned)(m + 31 * (s - p));
		}
		printf("/%s/ hits %ld len %ld sum %08x\n ", pat[k], hits, len, sum);
		for (i = 0; i < MAXCOL; i++) printf(" %ld", col[i]);
		printf("\n");
	}
	return 0;
}
