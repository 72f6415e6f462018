// SPDX-License-Identifier: Apache-2.0
// chachabuf: ChaCha20 encryption of a buffer, with the RFC 8439 block test
// vector, decryption check and a per-segment digest of the ciphertext.
//   chachabuf [megabytes] [passes]
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define BLOCK 64
#define SEGMENT (1 << 16)

typedef struct {
  uint32_t state[16];
} ChaCha;

static uint32_t load32(const uint8_t *p) {
  return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

static void store32(uint8_t *p, uint32_t v) {
  p[0] = (uint8_t)v;
  p[1] = (uint8_t)(v >> 8);
  p[2] = (uint8_t)(v >> 16);
  p[3] = (uint8_t)(v >> 24);
}

static inline uint32_t rotl(uint32_t v, int n) { return v << n | v >> (32 - n); }

static inline void quarter(uint32_t *x, int a, int b, int c, int d) {
  x[a] += x[b]; x[d] = rotl(x[d] ^ x[a], 16);
  x[c] += x[d]; x[b] = rotl(x[b] ^ x[c], 12);
  x[a] += x[b]; x[d] = rotl(x[d] ^ x[a], 8);
  x[c] += x[d]; x[b] = rotl(x[b] ^ x[c], 7);
}

static void chacha_init(ChaCha *c, const uint8_t key[32], const uint8_t nonce[12]) {
  static const char sigma[] = "expand 32-byte k";
  for (int i = 0; i < 4; i++) c->state[i] = load32((const uint8_t *)sigma + 4 * i);
  for (int i = 0; i < 8; i++) c->state[4 + i] = load32(key + 4 * i);
  c->state[12] = 0;
  for (int i = 0; i < 3; i++) c->state[13 + i] = load32(nonce + 4 * i);
}

static void chacha_block(const ChaCha *c, uint32_t counter, uint8_t out[BLOCK]) {
  uint32_t x[16], in[16];
  memcpy(in, c->state, sizeof in);
  in[12] = counter;
  memcpy(x, in, sizeof x);
  for (int round = 0; round < 10; round++) {
    quarter(x, 0, 4, 8, 12);
    quarter(x, 1, 5, 9, 13);
    quarter(x, 2, 6, 10, 14);
    quarter(x, 3, 7, 11, 15);
    quarter(x, 0, 5, 10, 15);
    quarter(x, 1, 6, 11, 12);
    quarter(x, 2, 7, 8, 13);
    quarter(x, 3, 4, 9, 14);
  }
  for (int i = 0; i < 16; i++) store32(out + 4 * i, x[i] + in[i]);
}

static void chacha_xor(const ChaCha *c, uint32_t counter, const uint8_t *src, uint8_t *dst, size_t len) {
  size_t nblocks = (len + BLOCK - 1) / BLOCK;
  #pragma omp parallel for schedule(static)
  for (size_t b = 0; b < nblocks; b++) {
    uint8_t ks[BLOCK];
    size_t off = b * BLOCK, n = len - off < BLOCK ? len - off : BLOCK;
    chacha_block(c, counter + (uint32_t)b, ks);
    for (size_t i = 0; i < n; i++) dst[off + i] = src[off + i] ^ ks[i];
  }
}

static uint64_t fnv1a(const uint8_t *p, size_t len) {
  uint64_t h = 14695981039346656037ULL;
  for (size_t i = 0; i < len; i++) h = (h ^ p[i]) * 1099511628211ULL;
  return h;
}

// Digest of digests: each segment is hashed on its own.
static uint64_t digest(const uint8_t *buf, size_t len) {
  uint64_t acc = 0;
  long nseg = (long)((len + SEGMENT - 1) / SEGMENT);
  #pragma omp parallel for schedule(static) reduction(^:acc)
  for (long s = 0; s < nseg; s++) {
    size_t off = (size_t)s * SEGMENT, n = len - off < SEGMENT ? len - off : SEGMENT;
    acc ^= fnv1a(buf + off, n) * (2 * (uint64_t)s + 1);
  }
  return acc;
}

static int self_test(void) {
  uint8_t key[32], out[BLOCK];
  const uint8_t nonce[12] = {0, 0, 0, 9, 0, 0, 0, 0x4a, 0, 0, 0, 0};
  const uint8_t expect[16] = {0x10, 0xf1, 0xe7, 0xe4, 0xd1, 0x3b, 0x59, 0x15,
                              0x50, 0x0f, 0xdd, 0x1f, 0xa3, 0x20, 0x71, 0xc4};
  ChaCha c;
  for (int i = 0; i < 32; i++) key[i] = (uint8_t)i;
  chacha_init(&c, key, nonce);
  chacha_block(&c, 1, out);
  return memcmp(out, expect, sizeof expect) == 0;
}

int main(int argc, char **argv) {
  double mb = argc > 1 ? atof(argv[1]) : 32.0;
  int passes = argc > 2 ? atoi(argv[2]) : 6;
  size_t len = (size_t)(mb * 1024 * 1024) + 13;  // not a multiple of the block
  uint8_t *plain = malloc(len), *cipher = malloc(len), *back = malloc(len);
  if (!plain || !cipher || !back) {
    fprintf(stderr, "cannot allocate %zu bytes\n", 3 * len);
    return 1;
  }
  printf("self test: %s\n", self_test() ? "ok" : "FAILED");

  uint8_t key[32], nonce[12] = {0};
  uint32_t lcg = 99;
  for (int i = 0; i < 32; i++) {
    lcg = lcg * 1664525u + 1013904223u;
    key[i] = (uint8_t)(lcg >> 24);
  }
  #pragma omp parallel for schedule(static)
  for (size_t i = 0; i < len; i++) plain[i] = (uint8_t)("The quick brown fox. "[i % 21] + (i >> 20));

  struct timespec t0, t1;
  clock_gettime(CLOCK_MONOTONIC, &t0);
  for (int p = 0; p < passes; p++) {
    ChaCha c;
    nonce[0] = (uint8_t)p;
    chacha_init(&c, key, nonce);
    chacha_xor(&c, 1, plain, cipher, len);
    uint64_t dig = digest(cipher, len);
    chacha_xor(&c, 1, cipher, back, len);
    size_t wrong = 0;
    #pragma omp parallel for schedule(static) reduction(+:wrong)
    for (size_t i = 0; i < len; i++) wrong += back[i] != plain[i];
    printf("pass %d: digest %016" PRIx64 ", %zu bytes differ\n", p, dig, wrong);
  }
  clock_gettime(CLOCK_MONOTONIC, &t1);
  fprintf(stderr, "%.3f s\n", (t1.tv_sec - t0.tv_sec) + 1e-9 * (t1.tv_nsec - t0.tv_nsec));
  free(plain);
  free(cipher);
  free(back);
  return 0;
}
