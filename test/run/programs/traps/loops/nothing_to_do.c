// SPDX-License-Identifier: Apache-2.0
//
// Loops of no or of one iteration: bounds in the wrong order, empty inner
// loops, last values that stay as they were.
#include "../../digest.h"
static unsigned a[1200];
static void run(int lo, int hi, int m) {
  int i = -7, j = -8;
  unsigned last = 99, sum = 5, most = 0, w[8] = {1, 2};
  for (i = lo; i < hi; i++) {
    last = a[i];
    sum += last;
    if (last > most)
      most = last;
    for (j = 0; j < m; j++)
      w[j & 7] = last + (unsigned)j;
    a[i] = w[0] + w[3];
  }
  printf("%d %d %u %u %u\n", i, j, last, sum, most);
  for (i = hi - 1; i > lo; i -= 3)
    for (j = i; j < lo + m; j++)
      a[j] += 1u;
  printf("%d %d\n", i, j);
  unsigned u, n = (unsigned)(hi - lo);
  for (u = 0; u < n && u < 1000u; u++)
    a[u] ^= 9u;
  printf("%u\n", u);
  show("w", w, sizeof w);
}
int main(void) {
  for (int i = 0; i < 1200; i++)
    a[i] = (unsigned)i * 3u;
  for (int lo = 0; lo < 3; lo++)
    for (int hi = 0; hi < 4; hi++)
      for (int m = 0; m < 3; m++)
        run(lo, hi, m);
  run(900, 100, 5);
  run(100, 900, 0);
  run(100, 900, 9);
  show("a", a, sizeof a);
  return 0;
}
