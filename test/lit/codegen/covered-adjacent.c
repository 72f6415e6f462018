// The write behind a covered loop begins where that ends, without a blank: what
// is put before the one comes behind what ends the other.
// RUN: %hocketcc -O2 --soc=generic-4 --cores=2 -Rhocket=loop-speculative %s -o %t 2>&1 | %FileCheck %s --implicit-check-not=internal
#include <stdio.h>
#include <stdlib.h>
static double A[4096], B[4096];
static int next[4096];

// clang-format off
static void step(int n, int t) {
  double s = 0;for (int i = 0; i < n; i++)s += A[i];B[t & 7] = s * 1e-3;
  for (int i = 0; i < n; i++){ A[next[i] & 4095] += B[i & 7] * 0.5; }
}
// clang-format on

int main(int argc, char **argv) {
  int n = argc > 2 ? atoi(argv[1]) : 900, steps = argc > 2 ? atoi(argv[2]) : 50;
  for (int i = 0; i < 4096; i++) {
    A[i] = i % 100 * 0.01;
    next[i] = i * 77;
  }
  // CHECK: covered-adjacent.c:[[#@LINE+1]]:3: remark: loop runs speculatively
  for (int t = 0; t < steps; t++)
    step((t * 7) % n, t);
  printf("%g %g\n", A[5], B[4]);
  return 0;
}
