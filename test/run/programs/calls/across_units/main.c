// SPDX-License-Identifier: Apache-2.0
//
// Loops here, what they call there; a global defined in a third unit.
#include "../../digest.h"
#include "unit.h"

static double out[COUNT];

int main(void) {
  struct state state = {{0}, 3};
  prepare(&state);
  for (int i = 0; i < COUNT; i++)
    out[i] = value_of(&state, i);
  for (int i = 0; i < COUNT; i++)
    accumulate(&state, i);
  for (int i = 0; i < COUNT; i++)
    out[i] += scaled(i) + inline_half(i);
  printf("%d %d\n", state.calls, settings.uses);
  show("out", out, sizeof out);
  show("cells", state.cells, sizeof state.cells);
  show("log", log_of_calls, sizeof(int) * COUNT);
  return 0;
}
