// A region that ends with a call written out in place ends where the call
// stands, not where the called function does.
// RUN: %hocketcc -O2 --soc=generic-4 --cores=2 --always-parallel %s -o %t --report=%t.json
// RUN: %FileCheck %s < %t.json
#include <stdio.h>
double a[4000], b[4000];

static void step(const double *from, double *to) {
  for (int i = 1; i < 3999; i++)
    to[i] = from[i - 1] + from[i + 1];
}

static long count(const double *v) {
  long n = 0;
  for (int i = 0; i < 4000; i++)
    n += v[i] > 1;
  return n;
}

int main(void) {
  // CHECK: "regions": [
  // CHECK: "line": [[#@LINE+2]],
  // CHECK-NEXT: "endLine": [[#@LINE+5]],
  for (int t = 0; t < 50; t++) {
    step(a, b);
    step(b, a);
  }
  long n = count(a);
  printf("%f %ld\n", b[17], n);
  return 0;
}
