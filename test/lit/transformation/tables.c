// Sums in order over the rows of two matrices: with one of them transposed they
// run side by side in vectors. It is copied before the nest; where there is no
// memory for that, or it would not be read often, the user's nest runs.
// RUN: %hocketcc -O2 -ffp-contract=off --no-fallback --soc=generic-4 --cores=2 -Rhocket=nest-table %s -o %t 2>&1 | %FileCheck %s
// RUN: %hocketcc -O2 -ffp-contract=off --no-fallback --soc=generic-4 --cores=2 --emit=%t.dir %s
// RUN: %FileCheck --check-prefix=TEXT %s < %t.dir/tables.c
// RUN: %hocketcc -O2 -ffp-contract=off --no-fallback --soc=generic-4 --cores=2 --prove-nests -Rhocket=nest-table %s -o %t.proved 2>&1 | %FileCheck --allow-empty --check-prefix=PROVED %s
// RUN: %cc -O2 -ffp-contract=off %s -o %t.seq
// RUN: %t.seq > %t.expected
// RUN: %t > %t.got
// RUN: env HOCKET_CORES=1 %t > %t.alone
// RUN: cmp %t.expected %t.got
// RUN: cmp %t.expected %t.alone
// PROVED-NOT: nest-table
#include <stdio.h>
#include <stdlib.h>

__attribute__((noinline)) static void linear(float *y, const float *x,
                                             const float *w, int n, int in,
                                             int out) {
  // CHECK: [[#@LINE+7]]:3: remark: loop nest reads 'w[o * in + k]' from a table, a copy made before it, along 'o'
  // TEXT: float *restrict ht_table_1 = __builtin_malloc(
  // TEXT: ((const float *)w)[0 + 1LL *
  // TEXT: ht_x_1[i * in + k] * ht_table_1[
  // TEXT: __builtin_free(ht_table_1);
  // TEXT: s += x[i * in + k] * w[o * in + k];
  // The user's nest is there, too.
  for (int i = 0; i < n; i++)
    for (int o = 0; o < out; o++) {
      float s = 0;
      for (int k = 0; k < in; k++)
        s += x[i * in + k] * w[o * in + k];
      y[i * out + o] = s;
    }
}

double a[300][300];

// What is written there cannot be copied before.
__attribute__((noinline)) static void inPlace(int n) {
  // CHECK-NOT: loop nest reads
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      double s = 0;
      for (int k = 0; k < n; k++)
        s += a[i][k] * a[j][k];
      a[i][j] = s * 0.001;
    }
}

int main(int argc, char **argv) {
  int n = 120 - argc, in = 211, out = 307;
  float *x = malloc(n * in * sizeof *x), *w = malloc(in * out * sizeof *w);
  float *y = malloc(n * out * sizeof *y);
  for (int i = 0; i < n * in; i++)
    x[i] = i % 17 / 3.0f - 2;
  for (int i = 0; i < in * out; i++)
    w[i] = i % 13 / 7.0f - 1;
  for (int i = 0; i < 300 * 300; i++)
    a[i / 300][i % 300] = i % 11 / 5.0;
  linear(y, x, w, n, in, out);
  linear(y, x, w, 3, in, out);
  linear(y, x, w, n, in, 0);
  // Where areas overlap.
  linear(w + in, x, w, 20, in, 20);
  inPlace(300);
  double s = 0;
  for (int i = 0; i < n * out; i++)
    s = s * 0.9 + y[i] + w[i % (in * out)];
  printf("%.17g %.17g\n", s, a[7][9]);
  return 0;
}
