// Pointers of which nothing is known: ranges to compare on entry, in bytes; none
// where 'restrict' says enough. Types alone do not: an int may be read from the
// heap before a double is stored there.
// RUN: %hocketcc -O2 --stop-after=polyhedral --print-after=polyhedral %s -o %t | %FileCheck %s
#include <stdlib.h>

static void check(double *x, double *y, int n) {
  // CHECK: [[#@LINE+2]]:3 check: doall {{.*}} if 'x' and 'y' do not overlap
  // CHECK-NEXT: check x + [0LL, @plus({{.*}}n{{.*}}, 8LL)) apart from y + [8LL, @plus({{.*}}n{{.*}}, 16LL))
  for (int i = 0; i < n; i++)
    x[i] = y[i + 1];
}
static void trust(double *restrict x, double *y, int n) {
  // CHECK: [[#@LINE+2]]:3 trust: doall
  // CHECK-NOT: {{^ +check x }}
  for (int i = 0; i < n; i++)
    x[i] = y[i + 1];
}
static void types(double *x, int *y, int n) {
  // CHECK: [[#@LINE+1]]:3 types: doall {{.*}} if 'x' and 'y' do not overlap
  for (int i = 0; i < n; i++)
    x[i] = y[i + 1];
}
// CHECK: [[#@LINE+2]]:3 same: sequential
static void same(double *x, double *y, int n) {
  for (int i = 0; i < n; i++)
    x[i] = x[i + 1] + y[0];
}

int main(int argc, char **argv) {
  (void)argv;
  double *data = calloc(1000, sizeof *data);
  check(data, data + 10 * argc, argc);
  trust(data, data + 10 * argc, argc);
  types(data, (int *)(data + 10 * argc), argc);
  same(data, data + 10 * argc, argc);
  return 0;
}
