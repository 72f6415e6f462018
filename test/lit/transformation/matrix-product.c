// A sum over columns becomes rows of sums. Its terms keep their order, and the
// scalar has an element for each iteration of a piece.
// RUN: rm -rf %t.d
// RUN: %hocketcc -O2 --soc=generic-4 --cores=2 --emit=%t.d %s -o %t
// RUN: %FileCheck %s --input-file=%t.d/matrix-product.c
// RUN: %t
// RUN: %hocketcc -O2 -mfma -Rhocket-missed=nest-kept --no-fallback --soc=generic-4 --cores=2 %s -o %t 2>&1 | %FileCheck --check-prefix=FUSED %s
#include <stdio.h>
#define N 300

static double a[N][N], b[N][N], c[N][N];

// CHECK: for (long long [[PIECE:ht_j_1]] = 0; ht_j_1 < n; ht_j_1 += 256) {
// CHECK: double ht_s_1[256];
// CHECK: for (int k = 0; k < n; k++) {
// CHECK: for (int j = ht_j_1; j < [[END:j_end_[0-9]+]]; j++) {
// CHECK: ht_s_1[j - ht_j_1] += a[i][k] * b[k][j];
static void multiply(int n) {
  // FUSED: nest keeps its order, though another one may be faster: which products are fused into sums would change; '-ffp-contract=off' frees it
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      double s = 0;
      for (int k = 0; k < n; k++)
        s += a[i][k] * b[k][j];
      c[i][j] = s;
    }
}

int main(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      a[i][j] = i, b[i][j] = j;
  multiply(N);
  printf("%f\n", c[2][3]);
  return 0;
}
