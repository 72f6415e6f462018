// Returns of a function that is written out in place, and the variables of the
// caller that stand for its parameters.
// RUN: %hocketcc -O2 --soc=generic-4 --always-parallel --stop-after=codegen --print-after=codegen %s -o %t | %FileCheck %s
#include <stdio.h>
static double x[3000];

static int scale(double *a, int m, int *left) {
  if (m < 1)
    return -1;
  for (int i = 0; i < m; i++)
    a[i] *= 0.5;
  *left -= m;
  return m;
}

int main(int argc, char **argv) {
  (void)argv;
  int left = 30000, m = argc * 1000, done = 0;
  // One core runs what is written here, several what is written out.
  // CHECK: if (!hk_ran) {
  // CHECK-NEXT: # [[#@LINE+13]] "{{.*}}returns.c"
  // CHECK-NEXT: for (int s = 0; s < 20; s++) {
  // CHECK: done += scale(x, m, &left);
  // CHECK: *(&(*left)) -= m;
  // CHECK: void hk_main_1_core0(
  // CHECK: a = (x);
  // CHECK-NEXT: const int hk_if[[IF:.*]] = (hk_f->m < 1) != 0;
  // CHECK-NEXT: if (hk_if[[IF]]) {
  // CHECK: scale_1 = (-1);
  // CHECK-NEXT: } else {
  // CHECK: scale_1 = (hk_f->m);
  // CHECK: hk_main_1_block12
  // CHECK: done += scale_1;
  for (int s = 0; s < 20; s++) {
    done += scale(x, m, &left);
  }
  printf("%d %d %f\n", left, done, x[8]);
  return 0;
}
