/* SPDX-License-Identifier: Apache-2.0 */
/* Partial results of chunks on all clusters. */
#include <stdio.h>

static unsigned a[5000], b[5000];

static __attribute__((noinline)) unsigned total(void) {
  unsigned sum = 0;
  unsigned most = 0;
  for (int i = 0; i < 5000; i++) {
    sum += a[i] * b[i];
    if (a[i] > most)
      most = a[i];
  }
  return sum * 31 + most;
}

/* One after the other: the loops that fill the arrays stay sequential. */
static unsigned next(void) {
  static unsigned state = 1;
  state = state * 1103515245u + 12345u;
  return state >> 8;
}

int main(void) {
  for (int t = 0; t < 4; t++) {
    for (int i = 0; i < 5000; i++)
      a[i] = next() % 1000003, b[i] = next();
    printf("%u\n", total());
  }
  return 0;
}
