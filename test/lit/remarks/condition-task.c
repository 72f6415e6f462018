// A condition that calls a function, beside another call: its value is computed
// by one core, and both calls in the first side run at once.
// RUN: %hocketcc -O2 --soc=generic-4 --no-fallback -Rhocket -Rhocket-analysis %s -o %t 2>&1 | %FileCheck %s
// RUN: env HOCKET_CORES=4 %t > %t.out && %cc -O2 %s -o %t && %t | diff %t.out -
#include <stdio.h>
static unsigned a[64], b[64], c[64], d[64], e[64];

static void count(unsigned *h, unsigned seed) {
  for (int t = 0; t < 300000; t++) {
    seed = (seed * 1664525u + 1013904223u) ^ (seed >> 3);
    h[seed % 64] += seed & 7;
  }
}

static int check(const unsigned *h, unsigned k) {
  for (int t = 0; t < 9000; t++)
    k = k * 5 + h[k % 64];
  return k % 1000 > 3;
}

int main(int argc, char **argv) {
  (void)argv;
  count(c, argc);
  // CHECK: condition-task.c:[[#@LINE+1]]:3: remark: condition is a macro-task of its own: its value is computed once and shared with all cores that follow the branch [-Rhocket=condition-task]
  if (check(a, argc)) {
    count(b, 3);
    count(e, 4);
  } else {
    count(d, 5);
  }
  printf("%u %u %u %u\n", b[7], c[7], d[7], e[7]);
  return 0;
}
