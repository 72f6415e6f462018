// Sums in order run by blocks, in which the iterations are: those of a loop of
// three are counted once, and logs that fill up are seldom. Where iterations are
// so long that a block has one, the loop in it still has all of them.
// RUN: %hocketcc -O2 --soc=generic-4 --cores=2 --always-parallel --stop-after=cost --print-after=cost %s | %FileCheck %s
#include <math.h>

static double state[30000];

double few(const char *text, double z, double *out) {
  int at = 0;
  // CHECK: task {{[0-9]+}} loop {{.*}}ordered-blocks.c:[[#@LINE+3]] {{[0-9][0-9]?[0-9]?}} ns
  for (; *text; text++) {
    double y = 0;
    for (int k = 0; k < 3; k++) {
      double r = exp(-z * k) * cos(z + k) * state[k];
      state[k] = r;
      y += r / (k + 1);
    }
    out[at++] = y;
  }
  return 0;
}

double many(double z) {
  double y = 0;
  // CHECK: task {{[0-9]+}} loop {{.*}}ordered-blocks.c:[[#@LINE+1]] {{[1-9][0-9][0-9][0-9][0-9][0-9][0-9]}} ns
  for (int k = 0; k < 30000; k++) {
    double r = exp(-z * k) * cos(z + k) * state[k];
    state[k] = r;
    y += r / (k + 1);
  }
  return y;
}

double longer(double z) {
  double y = 0;
  // CHECK: task {{[0-9]+}} loop {{.*}}ordered-blocks.c:[[#@LINE+1]] {{[1-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9]+}} ns
  for (int i = 0; i < 500; i++) {
    double r = z;
    for (int k = 0; k < 30000; k++) {
      r = exp(-r * k) * cos(z + k);
      y += r / (k + 1);
    }
  }
  return y;
}
