/* Merkle tree over an archive image, SHA-256, with audit proofs. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHUNK 4096
#define ROTR(x, n) (((x) >> (n)) | ((x) << (32 - (n))))

typedef struct {
	uint32_t h[8];
	uint8_t buf[64];
	size_t fill;
	uint64_t total;
} sha256_ctx;

typedef struct {
	uint8_t b[32];
} digest;

static const uint32_t K[64] = {
	0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
	0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
	0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
	0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
	0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
	0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
	0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
	0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

static void sha256_block(sha256_ctx *c, const uint8_t *p)
{
	uint32_t w[64], s[8];

	for (int i = 0; i < 16; i++)
		w[i] = (uint32_t)p[4 * i] << 24 | (uint32_t)p[4 * i + 1] << 16 | (uint32_t)p[4 * i + 2] << 8 | p[4 * i + 3];
	for (int i = 16; i < 64; i++) {
		uint32_t a = ROTR(w[i - 15], 7) ^ ROTR(w[i - 15], 18) ^ (w[i - 15] >> 3);
		uint32_t b = ROTR(w[i - 2], 17) ^ ROTR(w[i - 2], 19) ^ (w[i - 2] >> 10);
		w[i] = w[i - 16] + a + w[i - 7] + b;
	}
	memcpy(s, c->h, sizeof(s));
	for (int i = 0; i < 64; i++) {
		uint32_t e1 = ROTR(s[4], 6) ^ ROTR(s[4], 11) ^ ROTR(s[4], 25);
		uint32_t ch = (s[4] & s[5]) ^ (~s[4] & s[6]);
		uint32_t t1 = s[7] + e1 + ch + K[i] + w[i];
		uint32_t e0 = ROTR(s[0], 2) ^ ROTR(s[0], 13) ^ ROTR(s[0], 22);
		uint32_t t2 = e0 + ((s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]));
		s[7] = s[6]; s[6] = s[5]; s[5] = s[4]; s[4] = s[3] + t1;
		s[3] = s[2]; s[2] = s[1]; s[1] = s[0]; s[0] = t1 + t2;
	}
	for (int i = 0; i < 8; i++)
		c->h[i] += s[i];
}

static void sha256_init(sha256_ctx *c)
{
	static const uint32_t iv[8] = {
		0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
	};
	memcpy(c->h, iv, sizeof(iv));
	c->fill = 0;
	c->total = 0;
}

static void sha256_update(sha256_ctx *c, const void *data, size_t n)
{
	const uint8_t *p = data;

	c->total += n;
	while (n > 0) {
		size_t k = 64 - c->fill < n ? 64 - c->fill : n;
		memcpy(c->buf + c->fill, p, k);
		c->fill += k;
		p += k;
		n -= k;
		if (c->fill == 64) {
			sha256_block(c, c->buf);
			c->fill = 0;
		}
	}
}

static digest sha256_final(sha256_ctx *c)
{
	digest d;
	uint64_t bits = c->total * 8;
	uint8_t pad = 0x80, len[8];

	sha256_update(c, &pad, 1);
	pad = 0;
	while (c->fill != 56)
		sha256_update(c, &pad, 1);
	for (int i = 0; i < 8; i++)
		len[i] = bits >> (56 - 8 * i);
	sha256_update(c, len, 8);
	for (int i = 0; i < 32; i++)
		d.b[i] = c->h[i / 4] >> (24 - 8 * (i % 4));
	return d;
}

static digest hash_leaf(const uint8_t *p, size_t n)
{
	sha256_ctx c;
	sha256_init(&c);
	sha256_update(&c, "\0", 1);
	sha256_update(&c, p, n);
	return sha256_final(&c);
}

static digest hash_pair(const digest *l, const digest *r)
{
	sha256_ctx c;
	sha256_init(&c);
	sha256_update(&c, "\1", 1);
	sha256_update(&c, l->b, 32);
	sha256_update(&c, r->b, 32);
	return sha256_final(&c);
}

static void print_digest(const char *what, const digest *d)
{
	printf("%-10s", what);
	for (int i = 0; i < 32; i++)
		printf("%02x", d->b[i]);
	putchar('\n');
}

static void fill_image(uint8_t *img, size_t n)
{
	uint64_t s = 0x1234567;
	for (size_t i = 0; i < n; i += 8) {
		s ^= s << 7;
		s ^= s >> 9;
		uint64_t v = (i >> 16) % 3 == 0 ? s & 0x3f3f3f3f3f3f3f3fULL : s;
		memcpy(img + i, &v, n - i < 8 ? n - i : 8);
	}
}

int main(int argc, char **argv)
{
	size_t size = (size_t)((argc > 1 ? atof(argv[1]) : 200.0) * 1048576.0) + 100;
	size_t nleaf = (size + CHUNK - 1) / CHUNK;
	uint8_t *image = malloc(size);
	digest *level[64];
	size_t count[64];
	int depth = 0;

	fill_image(image, size);
	level[0] = malloc(nleaf * sizeof(digest));
	count[0] = nleaf;
	for (size_t i = 0; i < nleaf; i++) {
		size_t off = i * CHUNK;
		level[0][i] = hash_leaf(image + off, size - off < CHUNK ? size - off : CHUNK);
	}
	while (count[depth] > 1) {
		size_t n = (count[depth] + 1) / 2;
		level[depth + 1] = malloc(n * sizeof(digest));
		for (size_t i = 0; i < n; i++) {
			const digest *l = &level[depth][2 * i];
			const digest *r = 2 * i + 1 < count[depth] ? l + 1 : l;
			level[depth + 1][i] = hash_pair(l, r);
		}
		count[++depth] = n;
	}
	printf("bytes %zu leaves %zu depth %d\n", size, nleaf, depth);
	print_digest("root", level[depth]);

	int good = 0, proofs = 0;
	for (size_t leaf = 0; leaf < nleaf; leaf += nleaf / 17 + 1, proofs++) {
		digest d = level[0][leaf];
		size_t pos = leaf;
		for (int k = 0; k < depth; k++, pos /= 2) {
			size_t sib = (pos ^ 1) < count[k] ? pos ^ 1 : pos;
			d = pos & 1 ? hash_pair(&level[k][sib], &d) : hash_pair(&d, &level[k][sib]);
		}
		good += memcmp(&d, level[depth], sizeof(d)) == 0;
	}
	printf("proofs %d valid %d\n", proofs, good);
	print_digest("leaf[mid]", &level[0][nleaf / 2]);
	for (int k = 0; k <= depth; k++)
		free(level[k]);
	free(image);
	return 0;
}
