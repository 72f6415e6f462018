// Who reads a clock says so, and who calls him.
// RUN: %hocketcc -O2 --stop-after=analysis --print-after=analysis %s -o %t | %FileCheck %s
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <time.h>

static double now(void) {
  struct timespec t;
  // CHECK: 'clock_gettime({{.*}})' reads-clock{{$}}
  clock_gettime(CLOCK_MONOTONIC, &t);
  // CHECK-NOT: reads-clock
  // CHECK-LABEL: function timed
  return (double)t.tv_sec;
}

static double timed(double (*clock)(void)) {
  // CHECK: 'clock()' reads-clock{{$}}
  return clock();
}

// CHECK-LABEL: function main
int main(void) {
  // CHECK: 'start = timed(now)' reads-clock{{$}}
  double start = timed(now);
  // CHECK: 'printf("%g\n", start)'{{$}}
  printf("%g\n", start);
  return 0;
}
