/* SPDX-License-Identifier: Apache-2.0 */
/* Loops that keep their order, side by side, and a last one that reads what
 * all have left. */
#include <stdio.h>

static unsigned a[2048], b[2048], c[2048], d[2048], e[2048];

static __attribute__((noinline)) void work(unsigned seed) {
  for (int i = 1; i < 2048; i++)
    a[i] = a[i - 1] * 3 + a[i] + seed;
  for (int i = 1; i < 2048; i++)
    b[i] = b[i - 1] * 5 + b[i] + seed;
  for (int i = 1; i < 2048; i++)
    c[i] = c[i - 1] * 7 + c[i] + seed;
  for (int i = 1; i < 2048; i++)
    d[i] = d[i - 1] * 9 + d[i] + seed;
  for (int i = 0; i < 2048; i++)
    e[i] = e[i] * 3 + a[i] + b[2047 - i] * 3 + c[i] + d[2047 - i];
}

/* One after the other: the loops that fill the arrays stay sequential. */
static unsigned next(void) {
  static unsigned state = 1;
  state = state * 1103515245u + 12345u;
  return state >> 8;
}

int main(void) {
  unsigned sum = 0;
  for (unsigned t = 0; t < 3; t++) {
    for (unsigned i = 0; i < 2048; i++)
      a[i] ^= next(), b[i] ^= next(), c[i] += next(), d[i] ^= next(),
          e[i] += next();
    work(t);
    for (int i = 0; i < 2048; i++)
      sum = sum * 31 + e[i] + a[i] + b[i] + c[i] + d[i];
    printf("%u\n", sum);
  }
  return 0;
}
