// SPDX-License-Identifier: Apache-2.0
//
// break, return and exit tests in loops: nothing after the last iteration may
// have happened.
#include "../digest.h"

#define N 90000
static int a[N], marks[N];

static int find(const int *p, int n, int key) {
  for (int i = 0; i < n; i++)
    if (p[i] == key)
      return i;
  return -1;
}

static int mark_until(int *p, int n, int stop) {
  int i;
  for (i = 0; i < n; i++) {
    p[i] = i * 2;
    if (a[i] == stop)
      break;
  }
  return i;
}

static int nested(int limit) {
  int steps = 0;
  for (int i = 0; i < 300; i++) {
    for (int j = 0; j < 300; j++) {
      steps++;
      if (i * j == limit)
        break;
      if (i * j > 80000)
        return steps;
      marks[i * 300 + j] ^= 1;
    }
  }
  return steps;
}

int main(void) {
  for (int i = 0; i < N; i++)
    a[i] = (int)((i * 48271LL) % 100003);
  for (int k = 1; k < 100000; k += 9999)
    printf("%d ", find(a, N, k));
  printf("\n%d %d\n", mark_until(marks, N, a[70001]), mark_until(marks, N, -1));
  printf("%d %d\n", nested(1200), nested(-1));
  int count = 0;
  for (int i = 0; i < N; i++) {
    if (a[i] < 100)
      continue;
    if (a[i] > 100000)
      break;
    marks[i] += 7;
    count++;
  }
  printf("%d\n", count);
  show("marks", marks, sizeof marks);
  return 0;
}
