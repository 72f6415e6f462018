// The last iteration's values are wanted after the loop; each iteration writes
// the same elements, or not.
// RUN: %hocketcc -O2 --stop-after=polyhedral --print-after=polyhedral %s -o %t | %FileCheck %s
#include <stdio.h>
#include <stdlib.h>
static int key[1000], found[1000];

int main(int argc, char **argv) {
  int n = atoi(argv[1]);
  int *work = malloc(100 * sizeof *work), *part = malloc(100 * sizeof *part);
  // CHECK: [[#@LINE+2]]:3 main: doall
  // CHECK: private '*work' lastprivate allocated
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < 100; j++)
      work[j] = key[i] * j % 31;
    int count = 0;
    for (int j = 1; j < 100; j++)
      count += work[j] == work[j - 1];
    found[i] = count;
  }
  // CHECK: [[#@LINE+1]]:3 main: sequential  [carried-dependence]
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < i % 100; j++)
      part[j] = key[i] * j % 31;
    int count = 0;
    for (int j = 1; j < i % 100; j++)
      count += part[j] == part[j - 1];
    found[i] = count;
  }
  printf("%d %d %d\n", found[5], work[7], part[7]);
}
