// No region where control leaves irregularly, where one core is all there is, and
// in functions that run inside a chunk of another's region.
// RUN: %hocketcc -O2 --soc=generic-4 --stop-after=taskgraph --print-after=taskgraph %s -o %t | %FileCheck %s --allow-empty
// RUN: %hocketcc -O2 --soc=generic-4 -DPLAIN --stop-after=taskgraph --print-after=taskgraph %s -o %t | %FileCheck %s --check-prefix=PLAIN
// RUN: %hocketcc -O2 --soc=generic-4 -DPLAIN --cores=1 --stop-after=taskgraph --print-after=taskgraph %s -o %t | %FileCheck %s --allow-empty
// CHECK-NOT: {{^region }}
#include <stdio.h>
#include <setjmp.h>
#define N 4000000
static double a[N];
static jmp_buf place;

static double work(double x) {
  double v[100];
  // PLAIN-NOT: region work
  for (int i = 0; i < 100; i++)
    v[i] = x * i;
  return v[99];
}

int main(void) {
#ifndef PLAIN
  if (setjmp(place))
    return 1;
#endif
  // PLAIN: region main line [[#@LINE+2]] cores 4
  // PLAIN-NOT: region work
  for (int i = 0; i < N; i++)
    a[i] = work(i);
  printf("%f\n", a[3]);
#ifndef PLAIN
  if (a[4] < 0)
    longjmp(place, 1);
#endif
  return 0;
}
