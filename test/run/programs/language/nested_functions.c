// SPDX-License-Identifier: Apache-2.0
// FLAGS: -std=gnu11
// CC: gcc
//
// Only gcc knows functions in functions: compiled as it is.
#include "../digest.h"

#define N 40000
static int a[N];

int main(void) {
  int offset = 5;
  int shifted(int v) { return v * 3 + offset; }
  for (int i = 0; i < N; i++)
    a[i] = shifted(i);
  offset = 7;
  for (int i = 0; i < N; i++)
    a[i] ^= shifted(N - i);
  show("a", a, sizeof a);
  return 0;
}
