// Loops are cut by the speed of the cores, at first by the SoC spec, then by
// what their iterations cost there, so all cores of the chip end together.
//
// RUN: %hocketcc --soc=%S/Inputs/unlike.yaml --cores=2 --print-after=taskgraph --stop-after=scheduling %s | %FileCheck %s
// RUN: %hocketcc --soc=%S/Inputs/unlike.yaml --cores=4 --print-after=taskgraph --stop-after=scheduling %s | %FileCheck --check-prefix=FOUR %s
// RUN: %hocketcc --soc=generic-4 --cores=4 --print-after=taskgraph --stop-after=scheduling %s | %FileCheck --check-prefix=EQUAL %s
// RUN: rm -rf %t && %hocketcc --soc=%S/Inputs/unlike.yaml --cores=2 --emit=%t %s
// RUN: %FileCheck --check-prefix=TEXT %s < %t/unlike-cores.c
// RUN: %hocketcc --soc=%S/Inputs/unlike.yaml --cores=2 --print-after=scheduling --stop-after=scheduling %s | %FileCheck --check-prefix=PAIRS %s

#include <stdio.h>

static double a[1000000], b[2000][2000];

int main(void) {
  // CHECK: task 0 chunks cuts 0 2 3 loop unlike-cores.c:[[#@LINE+6]]
  // FOUR: task 0 chunks cuts 0 4 6 7 8 loop unlike-cores.c:[[#@LINE+5]]
  // EQUAL: task 0 chunks loop unlike-cores.c:[[#@LINE+4]]
  // TEXT: static const unsigned short hk_cuts[] = {0, 2, 3};
  // TEXT: hk_first = hk_chunk(hk_count, hk_cuts[hk_c], 3, [[GRAIN:[0-9]+]]);
  // TEXT: hk_last = hk_chunk(hk_count, hk_cuts[hk_c + 1], 3, [[GRAIN]]);
  for (int i = 0; i < 1000000; i++)
    a[i] = 1.0 / (i + 1) + 1.0 / (i + 2);
  // Where iterations grow, each core gets one chunk from the front and one from
  // the back, both as wide as it is fast.
  // CHECK: task 1 chunks cuts 0 2 3 4 6 loop unlike-cores.c:[[#@LINE+5]]
  // FOUR: task 1 chunks cuts 0 4 6 7 8 9 10 12 16 loop unlike-cores.c:[[#@LINE+4]]
  // TEXT: static const unsigned short hk_cuts[] = {0, 2, 3, 4, 6};
  // PAIRS: core 0: {{.*}}unlike-cores.c:[[#@LINE+2]] [{{[14]}}/4]{{.*}}unlike-cores.c:[[#@LINE+2]] [{{[14]}}/4]
  // PAIRS: core 1: {{.*}}unlike-cores.c:[[#@LINE+1]] [{{[23]}}/4]{{.*}}unlike-cores.c:[[#@LINE+1]] [{{[23]}}/4]
  for (int i = 0; i < 2000; i++)
    for (int j = 0; j <= i; j++)
      b[i][j] = 1.0 / (i + j + 1);
  printf("%g %g %g\n", a[0], a[999999], b[7][3]);
}
