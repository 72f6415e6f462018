// SPDX-License-Identifier: Apache-2.0
// FLAGS: -lm -frounding-math
//
// The rounding mode and the exception flags belong to a thread.
#include "../digest.h"

#include <fenv.h>

#define N 40000
static double d[N], e[N];
static float f[N];

int main(void) {
  for (int i = 0; i < N; i++)
    d[i] = i / 7.0;
  fesetround(FE_UPWARD);
  for (int i = 0; i < N; i++)
    e[i] = d[i] / 3.0;
  for (int i = 0; i < N; i++)
    f[i] = (float)e[i];
  fesetround(FE_TOWARDZERO);
  for (int i = 0; i < N; i++)
    d[i] = e[i] * 0.1;
  fesetround(FE_TONEAREST);
  feclearexcept(FE_ALL_EXCEPT);
  for (int i = 0; i < N; i++)
    f[i] += (float)(d[i] > 10 && d[i] < 10.001 ? d[i] / 0.0 : 1.0);
  printf("%d\n", fetestexcept(FE_DIVBYZERO) != 0);
  show("d", d, sizeof d);
  show("e", e, sizeof e);
  show("f", f, sizeof f);
  return 0;
}
