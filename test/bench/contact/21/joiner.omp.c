/*
 * joiner: three analytic queries over a small in-memory row store.
 *   Q1  revenue of "urgent" orders per nation and month  (hash join + group by)
 *   Q2  customers with the largest open balance          (group by key, top N)
 *   Q3  orders whose comment matches a LIKE pattern, sorted, first rows shown
 * usage: joiner [orders] [pattern]
 */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NNATION = 25, NMONTH = 12, TOPN = 8 };

struct customer {
	uint32_t id;
	uint8_t  nation;
	char     name[19];
	struct customer *chain;
};

struct order {
	uint32_t id, cust;
	int32_t  cents;
	uint16_t day;
	uint8_t  prio, open;
	char     comment[44];
};

struct hashtab { struct customer **slot; uint32_t mask; };
struct group { int64_t cents; int32_t rows, max; };

static uint64_t rstate = 42;
#pragma omp threadprivate(rstate)

static uint32_t rnd(uint32_t below)
{
	uint64_t z = (rstate += 0x9E3779B97F4A7C15u);

	z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
	z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
	return (uint32_t)(((z ^ (z >> 31)) >> 32) * below >> 32);
}

static void *emalloc(size_t n)
{
	void *p = malloc(n);
	if (p == NULL)
		fprintf(stderr, "joiner: out of memory\n"), exit(1);
	return p;
}

static struct customer *load_customers(uint32_t n)
{
	struct customer *c = emalloc(n * sizeof *c);

	for (uint32_t i = 0; i < n; i++) {
		c[i].id = i * 2654435761u;		/* unique, scattered */
		c[i].nation = (uint8_t)rnd(NNATION);
		snprintf(c[i].name, sizeof c[i].name, "Cust#%06x", (unsigned)(c[i].id >> 8));
	}
	return c;
}

static const char *const word[16] = {
	"quick", "pending", "deposit", "final", "express", "regular", "theodolite", "sly",
	"ironic", "packages", "bold", "accounts", "request", "haggle", "special", "even"
};

static void fill(struct order *o, uint32_t from, uint32_t to, const struct customer *cust, uint32_t ncust)
{
	for (uint32_t i = from; i < to; i++) {
		size_t len = 0;

		o[i].id = i + 1;
		/* one order in 16 refers to a customer that was purged */
		o[i].cust = rnd(16) ? cust[rnd(ncust)].id : ~cust[rnd(ncust)].id;
		o[i].cents = 100 + (int32_t)rnd(5000000);
		o[i].day = (uint16_t)rnd(360);
		o[i].prio = (uint8_t)rnd(5);
		o[i].open = (uint8_t)rnd(2);
		memset(o[i].comment, 0, sizeof o[i].comment);
		for (;;) {
			const char *w = word[rnd(16)];
			size_t wl = strlen(w);
			if (len + wl + 2 > sizeof o[i].comment)
				break;
			memcpy(o[i].comment + len, w, wl);
			o[i].comment[(len += wl + 1) - 1] = ' ';
		}
		o[i].comment[len - 1] = 0;
	}
}

/* one thread only counts draws (the generator is a counter underneath) and
 * hands out pieces whose starting state is then known */
static struct order *load_orders(uint32_t n, const struct customer *cust, uint32_t ncust)
{
	struct order *o = emalloc(n * sizeof *o);
	uint64_t end = 0;
	unsigned char wlen[16];

	for (int k = 0; k < 16; k++)
		wlen[k] = (unsigned char)strlen(word[k]);
#pragma omp parallel copyin(rstate)
#pragma omp single
	{
		uint64_t at = rstate;
		for (uint32_t i0 = 0; i0 < n; i0 += 8192) {
			uint32_t i1 = n - i0 > 8192 ? i0 + 8192 : n;
#pragma omp task firstprivate(i0, i1, at)
			{
				rstate = at;
				fill(o, i0, i1, cust, ncust);
			}
			rstate = at;
			for (uint32_t i = i0; i < i1; i++) {
				size_t len = 0, wl;
				rstate += 6 * 0x9E3779B97F4A7C15u;
				while (wl = wlen[rnd(16)], len + wl + 2 <= sizeof o[i].comment)
					len += wl + 1;
			}
			at = rstate;
		}
		end = at;
	}
	rstate = end;
	return o;
}

static uint32_t hash(uint32_t k)
{
	k ^= k >> 16;
	k *= 0x7feb352du;
	k ^= k >> 15;
	return k * 0x846ca68bu;
}

static struct hashtab build(struct customer *c, uint32_t n)
{
	struct hashtab h = { NULL, 1 };

	while (h.mask < n)
		h.mask <<= 1;
	h.slot = emalloc(h.mask * sizeof *h.slot);
	memset(h.slot, 0, h.mask * sizeof *h.slot);
	h.mask--;
	for (uint32_t i = 0; i < n; i++) {
		struct customer **head = &h.slot[hash(c[i].id) & h.mask];
		c[i].chain = *head;
		*head = &c[i];
	}
	return h;
}

static const struct customer *lookup(const struct hashtab *h, uint32_t id)
{
	const struct customer *c = h->slot[hash(id) & h->mask];

	while (c != NULL && c->id != id)
		c = c->chain;
	return c;
}

static void add(struct group *g, int32_t cents)
{
	g->cents += cents;
	if (g->rows++ == 0 || cents > g->max)
		g->max = cents;
}

static void merge(struct group *g, const struct group *from)
{
	if (from->rows && (g->rows == 0 || from->max > g->max))
		g->max = from->max;
	g->cents += from->cents;
	g->rows += from->rows;
}

static void query1(const struct order *o, uint32_t n, const struct hashtab *h)
{
	static struct group g[NNATION][NMONTH];
	uint32_t orphans = 0;

#pragma omp parallel reduction(+:orphans)
	{
		struct group mine[NNATION][NMONTH] = { { { 0, 0, 0 } } };
#pragma omp for schedule(static) nowait
		for (uint32_t i = 0; i < n; i++) {
			const struct customer *c;
			if (o[i].prio > 1)
				continue;
			c = lookup(h, o[i].cust);
			if (c == NULL)
				orphans++;
			else
				add(&mine[c->nation][o[i].day / 30], o[i].cents);
		}
#pragma omp critical
		for (int a = 0; a < NNATION; a++)
			for (int m = 0; m < NMONTH; m++)
				merge(&g[a][m], &mine[a][m]);
	}
	printf("Q1: %u orphans\n", orphans);
	for (int a = 0; a < NNATION; a += 4)
		for (int m = a % 3; m < NMONTH; m += 5)
			printf("  nation %2d month %2d: rows %6d sum %14lld max %8d\n", a, m + 1, g[a][m].rows,
			       (long long)g[a][m].cents, g[a][m].max);
}

static void query2(const struct order *o, uint32_t n, const struct hashtab *h,
		   const struct customer *c, uint32_t ncust)
{
	struct group *g = NULL;
	uint32_t top[TOPN + 1], ntop = 0;

#pragma omp parallel
	{
		struct group *mine = emalloc(ncust * sizeof *mine);
		memset(mine, 0, ncust * sizeof *mine);
#pragma omp for schedule(static) nowait
		for (uint32_t i = 0; i < n; i++) {
			const struct customer *who = o[i].open ? lookup(h, o[i].cust) : NULL;
			if (who != NULL)
				add(&mine[who - c], o[i].cents);
		}
#pragma omp critical
		if (g == NULL) {
			g = mine;
		} else {
			for (uint32_t i = 0; i < ncust; i++)
				merge(&g[i], &mine[i]);
			free(mine);
		}
	}
	for (uint32_t i = 0; i < ncust; i++) {
		uint32_t k = ntop;
		for (; k > 0 && g[top[k - 1]].cents < g[i].cents; k--)
			top[k] = top[k - 1];
		top[k] = i;
		if (ntop < TOPN)
			ntop++;
	}
	puts("Q2:");
	for (uint32_t k = 0; k < ntop; k++)
		printf("  %-12s nation %2d orders %4d balance %12lld\n", c[top[k]].name, c[top[k]].nation,
		       g[top[k]].rows, (long long)g[top[k]].cents);
	free(g);
}

/* SQL LIKE with % and _ */
static bool like(const char *s, const char *p)
{
	for (; *p; p++, s++) {
		if (*p == '%') {
			while (*p == '%')
				p++;
			if (*p == 0)
				return true;
			for (; *s; s++)
				if ((*s == *p || *p == '_') && like(s, p))
					return true;
			return false;
		}
		if (*s == 0 || (*p != '_' && *p != *s))
			return false;
	}
	return *s == 0;
}

static int by_amount(const void *pa, const void *pb)
{
	const struct order *a = *(const struct order *const *)pa, *b = *(const struct order *const *)pb;

	if (a->cents != b->cents)
		return a->cents > b->cents ? -1 : 1;
	return (a->id > b->id) - (a->id < b->id);
}

static void query3(const struct order *o, uint32_t n, const char *pattern)
{
	enum { PIECES = 4 };
	const struct order **part = emalloc((n + 1) * sizeof *part), **hit;
	uint32_t from[PIECES], cnt[PIECES], at[PIECES] = { 0 }, nhit = 0, sum = 0;

	/* sorted pieces, then one merge */
#pragma omp parallel for schedule(dynamic, 1) reduction(+:nhit)
	for (int k = 0; k < PIECES; k++) {
		uint32_t a = (uint32_t)((uint64_t)n * k / PIECES), b = (uint32_t)((uint64_t)n * (k + 1) / PIECES);
		uint32_t c = a;
		for (uint32_t i = a; i < b; i++)
			if (like(o[i].comment, pattern))
				part[c++] = &o[i];
		qsort(part + a, c - a, sizeof *part, by_amount);
		from[k] = a;
		nhit += cnt[k] = c - a;
	}
	hit = emalloc((nhit + 1) * sizeof *hit);
	for (uint32_t i = 0; i < nhit; i++) {
		int best = -1;
		for (int k = 0; k < PIECES; k++)
			if (at[k] < cnt[k] && (best < 0 || by_amount(&part[from[k] + at[k]], &part[from[best] + at[best]]) < 0))
				best = k;
		hit[i] = part[from[best] + at[best]++];
	}
	free(part);
	for (uint32_t i = 0; i < nhit; i++)
		sum = sum * 31 + hit[i]->id;
	printf("Q3: %u of %u like '%s', order hash %08x\n", nhit, n, pattern, sum);
	for (uint32_t i = 0; i < nhit && i < 6; i++)
		printf("  %8u %9d %s\n", hit[i]->id, hit[i]->cents, hit[i]->comment);
	free(hit);
}

int main(int argc, char **argv)
{
	uint32_t n = argc > 1 ? (uint32_t)strtoul(argv[1], NULL, 10) : 3000000, ncust = n / 10;
	const char *pattern = argc > 2 ? argv[2] : "%s_ec%ac%_s%";

	if (n < 100 || n > 50000000) {
		fprintf(stderr, "usage: joiner [orders 100..50000000] [pattern]\n");
		return 2;
	}
	struct customer *c = load_customers(ncust);
	struct order *o = load_orders(n, c, ncust);
	struct hashtab h = build(c, ncust);
	query1(o, n, &h);
	query2(o, n, &h, c, ncust);
	query3(o, n, pattern);
	free(h.slot), free(o), free(c);
	return 0;
}
