// The C library's headers as gcc preprocesses them, checked forms included.
// RUN: %hocketcc -O2 -D_GNU_SOURCE -D_FORTIFY_SOURCE=2 --stop-after=frontend --print-after=frontend %s -o /dev/null | %FileCheck %s
#include <complex.h>
#include <ctype.h>
#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tgmath.h>

_Atomic int counter;

// CHECK: program closed
// CHECK-LABEL: function main()
int main(void) {
  char text[16];
  // CHECK: call0 snprintf(
  snprintf(text, sizeof text, "%d", 3);
  // CHECK: opaque
  atomic_fetch_add(&counter, 1);
  // CHECK: call0 memcpy(
  memcpy(text, "ab", 3);
  return isalpha(text[0]) ? 0 : 1;
}
