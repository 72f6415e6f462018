// SPDX-License-Identifier: Apache-2.0
//
// What a branch guards, or a loop without iterations, is not loaded before the
// nest.
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
struct matrix {
  int width;
  double *v;
};
// Of one row nothing is read of the triangle, of two only later than at first.
__attribute__((noinline)) void solve(struct matrix *l, double *b, int n, int m,
                                     int from) {
  for (int r = 0; r < m; r++)
    for (int i = 0; i < n; i++) {
      double s = b[i * m + r];
      for (int j = from; j < i; j++)
        s -= l->v[i * l->width + j] * b[j * m + r];
      b[i * m + r] = s / 2;
    }
}
// There, but not before all rows have run.
__attribute__((noinline)) void last(struct matrix **l, double *b, int n,
                                    int m) {
  for (int r = 0; r < m; r++)
    for (int i = 0; i < n; i++) {
      double s = b[i * m + r];
      for (int j = 70; j <= i; j++)
        s += (*l)->v[j] * b[j * m + r];
      b[i * m + r] = s / 2;
    }
}
int main(void) {
  int n = 70, m = 70;
  double *x = calloc(n * m, 8);
  struct s q = {0, calloc(m, 8)};
  f(x, &q, n, m);
  f(x, 0, n, m);
  q.v = x;
  f(x, &q, n, m);
  struct matrix l = {n, calloc(n * m, 8)};
  for (int i = 0; i < n * m; i++)
    l.v[i] = i % 5;
  solve(0, x, 0, m, 0);
  solve(0, x, 1, m, 0);
  solve(0, x, 0, 0, 0);
  solve(&l, x, 2, m, 0);
  solve(&l, x, n, m, 0);
  solve(&l, x, n, m, 13);
  solve(0, x, n, m, n - 1);
  solve(0, x, n, 0, 0);
  last(0, x, n, m);
  double s = 0;
  for (int i = 0; i < n * m; i++)
    s += x[i] * i;
  printf("%g\n", s);
}
