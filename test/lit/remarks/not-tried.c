// A copy of the process has another state of the C library's random numbers;
// marks in loops that would run as vectors cost more than a second core gives.
// RUN: %hocketcc -O2 --soc=generic-4 --cores=2 -Rhocket-missed %s -o %t 2>&1 | %FileCheck %s
#include <stdio.h>
#include <stdlib.h>

static int out[5000], at[400];

static void mix(int n) {
  // CHECK-DAG: not-tried.c:[[#@LINE+1]]:3: remark: loop does not run speculatively: its inner loops are such as compilers make vectors of [-Rhocket-missed=not-tried]
  for (int i = 0; i < 400; i++)
    for (int k = 0; k < n; k++)
      out[at[i] + k] = out[k] + i;
}

int main(void) {
  long sum = 0;
  // CHECK-DAG: not-tried.c:[[#@LINE+1]]:3: remark: loop does not run speculatively: a copy of the process cannot call 'rand' [-Rhocket-missed=not-tried]
  for (int i = 0; i < 100; i++) {
    int n = rand();
    for (int k = 0; k < n % 100; k++)
      sum = sum * 31 + k;
  }
  mix((int)(sum & 255) + 500);
  printf("%ld %d\n", sum, out[77]);
  return 0;
}
