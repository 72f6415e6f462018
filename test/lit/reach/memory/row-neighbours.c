// Within one row's loop another row is other memory.
// RUN: %hocketcc -O2 --stop-after=polyhedral --print-after=polyhedral %s -o %t | %FileCheck %s
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  int n = atoi(argv[1]);
  int **d = malloc(n * sizeof *d);
  for (int i = 0; i < n; i++)
    d[i] = calloc(n, sizeof **d);
  for (int i = 1; i < n; i++) {
    // CHECK: [[#@LINE+1]]:5 main: doall  [loop-doall] loop is DOALL: its iterations are independent{{$}}
    for (int j = 1; j < n; j++)
      d[i][j] = d[i - 1][j] + d[i - 1][j - 1];
    // CHECK: [[#@LINE+1]]:5 main: sequential  [carried-dependence] {{.*}} 'd[i][j]' of the iteration before
    for (int j = 1; j < n; j++)
      d[i][j] = d[i][j - 1] + d[i - 1][j];
  }
  printf("%d\n", d[n - 1][n - 1]);
}
