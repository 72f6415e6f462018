// SPDX-License-Identifier: Apache-2.0
//
// One element in the middle is read by all iterations: before it is written by
// those above, after by those below. Where it lies is known at run time.
#include "../../digest.h"
static unsigned a[1600];
static void all_read(unsigned *p, int n, int k) {
  for (int i = 0; i < n; i++)
    p[i] += p[k];
}
static void not_below(unsigned *p, int n, int k) {
  for (int i = 0; i < n; i++)
    p[i] = i < k ? (unsigned)i : p[i - k] + 1u;
}
static void crossing(unsigned *p, int n, int top) {
  for (int i = 0; i < n; i++)
    p[i] = p[top - i] * 3u + 1u;
}
static void elimination(unsigned (*m)[40], int n, int k) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 40; j++)
      m[i][j] -= m[k][j] * (unsigned)i;
}
static void pivots(unsigned (*m)[40], int n) {
  for (int k = 0; k < n; k++)
    for (int i = k + 1; i < n; i++)
      for (int j = k; j < 40; j++)
        m[i][j] = m[i][j] * 3u - m[k][j] * m[i][k];
}
static void shift_in_parts(unsigned *p, int n, int k) {
  for (int i = 0; i < n; i++)
    p[i < k ? i : i + 1] = p[i + 1];
}
int main(void) {
  static unsigned m[40][40];
  static const int ks[] = {0, 1, 63, 64, 750, 1498, 1499, 1500, 1550};
  for (int i = 0; i < 1600; i++)
    a[i] = (unsigned)i, m[i / 40][i % 40] = (unsigned)i;
  for (int t = 0; t < 9; t++) {
    all_read(a, 1500, ks[t]);
    not_below(a, 1500, ks[t]);
    crossing(a, ks[t] < 1500 ? ks[t] : 1500, 1499);
    crossing(a, ks[t] / 2, ks[t]);
    shift_in_parts(a, 1500, ks[t]);
    elimination(m, 40, t * 39 / 8);
    show("a", a, sizeof a);
  }
  pivots(m, 40);
  show("m", m, sizeof m);
  return 0;
}
