// Blocks that are stored through an argument are told apart like those that are
// returned, also where a function of the program hands them on.
// RUN: %hocketcc -O2 --soc=generic-4 --stop-after=polyhedral --print-after=polyhedral %s -o %t | %FileCheck %s
#include <stdio.h>
#include <stdlib.h>

int posix_memalign(void **block, size_t alignment, size_t size);

static void *aligned(size_t size) {
  void *block = NULL;
  if (posix_memalign(&block, 64, size) != 0)
    exit(1);
  return block;
}

// CHECK: add: doall  [loop-doall] loop is DOALL: its iterations are independent{{$}}
static void add(double *a, double *b, int n) {
  for (int i = 0; i < n; i++)
    a[i] += b[n - 1 - i];
}

int main(void) {
  double *a = aligned(8000), *b = aligned(8000);
  for (int i = 0; i < 1000; i++)
    a[i] = b[i] = i;
  add(a, b, 1000);
  printf("%f\n", a[3]);
  return 0;
}
