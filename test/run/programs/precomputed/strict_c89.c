/* SPDX-License-Identifier: Apache-2.0 */
/* FLAGS: -std=c89 -pedantic-errors -Werror=declaration-after-statement */
/* PRECOMPUTES: 1 */
/*
 * Declarations stand first in C89; what is asked before them does not.
 */
#include <stdio.h>

static unsigned table[64], best[4];

static unsigned score(unsigned key) {
  unsigned sum = key;
  int i;

  for (i = 0; i < 60; i++)
    sum = sum * 31 + table[(sum >> 7) % 64];
  return sum;
}

static void note(unsigned *to, unsigned key) {
  unsigned sum = key;
  int i;

  for (i = 0; i < 60; i++)
    sum = sum * 33 + table[(sum >> 9) % 64];
  *to = sum;
}

static void insert(unsigned value) {
  int i;

  for (i = 0; i < 4; i++)
    if (value > best[i]) {
      unsigned lower = best[i];

      best[i] = value;
      value = lower;
    }
}

int main(void) {
  unsigned i;

  for (i = 0; i < 64; i++)
    table[i] = i * 2654435761u;
  for (i = 0; i < 500; i++)
    insert(score(i));
  for (i = 0; i < 500; i++) {
    unsigned value;

    note(&value, i);
    insert(value);
  }
  printf("%u %u\n", best[0], best[3]);
  return 0;
}
