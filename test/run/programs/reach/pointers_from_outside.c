// SPDX-License-Identifier: Apache-2.0
//
/* Rows taken in turn by pointers that are set before each loop. */
#include "../digest.h"

static int best[2][6007], more[3][6007];

static void steps(int n, int m) {
  int from = 0;
  for (int t = 0; t < n; t++) {
    const int *old = best[from];
    int *row = best[1 - from];
    for (int c = 1; c < m - 1; c++)
      row[c] = (old[c - 1] + old[c] * 3 + old[c + 1]) / 5 + c % 3;
    from = 1 - from;
  }
}

static void fixed(int n) {
  int from = 0;
  for (int t = 0; t < n; t++) {
    const int *old = best[from];
    int *row = best[1 - from];
    for (int c = 1; c < 6006; c++)
      row[c] = (old[c - 1] + old[c] * 3 + old[c + 1]) / 5 + c % 3;
    from = 1 - from;
  }
}

/* Here the two may be one. */
static void same(int n, int first, int second) {
  for (int t = 0; t < n; t++) {
    const int *old = more[first];
    int *row = more[second];
    for (int c = 1; c < 6006; c++)
      row[c] = old[c - 1] + old[c + 1] + t;
    first = (first + 1) % 3;
  }
}

/* Rows that overlap. */
static void shifted(int n) {
  int *flat = more[0];
  for (int t = 0; t < n; t++) {
    int *low = flat + t, *high = flat + 2 * t + 1;
    for (int c = 0; c < 6000; c++)
      high[c] = low[c] + 1;
  }
}

int main(void) {
  for (int c = 0; c < 6007; c++)
    best[0][c] = more[0][c] = more[1][c] = c * 7919 % 1001;
  for (int n = 0; n < 4; n++)
    steps(n, n + 2);
  steps(30, 6007);
  show("steps", best, sizeof best);
  fixed(31);
  show("fixed", best, sizeof best);
  same(7, 0, 2);
  same(5, 2, 1);
  show("same", more, sizeof more);
  shifted(9);
  show("shifted", more, sizeof more);
  return 0;
}
