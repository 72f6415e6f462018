// SPDX-License-Identifier: Apache-2.0
//
// Looks like a reduction, but the running value is seen or mixed.
#include "../digest.h"

#define N 100000
static int a[N], prefix[N];

int main(void) {
  int sum = 0, mixed = 1, seen = 0, self = 3, limit = 0, swing = 0;
  unsigned poly = 0;
  for (int i = 0; i < N; i++)
    a[i] = (i * 37) % 101;
  for (int i = 0; i < N; i++) {
    sum += a[i];
    prefix[i] = sum;
  }
  for (int i = 0; i < N; i++) {
    mixed += a[i];
    mixed = (int)((unsigned)mixed * 3u & 0xfffff);
  }
  for (int i = 0; i < N; i++) {
    seen += a[i];
    if (seen > 1000)
      seen -= 900;
  }
  for (int i = 0; i < N; i++)
    self += (self & 1) + a[i];
  for (int i = 0; i < N; i++)
    poly = poly * 31 + (unsigned)a[i];
  for (int i = 0; i < N && limit < 100000; i++)
    limit += a[i];
  for (int i = 0; i < N; i++)
    swing = a[i] - swing;
  printf("%d %d %d %d %u %d %d\n", sum, mixed, seen, self, poly, limit, swing);
  show("prefix", prefix, sizeof prefix);
  return 0;
}
