// Four rows of the product, and four terms of each sum, side by side.
// RUN: %hocketcc -O2 --soc=generic-4 --cores=2 -Rhocket %s -o %t 2>&1 | %FileCheck %s
// RUN: %hocketcc -O2 --soc=generic-4 --cores=2 -Rhocket -fno-hocket-transform %s -o %t 2>&1 | %FileCheck --check-prefix=NONE --allow-empty %s
// RUN: %t
// RUN: %hocketcc -O2 -mfma -Rhocket-missed=nest-kept --no-fallback --soc=generic-4 --cores=2 %s -o %t 2>&1 | %FileCheck --check-prefix=FUSED %s
#include <stdio.h>
#define N 300

static double a[N][N], b[N][N], c[N][N];

// NONE-NOT: is unrolled and jammed
static void add(int n) {
  // FUSED: loop-jammed.c:[[#@LINE+2]]:{{[0-9]+}}: remark: loop nest keeps its order, though another one may be faster: which products are fused into sums would change
  // CHECK: loop-jammed.c:[[#@LINE+1]]:{{[0-9]+}}: remark: loop is unrolled and jammed into those inside it: 4 iterations over 'i' run side by side in the innermost loop [-Rhocket=loop-jammed]
  for (int i = 0; i < n; i++)
    // CHECK: loop-jammed.c:[[#@LINE+1]]:{{[0-9]+}}: remark: loop is unrolled and jammed into those inside it: 4 iterations over 'k' run side by side in the innermost loop [-Rhocket=loop-jammed]
    for (int k = 0; k < n; k++)
      for (int j = 0; j < n; j++)
        c[i][j] += a[i][k] * b[k][j];
}

int main(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      a[i][j] = i, b[i][j] = j;
  add(N);
  printf("%f\n", c[2][3]);
  return 0;
}
