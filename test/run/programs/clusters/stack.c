/* SPDX-License-Identifier: Apache-2.0 */
/* Arrays on the stack, and a small one that the frame holds. */
#include <stdio.h>

/* One after the other: the loops that fill the arrays stay sequential. */
static unsigned next(void) {
  static unsigned state = 1;
  state = state * 1103515245u + 12345u;
  return state >> 8;
}

int main(void) {
  unsigned a[1500], b[1500], few[4];
  unsigned sum = 0;
  for (int i = 0; i < 1500; i++)
    a[i] = 0;
  for (int t = 0; t < 4; t++) {
    for (int i = 0; i < 4; i++)
      few[i] = next();
    for (int i = 0; i < 1500; i++)
      a[i] ^= next(), b[i] = next();
    for (int i = 0; i < 1500; i++)
      a[i] = a[i] * few[i & 3] + b[i];
    for (int i = 0; i < 1500; i++) {
      sum = sum * 31 + a[i];
      if (i % 500 == 499)
        printf("%u\n", sum);
    }
  }
  return 0;
}
