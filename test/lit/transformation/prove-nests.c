// A nest whose new order is proved keeps that order, and the proof takes its
// arrays for scalars, pieces, jams and what is left of them.
// RUN: %hocketcc -O2 -ffp-contract=off --prove-nests --no-fallback --soc=generic-4 --cores=2 -Rhocket=loop-interchanged -Rhocket-missed=nest-kept %s -o %t 2>&1 | %FileCheck %s
// RUN: %t
double a[100][100], b[100][100], c[100][100];

__attribute__((noinline)) static void product(int n) {
  // CHECK-NOT: nest-kept
  for (int i = 0; i < n; i++)
    // CHECK: [[#@LINE+1]]:5: remark: loop is interchanged
    for (int j = 0; j < n; j++) {
      double s = 0;
      for (int k = 0; k < n; k++)
        s += a[i][k] * b[k][j];
      c[i][j] = s;
    }
  // CHECK-NOT: nest-kept
}

int main(void) {
  for (int i = 0; i < 100; i++)
    for (int j = 0; j < 100; j++)
      a[i][j] = i + j, b[i][j] = i == j;
  product(97);
  return c[3][5] == 8 && c[96][96] == 192 ? 0 : 1;
}
