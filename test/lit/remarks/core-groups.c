// Two chains of short loops that wait for each other, and share no data; and
// two of which the second reads the counter as the first has left it.
// RUN: %hocketcc -O2 --soc=generic-4 --no-fallback -Rhocket %s -o %t 2>&1 | %FileCheck %s
// RUN: env HOCKET_CORES=4 %t > %t.out && %cc -O2 %s -o %t && %t | diff %t.out -
// RUN: %hocketcc -O2 --soc=generic-4 --no-fallback -DNEAR -Rhocket %s -o %t 2>&1 | %FileCheck %s --check-prefix=NEAR
// NEAR: =region-formed]
// NEAR-NOT: =core-groups]
#include <stdio.h>
enum { N = 1000, T = 500 };
static double a[N], b[N], c[N], d[N];

int main(void) {
  int t;
  for (int i = 0; i < N; i++)
    a[i] = c[i] = i % 7;
  // CHECK: core-groups.c:[[#@LINE+1]]:3: remark: cores are divided among what may run at the same time: 2 for the loop at line [[#@LINE+1]], 2 for the loop at line [[#@LINE+10]]; this takes {{.*}} instead of {{.*}} [-Rhocket=core-groups]
  for (t = 0; t < T; t++) {
    for (int i = 1; i < N - 1; i++)
      b[i] = 0.5 * a[i] + 0.25 * (a[i - 1] + a[i + 1]);
    for (int i = 1; i < N - 1; i++)
      a[i] = 0.5 * b[i] + 0.25 * (b[i - 1] + b[i + 1]);
  }
#ifdef NEAR
  for (; t < 2 * T; t++) {
#else
  for (t = 0; t < T; t++) {
#endif
    for (int i = 1; i < N - 1; i++)
      d[i] = 0.5 * c[i] + 0.25 * (c[i - 1] + c[i + 1]);
    for (int i = 1; i < N - 1; i++)
      c[i] = 0.5 * d[i] + 0.25 * (d[i - 1] + d[i + 1]);
  }
  printf("%d %f %f\n", t, a[50], c[50]);
  return 0;
}
