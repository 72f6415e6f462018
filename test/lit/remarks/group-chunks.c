// Beside a long call, loops that wait for each other are cut for three cores.
// RUN: %hocketcc -O2 --soc=generic-4 --no-fallback -Rhocket -Rhocket-analysis --print-after=scheduling %s -o %t 2>&1 | %FileCheck %s
// RUN: env HOCKET_CORES=4 %t > %t.out && %cc -O2 %s -o %t && %t | diff %t.out -
#include <stdio.h>
enum { N = 40000, T = 60 };
static double a[N], b[N];
static unsigned counts[1024];

static void count(unsigned *h, unsigned seed) {
  for (int t = 0; t < 2000000; t++) {
    seed = (seed * 1664525u + 1013904223u) ^ (seed >> 3);
    h[seed % 1024] += seed & 7;
  }
}

int main(int argc, char **argv) {
  (void)argv;
  count(counts, argc);
  // CHECK: remark: cores are divided among what may run at the same time: 3 for the loop at line [[#@LINE+1]]; {{.*}} [-Rhocket=core-groups]
  for (int t = 0; t < T; t++) {
    // CHECK: group-chunks.c:[[#@LINE+1]]:5: remark: loop is cut into 3 chunks, for the group of 3 of 4 cores that runs it [-Rhocket-analysis=group-chunks]
    for (int i = 1; i < N - 1; i++)
      b[i] = 0.5 * a[i] + 0.25 * (a[i - 1] + a[i + 1]) + t;
    for (int i = 1; i < N - 1; i++)
      a[i] = b[i] / (1.5 + b[i] * b[i]);
  }
  printf("%.17g %u\n", a[77], counts[5]);
  return 0;
}
