// SPDX-License-Identifier: Apache-2.0
// HOCKETCC: --always-groups
// REGIONS: 1
//
// Groups inside groups: a time loop around chains, two of them in a branch's
// sides, and two loops of chains that share no data.
#include "../../digest.h"

enum { N = 300, T = 12 };
static double x[12][N], y[12][N];

#define CHAIN(k, steps)                                                        \
  for (int s = 0; s < (steps); s++) {                                          \
    for (int i = 1; i < N - 1; i++)                                            \
      y[k][i] = 0.5 * x[k][i] + 0.25 * (x[k][i - 1] + x[k][i + 1]);            \
    for (int i = 1; i < N - 1; i++)                                            \
      x[k][i] = y[k][i] * 0.99;                                                \
  }

static void time_loop(void) {
  for (int t = 0; t < T; t++) {
    CHAIN(0, 4)
    CHAIN(1, 5)
    if (t % 3) {
      CHAIN(2, 3)
      CHAIN(3, t)
    } else {
      CHAIN(4, 2)
      CHAIN(5, 6)
    }
    CHAIN(6, 1)
    CHAIN(7, 7)
  }
}

static void two_loops(int n) {
  for (int t = 0; t < n; t++) {
    CHAIN(8, 3)
    CHAIN(9, 4)
  }
  for (int t = 0; t < 2 * n; t++) {
    CHAIN(10, 2)
    CHAIN(11, 1)
  }
}

int main(void) {
  for (int k = 0; k < 12; k++)
    for (int i = 0; i < N; i++)
      x[k][i] = (i * (k + 3)) % 17;
  for (int round = 0; round < 3; round++) {
    time_loop();
    two_loops(round * 3);
  }
  show("x", x, sizeof x);
  return 0;
}
