// SPDX-License-Identifier: Apache-2.0
/* An order book table with a B+-tree index on (customer, time).  Loads the
 * table row by row, then answers a mixed batch of point, range and top-n
 * queries through the index. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>

#define ORDER 32

typedef uint64_t btkey_t;

typedef struct row {
	uint32_t customer, time;
	int32_t amount;
	uint16_t product, region;
} row_t;

typedef struct node {
	short leaf, n;
	btkey_t key[ORDER];
	union {
		struct node *child[ORDER + 1];
		uint32_t rid[ORDER];
	} u;
	struct node *next;
} node_t;

typedef struct {
	node_t *root;
	long nodes;
	int height;
} btree_t;

enum qtype { Q_POINT, Q_RANGE, Q_TOP, Q_TYPES };

typedef struct {
	enum qtype type;
	btkey_t lo, hi;
	int limit;
} query_t;

typedef struct {
	long rows;
	int64_t sum;
	int32_t min, max;
	uint32_t digest;
} answer_t;

static row_t *table;
static long nrows;
static uint64_t seed = 42;

static uint32_t rnd(uint32_t below)
{
	seed = seed * 6364136223846793005ull + 1442695040888963407ull;
	return (uint32_t)(((seed >> 32) * below) >> 32);
}

static btkey_t make_key(uint32_t customer, uint32_t time)
{
	return (btkey_t)customer << 32 | time;
}

static node_t *node_new(btree_t *t, int leaf)
{
	node_t *n = calloc(1, sizeof *n);

	if (!n) {
		perror("btreeidx");
		exit(EXIT_FAILURE);
	}
	n->leaf = leaf;
	t->nodes++;
	return n;
}

/* first position with key >= k (lower) or key > k (upper) */
static int locate(const node_t *n, btkey_t k, int upper)
{
	int lo = 0, hi = n->n;

	while (lo < hi) {
		int mid = (lo + hi) >> 1;
		if (n->key[mid] < k || (upper && n->key[mid] == k))
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo;
}

/* inserts below n; on a split returns the new right node and its key */
static node_t *insert_rec(btree_t *t, node_t *n, btkey_t k, uint32_t rid, btkey_t *up)
{
	int pos = locate(n, k, 1);

	if (n->leaf) {
		memmove(n->key + pos + 1, n->key + pos, (n->n - pos) * sizeof *n->key);
		memmove(n->u.rid + pos + 1, n->u.rid + pos, (n->n - pos) * sizeof *n->u.rid);
		n->key[pos] = k;
		n->u.rid[pos] = rid;
		n->n++;
	} else {
		btkey_t sep;
		node_t *right = insert_rec(t, n->u.child[pos], k, rid, &sep);
		if (!right)
			return NULL;
		memmove(n->key + pos + 1, n->key + pos, (n->n - pos) * sizeof *n->key);
		memmove(n->u.child + pos + 2, n->u.child + pos + 1, (n->n - pos) * sizeof *n->u.child);
		n->key[pos] = sep;
		n->u.child[pos + 1] = right;
		n->n++;
	}
	if (n->n < ORDER)
		return NULL;
	node_t *r = node_new(t, n->leaf);
	int half = n->n / 2;
	if (n->leaf) {
		r->n = n->n - half;
		memcpy(r->key, n->key + half, r->n * sizeof *r->key);
		memcpy(r->u.rid, n->u.rid + half, r->n * sizeof *r->u.rid);
		r->next = n->next;
		n->next = r;
		*up = r->key[0];
	} else {
		r->n = n->n - half - 1;
		*up = n->key[half];
		memcpy(r->key, n->key + half + 1, r->n * sizeof *r->key);
		memcpy(r->u.child, n->u.child + half + 1, (r->n + 1) * sizeof *r->u.child);
	}
	n->n = half;
	return r;
}

static void bt_insert(btree_t *t, btkey_t k, uint32_t rid)
{
	btkey_t sep;
	node_t *right = insert_rec(t, t->root, k, rid, &sep);

	if (right) {
		node_t *top = node_new(t, 0);
		top->n = 1;
		top->key[0] = sep;
		top->u.child[0] = t->root;
		top->u.child[1] = right;
		t->root = top;
		t->height++;
	}
}

static void scan(const btree_t *t, const query_t *q, answer_t *a)
{
	const node_t *n = t->root;
	int left = q->limit;

	memset(a, 0, sizeof *a);
	a->min = INT32_MAX;
	a->max = INT32_MIN;
	while (!n->leaf)
		n = n->u.child[locate(n, q->lo, 0)];
	int i = locate(n, q->lo, 0);
	for (;;) {
		if (i == n->n) {
			if (!(n = n->next))
				return;
			i = 0;
			continue;
		}
		if (n->key[i] > q->hi || left-- == 0)
			return;
		const row_t *r = &table[n->u.rid[i++]];
		if (q->type == Q_RANGE && r->region == 7)
			continue;
		a->rows++;
		a->sum += r->amount;
		if (r->amount < a->min)
			a->min = r->amount;
		if (r->amount > a->max)
			a->max = r->amount;
		a->digest = a->digest * 31 + r->product;
	}
}

static void make_query(query_t *q, uint32_t customers)
{
	uint32_t c = rnd(customers), t = rnd(1000000);

	q->type = rnd(Q_TYPES);
	q->limit = -1;
	switch (q->type) {
	case Q_POINT:
		q->lo = make_key(c, 0);
		q->hi = make_key(c, UINT32_MAX);
		break;
	case Q_RANGE:
		q->lo = make_key(c, t);
		q->hi = make_key(c + rnd(20), t);
		break;
	default:
		q->lo = make_key(c, t);
		q->hi = UINT64_MAX;
		q->limit = 10;
	}
}

int main(int argc, char **argv)
{
	static const char *name[] = { "customer", "range", "top" };
	long rows = argc > 1 ? atol(argv[1]) : 300000, nq = argc > 2 ? atol(argv[2]) : 1400000;
	uint32_t customers = rows / 12 + 1;
	btree_t tree = { 0 };
	answer_t total[Q_TYPES] = { { 0 } };
	long count[Q_TYPES] = { 0 };

	table = malloc(rows * sizeof *table);
	query_t *batch = malloc(nq * sizeof *batch);
	answer_t *ans = malloc(nq * sizeof *ans);
	if (!table || !batch || !ans)
		return perror("btreeidx"), 1;
	tree.root = node_new(&tree, 1);
	for (; nrows < rows; nrows++) {
		row_t r = { rnd(customers), rnd(1000000), (int32_t)rnd(100000) - 5000, rnd(500), rnd(12) };
		table[nrows] = r;
		bt_insert(&tree, make_key(r.customer, r.time), nrows);
	}
	printf("%ld rows, %ld nodes, height %d\n", nrows, tree.nodes, tree.height + 1);
	for (long i = 0; i < nq; i++)
		make_query(&batch[i], customers);
	#pragma omp parallel for schedule(dynamic, 512)
	for (long i = 0; i < nq; i++)
		scan(&tree, &batch[i], &ans[i]);
	for (long i = 0; i < nq; i++) {
		answer_t *t = &total[batch[i].type];
		count[batch[i].type]++;
		t->rows += ans[i].rows;
		t->sum += ans[i].sum;
		t->digest = t->digest * 17 + ans[i].digest + ans[i].min + ans[i].max;
	}
	for (int k = 0; k < Q_TYPES; k++)
		printf("%-9s %7ld queries %9ld rows  sum %14lld  %08x\n", name[k], count[k], total[k].rows,
		       (long long)total[k].sum, total[k].digest);
	return 0;
}
