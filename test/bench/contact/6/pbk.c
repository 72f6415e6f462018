// SPDX-License-Identifier: Apache-2.0
/* Derives keys for a list of passwords with PBKDF2-HMAC-SHA256 and checks them against a small shadow table. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  uint32_t h[8];
  uint64_t len;
  uint8_t buf[64];
  unsigned fill;
} sha256_ctx;

static const uint32_t K[64] = {
  0x428a2f98,0x71374491,0xb5c0fbcf,0xe9b5dba5,0x3956c25b,0x59f111f1,0x923f82a4,0xab1c5ed5,
  0xd807aa98,0x12835b01,0x243185be,0x550c7dc3,0x72be5d74,0x80deb1fe,0x9bdc06a7,0xc19bf174,
  0xe49b69c1,0xefbe4786,0x0fc19dc6,0x240ca1cc,0x2de92c6f,0x4a7484aa,0x5cb0a9dc,0x76f988da,
  0x983e5152,0xa831c66d,0xb00327c8,0xbf597fc7,0xc6e00bf3,0xd5a79147,0x06ca6351,0x14292967,
  0x27b70a85,0x2e1b2138,0x4d2c6dfc,0x53380d13,0x650a7354,0x766a0abb,0x81c2c92e,0x92722c85,
  0xa2bfe8a1,0xa81a664b,0xc24b8b70,0xc76c51a3,0xd192e819,0xd6990624,0xf40e3585,0x106aa070,
  0x19a4c116,0x1e376c08,0x2748774c,0x34b0bcb5,0x391c0cb3,0x4ed8aa4a,0x5b9cca4f,0x682e6ff3,
  0x748f82ee,0x78a5636f,0x84c87814,0x8cc70208,0x90befffa,0xa4506ceb,0xbef9a3f7,0xc67178f2
};

#define ROR(x, n) ((x) >> (n) | (x) << (32 - (n)))

static void sha_block(uint32_t h[8], const uint8_t *p) {
  uint32_t w[64], a = h[0], b = h[1], c = h[2], d = h[3], e = h[4], f = h[5], g = h[6], hh = h[7];
  for (int i = 0; i < 16; i++)
    w[i] = (uint32_t)p[4*i] << 24 | (uint32_t)p[4*i+1] << 16 | (uint32_t)p[4*i+2] << 8 | p[4*i+3];
  for (int i = 16; i < 64; i++) {
    uint32_t s0 = ROR(w[i-15], 7) ^ ROR(w[i-15], 18) ^ (w[i-15] >> 3);
    uint32_t s1 = ROR(w[i-2], 17) ^ ROR(w[i-2], 19) ^ (w[i-2] >> 10);
    w[i] = w[i-16] + s0 + w[i-7] + s1;
  }
  for (int i = 0; i < 64; i++) {
    uint32_t t1 = hh + (ROR(e, 6) ^ ROR(e, 11) ^ ROR(e, 25)) + ((e & f) ^ (~e & g)) + K[i] + w[i];
    uint32_t t2 = (ROR(a, 2) ^ ROR(a, 13) ^ ROR(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    hh = g; g = f; f = e; e = d + t1; d = c; c = b; b = a; a = t1 + t2;
  }
  h[0] += a; h[1] += b; h[2] += c; h[3] += d; h[4] += e; h[5] += f; h[6] += g; h[7] += hh;
}

static void sha_init(sha256_ctx *c) {
  static const uint32_t iv[8] = {0x6a09e667,0xbb67ae85,0x3c6ef372,0xa54ff53a,
                                 0x510e527f,0x9b05688c,0x1f83d9ab,0x5be0cd19};
  memcpy(c->h, iv, sizeof iv);
  c->len = 0;
  c->fill = 0;
}

static void sha_update(sha256_ctx *c, const void *data, size_t n) {
  const uint8_t *p = data;
  c->len += n;
  while (n--) {
    c->buf[c->fill++] = *p++;
    if (c->fill == 64) { sha_block(c->h, c->buf); c->fill = 0; }
  }
}

static void sha_final(sha256_ctx *c, uint8_t out[32]) {
  uint64_t bits = c->len * 8;
  uint8_t pad = 0x80;
  sha_update(c, &pad, 1);
  pad = 0;
  while (c->fill != 56) sha_update(c, &pad, 1);
  for (int i = 7; i >= 0; i--) { uint8_t b = (uint8_t)(bits >> (8 * i)); sha_update(c, &b, 1); }
  for (int i = 0; i < 32; i++) out[i] = (uint8_t)(c->h[i / 4] >> (24 - 8 * (i % 4)));
}

typedef struct { sha256_ctx inner, outer; } hmac_key;

static void hmac_setup(hmac_key *k, const char *pw, size_t n) {
  uint8_t key[64] = {0}, x[64];
  if (n > 64) {
    sha256_ctx c;
    sha_init(&c); sha_update(&c, pw, n); sha_final(&c, key);
  } else {
    memcpy(key, pw, n);
  }
  for (int i = 0; i < 64; i++) x[i] = key[i] ^ 0x36;
  sha_init(&k->inner); sha_update(&k->inner, x, 64);
  for (int i = 0; i < 64; i++) x[i] = key[i] ^ 0x5c;
  sha_init(&k->outer); sha_update(&k->outer, x, 64);
}

static void hmac(const hmac_key *k, const uint8_t *msg, size_t n, uint8_t out[32]) {
  sha256_ctx c = k->inner;
  sha_update(&c, msg, n);
  sha_final(&c, out);
  c = k->outer;
  sha_update(&c, out, 32);
  sha_final(&c, out);
}

static void pbkdf2(const char *pw, const uint8_t *salt, size_t nsalt, int iter, uint8_t dk[32]) {
  hmac_key k;
  uint8_t u[32], first[64];
  hmac_setup(&k, pw, strlen(pw));
  memcpy(first, salt, nsalt);
  memcpy(first + nsalt, "\0\0\0\1", 4);
  hmac(&k, first, nsalt + 4, u);
  memcpy(dk, u, 32);
  for (int i = 1; i < iter; i++) {
    hmac(&k, u, 32, u);
    for (int j = 0; j < 32; j++) dk[j] ^= u[j];
  }
}

typedef struct user { char name[16]; uint8_t salt[16], hash[32]; int cracked; } user;

static uint32_t st = 0xC0FFEE;
static uint32_t rnd(void) { st ^= st << 13; st ^= st >> 17; st ^= st << 5; return st; }

static void guess(int i, char *out) {
  static const char *base[] = {"dragon", "letmein", "monkey", "sunshine", "qwerty", "princess", "football", "secret"};
  static const char *suffix[] = {"", "1", "123", "!", "2024", "a-very-long-suffix-to-make-the-key-longer-than-one-sha-block-really"};
  sprintf(out, "%s%s%d", base[i % 8], suffix[i / 8 % 6], i / 48);
}

int main(int argc, char **argv) {
  int nusers = argc > 1 ? atoi(argv[1]) : 6, nguess = argc > 2 ? atoi(argv[2]) : 240;
  int iter = argc > 3 ? atoi(argv[3]) : 1150;
  user *u = calloc(nusers, sizeof *u);
  char pw[128];
  uint8_t dk[32];

  pbkdf2("password", (const uint8_t *)"salt", 4, 2, dk);      /* RFC-style self test */
  printf("self test %02x%02x%02x%02x\n", dk[0], dk[1], dk[2], dk[3]);
  for (int i = 0; i < nusers; i++) {
    sprintf(u[i].name, "user%02d", i % 100);
    for (int j = 0; j < 16; j++) u[i].salt[j] = (uint8_t)rnd();
    guess((int)(rnd() % (unsigned)(nguess * 3 / 2)), pw);
    pbkdf2(pw, u[i].salt, 16, iter, u[i].hash);
    u[i].cracked = -1;
  }
  uint32_t sum = 0;
  for (int i = 0; i < nusers; i++)
    for (int g = 0; g < nguess; g++) {
      guess(g, pw);
      pbkdf2(pw, u[i].salt, 16, iter, dk);
      for (int j = 0; j < 32; j += 4)
        sum += ((uint32_t)dk[j] << 24 | (uint32_t)dk[j+1] << 16 | (uint32_t)dk[j+2] << 8 | dk[j+3]) ^ (uint32_t)g;
      if (!memcmp(dk, u[i].hash, 32) && u[i].cracked < 0) u[i].cracked = g;
    }
  for (int i = 0; i < nusers; i++) {
    printf("%s ", u[i].name);
    if (u[i].cracked >= 0) { guess(u[i].cracked, pw); printf("cracked: %s\n", pw); }
    else printf("%02x%02x%02x%02x... not found\n", u[i].hash[0], u[i].hash[1], u[i].hash[2], u[i].hash[3]);
  }
  printf("derived %ld keys, sum %08x\n", (long)nusers * nguess, sum);
  free(u);
  return 0;
}
