// An array that every chunk has a copy of, and that nobody reads afterwards, is
// not in the frame: its address is not taken, so that the sequential text keeps
// it in registers as before. What runs around the loop again writes it first.
// RUN: rm -rf %t && %hocketcc -O2 --soc=generic-4 --cores=2 --no-inlining -fno-hocket-transform --emit=%t %s -o %t.out
// RUN: %FileCheck %s --input-file=%t/copied-arrays.c
// RUN: %t.out | %FileCheck %s --check-prefix=OUTPUT
#include <stdio.h>
#include <stdlib.h>

// CHECK-LABEL: struct hk_all_
// CHECK-NOT: scratch
// CHECK: };
// CHECK-NOT: &scratch
__attribute__((noinline)) static void all(double *to, int n) {
  double scratch[3];
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < 3; k++)
      scratch[k] = to[i] * k + 1;
    to[i] = scratch[0] / scratch[2] + scratch[1];
  }
}

// Its last value is needed.
// CHECK-LABEL: struct hk_last_
// CHECK: double scratch[3];
__attribute__((noinline)) static double last(double *to, int n) {
  double scratch[3] = {0, 0, 0};
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < 3; k++)
      scratch[k] = to[i] * k + 1;
    to[i] = scratch[0] / scratch[2] + scratch[1];
  }
  return scratch[2];
}

// The outer loop stays sequential, and each run of the inner one fills it anew.
// CHECK-LABEL: struct hk_again_
// CHECK-NOT: scratch
// CHECK: };
// CHECK-NOT: &scratch
__attribute__((noinline)) static void again(double *to, int n, int rounds) {
  double scratch[3];
  for (int r = 1; r < rounds; r++) {
    to[r] += to[r - 1];
    for (int i = rounds; i < n; i++) {
      for (int k = 0; k < 3; k++)
        scratch[k] = to[i] * k + r;
      to[i] = scratch[0] / scratch[2] + scratch[1];
    }
  }
}

int main(void) {
  int n = 400000;
  double *data = malloc(n * sizeof *data);
  for (int i = 0; i < n; i++)
    data[i] = i % 10;
  all(data, n);
  again(data, n, 9);
  double l = last(data, n), sum = 0;
  for (int i = 0; i < n; i++)
    sum += data[i];
  // OUTPUT: {{[0-9.e+]+}} {{[0-9.e+]+}}
  printf("%.17g %.17g\n", l, sum);
  return 0;
}
