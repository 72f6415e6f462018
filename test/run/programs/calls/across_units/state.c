// SPDX-License-Identifier: Apache-2.0
#include "unit.h"

void prepare(struct state *state) {
  for (int i = 0; i < COUNT; i++)
    state->cells[i] = i * 5 % 333;
}

double value_of(const struct state *state, int i) {
  return state->cells[i] / 3.0 + state->cells[COUNT - 1 - i];
}

void accumulate(struct state *state, int i) {
  state->calls += i & 1;
  if (i > 0)
    state->cells[i] += state->cells[i - 1] & 3;
}
