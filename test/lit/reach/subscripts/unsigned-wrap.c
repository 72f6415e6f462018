// Unsigned subscripts that could wrap around: that they do not is tested.
// RUN: %hocketcc -O2 --stop-after=polyhedral --print-after=polyhedral %s -o %t | %FileCheck %s

// CHECK: [[#@LINE+3]]:3 offset: doall {{.*}} if no subscript wraps around
// CHECK-NEXT: condition {{.*}} 4294967295LL)
void offset(unsigned n, unsigned off, double *restrict a) {
  for (unsigned i = 0; i < n; i++)
    a[i + off] = i;
}
// CHECK: [[#@LINE+2]]:3 rows: doall {{.*}} and no subscript wraps around
void rows(unsigned n, unsigned m, unsigned ld, double *restrict a) {
  for (unsigned i = 0; i < n; i++)
    for (unsigned j = 0; j < m; j++)
      a[i * ld + j] = i;
}
// A test does not help here: the neighbour is another iteration's.
// CHECK: [[#@LINE+2]]:3 neighbour: sequential
void neighbour(unsigned n, unsigned off, double *restrict a) {
  for (unsigned i = 0; i < n; i++)
    a[i + off] = a[i + off + 1];
}
