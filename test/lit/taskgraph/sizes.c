// Macro-tasks by cost: a loop with calls too short to wait for each other is
// not taken apart, one with long calls is a level; a long loop has a chunk for
// each core, a short one stays one.
// RUN: %hocketcc -O2 --soc=generic-4 --no-fallback --stop-after=taskgraph --print-after=taskgraph %s -o %t | %FileCheck %s
#include <stdio.h>
static unsigned a[64], b[64], c[64], d[64];
static double x[4000], y[4000000];

static void count(unsigned *h, int rounds) {
  unsigned seed = 1;
  for (int t = 0; t < rounds; t++) {
    seed = (seed * 1664525u + 1013904223u) ^ (seed >> 3);
    h[seed % 64] = h[seed % 64] * 3 + seed;
  }
}

static void both(unsigned *h, unsigned *k) {
  unsigned first = h[0];
  h[0] += k[0];
  k[0] = first;
}

int main(void) {
  // CHECK-NOT: {{repeat|region main}} line [[#@LINE+1]]
  for (int t = 0; t < 900; t++) {
    count(a, 2);
    count(b, 1);
    both(a, b);
  }
  // CHECK: repeat line [[#@LINE+1]]
  for (int t = 0; t < 9; t++) {
    // CHECK: whole call sizes.c:[[#@LINE+1]]
    count(c, 120000);
    // CHECK-NEXT: whole call sizes.c:[[#@LINE+1]]
    count(d, 110000);
    both(c, d);
  }
  // CHECK-NOT: chunks loop sizes.c:[[#@LINE+1]]
  for (int i = 0; i < 90; i++)
    x[i] = i;
  // CHECK: chunks loop sizes.c:[[#@LINE+1]]
  for (int i = 0; i < 4000000; i++)
    y[i] = i / (1.5 + i);
  printf("%u %u %u %u %g %g\n", a[1], b[1], c[1], d[1], x[9], y[9]);
  return 0;
}
