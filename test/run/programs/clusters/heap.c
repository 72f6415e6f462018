/* SPDX-License-Identifier: Apache-2.0 */
/* Arrays on the heap, by pointers that a function is given. */
#include <stdio.h>
#include <stdlib.h>

static __attribute__((noinline)) void mix(int *restrict to,
                                          const int *restrict from, int n) {
  for (int i = 0; i < n; i++)
    to[i] = to[i] * 5 + from[n - 1 - i];
}

/* One after the other: the loops that fill the arrays stay sequential. */
static unsigned next(void) {
  static unsigned state = 1;
  state = state * 1103515245u + 12345u;
  return state >> 8;
}

int main(void) {
  int n = 6000;
  unsigned sum = 0;
  int *a = malloc((size_t)n * sizeof *a), *b = malloc((size_t)n * sizeof *b);
  if (!a || !b)
    return 1;
  for (int i = 0; i < n; i++)
    a[i] = i, b[i] = i * 3;
  for (int t = 0; t < 3; t++) {
    for (int i = 0; i < n; i++)
      b[i] ^= (int)(next() % 99), a[i] += (int)(next() % 99);
    mix(a, b, n);
    for (int i = 0; i < n; i++)
      sum = sum * 31 + (unsigned)a[i];
    printf("%u\n", sum);
  }
  free(a);
  free(b);
  return 0;
}
