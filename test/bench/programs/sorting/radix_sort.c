// SPDX-License-Identifier: Apache-2.0
// Radix sort of 32-bit keys, eight bits a pass, by blocks: each block counts
// its keys, the counts become places, each block moves its keys there.
//
// SMALL: 5000
//
// Counting and moving are independent for each block, as their places do not
// overlap; turning counts into places is short and sequential.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { Digits = 256, Blocks = 64 };

static long count[Blocks][Digits];

static void pass(const uint32_t *from, uint32_t *to, long n, int shift) {
  long size = (n + Blocks - 1) / Blocks;
  for (int b = 0; b < Blocks; b++) {
    long first = b * size, last = first + size < n ? first + size : n;
    for (int d = 0; d < Digits; d++)
      count[b][d] = 0;
    for (long i = first; i < last; i++)
      count[b][from[i] >> shift & (Digits - 1)]++;
  }
  long place = 0;
  for (int d = 0; d < Digits; d++)
    for (int b = 0; b < Blocks; b++) {
      long here = count[b][d];
      count[b][d] = place;
      place += here;
    }
  for (int b = 0; b < Blocks; b++) {
    long first = b * size, last = first + size < n ? first + size : n;
    for (long i = first; i < last; i++)
      to[count[b][from[i] >> shift & (Digits - 1)]++] = from[i];
  }
}

static void sort(uint32_t *keys, uint32_t *spare, long n) {
  for (int shift = 0; shift < 32; shift += 16) {
    pass(keys, spare, n, shift);
    pass(spare, keys, n, shift + 8);
  }
}

int main(int argc, char **argv) {
  long n = argc > 1 ? atol(argv[1]) : 40000000;
  uint32_t *keys = malloc(n * sizeof *keys), *spare = malloc(n * sizeof *spare);
  if (!keys || !spare)
    return 1;
  for (long i = 0; i < n; i++) {
    uint32_t h = (uint32_t)i * 2654435761u;
    keys[i] = (h ^ h >> 15) * 2246822519u;
  }
  sort(keys, spare, n);
  long wrong = 0;
  uint32_t sum = 0;
  for (long i = 1; i < n; i++) {
    wrong += keys[i - 1] > keys[i];
    sum += keys[i] * (uint32_t)i;
  }
  printf("%ld out of order, sum %08x, median %u\n", wrong, sum, keys[n / 2]);
  free(keys);
  free(spare);
  return 0;
}
