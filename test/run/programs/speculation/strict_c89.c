/* SPDX-License-Identifier: Apache-2.0 */
/* CC: gcc */
/* FLAGS: -std=c89 -pedantic-errors -Wall -Wextra -Werror -Wdeclaration-after-statement -Wvla -Wlong-long */
/* SPECULATES: 1 */
/* What is put into a unit of C89 is C89, too: no inline. */
#include <stdio.h>

static int next[2000], seen[300];

/* Where it leads, nobody knows before; it fills a row of its own each time. */
static long follow(int from, int *row, int length) {
  int k, at = from, steps = 0;
  long sum = 0;
  for (k = 0; k < length; k++)
    row[k] = 0;
  while (steps++ < 3000) {
    row[at % length]++;
    at = next[at];
    sum += row[at % length];
  }
  return sum;
}

int main(void) {
  static long found[300];
  int i;
  unsigned long h = 0;
  for (i = 0; i < 2000; i++)
    next[i] = (i * 37 + 11) % 2000;
  for (i = 0; i < 300; i++) {
    found[i] = follow(i, seen, 250 + next[i] % 50);
    if (next[i] > 1990)
      next[i] = 5;
  }
  for (i = 0; i < 300; i++)
    h = h * 31 + (unsigned long)found[i];
  printf("%lu\n", h);
  return 0;
}
