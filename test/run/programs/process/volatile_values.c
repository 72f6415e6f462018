// SPDX-License-Identifier: Apache-2.0
//
// Every access to a volatile object happens, in order.
#include "../digest.h"

#define N 50000
static volatile int ticks, flag = 1;
static volatile unsigned char port[4];
static int a[N], b[N];

int main(void) {
  volatile int local = 0;
  for (int i = 0; i < N; i++) {
    a[i] = ticks;
    ticks = ticks + (i & 3);
  }
  for (int i = 0; i < N; i++)
    if (flag)
      b[i] = a[i] + i;
  for (int i = 0; i < N; i++)
    port[i & 3] = (unsigned char)(port[(i + 1) & 3] + i);
  for (local = 0; local < N; local++)
    b[local] ^= local;
  printf("%d %d %d %d %d %d\n", ticks, local, port[0], port[1], port[2],
         port[3]);
  show("a", a, sizeof a);
  show("b", b, sizeof b);
  return 0;
}
