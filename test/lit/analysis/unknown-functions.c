// A function without a body and not in the library's table may do anything to
// what it can reach: everything that is visible or was given away, and nothing
// that was not.
// RUN: split-file %s %t
// RUN: %hocketcc -c %t/outside.c -o %t/outside.o
// RUN: %hocketcc -O2 --stop-after=analysis --print-after=analysis %t/main.c %t/outside.o -o %t/x | %FileCheck %t/main.c
//--- main.c
int outside(int *p);
__attribute__((const)) int square(int x);
__attribute__((pure)) int total(const int *p);
static int secret[10], given[10];
static double result;
int visible;

// CHECK-LABEL: function main
int main(void) {
  int local = 3;
  // CHECK: 'outside(given)' may-not-return calling-thread unknown (outside)
  // CHECK-NOT: main.local
  // CHECK-NOT: W{{.*}}secret
  // CHECK: W {{{.*}}<io>, {{.*}}given, visible} unknown by 'outside'
  // CHECK-NOT: main.local
  // CHECK-NOT: W{{.*}}secret
  // CHECK: 'result = square(local)'
  outside(given);
  // CHECK-NOT: {{W.*}} by 'square'
  // CHECK: W! {result} size 8
  // CHECK-NOT: {{W.*}} by 'square'
  // CHECK: 'result = total(given)'
  result = square(local);
  // CHECK-NOT: {{W.*}} by 'total'
  // CHECK: R {{.*}}given{{.*}}by 'total'
  // CHECK-NOT: {{W.*}} by 'total'
  // CHECK: 'result = 4'
  result = total(given);
  result = 4;
  return secret[visible];
}
//--- outside.c
int outside(int *p) { return p[0]; }
int square(int x) { return x * x; }
int total(const int *p) { return p[0] + p[1]; }
