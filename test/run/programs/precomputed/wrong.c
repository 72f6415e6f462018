// SPDX-License-Identifier: Apache-2.0
// PRECOMPUTES: 1
//
// Calls of which what would be foreseen is wrong, now and then or always: state
// that calls keep, results that are the next arguments, memory that the loop
// changes between them, and children that go astray where results are stale.
#include "../digest.h"
#include <stdlib.h>
#include <string.h>

enum { N = 200 };

static unsigned weights[N], cache[16], seen, grown = 1;
static int state = 7;

/* Keeps a cache: what it does depends on the calls before. */
static unsigned cached(unsigned key) {
  unsigned *slot = &cache[key % 16];
  if (*slot == 0)
    for (unsigned k = 0; k < 50; k++)
      *slot = *slot * 31 + key + k;
  else
    seen++;
  return *slot + seen;
}

static unsigned plain(unsigned key, unsigned weight) {
  for (unsigned k = 0; k < 50; k++)
    key = key * 69069u + weight;
  return key;
}

/* A generator. */
static int noise(void) {
  for (int k = 0; k < 20; k++)
    state = state * 75 % 65537;
  return state;
}

/* Reads what the loop writes. */
static unsigned window(const unsigned *from, unsigned count) {
  unsigned sum = 0;
  for (unsigned k = 0; k < count; k++)
    sum = sum * 3 + from[k];
  return sum;
}

/* Two ways to the same number. */
static unsigned twice(unsigned *a, unsigned *b, unsigned by) {
  for (unsigned k = 0; k < 30; k++) {
    *a += by;
    *b += 1;
  }
  return *a ^ by;
}

/* Reads what it then overwrites. */
static void scale(unsigned *x, unsigned by) {
  for (unsigned k = 0; k < 30; k++)
    *x = *x * 31 + by;
}

/* A sum of itself is none that can be added later. */
static unsigned grow(unsigned key) {
  for (unsigned k = 0; k < 30; k++)
    key = key * 31 + k;
  grown += grown * 2 + key;
  return key;
}

int main(void) {
  unsigned digest = 1, value = 3;
  for (unsigned i = 0; i < N; i++)
    weights[i] = i * 2654435761u >> 20;
  for (unsigned i = 0; i < N; i++)
    digest = digest * 33 ^ cached(weights[i]);
  for (unsigned i = 0; i < N; i++) /* each needs the one before */
    value = plain(value, weights[i]);
  for (unsigned i = 0; i < N; i++) /* right until the value is odd */
    if (plain(i, value) % 5 == 0)
      value += 2;
  for (unsigned i = 0; i < N; i++) /* stale results would be wild subscripts */
    weights[plain(i, 5) % N] += plain(i, 6) % 9;
  for (unsigned i = 0; i < N; i++)
    digest += (unsigned)noise() % (i + 1);
  unsigned ring[32] = {1, 2, 3};
  for (unsigned i = 0; i < N; i++)
    ring[i % 24 + 8] = window(ring + i % 16, 16) + i;
  unsigned one = 0, two = 0;
  for (unsigned i = 0; i < N; i++)
    digest ^= twice(&one, i % 3 ? &two : &one, i);
  for (unsigned i = 0; i < N; i++) {
    unsigned x = i * i; /* new in each iteration, but not empty */
    scale(&x, 7);
    digest = digest * 31 ^ x;
  }
  for (unsigned i = 0; i < N; i++) {
    digest ^= grow(i);
    if (i % 7 == 0)
      grown ^= i;
  }
  char *text = NULL;
  for (unsigned i = 1; i < N; i++) { /* a block of the result's size */
    unsigned size = plain(i, 1) % 100 + 1;
    char *longer = malloc(size + 1);
    if (!longer)
      return 1;
    memset(longer, 'a' + (int)(i % 26), size);
    longer[size] = 0;
    free(text);
    text = longer;
    digest = digest * 5 + (unsigned)strlen(text);
  }
  for (unsigned i = 0; i < 32; i++)
    digest = digest * 7 + ring[i];
  for (unsigned i = 0; i < N; i++)
    digest = digest * 11 + weights[i];
  printf("%u %u %u %u %u %u %s\n", digest, value, seen, one, two, grown, text);
  free(text);
  return 0;
}
