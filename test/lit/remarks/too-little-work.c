// A parallel loop that is not worth waking anybody.
// RUN: %hocketcc -O2 --soc=generic-4 -Rhocket-missed %s -o %t 2>&1 | %FileCheck %s
// RUN: %hocketcc -O2 --soc=generic-4 -DSIZE=4000000 -Rhocket-missed %s -o %t 2>&1 | %FileCheck %s --check-prefix=NEAR --allow-empty
// NEAR-NOT: =too-little-work]
#ifndef SIZE
#define SIZE 16
#endif
double a[SIZE], b[SIZE];

int main(void) {
  // CHECK: too-little-work.c:[[#@LINE+1]]:3: remark: stays sequential: about {{[0-9.]+ (ns|us)}} of work, running it in parallel would take {{[0-9.]+ (ns|us)}} [-Rhocket-missed=too-little-work]
  for (int i = 0; i < SIZE; i++)
    a[i] = b[i] / 3 + i;
  return a[1] != 1;
}
