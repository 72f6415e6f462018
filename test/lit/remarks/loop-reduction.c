// Operations whose result does not depend on the order.
// RUN: %hocketcc -O2 --soc=generic-4 --always-parallel -Rhocket %s -o %t 2>&1 | %FileCheck %s
#include <stdio.h>
int a[10000];

int main(int argc, char **argv) {
  long sum = 0;
  int low = a[0];
  (void)argv;
  // CHECK: loop-reduction.c:[[#@LINE+1]]:3: remark: loop is a reduction over 'sum' (+) [-Rhocket=loop-reduction]
  for (int i = 0; i < 10000; i++)
    sum += a[i];
  // CHECK: loop-reduction.c:[[#@LINE+1]]:3: remark: loop is a reduction over 'low' (min) [-Rhocket=loop-reduction]
  for (int i = 0; i < 10000; i++)
    if (a[i] < low)
      low = a[i];
  // Integer arithmetic too, but each step needs the one before.
  // CHECK-NOT: =loop-reduction]
  for (int i = 0; i < 10000; i++)
    sum = sum * 3 + a[i];
  printf("%ld %d\n", sum, low);
  return 0;
}
