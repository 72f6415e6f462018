// SPDX-License-Identifier: Apache-2.0
//
// What a branch guards is not loaded before the nest.
// HOCKETCC: --always-transform
#include <stdio.h>
#include <stdlib.h>
struct s {
  int pad;
  double *v;
};
__attribute__((noinline)) void f(double *x, struct s *p, int n, int m) {
  for (int j = 0; j < m; j++)
    for (int i = 0; i < n; i++)
      if (p)
        x[i * m + j] += p->v[j];
      else
        x[i * m + j] += 1;
}
int main(void) {
  int n = 70, m = 70;
  double *x = calloc(n * m, 8);
  struct s q = {0, calloc(m, 8)};
  f(x, &q, n, m);
  f(x, 0, n, m);
  q.v = x;
  f(x, &q, n, m);
  double s = 0;
  for (int i = 0; i < n * m; i++)
    s += x[i] * i;
  printf("%g\n", s);
}
