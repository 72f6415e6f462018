// SPDX-License-Identifier: Apache-2.0
//
// A size that each core computes for itself, used by tasks and needed after
// the region: nobody may see it before or twice changed.
#include "../digest.h"

#define N 4096
static int a[N], b[N];

static void shrink(int *to, const int *from, int n) {
  for (int i = 0; i < n / 2; i++)
    to[i] = (from[2 * i] + from[2 * i + 1]) & 0xffff;
}

int main(void) {
  for (int round = 0; round < 200; round++) {
    int n = N;
    for (int i = 0; i < N; i++)
      a[i] = i ^ round;
    while (n > 4) {
      shrink(b, a, n);
      n /= 2;
      for (int i = 0; i < n; i++)
        a[i] = b[i];
    }
    if (round % 50 == 0)
      printf("%d %d %d\n", n, a[0], b[n]);
  }
  show("a", a, sizeof a);
  show("b", b, sizeof b);
  return 0;
}
