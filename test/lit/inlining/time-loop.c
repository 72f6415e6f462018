// A call in a sequential loop, of a function with parallel loops, is written
// out in place: the time loop is then a level of one region, with the pointers
// that it exchanges and the condition that ends it on each core.
// RUN: %hocketcc -O2 --soc=generic-4 --stop-after=taskgraph --print-after=inlining --print-after=taskgraph %s -o %t | %FileCheck %s
// RUN: %hocketcc -O2 --soc=generic-4 --no-inlining --stop-after=taskgraph --print-after=inlining --print-after=taskgraph %s -o %t | %FileCheck %s --check-prefix=AS-WRITTEN
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#define N 1000000

// AS-WRITTEN-NOT: in place of
// AS-WRITTEN: region step
static void step(const double *restrict from, double *restrict to, int n) {
  for (int i = 1; i < n - 1; i++)
    to[i] = 0.25 * (from[i - 1] + 2 * from[i] + from[i + 1]);
}

static double change(const double *a, const double *b, int n) {
  double most = 0;
  for (int i = 0; i < n; i++)
    if (fabs(a[i] - b[i]) > most)
      most = fabs(a[i] - b[i]);
  return most;
}

int main(void) {
  double *now = malloc(N * sizeof *now), *next = malloc(N * sizeof *next);
  if (!now || !next)
    return 1;
  // CHECK: line [[#@LINE+8]]: 'step' in place of its call in 'main'
  // CHECK: line [[#@LINE+8]]: 'change' in place of its call in 'main'
  // CHECK: region main line [[#@LINE+1]]
  for (int i = 0; i < N; i++)
    now[i] = next[i] = i % 97;
  double residual;
  int steps = 0;
  do {
    step(now, next, N);
    residual = sqrt(change(now, next, N));
    double *t = now;
    now = next;
    next = t;
    steps++;
    // CHECK: replicated: {{.*}}now{{.*}}next{{.*}}
    // CHECK: repeat line [[#@LINE-8]] condition
    // CHECK: chunks loop time-loop.c:14
    // CHECK: chunks loop time-loop.c:20
    // CHECK: combine time-loop.c:20
  } while (residual > 1e-3 && steps < 5000);
  printf("%d %f\n", steps, now[N / 2]);
  return 0;
}
