// SPDX-License-Identifier: Apache-2.0
//
// p[(i * m + j) * l + k] with loops that run past the extents m and l.
#include "../../digest.h"
static unsigned a[20000];
static void box(unsigned *p, const int *to, int m, int l) {
  int n0 = to[0], n1 = to[1], n2 = to[2];
  for (int i = 0; i < n0; i++)
    for (int j = 0; j < n1; j++)
      for (int k = 0; k < n2; k++)
        p[(i * m + j) * l + k] =
            p[(i * m + j) * l + k] * 3u + (unsigned)(i + 10 * j + 100 * k);
}
static void carried(unsigned *p, const int *to, int m, int l) {
  for (int i = 1; i < to[0]; i++)
    for (int j = 0; j < to[1]; j++)
      for (int k = 0; k < to[2]; k++)
        p[(i * m + j) * l + k] += p[((i - 1) * m + j + 1) * l + k];
}
int main(void) {
  static const int to[][3] = {{12, 10, 14}, {12, 13, 14}, {12, 10, 19},
                              {1, 30, 30},  {12, 1, 40},  {0, 5, 5}};
  for (int i = 0; i < 20000; i++)
    a[i] = (unsigned)i;
  for (int t = 0; t < 6; t++)
    for (int m = 8; m <= 12; m += 2)
      for (int l = 13; l <= 15; l++) {
        box(a, to[t], m, l);
        carried(a, to[t], m, l);
      }
  show("a", a, sizeof a);
  return 0;
}
