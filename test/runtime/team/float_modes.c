/* SPDX-License-Identifier: Apache-2.0
 *
 * Workers compute in the entering thread's rounding mode, whatever it is at
 * that entry, and exceptions that they raise are raised for the program.
 */
#include "check.h"

#include <fenv.h>
#include <float.h>

static volatile double one = 1, three = 3, zero = 0;
static double quotient[4][8];
static long double long_quotient[4];
static int divide_by_zero;

static void divide(struct hk_core *core, void *frame) {
  (void)frame;
  quotient[core->id][0] = one / three;
  long_quotient[core->id] = (long double)one / three;
  if (core->id == 1 && divide_by_zero)
    quotient[core->id][1] = one / zero;
}

int main(void) {
#if !defined __x86_64__ && !defined __aarch64__ && !defined __arm__ &&         \
    !defined __riscv
  return 77;
#endif
  setenv("HOCKET_CORES", "4", 1);
  static const int modes[] = {FE_UPWARD, FE_DOWNWARD, FE_TONEAREST,
                              FE_TOWARDZERO};
  struct hk_region *region = new_region(divide, 4);
  double seen[4];
  for (unsigned i = 0; i < 12; i++) {
    CHECK(fesetround(modes[i % 4]) == 0);
    feclearexcept(FE_ALL_EXCEPT);
    divide_by_zero = i % 3 == 0;
    CHECK(hk_run(region, NULL));
    for (unsigned core = 1; core < 4; core++) {
      CHECK(quotient[core][0] == quotient[0][0]);
      CHECK(long_quotient[core] == long_quotient[0]);
    }
    seen[i % 4] = quotient[1][0];
    CHECK(fetestexcept(FE_INEXACT));
    CHECK(!!fetestexcept(FE_DIVBYZERO) == divide_by_zero);
    CHECK(!fetestexcept(FE_INVALID));
    CHECK(fegetround() == modes[i % 4]);
  }
  CHECK(seen[0] > seen[1] && seen[1] == seen[3]);
  return 0;
}
