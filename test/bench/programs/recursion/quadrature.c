// SPDX-License-Identifier: Apache-2.0
// Adaptive quadrature of a family of functions: an interval is halved until the
// estimate rests.
//
// SMALL: 3 1e-6
//
// The functions of the family are independent, and so are the two halves of an
// interval; how deep each goes is not known before.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct {
  double a, b;
  double fa, fm, fb;
  double whole;
} Interval;

static double f(double x, double k) {
  return sin(k / (x * x + 1e-2)) * exp(-x) + sqrt(fabs(x - 0.3));
}

static Interval make(double a, double fa, double b, double fb, double k) {
  double fm = f(0.5 * (a + b), k);
  return (Interval){a, b, fa, fm, fb, (b - a) / 6.0 * (fa + 4.0 * fm + fb)};
}

static double integrate(Interval i, double k, double tolerance) {
  double m = 0.5 * (i.a + i.b);
  Interval left = make(i.a, i.fa, m, i.fm, k),
           right = make(m, i.fm, i.b, i.fb, k);
  double error = left.whole + right.whole - i.whole;
  if (fabs(error) <= 15.0 * tolerance || i.b - i.a < 1e-7)
    return left.whole + right.whole + error / 15.0;
  double lower = integrate(left, k, 0.5 * tolerance);
  double upper = integrate(right, k, 0.5 * tolerance);
  return lower + upper;
}

int main(int argc, char **argv) {
  int count = argc > 2 ? atoi(argv[1]) : 36;
  double tolerance = argc > 2 ? atof(argv[2]) : 1e-12;
  double *result = malloc(count * sizeof *result);
  if (!result)
    return 1;
  for (int n = 0; n < count; n++) {
    double k = 1.0 + n;
    result[n] =
        integrate(make(0.0, f(0.0, k), 2.0, f(2.0, k), k), k, tolerance);
  }
  for (int n = 0; n < count; n += 9)
    printf("%.17g\n", result[n]);
  free(result);
  return 0;
}
