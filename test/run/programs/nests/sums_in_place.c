// SPDX-License-Identifier: Apache-2.0
//
// Scalars that hold what is stored later, where the place may and where it may
// not be used in their stead: cut into tiles, each of these would show it.
// HOCKETCC: --always-transform
#include <stdio.h>
#include <stdlib.h>
#define N 40
static double a[N][N], b[N][N];
static float f[N][N];
static void fill(int n) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      a[i][j] = (i * 7 + j * 3) % 11 / 7.0 + (i == j ? n : 0);
      b[i][j] = (i + 5 * j) % 13 / 3.0;
      f[i][j] = (float)a[i][j];
    }
}
static void say(const char *what, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      s = s * 0.99 + a[i][j] + b[i][j] * 0.5 + f[i][j];
  printf("%s %.17g\n", what, s);
}
/* LU by sums: the place is free. */
static void lu(int n) {
  double w;
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < i; j++) {
      w = a[i][j];
      for (int k = 0; k < j; k++)
        w -= a[i][k] * a[k][j];
      a[i][j] = w / a[j][j];
    }
    for (int j = i; j < n; j++) {
      w = a[i][j];
      for (int k = 0; k < i; k++)
        w -= a[i][k] * a[k][j];
      a[i][j] = w;
    }
  }
}
/* The loop reads the old value of the place. */
static void readsOld(int n) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      double w = a[i][j];
      for (int k = 0; k <= j; k++)
        w -= a[i][k] * 0.01;
      a[i][j] = w;
    }
}
/* What stores it reads the place, too. */
static void addsOld(int n) {
  for (int i = 1; i < n; i++)
    for (int j = 0; j < n; j++) {
      double w = 0;
      for (int k = 0; k < i; k++)
        w += a[k][j] * 0.01;
      a[i][j] = a[i][j] + w;
    }
}
/* Begins with nothing: the place is written before. */
static void fromZero(int n) {
  for (int i = 1; i < n; i++)
    for (int j = 0; j < n; j++) {
      double w = 0;
      for (int k = 0; k < i; k++)
        w += a[k][j] * 0.02;
      a[i][j] = w;
    }
}
/* The scalar is used after the store, and after the loop. */
static double usedLater(int n) {
  double w = 0;
  for (int i = 1; i < n; i++)
    for (int j = 0; j < n; j++) {
      w = a[i][j];
      for (int k = 0; k < i; k++)
        w -= a[k][j] * 0.03;
      a[i][j] = w;
      b[i][j] = w * 2;
    }
  return w;
}
/* Only sometimes stored. */
static void sometimes(int n) {
  for (int i = 1; i < n; i++)
    for (int j = 0; j < n; j++) {
      double w = a[i][j];
      for (int k = 0; k < i; k++)
        w -= a[k][j] * 0.05;
      if (j % 3)
        a[i][j] = w;
    }
}
/* More precise than the place. */
static void wide(int n) {
  for (int i = 1; i < n; i++)
    for (int j = 0; j < n; j++) {
      double w = f[i][j];
      for (int k = 0; k < i; k++)
        w -= f[k][j] * 0.07;
      f[i][j] = w;
    }
}
/* Another place than where it came from. */
static void elsewhere(int n) {
  for (int i = 1; i < n; i++)
    for (int j = 0; j < n; j++) {
      double w = b[i][j];
      for (int k = 0; k < i; k++)
        w -= a[k][j] * b[i][k] * 0.01;
      a[i][j] = w;
    }
}
/* Two places. */
static void twice(int n) {
  for (int i = 1; i < n; i++)
    for (int j = 0; j < n; j++) {
      double w = b[i][j];
      for (int k = 0; k < i; k++)
        w -= a[k][j] * 0.01;
      b[i][j] = w;
      w *= 0.5;
      a[i][j] = w;
    }
}
/* Set again and again, from the place. */
static void setInside(int n) {
  for (int i = 1; i < n; i++)
    for (int j = 0; j < n; j++) {
      double w = 0;
      for (int k = 0; k <= i; k++)
        w = a[i][j] * b[k][j] + a[i - 1][k] * 0.1;
      a[i][j] = w;
    }
}
/* The place is known only in the end. */
static void placeLater(int n) {
  int r = n - 1;
  for (int i = 1; i < n; i++)
    for (int j = 0; j < n; j++) {
      double w = 0;
      for (int k = 0; k < i; k++)
        w += a[n - 1 - k][j] * 0.04;
      r = n - 1 - i;
      a[r][j] = w;
    }
}
/* Inside, its names mean something else. */
static void hides(int n) {
  for (int i = 1; i < n; i++)
    for (int j = 0; j < n; j++) {
      double w = b[i][j];
      for (int k = 0; k < i; k++) {
        int j = n - 1 - k;
        w += b[k][j] * 0.04;
      }
      b[i][j] = w;
    }
}
static void hidesIterator(int n) {
  for (int i = 1; i < n; i++)
    for (int j = 0; j < n; j++) {
      double w = 0;
      const int m = i;
      for (int i = 0; i < m; i++)
        w += a[i][j] * 0.03;
      a[i][j] = w;
    }
}
/* The place may be what the loop reads by its name. */
static double scale = 0.03125;
static void named(int n, double *p) {
  for (int t = 1; t < n; t++)
    for (int j = 0; j < (p == &scale ? 1 : n); j++) {
      double w = p[j];
      for (int k = 0; k < n; k++)
        w += scale * b[t][k] * 1e-3;
      p[j] = w;
    }
}
/* The number in the place's name is another one inside. */
static void enumerated(int n) {
  enum { place = 3 };
  if (n <= place)
    return;
  for (int t = 1; t < n; t++)
    for (int j = 0; j < n; j++) {
      double w = a[place][j];
      for (int k = 0; k < place; k++) {
        int place = n - 1 - k;
        w += a[place > 3 ? place : 4 % n][j] * 0.01 * (n > 4);
      }
      a[place][j] = w;
    }
}
/* Rows that may be one. */
static void rows(int n, double *x, double *y, double *z) {
  for (int t = 1; t < n; t++)
    for (int j = 0; j < n; j++) {
      double w = x[j];
      for (int k = 0; k < n; k++)
        w += y[k] * z[k] * 1e-3;
      x[j] = w;
    }
}
int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 37;
  if (n < 1 || n > N)
    return 1;
  fill(n);
  lu(n);
  say("lu", n);
  fill(n);
  readsOld(n);
  say("readsOld", n);
  fill(n);
  addsOld(n);
  say("addsOld", n);
  fill(n);
  fromZero(n);
  say("fromZero", n);
  fill(n);
  double w = usedLater(n);
  say("usedLater", n);
  printf("%.17g\n", w);
  fill(n);
  sometimes(n);
  say("sometimes", n);
  fill(n);
  wide(n);
  say("wide", n);
  fill(n);
  elsewhere(n);
  say("elsewhere", n);
  fill(n);
  twice(n);
  say("twice", n);
  fill(n);
  setInside(n);
  say("setInside", n);
  fill(n);
  placeLater(n);
  say("placeLater", n);
  fill(n);
  hides(n);
  say("hides", n);
  fill(n);
  hidesIterator(n);
  say("hidesIterator", n);
  fill(n);
  enumerated(n);
  say("enumerated", n);
  fill(n);
  named(n, a[0]);
  say("named", n);
  named(n, &scale);
  printf("%.17g\n", scale);
  fill(n);
  rows(n, a[0], a[1], a[2]);
  say("rows apart", n);
  fill(n);
  rows(n, a[1], a[1], a[2]);
  say("rows alike", n);
  fill(n);
  rows(n, a[0], &a[0][n > 3 ? 1 : 0], a[2]);
  say("rows overlap", n);
}
