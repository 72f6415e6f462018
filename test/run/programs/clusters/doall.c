/* SPDX-License-Identifier: Apache-2.0 */
/* Iterations that change their own element, in a region that is entered more
 * than once; between, one core changes all of them. */
#include <stdio.h>

static long a[4096];

static __attribute__((noinline)) void scale(long by) {
  for (int i = 0; i < 4096; i++)
    a[i] = a[i] * by + i;
}

/* One after the other: the loops that fill the arrays stay sequential. */
static unsigned next(void) {
  static unsigned state = 1;
  state = state * 1103515245u + 12345u;
  return state >> 8;
}

int main(void) {
  unsigned long sum = 0;
  for (int t = 0; t < 3; t++) {
    for (int i = 0; i < 4096; i++)
      a[i] ^= (long)next() % 1000;
    scale(3 + t);
    for (int i = 0; i < 4096; i++)
      sum = sum * 31 + (unsigned long)a[i];
    printf("%lu\n", sum);
  }
  return 0;
}
