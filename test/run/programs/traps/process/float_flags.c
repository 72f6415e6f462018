// SPDX-License-Identifier: Apache-2.0
// FLAGS: -lm -frounding-math -ftrapping-math
//
// Flags of floating point that a loop raises, wherever its parts run, and that
// are asked for afterwards.
#include "../../digest.h"
#include <fenv.h>
#include <math.h>
static double a[1200], b[1200];
static void print(const char *name) {
  int f = fetestexcept(FE_ALL_EXCEPT);
  printf("%s %d %d %d %d\n", name, !!(f & FE_DIVBYZERO), !!(f & FE_INVALID),
         !!(f & FE_OVERFLOW), !!(f & FE_INEXACT));
  feclearexcept(FE_ALL_EXCEPT);
}
static void divide(int n) {
  for (int i = 0; i < n; i++)
    b[i] = 1.0 / a[i];
}
static void root(int n) {
  for (int i = 0; i < n; i++)
    b[i] = sqrt(a[i]);
}
int main(void) {
  for (int i = 0; i < 1200; i++)
    a[i] = 4;
  feclearexcept(FE_ALL_EXCEPT);
  divide(1000);
  print("exact");
  a[900] = 0;
  divide(1000);
  print("divided by zero in the last part");
  a[900] = 3;
  divide(1000);
  print("inexact in the last part");
  a[900] = 4;
  a[10] = -1;
  root(1000);
  print("invalid in the first part");
  a[10] = 4;
  a[999] = 1e-310;
  divide(1000);
  print("overflow at the end");
  b[10] = b[999] = 0;
  show("b", b, 900 * sizeof *b);
  return 0;
}
