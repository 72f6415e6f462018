// Iterators without a sign: what runs side by side is counted by an `int`, as
// compilers do not know how often `for (k = p; k < p + 4; k++)` runs where the
// sum may wrap around.
// RUN: %hocketcc -O2 -ffp-contract=off --no-fallback --soc=generic-4 --cores=2 --emit=%t.dir %s
// RUN: %FileCheck %s < %t.dir/unsigned-jams.c
// RUN: %hocketcc -O2 -ffp-contract=off --no-fallback --soc=generic-4 --cores=2 -Rhocket=loop-doall %s -o %t 2>&1 | %FileCheck %s --check-prefix=DOALL
// RUN: %cc -O2 -ffp-contract=off %s -o %t.seq
// RUN: %t.seq > %t.expected
// RUN: %t > %t.got
// RUN: cmp %t.expected %t.got
#include <stdio.h>
#include <stdlib.h>

// CHECK: #pragma GCC unroll 4
// CHECK: for (int [[I:ht_c_[0-9]+]] = 0; [[I]] < 4; [[I]]++) {
// CHECK-NEXT: unsigned long i = ht_i_1 + [[I]];
// CHECK: #pragma GCC unroll 4
// CHECK: for (int [[K:ht_c_[0-9]+]] = 0; [[K]] < 4; [[K]]++) {
// CHECK-NEXT: unsigned long k = ht_k_1 + [[K]];
__attribute__((noinline)) static void product(double *c, const double *a,
                                              const double *b, size_t n) {
  // DOALL: unsigned-jams.c:[[#@LINE+1]]:3: remark: loop is DOALL
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j < n; j++) {
      double s = 0;
      for (size_t k = 0; k < n; k++)
        s += a[i * n + k] * b[k * n + j];
      c[i * n + j] = s;
    }
}

int main(int argc, char **argv) {
  size_t n = 150 - argc;
  double *a = malloc(n * n * sizeof *a), *b = malloc(n * n * sizeof *b);
  double *c = malloc(n * n * sizeof *c), s = 0;
  for (size_t i = 0; i < n * n; i++) {
    a[i] = i % 17 / 3.0;
    b[i] = i % 13 / 7.0;
  }
  product(c, a, b, n);
  product(c, a, b, 3);
  for (size_t i = 0; i < n * n; i++)
    s = s * 0.9 + c[i];
  printf("%.17g\n", s);
  return 0;
}
