// SPDX-License-Identifier: Apache-2.0
// HOCKETCC: --always-groups
// REGIONS: 1
//
// Chains of loops on groups of cores that share a counter; what they leave in
// scalars is read behind. The region is entered again and again, each time with
// other numbers of iterations in each group.
#include "../../digest.h"

enum { N = 700 };
static double a[N], b[N], c[N], d[N];

static int __attribute__((noinline)) chains(int steps, int other) {
  int t, i, last = -1, rounds = 0;
  for (t = 0; t < steps; t++) {
    for (i = 1; i < N - 1; i++)
      b[i] = 0.5 * a[i] + 0.25 * (a[i - 1] + a[i + 1]);
    for (i = 1; i < N - 1; i++)
      a[i] = 0.5 * b[i] + 0.25 * (b[i - 1] + b[i + 1]);
    last = t;
  }
  for (t = 1; t < other; t += 2) {
    for (i = 1; i < N - 1; i++)
      d[i] = 0.5 * c[i] + 0.25 * (c[i - 1] + c[i + 1]);
    for (i = 1; i < N - 1; i++)
      c[i] = 0.5 * d[i] + 0.25 * (d[i - 1] + d[i + 1]);
    rounds += 3;
  }
  return t * 10000 + last * 100 + rounds;
}

/* Nothing may leave the first chain out: the second one's counter goes on. */
static int __attribute__((noinline)) goes_on(int steps) {
  int t, n = 0;
  for (t = 0; t < steps; t++, n += 2) {
    for (int i = 1; i < N - 1; i++)
      b[i] = a[i - 1] + a[i + 1];
    for (int i = 1; i < N - 1; i++)
      a[i] = b[i] * 0.5;
  }
  for (; t < 2 * steps; t++) {
    for (int i = 1; i < N - 1; i++)
      d[i] = c[i - 1] + c[i + 1] + n;
    for (int i = 1; i < N - 1; i++)
      c[i] = d[i] * 0.5;
  }
  return t + n;
}

int main(void) {
  int sum = 0;
  for (int i = 0; i < N; i++) {
    a[i] = i % 7;
    c[i] = i % 5;
  }
  for (int round = 0; round < 12; round++) {
    sum += chains(1 + round, 30 - round * 2);
    sum ^= chains(25 - round * 2, round);
    sum += goes_on(round);
  }
  printf("%d\n", sum);
  show("a", a, sizeof a);
  show("c", c, sizeof c);
  return 0;
}
