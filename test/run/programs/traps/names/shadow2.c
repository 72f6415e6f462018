// SPDX-License-Identifier: Apache-2.0
// FLAGS: -w  -lm -pthread
//
// A local takes the name of a global that an earlier loop of its block uses.
#include <stdio.h>
static int a[500], b[500];
static int x = 7;
int main(void) {
  for (int i = 0; i < 500; i++)
    a[i] = x + i;
  int y = x;
  long x = sizeof x + a[3] + y;
  for (int i = 0; i < 500; i++)
    b[i] = (int)x + a[i];
  printf("%ld %d %d\n", x, a[3], b[4]);
  return 0;
}
