// SPDX-License-Identifier: Apache-2.0
// FLAGS: -O3 -march=native -lm
//
// Products and sums that a compiler may fuse: the parallel program must fuse
// the same ones.
#include "../digest.h"

#include <math.h>

#define N 60000
static double a[N], b[N], c[N], d[N];
static float f[N], g[N];

static double determinant(double p, double q, double r, double s) {
  return p * s - q * r;
}

int main(void) {
  double s = 0.1, t = 1.7;
  for (int i = 0; i < N; i++) {
    a[i] = sin(i);
    b[i] = cos(i * 0.7);
    f[i] = (float)a[i];
    g[i] = (float)b[i];
  }
  for (int i = 0; i < N; i++)
    c[i] = a[i] * b[i] + s * t;
  for (int i = 0; i < N; i++)
    d[i] = determinant(a[i], b[i], c[i], s);
  for (int i = 1; i < N - 1; i++)
    c[i] = a[i - 1] * s + a[i] * t + a[i + 1] * s - b[i] * b[i];
  for (int i = 0; i < N; i++)
    f[i] = f[i] * g[i] - g[i] * 0.3f + f[i];
  for (int i = 0; i < N; i++) {
    double x = a[i], y = b[i];
    for (int k = 0; k < 8; k++) {
      double n = x * x - y * y + s;
      y = 2 * x * y + t;
      x = n / (1 + x * x + y * y);
      y /= 1 + n * n;
    }
    d[i] += x * y;
  }
  double sum = 0;
  for (int i = 0; i < N; i++)
    sum += c[i] * d[i];
  printf("%.17g\n", sum);
  show("c", c, sizeof c);
  show("d", d, sizeof d);
  show("f", f, sizeof f);
  return 0;
}
