// gcc decides by the order of loops which products it fuses into sums. What it
// does in the program as it is written is pinned in the other order.
// REQUIRES: x86_64
// RUN: rm -rf %t.d
// RUN: %hocketcc -O2 -mfma -fhocket-contract=pinned --no-fallback --soc=generic-4 --cores=2 -Rhocket=loop-interchanged -Rhocket-missed=nest-kept --emit=%t.d %s -o %t 2>&1 | %FileCheck --check-prefix=SAID %s
// RUN: %FileCheck %s --input-file=%t.d/fused-sums.c
// RUN: %hocketcc -O3 -mfma --no-fallback --soc=generic-4 --cores=2 -fhocket-contract=any -Rhocket-missed=nest-kept %s -o %t 2>&1 | %FileCheck --check-prefix=ANY --allow-empty %s
#include <stdio.h>
#define N 300

static double a[N][N], b[N][N], c[N][N], u[N], v[N];

// CHECK: ht_s_1[i - ht_i_1][j - ht_j_1] = __builtin_fma(a[i][k], b[k][j], ht_s_1[i - ht_i_1][j - ht_j_1]);
static void multiply(int n) {
  for (int i = 0; i < n; i++)
    // SAID: [[#@LINE+1]]:{{[0-9]+}}: remark: loop
    for (int j = 0; j < n; j++) {
      double s = 0;
      for (int k = 0; k < n; k++)
        s += a[i][k] * b[k][j];
      c[i][j] = s;
    }
}

// The product stays the same in the inner loop: it is rounded before it.
// CHECK: c[i][j] += __builtin_fma(u[j], v[j], -0.0);
static void invariant(int n) {
  // SAID: [[#@LINE+1]]:{{[0-9]+}}: remark: loop
  for (int j = 0; j < n; j++)
    for (int i = 0; i < n; i++)
      c[i][j] += u[j] * v[j];
}

// In an order of its own, the sum's last operand is a product, too.
static void unknown(int n) {
  // SAID: [[#@LINE+2]]:{{[0-9]+}}: remark: loop nest keeps its order, though another one may be faster: which product is fused into 'c[i][j] += t' now is not known, and the order of loops decides; '-ffp-contract=off' frees it
  // ANY-NOT: nest-kept
  for (int j = 0; j < n; j++)
    for (int i = 0; i < n; i++) {
      double t = a[i][j] * v[j];
      c[i][j] += t;
    }
}

int main(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      a[i][j] = i, b[i][j] = j, u[i] = v[j] = 0.5;
  multiply(N);
  invariant(N);
  unknown(N);
  printf("%f\n", c[2][3]);
  return 0;
}
