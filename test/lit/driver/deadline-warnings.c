// SPDX-License-Identifier: Apache-2.0
// What is put around a loop with a deadline brings no warnings, in no standard;
// and where the user's own text is compiled, its pragma is known.
// RUN: rm -rf %t && mkdir %t
// RUN: %hocketcc -O2 -Wall -Wextra -Werror -std=gnu89 -Wdeclaration-after-statement %s -o %t/a 2>&1 | count 0
// RUN: %hocketcc -O2 -Wall -Werror -MD -MF %t/a.d %s -o %t/b 2>&1 | count 0
// RUN: %hocketcc -O2 -Wall -Werror -c %s -o %t/a.o 2>&1 | count 0
// RUN: %hocketcc -O2 %t/a.o -o %t/c 2>&1 | count 0
// RUN: %t/a && %t/b && %t/c
// RUN: %hocketcc -O2 --check-dependences %s -o %t/checked && %t/checked
#include <stdio.h>

static double a[1000];

int main(void) {
  int t;
#pragma GCC ivdep
#pragma hocket deadline(100us)
  for (t = 0; t < 5; t++) {
    double sum = 0;
    int i;
    for (i = 0; i < 1000; i++)
      a[i] = a[i] * 0.5 + t;
    for (i = 0; i < 1000; i++)
      sum += a[i];
    if (sum < 0)
      puts("negative");
  }
  return 0;
}
