// A function with one call, which a region doubles, is asked to be inlined as it
// was before if it computes floating-point numbers, and so is what it alone calls
// (others have twins: callee-twins.c); functions with several calls, much
// on their stack or attributes are left to the compiler. Tasks with loops stay
// functions of their own.
// RUN: %hocketcc -O2 --soc=generic-4 --cores=2 --stop-after=codegen --print-after=codegen %s -o %t | %FileCheck %s
// RUN: %hocketcc -O0 --soc=generic-4 --cores=2 --stop-after=codegen --print-after=codegen %s -o %t | %FileCheck %s --check-prefix=NONE
// RUN: %hocketcc -O2 -fno-inline-functions-called-once --soc=generic-4 --cores=2 --stop-after=codegen --print-after=codegen %s -o %t | %FileCheck %s --check-prefix=NONE
// RUN: %hocketcc -O3 -Wall -Wextra -Werror %s -o %t && %t
// NONE: static int hk_main_{{[0-9]}}_run
// NONE-NOT: always_inline{{.*}} once(
#include <stdio.h>
#define N 200000
static int a[N], b[N], c[N], d[N];

// CHECK: {{^}}static __inline__ __attribute__((__always_inline__)) double inner(int x);
// CHECK-EMPTY:
// CHECK-NEXT: {{^}}# [[#@LINE+2]] "{{.*}}called-once.c"
// CHECK-NEXT: {{^}}static double inner(int x) {
static double inner(int x) {
  double s = 0;
  for (int i = 0; i < 9; i++)
    s += x >> i & 3;
  return s;
}
// CHECK: {{^}}static __inline__ __attribute__((__always_inline__)) double once(const int *p, int x);
static double once(const int *p, int x) { return inner(x) + p[x & 7]; }
// CHECK-NOT: always_inline{{.*}} twice(
static int twice(int x) {
  int s = 1;
  while (x > 1)
    s += x, x /= 2;
  return s;
}
// CHECK-NOT: always_inline{{.*}} large(
static int large(int x) {
  int work[4000];
  for (int i = 0; i < 4000; i++)
    work[i] = i ^ x;
  return work[x & 1023] + work[7];
}
// CHECK-NOT: always_inline{{.*}} kept(
static __attribute__((noinline)) int kept(int x) { return x * x ^ 5; }
// The compiler sees another call, in what the program never comes to.
// CHECK-NOT: always_inline{{.*}} elsewhere(
static int elsewhere(int x) {
  int s = 0;
  for (int i = 0; i < 5; i++)
    s += x >> i & 1;
  return s;
}
int never_called(int x) { return elsewhere(x) + 1; }
// It has a region of its own, so its call is still the only one.
// CHECK-NOT: always_inline{{.*}} fill(
static void fill(void) {
  for (int i = 0; i < N; i++)
    a[i] = i * 7 % 1000;
}
// CHECK-NOT: always_inline
// CHECK: int main
int main(void) {
  fill();
  for (int i = 0; i < N; i++)
    b[i] = (int)once(a, a[i]) + twice(a[i]);
  for (int i = 0; i < N; i++)
    c[i] = kept(a[i]) + twice(b[i]) + elsewhere(b[i]);
  for (int i = 0; i < 2000; i++)
    d[i] = large(a[i]);
  // CHECK: static __attribute__((__noinline__)) void hk_main_{{[0-9]}}_{{loop|call}}
  return (b[3] + c[77] + d[1999]) % 3 == 5;
}
