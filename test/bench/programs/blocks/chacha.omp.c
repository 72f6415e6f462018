// SPDX-License-Identifier: Apache-2.0
// ChaCha20 in counter mode over a long message, in place, and back again.
//
// SMALL: 7000
//
// Every block of 64 bytes has its own key stream: all blocks are independent.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint32_t rotate(uint32_t v, int by) { return v << by | v >> (32 - by); }

static void quarter(uint32_t *x, int a, int b, int c, int d) {
  x[a] += x[b];
  x[d] = rotate(x[d] ^ x[a], 16);
  x[c] += x[d];
  x[b] = rotate(x[b] ^ x[c], 12);
  x[a] += x[b];
  x[d] = rotate(x[d] ^ x[a], 8);
  x[c] += x[d];
  x[b] = rotate(x[b] ^ x[c], 7);
}

static void key_stream(const uint32_t state[16], uint32_t counter,
                       uint32_t out[16]) {
  memcpy(out, state, 64);
  out[12] += counter;
  for (int round = 0; round < 10; round++) {
    quarter(out, 0, 4, 8, 12);
    quarter(out, 1, 5, 9, 13);
    quarter(out, 2, 6, 10, 14);
    quarter(out, 3, 7, 11, 15);
    quarter(out, 0, 5, 10, 15);
    quarter(out, 1, 6, 11, 12);
    quarter(out, 2, 7, 8, 13);
    quarter(out, 3, 4, 9, 14);
  }
  for (int i = 0; i < 16; i++)
    out[i] += state[i];
  out[12] += counter;
}

static void cipher(unsigned char *message, size_t n, const uint32_t state[16]) {
#pragma omp parallel for schedule(static)
  for (size_t at = 0; at < n; at += 64) {
    uint32_t stream[16];
    key_stream(state, (uint32_t)(at / 64), stream);
    size_t length = n - at < 64 ? n - at : 64;
    for (size_t i = 0; i < length; i++)
      message[at + i] ^= (unsigned char)(stream[i / 4] >> (i % 4 * 8));
  }
}

static unsigned checksum(const unsigned char *p, size_t n) {
  unsigned sum = 0;
#pragma omp parallel for schedule(static) reduction(+ : sum)
  for (size_t i = 0; i < n; i++)
    sum += p[i] * (unsigned)(i % 65521 + 1);
  return sum;
}

int main(int argc, char **argv) {
  size_t n = argc > 1 ? strtoul(argv[1], NULL, 10) : 100000000;
  uint32_t state[16] = {0x61707865, 0x3320646e, 0x79622d32, 0x6b206574};
  unsigned char *message = malloc(n);
  if (!message)
    return 1;
  for (uint32_t i = 4; i < 16; i++)
    state[i] = i * 0x01030507u;
#pragma omp parallel for schedule(static)
  for (size_t i = 0; i < n; i++)
    message[i] = (unsigned char)(i % 251);
  unsigned plain = checksum(message, n);
  cipher(message, n, state);
  unsigned secret = checksum(message, n);
  cipher(message, n, state);
  printf("%08x %08x %08x\n", plain, secret, checksum(message, n));
  free(message);
  return 0;
}
