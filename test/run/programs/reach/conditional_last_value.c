// SPDX-License-Identifier: Apache-2.0
//
/* Variables that only some iterations of a parallel loop assign. */
#include "../digest.h"
#include <string.h>

#define N 5000
static double a[N], b[N];
static int shared = -5;
static const char *names[4] = {"north", "east", "south", "west"};
struct point {
  int x, y;
};

/* In the first, some, the last and no iteration; every kind of variable. */
static void find(int n, double limit) {
  int last = -1, both = 7;
  static int kept = 3;
  const char *name = "none";
  double value = 0.5;
  unsigned char small = 9;
  int i;
  for (i = 0; i < n; i++) {
    if (a[i] > limit) {
      last = i;
      value = a[i] * 2;
      name = names[i & 3];
      small = (unsigned char)i;
      kept = i + 1;
      shared = i - 1;
    }
    (a[i] > limit + 1 || a[i] < -limit) && (both = i);
    b[i] = a[i] - limit;
  }
  printf("%d %d %d %s %.17g %d %d %d\n", i, last, both, name, value, small,
         kept, shared);
}

/* The value may come from any iteration of an inner loop. */
static int inner(int n) {
  int at = -1;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 20; j++)
      if (a[(i * 7 + j) % N] > 40)
        at = i * 100 + j;
  return at;
}

/* Assigned and read again in the same iteration. */
static int reread(int n) {
  int best = 0;
  for (int i = 0; i < n; i++) {
    if (a[i] < 0) {
      best = i;
      b[i] = best * 3 + sizeof best;
      best++;
    }
  }
  return best;
}

/* Read before it is assigned again: sequential. */
static int carried(int n) {
  int last = -1;
  for (int i = 0; i < n; i++) {
    if (a[i] > 40)
      last = i;
    b[i] = last;
  }
  return last;
}

/* The last one assigned goes into the next loop. */
static int repeated(int n) {
  int start = 0;
  for (int t = 0; t < 6; t++) {
    for (int i = start; i < n; i++)
      if (a[i] > 45 - t)
        start = i / 2;
    for (int i = 0; i < n; i++)
      b[i] += start;
  }
  return start;
}

/* The loops start from what they change. */
static int starts(int n) {
  int start = n / 3, sum = n / 4, last = n / 5, row[8] = {n / 6};
  for (int i = start; i < n; i++)
    if (a[i] > 45)
      start = i / 2;
  for (int i = sum; i < n; i++)
    sum += i & 3;
  for (int i = last; i < n; i++) {
    last = i / 2;
    b[i] = last;
  }
  for (int i = row[0]; i < n; i++) {
    for (int k = 0; k < 8; k++)
      row[k] = i + k;
    b[i] += row[i & 7];
  }
  return start + sum + last + row[0];
}

int main(void) {
  for (int i = 0; i < N; i++)
    a[i] = (i * 37 % 101) - 50;
  for (int n = 0; n < 12; n++)
    find(n, 10);
  find(N, 49.5);
  find(N, 20);
  find(N - 1, -60);
  find(N, 100);
  a[0] = 200;
  find(N, 100);
  a[N - 1] = 300;
  find(N, 250);
  printf("%d %d %d %d\n", inner(N), inner(3), inner(0), inner(-4));
  printf("%d %d\n", reread(N), reread(0));
  printf("%d %d\n", carried(N), carried(2));
  printf("%d %d\n", repeated(N), starts(N));
  show("b", b, sizeof b);
  return 0;
}
