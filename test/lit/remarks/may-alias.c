// Two pointers into one array, whose ranges cannot be compared before the loop.
// RUN: %hocketcc -O2 -Rhocket-missed --soc=generic-4 %s -o %t 2>&1 | %FileCheck %s
#include <stdlib.h>

void apart(double *restrict a, const double *b, int n);
void overlap(double *a, const double *b, int n);

void overlap(double *a, const double *b, int n) {
  // CHECK: may-alias.c:[[#@LINE+3]]:3: remark: loop stays sequential: 'b[i ^ 5]' and 'a[i]' may overlap [-Rhocket-missed=may-alias]
  // CHECK: may-alias.c:{{[0-9]+}}:{{[0-9]+}}: note:
  // CHECK: may-alias.c:{{[0-9]+}}:{{[0-9]+}}: note:
  for (int i = 0; i < n; i++)
    a[i] += b[i ^ 5];
}

// CHECK-NOT: =may-alias]
void apart(double *restrict a, const double *b, int n) {
  for (int i = 0; i < n; i++)
    a[i] += b[i ^ 5];
}

int main(int argc, char **argv) {
  (void)argv;
  double *data = calloc(1000, sizeof *data);
  overlap(data, data + 100 * argc, 500);
  apart(data, data + 500, 400);
  return data[0] != 0;
}
