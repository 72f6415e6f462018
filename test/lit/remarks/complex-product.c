// Which products of a complex multiplication are fused into its sums is up to
// the order in which a compiler names values: no loop with one runs in parallel
// where products may be fused.
// REQUIRES: x86_64
// RUN: %hocketcc -O3 -march=haswell --soc=generic-4 -Rhocket-missed %s -o %t 2>&1 | %FileCheck %s
// RUN: %hocketcc -O3 -march=haswell -ffp-contract=off --soc=generic-4 -Rhocket-missed %s -o %t 2>&1 | %FileCheck %s --check-prefix=NONE --allow-empty
// RUN: %hocketcc -O3 -march=x86-64 --soc=generic-4 -Rhocket-missed %s -o %t 2>&1 | %FileCheck %s --check-prefix=NONE --allow-empty
// NONE-NOT: =complex-product]
#include <complex.h>
enum { N = 1000 };
double complex a[N], b[N];
float complex f[N];

static void twice(double complex *to, double complex by) { *to *= by; }

static void products(double s) {
  // CHECK: [[#@LINE+2]]:3: remark: loop stays sequential: which products of a complex multiplication are fused into its sums depends on the code around it [-Rhocket-missed=complex-product]
  // CHECK: [[#@LINE+2]]:5: note: multiplied here
  for (int i = 0; i < N; i++)
    a[i] *= b[i];
  // CHECK: [[#@LINE+1]]:3: remark: {{.*}}=complex-product]
  for (int i = 0; i < N; i++)
    twice(&a[i], b[i]);
  // CHECK: [[#@LINE+1]]:3: remark: {{.*}}=complex-product]
  for (int i = 0; i < N; i++) {
    float complex t = f[i] * f[i] + 1;
    f[i] = t;
  }
  // A real factor scales both parts; a sum has no product.
  // CHECK-NOT: =complex-product]
  for (int i = 0; i < N; i++)
    a[i] = s * a[i] + b[i] * i;
}

int main(void) {
  products(a[3] == b[4] ? 2 : 3);
  return a[5] == f[1];
}
