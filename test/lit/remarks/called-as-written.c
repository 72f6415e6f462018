// A function some of whose calls are written out, and others not.
// RUN: %hocketcc -O2 --soc=generic-4 --cores=4 --stop-after=report -Rhocket=called-as-written -Rhocket-missed=called-as-written %s 2>&1 >%t | %FileCheck %s
#include <stdio.h>
static double a[400000], b[400000];

// CHECK: called-as-written.c:[[#@LINE+3]]:{{[0-9]+}}: remark: nothing in 'step' runs in parallel where it is called: it has other calls, which are written out in place, and what is known of its parameters is not true of those [-Rhocket-missed=called-as-written]
// CHECK-NEXT: help: give those calls a copy of the function
// CHECK-NOT: remark:
static void step(double *to, const double *from, int n) {
  for (int i = 1; i < n - 1; i++)
    to[i] = (from[i - 1] + from[i + 1]) * 0.5;
}

static void last(int x) {
  switch (x) {
  case 1:
    step(b, a, 400000);
  }
}

int main(int argc, char **argv) {
  (void)argv;
  for (int t = 0; t < 100; t++) {
    step(b, a, 300000 + argc);
    step(a, b, 300000 + argc);
  }
  last(argc);
  printf("%g\n", b[7]);
  return 0;
}
