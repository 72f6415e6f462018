// SPDX-License-Identifier: Apache-2.0
//
// Pointers that go out from restrict parameters, declared arrays of other types;
// and the same loops where the pointers do meet.
// FLAGS: -O3
#include "../digest.h"
static double a[9000], b[9000];
static float values[9000];
static int places[9000];
static void steps(double *restrict p, const double *q, int n) {
  double *to = p + 4;
  for (int i = 0; i < n; i++)
    to[i] = q[i * 7 % 101] * 0.5;
}
static void walk(double *restrict p, const double *restrict q, int n) {
  for (int i = 0; i < n; i++)
    *p++ = *q++ + 1;
}
static void same(double *restrict p, int n) {
  double *to = p + 1;
  for (int i = 0; i < n; i++)
    to[i] = p[i] * 0.5;
}
static void declared(const int *at, int n) {
  for (int i = 0; i < n; i++)
    values[i] = (float)at[i * 13 % 1009];
}
static void themselves(const float *from, int n) {
  for (int i = 0; i < n; i++)
    values[i + 1] = from[i] * 0.5f;
}
int main(void) {
  static const int sizes[] = {0, 1, 2, 7, 100, 8500};
  for (int i = 0; i < 9000; i++)
    a[i] = i, b[i] = i * 0.25, places[i] = i * 3;
  for (int s = 0; s < 6; s++) {
    int n = sizes[s];
    steps(a, b, n);
    show("steps", a, sizeof a);
    walk(b, a, n);
    show("walk", b, sizeof b);
    same(a, n);
    show("same", a, sizeof a);
    declared(places, n);
    show("declared", values, sizeof values);
    themselves(values, n);
    show("themselves", values, sizeof values);
  }
  return 0;
}
