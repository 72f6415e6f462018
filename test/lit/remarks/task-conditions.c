// When each macro-task may start: data and control.
// RUN: %hocketcc -O2 --soc=generic-4 --no-fallback -Rhocket-analysis %s -o %t 2>&1 | %FileCheck %s
// RUN: %hocketcc -O2 --soc=generic-4 --no-fallback --stop-after=taskgraph --print-after=taskgraph %s -o %t | %FileCheck %s --check-prefix=GRAPH
#include <stdio.h>
static unsigned a[64], b[64], c[64], d[64], e[64];

static void count(unsigned *h, unsigned seed, const unsigned *from) {
  for (int t = 0; t < 300000; t++) {
    seed = (seed * 1664525u + 1013904223u) ^ (seed >> 3);
    h[seed % 64] += (seed & 7) + from[seed % 64];
  }
}

int main(int argc, char **argv) {
  (void)argv;
  // CHECK: task-conditions.c:[[#@LINE+1]]:3: remark: earliest executable conditions of the 6 macro-tasks of this region [-Rhocket-analysis=task-conditions]
  count(a, argc, e);
  // CHECK-NEXT: task-conditions.c:[[#@LINE-1]]:3: note: 1 SB call task-conditions.c:[[#@LINE-1]] when true
  // CHECK-NEXT: task-conditions.c:[[#@LINE+1]]:7: note: 2 BB replicated task-conditions.c:[[#@LINE+1]] when true
  if (argc > 0) {
    // CHECK-NEXT: task-conditions.c:[[#@LINE+1]]:5: note: 3 SB call task-conditions.c:[[#@LINE+1]] when 2_t
    count(b, 3, e);
    // CHECK-NEXT: task-conditions.c:[[#@LINE+1]]:5: note: 4 SB call task-conditions.c:[[#@LINE+1]] when 1 AND 2_t
    count(c, 4, a);
  } else {
    // CHECK-NEXT: task-conditions.c:[[#@LINE+1]]:5: note: 5 SB call task-conditions.c:[[#@LINE+1]] when 2_f
    count(d, 5, e);
  }
  // CHECK-NEXT: task-conditions.c:[[#@LINE+1]]:3: note: 6 SB call task-conditions.c:[[#@LINE+1]] when (3 OR 2_f) AND (5 OR 2_t)
  count(b, 6, d);
  // GRAPH: macro-task 4 SB call task-conditions.c:[[#@LINE-7]] when 1 AND 2_t
  printf("%u %u %u %u\n", a[7], b[7], c[7], d[7]);
  return 0;
}
