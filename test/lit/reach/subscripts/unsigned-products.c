// Row times width plus column, in unsigned types.
// RUN: %hocketcc -O2 --stop-after=polyhedral --print-after=polyhedral %s -o %t | %FileCheck %s
#include <stddef.h>

static void wide(double *p, size_t n, size_t m) {
  // CHECK: [[#@LINE+1]]:3 wide: doall
  for (size_t i = 0; i < n; i++)
    // CHECK: [[#@LINE+1]]:5 wide: doall
    for (size_t j = 0; j < m; j++)
      p[i * m + j] = 1;
}

static void narrow(double *p, unsigned n, unsigned m) {
  // CHECK: [[#@LINE+1]]:3 narrow: doall {{.*}} if no subscript wraps around
  for (unsigned i = 0; i < n; i++)
    for (unsigned j = 0; j < m; j++)
      p[i * m + j] = 1;
}

static void tooFar(double *p, size_t n, size_t m) {
  // CHECK: [[#@LINE+1]]:3 tooFar: sequential
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j <= m; j++)
      p[i * m + j] = j;
}

double *make(int n);
int main(int argc, char **argv) {
  (void)argv;
  wide(make(argc), (size_t)argc, (size_t)argc);
  narrow(make(argc), (unsigned)argc, (unsigned)argc);
  tooFar(make(argc), (size_t)argc, (size_t)argc);
  return 0;
}
