/* SPDX-License-Identifier: Apache-2.0 */
#include "filters.h"

#include <stdio.h>

static double table[LAMPS], out[LAMPS];

int main(void) {
  int bright = 0;
  fill_table(table, LAMPS);
  blur(table, out, LAMPS);
  for (int i = 0; i < LAMPS; i++)
    bright += out[i] > 1;
  printf("lamps: %d\n", bright);
  return 0;
}
