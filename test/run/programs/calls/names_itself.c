// SPDX-License-Identifier: Apache-2.0
// An initializer that names the variable it is of, in a call that is written
// out: what stands in front of the declaration has another one of that name.
#include <stdio.h>
#include <stdlib.h>

static char p;

static double *fill(int n, size_t size, int by) {
  double *to = malloc(n * size);
  for (int i = 0; i < n; i++) {
    double w = i;
    for (int t = 0; t < 40; t++)
      w = w * 0.5 + by;
    to[i] = w;
  }
  return to;
}

int main(void) {
  for (int turn = 0; turn < 2; turn++) {
    double *p = fill(50000, sizeof *p, 3 + turn);
    printf("%g\n", p[17]);
    free(p);
  }
  printf("%d\n", p);
  return 0;
}
