/* weblog.c - access log analyser: busiest pages, clients by /16 network, status
 * codes per hour, and the lines that could not be parsed.
 */
#include <ctype.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <omp.h>

#define NBUCKETS 4096
#define PIECES   8     /* of one day */
#define TOP      5
#define MAXBAD   8

struct page {
	char *path;
	uint32_t hash;
	long hits, errors, first_line;
	long long bytes;
	struct page *chain;     /* same bucket */
	struct page *after;     /* order of first appearance */
};

struct report {
	struct page *bucket[NBUCKETS];
	struct page *first, **last;
	long npages, nlines, nbad;
	long bad_line[MAXBAD];
	const char *bad_why[MAXBAD];
	long per_hour[24][6];
	long network[65536];
	long query_args, longest;
};

static void *xalloc(size_t n)
{
	void *p = calloc(1, n);
	if (!p)
		fprintf(stderr, "weblog: out of memory\n"), exit(1);
	return p;
}

static struct page *find_page(struct report *r, const char *path, size_t len, uint32_t h)
{
	struct page *p;
	for (p = r->bucket[h % NBUCKETS]; p; p = p->chain)
		if (p->hash == h && !strncmp(p->path, path, len) && !p->path[len])
			return p;
	p = xalloc(sizeof *p);
	p->path = xalloc(len + 1);
	memcpy(p->path, path, len);
	p->hash = h;
	p->first_line = r->nlines;
	p->chain = r->bucket[h % NBUCKETS];
	r->bucket[h % NBUCKETS] = p;
	*r->last = p;
	r->last = &p->after;
	r->npages++;
	return p;
}

static const char *number(const char *s, long max, long *out)
{
	const char *start = s;
	for (*out = 0; isdigit((unsigned char)*s) && *out <= max; s++)
		*out = *out * 10 + (*s - '0');
	return s > start && *out <= max ? s : NULL;
}

static int hexval(int c)
{
	return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 :
	       c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/* decode %xx, fold case, stop at blank; count query arguments */
static const char *decode(const char *s, char *dst, size_t *len, uint32_t *h, long *args)
{
	size_t n = 0;
	int query = 0;
	*h = 2166136261u;
	for (; *s != ' ' && *s != '"' && *s != '\n'; s++) {
		int c = (unsigned char)*s;
		if (c == '?')
			query = 1;
		if (query) {
			*args += c == '=';
			continue;
		}
		if (c == '%') {
			if (hexval(s[1]) < 0 || hexval(s[2]) < 0)
				return NULL;
			c = hexval(s[1]) * 16 + hexval(s[2]);
			s += 2;
		}
		if (n >= 200)
			return NULL;
		dst[n++] = (char)tolower(c);
		*h = (*h ^ (uint32_t)tolower(c)) * 16777619u;
	}
	dst[n] = 0;
	*len = n;
	return n ? s : NULL;
}

/* a.b.c.d [dd/hh:mm:ss] "GET path" status bytes */
static const char *parse_line(struct report *r, const char *s)
{
	long ip[4], hms[4], status, bytes, args = 0;
	char path[201];
	size_t len;
	uint32_t h;
	for (int i = 0; i < 4; i++)
		if (!(s = number(s, 255, &ip[i])) || *s++ != (i < 3 ? '.' : ' '))
			return "address";
	if (*s++ != '[')
		return "time";
	for (int i = 0; i < 4; i++)
		if (!(s = number(s, i == 0 ? 31 : i == 1 ? 23 : 59, &hms[i])) || *s++ != "/::]"[i])
			return "time";
	if (strncmp(s, " \"GET ", 6) != 0)
		return "method";
	if (!(s = decode(s + 6, path, &len, &h, &args)) || strncmp(s, "\" ", 2) != 0)
		return "path";
	if (!(s = number(s + 2, 599, &status)) || *s++ != ' ' || status < 100)
		return "status";
	if (!(s = number(s, 99999999, &bytes)) || *s != '\n')
		return "size";
	struct page *p = find_page(r, path, len, h);
	p->hits++;
	p->errors += status >= 400;
	p->bytes += bytes;
	r->per_hour[hms[1]][status / 100]++;
	r->network[ip[0] << 8 | ip[1]]++;
	r->query_args += args;
	if ((long)len > r->longest)
		r->longest = (long)len;
	return NULL;
}

static void analyse(struct report *r, const char *text, const char *end)
{
	while (text < end) {
		const char *why = parse_line(r, text);
		if (why) {
			if (r->nbad < MAXBAD) {
				r->bad_line[r->nbad] = r->nlines;
				r->bad_why[r->nbad] = why;
			}
			r->nbad++;
		}
		r->nlines++;
		text = (const char *)memchr(text, '\n', (size_t)(end - text)) + 1;
	}
}

/* b follows a in the log; b is used up */
static void merge(struct report *a, struct report *b)
{
	struct page *p, *q;

	while ((p = b->first)) {
		q = find_page(a, p->path, strlen(p->path), p->hash);
		if (!q->hits)
			q->first_line = a->nlines + p->first_line;
		q->hits += p->hits;
		q->errors += p->errors;
		q->bytes += p->bytes;
		b->first = p->after;
		free(p->path);
		free(p);
	}
	for (long i = 0; i < b->nbad && i < MAXBAD && a->nbad + i < MAXBAD; i++) {
		a->bad_line[a->nbad + i] = a->nlines + b->bad_line[i];
		a->bad_why[a->nbad + i] = b->bad_why[i];
	}
	for (int i = 0; i < 24 * 6; i++)
		a->per_hour[i / 6][i % 6] += b->per_hour[i / 6][i % 6];
	for (int i = 0; i < 65536; i++)
		a->network[i] += b->network[i];
	a->nbad += b->nbad;
	a->nlines += b->nlines;
	a->query_args += b->query_args;
	a->longest = b->longest > a->longest ? b->longest : a->longest;
	free(b);
}

static uint32_t rnd(uint32_t n)
{
	static uint32_t rnd_state = 4711;
	rnd_state = rnd_state * 1664525u + 1013904223u;
	return (uint32_t)(((uint64_t)rnd_state * n) >> 32);
}

static char *generate(char *o, long lines)
{
	static const char *dir[] = { "", "shop/", "Shop/item%20list/", "img/", "api/v2/users/", "docs/Guide/chapter%2d" };
	static const int code[] = { 200, 200, 200, 304, 404, 500, 301 };
	for (long i = 0; i < lines; i++) {
		uint32_t a = rnd(1u << 30);
		o += sprintf(o, "%u.%u.%u.%u [%ld/%ld:%02u:%02u] \"%s /%s%u%s", 10 + (a & 63), a >> 6 & 255,
			     a >> 14 & 255, rnd(5000) ? a >> 22 & 255 : 300, 1 + i * 30 / lines, i % 24,
			     rnd(60), a & 31, rnd(7000) ? "GET" : "PUT", dir[rnd(6)], rnd(rnd(900) + 1),
			     a & 128 ? ".html" : rnd(3000) ? "/Index%2ehtml" : "/%zz");
		if (a & 256)
			o += sprintf(o, "?session=%u&lang=en", a);
		o += sprintf(o, "\" %d %u\n", code[rnd(7)], rnd(60000));
	}
	return o;
}

int main(int argc, char **argv)
{
	long lines = argc > 1 ? atol(argv[1]) : 50000;
	int days = argc > 2 ? atoi(argv[2]) : 42;
	char *text = xalloc((size_t)lines * 160 + 1);
	struct report *r = xalloc(sizeof *r);
	struct page *p, *top[TOP] = { NULL };
	uint64_t sum = 0;
	int i, k;
	char *end = generate(text, lines);
	r->last = &r->first;
	const char *cut[PIECES + 1] = { text };
	for (i = 1; i < PIECES; i++) {
		cut[i] = text + (end - text) / PIECES * i;
		cut[i] = cut[i] < cut[i - 1] ? cut[i - 1] : cut[i];
		while (cut[i] > text && cut[i] < end && cut[i][-1] != '\n')
			cut[i]++;
	}
	cut[PIECES] = end;
	/* the same log as if rotated daily: every thread takes a run of pieces */
	#pragma omp parallel
	{
		long units = (long)days * PIECES, nt = omp_get_num_threads(), t = omp_get_thread_num();
		struct report *mine = xalloc(sizeof *mine);
		mine->last = &mine->first;
		for (long u = units * t / nt; u < units * (t + 1) / nt; u++)
			analyse(mine, cut[u % PIECES], cut[u % PIECES + 1]);
		#pragma omp for ordered schedule(static, 1)
		for (long k = 0; k < nt; k++)
			#pragma omp ordered
			merge(r, mine);
	}
	for (p = r->first; p; p = p->after) {
		sum = (sum ^ p->hash) * 1099511628211ULL + (uint64_t)p->bytes + (uint64_t)(p->errors + p->hits * 5 + p->first_line);
		for (i = 0; i < TOP && top[i] && top[i]->hits >= p->hits; i++)
			;
		for (k = TOP - 1; k > i; k--)
			top[k] = top[k - 1];
		if (i < TOP)
			top[i] = p;
	}
	for (i = 0; i < 65536; i++)
		sum = sum * 137 + (uint64_t)r->network[i] + (i < 144 ? (uint64_t)r->per_hour[i / 6][i % 6] : 0);
	printf("%ld lines, %ld bad, %ld pages, %ld query arguments, longest path %ld\n",
	       r->nlines, r->nbad, r->npages, r->query_args, r->longest);
	for (i = 0; i < TOP && top[i]; i++)
		printf("%8ld %10lld %s\n", top[i]->hits, top[i]->bytes, top[i]->path);
	for (i = 0; i < MAXBAD && i < r->nbad; i++)
		printf("line %ld: bad %s\n", r->bad_line[i] + 1, r->bad_why[i]);
	printf("check %016llx\n", (unsigned long long)sum);
	while ((p = r->first)) {
		r->first = p->after;
		free(p->path);
		free(p);
	}
	free(r);
	free(text);
	return 0;
}
