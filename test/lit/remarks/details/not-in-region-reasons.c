// What keeps a parallel loop out of every region, or leaves another one to be
// cut instead.
// RUN: %hocketcc -O2 --soc=generic-4 --always-parallel -Rhocket-missed %s -o %t 2>&1 | %FileCheck %s
#include <stdlib.h>
int a[5000], b[5000];

int main(int argc, char **argv) {
  // CHECK: not-in-region-reasons.c:[[#@LINE+2]]:3: remark: loop is parallel but not run so: it declares the static variable 'last' [-Rhocket-missed=not-in-region]
  // CHECK-NEXT: not-in-region-reasons.c:[[#@LINE+1]]:3: help: write it in another way, or move it out of the loop
  for (int i = 0; i < 5000; i++) {
    typedef int number;
    static number last;
    last = i + argc;
    a[i] = b[i] + 1;
  }
  struct pair {
    int u, v;
  } pairs[100];
  // CHECK: not-in-region-reasons.c:[[#@LINE+1]]:3: remark: loop is parallel but not run so: the type of 'pairs' has a meaning in its function only [-Rhocket-missed=not-in-region]
  for (int i = 0; i < 100; i++)
    pairs[i].u = i;
  // CHECK: not-in-region-reasons.c:[[#@LINE+6]]:5: remark: loop is parallel but not run so: it is part of the loop at line [[#@LINE+4]], which one core runs as a whole [-Rhocket-missed=not-in-region]
  // CHECK-NEXT: not-in-region-reasons.c:[[#@LINE+5]]:5: help: let the loop at line [[#@LINE+3]] be parallel itself, or go without 'break' and 'goto' and with a condition that every core can evaluate
  for (int i = 0; i < 5000; i++)
    a[i] ^= 3;
  while (rand() % 50 != 7) {
    int n = rand() % 5000;
    for (int i = 0; i < 3; i++)
      b[i] += n;
  }
  // CHECK-NOT: =not-in-region]
  for (int i = 0; i < 5000; i++)
    b[i] += a[i];
  return a[argc] + b[argc] + pairs[argc].u + (argv == NULL);
}
