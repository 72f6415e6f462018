// SPDX-License-Identifier: Apache-2.0
//
// Loops over time: buffers that change places, a step that depends on the sum
// of the last, an end that the data decide.
#include "../../digest.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>
enum { N = 900 };
static double x[N + 2], y[N + 2];
static unsigned u[N + 2], v[N + 2];
static void swapped(int steps) {
  unsigned *now = u, *next = v;
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i <= N; i++)
      next[i] = now[i - 1] + now[i + 1] + (unsigned)t;
    unsigned *s = now;
    now = next;
    next = s;
    if (t == 3)
      next = now; /* from here on in place */
  }
  show("now", now, sizeof u);
}
static int until(double small) {
  double change;
  int steps = 0;
  do {
    change = 0;
    for (int i = 1; i <= N; i++)
      y[i] = (x[i - 1] + x[i + 1]) * 0.5;
    for (int i = 1; i <= N; i++) {
      double d = fabs(y[i] - x[i]);
      if (d > change)
        change = d;
      x[i] = y[i];
    }
    steps++;
  } while (change > small && steps < 30);
  return steps;
}
static void in_place(int steps) {
  for (int t = 0; t < steps; t++)
    for (int i = 1; i <= N; i++)
      u[i] = u[i - 1] + u[i] + u[i + 1];
}
static void feedback(int steps) {
  unsigned s = 1;
  for (int t = 0; t < steps; t++) {
    unsigned sum = 0;
    for (int i = 1; i <= N; i++) {
      u[i] = u[i] * s + 1u;
      sum += u[i];
    }
    s = sum | 1u;
    if (s % 97 == 3)
      memmove(u + 1, u, N * sizeof *u);
  }
  printf("%u\n", s);
}
int main(void) {
  for (int i = 0; i < N + 2; i++)
    u[i] = v[i] = (unsigned)i, x[i] = i % 50 * 0.25;
  swapped(3);
  swapped(6);
  swapped(0);
  printf("%d %d\n", until(1e-3), until(3.0));
  in_place(4);
  feedback(9);
  show("u", u, sizeof u);
  show("x", x, sizeof x);
  return 0;
}
