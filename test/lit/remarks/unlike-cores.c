// RUN: %hocketcc -O2 --soc=%S/../taskgraph/Inputs/unlike.yaml --cores=4 -Rhocket-analysis=unlike-cores %s -o %t 2>&1 | %FileCheck %s --implicit-check-not=remark:
#include <stdio.h>

static double a[1000000];

int main(void) {
  // CHECK: unlike-cores.c:[[#@LINE+1]]:3: remark: cores are unlike: their chunks have 4, 2, 1 and 1 of 8 parts of the iterations [-Rhocket-analysis=unlike-cores]
  for (int i = 0; i < 1000000; i++)
    a[i] = 1.0 / (i + 1) + 1.0 / (i + 2);
  printf("%g %g\n", a[0], a[999999]);
}
