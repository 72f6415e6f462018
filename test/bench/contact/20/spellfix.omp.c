/* spellfix - correct a noisy text against a dictionary.
 * usage: spellfix [dictionary-words] [text-words]
 * The dictionary is a trie, walked with one Levenshtein row per letter.
 * Corrections are remembered, a repeated typo is only looked up once.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MAXW = 24, ALPHA = 26, MAXDIST = 2 };

typedef struct {
	int kid[ALPHA];
	int word;		/* -1: no word ends here */
} node_t;

typedef struct {
	char     (*word)[MAXW];
	unsigned *freq;
	node_t   *node;
	int       nwords, nnodes, cap;
} dict_t;

typedef struct {
	char (*key)[MAXW];
	int   *val;
	int    size, used;
} memo_t;

typedef struct {
	int  best, dist;
	long visited;
} query_t;

static unsigned long rng = 0x2545F491u;

static unsigned rnd(unsigned n)
{
	rng = rng * 6364136223846793005UL + 1442695040888963407UL;
	return (unsigned)((rng >> 33) % n);
}

static void *xmalloc(size_t n)
{
	void *p = calloc(1, n);
	if (!p) abort();
	return p;
}

static int new_node(dict_t *d)
{
	if (d->nnodes == d->cap) {
		d->cap = d->cap ? d->cap * 2 : 1024;
		d->node = realloc(d->node, d->cap * sizeof *d->node);
		if (!d->node) abort();
	}
	memset(d->node[d->nnodes].kid, 0, sizeof d->node->kid);
	d->node[d->nnodes].word = -1;
	return d->nnodes++;
}

static int dict_find(const dict_t *d, const char *w)
{
	int n = 0;
	for (; *w; w++)
		if (!(n = d->node[n].kid[*w - 'a'])) return -1;
	return d->node[n].word;
}

static void dict_add(dict_t *d, const char *w)
{
	int n = 0;
	for (const char *p = w; *p; p++) {
		int c = *p - 'a';
		if (!d->node[n].kid[c]) {
			int k = new_node(d);	/* may move d->node */
			d->node[n].kid[c] = k;
		}
		n = d->node[n].kid[c];
	}
	if (d->node[n].word >= 0) return;
	strcpy(d->word[d->nwords], w);
	d->freq[d->nwords] = 1000000u / (d->nwords + 1) + 1;
	d->node[n].word = d->nwords++;
}

static void make_word(char *out)
{
	static const char cons[] = "bcdfghklmnprstvwz", vow[] = "aeiou";
	int syl = 2 + rnd(3);
	while (syl--) {
		*out++ = cons[rnd(17)];
		*out++ = vow[rnd(5)];
		if (rnd(3) == 0) *out++ = cons[rnd(17)];
	}
	*out = 0;
}

static void add_typo(char *w)
{
	int len = strlen(w), at = rnd(len), kind = rnd(4);
	char c = 'a' + rnd(26);
	if (kind == 0)
		w[at] = c;
	else if (kind == 1 && len > 3)
		memmove(w + at, w + at + 1, len - at);
	else if (kind == 2 && len < MAXW - 2) {
		memmove(w + at + 1, w + at, len - at + 1);
		w[at] = c;
	} else if (at + 1 < len) {
		c = w[at]; w[at] = w[at + 1]; w[at + 1] = c;
	}
}

static void walk(const dict_t *d, query_t *q, const char *w, int len, int n, int c, const int *prev)
{
	int row[MAXW + 1], low;
	q->visited++;
	low = row[0] = prev[0] + 1;
	for (int i = 1; i <= len; i++) {
		int v = prev[i - 1] + (w[i - 1] != c);
		if (prev[i] + 1 < v) v = prev[i] + 1;
		if (row[i - 1] + 1 < v) v = row[i - 1] + 1;
		row[i] = v;
		if (v < low) low = v;
	}
	const node_t *nd = &d->node[n];
	if (nd->word >= 0 && row[len] <= MAXDIST) {
		if (q->best < 0 || row[len] < q->dist ||
		    (row[len] == q->dist && d->freq[nd->word] > d->freq[q->best]))
			q->best = nd->word, q->dist = row[len];
	}
	if (low > MAXDIST) return;
	for (int k = 0; k < ALPHA; k++)
		if (nd->kid[k]) walk(d, q, w, len, nd->kid[k], 'a' + k, row);
}

static int suggest(const dict_t *d, const char *w, long *visited)
{
	query_t q = { -1, 99, 0 };
	int first[MAXW + 1], len = strlen(w);
	for (int i = 0; i <= len; i++)
		first[i] = i;
	for (int k = 0; k < ALPHA; k++)
		if (d->node[0].kid[k]) walk(d, &q, w, len, d->node[0].kid[k], 'a' + k, first);
	*visited += q.visited;
	return q.best;
}

static int memo_slot(const memo_t *m, const char *w)
{
	unsigned h = 2166136261u;
	for (const char *p = w; *p; p++)
		h = (h ^ (unsigned char)*p) * 16777619u;
	int s = h & (m->size - 1);
	while (m->key[s][0] && strcmp(m->key[s], w))
		s = (s + 1) & (m->size - 1);
	return s;
}

int main(int argc, char **argv)
{
	int want = argc > 1 ? atoi(argv[1]) : 20000;
	int ntext = argc > 2 ? atoi(argv[2]) : 8000;
	dict_t d = {0};
	memo_t memo = {0};
	long visited = 0, bad = 0, hopeless = 0, right = 0;
	unsigned long sum = 0;
	char w[2 * MAXW];
	struct timespec t0, t1;

	if (want < 10 || ntext < 1) { fprintf(stderr, "usage: %s [words] [text]\n", argv[0]); return 2; }
	clock_gettime(CLOCK_MONOTONIC, &t0);
	d.word = xmalloc(want * sizeof *d.word);
	d.freq = xmalloc(want * sizeof *d.freq);
	new_node(&d);
	while (d.nwords < want) { make_word(w); dict_add(&d, w); }

	char (*text)[MAXW] = xmalloc(ntext * sizeof *text);
	int *truth = xmalloc(ntext * sizeof *truth);
	for (int i = 0; i < ntext; i++) {
		double u = rnd(1000000) / 1e6;
		truth[i] = (int)(u * u * want);
		strcpy(text[i], d.word[truth[i]]);
		if (rnd(3) == 0) add_typo(text[i]);
		if (rnd(8) == 0) add_typo(text[i]);
	}

	for (memo.size = 16; memo.size < 2 * ntext; memo.size *= 2) ;
	memo.key = xmalloc(memo.size * sizeof *memo.key);
	memo.val = xmalloc(memo.size * sizeof *memo.val);
	/* pass 1: collect the distinct typos; pass 2: look them up; pass 3: apply */
	int *id_of = xmalloc(ntext * sizeof *id_of), *slot_of = xmalloc(ntext * sizeof *slot_of);
	int *todo = xmalloc(ntext * sizeof *todo);
	for (int i = 0; i < ntext; i++) {
		id_of[i] = dict_find(&d, text[i]);
		if (id_of[i] >= 0) continue;
		int s = slot_of[i] = memo_slot(&memo, text[i]);
		bad++;
		if (!memo.key[s][0]) {
			strcpy(memo.key[s], text[i]);
			todo[memo.used++] = s;
		}
	}
	#pragma omp parallel for schedule(dynamic, 8) reduction(+:visited)
	for (int k = 0; k < memo.used; k++)
		memo.val[todo[k]] = suggest(&d, memo.key[todo[k]], &visited);
	for (int i = 0; i < ntext; i++) {
		int id = id_of[i];
		if (id < 0) {
			id = memo.val[slot_of[i]];
			if (id < 0) { hopeless++; continue; }
		}
		right += id == truth[i];
		sum = sum * 31 + id;
	}
	clock_gettime(CLOCK_MONOTONIC, &t1);

	printf("dictionary %d words, %d trie nodes\n", d.nwords, d.nnodes);
	printf("text %d words, %ld misspelt (%d distinct), %ld without suggestion\n", ntext, bad, memo.used, hopeless);
	printf("nodes visited %ld\nright after correction %ld (%.2f%%)\nchecksum %016lx\n",
	       visited, right, 100.0 * right / ntext, sum);
	fprintf(stderr, "time %.3f s\n", t1.tv_sec - t0.tv_sec + (t1.tv_nsec - t0.tv_nsec) * 1e-9);
	free(id_of); free(slot_of); free(todo);
	free(memo.key); free(memo.val); free(text); free(truth);
	free(d.word); free(d.freq); free(d.node);
	return 0;
}
