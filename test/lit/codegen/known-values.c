// A task is told the value of a variable that has one alone; not that of one
// that is assigned, passed in two values or by nobody knows whom; and where it
// computes in floating point only if nothing is fused.
// RUN: %hocketcc -O2 --soc=generic-4 --cores=2 --always-parallel --no-call-tasks --stop-after=codegen --print-after=codegen %s -o %t | %FileCheck %s --check-prefixes=CHECK,FUSED
// RUN: %hocketcc -O2 -ffp-contract=off --soc=generic-4 --cores=2 --always-parallel --no-call-tasks --stop-after=codegen --print-after=codegen %s -o %t | %FileCheck %s --check-prefixes=CHECK,APART
#include <math.h>
#include <stdio.h>
static long a[40000];
static double x[40000];

// CHECK: hk_taken_1_loop[[#@LINE+3]]_0(
// CHECK: int n = hk_f->n;
static void taken(int n) {
  for (int i = 0; i < n; i++)
    a[i] ^= i;
}
static void (*way)(int) = taken;

// CHECK: hk_one_2_loop[[#@LINE+7]]_0(
// CHECK-NEXT: {
// CHECK-NEXT: int n = 9000;
// CHECK-NEXT: int step = 4;
// CHECK-NEXT: long far = -5000000000LL;
// CHECK-NEXT: const int hk_start
static void one(int n, int step, long far) {
  for (int i = 0; i < n; i++)
    a[i * step] = i * far;
}

// CHECK: hk_two_3_loop[[#@LINE+5]]_0(
// CHECK-NEXT: {
// CHECK-NEXT: int n = 8000;
// CHECK-NEXT: int step = hk_f->step;
static void two(int n, int step) {
  for (int i = 0; i < n; i++)
    a[i * step]++;
}

// CHECK: hk_open_4_loop[[#@LINE+4]]_0(
// CHECK: int n = hk_f->n;
void open(int n);
void open(int n) {
  for (int i = 0; i < n; i++)
    a[i] ^= i;
}

// FUSED: hk_floats_5_loop[[#@LINE+5]]_0{{[_a-z]*}}(
// FUSED: int n = hk_f->n;
// APART: hk_floats_5_loop[[#@LINE+3]]_0{{[_a-z]*}}(
// APART: int n = 7000;
static void floats(int n) {
  for (int i = 0; i < n; i++)
    x[i] = x[i] * n + i;
}

// What a compiler computes beforehand rounds otherwise than the library.
// CHECK: hk_library_6_loop[[#@LINE+3]]_0{{[_a-z]*}}(
// CHECK: int n = hk_f->n;
static void library(int n) {
  for (int i = 0; i < n; i++)
    x[i] += exp(n);
}

int main(int argc, char **argv) {
  (void)argv;
  one(9000, 4, -5000000000L);
  two(8000, 4);
  two(8000, 3);
  open(7000);
  way(argc);
  taken(7000);
  floats(7000);
  library(7000);
  printf("%ld %f\n", a[300], x[9]);
  return 0;
}
