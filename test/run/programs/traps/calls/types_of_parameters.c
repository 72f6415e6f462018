// SPDX-License-Identifier: Apache-2.0
//
// Functions that ask for the types of their parameters, or for their own name,
// called from loops that keep their order, so that their text could stand in
// the place of the call: a `const` of the parameter is there, and one of the
// argument is not.
#include "../../digest.h"

#include <stdio.h>
#include <string.h>

#define N 300
static double a[N], b[N];

static int ofPointee(const double *p, int n) {
  for (int i = 0; i < n; i++)
    b[i] += p[i] * 0.25;
  return _Generic(p, const double *: 1, double *: 2, default: 3);
}

static int ofItself(const int n) {
  for (int i = 0; i < n; i++)
    a[i] += b[i] * 0.5 - i;
  return _Generic(&n, const int *: 10, int *: 20, default: 30);
}

static int isPlain(double *p, int n) {
  __typeof__(n) steps = 0;
  for (int i = 0; i < n; i++)
    p[i] -= 0.125 * i;
  steps += n; // `n` is no constant here
  return steps + __builtin_types_compatible_p(__typeof__(p), double *);
}

static int itsName(double *p, int n) {
  for (int i = 0; i < n; i++)
    p[i] += strlen(__builtin_FUNCTION());
  return __builtin_FUNCTION()[0];
}

int main(void) {
  double *p = a;
  const int fixed = N - 7;
  int sum = 0;
  for (int i = 0; i < N; i++)
    a[i] = i * 0.5, b[i] = N - i;
  for (int t = 0; t < 9; t++)
    sum += ofPointee(p, N);
  printf("%d\n", sum);
  for (int t = 0; t < 9; t++)
    sum += ofItself(N - t);
  printf("%d\n", sum);
  for (int t = 0; t < 9; t++)
    sum += isPlain(p, fixed);
  printf("%d\n", sum);
  for (int t = 0; t < 9; t++)
    sum += itsName(p, fixed);
  printf("%d\n", sum);
  show("a", a, sizeof a);
  show("b", b, sizeof b);
  return 0;
}
