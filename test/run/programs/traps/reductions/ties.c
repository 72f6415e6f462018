// SPDX-License-Identifier: Apache-2.0
//
// Which place a minimum or maximum keeps when values are equal, or none is
// better than the start.
#include "../../digest.h"
static int a[2000];
static double d[2000];
static void print(const char *name, int first, int last, int most, int least) {
  printf("%s %d %d %d %d\n", name, first, last, most, least);
}
static void ints(int n, int start) {
  int lo = start, hi = start, lo2 = start, hi2 = start;
  int first = -1, last = -1, most = -1, least = -1;
  for (int i = 0; i < n; i++)
    if (a[i] < lo)
      lo = a[i], first = i;
  for (int i = 0; i < n; i++)
    if (a[i] <= lo2) {
      lo2 = a[i];
      last = i;
    }
  for (int i = n - 1; i >= 0; i--)
    if (a[i] > hi) {
      most = i;
      hi = a[i];
    }
  for (int i = 0; i < n; i++) {
    if (hi2 > a[i])
      continue;
    hi2 = a[i];
    least = i;
  }
  print("ints", first, last, most, least);
}
static void places(int n) {
  int p = 0, q = 0, r = 0, count = 0;
  for (int i = 1; i < n; i++)
    if (a[i] < a[p])
      p = i;
  for (int i = 1; i < n; i++)
    if (a[i] >= a[q])
      q = i;
  for (int i = 1; i < n; i++)
    if (a[i] > a[r]) {
      r = i;
      count++; /* how often it changed: not the same in parts */
    }
  print("places", p, q, r, count);
}
static void doubles(int n) {
  double lo = 1e300, hi = -1e300, sum = 0;
  int first = -1, last = -1;
  for (int i = 0; i < n; i++)
    if (d[i] < lo) {
      lo = d[i];
      first = i;
      sum += lo; /* of all values that were the least once */
    }
  for (int i = 0; i < n; i++)
    if (!(d[i] < hi)) {
      hi = d[i];
      last = i;
    }
  printf("%d %d %.17g %.17g %.17g\n", first, last, lo, hi, sum);
}
static void runner_up(int n) {
  int best = -1, second = -1;
  for (int i = 0; i < n; i++) {
    if (a[i] > best) {
      second = best;
      best = a[i];
    } else if (a[i] > second)
      second = a[i];
  }
  printf("%d %d\n", best, second);
}
int main(void) {
  for (int turn = 0; turn < 5; turn++) {
    for (int i = 0; i < 2000; i++) {
      a[i] = turn == 0   ? 5
             : turn == 1 ? i % 7
             : turn == 2 ? (i * 37) % 101
             : turn == 3 ? 1000 - i
                         : i;
      d[i] = a[i] % 50 == 3 ? -0.0 : a[i] % 50 == 4 ? 0.0 : a[i] * 0.5;
    }
    if (turn == 2)
      d[500] = d[900] = d[0] = 0.0 / (turn - 2.0);
    ints(1999, 1 << 30);
    ints(1999, 5);
    ints(1999, -9);
    ints(1, 5);
    ints(0, 5);
    places(1999);
    places(1);
    doubles(1999);
    runner_up(1999);
  }
  return 0;
}
