/* SPDX-License-Identifier: Apache-2.0 */
/* Each iteration has a buffer that it fills before it reads it. */
#include <stdio.h>
#include <stdlib.h>

static int m[256][64], out[256][64];

static __attribute__((noinline)) void filter(int *scratch) {
  for (int i = 0; i < 256; i++) {
    for (int j = 0; j < 64; j++)
      scratch[j] = m[i][j] * 3 + j;
    for (int j = 1; j < 63; j++)
      out[i][j] += scratch[j - 1] ^ scratch[j + 1];
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
  int *scratch = malloc(64 * sizeof *scratch);
  if (!scratch)
    return 1;
  for (int t = 0; t < 3; t++) {
    for (int i = 0; i < 256; i++)
      for (int j = 0; j < 64; j++)
        m[i][j] = (int)(next() % 999), out[i][j] += (int)(next() % 9);
    filter(scratch);
    for (int i = 0; i < 256; i++)
      for (int j = 0; j < 64; j++)
        sum = sum * 31 + (unsigned)out[i][j];
    printf("%u\n", sum);
  }
  free(scratch);
  return 0;
}
