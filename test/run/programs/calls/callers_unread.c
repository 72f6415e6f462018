// SPDX-License-Identifier: Apache-2.0
//
// A static function that is also called from a function whose text may be
// another's in the end, and so is not read: what the callers seen pass is not
// what all pass.
#include "../digest.h"

#define N 3000
static long out[N];

static void shift(int n, int by) {
  for (int i = 0; i < n; i++)
    out[i] = out[i] * 3 + (i ^ by);
}

__attribute__((weak)) void weakly(int n) { shift(n, 9); }

int main(void) {
  shift(N, 5);
  weakly(N - 7);
  shift(N, 5);
  show("out", out, sizeof out);
  return 0;
}
