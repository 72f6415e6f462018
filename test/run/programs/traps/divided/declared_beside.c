// SPDX-License-Identifier: Apache-2.0
//
// A declaration whose first variable hides another one that the calls behind it
// would name if they were made before the declaration.
#include <stdio.h>
static int m = 1;
__attribute__((noinline)) static int f(int n) {
  if (n < 2)
    return 1;
  int m = n / 2, l = f(m), r = f(n - m - 1);
  return l * 3 + r;
}
int main(void) {
  printf("%d %d\n", f(20), m);
  return 0;
}
