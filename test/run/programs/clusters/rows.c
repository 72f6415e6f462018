/* SPDX-License-Identifier: Apache-2.0 */
/* Rows that are no multiple of a line, of which iterations change a part. */
#include <stdio.h>

enum { rows = 300, columns = 61 };
static int m[rows][columns], n[rows][columns];

static __attribute__((noinline)) void change(int by) {
  for (int i = 0; i < rows; i++)
    for (int j = 1; j < columns - 1; j++)
      m[i][j] = m[i][j] * by + n[i][columns - 1 - j];
}

/* One after the other: the loops that fill the arrays stay sequential. */
static unsigned next(void) {
  static unsigned state = 1;
  state = state * 1103515245u + 12345u;
  return state >> 8;
}

int main(void) {
  unsigned sum = 0;
  for (int t = 0; t < 3; t++) {
    for (int i = 0; i < rows; i++)
      for (int j = 0; j < columns; j++)
        m[i][j] += (int)(next() % 100), n[i][j] = (int)(next() % 100);
    change(5 + t);
    for (int i = 0; i < rows; i++)
      for (int j = 0; j < columns; j++)
        sum = sum * 31 + (unsigned)m[i][j];
    printf("%u\n", sum);
  }
  return 0;
}
