// Encrypts records with AES-128 in counter mode and authenticates each with SHA-256; also a table of CRCs.
// TARGET: aarch64-linux-gnu riscv64-linux-gnu (__int128)
// ARGS: 40 600
// BENCH: 3000 6000
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  uint8_t round[11][16];
} Key;

typedef struct {
  uint32_t h[8];
  uint8_t block[64];
  size_t filled;
  uint64_t length;
} Hash;

typedef struct {
  uint8_t *data;
  size_t size;
  uint8_t tag[32];
  uint32_t crc;
} Record;

static uint8_t sbox[256];
static uint32_t crcTable[256];
static uint32_t sha[64];

static uint8_t timesTwo(uint8_t v) { return (uint8_t)(v << 1 ^ (v >> 7) * 0x1b); }

static uint8_t multiply(uint8_t a, uint8_t b) {
  uint8_t p = 0;
  while (b) {
    if (b & 1)
      p ^= a;
    a = timesTwo(a);
    b >>= 1;
  }
  return p;
}

static uint8_t rotate8(uint8_t v, int n) { return (uint8_t)(v << n | v >> (8 - n)); }

static void makeTables(void) {
  for (int i = 0; i < 256; i++) {
    uint8_t inverse = 0;
    for (int k = 1; k < 256; k++)
      if (multiply((uint8_t)i, (uint8_t)k) == 1)
        inverse = (uint8_t)k;
    sbox[i] = inverse ^ rotate8(inverse, 1) ^ rotate8(inverse, 2) ^ rotate8(inverse, 3) ^ rotate8(inverse, 4) ^ 0x63;
  }
  for (uint32_t i = 0; i < 256; i++) {
    uint32_t c = i;
    for (int k = 0; k < 8; k++)
      c = c & 1 ? c >> 1 ^ 0xedb88320u : c >> 1;
    crcTable[i] = c;
  }
  /* Fractional parts of the cube roots of the first 64 primes, by bisection in integers. */
  int found = 0;
  for (unsigned p = 2; found < 64; p++) {
    int isPrime = 1;
    for (unsigned d = 2; d * d <= p; d++)
      if (p % d == 0)
        isPrime = 0;
    if (!isPrime)
      continue;
    unsigned long long low = 0, high = 8ULL << 32;
    while (high - low > 1) {
      unsigned long long mid = (low + high) / 2;
      unsigned __int128 cube = (unsigned __int128)mid * mid;
      cube = (cube >> 32) * mid >> 32;
      if (cube >> 32 >= p)
        high = mid;
      else
        low = mid;
    }
    sha[found++] = (uint32_t)low;
  }
}

static void expandKey(const uint8_t key[16], Key *k) {
  uint8_t constant = 1;
  memcpy(k->round[0], key, 16);
  for (int r = 1; r <= 10; r++) {
    uint8_t *now = k->round[r];
    const uint8_t *before = k->round[r - 1];
    for (int i = 0; i < 4; i++)
      now[i] = before[i] ^ sbox[before[12 + (i + 1) % 4]];
    now[0] ^= constant;
    constant = timesTwo(constant);
    for (int i = 4; i < 16; i++)
      now[i] = before[i] ^ now[i - 4];
  }
}

static void encryptBlock(const Key *k, const uint8_t in[16], uint8_t out[16]) {
  uint8_t s[16], t[16];
  for (int i = 0; i < 16; i++)
    s[i] = in[i] ^ k->round[0][i];
  for (int r = 1; r <= 10; r++) {
    for (int column = 0; column < 4; column++)
      for (int row = 0; row < 4; row++)
        t[4 * column + row] = sbox[s[4 * ((column + row) % 4) + row]];
    if (r < 10)
      for (int column = 0; column < 4; column++) {
        uint8_t *c = t + 4 * column;
        uint8_t all = c[0] ^ c[1] ^ c[2] ^ c[3], first = c[0];
        for (int row = 0; row < 3; row++)
          c[row] ^= all ^ timesTwo(c[row] ^ c[row + 1]);
        c[3] ^= all ^ timesTwo(c[3] ^ first);
      }
    for (int i = 0; i < 16; i++)
      s[i] = t[i] ^ k->round[r][i];
  }
  memcpy(out, s, 16);
}

static void encrypt(const Key *k, uint32_t number, uint8_t *data, size_t size) {
  uint8_t counter[16] = {0}, stream[16];
  memcpy(counter, &number, sizeof number);
  for (size_t at = 0; at < size; at += 16) {
    uint32_t n = (uint32_t)(at / 16);
    memcpy(counter + 12, &n, sizeof n);
    encryptBlock(k, counter, stream);
    for (size_t i = 0; i < 16 && at + i < size; i++)
      data[at + i] ^= stream[i];
  }
}

static uint32_t right(uint32_t v, int n) { return v >> n | v << (32 - n); }

static void compress(Hash *h) {
  uint32_t w[64], v[8];
  for (int i = 0; i < 16; i++)
    w[i] = (uint32_t)h->block[4 * i] << 24 | h->block[4 * i + 1] << 16 | h->block[4 * i + 2] << 8 | h->block[4 * i + 3];
  for (int i = 16; i < 64; i++) {
    uint32_t a = right(w[i - 15], 7) ^ right(w[i - 15], 18) ^ w[i - 15] >> 3;
    uint32_t b = right(w[i - 2], 17) ^ right(w[i - 2], 19) ^ w[i - 2] >> 10;
    w[i] = w[i - 16] + a + w[i - 7] + b;
  }
  for (int i = 0; i < 8; i++)
    v[i] = h->h[i];
  for (int i = 0; i < 64; i++) {
    uint32_t s1 = right(v[4], 6) ^ right(v[4], 11) ^ right(v[4], 25);
    uint32_t one = v[7] + s1 + ((v[4] & v[5]) ^ (~v[4] & v[6])) + sha[i] + w[i];
    uint32_t s0 = right(v[0], 2) ^ right(v[0], 13) ^ right(v[0], 22);
    uint32_t two = s0 + ((v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]));
    for (int k = 7; k > 0; k--)
      v[k] = v[k - 1];
    v[4] += one;
    v[0] = one + two;
  }
  for (int i = 0; i < 8; i++)
    h->h[i] += v[i];
}

static void hashBytes(Hash *h, const uint8_t *data, size_t size) {
  h->length += size;
  while (size--) {
    h->block[h->filled++] = *data++;
    if (h->filled == 64) {
      compress(h);
      h->filled = 0;
    }
  }
}

static void sealRecord(const Key *k, uint32_t number, Record *record) {
  Hash h = {{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19},
            {0}, 0, 0};
  encrypt(k, number, record->data, record->size);
  hashBytes(&h, record->data, record->size);
  uint64_t bitCount = h.length * 8;
  uint8_t end = 0x80, zero = 0, length[8];
  hashBytes(&h, &end, 1);
  while (h.filled != 56)
    hashBytes(&h, &zero, 1);
  for (int i = 0; i < 8; i++)
    length[i] = (uint8_t)(bitCount >> (56 - 8 * i));
  hashBytes(&h, length, 8);
  for (int i = 0; i < 32; i++)
    record->tag[i] = (uint8_t)(h.h[i / 4] >> (24 - 8 * (i % 4)));
  uint32_t crc = ~0u;
  for (size_t i = 0; i < record->size; i++)
    crc = crcTable[(crc ^ record->data[i]) & 255] ^ crc >> 8;
  record->crc = ~crc;
}

int main(int argc, char **argv) {
  int count = argc > 1 ? atoi(argv[1]) : 100;
  size_t size = argc > 2 ? strtoul(argv[2], NULL, 10) : 1000;
  Record *records = calloc(count, sizeof *records);
  Key key;
  uint8_t secret[16];
  makeTables();
  for (int i = 0; i < 16; i++)
    secret[i] = (uint8_t)(i * 17 + 3);
  expandKey(secret, &key);
  for (int r = 0; r < count; r++) {
    records[r].size = size + r % 37;
    records[r].data = malloc(records[r].size);
    for (size_t i = 0; i < records[r].size; i++)
      records[r].data[i] = (uint8_t)(i * r + (i >> 8));
  }
  for (int r = 0; r < count; r++)
    sealRecord(&key, (uint32_t)r, &records[r]);
  uint32_t all = 0;
  uint8_t mixed[32] = {0};
  for (int r = 0; r < count; r++) {
    all ^= records[r].crc;
    for (int i = 0; i < 32; i++)
      mixed[i] ^= records[r].tag[i];
  }
  printf("crc %08x tags ", all);
  for (int i = 0; i < 32; i++)
    printf("%02x", mixed[i]);
  printf("\n");
  for (int r = 0; r < count; r++)
    free(records[r].data);
  free(records);
  return 0;
}
