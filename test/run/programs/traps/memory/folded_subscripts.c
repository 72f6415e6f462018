// SPDX-License-Identifier: Apache-2.0
//
// Subscripts with %, /, shifts, & and ^, by constants and by values from
// outside.
#include "../../digest.h"
static unsigned a[3000];
static void by(int n, int k) {
  for (int i = 0; i < n; i++)
    a[i % k] = a[i % k] * 3u + (unsigned)i;
  for (int i = 0; i < n; i++)
    a[i / k] ^= (unsigned)i;
  for (int i = 0; i < n; i++)
    a[i - i % k] += (unsigned)i * 5u;
  for (int i = 0; i < n; i++)
    a[i ^ k] = a[i] + 1u;
  for (int i = 0; i < n; i++)
    a[i & k] += 3u;
  for (int i = 0; i < n; i++)
    a[i | k] ^= 7u * (unsigned)i;
}
int main(void) {
  for (int i = 0; i < 3000; i++)
    a[i] = (unsigned)i;
  by(900, 1);
  by(900, 2);
  by(900, 64);
  by(900, 899);
  by(900, 900);
  by(900, 1000);
  for (int i = 0; i < 900; i++)
    a[i >> 2] = (unsigned)i;
  for (int i = 0; i < 900; i++)
    a[i << 1] = a[i] + 1u;
  for (int i = 0; i < 1000; i++)
    a[i % 500 + 500 * (i / 500)] += 1u;
  for (int i = 0; i < 1000; i++)
    a[i % 500 + 499 * (i / 500)] += a[5] + (unsigned)i;
  for (int i = 0; i < 1000; i++)
    a[999 - i] = a[i] * 3u;
  for (int i = -450; i < 450; i++)
    a[i / 2 + 1000] = a[i / 2 + 1000] * 7u + (unsigned)i;
  for (int i = -450; i < 450; i++)
    a[i % 7 + 1000] = a[i % 7 + 1000] * 7u + (unsigned)i;
  for (int i = 0; i < 900; i++)
    a[(unsigned char)(i + 250)] = (unsigned)i;
  for (unsigned i = 0; i < 900; i++)
    a[(i - 100u) & 1023u] = i + a[(i - 99u) & 1023u];
  show("a", a, sizeof a);
  return 0;
}
