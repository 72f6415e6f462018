// What iterations must not do that the sequential program may not get to.
// RUN: %hocketcc -O2 --soc=generic-4 -Rhocket-missed %s -o %t 2>&1 | %FileCheck %s
#include <stdlib.h>

int a[1000], b[1000];
int seen(int x) __attribute__((const, weak)); // links without it

int sentinel(const int *p, int key) {
  int i;
  // CHECK: early-exit.c:[[#@LINE+3]]:3: remark: loop stays sequential: it may end early, and the iterations that then do not run must not read 'p[i]', which may lie outside its object [-Rhocket-missed=early-exit]
  // CHECK: early-exit.c:[[#@LINE+3]]:9: note: done here
  // CHECK: help: search in a loop that only reads and compares, and only arrays and blocks whose size can be seen there
  for (i = 0; i < 100000; i++)
    if (p[i] == key)
      break;
  // CHECK: early-exit.c:[[#@LINE+2]]:3: remark: loop stays sequential: it may end early, and the iterations that then do not run must not write 'b[i]' [-Rhocket-missed=early-exit]
  // CHECK: early-exit.c:[[#@LINE+2]]:5: note: done here
  for (i = 0; i < 1000; i++) {
    b[i] = a[i];
    if (a[i] == key)
      break;
  }
  // CHECK: early-exit.c:[[#@LINE+1]]:3: remark: loop stays sequential: it may end early, and the iterations that then do not run must not divide by what may be zero [-Rhocket-missed=early-exit]
  for (i = 0; i < 1000; i++)
    if (a[i] / b[i] == key)
      break;
  // CHECK: early-exit.c:[[#@LINE+1]]:3: remark: loop stays sequential: it may end early, and the iterations that then do not run must not call 'seen(a[i])' [-Rhocket-missed=early-exit]
  for (i = 0; i < 1000; i++)
    if (seen(a[i]) == key)
      break;
  // CHECK-NOT: =early-exit]
  for (i = 0; i < 1000; i++)
    if (a[i] / 3 == key)
      break;
  return i;
}

int main(int argc, char **argv) { return sentinel(a, argc > 1 ? atoi(argv[1]) : 0); }
