// A program built with --check-dependences runs on one thread, does what the
// sequential program does, and says nothing, whatever the compiler and the
// level; that it has checked something, HOCKET_VERBOSE tells.
// REQUIRES: clang
// RUN: %cc %s -o %t.plain && %t.plain > %t.expected
// RUN: %hocketcc --check-dependences --cores=4 %s -o %t && %t > %t.out 2> %t.err && diff %t.expected %t.out && %not grep . %t.err
// RUN: %hocketcc --check-dependences --cores=4 -O2 %s -o %t && %t > %t.out 2> %t.err && diff %t.expected %t.out && %not grep . %t.err
// RUN: %hocketcc --check-dependences --cores=3 -O3 --cc=%clang %s -o %t && %t > %t.out 2> %t.err && diff %t.expected %t.out && %not grep . %t.err
// RUN: %hocketcc --check-dependences --cores=2 --cc=%clang %s -o %t && %t > %t.out 2> %t.err && diff %t.expected %t.out && %not grep . %t.err
// RUN: %hocketcc --check-dependences --cores=8 -O1 -static %s -o %t && %t > %t.out 2> %t.err && diff %t.expected %t.out && %not grep . %t.err
//
// Also with one processor, as it needs no threads.
// RUN: env HOCKET_CORES=1 HOCKET_VERBOSE=1 %t 2>&1 > %t.out | %FileCheck %s && diff %t.expected %t.out
// CHECK: hocket: {{[1-9][0-9]*}} regions checked
#include <stdio.h>
#include <string.h>

enum { N = 3000 };
static int a[N], b[N];
static double heat[N], next[N];
static char text[N];

static void step(void) {
  for (int i = 1; i < N - 1; i++)
    next[i] = (heat[i - 1] + heat[i] + heat[i + 1]) / 3;
  memcpy(heat, next, sizeof heat);
}

int main(void) {
  unsigned sum = 0;
  for (int i = 0; i < N; i++)
    a[i] = i % 17;
  memset(b, 1, sizeof b);
  for (int i = 0; i < N; i++) {
    int last[4] = {0};
    last[i % 4] = a[i];
    b[i] += last[0] + last[3] + a[N - 1 - i];
  }
  for (int i = 0; i < N; i++)
    sum += (unsigned)b[i];
  printf("%u\n", sum);
  next[0] = heat[0] = 100;
  for (int t = 0; t < 20; t++)
    step();
  printf("%.17g\n", heat[7]);
  for (int i = 0; i < N; i++)
    text[i] = (char)('a' + i % 26);
  printf("%.26s\n", text);
  return 0;
}
