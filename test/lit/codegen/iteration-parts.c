// Iterations that depend on each other at their ends alone are cut: a copy
// begins with the prologues of those before its own, and the program runs the
// epilogue of each that it takes over, with what the copy hands on.
// RUN: %hocketcc -O2 --soc=generic-4 --cores=2 --no-cache -Rhocket=loop-speculative %s -o %t 2>&1 | %FileCheck %s --check-prefix=REMARK
// RUN: %hocketcc -O2 --soc=generic-4 --cores=2 --stop-after=codegen --print-after=codegen %s -o %t | %FileCheck %s
#include <stdio.h>
#include <stdlib.h>

static unsigned long state = 1;
static unsigned draw(void) {
  state = state * 1103515245 + 12345;
  return (unsigned)(state >> 16) & 0x7fff;
}

static unsigned stack[64];
static unsigned work(unsigned x, unsigned n) {
  unsigned top = 0;
  for (unsigned k = 0; k < n; k++) {
    if (top > 40 || (top > 3 && x % 5 == 0))
      top--;
    stack[top++] = x;
    x = x * 31 + stack[x % top];
  }
  return x;
}

struct mean {
  long n;
  double of;
};

static void add(struct mean *mean, double x) {
  mean->n++;
  mean->of += (x - mean->of) / (double)mean->n;
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 500;
  struct mean mean = {0, 0};
  // REMARK: [[# @LINE + 1]]:3: remark: loop runs speculatively: {{.*}}; what iterations do before line [[# @LINE + 5]] copies do again to know what it passes on once one was wrong; from line [[# @LINE + 10]] on the program does them
  for (int i = 0; i < n; i++) {
    unsigned k = 5;
    while (draw() % 3)
      k++;
    double kept[2] = {k, 0};
    for (unsigned m = 0; m < 100; m++)
      kept[1] += work(k + m, 900) % 10;
    if (kept[1] < 30)
      continue;
    add(&mean, kept[0] + kept[1]);
  }
  printf("%.17g\n", mean.of);
  return 0;
}
// CHECK: struct hk_main_s1_handed {
// CHECK-NEXT: double [[KEPT:hk_v[0-9]+_kept]][2];
// The record: with a prologue, for states that nothing foresees, and an epilogue
// that may come behind those of other iterations.
// CHECK: struct hk_spec_loop hk_main_s1_loop = {"{{[^"]*}}", hk_main_s1, hk_main_s1_prologue, 0, 1, 2, 1, 0, 0, 1, 1, {0}};
// What is taken over, and then the epilogues of it.
// CHECK: hk_spec_at = hk_spec_end(&hk_main_s1_loop, hk_spec_at, hk_spec_over); { struct hk_main_s1_handed hk_spec_handed; long long hk_spec_of; while (hk_spec_due(&hk_main_s1_loop, &hk_spec_of, &hk_spec_handed)) { i =
// CHECK: add(&mean, (hk_spec_handed.[[KEPT]])[0] + (hk_spec_handed.[[KEPT]])[1]);
// The clone ends with what is handed on.
// CHECK: static void hk_main_s1(void *hk_spec_frame, long long hk_spec_from)
// CHECK: __builtin_memcpy((void *)&hk_spec_handed.[[KEPT]], (const void *)&kept, sizeof hk_spec_handed.[[KEPT]]); hk_spec_hand_on(&hk_spec_handed, sizeof hk_spec_handed); } }
// CHECK-NOT: add
// CHECK: hk_main_s1_prologue_draw(void)
// CHECK-NOT: hk_spec_{{read|write}}
// CHECK: static void hk_main_s1_prologue(void *hk_spec_frame, long long hk_spec_from, long long hk_spec_to)
// CHECK: while (hk_main_s1_prologue_draw() % 3)
// CHECK-NOT: kept
// CHECK: }
