// Two calls that are each worth all cores: nothing is gained beside each other.
// RUN: %hocketcc -O2 --soc=generic-4 --no-fallback -Rhocket -Rhocket-analysis %s -o %t 2>&1 | %FileCheck %s
#include <stdio.h>
enum { N = 10000, T = 60 };
static double a[N], b[N];

static void scale(double *x) {
  // CHECK: call-is-task.c:[[#@LINE+1]]:3: remark: region of {{.*}} [-Rhocket=region-formed]
  for (int t = 0; t < T; t++) {
    x[t] += x[t + 1];
    for (int i = 0; i < N; i++)
      x[i] = x[i] / (1.5 + x[i] * x[i]);
  }
}

int main(void) {
  for (int i = 0; i < N; i++)
    a[i] = b[i] = i;
  // CHECK: call-is-task.c:[[#@LINE+1]]:3: remark: call of 'scale' is no level of the task graph of 'main': beside the call at line [[#@LINE+2]], that would save {{.*}} [-Rhocket-analysis=call-is-task]
  scale(a);
  scale(b);
  printf("%.17g %.17g\n", a[77], b[78]);
  return 0;
}
