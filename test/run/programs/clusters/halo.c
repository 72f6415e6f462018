/* SPDX-License-Identifier: Apache-2.0 */
/* A stencil in a loop over time: chunks need the borders of their neighbours,
 * and loops begin at the second element. */
#include <stdio.h>

static unsigned a[4096], b[4096];

static __attribute__((noinline)) void steps(int n) {
  for (int t = 0; t < n; t++) {
    for (int i = 1; i < 4095; i++)
      b[i] += a[i - 1] + 2 * a[i] + a[i + 1];
    for (int i = 1; i < 4095; i++)
      a[i] = (b[i - 1] ^ b[i + 1]) + (unsigned)t;
  }
}

/* One after the other: the loops that fill the arrays stay sequential. */
static unsigned next(void) {
  static unsigned state = 1;
  state = state * 1103515245u + 12345u;
  return state >> 8;
}

int main(void) {
  unsigned sum = 0;
  for (int i = 0; i < 4096; i++)
    a[i] = next(), b[i] = next();
  steps(20);
  for (int i = 0; i < 4096; i++)
    sum = sum * 31 + a[i] + 7 * b[i];
  printf("%u\n", sum);
  return 0;
}
