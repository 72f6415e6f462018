// SPDX-License-Identifier: Apache-2.0
// SPECULATES: 1
//
// An iteration frees a large block, which the C library gives back to the
// system as the program takes the iteration over; the next one has looked into
// the block, as far as its child knew, after a comparison of which only the
// outcome is noted. The program must not look where nothing is any more.
#include <stdio.h>
#include <stdlib.h>

enum { N = 60 };

static int has_block = 1, results[N];
static int *block;

static unsigned work(unsigned x) {
  for (int i = 0; i < 50; i++)
    x = x * 1664525u + 1013904223u + (x >> 7);
  return x;
}

int main(void) {
  block = malloc(4 << 20);
  if (!block)
    return 1;
  for (int i = 0; i < 1 << 20; i++)
    block[i] = i;
  for (int i = 0; i < N; i++) {
    unsigned w = work((unsigned)i);
    if (i == 20)
      has_block = 0;
    if (i == 24)
      free(block);
    if (i == 25)
      if (has_block > 0)
        results[i] += block[w & 0xfff];
    results[i] += (int)(w & 7);
  }
  unsigned long sum = 0;
  for (int i = 0; i < N; i++)
    sum = sum * 31 + (unsigned)results[i];
  printf("%lu\n", sum);
  return 0;
}
