// SPDX-License-Identifier: Apache-2.0
// ARGS: 0 1 2 3 4 5 7 8 9 17 -3 1000
//
// No iteration, one, fewer than cores, not a multiple of the cores.
#include "../digest.h"

#include <stdlib.h>

static int a[2048], b[2048];

static void work(int n) {
  int last = -7, sum = 0, i;
  for (i = 0; i < n; i++) {
    unsigned v = 0;
    for (int k = 0; k < 300; k++)
      v = v * 3 + (unsigned)(i ^ k);
    a[i] = (int)(v >> 2);
    last = a[i];
    sum += a[i] & 255;
  }
  for (int j = n - 1; j >= 0; j--)
    b[j] = a[j] + a[n - 1 - j];
  for (int j = 0; j < n; j += 5)
    b[j] -= 1;
  printf("%d: i=%d last=%d sum=%d ", n, i, last, sum);
  show("b", b, sizeof b);
}

static void between(int lo, int hi, int step) {
  int i, count = 0;
  for (i = lo; i <= hi; i += step) {
    a[(i + 1000) & 2047] += i;
    count++;
  }
  printf("%d..%d/%d: %d %d\n", lo, hi, step, i, count);
}

int main(int argc, char **argv) {
  for (int k = 1; k < argc; k++)
    work(atoi(argv[k]));
  for (int lo = -5; lo < 5; lo += 3)
    for (int hi = -6; hi < 12; hi += 4)
      between(lo, hi, 1 + (hi & 3));
  show("a", a, sizeof a);
  return 0;
}
