// SPDX-License-Identifier: Apache-2.0
//
// Variables that advance beside the iterator: by constants, under a condition,
// by each other, by factors; their values after the loop.
#include "../../digest.h"
static unsigned a[6000];
static void run(int n, int s) {
  int j = 5, k = 4000, l = 1, m = 0, p = 0;
  for (int i = 0; i < n; i++) {
    a[j] += (unsigned)i;
    j += 3;
  }
  for (int i = 0; i < n; i++) {
    a[k] ^= (unsigned)i;
    k -= s;
  }
  printf("%d %d\n", j, k);
  for (int i = 0; i < n; i++) {
    m += l; /* of second degree */
    l += 1;
    a[m % 6000] += 1u;
  }
  printf("%d %d\n", l, m);
  for (int i = 0; i < n; i++) {
    if (i % 3 == 0)
      p++;
    a[p] = a[p] * 3u + 1u;
  }
  unsigned x = 1, y = 7;
  for (int i = 0; i < n; i++) {
    x *= 3u;
    y = x + y;
    a[x % 6000u] += y;
  }
  printf("%d %u %u\n", p, x, y);
  for (int i = 0, q = n; i < n; i++, q -= 2)
    a[q < 0 ? -q : q] += (unsigned)q;
  int r = 0;
  for (int i = 0; i < 40; i++) {
    for (int t = 0; t < 25; t++)
      a[r++] ^= (unsigned)(i * t);
    if (s == 0)
      r--; /* rows overlap by one */
  }
  printf("%d\n", r);
  unsigned short w = 65000;
  for (int i = 0; i < n; i++, w += 7)
    a[w % 6000] += 3u; /* wraps */
  signed char z = 100;
  for (int i = 0; i < n; i++) {
    a[z + 200] += 1u;
    z = (signed char)(z + 11);
  }
  printf("%u %d\n", w, z);
  int before = 0, after = 0;
  for (int i = 0; i < n; i++) {
    a[after] += (unsigned)before;
    before = after;
    after = i;
  }
  printf("%d %d\n", before, after);
}
int main(void) {
  for (int i = 0; i < 6000; i++)
    a[i] = (unsigned)i;
  run(1200, 1);
  run(1200, 2);
  run(1200, 0);
  run(1200, -1);
  run(1, 1);
  run(0, 3);
  show("a", a, sizeof a);
  return 0;
}
