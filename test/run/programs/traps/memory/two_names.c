// SPDX-License-Identifier: Apache-2.0
//
// One object under two names: an alias of the linker, a pointer in a table, an
// element and its array.
#include "../../digest.h"
unsigned shared[1200];
extern unsigned renamed[1200] __attribute__((alias("shared")));
static unsigned one[1200], *table[3] = {one, one + 1, shared};
static void by_alias(int n) {
  for (int i = 0; i < n; i++)
    shared[i + 1] = renamed[i] * 3u + 1u;
}
static void by_table(int j, int k, int n) {
  for (int i = 0; i < n; i++)
    table[j][i] = table[k][i] * 5u + 1u;
}
static void by_element(unsigned *e, int n) {
  for (int i = 0; i < n; i++)
    one[i] += *e;
}
int main(void) {
  for (int i = 0; i < 1200; i++)
    shared[i] = one[i] = (unsigned)i;
  by_alias(1100);
  show("shared", shared, sizeof shared);
  for (int j = 0; j < 3; j++)
    for (int k = 0; k < 3; k++)
      by_table(j, k, 1000);
  by_element(&one[0], 1000);
  by_element(&one[999], 1000);
  by_element(&one[500], 1000);
  by_element(&one[1100], 1000);
  show("one", one, sizeof one);
  show("shared", shared, sizeof shared);
  return 0;
}
