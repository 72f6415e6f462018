// Down to 0 in an unsigned type: the test comes before the step.
// RUN: %hocketcc -O2 --stop-after=polyhedral --print-after=polyhedral %s -o %t | %FileCheck %s
#include <stddef.h>
static double a[4000], b[4000];

static void ends(size_t n, unsigned m) {
  // CHECK: [[#@LINE+1]]:3 ends: doall
  for (size_t i = n; i-- > 0;)
    a[i] = b[i];
  // CHECK: [[#@LINE+1]]:3 ends: doall
  while (m-- > 0)
    a[m] = b[m] + 1;
}

// The first value may be one below 0: that is tested.
static void fromOneLess(size_t n) {
  // CHECK: [[#@LINE+2]]:3 fromOneLess: doall {{.*}} if no subscript wraps around
  // CHECK: condition @at_most(0LL, @plus(@natural(n), (-1LL)))
  for (size_t i = n - 1; i-- > 0;)
    a[i] = b[i];
}

static void neverEnds(size_t n) {
  // CHECK: [[#@LINE+1]]:3 neverEnds: sequential  [uncounted-loop]
  for (size_t i = n; i >= 0; i--)
    a[i] = b[i];
}

static void wraps(unsigned m) {
  // CHECK: [[#@LINE+1]]:3 wraps: sequential  [uncounted-loop]
  for (unsigned i = m; i >= 0; i--)
    a[i] = b[i];
}

int main(int argc, char **argv) {
  (void)argv;
  ends((size_t)argc, (unsigned)argc);
  fromOneLess((size_t)argc);
  if (argc > 100)
    neverEnds((size_t)argc);
  if (argc > 100)
    wraps((unsigned)argc);
  return 0;
}
