// Independent iterations: with private variables, and with a check made on
// entry.
// RUN: %hocketcc -O2 --soc=generic-4 --always-parallel -Rhocket %s -o %t 2>&1 | %FileCheck %s
#include <stdlib.h>

static void scale(double *x, const double *y, int n) {
  // CHECK: loop-doall.c:[[#@LINE+1]]:3: remark: loop is DOALL: its iterations are independent if 'x' and 'y' do not overlap [-Rhocket=loop-doall]
  for (int i = 0; i < n; i++)
    x[i] = y[i] * 2;
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 4000;
  double *data = calloc(2 * n, sizeof *data);
  double t;
  // CHECK: loop-doall.c:[[#@LINE+1]]:3: remark: loop is DOALL: its iterations are independent [-Rhocket=loop-doall]
  for (int i = 0; i < n; i++) {
    t = data[i];
    data[i] = t * t + i;
  }
  // CHECK-NOT: =loop-doall]
  for (int i = 1; i < n; i++)
    data[i] += data[i - 1];
  scale(data, data + argc * 10, n);
  return data[0] != 0;
}
