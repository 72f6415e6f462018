// SPDX-License-Identifier: Apache-2.0
// FLAGS: -w  -lm -pthread
//
// Where the extreme is, and the first of equals.
#include <stdio.h>
static double d[500];
static int a[500];
struct {
  int best, at;
} r = {1000, -1};
int main(void) {
  for (int i = 0; i < 500; i++) {
    a[i] = (i * 37) % 101;
    d[i] = (i % 7) ? i * 0.5 : -0.0;
  }
  for (int t = 0; t < 3; t++) {
    int m = 1000, at = -1, first = -1;
    double x = 0.0;
    for (int i = 0; i < 500; i++)
      if (a[i] < m) {
        m = a[i];
        at = i;
      }
    for (int i = 0; i < 500; i++)
      if (a[i] <= r.best) {
        r.best = a[i];
        r.at = i;
      }
    for (int i = 0; i < 500; i++)
      if (first < 0 && a[i] == 50)
        first = i;
    for (int i = 0; i < 500; i++)
      x = d[i] < x ? d[i] : x;
    for (int i = 0; i < 500; i++)
      x = x > d[i] ? x : d[i];
    printf("%d %d %d %d %d %g\n", m, at, first, r.best, r.at, x);
    for (int i = 0; i < 500; i++)
      a[i] = (a[i] + 13) % 101;
  }
  return 0;
}
