// SPDX-License-Identifier: Apache-2.0
// FLAGS: -lm -frounding-math
//
// A rounding mode and flags of floating point that hold for the parts of a loop
// as well; sums in the order of the text.
#include "../../digest.h"
#include <fenv.h>
static double a[1500], b[1500];
static float f[1500];
int main(void) {
  static const int modes[] = {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD,
                              FE_TOWARDZERO};
  volatile double three = 3;
  for (int i = 0; i < 1500; i++)
    a[i] = i * 0.7 + 1;
  for (int t = 0; t < 8; t++) {
    fesetround(modes[t % 4]);
    for (int i = 0; i < 1400; i++)
      b[i] = a[i] / three + b[i] * 0.1;
    for (int i = 0; i < 1400; i++)
      f[i] = (float)b[i];
    double s = 0;
    long n = 0;
    for (int i = 0; i < 1400; i++)
      s += b[i];
    for (int i = 0; i < 1400; i++)
      n += __builtin_lrint(b[i]);
    fesetround(FE_TONEAREST);
    show("b", b, sizeof b);
    show("f", f, sizeof f);
    printf("%a %ld\n", s, n);
  }
  return 0;
}
