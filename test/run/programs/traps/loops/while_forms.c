// SPDX-License-Identifier: Apache-2.0
//
// Loops with 'while' and 'do': run once at least, with changes before and after
// the use, with a condition that has effects.
#include "../../digest.h"
static unsigned a[2000];
static int n_of(int n) {
  static unsigned asked;
  asked++;
  a[1999] = asked;
  return n;
}
static void run(int n) {
  int i = 0, c = n;
  do
    a[i] += 1u;
  while (++i < n);
  printf("%d\n", i);
  i = 0;
  while (i < n)
    a[i++] += 2u;
  printf("%d\n", i);
  i = -1;
  while (++i < n)
    a[i] += 3u;
  while (i-- > 0)
    a[i] ^= (unsigned)i;
  printf("%d\n", i);
  while (c > 0) {
    c--;
    a[c] += (unsigned)c;
    if (c % 7 == 3)
      c -= 2;
  }
  printf("%d\n", c);
  i = 0;
  do {
    if (i % 3 == 1)
      continue;
    a[i] ^= 77u;
  } while (i++ < n);
  for (i = 0; i < n_of(n); i++)
    a[i] += 1u;
  i = n;
  for (; i;)
    a[--i] += 5u;
  unsigned u = (unsigned)n;
  do
    a[u % 1999u] += u;
  while (u-- > 1);
  printf("%d %u\n", i, u);
  long lo = 0, hi = n;
  while (lo < hi) {
    long mid = (lo + hi) / 2;
    if (a[mid] & 1)
      lo = mid + 1;
    else
      hi = mid;
    a[mid]++;
  }
  const unsigned *p = a, *end = a + n;
  unsigned s = 0;
  while (p < end)
    s += *p++;
  printf("%ld %u\n", lo, s);
}
int main(void) {
  for (int i = 0; i < 2000; i++)
    a[i] = (unsigned)i * 3u;
  run(1500);
  run(2);
  run(1);
  run(0);
  show("a", a, sizeof a);
  return 0;
}
