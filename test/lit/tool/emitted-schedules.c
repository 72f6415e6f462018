// The schedules of a program's regions, each level in a file of its own, go
// through the simulator and the schedulers.
// RUN: rm -rf %t && mkdir %t
// RUN: %hocketcc -O2 --soc=generic-4 --always-parallel --emit=%t/out %s -o %t/x
// RUN: ls %t/out/schedules | %FileCheck %s --check-prefix=FILES
// FILES: emitted-schedules.c-23-main.json
// FILES-NEXT: emitted-schedules.c-23-main.loop-23.json
// RUN: %hocket simulate %t/out/schedules/emitted-schedules.c-23-main.loop-23.json --soc=generic-4 --json=%t/s.json | %FileCheck %s
// RUN: %hocket schedule %t/out/schedules/emitted-schedules.c-23-main.loop-23.json --json=%t/again.json
// CHECK: 0.00 %
#include <stdio.h>
static double a[1000], b[1000];

static void step(void) {
  for (int i = 1; i < 999; i++)
    b[i] = a[i - 1] + a[i + 1];
  for (int i = 1; i < 999; i++)
    a[i] = b[i] * 0.5;
}

int main(void) {
  a[0] = 1;
  for (int t = 0; t < 100; t++)
    step();
  printf("%g\n", a[7]);
  return 0;
}
