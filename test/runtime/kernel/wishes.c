/* SPDX-License-Identifier: Apache-2.0
 *
 * For the guest, compiled by hocketcc for two_clocks.yaml: a region whose
 * second core has less to do than the first, so that it asks for less of its
 * clock when it is done. The deadline is one that nothing meets: always the
 * dearest price.
 */
#include <stdio.h>

enum { LONG = 3000000, SHORT = 500000 };

int main(int argc, char **argv) {
  double a = argc, b = argc;
  (void)argv;
#pragma hocket deadline(1us)
  for (int turn = 0; turn < 4; turn++) {
    for (int i = 0; i < LONG; i++)
      a = a * 0.99 + i;
    for (int i = 0; i < SHORT; i++)
      b = b * 0.98 + i;
  }
  printf("%.17g %.17g\n", a, b);
  return 0;
}
