// SPDX-License-Identifier: Apache-2.0
#include "shared.h"

int other(int *to) {
  unit_count += 10;
  for (int i = 0; i < SIZE; i++)
    to[i] ^= weigh(SIZE - i);
  return count_of_unit();
}

int other_count(void) { return count_of_unit(); }
