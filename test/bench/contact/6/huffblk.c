// SPDX-License-Identifier: Apache-2.0
/* Block Huffman compressor: builds canonical codes per 64 KiB block, writes one container, then decodes it again and checks. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BLOCK 65536
#define NSYM 256
#define MAXLEN 32

struct node { uint32_t freq; int16_t left, right, sym; };

struct heap { int n; int item[NSYM]; const struct node *nodes; };

static int heap_less(const struct heap *h, int a, int b)
{
	uint32_t fa = h->nodes[h->item[a]].freq, fb = h->nodes[h->item[b]].freq;
	return fa != fb ? fa < fb : h->item[a] < h->item[b];
}

static void heap_swap(struct heap *h, int a, int b)
{
	int t = h->item[a];
	h->item[a] = h->item[b];
	h->item[b] = t;
}

static void heap_push(struct heap *h, int v)
{
	int i = h->n++;
	h->item[i] = v;
	while (i > 0 && heap_less(h, i, (i - 1) / 2)) {
		heap_swap(h, i, (i - 1) / 2);
		i = (i - 1) / 2;
	}
}

static int heap_pop(struct heap *h)
{
	int top = h->item[0], i = 0;
	h->item[0] = h->item[--h->n];
	for (;;) {
		int c = 2 * i + 1;
		if (c >= h->n)
			break;
		if (c + 1 < h->n && heap_less(h, c + 1, c))
			c++;
		if (!heap_less(h, c, i))
			break;
		heap_swap(h, i, c);
		i = c;
	}
	return top;
}

static void assign_depth(const struct node *t, int i, int depth, uint8_t *len)
{
	if (t[i].left < 0) {
		len[t[i].sym] = (uint8_t)(depth ? depth : 1);
		return;
	}
	assign_depth(t, t[i].left, depth + 1, len);
	assign_depth(t, t[i].right, depth + 1, len);
}

static void build_lengths(const uint32_t *freq, uint8_t *len)
{
	struct node t[2 * NSYM];
	struct heap h = { .n = 0, .nodes = t };
	int nn = 0;
	memset(len, 0, NSYM);
	for (int s = 0; s < NSYM; s++)
		if (freq[s]) {
			t[nn] = (struct node){ freq[s], -1, -1, (int16_t)s };
			heap_push(&h, nn++);
		}
	while (h.n > 1) {
		int a = heap_pop(&h), b = heap_pop(&h);
		t[nn] = (struct node){ t[a].freq + t[b].freq, (int16_t)a, (int16_t)b, -1 };
		heap_push(&h, nn++);
	}
	assign_depth(t, heap_pop(&h), 0, len);
}

static void canonical(const uint8_t *len, uint32_t *code, uint32_t *first, int *count, uint8_t *sorted)
{
	uint32_t c = 0;
	int k = 0;
	for (int l = 1; l < MAXLEN; l++) {
		first[l] = c;
		count[l] = 0;
		for (int s = 0; s < NSYM; s++)
			if (len[s] == l) {
				code[s] = c++;
				sorted[k++] = (uint8_t)s;
				count[l]++;
			}
		c <<= 1;
	}
}

/* returns bytes written: 4 size, 256 lengths, payload */
static size_t encode_block(const uint8_t *in, int n, uint8_t *out)
{
	uint32_t freq[NSYM] = {0}, code[NSYM], first[MAXLEN];
	uint8_t sorted[NSYM];
	int count[MAXLEN];
	for (int i = 0; i < n; i++)
		freq[in[i]]++;
	uint8_t *len = out + 4;
	build_lengths(freq, len);
	canonical(len, code, first, count, sorted);
	size_t o = 4 + NSYM;
	uint64_t acc = 0;
	int nb = 0;
	for (int i = 0; i < n; i++) {
		acc = acc << len[in[i]] | code[in[i]];
		nb += len[in[i]];
		while (nb >= 8) {
			nb -= 8;
			out[o++] = (uint8_t)(acc >> nb);
		}
	}
	if (nb)
		out[o++] = (uint8_t)(acc << (8 - nb));
	uint32_t sz = (uint32_t)o;
	memcpy(out, &sz, 4);
	return o;
}

static size_t decode_block(const uint8_t *in, uint8_t *out, int n)
{
	uint32_t code[NSYM], first[MAXLEN], sz;
	uint8_t sorted[NSYM];
	int count[MAXLEN];
	memcpy(&sz, in, 4);
	canonical(in + 4, code, first, count, sorted);
	const uint8_t *p = in + 4 + NSYM;
	int bit = 0;
	for (int i = 0; i < n; i++) {
		uint32_t c = 0;
		int l = 0, base = 0;
		for (;;) {
			c = c << 1 | (*p >> (7 - bit) & 1);
			if (++bit == 8) {
				bit = 0;
				p++;
			}
			l++;
			if (c - first[l] < (uint32_t)count[l])
				break;
			base += count[l];
		}
		out[i] = sorted[base + (int)(c - first[l])];
	}
	return sz;
}

static void make_input(uint8_t *d, size_t n)
{
	static const char *words[] = { "the ", "of ", "stream ", "block ", "and ", "entropy ", "a ", "coder\n", "is ", "0x" };
	uint32_t s = 314159;
	size_t i = 0;
	while (i < n) {
		s = s * 1664525u + 1013904223u;
		if ((s >> 24) < 40) {
			d[i++] = (uint8_t)(s >> 12);
		} else {
			for (const char *w = words[(s >> 16) % 10]; *w && i < n; w++)
				d[i++] = (uint8_t)*w;
		}
	}
}

int main(int argc, char **argv)
{
	size_t n = (size_t)(argc > 1 ? atoi(argv[1]) : 48) << 20;
	uint8_t *in = malloc(n), *back = malloc(n), *out = malloc(n + n / 2 + 4096);
	make_input(in, n);
	size_t olen = 0, nblk = (n + BLOCK - 1) / BLOCK;
	for (size_t b = 0; b < nblk; b++) {
		int m = (int)(b + 1 < nblk ? BLOCK : n - b * BLOCK);
		olen += encode_block(in + b * BLOCK, m, out + olen);
	}
	size_t pos = 0;
	for (size_t b = 0; b < nblk; b++) {
		int m = (int)(b + 1 < nblk ? BLOCK : n - b * BLOCK);
		pos += decode_block(out + pos, back + b * BLOCK, m);
	}
	uint32_t a = 1, c = 0;
	for (size_t i = 0; i < olen; i++) {
		a += out[i];
		if (a >= 65521) a -= 65521;
		c += a;
		if (c >= 65521) c -= 65521;
	}
	printf("in %zu out %zu (%.3f%%) blocks %zu\n", n, olen, 100.0 * olen / n, nblk);
	printf("adler %08x round trip %s\n", c << 16 | a, pos == olen && !memcmp(in, back, n) ? "ok" : "FAILED");
	free(in); free(back); free(out);
	return 0;
}
