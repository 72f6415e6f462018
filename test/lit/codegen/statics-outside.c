// Static variables of functions stand in front of them, so that copies of the
// functions share them. Not where their declarations would mean something else
// there, nor constants.
// RUN: %hocketcc -O2 --soc=generic-4 --cores=2 --no-inlining -Rhocket -Rhocket-missed %s -o %t 2>&1 | %FileCheck %s --check-prefix=REMARK
// RUN: rm -rf %t.d && %hocketcc -O2 --soc=generic-4 --cores=2 --no-inlining --emit=%t.d %s
// RUN: %FileCheck %s --input-file=%t.d/statics-outside.c
// RUN: rm -rf %t.n && %hocketcc -O2 --soc=generic-4 --cores=2 --no-inlining --no-speculation --always-parallel --emit=%t.n %s
// RUN: %FileCheck %s --check-prefix=NONE --input-file=%t.n/statics-outside.c
#include <stdbool.h>
#include <stdio.h>

enum { SIZE = 64 };
static int total;

// A macro of the system's, and lines: `bool` is _Bool.
// CHECK: static _Bool {{ *}}has_spare; static double{{ +}}spare;
// CHECK: double draw(double x)
static double draw(double x) {
  static bool has_spare;
  static double
      spare;
  // CHECK-NOT: static double
  // CHECK: has_spare = !has_spare;
  has_spare = !has_spare;
  double result = has_spare ? x : spare;
  for (int i = 0; i < 9; i++)
    spare = spare * 0.5 + x;
  return result;
}

// NONE: {{^ +}}static int stack[SIZE * 2], *top = stack;
// CHECK: static int stack[SIZE * 2], *compute_top = stack; static int compute_twice; static int compute_total;
// CHECK: int compute(int seed)
static int compute(int seed) {
  static int stack[SIZE * 2], *top = stack;
  // CHECK-NOT: static int stack
  static const int last = 5;
  static char name[] = "static";
  // CHECK: static const int last = 5;
  // CHECK: static char name[] = "static";
  {
    static int twice;
    twice += seed;
  }
  unsigned x = (unsigned)seed * 2654435761u;
  // CHECK: compute_top = stack;
  // CHECK: *compute_top++ = k
  top = stack;
  for (int k = 0; k < SIZE; k++) {
    if (top > stack + 1 && (x >> k % 16) % 3 == 0)
      top--;
    *top++ = k;
  }
  static int total;
  total++;
  return top[-1] + last + name[seed % 6] + (int)(sizeof stack / sizeof *stack);
}

// CHECK: static number of;
static int kept(void) {
  typedef int number;
  static number of;
  return ++of;
}

int main(int argc, char **argv) {
  static int out[20000];
  int top = argc, twice = 3;
  // REMARK: [[#@LINE+1]]:3: remark: loop runs speculatively
  for (int i = 0; i < 20000; i++)
    out[i] = compute(i);
  printf("%d %d %d %s %g\n", out[17] + top + twice, total, kept(), argv[0],
         draw(argc));
  return 0;
}
