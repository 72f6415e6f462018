// What a task writes to a static array counts, also where the only reader of it
// is outside every task: a compiler that saw the tasks alone would drop it all.
// RUN: %hocketcc -O2 --soc=generic-4 --stop-after=cost --print-after=cost %s -o %t | %FileCheck %s
#include <stdio.h>
static double hidden[4000000];
double visible[4000000];

int main(void) {
  // CHECK: loop static-arrays.c:[[#@LINE+1]] {{([0-9]{7,9})}} ns
  for (int i = 0; i < 4000000; i++)
    visible[i] = i;
  // CHECK: loop static-arrays.c:[[#@LINE+1]] {{([0-9]{7,9})}} ns
  for (int i = 0; i < 4000000; i++)
    hidden[i] = i;
  printf("%f %f\n", visible[5], hidden[6]);
  return 0;
}
