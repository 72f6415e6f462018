// A region's entry asks its net between the tests of sizes and those that look at
// memory, and tells it at the end, whichever way it went. Not with
// --always-parallel, unless nets are wanted; not where a search decides by its
// first iterations; not in a program to be checked.
// RUN: %hocketcc -O2 --soc=generic-4 --cores=2 --stop-after=codegen --print-after=codegen %s -o %t | %FileCheck %s
// RUN: %hocketcc -O2 --soc=generic-4 --cores=2 --always-parallel --stop-after=codegen --print-after=codegen %s -o %t | %FileCheck %s --check-prefix=NONE
// RUN: %hocketcc -O2 --soc=generic-4 --cores=2 --always-parallel --with-nets --stop-after=codegen --print-after=codegen %s -o %t | %FileCheck %s --check-prefix=WANTED
// RUN: %hocketcc -O2 --soc=generic-4 --cores=2 --check-dependences --with-nets --stop-after=codegen --print-after=codegen %s -o %t | %FileCheck %s --check-prefix=NONE
//
// NONE: struct hk_scatter_1_frame
// NONE-NOT: hk_scatter_1_net
// NONE-NOT: hk_find_2_net
//
// CHECK: static struct hk_net hk_scatter_1_net = {"net.c:[[#@LINE+17]] scatter", 2};
// CHECK-LABEL: void scatter(
// CHECK: int hk_ran = 0;
// CHECK-NEXT: struct hk_probe hk_probe;
// CHECK-NEXT: const long long hk_trips
// CHECK: hk_probe.since = 0;
// CHECK-NEXT: if (hk_pays([[WORK:.*]], {{[0-9.]+}}, 100)
// CHECK-NEXT: && hk_trips{{.*}} >= 128
// CHECK-NEXT: && hk_asks(&hk_scatter_1_net, &hk_probe, [[WORK]])
// CHECK-NEXT: && {{.*}}hk_is_injective(
// CHECK: hk_ran = hk_scatter_1_run(&hk_frame);
// CHECK-NEXT: if (!hk_ran)
// CHECK-NEXT: hk_probe.since = 0;
// CHECK: if (!hk_ran) {
// CHECK: }
// CHECK-NEXT: hk_tells(&hk_scatter_1_net, &hk_probe);
void scatter(double *restrict to, const double *restrict from, const int *restrict at, int n) {
  for (int i = 0; i < n; i++)
    to[at[i]] = from[i] * 2 + 1;
}

// WANTED: hk_asks(&hk_scatter_1_net, &hk_probe, {{[0-9.]+}} * (double)hk_trips
// CHECK: struct hk_find_2_frame
// CHECK-NOT: hk_find_2_net
// WANTED: struct hk_find_2_frame
// WANTED-NOT: hk_find_2_net
static int numbers[400000];
int find(int what) {
  for (int i = 0; i < 400000; i++)
    if (numbers[i] == what)
      return i;
  return -1;
}
