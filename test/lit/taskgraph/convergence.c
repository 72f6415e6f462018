// A loop that goes on until a residual is small enough: its condition may call
// functions of the library that only compute a value, so that every core
// follows it for itself. A function whose answer may differ from call to call
// is a task, and the loop stays outside.
// RUN: %hocketcc -O2 --soc=generic-4 --stop-after=taskgraph --print-after=taskgraph %s -o %t | %FileCheck %s
#include <math.h>
#include <stdio.h>
#include <time.h>
#define N 400000
static double x[N], y[N];

// CHECK: region settle line [[#@LINE+4]]
static int settle(double limit) {
  double rest = 4;
  int rounds = 0;
  while (sqrt(rest) > limit && rounds < 900) {
    // CHECK: repeat line [[#@LINE-1]] condition [[#CONDITION:]]
    // CHECK-NEXT: task [[#CONDITION]] replicated replicated convergence.c:[[#@LINE-2]]
    // CHECK: chunks loop convergence.c:[[#@LINE+1]]
    for (int i = 0; i < N; i++)
      y[i] = x[i] * 0.5;
    // CHECK: chunks loop convergence.c:[[#@LINE+1]]
    for (int i = 0; i < N; i++)
      x[i] = y[i] + 0.25;
    rest = x[N / 2];
    rounds++;
  }
  return rounds;
}

// CHECK: region hurry line [[#@LINE+5]]
// CHECK-NOT: repeat
static int hurry(clock_t end) {
  int rounds = 0;
  while (clock() < end) {
    for (int i = 0; i < N; i++)
      y[i] = x[i] * 0.5;
    for (int i = 0; i < N; i++)
      x[i] = y[i] + 0.25;
    rounds++;
  }
  return rounds;
}

int main(int argc, char **argv) {
  (void)argv;
  printf("%d\n", settle(argc * 0.7));
  printf("%d\n", hurry(clock() + argc) > 0);
  return 0;
}
