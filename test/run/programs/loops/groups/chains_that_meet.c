// SPDX-License-Identifier: Apache-2.0
// HOCKETCC: --always-groups
// REGIONS: 1
//
// Chains that meet again in each step: loops and calls behind them read what
// they leave, in arrays and in scalars that cores have copies of.
#include "../../digest.h"

enum { N = 500 };
static double a[N], b[N], c[N], d[N], e[N], f[N];

static double folded(const double *p, int n) {
  double s = 0;
  for (int i = 0; i < N; i++)
    s = s * 0.5 + p[i] * n;
  return s;
}

int main(void) {
  int na = 0, nc = 0, k;
  double s1 = 0, s2 = 0;
  for (int i = 0; i < N; i++) {
    a[i] = i % 7;
    c[i] = i % 5;
    e[i] = i % 9;
  }
  for (int r = 0; r < 12; r++) {
    for (k = 0; k < 5; k++) {
      for (int i = 1; i < N - 1; i++)
        b[i] = 0.5 * a[i] + 0.25 * (a[i - 1] + a[i + 1]);
      for (int i = 1; i < N - 1; i++)
        a[i] = b[i];
      na++;
    }
    for (k = 2; k < 9; k++) {
      for (int i = 1; i < N - 1; i++)
        d[i] = 0.5 * c[i] + 0.25 * (c[i - 1] + c[i + 1]);
      for (int i = 1; i < N - 1; i++)
        c[i] = d[i];
      nc += 2;
    }
    s1 += folded(e, r);
    s2 += folded(a, na) + folded(c, nc);
    for (int i = 0; i < N; i++)
      f[i] = a[i] + c[i] + k;
    for (int i = 0; i < N; i++)
      e[i] += f[N - 1 - i] * 0.001;
  }
  printf("%d %d %d %.17g %.17g\n", na, nc, k, s1, s2);
  show("a", a, sizeof a);
  show("c", c, sizeof c);
  show("e", e, sizeof e);
  return 0;
}
