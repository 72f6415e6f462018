// A copy of the process has another state of the C library's random numbers.
// RUN: %hocketcc -O2 --soc=generic-4 --cores=2 -Rhocket-missed %s -o %t 2>&1 | %FileCheck %s
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  long sum = 0;
  // CHECK: not-tried.c:[[#@LINE+1]]:3: remark: loop does not run speculatively: a copy of the process cannot call 'rand' [-Rhocket-missed=not-tried]
  for (int i = 0; i < 100; i++) {
    int n = rand();
    for (int k = 0; k < n % 100; k++)
      sum = sum * 31 + k;
  }
  printf("%ld\n", sum);
  return 0;
}
