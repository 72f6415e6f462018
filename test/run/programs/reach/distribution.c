// SPDX-License-Identifier: Apache-2.0
// FLAGS: -lm
//
/* Loops that are parallel in some of their statements, in every order. */
#include "../digest.h"
#include <math.h>
#include <stdlib.h>

#define N 1501
static double a[N], b[N], c[N], d[N], e[N];
static int k[N];

static void reset(void) {
  for (int i = 0; i < N; i++) {
    a[i] = i % 17;
    b[i] = i % 13 - 4;
    c[i] = i % 11;
    d[i] = i % 7 + 0.5;
    e[i] = 1;
    k[i] = i % 5;
  }
}

static void forwards(int n) {
  for (int i = 1; i < n; i++) {
    a[i] = a[i - 1] * 0.5 + b[i];
    c[i] = a[i] * a[i] + d[i];
  }
}

static void backwards(int n) {
  for (int i = 1; i < n; i++) {
    a[i] = b[i - 1] * 2;
    b[i] = c[i] + 1;
  }
}

/* Anti dependences: each must see the old values. */
static void old_values(int n) {
  for (int i = 0; i < n - 1; i++) {
    c[i] = a[i + 1] + a[i];
    a[i] = b[i] * 2;
    e[i + 1] = e[i] + a[i];
  }
}

static void repeated(int n) {
  double u;
  for (int i = 1; i < n; i++) {
    double t = d[i] + 3, v = t + 1;
    u = v - 2;
    a[i] = a[i - 1] * 0.25 + t;
    b[i] = c[i] * u;
  }
  (void)u;
}

/* The value after the loop is the last iteration's. */
static double kept(int n) {
  double u = -1;
  int i;
  for (i = 1; i < n; i++) {
    u = d[i] / 3;
    a[i] = a[i - 1] * 0.25 + u;
    b[i] = c[i] * u;
  }
  return u + i;
}

/* Computed again as an integer. */
static void indices(int n) {
  for (int i = 1; i < n; i++) {
    int at = (i * 7 + k[i]) % N, half;
    half = at / 2;
    a[i] = a[i - 1] * 0.25 + d[at];
    e[i] = d[half] * at;
  }
}

static void cycle(int n) {
  for (int i = 1; i < n; i++) {
    a[i] = b[i - 1] * 0.5;
    b[i] = a[i] + 1;
  }
}

/* What one writes, another's condition reads. */
static void conditions(int n) {
  for (int i = 1; i < n; i++) {
    if (b[i] > 0)
      a[i] = a[i - 1] + 1;
    if (a[i] > 3)
      b[i] = d[i];
    if (k[i] > 2)
      c[i] = d[i] * 2;
    else
      c[i] = a[i];
  }
}

/* 't' is changed in between, so it cannot be computed again. */
static void changed(int n) {
  for (int i = 1; i < n; i++) {
    double t = d[i];
    a[i] = a[i - 1] * 0.5 + t;
    d[i] = t + 1;
    b[i] = t * 2;
  }
}

static void printed(int n) {
  for (int i = 0; i < n; i++) {
    if (i % 500 == 0)
      printf("at %d\n", k[i]);
    c[i] = d[i] * d[i] + a[i];
  }
}

static void leaves(int n) {
  for (int i = 1; i < n; i++) {
    a[i] = a[i - 1] * 0.5 + b[i];
    if (k[i] == 9)
      continue;
    c[i] = a[i] * a[i];
  }
  for (int i = 1; i < n; i++) {
    a[i] = a[i - 1] * 0.5 + b[i];
    if (k[i] == 9)
      break;
    c[i] += a[i] * a[i];
  }
}

/* Nests, macros, comments and lines inside the statements. */
#define STEP(x, i) x[i] = x[(i) - 1] * 0.5 /* of before */ + i
static void nests(int n) {
  double row[16];
  for (int i = 1; i < n; i++) {
    STEP(a, i); /* a[i] */ STEP(b, i);
#line 300
    for (int j = 0; j < 16; j++) // work
      row[j] = d[(i + j) % N] * j;
    for (int j = 0; j < 16; j++)
      e[i] += row[15 - j];
  }
}

static int sums(int n) {
  int sum = 0, last = -1;
  for (int i = 1; i < n; i++) {
    a[i] = a[i - 1] * 0.5 + 1;
    sum += k[i];
    if (k[i] == 3)
      last = i;
    b[i] = sqrt(d[i]);
  }
  return sum * 10 + last;
}

static void overlap(double *p, double *q, int n) {
  for (int i = 1; i < n; i++) {
    p[i] = p[i - 1] * 0.5;
    q[i] = d[i] + 1;
  }
}

int main(void) {
  static const int sizes[] = {0, 1, 2, 3, 5, 9, 64, 333, N};
  for (unsigned s = 0; s < sizeof sizes / sizeof *sizes; s++) {
    int n = sizes[s];
    reset();
    forwards(n);
    show("forwards", c, sizeof c);
    backwards(n);
    show("backwards", a, sizeof a);
    old_values(n);
    show("old", c, sizeof c);
    repeated(n);
    show("repeated", b, sizeof b);
    printf("%.17g %d\n", kept(n), sums(n));
    indices(n);
    cycle(n);
    conditions(n);
    changed(n);
    show("changed", b, sizeof b);
    printed(n);
    leaves(n);
    nests(n);
    overlap(e, e + 3, n < N - 3 ? n : N - 3);
    overlap(a, e, n);
    show("a", a, sizeof a);
    show("b", b, sizeof b);
    show("c", c, sizeof c);
    show("d", d, sizeof d);
    show("e", e, sizeof e);
  }
  return 0;
}
