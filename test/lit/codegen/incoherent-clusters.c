// What is emitted for two clusters that are not coherent: where lines are
// written back and invalidated, flags that no cache keeps, variables that begin
// at lines. Recursive tasks have the cores of the first cluster.
// RUN: %hocketcc -O2 --soc=%p/../../run/clusters/two.yaml --incoherent-clusters --always-parallel --no-call-tasks --stop-after=codegen --print-after=codegen %s | %FileCheck %s
// RUN: %hocketcc -O2 --soc=%p/../../run/clusters/two.yaml --always-parallel --no-call-tasks --stop-after=codegen --print-after=codegen %s | %FileCheck %s --check-prefix=ONE
// RUN: %hocketcc -O2 --soc=%p/../../run/clusters/two.yaml --incoherent-clusters --stop-after=codegen --print-after=codegen %p/../remarks/fork-join.c | %FileCheck %s --check-prefix=FORK
// FORK: hk_core_program *const hk_ways_d1_programs[2] = {hk_lead, hk_help};
// ONE-NOT: hk_cache
// ONE-NOT: hk_uncached
// ONE-NOT: aligned(64))) = {1}
#include <stdio.h>

// CHECK: static long a[4096] __attribute__((aligned(64))) = {1};
static long a[4096] = {1};
// CHECK: static long b[4096] __attribute__((aligned(64)));
static long b[4096];

static __attribute__((noinline)) void steps(int n) {
  // CHECK: if (hk_is_at_line(&a, 64)
  // CHECK-NEXT: && hk_is_at_line(&b, 64)
  for (int t = 0; t < n; t++) {
    for (int i = 0; i < 4096; i++)
      b[i] += a[4095 - i];
    for (int i = 0; i < 4096; i++)
      a[i] ^= b[i];
  }
}

int main(void) {
  for (int i = 1; i < 4096; i++)
    a[i] = a[i - 1] * 3 + i;
  steps(10);
  printf("%ld %ld\n", a[7], b[8]);
  return 0;
}
// CHECK: static struct hk_flag hk_steps_1_flags[{{[0-9]+}}] __attribute__((section("hk_uncached")));
// CHECK-LABEL: static void hk_steps_1_core2(
// What the first loop reads of the other cluster's chunks, after the wait.
// CHECK: hk_wait(
// CHECK: hk_cache_invalidate(&a, 32768);
// CHECK-NEXT: hk_begin_task(
// CHECK: hk_end_task(
// What others will read, before the signal.
// CHECK: hk_cache_write_back(&a, 32768);
// CHECK-NEXT: hk_signal(
// CHECK: static const unsigned char hk_steps_1_clusters[] = {0, 0, 1, 1};
// CHECK: hk_cache_write_back(&a, 32768);
// CHECK-NEXT: hk_cache_write_back(&b, 32768);
// CHECK-NEXT: hk_ran = hk_run_clusters(&hk_steps_1_region, hk_f, sizeof *hk_f, hk_steps_1_clusters);
// CHECK-NEXT: hk_cache_invalidate(&a, 32768);
// CHECK-NEXT: hk_cache_invalidate(&b, 32768);
