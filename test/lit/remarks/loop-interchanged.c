// The means of columns are sums over rows that are read as they lie.
// RUN: %hocketcc -O2 --soc=generic-4 --cores=2 -Rhocket %s -o %t 2>&1 | %FileCheck %s
// RUN: %hocketcc -O2 --soc=generic-4 --cores=2 -Rhocket -fno-hocket-transform %s -o %t 2>&1 | %FileCheck --check-prefix=NONE --allow-empty %s
// RUN: %t
#include <stdio.h>
#define N 1000

static double d[N][N], mean[N];

// NONE-NOT: is interchanged
int main(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      d[i][j] = i ^ j;
  // CHECK: loop-interchanged.c:[[#@LINE+1]]:{{[0-9]+}}: remark: loop is interchanged with those inside it and distributed over them: 'j' now runs innermost, in pieces of 64 [-Rhocket=loop-interchanged]
  for (int j = 0; j < N; j++) {
    mean[j] = 0;
    for (int i = 0; i < N; i++)
      mean[j] += d[i][j];
  }
  printf("%f\n", mean[3]);
  return 0;
}
