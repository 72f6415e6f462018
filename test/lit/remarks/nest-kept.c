// Another order would be faster, but a later row needs what is not there yet.
// RUN: %hocketcc -O2 --soc=generic-4 --cores=2 -Rhocket-missed=nest %s -o %t 2>&1 | %FileCheck %s
// RUN: %t
#include <stdio.h>
#define N 1000

static double a[N][N];

int main(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      a[i][j] = i ^ j;
  // CHECK: nest-kept.c:[[#@LINE+1]]:{{[0-9]+}}: remark: loop nest keeps its order, though another one may be faster: 'a[i + 1][j - 1]' depends on 'a[i][j]' of an iteration that would then come later [-Rhocket-missed=nest-kept]
  for (int j = 1; j < N; j++)
    for (int i = 1; i < N - 1; i++)
      a[i][j] = a[i - 1][j] + a[i + 1][j - 1];
  printf("%f\n", a[3][3]);
  return 0;
}
