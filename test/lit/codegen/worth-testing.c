// Tests over memory look at no more elements than is worth it, as the work that
// they guard says, and bytes are not asked whether they differ.
// RUN: %hocketcc -O2 --soc=generic-4 --cores=2 --no-speculation --stop-after=codegen --print-after=codegen %s -o %t | %FileCheck %s
// RUN: %hocketcc -O2 --soc=generic-4 --cores=2 --no-speculation --always-parallel --stop-after=codegen --print-after=codegen %s -o %t | %FileCheck %s --check-prefix=ALWAYS
// CHECK-LABEL: void scatter(
// CHECK: hk_asks(&hk_scatter_1_net, &hk_probe, [[WORK:.*]])
// CHECK-NEXT: {{.*}}hk_is_injective(at, {{.*}}hk_few({{.*}}, 0.5 * ([[WORK]])), 4LL, -4)
// ALWAYS-LABEL: void scatter(
// ALWAYS-NOT: hk_few(
// ALWAYS: hk_is_injective(at
void scatter(double *restrict to, const double *restrict from, const int *restrict at, int n) {
  for (int i = 0; i < n; i++)
    to[at[i]] = from[i] * 2 + 1;
}

// CHECK-LABEL: void scatter_bytes(
// CHECK-NOT: hk_is_injective(
void scatter_bytes(double *restrict to, const double *restrict from, const unsigned char *restrict at, int n) {
  for (int i = 0; i < n; i++)
    to[at[i]] = from[i] * 2 + 1;
}
