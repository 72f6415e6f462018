// SPDX-License-Identifier: Apache-2.0
// FLAGS: -lm
//
/* fmax and fmin as reductions: NaN, infinities, zeros of both signs, and none
   at all. */
#include "../digest.h"
#include <math.h>

static double a[5003], b[5003];

static void spread(int n, double omega) {
  double greatest = 0.0, least = 1e30, norm = -1.0;
  for (int i = 0; i < n; i++) {
    double change = omega * (a[i] - b[i]);
    greatest = fmax(greatest, fabs(change));
    least = fmin(change * change, least);
    norm = fmax(norm, sqrt(a[i] * a[i] + b[i] * b[i]));
  }
  double all[3] = {greatest, least, norm};
  show("spread", all, sizeof all);
}

static void others(int n, double from) {
  double zero = 0.0, kept = -0.0;
  for (int i = 0; i < n; i++)
    zero = fmax(zero, a[i] - b[i]);
  for (int i = 0; i < n; i++)
    kept = fmax(kept, fabs(a[i]));
  for (int i = 0; i < n; i++)
    from = fmin(from, fabs(a[i] - b[i]));
  double all[3] = {zero, kept, from};
  show("others", all, sizeof all);
}

int main(void) {
  for (int i = 0; i < 5003; i++) {
    a[i] = (i * 37 % 1009 - 500) / 16.0;
    b[i] = (i * 53 % 877 - 400) / 32.0;
  }
  for (int n = 0; n < 5; n++) {
    spread(n, 0.5);
    others(n, NAN);
  }
  spread(5003, 1.5);
  others(5003, 1.0);
  for (int i = 0; i < 5003; i++)
    if (i % 7)
      a[i] = i % 3 ? NAN : -0.0;
  spread(5003, -1.5);
  others(5003, NAN);
  for (int i = 0; i < 5003; i++)
    a[i] = NAN;
  spread(5003, -1.5);
  others(5003, NAN);
  a[4001] = -INFINITY;
  spread(5003, 2);
  for (int i = 0; i < 5003; i++)
    a[i] = b[i] = i % 2 ? -0.0 : 0.0;
  spread(5003, 2);
  others(5003, 0.0);
  return 0;
}
