// A jump out of the loop's body.
// RUN: %hocketcc -O2 --soc=generic-4 -Rhocket-missed %s -o %t 2>&1 | %FileCheck %s
#include <stdlib.h>

double a[1000], b[1000];

int leaves(int n) {
  // CHECK: irregular-control.c:[[#@LINE+2]]:3: remark: loop stays sequential: a 'break' leaves or enters it irregularly [-Rhocket-missed=irregular-control]
  // CHECK: irregular-control.c:[[#@LINE+3]]:7: note: leaves the loop here
  for (int i = 0; i < n; i++) {
    if (a[i] < 0)
      break;
    b[i] = a[i];
    break;
  }
  // CHECK: irregular-control.c:[[#@LINE+2]]:3: remark: loop stays sequential: a 'return' leaves or enters it irregularly [-Rhocket-missed=irregular-control]
  // CHECK: irregular-control.c:[[#@LINE+3]]:7: note: leaves the loop here
  for (int i = 0; i < n; i++)
    for (int j = i; j > 0; j++)
      return i;
  // CHECK: irregular-control.c:[[#@LINE+1]]:3: remark: loop stays sequential: a 'goto' leaves or enters it irregularly [-Rhocket-missed=irregular-control]
  for (int i = 0; i < n; i++)
    if (a[i] == 8)
      goto out;
out:
  // Its own jumps stay inside.
  // CHECK-NOT: =irregular-control]
  for (int i = 0; i < n; i++) {
    if (a[i] < 0)
      continue;
    b[i] = a[i];
  }
  return 0;
}

int main(int argc, char **argv) { return leaves(argc > 1 ? atoi(argv[1]) : 900); }
