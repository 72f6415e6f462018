// Compiled by -c and linked, with -g: a breakpoint at a line in a parallel loop
// stops in its tasks and nowhere else, variables have their values, and the
// loop's function is at the loop. A task is named after the function.
// REQUIRES: gdb
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %hocketcc -g -O1 -c %s -o sum.o
// RUN: %hocketcc -g -O1 --always-parallel --cores=2 sum.o -o sum
// RUN: env HOCKET_CORES=2 gdb -nx -q -batch -ex "break debugger.c:29" -ex "info breakpoints" -ex run -ex bt -ex "print scale" -ex "print i == 0 || i > 100000" -ex delete -ex continue sum 2>&1 | %FileCheck %s
// RUN: env HOCKET_CORES=2 gdb -nx -q -batch -ex "break hk_fill_1_run" -ex run -ex bt sum 2>&1 | %FileCheck %s --check-prefix=CALLER
// RUN: nm sum | sed -n "s/ t hk_fill_1_loop.*//p" | head -1 | addr2line -f -e sum | %FileCheck %s --check-prefix=NAMES
//
// CHECK: hk_fill_1_loop{{.*}} at {{.*}}debugger.c:29
// CHECK-NOT: hocket:
// CHECK: Breakpoint 1{{.*}}hk_fill_1_loop{{.*}} at {{.*}}debugger.c:29
// CHECK: #0 {{.*}}hk_fill_1_loop{{.*}} at {{.*}}debugger.c:29
// CHECK: hk_fill_1_core
// CHECK: $1 = 3
// CHECK: $2 = 1
// CHECK: 899997
// CALLER: fill (scale=3) at {{.*}}debugger.c:28
// CALLER: main {{.*}} at {{.*}}debugger.c:37
// NAMES: hk_fill_1_loop28
#include <stdio.h>

static int a[300000];

__attribute__((noinline)) void fill(int scale) {
  for (int i = 0; i < 300000; i++)
    a[i] = i * scale;
}

int main(int argc, char **argv) {
  int scale = 3;
  (void)argv;
  if (argc > 1)
    scale = 5;
  fill(scale);
  printf("%d\n", a[299999]);
  return 0;
}
