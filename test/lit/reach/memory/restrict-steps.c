// Where a restrict parameter leads, pointers that are steps from it lead, too:
// nothing else does, whatever the subscripts.
// RUN: %hocketcc -O2 --stop-after=polyhedral --print-after=polyhedral %s -o %t | %FileCheck %s

// CHECK: [[#@LINE+3]]:3 steps: doall {{.*}} its iterations are independent{{$}}
void steps(double *restrict a, const double *b, int n) {
  double *q = a + 4;
  for (int i = 0; i < n; i++)
    q[i] = b[i * i % 7];
}
// A choice of two pointers may be either.
// CHECK: [[#@LINE+3]]:3 choice: doall {{.*}} if 'a' and 'q' do not overlap
void choice(double *restrict a, double *b, int k, int n) {
  const double *q = k ? a : b;
  for (int i = 0; i < n; i++)
    a[i] = q[i + 1];
}
// Steps from the same parameter may meet.
// CHECK: [[#@LINE+3]]:3 same: doall {{.*}} if 'a' and 'q' do not overlap
void same(double *restrict a, int k, int n) {
  double *q = a + k;
  for (int i = 0; i < n; i++)
    q[i] = a[i];
}
