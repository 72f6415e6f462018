/* SPDX-License-Identifier: Apache-2.0 */
#include "filters.h"

#include <stdio.h>

static double in[LAMPS], out[LAMPS];

int main(void) {
  for (int i = 0; i < LAMPS; i++)
    in[i] = i;
  blur(in, out, LAMPS);
  printf("plain: %g\n", out[LAMPS / 2]);
  return 0;
}
