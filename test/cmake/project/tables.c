/* SPDX-License-Identifier: Apache-2.0 */
#include "filters.h"

#include <math.h>

void fill_table(double *table, int count) {
  for (int i = 0; i < count; i++)
    table[i] = 2 + sin(i * 0.001) * 0.5;
}
