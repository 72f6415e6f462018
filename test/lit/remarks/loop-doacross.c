// Iterations in order, overlapping with those of the loop around.
// RUN: %hocketcc -O2 --soc=generic-4 --cores=2 --always-parallel -Rhocket -Rhocket-missed %s -o %t 2>&1 | %FileCheck %s
#include <stdio.h>
int a[1000][1000], b[1000], c[1000];

int main(void) {
  for (int i = 1; i < 1000; i++)
    // CHECK: loop-doacross.c:[[#@LINE+2]]:5: remark: loop is DOACROSS: its iterations keep their order; 2 chunks of them overlap with those of other iterations of the loop at line [[#@LINE-1]] [-Rhocket=loop-doacross]
    // CHECK-NEXT: loop-doacross.c:[[#@LINE+2]]:7: note: {{.*}}a[i][j]
    for (int j = 1; j < 1000; j++)
      a[i][j] += a[i - 1][j] ^ a[i][j - 1];
  // In place: the next sweep needs what lies before it.
  for (int t = 0; t < 100; t++)
    // CHECK: loop-doacross.c:[[#@LINE+1]]:5: remark: loop is DOACROSS: its iterations keep their order; 8 chunks of them overlap with those of other iterations of the loop at line [[#@LINE-1]] [-Rhocket=loop-doacross]
    for (int i = 1; i < 999; i++)
      b[i] = b[i - 1] + b[i] + b[i + 1];
  // The first needs the last of the sweep before: nothing could overlap.
  int last = 0;
  for (int t = 0; t < 100; t++)
    // CHECK: loop-doacross.c:[[#@LINE+1]]:5: remark: loop stays sequential: 'last' carries a value from one iteration to the next [-Rhocket-missed=scalar-carried]
    for (int i = 0; i < 1000; i++)
      c[i] = last = last * 3 + c[i];
  // CHECK-NOT: =loop-doacross]
  printf("%d %d %d\n", a[999][999], b[500], last);
  return 0;
}
