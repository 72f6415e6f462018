// SPDX-License-Identifier: Apache-2.0
//
// while, do, for without parts, iterating pointers, a floating iterator.
#include "../digest.h"

#define N 60000
static int a[N], b[N];
static double d[1000];

int main(void) {
  int i = 0, k;
  while (i < N) {
    a[i] = i * 3;
    i++;
  }
  i = 0;
  do {
    b[i] = a[N - 1 - i];
  } while (++i < N);
  for (;;) {
    if (--i < 0)
      break;
    a[i] -= b[i];
  }
  for (int *p = a; p < a + N; p++)
    *p = *p * 2 + 1;
  for (int *p = a, *q = b + N; p != a + N; ++p)
    *--q += *p;
  const int *end = b + N;
  long sum = 0;
  for (const int *p = b; p < end; p += 3)
    sum += *p;
  k = 0;
  for (double x = 0.0; x < 1.0; x += 0.001)
    if (k < 1000)
      d[k++] = x * x;
  for (i = 0; i < N;) {
    a[i] ^= b[i];
    i += 2;
  }
  while (1) {
    if (i <= 10)
      break;
    i -= 3;
    a[i] = i;
  }
  printf("%d %d %ld\n", i, k, sum);
  show("a", a, sizeof a);
  show("b", b, sizeof b);
  show("d", d, sizeof d);
  return 0;
}
