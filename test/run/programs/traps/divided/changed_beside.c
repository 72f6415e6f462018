// SPDX-License-Identifier: Apache-2.0
//
// Statements that change, beside a recursive call, what an argument of the call
// names: before the call and after it.
#include <stdio.h>
__attribute__((noinline)) static int f(int n) {
  int x = 1, y;
  if (n < 2)
    return 1;
  y = (x = n - 1) * 2, x = f(x) + f(n - 2);
  return x + y;
}
__attribute__((noinline)) static int g(int n) {
  int i = 0, r;
  if (n < 2)
    return 1;
  r = i++ * 0 + g(n - 1) + g(n - 2);
  return r + i;
}
__attribute__((noinline)) static int h(int n) {
  int i = 0;
  if (n < 2)
    return 1;
  return ++i ? h(n - i) + h(n - 2) : 0;
}
__attribute__((noinline)) static int k(int n) {
  int i = 0, r;
  if (n < 2)
    return 1;
  r = (i = 1) + 0;
  return (i += 1, k(n - i), i += 1, k(n - i) * 3);
}
int main(void) {
  printf("%d %d %d %d\n", f(12), g(12), h(12), k(25));
  return 0;
}
