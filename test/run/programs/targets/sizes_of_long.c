// SPDX-License-Identifier: Apache-2.0
//
// long and pointers have 32 bits on some machines: sums of them wrap there,
// counters of that type are 4 bytes apart, and indexes wrap as size_t does.
#include "../digest.h"

#include <limits.h>
#include <stdint.h>
#include <stdlib.h>

#define SIZE 30000
#define KINDS 700

static unsigned char kind[SIZE];
static long counts[KINDS], values[SIZE];
static unsigned long odd[SIZE];
static size_t places[SIZE];
static long *where[SIZE];

static void fill(void) {
  for (int i = 0; i < SIZE; i++) {
    kind[i] = (unsigned char)(i * 13 + i / 77);
    values[i] = (long)((unsigned long)i * 2654435761u);
    odd[i] = 2 * (unsigned long)i + 1;
    places[i] = (size_t)i * sizeof(long);
  }
}

static void reduce(void) {
  unsigned long sum = 0, product = 1, parity = 0;
  long least = LONG_MAX, most = LONG_MIN;
  for (int i = 0; i < SIZE; i++) {
    sum += (unsigned long)values[i];
    product *= odd[i];
    parity ^= odd[i] << i % 8;
    if (values[i] < least)
      least = values[i];
    if (values[i] > most)
      most = values[i];
  }
  printf("%lu %lu %lu %ld %ld\n", sum, product, parity, least, most);
}

static void count_all(void) {
  for (int i = 0; i < SIZE; i++)
    counts[kind[i] * 2 + 3]++;
}

/* Subscripts computed in size_t, beyond and back. */
static void wrap_around(void) {
  size_t back = (size_t)0 - 5;
  for (size_t i = 5; i < SIZE; i++)
    values[i + back] ^= (long)places[i];
}

/* Pointers, their differences, and blocks on the heap. */
static void point(void) {
  long *block = malloc(SIZE * sizeof *block);
  long long distance = 0;
  for (int i = 0; i < SIZE; i++)
    where[i] = &block[(i * 7) % SIZE];
  for (int i = 0; i < SIZE; i++)
    block[i] = values[i] / 3;
  for (int i = 0; i < SIZE; i++)
    distance += (where[i] - block) * (i % 5);
  for (long *p = block; p < block + SIZE; p++)
    *p += 11;
  printf("%lld\n", distance);
  show("block", block, SIZE * sizeof *block);
  free(block);
}

int main(void) {
  fill();
  reduce();
  count_all();
  wrap_around();
  point();
  show("counts", counts, sizeof counts);
  show("values", values, sizeof values);
  return 0;
}
