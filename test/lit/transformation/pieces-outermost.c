// The outermost loop carries, the one inside it does not: its pieces are put
// around both, so that cores divide them once and do not meet in each row. Loops
// around jams that are independent are marked, or compilers could not tell the
// rows apart.
// RUN: %hocketcc -O2 -ffp-contract=off --no-fallback --soc=generic-4 --cores=2 -Rhocket --emit=%t.dir %s -o %t 2>&1 | %FileCheck %s
// RUN: %FileCheck --check-prefix=TEXT %s < %t.dir/pieces-outermost.c
// RUN: %cc -O2 -ffp-contract=off %s -o %t.seq
// RUN: %t.seq > %t.expected
// RUN: %t > %t.got
// RUN: env HOCKET_CORES=1 %t > %t.alone
// RUN: cmp %t.expected %t.got
// RUN: cmp %t.expected %t.alone
#include <stdio.h>

enum { size = 210 };
double a[size][size], b[size][size], c[size][size];

__attribute__((noinline)) static void triangle(int m, int n) {
  // CHECK: [[#@LINE+3]]:3: remark: loop is unrolled and jammed
  // CHECK: [[#@LINE+3]]:5: remark: loop is interchanged with those inside it and distributed over them: 'j' now runs innermost, in pieces of 64, outermost
  // CHECK: [[#@LINE+2]]:5: remark: loop is DOALL
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      for (int k = i + 1; k < m; k++)
        b[i][j] += a[k][i] * b[k][j];
      b[i][j] = 1.5 * b[i][j];
    }
}
// TEXT: for (long long ht_j_1 = 0; ht_j_1 < n; ht_j_1 += 64)
// TEXT: ht_i_1 += 4

// With a scalar that each iteration has for itself.
__attribute__((noinline)) static void symmetric(int m, int n) {
  // CHECK: [[#@LINE+2]]:5: remark: loop is interchanged with those inside it and distributed over them, with an element of 'sum' for each: 'j' now runs innermost, in pieces of 64, outermost
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      double sum = 0;
      for (int k = 0; k < i; k++) {
        c[k][j] += 1.5 * b[i][j] * a[i][k];
        sum += b[k][j] * a[i][k];
      }
      c[i][j] = 1.2 * c[i][j] + 1.5 * b[i][j] * a[i][i] + 1.5 * sum;
    }
}

// Columns need each other: their pieces stay inside.
__attribute__((noinline)) static void skewed(int m, int n) {
  // CHECK-NOT: , outermost
  for (int i = 0; i < m; i++)
    for (int j = 1; j < n - 1; j++)
      for (int k = 0; k < i; k++)
        c[i][j] += a[i][k] * c[k][j + 1];
}

int main(void) {
  for (int i = 0; i < size; i++)
    for (int j = 0; j < size; j++) {
      a[i][j] = (i * 7 + j * 3) % 11 / 110.0;
      b[i][j] = (i * 5 + j * 3) % 13 / 13.0;
      c[i][j] = (i + j * 3) % 17 / 17.0;
    }
  for (int n = size - 3; n < size; n++) {
    triangle(n - 2, n);
    symmetric(n, n - 1);
    skewed(n - 150, n);
  }
  triangle(3, 5);
  symmetric(5, 17);
  triangle(17, 0);
  for (int i = 0; i < size; i++)
    for (int j = 0; j < size; j++)
      printf("%a %a\n", b[i][j], c[i][j]);
}
