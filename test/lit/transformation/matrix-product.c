// A sum over columns becomes rows of sums, four of them and four terms of each
// side by side. Terms keep their order, and the scalar has an element for each
// iteration of a piece. What is left of the jammed loops follows.
// RUN: rm -rf %t.d
// RUN: %hocketcc -O2 --soc=generic-4 --cores=2 --emit=%t.d %s -o %t
// RUN: %FileCheck %s --input-file=%t.d/matrix-product.c
// RUN: %t
// RUN: %hocketcc -O2 -mfma -Rhocket-missed=nest-kept --no-fallback --soc=generic-4 --cores=2 %s -o %t 2>&1 | %FileCheck --check-prefix=FUSED %s
#include <stdio.h>
#define N 300

static double a[N][N], b[N][N], c[N][N];

// CHECK: for (int ht_i_1 = 0; ht_i_1 < (long long)n - 3; ht_i_1 += 4) {
// CHECK: for (long long ht_j_1 = 0; ht_j_1 < n; ht_j_1 += 256) {
// CHECK: double ht_s_1[4][256];
// CHECK: for (int ht_k_1 = 0; ht_k_1 < (long long)n - 3; ht_k_1 += 4) {
// CHECK: for (int j = ht_j_1; j < [[END:j_end_[0-9]+]]; j++) {
// CHECK: #pragma GCC unroll 4
// CHECK: for (int i = ht_i_1; i < ht_i_1 + 4; i++) {
// CHECK: #pragma GCC unroll 4
// CHECK: for (int k = ht_k_1; k < ht_k_1 + 4; k++) {
// CHECK: ht_s_1[i - ht_i_1][j - ht_j_1] += a[i][k] * b[k][j];
// CHECK: for (int k = [[BEGIN:k_begin_[0-9]+]]; k < n; k++) {
// CHECK: #pragma GCC unroll 4
// CHECK: for (int i = ht_i_1; i < ht_i_1 + 4; i++) {
// CHECK: ht_s_1[i - ht_i_1][j - ht_j_1] += a[i][k] * b[k][j];
// CHECK: for (int i = [[FIRST:i_begin_[0-9]+]]; i < n; i++) {
// CHECK: double ht_s_2[256];
// CHECK: for (int k = 0; k < n; k++) {
// CHECK: ht_s_2[j - ht_j_1] += a[i][k] * b[k][j];
// One test has an else branch: that c is written either way is plain to see.
// CHECK-NOT: ht_done
// CHECK: else {
// CHECK: s += a[i][k] * b[k][j];
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
