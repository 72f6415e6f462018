// A digest and a mean that go on by a formula of themselves: what else they
// need is noted, and the program computes the formula. Not where the place says
// which operand it is, nor where one is not looked at each time.
// RUN: rm -rf %t.d && %hocketcc -O2 --soc=generic-4 --cores=2 --always-speculate --emit=%t.d %s
// RUN: %FileCheck %s --input-file=%t.d/put-off-formulas.c
#include <stdio.h>
#include <stdlib.h>

struct digest {
  unsigned hash, step;
  double mean;
  const unsigned *table;
};

struct work {
  int stack[64], top;
};

// CHECK: struct [[APPLY:hk_main_s1_apply[0-9]+]] {
// CHECK-NEXT: unsigned int hk_o1;
// CHECK-NEXT: };
// CHECK: static void [[APPLY]](void *hk_at, const void *hk_by)
// CHECK: *hk_to = (*hk_to) * 31u + (hk_from->hk_o1);
// CHECK: struct [[MEAN:hk_main_s1_apply[0-9]+]] {
// CHECK-NEXT: double hk_o1;
// CHECK-NEXT: long hk_o2;
// CHECK: *hk_to = (*hk_to) * (hk_from->hk_o1) + (hk_from->hk_o2) / 2.0;
// CHECK-NOT: hk_main_s1_apply3
static void note(struct digest *d, long v, double keep, const unsigned *by) {
  // CHECK: hk_main_s1_note({{[^;]*}}){{$}}
  // CHECK: spec_site
  // CHECK-SAME: hk_spec_defer(
  // CHECK-SAME: [[APPLY]](
  d->hash = d->hash * 31u + *by;
  // CHECK: hk_spec_defer(
  // CHECK-SAME: [[MEAN]](
  d->mean = d->mean * keep + v / 2.0;
  // CHECK-NOT: hk_spec_defer(
  d->step = d->table[d->step & 3] + d->step;
  d->step = v > 3 ? d->step + *by : d->step;
  // CHECK: return x * 3;
}

static unsigned odd(unsigned x) { return x * 3; }

static int compute(struct work *w, unsigned x) {
  w->top = 0;
  for (int k = 0; k < 40; k++) {
    if (w->top > 1 && (x >> k % 30) % 3 == 0)
      w->top -= 1;
    w->stack[w->top++] = (int)(x >> (k % 16) & 1023);
    x = x * 1664525u + 1013904223u;
  }
  return w->stack[w->top - 1];
}

int main(void) {
  struct digest *d = calloc(1, sizeof *d);
  struct work *w = calloc(1, sizeof *w);
  static const unsigned table[4] = {1, 2, 3, 4};
  long sum = 0;
  if (!d || !w)
    return 1;
  d->table = table;
  for (int i = 0; i < 2000; i++) {
    unsigned x = odd((unsigned)i);
    note(d, i, 0.5, &x);
    sum += compute(w, x);
  }
  printf("%u %u %g %ld\n", d->hash, d->step, d->mean, sum);
  free(d);
  free(w);
  return 0;
}
