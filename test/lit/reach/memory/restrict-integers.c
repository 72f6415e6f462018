// A pointer that came out of an integer may be a restrict parameter's; an integer
// that moves a pointer makes it nobody else's.
// RUN: %hocketcc -O2 --stop-after=polyhedral --print-after=polyhedral %s -o %t | %FileCheck %s
#include <stdint.h>

// CHECK: [[#@LINE+3]]:3 moved: doall {{.*}} its iterations are independent{{$}}
void moved(double *restrict a, const double *b, const long *at, int n) {
  const double *q = b + at[0];
  for (int i = 0; i < n; i++)
    a[i] = q[i];
}
// CHECK: [[#@LINE+4]]:3 integer: doall {{.*}} if 'a' and 'q' do not overlap
void integer(double *restrict a, int n) {
  uintptr_t u = (uintptr_t)a + 8;
  double *q = (double *)u;
  for (int i = 0; i < n; i++)
    a[i] = q[i];
}
