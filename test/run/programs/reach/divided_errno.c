// SPDX-License-Identifier: Apache-2.0
//
// Parts of a divided function that set errno, in a program that reads it: they
// stay in order. Beside them parts that cannot set it.
// FLAGS: -lm
// REGIONS: 1
#include <errno.h>
#include <math.h>
#include <stdio.h>

static double values[4096];

/* The root of a negative number sets errno. */
static double roots(const double *v, int n) {
  if (n == 0)
    return 0.0;
  double left = roots(v, n / 2), right = roots(v + n / 2 + 1, n - n / 2 - 1);
  errno = 0;
  double own = sqrt(v[n / 2]);
  return errno ? left - right : left + right + own;
}

static double quiet(const double *v, int n) {
  if (n == 0)
    return 0.0;
  double left = quiet(v, n / 2), right = quiet(v + n / 2 + 1, n - n / 2 - 1);
  return left * 0.5 + right + v[n / 2];
}

/* Who comes last decides. */
static double last(const double *v, int n) {
  if (n == 1)
    return sqrt(v[0]) > 1.0 ? 1.0 : 0.0;
  double left = last(v, n / 2), right = last(v + n / 2, n - n / 2);
  return left + right;
}

int main(void) {
  for (int i = 0; i < 4096; i++)
    values[i] = (double)(i * 37 % 101) - 20.0;
  for (int n = 1; n <= 4096; n = 3 * n + 1) {
    printf("%.17g %.17g\n", roots(values, n), quiet(values, n));
    errno = 0;
    printf("%g ", last(values, n));
    printf("%d\n", errno);
  }
  return 0;
}
