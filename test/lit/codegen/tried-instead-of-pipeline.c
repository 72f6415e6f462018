// A loop that is cut, with its state at the end of iterations, is tried where a
// pipeline would gain less: most of an iteration is in order there, for nobody
// knows that each fills the stack anew.
// RUN: %hocketcc -O2 --soc=generic-4 --cores=2 --no-cache -Rhocket %s -o %t 2>&1 | %FileCheck %s
// RUN: %hocketcc -O2 --soc=generic-4 --cores=2 --no-cache --no-speculation -Rhocket %s -o %t 2>&1 | %FileCheck %s --check-prefix=PIPELINE
#include <stdio.h>
#include <stdlib.h>

static unsigned stack[64];
static unsigned work(unsigned x, unsigned n) {
  unsigned top = 0;
  for (unsigned k = 0; k < n; k++) {
    if (top > 40 || (top > 3 && x % 5 == 0))
      top--;
    stack[top++] = x;
    x = x * 31 + stack[x % top];
  }
  return x;
}

static unsigned alone(unsigned x, unsigned n) {
  for (unsigned k = 0; k < n; k++)
    x = x % 3 ? x / 3 + k * 77777 : x * 5 + k;
  return x;
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 5000;
  double mean = 0;
  // CHECK: [[# @LINE + 2]]:3: remark: loop runs speculatively: {{.*}}; from line [[# @LINE + 5]] on the program does them
  // PIPELINE: [[# @LINE + 1]]:3: remark: loop is a pipeline
  for (int i = 0; i < n; i++) {
    unsigned x = alone((unsigned)i, 1000);
    unsigned y = work(x, 1000);
    mean += (y % 100 - mean) / (i + 1);
  }
  printf("%.17g\n", mean);
  return 0;
}
