// Calls of a function within itself that must keep their order.
// RUN: %hocketcc -O2 --soc=generic-4 --cores=2 -Rhocket-missed=ordered-parts %s -o %t 2>&1 | %FileCheck %s --implicit-check-not=remark:
#include <stdlib.h>

static unsigned long deepest;

static unsigned long ways(unsigned n, unsigned depth) {
  if (depth > deepest)
    deepest = depth;
  if (n < 2)
    return n;
  // CHECK: ordered-parts.c:[[#@LINE+1]]:10: remark: calls that 'ways' makes of itself stay in order: it writes 'deepest' in 'ways', and no range in its arguments was found that holds what they write [-Rhocket-missed=ordered-parts]
  return ways(n - 1, depth + 1) + ways(n - 2, depth + 1);
}

static unsigned checked(unsigned n) {
  if (n > 100)
    exit(1);
  if (n < 2)
    return n;
  // CHECK: ordered-parts.c:[[#@LINE+1]]:10: remark: calls that 'checked' makes of itself stay in order: a call may end the program [-Rhocket-missed=ordered-parts]
  return checked(n - 1) + checked(n - 2);
}

int main(void) { return (int)(ways(20, 0) + deepest + checked(5)); }
