// SPDX-License-Identifier: Apache-2.0
//
// Loops whose dependences start or end in a few iterations, or cross one.
#include "../digest.h"

#define N 1203
static double a[N], b[N], c[2 * N];
static int k[N];

static void reset(void) {
  for (int i = 0; i < N; i++) {
    a[i] = i % 17 + 1;
    b[i] = i % 13 - 4;
    k[i] = i % 5;
    c[i] = c[N + i] = i % 7;
  }
}

static void first(int n) {
  for (int i = 0; i < n; i++)
    a[i] = a[0] * 0.5 + b[i];
}

static int first_two(int n) {
  int i, seen = -1;
  for (i = 0; i < n; i++) {
    int t = k[i] + 1;
    a[i] = a[0] + a[1] + t;
    seen = t;
  }
  return i * 10 + seen;
}

static void last(int n) {
  for (int i = 0; i < n; i++)
    a[i] = a[n - 2] * 0.25 + a[n - 1] * 0.5 + b[i];
}

/* Downwards: the last iteration is the first element. */
static void downwards(int n) {
  int i;
  for (i = n - 1; i >= 0; i--) {
    for (int j = 0; j < 3; j++)
      a[i] += a[0] * 0.125 + j;
  }
  printf("%d\n", i);
}

static void moving(int n) {
  for (int i = 1; i < n; i++)
    a[i] = a[i - 1] * 0.5 + b[i];
}

static void crossing(int n) {
  for (int i = 0; i < n; i++)
    a[i] = a[n - 1 - i] * 0.5 + b[i];
}

static void crossing_down(int n) {
  for (int i = n; i >= 1; i--)
    a[i - 1] = a[n - i] * 0.5 + i;
}

static int pivot(int n, int at) {
  int count = 0, last = -1;
  for (int i = 0; i < n; i++) {
    b[i] = b[i] - b[at] * 0.5 + 1;
    count += k[i];
    if (k[i] == 4)
      last = i;
  }
  return count * 10 + last;
}

static void shifted(int n) {
  for (int i = 0; i < n; i++)
    c[2 * i] = c[i] + 1;
}

/* The start is read from what the loop writes. */
static void own_start(int n) {
  for (int i = k[0]; i < n; i++)
    k[i] = k[i] + 2;
  for (int i = k[1]; i < n; i++) {
    k[i] = i % 3;
    c[i] = c[i + 1] + 1;
    a[i] = a[i / 2] * 0.5;
  }
}

static void everything(int n) {
  reset();
  first(n);
  show("first", a, sizeof a);
  printf("%d\n", first_two(n));
  if (n >= 2)
    last(n);
  show("last", a, sizeof a);
  downwards(n);
  moving(n);
  show("moving", a, sizeof a);
  crossing(n);
  crossing_down(n);
  show("crossing", a, sizeof a);
  int at[] = {0, 1, n / 3, n - 1, n, N - 1};
  for (int i = 0; i < 6; i++)
    if (at[i] >= 0 && at[i] < N)
      printf("%d\n", pivot(n, at[i]));
  show("pivot", b, sizeof b);
  shifted(n);
  own_start(n);
  show("a", a, sizeof a);
  show("c", c, sizeof c);
  show("k", k, sizeof k);
}

int main(void) {
  static const int sizes[] = {0, 1, 2, 3, 4, 5, 6, 7, 16, 65, 130, 500, N - 1, N};
  for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++)
    everything(sizes[i]);
  everything(-3);
  return 0;
}
