// SPDX-License-Identifier: Apache-2.0
/*
 * merkle.c - SHA-256 Merkle tree over a data file in memory, with audit
 * paths for a few leaves (RFC 6962 style domain separation).
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define HASHLEN 32

struct sha256_ctx {
	uint32_t h[8];
	uint8_t  buf[64];
	uint64_t total;
	unsigned fill;
};

static const uint32_t K[64] = {
	0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
	0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
	0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
	0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
	0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
	0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
	0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
	0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2
};

#define ROR(x, n) (((x) >> (n)) | ((x) << (32 - (n))))

static void sha256_block(uint32_t *h, const uint8_t *p)
{
	uint32_t w[64], s[8];
	int i;

	for (i = 0; i < 16; i++)
		w[i] = (uint32_t)p[4 * i] << 24 | p[4 * i + 1] << 16 | p[4 * i + 2] << 8 | p[4 * i + 3];
	for (; i < 64; i++) {
		uint32_t a = w[i - 15], b = w[i - 2];
		w[i] = w[i - 16] + (ROR(a, 7) ^ ROR(a, 18) ^ (a >> 3)) + w[i - 7] +
		       (ROR(b, 17) ^ ROR(b, 19) ^ (b >> 10));
	}
	memcpy(s, h, sizeof s);
	for (i = 0; i < 64; i++) {
		uint32_t e = s[4], a = s[0];
		uint32_t t1 = s[7] + (ROR(e, 6) ^ ROR(e, 11) ^ ROR(e, 25)) +
			      ((e & s[5]) ^ (~e & s[6])) + K[i] + w[i];
		uint32_t t2 = (ROR(a, 2) ^ ROR(a, 13) ^ ROR(a, 22)) +
			      ((a & s[1]) ^ (a & s[2]) ^ (s[1] & s[2]));
		s[7] = s[6]; s[6] = s[5]; s[5] = s[4];
		s[4] = s[3] + t1;
		s[3] = s[2]; s[2] = s[1]; s[1] = s[0];
		s[0] = t1 + t2;
	}
	for (i = 0; i < 8; i++)
		h[i] += s[i];
}

static void sha256_init(struct sha256_ctx *c)
{
	static const uint32_t iv[8] = {
		0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
		0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19
	};
	memcpy(c->h, iv, sizeof iv);
	c->total = 0;
	c->fill = 0;
}

static void sha256_update(struct sha256_ctx *c, const void *data, size_t n)
{
	const uint8_t *p = data;

	c->total += n;
	while (n > 0) {
		size_t k = 64 - c->fill;
		if (k > n)
			k = n;
		memcpy(c->buf + c->fill, p, k);
		c->fill += k;
		p += k;
		n -= k;
		if (c->fill == 64) {
			sha256_block(c->h, c->buf);
			c->fill = 0;
		}
	}
}

static void sha256_final(struct sha256_ctx *c, uint8_t *out)
{
	uint64_t bits = c->total * 8;
	uint8_t pad = 0x80, len[8];
	int i;

	sha256_update(c, &pad, 1);
	pad = 0;
	while (c->fill != 56)
		sha256_update(c, &pad, 1);
	for (i = 0; i < 8; i++)
		len[i] = bits >> (56 - 8 * i);
	sha256_update(c, len, 8);
	for (i = 0; i < 32; i++)
		out[i] = c->h[i / 4] >> (24 - 8 * (i % 4));
}

static void hash_leaf(const uint8_t *data, size_t n, uint8_t *out)
{
	struct sha256_ctx c;
	sha256_init(&c);
	sha256_update(&c, "\0", 1);
	sha256_update(&c, data, n);
	sha256_final(&c, out);
}

static void hash_node(const uint8_t *l, const uint8_t *r, uint8_t *out)
{
	struct sha256_ctx c;
	sha256_init(&c);
	sha256_update(&c, "\1", 1);
	sha256_update(&c, l, HASHLEN);
	sha256_update(&c, r, HASHLEN);
	sha256_final(&c, out);
}

static void hex(const char *label, const uint8_t *h)
{
	printf("%s", label);
	for (int i = 0; i < HASHLEN; i++)
		printf("%02x", h[i]);
	putchar('\n');
}

/* tree[l] holds the hashes of level l, level 0 are the leaves */
static int build_tree(const uint8_t *data, size_t n, size_t chunk, uint8_t **tree, size_t *cnt)
{
	size_t i;
	int lev = 0;

	cnt[0] = (n + chunk - 1) / chunk;
	tree[0] = malloc(cnt[0] * HASHLEN);
#pragma omp parallel for schedule(static)
	for (i = 0; i < cnt[0]; i++) {
		size_t k = n - i * chunk < chunk ? n - i * chunk : chunk;
		hash_leaf(data + i * chunk, k, tree[0] + i * HASHLEN);
	}
	while (cnt[lev] > 1) {
		uint8_t *lo = tree[lev], *hi;
		cnt[lev + 1] = (cnt[lev] + 1) / 2;
		hi = tree[lev + 1] = malloc(cnt[lev + 1] * HASHLEN);
#pragma omp parallel for schedule(static) if (cnt[lev] > 256)
		for (i = 0; i < cnt[lev] / 2; i++)
			hash_node(lo + 2 * i * HASHLEN, lo + (2 * i + 1) * HASHLEN, hi + i * HASHLEN);
		if (cnt[lev] & 1)	/* odd one is promoted */
			memcpy(hi + (cnt[lev] / 2) * HASHLEN, lo + (cnt[lev] - 1) * HASHLEN, HASHLEN);
		lev++;
	}
	return lev;
}

static int audit(uint8_t **tree, const size_t *cnt, int top, size_t leaf)
{
	uint8_t h[HASHLEN];
	memcpy(h, tree[0] + leaf * HASHLEN, HASHLEN);
	for (int l = 0; l < top; l++, leaf /= 2) {
		size_t sib = leaf ^ 1;
		if (sib >= cnt[l])
			continue;
		if (leaf & 1)
			hash_node(tree[l] + sib * HASHLEN, h, h);
		else
			hash_node(h, tree[l] + sib * HASHLEN, h);
	}
	return memcmp(h, tree[top], HASHLEN) == 0;
}

int main(int argc, char **argv)
{
	size_t n = (size_t)(argc > 1 ? atoi(argv[1]) : 300) << 20;
	size_t chunk = argc > 2 ? atoi(argv[2]) : 1024;
	uint8_t *data, *tree[64];
	size_t cnt[64], i;
	uint32_t r = 1;
	int top, ok = 0;
	struct timespec t0, t1;

	if (argc > 3)
		n = atoi(argv[3]);
	if ((data = malloc(n)) == NULL)
		return 1;
	for (i = 0; i < n; i++) {
		r = r * 1664525 + 1013904223;
		data[i] = r >> 24;
	}
	clock_gettime(CLOCK_MONOTONIC, &t0);
	top = build_tree(data, n, chunk, tree, cnt);
	clock_gettime(CLOCK_MONOTONIC, &t1);
	fprintf(stderr, "%.3f s\n", (t1.tv_sec - t0.tv_sec) + (t1.tv_nsec - t0.tv_nsec) * 1e-9);
	hex("root  ", tree[top]);
	hex("leaf0 ", tree[0]);
	for (i = 0; i < 100; i++)
		ok += audit(tree, cnt, top, (i * 7919) % cnt[0]);
	printf("%zu leaves, %d levels, %d of 100 audit paths ok\n", cnt[0], top, ok);
	while (top >= 0)
		free(tree[top--]);
	free(data);
	return 0;
}
