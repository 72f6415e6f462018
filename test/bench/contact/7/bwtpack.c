// SPDX-License-Identifier: Apache-2.0
/*
 * bwtpack: block-sorting compressor.  Each block goes through the
 * Burrows-Wheeler transform, move-to-front and an adaptive binary range
 * coder; the packed stream is then unpacked again and compared.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>

#define BLOCK 24576	/* bytes per block */

struct enc {
	uint8_t *out;
	size_t len, cap;
	uint32_t low, range;
	uint16_t prob[256 * 256];
};

struct dec {
	const uint8_t *in;
	size_t pos, len;
	uint32_t low, range, code;
	uint16_t prob[256 * 256];
};

static const uint8_t *cur;	/* block being sorted, for the callback */
static int cur_n;

static int cmp_rot(const void *pa, const void *pb)
{
	int a = *(const int *)pa, b = *(const int *)pb;
	int left = cur_n;

	while (left > 0) {
		int run = cur_n - (a > b ? a : b);
		if (run > left)
			run = left;
		int c = memcmp(cur + a, cur + b, run);
		if (c)
			return c;
		left -= run;
		if ((a += run) == cur_n)
			a = 0;
		if ((b += run) == cur_n)
			b = 0;
	}
	return a - b;
}

static int bwt(const uint8_t *in, int n, uint8_t *out, int *idx)
{
	int primary = -1;

	for (int i = 0; i < n; i++)
		idx[i] = i;
	cur = in;
	cur_n = n;
	qsort(idx, n, sizeof *idx, cmp_rot);
	for (int i = 0; i < n; i++) {
		out[i] = in[idx[i] ? idx[i] - 1 : n - 1];
		if (idx[i] == 0)
			primary = i;
	}
	return primary;
}

static void unbwt(const uint8_t *last, int n, int primary, uint8_t *out, int *next)
{
	int count[257] = { 0 };

	for (int i = 0; i < n; i++)
		count[last[i] + 1]++;
	for (int c = 0; c < 256; c++)
		count[c + 1] += count[c];
	for (int i = 0; i < n; i++)
		next[count[last[i]]++] = i;
	int p = next[primary];
	for (int i = 0; i < n; i++) {
		out[i] = last[p];
		p = next[p];
	}
}

static void mtf(uint8_t *s, int n, int undo)
{
	uint8_t order[256];

	for (int c = 0; c < 256; c++)
		order[c] = c;
	for (int i = 0; i < n; i++) {
		int k = undo ? s[i] : 0;
		while (!undo && order[k] != s[i])
			k++;
		uint8_t c = order[k];
		s[i] = undo ? c : k;
		memmove(order + 1, order, k);
		order[0] = c;
	}
}

static void put_byte(struct enc *e, uint8_t b)
{
	if (e->len == e->cap) {
		e->cap = e->cap ? e->cap * 2 : 4096;
		if (!(e->out = realloc(e->out, e->cap)))
			abort();
	}
	e->out[e->len++] = b;
}

static void encode_bit(struct enc *e, uint16_t *p, int bit)
{
	uint32_t mid = e->low + (e->range >> 12) * *p;

	if (bit) {
		e->range = mid - e->low;
		*p += (4096 - *p) >> 5;
	} else {
		e->range -= mid - e->low;
		e->low = mid;
		*p -= *p >> 5;
	}
	while ((e->low ^ (e->low + e->range)) < 1u << 24 || e->range < 1u << 16) {
		if ((e->low ^ (e->low + e->range)) >= 1u << 24)
			e->range = -e->low & 0xffff;
		put_byte(e, e->low >> 24);
		e->low <<= 8;
		e->range <<= 8;
	}
}

static int decode_bit(struct dec *d, uint16_t *p)
{
	uint32_t mid = d->low + (d->range >> 12) * *p;
	int bit = d->code - d->low < mid - d->low;
	if (bit) {
		d->range = mid - d->low;
		*p += (4096 - *p) >> 5;
	} else {
		d->range -= mid - d->low;
		d->low = mid;
		*p -= *p >> 5;
	}
	while ((d->low ^ (d->low + d->range)) < 1u << 24 || d->range < 1u << 16) {
		if ((d->low ^ (d->low + d->range)) >= 1u << 24)
			d->range = -d->low & 0xffff;
		d->code = d->code << 8 | (d->pos < d->len ? d->in[d->pos++] : 0);
		d->low <<= 8;
		d->range <<= 8;
	}
	return bit;
}

static void pack_block(struct enc *e, const uint8_t *in, int n, uint8_t *tmp, int *idx)
{
	int primary = bwt(in, n, tmp, idx), ctx = 0;

	mtf(tmp, n, 0);
	for (int i = 16; i >= 0; i -= 8)
		put_byte(e, primary >> i);
	e->low = 0;
	e->range = 0xffffffffu;
	for (int i = 0; i < 256 * 256; i++)
		e->prob[i] = 2048;
	for (int i = 0; i < n; i++) {
		int node = 1;
		for (int b = 7; b >= 0; b--) {
			int bit = tmp[i] >> b & 1;
			encode_bit(e, &e->prob[ctx * 256 + node], bit);
			node = node * 2 + bit;
		}
		ctx = tmp[i] < 15 ? tmp[i] : 15;
	}
	for (int i = 0; i < 4; i++, e->low <<= 8)
		put_byte(e, e->low >> 24);
}

static void unpack_block(struct dec *d, int n, uint8_t *out, uint8_t *tmp, int *idx)
{
	int primary = d->in[0] << 16 | d->in[1] << 8 | d->in[2], ctx = 0;

	d->pos = 3;
	d->low = d->code = 0;
	d->range = 0xffffffffu;
	for (int i = 0; i < 4; i++)
		d->code = d->code << 8 | d->in[d->pos++];
	for (int i = 0; i < 256 * 256; i++)
		d->prob[i] = 2048;
	for (int i = 0; i < n; i++) {
		int node = 1;
		while (node < 256)
			node = node * 2 + decode_bit(d, &d->prob[ctx * 256 + node]);
		tmp[i] = node;
		ctx = tmp[i] < 15 ? tmp[i] : 15;
	}
	mtf(tmp, n, 1);
	unbwt(tmp, n, primary, out, idx);
}

static void make_text(uint8_t *t, size_t n)
{
	static const char *syl[] = { "ba", "ren", "to", "li", "sha", "mor", "e", "un", "dak", "per" };
	uint32_t r = 99;

	for (size_t i = 0; i < n; ) {
		r = r * 1664525u + 1013904223u;
		uint32_t w = (r >> 12) % 1000;
		for (w = w * w / 1000; w && i < n; w /= 10)	/* favour small numbers */
			for (const char *s = syl[w % 10]; *s && i < n; s++)
				t[i++] = *s;
		if (i < n)
			t[i++] = (r >> 9) % 13 ? ' ' : '\n';
	}
}

int main(int argc, char **argv)
{
	size_t total = argc > 1 ? strtoul(argv[1], NULL, 10) << 10 : 3600 << 10;
	uint8_t *text = malloc(total), *back = malloc(BLOCK), *tmp = malloc(BLOCK);
	int *idx = malloc(BLOCK * sizeof *idx);
	struct enc *e = calloc(1, sizeof *e);
	struct dec *d = calloc(1, sizeof *d);
	size_t packed = 0;
	uint32_t sum = 1;
	int bad = 0;

	if (!text || !back || !tmp || !idx || !e || !d)
		return fprintf(stderr, "bwtpack: out of memory\n"), 1;
	make_text(text, total);
	for (size_t off = 0; off < total; off += BLOCK) {
		int n = total - off < BLOCK ? total - off : BLOCK;

		e->len = 0;
		pack_block(e, text + off, n, tmp, idx);
		d->in = e->out;
		d->len = e->len;
		unpack_block(d, n, back, tmp, idx);
		if (memcmp(back, text + off, n))
			bad++;
		for (size_t i = 0; i < e->len; i++)
			sum = (sum ^ e->out[i]) * 16777619u;
		packed += e->len;
	}
	printf("%zu -> %zu bytes (%.3f bits per byte), checksum %08x, %d bad blocks\n", total, packed,
	       8.0 * packed / total, sum, bad);
	return bad != 0;
}
