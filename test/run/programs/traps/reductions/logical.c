// SPDX-License-Identifier: Apache-2.0
//
// Logical reductions whose right side is not always evaluated, or that stop or
// flip.
#include "../../digest.h"
static unsigned a[1500], calls;
static int test(unsigned v, unsigned of) {
  calls++;
  return v % of == 0;
}
int main(void) {
  for (int i = 0; i < 1500; i++)
    a[i] = (unsigned)i * 7u + 1u;
  int any = 0, all = 1, both = 1, parity = 0, last = 0, count = 0;
  for (int i = 0; i < 1400; i++)
    any = any || test(a[i], 701);
  printf("%d %u\n", any, calls);
  for (int i = 0; i < 1400; i++)
    all = all && test(a[i] + 1u, 1);
  printf("%d %u\n", all, calls);
  for (int i = 0; i < 1400; i++)
    all &= test(a[i], 1 + (unsigned)(i == 900));
  printf("%d %u\n", all, calls);
  for (int i = 0; i < 1400; i++)
    both = a[i] > 3u && both;
  for (int i = 0; i < 1400; i++)
    if (a[i] % 5 == 0)
      parity = !parity;
  for (int i = 0; i < 1400; i++)
    last = a[i] % 9 == 0;
  for (int i = 0; i < 1400; i++)
    any = any ? a[i] % 3 == 0 : a[i] % 2 == 0; /* a state machine */
  for (int i = 0; i < 1400; i++)
    count = a[i] & 1 ? count + 1 : 0; /* the length of the last run */
  int most = 0, run = 0;
  for (int i = 0; i < 1400; i++) {
    run = a[i] % 4 ? run + 1 : 0;
    if (run > most)
      most = run;
  }
  printf("%d %d %d %d %d %d %d %u\n", any, all, both, parity, last, count, most,
         calls);
  return 0;
}
