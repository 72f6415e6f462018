// SPDX-License-Identifier: Apache-2.0
// FLAGS: -w  -lm -pthread
//
// A block's own variable takes the name of an outer one that its first loop
// uses.
#include <stdio.h>
static int a[500], b[500];
int main(int argc, char **argv) {
  (void)argv;
  int x = 5 + argc;
  {
    for (int i = 0; i < 500; i++)
      a[i] = x + i;
    int x = a[7] * 2;
    for (int i = 0; i < 500; i++)
      b[i] = x + a[i];
    printf("%d\n", x);
  }
  printf("%d %d %d\n", x, a[3], b[4]);
  return 0;
}
