// --cost-factor multiplies all costs, also those that decide; --unknown-trips
// is how often loops run of which nobody knows it, and changes no other.
// RUN: %hocketcc -O2 --soc=generic-4 --print-after=cost -Rhocket-missed %s -o %t 2>&1 | %FileCheck %s
// RUN: %hocketcc -O2 --soc=generic-4 --cost-factor=1000 --print-after=cost -Rhocket-missed %s -o %t 2>&1 | %FileCheck %s --check-prefix=DEAR
// RUN: %hocketcc -O2 --soc=generic-4 --unknown-trips=7 --print-after=cost -Rhocket-missed %s -o %t 2>&1 | %FileCheck %s --check-prefix=FEW
// RUN: %hocketcc -O2 --soc=generic-4 --cost-factor=1 --unknown-trips=1000 --print-after=cost %s -o %t > %t.given
// RUN: %hocketcc -O2 --soc=generic-4 --print-after=cost %s -o %t | diff - %t.given
#include <stdlib.h>

// CHECK: wrong-costs.c:[[#@LINE+3]]:3: remark: stays sequential: about {{.*}} of work
// DEAR-NOT: stays sequential
static void addAll(double *a, const double *b) {
  for (int i = 0; i < 600; i++)
    a[i] += b[i];
}

// CHECK: task 0 loop wrong-costs.c:22 {{[0-9][0-9][0-9][0-9]?}} ns
// DEAR: task 0 loop wrong-costs.c:13 {{[0-9]+}} ns
// DEAR: task 0 loop wrong-costs.c:22 {{[0-9][0-9][0-9][0-9][0-9][0-9][0-9]?}} ns
// FEW: task 0 loop wrong-costs.c:22 {{[0-9][0-9]?}} ns
static void addSome(double *a, const double *b, int n) {
  for (int i = 0; i < n; i++)
    a[i] += b[i];
}

int main(int argc, char **argv) {
  static double a[5000], b[5000];
  addAll(a, b);
  addSome(a, b, argc > 1 ? atoi(argv[1]) % 5000 : 0);
  return b[5] > 4;
}
