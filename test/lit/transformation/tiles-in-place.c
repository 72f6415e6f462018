// A factorization that keeps its sums in a scalar: in tiles they are where they
// are stored in the end, and copies between the two are gone.
// RUN: %hocketcc -O2 -ffp-contract=off --no-fallback --soc=generic-4 --cores=2 -Rhocket=nest-tiled --emit=%t.dir %s -o %t 2>&1 | %FileCheck %s
// RUN: %FileCheck --check-prefix=TEXT %s < %t.dir/tiles-in-place.c
// RUN: %cc -O2 -ffp-contract=off %s -o %t.seq
// RUN: %t.seq > %t.expected
// RUN: %t > %t.got
// RUN: env HOCKET_CORES=1 %t > %t.alone
// RUN: cmp %t.expected %t.got
// RUN: cmp %t.expected %t.alone
#include <stdio.h>

enum { size = 210 };
double a[size][size];

__attribute__((noinline)) static void factor(int n) {
  double sum;
  // CHECK: [[#@LINE+5]]:3: remark: loop nest runs in tiles of 64 x 64 x 64 iterations
  // TEXT-NOT: a[i][j] = a[i][j];
  // TEXT: a[i][j] -= a[i][k] * a[k][j];
  // TEXT: a[i][j] = a[i][j] / a[j][j];
  // TEXT-NOT: a[i][j] = a[i][j];
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < i; j++) {
      sum = a[i][j];
      for (int k = 0; k < j; k++)
        sum -= a[i][k] * a[k][j];
      a[i][j] = sum / a[j][j];
    }
    for (int j = i; j < n; j++) {
      sum = a[i][j];
      for (int k = 0; k < i; k++)
        sum -= a[i][k] * a[k][j];
      a[i][j] = sum;
    }
  }
}

int main(void) {
  for (int n = size - 2; n < size; n++) {
    for (int i = 0; i < size; i++)
      for (int j = 0; j < size; j++)
        a[i][j] = (i == j) * size + (i * 7 + j * 3) % 11 / 11.0;
    factor(n);
    for (int i = 0; i < size; i++)
      for (int j = 0; j < size; j++)
        printf("%a\n", a[i][j]);
  }
}
