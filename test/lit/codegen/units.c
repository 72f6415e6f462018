// Static functions and objects of several units keep apart: each unit's regions
// are in the unit, in its own C.
// RUN: split-file %s %t
// RUN: %hocketcc -O2 --soc=generic-4 --cores=3 --always-parallel -Rhocket %t/one.c %t/two.c -o %t/x 2>&1 | %FileCheck %s
// CHECK-DAG: one.c:6:3: remark: region of
// CHECK-DAG: two.c:6:3: remark: region of
// RUN: env HOCKET_CORES=3 %t/x > %t/out && %cc -O2 %t/one.c %t/two.c -o %t/y && %t/y | diff - %t/out
//--- one.c
#include <stdio.h>
typedef double value;
static value table[100000];
static value work(value x) { return x * 3; }
static value *fill(void) {
  for (int i = 0; i < 100000; i++)
    table[i] = work(i);
  return table;
}
int *other(void);
int main(void) {
  value *mine = fill();
  int *theirs = other();
  printf("%g %g %d %d\n", mine[1], mine[99999], theirs[1], theirs[99999]);
  return 0;
}
//--- two.c
#define work_of(x) ((x) + 1)
typedef int value;
static value table[100000];
static value work(value x) { return work_of(x) - 2; }
static value *fill(void) {
  for (int i = 0; i < 100000; i++)
    table[i] = work(i);
  return table;
}
int *other(void) { return fill(); }
