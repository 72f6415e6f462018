// Runs that take what the run before left in memory, or in a scalar, wait for
// it; those of the rows beside need not. So rows run side by side, also where
// they need each other, and where the statements branch.
// RUN: %hocketcc -O2 --no-fallback --soc=generic-4 --cores=2 -Rhocket --emit=%t %s -lm -o %t.x 2>&1 | grep "loop-jammed\|loop-doacross" | %FileCheck %s
// RUN: %FileCheck --check-prefix=TEXT %s < %t/recurrences.c
// RUN: %t.x
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

// Over-relaxation: each point needs the one before and the row above. The first
// row is 1, and jams begin there.
// CHECK: [[#@LINE+5]]:3: remark: loop is unrolled and jammed into those inside it: 4 iterations over 'i' run side by side
// CHECK: [[#@LINE+5]]:5: remark: loop is DOACROSS
// TEXT: for (int ht_i_1 = 1; ht_i_1 < (long long)ni - 2; ht_i_1 += 4) {
__attribute__((noinline)) static void relax(double *u, const double *b, int ni,
                                            int nj) {
  for (int i = 1; i <= ni; i++)
    for (int j = 1; j <= nj; j++) {
      double v = b[i * (nj + 2) + j] + u[i * (nj + 2) + j + 1] +
                 u[(i + 1) * (nj + 2) + j] + u[(i - 1) * (nj + 2) + j] +
                 u[i * (nj + 2) + j - 1];
      u[i * (nj + 2) + j] += 0.3 * (v - u[i * (nj + 2) + j]);
    }
}

// A table of dynamic programming.
static int d[901][901];
// CHECK: [[#@LINE+4]]:3: remark: loop is unrolled and jammed into those inside it: 4 iterations over 'i' run side by side
// TEXT: for (int ht_i_2 = 1;
__attribute__((noinline)) static int distance(const char *a, const char *b,
                                              int n, int m) {
  for (int i = 1; i <= n; i++)
    for (int j = 1; j <= m; j++) {
      int cost = d[i - 1][j - 1] + (a[i - 1] != b[j - 1]);
      int above = d[i - 1][j] + 1, before = d[i][j - 1] + 1;
      if (above < cost)
        cost = above;
      if (before < cost)
        cost = before;
      d[i][j] = cost;
    }
  return d[n][m];
}

// Filters of channels: the state is a scalar that is no sum.
// CHECK: [[#@LINE+4]]:3: remark: loop is unrolled and jammed into those inside it, with an element of 'z' for each: 4 iterations over 'c' run side by side
__attribute__((noinline)) static void filter(double *restrict y,
                                             const double *restrict x,
                                             int channels, int n) {
  for (int c = 0; c < channels; c++) {
    double z = 0;
    for (int t = 0; t < n; t++) {
      z = x[c * n + t] - 0.5 * z;
      y[c * n + t] = z;
    }
  }
}

// The largest change has no order, if it is of magnitudes.
// CHECK: [[#@LINE+4]]:3: remark: loop is unrolled and jammed into those inside it: 4 iterations over 'i' run side by side
__attribute__((noinline)) static double settle(double *u, const double *b,
                                               int ni, int nj) {
  double most = 0;
  for (int i = 1; i <= ni; i++)
    for (int j = 1; j <= nj; j++) {
      double d = b[i * (nj + 2) + j] + 0.2 * u[(i - 1) * (nj + 2) + j] +
                 0.3 * u[i * (nj + 2) + j - 1] - u[i * (nj + 2) + j];
      u[i * (nj + 2) + j] += d;
      if (fabs(d) > most)
        most = fabs(d);
    }
  return most;
}

// Of zeros with different signs the first would stay.
// CHECK-NOT: remark: loop is unrolled
__attribute__((noinline)) static double highest(double *u, int ni, int nj) {
  double most = 0;
  for (int i = 1; i <= ni; i++)
    for (int j = 1; j <= nj; j++) {
      double d = 0.2 * u[(i - 1) * (nj + 2) + j] +
                 0.3 * u[i * (nj + 2) + j - 1] - u[i * (nj + 2) + j];
      u[i * (nj + 2) + j] += d;
      if (d > most)
        most = d;
    }
  return most;
}

// The point to the right of the row above would come too late.
// CHECK-NOT: remark: loop is unrolled
__attribute__((noinline)) static void nine(double *u, int n) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < n; j++)
      u[i * (n + 1) + j] =
          0.3 * (u[(i - 1) * (n + 1) + j + 1] + u[i * (n + 1) + j - 1] +
                 u[(i - 1) * (n + 1) + j]);
}

int main(void) {
  double *u = calloc(502 * 502, sizeof *u), *b = calloc(502 * 502, sizeof *b);
  char text[2000];
  for (int i = 0; i < 2000; i++)
    text[i] = (char)(i * 7 % 11);
  for (int i = 0; i < 502 * 502; i++)
    b[i] = i % 17;
  int n = 500 + (text[3] == 99);
  relax(u, b, n, n);
  filter(b, u, n / 2, n);
  nine(u, n);
  u[1] += settle(u, b, n, n) + highest(u, n, n);
  printf("%d %g\n", distance(text, text + 900, n + 300, n + 400), u[n] + b[n]);
  free(u), free(b);
  return 0;
}
