// What stands behind a constant condition and never runs does nothing.
// RUN: %hocketcc -O2 --stop-after=polyhedral --print-after=polyhedral %s | %FileCheck %s
// RUN: %hocketcc -O2 --soc=generic-4 --cores=2 --always-parallel %s -o %t && %t | %FileCheck %s --check-prefix=OUT
#include <stdio.h>
#define VERBOSE 0
enum { Checks = 0, N = 1000 };
double a[N], b[N];
int steps;

static void trace(int i) { printf("%d %d\n", i, steps++); }

int main(void) {
  // CHECK: [[#@LINE+1]]:3 main: doall
  for (int i = 0; i < N; i++) {
    if (VERBOSE)
      trace(i);
    if (VERBOSE > 1) {
      printf("%d\n", i);
      break;
    }
    if (sizeof(int) == 4)
      a[i] = i * 0.5;
    else
      trace(i);
    if (Checks && a[i] > 3)
      return 1;
    b[i] = a[i] + 1;
  }
  // A compiler may know more.
  // CHECK: [[#@LINE+1]]:3 main: sequential
  for (int i = 0; i < N; i++)
    if (__builtin_constant_p(i)) {
      trace(i);
    }
  // Jumped into, or with variables: as it stands.
  // CHECK: [[#@LINE+1]]:3 main: sequential
  for (int i = 0; i < N; i++) {
    if (i == 7)
      goto inside;
    if (0) {
    inside:
      trace(i);
    }
  }
  // CHECK: [[#@LINE+1]]:3 main: sequential
  for (int i = 0; i < N; i++)
    switch (i) {
      if (0) {
      case 3:
        trace(i);
      }
    }
  // OUT: 7 0
  // OUT-NEXT: 3 1
  // OUT-NEXT: 500.5 2
  printf("%g %d\n", b[N - 1], steps);
  return 0;
}
