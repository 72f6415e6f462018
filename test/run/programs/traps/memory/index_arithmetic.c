// SPDX-License-Identifier: Apache-2.0
//
// An injective index array, and an expression over it that is not.
#include "../../digest.h"
enum { N = 1024 };
static unsigned a[4 * N];
static int idx[N];
static unsigned char small[N];
int main(void) {
  for (int i = 0; i < N; i++)
    idx[i] = i * 5 % N, small[i] = (unsigned char)(i * 3);
  for (int i = 0; i < N; i++)
    a[2 * idx[i] + 1] += (unsigned)i;
  for (int i = 0; i < N; i++)
    a[idx[i] / 2] = a[idx[i] / 2] * 3u + (unsigned)i;
  for (int i = 0; i < N; i++)
    a[idx[i] & ~3] = (unsigned)i;
  show("halves", a, sizeof a);
  for (int i = 0; i < N; i++)
    a[idx[i] % 100] ^= (unsigned)i * 7u;
  for (int i = 0; i < N; i++)
    a[idx[i] * idx[i] % N] = (unsigned)i;
  for (int i = 0; i < N; i++)
    a[(unsigned char)idx[i]] = (unsigned)i;
  show("folded", a, sizeof a);
  for (int i = 0; i < N; i++)
    a[small[i]] += (unsigned)i;
  for (int i = 0; i < N; i++)
    a[idx[i] + i] = (unsigned)i;
  for (int i = 0; i < N; i++)
    a[idx[i] - i + N] = (unsigned)i;
  for (int i = 0; i < N; i++)
    a[idx[i & ~1]] += (unsigned)i;
  for (int i = 0; i < N; i++)
    a[idx[idx[i] / 2]] += (unsigned)i;
  show("mixed", a, sizeof a);
  return 0;
}
