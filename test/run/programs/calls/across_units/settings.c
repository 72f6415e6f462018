// SPDX-License-Identifier: Apache-2.0
#include "unit.h"

struct settings settings = {0.75, 0};
int log_of_calls[COUNT];

double scaled(int i) {
  log_of_calls[i] = ++settings.uses;
  return settings.scale * i;
}
