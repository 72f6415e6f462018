// gcc heeds `restrict` of parameters, not of other variables: bodies take such
// pointers as parameters, if nothing outside could be based on them.
// RUN: %hocketcc -O2 --soc=generic-4 --cores=2 --always-parallel --stop-after=codegen --print-after=codegen %s | %FileCheck %s
#include <stdio.h>
double a[4000], b[4000], c[4000];

// CHECK: static {{.*}}void hk_plain_1_loop{{[a-z0-9_]+}}_apart(struct hk_plain_1_frame *hk_f, unsigned hk_c, double *restrict to, const double *restrict from)
// CHECK: to[i] = from[i] * 2
// CHECK: hk_plain_1_loop{{[a-z0-9_]+}}_apart(hk_f, hk_c, hk_f->to, hk_f->from);
static void plain(double *x, const double *y, int n) {
  double *restrict to = x;
  const double *restrict from = y;
  for (int i = 0; i < n; i++)
    to[i] = from[i] * 2;
}

// `last` is based on `to`: the body reaches the same memory by both.
// CHECK: static {{.*}}void hk_based_2_loop{{[a-z0-9_]+}}_apart(struct hk_based_2_frame *hk_f, unsigned hk_c, const double *restrict from)
// CHECK: double * to = hk_f->to;
// CHECK: last[-i] = from[i] + to[i]
static void based(double *x, const double *restrict from, int n) {
  double *restrict to = x;
  double *last = to + 2 * n;
  for (int i = 0; i < n; i++)
    last[-i] = from[i] + to[i];
}

// It is another pointer afterwards.
// CHECK-NOT: hk_moved_{{[a-z0-9_]+}}_apart(
static void moved(double *x, double *y, int n) {
  double *restrict to = x;
  for (int i = 0; i < n; i++)
    to[i] = i;
  to = y;
  for (int i = 0; i < n; i++)
    to[i] = 2 * i;
}

int main(void) {
  plain(a, b, 4000);
  based(a, b, 1900);
  moved(a, c, 4000);
  printf("%f\n", a[17]);
  return 0;
}
