// A `restrict` variable of a block inside a region's loop: the core's program,
// where it stands outside the loop, must not promise so much.
// RUN: %hocketcc -O2 --soc=generic-4 --cores=2 --always-parallel --stop-after=codegen --print-after=codegen %s | %FileCheck %s
#include <stdio.h>
double a[4000], b[4000];

int main(void) {
  double *now = a, *next = b;
  // CHECK: static {{.*}}void hk_main_1_loop[[#@LINE+15]]_{{.*}}(struct hk_main_1_frame *hk_f, const double *restrict from, double *restrict to, unsigned hk_c)
  // CHECK: static void hk_main_1_core0(struct
  // CHECK-NOT: {{restrict [a-z]}}
  // CHECK: const double * from;
  // CHECK-NOT: {{restrict [a-z]}}
  // CHECK: double * to;
  // CHECK-NOT: {{restrict [a-z]}}
  // CHECK: from = (now)
  // CHECK: to = (next)
  // CHECK: static void hk_main_1_core1(struct
  // CHECK-NOT: {{restrict [a-z]}}
  // CHECK: return hk_run
  for (int t = 0; t < 50; t++) {
    const double *restrict from = (now);
    double *restrict to = (next);
    for (int i = 1; i < 3999; i++)
      to[i] = from[i - 1] + from[i + 1];
    double *old = now;
    now = next;
    next = old;
  }
  printf("%f\n", now[17]);
  return 0;
}
