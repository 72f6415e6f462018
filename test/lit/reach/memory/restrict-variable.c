// A restrict variable says for the rest of its block what a parameter says for
// the function: what its pointer leads to and changes is reached in no other
// way. Outside that block it says nothing.
// RUN: %hocketcc -O2 --stop-after=polyhedral --print-after=polyhedral %s -o %t | %FileCheck %s
#include <stdio.h>
static float data[40000];

static void inside(float *p, const float *q, int n) {
  for (int round = 0; round < 9; round++) {
    float *restrict to = p + round;
    const float *restrict from = q + 3 * round;
    // CHECK: restrict-variable.c:[[#@LINE+1]]:{{[0-9]+}} inside: doall [loop-doall] loop is DOALL: its iterations are independent{{$}}
    for (int i = 0; i < n; i++)
      to[i] = from[i] * 0.5f;
  }
}

static void outside(float *p, const float *q, int n) {
  // The next iteration has other pointers, which may lead to the same place.
  // CHECK: restrict-variable.c:[[#@LINE+1]]:{{[0-9]+}} outside: doall {{.*}} if 'p' and 'q' do not overlap{{$}}
  for (int i = 0; i < n; i++) {
    float *restrict to = p + i;
    const float *restrict from = q + i;
    to[0] = from[0] * 0.5f;
  }
}

static void based(float *p, int n) {
  float *restrict to = p;
  float *from = to + 1;
  // CHECK: restrict-variable.c:[[#@LINE+1]]:{{[0-9]+}} based: doall {{.*}} if 'to' and 'from' do not overlap{{$}}
  for (int i = 0; i < n; i++)
    from[i] = to[i] * 0.5f;
}

int main(int argc, char **argv) {
  (void)argv;
  inside(data + argc, data + 9000 * argc, 3000);
  outside(data + argc, data, 3000 * argc);
  based(data, 3000 * argc);
  printf("%f\n", data[77]);
  return 0;
}
